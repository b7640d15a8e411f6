//! ISO 8.2: term unification.

use crate::base::known;
use crate::machine::Machine;
use crate::native::args::list_arg::reserve;
use crate::native::{Inline, Native, NativeRun, Next, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::order;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("=(?left, ?right)", 2, unify_2)
        .inline(Inline::Unify)
        .iso("8.2.1")
        .doc("Unifies two terms.")
        .examples(&[("f(X, b) = f(a, Y)", "X = a, Y = b")]),
    det!("unify_with_occurs_check(?left, ?right)", 2, unify_with_occurs_check_2)
        .iso("8.2.2")
        .doc("Unifies two terms; fails if that would create a cyclic term.")
        .examples(&[("\\+ unify_with_occurs_check(X, f(X))", "true")]),
    Native::new("\\=(@left, @right)", 2, NativeRun::Control(not_unifiable_2))
        .iso("8.2.3")
        .doc("True if two terms do not unify.")
        .examples(&[("a \\= b", "true"), ("f(_) \\= f(a)", "false")]),
    det!("subsumes_term(@general, @specific)", 2, subsumes_term_2)
        .iso("8.2.4")
        .doc("True if general can be made equal to specific by binding variables of general only.")
        .examples(&[("subsumes_term(f(_), f(a)), \\+ subsumes_term(f(a), f(_))", "true")]),
    det!("?=(@left, @right)", 2, decided_2)
        .doc("True if left and right are identical or do not unify, so that their equality is decided.")
        .examples(&[("?=(a, b), ?=(X, X), \\+ ?=(X, a)", "true")]),
    det!("unifiable(@left, @right, -unifier)", 3, unifiable_3)
        .doc("Unifies unifier with the list of bindings Variable = Value that would unify left and right.")
        .examples(&[("unifiable(f(X), f(a), [V = W]), V == X", "V = X, W = a")]),
];

fn unify_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    m.unify(left, right)
}

/// The goals of attributed variables that would be bound take part in the decision.
fn not_unifiable_2(m: &mut Machine) -> Result<Next, Stop> {
    let (left, right) = (m.arg(0), m.arg(1));
    let mark = m.stacks.mark(&m.heap);
    let unified = m.unify_terms(left, right);
    let wakes = m.is_waking();
    m.undo_to_mark(mark);
    if !unified {
        return match m.not_unified(left, right) {
            Stop::Fail => Ok(Next::Continue),
            stop => Err(stop),
        };
    }
    holds(wakes)?;
    let goal = m.heap.new_term(known::EQUALS, &[left, right]);
    Ok(Next::Call(m.heap.new_term(known::NOT_PROVABLE, &[goal])))
}

fn unify_with_occurs_check_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    holds(m.unify_acyclic(left, right))
}

fn subsumes_term_2(m: &mut Machine, general: Cell, specific: Cell) -> Step {
    holds(m.within_room(|heap| order::subsumes(heap, general, specific))?)
}

/// Unifies two terms and takes it back; returns the bindings in their order, as variable and value. What attributed
/// variables say is not asked.
fn bindings_of(m: &mut Machine, left: Cell, right: Cell) -> Result<Vec<(Cell, Cell)>, Stop> {
    let mark = m.stacks.mark(&m.heap);
    let mut bindings = Vec::new();
    let unified = m.unify_terms(left, right);
    if unified {
        let bound = m.stacks.trail_since(&mark).iter().map(|&entry| Cell::from_bits(entry));
        bindings.extend(bound.map(|variable| (variable, m.heap.get(variable.address()))));
    }
    m.undo_to_mark(mark);
    if unified {
        Ok(bindings)
    } else {
        Err(m.not_unified(left, right))
    }
}

fn decided_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    match bindings_of(m, left, right) {
        Ok(bindings) if !bindings.is_empty() => Err(Stop::Fail),
        Ok(_) | Err(Stop::Fail) => Ok(()),
        Err(stop) => Err(stop),
    }
}

fn unifiable_3(m: &mut Machine, left: Cell, right: Cell, unifier: Cell) -> Step {
    let (left, right) = (m.deref(left), m.deref(right));
    // A variable alone is bound to another even if it is the older one, as in SWI-Prolog.
    let are_plain = left.is_ref() && right.is_ref() && left != right;
    let bindings = if are_plain {
        vec![(left, right)]
    } else {
        bindings_of(m, left, right)?
    };
    reserve(m, bindings.len(), 5)?;
    // The newest binding comes first, as in SWI-Prolog.
    let mut list = Cell::NIL;
    for (variable, value) in bindings {
        let equation = m.heap.new_term(known::EQUALS, &[variable, value]);
        list = m.heap.new_pair(equation, list);
    }
    m.unify(unifier, list)
}
