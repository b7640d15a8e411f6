// The playground: editor, files, queries, pictures.
import { EditorState, Prec, Compartment } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, placeholder } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus } from '@codemirror/autocomplete';
import { linter, lintGutter, forceLinting } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { FerzWorker } from '../js/worker.js';
import { colours, prolog } from './mode.js';
import { draw, pictureOf } from './board.js';
import { MOST, SearchTree } from './tree.js';
import { examples } from './examples.js';
import { pack, unpack } from './share.js';

const $ = (id) => document.getElementById(id);
const log = $('log');
let files = {}, active = '', first = '', chips = [];
let engine, isDirty = true, running = null;
/** The most bytes that a query may write: more would be slow to show. */
const MOST_OUTPUT = 200_000;
/** The most entries of the log. */
const MOST_ENTRIES = 2000;
let limits = { time: 10, memory: 256, inferences: '' };
const tree = new SearchTree($('tree'));

// The engine, in a worker that is made anew if it does not listen.

async function unzip(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
const wasm = unzip($('wasm').textContent).then((bytes) => WebAssembly.compile(bytes));
const thread = URL.createObjectURL(new Blob([$('thread').textContent], { type: 'text/javascript' }));

async function startEngine() {
  const made = FerzWorker.load({
    wasm: await wasm,
    worker: () => new Worker(thread),
    output: (text) => tell('output', text),
    error: (text) => tell('told', text),
  });
  engine = await made;
  isDirty = true;
  await setLimits();
}
function setLimits() {
  const { time, memory, inferences } = limits;
  return engine.setLimits({ time: time * 1000, memory: memory * 2 ** 20, program: 256 * 2 ** 20, inferences: inferences ? inferences * 1e6 : null, output: MOST_OUTPUT });
}
const status = (text) => ($('status').textContent = text);

// The log of answers.

/** What programs have written and the page does not show yet: it is shown in few pieces, since each takes time. */
let written = [];
function tell(kind, text) {
  if (written.length === 0) setTimeout(showWritten, 30);
  const last = written.at(-1);
  if (last?.[0] === kind) last[1] += text;
  else written.push([kind, text]);
  if (written.length > MOST_ENTRIES) written.shift();
}
function showWritten() {
  const pieces = written;
  written = [];
  for (const [kind, text] of pieces) add(kind, text);
}
function write(kind, text) {
  showWritten();
  add(kind, text);
}
function add(kind, text) {
  const last = log.lastElementChild;
  const isNear = kind !== 'output' || log.scrollHeight - log.scrollTop - log.clientHeight < 200;
  if (last?.dataset.kind === kind && (kind === 'output' || kind === 'told')) last.append(text);
  else {
    const line = document.createElement('div');
    line.dataset.kind = kind;
    line.className = kind;
    line.append(text);
    log.append(line);
  }
  while (log.childElementCount > MOST_ENTRIES) log.firstChild.remove();
  if (isNear) log.scrollTop = log.scrollHeight;
}
function asked(goal) {
  write('asked', '');
  const [mark, text] = [document.createElement('b'), document.createElement('span')];
  mark.textContent = '?- ';
  text.textContent = goal;
  log.lastElementChild.append(mark, text);
  log.scrollTop = log.scrollHeight;
}
function writeError(error) {
  const where = error.backtrace?.find((frame) => frame.line);
  write('error', error.message + (where ? `\n  in ${where.goal} ${where.file ?? ''}:${where.line}` : ''));
}

// The editor.

const complete = async (context) => {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*$/u);
  if (!word || (word.to - word.from < 3 && !context.explicit) || running) return null;
  try {
    const from = context.state.doc.lineAt(context.pos).from;
    const found = await engine.completions(context.state.sliceDoc(from, context.pos));
    return { from: from + found.from, options: found.options.map(({ text, shown }) => ({ label: text, detail: shown === text ? undefined : shown })) };
  } catch {
    return null;
  }
};
const look = [prolog, colours, bracketMatching(), closeBrackets(), history(), drawSelection(), autocompletion({ override: [complete] }), EditorView.lineWrapping];

async function diagnose(view) {
  if (!engine || running) return [];
  const name = active;
  const text = view.state.doc.toString();
  let found = [];
  try {
    found = (await engine.check(text, { name: '/' + name })).filter((one) => !one.file || one.file.endsWith(name));
  } catch {
    return [];
  }
  if (name !== active || text !== view.state.doc.toString()) return [];
  const marks = found.map((one) => {
    const line = view.state.doc.line(Math.min(one.line ?? 1, view.state.doc.lines));
    const column = Array.from(line.text).slice(0, (one.column ?? 1) - 1).join('').length;
    const from = Math.min(line.from + column, line.to);
    const word = /^([\p{L}\p{N}_]+|.)/u.exec(line.text.slice(column))?.[0].length ?? 0;
    return { from, to: Math.min(from + word, line.to), severity: one.severity, message: one.message, line: line.number };
  });
  $('problems').replaceChildren(...marks.slice(0, 50).map((mark) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = mark.severity;
    const parts = [['b', mark.severity], ['span', `line ${mark.line}`], ['i', mark.message.split('\n')[0]]].map(([tag, words]) => Object.assign(document.createElement(tag), { textContent: words }));
    button.append(...parts);
    button.onclick = () => {
      view.dispatch({ selection: { anchor: mark.from, head: mark.to }, scrollIntoView: true });
      view.focus();
    };
    return button;
  }));
  return marks;
}
const editorLabel = new Compartment();
const editorKeys = Prec.highest(keymap.of([
  { key: 'Mod-Enter', run: () => (void load().then(() => query.focus()), true) },
]));
const extensions = [
  editorKeys, look, lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), indentOnInput(), lintGutter(), linter(diagnose, { delay: 400 }),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap]),
  editorLabel.of([]),
  EditorView.updateListener.of((update) => {
    if (!update.docChanged) return;
    files[active] = update.state.doc.toString();
    isDirty = true;
    $('examples').selectedIndex = -1;
    save();
  }),
];
const states = new Map();
const editor = new EditorView({ parent: $('editor') });
function show(name) {
  if (states.has(active) || active) states.set(active, editor.state);
  active = name;
  const state = states.get(name) ?? EditorState.create({ doc: files[name], extensions });
  editor.setState(state);
  editor.dispatch({ effects: editorLabel.reconfigure(EditorView.contentAttributes.of({ 'aria-label': `Text of ${name}` })) });
  drawFiles();
  forceLinting(editor);
}

// The query line.

const earlier = [];
let at = 0;
function recall(by) {
  const next = Math.min(Math.max(at + by, 0), earlier.length);
  if (next === at) return true;
  at = next;
  setQuery(earlier[at] ?? '');
  return true;
}
const setQuery = (text) => query.dispatch({ changes: { from: 0, to: query.state.doc.length, insert: text }, selection: { anchor: text.length } });
const query = new EditorView({
  parent: $('query'),
  state: EditorState.create({
    extensions: [
      Prec.high(keymap.of([
        { key: 'Enter', run: (view) => completionStatus(view.state) !== 'active' && (submit(), true) },
        { key: 'ArrowUp', run: (view) => !completionStatus(view.state) && view.state.doc.lineAt(view.state.selection.main.head).number === 1 && recall(-1) },
        { key: 'ArrowDown', run: (view) => !completionStatus(view.state) && view.state.doc.lineAt(view.state.selection.main.head).number === view.state.doc.lines && recall(1) },
      ])),
      look, placeholder('a query, then Enter'), EditorView.contentAttributes.of({ 'aria-label': 'Query' }),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
      EditorView.domEventHandlers({ keydown: (event) => decide && query.state.doc.length === 0 && decideKey(event) }),
    ],
  }),
});

// Running.

async function load() {
  try {
    await engine.reset();
    for (const path of await engine.files.list()) await engine.files.delete(path);
    for (const [name, text] of Object.entries(files)) await engine.files.write('/' + name, text);
    isDirty = false;
    const warnings = await engine.consultText(files[first], { name: '/' + first });
    for (const one of warnings) write('warning', one.text);
    status(`${first} is loaded`);
    write('told', `% ${first} is loaded\n`);
  } catch (error) {
    for (const one of error.diagnostics ?? []) write(one.severity, one.text);
    if (!error.diagnostics?.length) writeError(error);
    status(`${first} has errors`);
  }
}

/** Called with the key after an answer. */
let decide = null;
function waitForKey() {
  $('keys').hidden = false;
  log.scrollTop = log.scrollHeight;
  return new Promise((done) => {
    decide = (key) => {
      decide = null;
      $('keys').hidden = true;
      done(key);
    };
  });
}
const known = { ';': ';', ' ': ';', n: ';', Enter: 'stop', '.': 'stop', a: 'a', w: 'w' };
function decideKey(event) {
  if (!decide || event.ctrlKey || event.metaKey || event.altKey || !known[event.key]) return false;
  event.preventDefault();
  event.stopPropagation();
  decide(known[event.key]);
  return true;
}

function submit() {
  const text = query.state.doc.toString().trim();
  if (decide && text === '') return decide('stop');
  if (text) void ask(text);
}

async function ask(text) {
  if (decide) decide('stop');
  if (running) await running;
  const goal = /\.\s*$/.test(text) ? text : `${text}.`;
  if (earlier.at(-1) !== text) earlier.push(text);
  at = earlier.length;
  setQuery('');
  running = run(goal);
  await running;
  running = null;
  forceLinting(editor);
}

async function run(goal) {
  if (isDirty) await load();
  asked(goal);
  const withTree = $('with-tree').checked;
  $('running').hidden = false;
  let answers, isAll = false, shown = 0;
  try {
    if (withTree) {
      tree.clear(goal.replace(/\.\s*$/, ''));
      view('tree');
      await engine.trace((events) => tree.add(events), { most: MOST + 1 });
    }
    answers = engine.query(goal, { text: true });
    for (;;) {
      const { done, value } = await answers.next();
      if (done) {
        write('no', 'false.');
        return;
      }
      shown++;
      if (withTree) tree.solution(value.text);
      const picture = pictureOf(value);
      if (picture && !withTree) {
        view('board');
        draw($('board'), picture);
      }
      const end = value.last ? '.' : ' ;';
      write('answer', value.text + end);
      if (value.last) return;
      if (isAll && shown < 10_000) continue;
      $('running').hidden = true;
      let key = await waitForKey();
      while (key === 'w') {
        log.lastElementChild.textContent = value.fullText + end;
        key = await waitForKey();
      }
      if (key === 'stop') {
        log.lastElementChild.textContent = log.lastElementChild.textContent.replace(/ ;$/, ' .');
        return;
      }
      isAll = key === 'a';
      $('running').hidden = false;
    }
  } catch (error) {
    writeError(error);
  } finally {
    $('running').hidden = true;
    await answers?.close()?.catch?.(() => {});
    if (withTree) await engine.trace(null).catch(() => {});
    status('Ready');
  }
}

async function stop() {
  if (decide) return decide('stop');
  if (!running) return;
  const stopped = running;
  engine.interrupt().catch(() => {});
  const isOver = await Promise.race([stopped.then(() => true), new Promise((done) => setTimeout(done, 1500, false))]);
  if (isOver) return;
  engine.terminate();
  await startEngine();
  write('told', '% The engine was started anew.\n');
}

// Files.

function drawFiles() {
  $('files').replaceChildren(...Object.keys(files).map((name) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = name === first ? `▸ ${name}` : name;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-selected', String(name === active));
    tab.setAttribute('aria-controls', 'editor');
    tab.setAttribute('aria-label', name === first ? `${name}, the program` : name);
    tab.tabIndex = name === active ? 0 : -1;
    tab.onclick = () => show(name);
    tab.ondblclick = () => rename(name);
    tab.onkeydown = (event) => {
      const names = Object.keys(files);
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) {
        show(names[(names.indexOf(name) + by + names.length) % names.length]);
        $('files').querySelector('[aria-selected="true"]').focus();
      } else if (event.key === 'F2') rename(name);
      else if (event.key === 'Delete' && names.length > 1 && confirm(`Remove ${name}?`)) {
        delete files[name];
        states.delete(name);
        active = '';
        if (name === first) first = Object.keys(files)[0];
        show(first);
        save();
      }
    };
    return tab;
  }));
}
function rename(name) {
  const wanted = prompt('The name of the file', name)?.trim();
  if (!wanted || wanted in files || wanted.includes('/')) return;
  files = Object.fromEntries(Object.entries(files).map(([one, text]) => [one === name ? wanted : one, text]));
  if (first === name) first = wanted;
  states.set(wanted, states.get(name) ?? editor.state);
  active = '';
  isDirty = true;
  show(wanted);
  save();
}
function open(state) {
  isOwn = false;
  states.clear();
  active = '';
  files = { ...state.files };
  first = Object.keys(files)[0];
  chips = state.queries ?? [];
  $('with-tree').checked = !!state.tree;
  isDirty = true;
  show(first);
  $('chips').replaceChildren(...chips.map((text) => {
    const chip = document.createElement('button');
    chip.type = 'button';
    chip.textContent = text;
    chip.onclick = () => {
      void ask(text);
      query.focus();
    };
    return chip;
  }));
}
const stateNow = () => ({ files, queries: chips, tree: $('with-tree').checked });
/** Whether the program is the one that is kept. Another one becomes it when it is edited; the former one is kept, too. */
let isOwn = false;
const formerPrograms = () => JSON.parse(localStorage.getItem('ferz-former') ?? '[]');
function save() {
  // A link stands for a program that is not edited.
  if (location.hash) location.hash = '';
  try {
    const former = localStorage.getItem('ferz');
    if (!isOwn && former) {
      const others = formerPrograms().filter((one) => one !== former);
      localStorage.setItem('ferz-former', JSON.stringify([former, ...others].slice(0, 10)));
    }
    localStorage.setItem('ferz', JSON.stringify(stateNow()));
    if (!isOwn) drawFormer();
    isOwn = true;
  } catch {
    // A page from a file may keep nothing.
  }
}

// Pictures.

function view(name) {
  $('picture').hidden = false;
  for (const one of ['board', 'tree']) {
    $(one).hidden = one !== name;
    $(`tab-${one}`).setAttribute('aria-selected', String(one === name));
    $(`tab-${one}`).tabIndex = one === name ? 0 : -1;
  }
}
for (const one of ['board', 'tree']) {
  $(`tab-${one}`).onclick = () => view(one);
  $(`tab-${one}`).onkeydown = (event) => {
    if (!/^Arrow(Left|Right)$/.test(event.key)) return;
    const other = one === 'board' ? 'tree' : 'board';
    view(other);
    $(`tab-${other}`).focus();
  };
}
$('picture-close').onclick = () => {
  $('picture').hidden = true;
  query.focus();
};

// The rest of the page.

$('examples').append(...examples.map((example, i) => new Option(example.title, i)));
const former = document.createElement('optgroup');
former.label = 'Your former programs';
function drawFormer() {
  const titles = formerPrograms().map((text) => {
    const [name, program] = Object.entries(JSON.parse(text).files)[0];
    return `${name}: ${program.trim().slice(0, 40).split('\n')[0]}`;
  });
  former.replaceChildren(...titles.map((title, i) => new Option(title, `former${i}`)));
  if (titles.length) $('examples').append(former);
}
$('examples').onchange = () => {
  $('picture').hidden = true;
  const { value } = $('examples');
  open(examples[value] ?? JSON.parse(formerPrograms()[value.slice('former'.length)]));
};
$('file-new').onclick = () => {
  let number = 1;
  while (`file${number}.pl` in files) number++;
  files[`file${number}.pl`] = '';
  show(`file${number}.pl`);
  editor.focus();
};
$('load').onclick = () => void load().then(() => query.focus());
$('run').onclick = () => submit();
$('stop').onclick = () => void stop();
for (const button of $('keys').querySelectorAll('button')) {
  button.onclick = () => {
    decide?.(known[button.dataset.key]);
    query.focus();
  };
}
log.onkeydown = (event) => void decideKey(event);
$('share').onclick = async () => {
  location.hash = `p=${await pack(stateNow())}`;
  try {
    await navigator.clipboard.writeText(location.href);
    status('The link is copied');
  } catch {
    status('The link is in the address line');
  }
};
$('limits-open').onclick = () => {
  for (const [name, value] of Object.entries(limits)) $('limits').querySelector(`[name=${name}]`).value = value;
  $('limits').returnValue = '';
  $('limits').showModal();
};
$('limits').onclose = () => {
  if ($('limits').returnValue !== 'ok') return;
  for (const name of Object.keys(limits)) limits[name] = $('limits').querySelector(`[name=${name}]`).value;
  void setLimits().catch(writeError);
};
$('help-open').onclick = () => $('help').showModal();
for (const button of document.querySelectorAll('[data-close]')) button.onclick = () => button.closest('dialog').close();

const setTheme = (theme) => (document.documentElement.dataset.theme = theme);
let theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
try {
  theme = localStorage.getItem('ferz-theme') ?? theme;
} catch {
  // As above.
}
setTheme(theme);
$('theme').onclick = () => {
  theme = theme === 'dark' ? 'light' : 'dark';
  setTheme(theme);
  try {
    localStorage.setItem('ferz-theme', theme);
  } catch {
    // As above.
  }
};

let width = 50;
function setWidth(percent) {
  width = Math.min(80, Math.max(20, percent));
  $('main').style.setProperty('--left', `${width}%`);
  $('split').setAttribute('aria-valuenow', String(Math.round(width)));
}
$('split').onkeydown = (event) => {
  const by = { ArrowLeft: -3, ArrowRight: 3 }[event.key];
  if (by) setWidth(width + by);
};
$('split').onpointerdown = (event) => {
  $('split').setPointerCapture(event.pointerId);
  $('split').onpointermove = (move) => setWidth((100 * move.clientX) / innerWidth);
  $('split').onpointerup = () => ($('split').onpointermove = null);
};

addEventListener('keydown', (event) => {
  if (event.key === 'F6') {
    event.preventDefault();
    const places = [editor.contentDOM, log, query.contentDOM];
    const now = places.findIndex((one) => one.contains(document.activeElement));
    places[(now + (event.shiftKey ? 2 : 1)) % 3].focus();
  } else if (event.key === 'Escape' || (event.key === 'c' && event.ctrlKey && getSelection().isCollapsed)) {
    if (running) void stop();
  } else if (event.key === 'l' && event.ctrlKey) {
    event.preventDefault();
    log.replaceChildren();
  }
});

async function begin() {
  const shared = await unpack(/^#p=(.+)$/.exec(location.hash)?.[1] ?? '');
  let saved = null;
  try {
    saved = JSON.parse(localStorage.getItem('ferz'));
  } catch {
    // Nothing that can be read is kept.
  }
  const isSaved = !shared && saved?.files && Object.keys(saved.files).length > 0;
  open(shared ?? (isSaved ? saved : examples[0]));
  isOwn = isSaved;
  if (shared || isSaved) $('examples').selectedIndex = -1;
  try {
    drawFormer();
  } catch {
    // As above.
  }
  const started = performance.now();
  try {
    await startEngine();
    status(`Ready in ${Math.round(performance.now() - started)} ms`);
    document.documentElement.dataset.ready = 'yes';
    forceLinting(editor);
  } catch (error) {
    status(`The engine does not start: ${error.message}`);
  }
  query.focus();
}
addEventListener('hashchange', async () => {
  const shared = await unpack(/^#p=(.+)$/.exec(location.hash)?.[1] ?? '');
  if (shared && JSON.stringify(shared) !== JSON.stringify(stateNow())) open(shared);
});
void begin();
