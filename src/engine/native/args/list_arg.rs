//! Arguments that must be lists or small integers, with the errors of ISO 7.12.2.

use crate::base::iso_error::{Domain, Type};
use crate::base::limit::Limit;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::{self, ListEnd};

/// Returns the elements of a proper list; a partial list is an instantiation error, any other term a type error.
///
/// # Errors
/// `instantiation_error` for a partial list, `type_error(list, _)` for any other term.
pub fn proper_list(m: &mut Machine, list: Cell) -> Result<Vec<Cell>, Stop> {
    m.within_room(|heap| walk::list_to_vec(heap, list))?
        .map_err(|end| match end {
            ListEnd::Partial(_) => m.instantiation_error(),
            ListEnd::NotList(_) | ListEnd::Cyclic => m.type_error(Type::List, list),
        })
}

/// Raises a type error unless `list` is a list or a partial list, as ISO requires of an output argument.
///
/// # Errors
/// `type_error(list, _)`
pub fn partial_list(m: &mut Machine, list: Cell) -> Step {
    match walk::list_end(&m.heap, list).1 {
        None | Some(ListEnd::Partial(_)) => Ok(()),
        Some(ListEnd::NotList(_) | ListEnd::Cyclic) => Err(m.type_error(Type::List, list)),
    }
}

/// Returns a non-negative integer; one that exceeds `usize` is clamped to its maximum.
///
/// # Errors
/// `instantiation_error`, `type_error(integer, _)`, `domain_error(not_less_than_zero, _)`
pub fn count(m: &mut Machine, number: Cell) -> Result<usize, Stop> {
    match m.view(number) {
        View::Int(value) => match usize::try_from(value) {
            Ok(count) => Ok(count),
            Err(_) => Err(m.domain_error(Domain::NotLessThanZero, number)),
        },
        View::BigInt(_) if m.heap.number(number).is_some_and(|n| n.is_negative()) => {
            Err(m.domain_error(Domain::NotLessThanZero, number))
        }
        View::BigInt(_) => Ok(usize::MAX),
        _ => Err(m.type_or_instantiation_error(Type::Integer, number)),
    }
}

/// Returns the elements of a list of options; an unbound element is an instantiation error.
///
/// # Errors
/// `instantiation_error`, `type_error(list, _)`
pub fn options(m: &mut Machine, list: Cell) -> Result<Vec<Cell>, Stop> {
    let mut items = proper_list(m, list)?;
    for item in &mut items {
        *item = m.deref(*item);
        if item.is_variable() {
            return Err(m.instantiation_error());
        }
    }
    Ok(items)
}

/// Why an option could not be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unset {
    /// No option has this name.
    Name,
    /// The option has no such value.
    Value,
}

/// Raises the error of an option, given with its value, that could not be set or is unbound. A name that is not known may
/// be that of an option of another system or version: it changes nothing, unless the flag `iso` is set.
///
/// # Errors
/// That error: `instantiation_error` or `domain_error(domain, _)`.
pub fn check_option(
    m: &mut Machine,
    outcome: Result<(), Unset>,
    (option, value): (Cell, Cell),
    domain: Domain,
) -> Step {
    match outcome {
        Err(Unset::Name) if !m.flags.iso => Ok(()),
        _ if value.is_variable() => Err(m.instantiation_error()),
        Err(_) => Err(m.domain_error(domain, option)),
        Ok(()) => Ok(()),
    }
}

/// Reserves `count` times `cells` heap cells, for a built-in that has not changed anything yet.
///
/// # Errors
/// `resource_error(memory)`
pub fn reserve(m: &mut Machine, count: usize, cells: usize) -> Step {
    // Rejects more than the address space holds, so that the sum below cannot overflow.
    match count.checked_mul(cells) {
        Some(total) if total < usize::MAX / 16 => m.reserve_first(total),
        _ => Err(m.resource_error(Limit::Memory)),
    }
}

/// Reserves heap cells and builds the list of `items`.
///
/// # Errors
/// `resource_error(memory)`
pub fn new_list(m: &mut Machine, items: &[Cell]) -> Result<Cell, Stop> {
    reserve(m, items.len(), 2)?;
    Ok(m.heap.new_list(items, Cell::NIL))
}
