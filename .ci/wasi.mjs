// Runs a WebAssembly module with WASI under node: node .ci/wasi.mjs MODULE ARGUMENTS
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [, , file, ...args] = process.argv;
const wasi = new WASI({ version: 'preview1', args: [file, ...args], env: {}, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(file));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
