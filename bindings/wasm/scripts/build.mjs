// Builds dist: ferz.wasm by cargo for the target wasm32-wasip1, shrink.mjs, wasm-opt, order.mjs; the scripts of js, minified; and
// one file of them for `require`.
// `--debug`: neither optimised nor shrunk.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { named } from './order.mjs';
import { withoutPanics } from './shrink.mjs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const TARGET = 'wasm32-wasip1';
const isDebug = process.argv.includes('--debug');
const run = (program, ...args) => execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });

try {
  const installed = execFileSync('rustup', ['target', 'list', '--installed'], { cwd: folder, encoding: 'utf8' });
  if (!installed.includes(TARGET)) run('rustup', 'target', 'add', TARGET);
} catch {
  // A toolchain without rustup has the target, or cargo says that it is missing.
}
run('cargo', 'build', '--quiet', '--target', TARGET, '--target-dir', 'target', ...(isDebug ? [] : ['--release']));
mkdirSync(`${folder}dist`, { recursive: true });
const built = `${folder}target/${TARGET}/${isDebug ? 'debug' : 'release'}/ferz_wasm.wasm`;
const result = `${folder}dist/ferz.wasm`;
if (isDebug) {
  copyFileSync(built, result);
} else {
  const features = ['--enable-bulk-memory', '--enable-sign-ext', '--enable-mutable-globals', '--enable-nontrapping-float-to-int', '--enable-multivalue', '--enable-reference-types'];
  const step = `${folder}target/step.wasm`;
  const optimised = (...options) =>
    run(process.execPath, `${folder}node_modules/binaryen/bin/wasm-opt`, step, ...options, '--strip-producers', ...features, '-o', result);
  writeFileSync(step, withoutPanics(readFileSync(built)));
  // Rust puts the stack below the data, so that nothing has an address below 1024.
  optimised('-Oz', '-Oz', '--low-memory-unused', '--strip-debug');
  writeFileSync(step, named(readFileSync(result)));
  optimised('--reorder-functions-by-name', '--strip-debug');
}
const scripts = readdirSync(`${folder}js`).filter((name) => name.endsWith('.js'));
await build({
  entryPoints: scripts.map((name) => `${folder}js/${name}`), outdir: `${folder}dist`,
  minify: !isDebug, format: 'esm', target: 'es2022', logLevel: 'warning',
});
// For `require`, in Node: one file, which finds the module and the thread of a worker beside it.
await build({
  entryPoints: [`${folder}js/index.js`], outfile: `${folder}dist/index.cjs`, bundle: true, platform: 'node',
  minify: !isDebug, format: 'cjs', target: 'node18', logLevel: 'warning',
  define: { 'import.meta.url': 'place' }, banner: { js: "const place = require('node:url').pathToFileURL(__filename).href;" },
});
copyFileSync(`${folder}js/index.d.ts`, `${folder}dist/index.d.cts`);
const bytes = readFileSync(result);
const zipped = gzipSync(bytes, { level: 9 });
console.log(`dist/ferz.wasm: ${bytes.length} bytes, ${zipped.length} with gzip`);
