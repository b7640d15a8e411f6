//! Events of dynamic predicates, for `prolog_listen/2`: what listens is kept as facts and called by the library
//! (`control/listen.pl`); here is only whether anything does, a flag of the predicate.

use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::database::ClauseEnd;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::database::clauses::parse_indicator;

pub(in crate::builtins) const TABLE: &[Native] = &[det!("$listened(+indicator, +listened)", 2, listened_2)
    .doc("Lets a predicate of its home announce its changes, or not; listened is true or false.")];

fn listened_2(m: &mut Machine, indicator: Cell, listened: Cell) -> Step {
    let (module, functor) = parse_indicator(m, indicator)?;
    let listened = m.view(listened) == View::Atom(known::TRUE);
    let pred = m.db.pred(module, functor);
    m.db.preds[pred].listened = listened;
    Ok(())
}

/// Calls what listens to a predicate; returns false if one of them fails.
fn announce(m: &mut Machine, pred: PredId, action: &str, context: Cell) -> Result<bool, Stop> {
    let p = &m.db.preds[pred];
    let (module, functor) = (Cell::atom(p.module), p.functor);
    m.reserve(32)?;
    let indicator = m.heap.indicator(functor);
    let of_module = m.heap.new_term(known::COLON, &[module, indicator]);
    let (name, action) = (m.intern("$predicate_event"), Cell::atom(m.intern(action)));
    let goal = m.heap.new_term(name, &[of_module, action, context]);
    let goal = m.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal]);
    m.solve_once(goal)
}

/// Announces what happens to a clause.
fn announce_clause(m: &mut Machine, pred: PredId, action: &str, id: ClauseId) -> Result<bool, Stop> {
    m.reserve(2)?;
    let reference = m.db.clauses[id].reference(id) as i64;
    let reference = m.heap.new_term(known::CLAUSE_REF, &[Cell::int(reference)]);
    announce(m, pred, action, reference)
}

/// Announces a clause that was added; it does not stay if something that listens fails or raises an exception.
pub(super) fn added(m: &mut Machine, pred: PredId, id: ClauseId, end: ClauseEnd) -> Step {
    let order = m.db.clauses[id].order;
    let action = if end == ClauseEnd::First { "asserta" } else { "assertz" };
    let result = announce_clause(m, pred, action, id);
    if matches!(result, Ok(true)) {
        return Ok(());
    }
    take_back(m, pred, (id, order));
    result.and(Err(Stop::Fail))
}

/// Hands a clause that was added on to the monotonic tables that depend on its predicate; it does not stay if that raises
/// an exception.
pub(super) fn hand_on(m: &mut Machine, pred: PredId, id: ClauseId) -> Step {
    let order = m.db.clauses.get(id).map(|clause| clause.order);
    let result = match m.take_news() {
        Ok(Some(goal)) => {
            let result = m.solve_once(goal).map(|_| ());
            m.tables.news_are_handed_on(&mut m.db);
            result
        }
        other => other.map(|_| ()),
    };
    if let Some(order) = order
        && result.is_err()
    {
        take_back(m, pred, (id, order));
    }
    result
}

/// Erases a clause that was added, unless what ran since has erased it.
fn take_back(m: &mut Machine, pred: PredId, (id, order): (ClauseId, i64)) {
    let stays =
        m.db.clauses
            .get(id)
            .is_some_and(|clause| clause.order == order && !clause.is_dead());
    if stays {
        let _told = m.erase_for_all(id);
    }
    m.sweep(pred);
}

/// Announces a clause that is about to be removed; false if it is to stay.
pub(super) fn removing(m: &mut Machine, pred: PredId, id: ClauseId) -> Result<bool, Stop> {
    announce_clause(m, pred, "retract", id)
}

/// Removes all clauses whose heads unify with `head`, one by one.
pub(super) fn remove_matching(m: &mut Machine, pred: PredId, head: Cell) -> Step {
    let module = Cell::atom(m.db.preds[pred].module);
    m.reserve(16)?;
    let head = m.heap.new_term(known::COLON, &[module, head]);
    let start = m.intern("start");
    let context = m.heap.new_term(start, &[head]);
    holds(announce(m, pred, "retractall", context)?)?;
    m.reserve(16)?;
    let name = m.intern("$erase_matching");
    let goal = m.heap.new_term(name, &[head]);
    let goal = m.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal]);
    holds(m.solve_once(goal)?)
}
