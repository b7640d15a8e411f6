//! The primitives under `module/2`: the exports and the parents of modules.

use crate::base::atom::Functor;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::args::list_arg::new_list;
use crate::builtins::args::text_arg::list_items;
use crate::builtins::database::clauses::parse_indicator;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$set_exports(+module, +indicators, -refused)", 3, set_exports_3)
        .doc("Sets the exports of module; refused is the list of those that another module exports already."),
    det!("$set_parent(+module, +parent)", 2, set_parent_2)
        .doc("Sets the parent module, in which predicates that the module does not define are looked up."),
    det!("$parent(+module, -parent)", 2, parent_2).doc("Unifies parent with the parent module."),
    det!("$exported_by(+name, +arity, -module)", 3, exported_by_3)
        .doc("Unifies module with the module that exports this predicate to user."),
];

fn set_exports_3(m: &mut Machine, module: Cell, indicators: Cell, refused: Cell) -> Step {
    let module = m.deref(module).as_atom();
    let Ok(items) = list_items(m, indicators) else {
        return Err(Stop::Fail);
    };
    m.charge_program(items.len() * 4 * size_of::<u64>())?;
    let mut functors = Vec::new();
    for item in items {
        functors.push((item, parse_indicator(m, item)?.1));
    }
    m.db_mut().modules.forget(module);
    let mut others = Vec::new();
    for (item, functor) in functors {
        // A predicate that a goal has called before may exist in the module, undefined.
        let own = m.db().find(module, functor);
        let undefined = m
            .db()
            .find(known::USER, functor)
            .is_none_or(|id| m.db().preds[id].live == 0);
        if undefined {
            // The module that exports it first does not define it so far: it may export what this one defines.
            m.db_mut().modules.release(functor);
        }
        if !m.db_mut().modules.export(module, functor) {
            others.push(item);
        } else if let Some(own) = own {
            m.definition_changed(own);
        }
    }
    let list = new_list(m, &others)?;
    m.unify(refused, list)
}

fn set_parent_2(m: &mut Machine, module: Cell, parent: Cell) -> Step {
    let (View::Atom(module), View::Atom(parent)) = (m.view(module), m.view(parent)) else {
        return Err(m.instantiation_error());
    };
    m.charge_program(4 * size_of::<u64>())?;
    m.db_mut().modules.set_parent(module, parent);
    Ok(())
}

fn parent_2(m: &mut Machine, module: Cell, parent: Cell) -> Step {
    let View::Atom(module) = m.view(module) else {
        return Err(m.instantiation_error());
    };
    m.unify(parent, Cell::atom(m.db().modules.parent(module)))
}

fn exported_by_3(m: &mut Machine, name: Cell, arity: Cell, module: Cell) -> Step {
    let (View::Atom(name), View::Int(arity)) = (m.view(name), m.view(arity)) else {
        return Err(m.instantiation_error());
    };
    let functor = Functor::new(name, usize::try_from(arity).unwrap_or(0));
    match m.db().modules.owner(functor) {
        Some(owner) if owner != known::USER => m.unify(module, Cell::atom(owner)),
        _ => Err(Stop::Fail),
    }
}
