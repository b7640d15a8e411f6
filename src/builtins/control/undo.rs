//! Primitives of `undo/1` and tries: goals that run on backtracking, and names of new objects.

use std::sync::Arc;

use crate::base::iso_error::Type;
use crate::base::known;
use crate::machine::Machine;
use crate::native::{Native, Step, det};
use crate::term::cell::Cell;
use crate::term::view::View;

/// Native predicates of this file.
pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$keep_undo(+goal)", 1, keep_undo_1)
        .doc("Keeps a copy of goal that runs before the next call after execution has backtracked over this one."),
    det!("$new_object(+kind, -object)", 2, new_object_2)
        .doc("Unifies object with a new atom that no text denotes, written with its kind."),
];

fn keep_undo_1(m: &mut Machine, goal: Cell) -> Step {
    let number = m.keep_undo(goal)?;
    m.session
        .note_global(&mut m.heap, &mut m.stacks, known::UNDO, Cell::int(number as i64));
    Ok(())
}

fn new_object_2(m: &mut Machine, kind: Cell, object: Cell) -> Step {
    let View::Atom(kind) = m.view(kind) else {
        return Err(m.type_or_instantiation_error(Type::Atom, kind));
    };
    let kind = m.atoms.text(kind).to_owned();
    let made = m.new_object(&kind, Arc::new(()), 0)?;
    m.unify(object, made)
}
