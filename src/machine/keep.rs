//! Keeping terms on the heap through backtracking, for `nb_setarg/3`.

use super::Machine;

impl Machine {
    /// Keeps all that is on the heap now: backtracking, which still undoes bindings, gives none of it back
    /// before the collector finds it to be garbage.
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
