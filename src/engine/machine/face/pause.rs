//! Pauses: a host may look at a running goal at its next call, and let it go on or stop it.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::{Instr, PredId};
use crate::machine::Machine;
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
