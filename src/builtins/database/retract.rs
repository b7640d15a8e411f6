//! Removing clauses (ISO 8.9.3, corrigendum 2: 8.9.5).

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::{Action, Thing};
use crate::code::predicate::Definition;
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;

use crate::builtins::database::clauses::{
    callable, dynamic_pred, is_protected, is_system_only, make_dynamic, no_permission, strip_module,
};
use crate::builtins::database::contexts::split_in_context;
use crate::builtins::database::events::{remove_matching, removing};
use crate::builtins::database::procedures::visible_users;

/// The predicate has it in its own function, although rows are removed by it, too.
#[inline(always)]
pub(crate) fn retract_1(m: &mut Machine, state: Option<Cell>, clause: Cell) -> Result<Option<Cell>, Stop> {
    let (_, (module, Rule { head, body, .. })) = split_in_context(m, clause, false)?;
    let (functor, _) = callable(m, head)?;
    let pred = match dynamic_pred(m, module, functor) {
        Some(pred) => pred,
        None => return Err(no_clauses(m, module, functor)),
    };
    let listened = m.db.preds[pred].listened;
    let next = m.search(state, pred, head, |m, id| {
        let mut found = m.unify_clause(id, Some(body))?;
        if found {
            if listened && !m.db.clauses[id].is_dead() && !removing(m, pred, id)? {
                return Err(Stop::Fail);
            }
            found = m.erase_for_all(id)?;
        }
        Ok(found)
    })?;
    m.sweep(pred);
    Ok(next)
}

/// Returns why no clause of a predicate that is not dynamic can be removed: an error, or failure.
fn no_clauses(m: &mut Machine, module: Atom, functor: Functor) -> Stop {
    let is_static = |pred| m.db.preds[pred].definition == Definition::Clauses;
    if is_protected(m, module, functor)
        || is_system_only(m, module, functor)
        || m.db.find(module, functor).is_some_and(is_static)
    {
        return no_permission(m, Action::Modify, Thing::StaticProcedure, functor);
    }
    // A program that retracts clauses adds some, too: calls of the predicate fail from now on, as in SWI-Prolog.
    if !m.flags.iso && visible_users(m, module, functor).is_none() {
        let pred = m.db.pred(module, functor);
        if let Err(stop) = make_dynamic(m, pred) {
            return stop;
        }
    }
    Stop::Fail
}

pub(super) fn retractall_1(m: &mut Machine, head: Cell) -> Step {
    let (module, head) = strip_module(m, head)?;
    let (functor, _) = callable(m, head)?;
    if let Some(pred) = dynamic_pred(m, module, functor) {
        if m.db.preds[pred].listened {
            return remove_matching(m, pred, head);
        }
        return m.erase_matching(pred, head);
    }
    if is_protected(m, module, functor) {
        return Err(no_permission(m, Action::Modify, Thing::StaticProcedure, functor));
    }
    let pred = m.db.pred(module, functor);
    if m.db.preds[pred].definition == Definition::Clauses {
        return Err(no_permission(m, Action::Modify, Thing::StaticProcedure, functor));
    }
    make_dynamic(m, pred)
}
