//! Attributed variables: the primitives under `freeze/2`, `dif/2`, `when/2` and constraint solvers.
//!
//! An attribute of integer constraints stands first in the chain. Its module is an atom that no text names, so that
//! programs cannot reach it, nor make one; `get_attrs/2` passes over it, and `put_attrs/2` keeps it.

use crate::base::atom::Atom;
use crate::base::iso_error::Type;
use crate::machine::Machine;
use crate::native::args::list_arg::new_list;
use crate::native::attributes::{self, attributed, become_plain_if_bare, note_residue, visible};
use crate::native::{Native, Step, Stop, det};
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
    det!("$attribute_hook(+attribute, -name)", 2, attribute_hook_2)
        .doc("Unifies name with that of the predicate that a library has for attributes with this name."),
    det!("term_attvars(@term, -variables)", 2, term_attvars_2)
        .doc("Unifies variables with the list of attributed variables in term and in the values of their attributes.")
        .examples(&[("term_attvars(f(_), L)", "L = []")]),
];

fn module_name(m: &mut Machine, module: Cell) -> Result<Atom, Stop> {
    match m.view(module) {
        View::Atom(name) => Ok(name),
        _ => Err(m.type_or_instantiation_error(Type::Atom, module)),
    }
}

fn put_attr_3(m: &mut Machine, variable: Cell, module: Cell, value: Cell) -> Step {
    let variable = m.deref(variable);
    if !variable.is_variable() {
        return Err(m.uninstantiation_error(variable));
    }
    let module = module_name(m, module)?;
    attributes::set(m, variable, module, value)?;
    note_residue(m, variable)
}

fn get_attr_3(m: &mut Machine, variable: Cell, module: Cell, value: Cell) -> Step {
    let View::Attributed(variable) = m.view(variable) else {
        return Err(Stop::Fail);
    };
    let module = module_name(m, module)?;
    match attributes::value_of(m, variable, module) {
        Some(found) => m.unify(value, found),
        None => Err(Stop::Fail),
    }
}

fn del_attr_2(m: &mut Machine, variable: Cell, module: Cell) -> Step {
    let module = module_name(m, module)?;
    attributes::delete(m, variable, module);
    Ok(())
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

fn put_attrs_2(m: &mut Machine, variable: Cell, attributes: Cell) -> Step {
    let variable = attributed(m, variable)?;
    let attributes = m.deref(attributes);
    let first = visible(m, variable);
    m.stacks.assign(&mut m.heap, first, attributes);
    become_plain_if_bare(m, variable);
    note_residue(m, variable)
}

fn del_attrs_1(m: &mut Machine, variable: Cell) -> Step {
    if let View::Attributed(variable) = m.view(variable) {
        m.stacks.assign(&mut m.heap, variable.address() + 1, Cell::NIL);
        become_plain_if_bare(m, variable);
    }
    Ok(())
}

fn attribute_hook_2(m: &mut Machine, attribute: Cell, name: Cell) -> Step {
    let View::Atom(attribute) = m.view(attribute) else {
        return Err(Stop::Fail);
    };
    let hook = m.library.hook(m.atoms.text(attribute)).ok_or(Stop::Fail)?;
    let hook = Cell::atom(m.intern(hook));
    m.unify(name, hook)
}

fn term_attvars_2(m: &mut Machine, term: Cell, variables: Cell) -> Step {
    let found = walk::attributed_variables(&m.heap, term);
    let list = new_list(m, &found)?;
    m.unify(variables, list)
}
