// Terms of Prolog as values of JavaScript. README.md has the table.

const names = new Map();

/** An atom. Atoms of one name are one object, so that `===` compares them. */
export class Atom {
  constructor(name) {
    this.name = name;
    Object.freeze(this);
  }
  toString() {
    return this.name;
  }
  toJSON() {
    return this.name;
  }
}

/** Returns the atom of a name. */
export function atom(name) {
  const known = names.get(name)?.deref();
  if (known) return known;
  const made = new Atom(name);
  names.set(name, new WeakRef(made));
  gone.register(made, name);
  return made;
}

const gone = new FinalizationRegistry((name) => {
  if (!names.get(name)?.deref()) names.delete(name);
});

/** A compound term that is no list. */
export class Compound {
  constructor(name, args) {
    this.name = name;
    this.args = args;
  }
  toString() {
    return show(this);
  }
}

/** Makes a compound term. */
export function compound(name, ...args) {
  return new Compound(name, args);
}

/** An unbound variable; within one answer, a variable is one object. */
export class Variable {
  constructor(name) {
    this.name = name;
  }
  toString() {
    return this.name ?? '_';
  }
}

/** A rational number that is no integer. */
export class Rational {
  constructor(numerator, denominator) {
    this.numerator = BigInt(numerator);
    this.denominator = BigInt(denominator);
  }
  valueOf() {
    return Number(this.numerator) / Number(this.denominator);
  }
  toString() {
    return `${this.numerator}r${this.denominator}`;
  }
}

/** A floating point number, also if its value is an integer, as that of 2.0. */
export class Float {
  constructor(value) {
    this.value = value;
  }
  valueOf() {
    return this.value;
  }
  toJSON() {
    return this.value;
  }
  toString() {
    return showFloat(this.value);
  }
}

/** A list with a tail that is not the empty list, such as `[a|X]`. */
export class PartialList {
  constructor(items, tail) {
    this.items = items;
    this.tail = tail;
  }
  toString() {
    return show(this);
  }
}

/** The property of an object made of a dict that has its tag. */
export const tag = Symbol('tag');

function showFloat(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = String(value);
  if (!/^-?\d+(e|$)/.test(text)) return text;
  return text.includes('e') ? text.replace('e', '.0e') : text + '.0';
}

const quoted = (text, mark) =>
  mark + text.replace(/[\\\n\t]|['"]/g, (c) => (c === '\n' ? '\\n' : c === '\t' ? '\\t' : c === '\\' || c === mark ? '\\' + c : c)) + mark;

const showName = (name) => (/^(\p{Ll}[\p{L}\p{N}_]*|[+\-*/\\^<>=~:.?@#&$]+|\[\]|!|;|\{\})$/u.test(name) ? name : quoted(name, "'"));

/** Returns a text that Prolog reads as the term: quoted, without operators. */
export function show(term) {
  let out = '';
  const waiting = [{ term }];
  while (waiting.length) {
    const next = waiting.pop();
    if (typeof next === 'string') {
      out += next;
      continue;
    }
    const value = next.term;
    const push = (parts) => waiting.push(...parts.reverse());
    const separated = (items) => items.flatMap((one, i) => (i ? [',', { term: one }] : [{ term: one }]));
    if (value === null || typeof value === 'boolean') out += String(value);
    else if (typeof value === 'number') out += Number.isSafeInteger(value) ? String(value) : showFloat(value);
    else if (typeof value === 'bigint') out += String(value);
    else if (typeof value === 'string') out += quoted(value, '"');
    else if (value instanceof Atom) out += showName(value.name);
    else if (Array.isArray(value)) push(['[', ...separated(value), ']']);
    else if (value instanceof PartialList) push(['[', ...separated(value.items), '|', { term: value.tail }, ']']);
    else if (value instanceof Compound) push([showName(value.name) + '(', ...separated(value.args), ')']);
    else if (value instanceof Variable || value instanceof Float || value instanceof Rational) out += value.toString();
    else {
      const keys = Object.keys(value);
      push([`${value[tag] === undefined ? '_' : show(value[tag])}{`, ...keys.flatMap((key, i) => [`${i ? ',' : ''}${showName(key)}:`, { term: value[key] }]), '}']);
    }
  }
  return out;
}
