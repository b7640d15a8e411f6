//! Terms: arguments, atoms and texts, unification, bindings, and trials: bindings that may be taken back.

use crate::base::atom::Atom;
use crate::base::flag::{Flags, OccursCheck};
use crate::base::known;
use crate::base::object::AnyObject;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::trail::TrailMark;
use crate::machine::unify::terms::Unifier;
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::is_acyclic;

/// Maximum capacity in bytes of a text buffer that is kept for reuse.
const MOST_KEPT_TEXT: usize = 16 << 10;

impl Machine {
    /// Returns argument register `index` as the caller left it.
    pub fn arg(&self, index: usize) -> Cell {
        self.x[index]
    }

    /// Follows references.
    #[inline]
    pub fn deref(&self, cell: Cell) -> Cell {
        self.heap.deref(cell)
    }

    /// Returns the view of `cell`, dereferenced.
    #[inline]
    pub fn view(&self, cell: Cell) -> View {
        self.heap.view(cell)
    }

    /// Returns the atom with this name.
    pub fn intern(&mut self, name: &str) -> Atom {
        self.atoms.intern(name)
    }

    /// Returns the atom that stands for an object of the host.
    pub fn intern_object(&mut self, object: &AnyObject) -> Atom {
        self.atoms.intern_object(object)
    }

    /// Lends an empty string buffer with capacity, so that built-ins need not allocate one for a few characters.
    #[inline]
    pub fn with_text<T>(&mut self, f: impl FnOnce(&mut Machine, &mut String) -> T) -> T {
        let mut text = std::mem::take(&mut self.text);
        let result = f(self, &mut text);
        if text.capacity() <= MOST_KEPT_TEXT {
            text.clear();
            self.text = text;
        }
        result
    }

    /// Binds the unbound variable `var` (a dereferenced `Ref` or `Att`) to `value`. Binding an attributed variable adds
    /// its attributes to the list of pending wake-ups.
    #[inline(always)]
    pub fn bind(&mut self, var: Cell, value: Cell) {
        if var.is_ref() {
            self.stacks.bind(&mut self.heap, var, value);
        } else {
            self.wakes
                .bind(&mut self.heap, &mut self.stacks, &mut self.limits, var, value);
        }
    }

    /// Undoes all bindings and assignments since the mark.
    pub fn undo_to_mark(&mut self, mark: TrailMark) {
        self.stacks.undo_to_mark(&mut self.heap, mark);
        self.wakes.clear();
    }

    /// Whether wake-ups are pending.
    pub fn is_waking(&self) -> bool {
        !self.wakes.is_empty()
    }

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

    /// Unifies two terms, even if that makes a cyclic term.
    #[inline]
    pub(in crate::machine) fn unify_freely(&mut self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.heap.deref(a), self.heap.deref(b));
        // Usually `a` is a fresh variable.
        if a.is_ref() && !b.is_variable() {
            self.bind(a, b);
            return true;
        }
        self.unifier().unify_others(a, b)
    }

    /// Returns the parts that a unification changes.
    #[inline]
    pub(in crate::machine) fn unifier(&mut self) -> Unifier<'_> {
        Unifier {
            heap: &mut self.heap,
            stacks: &mut self.stacks,
            wakes: &mut self.wakes,
            limits: &mut self.limits,
            stack: &mut self.unify_stack,
        }
    }
}

impl Flags {
    /// Whether the clauses of `pred` run from their terms, since unification is checked.
    #[inline]
    pub fn checks_occurs(&self, db: &Database, pred: PredId) -> bool {
        self.occurs_check != OccursCheck::False && !matches!(db.preds[pred].module, known::SYSTEM | known::UNFOLDED)
    }
}
