//! What the interface asks of the machine: goals run to their first solution, loading, messages.

use super::engine::Engine;
use super::error::Error;
use super::term::Term;
use super::transfer::Importer;
use crate::base::flag::FlagValue;
use crate::base::iso_error::Resource;
use crate::machine::{Machine, Outcome};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;
use std::sync::Arc;

/// Runs `goal` to its first solution and drops what it bound; `look` sees the bindings before.
pub(super) fn first_solution<T>(
    m: &mut Machine,
    goal: Cell,
    look: impl FnOnce(&mut Machine) -> T,
) -> Result<Option<T>, Error> {
    let barrier = m.choice_count();
    if !m.open_query(goal) {
        return Err(Error::memory());
    }
    let outcome = m.next_solution(true);
    let seen = (outcome == Outcome::Solution).then(|| look(m));
    let closed = m.close_query(barrier);
    match outcome {
        Outcome::Thrown => Err(uncaught(m)),
        // What a cleanup goal raises when a query is given up has nobody to go to.
        Outcome::Solution | Outcome::Exhausted => {
            let _unheard = closed;
            Ok(seen)
        }
    }
}

/// The error for the exception that ended a run which has been closed.
pub(super) fn uncaught(m: &mut Machine) -> Error {
    let top = m.heap.top();
    let ball = m.take_uncaught();
    if let Some(status) = m.halt.take() {
        // Nothing on the way out has ended the captures of output.
        m.streams.abandon_captures(0);
        m.heap.set_top(top);
        return Error::halt(status);
    }
    let term = to_term(m, ball);
    let error = match Error::of_special(&term) {
        Some(error) => error,
        None => {
            let words = message(m, ball);
            Error::exception_of(term, words)
        }
    };
    m.heap.set_top(top);
    error
}

/// The error for a limit that only the interface knows of.
pub(super) fn limit_met(m: &mut Machine, what: Resource) -> Error {
    let top = m.heap.top();
    let _thrown = m.resource_error(what);
    let ball = m.raised();
    let term = to_term(m, ball);
    let words = message(m, ball);
    m.heap.set_top(top);
    Error::exception_of(term, words)
}

/// A copy of a heap term.
pub(super) fn to_term(m: &Machine, cell: Cell) -> Term {
    let mut importer = Importer::new(&m.heap, &m.atoms);
    let root = importer.import(cell);
    Term {
        store: Arc::new(importer.finish()),
        root,
    }
}

/// What the message system says about an exception that nothing caught.
fn message(m: &mut Machine, ball: Cell) -> Option<String> {
    m.limits.set_deadline(None);
    m.limits.set_inference_limit(None);
    m.limits.output_left = None;
    let unhandled = m.intern("unhandled_exception");
    let to_lines = m.intern("message_to_lines");
    let lines = m.heap.new_var();
    let about = m.heap.new_term(unhandled, &[ball]);
    let goal = m.heap.new_term(to_lines, &[about, lines]);
    let barrier = m.choice_count();
    if !m.open_query(goal) {
        return None;
    }
    let text = match m.next_solution(true) {
        Outcome::Solution => lines_text(m, lines),
        Outcome::Exhausted => None,
        Outcome::Thrown => {
            let _second = m.take_uncaught();
            None
        }
    };
    let _unheard = m.close_query(barrier);
    text
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

/// Loads a text under the name of its file.
pub(super) fn load(engine: &mut Engine, name: &str, text: &str) -> Result<(), Error> {
    let m = &mut engine.machine;
    let top = m.heap.top();
    if m.charge_program(text.len()).is_err() {
        return Err(Error::memory());
    }
    crate::builtins::load::open(m, name, text.to_owned());
    let load = m.intern("$load_opened");
    let errors = m.heap.new_var();
    let goal = m.heap.new_term(load, &[errors]);
    let loaded = first_solution(m, goal, |m| match m.view(errors) {
        View::Int(count) => usize::try_from(count).unwrap_or(0),
        _ => 0,
    });
    m.heap.set_top(top);
    match loaded? {
        Some(0) => Ok(()),
        Some(errors) => Err(Error::load(errors)),
        None => Err(Error::load(1)),
    }
}

/// The goal of `initialization(Goal, main)`.
pub(super) fn main_goal(m: &mut Machine) -> Option<String> {
    let name = m.atoms.find("$get_main")?;
    let top = m.heap.top();
    let goal = m.heap.new_var();
    let call = m.heap.new_term(name, &[goal]);
    let found = first_solution(m, call, |m| to_term(m, goal).to_string());
    m.heap.set_top(top);
    found.ok().flatten()
}

/// Sets a flag.
pub(super) fn set_flag(m: &mut Machine, name: &str, value: &str) -> Result<(), Error> {
    m.flags.set(name, FlagValue::Atom(value)).map_err(|_| {
        let setting = Term::compound("+", [Term::atom(name), Term::atom(value)]);
        let formal = Term::compound("domain_error", [Term::atom("flag_value"), setting]);
        let words = format!("The flag {name} cannot be set to {value}");
        Error::exception_of(Term::compound("error", [formal, Term::var()]), Some(words))
    })
}

/// Gives the program its arguments.
pub(super) fn set_arguments(m: &mut Machine, arguments: Vec<String>) {
    m.argv = arguments;
}
