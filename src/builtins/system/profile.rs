//! The profiler: counts the ports of goals while they are traced, and the time between them.

use std::time::Instant;

use crate::base::iso_error::{Action as Forbidden, Thing};
use crate::machine::Machine;
use crate::machine::outcome::{Counts, Profile};
use crate::machine::trace::{Action, Port, Stopped, TraceMode, USUAL_PORTS};
use crate::native::{Native, Step, det};
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
];

/// The caller of goals that no clause of the program calls.
const NOBODY: &str = "the query";

fn profile_begin_0(m: &mut Machine) -> Step {
    if m.session
        .host
        .outcome
        .profile
        .as_ref()
        .is_some_and(|profile| profile.is_running)
    {
        let name = Cell::atom(m.intern("profile"));
        return Err(m.permission_error(Forbidden::Create, Thing::Procedure, name));
    }
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

/// Returns the text of the predicate of a frame.
fn name_of(m: &Machine, frame: &FrameParts) -> String {
    let (name, arity) = match m.view(frame.goal) {
        View::Struct(functor, _) => {
            let shown = m.session.shown(functor);
            (shown.name(), shown.arity())
        }
        View::Atom(name) => (name, 0),
        View::List(_) => return "'[|]'/2".to_owned(),
        _ => return "call/1".to_owned(),
    };
    format!("{}/{arity}", m.atoms.text(name))
}

/// Returns the predicate of a frame, and that of the clause that called it.
fn key_of(m: &Machine, frame: &FrameParts) -> (String, String) {
    let caller = FrameParts::of(m, frame.parent);
    let caller = caller.map_or(NOBODY.to_owned(), |caller| name_of(m, &caller));
    (name_of(m, frame), caller)
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
    let counts: &mut Counts = profile.counts.entry(key.clone()).or_default();
    match stopped.port {
        Port::Call => counts.calls += 1,
        Port::Redo => counts.redos += 1,
        Port::Exit => counts.exits += 1,
        Port::Fail => counts.fails += 1,
        Port::Exception => counts.exceptions += 1,
        Port::Unify => {}
    }
    profile.running = match stopped.port {
        Port::Call | Port::Redo | Port::Unify => Some(key),
        Port::Exit | Port::Fail | Port::Exception => outer,
    };
    profile.last = Some(Instant::now());
}

fn profile_rows_1(m: &mut Machine, rows: Cell) -> Step {
    let counted: Vec<((String, String), Counts)> = m
        .session
        .host
        .outcome
        .profile
        .iter()
        .flat_map(|profile| profile.counts.iter())
        .map(|(key, counts)| (key.clone(), *counts))
        .collect();
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
