//! Entering predicates and returning from them, with the events that are handled before a call; calls of predicates that
//! have no definition, or none of whose rules matches; and the bottom of a run.
//!
//! A call made by the program that the debugger takes over becomes a call of `'$trace_call'/1`
//! (`library/boot/trace.pl`), which shows the ports and runs the goal's clauses from their terms.

use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::flag::{Flags, Unknown};
use crate::base::iso_error::Thing;
use crate::base::known;
use crate::code::arena::SUCCEED;
use crate::code::database::Database;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop, holds};
use crate::machine::stacks::choice::ChoiceKind;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

/// The hooks of SWI-Prolog that a call finds without clauses, in `user`.
const HOOKS: &[(&str, usize)] = &[
    ("exception", 3),
    ("goal_expansion", 2),
    ("goal_expansion", 4),
    ("library_directory", 1),
    ("message_hook", 3),
    ("message_property", 2),
    ("portray", 1),
    ("prolog_file_type", 2),
    ("prolog_load_file", 2),
    ("term_expansion", 2),
    ("term_expansion", 4),
];

/// Whether programs may call what they have not defined.
fn is_hook(atoms: &AtomTable, functor: Functor) -> bool {
    let name = atoms.text(functor.name());
    HOOKS
        .iter()
        .any(|&(hook, arity)| arity == functor.arity() && *name == *hook)
}

impl Machine {
    /// Enters a predicate whose arguments are in the registers.
    pub(in crate::machine) fn goto_pred(&mut self, pred: PredId) -> Step {
        self.regs.b0 = self.stacks.choice_count();
        if self.limits.count_call() || self.heap.top() > self.limits.heap_limit() {
            return self.event(pred);
        }
        self.regs.pc = self.db.entries[pred].address();
        Ok(())
    }

    /// Returns to the caller of the running predicate.
    pub(in crate::machine) fn return_to_caller(&mut self) -> Step {
        self.regs.pc = self.regs.cp;
        if self.wakes.is_empty() {
            Ok(())
        } else {
            self.wake_at_return()
        }
    }

    /// Handles the event that stopped the loop before a call of `pred`; enters the predicate unless an exception is
    /// raised.
    pub(in crate::machine) fn event(&mut self, pred: PredId) -> Step {
        self.called = Some(pred);
        let p = &self.db.preds[pred];
        let has_room = self.heap.top() + self.db.arena.headroom <= self.heap.capacity();
        let unstopped = &mut self.limits.unstopped;
        let is_guarded = p.module == known::SYSTEM && p.functor == Functor::new(known::CALL_CLEANUP, 3);
        if has_room && (*unstopped > 0 || is_guarded) {
            // A setup is followed by its cleanup, whatever the event is: it comes before the next call.
            *unstopped = unstopped.saturating_sub(1);
            self.limits.put_off();
        } else {
            self.collect_if_due(self.db.registers_of(pred))?;
            self.calling = Some(pred);
            let polled = self.poll_event();
            self.calling = None;
            polled?;
        }
        if let Some(place) = &self.session.place {
            let before_call = place.before_call;
            before_call(self);
        }
        let pred = if self.tracer.takes_calls() {
            self.taken_over(pred)?
        } else {
            pred
        };
        // Goals that are undone run first.
        if self.wakes.has_undo()
            && let Some(goals) = self.take_undone()?
        {
            self.wakes.add(Cell::atom(known::UNDO), goals);
        }
        if !self.wakes.is_empty() {
            let numbers = 0..self.db.registers_of(pred);
            return self.wake(numbers, self.db.entries[pred].address());
        }
        self.regs.b0 = self.stacks.choice_count();
        self.regs.pc = self.db.entries[pred].address();
        Ok(())
    }

    /// Begins a run of `goal`: pushes the barrier and puts the goal in register 0.
    pub(in crate::machine) fn begin(&mut self, goal: Cell) -> Step {
        let barrier = self.stacks.new_choice(&self.heap, &self.regs, ChoiceKind::Barrier, 0);
        self.push_choice(barrier)?;
        self.x[0] = goal;
        self.regs.cp = SUCCEED.address();
        self.regs.pc = self.sequences.query.address();
        self.refresh_heap_limit();
        Ok(())
    }

    /// Returns the predicate to be entered for a call of `pred` by the loop, which is that of the tracer if the program
    /// makes the call. The library calls its own predicates in module `system`.
    pub(in crate::machine) fn taken_over(&mut self, pred: PredId) -> Result<PredId, Stop> {
        if self.tracer.is_passing() || self.db.preds[pred].module == known::SYSTEM {
            return Ok(pred);
        }
        let target = self.db.meaning(pred);
        if self.db.is_unseen(&self.atoms, target) {
            return Ok(pred);
        }
        self.take_over(target)
    }

    /// Puts the call of `pred`, whose arguments are in the registers, as a goal in register 0, and returns the predicate
    /// that traces it.
    pub(in crate::machine) fn take_over(&mut self, pred: PredId) -> Result<PredId, Stop> {
        self.qualify_arguments(pred)?;
        let (module, functor) = (self.db.preds[pred].module, self.db.preds[pred].functor);
        let arity = functor.arity();
        self.reserve(arity + 4)?;
        let goal = goal_in_registers(&mut self.heap, &self.x, functor);
        self.x[0] = self.heap.new_term(known::COLON, &[Cell::atom(module), goal]);
        Ok(self.db.pred(known::SYSTEM, Functor::new(known::TRACE_CALL, 1)))
    }

    /// Lets `user:exception/3` decide about a call of an undefined predicate, if the program defines it. The arguments of
    /// the call are in the registers.
    fn ask_program(&mut self, module: Atom, functor: Functor) -> Option<Step> {
        let hook = Functor::new(self.atoms.find("exception")?, 3);
        let hook = self.db.find(known::USER, hook)?;
        if self.db.preds[hook].live == 0 || functor.arity() > MAX_REGISTER_ARITY {
            return None;
        }
        let helper = Functor::new(self.atoms.find("$undefined")?, 2);
        let helper = self.db.find(known::SYSTEM, helper)?;
        if let Err(stop) = self.reserve(functor.arity() + 1) {
            return Some(Err(stop));
        }
        let goal = match functor.arity() {
            0 => Cell::atom(functor.name()),
            arity => {
                let arguments: Vec<Cell> = self.x[..arity].to_vec();
                self.heap.new_term(functor.name(), &arguments)
            }
        };
        (self.x[0], self.x[1]) = (Cell::atom(module), goal);
        Some(self.goto_pred(helper))
    }

    /// Handles a call of a predicate that neither the module nor the user nor the system defines.
    pub(in crate::machine) fn unknown_in(&mut self, module: Atom, functor: Functor) -> Step {
        holds(self.flags.unknown_is_error())?;
        if let Some(step) = self.ask_program(module, functor) {
            return step;
        }
        self.regs.running = None;
        let functor = self.session.shown(functor);
        let indicator = self.heap.indicator(functor);
        let qualified = self.heap.new_term(known::COLON, &[Cell::atom(module), indicator]);
        Err(self.existence_error(Thing::Procedure, qualified))
    }

    /// Handles a call of a predicate without a definition (ISO 7.7.7).
    pub(in crate::machine) fn unknown_procedure(&mut self, pred: PredId) -> Step {
        holds(self.db.preds[pred].definition != Definition::Clauses)?;
        let (module, functor) = (self.db.preds[pred].module, self.db.preds[pred].functor);
        match module {
            known::USER | known::SYSTEM => self.unknown_functor(functor),
            _ => self.unknown_in(module, functor),
        }
    }

    pub(in crate::machine) fn unknown_functor(&mut self, functor: Functor) -> Step {
        holds(self.flags.unknown_is_error() && (self.flags.iso || !is_hook(&self.atoms, functor)))?;
        if let Some(step) = self.ask_program(known::USER, functor) {
            return step;
        }
        let functor = self.session.shown(functor);
        let indicator = self.heap.indicator(functor);
        Err(self.missing(Thing::Procedure, indicator, indicator))
    }

    /// Raises `existence_error(Thing, Culprit)` about the predicate being called, which is not running yet.
    fn missing(&mut self, thing: Thing, culprit: Cell, indicator: Cell) -> Stop {
        self.regs.running = None;
        let stop = self.existence_error(thing, culprit);
        if let View::Struct(_, first) = self.view(self.exceptions.ball()) {
            let rest = self.heap.new_var();
            let context = self.heap.new_term(known::CONTEXT, &[indicator, rest]);
            self.heap.set(first + 1, context);
        }
        stop
    }

    /// Raises the error for a call of `pred` that none of its rules matches.
    pub(in crate::machine) fn no_rule(&mut self, pred: PredId) -> Step {
        let own = self.db.preds[pred].functor;
        let functor = self.session.shown(own);
        let arity = functor.arity();
        self.reserve(arity + 1)?;
        let goal = goal_in_registers(&mut self.heap, &self.x, functor);
        let indicator = self.heap.indicator(functor);
        Err(self.missing(Thing::Matching, goal, indicator))
    }
}

impl Database {
    /// Returns the number of registers that a call of `pred` uses.
    pub(in crate::machine) fn registers_of(&self, pred: PredId) -> usize {
        let arity = self.preds[pred].functor.arity();
        if arity <= MAX_REGISTER_ARITY { arity } else { 1 }
    }
}

impl Flags {
    fn unknown_is_error(&self) -> bool {
        self.unknown == Unknown::Error
    }
}

/// Builds the goal whose arguments are in the registers.
pub(in crate::machine) fn goal_in_registers(heap: &mut Heap, x: &[Cell; 256], functor: Functor) -> Cell {
    match functor.arity() {
        0 => Cell::atom(functor.name()),
        arity if arity > MAX_REGISTER_ARITY => x[0],
        arity => heap.new_term(functor.name(), &x[..arity]),
    }
}
