//! The table of all clauses, in pieces that are given back when nothing is left in them.

use std::ops::{Index, IndexMut};

use super::clause::{Clause, ClauseId};

/// Clauses in a piece.
const PIECE: usize = 256;

/// All clauses, by their numbers. A number stays as it is, and is used again when its clause is gone.
#[derive(Debug, Default)]
pub struct ClauseTable {
    pieces: Vec<Vec<Clause>>,
    /// How many clauses of each piece are in use.
    used: Vec<u32>,
    /// Numbers that are free, but not those of empty pieces.
    free: Vec<ClauseId>,
    empty: Vec<u32>,
}

impl ClauseTable {
    /// Adds a clause and gives its number.
    pub fn add(&mut self, clause: Clause) -> ClauseId {
        if let Some(id) = self.free.pop() {
            let (piece, at) = (id as usize / PIECE, id as usize % PIECE);
            self.used[piece] += 1;
            // Places are first used in their order.
            match self.pieces[piece].get_mut(at) {
                Some(place) => *place = clause,
                None => self.pieces[piece].push(clause),
            }
            return id;
        }
        let piece = match self.empty.pop() {
            Some(piece) => piece as usize,
            None => {
                self.pieces.push(Vec::new());
                self.used.push(0);
                self.pieces.len() - 1
            }
        };
        self.pieces[piece].reserve_exact(PIECE);
        self.pieces[piece].push(clause);
        self.used[piece] = 1;
        // The rest of the piece is free, the first place first.
        let first = ClauseId::try_from(piece * PIECE).expect("the budget stops a program before 2^32 clauses");
        self.free.extend((first + 1..first + PIECE as ClauseId).rev());
        first
    }

    /// Frees the number of a clause.
    pub fn remove(&mut self, id: ClauseId) {
        self.used[id as usize / PIECE] -= 1;
        self.free.push(id);
    }

    /// Gives pieces back in which nothing is in use.
    pub fn tidy(&mut self) {
        for (index, piece) in self.pieces.iter_mut().enumerate() {
            if self.used[index] == 0 && piece.capacity() > 0 {
                *piece = Vec::new();
                self.empty.push(index as u32);
            }
        }
        let used = &self.used;
        self.free.retain(|&id| used[id as usize / PIECE] > 0);
        // Low numbers are used first, so that pieces at the end become empty.
        self.free.sort_unstable_by(|a, b| b.cmp(a));
        self.free.shrink_to(2 * self.free.len());
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        (self.pieces.len() - self.empty.len()) * PIECE * size_of::<Clause>()
    }
}

impl Index<usize> for ClauseTable {
    type Output = Clause;

    #[inline]
    fn index(&self, id: usize) -> &Clause {
        &self.pieces[id / PIECE][id % PIECE]
    }
}

impl IndexMut<usize> for ClauseTable {
    #[inline]
    fn index_mut(&mut self, id: usize) -> &mut Clause {
        &mut self.pieces[id / PIECE][id % PIECE]
    }
}
