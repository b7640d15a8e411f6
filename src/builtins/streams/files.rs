//! Files, directories and the environment, as far as the host grants access to them. Not in the standard.

use std::fs::{self, File, OpenOptions};
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::base::iso_error::{Domain, Type};
use crate::base::known;
use crate::io::access::temporary_directory;
use crate::io::children::own_number;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::text_arg::{atomic_text, need_atomic, need_text, new_atom};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("exists_file(+file)", 1, exists_file_1)
        .doc("True if a file of this name exists.")
        .examples(&[("exists_file('/no/such/file')", "false")]),
    det!("exists_directory(+directory)", 1, exists_directory_1)
        .doc("True if a directory of this name exists.")
        .examples(&[("exists_directory('/no/such/place')", "false")]),
    det!("delete_file(+file)", 1, delete_file_1)
        .doc("Deletes a file.")
        .examples(&[("delete_file('/no/such/file')", "existence_error(file, '/no/such/file')")]),
    det!("rename_file(+from, +to)", 2, rename_file_2)
        .doc("Renames a file.")
        .examples(&[(
            "rename_file('/no/such/file', f)",
            "existence_error(file, '/no/such/file')",
        )]),
    det!("make_directory(+directory)", 1, make_directory_1)
        .doc("Creates a directory.")
        .examples(&[("make_directory(_)", "instantiation_error")]),
    det!("delete_directory(+directory)", 1, delete_directory_1)
        .doc("Deletes an empty directory.")
        .examples(&[(
            "delete_directory('/no/such/place')",
            "existence_error(directory, '/no/such/place')",
        )]),
    det!("directory_files(+directory, -names)", 2, directory_files_2)
        .doc("Unifies names with the list of the entries of a directory, including `.` and `..`.")
        .examples(&[(
            "directory_files('/no/such/place', _)",
            "existence_error(directory, '/no/such/place')",
        )]),
    det!("size_file(+file, -bytes)", 2, size_file_2)
        .doc("Unifies bytes with the size of a file.")
        .examples(&[(
            "size_file('/no/such/file', _)",
            "existence_error(file, '/no/such/file')",
        )]),
    det!("working_directory(-old, +new)", 2, working_directory_2)
        .doc("Unifies old with the working directory, and changes it to new.")
        .examples(&[("working_directory(_D, _D)", "true")]),
    det!("getenv(+name, -value)", 2, getenv_2)
        .doc("Unifies value with the value of an environment variable; fails if it is not set.")
        .examples(&[
            ("setenv(colour, red), getenv(colour, X)", "X = red"),
            ("getenv(no_such_name, _)", "false"),
        ]),
    det!("setenv(+name, +value)", 2, setenv_2)
        .doc("Sets an environment variable for this engine and the processes that it starts.")
        .examples(&[
            ("setenv(width, 80), getenv(width, X)", "X = '80'"),
            ("setenv('a=b', c)", "domain_error(environment_variable, 'a=b')"),
        ]),
    det!("unsetenv(+name)", 1, unsetenv_1)
        .doc("Unsets an environment variable.")
        .examples(&[("setenv(shape, round), unsetenv(shape), getenv(shape, _)", "false")]),
    det!("access_file(+file, +mode)", 2, access_file_2)
        .doc("True if the file can be accessed in this mode: read, write, append, exist, execute or none.")
        .examples(&[
            ("access_file('/no/such/file', read)", "false"),
            ("access_file(f, fly)", "domain_error(io_mode, fly)"),
        ]),
    det!("time_file(+file, -time)", 2, time_file_2)
        .doc("Unifies time with the time at which a file was last modified, in seconds since 1970.")
        .examples(&[(
            "time_file('/no/such/file', _)",
            "existence_error(file, '/no/such/file')",
        )]),
    det!("same_file(+file, +other)", 2, same_file_2)
        .doc("True if both names denote the same file.")
        .examples(&[("same_file('a/../b', b)", "true"), ("same_file(a, b)", "false")]),
    det!("$temporary_name(+base, +extension, -name)", 3, temporary_name_3)
        .doc("Unifies name with an unused file name in the directory for temporary files."),
    det!("$absolute_file(+file, -absolute)", 2, absolute_file_2)
        .doc("Unifies absolute with the absolute path of file, without `.` and `..`."),
];

/// Returns the path that an argument denotes.
pub(super) fn path(m: &mut Machine, file: Cell) -> Result<PathBuf, Stop> {
    if m.heap.number(file).is_some() {
        return Err(m.type_error(Type::Text, file));
    }
    match atomic_text(m, file) {
        Some(path) => Ok(m.streams.access.path(&path)),
        None => Err(m.type_or_instantiation_error(Type::Text, file)),
    }
}

pub(super) fn readable(m: &mut Machine, file: Cell) -> Result<PathBuf, Stop> {
    let path = path(m, file)?;
    if m.streams.access.may_read(&path) {
        Ok(path)
    } else {
        Err(denied(m, "access", "file", file))
    }
}

pub(super) fn writable(m: &mut Machine, action: &str, thing: &str, file: Cell) -> Result<PathBuf, Stop> {
    let path = path(m, file)?;
    if m.streams.access.may_write(&path) {
        Ok(path)
    } else {
        Err(denied(m, action, thing, file))
    }
}

/// Returns `permission_error(action, thing, culprit)` for actions and things that ISO does not name.
pub(in crate::builtins) fn denied(m: &mut Machine, action: &str, thing: &str, culprit: Cell) -> Stop {
    let (action, thing) = (new_atom(m, action), new_atom(m, thing));
    let formal = m.heap.new_term(known::PERMISSION_ERROR, &[action, thing, culprit]);
    m.throw_error(formal)
}

pub(in crate::builtins) fn missing(m: &mut Machine, thing: &str, culprit: Cell) -> Stop {
    let thing = new_atom(m, thing);
    let formal = m.heap.new_term(known::EXISTENCE_ERROR, &[thing, culprit]);
    m.throw_error(formal)
}

/// Returns the error for an operation that the operating system refused.
pub(in crate::builtins) fn refused(
    m: &mut Machine,
    error: &std::io::Error,
    action: &str,
    thing: &str,
    culprit: Cell,
) -> Stop {
    if error.kind() == std::io::ErrorKind::NotFound {
        missing(m, thing, culprit)
    } else {
        denied(m, action, thing, culprit)
    }
}

/// A file without read access is reported as nonexistent.
fn exists_file_1(m: &mut Machine, file: Cell) -> Step {
    let path = path(m, file)?;
    holds(m.streams.access.may_read(&path) && path.is_file())
}

fn exists_directory_1(m: &mut Machine, directory: Cell) -> Step {
    // The path of '' would be the working directory, but '' names no directory.
    let is_named = atomic_text(m, directory).is_none_or(|name| !name.is_empty());
    let path = path(m, directory)?;
    holds(is_named && m.streams.access.may_read(&path) && path.is_dir())
}

fn delete_file_1(m: &mut Machine, file: Cell) -> Step {
    let path = path(m, file)?;
    m.streams
        .access
        .remove(&path, false)
        .map_err(|error| refused(m, &error, "delete", "file", file))
}

fn rename_file_2(m: &mut Machine, from: Cell, to: Cell) -> Step {
    let old = path(m, from)?;
    let new = writable(m, "create", "file", to)?;
    m.streams
        .access
        .rename(&old, &new)
        .map_err(|error| refused(m, &error, "rename", "file", from))
}

fn make_directory_1(m: &mut Machine, directory: Cell) -> Step {
    let path = writable(m, "create", "directory", directory)?;
    m.streams
        .access
        .create_directory(&path)
        .map_err(|error| refused(m, &error, "create", "directory", directory))
}

fn delete_directory_1(m: &mut Machine, directory: Cell) -> Step {
    let path = writable(m, "delete", "directory", directory)?;
    m.streams
        .access
        .remove(&path, true)
        .map_err(|error| refused(m, &error, "delete", "directory", directory))
}

fn directory_files_2(m: &mut Machine, directory: Cell, names: Cell) -> Step {
    let path = readable(m, directory)?;
    let entries = match m.streams.access.names(&path) {
        Ok(entries) => entries,
        Err(error) => return Err(refused(m, &error, "access", "directory", directory)),
    };
    let mut found = vec![".".to_owned(), "..".to_owned()];
    found.extend(entries);
    m.reserve(2 * found.len())?;
    let atoms: Vec<Cell> = found.iter().map(|name| Cell::atom(m.atoms.intern(name))).collect();
    let list = m.heap.new_list(&atoms, Cell::NIL);
    m.unify(names, list)
}

fn size_file_2(m: &mut Machine, file: Cell, bytes: Cell) -> Step {
    let path = readable(m, file)?;
    match fs::metadata(path) {
        Ok(data) => m.unify(bytes, Cell::int(data.len() as i64)),
        Err(error) => Err(refused(m, &error, "access", "file", file)),
    }
}

/// Returns the working directory.
fn here(m: &mut Machine) -> Result<PathBuf, Stop> {
    match m.streams.access.here() {
        Some(directory) => Ok(directory),
        None => {
            let here = new_atom(m, ".");
            Err(missing(m, "directory", here))
        }
    }
}

fn working_directory_2(m: &mut Machine, old: Cell, new: Cell) -> Step {
    if !m.streams.access.environment {
        return Err(denied(m, "access", "directory", new));
    }
    let mut now = here(m)?.to_string_lossy().into_owned();
    if !now.ends_with('/') {
        now.push('/');
    }
    let same = m.deref(new) == m.deref(old);
    let now = new_atom(m, &now);
    m.unify(old, now)?;
    if same {
        return Ok(());
    }
    let path = path(m, new)?;
    if !path.is_dir() {
        return Err(missing(m, "directory", new));
    }
    let path = path.canonicalize().unwrap_or(path);
    m.streams.access.set_directory(path);
    Ok(())
}

fn absolute_file_2(m: &mut Machine, file: Cell, absolute: Cell) -> Step {
    let path = path(m, file)?;
    if path.is_relative() && !m.streams.access.environment {
        return Err(denied(m, "access", "directory", file));
    }
    let path = if path.is_relative() { here(m)?.join(path) } else { path };
    let path = plain(&path);
    let new = new_atom(m, &path.to_string_lossy());
    m.unify(absolute, new)
}

/// Removes `.` and `..` from a path, without access to the file system.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

fn getenv_2(m: &mut Machine, name: Cell, value: Cell) -> Step {
    let name = need_atomic(m, name)?;
    let found = m.streams.access.variable(&name).ok_or(Stop::Fail)?;
    let found = new_atom(m, &found);
    m.unify(value, found)
}

fn setenv_2(m: &mut Machine, name: Cell, value: Cell) -> Step {
    let (key, text) = (variable_name(m, name)?, need_atomic(m, value)?);
    if text.contains('\0') {
        return Err(m.domain_error(Domain::EnvironmentVariable, value));
    }
    if !m.streams.access.environment {
        return Err(denied(m, "modify", "environment", name));
    }
    m.streams.access.set_variable(key, Some(text));
    Ok(())
}

/// Returns the name of an environment variable to be changed: not empty, without `=`.
fn variable_name(m: &mut Machine, name: Cell) -> Result<String, Stop> {
    let key = need_atomic(m, name)?;
    if key.is_empty() || key.contains(['=', '\0']) {
        return Err(m.domain_error(Domain::EnvironmentVariable, name));
    }
    Ok(key)
}

fn unsetenv_1(m: &mut Machine, name: Cell) -> Step {
    let key = variable_name(m, name)?;
    if !m.streams.access.environment {
        return Err(denied(m, "modify", "environment", name));
    }
    m.streams.access.set_variable(key, None);
    Ok(())
}

fn access_file_2(m: &mut Machine, file: Cell, mode: Cell) -> Step {
    let path = path(m, file)?;
    let View::Atom(name) = m.view(mode) else {
        return Err(m.type_or_instantiation_error(Type::Atom, mode));
    };
    let access = &m.streams.access;
    let allowed = match m.atoms.text(name) {
        "none" => true,
        "exist" => access.may_read(&path) && path.exists(),
        "read" => access.may_read(&path) && can_read(&path),
        "execute" => access.may_read(&path) && has_permission(&path, 0o111),
        "write" | "append" if access.may_write(&path) => {
            // The file is opened without changing it; if it does not exist, its directory must be writable.
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            match fs::metadata(&path) {
                Ok(data) if data.is_file() => OpenOptions::new().append(true).open(&path).is_ok(),
                Ok(data) => !data.permissions().readonly(),
                Err(_) => folder.is_none_or(|folder| {
                    fs::metadata(folder).is_ok_and(|data| data.is_dir() && !data.permissions().readonly())
                }),
            }
        }
        "write" | "append" => false,
        _ => return Err(m.domain_error(Domain::IoMode, mode)),
    };
    holds(allowed)
}

/// Whether a file can be opened for reading; a pipe is not opened, since that would wait for a writer.
fn can_read(path: &Path) -> bool {
    match path.is_file() {
        true => File::open(path).is_ok(),
        false => has_permission(path, 0o444),
    }
}

/// Whether anyone has one of these permissions.
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
    match fs::metadata(path).and_then(|data| data.modified()) {
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
    let full = |path: &Path| {
        // Without read access, links are not followed, and the working directory is not revealed.
        if access.may_read(path) {
            access.full_path(path)
        } else if access.environment {
            plain(&access.directory().join(path))
        } else {
            plain(path)
        }
    };
    let (first, second) = (full(&first), full(&second));
    holds(first == second)
}

fn temporary_name_3(m: &mut Machine, base: Cell, extension: Cell, name: Cell) -> Step {
    let (text, extension) = (need_text(m, base)?, need_text(m, extension)?);
    let access = &m.streams.access;
    if !access.environment {
        // The name would reveal the process id.
        return Err(denied(m, "create", "file", base));
    }
    let folder = access
        .variable("TMPDIR")
        .map_or_else(temporary_directory, PathBuf::from);
    let dot = if extension.is_empty() { "" } else { "." };
    loop {
        m.session.last_temporary += 1;
        let number = m.session.last_temporary;
        let file = format!("ferz_{text}_{}_{number}{dot}{extension}", own_number());
        let path = folder.join(file);
        if !m.streams.access.may_read(&path) || !path.exists() {
            let found = new_atom(m, &path.to_string_lossy());
            return m.unify(name, found);
        }
        m.poll()?;
    }
}
