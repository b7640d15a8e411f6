//! Lists: `length/2`.

use super::list_arg::{count, reserve};
use crate::base::iso_error::Type;
use crate::machine::Machine;
use crate::machine::native::{Native, Stop, nondet};
use crate::term::cell::Cell;
use crate::term::walk::{self, ListEnd};

pub(super) const TABLE: &[Native] = &[nondet!("length(?list, ?length)", 2, length_2)
    .doc("Relates a list to its length; makes lists of growing length if neither is known.")
    .examples(&[
        ("length([a, b], N)", "N = 2"),
        ("length(L, 2)", "L = [_, _]"),
        ("length(_, -1)", "domain_error(not_less_than_zero, -1)"),
        ("length(a, _)", "type_error(list, a)"),
    ])];

fn length_2(m: &mut Machine, state: Option<Cell>, list: Cell, length: Cell) -> Result<Option<Cell>, Stop> {
    let wanted = if m.deref(length).is_variable() {
        None
    } else {
        Some(count(m, length)?)
    };
    let (known, end) = walk::list_end(&m.heap, list);
    let tail = match end {
        None => {
            let known = m.heap.new_int(known as i64);
            return m.unify(length, known).map(|()| None);
        }
        Some(ListEnd::Partial(tail)) => tail,
        Some(ListEnd::NotList(_) | ListEnd::Cyclic) => return Err(m.type_error(Type::List, list)),
    };
    // A list cannot have a length that is its own tail.
    if tail == m.deref(length) {
        return Err(Stop::Fail);
    }
    if let Some(wanted) = wanted {
        let missing = wanted.checked_sub(known).ok_or(Stop::Fail)?;
        let rest = list_of_variables(m, missing)?;
        return m.unify(tail, rest).map(|()| None);
    }
    let extra = state.map_or(0, |state| state.as_int().unsigned_abs() as usize);
    let rest = list_of_variables(m, extra)?;
    m.unify(tail, rest)?;
    let total = m.heap.new_int((known + extra) as i64);
    m.unify(length, total)?;
    Ok(Some(Cell::int(extra as i64 + 1)))
}

fn list_of_variables(m: &mut Machine, length: usize) -> Result<Cell, Stop> {
    if length == 0 {
        return Ok(Cell::NIL);
    }
    reserve(m, length, 2)?;
    let start = m.heap.top();
    for _ in 0..length {
        m.heap.new_var();
        let next = Cell::list(m.heap.top() + 1);
        m.heap.push(next);
    }
    m.heap.set(m.heap.top() - 1, Cell::NIL);
    Ok(Cell::list(start))
}
