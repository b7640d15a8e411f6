// FerzWorker: an engine in a thread of its own, so that a page never freezes. It has the functions of `Ferz`, all of
// them asynchronous.

import { packTerm, packTerms, unpackAnswer, unpackError, unpackTerms, packError } from './pack.js';
import { only, wrong } from './error.js';

const isNode = typeof process === 'object' && !!process.versions?.node;

async function start(given) {
  if (given) return given();
  if (isNode && typeof Worker !== 'function') {
    const { Worker } = await import('node:worker_threads');
    return new Worker(new URL('./worker-thread.js', import.meta.url));
  }
  return new Worker(new URL('./worker-thread.js', import.meta.url), { type: 'module' });
}

/** A query of an engine in a worker. */
class WorkerQuery {
  #engine;
  #goal;
  #options;
  #id;

  constructor(engine, goal, options) {
    only(options, 'bind signal text');
    this.#engine = engine;
    this.#goal = goal;
    this.#options = options;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  async next() {
    const { signal, bind, text } = this.#options;
    if (this.#id === undefined) {
      this.#id = this.#engine._number();
      signal?.addEventListener('abort', () => this.#engine._ask('stop', this.#id), { once: true });
      if (signal?.aborted) this.#engine._ask('stop', this.#id);
    }
    return this.#engine._answer(await this.#engine._ask('next', this.#id, this.#goal, this.#engine._bind(bind), !!text));
  }

  async return(value) {
    await this.close();
    return { done: true, value };
  }

  async close() {
    if (this.#id !== undefined) await this.#engine._ask('close', this.#id);
  }
}

export class FerzWorker {
  #worker;
  #options;
  #next = 1;
  #waiting = new Map();
  #functions = new Map();
  #tracer = null;
  #ended;

  /** Starts a worker with an engine. */
  static async load(options = {}) {
    only(options, 'wasm output error input files limits exact worker setup');
    const engine = new FerzWorker(await start(options.worker), options);
    const { wasm, limits, files, exact, setup } = options;
    const source = wasm instanceof URL ? wasm.href : wasm;
    const hasInput = typeof options.input === 'string' ? options.input : undefined;
    await engine._ask('load', { wasm: source, limits, files, exact, setup: setup && String(setup), input: hasInput });
    return engine;
  }

  constructor(worker, options = {}) {
    this.#worker = worker;
    this.#options = options;
    const told = (message) => this.#told(message);
    const failed = (error) => this.#end(wrong(`the worker has failed: ${error?.message ?? error}`));
    if (typeof worker.on === 'function') worker.on('message', told).on('error', failed);
    else {
      worker.onmessage = ({ data }) => told(data);
      worker.onerror = failed;
    }
    this.files = {
      write: (path, content) => this._ask('file', 'write', path, content),
      read: (path) => this._ask('file', 'read', path),
      readBytes: (path) => this._ask('file', 'readBytes', path),
      delete: (path) => this._ask('file', 'delete', path),
      list: () => this._ask('file', 'list'),
    };
  }

  #told(message) {
    switch (message.kind) {
      case 'reply': {
        const { resolve, reject } = this.#waiting.get(message.id) ?? {};
        this.#waiting.delete(message.id);
        if (message.error) reject?.(unpackError(message.error));
        else resolve?.(message.value);
        return;
      }
      case 'output':
        (message.stream === 1 ? (this.#options.output ?? console.log) : (this.#options.error ?? console.error))(message.text);
        return;
      case 'trace':
        this.#tracer?.(message.events);
        return;
      case 'call':
        void this.#call(message);
    }
  }

  async #call({ id, number, bytes }) {
    let reply;
    try {
      const result = await this.#functions.get(number)(...unpackTerms(bytes, this.#options.exact));
      reply = { value: result === undefined ? undefined : packTerm(result) };
    } catch (error) {
      reply = { error: packError(error) };
    }
    if (!this.#ended) this.#worker.postMessage({ method: 'returned', args: [id, reply] });
  }

  #end(error) {
    this.#ended = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  _number() {
    return this.#next++;
  }

  _ask(method, ...args) {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, args });
    });
  }

  _bind(bind) {
    const names = Object.keys(bind ?? {});
    return names.length ? { names, bytes: packTerms(names.map((name) => bind[name])) } : undefined;
  }

  _answer({ done, value }) {
    return { done, value: value && unpackAnswer(value, this.#options.exact) };
  }

  consultText(text, options) {
    return this._ask('consultText', text, options);
  }

  consult(path) {
    return this._ask('consult', path);
  }

  query(goal, options = {}) {
    return new WorkerQuery(this, goal, options);
  }

  async once(goal, options = {}) {
    const query = this.query(goal, options);
    try {
      return (await query.next()).value;
    } finally {
      await query.close();
    }
  }

  async all(goal, options = {}) {
    const answers = [];
    for await (const answer of this.query(goal, options)) answers.push(answer);
    return answers;
  }

  async succeeds(goal, options = {}) {
    return (await this.once(goal, options)) !== undefined;
  }

  #define(kind, name, run, options = {}) {
    only(options, 'arity');
    const { arity = run.length } = options;
    const number = this.#next++;
    this.#functions.set(number, run);
    return this._ask('define', kind, name, arity, number);
  }

  det(name, run, options) {
    return this.#define('det', name, run, options);
  }

  semidet(name, run, options) {
    return this.#define('semidet', name, run, options);
  }

  test(name, run, options) {
    return this.#define('test', name, async (...args) => Boolean(await run(...args)), { arity: run.length, ...options });
  }

  setLimits(limits) {
    return this._ask('setLimits', limits);
  }

  setFlag(name, value) {
    return this._ask('setFlag', name, value);
  }

  interrupt() {
    return this._ask('interrupt');
  }

  reset() {
    return this._ask('reset');
  }

  check(text, options) {
    return this._ask('check', text, options);
  }

  tokens(text) {
    return this._ask('tokens', text);
  }

  isComplete(text) {
    return this._ask('isComplete', text);
  }

  completions(text, at) {
    return this._ask('completions', text, at);
  }

  format(term) {
    return this._ask('format', packTerm(term));
  }

  memory() {
    return this._ask('memory');
  }

  /** Tells of ports, many at a time; a goal that is traced does not wait for it. At most `most` ports are told of. */
  trace(told, { most = 100_000 } = {}) {
    this.#tracer = told ?? null;
    return this._ask('trace', !!told, most);
  }

  /** Ends the worker at once, also one that does not listen. What waits for it is rejected with `interrupted`. */
  terminate() {
    this.#worker.terminate();
    this.#end(unpackError({ kind: 'interrupted', message: 'Interrupted: the engine was ended' }));
  }
}
