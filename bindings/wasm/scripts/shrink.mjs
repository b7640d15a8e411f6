// Makes the panics of a module traps. A panic is a fault of the engine, after which an instance is of no use; that it tells
// where it arose takes a twentieth of the module: at each check a place in the source, and the values that were checked.
// The module that `npm run build -- --debug` makes tells them.

import { Bytes, CODE, CUSTOM, DATA, assemble, bodies, countImports, counted, number, sections } from './sections.mjs';

/** The functions of Rust's library that panic, in the mangled form of their names. */
const PANICS =
  /4core(?:9panicking|5slice5index\d+\w*_fail|3str\d+slice_error_fail|6(?:option|result)\d+(?:unwrap|expect)_failed|4cell\d+panic_|5slice\d+copy_from_slice_impl\d+len_mismatch_fail)/;
/** The body of a function that has no variables and traps. */
const TRAP = [0, 0x00, 0x0b];
/** The number of an instruction. */
const CONSTANT = 0x41;
/** The bytes that `wasm-opt --low-memory-unused` takes for unused. */
const UNUSED = 1024;

/** The numbers of the functions whose names match. */
function matching(body, pattern) {
  const bytes = new Bytes(body);
  const found = new Set();
  if (bytes.text() !== 'name') return found;
  while (!bytes.isAtEnd) {
    const [kind] = bytes.take(1);
    const names = new Bytes(bytes.take(bytes.number()));
    for (let left = kind === 1 ? names.number() : 0; left > 0; left--) {
      const index = names.number();
      if (pattern.test(names.text())) found.add(index);
    }
  }
  return found;
}

function withTraps(body, imports, panics) {
  const code = bodies(body).map((code, i) => counted(panics.has(imports + i) ? Buffer.from(TRAP) : code));
  return Buffer.concat([number(code.length), ...code]);
}

/** Clears the places in the source that nothing tells any more: the name of a file, its length, a line and a column. */
function clearPlaces(data, base) {
  const file = (at, length) => (at >= 0 && length < 256 && at + length <= data.length ? data.toString('latin1', at, at + length) : '');
  const files = new Map();
  for (let at = (4 - (base % 4)) % 4; at + 16 <= data.length; at += 4) {
    const [name, length, line, column] = [0, 4, 8, 12].map((offset) => data.readUInt32LE(at + offset));
    if (line > 0 && line < 100_000 && column > 0 && column < 1000 && /^[\w./-]+\.rs$/.test(file(name - base, length))) {
      files.set(name - base, length);
      data.fill(0, at, at + 16);
    }
  }
  for (const [at, length] of files) data.fill(0, at, at + length);
}

/** Clears them in all segments: each goes to the only memory, at a constant. */
function clearSegments(body) {
  const bytes = new Bytes(body);
  for (let left = bytes.number(); left > 0; left--) {
    if (bytes.number() !== 0 || bytes.take(1)[0] !== CONSTANT) throw new Error('a segment of another kind');
    const base = bytes.number();
    if (base < UNUSED) throw new Error('data at the low addresses that wasm-opt takes for unused');
    bytes.take(1);
    const data = bytes.take(bytes.number());
    clearPlaces(Buffer.from(data.buffer, data.byteOffset, data.length), base);
  }
}

/** Returns the module without panics, given one that has the names of its functions. */
export function withoutPanics(module) {
  const parts = sections(module);
  const imports = countImports(parts);
  const panics = new Set(parts.filter(({ kind }) => kind === CUSTOM).flatMap(({ body }) => [...matching(body, PANICS)]));
  if (!panics.size) throw new Error('the module has no panics, or no names');
  return assemble(module, parts.map(({ kind, body }) => {
    if (kind === DATA) clearSegments(body);
    return { kind, body: kind === CODE ? withTraps(body, imports, panics) : body };
  }));
}
