//! Threads, message queues and mutexes: the primitives under `library/lib/thread.pl`. Not in the standard.
//!
//! What waits does so in slices, between which limits and interrupts are asked for.

pub mod mutexes;
pub mod queues;
pub mod running;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::object::AnyObject;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::threads::{Family, Taken};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::args::text_arg::{new_atom, text_of};
use crate::builtins::streams::files::denied;
use crate::builtins::term_io::format_number::to_float;

/// The longest interval between two looks at limits and interrupts.
const SLICE: Duration = Duration::from_millis(20);

/// Returns the family of the engine's thread.
fn family(m: &mut Machine) -> Arc<Family> {
    Arc::clone(&m.member().family)
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
        View::Atom(atom) if m.atoms.object(atom).is_none() => text_of(m, cell),
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

/// Unifies a cell with the term for a new object, or raises the error for a name that is taken.
fn made(m: &mut Machine, what: &str, alias: Cell, made: Result<AnyObject, Taken>, cell: Cell) -> Step {
    match made {
        Ok(object) => {
            let alias = self::alias(m, alias);
            let term = name(m, alias.as_deref().filter(|alias| !alias.is_empty()), &object);
            m.unify(cell, term)
        }
        Err(Taken) => Err(denied(m, "create", what, alias)),
    }
}

/// Returns the time at which waiting for this many seconds ends; `None` for a number below zero.
fn end_of(m: &Machine, seconds: Cell) -> Option<Instant> {
    let seconds = to_float(&m.heap.number(m.deref(seconds))?);
    Instant::now().checked_add(Duration::try_from_secs_f64(seconds).ok()?)
}

/// Waits in slices: calls `look` until it has a result, or until the end.
///
/// # Errors
/// Those of `look`; an interrupt, or a limit.
fn wait<T>(
    m: &mut Machine,
    end: Option<Instant>,
    mut look: impl FnMut(&mut Machine, Duration) -> Result<Option<T>, Stop>,
) -> Result<Option<T>, Stop> {
    // Others may wait for what was written.
    let _flushed = m.streams_mut().flush_all();
    loop {
        m.poll()?;
        let left = end.map_or(SLICE, |end| end.saturating_duration_since(Instant::now()));
        if let Some(found) = look(m, left.min(SLICE))? {
            return Ok(Some(found));
        }
        if left.is_zero() {
            return Ok(None);
        }
    }
}
