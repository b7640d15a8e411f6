// The page of a search: the overview, the outline, and what belongs to the step that is shown.
import { CALL, CLAUSE, CUT, EXCEPTION, EXIT, FAIL, MORE, SKIP, SOLUTION, unpack } from './model.js';
import { Outline } from './outline.js';
import { Overview } from './overview.js';

const $ = (id) => document.getElementById(id);
const element = (name, text, className) => Object.assign(document.createElement(name), { textContent: text, className: className ?? '' });
const model = unpack(JSON.parse($('data').textContent));
$('data').remove();
const outline = new Outline($('detail'));
const overview = new Overview($('overview'));
let step = 0;
let level = null;
let playing = null;
/** The rows of solutions, and the depth of the outline. */
const solutions = [];
let deepest = 0;

const number = (value) => value.toLocaleString('en');

/** Tells how large the search is, and what was left out. */
function summarise() {
  let [goals, fails] = [0, 0];
  for (let row = 1; row < model.count; row++) {
    const kind = model.kind[row];
    if (kind === CALL) goals++;
    else if (kind === SOLUTION) solutions.push(row);
    else if (kind === FAIL && model.failsAtOnce(model.goal[row])) fails++;
    deepest = Math.max(deepest, model.depth[row]);
  }
  $('query').textContent = model.textOf(0);
  const many = (count, one) => `${number(count)} ${one}${count === 1 ? '' : 's'}`;
  $('summary').textContent = `${many(goals, 'goal')}, ${many(fails, 'dead end')}, ${many(solutions.length, 'solution')}. `;
  for (const sentence of model.leftOut) $('summary').append(element('b', sentence + ' '));
  $('solution').hidden = solutions.length === 0;
}

/** The words for a step. */
function says(row) {
  const goal = model.textOf(model.goal[row]);
  const text = model.textOf(row);
  const line = model.places[model.place[row]][1];
  switch (model.kind[row]) {
    case CALL: return row === 0 ? ['the query', goal, ''] : ['call', goal, ''];
    case CLAUSE: return ['try', goal, line ? `the clause in line ${line} matches` : 'a clause matches'];
    case SKIP: return ['skip', goal, `the clause in line ${line} does not match: ${text}`];
    case EXIT: return ['success', goal, text];
    case MORE: return ['success', goal, text ? `${text} (there may be more)` : 'there may be more'];
    case FAIL: return ['failure', goal, text];
    case EXCEPTION: return ['exception', goal, text];
    case CUT: return ['cut', goal, text];
    default: return ['solution', text, ''];
  }
}

/** Shows a step in all parts of the page. */
function show(row, isFromOutline = false) {
  step = row;
  if (!model.isVisible[model.shownFor(row)]) {
    model.reveal(model.shownFor(row));
    outline.refresh();
  }
  if (isFromOutline) outline.draw();
  else outline.select(row);
  overview.draw(row);
  const [what, goal, more] = says(row);
  $('step').replaceChildren(element('small', `step ${number(row)} of ${number(model.count - 1)}`), element('b', what + ' '), element('code', goal));
  if (more) $('step').append(element('div', more));
  drawPicture(model.pictureAt[row]);
  drawSource(row);
}

let drawn = -1;
function drawPicture(picture) {
  $('picture').hidden = picture < 0;
  if (picture < 0 || picture === drawn) return;
  drawn = picture;
  const [isSvg, text] = model.pictures[picture];
  // As an image an SVG runs no scripts and loads nothing.
  const shown = isSvg ? Object.assign(new Image(), { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`, alt: 'the state of the program' }) : element('pre', text);
  $('picture').replaceChildren(shown);
}

let shownFile = null;
let shownPlace = 0;
function drawSource(row) {
  // The clause that is tried, or the place of the goal in the clause that it is in.
  const own = model.kind[row] === CLAUSE || model.kind[row] === SKIP ? row : model.goal[row];
  if (shownPlace === model.place[own] && shownFile) return;
  shownPlace = model.place[own];
  const [file, line, column] = model.places[shownPlace];
  const lines = model.files.get(file);
  $('file').textContent = line ? `${file}:${line}${column ? `:${column}` : ''}` : 'no source';
  if (!lines || !line) {
    $('source').replaceChildren();
    shownFile = null;
    return;
  }
  if (shownFile !== file) {
    shownFile = file;
    $('source').replaceChildren(...lines.map((text, i) => {
      const shown = element('div', text);
      shown.dataset.line = i + 1;
      return shown;
    }));
  }
  $('source').querySelector('.here')?.classList.remove('here');
  const here = $('source').children[line - 1];
  if (!here) return;
  here.className = 'here';
  $('source').scrollTop = here.offsetTop - $('source').offsetTop - $('source').clientHeight / 2;
}

/** Goes to the next step in a direction whose row is in no closed one. */
function move(by) {
  for (let row = step + by; row >= 0 && row < model.count; row += by) {
    if (model.isVisible[model.shownFor(row)]) return show(row), true;
  }
  return false;
}

function nextSolution(by) {
  const at = by > 0 ? solutions.findIndex((row) => row > step) : solutions.findLastIndex((row) => row < step);
  if (solutions.length) show(solutions.at(at < 0 ? (by > 0 ? 0 : -1) : at));
}

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => move(1) || play(false), 350) : null;
  $('play').textContent = on ? '❚❚' : '▶▶';
  $('play').setAttribute('aria-pressed', String(on));
}

/** Closes the rows from a level on; `null` opens all. */
function fold(to) {
  level = to === null || to > deepest ? null : Math.max(to, 1);
  model.closeFrom(level ?? Infinity);
  $('levels').textContent = level === null ? 'all levels' : `${level} level${level === 1 ? '' : 's'}`;
  refresh();
}
const change = (by) => fold(level === null ? (by < 0 ? deepest : null) : level + by);

function refresh() {
  outline.refresh();
  const shown = model.shownFor(step);
  if (!model.isVisible[shown]) {
    let at = shown;
    while (at > 0 && !model.isVisible[at]) at = model.parent[at];
    step = at;
  }
  outline.select(step);
}

function own(on) {
  model.onlyOwn = on;
  $('own').checked = on;
  refresh();
}

let found = [];
let sought = '';
function find(by) {
  const text = $('find').value.trim();
  if (text !== sought) {
    sought = text;
    found = text ? model.find(text) : [];
  }
  if (!found.length) {
    $('found').textContent = text ? 'none' : '';
    return;
  }
  let at = found.findIndex((row) => row >= step);
  if (at < 0) at = 0;
  if (by && found[at] === step) at = (at + by + found.length) % found.length;
  else if (by < 0) at = (at - 1 + found.length) % found.length;
  $('found').textContent = `${number(at + 1)}/${number(found.length)}`;
  show(found[at]);
}

function table() {
  const rows = model.predicates.map((predicate, i) => [predicate, i]).slice(1).sort(([a], [b]) => Number(b[1]) - Number(a[1]) || b[2] - a[2]);
  $('predicates').tBodies[0].replaceChildren(...rows.map(([[name, isOwn, calls, exits, fails, time], i]) => {
    const line = document.createElement('tr');
    line.className = isOwn ? '' : 'system';
    const button = element('button', name);
    button.onclick = () => {
      model.togglePredicate(i);
      refresh();
    };
    const first = document.createElement('td');
    first.append(button);
    line.append(first, ...[number(calls), number(exits), number(fails), time.toFixed(1)].map((text) => element('td', text)));
    return line;
  }));
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  overview.draw(step, true);
}

outline.onselect = (row) => show(row, true);
outline.onfold = () => (level = null);
overview.onselect = (row) => show(row);
$('find').oninput = () => find(0);
$('find').onkeydown = (event) => {
  if (event.key === 'Enter') find(event.shiftKey ? -1 : 1);
  if (event.key === 'Escape') outline.focus();
// The first search need not wait for this.
setTimeout(() => model.find('?'), 1000);
};
$('less').onclick = () => change(-1);
$('more').onclick = () => change(1);
$('own').onchange = () => own($('own').checked);
$('back').onclick = () => move(-1);
$('forth').onclick = () => move(1);
$('play').onclick = () => play(!playing);
$('solution').onclick = () => nextSolution(1);
$('theme').onclick = () => theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
$('help').onclick = () => $('keys').showModal();

const keys = {
  ArrowRight: () => move(1), ArrowLeft: () => move(-1), ' ': () => play(!playing), s: () => nextSolution(1), S: () => nextSolution(-1), '[': () => change(-1), ']': () => change(1),
  f: () => (model.togglePredicate(model.predicate[model.goal[step]]), refresh()), m: () => own(!model.onlyOwn), '/': () => $('find').focus(), '?': () => $('help').click(),
  Home: () => show(0), End: () => show(model.count - 1), t: () => $('theme').click(),
};
document.addEventListener('keydown', (event) => {
  const isTyped = event.target.matches('input[type=search], dialog *') || (event.key === ' ' && event.target.matches('button, input'));
  if (isTyped || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

summarise();
table();
outline.set(model);
overview.set(model);
document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
// Of a large search the upper levels are shown first.
if (model.order.length > 3000) fold(8);
show(0);
outline.focus();
// The first search need not wait for this.
setTimeout(() => model.find('?'), 1000);
