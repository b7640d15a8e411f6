//! Calling goals given as terms, and native predicates.
//!
//! `call/N` adds its extra arguments and enters the predicate. A goal that is a control construct is run as a body:
//! small library predicates (`$and`, `$or`, ...) carry its cut barrier along, so that no code has to be compiled and
//! freed for it.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::{Thing, Type};
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::index::Candidate;
use crate::code::instr::{Label, MAX_REGISTER_ARITY, PredId};
use crate::code::predicate::Definition;
use crate::compile::normal::is_control;
use crate::term::cell::Cell;
use crate::term::view::View;

use super::Machine;
use super::choice::{Choice, Kind};
use super::native::{Next, Run, RunNondet, Step, Stop};

impl Machine {
    /// Enters a predicate whose arguments are in the registers.
    pub(super) fn goto_pred(&mut self, pred: PredId) -> Step {
        self.b0 = self.choices.len();
        self.limits.fuel = self.limits.fuel.wrapping_sub(1);
        if self.limits.fuel == 0 || self.heap.top() > self.limits.heap_limit() {
            return self.event(pred);
        }
        self.pc = self.db.entries[pred] as usize;
        Ok(())
    }

    /// Returns the predicate that a goal in `module` means; `None` if it has no definition. Calls alone do not create
    /// predicates.
    fn callee(&mut self, module: Atom, functor: Functor) -> Option<PredId> {
        if let Some(pred) = self.db.find(module, functor) {
            return Some(pred);
        }
        let system = self.db.find(known::SYSTEM, functor)?;
        let defined = self.db.preds[system].is_defined();
        defined.then(|| self.db.pred(module, functor))
    }

    /// Enters the predicate that a goal in `module` means; its arguments are in the registers.
    fn goto_callee(&mut self, module: Atom, functor: Functor) -> Step {
        match self.callee(module, functor) {
            Some(pred) => self.goto_pred(pred),
            None => {
                self.limits.fuel = self.limits.fuel.wrapping_sub(1);
                if self.limits.fuel == 0 || self.heap.top() > self.limits.heap_limit() {
                    self.poll_event()?;
                }
                self.unknown_functor(functor)
            }
        }
    }

    /// Returns to the caller of the running predicate.
    pub(super) fn return_to_caller(&mut self) -> Step {
        self.pc = self.cp;
        if self.pending.is_empty() {
            Ok(())
        } else {
            self.wake_at_return()
        }
    }

    /// Calls the goal in register 0 with the `extra` arguments in the registers after it.
    pub(super) fn call_goal(&mut self, extra: usize) -> Step {
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
                self.add_arguments(functor, first, extra)
            };
            if !is_control(total) {
                return self.goto_callee(known::USER, total);
            }
            self.x[0] = self.convert_body(self.x[0])?;
            self.x[1] = Cell::int(self.choices.len() as i64);
            return self.call_body();
        }
        if extra > 0 {
            self.x.copy_within(1..=extra, own);
        }
        for i in 0..own {
            self.x[i] = self.heap.get(first + i);
        }
        if let Some(pred) = self.callee(known::USER, total) {
            if name != known::COLON {
                self.goals.add(total, pred);
            }
            return self.goto_pred(pred);
        }
        self.goto_callee(known::USER, total)
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

    /// Qualifies the unqualified module-sensitive arguments of a meta predicate with its own module: calls from other
    /// modules have qualified theirs already.
    pub(super) fn qualify_arguments(&mut self, pred: PredId) -> Step {
        self.qualify_in(self.db.preds[pred].module, pred)
    }

    fn qualify_in(&mut self, module: Atom, pred: PredId) -> Step {
        let qualified = &self.db.preds[pred].qualified;
        let count = qualified.as_ref().map_or(0, |qualified| qualified.positions.len());
        if count == 0 {
            return Ok(());
        }
        self.reserve(3 * count)?;
        for i in 0..count {
            let Some(qualified) = &self.db.preds[pred].qualified else {
                break;
            };
            let position = usize::from(qualified.positions[i]);
            let argument = self.deref(self.x[position]);
            let named = Functor::new(known::COLON, 2);
            self.x[position] = match self.view(argument) {
                View::Struct(f, first) if f == named => self.innermost_module(argument, first)?,
                _ => self.heap.new_struct(named, &[Cell::atom(module), argument]),
            };
        }
        Ok(())
    }

    /// Returns the last `Module:Term` of a nested qualification, the first of which has its arguments at `first`.
    fn innermost_module(&mut self, term: Cell, mut first: usize) -> Result<Cell, Stop> {
        let mut innermost = term;
        for _ in 0..self.heap.top() {
            let inner = self.deref(self.heap.get(first + 1));
            match self.view(inner) {
                View::Struct(f, next) if f == Functor::new(known::COLON, 2) => (innermost, first) = (inner, next),
                _ => return Ok(innermost),
            }
        }
        Err(self.type_error(Type::AcyclicTerm, term))
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
                _ => self.add_arguments(functor, args, extra),
            };
            self.x[0] = self.body_in_module(module_name, whole)?;
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
        let mut module = module_name;
        while module != known::USER {
            if module == known::SYSTEM {
                return self.goto_callee(module, total);
            }
            if let Some(pred) = self.db.find(module, total) {
                self.qualify_in(module_name, pred)?;
                return self.goto_pred(pred);
            }
            module = self.db.modules.parent(module);
        }
        let Some(pred) = self.callee(known::USER, total) else {
            return self.unknown_in(module_name, total);
        };
        self.qualify_in(module_name, pred)?;
        self.goto_pred(pred)
    }

    /// Builds a goal with the arguments in the registers from 1 on added.
    fn add_arguments(&mut self, functor: Functor, first: usize, extra: usize) -> Cell {
        let mut args: Vec<Cell> = (0..functor.arity()).map(|i| self.heap.get(first + i)).collect();
        args.extend_from_slice(&self.x[1..=extra]);
        self.heap.new_term(functor.name(), &args)
    }

    /// Runs the body in register 0; its cuts go to the level in register 1.
    pub(super) fn call_body(&mut self) -> Step {
        let body = self.deref(self.x[0]);
        let level = self.deref(self.x[1]);
        let (functor, first) = match self.view(body) {
            View::Atom(known::CUT) => {
                self.pc = self.cp;
                let level = level.as_int() as usize;
                return self.cut_with_cleanup(level);
            }
            View::Atom(known::TRUE) => return self.return_to_caller(),
            View::Struct(functor, first) => (functor, first),
            _ => return self.call_goal(0),
        };
        let arg = |i: usize| self.heap.get(first + i);
        let helpers = self.helpers;
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

    /// Runs the native predicate `id`; the arguments are in the registers. If it lacks room before it has changed
    /// anything, the heap is collected, and it runs again.
    pub(super) fn call_native(&mut self, id: u16) -> Step {
        self.running = Some(id);
        self.call_running()?;
        self.after_native()
    }

    /// Runs the native predicate in `running`. Wake-ups may be pending afterwards.
    #[inline(always)]
    pub(super) fn call_running(&mut self) -> Step {
        let id = self.running.unwrap_or_default();
        let step = match self.natives.get(usize::from(id)).map(|native| native.run) {
            Some(Run::Det(run)) => run(self),
            _ => self.call_native_once(id),
        };
        if step.is_err()
            && self.may_retry(id)
            && let Some(native) = self.natives.get(usize::from(id))
        {
            self.collect_for_retry(native.arity)?;
            return self.call_native_once(id);
        }
        step
    }

    /// Whether native predicate `id` lacked room before it changed anything. One that has pushed its choice point
    /// cannot be called again.
    fn may_retry(&self, id: u16) -> bool {
        let is_own = |choice: &Choice| choice.kind == Kind::Native && choice.next.id == ClauseId::new(u32::from(id));
        self.collector.is_wanted && self.collector.held_back == 0 && !self.choices.last().is_some_and(is_own)
    }

    #[inline(never)]
    fn call_native_once(&mut self, id: u16) -> Step {
        self.running = Some(id);
        let Some(native) = self.natives.get(usize::from(id)) else {
            return self.call_host(usize::from(id) - self.natives.len());
        };
        match native.run {
            Run::Det(run) => run(self),
            Run::Control(run) => match run(self)? {
                Next::Continue => Ok(()),
                Next::Call(goal) => {
                    self.x[0] = goal;
                    self.call_goal(0)
                }
            },
            Run::Nondet(run) => {
                let arity = native.arity;
                let first = native.first.and_then(|first| first(self));
                first.unwrap_or_else(|| self.first_of_many(id, arity, run))
            }
        }
    }

    /// Calls a nondeterministic native predicate. Its choice point is pushed only if it leaves alternatives; meanwhile
    /// bindings are trailed as if the choice point existed.
    fn first_of_many(&mut self, id: u16, arity: usize, run: RunNondet) -> Step {
        if self.choices.len() == self.choices.capacity() {
            self.grow_choices()?;
        }
        let before = self.new_choice(Kind::Native, arity);
        let hb = std::mem::replace(&mut self.hb, before.h);
        let choices = self.choices.len();
        self.searching = None;
        let result = run(self, None);
        // A goal run by it would have changed `hb`.
        debug_assert!(choices == self.choices.len() && self.hb >= before.h, "it runs no goals");
        self.hb = hb;
        let Some(state) = result? else {
            return Ok(());
        };
        let (pred, generation) = self.searching.unwrap_or((before.pred, before.generation));
        self.push_choice(Choice {
            // The cells of the state must not be dropped.
            h: if state.is_immediate() {
                before.h
            } else {
                self.heap.top()
            },
            alternative: self.pc as Label,
            next: Candidate::new(ClauseId::new(u32::from(id))),
            pred,
            generation,
            ..before
        })?;
        self.saved.push(state);
        Ok(())
    }

    /// Backtracks into a native predicate; the machine's state has been restored.
    pub(super) fn retry_native(&mut self, choice: Choice) -> Step {
        let id = choice.next.id.number() as u16;
        self.running = Some(id);
        self.pc = choice.alternative as usize;
        self.count_retry()?;
        let at = choice.args as usize + usize::from(choice.count);
        let state = self.saved[at];
        let Run::Nondet(run) = self.natives[usize::from(id)].run else {
            unreachable!("only nondeterministic predicates have such choice points");
        };
        match run(self, Some(state)) {
            Ok(Some(next)) if next == state => {}
            Ok(Some(next)) => {
                self.saved[at] = next;
                if !next.is_immediate()
                    && let Some(choice) = self.choices.last_mut()
                {
                    // The state was built just now: backtracking must not drop it.
                    choice.h = self.heap.top();
                    self.hb = choice.h;
                }
            }
            Ok(None) => self.pop_choice(),
            Err(Stop::Fail) => {
                self.pop_choice();
                return Err(Stop::Fail);
            }
            Err(stop) => return Err(stop),
        }
        Ok(())
    }

    pub(super) fn after_native(&mut self) -> Step {
        if self.pending.is_empty() {
            Ok(())
        } else {
            self.wake_at_return()
        }
    }

    /// Handles a call of a predicate that neither the module nor the user nor the system defines.
    fn unknown_in(&mut self, module: Atom, functor: Functor) -> Step {
        if !self.unknown_is_error() {
            return Err(Stop::Fail);
        }
        self.running = None;
        let functor = self.session.shown(functor);
        let indicator = self.indicator(functor);
        let qualified = self.heap.new_term(known::COLON, &[Cell::atom(module), indicator]);
        Err(self.existence_error(Thing::Procedure, qualified))
    }

    /// Handles a call of a predicate without a definition (ISO 7.7.7).
    pub(super) fn unknown_procedure(&mut self, pred: PredId) -> Step {
        if self.db.preds[pred].definition == Definition::Clauses {
            return Err(Stop::Fail);
        }
        let (module, functor) = (self.db.preds[pred].module, self.db.preds[pred].functor);
        match module {
            known::USER | known::SYSTEM => self.unknown_functor(functor),
            _ => self.unknown_in(module, functor),
        }
    }

    fn unknown_functor(&mut self, functor: Functor) -> Step {
        if !self.unknown_is_error() {
            return Err(Stop::Fail);
        }
        let functor = self.session.shown(functor);
        let indicator = self.indicator(functor);
        Err(self.missing(Thing::Procedure, indicator, indicator))
    }

    /// Raises `existence_error(Thing, Culprit)` about the predicate being called, which is not running yet.
    fn missing(&mut self, thing: Thing, culprit: Cell, indicator: Cell) -> Stop {
        self.running = None;
        let stop = self.existence_error(thing, culprit);
        if let View::Struct(_, first) = self.view(self.ball) {
            let rest = self.heap.new_var();
            let context = self.heap.new_term(known::CONTEXT, &[indicator, rest]);
            self.heap.set(first + 1, context);
        }
        stop
    }

    /// Raises the error for a call of `pred` that none of its rules matches.
    pub(super) fn no_rule(&mut self, pred: PredId) -> Step {
        let own = self.db.preds[pred].functor;
        let functor = self.session.shown(own);
        let arity = functor.arity();
        self.reserve(arity + 1)?;
        let goal = match arity {
            0 => Cell::atom(functor.name()),
            _ if arity > MAX_REGISTER_ARITY => self.x[0],
            _ => {
                let arguments: Vec<Cell> = self.x[..arity].to_vec();
                self.heap.new_term(functor.name(), &arguments)
            }
        };
        let indicator = self.indicator(functor);
        Err(self.missing(Thing::Matching, goal, indicator))
    }
}
