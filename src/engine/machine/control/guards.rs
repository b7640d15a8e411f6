//! Goals that must succeed once: the error of those that fail or leave choice points.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::instr::{Instr, Slot};
use crate::code::predicate::Predicate;
use crate::machine::Machine;
use crate::machine::native::Step;
use crate::machine::session::Session;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

impl Machine {
    /// Raises the error that guarded goals failed, or have left choice points above the level in slot `y`. The guard of a
    /// clause names the clause's predicate, or the one that is called last if that is why, unless it is the system's; the
    /// guards of goals name the goal.
    pub(in crate::machine) fn not_det(&mut self, y: Slot, culprit: Cell, kind: Cell) -> Step {
        self.reserve(16)?;
        let [level, tail] = [0, 1].map(|i| self.stacks.slot(self.regs.e, y.index() + i).as_level());
        let is_left = self.stacks.choice_count() > level;
        let owner = self.db.owner(self.regs.pc - 1);
        let module = owner
            .map(|pred| self.db.home(pred))
            .filter(|&home| home != known::SYSTEM);
        let module = module.unwrap_or(known::USER);
        let of_tail = match self.db.arena.instrs.get(tail) {
            Some(&Instr::GuardRest { declared, .. }) => Some(if declared { known::PROPERTY } else { known::GUARD }),
            _ => None,
        };
        let code = &self.db.arena.instrs;
        let last = match code.get(self.regs.cp.wrapping_sub(1)..self.regs.cp + 1) {
            Some(&[Instr::Call { pred, .. }, Instr::EndGuard { .. }]) => Some(pred),
            _ => None,
        };
        let left = self.stacks.choices().get(level);
        let by_last =
            left.is_some_and(|choice| choice.e as usize != self.regs.e || choice.cp.address() == self.regs.cp);
        let (module, goal) = self.strip_module(module, culprit)?;
        let indicator = Functor::new(known::SLASH, 2);
        let called = match (kind.as_atom(), self.view(goal)) {
            (known::GUARD, View::Atom(known::DOLLAR)) => None,
            (known::GUARD, View::Struct(functor, _)) if functor == indicator => None,
            (known::GUARD, View::Struct(functor, _)) => Some(functor),
            (known::GUARD, View::Atom(name)) => Some(Functor::new(name, 0)),
            (known::GUARD_IN_CALLER, View::Struct(_, at)) => {
                let (name, arity) = (self.heap.get(at).as_atom(), self.heap.get(at + 1).as_int());
                Some(Functor::new(name, arity as usize))
            }
            _ => None,
        };
        let called = match called {
            Some(functor) => self.db.callee(module, functor),
            None => last.filter(|_| by_last),
        };
        let called = called.map(|pred| self.db.meaning(pred));
        let called = called.filter(|&pred| self.db.preds[pred].module != known::SYSTEM);
        let of_tail = of_tail.and_then(|kind| Some((self.db.owner(tail)?, kind)));
        let name = |m: &mut Machine, pred| named(&mut m.heap, &m.session, &m.db.preds[pred]);
        let (culprit, kind) = match (kind.as_atom(), of_tail, called.or(owner)) {
            (known::GOAL, ..) => (goal, known::GOAL),
            (known::GUARD, ..) if matches!(self.view(goal), View::Struct(f, _) if f == indicator) => {
                (culprit, known::GUARD)
            }
            (_, Some((pred, kind)), _) => (name(self, pred), kind),
            (known::GUARD, None, Some(pred)) if called.is_none() => (name(self, pred), known::GUARD),
            (known::GUARD | known::GUARD_IN_CALLER, None, Some(pred)) => (name(self, pred), known::GUARD_IN_CALLER),
            (kind, ..) => (culprit, kind),
        };
        let found = if is_left { known::NONDET } else { known::FAIL };
        let rest = [known::DET, found, kind].map(Cell::atom);
        let formal = [&[culprit], &rest[..]].concat();
        let formal = self.heap.new_term(known::DETERMINISM_ERROR, &formal);
        Err(self.throw_error(formal))
    }
}

/// Returns `Module:Name/Arity`.
fn named(heap: &mut Heap, session: &Session, p: &Predicate) -> Cell {
    let indicator = heap.indicator(session.shown(p.functor));
    heap.new_term(known::COLON, &[Cell::atom(p.module), indicator])
}
