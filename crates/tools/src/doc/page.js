// Pages of documentation: the search, light and dark, and examples that run where the folder `ferz` stands beside the pages.
'use strict';
const $ = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

$('theme').onclick = () => {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('ferz-theme', root.dataset.theme);
  } catch {
    // It holds for this page.
  }
};
$('menu').onclick = () => $('menu').setAttribute('aria-expanded', $('pages').classList.toggle('open'));
const current = document.querySelector('nav [aria-current]');
if (current) $('pages').scrollTop = current.offsetTop - $('pages').clientHeight / 2;

// The search: names first, then words of the sentences.

const MOST = 40;
const input = $('search');
const found = $('found');
let chosen = -1;
/** The names, and all words, in small letters. */
let small = null;

function matches(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const ranked = [];
  small ??= (globalThis.ferzIndex ?? []).map(([title, about]) => [title.toLowerCase(), `${title} ${about}`.toLowerCase()]);
  small.forEach(([name, all], number) => {
    if (!words.every((word) => all.includes(word))) return;
    const bare = name.replace(/\/\d+$/, '');
    const rank = bare === words[0] || name === words[0] ? 0 : name.startsWith(words[0]) ? 1 : name.includes(words[0]) ? 2 : 3;
    ranked.push([rank, rank < 3 ? name.length : 0, number]);
  });
  const first = ranked.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).slice(0, MOST);
  return first.map(([, , number]) => globalThis.ferzIndex[number]);
}
function choose(number) {
  const rows = [...found.querySelectorAll('[role="option"]')];
  chosen = rows.length ? (number + rows.length) % rows.length : -1;
  rows.forEach((row, at) => row.setAttribute('aria-selected', at === chosen));
  rows[chosen]?.scrollIntoView({ block: 'nearest' });
  if (rows[chosen]) input.setAttribute('aria-activedescendant', rows[chosen].id);
}
function search() {
  const rows = matches(input.value);
  found.replaceChildren(...rows.map(([title, about, address], number) => {
    const row = make('li', { id: `found-${number}` }, make('a', { href: address, tabIndex: -1 }, make('b', {}, title), make('span', {}, about)));
    row.setAttribute('role', 'option');
    return row;
  }));
  if (!rows.length && input.value.trim()) found.append(make('li', { className: 'none' }, 'Nothing has this word.'));
  found.hidden = !input.value.trim();
  input.setAttribute('aria-expanded', !found.hidden);
  choose(0);
}
input.oninput = search;
input.onfocus = search;
input.onkeydown = (event) => {
  if (event.key === 'ArrowDown') choose(chosen + 1);
  else if (event.key === 'ArrowUp') choose(chosen - 1);
  else if (event.key === 'Enter') found.querySelector('[aria-selected="true"] a')?.click();
  else if (event.key === 'Escape') {
    input.value = '';
    search();
    input.blur();
  } else return;
  event.preventDefault();
};
found.onclick = () => (found.hidden = true);
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) found.hidden = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input')) return;
  event.preventDefault();
  input.focus();
});

// Examples.

const LIMITS = { time: 10_000, memory: 256 * 2 ** 20, program: 256 * 2 ** 20, output: 200_000 };
const MOST_ANSWERS = 10;
let starting = null;
let write = () => {};

function load(address) {
  return new Promise((resolve, reject) => {
    const script = make('script', { src: address, onload: resolve, onerror: () => reject(new Error(`${address} is not there`)) });
    document.head.append(script);
  });
}
async function start() {
  await load('ferz/ferz.js');
  const { FerzWorker, wasm, thread } = globalThis.ferzPackage;
  const bytes = Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0));
  const unzipped = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const code = URL.createObjectURL(new Blob([thread], { type: 'text/javascript' }));
  const engine = await FerzWorker.load({
    wasm: await WebAssembly.compile(unzipped),
    worker: () => new Worker(code),
    output: (text) => write(text),
    error: (text) => write(text, 'bad'),
  });
  await engine.setLimits(LIMITS);
  return engine;
}

/** The queries of a block: each to its full stop. */
function queries(block) {
  const all = [];
  let open = false;
  for (const line of block.querySelector('pre').textContent.split('\n')) {
    const isFirst = line.startsWith('?- ');
    if (isFirst) all.push(line.slice(3));
    else if (open) all[all.length - 1] += `\n${line.replace(/^\|? {0,4}/, '')}`;
    open = (isFirst || open) && !/\.\s*(%.*)?$/.test(line);
  }
  return all.map((query) => query.replace(/\.\s*(%[^\n]*)?$/, ''));
}
/** The files that the program of a block has loaded. */
function loaded(block) {
  const named = [...document.querySelectorAll('figure[data-file]')].map((figure) => [figure.dataset.file, figure.querySelector('pre').textContent]);
  const command = block.querySelector('pre').textContent.match(/^\$ ferz (.*)$/m)?.[1].split(/\s+/) ?? [];
  const own = document.body.dataset.program;
  const files = new Map([...Object.entries(globalThis.ferzPrograms ?? {}), ...named]);
  return { files, first: own ? [own] : [...files.keys()].filter((name) => command.includes(name)) };
}
/** The clauses before the first query of a block. */
function clauses(block) {
  const text = block.querySelector('pre').textContent;
  return block.dataset.kind === 'prolog' ? text.slice(0, text.search(/^\?- /m)) : '';
}
async function answers(engine, query) {
  let count = 0;
  const search = engine.query(query, { text: true });
  for await (const answer of search) {
    count += 1;
    if (answer.last) return write(`${answer.text}.\n`);
    if (count === MOST_ANSWERS) {
      write(`${answer.text} ;\n% and more\n`);
      return search.close();
    }
    write(`${answer.text} ;\n`);
  }
  write('false.\n');
}
async function ask(engine, query) {
  write(`?- ${query}.\n`);
  try {
    await answers(engine, query);
  } catch (error) {
    write(`${error.message}\n`, 'bad');
  }
}
async function run(block, button) {
  button.textContent = '■ Stop';
  button.onclick = () => starting?.then((engine) => engine.interrupt());
  block.querySelector('.console')?.remove();
  const out = make('pre');
  const line = make('input', { spellcheck: false, autocomplete: 'off', ariaLabel: 'Another query' });
  const panel = make('div', { className: 'console' }, out, make('label', {}, make('span', {}, '?-'), line));
  block.append(panel);
  write = (text, kind) => out.append(kind ? make('span', { className: kind }, text) : text);
  try {
    starting ??= start();
    const engine = await starting;
    await engine.reset();
    const { files, first } = loaded(block);
    for (const [name, text] of files) await engine.files.write(name, text);
    for (const name of first) {
      try {
        await engine.consult(name);
      } catch (error) {
        write(`${error.message}\n`, 'bad');
      }
    }
    if (clauses(block).trim()) await engine.consultText(clauses(block));
    for (const query of queries(block)) await ask(engine, query);
    line.onkeydown = async (event) => {
      if (event.key !== 'Enter' || !line.value.trim() || line.disabled) return;
      line.disabled = true;
      write = (text, kind) => out.append(kind ? make('span', { className: kind }, text) : text);
      await ask(engine, line.value.trim().replace(/\.$/, ''));
      line.value = '';
      line.disabled = false;
      line.focus();
    };
  } catch (error) {
    starting = null;
    write(`${error.message}\n`, 'bad');
  }
  button.textContent = '▶ Run';
  button.onclick = () => run(block, button);
}
if (globalThis.ferzHere) {
  for (const block of document.querySelectorAll('figure.code:not(.source)')) {
    if (!queries(block).length) continue;
    const button = make('button', { className: 'run', textContent: '▶ Run' });
    button.onclick = () => run(block, button);
    block.append(button);
  }
}
