//! Diagnoses syntax errors: which bracket is open, which terms lack an operator between them.

use lalrpop_util::ParseError;

use super::error::{SyntaxFault, SyntaxKind};
use super::lexer::{Lexeme, ends_operand};
use super::ops::OpTable;
use super::token::{GrammarTerminal, Kind, Token};
use crate::base::span::Span;

/// Returns the text of a token, cut off after 40 characters, for a message.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn text_of(text: &str, span: Span) -> &str {
    &text[span.range()]
}

/// Returns the fault behind an error of the parser; `stop` is the end of the clause.
pub(super) fn fault(
    text: &str,
    tokens: &[Lexeme],
    ops: &OpTable,
    stop: Span,
    error: ParseError<usize, GrammarTerminal, SyntaxFault>,
) -> SyntaxFault {
    match error {
        ParseError::User { error } => error,
        ParseError::UnrecognizedToken { token, .. } | ParseError::ExtraToken { token } => {
            // Items may stand wherever the comma behind them may.
            let at = match token {
                (at, GrammarTerminal::ItemsComma(count), _) => at + count - 1,
                (at, ..) => at,
            };
            unexpected(text, tokens, at)
        }
        ParseError::InvalidToken { .. } | ParseError::UnrecognizedEof { .. } => never_closed(text, tokens, ops)
            .unwrap_or(SyntaxFault {
                span: stop,
                kind: SyntaxKind::UnexpectedEnd,
            }),
    }
}

/// Diagnoses a token that the grammar does not accept: a closing bracket, a comma or a bar.
fn unexpected(text: &str, tokens: &[Lexeme], at: usize) -> SyntaxFault {
    let token = tokens[at];
    let fault = |kind| SyntaxFault { span: token.span, kind };
    let found = shown(text_of(text, token.span));
    let open = innermost_open(&tokens[..at]);
    if let Some(found) = closing(token.kind) {
        let expected = open.and_then(|open| partner(tokens[open].kind));
        if expected != Some(found) {
            return fault(SyntaxKind::Unmatched { found, expected });
        }
        if tokens[at - 1].kind == Kind::Functor {
            return fault(SyntaxKind::NoArguments);
        }
        return fault(SyntaxKind::ExpectedTermBefore(found.to_owned()));
    }
    // A comma or bar after the tail of a list.
    let in_list = open.is_some_and(|open| tokens[open].kind == Kind::OpenList);
    if in_list && ends_term(&tokens[at - 1]) {
        return fault(SyntaxKind::AfterListTail(found));
    }
    fault(SyntaxKind::ExpectedTermBefore(found))
}

fn ends_term(token: &Lexeme) -> bool {
    ends_operand(token.kind) || token.kind == Kind::Name
}

fn closing(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Close => Some(")"),
        Kind::CloseList => Some("]"),
        Kind::CloseCurly => Some("}"),
        Kind::Quotation => Some("|}"),
        _ => None,
    }
}

/// Returns the closing bracket for an opening one.
fn partner(open: Kind) -> Option<&'static str> {
    match open {
        Kind::Open | Kind::Functor => Some(")"),
        Kind::OpenList => Some("]"),
        Kind::OpenCurly | Kind::Dict => Some("}"),
        Kind::OpenQuotation => Some("||"),
        _ => None,
    }
}

/// Returns the innermost bracket that is open after `tokens`.
fn innermost_open(tokens: &[Lexeme]) -> Option<usize> {
    let mut closed = 0_usize;
    for (at, token) in tokens.iter().enumerate().rev() {
        if closing(token.kind).is_some() {
            closed += 1;
        } else if partner(token.kind).is_some() {
            if closed == 0 {
                return Some(at);
            }
            closed -= 1;
        }
    }
    None
}

/// Diagnoses a clause that ends inside a bracket. If the bracket contains two terms without an operator between them,
/// that is the likely location of the missing closing bracket; else the opening bracket is reported.
pub(super) fn never_closed(text: &str, tokens: &[Lexeme], ops: &OpTable) -> Option<SyntaxFault> {
    let open = innermost_open(tokens)?;
    for at in open + 2..tokens.len() {
        if is_operand_end(&tokens[at - 1], ops) && is_operand_start(&tokens[at], ops) {
            return Some(expected_operator(text, tokens, at));
        }
    }
    let token = tokens[open];
    let (span, bracket) = match token.kind {
        Kind::Functor => (Span::new(token.span.end, token.span.end + 1), "("),
        Kind::Dict => (Span::new(token.span.end, token.span.end + 1), "{"),
        Kind::Open => (token.span, "("),
        Kind::OpenList => (token.span, "["),
        Kind::OpenQuotation => (token.span, "{|"),
        _ => (token.span, "{"),
    };
    Some(SyntaxFault {
        span,
        kind: SyntaxKind::NeverClosed(bracket),
    })
}

fn is_operand_end(token: &Lexeme, ops: &OpTable) -> bool {
    ends_operand(token.kind) || (token.kind == Kind::Name && !ops.is_op(token.atom))
}

fn is_operand_start(token: &Lexeme, ops: &OpTable) -> bool {
    match token.kind {
        Kind::Variable
        | Kind::Literal
        | Kind::Open
        | Kind::OpenList
        | Kind::OpenCurly
        | Kind::OpenQuotation
        | Kind::Dict => true,
        Kind::Name | Kind::Functor => !ops.is_op(token.atom),
        _ => false,
    }
}

/// Diagnoses a term at the token `at` directly after another. If there is a line end between them, the location is the
/// end of the first.
pub(super) fn expected_operator(text: &str, tokens: &[Lexeme], at: usize) -> SyntaxFault {
    let token = tokens[at];
    let found = text_of(text, token.span);
    let mut span = token.span;
    if at > 0 {
        let end = last_byte_of(tokens[at - 1]);
        if text[end as usize..span.start as usize].contains('\n') {
            span = Span::new(end, end);
        }
    }
    if token.token == Token::Name && found.starts_with('.') {
        return SyntaxFault {
            span: token.span,
            kind: SyntaxKind::NoEnd,
        };
    }
    let or = match innermost_open(&tokens[..at]).map(|open| tokens[open].kind) {
        None => " or the end of the clause",
        Some(Kind::Open) => " or `)`",
        Some(Kind::Functor) => ", `,` or `)`",
        Some(Kind::OpenList) => ", `,`, `|` or `]`",
        Some(_) => " or `}`",
    };
    SyntaxFault {
        span,
        kind: SyntaxKind::ExpectedOperator {
            before: shown(found),
            or,
        },
    }
}

fn last_byte_of(token: Lexeme) -> u32 {
    token.span.end + u32::from(matches!(token.kind, Kind::Functor | Kind::Dict))
}
