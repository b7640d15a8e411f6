//! Syntax errors: the location, the kind, and what was expected.

use std::fmt;

use super::escape::Reason;
use crate::base::iso_error::Resource;
use crate::base::span::Span;

/// A clause that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The range of the fault; for something never closed, its opening.
    pub span: Span,
    /// The kind of fault.
    pub kind: SyntaxKind,
    /// The offset at which reading can resume: after the next end of a clause, or at the end of the text.
    pub resume: usize,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

/// A fault in the tokens of one clause, before the offset to resume at is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxFault {
    /// The source range.
    pub span: Span,
    /// The kind of fault.
    pub kind: SyntaxKind,
}

impl SyntaxFault {
    /// Returns the error after which reading resumes at `resume`.
    pub fn resumed_at(self, resume: usize) -> SyntaxError {
        SyntaxError {
            span: self.span,
            kind: self.kind,
            resume,
        }
    }
}

/// The kinds of syntax errors. Texts of tokens are kept as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyntaxKind {
    /// A character that is not allowed outside quotes.
    IllegalCharacter(char),
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// A quoted item without its end; with its quote.
    UnterminatedQuoted(char),
    /// A quoted item that is not closed before the end of its line; with its quote.
    NewlineInQuoted(char),
    /// A quotation without its `|}`.
    UnterminatedQuotation,
    /// A block comment without its end.
    UnterminatedComment,
    /// `0'` without a character.
    MissingCharacter,
    /// An undefined escape sequence.
    UndefinedEscape(char),
    /// An escape sequence whose digits are missing.
    MissingEscapeDigits,
    /// An escape sequence whose digits are not followed by a backslash.
    UnclosedEscape,
    /// A code that is not a character.
    IllegalCharacterCode,
    /// A number that does not exist: a zero denominator, a digit beyond the radix.
    IllegalNumber,
    /// A float that is too large.
    FloatOverflow,
    /// An integer in a radix that the standard does not have, as in `16'FF`.
    OtherRadix,
    /// Two terms with no operator between them.
    ExpectedOperator {
        /// The text of the second.
        before: String,
        /// Alternatives to an operator here.
        or: &'static str,
    },
    /// A term is missing before this token.
    ExpectedTermBefore(String),
    /// A term is missing after this token, at the end of the clause, argument or bracket.
    ExpectedTermAfter(String),
    /// An operator whose priority does not fit its neighbour.
    OperatorClash {
        /// The operator.
        operator: String,
        /// Its priority.
        priority: u16,
        /// The maximum priority at this position.
        most: u16,
    },
    /// An operator as an operand, without brackets.
    BareOperator(String),
    /// A bracket that is never closed.
    NeverClosed(&'static str),
    /// A closing bracket without an open one, or of another kind.
    Unmatched {
        /// The closing bracket.
        found: &'static str,
        /// The expected one, if any bracket is open.
        expected: Option<&'static str>,
    },
    /// A token after the tail of a list.
    AfterListTail(String),
    /// `f()`.
    NoArguments,
    /// A part of a dict that is not `Key: Value`.
    NoPair,
    /// A key that a dict has twice.
    DuplicateKey(String),
    /// More arguments than a compound term can have.
    TooManyArguments,
    /// The end token at the start of a clause, or after an incomplete term.
    UnexpectedEnd,
    /// The text ends inside a clause.
    EndOfText,
    /// A `.` between terms that is not followed by layout.
    NoEnd,
    /// A query without a goal.
    EmptyQuery,
    /// More text after the end of a query.
    AfterQuery,
    /// The text is longer than 4 GiB.
    TextTooLong,
    /// The watch wanted a stop.
    GivenUp,
    /// Reading the clause exceeds the memory limit.
    NoRoom(Resource),
}

impl SyntaxKind {
    /// Whether a quoted item or a comment has no end: at a prompt, more text could end it.
    pub fn is_unterminated(&self) -> bool {
        matches!(
            self,
            SyntaxKind::UnterminatedQuoted(_) | SyntaxKind::UnterminatedQuotation | SyntaxKind::UnterminatedComment
        )
    }

    /// Returns the atom in `syntax_error(Atom)`.
    pub fn name(&self) -> &'static str {
        match self {
            SyntaxKind::IllegalCharacter(_) | SyntaxKind::NotUtf8 => "illegal_character",
            SyntaxKind::UnterminatedQuoted(_) => "end_of_file_in_quoted",
            SyntaxKind::UnterminatedQuotation => "end_of_file_in_quasi_quotation",
            SyntaxKind::UnterminatedComment => "end_of_file_in_block_comment",
            SyntaxKind::FloatOverflow => "float_overflow",
            SyntaxKind::MissingCharacter | SyntaxKind::IllegalNumber | SyntaxKind::OtherRadix => "illegal_number",
            SyntaxKind::NewlineInQuoted(_) => "newline_in_quoted",
            SyntaxKind::UndefinedEscape(_) | SyntaxKind::UnclosedEscape => "undefined_char_escape",
            SyntaxKind::MissingEscapeDigits | SyntaxKind::IllegalCharacterCode => "illegal_character_code",
            SyntaxKind::ExpectedOperator { .. } | SyntaxKind::NoEnd => "operator_expected",
            SyntaxKind::ExpectedTermBefore(_) | SyntaxKind::NoArguments => "cannot_start_term",
            SyntaxKind::ExpectedTermAfter(_) => "operator_balance",
            SyntaxKind::OperatorClash { .. } => "operator_clash",
            SyntaxKind::BareOperator(_) => "operator_expects_argument",
            SyntaxKind::NeverClosed(_) => "end_of_clause",
            SyntaxKind::Unmatched { .. } => "cannot_start_term",
            SyntaxKind::AfterListTail(_) => "list_rest",
            SyntaxKind::UnexpectedEnd | SyntaxKind::EmptyQuery | SyntaxKind::AfterQuery => "end_of_clause",
            SyntaxKind::EndOfText => "end_of_file",
            SyntaxKind::NoPair => "dict_key_expected",
            SyntaxKind::DuplicateKey(_) => "duplicate_key",
            SyntaxKind::TooManyArguments => "too_many_arguments",
            SyntaxKind::TextTooLong => "text_too_long",
            SyntaxKind::GivenUp => "given_up",
            SyntaxKind::NoRoom(_) => "no_room",
        }
    }
}

impl From<Reason> for SyntaxKind {
    fn from(reason: Reason) -> SyntaxKind {
        match reason {
            Reason::Undefined(c) => SyntaxKind::UndefinedEscape(c),
            Reason::MissingDigits => SyntaxKind::MissingEscapeDigits,
            Reason::Unclosed => SyntaxKind::UnclosedEscape,
            Reason::NoCharacter => SyntaxKind::IllegalCharacterCode,
        }
    }
}

impl fmt::Display for SyntaxKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyntaxKind::IllegalCharacter('\t') => write!(f, "a tab cannot stand in quotes: write `\\t`"),
            SyntaxKind::IllegalCharacter(c) if c.is_control() => {
                write!(f, "illegal character (code {})", u32::from(*c))
            }
            SyntaxKind::IllegalCharacter(c) => write!(f, "illegal character `{c}`"),
            SyntaxKind::NotUtf8 => write!(f, "illegal bytes: the text is not UTF-8 here"),
            SyntaxKind::UnterminatedQuoted('\'') | SyntaxKind::NewlineInQuoted('\'') => {
                write!(f, "unterminated quoted atom: the closing `'` is missing")
            }
            SyntaxKind::UnterminatedQuoted('"') | SyntaxKind::NewlineInQuoted('"') => {
                write!(f, "unterminated string: the closing `\"` is missing")
            }
            SyntaxKind::UnterminatedQuoted(_) | SyntaxKind::NewlineInQuoted(_) => {
                write!(f, "unterminated back-quoted text: the closing back quote is missing")
            }
            SyntaxKind::UnterminatedQuotation => write!(f, "unterminated quotation: the closing `|}}` is missing"),
            SyntaxKind::UnterminatedComment => write!(f, "unterminated comment: the closing `*/` is missing"),
            SyntaxKind::MissingCharacter => write!(f, "expected a character after `0'`"),
            SyntaxKind::UndefinedEscape('e') => {
                write!(
                    f,
                    "undefined escape sequence `\\e`: write `\\x1B\\` for the escape character"
                )
            }
            SyntaxKind::UndefinedEscape('s') => write!(f, "undefined escape sequence `\\s`: write a blank"),
            SyntaxKind::UndefinedEscape('c') => {
                write!(
                    f,
                    "undefined escape sequence `\\c`: end the line with `\\` to go on with the next one"
                )
            }
            SyntaxKind::UndefinedEscape(c) => write!(f, "undefined escape sequence `\\{c}`"),
            SyntaxKind::UnclosedEscape => write!(f, "this escape sequence must end with `\\`"),
            SyntaxKind::MissingEscapeDigits => write!(f, "this escape sequence needs more digits"),
            SyntaxKind::IllegalCharacterCode => write!(f, "this is not the code of a character"),
            SyntaxKind::IllegalNumber => write!(f, "illegal number"),
            SyntaxKind::FloatOverflow => write!(f, "this float is too large"),
            SyntaxKind::OtherRadix => write!(f, "integers in other radixes are written 0xFF, 0o17 or 0b101"),
            SyntaxKind::ExpectedOperator { before, or } => {
                write!(f, "expected an operator{or} before `{before}`")
            }
            SyntaxKind::ExpectedTermBefore(before) => write!(f, "expected a term before `{before}`"),
            SyntaxKind::ExpectedTermAfter(after) => write!(f, "unexpected end: expected a term after `{after}`"),
            SyntaxKind::OperatorClash {
                operator,
                priority,
                most,
            } => write!(
                f,
                "operator priority clash: `{operator}` has priority {priority}, at most {most} fits here; use parentheses"
            ),
            SyntaxKind::BareOperator(name) => write!(
                f,
                "the operator `{name}` is an operand here; write `({name})` if that is meant"
            ),
            SyntaxKind::NeverClosed(open) => write!(f, "this `{open}` is never closed"),
            SyntaxKind::Unmatched {
                found,
                expected: Some(expected),
            } => {
                write!(f, "expected `{expected}` instead of `{found}`")
            }
            SyntaxKind::Unmatched { found, expected: None } => write!(f, "this `{found}` closes nothing"),
            SyntaxKind::AfterListTail(found) => write!(f, "expected `]` after the tail of the list, before `{found}`"),
            SyntaxKind::NoArguments => write!(f, "expected an argument: a compound term has at least one"),
            SyntaxKind::NoPair => write!(
                f,
                "expected `Key: Value` in a dict; a key is an atom or a small integer"
            ),
            SyntaxKind::DuplicateKey(key) => write!(f, "the dict has the key `{key}` twice"),
            SyntaxKind::TooManyArguments => write!(f, "too many arguments"),
            SyntaxKind::UnexpectedEnd => write!(f, "unexpected end of clause"),
            SyntaxKind::EndOfText => write!(f, "unexpected end of the text: the `.` that ends the clause is missing"),
            SyntaxKind::NoEnd => {
                write!(
                    f,
                    "expected an operator before `.`, which ends a clause only when layout follows it"
                )
            }
            SyntaxKind::EmptyQuery => write!(f, "the query is empty"),
            SyntaxKind::AfterQuery => write!(f, "expected nothing after the end of the query"),
            SyntaxKind::TextTooLong => write!(f, "a text of more than 4 GiB cannot be read"),
            SyntaxKind::GivenUp => write!(f, "reading was stopped"),
            SyntaxKind::NoRoom(_) => write!(f, "there is no memory left to read it"),
        }
    }
}
