//! The debugger's part of the machine: its state, and the calls that it takes over.
//!
//! While goals are traced, the heap limit stays at zero, so that each call leaves the loop by the exit that events take
//! (`Machine::event`). A call made by the program becomes a call of `'$trace_call'/1` (`library/boot/trace.pl`), which
//! shows the ports and runs the goal's clauses from their terms. A watched predicate keeps the entry that prepares it
//! (`Instr::Enter`), where the same is done. When neither is in use, the loop does nothing for the debugger.

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::instr::{Instr, MAX_REGISTER_ARITY, PredId};
use crate::code::predicate::{Definition, Watched};
use crate::term::cell::Cell;
use crate::term::record::Record;

use crate::machine::Machine;
use crate::machine::native::{Step, Stop};

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
}

impl Port {
    /// All ports with their names.
    pub const ALL: [(Port, &'static str); 6] = [
        (Port::Call, "call"),
        (Port::Exit, "exit"),
        (Port::Redo, "redo"),
        (Port::Fail, "fail"),
        (Port::Unify, "unify"),
        (Port::Exception, "exception"),
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

/// The set of all ports but `unify`.
pub const USUAL_PORTS: u8 = 0b10_1111;

/// Predicates that command the debugger, whose calls are not shown.
const COMMANDS: &[&str] = &[
    "trace",
    "notrace",
    "tracing",
    "debug",
    "nodebug",
    "debugging",
    "spy",
    "nospy",
    "nospyall",
    "leash",
    "visible",
    "prolog_current_frame",
    "prolog_frame_attribute",
];

/// Which goals the debugger stops at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
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

/// The state of the debugger.
pub struct Tracer {
    /// The goals that it stops at.
    pub mode: Mode,
    /// Goals at greater depth are not shown in this mode.
    pub deepest: usize,
    /// The ports that are shown.
    pub visible: u8,
    /// The ports at which it asks what to do.
    pub leashed: u8,
    /// Shows the ports; there may be none.
    pub front_end: Option<FrontEnd>,
    /// The number of the frame made last.
    pub last_frame: i64,
    /// Whether predicates of the library call goals that they are given, as far as that was asked.
    pub metas: FxHashMap<PredId, bool>,
    /// The places of goals in their sources, by the reference of the clause and the path in its body, as far as they
    /// were asked for.
    pub places: FxHashMap<(u64, Vec<u8>), Option<(usize, usize)>>,
    /// The frame whose goal is to be called again, if any.
    pub retried: Option<i64>,
    /// Whether the exception has been raised before, and caught by the tracer.
    pub throws_again: bool,
    /// How many runs of the debugger itself, or of the interface, are active: their goals are not traced.
    suspended: usize,
    /// Whether the next call is made for the tracer and not taken over.
    passing: bool,
}

impl Default for Tracer {
    fn default() -> Tracer {
        Tracer {
            mode: Mode::Off,
            deepest: usize::MAX,
            visible: USUAL_PORTS,
            leashed: USUAL_PORTS,
            front_end: None,
            last_frame: 0,
            metas: FxHashMap::default(),
            places: FxHashMap::default(),
            retried: None,
            throws_again: false,
            suspended: 0,
            passing: false,
        }
    }
}

impl Tracer {
    /// Whether calls made by the program are taken over.
    pub fn takes_calls(&self) -> bool {
        self.mode == Mode::Trace && self.deepest == usize::MAX && self.suspended == 0
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
}

impl Machine {
    /// Sets which goals the debugger stops at.
    pub fn set_trace_mode(&mut self, mode: Mode) {
        let before = std::mem::replace(&mut self.tracer.mode, mode);
        self.tracer.deepest = usize::MAX;
        self.flags.debug = mode != Mode::Off;
        if (before == Mode::Off) != (mode == Mode::Off) {
            self.reset_watched();
        }
        self.refresh_heap_limit();
    }

    /// Shows no goals deeper than `depth` until the mode or this is set again; all if it is `usize::MAX`.
    pub fn set_trace_depth(&mut self, depth: usize) {
        self.tracer.deepest = depth;
        self.refresh_heap_limit();
    }

    /// Runs `work`, whose goals are not traced.
    pub fn untraced<T>(&mut self, work: impl FnOnce(&mut Machine) -> T) -> T {
        self.tracer.suspended += 1;
        self.refresh_heap_limit();
        let result = work(self);
        self.tracer.suspended -= 1;
        self.refresh_heap_limit();
        result
    }

    /// Sets how a predicate is watched; `None`: not at all.
    pub fn watch_predicate(&mut self, pred: PredId, watched: Option<Watched>) {
        self.db.preds[pred].watched = watched.map(Box::new);
        self.forget_entry(pred);
    }

    /// Makes calls of a predicate, also those by way of an import, pass through its stub again.
    fn forget_entry(&mut self, pred: PredId) {
        self.db.reset_entry(pred);
        let others: Vec<PredId> = self.db.preds.ids().collect();
        for other in others {
            if self.db.preds[other].definition == Definition::Import(pred) {
                self.db.reset_entry(other);
            }
        }
    }

    fn reset_watched(&mut self) {
        let watched: Vec<PredId> = self
            .db
            .preds
            .ids()
            .filter(|&p| self.db.preds[p].watched.is_some())
            .collect();
        for pred in watched {
            self.forget_entry(pred);
        }
    }

    /// Whether calls of a predicate are taken over at its stub.
    pub fn is_watched(&self, pred: PredId) -> bool {
        self.db.preds[pred]
            .watched
            .as_ref()
            .is_some_and(|watched| watched.ports != 0 || watched.spied && self.tracer.mode != Mode::Off)
    }

    /// Returns the predicate whose definition a call of `pred` runs.
    pub fn meaning(&self, pred: PredId) -> PredId {
        let mut own = self.programs_own(pred).unwrap_or(pred);
        while let Definition::Import(other) = self.db.preds[own].definition {
            own = other;
        }
        let p = &self.db.preds[own];
        if p.is_defined() || p.module == known::SYSTEM {
            return own;
        }
        let system = self.db.find(known::SYSTEM, p.functor);
        system
            .filter(|&system| self.db.preds[system].is_defined())
            .unwrap_or(own)
    }

    /// Returns the predicate that a goal in `module` runs, if there is one.
    pub fn called_in(&self, mut module: Atom, functor: Functor) -> Option<PredId> {
        loop {
            if let Some(pred) = self.db.find(module, functor) {
                return Some(self.meaning(pred));
            }
            module = match module {
                known::SYSTEM => return None,
                known::USER => known::SYSTEM,
                _ => self.db.modules.around(module),
            };
        }
    }

    /// Returns the predicate to be entered for a call of `pred` by the loop, which is that of the tracer if the program
    /// makes the call. The library calls its own predicates in module `system`.
    pub(in crate::machine) fn taken_over(&mut self, pred: PredId) -> Result<PredId, Stop> {
        if std::mem::take(&mut self.tracer.passing) || self.db.preds[pred].module == known::SYSTEM {
            return Ok(pred);
        }
        let target = self.meaning(pred);
        if self.is_unseen(target) {
            return Ok(pred);
        }
        self.take_over(target)
    }

    /// Whether calls of a predicate are never shown: primitives of the library, and commands to the debugger.
    pub fn is_unseen(&self, pred: PredId) -> bool {
        let p = &self.db.preds[pred];
        let name = self.atoms.text(p.functor.name());
        p.module == known::SYSTEM && (name.starts_with('$') || COMMANDS.contains(&name))
    }

    /// Handles a call of a watched predicate at its stub.
    pub(in crate::machine) fn enter_watched(&mut self, pred: PredId) -> Step {
        if !std::mem::take(&mut self.tracer.passing) && self.tracer.suspended == 0 {
            let tracer = self.take_over(pred)?;
            return self.goto_pred(tracer);
        }
        let known = self.db.preds[pred].watched.as_ref().and_then(|watched| watched.entry);
        let entry = match known {
            Some(entry) => Some(entry),
            None => {
                let entry = self.ready(pred)?;
                let p = &mut self.db.preds[pred];
                // Loading a library predicate has set it.
                self.db.entries[pred] = p.stub;
                if let Some(watched) = &mut p.watched {
                    watched.entry = entry;
                }
                entry
            }
        };
        match entry {
            Some(label) => {
                self.regs.pc = label.address();
                Ok(())
            }
            None => self.unknown_procedure(pred),
        }
    }

    /// Puts the call of `pred`, whose arguments are in the registers, as a goal in register 0, and returns the predicate
    /// that traces it.
    fn take_over(&mut self, pred: PredId) -> Result<PredId, Stop> {
        self.qualify_arguments(pred)?;
        let (module, functor) = (self.db.preds[pred].module, self.db.preds[pred].functor);
        let arity = functor.arity();
        self.reserve(arity + 4)?;
        let goal = match arity {
            0 => Cell::atom(functor.name()),
            _ if arity > MAX_REGISTER_ARITY => self.x[0],
            _ => {
                let arguments: Vec<Cell> = self.x[..arity].to_vec();
                self.heap.new_term(functor.name(), &arguments)
            }
        };
        self.x[0] = self.heap.new_term(known::COLON, &[Cell::atom(module), goal]);
        Ok(self.db.pred(known::SYSTEM, Functor::new(known::TRACE_CALL, 1)))
    }

    /// Calls the goal in register 0 for the tracer: the call itself is not taken over, the goals that it calls are.
    ///
    /// # Errors
    /// As for any call of a goal.
    pub(in crate::machine) fn pass_goal(&mut self) -> Step {
        self.tracer.passing = true;
        let step = self.call_goal(0);
        // The stub of a watched predicate is still to be passed.
        let instr = self.db.arena.instrs.get(self.regs.pc);
        if step.is_err() || !matches!(instr, Some(Instr::Enter { .. })) {
            self.tracer.passing = false;
        }
        step
    }

    /// Whether the debugger stops at an exception that nothing catches, though its goal is not traced.
    pub(in crate::machine) fn tells_of_uncaught(&self) -> bool {
        self.tracer.mode == Mode::Debug && !self.tracer.is_suspended()
    }

    /// Stops at an exception that nothing catches, before anything is undone.
    ///
    /// # Errors
    /// If the user abandons the query.
    pub(in crate::machine) fn tell_of_uncaught(&mut self, ball: &Record) -> Step {
        let Some(stack) = self.exceptions.stack().cloned() else {
            return Ok(());
        };
        let tell = Functor::new(known::TRACE_UNCAUGHT, 2);
        let pred = self.db.pred(known::SYSTEM, tell);
        if !self.db.preds[pred].is_defined() {
            return Ok(());
        }
        self.reserve(ball.len() + stack.len() + 8)?;
        let frames = stack.unpack(&mut self.heap);
        let ball = ball.unpack(&mut self.heap);
        let goal = self.heap.new_term(tell.name(), &[frames, ball]);
        self.solve_once(goal).map(|_| ())
    }

    /// Returns the first saved register of each choice point that has any, the newest first.
    pub fn choice_arguments(&self) -> impl Iterator<Item = Cell> {
        let with = self.stacks.choices().iter().rev().filter(|choice| choice.count > 0);
        with.map(|choice| self.stacks.saved()[choice.args as usize])
    }
}
