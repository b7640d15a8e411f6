//! The state of the debugger, and what it shares with its front end.
//!
//! While goals are traced, the heap limit stays at zero, so that each call leaves the loop by the exit that events take
//! (`Machine::event`) and is taken over (`call/traced.rs`). A watched predicate keeps the entry that prepares it
//! (`Instr::Enter`), where the same is done. When neither is in use, the loop does nothing for the debugger.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::term::cell::Cell;

/// The events in the life of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Port {
    /// The goal is called.
    Call = 1,
    /// It has succeeded.
    Exit = 2,
    /// It is backtracked into.
    Redo = 4,
    /// It has failed.
    Fail = 8,
    /// The head of a clause has matched it.
    Unify = 16,
    /// It has raised an exception.
    Exception = 32,
    /// A cut in the body of its clause is about to drop alternatives.
    Cut = 64,
}

impl Port {
    /// All ports with their names.
    pub const ALL: [(Port, &'static str); 7] = [
        (Port::Call, "call"),
        (Port::Exit, "exit"),
        (Port::Redo, "redo"),
        (Port::Fail, "fail"),
        (Port::Unify, "unify"),
        (Port::Exception, "exception"),
        (Port::Cut, "cut"),
    ];

    /// Returns the port of this name.
    pub fn named(name: &str) -> Option<Port> {
        Port::ALL.iter().find(|(_, own)| *own == name).map(|&(port, _)| port)
    }

    /// Whether it is in a set of ports.
    pub fn is_in(self, set: u8) -> bool {
        set & self as u8 != 0
    }
}

/// The set of all ports but `unify` and `cut`.
pub const USUAL_PORTS: u8 = 0b10_1111;

/// Which goals the debugger stops at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TraceMode {
    /// None.
    #[default]
    Off,
    /// Spy points.
    Debug,
    /// All.
    Trace,
}

/// How the program continues after a port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// To the next port.
    Creep,
    /// To the next port of this goal, or a spy point.
    Skip,
    /// To the end of the parent, or a spy point.
    Up,
    /// To the next spy point.
    Leap,
    /// Without stopping.
    Finish,
    /// Calls a goal again; the number is that of its frame.
    Retry(i64),
    /// The goal fails.
    Fail,
    /// The goal succeeds without being run.
    Ignore,
    /// The query is abandoned.
    Abort,
}

/// A port that a front end is told of.
#[derive(Clone, Copy, Debug)]
pub struct Stopped {
    /// The port.
    pub port: Port,
    /// The frame of the goal.
    pub frame: Cell,
    /// The exception at its port; at `exit` the atom `true` if there are choice points left.
    pub extra: Cell,
    /// Whether it is a trace point: it is only told of.
    pub is_point: bool,
}

/// Shows a port and decides how to continue.
pub type FrontEnd = Box<dyn FnMut(&mut Machine, Stopped) -> Action + Send>;

/// The reference of a clause, and the path of a goal in its body.
pub type GoalKey = (u64, Vec<u8>);

/// The line and the column in a text, from 1.
pub type LineColumn = (usize, usize);

/// The state of the debugger.
pub struct Tracer {
    /// The goals that it stops at.
    pub mode: TraceMode,
    /// Goals at greater depth are not shown in this mode.
    pub deepest: usize,
    /// The ports that are shown.
    pub visible: u8,
    /// The ports at which it asks what to do.
    pub leashed: u8,
    /// Shows the ports; there may be none.
    pub front_end: Option<FrontEnd>,
    /// The held term with the variables of the query that runs, and their names.
    pub query: Option<(usize, Arc<[String]>)>,
    /// The number of the frame made last.
    pub last_frame: i64,
    /// Whether predicates of the library call goals that they are given, as far as that was asked.
    pub metas: FxHashMap<PredId, bool>,
    /// The places of goals in their sources, as far as they were asked for.
    pub places: FxHashMap<GoalKey, Option<LineColumn>>,
    /// The frame whose goal is to be called again, if any.
    pub retried: Option<i64>,
    /// Whether the exception has been raised before, and caught by the tracer.
    pub throws_again: bool,
    /// How often a continuation was called: the choice points that traced goals have noted before may be others then.
    pub resumed: u64,
    /// How many runs of the debugger itself, or of the interface, are active: their goals are not traced.
    suspended: usize,
    /// Whether the next call is made for the tracer and not taken over.
    passing: bool,
}

impl Default for Tracer {
    fn default() -> Tracer {
        Tracer {
            mode: TraceMode::Off,
            deepest: usize::MAX,
            visible: USUAL_PORTS,
            leashed: USUAL_PORTS,
            front_end: None,
            query: None,
            last_frame: 0,
            metas: FxHashMap::default(),
            places: FxHashMap::default(),
            retried: None,
            throws_again: false,
            resumed: 0,
            suspended: 0,
            passing: false,
        }
    }
}

impl Tracer {
    /// Begins what is not traced; ended by [`Tracer::resume`].
    pub fn suspend(&mut self) {
        self.suspended += 1;
    }

    /// Ends what is not traced.
    pub fn resume(&mut self) {
        self.suspended -= 1;
    }

    /// Lets the next call pass, which is made for the tracer.
    pub(in crate::machine) fn let_pass(&mut self) {
        self.passing = true;
    }

    /// Whether the next call is made for the tracer; asked once.
    pub(in crate::machine) fn is_passing(&mut self) -> bool {
        std::mem::take(&mut self.passing)
    }

    /// Whether calls made by the program are taken over.
    pub fn takes_calls(&self) -> bool {
        self.mode == TraceMode::Trace && self.deepest == usize::MAX && self.suspended == 0
    }

    /// Whether the exception was raised by the tracer, again; it is asked for once.
    pub(in crate::machine) fn is_raised_again(&mut self) -> bool {
        std::mem::take(&mut self.throws_again)
    }

    /// Forgets that the next call is made for the tracer.
    pub(in crate::machine) fn forget_pass(&mut self) {
        self.passing = false;
    }

    /// Whether the debugger works at all now.
    pub fn is_suspended(&self) -> bool {
        self.suspended > 0
    }

    /// Whether the debugger stops at an exception that nothing catches, though its goal is not traced.
    pub(in crate::machine) fn tells_of_uncaught(&self) -> bool {
        self.mode == TraceMode::Debug && !self.is_suspended()
    }
}
