//! The flag `occurs_check`: unification that fails, or raises an error, if it would make a cyclic term.
//!
//! The run loop does not know the flag. While it is on, clauses of programs run from their terms, so that all their
//! unifications are made outside of the loop; native predicates that unify are not run inline. The library runs as
//! compiled.

use crate::base::flag::OccursCheck;
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::instr::PredId;
use crate::code::packed::Neck;
use crate::code::predicate::Definition;
use crate::term::cell::{Cell, Tag};
use crate::term::walk::is_acyclic;

use crate::machine::Machine;
use crate::machine::native::{Inline, Stop};
use crate::machine::stacks::trail::Mark;

impl Machine {
    /// Unifies two terms unless that makes a cyclic term; then nothing is bound.
    pub fn unify_acyclic(&mut self, a: Cell, b: Cell) -> bool {
        let mark = self.mark();
        if !self.unify_freely(a, b) {
            self.keep_mark(mark);
            return false;
        }
        // Both sides are one term now, so any cycle is in `a`.
        let acyclic = self.made_no_cycle(&mark).unwrap_or_else(|| is_acyclic(&self.heap, a));
        if acyclic {
            self.keep_mark(mark);
        } else {
            self.undo_to_mark(mark);
        }
        acyclic
    }

    /// Whether the bindings of plain variables since the mark closed no cycle. A cycle would go through a compound
    /// bound since. `None` if other variables were bound.
    fn made_no_cycle(&self, mark: &Mark) -> Option<bool> {
        for &entry in self.stacks.trail_since(mark) {
            let entry = Cell::from_bits(entry);
            if !entry.is_ref() {
                return None;
            }
            let value = self.heap.deref(entry);
            if matches!(value.tag(), Tag::Lst | Tag::Str) && !is_acyclic(&self.heap, value) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Unifies the head of a clause with the goal in the registers, and returns the body.
    ///
    /// Bindings of the clause's own variables alone close no cycle, since their values are older or part of the head.
    /// So it suffices to check the values of older variables, once for the whole head.
    pub(in crate::machine) fn enter_checked(&mut self, id: ClauseId, neck: Neck) -> Result<Cell, Stop> {
        let mark = self.mark();
        let entered = self.unpack_clause(id).and_then(|(head, body)| {
            self.unify_head(head, neck, |m, a, b| {
                m.unify_freely(a, b).then_some(()).ok_or(Stop::Fail)
            })?;
            Ok(body)
        });
        if entered.is_err() {
            self.keep_mark(mark);
            return entered;
        }
        let registers = self.registers_of(self.db.clauses[id].pred);
        let goal_is_acyclic = || self.x[..registers].iter().all(|&x| is_acyclic(&self.heap, x));
        if self.made_no_cycle(&mark).unwrap_or_else(goal_is_acyclic) {
            self.keep_mark(mark);
            return entered;
        }
        self.undo_to_mark(mark);
        // An error names the arguments that did not unify.
        let (head, _) = self.unpack_clause(id)?;
        self.unify_head(head, neck, Machine::unify)?;
        Err(Stop::Fail)
    }

    /// Returns the result for two terms that do not unify: failure, or `occurs_check(a, b)` if the flag asks for it and
    /// only a cycle was the reason.
    pub fn not_unified(&mut self, a: Cell, b: Cell) -> Stop {
        if self.flags.occurs_check != OccursCheck::Error {
            return Stop::Fail;
        }
        let mark = self.mark();
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

    /// Whether the clauses of `pred` run from their terms, since unification is checked.
    #[inline]
    pub fn checks_occurs(&self, pred: PredId) -> bool {
        self.flags.occurs_check != OccursCheck::False && self.db.preds[pred].module != known::SYSTEM
    }

    /// Whether the loop may run a native predicate inline.
    pub(in crate::machine) fn runs_inline(&self, inline: Inline) -> bool {
        self.flags.occurs_check == OccursCheck::False || !makes_bindings(inline)
    }

    /// Resets the entries of predicates after the flag was set, so that they are prepared again at their next call.
    pub(in crate::machine) fn occurs_check_changed(&mut self) {
        for pred in self.db.preds.ids() {
            let p = &self.db.preds[pred];
            let changes = match p.definition {
                Definition::Clauses => p.module != known::SYSTEM,
                Definition::Native(id) => self.calls.inline(id).is_some_and(makes_bindings),
                Definition::Import(_) => true,
                _ => false,
            };
            if changes {
                self.definition_changed(pred);
            }
        }
    }
}

/// Whether it may bind a variable to an existing compound.
fn makes_bindings(inline: Inline) -> bool {
    matches!(inline, Inline::Unify | Inline::Arg)
}
