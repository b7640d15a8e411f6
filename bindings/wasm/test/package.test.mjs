// The package as npm installs it: what is in it, and that modules of both kinds can use it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const CONTENT = [
  'README.md', 'dist/error.js', 'dist/ferz.js', 'dist/ferz.wasm', 'dist/functions.js', 'dist/index.cjs', 'dist/index.d.cts',
  'dist/index.js', 'dist/module.js', 'dist/pack.js', 'dist/terms.js', 'dist/wasi.js', 'dist/wire.js', 'dist/worker-thread.js',
  'dist/worker.js', 'js/index.d.ts', 'js/worker.d.ts', 'package.json',
];

const USE = `
async function main() {
  const pl = await Ferz.load();
  await pl.consultText('p(1). p(a).');
  const found = await pl.all('p(X)');
  if (found[0].X !== 1 || found[1].X !== atom('a') || !(found[1].X instanceof Atom)) throw new Error('wrong answers');
  const worker = await FerzWorker.load();
  const answer = await worker.once('X is 6 * 7');
  worker.terminate();
  console.log(answer.X);
}
void main();
`;

const TYPED = `
async function typed(): Promise<number> {
  const pl = await Ferz.load();
  const answer = await pl.once('X = 1');
  const worker = await FerzWorker.load();
  worker.terminate();
  return answer?.X instanceof Atom ? 1 : 2;
}
void typed;
`;

test('the package as it is installed', async (t) => {
  const place = mkdtempSync(join(tmpdir(), 'ferz-package-'));
  t.after(() => rmSync(place, { recursive: true }));
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', place], { cwd: folder, encoding: 'utf8' });
  const [packed] = JSON.parse(output);

  await t.test('has what it should, and nothing else', () => {
    assert.deepEqual(packed.files.map(({ path }) => path).sort(), CONTENT.sort());
  });

  const installed = join(place, 'node_modules', 'ferz');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(place, packed.filename), '-C', installed, '--strip-components=1']);
  const write = (name, text) => writeFileSync(join(place, name), text);
  const run = (name) => execFileSync(process.execPath, [name], { cwd: place, encoding: 'utf8' });

  await t.test('import', () => {
    write('main.mjs', `import { Atom, Ferz, FerzWorker, atom } from 'ferz';${USE}`);
    assert.equal(run('main.mjs'), '42\n');
    write('worker.mjs', "import { FerzWorker } from 'ferz/worker'; (await FerzWorker.load()).terminate(); console.log('ended');");
    assert.equal(run('worker.mjs'), 'ended\n');
  });

  await t.test('require', () => {
    write('main.cjs', `const { Atom, Ferz, FerzWorker, atom } = require('ferz');${USE}`);
    assert.equal(run('main.cjs'), '42\n');
    write('place.cjs', "console.log(require('ferz/package.json').name, require.resolve('ferz/ferz.wasm').endsWith('ferz.wasm'));");
    assert.equal(run('place.cjs'), 'ferz true\n');
  });

  await t.test('the types of both', () => {
    const names = '{ Atom, Ferz, FerzWorker, type Answer }';
    write('main.mts', `import ${names} from 'ferz'; import { FerzWorker as Other, type WorkerOptions } from 'ferz/worker';
      const options: WorkerOptions = { input: '' }; void [options, Other];
      export type A = Answer;${TYPED}`);
    write('main.cts', `import ${names} from 'ferz'; export type A = Answer;${TYPED}`);
    write('old.cts', "import ferz = require('ferz'); void ferz.Ferz.load();");
    const options = { strict: true, target: 'es2022', module: 'node16', lib: ['es2023', 'dom'], types: [], noEmit: true };
    write('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['main.mts', 'main.cts', 'old.cts'] }));
    const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
    execFileSync(process.execPath, [tsc, '-p', place], { stdio: ['ignore', 'inherit', 'inherit'] });
  });
});
