//! The meaning of tokens, and the functions that logos calls for them (ISO 6.4; `tokens.logos` has the rules).
//!
//! The regular expressions are ASCII only; callbacks extend names by Unicode categories, and scan quoted items and
//! comments, which regular expressions should not. Layout and comments are skipped: whether there is layout before a
//! token follows from the end of the previous one.

use std::ops::Range;

use logos::{FilterResult, Lexer};

use super::chars::{self, Class};
use super::escape::{self, OpenQuote};
pub(super) use super::extensions::Extensions;
pub use super::tokens::Token;

/// What a token is in the structure of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A name that is not directly followed by `(`, or is an infix operator where one is expected.
    Name,
    /// A name and the `(` directly after it.
    Functor,
    /// A name or variable and the `{` directly after it, which begin a dict.
    Dict,
    /// A variable.
    Variable,
    /// A number or a double or back quoted item.
    Literal,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    OpenList,
    /// `]`
    CloseList,
    /// `{`
    OpenCurly,
    /// `}`
    CloseCurly,
    /// `{|`
    OpenQuotation,
    /// `||Text|}`
    Quotation,
    /// `,`
    Comma,
    /// `|`
    Bar,
    /// The full stop.
    End,
}

/// A terminal of the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GrammarTerminal {
    /// So many tokens, which are simple terms: names, variables, literals, and brackets with such terms only.
    Items(usize),
    /// So many tokens, which are simple terms with commas between them and behind the last one.
    ItemsComma(usize),
    /// Another token.
    Alone(Kind),
}

impl Token {
    /// Returns the kind of this token; the lexer changes a name before `(` to a functor.
    pub fn kind(self) -> Kind {
        match self {
            Token::Name | Token::QuotedName | Token::EscapedName => Kind::Name,
            Token::Variable => Kind::Variable,
            Token::Open => Kind::Open,
            Token::Close => Kind::Close,
            Token::OpenList => Kind::OpenList,
            Token::CloseList => Kind::CloseList,
            Token::OpenCurly => Kind::OpenCurly,
            Token::CloseCurly => Kind::CloseCurly,
            Token::Comma => Kind::Comma,
            Token::Bar => Kind::Bar,
            Token::End => Kind::End,
            _ => Kind::Literal,
        }
    }

    /// Whether this is a quoted name.
    pub fn is_quoted_name(self) -> bool {
        matches!(self, Token::QuotedName | Token::EscapedName)
    }

    /// Whether this is a quoted item.
    pub fn is_quoted(self) -> bool {
        use Token::{BackQuoted, DoubleQuoted, EscapedBackQuoted, EscapedDoubleQuoted, EscapedName, QuotedName};
        matches!(
            self,
            QuotedName | EscapedName | DoubleQuoted | EscapedDoubleQuoted | BackQuoted | EscapedBackQuoted
        )
    }

    /// Whether this is a number, which is negative after the name `-` (6.3.4.1).
    pub fn is_number(self) -> bool {
        matches!(
            self,
            Token::Integer | Token::RadixInteger | Token::CharacterCode | Token::Float | Token::Rational
        )
    }
}

/// The reason why the text is not a sequence of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LexicalError {
    /// A character that cannot begin a token.
    #[default]
    IllegalCharacter,
    /// A quoted item with this quote that is not closed before the end of the text.
    UnterminatedQuoted(u8),
    /// A quoted item with this quote that is not closed before the end of the line.
    NewlineInQuoted(u8),
    /// A character that is not allowed unescaped in quotes, at this byte offset after the opening quote.
    BadInQuoted(u32),
    /// A block comment that is not closed.
    UnterminatedComment,
    /// `0'` without a character after it.
    MissingCharacter,
}

impl LexicalError {
    /// Whether a quoted item or a comment has no end.
    pub fn has_no_end(self) -> bool {
        matches!(
            self,
            LexicalError::UnterminatedQuoted(_) | LexicalError::NewlineInQuoted(_) | LexicalError::UnterminatedComment
        )
    }
}

type Lex<'s> = Lexer<'s, Token>;
type Found = FilterResult<Token, LexicalError>;

/// Returns the byte after the token that was found last; 0 at the end of the text.
#[inline(always)]
pub(super) fn byte_after(lex: &Lex<'_>) -> u8 {
    lex.source().as_bytes().get(lex.span().end).copied().unwrap_or(0)
}

/// Extends a word that began in ASCII by the word characters after it.
#[inline(always)]
pub(super) fn extend_word(lex: &mut Lex<'_>) {
    if !byte_after(lex).is_ascii() {
        lex.bump(chars::word_length(lex.remainder()));
    }
}

/// Extends a symbol that began in ASCII by the symbol characters after it.
#[inline(always)]
pub(super) fn extend_symbol(lex: &mut Lex<'_>) {
    if !byte_after(lex).is_ascii() {
        lex.bump(chars::symbol_length(lex.remainder()));
    }
}

/// Scans a token that begins outside ASCII.
pub(super) fn other(lex: &mut Lex<'_>) -> Found {
    let Some(first) = lex.slice().chars().next() else {
        return Found::Error(LexicalError::IllegalCharacter);
    };
    match chars::class(first) {
        Class::Lower => {
            lex.bump(chars::word_length(lex.remainder()));
            Found::Emit(Token::Name)
        }
        Class::Upper => {
            lex.bump(chars::word_length(lex.remainder()));
            Found::Emit(Token::Variable)
        }
        Class::Symbol => {
            lex.bump(chars::symbol_length(lex.remainder()));
            Found::Emit(Token::Name)
        }
        Class::Solo => Found::Emit(Token::Name),
        Class::Layout => Found::Skip,
        Class::Digit if lex.extras.numbers && chars::decimal_digit(first).is_some() => {
            let rest = lex.remainder();
            let end = rest.find(|c| chars::decimal_digit(c).is_none());
            lex.bump(end.unwrap_or(rest.len()));
            Found::Emit(Token::Integer)
        }
        Class::Digit | Class::Illegal => Found::Error(LexicalError::IllegalCharacter),
    }
}

pub(super) fn line_comment(lex: &mut Lex<'_>) -> Found {
    let rest = lex.remainder();
    lex.bump(rest.find('\n').unwrap_or(rest.len()));
    Found::Skip
}

pub(super) fn block_comment(lex: &mut Lex<'_>) -> Found {
    match lex.remainder().find("*/") {
        Some(length) => {
            lex.bump(length + 2);
            Found::Skip
        }
        None => Found::Error(LexicalError::UnterminatedComment),
    }
}

fn quoted(lex: &mut Lex<'_>, quote: u8, plain: Token, escaped: Token) -> Found {
    match escape::scan_quoted(lex.remainder().as_bytes(), quote, lex.extras.quoted_layout) {
        Ok(scan) => {
            lex.bump(scan.length);
            match scan.bad {
                Some(at) => Found::Error(LexicalError::BadInQuoted(at as u32)),
                None => Found::Emit(if scan.escaped { escaped } else { plain }),
            }
        }
        Err(OpenQuote::Text) => Found::Error(LexicalError::UnterminatedQuoted(quote)),
        Err(OpenQuote::Line) => Found::Error(LexicalError::NewlineInQuoted(quote)),
    }
}

pub(super) fn quoted_name(lex: &mut Lex<'_>) -> Found {
    quoted(lex, b'\'', Token::QuotedName, Token::EscapedName)
}

pub(super) fn double_quoted(lex: &mut Lex<'_>) -> Found {
    quoted(lex, b'"', Token::DoubleQuoted, Token::EscapedDoubleQuoted)
}

pub(super) fn back_quoted(lex: &mut Lex<'_>) -> Found {
    quoted(lex, b'`', Token::BackQuoted, Token::EscapedBackQuoted)
}

/// Scans decimal digits and what a quote directly after them begins: a character code or the digits of another radix.
/// Any other quote begins a quoted name, which may be an operator: `16'mod'3`.
pub(super) fn integer(lex: &mut Lex<'_>) -> Found {
    let Some(rest) = lex.remainder().as_bytes().strip_prefix(b"'") else {
        return Found::Emit(Token::Integer);
    };
    match lex.slice().as_bytes() {
        b"0" => match escape::scan_character(rest, lex.extras.characters) {
            Some(length) => {
                lex.bump(1 + length);
                Found::Emit(Token::CharacterCode)
            }
            // A single quote, or a continued line: `0''` and `0'\` are not characters.
            None if matches!(rest.first(), Some(b'\'' | b'\\')) => Found::Emit(Token::Integer),
            None => {
                lex.bump(1);
                Found::Error(LexicalError::MissingCharacter)
            }
        },
        radix @ ([b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']) => match radix_digits(rest) {
            0 => Found::Emit(Token::Integer),
            length => {
                let digits = match radix {
                    [digit] => b'0'..*digit,
                    b"10" => b'0'..b'9' + 1,
                    _ => 0..0,
                };
                lex.bump(1 + length + more_groups(&rest[length..], digits));
                Found::Emit(Token::RadixInteger)
            }
        },
        _ => Found::Emit(Token::Integer),
    }
}

/// Returns the length of the digits, in groups, of a number in any radix; 0 if a quote follows, as they are then a
/// name.
fn radix_digits(bytes: &[u8]) -> usize {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric();
    let word = bytes.iter().take_while(|&byte| is_digit(byte) || *byte == b'_').count();
    if bytes.get(word) == Some(&b'\'') {
        return 0;
    }
    let ends_group = |at: usize| !is_digit(&bytes[at]) && !bytes.get(at + 1).is_some_and(is_digit);
    (0..word)
        .find(|&at| ends_group(at) || at == 0 && !is_digit(&bytes[0]))
        .unwrap_or(word)
}

/// Returns the length of the groups of digits that follow after blanks. Radixes beyond ten have none: what follows after
/// a blank may be a name there.
fn more_groups(bytes: &[u8], digits: Range<u8>) -> usize {
    let mut length = 0;
    while let [b' ', group @ ..] = &bytes[length..] {
        match group.iter().take_while(|&byte| digits.contains(byte)).count() {
            0 => break,
            count => length += 1 + count,
        }
    }
    length
}

/// Scans a single `.`: the end of the clause if layout, a line comment or nothing follows; else a name.
pub(super) fn full_stop(lex: &mut Lex<'_>) -> Found {
    if lex.remainder().chars().next().is_none_or(chars::follows_stop) {
        return Found::Emit(Token::End);
    }
    extend_symbol(lex);
    Found::Emit(Token::Name)
}
