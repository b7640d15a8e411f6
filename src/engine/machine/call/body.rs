//! Bodies given as terms: conversion of terms to goals, and the goals of `Module:Construct`.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::compile::normal::connects_goals;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk;

use crate::machine::Machine;
use crate::machine::native::Stop;

/// Number of parts of a body between two polls for events; larger bodies are tested for cycles.
const FEW_PARTS: usize = 4096;

impl Machine {
    /// Qualifies every goal of `body` that its control constructs connect with `module`.
    ///
    /// # Errors
    /// As for [`Machine::convert_body`].
    pub(in crate::machine) fn body_in_module(&mut self, module: Atom, body: Cell) -> Result<Cell, Stop> {
        let (_, cells) = self.check_body(body)?;
        self.reserve(2 * cells)?;
        Ok(map_goals(&mut self.heap, body, Some(Cell::atom(module))))
    }

    /// Returns whether conversion changes `body`, and the number of cells that a copy of its control constructs takes.
    pub(in crate::machine) fn check_body(&mut self, body: Cell) -> Result<(bool, usize), Stop> {
        let body = self.deref(body);
        let mut is_other = false;
        let (mut parts, mut cells) = (0_usize, 0);
        let mut waiting = vec![body];
        while let Some(goal) = waiting.pop() {
            parts += 1;
            cells += 3;
            if parts == FEW_PARTS && !walk::is_acyclic(&self.heap, body) {
                return Err(self.type_error(Type::AcyclicTerm, body));
            }
            if parts.is_multiple_of(FEW_PARTS) {
                // Shared parts are visited each time, so there may be very many visits.
                self.poll()?;
            }
            match self.view(goal) {
                View::Struct(f, first) if connects_goals(f) => {
                    waiting.push(self.heap.get(first + 1));
                    waiting.push(self.heap.get(first));
                }
                View::Struct(f, first) if f == Functor::new(known::COLON, 2) => {
                    if let Some((_, construct)) = construct_in_module(&self.heap, f, first) {
                        is_other = true;
                        waiting.push(construct);
                    }
                }
                View::Var(_) | View::Attributed(_) => is_other = true,
                View::Struct(f, _) if f.arity() == 0 => is_other = true,
                View::Atom(_) | View::Struct(..) | View::List(_) => {}
                _ => return Err(self.type_error(Type::Callable, body)),
            }
        }
        Ok((is_other, cells))
    }
}

/// Returns the goal in the form in which a body calls it.
fn goal_of_body(heap: &mut Heap, goal: Cell, module: Option<Cell>) -> Cell {
    match module {
        Some(module) => heap.new_term(known::COLON, &[module, goal]),
        None if goal.is_variable() => heap.new_term(known::CALL, &[goal]),
        None => goal,
    }
}

/// Returns the module, which may be a variable, and the control construct of a goal `Module:Construct`.
fn construct_in_module(heap: &Heap, mut functor: Functor, mut first: usize) -> Option<(Cell, Cell)> {
    let mut left = heap.top();
    while functor == Functor::new(known::COLON, 2) && left > 0 {
        left -= 1;
        let module = heap.deref(heap.get(first));
        if !module.is_variable() && !matches!(heap.view(module), View::Atom(_)) {
            return None;
        }
        let goal = heap.deref(heap.get(first + 1));
        (functor, first) = match heap.view(goal) {
            View::Atom(known::CUT) => return Some((module, goal)),
            View::Struct(f, _) if connects_goals(f) => return Some((module, goal)),
            View::Struct(inner, at) => (inner, at),
            _ => return None,
        };
    }
    None
}

/// Copies a body's control constructs, and qualifies their goals with `module`, if there is one.
pub(in crate::machine) fn map_goals(heap: &mut Heap, body: Cell, module: Option<Cell>) -> Cell {
    let root = heap.push(Cell::ZERO);
    let mut waiting = vec![(body, root, module)];
    while let Some((goal, place, module)) = waiting.pop() {
        let goal = heap.deref(goal);
        let cell = match heap.view(goal) {
            View::Struct(f, first) if connects_goals(f) => {
                let (left, right) = (heap.get(first), heap.get(first + 1));
                let copy = heap.new_struct(f, &[left, right]);
                waiting.push((left, copy.address() + 1, module));
                waiting.push((right, copy.address() + 2, module));
                copy
            }
            View::Struct(f, first) if f == Functor::new(known::COLON, 2) => {
                if let Some((module, construct)) = construct_in_module(heap, f, first) {
                    waiting.push((construct, place, Some(module)));
                    continue;
                }
                goal_of_body(heap, goal, module)
            }
            View::Struct(negation, first) if negation == Functor::new(known::NOT_PROVABLE, 1) => {
                let inner = heap.get(first);
                match module {
                    Some(_) => {
                        let inner = goal_of_body(heap, inner, module);
                        heap.new_struct(negation, &[inner])
                    }
                    None => goal,
                }
            }
            View::Atom(known::CUT) => goal,
            // `p()` calls `p`.
            View::Struct(f, _) if f.arity() == 0 => goal_of_body(heap, Cell::atom(f.name()), module),
            _ => goal_of_body(heap, goal, module),
        };
        heap.set(place, cell);
    }
    heap.get(root)
}
