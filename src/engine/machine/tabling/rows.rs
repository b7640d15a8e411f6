//! The answers of a table: rows of words without duplicates, numbered in the order in which they were added.

use std::sync::Arc;

use hashbrown::HashTable;

use super::grid::{Grid, RowFate};
use super::pairs::PairSet;

pub(super) use crate::term::flat::hash;

/// Number of rows up to which they are searched one by one.
const FEW: usize = 8;

/// Number of rows from which on their numbers may be in a grid.
const MANY: u32 = 256;

/// A set of rows, each with the same number of terms.
#[derive(Default)]
pub(super) struct Rows {
    words: Vec<u64>,
    width: u32,
    count: u32,
    /// State that only few sets have: most tables have one row, and a program may have millions of tables.
    more: Option<Box<More>>,
}

/// State that sets of many rows, or of large ones, have besides.
#[derive(Default)]
struct More {
    /// The ends of the rows, unless all terms so far take one word each.
    ends: Vec<u32>,
    /// The numbers of the rows by hash, once they are more than a few.
    index: HashTable<u32>,
    /// The rows with their numbers, in place of the index.
    grid: Option<Grid>,
    /// The rows without numbers, in place of both.
    pairs: Option<PairSet>,
    /// Whether the numbers of rows that are present are asked for.
    is_numbered: bool,
    /// Whether rows are added and removed after the set is finished.
    is_lasting: bool,
    /// The finished rows, in place of all others, if other machines use them too.
    shared: Option<Arc<Rows>>,
}

/// Returns the words of row `number`.
fn row_of<'w>(words: &'w [u64], ends: &[u32], width: u32, number: u32) -> &'w [u64] {
    let at = number as usize;
    match ends.get(at) {
        None => &words[at * width as usize..(at + 1) * width as usize],
        Some(&end) => {
            let start = at.checked_sub(1).map_or(0, |before| ends[before]);
            &words[start as usize..end as usize]
        }
    }
}

impl Rows {
    /// Makes an empty set of rows of `width` terms.
    pub(super) fn new(width: usize) -> Rows {
        Rows {
            width: width as u32,
            ..Rows::default()
        }
    }

    /// Makes a set of some of the rows of another, to which none is added.
    pub(super) fn of(other: &Rows, numbers: &[u32]) -> Rows {
        let mut rows = Rows::new(other.width());
        for &number in numbers {
            rows.append(other.row(number));
        }
        rows
    }

    /// From now on the numbers of rows that are present are asked for.
    pub(super) fn need_numbers(&mut self) {
        let more = self.more.get_or_insert_default();
        more.is_numbered = true;
        if more.pairs.take().is_some() {
            self.hash_all();
        }
    }

    /// Rows are added and removed after the set is finished.
    pub(super) fn last(&mut self) {
        self.more.get_or_insert_default().is_lasting = true;
    }

    /// Whether the only row, which has no terms, is present.
    #[inline]
    pub(super) fn is_truth(&self) -> bool {
        self.width == 0 && self.count == 1
    }

    /// Adds the row without terms to rows of none. Returns whether it is new.
    #[inline]
    pub(super) fn insert_truth(&mut self) -> bool {
        debug_assert!(self.width == 0, "rows of terms are given");
        std::mem::replace(&mut self.count, 1) == 0
    }

    /// Whether the rows take no memory of their own.
    #[inline]
    pub(super) fn is_bare(&self) -> bool {
        self.words.capacity() == 0 && self.more.is_none()
    }

    /// Returns the number of terms of a row.
    pub(super) fn width(&self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Shares finished rows with other machines.
    pub(super) fn share(&mut self) -> Arc<Rows> {
        if let Some(shared) = self.more.as_ref().and_then(|more| more.shared.clone()) {
            return shared;
        }
        let shared = Arc::new(std::mem::take(self));
        *self = Rows::of_shared(Arc::clone(&shared));
        shared
    }

    /// Makes a set of finished rows that other machines use too.
    pub(super) fn of_shared(shared: Arc<Rows>) -> Rows {
        Rows {
            words: Vec::new(),
            width: shared.width,
            count: shared.count,
            more: Some(Box::new(More {
                shared: Some(shared),
                ..More::default()
            })),
        }
    }

    /// Returns the words of a row.
    #[inline]
    pub(super) fn row(&self, number: u32) -> &[u64] {
        match &self.more {
            None => row_of(&self.words, &[], self.width, number),
            Some(more) => match &more.shared {
                None => row_of(&self.words, &more.ends, self.width, number),
                Some(shared) => shared.row(number),
            },
        }
    }

    #[inline]
    fn ends(&self) -> &[u32] {
        match &self.more {
            None => &[],
            Some(more) => more.shared.as_ref().map_or(&more.ends, |shared| shared.ends()),
        }
    }

    /// Whether each term of each row takes one word.
    #[inline]
    pub(super) fn is_flat(&self) -> bool {
        self.ends().is_empty()
    }

    /// Returns the words of all rows.
    pub(super) fn words(&self) -> &[u64] {
        let shared = self.more.as_ref().and_then(|more| more.shared.as_ref());
        shared.map_or(&self.words, |shared| &shared.words)
    }

    /// Returns the bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * 8 + self.more.as_ref().map_or(0, |more| more.bytes())
    }

    /// Returns the number of bytes by which another row of `length` words may make the set grow.
    #[inline]
    pub(super) fn growth(&self, length: usize) -> usize {
        self.growth_of(1, length)
    }

    /// Returns the number of bytes by which another `count` rows of `length` words together may make the set grow.
    #[inline]
    pub(super) fn growth_of(&self, count: usize, length: usize) -> usize {
        let words = match self.words.len() + length > self.words.capacity() {
            true => (length + self.spare()) * 8,
            false => 0,
        };
        words
            + self
                .more
                .as_ref()
                .map_or(0, |more| more.growth(self.count as usize, count))
    }

    /// Returns for how many more words room is made when there is none: for a set that was finished before, for few.
    fn spare(&self) -> usize {
        match self.more.as_ref().is_some_and(|more| more.is_lasting) {
            true => self.words.len() / 8,
            false => self.words.capacity(),
        }
    }

    /// Whether the set has room for another row of `length` words.
    pub(super) fn has_room(&self, length: usize) -> bool {
        self.count < u32::MAX - 1 && self.words.len() + length <= u32::MAX as usize
    }

    /// Returns the number of a row that is present, if numbers are needed.
    #[inline]
    pub(super) fn find(&self, row: &[u64]) -> Option<u32> {
        if self.count as usize <= FEW {
            return (0..self.count).find(|&number| self.row(number) == row);
        }
        let more = self.more.as_ref()?;
        if let Some(grid) = &more.grid {
            return grid.number(row);
        }
        let found = more.index.find(hash(row), |&number| self.row(number) == row);
        found.copied()
    }

    /// Whether a row of a set that is not finished, or lasting, is present.
    #[inline]
    pub(super) fn contains(&self, row: &[u64]) -> bool {
        match self.more.as_ref().and_then(|more| more.pairs.as_ref()) {
            Some(pairs) => pairs.contains(row),
            None => self.find(row).is_some(),
        }
    }

    /// Whether [`Rows::find`] gives the numbers of rows.
    pub(super) fn finds_numbers(&self) -> bool {
        self.more.as_ref().is_none_or(|more| more.pairs.is_none())
    }

    /// Removes a row of a flat lasting set; the last row takes its number.
    pub(super) fn remove(&mut self, number: u32) {
        let width = self.width();
        let (at, last) = (number as usize * width, self.words.len() - width);
        if let Some(more) = &mut self.more {
            if more.grid.take().is_some() {
                self.hash_all();
            }
            let Rows { words, more, count, .. } = self;
            let More { index, pairs, .. } = &mut **more.get_or_insert_default();
            let (row, moved) = (&words[at..at + width], &words[last..]);
            if let Some(pairs) = pairs {
                pairs.remove(row);
            } else if let Ok(entry) = index.find_entry(hash(row), |&other| other == number) {
                entry.remove();
                if let Some(entry) = index.find_mut(hash(moved), |&other| other + 1 == *count) {
                    *entry = number;
                }
            }
        }
        self.words.copy_within(last.., at);
        self.words.truncate(last);
        self.count -= 1;
        if self.count as usize <= FEW
            && let Some(more) = &mut self.more
        {
            more.pairs = None;
            more.index = HashTable::new();
        }
    }

    /// Adds a row, for which there is room. Returns its number, and whether it is new. The number of one that is present
    /// is given only if numbers are needed.
    #[inline]
    pub(super) fn insert(&mut self, row: &[u64]) -> (u32, bool) {
        if self.count as usize <= FEW {
            if let Some(number) = self.find(row) {
                return (number, false);
            }
            let number = self.append(row);
            if self.count as usize > FEW {
                self.index_all();
            }
            return (number, true);
        }
        if let Some(more) = &mut self.more
            && let Some(pairs) = &mut more.pairs
        {
            pairs.reserve(1);
            match pairs.insert(row) {
                Some(false) => return (u32::MAX, false),
                Some(true) => return (self.append(row), true),
                None => {
                    more.pairs = None;
                    self.hash_all();
                }
            }
        }
        if let Some(more) = &mut self.more
            && let Some(grid) = &mut more.grid
        {
            match grid.insert(row, self.count) {
                RowFate::Known(number) => return (number, false),
                RowFate::New => return (self.append(row), true),
                RowFate::Unfit => {
                    more.grid = None;
                    self.hash_all();
                }
            }
        }
        let Rows { words, width, more, .. } = self;
        let More { ends, index, .. } = &mut **more.get_or_insert_default();
        let entry = index.entry(
            hash(row),
            |&number| row_of(words, ends, *width, number) == row,
            |&number| hash(row_of(words, ends, *width, number)),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => (*found.get(), false),
            hashbrown::hash_table::Entry::Vacant(place) => {
                let number = self.count;
                place.insert(number);
                self.append(row);
                if self.count == MANY {
                    self.make_grid();
                }
                (number, true)
            }
        }
    }

    /// Adds rows, for which there is room, if they are new.
    pub(super) fn insert_all(&mut self, rows: &[u64]) {
        let width = self.width();
        let mut done = 0;
        if let Some(more) = &mut self.more
            && let Some(pairs) = &mut more.pairs
        {
            pairs.reserve(rows.len() / width);
            if more.is_lasting && self.words.len() + rows.len() > self.words.capacity() {
                self.words.reserve_exact(rows.len() + self.words.len() / 8);
            }
            for row in rows.chunks_exact(width) {
                match (pairs.insert(row), row) {
                    (Some(true), &[first, second]) => self.words.extend([first, second]),
                    (Some(true), _) => self.words.extend_from_slice(row),
                    (Some(false), _) => {}
                    (None, _) => break,
                }
                done += width;
            }
            self.count = (self.words.len() / width) as u32;
        }
        for row in rows[done..].chunks_exact(width) {
            self.insert(row);
        }
    }

    /// Makes room for `count` more rows of one word for each term.
    pub(super) fn reserve(&mut self, count: usize) {
        self.words.reserve(count * self.width());
    }

    /// Adds a row of one word for each term to a set that need not tell whether it has a row.
    #[inline]
    pub(super) fn append_flat(&mut self, row: &[u64]) {
        self.words.extend_from_slice(row);
        self.count += 1;
    }

    fn append(&mut self, row: &[u64]) -> u32 {
        let number = self.count;
        self.words.extend_from_slice(row);
        let is_wide = row.len() != self.width as usize;
        if is_wide || self.more.is_some() {
            let end = self.words.len() as u32;
            let more = self.more.get_or_insert_default();
            if is_wide && more.ends.is_empty() {
                more.ends = (1..=number).map(|end| end * self.width).collect();
                more.ends.push(end);
            } else if !more.ends.is_empty() {
                more.ends.push(end);
            }
        }
        self.count = number + 1;
        number
    }

    /// Keeps the rows whose numbers pass; they get new numbers, in the same order. No row is added afterwards.
    pub(super) fn retain(&mut self, mut keeps: impl FnMut(u32) -> bool) {
        let mut kept = Rows::new(self.width());
        for number in 0..self.count {
            if keeps(number) {
                kept.append(self.row(number));
            }
        }
        *self = kept;
    }

    /// Replaces the index by a grid, if the rows fit.
    #[cold]
    fn make_grid(&mut self) {
        let is_numbered = self.more.as_ref().is_some_and(|more| more.is_numbered);
        if !self.is_flat() || !is_numbered {
            return;
        }
        let Some(mut grid) = Grid::new(self.row(0), MANY) else {
            return;
        };
        let mut fits = |number| matches!(grid.insert(self.row(number), number), RowFate::New);
        if (0..self.count).all(&mut fits) {
            let more = self.more.get_or_insert_default();
            more.index = HashTable::new();
            more.grid = Some(grid);
        }
    }

    /// Makes what finds the rows, once they are more than a few.
    fn index_all(&mut self) {
        let is_numbered = self.more.as_ref().is_some_and(|more| more.is_numbered);
        if !is_numbered
            && self.is_flat()
            && let Some(mut pairs) = PairSet::new(self.width())
            && (0..self.count).all(|number| pairs.insert(self.row(number)).is_some())
        {
            self.more.get_or_insert_default().pairs = Some(pairs);
            return;
        }
        self.hash_all();
    }

    fn hash_all(&mut self) {
        let Rows {
            words,
            width,
            count,
            more,
            ..
        } = self;
        let More { ends, index, .. } = &mut **more.get_or_insert_default();
        index.reserve(*count as usize + 1, |&number| hash(row_of(words, ends, *width, number)));
        for number in 0..*count {
            let hashed = |&number: &u32| hash(row_of(words, ends, *width, number));
            index.insert_unique(hashed(&number), number, hashed);
        }
    }

    /// Drops what only adding rows needs, and excess capacity.
    pub(super) fn finish(&mut self) {
        self.words.shrink_to_fit();
        if self.more.as_ref().is_some_and(|more| more.is_lasting) {
            return;
        }
        if let Some(more) = &mut self.more {
            let mut ends = std::mem::take(&mut more.ends);
            ends.shrink_to_fit();
            self.more = (!ends.is_empty()).then(|| {
                Box::new(More {
                    ends,
                    ..More::default()
                })
            });
        }
    }
}

impl More {
    fn bytes(&self) -> usize {
        let grid = self.grid.as_ref().map_or(0, |grid| grid.bytes());
        let pairs = self.pairs.as_ref().map_or(0, |pairs| pairs.bytes());
        size_of::<More>() + self.ends.capacity() * 4 + self.index.allocation_size() + grid + pairs
    }

    /// Returns the number of bytes by which `added` rows after `count` others may make the index grow.
    fn growth(&self, count: usize, added: usize) -> usize {
        if let Some(pairs) = &self.pairs {
            pairs.growth(added)
        } else if self.grid.is_none() && count + added > self.index.capacity() {
            self.index.allocation_size() + added * 16
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_kept_once_in_order() {
        let mut rows = Rows::new(2);
        rows.need_numbers();
        for round in 0..2 {
            for i in 0..1000_u64 {
                assert_eq!(rows.insert(&[i * 8, i % 7]), (i as u32, round == 0));
            }
        }
        assert!(rows.is_flat());
        assert_eq!(rows.insert(&[1, 2, 3]), (1000, true));
        assert_eq!(rows.insert(&[8, 9]), (1001, true));
        assert_eq!(rows.insert(&[1, 2, 3]), (1000, false));
        assert_eq!(rows.row(999), [999 * 8, 999 % 7]);
        assert_eq!((rows.row(1000), rows.row(1001)), (&[1, 2, 3][..], &[8, 9][..]));
        assert_eq!((rows.find(&[16, 2]), rows.find(&[16, 3])), (Some(2), None));
        rows.finish();
        assert_eq!(rows.row(1000), [1, 2, 3]);
    }

    #[test]
    fn removed_rows_are_gone() {
        for (width, is_numbered) in [(1, false), (2, false), (2, true), (3, false)] {
            let mut rows = Rows::new(width);
            rows.last();
            if is_numbered {
                rows.need_numbers();
            }
            let row = |i: u64| [8 * i, 8 * (i % 10), 0].map(|value| value + 1)[..width].to_vec();
            for i in 0..600 {
                rows.insert(&row(i));
            }
            rows.finish();
            for i in (0..600).rev().filter(|i| i % 100 != 3) {
                let number = (0..rows.count()).find(|&number| rows.row(number) == row(i));
                rows.remove(number.expect("it is there"));
            }
            let left: Vec<u64> = (0..600).filter(|&i| rows.contains(&row(i))).collect();
            assert_eq!(left, [3, 103, 203, 303, 403, 503]);
            assert_eq!(rows.count(), 6);
            assert!(rows.insert(&row(7)).1 && !rows.insert(&row(103)).1);
        }
    }

    #[test]
    fn the_only_row_without_terms_is_empty() {
        let mut rows = Rows::new(0);
        assert_eq!((rows.find(&[]), rows.count()), (None, 0));
        assert_eq!(rows.insert(&[]), (0, true));
        assert_eq!(rows.insert(&[]), (0, false));
        assert_eq!(rows.row(0), []);
    }
}
