//! The collectors as built-ins and the host see them, and cells that are held across collections.

use crate::machine::Machine;
use crate::machine::memory::collect::collector::Collector;
use crate::machine::memory::limits::MachineLimits;

impl Machine {
    /// Makes a collection run before every `period`-th call from now on; it moves everything, and all areas are checked
    /// before and after. Atoms and code are reclaimed now and then. For tests.
    pub fn set_stress(&mut self, period: Option<u64>) {
        self.collector.set_stress(period);
        self.set_reclaim_stress(period);
        self.refresh_heap_limit();
    }

    /// Returns the number of atom collections.
    pub fn atom_collections(&self) -> u64 {
        self.schedule.collections
    }
}

impl Collector {
    /// Requests a collection before the next call, whatever the size of the heap.
    pub fn request_collection(&mut self, limits: &mut MachineLimits) {
        self.request();
        limits.raise_event();
    }
}
