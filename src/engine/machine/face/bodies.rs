//! Goals and bodies given as terms.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::call::body::map_goals;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;

impl Machine {
    /// Converts a term to a body (ISO 7.6.2): every variable that is a goal becomes `call(V)`, so that a cut in its
    /// later value is local to it. The module qualifier of a control construct is distributed over its goals; its cuts
    /// are those of the body.
    ///
    /// # Errors
    /// `type_error(callable, body)` if a goal is not a callable term.
    pub fn convert_body(&mut self, body: Cell) -> Result<Cell, Stop> {
        let (is_other, cells) = self.check_body(body)?;
        if !is_other {
            return Ok(self.deref(body));
        }
        self.reserve(2 * cells)?;
        Ok(map_goals(&mut self.heap, body, None))
    }

    /// Strips all `Module:` qualifiers off a term. Returns the innermost module, or `module` if there is none, and the
    /// rest.
    ///
    /// # Errors
    /// An error if a module is not an atom or the term is cyclic.
    pub fn strip_module(&mut self, mut module: Atom, term: Cell) -> Result<(Atom, Cell), Stop> {
        let mut rest = self.deref(term);
        let mut left = self.heap.top();
        while let View::Struct(functor, args) = self.view(rest)
            && functor == Functor::new(known::COLON, 2)
        {
            let name = self.deref(self.heap.get(args));
            match self.view(name) {
                View::Atom(name) => module = name,
                _ => return Err(self.type_or_instantiation_error(Type::Atom, name)),
            }
            if left == 0 {
                return Err(self.type_error(Type::AcyclicTerm, term));
            }
            left -= 1;
            rest = self.deref(self.heap.get(args + 1));
        }
        Ok((module, rest))
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
}
