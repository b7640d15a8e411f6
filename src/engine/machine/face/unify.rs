//! Unification of terms.

use crate::base::flag::{Flags, OccursCheck};
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::walk::is_acyclic;

impl Machine {
    /// Unifies two terms. On failure some bindings may have been made, which backtracking undoes.
    #[inline(always)]
    pub fn unify(&mut self, a: Cell, b: Cell) -> Step {
        // Most built-ins unify a variable with a number or an atom.
        if b.is_immediate() {
            let a = self.heap.deref(a);
            if a.is_ref() {
                self.bind(a, b);
                return Ok(());
            }
            if a == b {
                return Ok(());
            }
        }
        self.unify_any(a, b)
    }

    #[inline(never)]
    fn unify_any(&mut self, a: Cell, b: Cell) -> Step {
        if self.unify_terms(a, b) {
            Ok(())
        } else {
            Err(self.not_unified(a, b))
        }
    }

    /// Unifies two terms. Returns false if they do not unify.
    #[inline]
    pub fn unify_terms(&mut self, a: Cell, b: Cell) -> bool {
        if self.flags.occurs_check == OccursCheck::False {
            self.unify_freely(a, b)
        } else {
            self.unify_acyclic(a, b)
        }
    }

    /// Unifies two terms unless that makes a cyclic term; then nothing is bound.
    pub fn unify_acyclic(&mut self, a: Cell, b: Cell) -> bool {
        let mark = self.stacks.mark(&self.heap);
        if !self.unify_freely(a, b) {
            self.stacks.keep_mark(mark);
            return false;
        }
        // Both sides are one term now, so any cycle is in `a`.
        let acyclic = self
            .stacks
            .made_no_cycle(&self.heap, &mark)
            .unwrap_or_else(|| is_acyclic(&self.heap, a));
        if acyclic {
            self.stacks.keep_mark(mark);
        } else {
            self.undo_to_mark(mark);
        }
        acyclic
    }

    /// Returns the result for two terms that do not unify: failure, or `occurs_check(a, b)` if the flag asks for it and
    /// only a cycle was the reason.
    pub fn not_unified(&mut self, a: Cell, b: Cell) -> Stop {
        if self.flags.occurs_check != OccursCheck::Error {
            return Stop::Fail;
        }
        let mark = self.stacks.mark(&self.heap);
        let unified = self.unify_freely(a, b);
        self.undo_to_mark(mark);
        if !unified {
            return Stop::Fail;
        }
        let name = self.intern("occurs_check");
        let swap = !self.deref(a).is_variable() && self.deref(b).is_variable();
        let formal = self.heap.new_term(name, &if swap { [b, a] } else { [a, b] });
        self.throw_error(formal)
    }
}

impl Flags {
    /// Whether the clauses of `pred` run from their terms, since unification is checked.
    #[inline]
    pub fn checks_occurs(&self, db: &Database, pred: PredId) -> bool {
        self.occurs_check != OccursCheck::False && !matches!(db.preds[pred].module, known::SYSTEM | known::UNFOLDED)
    }
}
