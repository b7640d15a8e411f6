//! Tabled predicates: the predicate is one clause that calls the table, its clauses are those of another predicate.

use crate::base::atom::Functor;
use crate::code::clause::{ClauseId, ClauseOrigin};
use crate::code::database::ClauseEnd;
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::database::clauses::{clauses_of, erase_all};
use crate::builtins::database::procedures::resolve;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$take_clauses(+module, +name, +arity, +other)", 4, take_clauses_4)
        .doc("Moves the clauses of name/arity to other/arity."),
    det!("$shown_goal(@goal, -shown)", 2, shown_goal_2)
        .doc("Unifies shown with the goal under the name of the predicate that a program knows."),
    det!("$hidden_clauses(+module, +name, +arity, -hidden)", 4, hidden_clauses_4).doc(
        "Unifies hidden with the name of the predicate that has the clauses of another one; fails if that has its own.",
    ),
    det!("$set_tabled(+module, +name, +arity, +hidden)", 4, set_tabled_4).doc(
        "Clauses of a predicate loaded from now on belong to the predicate hidden. If hidden is name, \
             tabling ends: the clause that calls the table is erased, and the call fails if there was none.",
    ),
    det!("$tabled_goal(+module, +goal, -inner, -modes)", 4, tabled_goal_4).doc(
        "Unifies inner with the goal that runs the clauses of a tabled one, and modes with those of its predicate; \
             fails if it is not tabled.",
    ),
];

fn tabled_goal_4(m: &mut Machine, module: Cell, goal: Cell, inner: Cell, modes: Cell) -> Step {
    let View::Atom(module) = m.view(module) else {
        return Err(Stop::Fail);
    };
    let functor = match m.view(goal) {
        View::Atom(name) => Functor::new(name, 0),
        View::Struct(functor, _) => functor,
        _ => return Err(Stop::Fail),
    };
    let pred = resolve(m, module, functor).ok_or(Stop::Fail)?;
    let p = &m.db.preds[pred];
    let hidden = m.session.lasting.tabled.get(&(p.module, p.functor)).copied();
    let hidden = hidden.filter(|&hidden| m.atoms.text(hidden).ends_with(" tabled"));
    let wrapper = m.db.live(pred).first().copied();
    let (Some(hidden), Some(wrapper)) = (hidden, wrapper) else {
        return Err(Stop::Fail);
    };
    let (head, body) = m.unpack_clause(wrapper)?;
    let View::Struct(functor, first) = m.view(body) else {
        return Err(Stop::Fail);
    };
    m.unify(goal, head)?;
    let (own_inner, own_modes) = match m.atoms.text(functor.name()) {
        "$tabled_call" => (m.heap.get(first), m.heap.get(first + 1)),
        "$tabled" => {
            let arguments: Vec<Cell> = (first..first + functor.arity() - 1).map(|at| m.heap.get(at)).collect();
            let none = Cell::atom(m.intern("none"));
            m.reserve(arguments.len() + 1)?;
            (m.heap.new_term(hidden, &arguments), none)
        }
        _ => return Err(Stop::Fail),
    };
    m.unify(inner, own_inner)?;
    m.unify(modes, own_modes)
}

fn take_clauses_4(m: &mut Machine, module: Cell, name: Cell, arity: Cell, other: Cell) -> Step {
    let [module, name, other] = [m.view(module), m.view(name), m.view(other)];
    let (View::Atom(module), View::Atom(name), View::Atom(other)) = (module, name, other) else {
        return Err(Stop::Fail);
    };
    let View::Int(arity @ 0..) = m.view(arity) else {
        return Err(Stop::Fail);
    };
    let [functor, other] = [name, other].map(|name| Functor::new(name, arity as usize));
    let Some(from) = m.db.find(module, functor) else {
        return Ok(());
    };
    let to = m.db.pred(module, other);
    if m.db.preds[from].definition == Definition::Clauses || m.db.preds[from].dynamic {
        take_clauses(m, from, to)?;
    }
    Ok(())
}

/// Adds a clause at the end of a predicate, with the neck, the place and the names of another one.
pub(super) fn add_as(m: &mut Machine, pred: PredId, old: ClauseId, head: Cell, body: Cell) -> Step {
    let clause = &m.db.clauses[old];
    let (file, line, neck) = (clause.file, clause.line, clause.shape.neck());
    let names = name_bytes(&m.db.names(old));
    let origin = ClauseOrigin {
        file,
        line,
        names: &names,
    };
    m.add_packed(pred, Rule { head, body, neck }, ClauseEnd::Last, origin)?;
    Ok(())
}

/// Moves the clauses of a predicate, and what is declared of them, to another.
fn take_clauses(m: &mut Machine, from: PredId, to: PredId) -> Step {
    erase_all(m, to);
    for id in m.db.live(from) {
        let (head, body) = m.unpack_clause(id)?;
        let args = m.view(head).callable().map_or(0, |(_, args)| args);
        let functor = m.db.preds[to].functor;
        m.reserve(functor.arity() + 1)?;
        let arguments: Vec<Cell> = (args..args + functor.arity()).map(|at| m.heap.get(at)).collect();
        let head = match arguments[..] {
            [] => Cell::atom(functor.name()),
            _ => m.heap.new_term(functor.name(), &arguments),
        };
        add_as(m, to, id, head, body)?;
    }
    let p = &mut m.db.preds[from];
    let (dynamic, multifile, file) = (p.dynamic, p.multifile, p.file);
    (p.dynamic, p.multifile, p.definition) = (false, false, Definition::Clauses);
    let p = &mut m.db.preds[to];
    (p.dynamic, p.multifile, p.file) = (dynamic, multifile, file);
    erase_all(m, from);
    m.db.reset_entry(from);
    m.db.reset_entry(to);
    m.db.definition_changed(to);
    if let Some(source) = m.loading.source_mut()
        && let Some(&place) = source.defined.get(&from)
    {
        source.defined.insert(to, place);
        if source.last == Some(from) {
            source.last = Some(to);
        }
    }
    Ok(())
}

fn shown_goal_2(m: &mut Machine, goal: Cell, shown: Cell) -> Step {
    let goal = m.deref(goal);
    let arity = m.view(goal).callable().map_or(0, |(functor, _)| functor.arity());
    m.reserve(2 * arity + 8)?;
    let own = m.session.shown_goal(&mut m.heap, goal);
    m.unify(shown, own)
}

fn hidden_clauses_4(m: &mut Machine, module: Cell, name: Cell, arity: Cell, hidden: Cell) -> Step {
    let (View::Atom(module), View::Atom(name), View::Int(arity @ 0..)) = (m.view(module), m.view(name), m.view(arity))
    else {
        return Err(Stop::Fail);
    };
    let functor = Functor::new(name, arity as usize);
    let own = clauses_of(m, module, functor);
    holds(own != functor)?;
    m.unify(hidden, Cell::atom(own.name()))
}

fn set_tabled_4(m: &mut Machine, module: Cell, name: Cell, arity: Cell, hidden: Cell) -> Step {
    let [module, name, hidden] = [m.view(module), m.view(name), m.view(hidden)];
    let (View::Atom(module), View::Atom(name), View::Atom(hidden)) = (module, name, hidden) else {
        return Err(Stop::Fail);
    };
    let View::Int(arity @ 0..) = m.view(arity) else {
        return Err(Stop::Fail);
    };
    let functor = Functor::new(name, arity as usize);
    if hidden != name {
        m.session.lasting.tabled.insert((module, functor), hidden);
        let own = m.db.pred(module, Functor::new(hidden, functor.arity()));
        let asks = m.db.pred(module, functor);
        if let Some(source) = m.loading.source_mut()
            && source.last == Some(asks)
        {
            source.last = Some(own);
        }
        return Ok(());
    }
    match m.session.lasting.tabled.remove(&(module, functor)) {
        Some(_) => {
            let pred = m.db.pred(module, functor);
            erase_all(m, pred);
            Ok(())
        }
        None => Err(Stop::Fail),
    }
}

/// Returns the names of a clause's variables, each followed by a zero byte; nothing if none is known.
fn name_bytes(names: &[Option<String>]) -> Vec<u8> {
    let last = names.iter().rposition(Option::is_some);
    let mut bytes = Vec::new();
    for name in &names[..last.map_or(0, |last| last + 1)] {
        bytes.extend_from_slice(name.as_deref().unwrap_or_default().as_bytes());
        bytes.push(0);
    }
    bytes
}
