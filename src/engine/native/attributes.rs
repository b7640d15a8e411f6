//! Attributes of variables, for constraints: what a value of `put_attr/3` is for programs.
//!
//! The attributes of a variable are one term, `att(Module, Value, Rest)` or `[]`, in the cell after it. Every change is
//! undone on backtracking. When an attributed variable is bound, `Module:attr_unify_hook(Value, Other)` runs before the
//! next goal.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;

const ATT: Functor = Functor::new(known::ATT, 3);

/// The position of a module's attribute in the chain of attributes.
struct Link {
    /// The cell that refers to it, or the one that ends the chain if there is none.
    link: usize,
    /// The address of the arguments of its `att/3`.
    found: Option<usize>,
}

fn find(m: &Machine, variable: Cell, module: Atom) -> Link {
    let mut link = variable.address() + 1;
    loop {
        match m.view(m.heap.get(link)) {
            View::Struct(ATT, first) if m.deref(m.heap.get(first)) == Cell::atom(module) => {
                return Link {
                    link,
                    found: Some(first),
                };
            }
            View::Struct(ATT, first) => link = first + 2,
            _ => return Link { link, found: None },
        }
    }
}

/// Returns the attributed variable, converting a plain variable into one.
///
/// # Errors
/// An uninstantiation error if it is no variable.
pub fn attributed(m: &mut Machine, variable: Cell) -> Result<Cell, Stop> {
    match m.view(variable) {
        View::Attributed(cell) => Ok(cell),
        View::Var(cell) => {
            let made = m.heap.new_attributed(Cell::NIL);
            m.bind(cell, made);
            Ok(made)
        }
        _ => Err(m.uninstantiation_error(variable)),
    }
}

/// Returns the value of the attribute of a module on a variable, if there is one.
pub fn value(m: &Machine, variable: Cell, module: Atom) -> Option<Cell> {
    let View::Attributed(variable) = m.view(variable) else {
        return None;
    };
    value_of(m, variable, module)
}

/// As [`value`], of a variable that [`Machine::view`] has found to be an attributed one.
pub fn value_of(m: &Machine, attributed: Cell, module: Atom) -> Option<Cell> {
    find(m, attributed, module).found.map(|first| m.heap.get(first + 1))
}

/// Sets the attribute of a module on a variable, which may be a plain one. A value that is a constraint is noted by
/// [`note_residue`].
///
/// # Errors
/// An uninstantiation error if it is no variable.
pub fn set(m: &mut Machine, variable: Cell, module: Atom, value: Cell) -> Step {
    let variable = attributed(m, variable)?;
    let value = m.deref(value);
    match find(m, variable, module) {
        Link { found: Some(first), .. } => m.stacks.assign(&mut m.heap, first + 1, value),
        Link { link, .. } => {
            let attribute = m.heap.new_struct(ATT, &[Cell::atom(module), value, Cell::NIL]);
            m.stacks.assign(&mut m.heap, link, attribute);
        }
    }
    Ok(())
}

/// Deletes the attribute of a module from a variable, if it has one.
pub fn delete(m: &mut Machine, variable: Cell, module: Atom) {
    let View::Attributed(variable) = m.view(variable) else {
        return;
    };
    if let Link {
        link,
        found: Some(first),
    } = find(m, variable, module)
    {
        let rest = m.deref(m.heap.get(first + 2));
        m.stacks.assign(&mut m.heap, link, rest);
        become_plain_if_bare(m, variable);
    }
}

/// Replaces a variable without attributes by a plain one, since binding it would still leave the run loop.
pub fn become_plain_if_bare(m: &mut Machine, variable: Cell) {
    if m.deref(m.heap.get(variable.address() + 1)) == Cell::NIL {
        let plain = m.heap.new_var();
        m.stacks.assign(&mut m.heap, variable.address(), plain);
    }
}

/// Returns the address of the cell with the attributes that programs see: behind the attribute of integer constraints.
pub fn visible(m: &Machine, variable: Cell) -> usize {
    let start = variable.address() + 1;
    match m.view(m.heap.get(start)) {
        View::Struct(ATT, first) if m.heap.get(first) == Cell::atom(known::FD_BLOCK) => first + 2,
        _ => start,
    }
}

/// Notes a variable that has got an attribute, or another value of one, for `call_residue_vars/2`.
///
/// # Errors
/// `resource_error(memory)`
#[inline]
pub fn note_residue(m: &mut Machine, variable: Cell) -> Step {
    if m.session.residues {
        add(m, &[variable])?;
    }
    Ok(())
}

/// Notes the attributed variables of a new term.
///
/// # Errors
/// `resource_error(memory)`
#[inline]
pub fn note_residues_of(m: &mut Machine, term: Cell) -> Step {
    if m.session.residues {
        let variables = walk::attributed_variables(&m.heap, term);
        add(m, &variables)?;
    }
    Ok(())
}

#[cold]
fn add(m: &mut Machine, variables: &[Cell]) -> Step {
    let Some(mut list) = m.session.noted(&m.heap, known::RESIDUES) else {
        // The goal that asked for them is over.
        m.session.residues = false;
        return Ok(());
    };
    m.reserve(2 * variables.len())?;
    for &variable in variables {
        list = m.heap.new_pair(variable, list);
    }
    m.session.note_global(&mut m.heap, &mut m.stacks, known::RESIDUES, list);
    Ok(())
}
