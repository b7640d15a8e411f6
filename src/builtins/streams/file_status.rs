//! Facts about files beside their contents: permissions, times, links. Not in the standard.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::base::iso_error::Type;
use crate::base::num::Number;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::streams::files::{denied, path, readable, refused, writable};
use crate::native::args::stream_arg::{StreamKind, output_stream_of, stream_failed};
use crate::native::args::text_arg::{need_text, new_atom};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$file_mode(+file, -mode)", 2, file_mode_2).doc("Unifies mode with the permissions of a file, as bits."),
    det!("$set_file_mode(+file, +mode)", 2, set_file_mode_2).doc("Changes the permissions of a file to these bits."),
    det!("$file_times(+file, -access, -modified, -changed)", 4, file_times_4)
        .doc("Unifies the times with those of a file, in seconds since 1970: last access, last change, last change of its status."),
    det!("$set_file_times(+file, +access, +modified)", 3, set_file_times_3)
        .doc("Changes the times of a file; a time that is unbound stays."),
    det!("$link_file(+from, +to, +kind)", 3, link_file_3)
        .doc("Makes a link to a file: hard or symbolic."),
    det!("read_link(+file, -link, -target)", 3, read_link_3)
        .doc(
            "Unifies link with the text of a symbolic link, and target with the file that it leads to in the end; fails \
             if file is no symbolic link.",
        )
        .examples(&[("read_link('/no/such/file', _, _)", "false")]),
    det!("set_end_of_stream(+stream)", 1, set_end_of_stream_1)
        .doc("Ends the file of an output stream at its current position.")
        .examples(&[
            (
                "open_null_stream(_S), catch(set_end_of_stream(_S), error(E, _), true), E = permission_error(A, stream, _)",
                "A = set_end_of_stream",
            ),
            ("set_end_of_stream(_)", "instantiation_error"),
        ]),
    det!("$record_to(+stream)", 1, record_to_1)
        .doc("Records what passes the standard streams in the file of an output stream."),
    det!("$end_record", 0, end_record_0).doc("Ends the record."),
];

fn file_mode_2(m: &mut Machine, file: Cell, mode: Cell) -> Step {
    let path = readable(m, file)?;
    match fs::metadata(path) {
        Ok(data) => m.unify(mode, Cell::int(i64::from(bits(&data)))),
        Err(error) => Err(refused(m, &error, "chmod", "file", file)),
    }
}

#[cfg(unix)]
fn bits(data: &fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    data.permissions().mode() & 0o7777
}

#[cfg(not(unix))]
fn bits(data: &fs::Metadata) -> u32 {
    if data.permissions().readonly() { 0o444 } else { 0o666 }
}

fn set_file_mode_2(m: &mut Machine, file: Cell, mode: Cell) -> Step {
    let path = writable(m, "chmod", "file", file)?;
    let View::Int(mode @ 0..) = m.view(mode) else {
        return Err(m.type_error(Type::Integer, mode));
    };
    m.streams
        .access
        .set_mode(&path, mode as u32 & 0o7777)
        .map_err(|error| refused(m, &error, "chmod", "file", file))
}

/// Returns seconds since 1970.
fn seconds(time: SystemTime) -> f64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_secs_f64(),
        Err(before) => -before.duration().as_secs_f64(),
    }
}

#[cfg(unix)]
fn status_time(data: &fs::Metadata) -> f64 {
    use std::os::unix::fs::MetadataExt as _;
    data.ctime() as f64 + data.ctime_nsec() as f64 / 1e9
}

/// Elsewhere the status has no time of its own.
#[cfg(not(unix))]
fn status_time(data: &fs::Metadata) -> f64 {
    data.modified().map_or(0.0, seconds)
}

fn file_times_4(m: &mut Machine, file: Cell, access: Cell, modified: Cell, changed: Cell) -> Step {
    let path = readable(m, file)?;
    let data = match fs::metadata(path) {
        Ok(data) => data,
        Err(error) => return Err(refused(m, &error, "access", "file", file)),
    };
    let times = [
        data.accessed().map_or(0.0, seconds),
        data.modified().map_or(0.0, seconds),
        status_time(&data),
    ];
    for (cell, time) in [access, modified, changed].into_iter().zip(times) {
        let time = m.heap.new_float(time);
        m.unify(cell, time)?;
    }
    Ok(())
}

/// Returns the time that an argument denotes, if it is bound.
fn time_arg(m: &mut Machine, time: Cell) -> Result<Option<SystemTime>, Stop> {
    if m.deref(time).is_variable() {
        return Ok(None);
    }
    let found = match m.heap.number(time) {
        Some(Number::Int(seconds)) => Some(seconds as f64),
        Some(Number::Float(seconds)) => Some(seconds),
        _ => None,
    };
    let length = found.and_then(|seconds| Duration::try_from_secs_f64(seconds.abs()).ok());
    let at = match (found, length) {
        (Some(seconds), Some(length)) if seconds < 0.0 => UNIX_EPOCH.checked_sub(length),
        (_, Some(length)) => UNIX_EPOCH.checked_add(length),
        _ => None,
    };
    match at {
        Some(at) => Ok(Some(at)),
        None => {
            let (kind, time_name) = (m.intern("type_error"), new_atom(m, "time"));
            let formal = m.heap.new_term(kind, &[time_name, time]);
            Err(m.throw_error(formal))
        }
    }
}

fn set_file_times_3(m: &mut Machine, file: Cell, access: Cell, modified: Cell) -> Step {
    let path = writable(m, "set_time", "file", file)?;
    let (access, modified) = (time_arg(m, access)?, time_arg(m, modified)?);
    m.streams
        .access
        .set_times(&path, access, modified)
        .map_err(|error| refused(m, &error, "set_time", "file", file))
}

fn link_file_3(m: &mut Machine, from: Cell, to: Cell, kind: Cell) -> Step {
    let is_symbolic = matches!(m.view(kind), View::Atom(kind) if m.atoms.text(kind) == "symbolic");
    let link = writable(m, "create", "file", to)?;
    let made = if is_symbolic {
        let text = PathBuf::from(need_text(m, from)?);
        m.streams.access.symbolic_link(&text, &link)
    } else {
        let old = path(m, from)?;
        m.streams.access.hard_link(&old, &link)
    };
    made.map_err(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied => denied(m, "link", "file", from),
        _ => refused(m, &error, "create", "file", to),
    })
}

fn read_link_3(m: &mut Machine, file: Cell, link: Cell, target: Cell) -> Step {
    let path = path(m, file)?;
    let access = &m.streams.access;
    // Where a link leads that may not be followed is not told.
    holds(access.may_read(&path))?;
    let Ok(text) = fs::read_link(&path) else {
        return Err(Stop::Fail);
    };
    let end = access.full_path(&path);
    let (text, end) = (
        new_atom(m, &text.to_string_lossy()),
        new_atom(m, &end.to_string_lossy()),
    );
    m.unify(link, text)?;
    m.unify(target, end)
}

fn set_end_of_stream_1(m: &mut Machine, stream: Cell) -> Step {
    let id = output_stream_of(m, stream, StreamKind::Any)?;
    match m.streams.get_mut(id).map(|stream| stream.end_here()) {
        Some(Err(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
            Err(denied(m, "set_end_of_stream", "stream", stream))
        }
        Some(Err(error)) => Err(stream_failed(m, id, "set_end_of_stream", &error)),
        _ => Ok(()),
    }
}

fn record_to_1(m: &mut Machine, stream: Cell) -> Step {
    let id = output_stream_of(m, stream, StreamKind::Any)?;
    match m.streams.get(id).and_then(|stream| stream.file()) {
        Some(file) => {
            m.streams.record_to(file);
            Ok(())
        }
        None => Err(Stop::Fail),
    }
}

fn end_record_0(m: &mut Machine) -> Step {
    m.streams.end_record();
    Ok(())
}
