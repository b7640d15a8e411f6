//! Predicates that run in the module of their caller, and goals that run in another module.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::instr::MAX_REGISTER_ARITY;
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::machine::call::qualify::SEARCHES;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;

impl Machine {
    /// Returns the module and the functor of the predicate with the clauses of one that `module` calls, if that runs in
    /// the module of its caller.
    pub fn transparent(&self, module: Atom, functor: Functor) -> Option<(Atom, Functor)> {
        if !self.db.modules.has_transparent() {
            return None;
        }
        let home = self.db.modules.home(module, functor);
        let mut target = self
            .db
            .find(home, functor)
            .or_else(|| self.visible_above(home, functor))?;
        for _ in 0..SEARCHES {
            let p = &self.db.preds[target];
            target = match p.definition {
                Definition::Import(other) => other,
                _ if p.is_defined() || p.module == known::SYSTEM => {
                    return Some((p.module, self.db.modules.transparent(p.module, functor)?));
                }
                _ => self.visible_above(p.module, functor)?,
            };
        }
        None
    }

    /// Returns the goal with which `goal`, whose predicate `lookup` has, runs in another module: with its arguments
    /// qualified, or with the module as an additional argument.
    ///
    /// # Errors
    /// If a goal is not callable, or there is no room.
    pub fn goal_in_context(&mut self, lookup: Atom, goal: Cell, context: Atom) -> Result<Cell, Stop> {
        let (functor, args) = match self.view(goal) {
            View::Atom(name) => (Functor::new(name, 0), 0),
            View::Struct(functor, args) if functor.arity() < MAX_REGISTER_ARITY => (functor, args),
            View::Struct(..) => return self.qualified_term(lookup, goal),
            _ => return Err(self.type_or_instantiation_error(Type::Callable, goal)),
        };
        let found = self
            .db
            .find(lookup, functor)
            .or_else(|| self.visible_above(lookup, functor));
        let Some(pred) = found else {
            return self.qualified_term(lookup, goal);
        };
        let arity = functor.arity();
        let saved = self.x[..=arity].to_vec();
        for i in 0..arity {
            self.x[i] = self.heap.get(args + i);
        }
        let entered = self.qualify_called(context, pred);
        let (functor, home) = match &entered {
            Ok(entered) if *entered != pred => (self.db.preds[*entered].functor, self.db.preds[*entered].module),
            _ => (functor, lookup),
        };
        let arguments = self.x[..functor.arity()].to_vec();
        self.x[..=arity].copy_from_slice(&saved);
        entered?;
        self.reserve(arguments.len() + 4)?;
        let goal = match arguments[..] {
            [] => Cell::atom(functor.name()),
            _ => self.heap.new_struct(functor, &arguments),
        };
        self.qualified_term(home, goal)
    }
}
