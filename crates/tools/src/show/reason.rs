//! The words for why a goal fails.

use ferz::debug::{TraceEvent, TraceMismatch};
use ferz::{TermRef, TermView};

/// Comparisons of numbers.
const COMPARISONS: &[&str] = &["=:=", "=\\=", "<", ">", "=<", ">=", "is"];

/// Says which argument of a goal the head of a clause does not match.
pub(super) fn mismatch(mismatch: &TraceMismatch) -> String {
    let TraceMismatch { argument, head, goal } = mismatch;
    format!("argument {argument}: {goal} does not match {head}")
}

/// Says why a goal of the system has failed: the values of what it compares.
pub(super) fn of_test(event: &mut TraceEvent<'_>) -> String {
    let (_, name, arity) = event.predicate();
    if arity == 2 && name == "=" {
        return "these do not unify".to_owned();
    }
    if arity != 2 || !COMPARISONS.contains(&name.as_str()) {
        return String::new();
    }
    let Ok(goal) = event.goal() else { return String::new() };
    let TermView::Compound(_, sides) = goal.view() else {
        return String::new();
    };
    let mut values = Vec::new();
    for side in sides.iter() {
        if let TermView::Compound(..) = side.view()
            && let Some(value) = value(event, side)
        {
            values.push(format!("{side} is {value}"));
        }
    }
    values.join(", ")
}

fn value(event: &mut TraceEvent<'_>, expression: TermRef<'_>) -> Option<String> {
    let answer = event.once(&format!("Value is {expression}")).ok()??;
    answer.term("Value").map(ToString::to_string)
}
