//! ISO 8.11.8, 8.11.9: stream properties, and repositioning.

use std::time::Duration;

use crate::base::iso_error::{Action, Domain, Thing, Type};
use crate::base::known;
use crate::base::ordered::Ordered;
use crate::io::stream::{Buffering, Encoding, EndOfStream, EofAction, StreamMode};
use crate::io::table::StreamId;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::term_io::format_number::to_float;
use crate::native::args::stream_arg::{
    StreamKind, atom_name, boolean, charge_stream, check_stream_or_alias, input_stream, output_stream_of, position_of,
    position_term, reading, stream_arg, stream_failed, stream_named, stream_number, stream_term,
};
use crate::native::args::text_arg::new_atom;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$stream_property_check(+stream, +property)", 2, stream_property_check_2)
        .doc("Raises the errors of stream_property/2."),
    det!("$streams(-streams)", 1, streams_1).doc("Unifies streams with the list of all open streams, oldest first."),
    det!("$stream_properties(+stream, -properties)", 2, stream_properties_2)
        .doc("Unifies properties with the list of all properties of a stream."),
    det!("set_stream_position(+stream, +position)", 2, set_stream_position_2)
        .iso("8.11.9")
        .doc("Repositions a stream to a position that stream_property(Stream, position(Position)) has returned.")
        .examples(&[("set_stream_position(nosuch, 1)", "domain_error(stream_position, 1)")]),
    det!("$stream_pair(+pair, -read, -write)", 3, stream_pair_3)
        .doc("Unifies read and write with the streams of a pair that are open; fails if it is none."),
    det!("$new_stream_pair(+read, +write, -pair)", 3, new_stream_pair_3).doc("Makes a pair of two streams."),
    det!("seek(+stream, +offset, +from, -position)", 4, seek_4)
        .doc(
            "Repositions a stream to a byte offset relative to its beginning (bof), the current position \
             (current) or the end (eof), and unifies position with the new offset.",
        )
        .examples(&[("seek(nosuch, 0, bof, _)", "existence_error(stream, nosuch)")]),
    det!("set_stream(+stream, +property)", 2, set_stream_2)
        .doc(
            "Changes a property of a stream: alias, encoding, eof_action, buffer, type, tty, line_position or newline.",
        )
        .examples(&[(
            "open_string(\"\", _S), set_stream(_S, alias(input)), close(input)",
            "true",
        )]),
    det!("is_stream(@term)", 1, is_stream_1)
        .doc("True if the term is an open stream or the alias of one.")
        .examples(&[("is_stream(user_input)", "true"), ("is_stream(nothing)", "false")]),
    det!("line_count(+stream, -line)", 2, line_count_2)
        .doc("Unifies line with the current line number of a stream, counted from 1.")
        .examples(&[(
            "open_string(\"a\\nb\", _S), get_char(_S, _), get_char(_S, _), line_count(_S, N)",
            "N = 2",
        )]),
    det!("line_position(+stream, -column)", 2, line_position_2)
        .doc("Unifies column with the current column of a stream, counted from 0.")
        .examples(&[(
            "open_string(\"ab\", _S), get_char(_S, _), line_position(_S, N)",
            "N = 1",
        )]),
    det!("character_count(+stream, -count)", 2, character_count_2)
        .doc("Unifies count with the number of characters read or written so far.")
        .examples(&[(
            "open_string(\"éa\", _S), get_char(_S, _), character_count(_S, N)",
            "N = 1",
        )]),
    det!("byte_count(+stream, -count)", 2, byte_count_2)
        .doc("Unifies count with the number of bytes read or written so far.")
        .examples(&[("open_string(\"éa\", _S), get_char(_S, _), byte_count(_S, N)", "N = 2")]),
    det!(
        "stream_position_data(+field, +position, -value)",
        3,
        stream_position_data_3
    )
    .doc("Extracts a field of a stream position: char_count, line_count, line_position or byte_count.")
    .examples(&[(
        "stream_position_data(line_count, '$stream_position'(5, 2, 0, 5), X)",
        "X = 2",
    )]),
];

/// The names of the properties.
const PROPERTIES: &[&str] = &[
    "file_name",
    "mode",
    "alias",
    "position",
    "end_of_stream",
    "eof_action",
    "reposition",
    "type",
    "encoding",
    "buffer",
    "newline",
    "tty",
    "file_no",
    "bom",
    "buffer_size",
    "close_on_abort",
    "representation_errors",
    "timeout",
    "error",
    "write_errors",
    "locale",
    "nlink",
    "close_on_exec",
];

fn stream_property_check_2(m: &mut Machine, stream: Cell, property: Cell) -> Step {
    match m.view(stream) {
        View::Var(_) | View::Attributed(_) => {}
        _ if stream_number(m, stream).is_some() => {
            stream_arg(m, stream)?;
        }
        View::Atom(alias) if !m.flags.iso && stream_named(m, alias).is_some() => {}
        _ => return Err(m.domain_error(Domain::Stream, stream)),
    }
    let known = match m.view(property) {
        View::Var(_) | View::Attributed(_) => true,
        View::Atom(atom) => matches!(m.atoms.text(atom), "input" | "output"),
        View::Struct(f, _) => f.arity() == 1 && PROPERTIES.contains(&m.atoms.text(f.name())),
        _ => false,
    };
    if known {
        Ok(())
    } else {
        Err(m.domain_error(Domain::StreamProperty, property))
    }
}

fn streams_1(m: &mut Machine, streams: Cell) -> Step {
    let ids = m.streams.ids();
    m.reserve(4 * ids.len())?;
    let terms: Vec<Cell> = ids.into_iter().map(|id| stream_term(m, id)).collect();
    let list = m.heap.new_list(&terms, Cell::NIL);
    m.unify(streams, list)
}

fn stream_properties_2(m: &mut Machine, stream: Cell, properties: Cell) -> Step {
    let id = stream_arg(m, stream)?;
    let found = list_properties(m, id);
    let list = m.heap.new_list(&found, Cell::NIL);
    m.unify(properties, list)
}

fn list_properties(m: &mut Machine, id: StreamId) -> Vec<Cell> {
    let mut aliases: Vec<_> = m.streams.aliases(id).collect();
    aliases.order();
    let Some(stream) = m.streams.get_mut(id) else {
        return Vec::new();
    };
    let end = if stream.is_input() {
        stream.end_of_stream(false).ok()
    } else {
        None
    };
    let mode = match stream.mode() {
        StreamMode::Read => "read",
        StreamMode::Write => "write",
        StreamMode::Append => "append",
        StreamMode::Update => "update",
    };
    let end = end.map(|end| match end {
        EndOfStream::Not => "not",
        EndOfStream::At => "at",
        EndOfStream::Past => "past",
    });
    let eof_action = match stream.eof_action {
        EofAction::Error => "error",
        EofAction::EofCode => "eof_code",
        EofAction::Reset => "reset",
    };
    let encoding = match stream.encoding {
        _ if !stream.text => "octet",
        encoding => encoding.name(),
    };
    let buffer = match stream.buffering {
        Buffering::Full => "full",
        Buffering::Line => "line",
        Buffering::None => "none",
    };
    let direction = if stream.is_input() { "input" } else { "output" };
    let (kind, position, file) = (
        if stream.text { "text" } else { "binary" },
        stream.position(),
        stream.file_name.clone(),
    );
    let (reposition, tty) = (stream.reposition, stream.is_terminal());
    let mark = (stream.text && stream.file_name.is_some()).then_some(stream.marked);
    let mut found = Vec::new();
    let mut add = |m: &mut Machine, name: &str, value: Cell| {
        let name = m.intern(name);
        found.push(m.heap.new_term(name, &[value]));
    };
    if let Some(file) = file {
        let file = new_atom(m, &file);
        add(m, "file_name", file);
    }
    let texts = [
        ("mode", Some(mode)),
        ("eof_action", Some(eof_action)),
        ("end_of_stream", end),
        ("type", Some(kind)),
    ];
    let more = [
        ("encoding", Some(encoding)),
        ("buffer", Some(buffer)),
        ("newline", Some("posix")),
    ];
    for (name, value) in texts.into_iter().chain(more) {
        if let Some(value) = value {
            let value = new_atom(m, value);
            add(m, name, value);
        }
    }
    let truths = [("reposition", Some(reposition)), ("tty", Some(tty)), ("bom", mark)];
    for (name, value) in truths.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        add(m, name, Cell::atom(if value { known::TRUE } else { known::FALSE }));
    }
    for alias in aliases {
        add(m, "alias", Cell::atom(alias));
    }
    let position = position_term(m, position);
    add(m, "position", position);
    found.insert(1.min(found.len()), new_atom(m, direction));
    found
}

fn stream_pair_3(m: &mut Machine, pair: Cell, read: Cell, write: Cell) -> Step {
    let id = stream_arg(m, pair)?;
    let (input, output) = m.streams.get(id).and_then(|stream| stream.pair).ok_or(Stop::Fail)?;
    for (part, cell) in [(input, read), (output, write)] {
        if m.streams.get(part).is_some() {
            let term = stream_term(m, part);
            m.unify(cell, term)?;
        }
    }
    Ok(())
}

fn new_stream_pair_3(m: &mut Machine, read: Cell, write: Cell, pair: Cell) -> Step {
    let input = input_stream(m, read, StreamKind::Any)?;
    let output = output_stream_of(m, write, StreamKind::Any)?;
    charge_stream(m, 0)?;
    let id = m.streams.add_pair(input, output);
    let term = stream_term(m, id);
    m.unify(pair, term)
}

/// Sets how long a stream may wait, in seconds; another term stands for no end.
fn set_timeout(m: &mut Machine, id: StreamId, seconds: Cell) -> Step {
    let number = m.heap.number(m.deref(seconds));
    let timeout = number.and_then(|number| Duration::try_from_secs_f64(to_float(&number)).ok());
    m.streams.get_mut(id).ok_or(Stop::Fail)?.set_timeout(timeout);
    Ok(())
}

/// Sets a property of both streams of a pair.
fn set_pair(m: &mut Machine, pair: (StreamId, StreamId), property: Cell) -> Step {
    for id in [pair.0, pair.1] {
        if m.streams.get(id).is_some() {
            let stream = stream_term(m, id);
            set_stream_2(m, stream, property)?;
        }
    }
    Ok(())
}

fn set_stream_position_2(m: &mut Machine, stream: Cell, position: Cell) -> Step {
    if m.deref(stream).is_variable() || m.deref(position).is_variable() {
        return Err(m.instantiation_error());
    }
    check_stream_or_alias(m, stream)?;
    let Some(to) = position_of(m, position) else {
        return Err(m.domain_error(Domain::StreamPosition, position));
    };
    let id = stream_arg(m, stream)?;
    check_reposition(m, id, stream)?;
    match m.streams.get_mut(id).map(|stream| stream.set_position(to)) {
        Some(Err(error)) => Err(stream_failed(m, id, "seek", &error)),
        _ => Ok(()),
    }
}

fn check_reposition(m: &mut Machine, id: StreamId, stream: Cell) -> Step {
    if m.streams.get(id).is_some_and(|stream| stream.reposition) {
        return Ok(());
    }
    Err(m.permission_error(Action::Reposition, Thing::Stream, stream))
}

fn seek_4(m: &mut Machine, stream: Cell, offset: Cell, from: Cell, position: Cell) -> Step {
    let id = stream_arg(m, stream)?;
    let View::Int(offset_value) = m.view(offset) else {
        return Err(m.type_or_instantiation_error(Type::Integer, offset));
    };
    check_reposition(m, id, stream)?;
    let open = m.streams.get_mut(id).ok_or(Stop::Fail)?;
    let mut to = open.position();
    let (here, size) = (to.byte as i64, open.size());
    let start = match atom_name(m, from) {
        Some("bof") => Some(0),
        Some("current") => Some(here),
        Some("eof") => size.map(|size| size as i64),
        Some(_) => return Err(domain(m, "seek_method", from)),
        None => return Err(m.type_or_instantiation_error(Type::Atom, from)),
    };
    let Some(target) = start
        .and_then(|start| start.checked_add(offset_value))
        .and_then(|at| u64::try_from(at).ok())
    else {
        return Err(domain(m, "position", offset));
    };
    // Line and column are unknown after a seek.
    (to.byte, to.char) = (target, target);
    if target == 0 {
        to = crate::io::position::Position::default();
    }
    match m.streams.get_mut(id).map(|stream| stream.set_position(to)) {
        Some(Err(error)) => Err(stream_failed(m, id, "seek", &error)),
        _ => m.unify(position, Cell::int(target as i64)),
    }
}

/// Returns a domain error of a domain that ISO does not name.
fn domain(m: &mut Machine, name: &str, culprit: Cell) -> Stop {
    let name = new_atom(m, name);
    let formal = m.heap.new_term(known::DOMAIN_ERROR, &[name, culprit]);
    m.throw_error(formal)
}

fn set_stream_2(m: &mut Machine, stream: Cell, property: Cell) -> Step {
    let id = stream_arg(m, stream)?;
    let View::Struct(f, args) = m.view(property) else {
        return Err(m.type_or_instantiation_error(Type::Compound, property));
    };
    if f.arity() != 1 {
        return Err(m.domain_error(Domain::StreamProperty, property));
    }
    let value = m.deref(m.heap.get(args));
    if value.is_variable() {
        return Err(m.instantiation_error());
    }
    let name = m.atoms.text(f.name()).to_owned();
    if let Some(pair) = m.streams.get(id).and_then(|stream| stream.pair)
        && name != "alias"
    {
        return set_pair(m, pair, property);
    }
    let text = atom_name(m, value).unwrap_or_default().to_owned();
    if name == "timeout" {
        return set_timeout(m, id, value);
    }
    if name == "alias" {
        let View::Atom(alias) = m.view(value) else {
            return Err(m.type_error(Type::Atom, value));
        };
        m.streams.set_alias(alias, id);
        match text.as_str() {
            "user_input" => m.streams.set_input(id),
            "user_output" => m.streams.set_output(id),
            _ => {}
        }
        return Ok(());
    }
    let column = match (name.as_str(), m.view(value)) {
        ("line_position", View::Int(n)) => u64::try_from(n).ok(),
        _ => None,
    };
    let tty = if name == "tty" { Some(boolean(m, value)?) } else { None };
    let open = m.streams.get_mut(id).ok_or(Stop::Fail)?;
    match (name.as_str(), text.as_str()) {
        ("eof_action", "error") => open.eof_action = EofAction::Error,
        ("eof_action", "eof_code") => open.eof_action = EofAction::EofCode,
        ("eof_action", "reset") => open.eof_action = EofAction::Reset,
        ("buffer", "full") => open.buffering = Buffering::Full,
        ("buffer", "line") => open.buffering = Buffering::Line,
        ("buffer", "none" | "false") => open.buffering = Buffering::None,
        ("type", "text") => open.text = true,
        ("type", "binary") => open.text = false,
        ("encoding", text) if Encoding::named(text).is_some() => {
            open.encoding = Encoding::named(text).unwrap_or_default();
            open.text = text != "octet";
        }
        ("line_position", _) if column.is_some() => open.set_column(column.unwrap_or_default()),
        ("tty", _) => open.tty = tty,
        ("file_name", name) if !name.is_empty() => open.file_name = Some(name.to_owned()),
        ("buffer_size" | "newline" | "representation_errors" | "close_on_abort" | "record_position", _) => {}
        _ => return Err(m.domain_error(Domain::StreamProperty, property)),
    }
    Ok(())
}

fn is_stream_1(m: &mut Machine, stream: Cell) -> Step {
    let open = match m.view(stream) {
        View::Atom(alias) => stream_named(m, alias).is_some(),
        _ => stream_number(m, stream).is_some_and(|id| m.streams.get(id).is_some()),
    };
    holds(open)
}

fn line_count_2(m: &mut Machine, stream: Cell, line: Cell) -> Step {
    count(m, stream, line, "line_count")
}

fn line_position_2(m: &mut Machine, stream: Cell, column: Cell) -> Step {
    count(m, stream, column, "line_position")
}

fn character_count_2(m: &mut Machine, stream: Cell, chars: Cell) -> Step {
    count(m, stream, chars, "char_count")
}

fn byte_count_2(m: &mut Machine, stream: Cell, bytes: Cell) -> Step {
    count(m, stream, bytes, "byte_count")
}

fn count(m: &mut Machine, stream: Cell, value: Cell, field: &str) -> Step {
    let id = stream_arg(m, stream)?;
    let at = match m.streams.get(id) {
        Some(stream) => stream.position(),
        None => return reading(m, id, |_| Ok(())),
    };
    match field_of(at, field) {
        Some(n) => m.unify(value, Cell::int(n as i64)),
        None => Err(Stop::Fail),
    }
}

fn field_of(at: crate::io::position::Position, field: &str) -> Option<u64> {
    match field {
        "char_count" => Some(at.char),
        "line_count" => Some(at.line),
        "line_position" => Some(at.column),
        "byte_count" => Some(at.byte),
        _ => None,
    }
}

fn stream_position_data_3(m: &mut Machine, field: Cell, position: Cell, value: Cell) -> Step {
    if m.deref(position).is_variable() {
        return Err(m.instantiation_error());
    }
    let Some(at) = position_of(m, position) else {
        return Err(m.domain_error(Domain::StreamPosition, position));
    };
    let Some(name) = atom_name(m, field).map(str::to_owned) else {
        return Err(m.type_or_instantiation_error(Type::Atom, field));
    };
    match field_of(at, &name) {
        Some(n) => m.unify(value, Cell::int(n as i64)),
        None => Err(domain(m, "stream_position_data", field)),
    }
}
