//! Entries that count: while the profiler is on, calls of a predicate pass through a stub of two instructions.

use rustc_hash::FxHashMap;

use super::database::Database;
use super::instr::{Instr, Label, PredId};
use super::predicate::Definition;

/// The stubs of the predicates that were counted.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    is_on: bool,
    /// Two instructions each: `count`, and a jump to the code.
    stubs: FxHashMap<PredId, Label>,
}

impl Counted {
    /// Whether calls are counted.
    pub fn is_on(&self) -> bool {
        self.is_on
    }
}

impl Database {
    /// Makes `label` the entry of a predicate, behind its stub while calls are counted. What it imports counts there.
    pub fn set_entry(&mut self, pred: PredId, label: Label) {
        let is_stub = matches!(self.arena.instrs[label.address()], Instr::Count { .. });
        self.entries[pred] = if self.counted.is_on && !is_stub {
            self.count_stub(pred, label)
        } else {
            label
        };
    }

    fn count_stub(&mut self, pred: PredId, to: Label) -> Label {
        let stub = match self.counted.stubs.get(&pred) {
            Some(&stub) => stub,
            None => {
                let made = self.arena.place_absolute(&[Instr::Count { pred }, Instr::Jump { to }]);
                self.counted.stubs.insert(pred, made.start);
                made.start
            }
        };
        self.arena.instrs[stub.address() + 1] = Instr::Jump { to };
        stub
    }

    /// From now on calls are counted, or no longer.
    pub fn count_calls(&mut self, on: bool) {
        self.counted.is_on = on;
        let preds: Vec<PredId> = self.preds.ids().collect();
        for pred in preds {
            let entry = self.entries[pred];
            let next = (entry + 1).address();
            match (self.arena.instrs[entry.address()], self.arena.instrs.get(next)) {
                (Instr::Enter { .. }, _) => {}
                // Prepared anew by the next call.
                _ if matches!(self.preds[pred].definition, Definition::Import(_)) => {
                    self.entries[pred] = self.preds[pred].stub;
                }
                (Instr::Count { .. }, Some(&Instr::Jump { to })) => self.entries[pred] = to,
                _ => self.set_entry(pred, entry),
            }
        }
    }
}
