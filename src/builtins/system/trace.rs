//! The debugger's primitives: its modes, spy points, and the ports of goals.
//!
//! `library/boot/trace.pl` runs traced goals; its frames are terms, which [`FrameParts`] reads.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::builtins::database::clause_refs;
use crate::builtins::database::clauses::{callable, parse_indicator};
use crate::builtins::system::trace_body::with_negated_bodies;
use crate::builtins::system::trace_text::show_port;
use crate::code::instr::PredId;
use crate::code::packed::Neck;
use crate::code::predicate::{Definition, Watched};
use crate::machine::Machine;
use crate::machine::trace::{Action, Port, Stopped, TraceMode};
use crate::native::args::list_arg::{new_list, proper_list};
use crate::native::{Native, NativeRun, Next, Step, Stop, det, holds, nondet};
use crate::term::cell::Cell;
use crate::term::order::subsumes;
use crate::term::view::View;
use crate::term::walk::Variables;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("trace", 0, trace_0)
        .doc("Starts tracing: the goals that follow are shown at their ports, and the user is asked how to go on.")
        .examples(&[("trace, nodebug", "true")]),
    det!("notrace", 0, notrace_0)
        .doc("Stops tracing; spy points stay active.")
        .examples(&[("notrace", "true")]),
    det!("tracing", 0, tracing_0)
        .doc("True if goals are traced.")
        .examples(&[("tracing", "false")]),
    det!("debug", 0, debug_0)
        .doc("Starts debug mode: spy points stop the program, and so do errors that nothing catches.")
        .examples(&[("debug, nodebug", "true")]),
    det!("nodebug", 0, nodebug_0)
        .doc("Ends debug mode and tracing.")
        .examples(&[("nodebug", "true")]),
    det!("$debug_mode(-mode)", 1, debug_mode_1).doc("Unifies mode with off, debug or trace."),
    det!("$watch(+indicator, +what, +ports)", 3, watch_3)
        .doc("Sets (on) or removes (off) a spy point, or sets the ports (ports) that are shown without stopping."),
    det!("$watched(-list)", 1, watched_1)
        .doc("Unifies list with the watched predicates, watched(Indicator, Spied, Ports)."),
    det!("$debugger_ports(+which, -old, +new)", 3, ports_3)
        .doc("Unifies old with the ports that are visible, or leashed, and sets them to those of the list new."),
    det!("$trace_frame(+module, +goal, +site, +parent, -frame)", 5, trace_frame_5)
        .doc("Makes the frame of a goal that is to be shown; fails if it is not."),
    nondet!("$trace_clause(+frame, -clause)", 2, trace_clause_2)
        .doc("Unifies the goal of a frame with the head of a clause, and clause with the parts of that clause."),
    det!("$trace_port(+port, +frame, +extra, -action)", 4, trace_port_4)
        .doc("Shows a port, unless it is hidden, and unifies action with what to do next."),
    det!("$trace_retried(+frame)", 1, trace_retried_1).doc("True, once, if the goal of frame is to be called again."),
    det!("$trace_hides(+parent, +module, +goal)", 3, trace_hides_3)
        .doc("True if a call made inside parent is an internal step of the library."),
    det!("$trace_parent(-frame)", 1, trace_parent_1)
        .doc("Unifies frame with the innermost frame that is running, or []."),
    det!("$trace_inside(+frame)", 1, trace_inside_1).doc("Makes frame the innermost one, until backtracking."),
    det!("$trace_throw(+ball)", 1, trace_throw_1).doc("Raises an exception again, of which the tracer has told."),
    det!("$resumed(-count)", 1, resumed_1).doc("Unifies count with the number of calls of continuations so far."),
    det!("$untraced(+goal)", 1, untraced_1).doc("Calls goal once; no goal that it calls is traced."),
    Native::new("$trace_pass(+goal)", 1, NativeRun::Control(trace_pass_1))
        .doc("Calls the goal of the tracer without taking over this call."),
];

/// The parts of a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameParts {
    /// Its number.
    pub number: i64,
    /// Its depth, from 1.
    pub depth: usize,
    /// The module of the goal's predicate.
    pub module: Atom,
    /// The goal.
    pub goal: Cell,
    /// The frame of the goal whose clause called it, or `[]`.
    pub parent: Cell,
    /// The place in the clause, or `[]`.
    pub site: Cell,
    /// The number of choice points before its own.
    pub level: Cell,
}

impl FrameParts {
    /// Reads a frame.
    pub(crate) fn of(m: &Machine, frame: Cell) -> Option<FrameParts> {
        let View::Struct(functor, at) = m.view(frame) else {
            return None;
        };
        if functor != Functor::new(known::TRACE_FRAME, 8) {
            return None;
        }
        let part = |i: usize| m.deref(m.heap.get(at + i));
        let (View::Int(number), View::Int(depth), View::Atom(module)) =
            (m.view(part(0)), m.view(part(1)), m.view(part(2)))
        else {
            return None;
        };
        Some(FrameParts {
            number,
            depth: usize::try_from(depth).unwrap_or(0),
            module,
            goal: part(3),
            parent: part(4),
            site: part(5),
            level: part(6),
        })
    }

    /// Returns the predicate of the goal.
    pub(crate) fn predicate(&self, m: &Machine) -> Option<PredId> {
        let functor = functor_of(m, self.goal)?;
        m.db.called_in(self.module, functor)
    }
}

fn functor_of(m: &Machine, goal: Cell) -> Option<Functor> {
    match m.view(goal) {
        View::Atom(name) => Some(Functor::new(name, 0)),
        View::Struct(functor, _) => Some(functor),
        View::List(_) => Some(Functor::new(known::DOT, 2)),
        _ => None,
    }
}

fn trace_0(m: &mut Machine) -> Step {
    m.set_trace_mode(TraceMode::Trace);
    Ok(())
}

fn notrace_0(m: &mut Machine) -> Step {
    if m.tracer.mode == TraceMode::Trace {
        m.set_trace_mode(TraceMode::Debug);
    }
    Ok(())
}

fn tracing_0(m: &mut Machine) -> Step {
    holds(m.tracer.mode == TraceMode::Trace)
}

fn debug_0(m: &mut Machine) -> Step {
    if m.tracer.mode == TraceMode::Off {
        m.set_trace_mode(TraceMode::Debug);
    }
    Ok(())
}

fn nodebug_0(m: &mut Machine) -> Step {
    m.set_trace_mode(TraceMode::Off);
    Ok(())
}

fn debug_mode_1(m: &mut Machine, mode: Cell) -> Step {
    let name = m.intern(match m.tracer.mode {
        TraceMode::Off => "off",
        TraceMode::Debug => "debug",
        TraceMode::Trace => "trace",
    });
    m.unify(mode, Cell::atom(name))
}

fn watch_3(m: &mut Machine, indicator: Cell, what: Cell, ports: Cell) -> Step {
    let (module, functor) = parse_indicator(m, indicator)?;
    let pred = m.db.called_in(module, functor).ok_or(Stop::Fail)?;
    let View::Atom(what) = m.view(what) else {
        return Err(m.instantiation_error());
    };
    let old = m.db.preds[pred].watched.as_ref();
    let (spied, shown) = old.map_or((false, 0), |old| (old.spied, old.ports));
    let (spied, ports) = match m.atoms.text(what) {
        "on" => (true, shown),
        "off" => (false, shown),
        _ => (spied, port_set(m, ports)?),
    };
    let watched = Watched {
        spied,
        ports,
        entry: None,
    };
    m.db.watch_predicate(pred, (spied || ports != 0).then_some(watched));
    Ok(())
}

fn port_set(m: &mut Machine, list: Cell) -> Result<u8, Stop> {
    let mut set = 0;
    for item in proper_list(m, list)? {
        let View::Atom(name) = m.view(item) else {
            return Err(m.instantiation_error());
        };
        if let Some(port) = Port::named(m.atoms.text(name)) {
            set |= port as u8;
        }
    }
    Ok(set)
}

fn port_list(m: &mut Machine, set: u8) -> Result<Cell, Stop> {
    let names = Port::ALL.iter().filter(|(port, _)| port.is_in(set));
    let cells: Vec<Cell> = names.map(|(_, name)| Cell::atom(m.intern(name))).collect();
    new_list(m, &cells)
}

fn watched_1(m: &mut Machine, list: Cell) -> Step {
    let ids: Vec<PredId> =
        m.db.preds
            .ids()
            .filter(|&pred| m.db.preds[pred].watched.is_some())
            .collect();
    let mut found = Vec::new();
    for pred in ids {
        let p = &m.db.preds[pred];
        let Some(watched) = &p.watched else { continue };
        let (spied, ports, module, functor) = (watched.spied, watched.ports, p.module, p.functor);
        m.reserve(16)?;
        let functor = m.session.shown(functor);
        let indicator = m.heap.indicator(functor);
        let name = m.heap.new_term(known::COLON, &[Cell::atom(module), indicator]);
        let spied = Cell::atom(if spied { known::TRUE } else { known::FALSE });
        let ports = port_list(m, ports)?;
        let watched = m.intern("watched");
        found.push(m.heap.new_term(watched, &[name, spied, ports]));
    }
    let found = new_list(m, &found)?;
    m.unify(list, found)
}

fn ports_3(m: &mut Machine, which: Cell, old: Cell, new: Cell) -> Step {
    let View::Atom(which) = m.view(which) else {
        return Err(m.instantiation_error());
    };
    let is_leash = m.atoms.text(which) == "leashed";
    let now = if is_leash { m.tracer.leashed } else { m.tracer.visible };
    let list = port_list(m, now)?;
    m.unify(old, list)?;
    if !m.deref(new).is_variable() {
        let set = port_set(m, new)?;
        if is_leash {
            m.tracer.leashed = set;
        } else {
            m.tracer.visible = set;
        }
    }
    Ok(())
}

fn trace_frame_5(m: &mut Machine, module: Cell, goal: Cell, site: Cell, parent: Cell, frame: Cell) -> Step {
    let depth = FrameParts::of(m, parent).map_or(0, |parent| parent.depth) + 1;
    let (View::Atom(module), Some(functor)) = (m.view(module), functor_of(m, goal)) else {
        // The call raises the error.
        return Err(Stop::Fail);
    };
    let pred = m.db.called_in(module, functor);
    let is_shown = m.tracer.mode == TraceMode::Trace && depth <= m.tracer.deepest;
    let is_watched = pred.is_some_and(|pred| m.tracer.is_watched(&m.db, pred));
    if !is_watched && (!is_shown || pred.is_some_and(|pred| m.db.is_unseen(&m.atoms, pred))) {
        return Err(Stop::Fail);
    }
    let kind = match pred {
        Some(pred) => kind_of(m, pred),
        None => "opaque",
    };
    if let Some(pred) = pred {
        m.tables.note_traced_call(&m.db, pred);
    }
    let (kind, owner) = (m.intern(kind), pred.map_or(module, |pred| m.db.preds[pred].module));
    m.tracer.last_frame += 1;
    m.reserve(16 + functor.arity())?;
    let goal = match pred {
        Some(pred) => m.qualified_goal(module, pred, goal)?,
        None => goal,
    };
    let level = m.heap.new_var();
    let parts = [
        Cell::int(m.tracer.last_frame),
        Cell::int(depth as i64),
        Cell::atom(owner),
        goal,
        parent,
        site,
        level,
        Cell::atom(kind),
    ];
    let new = m.heap.new_term(known::TRACE_FRAME, &parts);
    m.unify(frame, new)
}

/// How a goal of the predicate is run.
fn kind_of(m: &mut Machine, pred: PredId) -> &'static str {
    let p = &m.db.preds[pred];
    let has_clauses = p.definition == Definition::Clauses || p.dynamic;
    if p.module == known::SYSTEM {
        return if calls_goals(m, pred) { "meta" } else { "opaque" };
    }
    match has_clauses && !m.flags.checks_occurs(&m.db, pred) {
        true if p.matching && p.live > 0 => "rules",
        true => "clauses",
        false => "opaque",
    }
}

/// Whether an argument of a predicate of the system is a goal.
fn calls_goals(m: &mut Machine, pred: PredId) -> bool {
    let p = &m.db.preds[pred];
    if let Definition::Native(id) = p.definition {
        return m
            .calls
            .natives()
            .get(usize::from(id))
            .is_some_and(|native| native.head.contains(':'));
    }
    if p.definition == Definition::Code {
        return true;
    }
    if let Some(&known) = m.tracer.metas.get(&pred) {
        return known;
    }
    let name = m.atoms.text(p.functor.name());
    let starts = [format!("%! {name}("), format!("%! '{name}'(")];
    let found = m.library.texts().flat_map(|(_, text)| text.lines()).any(|line| {
        starts.iter().any(|start| line.starts_with(start.as_str()))
            && line
                .split(" is ")
                .next()
                .is_some_and(|head| head.contains("(:") || head.contains(" :"))
    });
    m.tracer.metas.insert(pred, found);
    found
}

fn trace_hides_3(m: &mut Machine, parent: Cell, module: Cell, goal: Cell) -> Step {
    let (View::Atom(module), Some(functor)) = (m.view(module), functor_of(m, goal)) else {
        return Err(Stop::Fail);
    };
    let is_system =
        m.db.called_in(module, functor)
            .is_some_and(|pred| m.db.preds[pred].module == known::SYSTEM);
    let View::Struct(_, at) = m.view(parent) else {
        return Err(Stop::Fail);
    };
    let kind = m.deref(m.heap.get(at + 7));
    holds(is_system && m.atoms.text(kind.as_atom()) == "opaque" && is_of_system(m, parent))
}

fn is_of_system(m: &Machine, frame: Cell) -> bool {
    FrameParts::of(m, frame).is_some_and(|frame| frame.module == known::SYSTEM)
}

fn trace_clause_2(m: &mut Machine, state: Option<Cell>, frame: Cell, clause: Cell) -> Result<Option<Cell>, Stop> {
    let parts = FrameParts::of(m, frame).ok_or(Stop::Fail)?;
    callable(m, parts.goal)?;
    let pred = parts.predicate(m).ok_or(Stop::Fail)?;
    let context = m.db.preds[pred].module;
    m.search(state, pred, parts.goal, |m, id| {
        let neck = m.db.clauses[id].shape.neck();
        let (head, body) = m.unpack_clause(id)?;
        if neck != Neck::Unify && !subsumes(&m.heap, head, parts.goal) {
            return Ok(false);
        }
        let mut variables = Variables::default();
        variables.add(&m.heap, head);
        variables.add(&m.heap, body);
        m.reserve(variables.cells.len() + 16)?;
        let variables = m.heap.new_term(known::VAR, &variables.cells);
        let body = with_negated_bodies(m, body)?;
        if !m.unify_terms(head, parts.goal) {
            return Ok(false);
        }
        let neck = m.intern(if neck == Neck::Match { "match" } else { "unify" });
        let reference = clause_refs::reference(m, id);
        let name = m.intern("clause");
        let found = [reference, variables, Cell::atom(context), Cell::atom(neck), body];
        let found = m.heap.new_term(name, &found);
        Ok(m.unify_terms(clause, found))
    })
}

fn trace_retried_1(m: &mut Machine, frame: Cell) -> Step {
    let number = FrameParts::of(m, frame).map(|parts| parts.number);
    let is_wanted = m.tracer.retried.is_some() && m.tracer.retried == number;
    if is_wanted {
        m.tracer.retried = None;
    }
    holds(is_wanted)
}

/// The name of the variable that holds the innermost frame.
const INNERMOST: &str = "$trace_frame";

/// Returns the innermost frame that is running, or `[]`.
pub(crate) fn innermost_frame(m: &mut Machine) -> Cell {
    let name = m.intern(INNERMOST);
    m.session.noted(&m.heap, name).unwrap_or(Cell::NIL)
}

fn trace_parent_1(m: &mut Machine, frame: Cell) -> Step {
    let innermost = innermost_frame(m);
    m.unify(frame, innermost)
}

fn trace_inside_1(m: &mut Machine, frame: Cell) -> Step {
    let (name, frame) = (m.intern(INNERMOST), m.deref(frame));
    m.reserve(8)?;
    m.session.note_global(&mut m.heap, &mut m.stacks, name, frame);
    Ok(())
}

fn resumed_1(m: &mut Machine, count: Cell) -> Step {
    let resumed = i64::try_from(m.tracer.resumed).unwrap_or(i64::MAX);
    m.unify(count, Cell::int(resumed))
}

fn untraced_1(m: &mut Machine, goal: Cell) -> Step {
    let succeeded = m.untraced(|m| m.solve_once(goal))?;
    holds(succeeded)
}

fn trace_throw_1(m: &mut Machine, ball: Cell) -> Step {
    let stop = m.throw_of_program(ball);
    m.tracer.throws_again = true;
    Err(stop)
}

fn trace_pass_1(m: &mut Machine) -> Result<Next, Stop> {
    Ok(Next::Pass(m.arg(0)))
}

fn trace_port_4(m: &mut Machine, port: Cell, frame: Cell, extra: Cell, action: Cell) -> Step {
    let View::Atom(name) = m.view(port) else {
        return Err(m.instantiation_error());
    };
    // The exception port of a goal that is not traced itself.
    let is_uncaught = m.atoms.text(name) == "uncaught";
    let port = if is_uncaught {
        Some(Port::Exception)
    } else {
        Port::named(m.atoms.text(name))
    };
    let (Some(port), Some(parts)) = (port, FrameParts::of(m, frame)) else {
        return Err(Stop::Fail);
    };
    let asked = told(m, port, frame, extra, &parts, is_uncaught)?;
    let result = match asked {
        Action::Retry(number) => {
            // A frame that is not traced cannot be called again.
            match level_of(m, frame, number) {
                Some(level) => {
                    m.tracer.retried = Some(number);
                    let retry = m.intern("retry");
                    m.heap.new_term(retry, &[level])
                }
                None => Cell::atom(m.intern("creep")),
            }
        }
        Action::Fail => Cell::atom(known::FAIL),
        Action::Ignore => Cell::atom(m.intern("ignore")),
        Action::Abort => return Err(m.abort()),
        _ if m.tracer.mode == TraceMode::Trace && parts.depth < m.tracer.deepest => Cell::atom(m.intern("creep")),
        _ => Cell::atom(m.intern("skip")),
    };
    m.unify(action, result)
}

/// Tells the front end of a port that is shown, and does what it asks for.
fn told(
    m: &mut Machine,
    port: Port,
    frame: Cell,
    extra: Cell,
    parts: &FrameParts,
    always: bool,
) -> Result<Action, Stop> {
    let pred = parts.predicate(m);
    let watched = pred.and_then(|pred| m.db.preds[pred].watched.as_ref());
    let (spied, ports) = watched.map_or((false, 0), |watched| (watched.spied, watched.ports));
    if port.is_in(ports) {
        let point = Stopped {
            port,
            frame,
            extra,
            is_point: true,
        };
        call_front_end(m, point)?;
    }
    let tracer = &&m.tracer;
    let stops = match tracer.mode {
        TraceMode::Off => false,
        _ if always => true,
        TraceMode::Trace if parts.depth <= tracer.deepest => true,
        _ => spied && !matches!(port, Port::Redo | Port::Unify),
    };
    if !stops || !port.is_in(tracer.visible) || tracer.is_suspended() {
        return Ok(Action::Creep);
    }
    m.tracer.retried = None;
    let asked = call_front_end(
        m,
        Stopped {
            port,
            frame,
            extra,
            is_point: false,
        },
    )?;
    match asked {
        // The goals around it are not traced.
        Action::Creep if always => {}
        Action::Creep | Action::Retry(_) | Action::Fail | Action::Ignore => m.set_trace_mode(TraceMode::Trace),
        Action::Skip | Action::Up => {
            m.set_trace_mode(TraceMode::Trace);
            if asked == Action::Up {
                m.set_trace_depth(parts.depth.saturating_sub(1));
            } else if matches!(port, Port::Call | Port::Redo | Port::Unify) {
                m.set_trace_depth(parts.depth);
            }
        }
        Action::Leap => m.set_trace_mode(TraceMode::Debug),
        Action::Finish => m.set_trace_mode(TraceMode::Off),
        Action::Abort => {}
    }
    Ok(asked)
}

/// Calls the front end, or writes the port if there is none.
///
/// # Errors
/// The exception of an interrupt that came meanwhile.
fn call_front_end(m: &mut Machine, stopped: Stopped) -> Result<Action, Stop> {
    let asked = m.untraced(|m| match m.tracer.front_end.take() {
        Some(mut front_end) => {
            // Thinking is not limited.
            let has_clock = m.limits.has_clock();
            m.limits.stop_clock();
            let action = front_end(m, stopped);
            if has_clock {
                m.limits.start_clock();
            }
            m.tracer.front_end.get_or_insert(front_end);
            Ok(action)
        }
        None => show_port(m, stopped).map(|()| Action::Creep),
    })?;
    m.poll()?;
    Ok(asked)
}

/// Returns the level of the frame with this number: the innermost, or one around it.
fn level_of(m: &Machine, innermost: Cell, number: i64) -> Option<Cell> {
    let mut frame = innermost;
    while let Some(parts) = FrameParts::of(m, frame) {
        if parts.number == number {
            return Some(parts.level).filter(|level| !level.is_variable());
        }
        frame = parts.parent;
    }
    None
}

/// Returns at most `most` of the frames whose goals have left choice points, the newest first.
pub(crate) fn alternatives(m: &Machine, most: usize) -> Vec<FrameParts> {
    let mut found: Vec<FrameParts> = Vec::new();
    for cell in m.stacks.choice_arguments() {
        if found.len() >= most {
            break;
        }
        if let Some(frame) = FrameParts::of(m, cell)
            && found.iter().all(|known| known.number != frame.number)
        {
            found.push(frame);
        }
    }
    found
}
