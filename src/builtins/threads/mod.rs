//! Threads, message queues and mutexes: the primitives under `library/control/thread.pl`. Not in the standard.
//!
//! Goals wait in slices, between which limits and interrupts are asked for.

pub(crate) mod mutexes;
pub(crate) mod parallel;
pub(crate) mod queues;
pub(crate) mod running;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::object::AnyObject;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::threads::{Family, FamilyMember, Taken};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::streams::files::denied;
use crate::builtins::term_io::format_number::to_float;
use crate::native::args::text_arg::new_atom;

/// The longest interval between two looks at what is waited for, although its changes, limits and interrupts wake.
const SLICE: Duration = Duration::from_secs(1);
/// How often a thread that waits lets others run before it sleeps: most of what is waited for happens before it would be
/// asleep.
const TRIES: usize = 50;

/// Returns the thread that the engine is.
fn member(m: &mut Machine) -> &FamilyMember {
    m.session.member(&mut m.limits, running::run_signals)
}

/// Returns the family of the engine's thread.
pub(in crate::builtins) fn family(m: &mut Machine) -> Arc<Family> {
    Arc::clone(&member(m).family)
}

/// Returns the object that a cell is, if it is one.
fn object(m: &Machine, cell: Cell) -> Option<AnyObject> {
    match m.view(cell) {
        View::Atom(atom) => m.atoms.object(atom).cloned(),
        _ => None,
    }
}

/// Returns the name that an atom is, if it is no object.
fn alias(m: &Machine, cell: Cell) -> Option<String> {
    match m.view(cell) {
        View::Atom(atom) if m.atoms.object(atom).is_none() => Some(m.atoms.text(atom).to_owned()),
        _ => None,
    }
}

/// Returns the term that stands for an object: its alias if it has one.
fn name(m: &mut Machine, alias: Option<&str>, object: &AnyObject) -> Cell {
    match alias {
        Some(alias) => new_atom(m, alias),
        None => Cell::atom(m.intern_object(object)),
    }
}

/// Returns the alias that something new is to have; the empty name stands for none.
fn wanted(m: &Machine, cell: Cell) -> Option<String> {
    alias(m, cell).filter(|alias| !alias.is_empty())
}

/// Unifies a cell with the term for a new object, or raises the error for a name that is taken. `what` is its kind, and
/// the name as it was given.
fn made(
    m: &mut Machine,
    what: (&str, Cell),
    alias: Option<String>,
    made: Result<AnyObject, Taken>,
    cell: Cell,
) -> Step {
    match made {
        Ok(object) => {
            let term = name(m, alias.as_deref(), &object);
            m.unify(cell, term)
        }
        Err(Taken) => Err(denied(m, "create", what.0, what.1)),
    }
}

/// Unifies a cell with the list of the terms for objects, which come with their aliases.
fn unify_names<'o>(
    m: &mut Machine,
    list: Cell,
    objects: impl Iterator<Item = (Option<String>, &'o AnyObject)>,
) -> Step {
    let mut found = Vec::new();
    for (alias, object) in objects {
        found.push(name(m, alias.as_deref(), object));
    }
    let found = m.heap.new_list(&found, Cell::NIL);
    m.unify(list, found)
}

/// How long a goal waits.
#[derive(Clone, Copy)]
enum Patience {
    None,
    Until(Instant),
    Endless,
}

/// Returns the patience of so many seconds; a number below zero stands for no end.
fn patience(m: &Machine, seconds: Cell) -> Patience {
    let number = m.heap.number(m.deref(seconds));
    let seconds = number.map_or(-1.0, |number| to_float(&number));
    // Where there are no threads there may be no clock either.
    if seconds == 0.0 || seconds > 0.0 && cfg!(target_family = "wasm") {
        return Patience::None;
    }
    let length = Duration::try_from_secs_f64(seconds).ok();
    let end = length.and_then(|length| Instant::now().checked_add(length));
    end.map_or(Patience::Endless, Patience::Until)
}

/// Waits in slices: calls `look` until it has a result, or until the end. `what` is waited for.
///
/// # Errors
/// Those of `look`; an interrupt, or a limit; a permission error if there is no end, and no other thread runs that could
/// do anything about it.
fn wait<T>(
    m: &mut Machine,
    patience: Patience,
    what: (&str, Cell),
    mut look: impl FnMut(&mut Machine, Duration) -> Result<Option<T>, Stop>,
) -> Result<Option<T>, Stop> {
    // Others may wait for what was written.
    m.streams.flush_written();
    let own = member(m).thread.number();
    // The first look does not wait.
    let mut slice = Duration::ZERO;
    for looks in 0_u64.. {
        m.poll_waiting()?;
        // The changes of others are not kept for this thread meanwhile.
        m.catch_up()?;
        let is_alone = looks > 0 && matches!(patience, Patience::Endless) && !member(m).family.others_run(own);
        if is_alone {
            slice = Duration::ZERO;
        }
        // Once, not in each slice: what sleeps takes no time of a processor.
        let tries = if looks == 0 && !matches!(patience, Patience::None) {
            TRIES
        } else {
            0
        };
        for tried in 0..=tries {
            if let Some(found) = look(m, slice)? {
                // Changes that precede it are known with it, texts that were loaded, too.
                m.catch_up()?;
                return Ok(Some(found));
            }
            if tried < tries {
                std::thread::yield_now();
            }
        }
        slice = match patience {
            Patience::None => break,
            Patience::Endless if is_alone => return Err(denied(m, "wait", what.0, what.1)),
            Patience::Endless => SLICE,
            Patience::Until(end) => {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                left.min(SLICE)
            }
        };
    }
    Ok(None)
}
