//! Keeping terms on the heap through backtracking, for `nb_setarg/3`.

use super::Machine;

impl Machine {
    /// Keeps the current contents of the heap: backtracking still undoes bindings, but only the collector frees these
    /// cells.
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
