//! A table in fixed-size pieces: ids are stable, free slots are reused, and a piece without slots in use is freed.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use super::ids::Id;
use super::shared::SharedPart;

use crate::base::ordered::Ordered;

/// Slots in a piece.
const PIECE: usize = 256;

/// Values by id. Engines share pieces until they change them.
#[derive(Clone)]
pub struct Pieces<T, I = u32> {
    pieces: Vec<SharedPart<T>>,
    /// Number of slots in use, by piece.
    used: Vec<u32>,
    /// Free ids, but not those of empty pieces. The lowest are taken first.
    free: Vec<u32>,
    empty: Vec<u32>,
    index: PhantomData<I>,
}

impl<T, I> Default for Pieces<T, I> {
    fn default() -> Self {
        Pieces {
            pieces: Vec::new(),
            used: Vec::new(),
            free: Vec::new(),
            empty: Vec::new(),
            index: PhantomData,
        }
    }
}

impl<T: fmt::Debug + Clone, I: Id> fmt::Debug for Pieces<T, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Clone, I: Id> Pieces<T, I> {
    /// Adds a value and returns its id. As long as none was freed, ids count up from 0.
    pub fn add(&mut self, value: T) -> I {
        if let Some(id) = self.free.pop() {
            let (piece, at) = (id as usize / PIECE, id as usize % PIECE);
            self.used[piece] += 1;
            // The slots of a new piece are first used in order.
            let piece = self.pieces[piece].own(PIECE);
            match piece.get_mut(at) {
                Some(slot) => *slot = value,
                None => piece.push(value),
            }
            return I::from_index(id as usize);
        }
        let piece = match self.empty.pop() {
            Some(piece) => piece as usize,
            None => {
                self.pieces.push(SharedPart::default());
                self.used.push(0);
                self.pieces.len() - 1
            }
        };
        let values = self.pieces[piece].own(PIECE);
        values.reserve_exact(PIECE);
        values.push(value);
        self.used[piece] = 1;
        let first = u32::try_from(piece * PIECE).expect("the budget stops a program long before 2^32 ids");
        self.free.extend((first + 1..first + PIECE as u32).rev());
        I::from_index(first as usize)
    }

    /// Frees an id. The value is dropped when the slot is reused.
    pub fn remove(&mut self, id: I) {
        self.used[id.index() / PIECE] -= 1;
        self.free.push(id.index() as u32);
    }

    /// Iterates over all values, including freed ones whose slots were not reused.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flat_map(SharedPart::all)
    }

    /// Iterates over the values of the pieces that are charged.
    pub fn charged(&self) -> impl Iterator<Item = &T> {
        self.pieces
            .iter()
            .filter(|piece| piece.is_charged())
            .flat_map(SharedPart::all)
    }

    /// Whether the piece of an id is charged: it was made or changed since it was frozen.
    pub fn is_charged(&self, id: I) -> bool {
        self.pieces[id.index() / PIECE].is_charged()
    }

    /// Shares all pieces with all copies that are made from now on.
    pub fn share(&mut self) {
        self.pieces.iter_mut().for_each(SharedPart::share);
    }

    /// Shares all pieces, and takes the charge off. Ids that are free stay free for ever.
    pub fn freeze(&mut self) {
        self.share();
        self.pieces.iter_mut().for_each(SharedPart::discharge);
        self.pieces.shrink_to_fit();
        self.free = Vec::new();
    }

    /// Returns the value with an id, or a freed one whose slot was not reused.
    pub fn get(&self, id: I) -> Option<&T> {
        self.pieces.get(id.index() / PIECE)?.get(id.index() % PIECE)
    }

    /// Returns the upper bound of the ids.
    pub fn end(&self) -> usize {
        self.pieces.len() * PIECE
    }

    /// Frees pieces without slots in use.
    pub fn tidy(&mut self) {
        for (index, piece) in self.pieces.iter_mut().enumerate() {
            if self.used[index] == 0 && !piece.all().is_empty() {
                *piece = SharedPart::default();
                self.empty.push(index as u32);
            }
        }
        let used = &self.used;
        self.free.retain(|&id| used[id as usize / PIECE] > 0);
        // Low ids are reused first, so that the pieces at the end become empty.
        self.free.order_by(|a, b| b.cmp(a));
        self.free.shrink_to(2 * self.free.len());
    }

    /// Returns the bytes that are charged.
    pub fn bytes(&self) -> usize {
        let charged: usize = self.pieces.iter().map(SharedPart::charged_room).sum();
        charged * size_of::<T>()
    }
}

impl<T, I: Id> Index<I> for Pieces<T, I> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        let value = self.pieces[id.index() / PIECE].get(id.index() % PIECE);
        value.expect("an id is that of a value")
    }
}

impl<T: Clone, I: Id> IndexMut<I> for Pieces<T, I> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        self.pieces[id.index() / PIECE].at_mut(id.index() % PIECE, PIECE)
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
