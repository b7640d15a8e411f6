//! Goals run for the interface: to their first solution, for loading, and for messages.

use super::error::Error;
use super::input::is_blank;
use super::term::Term;
use super::transfer::{GivenUp, Importer};
use crate::base::atom::Atom;
use crate::base::flag::FlagValue;
use crate::base::limit::{Amounts, Limit};
use crate::builtins::term_io::clause_text::{clause_text, skip_layout};
use crate::io::table::USER_INPUT;
use crate::machine::{Machine, Outcome, deadline};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time limit for computing the message of an exception, which programs can extend.
const MESSAGE_TIME: Duration = Duration::from_secs(1);

/// Runs `name(Args..., Result)` to its first solution and undoes its bindings; before that, `look` is applied to the
/// result. `None` if there is no room to begin.
fn run_once<T>(
    m: &mut Machine,
    name: Atom,
    args: impl FnOnce(&mut Machine) -> Vec<Cell>,
    look: impl FnOnce(&mut Machine, Cell) -> T,
) -> Option<(Outcome, Option<T>)> {
    let top = m.heap.top();
    let mut args = args(m);
    let result = m.heap.new_var();
    args.push(result);
    let goal = m.heap.new_term(name, &args);
    let held = m.hold(result, top);
    let barrier = m.choice_count();
    if !m.open_query(goal) {
        m.release(held);
        return None;
    }
    let outcome = m.next_solution(true);
    let seen = (outcome == Outcome::Solution).then(|| {
        let result = m.held(held);
        look(m, result)
    });
    // An exception of a cleanup goal of an abandoned query is dropped.
    let _dropped = m.close_query(barrier);
    m.release(held);
    Some((outcome, seen))
}

/// As [`run_once`], with an exception as an error.
fn first_solution<T>(
    m: &mut Machine,
    name: Atom,
    args: impl FnOnce(&mut Machine) -> Vec<Cell>,
    look: impl FnOnce(&mut Machine, Cell) -> T,
) -> Result<Option<T>, Error> {
    match run_once(m, name, args, look) {
        None => Err(Error::memory()),
        Some((Outcome::Thrown, _)) => Err(uncaught(m)),
        Some((_, seen)) => Ok(seen),
    }
}

/// Returns the error for the exception that ended a run which has been closed.
pub(super) fn uncaught(m: &mut Machine) -> Error {
    m.limits_mut().set_deadline(None);
    let top = m.heap.top();
    let ball = m.take_uncaught();
    let held = m.hold(ball, top);
    if let Some(status) = m.take_halt() {
        // The exit has left the captures of output open.
        m.streams_mut().abandon_captures(0);
        m.release(held);
        return Error::halt(status);
    }
    let error = error_of(m, ball);
    m.release(held);
    error
}

/// Returns the error for an exception.
fn error_of(m: &mut Machine, ball: Cell) -> Error {
    let Ok(term) = to_term(m, ball) else {
        return given_up(m);
    };
    Error::of_special(&term).unwrap_or_else(|| {
        let words = message(m, ball);
        Error::exception_of(term, words)
    })
}

/// The error for a limit that only the interface knows of.
pub(super) fn limit_met(m: &mut Machine, what: Limit) -> Error {
    let _thrown = m.resource_error(what);
    raised(m)
}

/// Returns the error for the exception that was raised last, outside of a run.
pub(super) fn raised(m: &mut Machine) -> Error {
    let top = m.heap.top();
    let ball = m.raised();
    let error = error_of(m, ball);
    m.heap.set_top(top);
    error
}

/// Makes an importer that copies terms for the host; the copy may take as much as the memory limit, in addition.
pub(super) fn importer(m: &Machine) -> Importer<'_> {
    Importer::new(&m.heap, &m.atoms, m.limits().watch(), m.limits().memory())
}

/// Returns the error for a copy that was abandoned.
pub(super) fn given_up(m: &mut Machine) -> Error {
    match m.poll() {
        Err(_) => raised(m),
        Ok(()) => limit_met(m, Limit::Memory),
    }
}

/// Copies a heap term.
fn to_term(m: &Machine, cell: Cell) -> Result<Term, GivenUp> {
    let mut importer = importer(m);
    let root = importer.import(cell)?;
    Ok(Term {
        store: Arc::new(importer.finish()),
        root,
    })
}

/// Returns the text of the message system for an uncaught exception.
fn message(m: &mut Machine, ball: Cell) -> Option<String> {
    let left = m.limits_mut().pause();
    m.limits_mut().set_deadline(Instant::now().checked_add(MESSAGE_TIME));
    let unhandled = m.intern("unhandled_exception");
    let to_lines = m.intern("message_to_lines");
    let about = |m: &mut Machine| vec![m.heap.new_term(unhandled, &[ball])];
    let found = run_once(m, to_lines, about, |m, lines| lines_text(m, lines));
    m.limits_mut().set_deadline(None);
    m.limits_mut().begin(left);
    let (outcome, text) = found?;
    if outcome == Outcome::Thrown {
        let _second = m.take_uncaught();
    }
    text.flatten()
}

fn lines_text(m: &Machine, lines: Cell) -> Option<String> {
    let lines = walk::list_to_vec(&m.heap, lines).ok()?;
    let texts: Option<Vec<String>> = lines
        .into_iter()
        .map(|line| match m.view(line) {
            View::String(cell) => Some(m.heap.string(cell)),
            View::Atom(atom) => Some(m.atoms.text(atom).to_string()),
            _ => None,
        })
        .collect();
    texts.map(|texts| texts.join("\n"))
}

/// Loads a text under the name of its file, if it is one. It is limited as a query is.
pub(super) fn load(m: &mut Machine, limits: Amounts, name: &str, file: Option<&Path>, text: &str) -> Result<(), Error> {
    let amounts = limits.least(&m.flags().limits.amounts());
    m.limits_mut().begin(amounts);
    m.limits_mut().start_clock();
    let loaded = load_limited(m, name, file, text);
    m.limits_mut().end_query();
    loaded
}

fn load_limited(m: &mut Machine, name: &str, file: Option<&Path>, text: &str) -> Result<(), Error> {
    if m.charge_program(text.len()).is_err() {
        return Err(Error::memory());
    }
    crate::builtins::database::load::open(m, name, file, text.to_owned());
    crate::builtins::database::load::note_loaded(m);
    let load = m.intern("$load_opened");
    let count = |m: &mut Machine, errors| match m.view(errors) {
        View::Int(count) => usize::try_from(count).unwrap_or(0),
        _ => 0,
    };
    match first_solution(m, load, |_| Vec::new(), count)? {
        Some(0) => Ok(()),
        Some(errors) => Err(Error::load(errors)),
        None => Err(Error::load(1)),
    }
}

/// The text of the next query on standard input.
pub(super) fn query_text(m: &mut Machine, limits: Amounts) -> Result<Option<String>, Error> {
    m.streams_mut()
        .flush_all()
        .map_err(|error| Error::file("user_output", &error))?;
    // Discard what an earlier goal has left.
    m.heap.watch.forget_given_up();
    let time = limits.least(&m.flags().limits.amounts())[Limit::Time];
    let mut end = None;
    let mut more = |m: &mut Machine| {
        if end.is_none() {
            end = deadline(time);
            m.limits_mut().set_deadline(end);
        }
    };
    let text = skip_layout(m, USER_INPUT, &mut more).and_then(|()| clause_text(m, USER_INPUT, None, &mut more));
    m.limits_mut().set_deadline(None);
    match text {
        Ok(text) => Ok(text.filter(|text| !is_blank(text)).map(|text| format!("{text}\n"))),
        Err(_) => Err(raised(m)),
    }
}

/// Returns the goal of `initialization(Goal, main)`.
pub(super) fn main_goal(m: &mut Machine) -> Option<String> {
    let name = m.atoms.find("$get_main")?;
    let found = first_solution(m, name, |_| Vec::new(), |m, goal| to_term(m, goal).ok());
    found.ok().flatten().flatten().map(|goal| goal.to_string())
}

/// Sets a flag.
pub(super) fn set_flag(m: &mut Machine, name: &str, value: &str) -> Result<(), Error> {
    let before = m.flags().clone();
    m.flags_mut().set(name, FlagValue::Atom(value)).map_err(|_| {
        let setting = Term::compound("+", [Term::atom(name), Term::atom(value)]);
        let formal = Term::compound("domain_error", [Term::atom("flag_value"), setting]);
        let words = format!("The flag {name} cannot be set to {value}");
        Error::exception_of(Term::compound("error", [formal, Term::var()]), Some(words))
    })?;
    m.flags_changed(&before);
    Ok(())
}

/// Sets the arguments of the program.
pub(super) fn set_arguments(m: &mut Machine, arguments: Vec<String>) {
    m.session_mut().argv = arguments;
}
