//! The predicates that calls run, and how the debugger treats them.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::compile::normal::relation;
use crate::machine::Machine;
use crate::machine::control::trace::TraceMode;

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

impl Machine {
    /// Notes the argument modes of a meta predicate of the system, a character for each argument.
    pub fn set_meta(&mut self, functor: Functor, modes: &'static str) {
        self.calls.set_meta(functor, modes);
    }

    /// Returns the predicate whose definition a call of `pred` runs.
    pub fn meaning(&self, pred: PredId) -> PredId {
        let mut own = self.programs_own(pred).unwrap_or(pred);
        while let Definition::Import(other) = self.db.preds[own].definition {
            own = other;
        }
        let p = &self.db.preds[own];
        if p.is_defined() || p.module == known::SYSTEM {
            return own;
        }
        let system = self.db.find(known::SYSTEM, p.functor);
        system
            .filter(|&system| self.db.preds[system].is_visible())
            .unwrap_or(own)
    }

    /// Returns the predicate that a goal in `module` runs, if there is one.
    pub fn called_in(&self, module: Atom, functor: Functor) -> Option<PredId> {
        let found = self.db.find(module, functor);
        found
            .or_else(|| self.visible_above(module, functor))
            .map(|pred| self.meaning(pred))
    }

    /// Whether a goal in a clause of `module` is a constraint that is compiled for the case that all is known.
    pub(in crate::machine) fn is_compiled_constraint(&self, module: Atom, functor: Functor) -> bool {
        let flags = &self.flags;
        relation(functor).is_some()
            && module != known::SYSTEM
            && flags.clpfd_goal_expansion
            && !flags.clpfd_monotonic
            && self.called_in(module, functor).is_some_and(|pred| {
                let p = &self.db.preds[pred];
                p.module == known::SYSTEM && matches!(p.definition, Definition::Native(_))
            })
    }

    /// Whether calls of a predicate are taken over at its stub.
    pub fn is_watched(&self, pred: PredId) -> bool {
        self.db.preds[pred]
            .watched
            .as_ref()
            .is_some_and(|watched| watched.ports != 0 || watched.spied && self.tracer.mode != TraceMode::Off)
    }

    /// Whether calls of a predicate are never shown: primitives of the library, and commands to the debugger.
    pub fn is_unseen(&self, pred: PredId) -> bool {
        let p = &self.db.preds[pred];
        let name = self.atoms.text(p.functor.name());
        p.module == known::SYSTEM && (name.starts_with('$') || COMMANDS.contains(&name))
    }

    /// Returns the program's predicate that a call in another module means, if that module defines none of the name.
    pub(in crate::machine) fn programs_own(&self, pred: PredId) -> Option<PredId> {
        let p = &self.db.preds[pred];
        if p.definition != Definition::None || p.dynamic {
            return None;
        }
        let searched = self.db.modules.searched(p.module).skip(1);
        searched
            .filter_map(|module| self.db.find(module, p.functor))
            .find(|&own| {
                let found = &self.db.preds[own];
                found.dynamic || matches!(found.definition, Definition::Clauses | Definition::Native(_))
            })
    }
}
