// The search tree of a query, made of the ports of its goals.

/** Ports of which a tree is made. */
export const MOST = 4000;

const signs = { exit: '✓', fail: '✗', exception: '!', call: '…' };
const words = { exit: 'succeeds', fail: 'fails', exception: 'raises an exception', call: 'is not finished' };

export class SearchTree {
  #panel;
  #list;
  #note;
  /** The nodes by frame. */
  #nodes = new Map();
  /** The nodes that are open by depth. */
  #path = [];
  #count = 0;

  constructor(panel) {
    this.#panel = panel;
  }

  /** Begins the tree of another query. */
  clear(goal) {
    this.#nodes.clear();
    this.#path = [];
    this.#count = 0;
    this.#note = document.createElement('p');
    this.#note.textContent = `How ?- ${goal} is solved. Arrows move and unfold.`;
    this.#list = document.createElement('ul');
    this.#list.setAttribute('role', 'tree');
    this.#list.setAttribute('aria-label', 'Search tree');
    this.#list.addEventListener('keydown', (event) => this.#key(event));
    this.#list.addEventListener('click', (event) => {
      const item = event.target.closest('li');
      if (!item) return;
      if (item.hasAttribute('aria-expanded')) this.#expand(item, item.getAttribute('aria-expanded') !== 'true');
      this.#focus(item);
    });
    this.#panel.replaceChildren(this.#note, this.#list);
  }

  /** Adds the events of a goal's run. */
  add(events) {
    for (const event of events) this.#event(event);
    if (this.#count >= MOST) this.#note.textContent = `The first ${MOST} steps; the rest is not shown.`;
  }

  #event(event) {
    if (++this.#count > MOST) return;
    let node = this.#nodes.get(event.frame);
    if (!node) {
      if (event.port !== 'call') return;
      const parent = this.#path.slice(0, event.depth).findLast((one) => one && one.depth < event.depth);
      node = this.#make(event, parent);
      this.#nodes.set(event.frame, node);
    }
    this.#path[event.depth] = node;
    this.#path.length = event.depth + 1;
    this.#show(node, event);
  }

  #make(event, parent) {
    const item = document.createElement('li');
    item.setAttribute('role', 'treeitem');
    item.tabIndex = this.#nodes.size ? -1 : 0;
    const line = document.createElement('span');
    line.className = 'node';
    const parts = ['twist', 'sign', 'goal', 'result', 'place'].map((name) => {
      const part = document.createElement('span');
      part.className = name;
      line.append(part);
      return part;
    });
    parts[0].setAttribute('aria-hidden', 'true');
    parts[1].setAttribute('aria-hidden', 'true');
    parts[2].textContent = event.goal;
    if (event.line) parts[4].textContent = `:${event.line}`;
    item.append(line);
    const node = { item, depth: event.depth, goal: event.goal, results: [], sign: parts[1], result: parts[3], children: null };
    if (parent) {
      if (!parent.children) {
        parent.children = document.createElement('ul');
        parent.children.setAttribute('role', 'group');
        parent.item.append(parent.children);
        parent.item.querySelector('.twist').textContent = '▸';
        this.#expand(parent.item, parent.depth < 4);
      }
      parent.children.append(item);
    } else this.#list.append(item);
    return node;
  }

  #show(node, event) {
    const port = event.port === 'redo' ? 'call' : event.port;
    if (!(port in signs)) return;
    if (port === 'exit' && event.goal !== node.results.at(-1)) node.results.push(event.goal);
    // What has had a solution and then no more has not failed.
    const shown = port === 'fail' && node.results.length ? 'exit' : port;
    node.sign.className = shown;
    node.sign.textContent = signs[shown];
    const results = node.results.filter((text) => text !== node.goal);
    node.result.textContent = port === 'exception' ? (event.exception ?? '') : results.length ? '→ ' + results.slice(0, 4).join('  ') + (results.length > 4 ? ` … ${results.length}` : '') : '';
    node.item.setAttribute('aria-label', `${node.goal} ${words[shown]}${results.length ? `: ${results.join(', ')}` : ''}`);
  }

  #expand(item, open) {
    item.setAttribute('aria-expanded', String(open));
    const group = item.querySelector(':scope > ul');
    if (group) group.hidden = !open;
  }

  #focus(item) {
    this.#list.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    item.tabIndex = 0;
    item.focus();
  }

  #key(event) {
    const item = event.target.closest('li');
    const visible = [...this.#list.querySelectorAll('li')].filter((one) => !one.parentElement.closest('[hidden]'));
    const at = visible.indexOf(item);
    const isOpen = item.getAttribute('aria-expanded');
    const moves = {
      ArrowDown: () => visible[at + 1],
      ArrowUp: () => visible[at - 1],
      Home: () => visible[0],
      End: () => visible.at(-1),
      ArrowRight: () => (isOpen === 'false' ? this.#expand(item, true) : isOpen === 'true' ? item.querySelector('li') : undefined),
      ArrowLeft: () => (isOpen === 'true' ? this.#expand(item, false) : item.parentElement.closest('li')),
      Enter: () => isOpen && this.#expand(item, isOpen !== 'true'),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    const next = moves[event.key]();
    if (next) this.#focus(next);
  }
}
