//! Changes of what all threads of a program share beside its dynamic predicates: records, flags, tries, operators, and the
//! texts that are loaded.
//!
//! Each thread has a copy. A native predicate that changes it tells the others a goal, which they run in the same order
//! (`code/shared.rs`).

use std::sync::Arc;

use crate::code::shared::{ChangeKind, ChangeLog, ChangeOrder, LoadedChange, SharedChange};
use crate::code::transactions::Change;
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
    m.in_turn(ChangeOrder::AfterAll, |m, log| {
        let goal = for_others(m, log, goal)?;
        let done = change(m)?;
        m.db.shared.add_goal(log, goal);
        Ok(done)
    })
}

/// Makes a change that loading a text needs, by a goal that the other threads run when they are told of the text.
///
/// # Errors
/// Those of `change`; if there is no room for a copy of the goal.
pub(super) fn with_text(m: &mut Machine, goal: GoalParts<'_>, change: impl FnOnce(&mut Machine) -> Step) -> Step {
    // No other thread is told what it has told.
    if m.db.shared.log().is_none() {
        return change(m);
    }
    let goal = packed(m, goal)?;
    change(m)?;
    m.db.shared
        .note_loaded(LoadedChange::Goal(Arc::new(SharedChange::Goal(goal))));
    tell_whole_text(m)
}

/// Notes a goal that the other threads run when they are told of the text that is being loaded.
///
/// # Errors
/// If there is no room for a copy of it.
pub(super) fn note_text(m: &mut Machine, goal: GoalParts<'_>) -> Step {
    if m.db.shared.log().is_some() {
        let goal = packed(m, goal)?;
        m.db.shared
            .note_loaded(LoadedChange::Goal(Arc::new(SharedChange::Goal(goal))));
    }
    Ok(())
}

/// Tells the other threads what has been loaded, unless a text is being loaded.
///
/// # Errors
/// As for [`tell_loaded`].
pub(super) fn tell_whole_text(m: &mut Machine) -> Step {
    match m.loading.source() {
        None => tell_loaded(m),
        Some(_) => Ok(()),
    }
}

/// Tells the other threads what has been loaded.
///
/// # Errors
/// If there is no room for it, or for what they have changed.
pub(in crate::builtins) fn tell_loaded(m: &mut Machine) -> Step {
    if !m.db.shared.has_loaded() || !m.session.transactions.is_empty() {
        return Ok(());
    }
    m.in_turn(ChangeOrder::AfterAll, |m, log| {
        for change in m.db.shared.take_loaded() {
            match change {
                LoadedChange::Added(id, order) => {
                    let clause = m.db.clauses.get(id);
                    if clause.is_some_and(|clause| clause.order == order && !clause.is_dead()) {
                        m.tell(log, Change::Last, id)?;
                    }
                }
                LoadedChange::Erased(pred, name) => {
                    m.db.tell(&m.atoms, log, pred, ChangeKind::Erased(name));
                }
                LoadedChange::Undefined(pred) => {
                    m.db.tell(&m.atoms, log, pred, ChangeKind::Undefined);
                }
                LoadedChange::Goal(goal) => m.db.shared.add_goal(log, Some(goal)),
            }
        }
        Ok(())
    })
}

/// Packs a goal that other threads are to run, if there are any.
///
/// # Errors
/// If there is no room for it.
fn for_others(m: &mut Machine, log: &ChangeLog, goal: GoalParts<'_>) -> Result<Option<Arc<SharedChange>>, Stop> {
    if !log.has_readers() {
        return Ok(None);
    }
    Ok(Some(Arc::new(SharedChange::Goal(packed(m, goal)?))))
}

fn packed(m: &mut Machine, (name, arguments): GoalParts<'_>) -> Result<Parcel, Stop> {
    let name = m.intern(name);
    m.reserve(arguments.len() + 1)?;
    let goal = match arguments {
        [] => Cell::atom(name),
        _ => m.heap.new_term(name, arguments),
    };
    m.begin_within_room();
    let parcel = Parcel::pack_with(&m.heap, &m.atoms, goal, Attributes::Keep);
    m.end_within_room()?;
    Ok(parcel)
}

/// Takes in what other threads have changed, for a predicate that looks at it.
///
/// # Errors
/// If there is no room for it.
#[inline]
pub(in crate::builtins) fn up_to_date(m: &mut Machine) -> Step {
    if m.db.shared.is_behind() { m.catch_up() } else { Ok(()) }
}
