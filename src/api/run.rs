//! Goals run for the interface: to their first solution, for loading, and for messages.

use super::answer::Answer;
use super::diagnostics::Diagnostics;
use super::error::{Error, Frame};
use super::show::ShowStyle;
use super::term::Term;
use super::transfer::{GivenUp, Importer};
use crate::base::atom::Atom;
use crate::base::flag::FlagValue;
use crate::base::iso_error::Domain;
use crate::base::known;
use crate::base::limit::{Amounts, Limit};
use crate::builtins::term_io::clause_text::{clause_text, skip_layout};
use crate::builtins::term_io::write_options::write_settings;
use crate::io::table::USER_INPUT;
use crate::machine::{Cause, Machine, Outcome, deadline};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;
use crate::text::lexer::is_blank;
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
    let held = m.held.add(result, top);
    let barrier = m.stacks.choice_count();
    if !m.open_query(goal) {
        m.held.release(&mut m.heap, held);
        return None;
    }
    let outcome = m.next_solution(true);
    let seen = (outcome == Outcome::Solution).then(|| {
        let result = m.held.get(held);
        look(m, result)
    });
    // An exception of a cleanup goal of an abandoned query is dropped.
    let _dropped = m.close_query(barrier);
    m.held.release(&mut m.heap, held);
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
    m.limits.set_deadline(None);
    let top = m.heap.top();
    let (ball, cause) = m.exceptions.take_uncaught_term(&mut m.heap);
    let stack = m.exceptions.take_stack_term(&mut m.heap);
    // Both are held as one term.
    let both = m.heap.new_list(&[ball], stack.unwrap_or(Cell::NIL));
    let held = m.held.add(both, top);
    if let Some(status) = m.exceptions.take_halt() {
        // The exit has left the captures of output open.
        m.streams.abandon_captures(0);
        m.held.release(&mut m.heap, held);
        return Error::halt(status);
    }
    let error = error_of(m, ball, cause, stack);
    m.held.release(&mut m.heap, held);
    error
}

/// Returns the error for an exception; `stack` is the list of frames that it was raised in.
fn error_of(m: &mut Machine, ball: Cell, cause: Option<Cause>, stack: Option<Cell>) -> Error {
    match to_term(m, ball) {
        Ok(term) => error_with(m, term, ball, cause, stack),
        Err(GivenUp) => given_up(m),
    }
}

/// As [`error_of`], with the copy of the exception.
fn error_with(m: &mut Machine, term: Term, ball: Cell, cause: Option<Cause>, stack: Option<Cell>) -> Error {
    if cause == Some(Cause::Interrupt) {
        return Error::interrupted();
    }
    let made = |term, words: Option<String>| match cause {
        Some(Cause::Limit(limit)) => Error::met(limit, term, words.filter(|_| limit != Limit::Time)),
        _ => Error::exception_of(term, words),
    };
    Error::of_special(&term).unwrap_or_else(|| match stack {
        _ if m.session.host.bare_errors => made(term, None),
        None => made(term, message(m, ball, None)),
        Some(stack) => {
            // The heap may be collected while the message is made.
            let top = m.heap.top();
            let held = m.held.add(stack, top);
            let words = message(m, ball, Some(stack));
            let frames = backtrace(m, m.held.get(held));
            m.held.release(&mut m.heap, held);
            made(term, words).with_backtrace(frames)
        }
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
    let (ball, cause) = (m.exceptions.ball(), m.exceptions.cause());
    let error = error_of(m, ball, cause, None);
    m.heap.set_top(top);
    error
}

/// As [`raised`], in the middle of a run: the goals that make the message leave its registers, and what the trail may lead
/// to.
pub(super) fn raised_amid(m: &mut Machine) -> Error {
    let (ball, cause) = (m.exceptions.ball(), m.exceptions.cause());
    m.suspend();
    let error = error_of(m, ball, cause, None);
    m.unsuspend();
    error
}

/// Returns the error for the exception that a goal has raised which a host predicate has run.
pub(super) fn raised_inside(m: &mut Machine) -> Error {
    let (ball, cause) = (m.exceptions.ball(), m.exceptions.cause());
    m.exceptions.note_raised_caught();
    let Ok(term) = to_term(m, ball) else {
        return given_up(m);
    };
    match cause {
        Some(Cause::Interrupt) => Error::interrupted(),
        Some(Cause::Limit(limit)) => Error::met(limit, term, None),
        None => Error::of_special(&term).unwrap_or_else(|| Error::exception_of(term, None)),
    }
}

/// Makes an importer that copies terms for the host; the copy may take as much as the memory limit, in addition.
pub(super) fn importer(m: &Machine) -> Importer<'_> {
    Importer::new(&m.heap, &m.atoms, m.limits.watch(), m.limits.memory())
}

/// Returns the error for a copy that was abandoned.
pub(super) fn given_up(m: &mut Machine) -> Error {
    if m.poll().is_ok() {
        let _thrown = m.resource_error(Limit::Memory);
    }
    let top = m.heap.top();
    let (ball, cause) = (m.exceptions.ball(), m.exceptions.cause());
    let error = match to_term(m, ball) {
        Ok(term) => error_with(m, term, ball, cause, None),
        // There is no room even for this small exception, or another reason to stop has come.
        Err(GivenUp) => match cause {
            Some(Cause::Interrupt) => Error::interrupted(),
            Some(Cause::Limit(limit)) => Error::met_limit(limit),
            None => Error::met_limit(Limit::Memory),
        },
    };
    m.heap.set_top(top);
    error
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
fn message(m: &mut Machine, ball: Cell, stack: Option<Cell>) -> Option<String> {
    let (about, arguments) = match stack {
        Some(stack) => (m.intern("traced"), vec![ball, stack]),
        None => (m.intern("unhandled_exception"), vec![ball]),
    };
    let to_lines = m.intern("message_to_lines");
    let about = |m: &mut Machine| vec![m.heap.new_term(about, &arguments)];
    aside(m, to_lines, about, |m, lines| lines_text(m, lines)).flatten()
}

/// Runs `name(Args..., Result)` for an error that is reported, in a time of its own.
fn aside<T>(
    m: &mut Machine,
    name: Atom,
    args: impl FnOnce(&mut Machine) -> Vec<Cell>,
    look: impl FnOnce(&mut Machine, Cell) -> T,
) -> Option<T> {
    let left = m.limits.pause();
    m.limits.set_deadline(Instant::now().checked_add(MESSAGE_TIME));
    let found = m.untraced(|m| run_once(m, name, args, look));
    m.limits.set_deadline(None);
    m.limits.begin(left);
    let (outcome, seen) = found?;
    if outcome == Outcome::Thrown {
        let _second = m.exceptions.take_uncaught_term(&mut m.heap);
        let _its_stack = m.exceptions.take_stack_term(&mut m.heap);
    }
    seen
}

/// Returns the frames of an error.
fn backtrace(m: &mut Machine, stack: Cell) -> Vec<Frame> {
    let name = m.intern("$frame_places");
    let found = aside(m, name, |_| vec![stack], |m, places| to_term(m, places).ok());
    let Some(Some(places)) = found else {
        return Vec::new();
    };
    let places = places.items().unwrap_or_default();
    places.into_iter().filter_map(Frame::of).collect()
}

pub(super) fn lines_text(m: &Machine, lines: Cell) -> Option<String> {
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

/// Notes that a file to be loaded could not be read.
pub(super) fn note_unread(m: &mut Machine) {
    /// As for other errors of loading.
    const STATUS: i32 = 3;
    let worst = &mut m.session.host.outcome.load_status;
    *worst = STATUS.max(*worst);
}

/// Loads a text under the name of its file, if it is one. It is limited as a query is. `is_another`: as that of
/// [`Source`](crate::code::source::Source).
pub(super) fn load(
    m: &mut Machine,
    limits: Amounts,
    name: &str,
    file: Option<&Path>,
    text: &str,
    is_another: bool,
) -> Result<Diagnostics, Error> {
    let amounts = limits.least(&m.flags.limits.amounts());
    m.limits.begin(amounts);
    m.limits.start_clock();
    m.session.host.outcome.load_limit = None;
    let mut others = m.session.host.outcome.recorded.replace(Vec::new());
    m.exceptions.forget_caught();
    let (_, before) = m.limits.watch().begin_query();
    let loaded = load_limited(m, name, file, text, is_another);
    m.limits.watch().run_query(before);
    m.limits.end_query();
    let recorded = m.session.host.outcome.recorded.take().unwrap_or_default();
    if let Some(others) = &mut others {
        others.extend_from_slice(&recorded);
    }
    m.session.host.outcome.recorded = others;
    let mut found = Diagnostics::of(recorded);
    found.iter_mut().for_each(|found| found.locate(text));
    match loaded {
        Ok(()) => Ok(found),
        Err(error) => {
            if let Some(limit) = error.limit() {
                let worst = &mut m.session.host.outcome.load_status;
                *worst = limit_status(limit).max(*worst);
            }
            Err(error.with_diagnostics(found))
        }
    }
}

fn load_limited(m: &mut Machine, name: &str, file: Option<&Path>, text: &str, is_another: bool) -> Result<(), Error> {
    if m.charge_program(text.len()).is_err() {
        return Err(raised(m));
    }
    crate::builtins::database::load::open(m, name, file, text.to_owned(), known::USER);
    if let Some(source) = m.loading.source_mut() {
        source.is_another = is_another;
    }
    crate::builtins::database::load::note_loaded(m);
    let load = m.intern("$load_and_import");
    let sources = m.loading.sources().len() - 1;
    let before = m.loading.errors();
    let first = m.db.generation + 1;
    let loaded = first_solution(m, load, |_| Vec::new(), |m, _| m.loading.errors() - before);
    // A limit or an interrupt ends loading where it stands.
    let place = place(m);
    leave_sources(m, sources);
    if file.is_none() {
        let name = m.intern(name);
        m.loading.keep_text(name, first..=m.db.generation, text);
    }
    let errors = match loaded {
        Ok(Some(0)) => return Ok(()),
        Ok(errors) => errors.unwrap_or(1),
        Err(error) if error.limit().is_some() => return Err(error.at(&place)),
        Err(error) => return Err(error),
    };
    Err(match m.session.host.outcome.load_limit {
        Some(limit) => Error::load_limit(limit, errors),
        None => Error::load(errors),
    })
}

/// Returns where the innermost text is being loaded, as the beginning of a message.
fn place(m: &Machine) -> String {
    let Some(source) = m.loading.source() else {
        return String::new();
    };
    let before = source.text.get(..source.start.min(source.text.len()));
    let line = before.map_or(1, |text| text.matches('\n').count() + 1);
    format!("{}:{line}: ", m.atoms.text(source.name))
}

/// Closes the texts that were still being loaded when their loading was given up.
pub(super) fn leave_sources(m: &mut Machine, before: usize) {
    while m.loading.sources().len() > before {
        crate::builtins::database::load::close(m);
    }
}

/// Returns the exit status for a limit.
fn limit_status(limit: Limit) -> i32 {
    if limit == Limit::Time { 124 } else { 4 }
}

/// The text of the next query on standard input.
pub(super) fn query_text(m: &mut Machine, limits: Amounts) -> Result<Option<String>, Error> {
    m.streams
        .flush_all()
        .map_err(|error| Error::file("user_output", &error))?;
    // Discard what an earlier goal has left.
    m.heap.watch.forget_early_end();
    let time = limits.least(&m.flags.limits.amounts())[Limit::Time];
    let mut end = None;
    let mut more = |m: &mut Machine| {
        if end.is_none() {
            end = deadline(time);
            m.limits.set_deadline(end);
        }
    };
    let text = skip_layout(m, USER_INPUT, &mut more).and_then(|()| clause_text(m, USER_INPUT, None, &mut more));
    m.limits.set_deadline(None);
    match text {
        Ok(text) => Ok(text.filter(|text| !is_blank(text)).map(|text| format!("{text}\n"))),
        Err(_) => Err(raised(m)),
    }
}

/// Returns the goal of `initialization(Goal, main)`.
pub(super) fn main_goal(m: &mut Machine) -> Option<String> {
    if !m.loading.has_main_goal() {
        return None;
    }
    let name = m.atoms.find("$get_main")?;
    let found = m.untraced(|m| first_solution(m, name, |_| Vec::new(), |m, goal| to_term(m, goal).ok()));
    found.ok().flatten().flatten().map(|goal| goal.to_string())
}

/// Sets a flag.
pub(super) fn set_flag(m: &mut Machine, name: &str, value: &str) -> Result<(), Error> {
    let before = m.flags.clone();
    if m.flags.set(name, FlagValue::Atom(value)).is_err() {
        let setting = [name, value].map(|text| Cell::atom(m.intern(text)));
        let culprit = m.heap.new_term(known::PLUS, &setting);
        let domain = Cell::atom(m.intern(Domain::FlagValue.text()));
        let formal = m.heap.new_term(known::DOMAIN_ERROR, &[domain, culprit]);
        let context = m.heap.new_var();
        let ball = m.heap.new_term(known::ERROR, &[formal, context]);
        return Err(error_of(m, ball, None, None));
    }
    m.flags_changed(&before);
    Ok(())
}

/// Returns the value of a flag.
pub(super) fn flag(m: &mut Machine, name: &str) -> Option<Term> {
    if let Some(row) = crate::base::flag::find(name) {
        return Some(match row.value(&m.flags) {
            FlagValue::Atom(word) => Term::atom(word),
            FlagValue::Int(number) => Term::int(number),
            FlagValue::Float(number) => Term::float(number),
        });
    }
    let top = m.heap.top();
    let cell = user_flag(m, name)?;
    let term = to_term(m, cell).ok();
    m.heap.set_top(top);
    term
}

/// Returns the value of a flag that is kept as a term.
fn user_flag(m: &mut Machine, name: &str) -> Option<Cell> {
    let name = m.atoms.find(name)?;
    let record = m.session.lasting.flags.get(&name)?.value.clone();
    Some(record.unpack(&mut m.heap))
}

/// Returns the text of an answer, as the flags want it.
pub(super) fn answer_text(m: &mut Machine, answer: &Answer, full: bool) -> Result<String, Error> {
    m.limits.start_clock();
    let style = style(m);
    let text = answer.text(full, style, m.limits.watch());
    let text = text.ok_or_else(|| {
        m.limits.watch().forget_early_end();
        given_up(m)
    });
    m.limits.stop_clock();
    text
}

/// Returns how answers are written, by the flags `answer_write_options`, `toplevel_print_anon`, `toplevel_name_variables`
/// and `toplevel_print_factorized`. Options that cannot be understood are ignored.
pub(super) fn style(m: &mut Machine) -> ShowStyle {
    let top = m.heap.top();
    let is = |m: &mut Machine, flag: &str, word| user_flag(m, flag).map(|value| value == Cell::atom(word));
    let hidden = !is(m, "toplevel_print_anon", known::FALSE).unwrap_or(false);
    let named = !is(m, "toplevel_name_variables", known::FALSE).unwrap_or(false);
    let factorized = is(m, "toplevel_print_factorized", known::TRUE).unwrap_or(false);
    let usual = ShowStyle {
        hidden,
        named,
        factorized,
        ..ShowStyle::default()
    };
    let Some(options) = user_flag(m, "answer_write_options") else {
        return usual;
    };
    let settings = write_settings(m, options);
    m.heap.set_top(top);
    match settings {
        Ok(settings) => ShowStyle {
            depth: settings.max_depth,
            quoted: settings.quoted,
            ignore_ops: settings.ignore_ops,
            numbervars: settings.numbervars,
            blanks: settings.blanks,
            portray: settings.portray,
            hidden,
            named,
            factorized,
        },
        Err(_) => usual,
    }
}

/// Sets the arguments of the program.
pub(super) fn set_arguments(m: &mut Machine, arguments: Vec<String>) {
    m.session.host.argv = arguments;
}
