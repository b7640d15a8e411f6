//! Stream arguments, the checks that ISO requires, and writing to streams.

use std::io;

use crate::base::atom::Atom;
use crate::base::iso_error::{Action, Domain, Thing, Type};
use crate::base::known;
use crate::base::limit::Limit;
use crate::io::position::Position;
use crate::io::stream::{Encoding, Stream};
use crate::io::table::{STREAM_BYTES, StreamId, USER_ERROR, USER_INPUT, USER_OUTPUT};
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::text_arg::new_atom;
use crate::native::halt::halt;

/// The exit status of a program that the signal for a broken pipe has ended.
const BROKEN_PIPE: i32 = 141;

/// The type of stream that an operation needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamKind {
    /// A text stream.
    Text,
    /// A binary stream.
    Binary,
    /// Either.
    Any,
}

/// Returns the term that denotes a stream.
pub fn stream_term(m: &mut Machine, id: StreamId) -> Cell {
    m.heap.new_term(known::STREAM, &[Cell::int(i64::from(id.number()))])
}

/// Returns the number in a stream term, whether the stream is open or not; `None` for any other term.
pub fn stream_number(m: &Machine, cell: Cell) -> Option<StreamId> {
    match m.view(cell) {
        View::Struct(f, args) if f.name() == known::STREAM && f.arity() == 1 => match m.view(m.heap.get(args)) {
            View::Int(n) => u32::try_from(n).ok().map(StreamId::new),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the open stream that a stream term or an alias denotes.
///
/// # Errors
/// `instantiation_error`, `domain_error(stream_or_alias, _)`, `existence_error(stream, _)`
pub fn stream_arg(m: &mut Machine, cell: Cell) -> Result<StreamId, Stop> {
    let found = match m.view(cell) {
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        View::Atom(alias) => stream_named(m, alias),
        _ => match stream_number(m, cell) {
            Some(id) => m.streams.get(id).map(|_| id),
            None => return Err(m.domain_error(Domain::StreamOrAlias, cell)),
        },
    };
    match found {
        Some(id) => Ok(id),
        None => Err(m.existence_error(Thing::Stream, cell)),
    }
}

/// Returns the stream with this alias or name.
pub fn stream_named(m: &Machine, alias: Atom) -> Option<StreamId> {
    m.streams.find(alias).or_else(|| current(m, alias))
}

/// Returns the stream that SWI-Prolog has under the name of the predicate that returns it.
#[cold]
fn current(m: &Machine, name: Atom) -> Option<StreamId> {
    match m.atoms.text(name) {
        _ if m.flags.iso => None,
        "current_output" => Some(m.streams.current_output()),
        "current_input" => Some(m.streams.current_input()),
        _ => None,
    }
}

/// Raises a domain error unless the term is an atom or a stream term, open or not.
///
/// # Errors
/// `instantiation_error`, `domain_error(stream_or_alias, _)`
pub fn check_stream_or_alias(m: &mut Machine, cell: Cell) -> Step {
    match m.view(cell) {
        View::Var(_) | View::Attributed(_) => Err(m.instantiation_error()),
        View::Atom(_) => Ok(()),
        _ if stream_number(m, cell).is_some() => Ok(()),
        _ => Err(m.domain_error(Domain::StreamOrAlias, cell)),
    }
}

/// Returns the open stream, which must be an input stream of this kind.
///
/// # Errors
/// As for [`stream_arg`]; `permission_error(input, _, _)`.
pub fn input_stream(m: &mut Machine, cell: Cell, kind: StreamKind) -> Result<StreamId, Stop> {
    let id = terminal(m, cell, USER_INPUT).map_or_else(|| stream_arg(m, cell), Ok)?;
    let id = part_of_pair(m, id, |(input, _)| input);
    check_input(m, id, cell, kind)?;
    Ok(id)
}

/// Returns the part of a pair of streams; the stream itself if it is none.
fn part_of_pair(m: &Machine, id: StreamId, part: impl FnOnce((StreamId, StreamId)) -> StreamId) -> StreamId {
    m.streams.get(id).and_then(|stream| stream.pair).map_or(id, part)
}

/// Returns `id` if the term is the name that SWI-Prolog has for both the standard input and the standard output.
fn terminal(m: &Machine, cell: Cell, id: StreamId) -> Option<StreamId> {
    let is_name = matches!(m.view(cell), View::Atom(known::USER)) && !m.flags.iso;
    (is_name && m.streams.find(known::USER).is_none()).then_some(id)
}

/// Returns the open stream, which must be an output stream of this kind.
///
/// # Errors
/// As for [`stream_arg`]; `permission_error(output, _, _)`.
pub fn output_stream_of(m: &mut Machine, cell: Cell, kind: StreamKind) -> Result<StreamId, Stop> {
    let id = terminal(m, cell, USER_OUTPUT).map_or_else(|| stream_arg(m, cell), Ok)?;
    let id = part_of_pair(m, id, |(_, output)| output);
    check_output(m, id, cell, kind)?;
    Ok(id)
}

/// Returns the open stream, which must be a text output stream.
///
/// # Errors
/// As for [`output_stream_of`].
pub fn output_stream(m: &mut Machine, cell: Cell) -> Result<StreamId, Stop> {
    output_stream_of(m, cell, StreamKind::Text)
}

/// Returns the current input, which must be of this kind.
///
/// # Errors
/// `permission_error(input, _, _)`
pub fn current_input(m: &mut Machine, kind: StreamKind) -> Result<StreamId, Stop> {
    let id = m.streams.current_input();
    if fits(m, id, kind) {
        return Ok(id);
    }
    let culprit = stream_term(m, id);
    check_input(m, id, culprit, kind)?;
    Ok(id)
}

/// Returns the current output, which must be of this kind.
///
/// # Errors
/// `permission_error(output, _, _)`
pub fn current_output_of(m: &mut Machine, kind: StreamKind) -> Result<StreamId, Stop> {
    let id = m.streams.current_output();
    if fits(m, id, kind) {
        return Ok(id);
    }
    let culprit = stream_term(m, id);
    check_output(m, id, culprit, kind)?;
    Ok(id)
}

/// Returns the current output, which must be a text stream.
///
/// # Errors
/// `permission_error(output, _, _)`
pub fn current_output(m: &mut Machine) -> Result<StreamId, Stop> {
    current_output_of(m, StreamKind::Text)
}

fn fits(m: &Machine, id: StreamId, kind: StreamKind) -> bool {
    m.streams.get(id).is_some_and(|stream| match kind {
        StreamKind::Any => true,
        StreamKind::Text => stream.text,
        StreamKind::Binary => !stream.text || stream.encoding == Encoding::Octet,
    })
}

fn check_input(m: &mut Machine, id: StreamId, culprit: Cell, kind: StreamKind) -> Step {
    if !m.streams.get(id).is_some_and(Stream::is_input) {
        return Err(m.permission_error(Action::Input, Thing::Stream, culprit));
    }
    check_kind(m, id, culprit, kind, Action::Input)
}

fn check_output(m: &mut Machine, id: StreamId, culprit: Cell, kind: StreamKind) -> Step {
    if !m.streams.get(id).is_some_and(Stream::is_output) {
        return Err(m.permission_error(Action::Output, Thing::Stream, culprit));
    }
    check_kind(m, id, culprit, kind, Action::Output)
}

fn check_kind(m: &mut Machine, id: StreamId, culprit: Cell, kind: StreamKind, action: Action) -> Step {
    if fits(m, id, kind) {
        return Ok(());
    }
    let thing = if kind == StreamKind::Text {
        Thing::BinaryStream
    } else {
        Thing::TextStream
    };
    Err(m.permission_error(action, thing, culprit))
}

/// Returns the error for a stream operation that failed: reading past the end, or an error of the device.
pub fn stream_failed(m: &mut Machine, id: StreamId, action: &str, error: &io::Error) -> Stop {
    let stream = stream_term(m, id);
    match error.kind() {
        io::ErrorKind::UnexpectedEof => m.permission_error(Action::Input, Thing::PastEndOfStream, stream),
        io::ErrorKind::OutOfMemory => m.resource_error(Limit::Memory),
        // Nobody reads what the program prints.
        io::ErrorKind::BrokenPipe
            if m.session.host.outcome.standalone
                && (id == USER_OUTPUT || id == USER_ERROR)
                && !m.exceptions.is_halting() =>
        {
            halt(m, BROKEN_PIPE).err().unwrap_or(Stop::Fail)
        }
        // The input that waited is no longer wanted.
        io::ErrorKind::Interrupted if m.heap.watch.walk_ended_early() => m.check_walks().err().unwrap_or(Stop::Fail),
        kind => {
            let action = new_atom(m, action);
            let kind = m.intern(if kind == io::ErrorKind::TimedOut {
                "timeout_error"
            } else {
                "io_error"
            });
            let formal = m.heap.new_term(kind, &[action, stream]);
            let message = new_atom(m, &message_of(error));
            let predicate = m.heap.new_var();
            let context = m.heap.new_term(known::CONTEXT, &[predicate, message]);
            let ball = m.heap.new_term(known::ERROR, &[formal, context]);
            m.throw(ball)
        }
    }
}

/// Returns the message of an I/O error without the error number of the operating system.
pub fn message_of(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error")
        .map_or(text.as_str(), |(message, _)| message)
        .to_owned()
}

/// Reads from a stream and charges the growth of its buffer.
///
/// # Errors
/// That of the stream; `resource_error(memory)`.
pub fn reading<T>(m: &mut Machine, id: StreamId, read: impl FnOnce(&mut Stream) -> io::Result<T>) -> Result<T, Stop> {
    let mut grown = 0;
    let done = m.streams.reader(id).map(|stream| {
        let before = stream.buffer_bytes();
        let value = read(stream);
        grown = stream.buffer_bytes().saturating_sub(before);
        value
    });
    if id == USER_INPUT {
        m.streams.note_typed();
    }
    match done {
        Some(Ok(value)) => charge_growth(m, id, grown).map(|()| value),
        Some(Err(error)) => Err(stream_failed(m, id, "read", &error)),
        None => {
            let stream = stream_term(m, id);
            Err(m.existence_error(Thing::Stream, stream))
        }
    }
}

/// Size in bytes up to which a memory text is not charged: a program that has run out of memory still needs one for its
/// message.
const SMALL: usize = 1 << 16;

/// Charges the growth of a stream. The standard streams are exempt: their buffers are small, and errors are reported on
/// them.
///
/// # Errors
/// `resource_error(memory)`
pub fn charge_growth(m: &mut Machine, id: StreamId, grown: usize) -> Step {
    if grown == 0 || id <= USER_ERROR {
        return Ok(());
    }
    let small = m.streams.is_capture(id) && m.streams.get(id).is_none_or(|stream| stream.bytes() <= SMALL);
    if !small {
        m.charge_program(grown)?;
    }
    m.streams.note_growth(id, grown);
    Ok(())
}

/// Charges a stream that is about to be opened, including the text that it holds.
///
/// # Errors
/// `resource_error(memory)`
pub fn charge_stream(m: &mut Machine, bytes: usize) -> Step {
    m.charge_program(STREAM_BYTES + bytes)
}

/// Writes to a stream and charges the growth of its buffer or of the memory output.
///
/// # Errors
/// That of the stream; `resource_error(memory)`.
pub fn writing<T>(m: &mut Machine, id: StreamId, write: impl FnOnce(&mut Stream) -> io::Result<T>) -> Result<T, Stop> {
    let most = m.limits.memory();
    let counted = m.limits.left(Limit::Output).filter(|_| !m.streams.is_capture(id));
    if counted == Some(0) {
        return Err(m.resource_error(Limit::Output));
    }
    let (mut bytes, mut grown) = (0, 0);
    let written = m.streams.writer(id).map(|stream| {
        let (before, held) = (stream.position().byte, stream.bytes());
        let value = write(stream)?;
        bytes = stream.position().byte.saturating_sub(before);
        grown = stream.bytes().saturating_sub(held);
        within(stream, most)?;
        Ok(value)
    });
    if let Some(left) = counted {
        m.limits.set_left(Limit::Output, left.saturating_sub(bytes));
    }
    match written {
        Some(Ok(value)) => charge_growth(m, id, grown).map(|()| value),
        Some(Err(error)) => Err(stream_failed(m, id, "write", &error)),
        None => {
            let stream = stream_term(m, id);
            Err(m.existence_error(Thing::Stream, stream))
        }
    }
}

/// Returns an error if a stream that keeps its output exceeds the budget.
///
/// # Errors
/// One of the kind `OutOfMemory`.
pub fn within(stream: &Stream, most: usize) -> io::Result<()> {
    if stream.bytes() > most {
        Err(io::ErrorKind::OutOfMemory.into())
    } else {
        Ok(())
    }
}

/// Raises a resource error if more bytes would be written than the limit on output allows.
fn may_write(m: &mut Machine, id: StreamId, bytes: usize) -> Step {
    match m.limits.left(Limit::Output) {
        Some(left) if bytes as u64 > left && !m.streams.is_capture(id) => {
            m.limits.set_left(Limit::Output, 0);
            Err(m.resource_error(Limit::Output))
        }
        _ => Ok(()),
    }
}

/// Writes a text to a stream.
///
/// # Errors
/// As for [`writing`].
pub fn write_text(m: &mut Machine, id: StreamId, text: &str) -> Step {
    may_write(m, id, text.len())?;
    writing(m, id, |stream| stream.write_text(text))
}

/// Builds the term of a stream position: characters, line, column, bytes.
pub fn position_term(m: &mut Machine, at: Position) -> Cell {
    let numbers = [at.char, at.line, at.column, at.byte].map(|n| Cell::int(n as i64));
    let name = m.intern("$stream_position");
    m.heap.new_term(name, &numbers)
}

/// Returns the stream position that a term denotes; `None` for any other term.
pub fn position_of(m: &Machine, cell: Cell) -> Option<Position> {
    let View::Struct(f, args) = m.view(cell) else {
        return None;
    };
    if f.arity() != 4 || m.atoms.text(f.name()) != "$stream_position" {
        return None;
    }
    let number = |i: usize| match m.view(m.heap.get(args + i)) {
        View::Int(n) => u64::try_from(n).ok(),
        _ => None,
    };
    Some(Position {
        char: number(0)?,
        line: number(1)?,
        column: number(2)?,
        byte: number(3)?,
    })
}

/// An option `name(value)` of an option list.
pub struct GivenOption {
    /// The whole option, for errors.
    pub term: Cell,
    /// Its name.
    pub name: String,
    /// Its argument, dereferenced.
    pub value: Cell,
}

/// Raises an instantiation error if an option list or one of its elements is unbound; ISO requires this check first.
///
/// # Errors
/// `instantiation_error`
pub fn check_bound_options(m: &mut Machine, list: Cell) -> Step {
    let mut rest = m.deref(list);
    let mut left = m.heap.top();
    while let View::List(pair) = m.view(rest)
        && left > 0
    {
        if m.deref(m.heap.get(pair)).is_variable() {
            return Err(m.instantiation_error());
        }
        rest = m.deref(m.heap.get(pair + 1));
        left -= 1;
    }
    if rest.is_variable() {
        return Err(m.instantiation_error());
    }
    Ok(())
}

/// Returns the options of a list, each `Name(Value)` or `Name = Value`, after ISO's checks of the list; an element of
/// another form is an error of `domain`.
///
/// # Errors
/// `instantiation_error`, `type_error(list, _)`, `domain_error(domain, _)`
pub fn choices(m: &mut Machine, list: Cell, domain: Domain) -> Result<Vec<GivenOption>, Stop> {
    let items = crate::native::args::text_arg::need_list(m, list)?;
    if items.iter().any(|item| item.is_variable()) {
        return Err(m.instantiation_error());
    }
    let mut choices = Vec::new();
    for term in items {
        let (name, value) = match m.view(term) {
            View::Struct(f, args) if f.arity() == 1 => (f.name(), m.heap.get(args)),
            View::Struct(f, args) if f.arity() == 2 && f.name() == known::EQUALS => match m.view(m.heap.get(args)) {
                View::Atom(name) => (name, m.heap.get(args + 1)),
                _ => return Err(m.domain_error(domain, term)),
            },
            _ => return Err(m.domain_error(domain, term)),
        };
        let (name, value) = (m.atoms.text(name).to_owned(), m.deref(value));
        // The caller raises the error for an unbound value of a stream option.
        if value.is_variable() && domain != Domain::StreamOption {
            return Err(m.instantiation_error());
        }
        choices.push(GivenOption { term, name, value });
    }
    Ok(choices)
}

/// Returns the name of an atom; `None` for any other term.
pub fn atom_name(m: &Machine, cell: Cell) -> Option<&str> {
    match m.view(cell) {
        View::Atom(atom) => Some(m.atoms.text(atom)),
        _ => None,
    }
}

/// Returns the value of a boolean: `true`, `false`, `on` or `off`.
///
/// # Errors
/// `instantiation_error`, `type_error(bool, _)`
pub fn boolean(m: &mut Machine, cell: Cell) -> Result<bool, Stop> {
    match atom_name(m, cell) {
        Some("true" | "on") => Ok(true),
        Some("false" | "off") => Ok(false),
        _ => Err(m.type_or_instantiation_error(Type::Boolean, cell)),
    }
}
