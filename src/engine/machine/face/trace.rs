//! The machine for the debugger, and for the host with a goal that is paused.

use crate::base::known;
use crate::base::limit::Limit;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::code::predicate::{Definition, Watched};
use crate::machine::Machine;
use crate::machine::control::exceptions::Cause;
use crate::machine::control::trace::TraceMode;
use crate::machine::face::pause::Paused;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;

impl Machine {
    /// Runs `work`, whose goals are not traced.
    pub fn untraced<T>(&mut self, work: impl FnOnce(&mut Machine) -> T) -> T {
        self.tracer.suspend();
        self.refresh_heap_limit();
        let result = work(self);
        self.tracer.resume();
        self.refresh_heap_limit();
        result
    }

    /// Calls the host's function, if there is one; else the pause is an interrupt.
    pub(in crate::machine) fn pause(&mut self) -> Step {
        if let Some(run_signals) = self.session.threads.as_ref().map(|own| own.run_signals)
            && run_signals(self)?
        {
            return Ok(());
        }
        let Some(mut hook) = self.session.host.pause_hook.take() else {
            return Err(self.abort());
        };
        let decided = hook(self);
        self.session.host.pause_hook.get_or_insert(hook);
        match decided {
            Paused::Continue => Ok(()),
            Paused::Trace => {
                self.set_trace_mode(TraceMode::Trace);
                Ok(())
            }
            Paused::Stop => Err(self.abort()),
        }
    }

    /// Takes the interrupt: returns the exception that nothing catches.
    pub fn abort(&mut self) -> Stop {
        self.limits.watch().take_interrupt();
        self.limits.watch().forget_early_end();
        self.refresh_heap_limit();
        self.regs.running = None;
        self.limits.end(Cause::Interrupt);
        self.throw_abort()
    }

    /// Raises the exception of a limit or an interrupt again, which a host predicate has met in a goal that it ran.
    pub fn raise_again(&mut self, cause: Cause) -> Stop {
        match cause {
            Cause::Interrupt => self.abort(),
            Cause::Limit(Limit::Time) => {
                let stop = self.throw(Cell::atom(known::TIME_LIMIT));
                self.exceptions.note_met(&mut self.limits, Limit::Time);
                stop
            }
            Cause::Limit(limit) => self.resource_error(limit),
        }
    }

    /// Raises the exception of `abort/0`, which can be caught.
    pub fn throw_abort(&mut self) -> Stop {
        let stop = self.throw(Cell::atom(known::ABORT));
        self.exceptions.set_cause(Some(Cause::Interrupt));
        stop
    }

    /// Sets which goals the debugger stops at.
    pub fn set_trace_mode(&mut self, mode: TraceMode) {
        let before = std::mem::replace(&mut self.tracer.mode, mode);
        self.tracer.deepest = usize::MAX;
        self.flags.debug = mode != TraceMode::Off;
        if (before == TraceMode::Off) != (mode == TraceMode::Off) {
            self.db.reset_watched();
        }
        self.refresh_heap_limit();
    }

    /// Shows no goals deeper than `depth` until the mode or this is set again; all if it is `usize::MAX`.
    pub fn set_trace_depth(&mut self, depth: usize) {
        self.tracer.deepest = depth;
        self.refresh_heap_limit();
    }
}

impl Database {
    fn reset_watched(&mut self) {
        let watched: Vec<PredId> = self.preds.ids().filter(|&p| self.preds[p].watched.is_some()).collect();
        for pred in watched {
            self.forget_entry(pred);
        }
    }

    /// Sets how a predicate is watched; `None`: not at all.
    pub fn watch_predicate(&mut self, pred: PredId, watched: Option<Watched>) {
        self.preds[pred].watched = watched.map(Box::new);
        self.forget_entry(pred);
    }

    /// Makes calls of a predicate, also those by way of an import, pass through its stub again.
    fn forget_entry(&mut self, pred: PredId) {
        self.reset_entry(pred);
        let others: Vec<PredId> = self.preds.ids().collect();
        for other in others {
            if self.preds[other].definition == Definition::Import(pred) {
                self.reset_entry(other);
            }
        }
    }
}
