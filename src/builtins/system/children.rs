//! Other programs as processes with pipes. Not in the standard; the primitives under `library/host/process.pl`.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::base::watch::Naps;
use crate::io::children::{EndedChild, kill, pipe_file};
use crate::io::device::FileDevice;
use crate::io::stream::{Stream, StreamMode};
use crate::io::table::StreamId;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::streams::files::{denied, refused};
use crate::native::args::stream_arg::{charge_stream, stream_arg, stream_term};
use crate::native::args::text_arg::{list_items, need_text, new_atom, text_of};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!(
        "$process_create(+program, +arguments, +how, -process, -streams)",
        5,
        process_create_5
    )
    .doc(
        "Starts a program; how is how(Input, Output, Error, Directory, Environment, Detached, Waits), and streams the \
         list of the streams of those of the first three that are pipe.",
    ),
    det!("$process_wait(+process, +seconds, -status)", 3, process_wait_3)
        .doc("Waits for a process, at most so long unless that is negative."),
    det!("$process_kill(+process, +signal, +group)", 3, process_kill_3).doc("Sends a signal to a process."),
    det!("$find_program(+name, -path)", 2, find_program_2).doc("Unifies path with the program of this name."),
];

/// Raises an error unless the engine may start processes.
fn granted(m: &mut Machine, culprit: Cell) -> Step {
    if m.streams.access.processes {
        Ok(())
    } else {
        Err(denied(m, "create", "process", culprit))
    }
}

/// Returns the argument of a compound term.
fn argument(m: &Machine, term: Cell, index: usize) -> Cell {
    match m.view(term) {
        View::Struct(functor, args) if index < functor.arity() => m.deref(m.heap.get(args + index)),
        _ => Cell::NIL,
    }
}

fn process_create_5(m: &mut Machine, program: Cell, arguments: Cell, how: Cell, process: Cell, streams: Cell) -> Step {
    granted(m, program)?;
    let name = need_text(m, program)?;
    let mut command = Command::new(&name);
    for argument in list_items(m, arguments).unwrap_or_default() {
        command.arg(need_text(m, argument)?);
    }
    command.current_dir(m.streams.access.directory());
    if let Some(directory) = text_of(m, argument(m, how, 3)).filter(|text| text != "[]") {
        command.current_dir(m.streams.access.path(&directory));
    }
    set_environment(m, &mut command, argument(m, how, 4));
    let is_true = |m: &Machine, index| text_of(m, argument(m, how, index)).is_some_and(|word| word == "true");
    #[cfg(unix)]
    if is_true(m, 5) {
        use std::os::unix::process::CommandExt as _;
        command.process_group(0);
    }
    let specs = [0, 1, 2].map(|index| argument(m, how, index));
    let mut piped = [false; 3];
    for (index, &spec) in specs.iter().enumerate() {
        let (stdio, is_pipe) = stdio_of(m, spec)?;
        piped[index] = is_pipe;
        match index {
            0 => command.stdin(stdio),
            1 => command.stdout(stdio),
            _ => command.stderr(stdio),
        };
    }
    for _ in piped.iter().filter(|&&is_pipe| is_pipe) {
        charge_stream(m, 0)?;
    }
    // Earlier output precedes that of the program.
    let _flushed = m.streams.flush_all();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return Err(refused(m, &error, "execute", "source_sink", program)),
    };
    let files = [
        child.stdin.take().map(pipe_file),
        child.stdout.take().map(pipe_file),
        child.stderr.take().map(pipe_file),
    ];
    let number = m.streams.children.add(child);
    let waits = is_true(m, 6);
    let mut opened = Vec::new();
    for (index, file) in files.into_iter().enumerate() {
        let Some(Ok(file)) = file else { continue };
        let mode = if index == 0 {
            StreamMode::Append
        } else {
            StreamMode::Read
        };
        let mut device = FileDevice::new(file);
        crate::io::device::Device::set_watch(&mut device, m.limits.watch());
        let id = m.streams.add(Stream::new(Box::new(device), mode));
        if waits {
            m.streams.children.wait_at_close(id, number, &name);
        }
        opened.push(stream_term(m, id));
    }
    let list = m.heap.new_list(&opened, Cell::NIL);
    m.unify(streams, list)?;
    m.unify(process, Cell::int(i64::from(number)))
}

/// Sets the environment: `env(List)` is all of it, `environment(List)` adds to it; other terms leave it as it is.
fn set_environment(m: &mut Machine, command: &mut Command, environment: Cell) {
    let only = match m.view(environment) {
        View::Struct(functor, _) => m.atoms.text(functor.name()) == "env",
        _ => false,
    };
    if only {
        command.env_clear();
    } else {
        for (name, value) in m.streams.access.changed_variables() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
    }
    for pair in list_items(m, argument(m, environment, 0)).unwrap_or_default() {
        let (name, value) = (argument(m, pair, 0), argument(m, pair, 1));
        if let (Some(name), Some(value)) = (text_of(m, name), text_of(m, value)) {
            command.env(name, value);
        }
    }
}

/// Returns what one of the three streams of a process is: inherited, nothing, a pipe, or the file of a stream.
fn stdio_of(m: &mut Machine, spec: Cell) -> Result<(Stdio, bool), Stop> {
    match m.view(spec) {
        View::Atom(word) => Ok(match m.atoms.text(word) {
            "pipe" => (Stdio::piped(), true),
            "null" => (Stdio::null(), false),
            _ => (Stdio::inherit(), false),
        }),
        _ => {
            let id = stream_arg(m, argument(m, spec, 0))?;
            let file = m.streams.get_mut(id).and_then(|stream| {
                let _flushed = stream.flush();
                stream.file()
            });
            match file {
                Some(file) => Ok((Stdio::from(file), false)),
                None => Err(denied(m, "redirect", "stream", spec)),
            }
        }
    }
}

/// Returns the number of a process.
fn number_of(m: &mut Machine, process: Cell) -> Result<u32, Stop> {
    match m.view(process) {
        View::Int(number) if u32::try_from(number).is_ok() => Ok(number as u32),
        _ => Err(m.type_or_instantiation_error(crate::base::iso_error::Type::Integer, process)),
    }
}

fn process_wait_3(m: &mut Machine, process: Cell, seconds: Cell, status: Cell) -> Step {
    granted(m, process)?;
    let number = number_of(m, process)?;
    let seconds = m.heap.number(m.deref(seconds));
    let seconds = seconds.map_or(-1.0, |seconds| {
        crate::builtins::term_io::format_number::to_float(&seconds)
    });
    let end = Duration::try_from_secs_f64(seconds)
        .ok()
        .and_then(|length| Instant::now().checked_add(length));
    match wait(m, number, end)? {
        Ok(Some(ended)) => {
            let term = status_term(m, ended);
            m.unify(status, term)
        }
        Ok(None) => {
            let timeout = new_atom(m, "timeout");
            m.unify(status, timeout)
        }
        Err(_) => Err(refused(m, &io::ErrorKind::NotFound.into(), "wait", "process", process)),
    }
}

fn status_term(m: &mut Machine, ended: EndedChild) -> Cell {
    let (name, number) = match ended {
        EndedChild::Exit(code) => ("exit", code),
        EndedChild::Killed(signal) => ("killed", signal),
    };
    let name = m.intern(name);
    m.heap.new_term(name, &[Cell::int(i64::from(number))])
}

/// Waits until the process ends, or to a time. The outer error is that of a limit.
fn wait(m: &mut Machine, number: u32, end: Option<Instant>) -> Result<io::Result<Option<EndedChild>>, Stop> {
    let mut naps = Naps::default();
    loop {
        match m.streams.children.ended(number) {
            Ok(None) => {}
            ended => return Ok(ended),
        }
        if end.is_some_and(|end| Instant::now() >= end) {
            return Ok(Ok(None));
        }
        m.poll_waiting()?;
        naps.next(m.limits.watch(), end);
    }
}

/// Waits for the process of a pipe if the stream was the last one to it. Another exit code than 0 is an error.
pub(in crate::builtins) fn stream_closed(m: &mut Machine, id: StreamId) -> Step {
    let Some((number, name)) = m.streams.children.closed(id) else {
        return Ok(());
    };
    match wait(m, number, None)? {
        Ok(Some(ended)) if ended != EndedChild::Exit(0) => {
            let (name, status) = (new_atom(m, &name), status_term(m, ended));
            let kind = m.intern("process_error");
            let formal = m.heap.new_term(kind, &[name, status]);
            Err(m.throw_error(formal))
        }
        _ => Ok(()),
    }
}

fn process_kill_3(m: &mut Machine, process: Cell, signal: Cell, group: Cell) -> Step {
    granted(m, process)?;
    let number = number_of(m, process)?;
    let signal = number_of(m, signal)?;
    let group = text_of(m, group).is_some_and(|word| word == "true");
    match kill(number, i32::try_from(signal).unwrap_or(0), group) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(denied(m, "kill", "process", process)),
        Err(_) => Err(refused(m, &io::ErrorKind::NotFound.into(), "kill", "process", process)),
    }
}

fn find_program_2(m: &mut Machine, name: Cell, path: Cell) -> Step {
    granted(m, name)?;
    let name = need_text(m, name)?;
    let folders = m.streams.access.variable("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .map(|folder| folder.join(&name))
        .find(|file| is_executable(file));
    match found {
        Some(file) => {
            let file = new_atom(m, &file.to_string_lossy());
            m.unify(path, file)
        }
        None => Err(Stop::Fail),
    }
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file() || file.with_extension("exe").is_file()
}
