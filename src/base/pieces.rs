//! A table in fixed-size pieces: ids are stable, free slots are reused, and a piece without slots in use is freed.

use std::fmt;
use std::ops::{Index, IndexMut};

use super::ids::Id;
use super::shared::Chunks;

/// Slots in a piece.
const PIECE: usize = 256;

/// Values by id. Engines share pieces until they change them.
#[derive(Clone)]
pub struct Pieces<T, I = u32> {
    pieces: Chunks<I, T, PIECE>,
    /// Number of slots in use, by piece.
    used: Vec<u32>,
    /// Free ids, but not those of empty pieces. The lowest are taken first.
    free: Vec<u32>,
    empty: Vec<u32>,
}

impl<T, I> Default for Pieces<T, I> {
    fn default() -> Self {
        Pieces {
            pieces: Chunks::default(),
            used: Vec::new(),
            free: Vec::new(),
            empty: Vec::new(),
        }
    }
}

impl<T: fmt::Debug + Clone + Default, I: Id> fmt::Debug for Pieces<T, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Clone + Default, I: Id> Pieces<T, I> {
    /// Adds a value and returns its id. As long as none was freed, ids count up from 0.
    pub fn add(&mut self, value: T) -> I {
        let id = self.free.pop().unwrap_or_else(|| self.new_piece());
        self.used[id as usize / PIECE] += 1;
        let id = I::from_index(id as usize);
        self.pieces[id] = value;
        id
    }

    /// Makes a piece and returns its first id; the others are free.
    #[cold]
    fn new_piece(&mut self) -> u32 {
        let piece = match self.empty.pop() {
            Some(piece) => piece as usize,
            None => {
                self.used.push(0);
                self.used.len() - 1
            }
        };
        self.pieces.fill(piece);
        let first = u32::try_from(piece * PIECE).expect("the budget stops a program long before 2^32 ids");
        self.free.extend((first + 1..first + PIECE as u32).rev());
        first
    }

    /// Frees an id. The value is dropped when the slot is reused.
    pub fn remove(&mut self, id: I) {
        self.used[id.index() / PIECE] -= 1;
        self.free.push(id.index() as u32);
    }

    /// Iterates over all values, including default ones, and freed ones whose slots were not reused.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.piece_numbers().flat_map(|first| {
            let ids = first..first + PIECE;
            ids.filter_map(|id| self.pieces.get(I::from_index(id)))
        })
    }

    fn piece_numbers(&self) -> impl Iterator<Item = usize> {
        (0..self.used.len()).map(|piece| piece * PIECE)
    }

    /// Returns the value with an id, a default one, or a freed one whose slot was not reused.
    pub fn get(&self, id: I) -> Option<&T> {
        self.pieces.get(id)
    }

    /// Whether the piece of an id was changed since it was frozen.
    pub fn is_own(&self, id: I) -> bool {
        self.pieces.is_own(id.index() / PIECE)
    }

    /// Returns the upper bound of the ids.
    pub fn end(&self) -> usize {
        self.used.len() * PIECE
    }

    /// Frees pieces without slots in use.
    pub fn tidy(&mut self) {
        for (index, &used) in self.used.iter().enumerate() {
            if used == 0 && !self.pieces.is_empty_chunk(index) {
                self.pieces.give_back(index);
                self.empty.push(index as u32);
            }
        }
        let used = &self.used;
        self.free.retain(|&id| used[id as usize / PIECE] > 0);
        // Low ids are reused first, so that the pieces at the end become empty.
        self.free.sort_unstable_by(|a, b| b.cmp(a));
        self.free.shrink_to(2 * self.free.len());
    }

    /// Returns the bytes of the pieces that are not shared.
    pub fn bytes(&self) -> usize {
        self.pieces.bytes()
    }

    /// Counts all pieces as shared from now on. Free ids below `end` stay free for ever, so that all of what is below
    /// belongs to those that share it.
    pub fn freeze(&mut self, end: usize) {
        self.pieces.freeze();
        self.free.retain(|&id| id as usize >= end);
    }
}

impl<T, I: Id> Index<I> for Pieces<T, I> {
    type Output = T;

    #[inline(always)]
    fn index(&self, id: I) -> &T {
        &self.pieces[id]
    }
}

impl<T: Clone, I: Id> IndexMut<I> for Pieces<T, I> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.pieces[id]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_and_empty_pieces_go() {
        let mut table: Pieces<i32> = Pieces::default();
        let ids: Vec<u32> = (0..10_000).map(|i| table.add(i)).collect();
        assert!(ids.iter().enumerate().all(|(i, &id)| i == id as usize));
        let full = table.bytes();
        for &id in ids.iter().filter(|&&id| id != 9_000) {
            table.remove(id);
        }
        table.tidy();
        assert!(table.bytes() * 20 < full);
        assert_eq!(table[9_000], 9_000);
        let again: Vec<u32> = (0..10_000).map(|i| table.add(20_000 + i)).collect();
        assert!(again.iter().enumerate().all(|(i, &id)| table[id] == 20_000 + i as i32));
        assert_eq!((table[9_000], table.end()), (9_000, 10_240));
    }
}
