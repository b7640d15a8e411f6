//! Attributed variables: the primitives under `freeze/2`, `dif/2`, `when/2` and constraint solvers.
//!
//! The attributes of a variable are one term, `att(Module, Value, Rest)` or `[]`, in the cell after it. Every change is
//! undone on backtracking.
//!
//! An attribute of integer constraints (`builtins/fd`) stands first in the chain. Its module is an atom that no text names,
//! so that programs cannot reach it, nor make one; `get_attrs/2` passes over it, and `put_attrs/2` keeps it.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::builtins::args::list_arg::new_list;
use crate::builtins::terms::residues::note_residue;
use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("put_attr(+variable, +module, +value)", 3, put_attr_3)
        .doc("Sets the attribute of module on variable to value.")
        .examples(&[
            ("put_attr(X, m, 1), get_attr(X, m, V)", "V = 1"),
            ("put_attr(a, m, v)", "uninstantiation_error(a)"),
        ]),
    det!("get_attr(@variable, +module, -value)", 3, get_attr_3)
        .doc("Unifies value with the attribute of module on variable; fails if there is none.")
        .examples(&[("\\+ get_attr(_, m, _)", "true")]),
    det!("del_attr(+variable, +module)", 2, del_attr_2)
        .doc("Deletes the attribute of module from variable, if there is one.")
        .examples(&[("put_attr(X, m, 1), del_attr(X, m), \\+ attvar(X)", "true")]),
    det!("get_attrs(@variable, -attributes)", 2, get_attrs_2)
        .doc("Unifies attributes with all attributes of variable, as att(Module, Value, Rest); the last Rest is [].")
        .examples(&[("put_attr(X, m, 1), get_attrs(X, A)", "A = att(m, 1, [])")]),
    det!("put_attrs(+variable, +attributes)", 2, put_attrs_2)
        .doc("Replaces all attributes of variable by att(Module, Value, Rest).")
        .examples(&[("put_attrs(X, att(m, 1, [])), get_attr(X, m, V)", "V = 1")]),
    det!("del_attrs(+variable)", 1, del_attrs_1)
        .doc("Deletes all attributes of variable.")
        .examples(&[("put_attr(X, m, 1), del_attrs(X), \\+ attvar(X)", "true")]),
    det!("term_attvars(@term, -variables)", 2, term_attvars_2)
        .doc("Unifies variables with the list of attributed variables in term and in the values of their attributes.")
        .examples(&[("term_attvars(f(_), L)", "L = []")]),
];

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

fn module_name(m: &mut Machine, module: Cell) -> Result<Atom, Stop> {
    match m.view(module) {
        View::Atom(name) => Ok(name),
        _ => Err(m.type_or_instantiation_error(Type::Atom, module)),
    }
}

/// Returns the attributed variable, converting a plain variable into one.
fn attributed(m: &mut Machine, variable: Cell) -> Result<Cell, Stop> {
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
#[cfg(feature = "libraries")]
pub(in crate::builtins) fn value(m: &Machine, variable: Cell, module: Atom) -> Option<Cell> {
    let View::Attributed(variable) = m.view(variable) else {
        return None;
    };
    find(m, variable, module).found.map(|first| m.heap.get(first + 1))
}

/// Sets the attribute of a module on a variable, without noting that it was constrained.
#[cfg(feature = "libraries")]
pub(in crate::builtins) fn set_value(m: &mut Machine, variable: Cell, module: Atom, value: Cell) {
    let Ok(variable) = attributed(m, variable) else {
        return;
    };
    match find(m, variable, module) {
        Link { found: Some(first), .. } => m.assign(first + 1, value),
        Link { link, .. } => {
            let attribute = m.heap.new_struct(ATT, &[Cell::atom(module), value, Cell::NIL]);
            m.assign(link, attribute);
        }
    }
}

fn put_attr_3(m: &mut Machine, variable: Cell, module: Cell, value: Cell) -> Step {
    let variable = m.deref(variable);
    if !variable.is_variable() {
        return Err(m.uninstantiation_error(variable));
    }
    let module = module_name(m, module)?;
    let variable = attributed(m, variable)?;
    let value = m.deref(value);
    match find(m, variable, module) {
        Link { found: Some(first), .. } => m.assign(first + 1, value),
        Link { link, .. } => {
            let attribute = m.heap.new_struct(ATT, &[Cell::atom(module), value, Cell::NIL]);
            m.assign(link, attribute);
        }
    }
    note_residue(m, variable)
}

fn get_attr_3(m: &mut Machine, variable: Cell, module: Cell, value: Cell) -> Step {
    let View::Attributed(variable) = m.view(variable) else {
        return Err(Stop::Fail);
    };
    let module = module_name(m, module)?;
    match find(m, variable, module).found {
        Some(first) => m.unify(value, m.heap.get(first + 1)),
        None => Err(Stop::Fail),
    }
}

/// Deletes the attribute of a module from a variable.
pub(in crate::builtins) fn del_attr_2(m: &mut Machine, variable: Cell, module: Cell) -> Step {
    let module = module_name(m, module)?;
    let View::Attributed(variable) = m.view(variable) else {
        return Ok(());
    };
    if let Link {
        link,
        found: Some(first),
    } = find(m, variable, module)
    {
        let rest = m.deref(m.heap.get(first + 2));
        m.assign(link, rest);
        become_plain_if_bare(m, variable);
    }
    Ok(())
}

/// Replaces a variable without attributes by a plain one, since binding it would still leave the run loop.
fn become_plain_if_bare(m: &mut Machine, variable: Cell) {
    if m.deref(m.heap.get(variable.address() + 1)) == Cell::NIL {
        let plain = m.heap.new_var();
        m.assign(variable.address(), plain);
    }
}

fn get_attrs_2(m: &mut Machine, variable: Cell, attributes: Cell) -> Step {
    match m.view(variable) {
        View::Attributed(variable) => {
            let first = visible(m, variable);
            m.unify(attributes, m.heap.get(first))
        }
        _ => Err(Stop::Fail),
    }
}

/// Returns the address of the cell with the attributes that programs see: behind the attribute of integer constraints.
fn visible(m: &Machine, variable: Cell) -> usize {
    let start = variable.address() + 1;
    match m.view(m.heap.get(start)) {
        View::Struct(ATT, first) if m.heap.get(first) == Cell::atom(known::FD_BLOCK) => first + 2,
        _ => start,
    }
}

fn put_attrs_2(m: &mut Machine, variable: Cell, attributes: Cell) -> Step {
    let variable = attributed(m, variable)?;
    let attributes = m.deref(attributes);
    let first = visible(m, variable);
    m.assign(first, attributes);
    become_plain_if_bare(m, variable);
    note_residue(m, variable)
}

fn del_attrs_1(m: &mut Machine, variable: Cell) -> Step {
    if let View::Attributed(variable) = m.view(variable) {
        m.assign(variable.address() + 1, Cell::NIL);
        become_plain_if_bare(m, variable);
    }
    Ok(())
}

fn term_attvars_2(m: &mut Machine, term: Cell, variables: Cell) -> Step {
    let found = walk::attributed_variables(&m.heap, term);
    let list = new_list(m, &found)?;
    m.unify(variables, list)
}
