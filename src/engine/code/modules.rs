//! Modules: what they import, and the modules that they import by default.
//!
//! The predicates of a module have their own name space. What a module does not define is looked up in its import
//! modules, and in theirs: most have `user` only, and `user` has `system`. A predicate that a module imports from a
//! certain module is the same predicate there: what changes it, and what calls it, reaches that of its owner, whatever
//! other modules export under its name.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::atom::{Atom, Functor};
use crate::base::known;

/// The imports of modules, and the modules that they import by default.
#[derive(Clone, Debug)]
pub struct Modules {
    /// The import modules of those that have others than a new module has.
    imports: FxHashMap<Atom, Vec<Atom>>,
    /// The order in which other modules are searched for what one of `imports` does not define.
    orders: FxHashMap<Atom, Vec<Atom>>,
    /// That order for a new module.
    usual: Vec<Atom>,
    /// The predicates that run in the module of their caller, by the module that stores them, each with the name of the
    /// predicate that has its clauses; this one has the caller's module as an additional argument.
    transparent: FxHashMap<(Atom, Functor), Atom>,
    /// The modules that have the predicates which others have imported from them, by the importing module.
    links: FxHashMap<(Atom, Functor), Atom>,
    /// Those of `links` that were asked for by name: the importing module cannot define the predicate.
    named: FxHashSet<(Atom, Functor)>,
}

impl Default for Modules {
    fn default() -> Modules {
        Modules {
            imports: FxHashMap::default(),
            orders: FxHashMap::default(),
            usual: vec![known::USER, known::SYSTEM],
            transparent: FxHashMap::default(),
            links: FxHashMap::default(),
            named: FxHashSet::default(),
        }
    }
}

impl Modules {
    /// Returns the module in which a predicate that `module` calls or defines is stored.
    pub fn home(&self, module: Atom, functor: Functor) -> Atom {
        match self.links.is_empty() {
            true => module,
            false => self.linked(module, functor).unwrap_or(module),
        }
    }

    /// Returns the module that has the predicate which `module` has imported under this name.
    pub fn linked(&self, module: Atom, functor: Functor) -> Option<Atom> {
        self.links.get(&(module, functor)).copied()
    }

    /// Imports a predicate into `module` from `owner`, or from the module from which that one has it.
    pub fn link(&mut self, module: Atom, functor: Functor, owner: Atom, is_named: bool) {
        let owner = self.linked(owner, functor).unwrap_or(owner);
        if owner != module {
            self.links.insert((module, functor), owner);
            if is_named {
                self.named.insert((module, functor));
            }
        }
    }

    /// Whether an import was asked for by name.
    pub fn is_named(&self, module: Atom, functor: Functor) -> bool {
        self.named.contains(&(module, functor))
    }

    /// Takes an import back: the module is going to define the predicate itself.
    pub fn unlink(&mut self, module: Atom, functor: Functor) {
        self.links.remove(&(module, functor));
        self.named.remove(&(module, functor));
    }

    /// Iterates over the imported predicates: the importing module, the predicate and the module that has it.
    pub fn links(&self) -> impl Iterator<Item = (Atom, Functor, Atom)> {
        self.links
            .iter()
            .map(|(&(module, functor), &owner)| (module, functor, owner))
    }

    /// Returns the import modules of a module, in their order.
    pub fn imports(&self, module: Atom) -> &[Atom] {
        match (self.imports.get(&module), module) {
            (Some(imports), _) => imports,
            (None, known::SYSTEM) => &[],
            (None, known::USER) => &[known::SYSTEM],
            (None, _) => &[known::USER],
        }
    }

    /// Returns the modules that are searched for what `module` does not define, in this order.
    pub fn above(&self, module: Atom) -> &[Atom] {
        match (self.orders.get(&module), module) {
            (Some(order), _) => order,
            (None, known::SYSTEM) => &[],
            (None, known::USER) => &[known::SYSTEM],
            (None, _) => &self.usual,
        }
    }

    /// Iterates over a module and those of programs that are searched after it.
    pub fn searched(&self, module: Atom) -> impl Iterator<Item = Atom> {
        let above = self.above(module).iter().copied();
        std::iter::once(module).chain(above.filter(|&at| at != known::SYSTEM))
    }

    /// Whether `module` cannot import `import`, since that one is it or imports it.
    pub fn would_be_cyclic(&self, module: Atom, import: Atom) -> bool {
        import == module || self.above(import).contains(&module)
    }

    /// Sets the import modules of a module.
    pub fn set_imports(&mut self, module: Atom, imports: Vec<Atom>) {
        self.imports.remove(&module);
        if self.imports(module) != imports {
            self.imports.insert(module, imports);
        }
        self.orders.remove(&module);
        let changed = |&(_, order): &(&Atom, &Vec<Atom>)| order.contains(&module);
        let others = self.orders.iter().filter(changed).map(|(&other, _)| other);
        let mut changed: Vec<Atom> = others.collect();
        changed.extend(self.imports.contains_key(&module).then_some(module));
        for module in changed {
            let order = self.order_of(module).split_off(1);
            self.orders.insert(module, order);
        }
        self.usual = self.order_of(known::USER);
    }

    /// Returns a module and those that are searched for what it does not define.
    fn order_of(&self, module: Atom) -> Vec<Atom> {
        let mut order = Vec::new();
        let mut open = vec![module];
        while let Some(at) = open.pop() {
            if !order.contains(&at) {
                order.push(at);
                open.extend(self.imports(at).iter().rev());
            }
        }
        order
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

    /// Iterates over the modules with other import modules than a new module has, with these.
    pub fn all_imports(&self) -> impl Iterator<Item = (Atom, &[Atom])> {
        self.imports.iter().map(|(&module, imports)| (module, &imports[..]))
    }

    /// Iterates over all atoms that occur here.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        let transparents = self
            .transparents()
            .flat_map(|(home, functor, hidden)| [home, functor.name(), hidden]);
        let imports = self.imports.iter();
        let imports = imports.flat_map(|(&module, imports)| imports.iter().copied().chain([module]));
        let links = self
            .links()
            .flat_map(|(module, functor, owner)| [module, functor.name(), owner]);
        imports.chain(transparents).chain(links)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_is_the_predicate_of_its_owner() {
        let [one, other, third] = [known::VAR, known::NONVAR, known::DICT];
        let p = Functor::new(known::ERROR, 2);
        let mut modules = Modules::default();
        modules.link(third, p, other, false);
        assert_eq!(
            [modules.home(third, p), modules.home(known::USER, p)],
            [other, known::USER]
        );
        modules.link(known::USER, p, third, false);
        assert_eq!([modules.home(known::USER, p), modules.home(one, p)], [other, one]);
        modules.link(other, p, third, true);
        assert_eq!((modules.linked(other, p), modules.atoms().count()), (None, 6));
        modules.unlink(third, p);
        assert_eq!(modules.home(third, p), third);
    }

    #[test]
    fn modules_are_searched_in_the_order_of_their_imports() {
        let [a, b, c] = [known::VAR, known::NONVAR, known::ERROR];
        let [user, system] = [known::USER, known::SYSTEM];
        let mut modules = Modules::default();
        assert_eq!(modules.above(a), [user, system]);
        modules.set_imports(b, vec![c]);
        modules.set_imports(a, vec![b, user]);
        assert_eq!(modules.above(a), [b, c, user, system]);
        modules.set_imports(user, vec![system, c]);
        modules.set_imports(c, Vec::new());
        assert_eq!(modules.above(a), [b, c, user, system]);
        assert_eq!(modules.above(known::DICT), [user, system, c]);
        assert!(modules.would_be_cyclic(c, a) && modules.would_be_cyclic(c, c) && !modules.would_be_cyclic(a, c));
        for (module, imports) in [(user, vec![system]), (a, vec![user]), (b, vec![user]), (c, vec![user])] {
            modules.set_imports(module, imports);
        }
        assert_eq!((modules.atoms().count(), modules.above(a)), (0, &[user, system][..]));
    }

    #[test]
    fn a_search_ends_if_modules_import_each_other() {
        let [a, b] = [known::VAR, known::NONVAR];
        let mut modules = Modules::default();
        modules.set_imports(a, vec![b]);
        modules.set_imports(b, vec![a, known::SYSTEM]);
        assert_eq!(modules.above(a), [b, known::SYSTEM]);
        assert_eq!(modules.above(b), [a, known::SYSTEM]);
    }
}
