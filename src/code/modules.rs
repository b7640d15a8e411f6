//! Modules, their exports, and their parent modules.
//!
//! The private predicates of a module have their own name space. An exported predicate is stored in `user`, but its
//! clauses resolve their calls in the module that owns it.

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, Functor};
use crate::base::known;

/// Modules, their exports, and their parent modules.
#[derive(Clone, Debug, Default)]
pub struct Modules {
    /// The module that exports each predicate of the program.
    owners: FxHashMap<Functor, Atom>,
    /// The parent module, where calls are looked up next, if it is not `user`.
    parents: FxHashMap<Atom, Atom>,
    /// The predicates that run in the module of their caller, by the module that stores them, each with the name of the
    /// predicate that has its clauses; this one has the caller's module as an additional argument.
    transparent: FxHashMap<(Atom, Functor), Atom>,
}

impl Modules {
    /// Returns the module in which a predicate that `module` calls or defines is stored.
    pub fn home(&self, module: Atom, functor: Functor) -> Atom {
        if module != known::USER && module != known::SYSTEM && self.owners.get(&functor) == Some(&module) {
            known::USER
        } else {
            module
        }
    }

    /// Returns the module in which the clauses of a predicate of `module` resolve their calls.
    pub fn context(&self, module: Atom, functor: Functor) -> Atom {
        match self.owner(functor) {
            Some(owner) if module == known::USER => owner,
            _ => module,
        }
    }

    /// Returns the module that exports a predicate of the program.
    pub fn owner(&self, functor: Functor) -> Option<Atom> {
        self.owners.get(&functor).copied()
    }

    /// Returns the parent module.
    pub fn parent(&self, module: Atom) -> Atom {
        self.parents.get(&module).copied().unwrap_or(known::USER)
    }

    /// Sets the parent module.
    pub fn set_parent(&mut self, module: Atom, parent: Atom) {
        // No cycles: if A is a parent of B, B must not become a parent of A.
        let mut above = parent;
        while above != known::USER {
            if above == module {
                return;
            }
            above = self.parent(above);
        }
        if parent == known::USER {
            self.parents.remove(&module);
        } else {
            self.parents.insert(module, parent);
        }
    }

    /// Returns the predicate with the clauses of one that runs in the module of its caller.
    pub fn transparent(&self, home: Atom, functor: Functor) -> Option<Functor> {
        if self.transparent.is_empty() {
            return None;
        }
        let name = self.transparent.get(&(home, functor))?;
        Some(Functor::new(*name, functor.arity() + 1))
    }

    /// Makes a predicate run in the module of its caller; `hidden` is the name of the predicate with its clauses.
    pub fn set_transparent(&mut self, home: Atom, functor: Functor, hidden: Atom) {
        self.transparent.insert((home, functor), hidden);
    }

    /// Whether any predicate runs in the module of its caller.
    pub fn has_transparent(&self) -> bool {
        !self.transparent.is_empty()
    }

    /// Iterates over the predicates that run in the module of their caller.
    pub fn transparents(&self) -> impl Iterator<Item = (Atom, Functor, Atom)> {
        self.transparent
            .iter()
            .map(|(&(home, functor), &hidden)| (home, functor, hidden))
    }

    /// Removes all exports of `module`.
    pub fn forget(&mut self, module: Atom) {
        self.owners.retain(|_, owner| *owner != module);
    }

    /// Lets another module export a predicate.
    pub fn release(&mut self, functor: Functor) {
        self.owners.remove(&functor);
    }

    /// Exports a predicate from `module`; returns false if another module exports it.
    pub fn export(&mut self, module: Atom, functor: Functor) -> bool {
        *self.owners.entry(functor).or_insert(module) == module
    }

    /// Iterates over the predicates that modules export, with those modules.
    pub fn owners(&self) -> impl Iterator<Item = (Functor, Atom)> {
        self.owners.iter().map(|(&functor, &owner)| (functor, owner))
    }

    /// Iterates over the modules whose parent is not `user`, with their parents.
    pub fn parents(&self) -> impl Iterator<Item = (Atom, Atom)> {
        self.parents.iter().map(|(&module, &parent)| (module, parent))
    }

    /// Iterates over all atoms that occur here.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        let owners = self.owners.iter().flat_map(|(functor, &owner)| [functor.name(), owner]);
        let transparents = self
            .transparents()
            .flat_map(|(home, functor, hidden)| [home, functor.name(), hidden]);
        let parents = self.parents.iter().flat_map(|(&module, &parent)| [module, parent]);
        owners.chain(parents).chain(transparents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_module_that_exports_a_predicate_owns_it() {
        let (one, other) = (known::VAR, known::NONVAR);
        let p = Functor::new(known::ERROR, 2);
        let mut modules = Modules::default();
        assert!(modules.export(one, p) && modules.export(one, p) && !modules.export(other, p));
        assert_eq!([modules.home(one, p), modules.home(other, p)], [known::USER, other]);
        assert_eq!(
            [modules.context(known::USER, p), modules.context(other, p)],
            [one, other]
        );
        modules.forget(one);
        assert!(modules.export(other, p));
    }

    #[test]
    fn no_module_is_its_own_parent() {
        let (one, other) = (known::VAR, known::NONVAR);
        let mut modules = Modules::default();
        modules.set_parent(one, other);
        modules.set_parent(other, one);
        modules.set_parent(one, one);
        assert_eq!([modules.parent(one), modules.parent(other)], [other, known::USER]);
        modules.set_parent(one, known::USER);
        assert_eq!(modules.atoms().count(), 0);
    }
}
