//! The flat words of a call.

use std::ops::Deref;

/// The words of a call. Few of them stand in the table itself, so that making a table allocates nothing.
#[derive(Clone)]
pub(super) enum Key {
    Few(u8, [u64; FEW]),
    Many(Box<[u64]>),
}

/// The most words that stand in the table.
pub(super) const FEW: usize = 3;

/// Returns the bytes allocated for a key of these words.
pub(super) fn bytes_of(words: &[u64]) -> usize {
    if words.len() > FEW { words.len() * 8 } else { 0 }
}

impl From<&[u64]> for Key {
    fn from(words: &[u64]) -> Key {
        if words.len() > FEW {
            return Key::Many(words.into());
        }
        let mut few = [0; FEW];
        few[..words.len()].copy_from_slice(words);
        Key::Few(words.len() as u8, few)
    }
}

impl Deref for Key {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        match self {
            Key::Few(count, words) => &words[..usize::from(*count)],
            Key::Many(words) => words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_words_they_are_made_of() {
        for count in 0..6_u64 {
            let words: Vec<u64> = (0..count).collect();
            let key = Key::from(&words[..]);
            assert_eq!(*key, *words);
            assert_eq!(bytes_of(&words) > 0, matches!(key, Key::Many(_)));
        }
    }
}
