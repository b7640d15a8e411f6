//! Dropping engines.

use crate::base::atom::Atom;
use crate::machine::Machine;

use super::{CoroutineState, Run};

impl Machine {
    /// Drops what a run has beside its stacks, which are kept for reuse.
    pub(super) fn drop_run(&mut self, mut run: Run) {
        let bytes = run.drop_results();
        self.limits.take_back(bytes);
        for (_, global) in run.globals.drain() {
            self.session.drop_record(&global.value);
        }
        let captures = self.streams.captures();
        self.streams.continue_captures(std::mem::take(&mut run.captures));
        self.streams.abandon_captures(captures);
        if !run.is_packed() {
            let (heap, frames) = run.into_room();
            self.coroutines.keep_room(heap, frames);
        }
    }

    /// Drops an engine that does not run and has no cleanup goals.
    pub(in crate::machine) fn drop_idle(&mut self, engine: Atom) {
        if let Some(engine) = self.coroutines.remove(engine)
            && let CoroutineState::Parked { run, .. } = engine.state
        {
            self.coroutines.table_bytes -= run.table_bytes();
            self.drop_run(*run);
        }
    }
}
