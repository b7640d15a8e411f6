//! The collectors as built-ins and the host see them, and cells that are held across collections.

use crate::machine::Machine;
use crate::machine::memory::collect::collector::Collections;
use crate::term::cell::Cell;

impl Machine {
    /// Returns the statistics of the collector.
    pub fn collections(&self) -> Collections {
        self.collector.done()
    }

    /// Requests a collection before the next call, whatever the size of the heap.
    pub fn request_collection(&mut self) {
        self.collector.request();
        self.limits.raise_event();
    }

    /// Makes a collection run before every `period`-th call from now on; it moves everything, and all areas are checked
    /// before and after. Atoms and code are reclaimed now and then. For tests.
    pub fn set_stress(&mut self, period: Option<u64>) {
        self.collector.set_stress(period);
        self.set_reclaim_stress(period);
        self.refresh_heap_limit();
    }

    /// Holds `cell` for code outside of the machine: it is a root and is updated when cells move. `top` is the top of
    /// the heap before anything was built for it. Returns its index.
    pub fn hold(&mut self, cell: Cell, top: usize) -> usize {
        self.held.add(cell, top)
    }

    /// Returns the current value of the held cell `number`.
    pub fn held(&self, number: usize) -> Cell {
        self.held.get(number)
    }

    /// Releases the held cell `number` and all that were held later, and drops the cells built since.
    pub fn release(&mut self, number: usize) {
        if let Some(top) = self.held.release(number) {
            self.heap.set_top(top);
        }
    }

    /// Requests a collection of atoms, and of all other idle memory, before the next step.
    pub fn request_reclaiming(&mut self) {
        self.schedule.request();
    }

    /// Returns the number of atom collections.
    pub fn atom_collections(&self) -> u64 {
        self.schedule.collections
    }
}
