//! Clauses that were loaded before a predicate that they call was declared to be a meta predicate: its arguments are not
//! qualified in them yet.

use crate::base::atom::Atom;
use crate::base::known;
use crate::code::instr::PredId;
use crate::code::predicate::{Definition, Predicate};
use crate::compile::normal::plain_goals;
use crate::machine::Machine;
use crate::native::args::list_arg::{new_list, proper_list};
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::database::procedures::functor_of;
use crate::builtins::database::tabled::add_as;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$early_calls(+module, +name, +arity, -callers)", 4, early_calls_4).doc(
        "Unifies callers with the list of Name/Arity-Rules for the predicates of module whose clauses call name/arity; \
         Rules are all clauses of the predicate. Rules with => and predicates of several texts are left out.",
    ),
    det!("$rewrite_clauses(+module, +indicator, +rules)", 3, rewrite_clauses_3)
        .doc("Replaces each clause of a predicate by a rule of a list, in their order."),
];

fn atom(m: &Machine, cell: Cell) -> Result<Atom, Stop> {
    match m.view(cell) {
        View::Atom(name) => Ok(name),
        _ => Err(Stop::Fail),
    }
}

fn early_calls_4(m: &mut Machine, module: Cell, name: Cell, arity: Cell, callers: Cell) -> Step {
    let (module, functor) = (atom(m, module)?, functor_of(m, name, arity).ok_or(Stop::Fail)?);
    let is_own = |p: &Predicate| {
        p.module == module && p.definition == Definition::Clauses && !p.dynamic && !p.multifile && !p.matching
    };
    let all = m.db.preds.enumerated();
    let own: Vec<PredId> = all.filter(|(_, p)| is_own(p)).map(|(id, _)| id).collect();
    let mut found = Vec::new();
    for pred in own {
        let top = m.heap.top();
        let (mut rules, mut calls) = (Vec::new(), false);
        for id in m.db.live(pred) {
            m.poll()?;
            let (head, body) = m.unpack_clause(id)?;
            let is_it = |goal: Cell| matches!(m.view(goal), View::Struct(f, _) if f == functor);
            calls |= plain_goals(&m.heap, body).iter().any(|plain| is_it(plain.goal));
            m.reserve(3)?;
            rules.push(m.heap.new_term(known::NECK, &[head, body]));
        }
        if !calls {
            m.heap.set_top(top);
            continue;
        }
        let rules = new_list(m, &rules)?;
        let functor = m.db.preds[pred].functor;
        m.reserve(6)?;
        let indicator = m.heap.indicator(functor);
        found.push(m.heap.new_term(known::MINUS, &[indicator, rules]));
    }
    let found = new_list(m, &found)?;
    m.unify(callers, found)
}

fn rewrite_clauses_3(m: &mut Machine, module: Cell, indicator: Cell, rules: Cell) -> Step {
    let module = atom(m, module)?;
    let View::Struct(_, parts) = m.view(indicator) else {
        return Err(Stop::Fail);
    };
    let functor = functor_of(m, m.heap.get(parts), m.heap.get(parts + 1)).ok_or(Stop::Fail)?;
    let pred = m.db.find(module, functor).ok_or(Stop::Fail)?;
    let (old, rules) = (m.db.live(pred), proper_list(m, rules)?);
    for (&id, rule) in old.iter().zip(rules) {
        let View::Struct(_, parts) = m.view(rule) else {
            return Err(Stop::Fail);
        };
        let (head, body) = (m.heap.get(parts), m.heap.get(parts + 1));
        add_as(m, pred, id, head, body)?;
    }
    for id in old {
        m.db.erase(id);
    }
    m.sweep(pred);
    m.db.definition_changed(pred);
    Ok(())
}
