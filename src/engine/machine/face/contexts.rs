//! Predicates that run in the module of their caller, and goals that run in another module.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::code::instr::MAX_REGISTER_ARITY;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;

impl Machine {
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
            .or_else(|| self.db.visible_above(lookup, functor));
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
