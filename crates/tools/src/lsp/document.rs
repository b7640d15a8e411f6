//! A text, its lines, and places in it: the protocol counts columns in UTF-16.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// A text, open in the editor or read from its file.
#[derive(Clone, Debug)]
pub(super) struct Document {
    /// The text.
    pub text: String,
    /// The number of its version in the editor.
    pub version: i64,
    /// The offsets at which lines begin.
    lines: Vec<usize>,
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextChange {
    /// The bytes of the former text, and how many they are now.
    pub old: Range<usize>,
    pub new: usize,
    /// The lines of the former text, counted from 0, and how many they are now.
    pub lines: Range<usize>,
    pub lines_now: usize,
}

impl Document {
    pub(super) fn new(text: String, version: i64) -> Document {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        Document { text, version, lines }
    }

    /// Applies a change of the editor: a range with its new text, or the whole text.
    pub(super) fn change(&mut self, change: &Value) -> TextChange {
        let text = change["text"].as_str().unwrap_or_default();
        let range = self.range_at(&change["range"]).unwrap_or(0..self.text.len());
        let first = self.lines.partition_point(|&start| start <= range.start);
        let behind = self.lines.split_off(first);
        self.lines
            .extend(text.match_indices('\n').map(|(at, _)| range.start + at + 1));
        let moved = text.len().cast_signed() - range.len().cast_signed();
        let removed = behind.partition_point(|&start| start <= range.end);
        let added = self.lines.len() - first;
        let kept = behind.into_iter().filter(|&start| start > range.end);
        self.lines.extend(kept.map(|start| start.wrapping_add_signed(moved)));
        self.text.replace_range(range.clone(), text);
        TextChange {
            old: range,
            new: text.len(),
            lines: first - 1..first + removed,
            lines_now: added + 1,
        }
    }

    /// Returns the offset of a position of the protocol; one behind the end of a line is its end.
    pub(super) fn offset(&self, position: &Value) -> Option<usize> {
        let line = usize::try_from(position["line"].as_u64()?).ok()?;
        let mut column = usize::try_from(position["character"].as_u64()?).ok()?;
        let Some(&start) = self.lines.get(line) else {
            return Some(self.text.len());
        };
        let mut offset = start;
        for c in self.text[start..].chars() {
            if c == '\n' || column < c.len_utf16() {
                break;
            }
            column -= c.len_utf16();
            offset += c.len_utf8();
        }
        Some(offset)
    }

    /// Returns the bytes of a range of the protocol.
    pub(super) fn range_at(&self, range: &Value) -> Option<Range<usize>> {
        let (start, end) = (self.offset(&range["start"])?, self.offset(&range["end"])?);
        Some(start.min(end)..end.max(start))
    }

    /// Returns the line of an offset, counted from 0.
    pub(super) fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset) - 1
    }

    /// Returns the offset at which a line begins, counted from 0.
    pub(super) fn line_start(&self, line: usize) -> usize {
        self.lines.get(line).copied().unwrap_or(self.text.len())
    }

    /// Returns the position of an offset.
    pub(super) fn position(&self, offset: usize) -> Value {
        json!({"line": self.line(offset), "character": self.column(offset)})
    }

    /// Returns the column of an offset in UTF-16, counted from 0.
    pub(super) fn column(&self, offset: usize) -> usize {
        let start = self.lines[self.line(offset)];
        self.text[start..offset].chars().map(char::len_utf16).sum()
    }

    /// Returns a range of the protocol.
    pub(super) fn range(&self, span: &Range<usize>) -> Value {
        json!({"start": self.position(span.start), "end": self.position(span.end)})
    }

    /// Returns the offset of a line, counted from 1, and a column in characters, counted from 1.
    pub(super) fn place(&self, line: usize, column: usize) -> usize {
        let start = self
            .lines
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or(self.text.len());
        let content = self.text[start..].split('\n').next().unwrap_or_default();
        let before: usize = content.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
        start + before
    }
}

/// Returns the file of a URI.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/...` is a file of Windows.
    match path.as_bytes() {
        [b'/', _, b':', ..] => Some(PathBuf::from(&path[1..])),
        _ => Some(PathBuf::from(path)),
    }
}

/// Returns the URI of a file.
pub(super) fn uri_of(path: &Path) -> String {
    let mut uri = String::from("file://");
    let text = path.to_string_lossy().replace('\\', "/");
    if !text.starts_with('/') {
        uri.push('/');
    }
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_utf_16() {
        let mut document = Document::new("a😀é.\r\nb.\n".to_owned(), 1);
        assert_eq!(document.position(5), json!({"line": 0, "character": 3}));
        assert_eq!(document.offset(&json!({"line": 0, "character": 3})), Some(5));
        assert_eq!(document.offset(&json!({"line": 0, "character": 2})), Some(1));
        assert_eq!(document.offset(&json!({"line": 1, "character": 99})), Some(12));
        assert_eq!(document.offset(&json!({"line": 9, "character": 0})), Some(13));
        let range = json!({"start": {"line": 0, "character": 3}, "end": {"line": 1, "character": 1}});
        let change = document.change(&json!({"range": range, "text": "x\ny"}));
        assert_eq!(
            (change.old, change.new, change.lines, change.lines_now),
            (5..11, 3, 0..2, 2)
        );
        assert_eq!(document.text, "a😀x\ny.\n");
        assert_eq!(document.place(2, 2), 8);
        document.change(&json!({"text": "new"}));
        assert_eq!((document.text.as_str(), document.line(3)), ("new", 0));
    }

    #[test]
    fn files_have_uris() {
        let path = Path::new("/tmp/a b/é.pl");
        assert_eq!(uri_of(path), "file:///tmp/a%20b/%C3%A9.pl");
        assert_eq!(path_of(&uri_of(path)).as_deref(), Some(path));
        assert_eq!(path_of("file:///C:/x.pl"), Some(PathBuf::from("C:/x.pl")));
        assert_eq!((path_of("untitled:1"), path_of("file:///%zz")), (None, None));
    }
}
