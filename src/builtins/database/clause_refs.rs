//! Clause references: asserting with a reference, and finding, describing and erasing the clause of a reference. Not in
//! the standard.
//!
//! A reference is a term with one integer that holds the number of the clause and its generation of birth, so that the
//! reference to an erased clause does not denote a later clause with the same number, unless 2^27 changes lie between
//! them.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::{Action, Domain, Thing, Type};
use crate::base::known;
use crate::code::clause::{Clause, ClauseId};
use crate::code::database::ClauseEnd;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::control::solutions_of::one_of;
use crate::builtins::database::clauses::{
    add_clause, check_body, is_hidden, no_permission, readable_pred, strip_module,
};
use crate::builtins::database::events::removing;
use crate::builtins::database::guards::split_new;
use crate::builtins::docs::sources::path_of;
use crate::builtins::terms::univ::most_general;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("asserta(+clause, -reference)", 2, asserta_2)
        .doc("Adds a clause before all others of its predicate, and unifies reference with its clause reference.")
        .examples(&[("asserta(p(1), _R), asserta(p(2)), clause(p(X), true, _R)", "X = 1")]),
    det!("assertz(+clause, -reference)", 2, assertz_2)
        .doc("Adds a clause after all others of its predicate, and unifies reference with its clause reference.")
        .examples(&[
            (
                "assertz(p(1), _), assertz(p(2), _R), erase(_R), findall(X, p(X), L)",
                "L = [1]",
            ),
            ("assertz(p(1), r)", "uninstantiation_error(r)"),
        ]),
    det!("assert(+clause, -reference)", 2, assertz_2)
        .doc("Synonym of assertz/2.")
        .examples(&[("assert(p(1), _R), instance(_R, C)", "C = (p(1) :- true)")]),
    nondet!("clause(?head, ?body, ?reference)", 3, clause_3)
        .doc(
            "Like clause/2, and unifies reference with the clause reference. If reference is bound, head and \
             body are those of its clause.",
        )
        .examples(&[
            ("assertz((p(X) :- q(X)), _R), clause(H, B, _R)", "H = p(_A), B = q(_A)"),
            ("clause(_, _, _)", "instantiation_error"),
        ]),
    nondet!("nth_clause(?head, ?index, ?reference)", 3, nth_clause_3)
        .doc("True if reference denotes the index-th clause of the predicate of head, counted from 1.")
        .examples(&[(
            "assertz(p(a)), assertz(p(b)), nth_clause(p(_), 2, _R), clause(H, _, _R)",
            "H = p(b)",
        )]),
    nondet!("clause_property(+reference, ?property)", 2, clause_property_2)
        .doc(
            "True if the clause has this property: fact, predicate(Indicator), module(Module), file(File), \
             source(File), line_count(Line), erased.",
        )
        .examples(&[
            ("assertz(p(a), _R), clause_property(_R, fact)", "true"),
            ("assertz(p(a), _R), clause_property(_R, predicate(P))", "P = user:p/1"),
        ]),
];

/// Returns the reference to a clause.
pub(in crate::builtins) fn reference(m: &mut Machine, id: ClauseId) -> Cell {
    let number = m.db.clauses[id].reference(id) as i64;
    m.heap.new_term(known::CLAUSE_REF, &[Cell::int(number)])
}

/// Whether the term has the form of a clause reference.
pub(super) fn is_reference(m: &Machine, cell: Cell) -> bool {
    number(m, cell).is_some()
}

fn number(m: &Machine, cell: Cell) -> Option<u64> {
    match m.view(cell) {
        View::Struct(f, at) if f == Functor::new(known::CLAUSE_REF, 1) => match m.view(m.heap.get(at)) {
            View::Int(number @ 0..) => Some(number as u64),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the clause of a reference; `None` if it has been erased.
fn clause_of(m: &mut Machine, cell: Cell) -> Result<Option<ClauseId>, Stop> {
    m.catch_up()?;
    let Some(number) = number(m, cell) else {
        return Err(m.type_or_instantiation_error(Type::DbReference, cell));
    };
    let id = Clause::referred(number);
    let lives =
        m.db.clauses
            .get(id)
            .is_some_and(|clause| clause.reference(id) == number && !clause.is_dead());
    if !lives {
        return Ok(None);
    }
    let pred = m.db.clauses[id].pred;
    if is_hidden(m, pred) {
        let functor = m.db.preds[pred].functor;
        return Err(no_permission(m, Action::Access, Thing::PrivateProcedure, functor));
    }
    Ok(Some(id))
}

/// Returns the clause of a reference, unless it has been erased.
pub(in crate::builtins) fn living(m: &Machine, cell: Cell) -> Option<ClauseId> {
    let number = number(m, cell)?;
    let id = Clause::referred(number);
    let clause = m.db.clauses.get(id)?;
    (clause.reference(id) == number && !clause.is_dead()).then_some(id)
}

fn assertz_2(m: &mut Machine, clause: Cell, result: Cell) -> Step {
    add(m, clause, result, ClauseEnd::Last)
}

fn asserta_2(m: &mut Machine, clause: Cell, result: Cell) -> Step {
    add(m, clause, result, ClauseEnd::First)
}

fn add(m: &mut Machine, clause: Cell, result: Cell, end: ClauseEnd) -> Step {
    if !m.deref(result).is_variable() {
        return Err(m.uninstantiation_error(result));
    }
    let (module, clause) = split_new(m, clause)?;
    let id = add_clause(m, module, clause, end)?;
    let new = reference(m, id);
    m.unify(result, new)
}

fn clause_3(m: &mut Machine, state: Option<Cell>, head: Cell, body: Cell, result: Cell) -> Result<Option<Cell>, Stop> {
    if !m.deref(result).is_variable() {
        let id = clause_of(m, result)?.ok_or(Stop::Fail)?;
        let (module, head) = strip_module(m, head)?;
        let (own_head, own_body) = terms_of(m, id)?;
        let own_head = seen_from(m, module, id, head, own_head);
        m.unify(head, own_head)?;
        m.unify(body, own_body)?;
        return Ok(None);
    }
    let (module, head) = strip_module(m, head)?;
    let pred = readable_pred(m, module, head)?;
    check_body(m, body)?;
    let pred = pred.ok_or(Stop::Fail)?;
    m.search(state, pred, head, |m, id| {
        let fits = m.unify_clause(id, Some(body))?;
        let new = reference(m, id);
        Ok(fits && m.unify_terms(result, new))
    })
}

/// Returns the head of a clause as it is called in `module`: with its own module if that is another, unless the program
/// names the predicate.
fn seen_from(m: &mut Machine, module: Atom, id: ClauseId, head: Cell, own: Cell) -> Cell {
    let home = m.db.preds[m.db.clauses[id].pred].module;
    match m.view(head) {
        View::Var(_) | View::Attributed(_) if home != module => m.heap.new_term(known::COLON, &[Cell::atom(home), own]),
        _ => own,
    }
}

/// Returns the head and the body of a clause.
fn terms_of(m: &mut Machine, id: ClauseId) -> Result<(Cell, Cell), Stop> {
    let cells = m.db.cells(id).len();
    m.reserve(cells)?;
    let pred = m.db.clauses[id].pred;
    let head = most_general(m, m.db.preds[pred].functor)?;
    let body = m.heap.new_var();
    m.search.seek(&m.heap, head);
    m.unify_clause(id, Some(body))?;
    Ok((head, body))
}

fn nth_clause_3(
    m: &mut Machine,
    state: Option<Cell>,
    head: Cell,
    index: Cell,
    result: Cell,
) -> Result<Option<Cell>, Stop> {
    if !m.deref(result).is_variable() {
        let id = clause_of(m, result)?.ok_or(Stop::Fail)?;
        let pred = m.db.clauses[id].pred;
        let position = m.db.living(pred).position(|other| other == id).ok_or(Stop::Fail)?;
        let own = most_general(m, m.db.preds[pred].functor)?;
        let (module, head) = strip_module(m, head)?;
        let own = seen_from(m, module, id, head, own);
        m.unify(head, own)?;
        m.unify(index, Cell::int(position as i64 + 1))?;
        return Ok(None);
    }
    let (module, head) = strip_module(m, head)?;
    let pred = readable_pred(m, module, head)?.ok_or(Stop::Fail)?;
    match m.view(index) {
        View::Var(_) | View::Attributed(_) => {
            let pair = m.heap.new_term(known::MINUS, &[index, result]);
            one_of(m, state, pair, |m| pairs(m, pred))
        }
        View::Int(position) => {
            let position = usize::try_from(position - 1).map_err(|_| Stop::Fail)?;
            let id = m.db.living(pred).nth(position).ok_or(Stop::Fail)?;
            let new = reference(m, id);
            m.unify(result, new)?;
            Ok(None)
        }
        _ => Err(m.type_error(Type::Integer, index)),
    }
}

/// Returns the clauses of a predicate as `Index-Reference`.
fn pairs(m: &mut Machine, pred: PredId) -> Result<Vec<Cell>, Stop> {
    let ids = m.db.live(pred);
    m.reserve(8 * ids.len())?;
    let mut found = Vec::new();
    for (position, id) in (1..).zip(ids) {
        let new = reference(m, id);
        found.push(m.heap.new_term(known::MINUS, &[Cell::int(position), new]));
    }
    Ok(found)
}

fn clause_property_2(m: &mut Machine, state: Option<Cell>, result: Cell, property: Cell) -> Result<Option<Cell>, Stop> {
    let found = clause_of(m, result)?;
    match m.view(property) {
        View::Var(_) | View::Attributed(_) | View::Atom(_) => {}
        View::Struct(f, _) if f.arity() == 1 => {}
        _ => return Err(m.domain_error(Domain::ClauseProperty, property)),
    }
    one_of(m, state, property, |m| properties(m, found))
}

/// Returns the file whose loading has added a clause of a multifile predicate.
fn owner_of(m: &Machine, id: ClauseId) -> Option<Atom> {
    let order = m.db.clauses[id].order;
    let mut parts = m.session.lasting.multifile.iter();
    let found = parts.find(|(key, own)| key.0 == m.db.clauses[id].pred && own.contains(&(id, order)));
    found.map(|(key, _)| key.1)
}

fn properties(m: &mut Machine, id: Option<ClauseId>) -> Result<Vec<Cell>, Stop> {
    let Some(id) = id else {
        return Ok(vec![Cell::atom(m.intern("erased"))]);
    };
    let clause = &m.db.clauses[id];
    let (place, is_fact) = (m.db.place(id), clause.shape.is_fact());
    let p = &m.db.preds[clause.pred];
    let (functor, module) = (p.functor, p.module);
    let source = if p.multifile { owner_of(m, id) } else { p.file };
    let mut found = Vec::new();
    let mut add = |m: &mut Machine, name: &str, value: Cell| {
        let name = m.intern(name);
        found.push(m.heap.new_term(name, &[value]));
    };
    if let Some((file, line)) = place {
        let (file, source) = (path_of(m, file), path_of(m, source.unwrap_or(file)));
        add(m, "file", file);
        add(m, "source", source);
        add(m, "line_count", Cell::int(i64::from(line)));
    }
    let name = m.heap.indicator(functor);
    let name = m.heap.new_term(known::COLON, &[Cell::atom(module), name]);
    add(m, "predicate", name);
    add(m, "module", Cell::atom(module));
    if is_fact {
        found.push(Cell::atom(m.intern("fact")));
    }
    Ok(found)
}

/// Erases the clause of a reference.
pub(super) fn erase(m: &mut Machine, cell: Cell) -> Step {
    let id = clause_of(m, cell)?.ok_or(Stop::Fail)?;
    let pred = m.db.clauses[id].pred;
    let p = &m.db.preds[pred];
    if !p.dynamic {
        let functor = p.functor;
        return Err(no_permission(m, Action::Modify, Thing::StaticProcedure, functor));
    }
    if p.listened && !removing(m, pred, id)? {
        return Err(Stop::Fail);
    }
    let erased = m.erase_for_all(id)?;
    m.sweep(pred);
    holds(erased)
}

/// Unifies `term` with the clause of a reference as `Head :- Body`.
pub(super) fn instance(m: &mut Machine, cell: Cell, term: Cell) -> Step {
    let id = clause_of(m, cell)?.ok_or(Stop::Fail)?;
    let (head, body) = terms_of(m, id)?;
    let found = m.heap.new_term(known::NECK, &[head, body]);
    m.unify(term, found)
}
