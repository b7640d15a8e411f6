// Functions of JavaScript as predicates.

import { Atom, Compound, Variable, atom } from './terms.js';
import { FerzError, wrong } from './error.js';
import { Writer } from './wire.js';

const FAIL = 0, TRUE = 1, VALUE = 2, THROW = 3, ITERATOR = 4, PROMISE = 5;

const isPromise = (value) => typeof value?.then === 'function';
const isIterable = (value) => value !== null && typeof value === 'object' && typeof value[Symbol.iterator] === 'function';

/** The functions, iterators and promises that the engine knows by number. */
export class Functions {
  #next = 1;
  #functions = new Map();
  #iterators = new Map();
  #promises = new Map();
  /** Errors that became exceptions, by their message, so that they can be the cause of an error. */
  #thrown;

  add(kind, name, run) {
    this.#functions.set(this.#next, { kind, name, run });
    return this.#next++;
  }

  /** The promises that are not settled yet. */
  get pending() {
    return [...this.#promises.values()].filter((one) => !one.done).map((one) => one.promise);
  }

  /** The error of a function that has become this exception. */
  causeOf(term) {
    return this.#thrown && this.#thrown.term === term?.args?.[0]?.args?.[1] ? this.#thrown.error : undefined;
  }

  #throw(error) {
    let ball;
    if (error instanceof FerzError && error.term !== undefined) {
      ball = error.term;
    } else if (error instanceof Atom || error instanceof Compound) {
      ball = error;
    } else {
      const message = error instanceof Error ? error.message : String(error);
      const name = error instanceof Error ? error.name : 'throw';
      ball = new Compound('error', [new Compound('js_error', [atom(name), message]), new Variable()]);
      this.#thrown = { term: message, error };
    }
    return new Writer().byte(THROW).term(ball);
  }

  /** Runs what makes a reply; what it throws is an exception of the goal. */
  #safely(run) {
    try {
      return run();
    } catch (error) {
      try {
        return this.#throw(error);
      } catch {
        return this.#throw(new Error('the error is no term'));
      }
    }
  }

  /** The reply for a result of a function of this kind. */
  #reply({ kind, name }, result) {
    switch (kind) {
      case 'test':
        return new Writer().byte(result ? TRUE : FAIL);
      case 'semidet':
        return result === undefined ? new Writer().byte(FAIL) : new Writer().byte(VALUE).term(result);
      case 'nondet': {
        if (!isIterable(result)) throw new TypeError(`${name} returns no iterable`);
        this.#iterators.set(this.#next, result[Symbol.iterator]());
        return new Writer().byte(ITERATOR).count(this.#next++);
      }
      default:
        if (result === undefined) throw new TypeError(`${name} returns nothing`);
        return new Writer().byte(VALUE).term(result);
    }
  }

  call(id, message) {
    return this.#safely(() => {
      const known = this.#functions.get(id);
      const args = Array.from({ length: message.count() }, () => message.term());
      const result = known.run(...args);
      if (!isPromise(result)) return this.#reply(known, result);
      if (known.kind === 'nondet') {
        throw wrong(`${known.name} is asynchronous: let a det predicate return the list, and use member/2`);
      }
      const entry = { known, done: false };
      const settle = (fields) => Object.assign(entry, fields, { done: true });
      entry.promise = result.then((value) => settle({ value }), (error) => settle({ error, failed: true }));
      this.#promises.set(this.#next, entry);
      return new Writer().byte(PROMISE).count(this.#next++);
    });
  }

  /** The reply of a promise; nothing while it is pending. */
  settled(id) {
    const entry = this.#promises.get(id);
    if (!entry?.done) return new Writer().byte(PROMISE);
    return this.#safely(() => {
      if (entry.failed) throw entry.error;
      // A test has no result: any value of its argument is right.
      if (entry.known.kind === 'test') return entry.value ? new Writer().byte(VALUE).term(new Variable()) : new Writer().byte(FAIL);
      return this.#reply(entry.known, entry.value);
    });
  }

  next(id) {
    return this.#safely(() => {
      const { done, value } = this.#iterators.get(id).next();
      return done ? new Writer().byte(FAIL) : new Writer().byte(VALUE).term(value);
    });
  }

  forget(id) {
    this.#promises.delete(id);
    const iterator = this.#iterators.get(id);
    this.#iterators.delete(id);
    try {
      iterator?.return?.();
    } catch {
      // Nobody asks for its values any more.
    }
  }
}
