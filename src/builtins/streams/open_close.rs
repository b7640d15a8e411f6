//! ISO 8.11: opening, closing and selecting streams. Their properties are in `stream_props`.

use std::io;

use crate::base::atom::Functor;
use crate::base::iso_error::{Action, Domain, Resource, Thing, Type};
use crate::base::known;
use crate::io::device::{Device as _, FileDevice};
use crate::io::grants::How;
use crate::io::stream::{Buffering, Encoding, EndOfStream, EofAction, Stream, StreamMode};
use crate::io::table::StreamId;
use crate::io::wait;
use crate::machine::Machine;
use crate::native::{Native, NativeRun, Next, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::system::children::stream_closed;
use crate::native::args::stream_arg::{
    GivenOption, StreamKind, atom_name, charge_stream, check_bound_options, check_stream_or_alias, choices,
    current_input, current_output_of, input_stream, output_stream_of, reading, stream_arg, stream_failed,
    stream_number, stream_term, writing,
};
use crate::native::args::text_arg::{atomic_text, need_list, new_string, text_of};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("current_input(?stream)", 1, current_input_1)
        .iso("8.11.1")
        .doc("Unifies stream with the current input stream.")
        .examples(&[
            (
                "open_string(\"\", _S), set_input(_S), current_input(_T), _T == _S",
                "true",
            ),
            ("current_input(a)", "domain_error(stream, a)"),
        ]),
    det!("current_output(?stream)", 1, current_output_1)
        .iso("8.11.2")
        .doc("Unifies stream with the current output stream.")
        .examples(&[("current_output(a)", "domain_error(stream, a)")]),
    det!("set_input(+stream)", 1, set_input_1)
        .iso("8.11.3")
        .doc("Makes a stream the current input.")
        .examples(&[("set_input(user_input)", "true")]),
    det!("set_output(+stream)", 1, set_output_1)
        .iso("8.11.4")
        .doc("Makes a stream the current output.")
        .examples(&[("set_output(user_output)", "true")]),
    Native::new("open(+file, +mode, -stream)", 3, NativeRun::Control(open_3))
        .iso("8.11.5")
        .doc("Opens a file in mode read, write, append, or update, which overwrites the file from its beginning.")
        .examples(&[
            (
                "open('/no/such/file', read, _)",
                "existence_error(source_sink, '/no/such/file')",
            ),
            ("open(_, read, _)", "instantiation_error"),
        ]),
    Native::new("open(+file, +mode, -stream, +options)", 4, NativeRun::Control(open_4))
        .iso("8.11.5")
        .doc(
            "Opens a file; options are type, alias, eof_action, reposition, encoding (utf8, iso_latin_1, \
             octet, ascii, utf16be, utf16le, utf32be, utf32le), bom (byte order mark; checked by default \
             when reading text), buffer, newline and create. The file pipe(Command) is a command of the shell, whose \
             output is read or which reads what is written.",
        )
        .examples(&[("open(f, read, _, [quick])", "domain_error(stream_option, quick)")]),
    det!("open_string(+text, -stream)", 2, open_string_2)
        .doc("Opens an input stream on a text.")
        .examples(&[("open_string(\"ab\", _S), get_char(_S, C)", "C = a")]),
    det!("close(+stream)", 1, close_1)
        .iso("8.11.6")
        .doc("Closes a stream; a standard stream is only flushed.")
        .examples(&[
            ("open_string(\"\", _S), close(_S)", "true"),
            ("close(_)", "instantiation_error"),
            ("close(nosuch)", "existence_error(stream, nosuch)"),
        ]),
    det!("close(+stream, +options)", 2, close_2)
        .iso("8.11.6")
        .doc("Closes a stream; with the option force(true) even if its buffer cannot be written.")
        .examples(&[("open_string(\"\", _S), close(_S, [force(true)])", "true")]),
    det!("flush_output", 0, flush_output_0)
        .iso("8.11.7")
        .doc("Flushes the buffer of the current output.")
        .examples(&[("with_output_to(string(_), flush_output)", "true")]),
    det!("flush_output(+stream)", 1, flush_output_1)
        .iso("8.11.7")
        .doc("Flushes the buffer of a stream.")
        .examples(&[("flush_output(nosuch)", "existence_error(stream, nosuch)")]),
    det!("at_end_of_stream", 0, at_end_of_stream_0)
        .iso("8.11.8")
        .doc("True if the current input is at its end.")
        .examples(&[("open_string(\"\", _S), set_input(_S), at_end_of_stream", "true")]),
    det!("at_end_of_stream(+stream)", 1, at_end_of_stream_1)
        .iso("8.11.8")
        .doc("True if a stream is at its end.")
        .examples(&[("open_string(\"a\", _S), at_end_of_stream(_S)", "false")]),
    det!("$capture_start", 0, capture_start_0).doc("Redirects the current output to memory."),
    det!("$capture_end(-text)", 1, capture_end_1)
        .doc("Ends the innermost capture and unifies text with its output, a string."),
    det!("$capture_abort", 0, capture_abort_0).doc("Ends the innermost capture and discards its output."),
    det!("open_null_stream(-stream)", 1, open_null_stream_1)
        .doc("Opens an output stream that discards all text.")
        .examples(&[("open_null_stream(_S), write(_S, abc), character_count(_S, N)", "N = 3")]),
];

fn current_input_1(m: &mut Machine, stream: Cell) -> Step {
    check_stream_or_var(m, stream)?;
    let now = m.streams.current_input();
    unify_stream(m, stream, now)
}

fn current_output_1(m: &mut Machine, stream: Cell) -> Step {
    check_stream_or_var(m, stream)?;
    let now = m.streams.current_output();
    unify_stream(m, stream, now)
}

/// Raises a domain error unless the term is a variable or an open stream; an alias is not accepted (ISO 8.11.1,
/// 8.11.2).
fn check_stream_or_var(m: &mut Machine, cell: Cell) -> Step {
    match m.view(cell) {
        View::Var(_) | View::Attributed(_) => Ok(()),
        _ if stream_number(m, cell).is_some_and(|id| m.streams.get(id).is_some()) => Ok(()),
        _ => Err(m.domain_error(Domain::Stream, cell)),
    }
}

fn unify_stream(m: &mut Machine, cell: Cell, id: StreamId) -> Step {
    if m.deref(cell).is_variable() {
        let term = stream_term(m, id);
        return m.unify(cell, term);
    }
    holds(stream_arg(m, cell)? == id)
}

fn set_input_1(m: &mut Machine, stream: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    m.streams.set_input(id);
    Ok(())
}

fn set_output_1(m: &mut Machine, stream: Cell) -> Step {
    let id = output_stream_of(m, stream, StreamKind::Any)?;
    m.streams.set_output(id);
    Ok(())
}

fn open_3(m: &mut Machine) -> Result<Next, Stop> {
    open_any(m, [m.arg(0), m.arg(1), m.arg(2), Cell::NIL])
}

fn open_4(m: &mut Machine) -> Result<Next, Stop> {
    open_any(m, [m.arg(0), m.arg(1), m.arg(2), m.arg(3)])
}

/// Opens a file, or calls the goal that opens a pipe from or to a command.
fn open_any(m: &mut Machine, [file, mode, stream, options]: [Cell; 4]) -> Result<Next, Stop> {
    if let View::Struct(functor, at) = m.view(file)
        && functor == Functor::new(m.intern("pipe"), 1)
        && cfg!(not(target_family = "wasm"))
    {
        let goal = m.intern("$open_pipe");
        let arguments = [m.heap.get(at), mode, stream, options];
        return Ok(Next::Call(m.heap.new_term(goal, &arguments)));
    }
    open(m, file, mode, stream, options).map(|()| Next::Continue)
}

/// The options of open/4.
struct StreamOptions {
    text: bool,
    encoding: Encoding,
    eof_action: EofAction,
    buffering: Option<Buffering>,
    reposition: Option<bool>,
    alias: Option<Cell>,
    mark: Option<bool>,
}

fn open(m: &mut Machine, file: Cell, mode: Cell, stream: Cell, options: Cell) -> Step {
    if m.deref(file).is_variable() || m.deref(mode).is_variable() {
        return Err(m.instantiation_error());
    }
    check_bound_options(m, options)?;
    let Some(mode_name) = atom_name(m, mode).map(str::to_owned) else {
        return Err(m.type_error(Type::Atom, mode));
    };
    need_list(m, options)?;
    if !m.deref(stream).is_variable() {
        return Err(m.uninstantiation_error(stream));
    }
    let Some(path) = atomic_text(m, file).filter(|_| m.heap.number(file).is_none()) else {
        return Err(m.domain_error(Domain::SourceSink, file));
    };
    let mode = match mode_name.as_str() {
        "read" => StreamMode::Read,
        "write" => StreamMode::Write,
        "append" => StreamMode::Append,
        "update" => StreamMode::Update,
        _ => return Err(m.domain_error(Domain::IoMode, mode)),
    };
    let list = choices(m, options, Domain::StreamOption)?;
    let options = open_options(m, &list)?;
    // The alias is checked before the file is opened: opening it for writing would truncate it.
    check_alias(m, &options)?;
    charge_stream(m, path.len())?;
    let new = open_file(m, file, &path, mode, &options)?;
    let id = m.streams.add(new);
    if let Some(View::Atom(alias)) = options.alias.map(|alias| m.view(alias)) {
        m.streams.set_alias(alias, id);
    }
    let term = stream_term(m, id);
    m.unify(stream, term)
}

/// Raises an error if the alias belongs to an open stream.
fn check_alias(m: &mut Machine, options: &StreamOptions) -> Step {
    let Some(alias) = options.alias else { return Ok(()) };
    match m.view(alias) {
        View::Atom(name) if m.streams.find(name).is_some() => {
            let name = m.intern("alias");
            let culprit = m.heap.new_term(name, &[alias]);
            Err(m.permission_error(Action::Open, Thing::SourceSink, culprit))
        }
        _ => Ok(()),
    }
}

fn open_options(m: &mut Machine, list: &[GivenOption]) -> Result<StreamOptions, Stop> {
    let mut options = StreamOptions {
        text: true,
        encoding: Encoding::Utf8,
        eof_action: EofAction::EofCode,
        buffering: None,
        reposition: None,
        alias: None,
        mark: None,
    };
    for choice in list {
        let value = atom_name(m, choice.value).unwrap_or_default().to_owned();
        let mut known = true;
        match (choice.name.as_str(), value.as_str()) {
            ("type", "text") => options.text = true,
            ("type", "binary") => options.text = false,
            ("eof_action", "error") => options.eof_action = EofAction::Error,
            ("eof_action", "eof_code") => options.eof_action = EofAction::EofCode,
            ("eof_action", "reset") => options.eof_action = EofAction::Reset,
            ("buffer", "full") => options.buffering = Some(Buffering::Full),
            ("buffer", "line") => options.buffering = Some(Buffering::Line),
            ("buffer", "false" | "none") => options.buffering = Some(Buffering::None),
            ("reposition", "true" | "false") => options.reposition = Some(value == "true"),
            ("bom", "true" | "false") => options.mark = Some(value == "true"),
            ("alias", _) if choice.value.is_variable() => return Err(m.instantiation_error()),
            ("alias", _) if matches!(m.view(choice.value), View::Atom(_)) => options.alias = Some(choice.value),
            ("encoding", _) if choice.value.is_variable() => return Err(m.instantiation_error()),
            ("encoding", name) => match Encoding::named(name) {
                Some(encoding) => options.encoding = encoding,
                None => known = false,
            },
            // Options of SWI-Prolog that are accepted without effect.
            ("create" | "lock" | "wait" | "locale" | "newline" | "close_on_abort" | "close_on_exec", _) => {}
            ("type" | "eof_action" | "buffer" | "reposition", _) if choice.value.is_variable() => {
                return Err(m.instantiation_error());
            }
            ("type" | "eof_action" | "buffer" | "reposition" | "bom" | "alias", _) => known = false,
            _ => known = !m.flags.iso,
        }
        if !known {
            return Err(m.domain_error(Domain::StreamOption, choice.term));
        }
    }
    Ok(options)
}

fn open_file(
    m: &mut Machine,
    file: Cell,
    path: &str,
    mode: StreamMode,
    options: &StreamOptions,
) -> Result<Stream, Stop> {
    let access = &m.streams.access;
    let name = access.path(path);
    let granted = if mode == StreamMode::Read {
        access.may_read(&name)
    } else {
        access.may_write(&name)
    };
    if path.is_empty() {
        return Err(m.existence_error(Thing::SourceSink, file));
    }
    if !granted {
        return Err(m.permission_error(Action::Open, Thing::SourceSink, file));
    }
    let how = match mode {
        StreamMode::Read => How::Read,
        StreamMode::Write => How::Write,
        // A stream that is to be repositioned cannot be opened in append mode.
        StreamMode::Append if options.reposition == Some(true) => How::Change,
        StreamMode::Append => How::Append,
        StreamMode::Update => How::Change,
    };
    let opened = match m.streams.access.open(&name, how, m.streams.watch()) {
        Ok(opened) if opened.metadata().is_ok_and(|data| data.is_dir()) => Err(io::ErrorKind::IsADirectory.into()),
        other => other,
    };
    let opened = match opened {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound || error.kind() == io::ErrorKind::NotADirectory => {
            return Err(m.existence_error(Thing::SourceSink, file));
        }
        Err(error) if wait::is_out_of_files(&error) => return Err(m.resource_error(Resource::MaxFiles)),
        Err(_) => {
            m.check_walks()?;
            return Err(m.permission_error(Action::Open, Thing::SourceSink, file));
        }
    };
    let mut device = FileDevice::new(opened);
    device.set_watch(m.limits.watch());
    let mut stream = Stream::new(Box::new(device), mode);
    stream.text = options.text;
    stream.encoding = options.encoding;
    stream.eof_action = options.eof_action;
    stream.file_name = Some(path.to_owned());
    if let Some(buffering) = options.buffering {
        stream.buffering = buffering;
    }
    if mode == StreamMode::Append && options.reposition == Some(true) {
        stream.reposition = stream.go_to_end().is_ok();
    }
    match options.reposition {
        Some(true) if !stream.reposition => {
            let name = m.intern("reposition");
            let culprit = m.heap.new_term(name, &[Cell::atom(known::TRUE)]);
            return Err(m.permission_error(Action::Open, Thing::SourceSink, culprit));
        }
        Some(reposition) => stream.reposition = reposition,
        None => {}
    }
    // Errors of the device are reported when the stream is read; text in the buffer is always accepted.
    match (mode, options.mark) {
        (StreamMode::Read, mark) if stream.text && mark != Some(false) => drop(stream.skip_mark()),
        (StreamMode::Write, Some(true)) if stream.text => drop(stream.write_mark()),
        _ => {}
    }
    // Waiting for the byte order mark may have been interrupted.
    m.check_walks()?;
    Ok(stream)
}

fn open_string_2(m: &mut Machine, text: Cell, stream: Cell) -> Step {
    let is_number = m.heap.number(text).is_some();
    let Some(text) = text_of(m, text).filter(|_| !is_number) else {
        return Err(m.type_or_instantiation_error(Type::Text, text));
    };
    charge_stream(m, text.len())?;
    let id = m.streams.add_text(text);
    let term = stream_term(m, id);
    m.unify(stream, term)
}

fn close_1(m: &mut Machine, stream: Cell) -> Step {
    let id = stream_arg(m, stream)?;
    close(m, id, false)
}

fn close_2(m: &mut Machine, stream: Cell, options: Cell) -> Step {
    if m.deref(stream).is_variable() {
        return Err(m.instantiation_error());
    }
    check_bound_options(m, options)?;
    need_list(m, options)?;
    check_stream_or_alias(m, stream)?;
    let mut force = false;
    for choice in choices(m, options, Domain::CloseOption)? {
        match (choice.name.as_str(), atom_name(m, choice.value)) {
            ("force", Some("true")) => force = true,
            ("force", Some("false")) => force = false,
            (name, _) if name != "force" && !m.flags.iso => {}
            _ => return Err(m.domain_error(Domain::CloseOption, choice.term)),
        }
    }
    let id = stream_arg(m, stream)?;
    close(m, id, force)
}

fn close(m: &mut Machine, id: StreamId, force: bool) -> Step {
    match m.streams.close(id) {
        Err(error) if !force => Err(stream_failed(m, id, "write", &error)),
        _ => stream_closed(m, id),
    }
}

fn flush_output_0(m: &mut Machine) -> Step {
    let id = current_output_of(m, StreamKind::Any)?;
    writing(m, id, Stream::flush)
}

fn flush_output_1(m: &mut Machine, stream: Cell) -> Step {
    let id = output_stream_of(m, stream, StreamKind::Any)?;
    writing(m, id, Stream::flush)
}

fn at_end_of_stream_0(m: &mut Machine) -> Step {
    let id = current_input(m, StreamKind::Any)?;
    at_end(m, id)
}

fn at_end_of_stream_1(m: &mut Machine, stream: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    at_end(m, id)
}

fn at_end(m: &mut Machine, id: StreamId) -> Step {
    match reading(m, id, |stream| stream.end_of_stream(true))? {
        EndOfStream::Not => Err(Stop::Fail),
        EndOfStream::At | EndOfStream::Past => Ok(()),
    }
}

/// Number of nested captures that are not charged: messages about a full program need some.
const FEW_CAPTURES: usize = 8;

fn capture_start_0(m: &mut Machine) -> Step {
    if m.streams.captures() > FEW_CAPTURES {
        charge_stream(m, 0)?;
    }
    m.streams.start_capture();
    Ok(())
}

fn capture_end_1(m: &mut Machine, text: Cell) -> Step {
    let captured = m.streams.end_capture().unwrap_or_default();
    let captured = new_string(m, &captured)?;
    m.unify(text, captured)
}

fn capture_abort_0(m: &mut Machine) -> Step {
    m.streams.end_capture();
    Ok(())
}

fn open_null_stream_1(m: &mut Machine, stream: Cell) -> Step {
    if !m.deref(stream).is_variable() {
        return Err(m.uninstantiation_error(stream));
    }
    charge_stream(m, 0)?;
    let id = m.streams.add_null();
    let new = stream_term(m, id);
    m.unify(stream, new)
}
