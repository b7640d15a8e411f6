// Ferz: a Prolog engine in this thread. README.md describes the interface, index.d.ts has its types.

import { Functions } from './functions.js';
import { Instance, compileOnce } from './module.js';
import { Files } from './wasi.js';
import { Reader, Writer } from './wire.js';
import { only, readDiagnostics, readError, wrong } from './error.js';

const DONE = 0, ANSWER = 1, YIELDED = 2, WAITING = 3, EXHAUSTED = 4, ERROR = 5, BUSY = 6;
const CONSULT = 1, OPEN = 2, CLOSE = 3, DEFINE = 4, LIMITS = 5, RESET = 6, TOKENS = 7, CHECK = 8, COMPLETE = 9, SET_FLAG = 10, TRACE = 11, TEXT = 12, IS_COMPLETE = 13;

/** Calls of a step: some tenths of a millisecond. Each step enters the module anew, so that it runs in the best code. */
const FUEL = 20_000;
/** Milliseconds after which others have their turn. */
const SLICE = 10;

const actions = ['creep', 'skip', 'up', 'leap', 'finish', 'fail', 'ignore', 'retry', 'abort'];
const kinds = ['variable', 'name', 'functor', 'symbol', 'number', 'text', 'open', 'close', 'separator', 'end', 'comment', 'unfinished', 'illegal'];

/** Lets other tasks run. */
const turn = (() => {
  if (typeof setImmediate === 'function') return () => new Promise((done) => setImmediate(done));
  const { port1, port2 } = new MessageChannel();
  const waiting = [];
  port1.onmessage = () => waiting.shift()();
  return () => new Promise((done) => {
    waiting.push(done);
    port2.postMessage(0);
  });
})();

/** Hides the properties of an answer that are no variables. */
function hide(answer, fields) {
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(answer, name, { value });
  return answer;
}

function readAnswer(from) {
  const last = from.byte() === 1;
  const answer = {};
  for (let left = from.count(); left > 0; left--) {
    const name = from.text();
    answer[name] = from.term();
  }
  const residual = Array.from({ length: from.count() }, () => from.term());
  return hide(answer, { last, residual, text: from.optional(), fullText: from.optional() });
}

function writeRequest(text, bind) {
  const request = new Writer().text(text);
  const entries = Object.entries(bind ?? {});
  request.count(entries.length);
  for (const [name, value] of entries) request.text(name).term(value);
  return request;
}

/** The answers of a goal, one by one. */
class Query {
  #engine;
  #goal;
  #options;
  /** `fresh` until the first answer is asked for, then `open`, then `over`. */
  #state = 'fresh';
  #settle;

  constructor(engine, goal, options) {
    only(options, 'bind signal text');
    this.#engine = engine;
    this.#goal = goal;
    this.#options = options;
    /** Fulfilled when the query is over. */
    this.over = new Promise((done) => (this.#settle = done));
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  #end() {
    if (this.#state === 'over') return;
    if (this.#state === 'open') this.#engine._close(this);
    this.#state = 'over';
    this.#settle();
  }

  /** Runs one step; returns a result of the iterator, or the kind of the reply. */
  #step() {
    const engine = this.#engine;
    let reply;
    try {
      if (this.#options.signal?.aborted || engine._interrupted(this)) throw engine._stopped();
      if (this.#state === 'fresh') {
        engine._open(this, this.#goal, this.#options.bind);
        this.#state = 'open';
      }
      reply = engine._step(!!this.#options.text);
      const kind = reply.byte();
      switch (kind) {
        case ANSWER: {
          const value = readAnswer(reply);
          // Nothing is left to be asked for.
          if (value.last) this.#end();
          return { done: false, value };
        }
        case EXHAUSTED:
          this.#end();
          return { done: true, value: undefined };
        case ERROR:
          throw engine._error(reply);
        case BUSY:
          throw wrong('the engine is running');
        default:
          return kind;
      }
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Returns the next answer. */
  async next() {
    let started = performance.now();
    while (this.#state !== 'over') {
      // One that was opened after this one comes first.
      const inner = this.#engine._innerOf(this);
      if (inner) {
        await inner.over;
        continue;
      }
      const found = this.#step();
      if (typeof found === 'object') return found;
      if (found === WAITING) {
        await this.#engine._wait(this.#options.signal);
        started = performance.now();
      } else if (performance.now() - started > SLICE) {
        await turn();
        started = performance.now();
      }
    }
    return { done: true, value: undefined };
  }

  /** As `next`, without letting others run. */
  nextSync() {
    while (this.#state !== 'over') {
      if (this.#engine._innerOf(this)) throw wrong('a query that was opened after this one is still open');
      const found = this.#step();
      if (typeof found === 'object') return found;
      if (found === WAITING) {
        this.#end();
        throw wrong('the goal waits for a promise: ask for its answers with `query`');
      }
    }
    return { done: true, value: undefined };
  }

  /** Abandons the remaining answers. */
  async return(value) {
    this.close();
    return { done: true, value };
  }

  close() {
    if (this.#state === 'open') this.#engine._innerOf(this)?.close();
    this.#end();
  }
}

export class Ferz {
  #instance;
  #functions = new Functions();
  #files = new Files();
  #options;
  #decoders = [new TextDecoder(), new TextDecoder()];
  /** The open queries, the outermost first. */
  #open = [];
  /** Which of the queries an interrupt has met. */
  #stopped = new WeakSet();
  #wake = () => {};
  #tracer = null;

  /** Loads an engine. */
  static async load(options = {}) {
    return new Ferz(await compileOnce(options.wasm), options);
  }

  /** For `load`: makes an engine of a compiled module. */
  constructor(module, options = {}) {
    only(options, 'wasm output error input files limits exact');
    this.#options = options;
    const functions = this.#functions;
    this.#instance = new Instance(module, this.#files, {
      exact: () => !!options.exact,
      output: (stream, bytes) => this.#output(stream, bytes),
      input: () => this.#input(),
      call: (id, message) => functions.call(id, message),
      next: (id) => functions.next(id),
      forget: (id) => functions.forget(id),
      settled: (id) => functions.settled(id),
      trace: (message) => this.#traced(message),
    });
    for (const [path, content] of Object.entries(options.files ?? {})) this.#files.write(path, content);
    if (options.limits) this.setLimits(options.limits);
  }

  /** The files that programs see. */
  get files() {
    return this.#files;
  }

  /** The bytes of memory that the engine has taken. */
  get memory() {
    return this.#instance.memory;
  }

  #output(stream, bytes) {
    const shown = this.#decoders[stream - 1].decode(bytes, { stream: true });
    const write = stream === 1 ? this.#options.output : this.#options.error;
    try {
      if (write) write(shown);
      else if (stream === 2) console.error(shown.replace(/\n$/, ''));
      else if (typeof process === 'object' && process.stdout?.write) process.stdout.write(shown);
      else console.log(shown.replace(/\n$/, ''));
    } catch (error) {
      console.error(error);
    }
  }

  #input() {
    let line;
    try {
      line = this.#options.input?.();
    } catch (error) {
      console.error(error);
    }
    if (line === undefined || line === null) return undefined;
    const writer = new Writer().text(line);
    // Without the length.
    return { finish: () => writer.finish().subarray(4) };
  }

  #traced(from) {
    const event = {
      port: from.text(),
      depth: from.count(),
      frame: from.count(),
      hasAlternatives: from.byte() === 1,
      goal: from.text(),
      module: from.text(),
      name: from.text(),
      arity: from.count(),
      file: from.optional(),
      line: from.place(),
      column: from.place(),
      exception: from.optional(),
      variables: Array.from({ length: from.count() }, () => from.text()),
    };
    try {
      return Math.max(0, actions.indexOf(this.#tracer?.(event) ?? 'creep'));
    } catch (error) {
      console.error(error);
      return actions.indexOf('abort');
    }
  }

  /** Runs a request that nothing may be open for. */
  #request(kind, writer) {
    const reply = this.#instance.request(kind, writer, this.#options.exact);
    switch (reply.byte()) {
      case ERROR:
        throw this._error(reply);
      case BUSY:
        throw wrong(this.#open.length ? 'a query is open' : 'the engine is running');
      default:
        return reply;
    }
  }

  /** Loads clauses; returns the warnings. */
  async consultText(text, options) {
    return this.consultTextSync(text, options);
  }

  consultTextSync(text, options = {}) {
    only(options, 'name');
    const { name = 'user' } = options;
    return readDiagnostics(this.#request(CONSULT, new Writer().text(name).text(text)));
  }

  /** Loads a file that `files` has. */
  async consult(path) {
    const found = [path, `${path}.pl`].find((one) => this.#files.read(one) !== undefined);
    if (found === undefined) throw wrong(`there is no file ${path}`);
    return this.consultTextSync(this.#files.read(found), { name: Files.path(found) });
  }

  /** The answers of a goal, for `for await`; it runs as far as they are asked for. */
  query(goal, options = {}) {
    return new Query(this, goal, options);
  }

  /** The answers of a goal as an iterable, for goals that wait for no promise. */
  *querySync(goal, options = {}) {
    const query = this.query(goal, options);
    try {
      for (;;) {
        const { done, value } = query.nextSync();
        if (done) return;
        yield value;
      }
    } finally {
      query.close();
    }
  }

  /** Returns the first answer; undefined if there is none. */
  async once(goal, options = {}) {
    const query = this.query(goal, options);
    try {
      return (await query.next()).value;
    } finally {
      query.close();
    }
  }

  /** As `once`, for goals that wait for no promise. */
  onceSync(goal, options = {}) {
    for (const answer of this.querySync(goal, options)) return answer;
    return undefined;
  }

  /** Returns all answers. */
  async all(goal, options = {}) {
    const answers = [];
    for await (const answer of this.query(goal, options)) answers.push(answer);
    return answers;
  }

  /** Whether a goal has an answer. */
  async succeeds(goal, options = {}) {
    return (await this.once(goal, options)) !== undefined;
  }

  #define(kind, name, run, options = {}) {
    only(options, 'arity');
    const { arity = run.length } = options;
    if (!(arity >= 0)) throw wrong('the arity is no number');
    if (kind === 'test' && arity === 0 && run.constructor?.name === 'AsyncFunction') {
      throw wrong('an asynchronous test has at least one argument');
    }
    const id = this.#functions.add(kind, name, run);
    this.#request(DEFINE, new Writer().text(name).count(kind === 'test' ? arity : arity + 1).count(arity).count(id));
  }

  /** Makes a predicate of a function whose result is the last argument. */
  det(name, run, options) {
    this.#define('det', name, run, options);
  }

  /** As `det`; if the function returns undefined, the predicate fails. */
  semidet(name, run, options) {
    this.#define('semidet', name, run, options);
  }

  /** As `det`, of a function that returns an iterable: each value is a solution. */
  nondet(name, run, options) {
    this.#define('nondet', name, run, options);
  }

  /** Makes a predicate of a function that returns whether it succeeds. */
  test(name, run, options) {
    this.#define('test', name, run, options);
  }

  /** Sets limits; null is none. Times are milliseconds, sizes bytes. */
  setLimits(limits) {
    only(limits, 'time inferences memory program output answers depth');
    const entries = Object.entries(limits).filter((entry) => entry[1] !== undefined);
    for (const [name, amount] of entries) {
      if (amount !== null && !(typeof amount === 'number' && amount >= 0)) throw wrong(`the limit ${name} is no amount: ${amount}`);
    }
    const request = new Writer().count(entries.length);
    for (const [name, amount] of entries) {
      request.text(name).float(amount === null || amount === Infinity ? -1 : name === 'time' ? amount * 1e6 : amount);
    }
    this.#request(LIMITS, request);
  }

  setFlag(name, value) {
    this.#request(SET_FLAG, new Writer().text(name).text(String(value)));
  }

  /** Stops the queries that are open: each ends with an error of the kind `interrupted` when it runs next. */
  interrupt() {
    for (const query of this.#open) this.#stopped.add(query);
    this.#wake();
  }

  /** Forgets what programs have changed; functions, limits and files stay. */
  reset() {
    this.#request(RESET);
  }

  /** Tells of each port of each goal, or no longer. The result of the function says how to go on. */
  trace(front_end) {
    this.#tracer = front_end ?? null;
    this.#request(TRACE, new Writer().byte(front_end ? 1 : 0));
  }

  /** The text of a term, as answers show it. */
  format(term) {
    return this.#request(TEXT, new Writer().term(term)).text();
  }

  /** What is wrong with a text, which is not loaded. */
  check(text, options = {}) {
    only(options, 'name');
    const { name = 'user' } = options;
    return readDiagnostics(this.#request(CHECK, new Writer().text(name).text(text)));
  }

  /** The parts of a text, by their places in the string. */
  tokens(text) {
    const reply = this.#request(TOKENS, new Writer().text(text));
    return Array.from({ length: reply.count() }, () => ({ from: reply.count(), to: reply.count(), kind: kinds[reply.byte()] }));
  }

  /** Whether a text has the full stop that ends a clause. */
  isComplete(text) {
    return this.#request(IS_COMPLETE, new Writer().text(text)).byte() === 1;
  }

  /** What a text can be completed with at a place. */
  completions(text, at = text.length) {
    const reply = this.#request(COMPLETE, new Writer().text(text).count(at));
    return { from: reply.count(), options: Array.from({ length: reply.count() }, () => ({ text: reply.text(), shown: reply.text() })) };
  }

  // For queries.

  _step(withText) {
    return this.#instance.step(FUEL, withText, this.#options.exact);
  }

  _open(query, goal, bind) {
    const reply = this.#instance.request(OPEN, writeRequest(goal, bind));
    switch (reply.byte()) {
      case ERROR:
        throw this._error(reply);
      case BUSY:
        throw wrong('the engine is running');
    }
    this.#open.push(query);
  }

  /** The query that was opened next after this one, and is open. */
  _innerOf(query) {
    const at = this.#open.indexOf(query);
    return at < 0 ? undefined : this.#open[at + 1];
  }

  _close(query) {
    const at = this.#open.indexOf(query);
    if (at < 0) return;
    this.#open.splice(at, 1);
    if (!this.#instance.isDead) this.#instance.request(CLOSE);
  }

  _interrupted(query) {
    return this.#stopped.has(query);
  }

  _stopped() {
    return readError(new Reader(new Writer().text('interrupted').text('Interrupted').byte(0).count(0).count(0).count(0).byte(0).count(0).count(0).finish()));
  }

  _error(reply) {
    const error = readError(reply);
    const cause = this.#functions.causeOf(error.term);
    if (cause !== undefined) error.cause = cause;
    return error;
  }

  /** Waits until a promise of a predicate is settled, or an interrupt. */
  async _wait(signal) {
    const stopped = new Promise((done) => {
      this.#wake = done;
      signal?.addEventListener('abort', done, { once: true });
    });
    await Promise.race([stopped, ...this.#functions.pending]);
    signal?.removeEventListener('abort', this.#wake);
    this.#wake = () => {};
  }
}
