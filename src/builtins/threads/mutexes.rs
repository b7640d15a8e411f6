//! Mutexes.

use std::sync::Arc;
use std::time::Duration;

use crate::base::iso_error::Type;
use crate::machine::Machine;
use crate::machine::threads::Lock;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;

use super::{Patience, alias, family, made, member, object, unify_names, wait, wanted};
use crate::builtins::streams::files::{denied, missing};
use crate::native::args::text_arg::new_atom;

/// Native predicates of this file.
pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$mutex_create(+alias, -mutex)", 2, mutex_create_2).doc("Makes a mutex; its alias is '' for none."),
    det!("$mutex_lock(+mutex, +wait)", 2, mutex_lock_2)
        .doc("Locks a mutex; if wait is false, it fails if another thread has locked it."),
    det!("$mutex_unlock(+mutex)", 1, mutex_unlock_1).doc("Unlocks a mutex once."),
    det!("$mutex_destroy(+mutex)", 1, mutex_destroy_1).doc("Ends a mutex, as soon as it is not locked."),
    det!("$mutex_unlock_all", 0, mutex_unlock_all_0)
        .doc("Unlocks the mutexes with an alias that this thread has locked."),
    det!("$mutexes(-list)", 1, mutexes_1).doc("Unifies list with the mutexes that have an alias."),
    det!("$mutex_status(+mutex, -status)", 2, mutex_status_2)
        .doc("Unifies status with unlocked or locked(Thread, Count); Thread is the number of the thread."),
];

/// Returns the mutex that a term stands for.
fn find(m: &mut Machine, mutex: Cell) -> Result<Option<Arc<Lock>>, Stop> {
    if let Some(object) = object(m, mutex) {
        return Ok(object.value_of::<Lock>().filter(|lock| !lock.is_gone()));
    }
    match alias(m, mutex) {
        Some(alias) => Ok(family(m).lock_called(&alias)),
        None => Err(m.type_or_instantiation_error(Type::Mutex, mutex)),
    }
}

fn need(m: &mut Machine, mutex: Cell) -> Result<Arc<Lock>, Stop> {
    let found = find(m, mutex)?;
    found.ok_or_else(|| missing(m, "mutex", mutex))
}

fn mutex_create_2(m: &mut Machine, alias: Cell, mutex: Cell) -> Step {
    let wanted = wanted(m, alias);
    let new = family(m).add_lock(wanted.as_deref());
    made(m, ("mutex", alias), wanted, new, mutex)
}

/// A mutex with an alias is made when it is first locked.
fn mutex_lock_2(m: &mut Machine, mutex: Cell, waits: Cell) -> Step {
    let lock = match find(m, mutex)? {
        Some(lock) => lock,
        None => {
            let alias = alias(m, mutex);
            // Another thread may make it meanwhile.
            let _made = alias.as_deref().map(|alias| family(m).add_lock(Some(alias)));
            need(m, mutex)?
        }
    };
    let own = member(m).thread.number();
    if m.deref(waits) != Cell::atom(crate::base::known::TRUE) {
        return holds(lock.lock(own, (m.limits.watch(), Duration::ZERO)));
    }
    wait(m, Patience::Endless, ("mutex", mutex), |m, time| {
        let locked = lock.lock(own, (m.limits.watch(), time));
        if !locked && lock.is_gone() {
            return Err(missing(m, "mutex", mutex));
        }
        Ok(locked.then_some(()))
    })
    .map(|_| ())
}

fn mutex_unlock_1(m: &mut Machine, mutex: Cell) -> Step {
    let lock = need(m, mutex)?;
    // Output that was written while it was locked comes first.
    m.streams.flush_written();
    if lock.unlock(member(m).thread.number()) {
        if lock.is_gone() {
            family(m).forget_locks();
        }
        Ok(())
    } else {
        Err(denied(m, "unlock", "mutex", mutex))
    }
}

fn mutex_destroy_1(m: &mut Machine, mutex: Cell) -> Step {
    let lock = need(m, mutex)?;
    lock.destroy();
    family(m).forget_locks();
    Ok(())
}

fn mutex_unlock_all_0(m: &mut Machine) -> Step {
    let own = member(m).thread.number();
    family(m).unlock_all(own);
    Ok(())
}

fn mutexes_1(m: &mut Machine, list: Cell) -> Step {
    let locks = family(m).locks();
    let locks = locks
        .iter()
        .filter_map(|object| Some((object.value_of::<Lock>()?, object)));
    unify_names(
        m,
        list,
        locks.map(|(lock, object)| (lock.alias().map(str::to_owned), object)),
    )
}

fn mutex_status_2(m: &mut Machine, mutex: Cell, status: Cell) -> Step {
    let lock = need(m, mutex)?;
    let found = match lock.owner() {
        None => new_atom(m, "unlocked"),
        Some((thread, count)) => {
            let locked = m.intern("locked");
            let numbers = [thread, count].map(|number| Cell::int(number as i64));
            m.heap.new_term(locked, &numbers)
        }
    };
    m.unify(status, found)
}
