// Builds dist/ferz.wasm: cargo for the target wasm32-wasip1, shrink.mjs, wasm-opt. `--debug`: neither optimised nor shrunk.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
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
  const shrunk = `${folder}target/shrunk.wasm`;
  writeFileSync(shrunk, withoutPanics(readFileSync(built)));
  run(process.execPath, `${folder}node_modules/binaryen/bin/wasm-opt`, shrunk, '-Oz', '-Oz', '--strip-debug', '--strip-producers', ...features, '-o', result);
}
const bytes = readFileSync(result);
const zipped = gzipSync(bytes, { level: 9 });
console.log(`dist/ferz.wasm: ${bytes.length} bytes, ${zipped.length} with gzip`);
