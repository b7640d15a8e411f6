//! Layout and comments, which are between tokens.

use std::ops::Range;

/// A comment between two tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comment {
    /// Its bytes, without the end of the line.
    pub span: Range<usize>,
    /// The ends of lines between it and what is before it.
    pub newlines: usize,
    /// Whether it goes to the end of its line.
    pub to_line_end: bool,
    /// The columns between it and what is before it in its line.
    pub blanks: usize,
    /// The column at which it begins, counted from 0; a tab goes to the next multiple of 8.
    pub column: usize,
}

/// The layout and the comments before a token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The comments.
    pub comments: Vec<Comment>,
    /// The ends of lines behind the last comment.
    pub newlines: usize,
    /// Whether there is anything between the tokens.
    pub any: bool,
}

impl Gap {
    /// Reads what is between two tokens, of which `range` are the bytes.
    pub(crate) fn of(text: &str, range: Range<usize>) -> Gap {
        let mut gap = Gap {
            any: !range.is_empty(),
            ..Gap::default()
        };
        let mut at = range.start;
        while let Some(rest) = text.get(at..range.end).filter(|rest| !rest.is_empty()) {
            let Some(start) = rest.find(['%', '/']) else {
                gap.newlines += newlines(rest);
                break;
            };
            let from = at + start;
            let comment = &text[from..range.end];
            let to_line_end = comment.starts_with('%');
            let length = match to_line_end {
                true => comment.find('\n').unwrap_or(comment.len()),
                false => block_comment(comment).unwrap_or(comment.len()),
            };
            let column = column(text, from);
            gap.comments.push(Comment {
                blanks: column - self::column(text, at).min(column),
                span: from..from + text[from..from + length].trim_end().len(),
                newlines: newlines(&rest[..start]),
                to_line_end,
                column,
            });
            at = from + length;
        }
        gap
    }

    /// Whether there are blanks, and nothing else.
    pub(crate) fn is_blank(&self) -> bool {
        self.any && self.newlines == 0 && self.comments.is_empty()
    }

    /// Whether the author has ended a line here.
    pub(crate) fn is_broken(&self) -> bool {
        self.newlines > 0 || self.comments.iter().any(|comment| comment.newlines > 0)
    }
}

/// Returns the length of the comment `/* ... */` at the beginning of a text, if it has an end.
pub(crate) fn block_comment(text: &str) -> Option<usize> {
    text.get(2..)?.find("*/").map(|length| length + 4)
}

fn newlines(layout: &str) -> usize {
    layout.bytes().filter(|&byte| byte == b'\n').count()
}

/// Returns the column of an offset, counted from 0.
pub(crate) fn column(text: &str, offset: usize) -> usize {
    let line = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    width(0, &text[line..offset])
}

/// Returns the column behind a text that begins at the column `from`.
pub(crate) fn width(from: usize, text: &str) -> usize {
    text.chars().fold(from, |column, c| match c {
        '\t' => column / 8 * 8 + 8,
        _ => column + 1,
    })
}
