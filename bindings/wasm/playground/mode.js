// The colours of Prolog texts, and how texts are indented.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const symbols = /[+\-*/\\^<>=~:.?@#&$]/;

/** A stream tokenizer: the state is the quote or comment that goes on in the next line. */
export const prolog = StreamLanguage.define({
  name: 'prolog',
  startState: () => ({ open: null }),
  token(stream, state) {
    if (state.open === 'comment') {
      if (stream.skipTo('*/')) {
        stream.match('*/');
        state.open = null;
      } else stream.skipToEnd();
      return 'comment';
    }
    if (state.open) return quoted(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(/^%.*/)) return 'comment';
    if (stream.match('/*')) {
      state.open = 'comment';
      return 'comment';
    }
    if (stream.match(/^0'(\\x[0-9a-fA-F]+\\?|\\.|''|.)/u)) return 'number';
    if (stream.match(/^(0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|\d+'[0-9a-zA-Z]+|\d[\d_]*(\.\d+)?([eE][+-]?\d+)?(r\d+)?)/)) return 'number';
    if (stream.match(/^[_\p{Lu}][\p{L}\p{N}_]*/u)) return 'variableName';
    if (stream.match(/^\p{L}[\p{L}\p{N}_]*/u)) return stream.peek() === '(' ? 'variableName.function' : 'atom';
    const next = stream.peek();
    if (next === "'" || next === '"' || next === '`') {
      stream.next();
      state.open = next;
      return quoted(stream, state);
    }
    if (stream.match(/^\.(?=\s|%|$)/)) return 'punctuation';
    if (symbols.test(next)) {
      stream.eatWhile(symbols);
      return 'operator';
    }
    stream.next();
    if (next === '!') return 'keyword';
    return /[()[\]{}]/.test(next) ? 'bracket' : 'operator';
  },
  languageData: { commentTokens: { line: '%', block: { open: '/*', close: '*/' } }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
  indent(state, textAfter, context) {
    const before = context.lineAt(context.pos, -1).text;
    if (/(:-|-->|=>|\(|\[|->|;)\s*(%.*)?$/.test(before)) return context.lineIndent(context.pos, -1) + 4;
    if (/\.\s*(%.*)?$/.test(before)) return 0;
    return context.lineIndent(context.pos, -1);
  },
});

function quoted(stream, state) {
  const quote = state.open;
  while (!stream.eol()) {
    const c = stream.next();
    if (c === '\\') stream.next();
    else if (c === quote && !stream.eat(quote)) {
      state.open = null;
      break;
    }
  }
  return quote === "'" ? 'atom' : 'string';
}

export const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.comment, color: 'var(--comment)', fontStyle: 'italic' },
    { tag: tags.variableName, color: 'var(--variable)' },
    { tag: tags.function(tags.variableName), color: 'var(--functor)', fontWeight: '600' },
    { tag: tags.atom, color: 'var(--atom)' },
    { tag: tags.number, color: 'var(--number)' },
    { tag: tags.string, color: 'var(--string)' },
    { tag: tags.keyword, color: 'var(--bad)', fontWeight: '700' },
    { tag: tags.operator, color: 'var(--operator)' },
    { tag: tags.punctuation, color: 'var(--operator)', fontWeight: '700' },
  ]),
);
