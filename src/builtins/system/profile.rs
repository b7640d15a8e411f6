//! The profiler: samples of what runs, with counts of calls; or the ports of goals, which are traced, and the time between
//! them.

use std::time::{Duration, Instant};

use crate::base::atom::Functor;
use crate::base::iso_error::{Action as Forbidden, Thing};
use crate::base::known;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::outcome::{Counts, Profile, ProfileKey};
use crate::machine::trace::{Action, Port, Stopped, TraceMode, USUAL_PORTS};
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::system::trace::FrameParts;
use crate::native::args::list_arg::new_list;
use crate::native::args::text_arg::new_string;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$profile_begin", 0, profile_begin_0).doc("Traces all goals, and counts their ports instead of showing them."),
    det!("$profile_end", 0, profile_end_0).doc("Ends what $profile_begin began."),
    det!("$profile_rows(-rows)", 1, profile_rows_1).doc(
        "Unifies rows with the list of row(Predicate, Caller, Calls, Redos, Exits, Fails, Exceptions, Nanoseconds) of \
         the last profile.",
    ),
    det!("$sample_begin(+rate)", 1, sample_begin_1)
        .doc("Counts calls, and notes rate times a second which predicates run; fails where there are no threads."),
    det!("$sample_end", 0, sample_end_0).doc("Ends what $sample_begin began."),
    det!("$sample_rows(-rows)", 1, sample_rows_1).doc(
        "Removes what was noted, and unifies rows with the list of row(Predicate, Calls, Itself, Within, Cells, \
         Choices, Callers): the samples while it ran itself, and while it or what it called ran; by how much the heap and \
         the choice points have grown up to the next calls; Callers are pairs of callers and samples.",
    ),
];

/// The caller of goals that no clause of the program calls.
const NOBODY: &str = "the query";

/// Raises an error if a goal is being profiled.
fn must_be_free(m: &mut Machine) -> Step {
    let ports = m.session.host.outcome.profile.as_ref();
    if ports.is_some_and(|profile| profile.is_running) || m.calls.profiler.is_on() {
        let name = Cell::atom(m.intern("profile"));
        return Err(m.permission_error(Forbidden::Create, Thing::Procedure, name));
    }
    Ok(())
}

fn sample_begin_1(m: &mut Machine, rate: Cell) -> Step {
    must_be_free(m)?;
    let View::Int(rate) = m.view(rate) else {
        return Err(Stop::Fail);
    };
    let period = Duration::from_secs(1) / u32::try_from(rate).unwrap_or(u32::MAX).max(1);
    match m.calls.profiler.begin(&mut m.db, period) {
        true => Ok(()),
        false => Err(Stop::Fail),
    }
}

fn sample_end_0(m: &mut Machine) -> Step {
    m.calls.profiler.end(&mut m.db);
    Ok(())
}

fn sample_rows_1(m: &mut Machine, rows: Cell) -> Step {
    let row = m.intern("row");
    let mut terms = Vec::new();
    for (pred, samples) in m.calls.profiler.take_samples() {
        let mut callers = Vec::new();
        for (caller, ticks) in samples.callers {
            m.reserve(16)?;
            let caller = shown_pred(m, caller);
            callers.push(m.heap.new_term(known::MINUS, &[caller, Cell::int(ticks as i64)]));
        }
        let callers = new_list(m, &callers)?;
        m.reserve(32)?;
        let counts = [
            samples.calls,
            samples.itself,
            samples.within,
            samples.cells,
            samples.choices,
        ];
        let mut parts = vec![shown_pred(m, pred)];
        parts.extend(counts.map(|count| m.heap.new_int(count as i64)));
        parts.push(callers);
        terms.push(m.heap.new_term(row, &parts));
    }
    let list = new_list(m, &terms)?;
    m.unify(rows, list)
}

/// Returns the name of a predicate, as [`shown_pred`], and whether the program has defined it.
pub(crate) fn name_of_pred(m: &Machine, pred: PredId) -> (String, bool) {
    let p = &m.db.preds[pred];
    let functor = m.session.shown(m.db.unfolded.made_of(pred).unwrap_or(p.functor));
    let name = format!("{}/{}", m.atoms.text(functor.name()), functor.arity());
    match p.module {
        known::SYSTEM | known::UNFOLDED => (name, false),
        known::USER => (name, true),
        module => (format!("{}:{name}", m.atoms.text(module)), true),
    }
}

/// Returns the indicator of a predicate, with its module if that is one of the program's. What was made of a goal in a
/// clause is shown as the predicate of the library that the goal calls.
fn shown_pred(m: &mut Machine, pred: PredId) -> Cell {
    let p = &m.db.preds[pred];
    let (module, functor) = (p.module, m.db.unfolded.made_of(pred).unwrap_or(p.functor));
    let indicator = m.heap.indicator(m.session.shown(functor));
    match module {
        known::USER | known::SYSTEM | known::UNFOLDED => indicator,
        _ => m.heap.new_term(known::COLON, &[Cell::atom(module), indicator]),
    }
}

fn profile_begin_0(m: &mut Machine) -> Step {
    must_be_free(m)?;
    let before = (
        m.tracer.mode == TraceMode::Trace,
        m.tracer.mode != TraceMode::Off,
        m.tracer.visible,
    );
    let profile = Profile {
        before,
        front_end: m.tracer.front_end.take(),
        is_running: true,
        ..Profile::default()
    };
    m.session.host.outcome.profile = Some(Box::new(profile));
    m.tracer.front_end = Some(Box::new(|m, stopped| {
        count(m, stopped);
        Action::Creep
    }));
    m.tracer.visible = USUAL_PORTS;
    m.set_trace_mode(TraceMode::Trace);
    Ok(())
}

fn profile_end_0(m: &mut Machine) -> Step {
    let Some(profile) = m
        .session
        .host
        .outcome
        .profile
        .as_mut()
        .filter(|profile| profile.is_running)
    else {
        return Ok(());
    };
    profile.is_running = false;
    let (was_tracing, was_debugging, visible) = profile.before;
    m.tracer.front_end = profile.front_end.take();
    m.tracer.visible = visible;
    m.set_trace_mode(match (was_tracing, was_debugging) {
        (true, _) => TraceMode::Trace,
        (false, true) => TraceMode::Debug,
        (false, false) => TraceMode::Off,
    });
    Ok(())
}

/// Returns the predicate of a frame.
fn predicate_of(m: &Machine, frame: &FrameParts) -> Functor {
    match m.view(frame.goal) {
        View::Struct(functor, _) => m.session.shown(functor),
        View::Atom(name) => Functor::new(name, 0),
        View::List(_) => Functor::new(known::DOT, 2),
        _ => Functor::new(known::CALL, 1),
    }
}

/// Returns the predicate of a frame, and that of the clause that called it.
fn key_of(m: &Machine, frame: &FrameParts) -> ProfileKey {
    let caller = FrameParts::of(m, frame.parent);
    (predicate_of(m, frame), caller.map(|caller| predicate_of(m, &caller)))
}

/// Counts a port, and charges the time since the last one to the predicate that was running.
fn count(m: &mut Machine, stopped: Stopped) {
    let now = Instant::now();
    let Some(frame) = FrameParts::of(m, stopped.frame) else {
        return;
    };
    let key = key_of(m, &frame);
    let outer = FrameParts::of(m, frame.parent).map(|parent| key_of(m, &parent));
    let Some(profile) = m.session.host.outcome.profile.as_mut() else {
        return;
    };
    if let (Some(last), Some(running)) = (profile.last, profile.running.take()) {
        profile.counts.entry(running).or_default().time += now.saturating_duration_since(last);
    }
    let counts: &mut Counts = profile.counts.entry(key).or_default();
    match stopped.port {
        Port::Call => counts.calls += 1,
        Port::Redo => counts.redos += 1,
        Port::Exit => counts.exits += 1,
        Port::Fail => counts.fails += 1,
        Port::Exception => counts.exceptions += 1,
        Port::Unify | Port::Cut => {}
    }
    profile.running = match stopped.port {
        Port::Call | Port::Redo | Port::Unify | Port::Cut => Some(key),
        Port::Exit | Port::Fail | Port::Exception => outer,
    };
    profile.last = Some(Instant::now());
}

fn profile_rows_1(m: &mut Machine, rows: Cell) -> Step {
    let profile = m.session.host.outcome.profile.iter();
    let text = |functor: Functor| format!("{}/{}", m.atoms.text(functor.name()), functor.arity());
    let counted = profile.flat_map(|profile| &profile.counts);
    let counted = counted.map(|(&(predicate, caller), &counts)| {
        let caller = caller.map_or(NOBODY.to_owned(), text);
        ((text(predicate), caller), counts)
    });
    let counted: Vec<((String, String), Counts)> = counted.collect();
    let functor = m.intern("row");
    let mut terms = Vec::new();
    for ((predicate, caller), counts) in counted {
        let (predicate, caller) = (new_string(m, &predicate)?, new_string(m, &caller)?);
        let nanoseconds = i64::try_from(counts.time.as_nanos()).unwrap_or(i64::MAX);
        let numbers = [
            counts.calls,
            counts.redos,
            counts.exits,
            counts.fails,
            counts.exceptions,
        ];
        let mut parts = vec![predicate, caller];
        parts.extend(numbers.map(|number| Cell::int(number as i64)));
        parts.push(m.heap.new_int(nanoseconds));
        m.reserve(2 * parts.len() + 4)?;
        terms.push(m.heap.new_term(functor, &parts));
    }
    let list = new_list(m, &terms)?;
    m.unify(rows, list)
}
