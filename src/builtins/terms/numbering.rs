//! Binding variables to numbered terms: numbervars/1,3, and those under numbervars/4.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::{counts, walk};

use crate::native::args::list_arg::reserve;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("numbervars(?term)", 1, numbervars_1)
        .doc("Binds the variables of term to '$VAR'(0), '$VAR'(1) and so on, which are written A, B...")
        .examples(&[("numbervars(f(X)), X == '$VAR'(0)", "true")]),
    det!("numbervars(?term, +start, -end)", 3, numbervars_3)
        .doc("Binds the variables of term to '$VAR'(N) for N from start; end is the next number.")
        .examples(&[("numbervars(f(_, _), 5, E)", "E = 7")]),
    det!("$number_variables(?term, +name, +start, -end)", 4, number_variables_4)
        .doc("As numbervars/3, with a compound of this name in place of '$VAR'."),
    det!("$name_singletons(?term, +name)", 2, name_singletons_2)
        .doc("Binds the plain variables that occur once in term to name."),
];

fn numbervars_1(m: &mut Machine, term: Cell) -> Step {
    number_variables(m, term, known::DOLLAR_VAR, 0).map(|_| ())
}

fn number_variables_4(m: &mut Machine, term: Cell, name: Cell, start: Cell, end: Cell) -> Step {
    let name = m.deref(name).as_atom();
    let next = match m.view(start) {
        View::Int(start) => number_variables(m, term, name, start)?,
        _ => return Err(m.type_or_instantiation_error(Type::Integer, start)),
    };
    let next = m.heap.new_int(next);
    m.unify(end, next)
}

fn name_singletons_2(m: &mut Machine, term: Cell, name: Cell) -> Step {
    if !walk::is_acyclic(&m.heap, term) {
        return Err(m.type_error(Type::AcyclicTerm, term));
    }
    let found = m.within_room(|heap| counts::single_variables(heap, term))?;
    let name = m.deref(name);
    for variable in found.into_iter().filter(|variable| variable.is_ref()) {
        m.bind(variable, name);
    }
    Ok(())
}

fn numbervars_3(m: &mut Machine, term: Cell, start: Cell, end: Cell) -> Step {
    number_variables_4(m, term, Cell::atom(known::DOLLAR_VAR), start, end)
}

/// Binds the plain variables; attributed ones are left alone.
fn number_variables(m: &mut Machine, term: Cell, name: Atom, start: i64) -> Result<i64, Stop> {
    let found = m.within_room(|heap| walk::variables(heap, term))?;
    reserve(m, found.len(), 2)?;
    let mut next = start;
    let functor = Cell::functor(Functor::new(name, 1));
    for variable in found.into_iter().filter(|variable| variable.is_ref()) {
        let number = m.heap.new_int(next);
        let name = m.heap.push(functor);
        m.heap.push(number);
        m.bind(variable, Cell::structure(name));
        next += 1;
    }
    Ok(next)
}
