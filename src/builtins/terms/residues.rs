//! The variables that a goal has constrained, for `call_residue_vars/2`.
//!
//! While such a goal runs, each variable that gets an attribute, or another value of one, is put in front of a list, which
//! is a backtrackable global variable. So backtracking takes variables out again, and the collector keeps those that
//! nothing else refers to. Programs that do not ask for residues pay one test where an attribute is set.

use rustc_hash::FxHashSet;

use crate::base::known;
use crate::base::ordered::Ordered;
use crate::machine::Machine;
use crate::native::args::list_arg::new_list;
use crate::native::{Native, Step, det};
use crate::term::cell::Cell;
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$residues_begin(-mark)", 1, residues_begin_1)
        .doc("Notes variables that get attributes from now on; mark stands for those noted so far."),
    det!("$residues_since(+mark, -variables)", 2, residues_since_2)
        .doc("Unifies variables with the list of those noted since mark that have attributes still, the oldest first."),
];

fn residues_begin_1(m: &mut Machine, mark: Cell) -> Step {
    let list = match m.session.noted(&m.heap, known::RESIDUES) {
        Some(list) => list,
        None => {
            m.session
                .note_global(&mut m.heap, &mut m.stacks, known::RESIDUES, Cell::NIL);
            Cell::NIL
        }
    };
    m.session.residues = true;
    let boxed = m.heap.new_term(known::RESIDUES, &[list]);
    m.unify(mark, boxed)
}

fn residues_since_2(m: &mut Machine, mark: Cell, variables: Cell) -> Step {
    let until = match m.view(mark) {
        View::Struct(_, first) => m.deref(m.heap.get(first)),
        _ => Cell::NIL,
    };
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut list = m.session.noted(&m.heap, known::RESIDUES).unwrap_or(Cell::NIL);
    while let View::List(pair) = m.view(list) {
        list = m.deref(list);
        if list == until {
            break;
        }
        if let View::Attributed(variable) = m.view(m.heap.get(pair))
            && seen.insert(variable.address())
        {
            found.push(variable);
        }
        list = m.heap.get(pair + 1);
    }
    found.order_by_key(|variable| variable.address());
    let list = new_list(m, &found)?;
    m.unify(variables, list)
}
