//! Values that outlive backtracking: packed copies, and global variables.

use crate::base::atom::Atom;
use crate::base::iso_error::{Thing, Type};
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::session::Global;
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

/// Returns the name of a global variable.
///
/// # Errors
/// If it is no atom.
pub fn name_of(m: &mut Machine, name: Cell) -> Result<Atom, Stop> {
    match m.view(name) {
        View::Atom(atom) => Ok(atom),
        _ => Err(m.type_or_instantiation_error(Type::Atom, name)),
    }
}

/// Returns a packed copy of a term and charges its memory.
///
/// # Errors
/// `resource_error(memory)`
pub fn packed_copy(m: &mut Machine, term: Cell) -> Result<Record, Stop> {
    let record = Record::pack(&mut m.heap, term, Attributes::Keep);
    m.charge_program(record.bytes())?;
    m.session.add_record(&record);
    Ok(record)
}

/// Drops a packed copy.
pub fn forget(m: &mut Machine, old: Option<Record>) {
    if let Some(old) = old {
        m.session.drop_record(&old);
    }
}

/// Sets a global variable to a copy of a term.
///
/// # Errors
/// If the name is no atom, or there is no memory for the copy.
pub fn set(m: &mut Machine, name: Cell, value: Cell) -> Step {
    let name = name_of(m, name)?;
    let value = m.deref(value);
    let record = packed_copy(m, value)?;
    m.check_walks()?;
    m.session.lasting.last_global += 1;
    let global = Global {
        value: record,
        number: m.session.lasting.last_global,
        is_fetched: false,
    };
    let old = m.session.lasting.globals.insert(name, global);
    forget(m, old.map(|global| global.value));
    Ok(())
}

/// Returns the value of a global variable.
///
/// # Errors
/// If the name is no atom, or there is no such variable.
pub fn value(m: &mut Machine, name: Cell) -> Result<Cell, Stop> {
    let atom = name_of(m, name)?;
    if let Some(value) = m.session.noted(&m.heap, atom) {
        return Ok(value);
    }
    // The next call returns the same variables, and what `setarg/3` has changed, and copies nothing.
    match m.fetch_global(atom)? {
        Some(value) => Ok(value),
        None => Err(m.existence_error(Thing::Variable, name)),
    }
}
