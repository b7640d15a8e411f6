//! The messages of a load: the first are shown, the others counted.

use crate::base::known;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;

use super::load::message;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$load_quiet(+kind)", 1, load_quiet_1)
        .doc("Counts a message of loading; succeeds if so many were shown that this one is not."),
    det!("$load_hidden(-errors, -warnings)", 2, load_hidden_2)
        .doc("Unifies with the numbers of messages of the load that has ended that were not shown; fails if all were."),
];

/// The number of messages of a load that are shown.
const MOST_SHOWN: usize = 20;

/// Returns `messages` with a warning in front if the clause has the character that stands for bytes that are not UTF-8.
pub(super) fn of_bytes(m: &mut Machine, messages: Cell) -> Cell {
    let found = m.loading.source().and_then(|source| {
        let at = source.text[source.start..source.at].find(char::REPLACEMENT_CHARACTER)?;
        Some(source.start + at)
    });
    let Some(at) = found else {
        return messages;
    };
    let term = Cell::atom(m.intern("not_utf8"));
    let warning = message(m, "warning", at, term);
    m.heap.new_list(&[warning], messages)
}

fn load_quiet_1(m: &mut Machine, kind: Cell) -> Step {
    let is_error = m.deref(kind) == Cell::atom(known::ERROR);
    let told = &mut m.session.load_messages;
    if told.shown < MOST_SHOWN {
        told.shown += 1;
        return Err(Stop::Fail);
    }
    *if is_error {
        &mut told.hidden_errors
    } else {
        &mut told.hidden_warnings
    } += 1;
    Ok(())
}

fn load_hidden_2(m: &mut Machine, errors: Cell, warnings: Cell) -> Step {
    holds(m.loading.source().is_none())?;
    let told = std::mem::take(&mut m.session.load_messages);
    holds(told.hidden_errors + told.hidden_warnings != 0)?;
    m.unify(errors, Cell::int(told.hidden_errors as i64))?;
    m.unify(warnings, Cell::int(told.hidden_warnings as i64))
}
