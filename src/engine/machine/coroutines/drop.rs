//! Dropping engines.

use crate::base::atom::Atom;
use crate::io::table::StreamTable;
use crate::machine::coroutines::Coroutines;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::session::Session;

use super::{CoroutineState, Run};

impl Session {
    /// Drops what a run has beside its stacks, which are kept for reuse.
    pub(super) fn drop_run(
        &mut self,
        coroutines: &mut Coroutines,
        streams: &mut StreamTable,
        limits: &mut MachineLimits,
        mut run: Run,
    ) {
        let bytes = run.drop_results();
        limits.take_back(bytes);
        for (_, global) in run.globals.drain() {
            self.drop_record(&global.value);
        }
        let captures = streams.captures();
        streams.continue_captures(std::mem::take(&mut run.captures));
        streams.abandon_captures(captures);
        if !run.is_packed() {
            let (heap, frames) = run.into_room();
            coroutines.keep_room(heap, frames);
        }
    }

    /// Drops an engine that does not run and has no cleanup goals.
    pub(in crate::machine) fn drop_idle(
        &mut self,
        coroutines: &mut Coroutines,
        streams: &mut StreamTable,
        limits: &mut MachineLimits,
        engine: Atom,
    ) {
        if let Some(engine) = coroutines.remove(engine)
            && let CoroutineState::Parked { run, .. } = engine.state
        {
            coroutines.table_bytes -= run.table_bytes();
            self.drop_run(coroutines, streams, limits, *run);
        }
    }
}
