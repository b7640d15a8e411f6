// The thread of a FerzWorker.

import { Ferz } from './ferz.js';
import { packAnswer, packError, unpackError, unpackTerm, unpackTerms, packTerms } from './pack.js';

/** The other side: of a worker of a page, or of Node. */
let port;
const post = (message) => port.postMessage(message);

let engine;
/** The open queries by the numbers that the other side has given them. */
const queries = new Map();
/** Those that were told to stop. */
const aborts = new Map();
/** Calls of functions of the other side that have not returned. */
const calls = new Map();
let nextCall = 1;
let events = [];
/** The lines of standard input that are left. */
let input = [];

/** Output is told in pieces: many small messages would keep the other side busy. */
let written = { stream: 0, text: '' };
function flush() {
  if (written.text) post({ kind: 'output', ...written });
  written = { stream: 0, text: '' };
  if (events.length) post({ kind: 'trace', events });
  events = [];
}
function write(stream, text) {
  if (written.stream !== stream || written.text.length > 8192) {
    flush();
    setTimeout(flush, 16);
  }
  written = { stream, text: written.text + text };
}

const stopFor = (id) => {
  if (!aborts.has(id)) aborts.set(id, new AbortController());
  return aborts.get(id);
};

const methods = {
  async load({ wasm, setup, input: lines, ...options }) {
    if (lines !== undefined) input = lines.split(/(?<=\n)/);
    engine = await Ferz.load({
      ...options,
      wasm,
      output: (text) => write(1, text),
      error: (text) => write(2, text),
      input: () => input.shift(),
    });
    if (setup) await (await import(setup)).default(engine);
  },
  async next(id, goal, bind, text) {
    let query = queries.get(id);
    if (!query) {
      if (id === undefined || goal === undefined) return { done: true };
      const values = {};
      if (bind) unpackTerms(bind.bytes, true).forEach((value, i) => (values[bind.names[i]] = value));
      query = engine.query(goal, { bind: values, text, signal: stopFor(id).signal });
      queries.set(id, query);
    }
    const { done, value } = await query.next();
    if (done) aborts.delete(id);
    return { done, value: value && packAnswer(value) };
  },
  close(id) {
    queries.get(id)?.close();
    queries.delete(id);
    aborts.delete(id);
  },
  stop(id) {
    stopFor(id).abort();
  },
  define(kind, name, arity, number) {
    const run = (...args) =>
      new Promise((resolve, reject) => {
        const id = nextCall++;
        calls.set(id, { resolve, reject });
        post({ kind: 'call', id, number, bytes: packTerms(args) });
      });
    // The truth of a test comes as an atom.
    engine[kind](name, kind === 'test' ? async (...args) => String(await run(...args)) === 'true' : run, { arity });
  },
  returned(id, { value, error }) {
    const { resolve, reject } = calls.get(id);
    calls.delete(id);
    if (error) reject(unpackError(error));
    else resolve(value && unpackTerm(value, true));
  },
  trace(on, most) {
    let left = most;
    engine.trace(
      on
        ? (event) => {
            if (left-- <= 0) return 'finish';
            if (events.push(event) > 500) flush();
            return 'creep';
          }
        : null,
    );
  },
  file: (method, ...args) => engine.files[method](...args),
  format: (bytes) => engine.format(unpackTerm(bytes, true)),
  memory: () => engine.memory,
};

async function run({ id, method, args }) {
  let reply;
  try {
    const value = await (methods[method] ? methods[method](...args) : engine[method](...args));
    reply = { kind: 'reply', id, value };
  } catch (error) {
    reply = { kind: 'reply', id, error: packError(error) };
  }
  flush();
  if (id !== undefined) post(reply);
}

if (typeof self === 'object' && typeof self.postMessage === 'function') {
  port = self;
  port.onmessage = ({ data }) => run(data);
} else {
  void import('node:worker_threads').then(({ parentPort }) => {
    port = parentPort;
    port.on('message', run);
  });
}
