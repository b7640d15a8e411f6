//! The inner loop of library(clpq) and library(clpr): sums of rows, `t(Id, Factor, Node, Terms)` or `[]`, sorted by Id
//! (`library/solvers/clpqr_rows.pl`).

use crate::base::num::{Number, arith};
use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[det!(
    "$clp_row_sum(+terms, +factor, +others, +owner, -sum)",
    5,
    row_sum_5
)
.doc("Unifies sum with terms + factor*others. Owner, unless it is none, is noted in the nodes that terms has not.")];

/// Arguments of a node.
const NODE_ARITY: usize = 8;
/// Floats that are nearer to zero are left out.
const TOLERANCE: f64 = 1.0e-10;
/// Cells of a term of a row with a small number, and of its occurrence.
const TERM_CELLS: usize = 12;

/// A term of a row.
struct RowTerm {
    id: i64,
    factor: Cell,
    node: Cell,
    rest: Cell,
}

/// Returns the first term of a row, or `None` at its end.
fn first(m: &Machine, row: Cell) -> Result<Option<RowTerm>, Stop> {
    match m.view(row) {
        View::Struct(functor, at) if functor.arity() == 4 => {
            let [id, factor, node, rest] = [0, 1, 2, 3].map(|place| m.heap.get(at + place));
            match m.view(id) {
                View::Int(id) => Ok(Some(RowTerm { id, factor, node, rest })),
                _ => Err(Stop::Fail),
            }
        }
        View::Atom(_) => Ok(None),
        _ => Err(Stop::Fail),
    }
}

fn row_sum_5(m: &mut Machine, terms: Cell, factor: Cell, others: Cell, owner: Cell, sum: Cell) -> Step {
    let factor = m.heap.number(factor).ok_or(Stop::Fail)?;
    let length = length(m, terms)? + length(m, others)?;
    m.reserve_first(length * TERM_CELLS)?;
    let (mut parts, mut new) = (Vec::with_capacity(length), Vec::new());
    let (mut left, mut right) = (first(m, terms)?, first(m, others)?);
    loop {
        match (left, right) {
            (Some(a), b) if b.as_ref().is_none_or(|b| a.id < b.id) => {
                left = first(m, a.rest)?;
                right = b;
                parts.push((a.id, a.factor, a.node));
            }
            (a, Some(b)) => {
                let both = a.as_ref().is_some_and(|a| a.id == b.id);
                let before = a.as_ref().filter(|_| both).map(|a| a.factor);
                if let Some(value) = combined(m, before, &factor, b.factor)? {
                    if !both {
                        new.push(b.node);
                    }
                    parts.push((b.id, value, b.node));
                }
                right = first(m, b.rest)?;
                left = match a {
                    Some(a) if both => first(m, a.rest)?,
                    other => other,
                };
            }
            (_, None) => break,
        }
    }
    note(m, owner, &new)?;
    let mut row = Cell::NIL;
    let name = m.atoms.intern("t");
    for (id, value, node) in parts.into_iter().rev() {
        let id = m.heap.new_int(id);
        row = m.heap.new_term(name, &[id, value, node, row]);
    }
    m.unify(sum, row)
}

/// Returns the number of terms; fails for what is no row.
fn length(m: &mut Machine, row: Cell) -> Result<usize, Stop> {
    let (mut count, mut last, mut pace) = (0, i64::MIN, Pace::new());
    let mut part = first(m, row)?;
    while let Some(RowTerm { id, rest, .. }) = part {
        m.poll_at(&mut pace)?;
        holds(id > last)?;
        (count, last) = (count + 1, id);
        part = first(m, rest)?;
    }
    Ok(count)
}

/// Returns `before + factor*other`, or `None` if it is zero.
fn combined(m: &mut Machine, before: Option<Cell>, factor: &Number, other: Cell) -> Result<Option<Cell>, Stop> {
    let number = |m: &Machine, cell| m.heap.number(cell).ok_or(Stop::Fail);
    let other = number(m, other)?;
    let before = before.map(|cell| number(m, cell)).transpose()?;
    if let (Number::Float(x), Number::Float(y)) = (factor, &other) {
        let value = match before {
            Some(Number::Float(before)) => before + x * y,
            _ => x * y,
        };
        if value.is_finite() {
            return Ok((value.abs() > TOLERANCE).then(|| m.heap.new_float(value)));
        }
    }
    let state = m.arithmetic.state_mut();
    let value = arith::multiply(state, factor, &other).and_then(|product| match &before {
        Some(before) => arith::add(state, before, &product),
        None => Ok(product),
    });
    let value = value.map_err(|error| m.number_error(error))?;
    let is_zero = match &value {
        Number::Int(value) => *value == 0,
        Number::Float(value) => value.abs() <= TOLERANCE,
        Number::Big(_) | Number::Rational(_) => false,
    };
    if is_zero {
        Ok(None)
    } else {
        m.number_cell(&value).map(Some)
    }
}

/// Adds `owner` to the occurrences of each of `nodes`: their third arguments.
fn note(m: &mut Machine, owner: Cell, nodes: &[Cell]) -> Step {
    if !matches!(m.view(owner), View::Struct(..)) {
        return Ok(());
    }
    for &node in nodes {
        let at = match m.view(node) {
            View::Struct(functor, at) if functor.arity() == NODE_ARITY => at,
            _ => return Err(Stop::Fail),
        };
        let before = m.heap.get(at + 2);
        let occurrences = m.heap.new_list(&[owner], before);
        m.stacks.assign(&mut m.heap, at + 2, occurrences);
    }
    Ok(())
}
