//! Rows by the values of some columns.

use rustc_hash::FxHashMap;

use crate::base::watch::Pace;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::tabling::datalog::plan::Columns;
use crate::machine::tabling::rows::hash;

/// Ends a list of rows.
pub(super) const NO_ROW: u32 = u32::MAX;

/// The last row of each key, and the row before each row.
pub(super) struct TupleIndex {
    pub columns: Columns,
    /// The last rows of keys that are small integers or atoms of low numbers, which are told apart by the first one.
    dense: Vec<u32>,
    tag: Option<u64>,
    /// Those of other keys.
    sparse: FxHashMap<u64, u32>,
    before: Vec<u32>,
}

/// Returns the tag of a key, and the number that it has without.
#[inline]
fn split(key: u64) -> (u64, u64) {
    (key & 7, key >> 3)
}

/// Returns the key of values: a single word, or a hash of several.
#[inline]
pub(super) fn key_of(words: impl Iterator<Item = u64> + Clone) -> u64 {
    let mut rest = words.clone();
    match (rest.next(), rest.next()) {
        (Some(word), None) => word,
        _ => words.fold(0, |key, word| hash(&[key, word])),
    }
}

impl TupleIndex {
    pub(super) fn new(columns: Columns) -> TupleIndex {
        TupleIndex {
            columns,
            dense: Vec::new(),
            tag: None,
            sparse: FxHashMap::default(),
            before: Vec::new(),
        }
    }

    /// Returns the last row with a key.
    #[inline]
    pub(super) fn last(&self, key: u64) -> u32 {
        let (tag, number) = split(key);
        match self.dense.get(number as usize) {
            Some(&row) if self.tag == Some(tag) => row,
            _ => self.sparse.get(&key).copied().unwrap_or(NO_ROW),
        }
    }

    /// Returns the row with the same key before a row.
    #[inline]
    pub(super) fn before(&self, row: u32) -> u32 {
        self.before[row as usize]
    }

    /// Adds the rows that are new among the first `end`.
    pub(super) fn update(
        &mut self,
        limits: &mut MachineLimits,
        words: &[u64],
        width: usize,
        end: u32,
    ) -> Result<(), Lack> {
        let first = self.before.len() as u32;
        limits.claim((end - first) as usize * 24)?;
        let mut pace = Pace::new();
        self.before.reserve((end - first) as usize);
        for number in first..end {
            let row = &words[number as usize * width..][..width];
            let slot = match self.columns.1[..] {
                [column] => self.single(row[column], 4 * u64::from(end) + 1024),
                _ => {
                    let key = key_of(self.columns.1.iter().map(|&column| row[column]));
                    self.sparse.entry(key).or_insert(NO_ROW)
                }
            };
            let before = std::mem::replace(slot, number);
            self.before.push(before);
            limits.go_on(&mut pace)?;
        }
        Ok(())
    }

    /// Returns where the last row of a single word is kept. Numbers below `most` have places without hashing.
    #[inline]
    fn single(&mut self, key: u64, most: u64) -> &mut u32 {
        let (tag, number) = split(key);
        if *self.tag.get_or_insert(tag) != tag || number >= most {
            return self.sparse.entry(key).or_insert(NO_ROW);
        }
        if number >= self.dense.len() as u64 {
            let length = (number + 1).next_power_of_two().min(most);
            self.dense.resize(length as usize, NO_ROW);
            let dense = &mut self.dense;
            self.sparse.retain(|&key, &mut row| match split(key) {
                (other, number) if other == tag && number < length => {
                    dense[number as usize] = row;
                    false
                }
                _ => true,
            });
        }
        &mut self.dense[number as usize]
    }
}
