//! Which libraries the program was built with.

use crate::base::known;
use crate::machine::Machine;
use crate::native::args::list_arg::{new_list, reserve};
use crate::native::args::stream_arg::atom_name;
use crate::native::{Native, Step, det, holds};
use crate::term::cell::Cell;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$built_with(+feature)", 1, built_with_1)
        .doc("True if there is a library with this name, or with host, if the machine has an operating system."),
    det!("$loadable(-names)", 1, loadable_1)
        .doc("Unifies names with those of the libraries that have to be loaded, a/b for a library in a folder."),
];

fn built_with_1(m: &mut Machine, feature: Cell) -> Step {
    let is_there = match atom_name(m, feature) {
        Some("host") => !cfg!(target_family = "wasm"),
        Some(name) => m.library.all().any(|library| library.name == name),
        None => false,
    };
    holds(is_there)
}

fn loadable_1(m: &mut Machine, names: Cell) -> Step {
    let texts: Vec<&str> = m.library.loadable().flat_map(|part| part.names).copied().collect();
    reserve(m, texts.len(), 8)?;
    let terms: Vec<Cell> = texts.into_iter().map(|text| name_term(m, text)).collect();
    let list = new_list(m, &terms)?;
    m.unify(names, list)
}

/// Returns the term for a name, of slashes for a library in a folder.
fn name_term(m: &mut Machine, name: &str) -> Cell {
    let parts = name
        .split('/')
        .map(|part| Cell::atom(m.intern(part)))
        .collect::<Vec<_>>();
    let mut parts = parts.into_iter();
    let first = parts.next().unwrap_or(Cell::NIL);
    parts.fold(first, |folder, part| m.heap.new_term(known::SLASH, &[folder, part]))
}
