//! Compact tables: variables that are one of the tuples of a table (Demeulenaere and others, "Compact-Table: efficiently
//! filtering table constraints with reversible sparse bit-sets", CP 2016).
//!
//! The tuples that are still possible are bits of words. Each value of a column knows the words and bits of its tuples, so
//! that a value that has gone takes its tuples away, and a value whose tuples have all gone is removed.
//!
//! A table has two parts. The index is made once, never changes, and is shared by all constraints that use the table: the
//! tuples as they were given, and for each column its values in order with their tuples. The state belongs to one
//! constraint: the words of the tuples, and for each column the bits of the values that the variable still has, and a hint
//! for each value, the place of a pair that had a tuple in the last run.

use ferz_engine::native::{Step, Stop, holds};

use super::domains::DomainAccess;
use super::ranges::normalize;

/// Bits in a word: as many as a small integer on the heap has room for; few in debug builds, so that random tables have
/// several words.
const WORD: usize = if cfg!(debug_assertions) { 3 } else { 60 };

/// Places in the index.
pub(super) const ROWS: usize = 0;
const COLUMNS: usize = 1;
const WORDS: usize = 2;
/// For each column: where its values begin in the index, and where its bits and its hints begin in the state.
const HEADS: usize = 3;
const HEAD: usize = 3;

/// Values that are removed one by one, not by one new set.
const FEW: usize = 4;

/// The numbers of indexes and states, wherever these are.
pub(super) trait TupleTables: DomainAccess {
    /// Returns a number of an index.
    fn fixed(&self, at: usize) -> i64;
    /// Returns a number of a state.
    fn state(&self, at: usize) -> i64;
    /// Changes a number of a state until backtracking.
    fn set_state(&mut self, at: usize, number: i64);
    /// Changes a number of a state for good.
    fn set_hint(&mut self, at: usize, number: i64);
    /// Returns the number of elements of a domain.
    fn size(&self, x: usize) -> i64;
}

/// Makes the index of a table from its tuples, one after the other, each with so many columns. `poll` is called for each
/// column, and may stop it.
pub(super) fn index(tuples: &[i64], columns: usize, mut poll: impl FnMut() -> Step) -> Result<Vec<i64>, Stop> {
    let rows = tuples.len() / columns;
    let words = rows.div_ceil(WORD);
    let mut index = vec![rows as i64, columns as i64, words as i64];
    index.resize(self::tuples(columns), 0);
    index.extend(tuples);
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_unstable_by_key(|&row| &tuples[row * columns..(row + 1) * columns]);
    order.dedup_by_key(|row| &tuples[*row * columns..(*row + 1) * columns]);
    let mut state = words;
    for column in 0..columns {
        poll()?;
        let mut places: Vec<(i64, usize)> = order
            .iter()
            .enumerate()
            .map(|(place, &row)| (tuples[row * columns + column], place))
            .collect();
        places.sort_unstable();
        let groups = || places.chunk_by(|a, b| a.0 == b.0);
        let values = groups().count();
        let head = HEADS + HEAD * column;
        index[head] = index.len() as i64;
        index[head + 1] = state as i64;
        index[head + 2] = (state + values.div_ceil(WORD)) as i64;
        state += values.div_ceil(WORD) + values;
        index.push(values as i64);
        index.extend(groups().map(|group| group[0].0));
        let starts = index.len();
        index.resize(starts + values + 1, 0);
        for (i, group) in groups().enumerate() {
            index[starts + i] = index.len() as i64;
            for pairs in group.chunk_by(|a, b| a.1 / WORD == b.1 / WORD) {
                let bits = pairs.iter().fold(0, |bits, &(_, place)| bits | 1 << (place % WORD));
                index.extend([(pairs[0].1 / WORD) as i64, bits]);
            }
        }
        index[starts + values] = index.len() as i64;
    }
    Ok(index)
}

/// Returns the state of a constraint before it has run.
pub(super) fn state(index: &[i64]) -> Vec<i64> {
    let mut state = vec![0; index[WORDS] as usize];
    for column in 0..index[COLUMNS] as usize {
        let first = index[HEADS + HEAD * column] as usize;
        let values = index[first] as usize;
        state.extend((0..values.div_ceil(WORD)).map(|word| ones(values - word * WORD)));
        let starts = first + 1 + values;
        state.extend(&index[starts..starts + values]);
        for pair in (index[starts] as usize..index[starts + values] as usize).step_by(2) {
            state[index[pair] as usize] |= index[pair + 1];
        }
    }
    state
}

/// Returns a word with this many bits, at most all of them.
fn ones(count: usize) -> i64 {
    ((1_u64 << count.min(WORD)) - 1) as i64
}

/// Returns the values of a column, in order.
pub(super) fn values(index: &[i64], column: usize) -> &[i64] {
    let first = index[HEADS + HEAD * column] as usize;
    &index[first + 1..first + 1 + index[first] as usize]
}

/// Returns the place in the index of the tuples as they were given.
pub(super) fn tuples(columns: usize) -> usize {
    HEADS + HEAD * columns
}

/// A column of a table.
#[derive(Clone, Copy)]
struct TupleColumn {
    x: usize,
    /// Where it begins in the index.
    values: usize,
    count: usize,
    starts: usize,
    /// Where its bits and its hints begin in the state.
    bits: usize,
    hints: usize,
}

impl TupleColumn {
    fn value(self, t: &impl TupleTables, i: usize) -> i64 {
        t.fixed(self.values + i)
    }

    /// Returns where the words and bits of a value's tuples begin and end in the index, relative to it.
    fn pairs(self, t: &impl TupleTables, i: usize) -> (usize, usize) {
        (t.fixed(self.starts + i) as usize, t.fixed(self.starts + i + 1) as usize)
    }

    /// Returns the number of values that the variable had after the last run.
    fn size(self, t: &impl TupleTables) -> i64 {
        let words = 0..self.count.div_ceil(WORD);
        words
            .map(|word| i64::from(t.state(self.bits + word).count_ones()))
            .sum()
    }

    /// Calls `keep` for each value that the variable had after the last run, and forgets those for which it is false.
    fn retain<T: TupleTables>(self, t: &mut T, mut keep: impl FnMut(&mut T, usize) -> bool) {
        for word in 0..self.count.div_ceil(WORD) {
            let before = t.state(self.bits + word);
            let (mut bits, mut kept) = (before, before);
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if !keep(t, word * WORD + bit) {
                    kept &= !(1 << bit);
                }
            }
            if kept != before {
                t.set_state(self.bits + word, kept);
            }
        }
    }
}

/// A table with the places of its index and of the state of one constraint.
#[derive(Clone, Copy)]
pub(super) struct TupleTable<'v> {
    pub index: usize,
    pub state: usize,
    pub vars: &'v [usize],
}

impl TupleTable<'_> {
    fn column(self, t: &impl TupleTables, column: usize) -> TupleColumn {
        let head = self.index + HEADS + HEAD * column;
        let first = self.index + t.fixed(head) as usize;
        let count = t.fixed(first) as usize;
        TupleColumn {
            x: self.vars[column],
            values: first + 1,
            count,
            starts: first + 1 + count,
            bits: self.state + t.fixed(head + 1) as usize,
            hints: self.state + t.fixed(head + 2) as usize,
        }
    }

    /// Removes the tuples whose values have gone, then the values that are in no tuple. The domain of each variable has
    /// values of its column only. Returns whether all variables have values.
    pub(super) fn run<T: TupleTables>(self, t: &mut T) -> Result<bool, Stop> {
        let mut changed = None;
        let mut is_alone = true;
        for at in 0..self.vars.len() {
            let column = self.column(t, at);
            if t.size(column.x) != column.size(t) {
                self.take_tuples(t, column);
                is_alone &= changed.is_none();
                changed = Some(at);
            }
        }
        if changed.is_some() {
            let words = self.state..self.state + t.fixed(self.index + WORDS) as usize;
            holds(words.into_iter().any(|word| t.state(word) != 0))?;
            for at in 0..self.vars.len() {
                // All values of a column that took the tuples of others away still have theirs.
                if !is_alone || changed != Some(at) {
                    let column = self.column(t, at);
                    self.take_values(t, column)?;
                }
            }
        }
        Ok(self.vars.iter().all(|&x| t.value(x).is_some()))
    }

    /// Removes the tuples of the values that have gone.
    fn take_tuples<T: TupleTables>(self, t: &mut T, column: TupleColumn) {
        let (mut gone, mut left) = (Vec::new(), 0);
        let mut work = 0;
        column.retain(t, |t, i| {
            let (from, to) = column.pairs(t, i);
            let is_left = t.contains(column.x, column.value(t, i));
            if is_left {
                left += to - from;
            } else {
                work += to - from;
                gone.push((from, to));
            }
            is_left
        });
        let words = t.fixed(self.index + WORDS) as usize;
        if work <= left + 2 * words {
            for (from, to) in gone {
                for pair in (self.index + from..self.index + to).step_by(2) {
                    let (word, bits) = (t.fixed(pair) as usize, t.fixed(pair + 1));
                    self.keep(t, word, !bits);
                }
            }
            return;
        }
        let mut kept = vec![0; words];
        column.retain(t, |t, i| {
            let (from, to) = column.pairs(t, i);
            for pair in (self.index + from..self.index + to).step_by(2) {
                kept[t.fixed(pair) as usize] |= t.fixed(pair + 1);
            }
            true
        });
        for (word, bits) in kept.into_iter().enumerate() {
            self.keep(t, word, bits);
        }
    }

    /// Keeps the tuples of a word whose bits are set.
    #[inline]
    fn keep(self, t: &mut impl TupleTables, word: usize, bits: i64) {
        let before = t.state(self.state + word);
        if before & bits != before {
            t.set_state(self.state + word, before & bits);
        }
    }

    /// Removes the values that are in no tuple.
    fn take_values<T: TupleTables>(self, t: &mut T, column: TupleColumn) -> Step {
        let mut gone = Vec::new();
        column.retain(t, |t, i| {
            let has_tuple = self.has_tuple(t, column, i);
            if !has_tuple {
                gone.push(i);
            }
            has_tuple
        });
        if gone.len() <= FEW {
            for i in gone {
                t.remove(column.x, column.value(t, i))?;
            }
            return Ok(());
        }
        let mut kept = Vec::new();
        column.retain(t, |t, i| {
            let value = column.value(t, i);
            kept.push((value, value));
            true
        });
        t.keep_only(column.x, &normalize(kept))
    }

    /// Whether a value is in a tuple that is still possible.
    #[inline]
    fn has_tuple(self, t: &mut impl TupleTables, column: TupleColumn, i: usize) -> bool {
        if self.meets(t, t.state(column.hints + i) as usize) {
            return true;
        }
        let (from, to) = column.pairs(t, i);
        let found = (from..to).step_by(2).find(|&pair| self.meets(t, pair));
        if let Some(pair) = found {
            t.set_hint(column.hints + i, pair as i64);
        }
        found.is_some()
    }

    /// Whether one of the tuples of a pair is still possible.
    #[inline]
    fn meets(self, t: &impl TupleTables, pair: usize) -> bool {
        let word = t.fixed(self.index + pair) as usize;
        t.state(self.state + word) & t.fixed(self.index + pair + 1) != 0
    }
}
