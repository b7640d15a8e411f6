//! The primitives under `module/2`: the exports and the parents of modules.

use crate::base::atom::{Atom, Functor, MAX_ARITY};
use crate::base::known;
use crate::code::instr::MAX_REGISTER_ARITY;
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
    det!(
        "$set_transparent(+module, +name, +arity, +hidden)",
        4,
        set_transparent_4
    )
    .doc(
        "Makes a predicate run in the module of its caller, which its clauses, those of hidden, get as an additional \
             argument.",
    ),
    det!("$has_transparent", 0, has_transparent_0).doc("Whether any predicate runs in the module of its caller."),
    det!("$transparent(+module, +name, +arity, -home, -hidden)", 5, transparent_5).doc(
        "If what module calls by this name runs in the module of its caller, unifies home with the module and hidden \
             with the name of the predicate that has its clauses.",
    ),
    det!("$in_context(+module, +goal, +context, -other)", 4, in_context_4)
        .doc("Unifies other with the goal with which goal, which is looked up in module, runs in the module context."),
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

/// Returns a module and the functor of a predicate.
fn named(m: &Machine, module: Cell, name: Cell, arity: Cell) -> Result<(Atom, Functor), Stop> {
    let (View::Atom(module), View::Atom(name), View::Int(arity)) = (m.view(module), m.view(name), m.view(arity)) else {
        return Err(Stop::Fail);
    };
    let arity = usize::try_from(arity).unwrap_or(0);
    if arity > MAX_ARITY {
        return Err(Stop::Fail);
    }
    Ok((module, Functor::new(name, arity)))
}

fn set_transparent_4(m: &mut Machine, module: Cell, name: Cell, arity: Cell, hidden: Cell) -> Step {
    let (owner, functor) = named(m, module, name, arity)?;
    let View::Atom(hidden) = m.view(hidden) else {
        return Err(Stop::Fail);
    };
    if functor.arity() >= MAX_REGISTER_ARITY {
        return Err(Stop::Fail);
    }
    m.charge_program(6 * size_of::<u64>())?;
    let home = m.db().modules.home(owner, functor);
    if home != owner {
        m.db_mut()
            .modules
            .export(owner, Functor::new(hidden, functor.arity() + 1));
    }
    m.db_mut().modules.set_transparent(home, functor, hidden);
    Ok(())
}

fn has_transparent_0(m: &mut Machine) -> Step {
    if m.db().modules.has_transparent() {
        Ok(())
    } else {
        Err(Stop::Fail)
    }
}

fn transparent_5(m: &mut Machine, module: Cell, name: Cell, arity: Cell, home: Cell, hidden: Cell) -> Step {
    let (module, functor) = named(m, module, name, arity)?;
    let Some((at, found)) = m.transparent(module, functor) else {
        return Err(Stop::Fail);
    };
    m.unify(home, Cell::atom(at))?;
    m.unify(hidden, Cell::atom(found.name()))
}

fn in_context_4(m: &mut Machine, module: Cell, goal: Cell, context: Cell, other: Cell) -> Step {
    let (View::Atom(module), View::Atom(context)) = (m.view(module), m.view(context)) else {
        return Err(m.instantiation_error());
    };
    let made = m.goal_in_context(module, goal, context)?;
    m.unify(other, made)
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
