//! The primitive of `undo/1`: goals that run on backtracking.

use crate::base::known;
use crate::machine::Machine;
use crate::native::{Native, Step, det};
use crate::term::cell::Cell;

/// Native predicates of this file.
pub(in crate::builtins) const TABLE: &[Native] = &[det!("$keep_undo(+goal)", 1, keep_undo_1)
    .doc("Keeps a copy of goal that runs before the next call after execution has backtracked over this one.")];

fn keep_undo_1(m: &mut Machine, goal: Cell) -> Step {
    let number = m.keep_undo(goal)?;
    m.session
        .note_global(&mut m.heap, &mut m.stacks, known::UNDO, Cell::int(number as i64));
    Ok(())
}
