//! ISO 8.5.3: conversion between terms and lists, `=..` and compound_name_arguments/3.

use crate::base::atom::Functor;
use crate::base::iso_error::{Domain, Type};
use crate::base::watch::Pace;
use crate::builtins::terms::construct::new_compound;
use crate::machine::Machine;
use crate::native::args::list_arg::{new_list, partial_list, proper_list, reserve};
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("=..(?term, ?list)", 2, univ_2)
        .iso("8.5.3")
        .doc("True if list is the name of term followed by its arguments.")
        .examples(&[
            ("f(a, b) =.. L", "L = [f, a, b]"),
            ("T =.. [g, x]", "T = g(x)"),
            ("_ =.. [f|_]", "instantiation_error"),
            ("_ =.. []", "domain_error(non_empty_list, [])"),
        ]),
    det!(
        "compound_name_arguments(?term, ?name, ?arguments)",
        3,
        compound_name_arguments_3
    )
    .doc("True if term is a compound term with this name and list of arguments.")
    .examples(&[("compound_name_arguments(f(a, b), N, L)", "N = f, L = [a, b]")]),
];

/// Returns the list of a compound term's name and arguments; `None` for any other term.
fn list_of_parts(m: &mut Machine, term: Cell) -> Result<Option<Cell>, Stop> {
    let Some((functor, first)) = m.view(term).compound() else {
        return Ok(None);
    };
    if functor.arity() == 0 {
        return Err(m.domain_error(Domain::CompoundNonZeroArity, term));
    }
    reserve(m, functor.arity() + 1, 2)?;
    let mut last = m.heap.new_pair(Cell::atom(functor.name()), Cell::NIL);
    let list = last;
    let mut pace = Pace::new();
    for at in first..first + functor.arity() {
        if pace.step(&m.heap.watch) {
            break;
        }
        let pair = m.heap.new_pair(m.heap.get(at), Cell::NIL);
        m.heap.set(last.address() + 1, pair);
        last = pair;
    }
    Ok(Some(list))
}

/// Returns the name and the arguments of a compound term.
fn parts(m: &Machine, term: Cell) -> Option<(Cell, Vec<Cell>)> {
    let (functor, first) = m.view(term).compound()?;
    Some((
        Cell::atom(functor.name()),
        (first..first + functor.arity()).map(|at| m.heap.get(at)).collect(),
    ))
}

fn univ_2(m: &mut Machine, term: Cell, list: Cell) -> Step {
    if m.deref(term).is_variable() {
        return build(m, term, list);
    }
    partial_list(m, list)?;
    // An error in the standard; without the flag `iso` such a list does not unify.
    if m.flags.iso
        && let View::List(pair) = m.view(list)
        && walk::list_end(&m.heap, list).1.is_none()
    {
        check_head(m, m.heap.get(pair), m.heap.get(pair + 1))?;
    }
    let made = match list_of_parts(m, term)? {
        Some(list) => list,
        None => m.heap.new_pair(term, Cell::NIL),
    };
    m.unify(list, made)
}

/// Raises an error unless the head of the list may be the name of a term, if elements follow, or else an atomic term.
/// It may be unbound.
fn check_head(m: &mut Machine, head: Cell, rest: Cell) -> Step {
    match (m.view(head), m.view(rest)) {
        (View::Var(_) | View::Attributed(_) | View::Atom(_), _) => Ok(()),
        (View::List(_) | View::Struct(..), View::Atom(_)) => Err(m.type_error(Type::Atomic, head)),
        (_, View::List(_)) => Err(m.type_error(Type::Atom, head)),
        _ => Ok(()),
    }
}

fn build(m: &mut Machine, term: Cell, list: Cell) -> Step {
    let items = proper_list(m, list)?;
    let Some((&head, args)) = items.split_first() else {
        return Err(m.domain_error(Domain::NonEmptyList, Cell::NIL));
    };
    let made = match m.view(head) {
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        View::List(_) | View::Struct(..) if args.is_empty() => return Err(m.type_error(Type::Atomic, head)),
        _ if args.is_empty() => head,
        View::Atom(name) => new_compound(m, name, args)?,
        _ => return Err(m.type_error(Type::Atom, head)),
    };
    m.unify(term, made)
}

fn compound_name_arguments_3(m: &mut Machine, term: Cell, name: Cell, arguments: Cell) -> Step {
    if let Some((found, items)) = parts(m, term) {
        m.unify(name, found)?;
        let list = new_list(m, &items)?;
        return m.unify(arguments, list);
    }
    if !m.deref(term).is_variable() {
        return Err(m.type_error(Type::Compound, term));
    }
    if m.deref(name).is_variable() || walk::list_end(&m.heap, arguments).1.is_some() {
        // One of the two is wrong; proper_list raises the error for the list.
        proper_list(m, arguments)?;
        return Err(m.instantiation_error());
    }
    let items = proper_list(m, arguments)?;
    let View::Atom(name) = m.view(name) else {
        return Err(m.type_error(Type::Atom, name));
    };
    let made = new_compound(m, name, &items)?;
    m.unify(term, made)
}

/// Builds the most general term of a functor.
pub(in crate::builtins) fn most_general(m: &mut Machine, functor: Functor) -> Result<Cell, Stop> {
    m.reserve_first(2 * functor.arity() + 2)?;
    if functor.arity() == 0 {
        return Ok(Cell::atom(functor.name()));
    }
    let arguments: Vec<Cell> = (0..functor.arity()).map(|_| m.heap.new_var()).collect();
    Ok(m.heap.new_term(functor.name(), &arguments))
}
