//! What JavaScript asks of an engine.

use std::time::Duration;

use ferz::debug::DebugMode;
use ferz::toplevel::TokenKind;
use ferz::{Answer, Diagnostic, Engine, Error, ErrorKind, Fuel, Grant, Limit, OwnedQuery, Severity, Step, Term};

use crate::wire::{Reader, Variables, Writer};
use crate::{Outcome, State, host};

/// The first byte of a reply.
mod result {
    pub const DONE: u8 = 0;
    pub const ANSWER: u8 = 1;
    pub const YIELDED: u8 = 2;
    pub const WAITING: u8 = 3;
    pub const EXHAUSTED: u8 = 4;
    pub const ERROR: u8 = 5;
    pub const BUSY: u8 = 6;
}

/// The kinds of requests.
mod kind {
    pub const CONSULT: u32 = 1;
    pub const OPEN: u32 = 2;
    pub const CLOSE: u32 = 3;
    pub const DEFINE: u32 = 4;
    pub const LIMITS: u32 = 5;
    pub const RESET: u32 = 6;
    pub const TOKENS: u32 = 7;
    pub const CHECK: u32 = 8;
    pub const COMPLETE: u32 = 9;
    pub const SET_FLAG: u32 = 10;
    pub const TRACE: u32 = 11;
    pub const TEXT: u32 = 12;
    pub const IS_COMPLETE: u32 = 13;
}

/// Bytes of terms and of clauses that an engine may take unless the host sets others: both together, and what a
/// collection needs, stay below the 4 GiB that a module can address.
const MEMORY: u64 = 512 << 20;

/// Makes an engine with all rights that lead nowhere outside of the module: files are in memory.
pub fn new_engine(number: u32) -> Engine {
    let mut engine = Engine::new();
    for grant in [
        Grant::AllFiles,
        Grant::Environment,
        Grant::Clock,
        Grant::Randomness,
        Grant::Sleep,
    ] {
        engine.grant(grant);
    }
    engine.set_limits(engine.limits().with(Limit::Memory, Some(MEMORY)));
    engine.set_limits(engine.limits().with(Limit::Program, Some(MEMORY)));
    host::set_streams(&mut engine, number);
    engine
}

/// The reply of an engine that runs.
pub fn busy() -> Vec<u8> {
    vec![result::BUSY]
}

/// Runs a request.
pub fn run(number: u32, state: State, kind: u32, bytes: &[u8]) -> (State, Vec<u8>) {
    let mut reply = Writer::default();
    reply.byte(result::DONE);
    let mut from = Reader::new(bytes);
    let (state, outcome) = match (kind, state) {
        (kind::OPEN, state) => open(state, &mut from),
        (kind::CLOSE, state) => close(state),
        (kind::TOKENS, state) => {
            tokens(from.text(), &mut reply);
            (state, Ok(()))
        }
        (kind::IS_COMPLETE, state) => {
            let end = ferz::toplevel::clause_end(from.text());
            reply.byte(u8::from(end.is_some()));
            (state, Ok(()))
        }
        (kind::CHECK, state) => {
            check(&mut from, &mut reply);
            (state, Ok(()))
        }
        (_, State::Asked(query)) => return (State::Asked(query), busy()),
        (kind, State::Idle(mut engine)) => {
            let outcome = idle(number, &mut engine, kind, &mut from, &mut reply);
            // What was written is shown, whatever the outcome.
            let _shown = engine.toplevel().console().flush();
            (State::Idle(engine), outcome)
        }
    };
    let reply = match outcome {
        Ok(()) => reply.finish(),
        Err(error) => error_reply(&error),
    };
    (state, reply)
}

/// Runs a request of an engine that has no open query.
fn idle(number: u32, engine: &mut Engine, kind: u32, from: &mut Reader<'_>, reply: &mut Writer) -> Outcome {
    match kind {
        kind::CONSULT => {
            let (name, text) = (from.text(), from.text());
            engine.toplevel().keep_messages(true);
            let loaded = engine.consult_named(name, text);
            engine.toplevel().keep_messages(false);
            diagnostics(&loaded?, reply);
        }
        kind::DEFINE => {
            let (name, arity, inputs, function) = (from.text(), from.count(), from.count(), from.count());
            host::define(engine, name, arity, inputs, function as u32)?;
        }
        kind::LIMITS => limits(engine, from),
        kind::RESET => engine.reset(),
        kind::COMPLETE => {
            let (text, at) = (from.text(), from.count());
            let found = engine.toplevel().completions(text, byte_of(text, at));
            reply.count(utf16(&text[..found.start]));
            reply.count(found.candidates.len());
            for candidate in &found.candidates {
                reply.text(&candidate.text);
                reply.text(&candidate.shown);
            }
        }
        kind::SET_FLAG => engine.set_flag(from.text(), from.text())?,
        kind::TRACE => match from.byte() {
            0 => engine.debugger().set_debug_mode(DebugMode::Off),
            _ => host::trace(engine, number),
        },
        kind::TEXT => {
            let term = from.term(&mut Variables::default());
            reply.text(&term.to_string());
        }
        _ => {}
    }
    Ok(())
}

/// Opens a query, within another one if one is open.
fn open(state: State, from: &mut Reader<'_>) -> (State, Outcome) {
    let text = from.text();
    let mut variables = Variables::default();
    let values: Vec<(&str, Term)> = (0..from.count())
        .map(|_| (from.text(), from.term(&mut variables)))
        .collect();
    match state {
        State::Asked(mut query) => {
            let outcome = query.open_nested(text, values);
            (State::Asked(query), outcome)
        }
        State::Idle(engine) => match OwnedQuery::open(engine, text, values) {
            Ok(query) => (State::Asked(query), Ok(())),
            Err(failed) => (State::Idle(failed.0), Err(failed.1)),
        },
    }
}

/// Closes the innermost query.
fn close(state: State) -> (State, Outcome) {
    match state {
        State::Asked(mut query) => {
            if query.close_nested() {
                return (State::Asked(query), Ok(()));
            }
            let engine = query.into_engine();
            (State::Idle(engine.unwrap_or_default()), Ok(()))
        }
        idle => (idle, Ok(())),
    }
}

/// Runs the innermost query.
pub fn step(state: &mut State, fuel: u64, with_text: bool) -> Vec<u8> {
    let State::Asked(query) = state else {
        return vec![result::EXHAUSTED];
    };
    let found = query.step(Fuel(fuel));
    let written = found.and_then(|found| {
        let mut reply = Writer::default();
        match found {
            Step::Answer(answer) => write_answer(&mut reply, query, &answer, with_text)?,
            Step::Yielded => reply.byte(result::YIELDED),
            Step::Waiting => reply.byte(result::WAITING),
            _ => reply.byte(result::EXHAUSTED),
        }
        Ok(reply.finish())
    });
    if let Some(mut console) = query.console() {
        let _shown = console.flush();
    }
    written.unwrap_or_else(|error| error_reply(&error))
}

fn write_answer(to: &mut Writer, query: &mut OwnedQuery, answer: &Answer, with_text: bool) -> Outcome {
    to.byte(result::ANSWER);
    to.byte(u8::from(answer.is_last()));
    to.count(answer.bindings().len());
    for (name, value) in answer.bindings() {
        to.text(name);
        to.term(value.as_ref())?;
    }
    to.count(answer.residual_goals().len());
    for goal in answer.residual_goals() {
        to.term(goal.as_ref())?;
    }
    let texts = if with_text {
        Some((query.text(answer, false)?, query.text(answer, true)?))
    } else {
        None
    };
    to.optional(texts.as_ref().map(|(short, _)| short.as_str()));
    to.optional(texts.as_ref().map(|(_, full)| full.as_str()));
    Ok(())
}

fn error_reply(error: &Error) -> Vec<u8> {
    let written = write_error(error, true).or_else(|_| write_error(error, false));
    written.unwrap_or_else(|_| vec![result::ERROR])
}

/// Writes an error, without its term if that is too large.
fn write_error(error: &Error, with_term: bool) -> Result<Vec<u8>, Error> {
    let mut to = Writer::default();
    to.byte(result::ERROR);
    let (mut line, mut column, mut number, mut word) = (0, 0, 0, None);
    to.text(match error.kind() {
        ErrorKind::Syntax {
            line: at, column: from, ..
        } => {
            (line, column) = (*at, *from);
            "syntax"
        }
        ErrorKind::Name(_) => {
            (line, column) = (1, 1);
            "syntax"
        }
        ErrorKind::Exception(_) => "exception",
        ErrorKind::Halt(status) => {
            number = *status;
            "halt"
        }
        ErrorKind::Load { errors } => {
            number = i32::try_from(*errors).unwrap_or(i32::MAX);
            "load"
        }
        ErrorKind::File => "file",
        ErrorKind::Interrupted => "interrupted",
        ErrorKind::Limit(limit) => {
            word = Some(limit.option());
            "limit"
        }
        _ => "error",
    });
    to.text(&error.to_string());
    to.optional(word);
    to.count(line);
    to.count(column);
    to.count(number.unsigned_abs() as usize);
    match error.exception().filter(|_| with_term) {
        Some(term) => {
            to.byte(1);
            to.term(term.as_ref())?;
        }
        None => to.byte(0),
    }
    to.count(error.backtrace().len());
    for frame in error.backtrace() {
        to.text(frame.predicate());
        to.text(frame.goal());
        to.optional(frame.file());
        to.count(frame.line().unwrap_or(0));
        to.count(frame.column().unwrap_or(0));
    }
    diagnostics(error.diagnostics(), &mut to);
    Ok(to.finish())
}

fn diagnostics(found: &[Diagnostic], to: &mut Writer) {
    to.count(found.len());
    for one in found {
        to.text(match one.severity() {
            Severity::Warning => "warning",
            _ => "error",
        });
        to.text(one.message());
        to.text(&one.to_string());
        to.optional(one.code());
        to.optional(one.file());
        to.count(one.line().unwrap_or(0));
        to.count(one.column().unwrap_or(0));
    }
}

/// Reports what is wrong with a text, which an engine of its own loads without running it.
fn check(from: &mut Reader<'_>, reply: &mut Writer) {
    let (name, text) = (from.text(), from.text());
    let mut engine = Engine::new();
    engine.grant(Grant::AllFiles);
    engine.set_limits(engine.limits().memory(MEMORY / 4).time(Duration::from_secs(2)));
    engine.toplevel().keep_messages(true);
    engine.toplevel().set_checking(true);
    // The error repeats the messages.
    let _told = engine.consult_named(name, text);
    diagnostics(&engine.toplevel().take_diagnostics(), reply);
}

/// Sets the limits that are named; a negative amount is none.
fn limits(engine: &mut Engine, from: &mut Reader<'_>) {
    for _ in 0..from.count() {
        let (name, amount) = (from.text(), from.float());
        if let Some(&limit) = Limit::ALL.iter().find(|limit| limit.option() == name) {
            engine.set_limits(engine.limits().with(limit, (amount >= 0.0).then_some(amount as u64)));
        }
    }
}

/// Writes the parts of a text, by their places in JavaScript's strings.
fn tokens(text: &str, to: &mut Writer) {
    let parts = ferz::toplevel::tokens(text);
    to.count(parts.len());
    let (mut byte, mut unit) = (0, 0);
    let mut place = |at: usize| {
        unit += utf16(&text[byte..at]);
        byte = at;
        unit
    };
    for (range, kind) in parts {
        to.count(place(range.start));
        to.count(place(range.end));
        to.byte(match kind {
            TokenKind::Variable => 0,
            TokenKind::Name => 1,
            TokenKind::Functor => 2,
            TokenKind::Symbol => 3,
            TokenKind::Number => 4,
            TokenKind::Text => 5,
            TokenKind::Open => 6,
            TokenKind::Close => 7,
            TokenKind::Separator => 8,
            TokenKind::End => 9,
            TokenKind::Comment => 10,
            TokenKind::Unfinished => 11,
            _ => 12,
        });
    }
}

fn utf16(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Returns the byte at which a place in a string of JavaScript is.
fn byte_of(text: &str, at: usize) -> usize {
    let mut units = 0;
    for (byte, c) in text.char_indices() {
        if units >= at {
            return byte;
        }
        units += c.len_utf16();
    }
    text.len()
}
