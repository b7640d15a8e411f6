//! The tracer as a stream of events: a front end is a function that is told of each port and decides how to go on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::answer::Answer;
use super::console::Console;
use super::engine::Engine;
use super::error::Error;
use super::input;
use super::run::{self, importer};
use super::term::{Term, TermStore};
use crate::base::known;
use crate::builtins::system::trace::{FrameParts, alternatives};
use crate::builtins::system::{trace_clauses, trace_text};
use crate::code::predicate::Watched;
use crate::machine::Machine;
use crate::machine::trace::{Action, Port, Stopped, TraceMode};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;

/// The place of a goal in a source text.
pub type TracePlace = trace_text::TracedPlace;

/// A clause of the predicate of a traced goal: whether its head matches.
pub type TraceClause = trace_clauses::TracedClause;

/// An argument of a goal that the head of a clause does not match.
pub type TraceMismatch = trace_clauses::ArgumentMismatch;

/// A goal that is running, or that has left alternatives.
#[derive(Clone, Debug)]
pub struct TraceGoal {
    /// The number of its frame; 0 if it is not traced.
    pub frame: i64,
    /// Its depth: 1 for a goal of the query; 0 if it runs compiled.
    pub depth: usize,
    /// Its text.
    pub text: String,
    /// Its place in the source, if known.
    pub place: Option<TracePlace>,
}

/// A port of a traced goal.
pub struct TraceEvent<'m> {
    m: &'m mut Machine,
    stopped: Stopped,
    frame: FrameParts,
}

impl TraceEvent<'_> {
    /// Returns the port.
    pub fn port(&self) -> Port {
        self.stopped.port
    }

    /// Returns the depth of the goal: 1 for a goal of the query.
    pub fn depth(&self) -> usize {
        self.frame.depth
    }

    /// Returns the number of the goal's frame, by which [`Action::Retry`] names it.
    pub fn frame(&self) -> i64 {
        self.frame.number
    }

    /// Returns the number of the frame of the goal whose clause has called this one; 0 for a goal of the query.
    pub fn parent(&self) -> i64 {
        FrameParts::of(self.m, self.frame.parent).map_or(0, |parent| parent.number)
    }

    /// Returns the number of the clause whose head has matched, at the unify port; see [`TraceEvent::clauses`].
    pub fn entered(&self) -> Option<u64> {
        let is_there = self.stopped.port == Port::Unify;
        is_there
            .then(|| trace_clauses::number_of(self.m, self.stopped.extra))
            .flatten()
    }

    /// Returns the clauses of the goal's predicate, and which argument of the goal, as it is now, each head does not match;
    /// none if there are more than `most`.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use ferz::{Engine, debug::TraceAction};
    ///
    /// let mut engine = Engine::new();
    /// engine.consult_str("size(mouse, 1). size(fox, 2).")?;
    /// let found = Arc::new(Mutex::new(Vec::new()));
    /// let told = Arc::clone(&found);
    /// engine.debugger().trace(move |event| {
    ///     let mismatches = event.clauses(10).unwrap_or_default().into_iter().filter_map(|clause| clause.mismatch);
    ///     told.lock().unwrap().extend(mismatches.map(|one| (one.argument, one.head, one.goal)));
    ///     TraceAction::Finish
    /// });
    /// assert!(engine.succeeds("size(fox, 2)")?);
    /// assert_eq!(*found.lock().unwrap(), [(1, "mouse".to_owned(), "fox".to_owned())]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn clauses(&mut self, most: usize) -> Result<Vec<TraceClause>, Error> {
        trace_clauses::clauses_of(self.m, &self.frame, most).map_err(|_| run::raised_amid(self.m))
    }

    /// Returns the way from the body of the clause to the goal: the names of the control constructs and the numbers of
    /// their arguments, the outermost first. It is `None` for goals of the query, and those that built-ins call.
    pub fn way(&mut self) -> Option<Vec<(String, usize)>> {
        trace_clauses::way_of(self.m, &self.frame)
    }

    /// Returns the goal, as it is now.
    ///
    /// # Errors
    /// If there is no room for the copy.
    pub fn goal(&mut self) -> Result<Term, Error> {
        let goal = trace_text::shown_goal(self.m, &self.frame);
        copy(self.m, goal)
    }

    /// Returns the module, the name and the number of arguments of the goal's predicate.
    pub fn predicate(&self) -> (String, String, usize) {
        let m = &self.m;
        let (name, arity) = match m.view(self.frame.goal) {
            View::Struct(functor, _) => {
                let shown = m.session.shown(functor);
                (shown.name(), shown.arity())
            }
            View::Atom(name) => (name, 0),
            _ => (known::DOT, 2),
        };
        let text = |atom| m.atoms.text(atom).to_owned();
        (text(self.frame.module), text(name), arity)
    }

    /// Returns the exception, at its port.
    pub fn exception(&mut self) -> Option<Term> {
        let is_there = self.stopped.port == Port::Exception;
        is_there.then(|| copy(self.m, self.stopped.extra).ok()).flatten()
    }

    /// Returns the message for the exception, at its port.
    pub fn exception_message(&mut self) -> Option<String> {
        if self.stopped.port != Port::Exception {
            return None;
        }
        let m = &mut *self.m;
        m.reserve(16).ok()?;
        let (unhandled, to_lines) = (m.intern("unhandled_exception"), m.intern("message_to_lines"));
        let about = m.heap.new_term(unhandled, &[self.stopped.extra]);
        let lines = m.heap.new_var();
        let goal = m.heap.new_term(to_lines, &[about, lines]);
        m.solve_once(goal).ok().filter(|&found| found)?;
        run::lines_text(m, lines)
    }

    /// Whether the goal may have more solutions, at the exit port.
    pub fn has_alternatives(&self) -> bool {
        self.stopped.port == Port::Exit && self.m.deref(self.stopped.extra) == Cell::atom(known::TRUE)
    }

    /// Whether this is a trace point (`trace/2`): it is only told of, and the action is ignored.
    pub fn is_trace_point(&self) -> bool {
        self.stopped.is_point
    }

    /// Whether the program wants the user to be asked at this port (`leash/1`).
    pub fn is_leashed(&self) -> bool {
        !self.stopped.is_point && self.stopped.port.is_in(self.m.tracer.leashed)
    }

    /// Returns the place of the goal in its source, if it is known.
    pub fn place(&mut self) -> Option<TracePlace> {
        trace_text::place_of(self.m, &self.frame)
    }

    /// Returns the variables of the clause that the goal is in: their names in the source, and their values.
    ///
    /// # Errors
    /// If there is no room for the copies.
    pub fn variables(&mut self) -> Result<Vec<(String, Term)>, Error> {
        let variables = trace_text::variables_of(self.m, &self.frame);
        let (names, cells): (Vec<String>, Vec<Cell>) = variables.into_iter().unzip();
        Ok(names.into_iter().zip(copies(self.m, &cells)?).collect())
    }

    /// Returns the texts of the variables of the clause, `Name = Value`.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn variable_texts(&mut self) -> Result<Vec<String>, Error> {
        let mut texts = Vec::new();
        for (name, value) in trace_text::variables_of(self.m, &self.frame) {
            let value = trace_text::term_text(self.m, &self.frame, value, trace_text::DEPTH, true);
            let value = value.map_err(|_| run::raised_amid(self.m))?;
            if value != name {
                texts.push(format!("{name} = {value}"));
            }
        }
        Ok(texts)
    }

    /// Returns the text of the goal, to a depth, 0 for all of it. Unbound variables have their names in the source.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn goal_text(&mut self, depth: usize) -> Result<String, Error> {
        trace_text::goal_text(self.m, &self.frame, depth, true).map_err(|_| run::raised_amid(self.m))
    }

    /// Returns the line that the prompt shows: `    Call: (2) p(X)   [file.pl:3]`. The goal is shown to a depth, 0 for
    /// all of it.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn line(&mut self, depth: usize) -> Result<String, Error> {
        trace_text::port_line(self.m, self.stopped, depth, true).map_err(|_| run::raised_amid(self.m))
    }

    /// Returns at most `most` of the goals that are running, the innermost first.
    ///
    /// # Errors
    /// If there is no room for their texts.
    pub fn stack(&mut self, most: usize) -> Result<Vec<TraceGoal>, Error> {
        let mut goals = Vec::new();
        let mut next = Some(self.frame);
        while let Some(frame) = next.filter(|_| goals.len() < most) {
            goals.push(self.described(&frame)?);
            next = FrameParts::of(self.m, frame.parent);
        }
        if self.frame.number > 0 && goals.len() < most {
            self.add_compiled(&mut goals, most)?;
        }
        Ok(goals)
    }

    /// Adds the goals around them that run compiled, since they are not traced. Their numbers are 0.
    fn add_compiled(&mut self, goals: &mut Vec<TraceGoal>, most: usize) -> Result<(), Error> {
        let m = &mut *self.m;
        let stack = m.current_stack().map_err(|_| run::raised_amid(m))?;
        let items = walk::list_to_vec(&m.heap, stack).unwrap_or_default();
        for item in items.into_iter().take(most - goals.len()) {
            let View::Struct(_, at) = m.view(item) else { continue };
            let (place, goal) = (m.heap.get(at + 1), m.heap.get(at + 2));
            if !matches!(m.view(place), View::Struct(f, _) if f.name() == known::CLAUSE) {
                continue;
            }
            let text = trace_text::term_text(m, &self.frame, goal, trace_text::DEPTH, true);
            goals.push(TraceGoal {
                frame: 0,
                depth: 0,
                text: text.map_err(|_| run::raised_amid(m))?,
                place: None,
            });
        }
        Ok(())
    }

    /// Returns at most `most` of the goals that have left alternatives, the newest first.
    ///
    /// # Errors
    /// If there is no room for their texts.
    pub fn alternatives(&mut self, most: usize) -> Result<Vec<TraceGoal>, Error> {
        let frames = alternatives(self.m, most);
        frames.iter().map(|frame| self.described(frame)).collect()
    }

    /// Returns the event as it is seen from another goal of [`TraceEvent::stack`]: from the one so many places further out.
    /// The goal, the place, the variables and the queries are those of that goal; `None` if it is not traced.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use ferz::{Engine, debug::TraceAction};
    ///
    /// let mut engine = Engine::new();
    /// engine.consult_str("p(X) :- q(X, 1). q(Y, Z) :- Y is Z + 1.")?;
    /// let told = Arc::new(Mutex::new(Vec::new()));
    /// let seen = Arc::clone(&told);
    /// engine.debugger().trace(move |event| {
    ///     for level in 0..event.depth() {
    ///         let names = event.outer(level).and_then(|mut outer| outer.variables().ok()).unwrap_or_default();
    ///         seen.lock().unwrap().push(names.into_iter().map(|(name, _)| name).collect::<String>());
    ///     }
    ///     TraceAction::Creep
    /// });
    /// assert!(engine.once("p(A)")?.is_some());
    /// assert_eq!(told.lock().unwrap()[3..6], ["YZ", "X", "A"]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn outer(&mut self, levels: usize) -> Option<TraceEvent<'_>> {
        let mut frame = self.frame;
        for _ in 0..levels {
            frame = FrameParts::of(self.m, frame.parent)?;
        }
        Some(self.seen_from(frame))
    }

    /// Returns the event as it is seen from the goal with this index in [`TraceEvent::alternatives`].
    pub fn alternative(&mut self, index: usize) -> Option<TraceEvent<'_>> {
        let frame = alternatives(self.m, index.saturating_add(1)).into_iter().nth(index)?;
        Some(self.seen_from(frame))
    }

    fn seen_from(&mut self, frame: FrameParts) -> TraceEvent<'_> {
        let stopped = self.stopped;
        TraceEvent {
            m: self.m,
            stopped,
            frame,
        }
    }

    /// Returns the place of the clause whose head has matched, at the unify port.
    pub fn entered_place(&mut self) -> Option<TracePlace> {
        let is_there = self.stopped.port == Port::Unify;
        is_there
            .then(|| trace_clauses::place_of(self.m, self.stopped.extra))
            .flatten()
    }

    /// Returns the frame of the goal at a depth: this one, or one of those around it.
    pub fn frame_at(&self, depth: usize) -> Option<i64> {
        let mut frame = self.frame;
        while frame.depth > depth {
            frame = FrameParts::of(self.m, frame.parent)?;
        }
        (frame.depth == depth).then_some(frame.number)
    }

    fn described(&mut self, frame: &FrameParts) -> Result<TraceGoal, Error> {
        let text = trace_text::goal_text(self.m, frame, trace_text::DEPTH, true);
        Ok(TraceGoal {
            frame: frame.number,
            depth: frame.depth,
            text: text.map_err(|_| run::raised_amid(self.m))?,
            place: trace_text::place_of(self.m, frame),
        })
    }

    /// Sets or removes the spy point on the goal's predicate.
    pub fn set_spy(&mut self, on: bool) {
        let Some(pred) = self.frame.predicate(self.m) else {
            return;
        };
        let ports = self.m.db.preds[pred]
            .watched
            .as_ref()
            .map_or(0, |watched| watched.ports);
        let watched = Watched {
            spied: on,
            ports,
            entry: None,
        };
        self.m.db.watch_predicate(pred, (on || ports != 0).then_some(watched));
    }

    /// Runs a query to its first solution, in the middle of the program, and undoes its bindings. Variables with the
    /// names of variables of the goal's clause have their values.
    ///
    /// # Errors
    /// If the text cannot be read, or the goal raises an exception.
    pub fn once(&mut self, text: &str) -> Result<Option<Answer>, Error> {
        let parsed = input::parse(self.m, text)?;
        for (name, value) in trace_text::variables_of(self.m, &self.frame) {
            if let Some((_, variable)) = parsed.variables.iter().find(|(known, _)| *known == name) {
                self.m.unify_terms(*variable, value);
            }
        }
        let m = &mut *self.m;
        let (names, cells): (Vec<String>, Vec<Cell>) = parsed.variables.into_iter().unzip();
        m.reserve(cells.len() + 16).map_err(|_| Error::memory())?;
        let variables = m.heap.new_term(known::SYSTEM_GOAL, &cells);
        let (findall, once) = (m.intern("findall"), m.intern("once"));
        let goal = m.heap.new_term(once, &[parsed.goal]);
        let found = m.heap.new_var();
        let goal = m.heap.new_term(findall, &[variables, goal, found]);
        m.solve_once(goal).map_err(|_| run::raised_amid(m))?;
        let View::List(at) = m.view(found) else {
            return Ok(None);
        };
        let values = match m.view(m.heap.get(at)) {
            View::Struct(functor, first) => (0..functor.arity()).map(|i| m.heap.get(first + i)).collect(),
            _ => Vec::new(),
        };
        Ok(Some(Answer {
            bindings: names.into_iter().zip(copies(m, &values)?).collect(),
            residual: Vec::new(),
            undefined: None,
            portrayed: Vec::new(),
            last: true,
        }))
    }

    /// Returns the standard streams of the engine.
    pub fn console(&mut self) -> Console<'_> {
        Console::new(&mut self.m.streams)
    }
}

fn copy(m: &mut Machine, cell: Cell) -> Result<Term, Error> {
    let mut all = copies(m, &[cell])?;
    all.pop().ok_or_else(Error::memory)
}

/// Copies terms, which may share variables.
fn copies(m: &mut Machine, cells: &[Cell]) -> Result<Vec<Term>, Error> {
    let copied = {
        let mut importer = importer(m);
        let roots: Result<Vec<u32>, _> = cells.iter().map(|&cell| importer.import(cell)).collect();
        roots.map(|roots| (roots, importer.finish()))
    };
    let Ok((roots, store)) = copied else {
        return Err(run::given_up(m));
    };
    let store: Arc<TermStore> = Arc::new(store);
    let terms = roots.into_iter().map(|root| Term {
        store: Arc::clone(&store),
        root,
    });
    Ok(terms.collect())
}

/// Which goals the tracer stops at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugMode {
    /// None.
    Off,
    /// Those of spied predicates.
    Debug,
    /// All.
    Trace,
}

/// The debugger of an engine: [`Engine::debugger`] gives it.
#[derive(Debug)]
pub struct Debugger<'e> {
    pub(super) engine: &'e mut Engine,
}

impl Engine {
    /// Returns the debugger: what traces queries, and what is done when they are paused.
    pub fn debugger(&mut self) -> Debugger<'_> {
        Debugger { engine: self }
    }
}

impl Debugger<'_> {
    /// Traces all queries from now on: `front_end` is told of each port, and returns how to go on.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use ferz::{Engine, debug::TraceAction};
    ///
    /// let mut engine = Engine::new();
    /// engine.consult_str("p(X) :- q(X), r(X). q(1). q(2). r(2).")?;
    /// let lines = Arc::new(Mutex::new(Vec::new()));
    /// let told = Arc::clone(&lines);
    /// engine.debugger().trace(move |event| {
    ///     let goal = event.goal_text(0).unwrap_or_default();
    ///     told.lock().unwrap().push(format!("{:?} {goal}", event.port()));
    ///     TraceAction::Creep
    /// });
    /// assert!(engine.once("p(X)")?.is_some());
    /// engine.debugger().set_debug_mode(ferz::debug::DebugMode::Off);
    /// let lines = lines.lock().unwrap().join(", ");
    /// assert_eq!(
    ///     lines,
    ///     "Call p(X), Call q(X), Exit q(1), Call r(1), Fail r(1), Redo q(1), Exit q(2), Call r(2), Exit r(2), Exit p(2)"
    /// );
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn trace(&mut self, front_end: impl FnMut(&mut TraceEvent<'_>) -> Action + Send + 'static) {
        self.set_tracer(front_end);
        self.set_debug_mode(DebugMode::Trace);
    }

    /// Sets the front end of the tracer, for programs that begin to trace themselves (`trace/0`, `spy/1`). Without one,
    /// ports are written to the standard error stream. The time that it takes does not count against the time limit; if
    /// it panics, the query is abandoned.
    pub fn set_tracer(&mut self, mut front_end: impl FnMut(&mut TraceEvent<'_>) -> Action + Send + 'static) {
        let told = move |m: &mut Machine, stopped: Stopped| {
            let Some(frame) = FrameParts::of(m, stopped.frame) else {
                return Action::Creep;
            };
            let mut event = TraceEvent { m, stopped, frame };
            // The message of a panic has been shown.
            catch_unwind(AssertUnwindSafe(|| front_end(&mut event))).unwrap_or(Action::Abort)
        };
        self.engine.machine.tracer.front_end = Some(Box::new(told));
    }

    /// Sets which goals the tracer stops at.
    pub fn set_debug_mode(&mut self, mode: DebugMode) {
        self.engine.machine.set_trace_mode(match mode {
            DebugMode::Off => TraceMode::Off,
            DebugMode::Debug => TraceMode::Debug,
            DebugMode::Trace => TraceMode::Trace,
        });
    }

    /// Returns which goals the tracer stops at: programs change it too.
    pub fn debug_mode(&self) -> DebugMode {
        match self.engine.machine.tracer.mode {
            TraceMode::Off => DebugMode::Off,
            TraceMode::Debug => DebugMode::Debug,
            TraceMode::Trace => DebugMode::Trace,
        }
    }
}
