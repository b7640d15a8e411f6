//! Free lists of an arena: ranges that are reused.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::slab::Slab;

/// Free ranges; adjacent ranges are joined.
#[derive(Clone, Debug, Default)]
pub struct FreeRanges {
    by_start: BTreeMap<u32, u32>,
    by_length: BTreeSet<(u32, u32)>,
    total: usize,
}

impl FreeRanges {
    /// Takes `length` entries from the start of the shortest range that is long enough (best fit).
    pub fn take(&mut self, length: u32) -> Option<u32> {
        if self.by_length.is_empty() {
            return None;
        }
        let &(found, start) = self.by_length.range((length, 0)..).next()?;
        self.remove(start, found);
        if found > length {
            self.insert(start + length, found - length);
        }
        Some(start)
    }

    /// Adds a free range, joined with its neighbours.
    pub fn give(&mut self, mut start: u32, mut length: u32) {
        if length == 0 {
            return;
        }
        if let Some((&before, &count)) = self.by_start.range(..start).next_back() {
            debug_assert!(before + count <= start, "a range is given back twice");
            if before + count == start {
                self.remove(before, count);
                start = before;
                length += count;
            }
        }
        if let Some(&count) = self.by_start.get(&(start + length)) {
            self.remove(start + length, count);
            length += count;
        }
        self.insert(start, length);
    }

    /// Removes the range that ends at `end` and returns its start; returns `end` if there is none.
    pub fn trim(&mut self, end: u32) -> u32 {
        match self.by_start.last_key_value() {
            Some((&start, &length)) if start + length == end => {
                self.remove(start, length);
                start
            }
            _ => end,
        }
    }

    /// Returns the number of free entries.
    pub fn total(&self) -> usize {
        self.total
    }

    fn insert(&mut self, start: u32, length: u32) {
        self.total += length as usize;
        self.by_start.insert(start, length);
        self.by_length.insert((length, start));
    }

    fn remove(&mut self, start: u32, length: u32) {
        self.total -= length as usize;
        self.by_start.remove(&start);
        self.by_length.remove(&(length, start));
    }
}

/// Puts `items` into a free range of `table`, or at its end, and returns their index.
pub fn put<T: Clone + Default>(
    table: &mut Slab<T>,
    free: &mut FreeRanges,
    items: impl ExactSizeIterator<Item = T>,
) -> u32 {
    let length = items.len() as u32;
    if length == 0 {
        return 0;
    }
    if let Some(start) = free.take(length) {
        for (place, item) in table[start as usize..].iter_mut().zip(items) {
            *place = item;
        }
        return start;
    }
    let start = u32::try_from(table.len()).expect("the budget stops a program before 2^32 instructions");
    table.extend(items);
    start
}

/// Frees a range of `table`, filled with `empty` until it is reused.
pub fn free<T: Clone + Default>(
    table: &mut Slab<T>,
    free: &mut FreeRanges,
    start: u32,
    length: u32,
    mut empty: impl FnMut() -> T,
) {
    for place in &mut table[start as usize..(start + length) as usize] {
        *place = empty();
    }
    free.give(start, length);
    table.truncate(free.trim(table.len() as u32) as usize);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_join_and_are_used_again() {
        let (mut table, mut ranges) = (Slab::<i32>::default(), FreeRanges::default());
        let places: Vec<u32> = (0..10)
            .map(|i| put(&mut table, &mut ranges, [i; 3].into_iter()))
            .collect();
        for &place in &[places[3], places[5], places[4]] {
            free(&mut table, &mut ranges, place, 3, || -1);
        }
        assert_eq!(table[9..18], [-1; 9]);
        assert_eq!(put(&mut table, &mut ranges, [7; 9].into_iter()), places[3]);
        assert_eq!((table.len(), table[17]), (30, 7));
    }

    #[test]
    fn the_end_of_a_table_is_given_back() {
        let (mut table, mut ranges) = (Slab::<i32>::default(), FreeRanges::default());
        let places: Vec<u32> = (0..10)
            .map(|i| put(&mut table, &mut ranges, [i; 5].into_iter()))
            .collect();
        for &place in places.iter().skip(2).rev() {
            free(&mut table, &mut ranges, place, 5, || -1);
        }
        assert_eq!(table.len(), 10);
        free(&mut table, &mut ranges, places[0], 5, || -1);
        free(&mut table, &mut ranges, places[1], 5, || -1);
        assert!(table.is_empty() && ranges.take(1).is_none());
    }
}
