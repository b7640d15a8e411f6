//! Collecting results, for `findall/3`.

use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::machine::control::results::Results;
use crate::machine::memory::budget::Budget;
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::Stacks;
use crate::term::cell::Cell;
use crate::term::quick_copy;
use crate::term::record::unpack_cells;

impl Machine {
    /// Adds a copy of `result`.
    ///
    /// # Errors
    /// `resource_error(memory)` if the buffered results exceed the budget.
    pub fn add_to_buffer(&mut self, result: Cell) -> Step {
        let result = self.deref(result);
        if result.is_immediate() {
            self.charge(Budget::Stacks, size_of::<Cell>())?;
            let bytes = self.results.add_immediate(result);
            self.limits.set_aside(bytes);
            return Ok(());
        }
        let small = quick_copy::small(&mut self.heap, result);
        match small {
            Some(copy) => self.charge(Budget::Stacks, (copy.end - self.heap.top() + 2) * 8)?,
            None => self.begin_within_room(),
        }
        let bytes = self.results.add(&self.heap, result, small);
        self.limits.set_aside(bytes);
        // The size of a large result is known only now: it stays, or all results are dropped by the exception.
        if small.is_none() {
            self.end_within_room()?;
            self.charge(Budget::Stacks, 0)
        } else {
            Ok(())
        }
    }

    /// Closes the buffer and returns its results as a list that ends in `tail`.
    ///
    /// # Errors
    /// `resource_error(memory)` if there is no room for them.
    pub fn close_buffer(&mut self, tail: Cell) -> Result<Cell, Stop> {
        let Some((bytes, cells)) = self.results.size() else {
            return Ok(tail);
        };
        self.limits.note_peak(self.peak_bytes());
        self.limits.take_back(bytes);
        let room = self.reserve_first(cells);
        self.limits.set_aside(bytes);
        room?;
        let Some(buffer) = self.results.close() else {
            return Ok(tail);
        };
        self.limits.take_back(bytes);
        // Each pair is placed after the cells of its result, and linked from the pair before it.
        let (mut list, mut last) = (tail, None);
        let mut pace = Pace::new();
        for (root, cells) in buffer.iter() {
            self.poll_at(&mut pace)?;
            let item = match cells {
                [] => root,
                _ => unpack_cells(&mut self.heap, cells, root, true),
            };
            let pair = self.heap.new_pair(item, tail);
            match last.replace(pair.address() + 1) {
                Some(before) => self.heap.set(before, pair),
                None => list = pair,
            }
        }
        Ok(list)
    }
}

impl Results {
    /// Opens a buffer for results.
    pub fn open_buffer(&mut self, stacks: &Stacks) {
        self.open(stacks.choice_count());
    }
}
