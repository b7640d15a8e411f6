//! Drives logos: gathers the tokens of one clause, and distinguishes functors from names.

use logos::{Lexer, Logos};

use super::chars;
use super::error::{SyntaxError, SyntaxFault, SyntaxKind};
use super::escape;
use super::extensions::Extensions;
use super::ops::OpTable;
use super::room::Room;
use super::token::{Kind, LexicalError, Token, byte_after};
use crate::base::atom::{Atom, AtomTable};
use crate::base::known;
use crate::base::span::Span;
use crate::base::watch::{Pace, Watch};

/// A token with its span, which does not include the `(` of a functor.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    /// The terminal of the grammar.
    pub kind: Kind,
    /// The token found by logos.
    pub token: Token,
    /// The atom of a name or functor.
    pub atom: Atom,
    /// The source range.
    pub span: Span,
    /// Of an opening bracket, what [`Nest`] notes.
    link: u16,
}

impl Lexeme {
    fn new(kind: Kind, token: Token, atom: Atom, span: Span) -> Lexeme {
        let link = 0;
        Lexeme {
            kind,
            token,
            atom,
            span,
            link,
        }
    }

    /// Returns the number of tokens from this bracket to its partner if there are only simple terms between them.
    #[inline(always)]
    pub(super) fn simple(&self) -> Option<usize> {
        (self.link & SIMPLE != 0).then_some(usize::from(self.link & !SIMPLE))
    }
}

/// Finds the brackets with nothing between them but simple terms: names, variables, literals and such brackets, each of
/// them a complete argument or element. These need no operators, and no step of the parser for each token.
///
/// An opening bracket links to the one around it until its partner has been found.
struct Nest {
    /// The innermost open bracket, or one behind all tokens.
    open: usize,
    /// The terms between it and here: some of the flags below.
    state: u16,
}

/// Only simple terms.
const PLAIN: u16 = 1;
/// A term in the argument that has begun.
const FILLED: u16 = 2;
/// All arguments but the last one.
const LAST: u16 = 4;
/// The bits for these flags.
const FLAGS: u32 = 3;
/// Marks the link of a bracket with simple terms, which is the number of tokens to its partner.
const SIMPLE: u16 = 1 << 15;
/// Brackets with more tokens are not looked for, so that the parser polls.
const MOST_BETWEEN: usize = 255;

impl Nest {
    #[inline(always)]
    fn push(&mut self, out: &mut Vec<Lexeme>, mut lexeme: Lexeme) {
        let at = out.len();
        match lexeme.kind {
            Kind::Name | Kind::Variable | Kind::Literal => self.fill(),
            Kind::Comma => self.state = if self.state == PLAIN | FILLED { PLAIN } else { 0 },
            Kind::Bar => {
                let in_list = out.get(self.open).is_some_and(|open| open.kind == Kind::OpenList);
                self.state = if in_list && self.state == PLAIN | FILLED {
                    PLAIN | LAST
                } else {
                    0
                };
            }
            Kind::Functor | Kind::OpenList | Kind::OpenCurly | Kind::Open | Kind::Dict => {
                lexeme.link = match at.checked_sub(self.open) {
                    Some(distance @ ..=MOST_BETWEEN) => (distance as u16) << FLAGS | self.state,
                    _ => 0,
                };
                self.open = at;
                self.state = match lexeme.kind {
                    Kind::Functor | Kind::OpenList => PLAIN,
                    Kind::OpenCurly => PLAIN | LAST,
                    _ => 0,
                };
            }
            Kind::Close | Kind::CloseList | Kind::CloseCurly => self.close(out, lexeme.kind),
            Kind::OpenQuotation | Kind::Quotation | Kind::End => self.state = 0,
        }
        out.push(lexeme);
    }

    #[inline(always)]
    fn fill(&mut self) {
        self.state = if self.state & FILLED == 0 {
            self.state | FILLED
        } else {
            0
        };
    }

    /// Goes back to the bracket around the innermost one, which is not closed: it is `[` or `{` of a name.
    fn take_back(&mut self, opening: Lexeme, at: usize) {
        let distance = usize::from(opening.link >> FLAGS);
        self.open = if distance == 0 { usize::MAX } else { at - distance };
        self.state = opening.link & ((1 << FLAGS) - 1);
    }

    #[inline(always)]
    fn close(&mut self, out: &mut [Lexeme], kind: Kind) {
        let (at, inside) = (self.open, self.state);
        let length = out.len().wrapping_sub(at);
        let Some(&opening) = out.get(at) else { return };
        self.take_back(opening, at);
        let is_partner = match opening.kind {
            Kind::Functor => kind == Kind::Close,
            Kind::OpenList => kind == Kind::CloseList,
            Kind::OpenCurly => kind == Kind::CloseCurly,
            _ => false,
        };
        let is_full = inside & (PLAIN | FILLED) == PLAIN | FILLED || length == 1 && opening.kind != Kind::Functor;
        if is_partner && is_full && length <= MOST_BETWEEN {
            out[at].link = SIMPLE | length as u16;
            self.fill();
        } else {
            out[at].link = 0;
            self.state = 0;
        }
    }
}

/// The result of gathering the tokens of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gathered {
    /// The tokens of a clause, without its end token.
    Clause {
        /// The full stop.
        stop: Span,
    },
    /// The text ends after some tokens.
    Unfinished,
    /// There was only layout and comments.
    Nothing,
}

/// The input and state of the lexer.
pub struct Context<'c> {
    /// The whole text.
    pub text: &'c str,
    /// The offset at which the clause begins.
    pub from: usize,
    /// The atom table.
    pub atoms: &'c mut AtomTable,
    /// The operators: `a-(b)` is an infix operator and a parenthesis, `-(b)` a compound term.
    pub ops: &'c OpTable,
    /// Whether only names that begin with `_` are variables.
    pub var_prefix: bool,
    /// The extensions of the standard that are read.
    pub extensions: Extensions,
    /// Buffer for decoded names.
    pub scratch: &'c mut String,
    /// Polled for a stop.
    pub watch: &'c Watch,
    /// The memory limit.
    pub room: Room,
}

/// Returns the reason to stop reading a clause with these tokens so far, if any.
#[cold]
fn ended_early(context: &Context<'_>, out: &[Lexeme]) -> Option<SyntaxKind> {
    if context.watch.gives_up() {
        return Some(SyntaxKind::GivenUp);
    }
    let lack = context.room.lacks(size_of_val(out), context.atoms.bytes());
    lack.map(SyntaxKind::NoRoom)
}

/// Gathers the tokens of one clause into `out`.
///
/// # Errors
/// If the text is not a sequence of tokens.
pub fn gather(context: &mut Context<'_>, out: &mut Vec<Lexeme>) -> Result<Gathered, SyntaxError> {
    out.clear();
    let text = context.text;
    let mut from = context.from;
    let mut lexer = Token::lexer_with_extras(&text[from..], context.extensions);
    let mut first_fault: Option<SyntaxFault> = None;
    let mut pace = Pace::new();
    let mut in_quotation = false;
    let mut nest = Nest {
        open: usize::MAX,
        state: 0,
    };
    while let Some(mut found) = lexer.next() {
        if pace.is_due()
            && let Some(kind) = ended_early(context, out)
        {
            let span = Span::default();
            return Err(SyntaxFault { span, kind }.resumed_at(text.len()));
        }
        let mut span = Span::new((from + lexer.span().start) as u32, (from + lexer.span().end) as u32);
        let next = byte_after(&lexer);
        // Most tokens need no look at what they are among.
        if let Ok(token) = found
            && let Some(kind) = plain_kind(context, token, next)
        {
            let atom = match kind {
                Kind::Name => context.atoms.intern(lexer.slice()),
                _ => known::EMPTY,
            };
            nest.push(out, Lexeme::new(kind, token, atom, span));
            continue;
        }
        if let Ok(token) = found
            && let Some(digits) = digits_of_shorter(context, token, span)
        {
            found = Ok(Token::Integer);
            span.end = span.start + digits as u32;
            from = span.end as usize;
            lexer = Token::lexer_with_extras(&text[from..], context.extensions);
        }
        let added = match found {
            Ok(token @ (Token::OpenCurly | Token::Bar)) if context.extensions.quotations => {
                match quotation_part(&mut lexer, token, &mut in_quotation) {
                    None => add(context, &mut lexer, token, span, (out, &mut nest)),
                    Some(Some(kind)) => {
                        span.end = (from + lexer.span().end) as u32;
                        nest.push(out, Lexeme::new(kind, token, known::EMPTY, span));
                        Ok(())
                    }
                    Some(None) => {
                        let resume = after_next_stop(text, span.end as usize).unwrap_or(text.len());
                        let kind = SyntaxKind::UnterminatedQuotation;
                        let fault = first_fault.unwrap_or(SyntaxFault { span, kind });
                        return Err(fault.resumed_at(resume));
                    }
                }
            }
            Ok(Token::End) => {
                return match first_fault {
                    None => Ok(Gathered::Clause { stop: span }),
                    Some(fault) => Err(fault.resumed_at(span.end as usize)),
                };
            }
            Ok(token) => add(context, &mut lexer, token, span, (out, &mut nest)),
            Err(error) if error.has_no_end() => {
                // All that stands behind an open comment is in it: none of it is a clause.
                let resume = match error {
                    LexicalError::UnterminatedComment => None,
                    _ => after_next_stop(text, span.end as usize),
                };
                let resume = resume.unwrap_or(text.len());
                let fault = first_fault.unwrap_or_else(|| fault_of(error, text, span));
                return Err(fault.resumed_at(resume));
            }
            Err(error) => Err(fault_of(error, text, span)),
        };
        if let Err(fault) = added {
            first_fault.get_or_insert(fault);
        }
    }
    match first_fault {
        Some(fault) => Err(fault.resumed_at(text.len())),
        None if out.is_empty() => Ok(Gathered::Nothing),
        None => Ok(Gathered::Unfinished),
    }
}

/// Returns the kind of a token before the byte `next` if it has one only, and is read by all flags as it is.
#[inline(always)]
fn plain_kind(context: &Context<'_>, token: Token, next: u8) -> Option<Kind> {
    match token {
        Token::Open => Some(Kind::Open),
        Token::Close => Some(Kind::Close),
        Token::OpenList => Some(Kind::OpenList),
        Token::Comma => Some(Kind::Comma),
        Token::CloseList if next != b'(' => Some(Kind::CloseList),
        Token::Name if !matches!(next, b'(' | b'{') => Some(Kind::Name),
        Token::Variable if !context.var_prefix && next != b'{' => Some(Kind::Variable),
        Token::Integer if context.extensions.numbers => Some(Kind::Literal),
        _ => None,
    }
}

/// Returns the kind of a token that begins a quotation, or is its text, which the lexer passes; `Some(None)` if the text
/// has no end, and `None` for other tokens.
fn quotation_part(lexer: &mut Lexer<'_, Token>, token: Token, is_open: &mut bool) -> Option<Option<Kind>> {
    let rest = lexer.remainder();
    if !rest.starts_with('|') || (token == Token::Bar && !*is_open) {
        return None;
    }
    *is_open = token == Token::OpenCurly;
    if *is_open {
        lexer.bump(1);
        return Some(Some(Kind::OpenQuotation));
    }
    let kind = rest[1..].find("|}").map(|length| {
        lexer.bump(length + 3);
        Kind::Quotation
    });
    Some(kind)
}

/// Returns the number of digits of the integer that is the first part of the number `token`, if it ends there.
fn digits_of_shorter(context: &mut Context<'_>, token: Token, span: Span) -> Option<usize> {
    if matches!(token, Token::Float | Token::Rational)
        && let Some(digits) = digits_before_operator(context, span)
    {
        return Some(digits);
    }
    let text = &context.text[span.range()];
    match token {
        // Digit groups with a blank, and an exponent in upper case without a fraction, are an extension: in the standard
        // the number ends before them.
        Token::Integer | Token::Float if !context.extensions.numbers => digits_of_the_standard(text),
        // `0''` is the code of the quote, unless the empty name is an operator.
        Token::CharacterCode if text == "0''" => is_after_operand(context.ops, known::EMPTY).then_some(1),
        _ => None,
    }
}

/// Returns the number of digits in a number like `1e9` or `1r3` if its letters begin an operator: these numbers are an
/// extension; in the standard they are an integer and a name.
fn digits_before_operator(context: &mut Context<'_>, span: Span) -> Option<usize> {
    let number = &context.text[span.start as usize..];
    let digits = number
        .bytes()
        .take_while(|byte| byte.is_ascii_digit() || *byte == b'_')
        .count();
    let word = &number[digits..];
    let word = &word[..chars::word_length(word)];
    if word.is_empty() {
        return None;
    }
    let atom = context.atoms.intern(word);
    is_after_operand(context.ops, atom).then_some(digits)
}

/// Returns the number of digits before a group after a blank or an exponent without a fraction, if there is one.
pub(super) fn digits_of_the_standard(number: &str) -> Option<usize> {
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    matches!(number.as_bytes().get(digits), Some(b' ' | b'E')).then_some(digits)
}

/// Whether a name can stand after an operand.
fn is_after_operand(ops: &OpTable, name: Atom) -> bool {
    ops.infix(name).is_some() || ops.postfix(name).is_some()
}

fn fault_of(error: LexicalError, text: &str, mut span: Span) -> SyntaxFault {
    if let LexicalError::BadInQuoted(at) = error {
        let start = span.start as usize + 1 + at as usize;
        let length = text[start..].chars().next().map_or(0, char::len_utf8);
        span = Span::new(start as u32, (start + length) as u32);
    }
    let kind = match error {
        LexicalError::IllegalCharacter | LexicalError::BadInQuoted(_) => {
            match text[span.start as usize..].chars().next() {
                Some(char::REPLACEMENT_CHARACTER) | None => SyntaxKind::NotUtf8,
                Some(c) => SyntaxKind::IllegalCharacter(c),
            }
        }
        LexicalError::NewlineInQuoted(quote) => SyntaxKind::NewlineInQuoted(char::from(quote)),
        LexicalError::UnterminatedQuoted(quote) => SyntaxKind::UnterminatedQuoted(char::from(quote)),
        LexicalError::UnterminatedComment => SyntaxKind::UnterminatedComment,
        LexicalError::MissingCharacter => SyntaxKind::MissingCharacter,
    };
    SyntaxFault { span, kind }
}

/// Returns the offset after the next full stop, in whatever context: there a clause ends that has an unterminated
/// quoted item.
fn after_next_stop(text: &str, from: usize) -> Option<usize> {
    let mut stops = text[from..].match_indices('.').map(|(at, _)| from + at + 1);
    stops.find(|&at| text[at..].chars().next().is_none_or(chars::follows_stop))
}

/// Whether a clause seems to end inside this quoted item, and another one to begin in the next line.
pub fn goes_over_a_clause(quoted: &str) -> bool {
    let mut lines = quoted.match_indices(".\n").map(|(at, _)| &quoted[at + 2..]);
    lines.any(|line| line.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, ':' | '%' | '\n')))
}

/// Returns the error for the quoted item at `span` that was left open, after which reading resumes behind the next full
/// stop.
pub fn left_open(text: &str, span: Span) -> SyntaxError {
    let start = span.start as usize;
    let quote = text[start..].chars().next().unwrap_or('\'');
    let fault = SyntaxFault {
        span: Span::new(span.start, span.start + 1),
        kind: SyntaxKind::NewlineInQuoted(quote),
    };
    fault.resumed_at(after_next_stop(text, start + 1).unwrap_or(text.len()))
}

/// Returns the offset just after the full stop of the first clause of `text`; a full stop at the end of the text
/// counts. `None` if the clause continues after the text.
pub fn end_of_clause(text: &str) -> Option<usize> {
    let mut lexer = Token::lexer(text);
    let mut in_quotation = false;
    while let Some(found) = lexer.next() {
        match found {
            Ok(token @ (Token::OpenCurly | Token::Bar)) => {
                if quotation_part(&mut lexer, token, &mut in_quotation) == Some(None) {
                    return None;
                }
            }
            Ok(Token::End) => return Some(lexer.span().end),
            Err(LexicalError::NewlineInQuoted(_)) => return after_next_stop(text, lexer.span().end),
            Err(LexicalError::UnterminatedQuoted(_) | LexicalError::UnterminatedComment) => return None,
            Ok(_) | Err(_) => {}
        }
    }
    None
}

/// Whether there is only layout and comments in `text`.
pub fn is_blank(text: &str) -> bool {
    Token::lexer(text).next().is_none()
}

fn add(
    context: &mut Context<'_>,
    lexer: &mut Lexer<'_, Token>,
    token: Token,
    mut span: Span,
    (out, nest): (&mut Vec<Lexeme>, &mut Nest),
) -> Result<(), SyntaxFault> {
    let slice = lexer.slice();
    let mut kind = token.kind();
    if !context.extensions.numbers && token.is_number() && !is_standard(token, slice) {
        return Err(SyntaxFault {
            span,
            kind: SyntaxKind::IllegalNumber,
        });
    }
    let next = byte_after(lexer);
    let before_parenthesis = next == b'(';
    let mut atom = known::EMPTY;
    match token {
        Token::Name => atom = context.atoms.intern(slice),
        Token::QuotedName => atom = context.atoms.intern(&slice[1..slice.len() - 1]),
        Token::EscapedName => atom = escaped_name(context, slice, span)?,
        Token::Variable if context.var_prefix && !slice.starts_with('_') => {
            kind = Kind::Name;
            atom = context.atoms.intern(slice);
        }
        // `[](x)` and `{}(x)` are compound terms.
        Token::CloseList | Token::CloseCurly if before_parenthesis => {
            let (open, name) = if token == Token::CloseList {
                (Kind::OpenList, known::NIL)
            } else {
                (Kind::OpenCurly, known::CURLY)
            };
            if let Some(opening) = out.pop_if(|last| last.kind == open) {
                kind = Kind::Name;
                atom = name;
                span = opening.span.join(span);
                nest.take_back(opening, out.len());
            }
        }
        _ => {}
    }
    if context.extensions.dicts && next == b'{' && begins_dict(kind, context.ops, atom, slice) {
        kind = Kind::Dict;
        lexer.bump(1);
    }
    if kind == Kind::Name && before_parenthesis && !is_infix_here(out, context.ops, atom) {
        kind = Kind::Functor;
        lexer.bump(1);
    }
    nest.push(out, Lexeme::new(kind, token, atom, span));
    Ok(())
}

/// Whether a name or variable before a brace is the tag of a dict: it is a word or of symbol characters, and no operator.
fn begins_dict(kind: Kind, ops: &OpTable, atom: Atom, slice: &str) -> bool {
    match kind {
        Kind::Variable => true,
        Kind::Name => slice.ends_with(|c| chars::is_word(c) || c == '\'' || chars::is_symbol(c)) && !ops.is_op(atom),
        _ => false,
    }
}

/// Returns the atom of a quoted name with escape sequences.
fn escaped_name(context: &mut Context<'_>, quoted: &str, span: Span) -> Result<Atom, SyntaxFault> {
    context.scratch.clear();
    let inside = &quoted[1..quoted.len() - 1];
    escape::decode(inside, '\'', context.extensions.escapes, context.scratch).map_err(|bad| SyntaxFault {
        span: Span::new(span.start + 1 + bad.start as u32, span.start + 1 + bad.end as u32),
        kind: bad.reason.into(),
    })?;
    Ok(context.atoms.intern(context.scratch))
}

/// Whether the standard has this number: it has no digit groups, no exponent without a fraction, no rational numbers,
/// and no infinity.
pub(super) fn is_standard(token: Token, slice: &str) -> bool {
    match token {
        Token::Integer => slice.bytes().all(|byte| byte.is_ascii_digit()),
        Token::RadixInteger => !slice.contains(['_', ' ']),
        Token::Float => slice.contains('.') && !slice.contains(['_', ' ', 'N', 'I']),
        Token::Rational => false,
        _ => true,
    }
}

/// Whether the name `atom`, directly before `(`, is an infix operator after `tokens`.
fn is_infix_here(tokens: &[Lexeme], ops: &OpTable, atom: Atom) -> bool {
    let Some(last) = tokens.last() else { return false };
    if ops.infix(atom).is_none() {
        return false;
    }
    if last.kind != Kind::Name {
        return ends_operand(last.kind);
    }
    // Determine whether an operand is complete after the names, by the same rules as in `resolve`.
    let start = tokens
        .iter()
        .rposition(|token| token.kind != Kind::Name)
        .map_or(0, |last| last + 1);
    let mut operand = start > 0 && ends_operand(tokens[start - 1].kind);
    let mut after_prefix = false;
    for token in &tokens[start..] {
        let in_quotes = token.token.is_quoted_name() && ops.is_name_in_quotes(token.atom);
        let (infix, prefix) = (
            ops.infix(token.atom).is_some(),
            ops.prefix(token.atom).is_some() && !in_quotes,
        );
        if operand || (infix && after_prefix && !prefix) {
            operand = !infix;
            after_prefix = false;
        } else {
            operand = !prefix;
            after_prefix = prefix;
        }
    }
    operand
}

/// Whether a token of this kind ends an operand.
pub fn ends_operand(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Variable | Kind::Literal | Kind::Close | Kind::CloseList | Kind::CloseCurly | Kind::Quotation
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_text_is_told_from_a_clause() {
        assert!(is_blank("") && is_blank(" % a comment\n\n") && is_blank("/* a comment */ %"));
        assert!(!is_blank("/* a comment") && !is_blank("a") && !is_blank("/"));
    }

    #[test]
    fn the_end_is_found_past_quotes_and_comments() {
        let cases = [
            ("a. b.", Some(2)),
            ("a.", Some(2)),
            ("a", None),
            ("'a. b'. c", Some(7)),
            ("'a. ", None),
            ("a /* b. * c */ . ", Some(16)),
            ("a /* b. ", None),
            ("p('a.\nb'). ", Some(10)),
            ("p(it's so. \nq. ", None),
            ("p(it's so,\n", None),
        ];
        for (text, expected) in cases {
            assert_eq!(end_of_clause(text), expected, "{text}");
        }
    }
}
