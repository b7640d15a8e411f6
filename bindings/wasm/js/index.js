// The package: engines in this thread, and in a worker.

export { Ferz } from './ferz.js';
export { FerzWorker } from './worker.js';
export { FerzError } from './error.js';
export { Files } from './wasi.js';
export { Atom, Compound, Float, PartialList, Rational, Variable, atom, compound, show, tag } from './terms.js';
