// The module: how it is found, compiled once, and called.

import { Reader, Writer } from './wire.js';
import { wasi } from './wasi.js';
import { wrong } from './error.js';

const isNode = typeof process === 'object' && !!process.versions?.node;

/** The compiled module by its source; the usual one is undefined. */
const compiled = new Map();

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  if (typeof Response === 'function' && source instanceof Response) return WebAssembly.compileStreaming(source);
  const url = new URL(source ?? new URL('../dist/ferz.wasm', import.meta.url));
  if (isNode && url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  const isWasm = response.headers.get('content-type')?.startsWith('application/wasm');
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Returns the compiled module; it is compiled once. */
export function compileOnce(source) {
  const key = source instanceof URL ? source.href : source;
  let found = compiled.get(key);
  if (!found) {
    found = compile(source);
    compiled.set(key, found);
    found.catch(() => compiled.delete(key));
  }
  return found;
}

/** The number of the engine in its module: each has one of its own. */
const ENGINE = 1;

/** An instance of the module with one engine. */
export class Instance {
  /** Why it can no longer be used. */
  #dead;
  #exports;

  /** `host` has the functions that the module imports; a reply is a `Writer`, or nothing. */
  constructor(module, files, host) {
    let report = '';
    const memory = () => this.#exports.memory;
    const reply = (writer) => (writer ? this.#give(writer.finish()) : 0);
    const take = (at, length) => new Uint8Array(memory().buffer, at, length).slice();
    const ferz = {
      output: (_engine, stream, at, length) => host.output(stream, take(at, length)),
      input: () => reply(host.input()),
      call: (id, at, length) => reply(host.call(id, new Reader(take(at, length), host.exact()))),
      next: (id) => reply(host.next(id)),
      forget: (id) => host.forget(id),
      trace: (_engine, at, length) => host.trace(new Reader(take(at, length))),
      settled: (id) => reply(host.settled(id)),
    };
    const system = wasi(files, memory, (text) => (report = text));
    const instance = new WebAssembly.Instance(module, { ferz, wasi_snapshot_preview1: system });
    this.#exports = instance.exports;
    this.report = () => report;
    this.#guard(() => {
      this.#exports._initialize?.();
      this.#exports.ferz_new(ENGINE);
    });
  }

  /** Runs the module. A trap leaves it in no state to go on. */
  #guard(run) {
    if (this.#dead) throw wrong(`the engine has stopped: ${this.#dead}`);
    try {
      return run();
    } catch (error) {
      this.#dead = this.report() || error.message;
      throw wrong(`the engine has stopped: ${this.#dead}`);
    }
  }

  get isDead() {
    return this.#dead !== undefined;
  }

  /** Puts bytes where the module reads them. */
  #give(bytes) {
    const at = this.#exports.ferz_room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  #reply(length, exact) {
    const at = this.#exports.ferz_reply();
    return new Reader(new Uint8Array(this.#exports.memory.buffer, at, length), exact);
  }

  /** Runs a request; the reply is valid until the next one. */
  request(kind, writer = new Writer(), exact = false) {
    return this.#guard(() => {
      const length = this.#give(writer.finish());
      return this.#reply(this.#exports.ferz_request(ENGINE, kind, length), exact);
    });
  }

  /** Runs the open query for a number of calls. */
  step(fuel, withText, exact) {
    return this.#guard(() => this.#reply(this.#exports.ferz_step(ENGINE, fuel, withText ? 1 : 0), exact));
  }

  /** The bytes of memory that it has. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }
}
