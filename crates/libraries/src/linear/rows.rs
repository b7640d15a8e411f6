//! Rows of a tableau: lists of numbers, many of which are zero.

use ferz_engine::native::args::list_arg::proper_list;
use ferz_engine::native::terms::{Cell, FunctionId};
use ferz_engine::native::work::Pace;
use ferz_engine::native::{Machine, Native, Step, Stop, det, holds};

pub(crate) const TABLE: &[Native] = &[
    det!("$lp_minus(+row, +factor, +from, -difference)", 4, minus_4)
        .doc("Unifies difference with the row from, less factor times row."),
    det!("$lp_times(+row, +factor, -product)", 3, times_3).doc("Unifies product with factor times row."),
];

/// Unifies a variable with the row of what `each` returns for each place.
fn made(
    m: &mut Machine,
    count: usize,
    result: Cell,
    mut each: impl FnMut(&mut Machine, usize) -> Result<Cell, Stop>,
) -> Step {
    m.reserve_first(8 * count)?;
    let mut pace = Pace::new();
    let mut cells = Vec::with_capacity(count);
    for place in 0..count {
        m.poll_at(&mut pace)?;
        cells.push(each(m, place)?);
    }
    m.reserve(2 * count)?;
    let list = m.heap.new_list(&cells, Cell::NIL);
    m.unify(result, list)
}

fn minus_4(m: &mut Machine, row: Cell, factor: Cell, from: Cell, difference: Cell) -> Step {
    let (row, from) = (proper_list(m, row)?, proper_list(m, from)?);
    holds(row.len() == from.len())?;
    made(m, row.len(), difference, |m, place| {
        let (a, b) = (m.deref(row[place]), m.deref(from[place]));
        if a == Cell::ZERO {
            return Ok(b);
        }
        m.reserve(16)?;
        let product = m.arith2(FunctionId::MULTIPLY, a, factor)?;
        m.arith2(FunctionId::SUBTRACT, b, product)
    })
}

fn times_3(m: &mut Machine, row: Cell, factor: Cell, product: Cell) -> Step {
    let row = proper_list(m, row)?;
    made(m, row.len(), product, |m, place| {
        let a = m.deref(row[place]);
        if a == Cell::ZERO {
            return Ok(a);
        }
        m.reserve(16)?;
        m.arith2(FunctionId::MULTIPLY, a, factor)
    })
}
