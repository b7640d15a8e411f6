//! The variables that a goal has constrained, for `call_residue_vars/2`.
//!
//! While such a goal runs, each variable that gets an attribute, or another value of one, is put in front of a list, which
//! is a backtrackable global variable. So backtracking takes variables out again, and the collector keeps those that
//! nothing else refers to. Programs that do not ask for residues pay one test where an attribute is set.

use rustc_hash::FxHashSet;

use crate::base::known;
use crate::base::ordered::Ordered;
use crate::builtins::args::list_arg::new_list;
use crate::machine::Machine;
use crate::machine::native::{Native, Step, det};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$residues_begin(-mark)", 1, residues_begin_1)
        .doc("Notes variables that get attributes from now on; mark stands for those noted so far."),
    det!("$residues_since(+mark, -variables)", 2, residues_since_2)
        .doc("Unifies variables with the list of those noted since mark that have attributes still, the oldest first."),
];

/// Notes a variable that has got an attribute, or another value of one.
#[inline]
pub(in crate::builtins) fn note_residue(m: &mut Machine, variable: Cell) -> Step {
    if m.session().residues {
        add(m, &[variable])?;
    }
    Ok(())
}

/// Notes the attributed variables of a new term.
#[inline]
pub(in crate::builtins) fn note_residues_of(m: &mut Machine, term: Cell) -> Step {
    if m.session().residues {
        let variables = walk::attributed_variables(&m.heap, term);
        add(m, &variables)?;
    }
    Ok(())
}

#[cold]
fn add(m: &mut Machine, variables: &[Cell]) -> Step {
    let Some(mut list) = m.session().noted(&m.heap, known::RESIDUES) else {
        // The goal that asked for them is over.
        m.session_mut().residues = false;
        return Ok(());
    };
    m.reserve(2 * variables.len())?;
    for &variable in variables {
        list = m.heap.new_pair(variable, list);
    }
    m.note_global(known::RESIDUES, list);
    Ok(())
}

fn residues_begin_1(m: &mut Machine, mark: Cell) -> Step {
    let list = match m.session().noted(&m.heap, known::RESIDUES) {
        Some(list) => list,
        None => {
            m.note_global(known::RESIDUES, Cell::NIL);
            Cell::NIL
        }
    };
    m.session_mut().residues = true;
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
    let mut list = m.session().noted(&m.heap, known::RESIDUES).unwrap_or(Cell::NIL);
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
