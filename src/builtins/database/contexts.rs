//! Rules that a goal adds or removes in a module: the goals of their bodies, and arguments that are goals, are those of
//! the module that the rule is given in, as in texts (`library/import/module_goals.pl`).

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::database::clauses::{split, strip_module};

/// The goals of a body that are looked at, at the most.
const MOST_GOALS: usize = 100_000;

/// Returns a clause as its module means it, its module and its parts. Variables among the goals are called in the module
/// if the clause is new; else they stand for what it has there.
///
/// # Errors
/// As for [`split`].
#[inline(always)]
pub(super) fn split_in_context(m: &mut Machine, clause: Cell, is_new: bool) -> Result<(Cell, (Atom, Rule)), Stop> {
    let found = split(m, clause)?;
    let is_qualified =
        |m: &Machine| matches!(m.view(clause), View::Struct(functor, _) if functor.name() == known::COLON);
    if found.1.body == Cell::atom(known::TRUE) || found.0 == known::USER && !is_qualified(m) {
        return Ok((clause, found));
    }
    match in_context(m, clause, (found.0, found.1.body), is_new)? {
        Some(meant) => Ok((meant, split(m, meant)?)),
        None => Ok((clause, found)),
    }
}

/// Returns the rule with modules in front of the goals that need one, if there are any. `home` is the module of its
/// predicate.
///
/// # Errors
/// If a module is not an atom, or there is no room.
#[inline(never)]
fn in_context(m: &mut Machine, rule: Cell, (home, body): (Atom, Cell), is_new: bool) -> Result<Option<Cell>, Stop> {
    let body = m.deref(body);
    if body.is_variable() && !is_new {
        return Ok(None);
    }
    let (context, plain) = strip_module(m, rule)?;
    let is_plain = |module: Atom| matches!(module, known::USER | known::SYSTEM);
    if context == home && (is_plain(home) || !calls_goals(m, home, body, is_new)) {
        return Ok(None);
    }
    m.reserve(8)?;
    let meant = m.heap.new_var();
    let name = m.intern("$clause_in");
    let goal = m.heap.new_term(name, &[plain, Cell::atom(context), meant]);
    Ok(m.solve_once(goal)?.then_some(meant))
}

/// Whether a body calls a variable, or a predicate some of whose arguments belong to a module.
fn calls_goals(m: &Machine, module: Atom, body: Cell, is_new: bool) -> bool {
    let mut waiting = vec![body];
    for _ in 0..MOST_GOALS {
        let Some(goal) = waiting.pop() else {
            return false;
        };
        match m.view(goal) {
            View::Var(_) | View::Attributed(_) if is_new => return true,
            View::Struct(functor, at) => match (functor.name(), functor.arity()) {
                (known::COMMA | known::SEMICOLON | known::ARROW | known::SOFT_ARROW, 2) => {
                    waiting.extend([1, 0].map(|i| m.heap.get(at + i)));
                }
                (known::NOT_PROVABLE, 1) => waiting.push(m.heap.get(at)),
                (known::COLON, 2) => {}
                _ if m.db.modules.has_transparent() || is_meta(m, module, functor) => return true,
                _ => {}
            },
            _ if m.db.modules.has_transparent() => return true,
            _ => {}
        }
    }
    // A body that contains itself is refused later.
    false
}

fn is_meta(m: &Machine, module: Atom, functor: Functor) -> bool {
    let declares = |module: Atom| {
        let pred = m.db.find(module, functor).map(|pred| m.db.meaning(pred));
        pred.is_some_and(|pred| m.db.preds[pred].qualified.is_some())
    };
    functor.name() == known::CALL || m.calls.is_meta(functor) || declares(module)
}
