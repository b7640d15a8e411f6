//! Changes of what all threads of a program share beside its predicates: records, flags, tries, operators.
//!
//! Each thread has a copy. A native predicate that changes it tells the others a goal, which they run in the same order
//! (`code/shared.rs`).

use crate::code::shared::ChangeLog;
use crate::machine::Machine;
use crate::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::parcel::Parcel;
use crate::term::record::Attributes;

/// A goal of a native predicate: its name and arguments.
pub(super) type GoalParts<'g> = (&'g str, &'g [Cell]);

/// Makes a change that a goal makes, in all threads.
///
/// # Errors
/// Those of `change`; if there is no room for what other threads have changed, or for a copy of the goal.
#[inline]
pub(in crate::builtins) fn for_all<T>(
    m: &mut Machine,
    goal: GoalParts<'_>,
    change: impl FnOnce(&mut Machine) -> Result<T, Stop>,
) -> Result<T, Stop> {
    if !m.db.shared.is_kept() {
        return change(m);
    }
    m.in_turn(|m, log| {
        let goal = for_others(m, log, goal)?;
        let done = change(m)?;
        m.db.shared.add_goal(log, goal);
        Ok(done)
    })
}

/// Packs a goal that other threads are to run, if there are any.
///
/// # Errors
/// If there is no room for it.
pub(super) fn for_others(
    m: &mut Machine,
    log: &ChangeLog,
    (name, arguments): GoalParts<'_>,
) -> Result<Option<Parcel>, Stop> {
    if !log.has_readers() {
        return Ok(None);
    }
    let name = m.intern(name);
    m.reserve(arguments.len() + 1)?;
    let goal = match arguments {
        [] => Cell::atom(name),
        _ => m.heap.new_term(name, arguments),
    };
    m.begin_within_room();
    let parcel = Parcel::pack_with(&m.heap, &m.atoms, goal, Attributes::Keep);
    m.end_within_room()?;
    Ok(Some(parcel))
}

/// Takes in what other threads have changed, for a predicate that looks at it.
///
/// # Errors
/// If there is no room for it.
#[inline]
pub(in crate::builtins) fn up_to_date(m: &mut Machine) -> Step {
    if m.db.shared.is_behind() { m.catch_up() } else { Ok(()) }
}
