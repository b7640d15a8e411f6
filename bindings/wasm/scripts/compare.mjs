// Measures ferz beside other Prolog systems for JavaScript, each in processes of its own: `npm run compare`. It installs
// those in target/compare. A row: what a browser downloads with gzip, the time from loading the module to the first
// answer (the least of five), and naive reverse.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('..', import.meta.url));
const others = `${folder}target/compare`;

const PROGRAM = `
app([], L, L).
app([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).
nrev([], []).
nrev([X|Xs], Ys) :- nrev(Xs, Zs), app(Zs, [X], Ys).
digits([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]).
bench(0).
bench(N) :- N > 0, digits(L), nrev(L, _), M is N - 1, bench(M).
`;
/** The calls of a reversal of 30 items. */
const CALLS = 496;

const from = (path) => import(pathToFileURL(`${others}/node_modules/${path}`).href);

/** Each starts, and returns what loads a program and what runs a goal. `rounds`: of the benchmark, some seconds' worth. */
const systems = {
  ferz: {
    rounds: 20_000,
    files: () => [`${folder}dist/ferz.wasm`, ...['ferz', 'functions', 'module', 'terms', 'wasi', 'wire', 'error', 'index', 'pack'].map((name) => `${folder}js/${name}.js`)],
    async start() {
      const { Ferz } = await import('../js/index.js');
      const pl = await Ferz.load();
      return { load: (text) => pl.consultText(text), run: async (goal) => (await pl.once(goal)) !== undefined };
    },
  },
  'swipl-wasm': {
    rounds: 5_000,
    files: () => ['wasm', 'js', 'data'].map((end) => `${others}/node_modules/swipl-wasm/dist/swipl/swipl-web.${end}`),
    async start() {
      const make = createRequire(`${others}/package.json`)('swipl-wasm/dist/swipl/swipl-web.js');
      const swipl = await make({ arguments: ['-q'], locateFile: (name) => `${others}/node_modules/swipl-wasm/dist/swipl/${name}` });
      return {
        load(text) {
          swipl.FS.writeFile('/bench.pl', text);
          swipl.prolog.query("consult('/bench.pl')").once();
        },
        run: (goal) => swipl.prolog.query(goal).once().success !== false,
      };
    },
  },
  trealla: {
    rounds: 2_000,
    files: () => [`${others}/node_modules/trealla/trealla.js`],
    async start() {
      const { Prolog, load } = await from('trealla/trealla.js');
      await load();
      const pl = new Prolog();
      return { load: (text) => pl.consultText(text), run: async (goal) => (await pl.queryOnce(goal)).status === 'success' };
    },
  },
  scryer: {
    rounds: 2_000,
    files: () => [`${others}/node_modules/scryer/dist/scryer.js`],
    async start() {
      const { init, Prolog } = await from('scryer/dist/scryer.js');
      await init();
      const pl = new Prolog();
      return { load: (text) => pl.consultText(text), run: (goal) => !!pl.queryOnce(`${goal}.`) };
    },
  },
  'tau-prolog': {
    rounds: 20,
    files: () => ['core', 'lists'].map((name) => `${others}/node_modules/tau-prolog/modules/${name}.js`),
    async start() {
      const pl = createRequire(`${others}/package.json`)('tau-prolog');
      const session = pl.create(1e9);
      const settled = (work) => new Promise((success, error) => work({ success, error }));
      return {
        load: (text) => settled((then) => session.consult(text, then)),
        async run(goal) {
          await settled((then) => session.query(`${goal}.`, then));
          return new Promise((success, error) => session.answer({ success: () => success(true), fail: () => success(false), error, limit: error }));
        },
      };
    },
  },
};

/** Measures one system in this process. */
async function measure(name, work) {
  const system = systems[name];
  const begin = performance.now();
  const engine = await system.start();
  const check = async (goal) => {
    if (!(await engine.run(goal))) throw new Error(`${name}: ${goal} has failed`);
  };
  await check('X = 1');
  if (work === 'start') return performance.now() - begin;
  await engine.load(PROGRAM);
  // With a variable: scryer's package wants one in every goal.
  await check(`X = 1, bench(${Math.ceil(system.rounds / 10)})`);
  const middle = performance.now();
  await check(`X = 1, bench(${system.rounds})`);
  return (system.rounds * CALLS) / (performance.now() - middle) / 1000;
}

function measured(name, work) {
  const arguments_ = ['--no-warnings', fileURLToPath(import.meta.url), name, work];
  const output = execFileSync(process.execPath, arguments_, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return Number(output.trim().split('\n').pop());
}

const [name, work] = process.argv.slice(2);
if (work) {
  console.log(await measure(name, work));
  process.exit(0);
}
mkdirSync(others, { recursive: true });
if (!existsSync(`${others}/package.json`)) writeFileSync(`${others}/package.json`, '{ "private": true }\n');
const wanted = Object.keys(systems).filter((name) => name !== 'ferz');
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...wanted], { cwd: others, stdio: 'inherit' });
console.log('| | version | download with gzip, KiB | first answer, ms | naive reverse, million calls a second |');
console.log('|---|---|---|---|---|');
for (const [name, system] of Object.entries(systems)) {
  const home = name === 'ferz' ? folder : `${others}/node_modules/${name}/`;
  const { version } = JSON.parse(readFileSync(`${home}package.json`));
  const size = system.files().reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  const starts = Array.from({ length: 5 }, () => measured(name, 'start'));
  const speed = measured(name, 'speed');
  console.log(`| ${name} | ${version} | ${Math.round(size / 1024)} | ${Math.round(Math.min(...starts))} | ${speed.toFixed(speed < 1 ? 2 : 1)} |`);
}
