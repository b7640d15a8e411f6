//! The state of a search for clauses, beside the registers.

use crate::code::instr::PredId;
use crate::code::packed::Cells;
use crate::term::cell::Cell;
use crate::term::heap::Heap;

/// Capacity in words of the buffer for packed clauses that is not kept.
const MOST_KEPT: usize = 1 << 16;

/// The state of searching and adding clauses.
#[derive(Default)]
pub struct Search {
    sought: Vec<Cell>,
    searching: Option<(PredId, u64)>,
    packing: Vec<u64>,
}

impl Search {
    /// Returns the arguments by which clauses are looked up, when they are not in registers.
    pub(crate) fn sought(&self) -> &[Cell] {
        &self.sought
    }

    /// Stores the arguments of `head` as those by which clauses are looked up.
    pub fn seek(&mut self, heap: &Heap, head: Cell) {
        let (first, count) = heap.parts(heap.deref(head));
        self.sought.clear();
        self.sought
            .extend((first..first + count).map(|at| heap.deref(heap.get(at))));
    }

    /// Notes that the running predicate searches the clauses of `pred` in `generation`: its choice point keeps those
    /// alive that are still to be tried.
    pub(crate) fn begin(&mut self, pred: PredId, generation: u64) {
        self.searching = Some((pred, generation));
    }

    /// Forgets the search of the predicate that ran before.
    pub(crate) fn forget(&mut self) {
        self.searching = None;
    }

    /// Returns the predicate whose clauses the running predicate searches, and the generation of the search.
    pub(crate) fn searching(&self) -> Option<(PredId, u64)> {
        self.searching
    }

    /// Takes the buffer for the packed form of a clause, empty.
    pub(crate) fn take_buffer(&mut self) -> Vec<u64> {
        let mut cells = std::mem::take(&mut self.packing);
        cells.clear();
        cells
    }

    /// Keeps the buffer for the next clause, unless that of a big clause.
    pub(crate) fn keep_buffer(&mut self, cells: Vec<u64>) {
        if cells.capacity() < MOST_KEPT {
            self.packing = cells;
        }
    }
}
