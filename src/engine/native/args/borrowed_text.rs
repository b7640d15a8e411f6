//! Texts that are read in place, without a copy: searching them, and extracting parts of them.

use std::borrow::Cow;

use crate::base::char_index;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::number_text::number_text;

/// A text that is read in place, without copying it as a whole.
pub enum Text<'a> {
    /// The name of an atom, or the text of a number.
    Plain(Cow<'a, str>),
    /// The name of an atom of ASCII characters only.
    Ascii(&'a str),
    /// The name of a long atom, and its table of character offsets.
    Long(&'a str, &'a [u64]),
    /// The words of a string box, the number of bytes of text in them, and whether all characters are ASCII.
    Words(&'a [u64], usize, bool),
    /// The words of a long string, the number of bytes of text in them, and the table of character offsets.
    LongWords(&'a [u64], usize, &'a [u64]),
}

/// Returns the text of an atomic term without copying it; `None` for any other term.
pub fn borrow_text(m: &Machine, cell: Cell) -> Option<Text<'_>> {
    match m.view(cell) {
        View::Atom(atom) => Some(match m.atoms.text_and_kind(atom) {
            (text, true) => Text::Ascii(text),
            (text, false) => match m.atoms.char_table(atom, text) {
                [] => Text::Plain(Cow::Borrowed(text)),
                offsets => Text::Long(text, offsets),
            },
        }),
        View::String(string) => {
            let header = m.heap.get(string.address());
            let bytes = header.string_bytes();
            Some(match m.heap.box_words(string).split_at(header.string_words()) {
                (words, []) => Text::Words(words, bytes, header.is_ascii_string()),
                (words, offsets) => Text::LongWords(words, bytes, offsets),
            })
        }
        _ => m
            .heap
            .number(cell)
            .map(|number| Text::Plain(Cow::Owned(number_text(m, &number)))),
    }
}

/// Returns the byte offset of the first occurrence of `sub`. A short `sub` is found by its first byte, which needs no
/// preparation.
fn find_in(text: &str, sub: &str) -> Option<usize> {
    let [first, ..] = *sub.as_bytes() else { return Some(0) };
    if sub.len() > SHORT {
        return text.find(sub);
    }
    let (bytes, sub) = (text.as_bytes(), sub.as_bytes());
    let last = bytes.len().checked_sub(sub.len())?;
    let mut at = 0;
    while at <= last {
        at += bytes[at..=last].iter().position(|&byte| byte == first)?;
        if bytes[at..at + sub.len()] == *sub {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Maximum length in bytes of a part that is searched for by its first byte.
const SHORT: usize = 16;

/// Distance in characters up to which walking costs no more than a lookup in the table of offsets.
const FAR: usize = 256;

/// Number of bytes of a string that are searched at once.
const WINDOW: usize = 4096;

impl Text<'_> {
    /// Returns the number of bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Text::Plain(text) => text.len(),
            Text::Ascii(text) | Text::Long(text, _) => text.len(),
            Text::Words(_, bytes, _) | Text::LongWords(_, bytes, _) => *bytes,
        }
    }

    fn byte(&self, at: usize) -> u8 {
        match self {
            Text::Plain(text) => text.as_bytes()[at],
            Text::Ascii(text) | Text::Long(text, _) => text.as_bytes()[at],
            Text::Words(words, ..) | Text::LongWords(words, ..) => words[at / 8].to_ne_bytes()[at % 8],
        }
    }

    /// Returns the number of characters.
    pub fn chars(&self) -> usize {
        match self {
            Text::Ascii(text) => text.len(),
            Text::Plain(text) => text.chars().count(),
            Text::Words(_, bytes, true) => *bytes,
            Text::Long(_, offsets) | Text::LongWords(_, _, offsets) => {
                offsets.last().map_or(0, |&chars| chars as usize)
            }
            // All bytes of a character except the first begin with the bits 10.
            Text::Words(words, bytes, false) => {
                let later: u32 = words
                    .iter()
                    .map(|w| (w & !(w << 1) & 0x8080_8080_8080_8080).count_ones())
                    .sum();
                bytes - later as usize
            }
        }
    }

    /// Returns the byte offset of the character after the one at `at`.
    pub fn step(&self, at: usize) -> usize {
        at + match self.byte(at) {
            0..0x80 => 1,
            0x80..0xe0 => 2,
            0xe0..0xf0 => 3,
            _ => 4,
        }
    }

    /// Returns the byte offset `count` characters after `at`; `chars` is the number of characters of the whole text.
    pub fn skip(&self, at: usize, count: usize, chars: usize) -> usize {
        if chars == self.bytes() {
            at + count
        } else if count > FAR
            && let Some(offsets) = self.offsets()
        {
            let number = char_index::chars_before(offsets, at, |i| self.byte(i)) + count;
            char_index::offset_of(offsets, number, self.bytes(), |i| self.byte(i))
        } else {
            (0..count).fold(at, |at, _| self.step(at))
        }
    }

    /// Returns the number of characters between two byte offsets; `chars` is the number of characters of the whole
    /// text.
    pub fn chars_between(&self, from: usize, to: usize, chars: usize) -> usize {
        if chars == self.bytes() {
            to - from
        } else if to - from > FAR
            && let Some(offsets) = self.offsets()
        {
            let before = |at| char_index::chars_before(offsets, at, |i| self.byte(i));
            before(to) - before(from)
        } else {
            self.part(from, to).chars().count()
        }
    }

    fn offsets(&self) -> Option<&[u64]> {
        match self {
            Text::Long(_, offsets) | Text::LongWords(_, _, offsets) => Some(offsets),
            Text::Plain(_) | Text::Ascii(_) | Text::Words(..) => None,
        }
    }

    /// Returns the part between two byte offsets.
    pub fn part(&self, from: usize, to: usize) -> Cow<'_, str> {
        match self {
            Text::Plain(text) => Cow::Borrowed(&text[from..to]),
            Text::Ascii(text) | Text::Long(text, _) => Cow::Borrowed(&text[from..to]),
            Text::Words(words, ..) | Text::LongWords(words, ..) => {
                let bytes: &[u8] = bytemuck::cast_slice(words);
                let part = str::from_utf8(&bytes[from..to]);
                Cow::Borrowed(part.expect("a string is cut only between characters"))
            }
        }
    }

    /// The first place between two characters at or after `at`, or the end.
    pub fn boundary(&self, at: usize) -> usize {
        let mut at = at.min(self.bytes());
        while at < self.bytes() && self.byte(at) & 0xc0 == 0x80 {
            at += 1;
        }
        at
    }

    /// Whether `sub` occurs at byte offset `at`.
    pub fn has_at(&self, at: usize, sub: &str) -> bool {
        at + sub.len() <= self.bytes() && sub.bytes().enumerate().all(|(i, b)| self.byte(at + i) == b)
    }

    /// Returns the byte offset of the first occurrence of `sub` at or after `from`.
    pub fn find(&self, sub: &str, from: usize) -> Option<usize> {
        let bytes = match self {
            Text::Plain(text) => return find_in(&text[from..], sub).map(|i| from + i),
            Text::Ascii(text) | Text::Long(text, _) => return find_in(&text[from..], sub).map(|i| from + i),
            Text::Words(_, bytes, _) | Text::LongWords(_, bytes, _) => bytes,
        };
        let mut start = from;
        loop {
            let end = self.boundary(start + WINDOW.max(2 * sub.len()));
            if let Some(i) = find_in(&self.part(start, end), sub) {
                return Some(start + i);
            }
            if end == *bytes {
                return None;
            }
            // An occurrence may extend from this window into the next.
            start = end - sub.len().saturating_sub(1);
            while self.byte(start) & 0xc0 == 0x80 {
                start -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_strings_are_found_where_they_lie() {
        let mut m = Machine::bare();
        let long = format!("{}aé😀b{}needle!", "x".repeat(4090), "é".repeat(5000));
        let cell = m.heap.new_string(&long);
        let text = borrow_text(&m, cell).expect("a string is a text");
        assert_eq!(text.bytes(), long.len());
        assert_eq!(text.chars(), long.chars().count());
        assert_eq!(text.find("needle", 0), long.find("needle"));
        assert_eq!(text.find("é😀", 7), long.find("é😀"));
        assert_eq!(text.find("needles", 0), None);
        let at = text.skip(0, 4091, text.chars());
        assert_eq!(text.part(at, text.step(at)), "é");
        assert!(text.has_at(at, "é😀b"));
        assert_eq!(text.part(0, long.len()), long);
    }
}
