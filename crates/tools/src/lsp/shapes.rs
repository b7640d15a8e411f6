//! The looks of a text: its layout, colours, parts that fold; and changes that mend it.

use std::ops::Range;

use ferz::toplevel::{TokenKind, tokens};
use serde_json::{Value, json};

use super::navigate::head;
use super::texts::{OpenTexts, OutlinedText};
use crate::fmt::Formatter;
use crate::gaps::Gap;

/// The colours, by their places in this list.
pub(super) const COLOURS: [&str; 7] = [
    "variable",
    "function",
    "string",
    "number",
    "operator",
    "comment",
    "enumMember",
];

/// Returns the change that lays the text out.
///
/// # Errors
/// Why there is none.
pub(super) fn formatting(formatter: &mut Formatter, text: &OutlinedText) -> Result<Value, String> {
    let source = &text.document.text;
    let laid_out = formatter.format(source, text.file.as_deref())?.text;
    if laid_out == *source {
        return Ok(json!([]));
    }
    let head = source
        .bytes()
        .zip(laid_out.bytes())
        .take_while(|(one, two)| one == two)
        .count();
    let start = source.floor_char_boundary(head.min(laid_out.floor_char_boundary(head)));
    let (old, new) = (&source[start..], &laid_out[start..]);
    let tail = old
        .bytes()
        .rev()
        .zip(new.bytes().rev())
        .take_while(|(one, two)| one == two)
        .count();
    let mut tail = tail.min(old.len()).min(new.len());
    while !old.is_char_boundary(old.len() - tail) || !new.is_char_boundary(new.len() - tail) {
        tail -= 1;
    }
    let range = text.document.range(&(start..source.len() - tail));
    Ok(json!([{"range": range, "newText": &new[..new.len() - tail]}]))
}

/// Returns the parts that can be folded: clauses and comments of several lines.
pub(super) fn folding(texts: &mut OpenTexts, text: &OutlinedText) -> Value {
    let document = &text.document;
    let outline = texts.outline(text);
    let mut found = Vec::new();
    let mut add = |start: usize, end: usize, kind: &str| {
        let (first, last) = (document.line(start), document.line(end));
        if last > first {
            found.push(json!({"startLine": first, "endLine": last, "kind": kind}));
        }
    };
    let mut end = 0;
    let ranges = outline.parts.clauses.iter().map(|clause| clause.range.clone());
    let rest = document.text.len()..document.text.len();
    for range in ranges.chain(std::iter::once(rest)) {
        let mut run: Option<Range<usize>> = None;
        // Clauses that cannot be read are among the comments, and fold with them.
        for comment in Gap::of(&document.text, end..range.start).comments {
            match &mut run {
                Some(run) if comment.newlines == 1 => run.end = comment.span.end,
                _ => {
                    if let Some(run) = run.replace(comment.span) {
                        add(run.start, run.end, "comment");
                    }
                }
            }
        }
        if let Some(run) = run {
            add(run.start, run.end, "comment");
        }
        if range.start < range.end {
            add(range.start, range.end - 1, "region");
        }
        end = range.end;
    }
    found.into()
}

/// Returns the colours of a part of a text, which begins and ends with a clause.
pub(super) fn colours(texts: &mut OpenTexts, text: &OutlinedText, part: Range<usize>) -> Value {
    let document = &text.document;
    let source = &document.text;
    let outline = texts.outline(text);
    let part = outline.whole_clauses(part);
    let first = outline
        .parts
        .clauses
        .partition_point(|clause| clause.range.end <= part.start);
    let mut heads = outline.parts.clauses[first..]
        .iter()
        .filter(|clause| clause.head.is_some())
        .map(head)
        .peekable();
    let mut data: Vec<usize> = Vec::new();
    let (mut last_line, mut last_column) = (0, 0);
    let (mut line, mut line_start) = (0, 0);
    for (span, kind) in tokens(&source[part.clone()]) {
        let span = part.start + span.start..part.start + span.end;
        while heads.peek().is_some_and(|head| head.start < span.start) {
            heads.next();
        }
        let is_head = heads.peek().is_some_and(|head| head.start == span.start);
        let colour = match kind {
            TokenKind::Variable => 0,
            TokenKind::Functor => 1,
            TokenKind::Name if is_head => 1,
            TokenKind::Name => 6,
            TokenKind::Text | TokenKind::Unfinished => 2,
            TokenKind::Number => 3,
            TokenKind::Symbol => 4,
            TokenKind::Comment => 5,
            _ => continue,
        };
        // A colour ends with its line.
        let mut start = span.start;
        for part in source[span.clone()].split_inclusive('\n') {
            let content = part.trim_end_matches(['\r', '\n']);
            let length: usize = content.chars().map(char::len_utf16).sum();
            if length > 0 {
                // Most tokens are on the line of the one before.
                if data.is_empty() || source[line_start..start].contains('\n') {
                    line = document.line(start);
                    line_start = document.line_start(line);
                }
                let column: usize = source[line_start..start].chars().map(char::len_utf16).sum();
                let moved = if line == last_line {
                    column - last_column
                } else {
                    column
                };
                data.extend([line - last_line, moved, length, colour, usize::from(is_head)]);
                (last_line, last_column) = (line, column);
            }
            start += part.len();
        }
    }
    json!({ "data": data })
}

/// Returns changes that mend what the diagnostics of the request name.
pub(super) fn actions(text: &OutlinedText, diagnostics: &Value) -> Value {
    let mut found = Vec::new();
    for diagnostic in diagnostics.as_array().into_iter().flatten() {
        let message = diagnostic["message"].as_str().unwrap_or_default();
        let range = &diagnostic["range"];
        let mut add = |title: String, new: String| {
            let edit = json!({"changes": {text.uri.as_str(): [{"range": range, "newText": new}]}});
            found.push(json!({"title": title, "kind": "quickfix", "diagnostics": [diagnostic], "edit": edit}));
        };
        let (Some(start), Some(end)) = (
            text.document.offset(&range["start"]),
            text.document.offset(&range["end"]),
        ) else {
            continue;
        };
        let named = text.document.text.get(start..end).unwrap_or_default();
        if diagnostic["code"] == "singletons" && named.starts_with(char::is_uppercase) {
            add(format!("Name it _{named}"), format!("_{named}"));
        }
        if let Some((_, names)) = message.split_once("Did you mean: ") {
            for name in names.lines().next().unwrap_or_default().split(", ") {
                let name = name.rsplit_once('/').map_or(name, |(name, _)| name);
                add(format!("Change to {name}"), name.to_owned());
            }
        }
    }
    found.into()
}
