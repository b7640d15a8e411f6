//! The tokens of a text, for programs that colour it or complete what is typed.

use std::ops::Range;

use logos::Logos;

use crate::text::token::{LexicalError, Token};

/// The kind of a part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TokenKind {
    /// A variable.
    Variable,
    /// A name of letters and digits, or a quoted name.
    Name,
    /// A name with an opening parenthesis directly after it, which does not belong to the part.
    Functor,
    /// A name of symbol characters, such as `:-`.
    Symbol,
    /// A number.
    Number,
    /// A double quoted or back quoted item.
    Text,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A comma or a bar.
    Separator,
    /// The full stop that ends a clause.
    End,
    /// A comment.
    Comment,
    /// A quoted item or a block comment without its end: the rest of the text.
    Unfinished,
    /// Text that is no token.
    Illegal,
}

/// Returns the parts of a text, whether or not it is one that can be read. Layout belongs to none.
///
/// ```
/// use ferz::toplevel::TokenKind;
/// let parts = ferz::toplevel::tokens("f(X).");
/// assert_eq!(parts[0], (0..1, TokenKind::Functor));
/// assert_eq!(parts[2], (2..3, TokenKind::Variable));
/// assert_eq!(parts[4], (4..5, TokenKind::End));
/// ```
pub fn tokens(text: &str) -> Vec<(Range<usize>, TokenKind)> {
    let mut parts = Vec::new();
    let mut lexer = Token::lexer(text);
    let mut end = 0;
    while let Some(found) = lexer.next() {
        let mut span = lexer.span();
        comments(text, end..span.start, &mut parts);
        let kind = match found {
            Ok(token) => kind(token, text, &span),
            Err(
                LexicalError::UnterminatedQuoted(_)
                | LexicalError::NewlineInQuoted(_)
                | LexicalError::UnterminatedComment,
            ) => {
                span.end = text.len();
                TokenKind::Unfinished
            }
            Err(_) => TokenKind::Illegal,
        };
        end = span.end;
        parts.push((span, kind));
        if kind == TokenKind::Unfinished {
            break;
        }
    }
    comments(text, end..text.len(), &mut parts);
    parts
}

fn kind(token: Token, text: &str, span: &Range<usize>) -> TokenKind {
    match token {
        Token::Name | Token::QuotedName | Token::EscapedName => {
            let first = text[span.clone()].chars().next();
            if text[span.end..].starts_with('(') {
                TokenKind::Functor
            } else if first.is_some_and(|c| c.is_alphabetic() || c == '\'') {
                TokenKind::Name
            } else {
                TokenKind::Symbol
            }
        }
        Token::Variable => TokenKind::Variable,
        token if token.is_number() => TokenKind::Number,
        Token::Open | Token::OpenList | Token::OpenCurly => TokenKind::Open,
        Token::Close | Token::CloseList | Token::CloseCurly => TokenKind::Close,
        Token::Comma | Token::Bar => TokenKind::Separator,
        Token::End => TokenKind::End,
        _ => TokenKind::Text,
    }
}

/// Adds the comments between two tokens.
fn comments(text: &str, between: Range<usize>, parts: &mut Vec<(Range<usize>, TokenKind)>) {
    let mut at = between.start;
    while let Some(rest) = text.get(at..between.end)
        && let Some(start) = rest.find(['%', '/'])
    {
        let from = at + start;
        let comment = &text[from..between.end];
        let length = if comment.starts_with('%') {
            comment.find('\n').unwrap_or(comment.len())
        } else {
            comment
                .get(2..)
                .and_then(|rest| rest.find("*/"))
                .map_or(comment.len(), |end| end + 4)
        };
        parts.push((from..from + length, TokenKind::Comment));
        at = from + length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(&str, TokenKind)> {
        tokens(text)
            .into_iter()
            .map(|(span, kind)| (&text[span], kind))
            .collect()
    }

    #[test]
    fn parts_have_kinds() {
        use TokenKind::{
            Close, Comment, End, Functor, Illegal, Name, Number, Open, Separator, Symbol, Text, Unfinished, Variable,
        };
        assert_eq!(
            shown("f(X, 'a b') :- [1.5|\"s\"]. % c"),
            [
                ("f", Functor),
                ("(", Open),
                ("X", Variable),
                (",", Separator),
                ("'a b'", Name),
                (")", Close),
                (":-", Symbol),
                ("[", Open),
                ("1.5", Number),
                ("|", Separator),
                ("\"s\"", Text),
                ("]", Close),
                (".", End),
                ("% c", Comment)
            ]
        );
        assert_eq!(
            shown("/*/ a */ é 'b"),
            [("/*/ a */", Comment), ("é", Name), ("'b", Unfinished)]
        );
        assert_eq!(shown("a \u{1} b"), [("a", Name), ("\u{1}", Illegal), ("b", Name)]);
        assert!(tokens(" \n").is_empty());
    }
}
