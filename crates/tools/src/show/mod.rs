//! The search of a goal as a tree: `ferz show` and `?- show(Goal).`
//!
//! [`record`] runs a goal with the tracer and keeps its steps; [`html`], [`svg`] and [`text`] write them.

mod command;
mod drawing;
mod layout;
mod lines;
mod page;
mod reason;
mod rows;
mod steps;

use std::sync::{Arc, Mutex, PoisonError};

use ferz::debug::{DebugMode, TraceAction};
use ferz::{Answer, Engine, Error, Term, TermRef, TermView};

pub(crate) use command::page_in;
pub use command::{asked_goal, told, write};
pub use drawing::svg;
pub use lines::text;
pub use page::html;
pub use rows::{Bounds, Picture, PredicateCounts, RowKind, SearchRecord, SearchRow};
use steps::SearchRecorder;

/// Runs a goal to all its solutions, and keeps the steps of the search. The front end of the tracer is another one then:
/// a program that has set one sets it again.
///
/// The hook `show_state(Goal, Picture)` of the program is asked for a picture of its goals: `svg(Text)`, or a text.
///
/// # Errors
/// If the goal cannot be read, or its search cannot be recorded. Errors of the goal are part of the record.
pub fn record(engine: &mut Engine, goal: &str, bounds: Bounds) -> Result<SearchRecord, Error> {
    let hook = hook(engine)?;
    let mode = engine.debugger().debug_mode();
    let ports = engine
        .once("visible(Ports)")?
        .and_then(|answer| answer.term("Ports").cloned());
    engine.once("visible(all)")?;
    // The tracer is loaded at its first use, which is no time of the goal.
    engine.debugger().trace(|_| TraceAction::Creep);
    engine.once("( \\+ fail ; true )")?;
    engine.debugger().set_debug_mode(DebugMode::Off);
    let recorder = Arc::new(Mutex::new(SearchRecorder::new(goal, bounds, hook)));
    let told = Arc::clone(&recorder);
    engine.debugger().trace(move |event| lock(&told).event(event));
    let run = answers(engine, goal, &recorder);
    let mut debugger = engine.debugger();
    debugger.set_debug_mode(DebugMode::Off);
    debugger.set_tracer(|_| TraceAction::Creep);
    if let Some(ports) = ports {
        engine.once_with("visible(none), visible(Ports)", [("Ports", ports)])?;
    }
    engine.debugger().set_debug_mode(mode);
    let mut record = lock(&recorder).finish();
    match run {
        // A text that is no goal has no steps.
        Err(error) if record.rows.len() == 1 || error.halt_status().is_some() => return Err(error),
        Err(error) if !record.is_cut_short => {
            // An exception has its rows; a limit or an interrupt has none.
            if !matches!(record.rows.last(), Some(row) if row.kind == RowKind::Exception) {
                record.left_out.push(format!("The search has ended: {error}"));
            }
            record.error = Some(error.to_string());
        }
        _ => {}
    }
    Ok(record)
}

fn answers(engine: &mut Engine, goal: &str, recorder: &Mutex<SearchRecorder>) -> Result<(), Error> {
    let mut query = engine.query(goal)?;
    while let Some(answer) = query.next() {
        let answer: Answer = answer?;
        let text = query.text(&answer, false)?;
        lock(recorder).solution(&text.replace(",\n", ", "));
    }
    Ok(())
}

/// Returns the functors of the goals that the program's hook draws; `None` for any.
fn hook(engine: &mut Engine) -> Result<Vec<Option<(String, usize)>>, Error> {
    if !engine.defines("show_state", 2) {
        return Ok(Vec::new());
    }
    let heads = "findall(F, ( clause(show_state(G, _), _), ( var(G) -> F = any ; functor(G, N, A), F = N/A ) ), Fs)";
    let Some(found) = engine.once(heads)? else {
        return Ok(Vec::new());
    };
    let functors = found.term("Fs").and_then(Term::items).unwrap_or_default();
    Ok(functors.into_iter().map(functor_of).collect())
}

fn functor_of(indicator: TermRef<'_>) -> Option<(String, usize)> {
    let TermView::Compound(_, args) = indicator.view() else {
        return None;
    };
    match (args.get(0)?.view(), args.get(1)?.view()) {
        (TermView::Atom(name), TermView::Int(arity)) => Some((name.to_owned(), usize::try_from(arity).ok()?)),
        _ => None,
    }
}

fn lock(recorder: &Mutex<SearchRecorder>) -> std::sync::MutexGuard<'_, SearchRecorder> {
    recorder.lock().unwrap_or_else(PoisonError::into_inner)
}
