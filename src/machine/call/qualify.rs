//! Qualifying the arguments of meta predicates with modules.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;

impl Machine {
    /// Qualifies the unqualified module-sensitive arguments of a meta predicate with its own module: calls from other
    /// modules have qualified theirs already.
    pub(in crate::machine) fn qualify_arguments(&mut self, pred: PredId) -> Step {
        self.qualify_in(self.db.preds[pred].module, pred)
    }

    /// Returns a goal that `module` calls with its module-sensitive arguments qualified.
    ///
    /// # Errors
    /// If a module is not an atom, or there is no room.
    pub fn qualified_goal(&mut self, module: Atom, pred: PredId, goal: Cell) -> Result<Cell, Stop> {
        let (first, arity) = self.heap.parts(self.deref(goal));
        if self.db.preds[pred].qualified.is_none() || arity > MAX_REGISTER_ARITY {
            return Ok(goal);
        }
        let saved = self.x[..arity].to_vec();
        for i in 0..arity {
            self.x[i] = self.heap.get(first + i);
        }
        let step = self.qualify_in(module, pred);
        let arguments = self.x[..arity].to_vec();
        self.x[..arity].copy_from_slice(&saved);
        step?;
        self.reserve(arity + 1)?;
        Ok(self.heap.new_term(self.db.preds[pred].functor.name(), &arguments))
    }

    pub(in crate::machine) fn qualify_in(&mut self, module: Atom, pred: PredId) -> Step {
        let qualified = &self.db.preds[pred].qualified;
        let count = qualified.as_ref().map_or(0, |qualified| qualified.positions.len());
        if count == 0 {
            return Ok(());
        }
        self.reserve(3 * count)?;
        for i in 0..count {
            let Some(qualified) = &self.db.preds[pred].qualified else {
                break;
            };
            let position = usize::from(qualified.positions[i]);
            let argument = self.deref(self.x[position]);
            let named = Functor::new(known::COLON, 2);
            self.x[position] = match self.view(argument) {
                View::Struct(f, first) if f == named => self.innermost_module(argument, first)?,
                _ => self.heap.new_struct(named, &[Cell::atom(module), argument]),
            };
        }
        Ok(())
    }

    /// Returns the last `Module:Term` of a nested qualification, the first of which has its arguments at `first`.
    fn innermost_module(&mut self, term: Cell, mut first: usize) -> Result<Cell, Stop> {
        let mut innermost = term;
        for _ in 0..self.heap.top() {
            let inner = self.deref(self.heap.get(first + 1));
            match self.view(inner) {
                View::Struct(f, next) if f == Functor::new(known::COLON, 2) => (innermost, first) = (inner, next),
                _ => return Ok(innermost),
            }
        }
        Err(self.type_error(Type::AcyclicTerm, term))
    }
}
