//! Guards of rules with `=>`: those that take an argument of the head apart belong to the head.
//!
//! `Head, X = T, Guard => Body` with an argument `X` of the head is `Head`, with `T` in place of `X`, and `Guard`: so `T`
//! is matched, and does not bind what the goal has there (SWI-Prolog manual, 5.6.1).

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::packed::Neck;
use crate::compile::clause::{Rule, head_arguments};
use crate::machine::Machine;
use crate::native::Stop;
use crate::term::cell::Cell;
use crate::term::record::Attributes;
use crate::term::view::View;
use crate::term::walk;

use crate::builtins::database::clauses::split;
use crate::builtins::database::contexts::split_in_context;
use crate::builtins::terms::construct::duplicate;

/// Returns the two arguments of a compound term with this functor.
fn two(m: &Machine, term: Cell, name: Atom) -> Option<[Cell; 2]> {
    match m.view(term) {
        View::Struct(functor, at) if functor == Functor::new(name, 2) => {
            Some([0, 1].map(|i| m.deref(m.heap.get(at + i))))
        }
        _ => None,
    }
}

/// Binds an argument of the head that a goal unifies with a term, if it is such a goal.
fn moves(m: &mut Machine, head: Cell, goal: Cell) -> bool {
    let Some([a, b]) = two(m, goal, known::EQUALS) else {
        return false;
    };
    let (variable, term) = if a.is_variable() { (a, b) } else { (b, a) };
    let is_argument = |argument: Cell| m.deref(argument) == variable;
    if !variable.is_variable() || term.is_variable() || !head_arguments(&m.heap, head).into_iter().any(is_argument) {
        return false;
    }
    if walk::variables(&mut m.heap, term).contains(&variable) {
        return false;
    }
    m.bind(variable, term);
    true
}

/// Moves the unifications with which a guard begins into the head; variables of the clause are bound.
pub(super) fn moved_into_head(m: &mut Machine, mut rule: Rule) -> Result<Rule, Stop> {
    while rule.neck == Neck::Guard
        && let Some([guard, committed]) = two(m, rule.body, known::COMMA)
    {
        let (first, rest) = match two(m, guard, known::COMMA) {
            Some([first, rest]) => (first, Some(rest)),
            None => (guard, None),
        };
        if let Some([inner, second]) = two(m, first, known::COMMA) {
            m.reserve(6)?;
            let second = rest.map_or(second, |rest| m.heap.new_term(known::COMMA, &[second, rest]));
            let guard = m.heap.new_term(known::COMMA, &[inner, second]);
            rule.body = m.heap.new_term(known::COMMA, &[guard, committed]);
            continue;
        }
        if first != Cell::atom(known::TRUE) && !moves(m, rule.head, first) {
            break;
        }
        match (rest, two(m, committed, known::COMMA)) {
            (Some(rest), _) => {
                m.reserve(3)?;
                rule.body = m.heap.new_term(known::COMMA, &[rest, committed]);
            }
            (None, Some([_, body])) => {
                rule.body = body;
                rule.neck = Neck::Match;
            }
            (None, None) => break,
        }
    }
    Ok(rule)
}

/// As [`split`], for a clause that a goal adds.
#[inline(always)]
pub(super) fn split_new(m: &mut Machine, clause: Cell) -> Result<(Atom, Rule), Stop> {
    let (clause, found) = split_in_context(m, clause, true)?;
    match found.1.neck {
        Neck::Guard => split_guarded(m, clause),
        Neck::Unify | Neck::Match => Ok(found),
    }
}

/// The variables of the goal are not bound.
#[cold]
fn split_guarded(m: &mut Machine, clause: Cell) -> Result<(Atom, Rule), Stop> {
    let own = duplicate(m, clause, Attributes::Drop)?;
    let (module, rule) = split(m, own)?;
    Ok((module, moved_into_head(m, rule)?))
}
