//! A set of rows of one or two small integers or atoms: a word of bits for 64 second terms that are neighbours, found by
//! hash.
//!
//! Rows that are derived one after another most often have the same first term and second terms that are close to each
//! other. So most are found in the word of the row before, and a large closure takes a few bytes for each row.

use super::rows::hash;
use crate::term::cell::Cell;

/// Bits of a second term that tell it from its neighbours.
const BITS: u32 = 6;

/// Terms are integers of 31 bits, or atoms.
const MOST: u64 = 1 << 30;

/// The least number of words.
const LEAST: usize = 16;

/// The bits of some rows, with their key; without one the word is free.
#[derive(Clone, Copy, Default)]
struct PairBits {
    key: u64,
    bits: u64,
}

/// The rows.
pub(super) struct PairSet {
    words: Vec<PairBits>,
    used: usize,
    /// The place of the word that was used last.
    last: usize,
}

/// Returns a term as 32 bits.
#[inline(always)]
fn code(word: u64) -> Option<u64> {
    let cell = Cell::from_bits(word);
    let value = (word as i64 >> 3) as u64;
    let fits = cell.is_immediate() && value.wrapping_add(MOST) < 2 * MOST;
    fits.then_some(u64::from(cell.is_atom()) << 31 | value & (2 * MOST - 1))
}

/// Returns the key of a row's word, which is not zero, and its bit.
#[inline(always)]
fn key_and_bit(row: &[u64]) -> Option<(u64, u64)> {
    let (first, second) = match *row {
        [second] => (0, second),
        [first, second] => (code(first)?, second),
        _ => return None,
    };
    let second = code(second)?;
    let key = (first << (32 - BITS) | second >> BITS) + 1;
    Some((key, 1 << (second & ((1 << BITS) - 1))))
}

impl PairSet {
    /// Makes an empty set for rows of this width; none if they do not fit.
    pub(super) fn new(width: usize) -> Option<PairSet> {
        matches!(width, 1 | 2).then(|| PairSet {
            words: vec![PairBits::default(); LEAST],
            used: 0,
            last: 0,
        })
    }

    /// Returns the bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * size_of::<PairBits>()
    }

    /// Returns the number of words that are needed if another `count` rows need more.
    #[inline]
    fn needed(&self, count: usize) -> Option<usize> {
        let used = self.used + count;
        (used * 4 > self.words.len() * 3).then(|| (used * 2).next_power_of_two())
    }

    /// Returns the number of bytes by which another `count` rows may make the set grow.
    #[inline]
    pub(super) fn growth(&self, count: usize) -> usize {
        // Both are there while rows are moved.
        self.needed(count).unwrap_or(0) * size_of::<PairBits>()
    }

    /// Makes room for another `count` rows.
    #[inline]
    pub(super) fn reserve(&mut self, count: usize) {
        if let Some(needed) = self.needed(count) {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        let words = std::mem::replace(&mut self.words, vec![PairBits::default(); needed]);
        self.used = 0;
        for word in words {
            if word.bits != 0 {
                let at = self.place(word.key);
                self.words[at] = word;
                self.used += 1;
            }
        }
        self.last = 0;
    }

    /// Returns the place of a key, or the free one where it belongs.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.words.len() - 1;
        let mut at = hash(&[key]) as usize & mask;
        while self.words[at].key != 0 && self.words[at].key != key {
            at = (at + 1) & mask;
        }
        at
    }

    /// Adds a row, for which there is room. Returns whether it is new; none if it does not fit.
    #[inline]
    pub(super) fn insert(&mut self, row: &[u64]) -> Option<bool> {
        let (key, bit) = key_and_bit(row)?;
        if self.words[self.last].key != key {
            self.last = self.place(key);
            if self.words[self.last].key == 0 {
                self.used += 1;
                self.words[self.last].key = key;
            }
        }
        let word = &mut self.words[self.last];
        let is_new = word.bits & bit == 0;
        word.bits |= bit;
        Some(is_new)
    }

    pub(super) fn contains(&self, row: &[u64]) -> bool {
        key_and_bit(row).is_some_and(|(key, bit)| self.words[self.place(key)].bits & bit != 0)
    }

    pub(super) fn remove(&mut self, row: &[u64]) {
        if let Some((key, bit)) = key_and_bit(row) {
            let at = self.place(key);
            self.words[at].bits &= !bit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_apart() {
        let mut pairs = PairSet::new(2).expect("pairs fit");
        let cell = |value: i64| match value % 3 {
            0 => Cell::atom(crate::base::atom::Atom::from_index(value.unsigned_abs() as u32)).bits(),
            _ => Cell::int(value).bits(),
        };
        for round in 0..2 {
            for a in -50..50 {
                for b in 0..100 {
                    pairs.reserve(1);
                    let is_new = pairs.insert(&[Cell::int(a).bits(), cell(7 * b + 1000 * a)]);
                    assert!(is_new == Some(round == 0) || (7 * b + 1000 * a) % 3 == 0, "{a} {b}");
                }
            }
        }
        let row = [Cell::int(3).bits(), Cell::int(3007).bits()];
        assert!(pairs.contains(&row));
        pairs.remove(&row);
        assert!(!pairs.contains(&row) && pairs.contains(&[row[0], Cell::int(3014).bits()]));
        assert_eq!((pairs.insert(&row), pairs.insert(&row)), (Some(true), Some(false)));
        let too_large = Cell::int(MOST as i64).bits();
        assert_eq!(pairs.insert(&[too_large, too_large]), None);
        assert_eq!(pairs.insert(&[Cell::int(1).bits(), Cell::list(8).bits()]), None);
        assert!(PairSet::new(3).is_none());
    }
}
