//! The closures in goals: what they share with the clause, and what each of their calls renames.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::compile::normal::{connects_goals, is_known_goal, is_local_body};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

use super::Unfolding;

/// The predicates whose calls are looked at.
pub(super) const NAMES: &[Atom] = &[
    known::MAPLIST,
    known::FOLDL,
    known::INCLUDE,
    known::EXCLUDE,
    known::PARTITION,
    known::CONVLIST,
    known::FORALL,
    known::FINDALL,
    known::AGGREGATE_ALL,
];

/// A goal or a lambda in the clause.
pub(super) struct Closure {
    /// The term `Free` of `Free/Lambda`.
    pub free: Option<Cell>,
    /// The parameters; the rest of the arguments is added to the body.
    pub parameters: Vec<Cell>,
    pub body: Cell,
    /// Whether each call renames the variables that are not free.
    pub renames: bool,
}

impl Unfolding<'_> {
    /// Returns the predicate, the arguments and their modes of the goal that a goal with arguments at `at` stands for.
    pub(super) fn called(&mut self, of: Functor, at: usize) -> Option<(Functor, Vec<Cell>, &'static str)> {
        let m = &mut self.m;
        let arguments: Vec<Cell> = (at..at + of.arity()).map(|at| m.heap.get(at)).collect();
        if of.name() != known::AGGREGATE_ALL {
            let each = match of.name() {
                known::FORALL => Functor::new(m.intern("$forall"), 2),
                _ => of,
            };
            return Some((each, arguments, m.calls.metas.get(&of)?));
        }
        let (name, expression, is_quantified) = match m.heap.view(arguments[0]) {
            View::Atom(name) => (name, Cell::atom(name), false),
            View::Struct(f, at) => {
                let parts = [m.heap.get(at), m.heap.get(at + f.arity() - 1)];
                let expression = match f.arity() {
                    1 => parts[0],
                    2 => m.heap.new_term(known::MINUS, &parts),
                    _ => return None,
                };
                let is_quantified = f.arity() == 1 && matches!(m.atoms.text(f.name()), "bag" | "set");
                (f.name(), expression, is_quantified)
            }
            _ => return None,
        };
        let is_atom = matches!(m.heap.view(arguments[0]), View::Atom(_));
        let is_pair = !is_atom && expression != arguments[0] && m.heap.arguments(m.heap.deref(arguments[0])).1 == 2;
        let is_known = match m.atoms.text(name) {
            "count" => is_atom,
            "sum" | "bag" | "set" => !is_atom && !is_pair,
            "max" | "min" => !is_atom,
            _ => false,
        };
        if !is_known {
            return None;
        }
        Some(match (&arguments[..], is_atom) {
            (&[_, goal, result], true) => {
                let functor = Functor::new(m.intern("$count_solutions"), 2);
                (functor, vec![goal, result], "0?")
            }
            (&[plan, goal, result], false) => {
                let functor = Functor::new(m.intern("$aggregate_each"), 4);
                let modes = if is_quantified { "??^?" } else { "??0?" };
                (functor, vec![plan, expression, goal, result], modes)
            }
            (&[plan, discriminator, goal, result], _) => {
                let functor = Functor::new(m.intern("$aggregate_distinct"), 5);
                (functor, vec![plan, discriminator, expression, goal, result], "???^?")
            }
            _ => return None,
        })
    }

    /// Returns a term without the clause's own module in front.
    fn plain(&self, cell: Cell) -> Cell {
        let heap = &self.m.heap;
        let mut cell = heap.deref(cell);
        while let View::Struct(f, at) = heap.view(cell)
            && f == Functor::new(known::COLON, 2)
            && heap.view(heap.get(at)) == View::Atom(self.home)
        {
            cell = heap.deref(heap.get(at + 1));
        }
        cell
    }

    /// Returns a goal that is called as it is; `None` if its code would not do what a call of it does.
    pub(super) fn goal_closure(&mut self, cell: Cell, is_quantified: bool) -> Option<Closure> {
        let mut body = self.plain(cell);
        while is_quantified
            && let View::Struct(f, at) = self.m.heap.view(body)
            && f == Functor::new(known::HAT, 2)
        {
            body = self.plain(self.m.heap.get(at + 1));
        }
        Some(Closure {
            free: None,
            parameters: Vec::new(),
            body: self.local_body(body)?,
            renames: false,
        })
    }

    /// Returns a body, its goals without the clause's own module in front; `None` if a cut would reach out of it.
    fn local_body(&mut self, body: Cell) -> Option<Cell> {
        if !matches!(self.m.heap.view(body), View::Atom(_) | View::Struct(..)) {
            return None;
        }
        let root = self.m.heap.push(body);
        let mut waiting = vec![root];
        while let Some(slot) = waiting.pop() {
            let cell = self.m.heap.deref(self.m.heap.get(slot));
            let plain = self.plain(cell);
            if plain != cell {
                self.set(slot, plain);
            }
            if let View::Struct(f, at) = self.m.heap.view(plain) {
                if connects_goals(f) || f == Functor::new(known::NOT_PROVABLE, 1) {
                    waiting.extend(at..at + f.arity());
                } else if self.asks_for_module(f, at) {
                    return None;
                }
            }
        }
        let body = self.m.heap.get(root);
        is_local_body(&self.m.heap, body).then_some(body)
    }

    /// Whether a goal of a predicate that takes arguments with their modules has one without: it stood behind a module.
    /// In `user` none has one.
    fn asks_for_module(&self, of: Functor, at: usize) -> bool {
        let Some(modes) = self.m.calls.metas.get(&of).filter(|_| self.home != known::USER) else {
            return false;
        };
        let mut arguments = modes.bytes().zip(at..);
        arguments.any(|(mode, at)| {
            let argument = self.m.heap.view(self.m.heap.get(at));
            mode == b':' && !matches!(argument, View::Struct(f, _) if f == Functor::new(known::COLON, 2))
        })
    }

    /// Whether a goal is no more than a call of a predicate.
    pub(super) fn is_call(&self, goal: Cell) -> bool {
        let name = match self.m.heap.view(goal) {
            View::Struct(functor, _) if connects_goals(functor) => return false,
            View::Struct(functor, _) => functor.name(),
            _ => return true,
        };
        !NAMES.contains(&name) && !is_known_goal(&self.m.heap, goal)
    }

    /// Returns a lambda that is called with so many arguments.
    pub(super) fn lambda(&mut self, cell: Cell, count: usize) -> Option<Closure> {
        let cell = self.plain(cell);
        let View::Struct(functor, at) = self.m.heap.view(cell) else {
            return None;
        };
        let (first, second) = (self.m.heap.get(at), self.m.heap.get(at + functor.arity() - 1));
        let (mut free, mut parameters, mut body) = (None, Cell::NIL, self.plain(second));
        let binary = |heap: &Heap, cell, name| match heap.view(cell) {
            View::Struct(f, at) if f == Functor::new(name, 2) => Some((heap.get(at), heap.get(at + 1))),
            _ => None,
        };
        let mut bound = Vec::new();
        match (functor.name(), functor.arity()) {
            (known::SHIFT_RIGHT, 2) => match binary(&self.m.heap, first, known::SLASH) {
                Some((outer, inner)) => (free, parameters) = (Some(outer), inner),
                None => parameters = first,
            },
            (known::SLASH, 2) => {
                free = Some(first);
                if let Some((inner, rest)) = binary(&self.m.heap, body, known::SHIFT_RIGHT) {
                    (parameters, body) = (inner, self.plain(rest));
                    if binary(&self.m.heap, parameters, known::SLASH).is_some() {
                        return None;
                    }
                }
            }
            (known::BACKSLASH, 1) => {
                while bound.len() < count
                    && let Some((parameter, rest)) = binary(&self.m.heap, body, known::HAT)
                {
                    bound.push(parameter);
                    body = self.plain(rest);
                }
                if bound.is_empty() {
                    return None;
                }
            }
            _ => return None,
        }
        while let View::List(at) = self.m.heap.view(parameters) {
            bound.push(self.m.heap.get(at));
            parameters = self.m.heap.get(at + 1);
        }
        if self.m.heap.view(parameters) != View::Atom(known::NIL) || bound.len() > count {
            return None;
        }
        let body = match self.m.heap.view(body) {
            _ if bound.len() == count => self.local_body(body)?,
            View::Atom(_) => body,
            View::Struct(f, _) if !connects_goals(f) && f.name() != known::COLON => body,
            _ => return None,
        };
        Some(Closure {
            free,
            parameters: bound,
            body,
            renames: true,
        })
    }
}
