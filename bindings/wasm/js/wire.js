// Terms as bytes, the form in which they pass between JavaScript and the engine.
//
// A term is a tag (one byte) and its content. Numbers are little endian; a text is its length in bytes and UTF-8.
//
//   0 variable: number in the message (u32)      6 float (f64)
//   1 atom: text                                 7 list: number of items (u32), the items, the tail
//   2 string: text                               8 compound: name, number of arguments (u32), the arguments
//   3 integer (i64)                              9 something else: text
//   4 larger integer: digits                    10 integer (i32)
//   5 rational: digits, r, digits

import { Atom, Compound, Float, PartialList, Rational, Variable, atom, tag } from './terms.js';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Reader {
  /** `exact`: all floats are objects of the class Float. */
  constructor(bytes, exact = false) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
    this.exact = exact;
    this.variables = [];
  }
  byte() {
    return this.bytes[this.at++];
  }
  count() {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }
  text() {
    const length = this.count();
    const from = this.at;
    this.at += length;
    if (length < 24) {
      // Short texts are mostly names in ASCII, for which this is faster.
      let made = '';
      for (let i = from; i < this.at; i++) {
        const c = this.bytes[i];
        if (c > 127) return decoder.decode(this.bytes.subarray(from, this.at));
        made += String.fromCharCode(c);
      }
      return made;
    }
    return decoder.decode(this.bytes.subarray(from, this.at));
  }
  optional() {
    return this.byte() ? this.text() : undefined;
  }
  /** A number that is 0 if it is missing. */
  place() {
    return this.count() || undefined;
  }

  term() {
    // The compounds and lists whose parts are still to come.
    const open = [];
    for (;;) {
      let value = this.leaf(open);
      if (value === undefined) continue;
      for (;;) {
        const top = open[open.length - 1];
        if (!top) return value;
        top.parts.push(value);
        if (top.parts.length < top.wanted) break;
        open.pop();
        value = finished(top);
      }
    }
  }

  leaf(open) {
    switch (this.byte()) {
      case 0: {
        const number = this.count();
        return (this.variables[number] ??= new Variable(`_${number + 1}`));
      }
      case 1: {
        const name = this.text();
        return name === '[]' ? [] : atom(name);
      }
      case 2:
        return this.text();
      case 3: {
        const value = this.view.getBigInt64(this.at, true);
        this.at += 8;
        const number = Number(value);
        return Number.isSafeInteger(number) ? number : value;
      }
      case 4:
        return BigInt(this.text());
      case 5: {
        const [above, below] = this.text().split('r');
        return new Rational(above, below);
      }
      case 6: {
        const value = this.view.getFloat64(this.at, true);
        this.at += 8;
        return this.exact ? new Float(value) : value;
      }
      case 7:
        open.push({ list: true, parts: [], wanted: this.count() + 1 });
        return undefined;
      case 8: {
        const name = this.text();
        const wanted = this.count();
        if (wanted === 0) return new Compound(name, []);
        open.push({ name, parts: [], wanted });
        return undefined;
      }
      case 10: {
        this.at += 4;
        return this.view.getInt32(this.at - 4, true);
      }
      default:
        return atom(this.text());
    }
  }
}

function finished({ list, name, parts }) {
  if (list) {
    const tail = parts.pop();
    return Array.isArray(tail) && tail.length === 0 ? parts : new PartialList(parts, tail);
  }
  const isDict = name === '$dict' && parts.length % 2 === 1 && parts.every((part, i) => i % 2 === 0 || part instanceof Atom);
  if (!isDict) return new Compound(name, parts);
  const dict = {};
  for (let i = 1; i < parts.length; i += 2) {
    Object.defineProperty(dict, parts[i].name, { value: parts[i + 1], enumerable: true, writable: true, configurable: true });
  }
  if (!(parts[0] instanceof Variable)) Object.defineProperty(dict, tag, { value: parts[0] });
  return dict;
}

export class Writer {
  constructor() {
    this.bytes = new Uint8Array(256);
    this.view = new DataView(this.bytes.buffer);
    this.at = 0;
    this.variables = new Map();
  }
  room(count) {
    if (this.at + count <= this.bytes.length) return;
    const longer = new Uint8Array(Math.max(2 * this.bytes.length, this.at + count));
    longer.set(this.bytes.subarray(0, this.at));
    this.bytes = longer;
    this.view = new DataView(longer.buffer);
  }
  finish() {
    return this.bytes.subarray(0, this.at);
  }
  byte(value) {
    this.room(1);
    this.bytes[this.at++] = value;
    return this;
  }
  count(value) {
    this.room(4);
    this.view.setUint32(this.at, value, true);
    this.at += 4;
    return this;
  }
  float(value) {
    this.room(8);
    this.view.setFloat64(this.at, value, true);
    this.at += 8;
    return this;
  }
  text(value) {
    this.room(4 + 3 * value.length);
    const { written } = encoder.encodeInto(value.toWellFormed?.() ?? value, this.bytes.subarray(this.at + 4));
    this.view.setUint32(this.at, written, true);
    this.at += 4 + written;
    return this;
  }
  tagged(tag, value) {
    return this.byte(tag).text(value);
  }

  term(term) {
    const waiting = [term];
    // What this term is in, to find cycles: entries of `waiting` below which a compound ends.
    const around = new Map();
    while (waiting.length) {
      const value = waiting.pop();
      if (value instanceof End) {
        around.delete(value.of);
        continue;
      }
      const parts = this.head(value);
      if (!parts) continue;
      if (around.has(value)) throw new TypeError('a cyclic object is no term');
      around.set(value, true);
      waiting.push(new End(value));
      for (let i = parts.length - 1; i >= 0; i--) waiting.push(parts[i]);
    }
    return this;
  }

  /** Writes what comes before the parts of a term, and returns the parts. */
  head(value) {
    switch (typeof value) {
      case 'number':
        if (Number.isSafeInteger(value) && !Object.is(value, -0)) this.integer(BigInt(value), value);
        else this.byte(6).float(value);
        return undefined;
      case 'bigint':
        this.integer(value, Number(value));
        return undefined;
      case 'string':
        this.tagged(2, value);
        return undefined;
      case 'boolean':
        this.tagged(1, String(value));
        return undefined;
      case 'object':
        return this.object(value);
      default:
        throw new TypeError(`a value of type ${typeof value} is no term`);
    }
  }

  integer(big, number) {
    if (number === (number | 0)) {
      this.byte(10).room(4);
      this.view.setInt32(this.at, number, true);
      this.at += 4;
    } else if (BigInt.asIntN(64, big) === big) {
      this.byte(3).room(8);
      this.view.setBigInt64(this.at, big, true);
      this.at += 8;
    } else {
      this.tagged(4, big.toString());
    }
  }

  object(value) {
    if (value === null) return void this.tagged(1, 'null');
    if (value instanceof Atom) return void this.tagged(1, value.name);
    if (Array.isArray(value)) {
      if (value.length === 0) return void this.tagged(1, '[]');
      this.byte(7).count(value.length);
      return [...value, empty];
    }
    if (value instanceof Compound) {
      this.tagged(8, value.name).count(value.args.length);
      return value.args;
    }
    if (value instanceof Variable) {
      if (!this.variables.has(value)) this.variables.set(value, this.variables.size);
      return void this.byte(0).count(this.variables.get(value));
    }
    if (value instanceof Float) return void this.byte(6).float(value.value);
    if (value instanceof Rational) return void this.tagged(5, `${value.numerator}r${value.denominator}`);
    if (value instanceof PartialList) {
      if (value.items.length === 0) return [value.tail];
      this.byte(7).count(value.items.length);
      return [...value.items, value.tail];
    }
    if (value instanceof Map) value = Object.fromEntries(value);
    if (typeof value[Symbol.iterator] === 'function') return this.object(Array.from(value));
    // A date or a promise has no keys, which does not make it an empty dict.
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (kind !== 'Object') throw new TypeError(`a value of the class ${kind} is no term`);
    return this.dict(value);
  }

  /** A plain object is a dict: its keys in the order of atoms. */
  dict(value) {
    const keys = Object.keys(value).sort(byCodePoint);
    this.tagged(8, '$dict').count(1 + 2 * keys.length);
    return [value[tag] ?? new Variable(), ...keys.flatMap((key) => [atom(key), value[key]])];
  }
}

/** The end of the parts of an object. */
class End {
  constructor(of) {
    this.of = of;
  }
}

const empty = new Atom('[]');

function byCodePoint(a, b) {
  const [x, y] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = x[i].codePointAt(0) - y[i].codePointAt(0);
    if (difference) return difference;
  }
  return x.length - y.length;
}
