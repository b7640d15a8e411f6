//! Keeping terms on the heap across backtracking, for `nb_setarg/3`.

use crate::machine::Machine;

impl Machine {
    /// Keeps all cells that are on the heap now: backtracking still undoes bindings, but the cells are freed only by
    /// the collector.
    pub fn keep_heap(&mut self) {
        let top = self.heap.top();
        for choice in &mut self.choices {
            choice.h = choice.h.max(top);
        }
        if !self.choices.is_empty() {
            self.hb = self.hb.max(top);
        }
    }
}
