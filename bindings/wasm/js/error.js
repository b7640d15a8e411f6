// Errors of queries and loads.

/** Why a query or a load failed. */
export class FerzError extends Error {
  constructor(fields) {
    super(fields.message);
    this.name = 'FerzError';
    /** `syntax`, `exception`, `halt`, `load`, `file`, `interrupted`, `limit`, or `state` for a wrong use of the interface. */
    this.kind = fields.kind;
    /** The term that was thrown. */
    this.term = fields.term;
    /** The limit that was met: `time`, `inferences`, `memory`, `program`, `output`, `answers`, `depth`. */
    this.limit = fields.limit;
    /** The place of a syntax error in the text of a query, from 1. */
    this.line = fields.line;
    this.column = fields.column;
    /** The status of `halt/1`. */
    this.status = fields.status;
    /** The goals of the program that were running, the innermost first. */
    this.backtrace = fields.backtrace ?? [];
    /** What a load has reported. */
    this.diagnostics = fields.diagnostics ?? [];
    if (fields.cause !== undefined) this.cause = fields.cause;
  }
}

const wrong = (message) => new FerzError({ kind: 'state', message });

/** Refuses options that nobody knows. */
const only = (options, names) => {
  for (const name in options) if (!names.split(' ').includes(name)) throw wrong(`there is no option ${name}, but ${names}`);
};

export { only, wrong };

/** Reads the errors and warnings of a load. */
export function readDiagnostics(from) {
  return Array.from({ length: from.count() }, () => ({
    severity: from.text(),
    message: from.text(),
    text: from.text(),
    code: from.optional(),
    file: from.optional(),
    line: from.place(),
    column: from.place(),
  }));
}

/** Reads an error. */
export function readError(from) {
  const fields = { kind: from.text(), message: from.text(), limit: from.optional(), line: from.place(), column: from.place() };
  const number = from.count();
  if (fields.kind === 'halt') fields.status = number;
  if (from.byte()) fields.term = from.term();
  fields.backtrace = Array.from({ length: from.count() }, () => ({
    predicate: from.text(),
    goal: from.text(),
    file: from.optional(),
    line: from.place(),
    column: from.place(),
  }));
  fields.diagnostics = readDiagnostics(from);
  return new FerzError(fields);
}
