//! The native predicates that tell the domain of a variable.

use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Cell, View, known};
use ferz_engine::native::{Machine, Native, Step, Stop, det, holds};

use super::ranges::{INF, SUP};
use super::store::Fd;

pub(crate) const TABLE: &[Native] = &[
    det!("fd_var(@term)", 1, fd_var_1)
        .doc("True if term is a variable of a constraint.")
        .examples(&[("fd_var(_)", "false")]),
    det!("fd_inf(?variable, -bound)", 2, fd_inf_2)
        .doc("Unifies bound with the least element of the domain of variable, or inf.")
        .examples(&[("fd_inf(X, B), var(X)", "B = inf")]),
    det!("fd_sup(?variable, -bound)", 2, fd_sup_2)
        .doc("Unifies bound with the greatest element of the domain of variable, or sup.")
        .examples(&[("fd_sup(7, B)", "B = 7")]),
    det!("fd_size(?variable, -size)", 2, fd_size_2)
        .doc("Unifies size with the number of elements of the domain of variable, or sup.")
        .examples(&[("fd_size(7, N)", "N = 1")]),
    det!("fd_dom(?variable, -domain)", 2, fd_dom_2)
        .doc("Unifies domain with the domain of variable, as in/2 takes it.")
        .examples(&[("fd_dom(7, D)", "D = ..(7, 7)")]),
    det!("fd_degree(?variable, -count)", 2, fd_degree_2)
        .doc("Unifies count with the number of constraints on variable that may still remove elements.")
        .examples(&[("fd_degree(7, N)", "N = 0")]),
];

fn fd_var_1(m: &mut Machine, term: Cell) -> Step {
    let is_known = Fd::new(m).known_block(term).is_some();
    holds(is_known)
}

/// Returns the bounds of a variable, or of an integer.
fn bounds(m: &mut Machine, variable: Cell) -> Result<(Cell, Cell), Stop> {
    let variable = m.deref(variable);
    let fd = Fd::new(m);
    let (min, max) = match fd.known_block(variable) {
        Some(block) if fd.is_wide(block) => {
            let (low, high) = fd.wide_bounds(block);
            let mut fd = fd;
            return Ok((fd.bound_cell(&low)?, fd.bound_cell(&high)?));
        }
        Some(block) => (fd.min(block), fd.max(block)),
        None => match m.view(variable) {
            View::Var(_) | View::Attributed(_) => (INF, SUP),
            View::Int(_) | View::BigInt(_) => return Ok((variable, variable)),
            _ => return Err(m.type_error(Type::Integer, variable)),
        },
    };
    let end = |bound, open, name| {
        if bound == open {
            Cell::atom(name)
        } else {
            Cell::int(bound)
        }
    };
    Ok((end(min, INF, known::INF), end(max, SUP, known::SUP)))
}

fn fd_inf_2(m: &mut Machine, variable: Cell, bound: Cell) -> Step {
    let (low, _) = bounds(m, variable)?;
    m.unify(bound, low)
}

fn fd_sup_2(m: &mut Machine, variable: Cell, bound: Cell) -> Step {
    let (_, high) = bounds(m, variable)?;
    m.unify(bound, high)
}

fn fd_size_2(m: &mut Machine, variable: Cell, size: Cell) -> Step {
    let (low, high) = bounds(m, variable)?;
    let mut fd = Fd::new(m);
    let found = match fd.known_block(variable) {
        Some(block) if fd.is_wide(block) => {
            let found = match fd.wide_size(block) {
                Some(found) => fd.integer_cell(&found)?,
                None => Cell::atom(known::SUP),
            };
            return m.unify(size, found);
        }
        Some(block) => fd.size(block),
        None => (low == high).then_some(1),
    };
    let found = found.map_or(Cell::atom(known::SUP), Cell::int);
    m.unify(size, found)
}

fn fd_dom_2(m: &mut Machine, variable: Cell, domain: Cell) -> Step {
    let (low, high) = bounds(m, variable)?;
    let mut fd = Fd::new(m);
    let term = match fd.known_block(variable) {
        Some(block) => fd.domain_of(block)?,
        None => fd.m.heap.new_term(known::TO, &[low, high]),
    };
    m.unify(domain, term)
}

fn fd_degree_2(m: &mut Machine, variable: Cell, count: Cell) -> Step {
    bounds(m, variable)?;
    let fd = Fd::new(m);
    let found = fd.known_block(variable).map_or(0, |block| fd.propagators(block).len());
    m.unify(count, Cell::int(found as i64))
}
