//! Which module of a program owns what.
//!
//! A module's own predicates have a name space of their own. What it exports is the program's: such a predicate is
//! kept in `user`, but what its clauses call is looked up in the module that owns it.

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, Functor};
use crate::base::known;

/// Which module of a program owns what.
#[derive(Debug, Default)]
pub struct Modules {
    /// The module that exports a predicate of the program.
    owners: FxHashMap<Functor, Atom>,
    /// Where a module's calls are looked up next, if not in the program.
    around: FxHashMap<Atom, Atom>,
}

impl Modules {
    /// The module that a predicate is kept in which `module` calls or defines.
    pub fn home(&self, module: Atom, functor: Functor) -> Atom {
        if module != known::USER && module != known::SYSTEM && self.owners.get(&functor) == Some(&module) {
            known::USER
        } else {
            module
        }
    }

    /// The module in which the clauses of a predicate of `module` look up what they call.
    pub fn context(&self, module: Atom, functor: Functor) -> Atom {
        match self.owner(functor) {
            Some(owner) if module == known::USER => owner,
            _ => module,
        }
    }

    /// The module that exports a predicate of the program.
    pub fn owner(&self, functor: Functor) -> Option<Atom> {
        self.owners.get(&functor).copied()
    }

    /// Where what `module` does not define is looked up next.
    pub fn around(&self, module: Atom) -> Atom {
        self.around.get(&module).copied().unwrap_or(known::USER)
    }

    /// Sets where what `module` does not define is looked up next.
    pub fn set_around(&mut self, module: Atom, around: Atom) {
        // A module that another is around of is not around that one.
        let mut outer = around;
        while outer != known::USER {
            if outer == module {
                return;
            }
            outer = self.around(outer);
        }
        if around == known::USER {
            self.around.remove(&module);
        } else {
            self.around.insert(module, around);
        }
    }

    /// `module` exports nothing any more.
    pub fn forget(&mut self, module: Atom) {
        self.owners.retain(|_, owner| *owner != module);
    }

    /// `module` exports a predicate; false if another module does.
    pub fn export(&mut self, module: Atom, functor: Functor) -> bool {
        *self.owners.entry(functor).or_insert(module) == module
    }

    /// All names that occur here.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        let owners = self.owners.iter().flat_map(|(functor, &owner)| [functor.name(), owner]);
        owners.chain(self.around.iter().flat_map(|(&module, &around)| [module, around]))
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
    fn no_module_is_around_itself() {
        let (one, other) = (known::VAR, known::NONVAR);
        let mut modules = Modules::default();
        modules.set_around(one, other);
        modules.set_around(other, one);
        modules.set_around(one, one);
        assert_eq!([modules.around(one), modules.around(other)], [other, known::USER]);
        modules.set_around(one, known::USER);
        assert_eq!(modules.atoms().count(), 0);
    }
}
