// Reads and writes the sections of WebAssembly modules.

/** The numbers of sections. */
export const CUSTOM = 0, IMPORTS = 2, CODE = 10, DATA = 11;
const HEADER = 8;

/** Bytes that are read from the front. */
export class Bytes {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  /** The number that follows, of seven bits a byte, the lowest first. */
  number() {
    let value = 0, shift = 0, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80);
    return value;
  }
  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
  text() {
    return Buffer.from(this.take(this.number())).toString();
  }
  get isAtEnd() {
    return this.at >= this.bytes.length;
  }
}

/** The bytes of a number. */
export function number(value) {
  const bytes = [];
  do {
    bytes.push(value >= 0x80 ? (value % 0x80) | 0x80 : value);
    value = Math.floor(value / 0x80);
  } while (value);
  return Buffer.from(bytes);
}

/** Bytes behind their count. */
export const counted = (bytes) => Buffer.concat([number(bytes.length), bytes]);

/** The sections of a module: kinds and bodies. */
export function sections(module) {
  const bytes = new Bytes(module, HEADER);
  const found = [];
  while (!bytes.isAtEnd) found.push({ kind: bytes.take(1)[0], body: bytes.take(bytes.number()) });
  return found;
}

/** The module of these sections, with the header of another one. */
export const assemble = (module, parts) =>
  Buffer.concat([module.subarray(0, HEADER), ...parts.flatMap(({ kind, body }) => [Buffer.from([kind]), counted(body)])]);

/** The number of functions that a module imports, given its sections: those of its own are numbered from there. */
export function countImports(parts) {
  const bytes = new Bytes(parts.find(({ kind }) => kind === IMPORTS).body);
  const count = bytes.number();
  for (let i = 0; i < count; i++) {
    bytes.text();
    bytes.text();
    if (bytes.take(1)[0] !== 0) throw new Error('an import that is no function');
    bytes.number();
  }
  return count;
}

/** The bodies of the functions in a section of code. */
export function bodies(section) {
  const bytes = new Bytes(section);
  return Array.from({ length: bytes.number() }, () => bytes.take(bytes.number()));
}
