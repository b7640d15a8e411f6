//! The meaning of a name in a module: the predicate that a call of it runs.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::{Instr, PredId};
use crate::code::predicate::Definition;

/// How often a predicate that is not defined is looked for in other modules: imports may go in circles.
pub const SEARCHES: usize = 8;

impl Database {
    /// Returns the predicate that the nearest module above `module` defines, or else has.
    pub fn visible_above(&self, module: Atom, functor: Functor) -> Option<PredId> {
        let above = self.modules.above(module).iter();
        let is_seen = |&pred: &PredId| !self.preds[pred].concealed;
        let mut found = above.filter_map(|&at| self.find(at, functor)).filter(is_seen);
        let first = found.next()?;
        let is_defined = |&pred: &PredId| self.preds[pred].is_defined();
        [first].into_iter().chain(found).find(is_defined).or(Some(first))
    }

    /// Returns the predicate that the nearest module above `module` defines.
    pub fn defined_above(&self, module: Atom, functor: Functor) -> Option<PredId> {
        let found = self.visible_above(module, functor);
        found.filter(|&pred| self.preds[pred].is_visible())
    }

    /// Returns the predicate whose definition a call of `pred` runs.
    pub fn meaning(&self, pred: PredId) -> PredId {
        let mut own = self.programs_own(pred).unwrap_or(pred);
        while let Definition::Import(other) = self.preds[own].definition {
            own = other;
        }
        let p = &self.preds[own];
        if p.is_defined() || p.module == known::SYSTEM {
            return own;
        }
        let system = self.find(known::SYSTEM, p.functor);
        system.filter(|&system| self.preds[system].is_visible()).unwrap_or(own)
    }

    /// Returns the program's predicate that a call in another module means, if that module defines none of the name.
    pub fn programs_own(&self, pred: PredId) -> Option<PredId> {
        let p = &self.preds[pred];
        if p.definition != Definition::None || p.dynamic {
            return None;
        }
        let searched = self.modules.searched(p.module).skip(1);
        searched.filter_map(|module| self.find(module, p.functor)).find(|&own| {
            let found = &self.preds[own];
            found.dynamic || matches!(found.definition, Definition::Clauses | Definition::Native(_))
        })
    }

    /// Returns the predicate that a goal in `module` runs, if there is one.
    pub fn called_in(&self, module: Atom, functor: Functor) -> Option<PredId> {
        let found = self.find(module, functor);
        found
            .or_else(|| self.visible_above(module, functor))
            .map(|pred| self.meaning(pred))
    }

    /// Returns the predicate that a goal in `module` means; `None` if it has no definition. Calls alone do not create
    /// predicates.
    pub fn callee(&mut self, module: Atom, functor: Functor) -> Option<PredId> {
        if let Some(pred) = self.find(module, functor) {
            return Some(pred);
        }
        let system = self.find(known::SYSTEM, functor);
        if system.is_some_and(|pred| self.preds[pred].is_visible()) {
            return Some(self.pred(module, functor));
        }
        self.defined_above(module, functor)
    }

    /// Returns the native predicate of the system that a goal in `module` means, and its number, if nothing else has that
    /// name and its arguments mean the same in all modules.
    pub fn plain_native(&self, module: Atom, functor: Functor) -> Option<(PredId, u16)> {
        let is_used = |pred: PredId| self.preds[pred].is_defined() || self.preds[pred].watched.is_some();
        let others = [module, known::USER]
            .into_iter()
            .filter(|&other| other != known::SYSTEM);
        if others.filter_map(|other| self.find(other, functor)).any(is_used) {
            return None;
        }
        let pred = self.find(known::SYSTEM, functor)?;
        let system = &self.preds[pred];
        match system.definition {
            Definition::Native(id) if system.watched.is_none() && system.qualified.is_none() => Some((pred, id)),
            _ => None,
        }
    }

    /// Makes a change of a static predicate's clauses visible to later calls; running goals continue in the old block.
    pub fn definition_changed(&mut self, pred: PredId) {
        self.forget_unfolded(self.preds[pred].functor);
        let p = &self.preds[pred];
        let entry = self.entries[pred].address();
        let code = self.arena.instrs[entry];
        let fresh = matches!(code, Instr::Enter { .. });
        let follows = matches!(code, Instr::Candidates { .. }) && (p.dynamic || p.definition == Definition::Clauses);
        if !fresh && !follows || p.watched.is_some() {
            self.reset_entry(pred);
        }
    }

    /// Returns the module and the functor of the predicate with the clauses of one that `module` calls, if that runs in
    /// the module of its caller.
    pub fn transparent_target(&self, module: Atom, functor: Functor) -> Option<(Atom, Functor)> {
        if !self.modules.has_transparent() {
            return None;
        }
        let home = self.modules.home(module, functor);
        let mut target = self.find(home, functor).or_else(|| self.visible_above(home, functor))?;
        for _ in 0..SEARCHES {
            let p = &self.preds[target];
            target = match p.definition {
                Definition::Import(other) => other,
                _ if p.is_defined() || p.module == known::SYSTEM => {
                    return Some((p.module, self.modules.transparent(p.module, functor)?));
                }
                _ => self.visible_above(p.module, functor)?,
            };
        }
        None
    }

    /// Returns the predicate of the clause that the code at `label` belongs to or enters.
    pub fn owner(&self, label: usize) -> Option<PredId> {
        let label = match self.arena.instrs.get(label)? {
            Instr::Retry { clause } | Instr::Trust { clause } => clause.address(),
            _ => label,
        };
        self.clause_at(label).map(|clause| clause.pred)
    }
}
