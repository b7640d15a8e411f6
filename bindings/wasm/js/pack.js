// Terms, answers and errors in messages between threads, as bytes: classes do not survive the way.

import { FerzError } from './error.js';
import { Reader, Writer } from './wire.js';

export const packTerm = (term) => new Writer().term(term).finish().slice();
export const unpackTerm = (bytes, exact) => new Reader(bytes, exact).term();

/** Packs several terms, which may share variables. */
export function packTerms(terms) {
  const writer = new Writer().count(terms.length);
  for (const term of terms) writer.term(term);
  return writer.finish().slice();
}

export function unpackTerms(bytes, exact) {
  const reader = new Reader(bytes, exact);
  return Array.from({ length: reader.count() }, () => reader.term());
}

export function packAnswer(answer) {
  const names = Object.keys(answer);
  const { last, text, fullText, residual } = answer;
  return { names, last, text, fullText, count: residual.length, bytes: packTerms([...names.map((name) => answer[name]), ...residual]) };
}

export function unpackAnswer({ names, last, text, fullText, bytes }, exact) {
  const terms = unpackTerms(bytes, exact);
  const answer = {};
  names.forEach((name, i) => (answer[name] = terms[i]));
  for (const [name, value] of Object.entries({ last, residual: terms.slice(names.length), text, fullText })) {
    Object.defineProperty(answer, name, { value });
  }
  return answer;
}

export function packError(error) {
  if (!(error instanceof FerzError)) return { name: error?.name ?? 'Error', message: String(error?.message ?? error) };
  const { kind, message, limit, line, column, status, backtrace, diagnostics, term } = error;
  const cause = error.cause instanceof Error ? { name: error.cause.name, message: error.cause.message } : undefined;
  return { kind, message, limit, line, column, status, backtrace, diagnostics, cause, term: term === undefined ? undefined : packTerm(term) };
}

export function unpackError(fields) {
  if (fields.kind === undefined) return Object.assign(new Error(fields.message), { name: fields.name });
  const cause = fields.cause && Object.assign(new Error(fields.cause.message), { name: fields.cause.name });
  return new FerzError({ ...fields, cause, term: fields.term && unpackTerm(fields.term) });
}
