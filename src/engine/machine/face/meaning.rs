//! The predicates that calls run, and how the debugger treats them.

use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::flag::Flags;
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::compile::normal::relation;
use crate::machine::control::trace::{TraceMode, Tracer};

/// Predicates that command the debugger, whose calls are not shown.
const COMMANDS: &[&str] = &[
    "trace",
    "notrace",
    "tracing",
    "debug",
    "nodebug",
    "debugging",
    "spy",
    "nospy",
    "nospyall",
    "leash",
    "visible",
    "prolog_current_frame",
    "prolog_frame_attribute",
];

impl Database {
    /// Whether calls of a predicate are never shown: primitives of the library, and commands to the debugger.
    pub fn is_unseen(&self, atoms: &AtomTable, pred: PredId) -> bool {
        let p = &self.preds[pred];
        let name = atoms.text(p.functor.name());
        p.module == known::UNFOLDED || p.module == known::SYSTEM && (name.starts_with('$') || COMMANDS.contains(&name))
    }
}

impl Tracer {
    /// Whether calls of a predicate are taken over at its stub.
    pub fn is_watched(&self, db: &Database, pred: PredId) -> bool {
        db.preds[pred]
            .watched
            .as_ref()
            .is_some_and(|watched| watched.ports != 0 || watched.spied && self.mode != TraceMode::Off)
    }
}

impl Flags {
    /// Whether a goal in a clause of `module` is a constraint that is compiled for the case that all is known.
    pub(in crate::machine) fn is_compiled_constraint(&self, db: &Database, module: Atom, functor: Functor) -> bool {
        let flags = self;
        relation(functor).is_some()
            && module != known::SYSTEM
            && flags.clpfd_goal_expansion
            && !flags.clpfd_monotonic
            && db.called_in(module, functor).is_some_and(|pred| {
                let p = &db.preds[pred];
                p.module == known::SYSTEM && matches!(p.definition, Definition::Native(_))
            })
    }
}
