//! The state of exceptions: the ball that was raised last, those that wait for cleanup goals, and the one that ended a
//! run.

use crate::term::cell::Cell;
use crate::term::record::Record;

/// The exceptions of a machine.
pub struct Exceptions {
    ball: Cell,
    needs_context: bool,
    uncaught: Option<Record>,
    stack: Option<Record>,
    waiting: Vec<Record>,
    halt: Option<i32>,
}

impl Exceptions {
    /// No exception.
    pub const NONE: Exceptions = Exceptions {
        ball: Cell::NIL,
        needs_context: false,
        uncaught: None,
        stack: None,
        waiting: Vec::new(),
        halt: None,
    };

    /// Sets the ball. `needs_context` says that the machine has made it, so that its context is still to be filled in.
    pub fn raise(&mut self, ball: Cell, needs_context: bool) {
        self.ball = ball;
        self.needs_context = needs_context;
    }

    /// Returns the ball that was raised last.
    pub fn ball(&self) -> Cell {
        self.ball
    }

    /// Drops the ball, whose cells are about to move: it was copied when it was caught.
    pub fn drop_ball(&mut self) {
        self.ball = Cell::NIL;
    }

    /// Whether the context of the ball is still to be filled in.
    pub fn needs_context(&self) -> bool {
        self.needs_context
    }

    /// Notes that the context is filled in, or to be left as it is. Returns whether it was to be filled in.
    pub fn take_needs_context(&mut self) -> bool {
        std::mem::take(&mut self.needs_context)
    }

    /// Keeps the ball that has ended a run.
    pub fn set_uncaught(&mut self, ball: Record) {
        self.uncaught = Some(ball);
    }

    /// Takes the ball that has ended a run.
    pub fn take_uncaught(&mut self) -> Record {
        self.uncaught.take().unwrap_or_default()
    }

    /// Keeps the list of frames that an exception was raised in, or drops that of the last one.
    pub fn set_stack(&mut self, stack: Option<Record>) {
        self.stack = stack;
    }

    /// Returns the list of frames.
    pub fn stack(&self) -> Option<&Record> {
        self.stack.as_ref()
    }

    /// Takes the list of frames.
    pub fn take_stack(&mut self) -> Option<Record> {
        self.stack.take()
    }

    /// Makes an exception wait until cleanup goals end.
    pub fn wait(&mut self, ball: Record) {
        self.waiting.push(ball);
    }

    /// Returns how many exceptions wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the newest exception that waits.
    pub fn newest_waiting(&self) -> Option<&Record> {
        self.waiting.last()
    }

    /// Takes the newest exception that waits.
    pub fn take_waiting(&mut self) -> Option<Record> {
        self.waiting.pop()
    }

    /// Returns the balls that are kept off the heap.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.uncaught.iter().chain(&self.stack).chain(&self.waiting)
    }

    /// Returns the exit code, once `halt/1` was called. From then until the end of the run no catch catches.
    pub fn halt(&self) -> Option<i32> {
        self.halt
    }

    /// Sets the exit code of `halt/1`.
    pub fn set_halt(&mut self, code: Option<i32>) {
        self.halt = code;
    }

    /// Takes the exit code of `halt/1`.
    pub fn take_halt(&mut self) -> Option<i32> {
        self.halt.take()
    }
}
