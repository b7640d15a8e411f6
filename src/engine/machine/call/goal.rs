//! Calling goals given as terms, and converting terms to goals.
//!
//! `call/N` adds its extra arguments and enters the predicate. A goal that is a control construct is run as a body:
//! small library predicates (`$and`, `$or`, ...) carry its cut barrier along, so that no code has to be compiled and
//! freed for it.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::instr::{Instr, MAX_REGISTER_ARITY, PredId};
use crate::compile::normal::{connects_goals, is_control};
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk;

impl Machine {
    /// Enters the predicate that a goal in `module` means; its arguments are in the registers.
    fn goto_callee(&mut self, module: Atom, functor: Functor) -> Step {
        match self.db.callee(module, functor) {
            Some(pred) => self.goto_pred(pred),
            None => {
                if self.limits.count_call() || self.heap.top() > self.limits.heap_limit() {
                    self.poll_event()?;
                }
                // Another thread may have made it.
                self.catch_up()?;
                match self.db.callee(module, functor) {
                    Some(pred) => self.goto_pred(pred),
                    None => self.unknown_functor(functor),
                }
            }
        }
    }

    /// Calls the goal in register 0 with the `extra` arguments in the registers after it.
    pub(in crate::machine) fn call_goal(&mut self, extra: usize) -> Step {
        let goal = self.deref(self.x[0]);
        let (functor, first) = match self.view(goal) {
            View::Var(_) | View::Attributed(_) => return Err(self.instantiation_error()),
            View::Atom(name) => (Functor::new(name, 0), 0),
            View::Struct(functor, first) => (functor, first),
            View::List(first) => (Functor::new(known::DOT, 2), first),
            _ => return Err(self.type_error(Type::Callable, goal)),
        };
        let (name, own) = (functor.name(), functor.arity());
        let total = Functor::new(name, own + extra);
        if name == known::COLON && own == 2 {
            return self.call_qualified(goal, extra);
        }
        if is_control(total) || total.arity() > MAX_REGISTER_ARITY {
            self.x[0] = if extra == 0 {
                goal
            } else {
                add_arguments(&mut self.heap, &self.x, functor, first, extra)
            };
            if !is_control(total) {
                return self.goto_callee(known::USER, total);
            }
            self.x[0] = self.converted(self.x[0], None, true)?;
            self.x[1] = Cell::int(self.stacks.choice_count() as i64);
            return self.call_body();
        }
        if extra > 0 {
            self.x.copy_within(1..=extra, own);
        }
        for i in 0..own {
            self.x[i] = self.heap.get(first + i);
        }
        if let Some(pred) = self.db.callee(known::USER, total) {
            if name != known::COLON && self.db.find(known::USER, total) == Some(pred) {
                self.calls.note_goal(total, pred);
            }
            return self.goto_pred(pred);
        }
        self.goto_callee(known::USER, total)
    }

    /// Calls `Module:Goal` with extra arguments: the goal is looked up in the module.
    fn call_qualified(&mut self, goal: Cell, extra: usize) -> Step {
        let (module_name, goal) = self.strip_module(known::USER, goal)?;
        if module_name == known::USER {
            self.x[0] = goal;
            return self.call_goal(extra);
        }
        let (functor, args) = match self.view(goal) {
            View::Atom(name) => (Functor::new(name, 0), 0),
            View::Struct(functor, args) => (functor, args),
            _ => {
                self.x[0] = goal;
                return self.call_goal(extra);
            }
        };
        let total = Functor::new(functor.name(), functor.arity() + extra);
        if is_control(total) {
            let whole = match extra {
                0 => goal,
                _ => add_arguments(&mut self.heap, &self.x, functor, args, extra),
            };
            self.x[0] = self.converted(whole, Some(module_name), true)?;
            return self.call_goal(0);
        }
        if total.arity() > MAX_REGISTER_ARITY {
            self.x[0] = goal;
            return self.call_goal(extra);
        }
        if extra > 0 {
            self.x.copy_within(1..=extra, functor.arity());
        }
        for i in 0..functor.arity() {
            self.x[i] = self.heap.get(args + i);
        }
        if module_name == known::SYSTEM {
            return self.goto_callee(module_name, total);
        }
        let own = self.db.find(module_name, total);
        let Some(pred) = own.or_else(|| self.db.defined_above(module_name, total)) else {
            self.catch_up()?;
            return match self.db.find(module_name, total) {
                Some(pred) => self.goto_pred(pred),
                None => self.unknown_in(module_name, total),
            };
        };
        let entered = self.qualify_called(module_name, pred)?;
        self.goto_pred(entered)
    }

    /// Runs the body in register 0; its cuts go to the level in register 1.
    pub(in crate::machine) fn call_body(&mut self) -> Step {
        let body = self.deref(self.x[0]);
        let level = self.deref(self.x[1]);
        let (functor, first) = match self.view(body) {
            View::Atom(known::CUT | known::DOLLAR) => {
                // The loop cuts: it may have to run cleanup goals.
                self.x[0] = level;
                self.regs.pc = self.sequences.cut_to.address();
                return Ok(());
            }
            View::Atom(known::TRUE) => return self.return_to_caller(),
            View::Struct(functor, first) => (functor, first),
            _ => return self.call_goal(0),
        };
        let arg = |i: usize| self.heap.get(first + i);
        let helpers = self.calls.helpers;
        match (functor.name(), functor.arity()) {
            (known::COMMA, 2) => self.goto_helper(helpers.and, &[arg(0), arg(1), level]),
            (known::SEMICOLON, 2) => {
                let (left, right) = (self.deref(arg(0)), arg(1));
                if let View::Struct(inner, at) = self.view(left)
                    && inner.arity() == 2
                    && (inner.name() == known::ARROW || inner.name() == known::SOFT_ARROW)
                {
                    let helper = if inner.name() == known::ARROW {
                        helpers.if_then_else
                    } else {
                        helpers.soft_if
                    };
                    let (condition, then) = (self.heap.get(at), self.heap.get(at + 1));
                    return self.goto_helper(helper, &[condition, then, right, level]);
                }
                self.goto_helper(helpers.or, &[left, right, level])
            }
            (known::ARROW, 2) => self.goto_helper(helpers.if_then, &[arg(0), arg(1), level]),
            (known::SOFT_ARROW, 2) => self.goto_helper(helpers.soft_then, &[arg(0), arg(1), level]),
            (known::NOT_PROVABLE, 1) => self.goto_helper(helpers.not, &[arg(0)]),
            _ => self.call_goal(0),
        }
    }

    fn goto_helper(&mut self, pred: PredId, args: &[Cell]) -> Step {
        self.x[..args.len()].copy_from_slice(args);
        self.goto_pred(pred)
    }

    /// Calls the goal in register 0 for the tracer: the call itself is not taken over, the goals that it calls are.
    ///
    /// # Errors
    /// As for any call of a goal.
    pub(in crate::machine) fn pass_goal(&mut self) -> Step {
        self.tracer.let_pass();
        let step = self.call_goal(0);
        // The stub of a watched predicate is still to be passed.
        let instr = self.db.arena.instrs.get(self.regs.pc);
        if step.is_err() || !matches!(instr, Some(Instr::Enter { .. })) {
            self.tracer.forget_pass();
        }
        step
    }

    /// Converts a body, and qualifies every goal that its control constructs connect with `module`, if there is one.
    /// `guards`: it is to be called, and what follows `$` is guarded.
    ///
    /// # Errors
    /// As for [`Machine::convert_body`].
    pub(in crate::machine) fn converted(
        &mut self,
        body: Cell,
        module: Option<Atom>,
        guards: bool,
    ) -> Result<Cell, Stop> {
        let body = self.deref(body);
        let mut is_other = module.is_some();
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
                View::Atom(known::DOLLAR) if guards => {
                    is_other = true;
                    cells += 5;
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
        if !is_other {
            return Ok(body);
        }
        self.reserve(2 * cells)?;
        Ok(map_goals(&mut self.heap, body, module.map(Cell::atom), guards))
    }
}

/// Builds a goal with the arguments in the registers from 1 on added.
fn add_arguments(heap: &mut Heap, x: &[Cell; 256], functor: Functor, first: usize, extra: usize) -> Cell {
    let mut args: Vec<Cell> = (0..functor.arity()).map(|i| heap.get(first + i)).collect();
    args.extend_from_slice(&x[1..=extra]);
    heap.new_term(functor.name(), &args)
}

/// Number of parts of a body between two polls for events; larger bodies are tested for cycles.
const FEW_PARTS: usize = 4096;

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
            View::Atom(known::CUT | known::DOLLAR) => return Some((module, goal)),
            View::Struct(f, _) if connects_goals(f) => return Some((module, goal)),
            View::Struct(inner, at) => (inner, at),
            _ => return None,
        };
    }
    None
}

/// Copies a body's control constructs, and qualifies their goals with `module`, if there is one. Guards what follows `$`,
/// if the body is to be called.
fn map_goals(heap: &mut Heap, body: Cell, module: Option<Cell>, guards: bool) -> Cell {
    let root = heap.push(Cell::ZERO);
    let mut waiting = vec![(body, root, module)];
    while let Some((goal, place, module)) = waiting.pop() {
        let goal = heap.deref(goal);
        let cell = match heap.view(goal) {
            View::Struct(f, first) if connects_goals(f) => {
                let (left, right) = (heap.get(first), heap.get(first + 1));
                if guards && f.name() == known::COMMA && heap.view(left) == View::Atom(known::DOLLAR) {
                    let rest = goal_of_body(heap, right, module);
                    let rest = heap.new_term(known::GUARDED, &[rest]);
                    heap.new_struct(f, &[Cell::atom(known::CUT), rest])
                } else {
                    let copy = heap.new_struct(f, &[left, right]);
                    waiting.push((left, copy.address() + 1, module));
                    waiting.push((right, copy.address() + 2, module));
                    copy
                }
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
            View::Atom(known::CUT | known::DOLLAR) => goal,
            // `p()` calls `p`.
            View::Struct(f, _) if f.arity() == 0 => goal_of_body(heap, Cell::atom(f.name()), module),
            _ => goal_of_body(heap, goal, module),
        };
        heap.set(place, cell);
    }
    heap.get(root)
}
