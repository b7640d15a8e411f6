//! Character conversions (ISO 8.14.5), which `char_conversion/2` sets for unquoted characters.
//!
//! If there are any, the text of a clause is converted before it is read. Characters are converted one to one, so that
//! positions in the converted text can be mapped back.

use super::end::EndFinder;

/// The conversions of characters that are not mapped to themselves.
#[derive(Clone, Debug, Default)]
pub struct Conversions {
    pairs: Vec<(char, char)>,
}

impl Conversions {
    /// Whether every character is mapped to itself.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Maps `from` to `to`.
    pub fn set(&mut self, from: char, to: char) {
        self.pairs.retain(|pair| pair.0 != from);
        if from != to {
            self.pairs.push((from, to));
        }
    }

    /// Returns the character to which `c` is mapped.
    pub fn of(&self, c: char) -> char {
        self.pairs.iter().find(|pair| pair.0 == c).map_or(c, |pair| pair.1)
    }

    /// Returns the characters that are not mapped to themselves, with the characters to which they are mapped.
    pub fn pairs(&self) -> &[(char, char)] {
        &self.pairs
    }

    /// Feeds `piece`, converted, to `finder`, and appends it to `out`; see [`EndFinder::feed`].
    pub fn feed(&self, finder: &mut EndFinder, piece: &str, out: &mut String) -> Option<usize> {
        for (at, c) in piece.char_indices() {
            let c = if finder.is_quoted() { c } else { self.of(c) };
            if finder.feed(c.encode_utf8(&mut [0; 4])).is_some() {
                return Some(at);
            }
            out.push(c);
        }
        None
    }
}

/// Returns the offset in `text` of the character at `offset` in `converted`.
pub fn offset_before(text: &str, converted: &str, offset: usize) -> usize {
    let count = converted[..offset].chars().count();
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::extensions::Extensions;

    #[test]
    fn unquoted_characters_are_converted_up_to_the_end() {
        let mut conversions = Conversions::default();
        for (from, to) in [('&', '\''), ('^', '.'), ('a', 'é')] {
            conversions.set(from, to);
        }
        let mut out = String::new();
        let text = "a&^ a. ', 'a', \"&\", 0'a^ a. ";
        let end = conversions.feed(&mut EndFinder::new(Extensions::ALL), text, &mut out);
        assert_eq!(end.map(|end| &text[..end]), Some("a&^ a. ', 'a', \"&\", 0'a^"));
        assert_eq!(out, "é'^ a. ', 'a', \"&\", 0'a.");
        assert_eq!(offset_before(text, &out, "é'".len()), 2);
        conversions.set('a', 'a');
        assert_eq!((conversions.of('a'), conversions.of('&')), ('a', '\''));
    }
}
