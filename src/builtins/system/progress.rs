//! Progress of long work, on one line of a terminal, and which clauses have run.

use std::time::{Duration, Instant};

use crate::base::known;
use crate::io::table::USER_ERROR;
use crate::machine::Machine;
use crate::machine::outcome::Covered;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::text_arg::{atomic_text, text_of};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$show_progress(+text)", 1, show_progress_1)
        .doc("Shows a line of progress if a program of its own runs at a terminal; the next output replaces it."),
    det!("$is_covering", 0, is_covering_0).doc("True if it is recorded which clauses run."),
    det!("$cover(+name, +file, +line, -number)", 4, cover_4).doc("Adds a clause to those that are recorded."),
    det!("$covered(+number)", 1, covered_1).doc("Records that a clause runs."),
    det!("$cover_runs(+number, -runs)", 2, cover_runs_2).doc("Unifies runs with how often '$covered'(number) ran."),
    det!("$end_counts(+first, +before)", 2, end_counts_2).doc(
        "Forgets the clauses from the number first on; unless before is true, no clauses are recorded from now on.",
    ),
];

/// Time of loading before progress is shown.
const QUIET: Duration = Duration::from_millis(500);
/// Interval between two lines of progress.
const INTERVAL: Duration = Duration::from_millis(100);

fn is_wanted(m: &Machine) -> bool {
    m.session.host.outcome.standalone && m.streams.get(USER_ERROR).is_some_and(|stream| stream.is_terminal())
}

fn show_progress_1(m: &mut Machine, text: Cell) -> Step {
    if is_wanted(m)
        && let Some(text) = text_of(m, text)
    {
        m.streams.show_progress(&text);
    }
    Ok(())
}

/// Notes that a text begins to be loaded from outside of another.
pub(in crate::builtins) fn loading_begins(m: &mut Machine) {
    m.session.host.outcome.progress = is_wanted(m).then(|| Instant::now() + QUIET);
}

/// Shows how far the text that is being loaded has been read, from time to time.
pub(in crate::builtins) fn loading_goes_on(m: &mut Machine) {
    let Some(next) = m.session.host.outcome.progress else {
        return;
    };
    let now = Instant::now();
    if now < next {
        return;
    }
    m.session.host.outcome.progress = Some(now + INTERVAL);
    // A text that is typed is loaded as it comes.
    let Some(source) = m.loading.source().filter(|source| source.name != known::USER) else {
        return;
    };
    let percent = source
        .at
        .saturating_mul(100)
        .checked_div(source.text.len())
        .unwrap_or(0);
    let text = format!("loading {}: {percent} %", m.atoms.text(source.name));
    m.streams.show_progress(&text);
}

fn is_covering_0(m: &mut Machine) -> Step {
    match m.session.host.outcome.coverage {
        Some(_) => Ok(()),
        None => Err(Stop::Fail),
    }
}

fn cover_4(m: &mut Machine, name: Cell, file: Cell, line: Cell, number: Cell) -> Step {
    let predicate = text_of(m, name).unwrap_or_default();
    let file = atomic_text(m, file).unwrap_or_default();
    let line = match m.view(line) {
        View::Int(line) => usize::try_from(line).unwrap_or(0),
        _ => 0,
    };
    let clause = Covered {
        predicate,
        file,
        line,
        runs: 0,
    };
    m.charge_program(size_of::<Covered>() + clause.file.len() + clause.predicate.len())?;
    let all = m.session.host.outcome.coverage.get_or_insert_default();
    all.push(clause);
    let index = Cell::int(all.len() as i64 - 1);
    m.unify(number, index)
}

fn covered_1(m: &mut Machine, number: Cell) -> Step {
    if let View::Int(number) = m.view(number)
        && let Some(all) = &mut m.session.host.outcome.coverage
        && let Some(clause) = usize::try_from(number).ok().and_then(|number| all.get_mut(number))
    {
        clause.runs += 1;
    }
    Ok(())
}

fn cover_runs_2(m: &mut Machine, number: Cell, runs: Cell) -> Step {
    let found = match m.view(number) {
        View::Int(number) => usize::try_from(number).ok().and_then(|number| {
            let all = m.session.host.outcome.coverage.as_ref()?;
            all.get(number).map(|clause| clause.runs as i64)
        }),
        _ => None,
    };
    let found = found.ok_or(Stop::Fail)?;
    let found = m.heap.new_int(found);
    m.unify(runs, found)
}

fn end_counts_2(m: &mut Machine, first: Cell, before: Cell) -> Step {
    let View::Int(first) = m.view(first) else {
        return Err(Stop::Fail);
    };
    let is_going_on = matches!(m.view(before), View::Atom(atom) if m.atoms.text(atom) == "true");
    let coverage = &mut m.session.host.outcome.coverage;
    match coverage {
        Some(all) if is_going_on => all.truncate(usize::try_from(first).unwrap_or(0)),
        _ => *coverage = None,
    }
    Ok(())
}
