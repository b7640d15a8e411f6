//! Throwing: the error terms of ISO 7.12.2, built on the heap.
//!
//! Each function returns the [`Stop`] that a native predicate returns in turn: `return Err(m.type_error(Type::Integer,
//! x))`. The second argument of `error/2` is left unbound here; the machine fills in the running predicate when the
//! ball is raised.

use crate::base;
use crate::base::atom::{Atom, AtomTable};
use crate::base::iso_error::{Action, Domain, Evaluation, Limit, Resource, Thing, Type};
use crate::base::known;
use crate::base::limit::LimitScope;
use crate::machine::control::exceptions::{Cause, Exceptions};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

use crate::machine::Machine;
use crate::machine::native::{Stop, Thrown};

impl Machine {
    /// Throws `ball`. The machine copies every ball before it undoes any bindings.
    pub fn throw(&mut self, ball: Cell) -> Stop {
        self.exceptions.raise(ball, false);
        self.collector.forget_refusal();
        Stop::Throw(Thrown::new())
    }

    /// Throws `error(formal, _)`.
    pub fn throw_error(&mut self, formal: Cell) -> Stop {
        let context = self.heap.new_var();
        let ball = self.heap.new_term(known::ERROR, &[formal, context]);
        let stop = self.throw(ball);
        self.exceptions.reword(ball, true);
        stop
    }

    fn throw_formal(&mut self, kind: Atom, name: &str, rest: &[Cell]) -> Stop {
        let mut args = vec![Cell::atom(self.atoms.intern(name))];
        args.extend_from_slice(rest);
        let formal = self.heap.new_term(kind, &args);
        self.throw_error(formal)
    }

    /// Throws `instantiation_error`.
    pub fn instantiation_error(&mut self) -> Stop {
        self.throw_error(Cell::atom(known::INSTANTIATION_ERROR))
    }

    /// Throws `uninstantiation_error(culprit)`.
    pub fn uninstantiation_error(&mut self, culprit: Cell) -> Stop {
        let formal = self.heap.new_term(known::UNINSTANTIATION_ERROR, &[culprit]);
        self.throw_error(formal)
    }

    /// Throws `type_error(kind, culprit)`, or `representation_error` for a large integer where the type `integer` is
    /// expected.
    pub fn type_error(&mut self, kind: Type, culprit: Cell) -> Stop {
        if kind == Type::Integer
            && let View::BigInt(_) = self.view(culprit)
        {
            let is_negative = self.heap.number(culprit).is_some_and(|number| number.is_negative());
            let limit = if is_negative {
                Limit::MinInteger
            } else {
                Limit::MaxInteger
            };
            return self.representation_error(limit);
        }
        self.throw_formal(known::TYPE_ERROR, kind.text(), &[culprit])
    }

    /// Throws `type_error(kind, culprit)`, or `instantiation_error` if the culprit is unbound.
    pub fn type_or_instantiation_error(&mut self, kind: Type, culprit: Cell) -> Stop {
        if self.deref(culprit).is_variable() {
            self.instantiation_error()
        } else {
            self.type_error(kind, culprit)
        }
    }

    /// Throws `domain_error(domain, culprit)`.
    pub fn domain_error(&mut self, domain: Domain, culprit: Cell) -> Stop {
        self.throw_formal(known::DOMAIN_ERROR, domain.text(), &[culprit])
    }

    /// Throws `existence_error(thing, culprit)`.
    pub fn existence_error(&mut self, thing: Thing, culprit: Cell) -> Stop {
        self.throw_formal(known::EXISTENCE_ERROR, thing.text(), &[culprit])
    }

    /// Throws `permission_error(action, thing, culprit)`.
    pub fn permission_error(&mut self, action: Action, thing: Thing, culprit: Cell) -> Stop {
        let thing = Cell::atom(self.atoms.intern(thing.text()));
        self.throw_formal(known::PERMISSION_ERROR, action.text(), &[thing, culprit])
    }

    /// Throws `representation_error(limit)`.
    pub fn representation_error(&mut self, limit: Limit) -> Stop {
        self.throw_formal(known::REPRESENTATION_ERROR, limit.text(), &[])
    }

    /// Throws `evaluation_error(what)`.
    pub fn evaluation_error(&mut self, what: Evaluation) -> Stop {
        self.throw_formal(known::EVALUATION_ERROR, what.text(), &[])
    }

    /// Throws `resource_error(what)`.
    pub fn resource_error(&mut self, what: impl Into<Resource>) -> Stop {
        let what = what.into();
        let stop = self.throw_formal(known::RESOURCE_ERROR, what.text(), &[]);
        if let Resource::Limit(limit) = what
            && (limit.row().scope == LimitScope::Engine || self.limits.is_set(limit))
        {
            self.exceptions.note_met(&mut self.limits, limit);
        }
        stop
    }

    /// Throws a ball of the program. One that the machine has raised, and that was caught, keeps its cause.
    pub fn throw_of_program(&mut self, ball: Cell) -> Stop {
        let cause = self
            .exceptions
            .caught()
            .filter(|&cause| self.exceptions.is_ball_of(&self.heap, &self.atoms, ball, cause));
        let stop = self.throw(ball);
        self.exceptions.set_cause(cause);
        stop
    }

    /// Throws `syntax_error(what)`.
    pub fn syntax_error(&mut self, what: &str) -> Stop {
        self.throw_formal(known::SYNTAX_ERROR, what, &[])
    }
}

impl Exceptions {
    /// Whether a ball is one that the machine raises for this cause.
    fn is_ball_of(&self, heap: &Heap, atoms: &AtomTable, ball: Cell, cause: Cause) -> bool {
        let limit = match cause {
            Cause::Interrupt => return heap.deref(ball) == Cell::atom(known::ABORT),
            Cause::Limit(base::limit::Limit::Time) => return heap.deref(ball) == Cell::atom(known::TIME_LIMIT),
            Cause::Limit(limit) => limit,
        };
        match heap.view(ball) {
            View::Struct(f, at) if f.name() == known::ERROR && f.arity() == 2 => match heap.view(heap.get(at)) {
                View::Struct(f, at) if f.name() == known::RESOURCE_ERROR => {
                    matches!(heap.view(heap.get(at)), View::Atom(word) if atoms.text(word) == limit.row().word)
                }
                _ => false,
            },
            _ => false,
        }
    }
}
