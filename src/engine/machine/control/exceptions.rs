//! The state of exceptions: the ball that was raised last, those that wait for cleanup goals, and the one that ended a
//! run; the context of an error, the predicate that raised it; and the choice points of catches and cleanup handlers.

use crate::base::known;
use crate::base::limit::{Limit, LimitScope};
use crate::machine::Machine;
use crate::machine::control::unwind::{ACTIVE, CHOICE, CLEANUP_ACTIVE, CLEANUP_CHOICE, CLEANUP_PREVIOUS};
use crate::machine::memory::limits::MachineLimits;
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::choice::ChoiceKind;
use crate::machine::threads::FamilyMember;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

/// Why the machine itself has raised an exception. A program cannot give a ball one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A limit was met.
    Limit(Limit),
    /// The query was interrupted, or has called `abort/0`.
    Interrupt,
}

/// A ball that is kept off the heap, with its cause.
#[derive(Clone, Default)]
pub(crate) struct Raised {
    /// The ball.
    pub ball: Record,
    /// Its cause, if the machine has one.
    pub cause: Option<Cause>,
}

/// The exceptions of a machine.
pub struct Exceptions {
    ball: Cell,
    needs_context: bool,
    cause: Option<Cause>,
    /// The cause of the exception that was caught last, of those that have one.
    caught: Option<Cause>,
    uncaught: Option<Raised>,
    stack: Option<Record>,
    waiting: Vec<Raised>,
    halt: Option<i32>,
}

impl Exceptions {
    /// No exception.
    pub(crate) const NONE: Exceptions = Exceptions {
        ball: Cell::NIL,
        needs_context: false,
        cause: None,
        caught: None,
        uncaught: None,
        stack: None,
        waiting: Vec::new(),
        halt: None,
    };

    /// Sets the ball. `needs_context` says that the machine has made it, so that its context is still to be filled in.
    pub(crate) fn raise(&mut self, ball: Cell, needs_context: bool) {
        self.reword(ball, needs_context);
        self.cause = None;
    }

    /// Changes the ball that was raised last.
    pub(crate) fn reword(&mut self, ball: Cell, needs_context: bool) {
        self.ball = ball;
        self.needs_context = needs_context;
    }

    /// Returns the cause of the ball that was raised last.
    pub fn cause(&self) -> Option<Cause> {
        self.cause
    }

    /// Sets the cause of the ball that was just raised.
    pub(crate) fn set_cause(&mut self, cause: Option<Cause>) {
        self.cause = cause;
    }

    /// Notes the cause of a ball that a catch takes.
    pub(crate) fn note_caught(&mut self, cause: Option<Cause>) {
        self.caught = cause.or(self.caught);
    }

    /// Returns the cause of the exception that was caught last, of those that have one.
    pub(crate) fn caught(&self) -> Option<Cause> {
        self.caught
    }

    /// Forgets the cause of the exception that was caught last.
    pub fn forget_caught(&mut self) {
        self.caught = None;
    }

    /// Returns the ball that was raised last.
    pub fn ball(&self) -> Cell {
        self.ball
    }

    /// Drops the ball, whose cells are about to move: it was copied when it was caught.
    pub(crate) fn drop_ball(&mut self) {
        self.ball = Cell::NIL;
    }

    /// Whether the context of the ball is still to be filled in.
    pub(crate) fn needs_context(&self) -> bool {
        self.needs_context
    }

    /// Notes that the context is filled in, or to be left as it is. Returns whether it was to be filled in.
    pub(crate) fn take_needs_context(&mut self) -> bool {
        std::mem::take(&mut self.needs_context)
    }

    /// Keeps the ball that has ended a run.
    pub(crate) fn set_uncaught(&mut self, ball: Raised) {
        self.uncaught = Some(ball);
    }

    /// Takes the ball that has ended a run.
    pub(crate) fn take_uncaught(&mut self) -> Raised {
        self.uncaught.take().unwrap_or_default()
    }

    /// Keeps the list of frames that an exception was raised in, or drops that of the last one.
    pub(crate) fn set_stack(&mut self, stack: Option<Record>) {
        self.stack = stack;
    }

    /// Returns the list of frames.
    pub(crate) fn stack(&self) -> Option<&Record> {
        self.stack.as_ref()
    }

    /// Takes the list of frames.
    pub(crate) fn take_stack(&mut self) -> Option<Record> {
        self.stack.take()
    }

    /// Makes an exception wait until cleanup goals end.
    pub(crate) fn wait(&mut self, ball: Raised) {
        self.waiting.push(ball);
    }

    /// Returns how many exceptions wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the newest exception that waits.
    pub(crate) fn newest_waiting(&self) -> Option<&Record> {
        self.waiting.last().map(|raised| &raised.ball)
    }

    /// Takes the newest exception that waits.
    pub(crate) fn take_waiting(&mut self) -> Option<Raised> {
        self.waiting.pop()
    }

    /// Returns the balls that are kept off the heap.
    pub(crate) fn records(&self) -> impl Iterator<Item = &Record> {
        let kept = self.uncaught.iter().chain(&self.waiting);
        kept.map(|raised| &raised.ball).chain(&self.stack)
    }

    /// Returns the exit code, once `halt/1` was called. From then until the end of the run no catch catches.
    pub(crate) fn halt(&self) -> Option<i32> {
        self.halt
    }

    /// Sets the exit code of `halt/1`.
    pub(crate) fn set_halt(&mut self, code: Option<i32>) {
        self.halt = code;
    }

    /// Takes the exit code of `halt/1`.
    pub fn take_halt(&mut self) -> Option<i32> {
        self.halt.take()
    }

    /// Notes that the host takes the exception that was just raised.
    pub fn note_raised_caught(&mut self) {
        let cause = self.cause();
        self.note_caught(cause);
    }

    /// Returns the limit whose exception was caught last in the query.
    pub fn caught_limit(&self) -> Option<Limit> {
        match self.caught() {
            Some(Cause::Limit(limit)) => Some(limit),
            _ => None,
        }
    }

    /// Notes that the exception just raised is due to a limit that was met before.
    pub fn due_to(&mut self, stop: Stop, limit: Option<Limit>) -> Stop {
        if limit.is_some() && self.caught_limit() == limit {
            self.set_cause(limit.map(Cause::Limit));
        }
        stop
    }

    /// Adds a note for the user to an error that was just made by the machine: `context(_, note)`.
    pub fn with_note(&self, heap: &mut Heap, stop: Stop, note: Cell) -> Stop {
        if self.needs_context()
            && let Stop::Throw(_) = stop
            && let View::Struct(_, args) = heap.view(self.ball())
            && heap.deref(heap.get(args + 1)).is_variable()
        {
            let nobody = heap.new_var();
            let context = heap.new_term(known::CONTEXT, &[nobody, note]);
            heap.set(args + 1, context);
        }
        stop
    }

    /// Notes that the exception that was just raised is due to a limit. Nothing catches it, unless the limit is one of
    /// the engine, or the host lets programs catch it.
    pub(in crate::machine) fn note_met(&mut self, limits: &mut MachineLimits, limit: Limit) {
        self.set_cause(Some(Cause::Limit(limit)));
        if limit.row().scope == LimitScope::Query && !limits.let_catch() {
            limits.end(Cause::Limit(limit));
        }
    }

    /// Returns the ball of the exception that ended a run, on the heap, and its cause.
    pub fn take_uncaught_term(&mut self, heap: &mut Heap) -> (Cell, Option<Cause>) {
        let raised = self.take_uncaught();
        (raised.ball.unpack(heap), raised.cause)
    }

    /// Returns the list of frames of the exception that ended the last run, or that `'$recover_beside'/1` has stopped,
    /// on the heap, if it was noted.
    pub fn take_stack_term(&mut self, heap: &mut Heap) -> Option<Cell> {
        let record = self.take_stack()?;
        Some(record.unpack(heap))
    }

    /// Whether `halt/1` was called and the run is being left.
    pub fn is_halting(&self) -> bool {
        self.halt().is_some()
    }

    /// Sets the exit code of `halt/1`. From then until the end of the run no catch frame catches an exception.
    pub fn halt_with(&mut self, code: i32) {
        self.set_halt(Some(code));
    }
}

impl Machine {
    /// Throws a ball that was kept.
    pub(in crate::machine) fn throw_again(&mut self, raised: &Raised) -> Stop {
        let ball = raised.ball.unpack(&mut self.heap);
        let stop = self.throw(ball);
        self.exceptions.set_cause(raised.cause);
        stop
    }

    /// Fills in the context of an error that the machine or a native predicate has raised: `context(system:Name/Arity, _)`,
    /// without a module for predicates of the host, and with a variable if no predicate is to be named.
    pub(in crate::machine) fn complete_ball(&mut self) {
        let running = self.regs.running.take();
        if !self.exceptions.take_needs_context() {
            return;
        }
        let View::Struct(_, first) = self.view(self.exceptions.ball()) else {
            return;
        };
        let context = self.deref(self.heap.get(first + 1));
        let whose = match self.view(context) {
            View::Struct(f, parts) if f.name() == known::CONTEXT => self.deref(self.heap.get(parts)),
            _ => context,
        };
        if !whose.is_variable() {
            return;
        }
        let named = running.and_then(|id| Some((id, self.calls.functor(id, &mut self.atoms)?)));
        let indicator = match named {
            Some((id, functor)) if self.calls.is_native(id) => {
                let plain = self.heap.indicator(functor);
                self.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), plain])
            }
            Some((_, functor)) => self.heap.indicator(functor),
            None => self.heap.new_var(),
        };
        if whose != context {
            self.bind(whose, indicator);
            return;
        }
        let rest = self.heap.new_var();
        let term = self.heap.new_term(known::CONTEXT, &[indicator, rest]);
        self.bind(context, term);
    }

    pub(in crate::machine) fn push_catch(&mut self) -> Step {
        let active = self.heap.push(Cell::int(1));
        self.stacks.set_slot(self.regs.e, ACTIVE, Cell::reference(active));
        self.stacks
            .set_slot(self.regs.e, CHOICE, Cell::int(self.stacks.choice_count() as i64));
        let choice = self.stacks.new_choice(&self.heap, &self.regs, ChoiceKind::Catch, 0);
        self.push_choice(choice)
    }

    pub(in crate::machine) fn push_cleanup(&mut self) -> Step {
        let active = self.heap.push(Cell::int(1));
        self.stacks
            .set_slot(self.regs.e, CLEANUP_ACTIVE, Cell::reference(active));
        self.stacks.set_slot(
            self.regs.e,
            CLEANUP_CHOICE,
            Cell::int(self.stacks.choice_count() as i64),
        );
        self.stacks.set_slot(
            self.regs.e,
            CLEANUP_PREVIOUS,
            Cell::int(self.stacks.cleanup_level() as i64),
        );
        let choice = self.stacks.new_choice(&self.heap, &self.regs, ChoiceKind::Cleanup, 0);
        self.push_choice(choice)?;
        self.stacks.set_cleanup_level(self.stacks.choice_count());
        self.session.threads.iter_mut().for_each(FamilyMember::let_in);
        Ok(())
    }
}

impl Exceptions {
    /// Copies the ball that was raised last off the heap.
    pub(in crate::machine) fn pack_ball(&self, heap: &Heap) -> Raised {
        Raised {
            ball: Record::pack_slowly(heap, self.ball(), Attributes::Keep),
            cause: self.cause(),
        }
    }
}
