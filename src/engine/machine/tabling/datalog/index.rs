//! Rows by the values of some columns.

use rustc_hash::FxHashMap;

use crate::base::ids::Table;
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
    dense: Table<u32, u32>,
    tag: Option<u64>,
    /// Those of other keys.
    sparse: FxHashMap<u64, u32>,
    before: Table<u32, u32>,
    /// The row with the same key after each row, if rows are removed.
    after: Option<Table<u32, u32>>,
}

/// Returns the tag of a key, and the number that it has without.
#[inline]
fn split(key: u64) -> (u64, u64) {
    (key & 7, key >> 3)
}

/// Number of rows after which the limits are asked for what an index has grown by.
const PIECE: u32 = 1 << 12;

/// Makes room for more numbers, and a few besides.
fn reserve(numbers: &mut Table<u32, u32>, more: usize) {
    let numbers = numbers.values_mut();
    if numbers.len() + more > numbers.capacity() {
        numbers.reserve_exact(more + numbers.len() / 8);
    }
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
            dense: Table::default(),
            tag: None,
            sparse: FxHashMap::default(),
            before: Table::default(),
            after: None,
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
        self.before[row]
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
        if first >= end {
            return Ok(());
        }
        let mut claimed = self.bytes();
        let mut pace = Pace::new();
        reserve(&mut self.before, (end - first) as usize);
        if let Some(after) = &mut self.after {
            reserve(after, (end - first) as usize);
        }
        for number in first..end {
            if number % PIECE == 0 || number == first {
                let bytes = self.bytes();
                limits.claim(bytes.saturating_sub(claimed))?;
                claimed = bytes;
            }
            let row = &words[number as usize * width..][..width];
            let key = self.key(row);
            let before = std::mem::replace(self.slot(key, 4 * u64::from(end) + 1024), number);
            self.before.push(before);
            if let Some(after) = &mut self.after {
                after.push(NO_ROW);
                if before != NO_ROW {
                    after[before] = number;
                }
            }
            limits.go_on(&mut pace)?;
        }
        Ok(())
    }

    /// Returns the key of a row.
    #[inline]
    pub(super) fn key(&self, row: &[u64]) -> u64 {
        match self.columns.1[..] {
            [column] => row[column],
            _ => key_of(self.columns.1.iter().map(|&column| row[column])),
        }
    }

    /// Returns where the last row of a key is kept. Numbers below `most` have places without hashing.
    #[inline]
    fn slot(&mut self, key: u64, most: u64) -> &mut u32 {
        let (tag, number) = split(key);
        let is_single = self.columns.1.len() == 1;
        if !is_single || *self.tag.get_or_insert(tag) != tag || number >= most.max(self.dense.len() as u64) {
            return self.sparse.entry(key).or_insert(NO_ROW);
        }
        if number >= self.dense.len() as u64 {
            let length = (number + 1).next_power_of_two().min(most);
            self.dense.values_mut().resize(length as usize, NO_ROW);
            let dense = &mut self.dense;
            self.sparse.retain(|&key, &mut row| match split(key) {
                (other, number) if other == tag && number < length => {
                    dense[number as u32] = row;
                    false
                }
                _ => true,
            });
        }
        &mut self.dense[number as u32]
    }

    /// From now on rows are removed.
    pub(super) fn link(&mut self, limits: &mut MachineLimits) -> Result<(), Lack> {
        if self.after.is_none() {
            limits.claim(self.before.len() * 4)?;
            let mut after = Table::filled(NO_ROW, self.before.len());
            for (row, &before) in self.before.iter().enumerate() {
                if before != NO_ROW {
                    after[before] = row as u32;
                }
            }
            self.after = Some(after);
        }
        Ok(())
    }

    /// Makes the neighbours of a row, which has this key, name two others in its place.
    fn join(&mut self, key: u64, row: u32, (as_after, as_before): (u32, u32)) {
        let (before, after) = match &self.after {
            Some(after) => (self.before[row], after[row]),
            None => return,
        };
        if let (Some(links), true) = (&mut self.after, before != NO_ROW) {
            links[before] = as_after;
        }
        match after {
            NO_ROW if as_before == NO_ROW && self.sparse.remove(&key).is_some() => {}
            NO_ROW => *self.slot(key, 0) = as_before,
            after => self.before[after] = as_before,
        }
    }

    /// Removes a row with this key; the last row, with the other one, takes its number.
    pub(super) fn remove(&mut self, (row, key): (u32, u64), (last, key_of_last): (u32, u64)) {
        let Some(after) = &self.after else { return };
        let neighbours = (after[row], self.before[row]);
        self.join(key, row, neighbours);
        if row != last {
            self.join(key_of_last, last, (row, row));
            self.before[row] = self.before[last];
        }
        self.before.values_mut().pop();
        if let Some(after) = &mut self.after {
            let moved = after.values_mut().pop().unwrap_or(NO_ROW);
            if row != last {
                after[row] = moved;
            }
        }
    }

    /// Returns the bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        let after = self.after.as_ref().map_or(0, |after| after.capacity());
        (self.dense.capacity() + self.before.capacity() + after) * 4 + self.sparse.capacity() * 18
    }
}
