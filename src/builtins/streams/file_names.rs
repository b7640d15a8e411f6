//! File names and their parts. The file system is not accessed here.

use crate::base::iso_error::Type;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;

use crate::native::args::text_arg::{new_atom, text_of};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("file_base_name(+file, -base)", 2, file_base_name_2)
        .doc("Unifies base with the last component of a file name.")
        .examples(&[("file_base_name('a/b.pl', X)", "X = 'b.pl'")]),
    det!("file_directory_name(+file, -directory)", 2, file_directory_name_2)
        .doc("Unifies directory with a file name without its last component.")
        .examples(&[
            ("file_directory_name('a/b.pl', X)", "X = a"),
            ("file_directory_name(b, X)", "X = '.'"),
        ]),
    det!(
        "file_name_extension(?base, ?extension, ?file)",
        3,
        file_name_extension_3
    )
    .doc("True if file is the name base with this extension.")
    .examples(&[
        ("file_name_extension(B, E, 'a/b.pl')", "B = 'a/b', E = pl"),
        ("file_name_extension(b, pl, F)", "F = 'b.pl'"),
    ]),
    det!("is_absolute_file_name(+file)", 1, is_absolute_file_name_1)
        .doc("True if a file name begins at the root.")
        .examples(&[
            ("is_absolute_file_name('/a/b')", "true"),
            ("is_absolute_file_name('a/b')", "false"),
        ]),
];

fn name_of(m: &mut Machine, file: Cell) -> Result<String, Stop> {
    match text_of(m, file) {
        Some(text) => Ok(text),
        None => Err(m.type_or_instantiation_error(Type::Atom, file)),
    }
}

fn file_base_name_2(m: &mut Machine, file: Cell, base: Cell) -> Step {
    let name = name_of(m, file)?;
    let trimmed = name.trim_end_matches('/');
    let part = match trimmed.rsplit_once('/') {
        Some((_, part)) => part,
        None if trimmed.is_empty() && !name.is_empty() => "/",
        None => trimmed,
    };
    let part = new_atom(m, part);
    m.unify(base, part)
}

fn file_directory_name_2(m: &mut Machine, file: Cell, directory: Cell) -> Step {
    let name = name_of(m, file)?;
    let trimmed = name.trim_end_matches('/');
    let part = match trimmed.rsplit_once('/') {
        None if trimmed.is_empty() && !name.is_empty() => "/",
        Some(("", _)) => "/",
        Some((part, _)) => part,
        None => ".",
    };
    let part = new_atom(m, part);
    m.unify(directory, part)
}

/// Splits a file name into base and extension; the extension may be empty.
fn split(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((base, extension)) if !extension.contains('/') => (base, extension),
        _ => (name, ""),
    }
}

fn file_name_extension_3(m: &mut Machine, base: Cell, extension: Cell, file: Cell) -> Step {
    if !m.deref(file).is_variable() {
        let name = name_of(m, file)?;
        if !m.deref(extension).is_variable() {
            let wanted = name_of(m, extension)?;
            let wanted = wanted.strip_prefix('.').unwrap_or(&wanted);
            let (part, found) = split(&name);
            if found != wanted || wanted.is_empty() && name.ends_with('.') {
                return Err(Stop::Fail);
            }
            let part = new_atom(m, part);
            return m.unify(base, part);
        }
        let (part, found) = split(&name);
        let (part, found) = (new_atom(m, part), new_atom(m, found));
        m.unify(base, part)?;
        return m.unify(extension, found);
    }
    let (name, wanted) = (name_of(m, base)?, name_of(m, extension)?);
    let wanted = wanted.strip_prefix('.').unwrap_or(&wanted);
    let (_, found) = split(&name);
    let whole = if wanted.is_empty() || found == wanted {
        name.clone()
    } else {
        format!("{name}.{wanted}")
    };
    let whole = new_atom(m, &whole);
    m.unify(file, whole)
}

fn is_absolute_file_name_1(m: &mut Machine, file: Cell) -> Step {
    let name = name_of(m, file)?;
    holds(name.starts_with('/'))
}
