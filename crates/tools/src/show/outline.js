// The search tree as an outline: goals under their clauses, what follows a solution under it if there are several.
import { CALL, CLAUSE, CUT, EXIT, MORE, SKIP, SOLUTION } from './model.js';

/** The height of a row in pixels, as in `outline.css`. */
const HEIGHT = 24;
/** The levels up to which rows are indented, and by how much. */
const LEVELS = 28;
const INDENT = 15;

const signs = { exit: '✓', fail: '✗', exception: '‼', call: '…', clause: '', skip: '✗', more: '↳', cut: '!', solution: '★', query: '' };
const words = {
  exit: 'succeeds', fail: 'fails', exception: 'raises an exception', call: 'is not finished', clause: 'clause', skip: 'clause that does not match',
  more: 'solution', cut: 'cut', solution: 'solution of the query', query: '',
};

/** What an outline says of a row: how it ended, its text, what it has bound or why it has failed, its place. */
export function describe(model, row) {
  const kind = model.kind[row];
  const [file, line] = model.places[model.place[row]];
  const place = line ? `${file.split('/').pop()}:${line}` : '';
  const text = model.textOf(row);
  if (kind === CLAUSE) {
    const source = model.files.get(file)?.[line - 1]?.trim() ?? '';
    return { state: 'clause', text: source || 'clause', result: '', place };
  }
  if (kind === SKIP) return { state: 'skip', text: model.files.get(file)?.[line - 1]?.trim() ?? 'clause', result: text, place };
  if (kind === EXIT || kind === MORE) return { state: 'more', text: text || 'true', result: '', place: '' };
  if (kind === CUT) return { state: 'cut', text, result: '', place: '' };
  if (kind === SOLUTION) return { state: 'solution', text, result: '', place: '' };
  if (kind !== CALL) return { state: model.stateOf(model.goal[row]), text, result: '', place: '' };
  if (row === 0) return { state: 'query', text, result: '', place };
  const state = model.stateOf(row);
  const exits = model.exits[row];
  const reason = model.textOf(model.end[row]);
  const result = state === 'exit' ? (exits > 1 ? `${exits} solutions` : model.textOf(model.exit[row])) : model.end[row] ? reason : '';
  return { state, text, result, place };
}

export class Outline {
  #scroll;
  #spacer;
  #pool = [];
  #rows = new Int32Array(0);
  #drawn = 0;
  /** Where the rows are scrolled to, and how high the window is: asking the browser would make it lay out the page. */
  #top = 0;
  #height = 0;
  /** Counts what changes all rows. */
  #version = 0;
  /** The row that is selected. */
  current = 0;
  /** Called when a row was selected in the outline, and when rows were opened or closed. */
  onselect = () => {};
  onfold = () => {};
  /** Whether the arrows to the left and right close and open rows, and go to the row around one and the first one in it. */
  foldsByArrows = false;

  constructor(panel) {
    this.#scroll = document.createElement('div');
    this.#scroll.className = 'outline';
    this.#scroll.tabIndex = 0;
    this.#scroll.setAttribute('role', 'tree');
    this.#scroll.setAttribute('aria-label', 'Search tree');
    this.#spacer = document.createElement('div');
    this.#spacer.className = 'outline-rows';
    this.#scroll.append(this.#spacer);
    panel.replaceChildren(this.#scroll);
    this.#scroll.addEventListener('scroll', () => {
      this.#top = this.#scroll.scrollTop;
      this.#later();
    });
    this.#scroll.addEventListener('keydown', (event) => this.#key(event));
    this.#scroll.addEventListener('click', (event) => {
      const line = event.target.closest('.line');
      if (!line) return;
      const row = Number(line.dataset.row);
      if (event.target.closest('.twist')) this.toggle(row);
      this.select(row, true);
    });
    this.#scroll.addEventListener('dblclick', (event) => {
      const line = event.target.closest('.line');
      if (line && !event.target.closest('.twist')) this.toggle(Number(line.dataset.row));
    });
    new ResizeObserver(() => {
      this.#height = this.#scroll.clientHeight;
      this.#later();
    }).observe(this.#scroll);
  }

  /** Shows a model. */
  set(model) {
    this.model = model;
    this.current = Math.min(this.current, Math.max(model.count - 1, 0));
    this.refresh();
  }

  /** Shows what is opened and closed now. */
  refresh() {
    if (!this.model?.count) return;
    this.#rows = this.model.visible();
    this.#version++;
    this.#height ||= this.#scroll.clientHeight;
    this.#spacer.style.height = `${this.#rows.length * HEIGHT}px`;
    this.draw();
  }

  focus() {
    this.#scroll.focus({ preventScroll: true });
  }

  /** Opens or closes a row. */
  toggle(row) {
    if (!this.model.size[row]) return;
    this.model.closed[row] ^= 1;
    this.refresh();
    this.onfold();
  }

  /** Selects a row that is shown, and brings it into view. */
  select(row, isOwn = false) {
    this.current = row;
    const at = this.#rows.indexOf(this.model.shownFor(row));
    if (at >= 0) {
      const isAbove = at * HEIGHT < this.#top;
      if (isAbove || (at + 1) * HEIGHT > this.#top + this.#height) {
        this.#top = Math.max(0, Math.min(at * HEIGHT - this.#height / 2, this.#rows.length * HEIGHT - this.#height));
        this.#scroll.scrollTop = this.#top;
      }
    }
    this.draw();
    if (isOwn) this.onselect(row);
  }

  #later() {
    if (!this.#drawn) this.#drawn = requestAnimationFrame(() => this.draw());
  }

  /** Draws the rows that are in view. */
  draw() {
    cancelAnimationFrame(this.#drawn);
    this.#drawn = 0;
    const from = Math.max(0, Math.floor(this.#top / HEIGHT) - 5);
    const to = Math.min(this.#rows.length, Math.ceil((this.#top + this.#height) / HEIGHT) + 5);
    while (this.#pool.length < to - from) this.#pool.push(this.#line());
    const current = this.model ? this.model.shownFor(this.current) : 0;
    const { length } = this.#pool;
    for (let at = from; at < from + length; at++) {
      // A row stays in its line while both are in view.
      const line = this.#pool[at % length];
      const row = at < to ? this.#rows[at] : -1;
      const shown = row < 0 ? '' : `${this.#version} ${at} ${row === current}`;
      if (line.shown === shown) continue;
      line.shown = shown;
      line.box.hidden = row < 0;
      if (row >= 0) this.#fill(line, row, at, current);
    }
  }

  #line() {
    const box = document.createElement('div');
    box.setAttribute('role', 'treeitem');
    const parts = ['twist', 'sign', 'text', 'result', 'place'].map((name) => {
      const part = document.createElement('span');
      part.className = name;
      box.append(part);
      return part;
    });
    parts[0].setAttribute('aria-hidden', 'true');
    parts[1].setAttribute('aria-hidden', 'true');
    this.#spacer.append(box);
    return { box, parts };
  }

  #fill({ box, parts }, row, at, current) {
    const { model } = this;
    const { state, text, result, place } = describe(model, row);
    const level = model.indent[row];
    const open = model.size[row] > 0 ? String(!model.closed[row]) : null;
    box.className = `line ${state}${row === current ? ' current' : ''}`;
    box.id = `row-${row}`;
    box.dataset.row = row;
    box.style.top = `${at * HEIGHT}px`;
    box.style.paddingLeft = `${8 + Math.min(level, LEVELS) * INDENT}px`;
    box.style.setProperty('--level', Math.min(level, LEVELS));
    box.setAttribute('aria-level', level + 1);
    box.setAttribute('aria-selected', String(row === current));
    if (open === null) box.removeAttribute('aria-expanded');
    else box.setAttribute('aria-expanded', open);
    box.setAttribute('aria-label', `${text} ${words[state]} ${result}`);
    if (row === current) this.#scroll.setAttribute('aria-activedescendant', box.id);
    parts[0].textContent = open === null ? '' : '▸';
    parts[1].textContent = signs[state];
    parts[2].textContent = level > LEVELS ? `${level}: ${text}` : text;
    parts[3].textContent = result + (open === 'false' ? `  (${model.size[row].toLocaleString('en')} rows)` : '');
    parts[4].textContent = place;
    box.title = result ? `${text}   ${result}` : text;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.model?.count) return;
    const rows = this.#rows;
    const row = this.model.shownFor(this.current);
    const at = rows.indexOf(row);
    const page = Math.max(1, Math.floor(this.#scroll.clientHeight / HEIGHT) - 1);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page }[event.key];
    const isOpen = this.model.size[row] > 0 && !this.model.closed[row];
    const arrow = this.foldsByArrows ? event.key : '';
    if (arrow === 'ArrowRight' && isOpen) this.select(rows[at + 1], true);
    else if (arrow === 'ArrowLeft' && !isOpen) this.select(this.model.shownFor(this.model.parent[row]), true);
    else if (arrow === 'ArrowRight' || arrow === 'ArrowLeft') this.toggle(row);
    else if (to !== undefined) this.select(rows[Math.min(Math.max(to, 0), rows.length - 1)], true);
    else if (event.key === 'Enter') this.toggle(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
