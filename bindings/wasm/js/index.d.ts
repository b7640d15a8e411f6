/** An atom. Atoms of one name are one object, so that `===` compares them. */
export class Atom {
  private constructor(name: string);
  readonly name: string;
  toString(): string;
  toJSON(): string;
}

/** Returns the atom of a name. */
export function atom(name: string): Atom;

/** A compound term that is no list. */
export class Compound {
  constructor(name: string, args: Term[]);
  name: string;
  args: Term[];
  /** The term as Prolog reads it: quoted, without operators. */
  toString(): string;
}

/** Makes a compound term. */
export function compound(name: string, ...args: Value[]): Compound;

/** An unbound variable; within one answer, a variable is one object. */
export class Variable {
  constructor(name?: string);
  readonly name?: string;
}

/** A rational number that is no integer. */
export class Rational {
  constructor(numerator: bigint | number, denominator: bigint | number);
  numerator: bigint;
  denominator: bigint;
  valueOf(): number;
}

/** A floating point number, also if its value is an integer. */
export class Float {
  constructor(value: number);
  value: number;
  valueOf(): number;
}

/** A list whose tail is not the empty list. */
export class PartialList {
  constructor(items: Term[], tail: Term);
  items: Term[];
  tail: Term;
}

/** The property that has the tag of an object made of a tagged dict. */
export const tag: unique symbol;

/** A term as the engine gives it. */
export type Term = number | bigint | string | Atom | Term[] | Compound | Variable | Rational | Float | PartialList | Dict;

/** A dict. */
export interface Dict {
  [key: string]: Term;
}

/** What can be given to the engine: terms, and values that stand for one. */
export type Value = Term | boolean | null | readonly Value[] | Iterable<Value> | { readonly [key: string]: Value };

/** Returns the text of a term as Prolog reads it: quoted, without operators. */
export function show(term: Value): string;

/** The values of the variables of a query, by their names. */
export type Answer = Record<string, Term> & {
  /** Whether it is certain that there is no other answer. */
  readonly last: boolean;
  /** The goals on variables that are still unbound, such as `dif(X, a)`. */
  readonly residual: Term[];
  /** With the option `text`: what the prompt shows, deep terms abbreviated. */
  readonly text?: string;
  /** With the option `text`: what the prompt shows, in full. */
  readonly fullText?: string;
};

export interface Diagnostic {
  severity: 'error' | 'warning';
  /** The message without place and source. */
  message: string;
  /** What the prompt prints: place, message, and the line of the source. */
  text: string;
  /** The kind, such as `syntax_error`, `singletons`. */
  code?: string;
  file?: string;
  /** From 1; columns are counted in characters. */
  line?: number;
  column?: number;
}

export interface Frame {
  predicate: string;
  goal: string;
  file?: string;
  line?: number;
  column?: number;
}

export type ErrorKind = 'syntax' | 'exception' | 'halt' | 'load' | 'file' | 'interrupted' | 'limit' | 'state' | 'error';

/** Why a query or a load failed. An error of a function that is a predicate is its `cause`. */
export class FerzError extends Error {
  constructor(fields: { kind: ErrorKind; message: string; term?: Value });
  readonly kind: ErrorKind;
  /** The term that was thrown. */
  readonly term?: Term;
  /** The limit that was met. */
  readonly limit?: keyof Limits;
  /** The place of a syntax error in the text of a query. */
  readonly line?: number;
  readonly column?: number;
  /** The status of `halt/1`. */
  readonly status?: number;
  /** The goals of the program that were running, the innermost first. */
  readonly backtrace: Frame[];
  /** What a load has reported. */
  readonly diagnostics: Diagnostic[];
}

/** Limits of each query and each load; null is none. */
export interface Limits {
  /** Milliseconds. */
  time?: number | null;
  /** Calls. */
  inferences?: number | null;
  /** Bytes of terms and stacks; 512 MiB unless set. */
  memory?: number | null;
  /** Bytes of clauses and atoms; 512 MiB unless set. */
  program?: number | null;
  /** Bytes that are written. */
  output?: number | null;
  answers?: number | null;
  /** Calls that wait for the end of others. */
  depth?: number | null;
}

/** Files in memory. Programs see these, and no others. */
export class Files {
  write(path: string, content: string | Uint8Array | number[]): void;
  read(path: string): string | undefined;
  readBytes(path: string): Uint8Array | undefined;
  /** Deletes a file, or a folder with all that is in it. */
  delete(path: string): boolean;
  list(): string[];
}

export interface LoadOptions {
  /** The module, or where it is; by default `dist/ferz.wasm` beside this package. */
  wasm?: URL | string | Response | BufferSource | WebAssembly.Module;
  /** Gets what programs write; by default the console. */
  output?: (text: string) => void;
  error?: (text: string) => void;
  /** Returns the next line of standard input with its end; undefined at its end. */
  input?: () => string | undefined;
  limits?: Limits;
  files?: Record<string, string | Uint8Array>;
  /** All floats come as objects of the class Float, so that 2.0 and 2 differ. */
  exact?: boolean;
}

export interface QueryOptions {
  /** Values of variables of the goal. */
  bind?: Record<string, Value>;
  /** Answers have their texts. */
  text?: boolean;
  /** Stops the query. */
  signal?: AbortSignal;
}

export interface PredicateOptions {
  /** The number of arguments that the function gets; by default its `length`. */
  arity?: number;
}

export interface Token {
  from: number;
  to: number;
  kind: 'variable' | 'name' | 'functor' | 'symbol' | 'number' | 'text' | 'open' | 'close' | 'separator' | 'end' | 'comment' | 'unfinished' | 'illegal';
}

export interface Completions {
  /** Where the word begins that is completed. */
  from: number;
  options: { text: string; shown: string }[];
}

export interface TraceEvent {
  port: 'call' | 'exit' | 'redo' | 'fail' | 'exception' | 'unify' | 'cut';
  /** 1 for a goal of the query. */
  depth: number;
  /** The number of the goal's frame. */
  frame: number;
  /** At `exit`: whether there may be more solutions. */
  hasAlternatives: boolean;
  goal: string;
  module: string;
  name: string;
  arity: number;
  file?: string;
  line?: number;
  column?: number;
  exception?: string;
  /** The variables of the clause, `Name = Value`. */
  variables: string[];
}

export type TraceAction = 'creep' | 'skip' | 'up' | 'leap' | 'finish' | 'fail' | 'ignore' | 'retry' | 'abort';

/** The answers of a goal: they are computed as they are asked for. */
export interface Query extends AsyncIterableIterator<Answer> {
  next(): Promise<IteratorResult<Answer, undefined>>;
  return(): Promise<IteratorResult<Answer, undefined>>;
  /** Abandons the remaining answers. */
  close(): void | Promise<void>;
}

type MaybePromise<T> = T | Promise<T>;
// biome-ignore lint: the arguments of a function are terms that it knows.
type Arguments = any[];

/** An engine in this thread. */
export class Ferz {
  private constructor();
  static load(options?: LoadOptions): Promise<Ferz>;
  readonly files: Files;
  /** The bytes of memory that the engine has taken. */
  readonly memory: number;
  /** Loads clauses; returns the warnings. Errors are a `FerzError` of the kind `load`, with diagnostics. */
  consultText(text: string, options?: { name?: string }): Promise<Diagnostic[]>;
  consultTextSync(text: string, options?: { name?: string }): Diagnostic[];
  /** Loads a file that `files` has. */
  consult(path: string): Promise<Diagnostic[]>;
  query(goal: string, options?: QueryOptions): Query;
  querySync(goal: string, options?: QueryOptions): IterableIterator<Answer>;
  once(goal: string, options?: QueryOptions): Promise<Answer | undefined>;
  onceSync(goal: string, options?: QueryOptions): Answer | undefined;
  all(goal: string, options?: QueryOptions): Promise<Answer[]>;
  succeeds(goal: string, options?: QueryOptions): Promise<boolean>;
  /** Makes a predicate of a function whose result is the last argument. */
  det(name: string, run: (...args: Arguments) => MaybePromise<Value>, options?: PredicateOptions): void;
  /** As `det`; if the function returns undefined, the predicate fails. */
  semidet(name: string, run: (...args: Arguments) => MaybePromise<Value | undefined>, options?: PredicateOptions): void;
  /** As `det`, of a function that returns an iterable, such as a generator: each value is a solution. */
  nondet(name: string, run: (...args: Arguments) => Iterable<Value>, options?: PredicateOptions): void;
  /** Makes a predicate of a function that returns whether it succeeds. */
  test(name: string, run: (...args: Arguments) => MaybePromise<boolean>, options?: PredicateOptions): void;
  setLimits(limits: Limits): void;
  setFlag(name: string, value: string): void;
  /** Stops the open queries. */
  interrupt(): void;
  /** Forgets what programs have changed; functions, limits and files stay. */
  reset(): void;
  trace(frontEnd: ((event: TraceEvent) => TraceAction | void) | null): void;
  /** The text of a term, as answers show it. */
  format(term: Value): string;
  /** What is wrong with a text, which is not loaded. */
  check(text: string, options?: { name?: string }): Diagnostic[];
  tokens(text: string): Token[];
  isComplete(text: string): boolean;
  completions(text: string, at?: number): Completions;
}

export interface WorkerOptions extends Omit<LoadOptions, 'input'> {
  /** The lines of standard input. */
  input?: string;
  /** A module whose default export gets the engine in the worker, for predicates that run there. */
  setup?: URL | string;
  /** Makes the worker; by default of `worker-thread.js` beside this file. */
  worker?: () => Worker | Promise<Worker>;
}

type Async<T> = T extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;

/** An engine in a thread of its own, with the functions of `Ferz`. */
export class FerzWorker {
  private constructor();
  static load(options?: WorkerOptions): Promise<FerzWorker>;
  readonly files: { [Name in keyof Files]: Async<Files[Name]> };
  memory(): Promise<number>;
  consultText: Ferz['consultText'];
  consult: Ferz['consult'];
  query: Ferz['query'];
  once: Ferz['once'];
  all: Ferz['all'];
  succeeds: Ferz['succeeds'];
  det: Async<Ferz['det']>;
  semidet: Async<Ferz['semidet']>;
  test: Async<Ferz['test']>;
  setLimits: Async<Ferz['setLimits']>;
  setFlag: Async<Ferz['setFlag']>;
  interrupt: Async<Ferz['interrupt']>;
  reset: Async<Ferz['reset']>;
  format: Async<Ferz['format']>;
  check: Async<Ferz['check']>;
  tokens: Async<Ferz['tokens']>;
  isComplete: Async<Ferz['isComplete']>;
  completions: Async<Ferz['completions']>;
  /** Tells of ports, many at a time; at most `most` of them. */
  trace(told: ((events: TraceEvent[]) => void) | null, options?: { most?: number }): Promise<void>;
  /** Ends the worker at once, also one that does not listen. */
  terminate(): void;
}
