//! Shortens a text for builds that have to be small: no comments, no space that the reader does not need, and short names
//! of variables.

use std::fmt::Write as _;

use crate::blocks::{MARK, header};
use crate::head::parse_head;

/// Returns a text without its comments, of which each line is a clause, or the mark of a block.
pub fn shorten(text: &str) -> String {
    let mut short = String::new();
    let mut rest = text;
    // The name and the arity of the block that begins.
    let mut opened = None;
    while let Some(line) = rest.lines().next() {
        if let Some(header) = header(rest).filter(|_| line.starts_with(MARK)) {
            opened = parse_head(header);
        }
        if line.trim_start().is_empty() || line.starts_with('%') {
            rest = rest.get(line.len() + 1..).unwrap_or_default();
        } else {
            let mut clause = TextClause::default();
            rest = clause.read(rest);
            if let Some((name, arity, _)) = opened.take() {
                write_mark(&mut short, name, arity, &clause.text);
            }
            short.push_str(&clause.text);
            short.push('\n');
        }
    }
    short
}

/// Writes the line that opens a block, with the head of the predicate if its first clause does not tell it.
fn write_mark(short: &mut String, name: &str, arity: usize, clause: &str) {
    short.push_str(MARK);
    let is_told = |(own, number, _)| own == name && number == arity;
    if clause.contains("-->") || !parse_head(clause).is_some_and(is_told) {
        let _ = write!(short, " '{name}'");
        if arity > 0 {
            let _ = write!(short, "(_{})", ",_".repeat(arity - 1));
        }
    }
    short.push('\n');
}

/// The kind of a token's first or last character.
#[derive(Clone, Copy, Default, PartialEq)]
enum CharKind {
    #[default]
    Start,
    /// A name of letters.
    Word,
    Variable,
    /// A number, or the code of a character.
    Number,
    /// A name of symbols.
    Symbol,
    /// A quoted text.
    Quoted,
    /// An opening bracket, or a comma.
    Open,
    /// A closing bracket.
    Close,
    /// Another character.
    Solo,
}

/// A clause that is being shortened.
#[derive(Default)]
struct TextClause<'a> {
    text: String,
    last: CharKind,
    /// The names of its variables in the order of their first places.
    variables: Vec<&'a str>,
}

impl<'a> TextClause<'a> {
    /// Reads a clause, and returns the text after it.
    fn read(&mut self, mut rest: &'a str) -> &'a str {
        loop {
            let tight = rest.trim_start();
            let spaced = tight.len() < rest.len();
            if tight.starts_with('%') {
                rest = tight.split_once('\n').map_or("", |(_, after)| after);
                continue;
            }
            let Some((kind, length)) = token(tight) else {
                return "";
            };
            let (token, after) = tight.split_at(length);
            if token == "." && after.starts_with(|c: char| c.is_whitespace()) {
                if self.last == CharKind::Symbol {
                    self.text.push(' ');
                }
                self.text.push('.');
                return after;
            }
            if spaced && self.parts(kind, token) {
                self.text.push(' ');
            }
            match kind {
                CharKind::Variable if !token.starts_with('_') => self.write_variable(token),
                _ => self.text.push_str(token),
            }
            self.last = kind;
            rest = after;
        }
    }

    /// Whether the space before a token has to stay.
    fn parts(&self, kind: CharKind, token: &str) -> bool {
        let is_word = |kind| matches!(kind, CharKind::Word | CharKind::Variable | CharKind::Number);
        match (self.last, kind) {
            (CharKind::Start | CharKind::Open, _) | (_, CharKind::Close) => false,
            // A name that is followed by a parenthesis has arguments, one that is followed by a brace may be a dict.
            (CharKind::Symbol | CharKind::Solo, CharKind::Open) => token == "(",
            (_, CharKind::Open) => token != ",",
            // The sign of a number touches it.
            (CharKind::Symbol, CharKind::Number) => self.text.ends_with(['-', '+']),
            (CharKind::Symbol, CharKind::Symbol) | (CharKind::Quoted, CharKind::Quoted) => true,
            (last, CharKind::Quoted) => is_word(last),
            (last, next) => is_word(last) && is_word(next),
        }
    }

    fn write_variable(&mut self, name: &'a str) {
        let known = self.variables.iter().position(|&known| known == name);
        let number = known.unwrap_or_else(|| {
            self.variables.push(name);
            self.variables.len() - 1
        });
        self.text.push(char::from(b'A' + (number % 26) as u8));
        if number >= 26 {
            let _ = write!(self.text, "{}", number / 26);
        }
    }
}

/// Returns the kind and the length of the token that a text begins with.
fn token(text: &str) -> Option<(CharKind, usize)> {
    let first = text.chars().next()?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_symbol = |c: char| "+-*/\\^<>=~:.?@#&$".contains(c);
    let run = |is_part: &dyn Fn(char) -> bool| text.find(|c| !is_part(c)).unwrap_or(text.len());
    Some(match first {
        '\'' | '"' | '`' => (CharKind::Quoted, 1 + quoted(&text[1..], first)),
        '0' if text[1..].starts_with('\'') => (CharKind::Number, 2 + character(&text[2..])),
        '0'..='9' => (CharKind::Number, number(text)),
        'A'..='Z' | '_' => (CharKind::Variable, run(&is_word)),
        '(' | '[' | '{' | ',' => (CharKind::Open, 1),
        ')' | ']' | '}' => (CharKind::Close, 1),
        c if is_word(c) => (CharKind::Word, run(&is_word)),
        c if is_symbol(c) => (CharKind::Symbol, run(&is_symbol)),
        c => (CharKind::Solo, c.len_utf8()),
    })
}

/// The length of a quoted text after its first quote, with the last one.
fn quoted(text: &str, quote: char) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            let escaped = chars.next().map_or(' ', |(_, c)| c);
            // The code of a character ends at another backslash.
            if escaped == 'x' || escaped.is_ascii_digit() {
                while chars.next_if(|(_, c)| c.is_ascii_hexdigit()).is_some() {}
                chars.next_if(|&(_, c)| c == '\\');
            }
        } else if c == quote && chars.next_if(|&(_, next)| next == quote).is_none() {
            return at + 1;
        }
    }
    text.len()
}

/// The length of the character after `0'`.
fn character(text: &str) -> usize {
    let mut chars = text.chars();
    let first = chars.next().map_or(0, char::len_utf8);
    let is_pair = text.starts_with('\\') || text.starts_with("''");
    first
        + if is_pair {
            chars.next().map_or(0, char::len_utf8)
        } else {
            0
        }
}

/// The length of a number: of its digits, of a fraction, of an exponent and its sign.
fn number(text: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let run = |from: usize| text[from..].find(|c| !is_part(c)).map_or(text.len(), |at| from + at);
    let mut end = run(0);
    let is_digit = |at: usize| text[at..].starts_with(|c: char| c.is_ascii_digit());
    if text[end..].starts_with('.') && is_digit(end + 1) {
        end = run(end + 1);
    }
    let has_exponent = text[..end].ends_with(['e', 'E']) && text[end..].starts_with(['-', '+']);
    if has_exponent && is_digit(end + 1) {
        end = run(end + 1);
    }
    end
}
