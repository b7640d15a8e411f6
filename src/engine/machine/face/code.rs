//! The code of clauses and predicates, for listings.

use crate::code::clause::ClauseId;
use crate::code::instr::{Label, PredId};
use crate::machine::Machine;
use crate::machine::native::Stop;

impl Machine {
    /// Returns the range of a clause's code in the arena; compiles the clause if necessary.
    ///
    /// # Errors
    /// `resource_error(memory)` if there is no room to unpack it.
    pub fn clause_code(&mut self, id: ClauseId) -> Result<std::ops::Range<usize>, Stop> {
        let start = self.compile_one(id)?.address();
        Ok(start..start + self.db.code(id).length as usize)
    }

    /// Returns the entry of a predicate, and the parts of the block of a static one: their addresses and their lengths
    /// in instructions. Prepares the predicate if necessary.
    ///
    /// # Errors
    /// As for [`Machine::clause_code`].
    pub fn block_parts(&mut self, pred: PredId) -> Result<(Label, Vec<(Label, u32)>), Stop> {
        if let Some(entry) = self.ready(pred)? {
            self.db.entries[pred] = entry;
        }
        let block = self.db.preds[pred].block.as_ref();
        let parts = block.map(|block| block.parts.clone()).unwrap_or_default();
        Ok((self.db.entries[pred], parts))
    }
}
