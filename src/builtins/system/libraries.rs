//! Which libraries the program was built with.

use crate::base::atom::{Functor, MAX_ARITY};
use crate::base::known;
use crate::machine::Machine;
use crate::native::args::list_arg::{new_list, reserve};
use crate::native::args::stream_arg::atom_name;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$built_with(+feature)", 1, built_with_1)
        .doc("True if there is a library with this name, or with host, if the machine has an operating system."),
    det!("$loadable(-names)", 1, loadable_1)
        .doc("Unifies names with those of the libraries that have to be loaded, a/b for a library in a folder."),
    det!("$library_modes(+name, +arity, -modes)", 3, library_modes_3).doc(
        "Unifies modes with those of the arguments of a meta predicate, which a library tells by lines of its texts.",
    ),
];

fn library_modes_3(m: &mut Machine, name: Cell, arity: Cell, modes: Cell) -> Step {
    let (View::Atom(name), View::Int(arity)) = (m.view(name), m.view(arity)) else {
        return Err(Stop::Fail);
    };
    let functor = Functor::new(name, usize::try_from(arity).unwrap_or(MAX_ARITY));
    let found = m.calls.meta(functor).ok_or(Stop::Fail)?;
    let cells: Vec<Cell> = found
        .chars()
        .map(|mode| match mode {
            '0'..='9' => Cell::int(i64::from(mode as u32 - u32::from('0'))),
            '/' => Cell::atom(m.intern("//")),
            _ => Cell::atom(m.intern(mode.encode_utf8(&mut [0; 4]))),
        })
        .collect();
    let list = new_list(m, &cells)?;
    m.unify(modes, list)
}

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
