//! Throwing: the error terms of ISO 7.12.2, built on the heap.
//!
//! Each function returns the [`Stop`] that a native predicate returns in turn: `return Err(m.type_error(Type::Integer,
//! x))`. The second argument of `error/2` is left unbound here; the machine fills in the running predicate when the
//! ball is raised.

use crate::base;
use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::{Action, Domain, Evaluation, Limit, Resource, Thing, Type};
use crate::base::known;
use crate::base::limit::LimitScope;
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::machine::Machine;
use crate::machine::control::exceptions::Cause;
use crate::machine::native::{Stop, Thrown};

impl Machine {
    /// Throws `ball`. The machine copies every ball before it undoes any bindings.
    pub fn throw(&mut self, ball: Cell) -> Stop {
        self.exceptions.raise(ball, false);
        self.collector.forget_refusal();
        Stop::Throw(Thrown::new())
    }

    /// Returns the ball that was thrown last.
    pub fn raised(&self) -> Cell {
        self.exceptions.ball()
    }

    /// Returns why the machine has raised the ball that was thrown last.
    pub fn cause(&self) -> Option<Cause> {
        self.exceptions.cause()
    }

    /// Notes that the host takes the exception that was just raised.
    pub fn note_caught(&mut self) {
        let cause = self.exceptions.cause();
        self.exceptions.note_caught(cause);
    }

    /// Returns the limit whose exception was caught last in the query.
    pub fn caught_limit(&self) -> Option<base::limit::Limit> {
        match self.exceptions.caught() {
            Some(Cause::Limit(limit)) => Some(limit),
            _ => None,
        }
    }

    /// Forgets which exceptions were caught, since a query begins.
    pub fn forget_caught(&mut self) {
        self.exceptions.forget_caught();
    }

    /// Notes that the exception just raised is due to a limit that was met before.
    pub fn due_to(&mut self, stop: Stop, limit: Option<base::limit::Limit>) -> Stop {
        if limit.is_some() && self.caught_limit() == limit {
            self.exceptions.set_cause(limit.map(Cause::Limit));
        }
        stop
    }

    /// Throws `error(formal, _)`.
    pub fn throw_error(&mut self, formal: Cell) -> Stop {
        let context = self.heap.new_var();
        let ball = self.heap.new_term(known::ERROR, &[formal, context]);
        let stop = self.throw(ball);
        self.exceptions.reword(ball, true);
        stop
    }

    /// Adds a note for the user to an error that was just made by the machine: `context(_, note)`.
    pub fn with_note(&mut self, stop: Stop, note: Cell) -> Stop {
        if self.exceptions.needs_context()
            && let Stop::Throw(_) = stop
            && let View::Struct(_, args) = self.view(self.exceptions.ball())
            && self.deref(self.heap.get(args + 1)).is_variable()
        {
            let nobody = self.heap.new_var();
            let context = self.heap.new_term(known::CONTEXT, &[nobody, note]);
            self.heap.set(args + 1, context);
        }
        stop
    }

    /// Builds the term `Name/Arity`.
    pub fn indicator(&mut self, functor: Functor) -> Cell {
        let (name, arity) = (Cell::atom(functor.name()), Cell::int(functor.arity() as i64));
        self.heap.new_term(known::SLASH, &[name, arity])
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
            self.note_met(limit);
        }
        stop
    }

    /// Notes that the exception that was just raised is due to a limit. Nothing catches it, unless the limit is one of
    /// the engine, or the host lets programs catch it.
    pub(in crate::machine) fn note_met(&mut self, limit: base::limit::Limit) {
        self.exceptions.set_cause(Some(Cause::Limit(limit)));
        if limit.row().scope == LimitScope::Query && !self.limits.let_catch() {
            self.limits.end(Cause::Limit(limit));
        }
    }

    /// Throws a ball of the program. One that the machine has raised, and that was caught, keeps its cause.
    pub fn throw_of_program(&mut self, ball: Cell) -> Stop {
        let cause = self.exceptions.caught().filter(|&cause| self.is_ball_of(ball, cause));
        let stop = self.throw(ball);
        self.exceptions.set_cause(cause);
        stop
    }

    /// Whether a ball is one that the machine raises for this cause.
    fn is_ball_of(&self, ball: Cell, cause: Cause) -> bool {
        let limit = match cause {
            Cause::Interrupt => return self.deref(ball) == Cell::atom(known::ABORT),
            Cause::Limit(base::limit::Limit::Time) => return self.deref(ball) == Cell::atom(known::TIME_LIMIT),
            Cause::Limit(limit) => limit,
        };
        match self.view(ball) {
            View::Struct(f, at) if f.name() == known::ERROR && f.arity() == 2 => match self.view(self.heap.get(at)) {
                View::Struct(f, at) if f.name() == known::RESOURCE_ERROR => {
                    matches!(self.view(self.heap.get(at)), View::Atom(word) if self.atoms.text(word) == limit.row().word)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Throws `syntax_error(what)`.
    pub fn syntax_error(&mut self, what: &str) -> Stop {
        self.throw_formal(known::SYNTAX_ERROR, what, &[])
    }
}
