//! Writes tokens with what is between them.

use ferz::toplevel::TokenKind;

use super::tree::{Part, Shape, TokenPart};
use crate::gaps::{self, Comment};

/// The most columns of a line, where a line can be broken.
pub(super) const WIDTH: usize = 100;

/// The layout before a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Before {
    /// Nothing.
    Nothing,
    /// A blank.
    Blank,
    /// Blanks up to a column, at least one.
    Column(usize),
    /// The end of a line.
    Break,
}

/// The text of a clause that is laid out.
pub(super) struct ClauseWriter<'w> {
    pub source: &'w str,
    pub tokens: &'w [TokenPart],
    /// The end of a line.
    newline: &'w str,
    /// Whether it is a rule of a grammar.
    pub is_grammar: bool,
    /// Whether it is a fact in one line.
    pub is_fact: bool,
    /// The text so far.
    pub out: String,
    /// The column behind it.
    pub column: usize,
    /// The column at which its last line begins.
    pub indent: usize,
}

impl<'w> ClauseWriter<'w> {
    pub(super) fn new(source: &'w str, tokens: &'w [TokenPart], newline: &'w str) -> ClauseWriter<'w> {
        ClauseWriter {
            source,
            tokens,
            newline,
            is_grammar: false,
            is_fact: false,
            out: String::new(),
            column: 0,
            indent: 0,
        }
    }

    /// Returns the text of a token.
    pub(super) fn text(&self, token: usize) -> &'w str {
        &self.source[self.tokens[token].span.clone()]
    }

    /// Whether the author has ended a line before the token.
    pub(super) fn is_broken(&self, token: usize) -> bool {
        self.tokens[token].gap.is_broken()
    }

    /// Writes text without the end of a line at its beginning.
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        let (from, last) = match text.rsplit_once('\n') {
            Some((_, last)) => (0, last),
            None => (self.column, text),
        };
        self.column = gaps::width(from, last);
    }

    /// Begins a line at a column, after an empty line if there were two or more ends of lines.
    fn line(&mut self, newlines: usize, column: usize) {
        self.out.push_str(self.newline);
        if newlines > 1 {
            self.out.push_str(self.newline);
        }
        self.out.extend(std::iter::repeat_n(' ', column));
        (self.column, self.indent) = (column, column);
    }

    /// Writes what is before a token: its comments, and the layout. A line that is ended here begins at `indent`, one
    /// with a comment only at `comments`.
    pub(super) fn before(&mut self, token: usize, before: Before, indent: usize, comments: usize) {
        let tokens = self.tokens;
        let gap = &tokens[token].gap;
        let mut to_line_end = false;
        for (index, comment) in gap.comments.iter().enumerate() {
            let follows = gap.comments.get(index + 1).map_or(gap.newlines, |next| next.newlines);
            if comment.newlines > 0 || to_line_end {
                let is_far = comment.column > comments + MOST_MOVED;
                self.line(comment.newlines, if is_far { comment.column } else { comments });
            } else if follows > 0 || comment.to_line_end {
                let blanks = comment_gap(self.column, comment);
                self.out.extend(std::iter::repeat_n(' ', blanks));
                self.column += blanks;
            } else if before != Before::Nothing && !self.out.ends_with(' ') {
                self.push(" ");
            }
            self.push(&self.source[comment.span.clone()]);
            to_line_end = comment.to_line_end;
        }
        if to_line_end || gap.newlines > 0 && !gap.comments.is_empty() || before == Before::Break {
            let newlines = match token {
                0 => 1,
                _ => gap.newlines,
            };
            return self.line(newlines, indent);
        }
        match before {
            Before::Nothing => {}
            Before::Blank => self.push(" "),
            Before::Column(column) => {
                let blanks = column.saturating_sub(self.column).max(1);
                self.out.extend(std::iter::repeat_n(' ', blanks));
                self.column += blanks;
            }
            Before::Break => unreachable!("it has returned"),
        }
    }

    /// Writes a token, before which all is written.
    pub(super) fn token(&mut self, token: usize) {
        let text = self.text(token);
        self.push(text);
    }

    /// Writes a token with what is before it.
    pub(super) fn after(&mut self, token: usize, before: Before, indent: usize) {
        self.before(token, before, indent, indent);
        self.token(token);
    }

    /// Writes a part as it stands.
    pub(super) fn leaf(&mut self, part: &Part) {
        let span = self.tokens[part.first].span.start..self.tokens[part.last].span.end;
        self.push(&self.source[span]);
    }

    /// Whether the part fits into the line, with what must follow it there.
    pub(super) fn fits(&self, part: &Part) -> bool {
        part.flat
            .is_some_and(|flat| self.column + flat + self.tail(part.last) <= WIDTH)
    }

    /// Returns the columns of the closing brackets, commas and the full stop after a token.
    pub(super) fn tail(&self, token: usize) -> usize {
        let mut columns = 0;
        for next in self.tokens.get(token + 1..).unwrap_or_default() {
            match next.kind {
                TokenKind::Close if !next.gap.is_broken() => columns += 1,
                TokenKind::Separator | TokenKind::End => return columns + 1,
                _ => break,
            }
        }
        columns
    }

    /// Whether the parts are short and have no brackets.
    pub(super) fn are_simple(parts: &[Part]) -> bool {
        let is_leaf = |part: &Part| matches!(part.shape, Shape::Leaf) && part.flat.is_some();
        parts.iter().all(|part| match &part.shape {
            Shape::Infix(infix) => infix.operands.iter().all(is_leaf),
            _ => is_leaf(part),
        })
    }
}

/// Columns by which a line may become shorter before the comment at its end follows, and by which a comment in a line of
/// its own may stand behind what it is among.
const MOST_MOVED: usize = 12;

/// Returns the blanks before a comment at the end of a line that ends at `column`: it stays in its column, if that is free
/// and not far away.
pub(super) fn comment_gap(column: usize, comment: &Comment) -> usize {
    match comment.column.checked_sub(column) {
        Some(blanks) if blanks > comment.blanks + MOST_MOVED => comment.blanks.max(1),
        Some(blanks) if blanks > 0 => blanks,
        _ => 2,
    }
}
