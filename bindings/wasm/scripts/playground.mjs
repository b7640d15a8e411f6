// Builds playground/dist/index.html: one file with everything in it, which needs no server; and playground/dist/ferz, the
// engine as a script, which runs the examples of pages that `ferz doc` writes if it stands beside them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('..', import.meta.url));
const bundle = async (entry, format) => {
  const { outputFiles } = await build({
    ...entry, bundle: true, minify: true, write: false, format, target: 'es2022', platform: 'browser',
    external: ['node:*'], loader: { '.pl': 'text' }, logLevel: 'warning', logOverride: { 'empty-import-meta': 'silent' },
  });
  // A script within a page ends at its end tag.
  return outputFiles[0].text.replaceAll('</script', '<\\/script');
};
const file = (name) => ({ entryPoints: [folder + name] });
const read = (name) => readFileSync(folder + name, 'utf8');
const parts = {
  '/*STYLE*/': read('playground/style.css') + read('../../crates/tools/src/show/outline.css'),
  '<!--WASM-->': gzipSync(readFileSync(`${folder}dist/ferz.wasm`), { level: 9 }).toString('base64'),
  '<!--THREAD-->': await bundle(file('js/worker-thread.js'), 'iife'),
  '<!--APP-->': await bundle(file('playground/app.js'), 'esm'),
};
let page = read('playground/index.html');
for (const [mark, text] of Object.entries(parts)) page = page.replace(mark, () => text);
mkdirSync(`${folder}playground/dist/ferz`, { recursive: true });
writeFileSync(`${folder}playground/dist/index.html`, page);
const contents = `import { FerzWorker } from './js/worker.js';
globalThis.ferzPackage = { FerzWorker, wasm: ${JSON.stringify(parts['<!--WASM-->'])}, thread: ${JSON.stringify(parts['<!--THREAD-->'])} };`;
writeFileSync(`${folder}playground/dist/ferz/ferz.js`, await bundle({ stdin: { contents, resolveDir: folder } }, 'iife'));
writeFileSync(`${folder}playground/dist/ferz/here.js`, 'globalThis.ferzHere = true;\n');
console.log(`playground/dist/index.html: ${page.length} bytes, ${gzipSync(page).length} with gzip`);
