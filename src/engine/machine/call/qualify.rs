//! Qualifying the arguments of meta predicates with modules.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::instr::PredId;
use crate::code::meaning::SEARCHES;
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

impl Machine {
    /// Qualifies the unqualified module-sensitive arguments of a meta predicate with its own module, or `user` if that
    /// sees it: calls from the clauses of modules have qualified theirs already. Notes calls of predicates that
    /// incremental tables follow.
    pub(in crate::machine) fn qualify_arguments(&mut self, pred: PredId) -> Step {
        if self.db.preds[pred].is_tracked() {
            self.note_dependency(pred)?;
        }
        let (module, functor) = (self.db.preds[pred].module, self.db.preds[pred].functor);
        let is_users = self.db.modules.linked(known::USER, functor) == Some(module);
        let module = if is_users { known::USER } else { module };
        self.qualify_in(module, pred)
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

    /// Qualifies the arguments of a goal that was called as `module:Goal`, whose predicate is `pred`: by the declaration
    /// of a predicate of the program, or as a meta predicate of the system. Returns the predicate to enter: for one that
    /// runs in the module of its caller, the one that has the module as an additional argument.
    pub(in crate::machine) fn qualify_called(&mut self, module: Atom, pred: PredId) -> Result<PredId, Stop> {
        let functor = self.db.preds[pred].functor;
        let mut target = pred;
        for _ in 0..SEARCHES {
            let p = &self.db.preds[target];
            let at = p.module;
            target = match p.definition {
                Definition::Import(other) => other,
                _ if at == known::SYSTEM => break,
                _ if p.is_defined() => {
                    if let Some(hidden) = self.db.modules.transparent(at, functor) {
                        self.x[functor.arity()] = Cell::atom(module);
                        return Ok(self.db.pred(at, hidden));
                    }
                    self.qualify_in(module, target)?;
                    return Ok(pred);
                }
                _ => {
                    let Some(above) = self.db.visible_above(at, functor) else {
                        break;
                    };
                    above
                }
            };
        }
        let modes = match self.calls.metas.get(&functor) {
            Some(&modes) => modes,
            // The table ends with call/8. Of the others only the first argument matters.
            None if functor.name() == known::CALL => "0",
            None => {
                self.qualify_in(module, pred)?;
                return Ok(pred);
            }
        };
        for (position, mode) in modes.bytes().enumerate() {
            let argument = self.deref(self.x[position]);
            self.x[position] = match mode {
                b'^' => self.qualify_quantified(module, argument)?,
                b'/' if argument.is_list() || argument == Cell::NIL || is_text(&self.heap, argument) => argument,
                b':' if argument == Cell::NIL => argument,
                b'0'..=b'9' | b'/' | b':' => self.qualified_term(module, argument)?,
                _ => argument,
            };
        }
        Ok(pred)
    }

    /// Returns `module:term`, or the term if it is qualified already.
    pub(in crate::machine) fn qualified_term(&mut self, module: Atom, term: Cell) -> Result<Cell, Stop> {
        let named = Functor::new(known::COLON, 2);
        if matches!(self.view(term), View::Struct(f, _) if f == named) {
            return Ok(term);
        }
        self.reserve(3)?;
        Ok(self.heap.new_struct(named, &[Cell::atom(module), term]))
    }

    /// Returns a goal with quantified variables, `V^Goal`, with the goal qualified.
    fn qualify_quantified(&mut self, module: Atom, term: Cell) -> Result<Cell, Stop> {
        let hat = Functor::new(known::HAT, 2);
        let mut variables = Vec::new();
        let mut goal = term;
        while let View::Struct(f, first) = self.view(goal)
            && f == hat
        {
            if variables.len() > self.heap.top() {
                return Err(self.type_error(Type::AcyclicTerm, term));
            }
            variables.push(self.heap.get(first));
            goal = self.deref(self.heap.get(first + 1));
        }
        let mut qualified = self.qualified_term(module, goal)?;
        self.reserve(3 * variables.len())?;
        for variable in variables.into_iter().rev() {
            qualified = self.heap.new_struct(hat, &[variable, qualified]);
        }
        Ok(qualified)
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

fn is_text(heap: &Heap, cell: Cell) -> bool {
    matches!(heap.view(cell), View::String(_))
}
