//! Other programs, times and names of files, and a stream that keeps nothing. Not in the standard.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};

use crate::base::iso_error::Domain;
use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use super::files::{denied, path, readable, refused};
use super::stream_arg::stream_term;
use super::text_arg::{need_text, new_atom};

pub(super) const TABLE: &[Native] = &[
    det!("shell(+command, -status)", 2, shell_2)
        .doc("Runs a command of the system's shell, waits for its end, and gives its exit code.")
        .examples(&[("shell('exit 3', S)", "S = 3"), ("shell(_, _)", "instantiation_error")]),
    det!("access_file(+file, +mode)", 2, access_file_2)
        .doc("May the file be opened: mode is read, write, append, exist, execute or none?")
        .examples(&[
            ("access_file('/no/such/file', read)", "false"),
            ("access_file(f, fly)", "domain_error(io_mode, fly)"),
        ]),
    det!("time_file(+file, -time)", 2, time_file_2)
        .doc("When a file was changed last, in seconds since 1970.")
        .examples(&[(
            "time_file('/no/such/file', _)",
            "existence_error(file, '/no/such/file')",
        )]),
    det!("same_file(+file, +other)", 2, same_file_2)
        .doc("Are these two names of one file?")
        .examples(&[("same_file('a/../b', b)", "true"), ("same_file(a, b)", "false")]),
    det!("open_null_stream(-stream)", 1, open_null_stream_1)
        .doc("Opens a stream that takes all text and keeps none.")
        .examples(&[("open_null_stream(_S), write(_S, abc), character_count(_S, N)", "N = 3")]),
    det!("$temporary_name(+base, +extension, -name)", 3, temporary_name_3)
        .doc("A name for a file in the folder of temporary files, which does not exist yet."),
];

/// How long to wait before a running command is looked at again.
const NAP: Duration = Duration::from_millis(2);

fn shell_2(m: &mut Machine, command: Cell, status: Cell) -> Step {
    let text = need_text(m, command)?;
    if !m.streams.access.processes {
        return Err(denied(m, "execute", "shell", command));
    }
    // What was written before comes before what the command writes.
    let _flushed = m.streams.flush_all();
    let (program, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(program);
    shell.arg(flag).arg(text).current_dir(m.streams.access.directory());
    for (name, value) in m.streams.access.changed_variables() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let mut child = match shell.spawn() {
        Ok(child) => child,
        Err(error) => return Err(refused(m, &error, "execute", "shell", command)),
    };
    loop {
        match child.try_wait() {
            Ok(Some(ended)) => return m.unify(status, Cell::int(i64::from(ended.code().unwrap_or(-1)))),
            Ok(None) => {}
            Err(error) => return Err(refused(m, &error, "execute", "shell", command)),
        }
        if let Err(stop) = m.poll() {
            // The shell ends with the goal that waits for it; what it started may go on without it.
            let _ended = child.kill().and_then(|()| child.wait());
            return Err(stop);
        }
        std::thread::sleep(NAP);
    }
}

fn access_file_2(m: &mut Machine, file: Cell, mode: Cell) -> Step {
    let path = path(m, file)?;
    let View::Atom(name) = m.view(mode) else {
        return Err(m.type_or_instantiation_error(crate::base::iso_error::Type::Atom, mode));
    };
    let access = &m.streams.access;
    let allowed = match m.atoms.text(name) {
        "none" => true,
        "exist" => access.may_read(&path) && path.exists(),
        "read" => access.may_read(&path) && can_read(&path),
        "execute" => access.may_read(&path) && has_permission(&path, 0o111),
        "write" | "append" => {
            // Opened without changing it; where there is none, its folder must be there to take it.
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let can = match std::fs::metadata(&path) {
                Ok(data) if data.is_file() => OpenOptions::new().append(true).open(&path).is_ok(),
                Ok(data) => !data.permissions().readonly(),
                Err(_) => folder.is_none_or(|folder| {
                    std::fs::metadata(folder).is_ok_and(|data| data.is_dir() && !data.permissions().readonly())
                }),
            };
            access.may_write(&path) && can
        }
        _ => return Err(m.domain_error(Domain::IoMode, mode)),
    };
    if allowed { Ok(()) } else { Err(Stop::Fail) }
}

/// A file is opened to see whether that is possible; a pipe would wait for who writes to it.
fn can_read(path: &Path) -> bool {
    match path.is_file() {
        true => File::open(path).is_ok(),
        false => has_permission(path, 0o444),
    }
}

/// Has anyone one of these permissions?
#[cfg(unix)]
fn has_permission(path: &Path, bits: u32) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.permissions().mode() & bits != 0)
}

#[cfg(not(unix))]
fn has_permission(path: &Path, _bits: u32) -> bool {
    path.exists()
}

fn time_file_2(m: &mut Machine, file: Cell, time: Cell) -> Step {
    let path = readable(m, file)?;
    match std::fs::metadata(path).and_then(|data| data.modified()) {
        Ok(changed) => {
            let seconds = match changed.duration_since(UNIX_EPOCH) {
                Ok(after) => after.as_secs_f64(),
                Err(before) => -before.duration().as_secs_f64(),
            };
            let found = m.heap.new_float(seconds);
            m.unify(time, found)
        }
        Err(error) => Err(refused(m, &error, "access", "file", file)),
    }
}

fn same_file_2(m: &mut Machine, file: Cell, other: Cell) -> Step {
    let (first, second) = (path(m, file)?, path(m, other)?);
    let access = &m.streams.access;
    let (first, second) = (access.full_path(&first), access.full_path(&second));
    if first == second { Ok(()) } else { Err(Stop::Fail) }
}

fn open_null_stream_1(m: &mut Machine, stream: Cell) -> Step {
    if !m.deref(stream).is_variable() {
        return Err(m.uninstantiation_error(stream));
    }
    let id = m.streams.add_null();
    let new = stream_term(m, id);
    m.unify(stream, new)
}

fn temporary_name_3(m: &mut Machine, base: Cell, extension: Cell, name: Cell) -> Step {
    let (text, extension) = (need_text(m, base)?, need_text(m, extension)?);
    if !m.streams.access.environment {
        // The name would tell which process this is.
        return Err(denied(m, "create", "file", base));
    }
    let base = text;
    let folder = std::env::temp_dir();
    let dot = if extension.is_empty() { "" } else { "." };
    loop {
        m.session.last_kept += 1;
        let number = m.session.last_kept;
        let file = format!("ferz_{base}_{}_{number}{dot}{extension}", std::process::id());
        let path = folder.join(file);
        if !path.exists() {
            let found = new_atom(m, &path.to_string_lossy());
            return m.unify(name, found);
        }
        m.poll()?;
    }
}
