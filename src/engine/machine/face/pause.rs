//! The running goal as the host and the debugger meet it: pauses, interrupts, tracing. A host may look at a goal at its
//! next call, and let it go on or stop it.

use crate::base::atom::Functor;
use crate::base::known;
use crate::base::limit::Limit;
use crate::code::database::Database;
use crate::code::instr::{Instr, PredId};
use crate::code::predicate::{Definition, Watched};
use crate::machine::Machine;
use crate::machine::control::exceptions::Cause;
use crate::machine::control::trace::TraceMode;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::write::{Lexicon, Spacing, WriteOptions, write_term};

/// The fate of a goal that was paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paused {
    /// It goes on.
    Continue,
    /// It goes on, and its calls are traced from now on.
    Trace,
    /// It ends as by an interrupt.
    Stop,
}

/// A function of the host that is called while a goal is paused.
pub type PauseHook = Box<dyn FnMut(&mut Machine) -> Paused + Send>;

/// Levels of the arguments of a goal that are shown.
const SHOWN_DEPTH: usize = 5;
/// Bytes of a goal that are shown.
const MOST_TEXT: usize = 2000;

/// A text of limited length.
struct Short(String);

impl std::fmt::Write for Short {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        self.0.push_str(part);
        if self.0.len() > MOST_TEXT {
            Err(std::fmt::Error)
        } else {
            Ok(())
        }
    }
}

impl Machine {
    /// Returns the text of the call at which the goal was paused; `None` if it was between calls, or is one that only the
    /// system makes.
    pub fn paused_call(&self) -> Option<String> {
        let pred = self.calling?;
        let functor = self.db.preds[pred].functor;
        if self.atoms.text(functor.name()).starts_with('$') {
            return None;
        }
        let arity = functor.arity();
        let lexicon = Lexicon {
            atoms: &self.atoms,
            ops: &self.ops,
        };
        let options = WriteOptions {
            quoted: true,
            max_depth: SHOWN_DEPTH,
            spacing: Spacing::NextArgument,
            priority: 999,
            numbervars: true,
            ..WriteOptions::default()
        };
        let mut text = Short(self.atoms.text(functor.name()).to_owned());
        for (index, &argument) in self.x[..arity.min(self.x.len())].iter().enumerate() {
            text.0.push_str(if index == 0 { "(" } else { ", " });
            if write_term(&mut text, &self.heap, lexicon, argument, &options).is_err() {
                text.0.push_str("...");
                break;
            }
        }
        text.0.push_str(if arity > 0 { ")" } else { "" });
        Some(text.0)
    }

    /// Returns the number of goals whose clauses are not yet at their last call.
    pub fn goal_depth(&self) -> usize {
        let (mut e, mut depth) = (self.regs.e, 0);
        while e != 0 {
            depth += 1;
            e = self.stacks.link(e).0;
        }
        depth
    }

    /// Returns the predicates whose clauses are being run, the innermost first, each with how often it follows itself,
    /// up to `most`. Those of which only the last call is left do not show; neither do those of the system.
    pub fn running_predicates(&self, most: usize) -> Vec<(Functor, usize)> {
        let mut found: Vec<(PredId, usize)> = Vec::new();
        let (mut e, mut continuation) = (self.regs.e, self.regs.cp);
        while e != 0 {
            if let Some(pred) = self.db.called_before(continuation) {
                let is_full = found.len() >= most;
                match found.last_mut() {
                    Some((last, count)) if *last == pred => *count += 1,
                    _ if is_full => break,
                    _ => found.push((pred, 1)),
                }
            }
            (e, continuation) = self.stacks.link(e);
        }
        let functor = |(pred, count)| (self.db.preds[pred].functor, count);
        found.into_iter().map(functor).collect()
    }

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
    /// Returns the predicate that returns to this address, unless it belongs to the system.
    fn called_before(&self, continuation: usize) -> Option<PredId> {
        match self.arena.instrs.get(continuation.checked_sub(1)?)? {
            Instr::Call { pred, .. } if self.is_own(*pred) => Some(*pred),
            _ => None,
        }
    }

    /// Whether a predicate has clauses of the program.
    fn is_own(&self, pred: PredId) -> bool {
        let p = &self.preds[pred];
        p.module != known::SYSTEM && p.live > 0
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
