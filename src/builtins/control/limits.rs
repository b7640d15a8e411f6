//! Limits: the flags that set them, and the primitives under `call_with_time_limit/2` and
//! `call_with_inference_limit/3`.

use std::time::{Duration, Instant};

use crate::base::flag::Flags;
use crate::base::iso_error::{Action, Thing, Type};
use crate::base::limit::{Limit, LimitScope, ROWS};
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::text_arg::new_string;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$set_time_limit(+seconds, -before)", 2, set_time_limit_2)
        .doc("Sets a deadline this many seconds from now, or keeps the present deadline if that is earlier."),
    det!("$restore_time_limit(+before)", 1, restore_time_limit_1).doc("Restores the previous deadline."),
    det!("$set_inference_limit(+calls, -before)", 2, set_inference_limit_2)
        .doc("Ends what runs after so many calls, or where the limit before says, whichever comes first."),
    det!("$restore_inference_limit(+before)", 1, restore_inference_limit_1).doc("Sets a limit that there was before."),
    det!("$limit_message(?resource, -message)", 2, limit_message_2)
        .doc("What a person is told of resource_error(resource) where that is a limit."),
];

/// Puts a limit that was set by its flag into force. A program may not raise it above the limit of the host.
pub(in crate::builtins) fn flags_changed(m: &mut Machine, before: Flags, flag: Cell) -> Step {
    for limit in Limit::of(LimitScope::Engine) {
        let wanted = m.flags.limits[limit];
        if wanted == before.limits[limit] {
            continue;
        }
        if !m.limits.set_most(limit, usize::try_from(wanted).unwrap_or(usize::MAX)) {
            m.flags = before;
            return Err(m.permission_error(Action::Modify, Thing::Flag, flag));
        }
    }
    Ok(())
}

fn limit_message_2(m: &mut Machine, resource: Cell, message: Cell) -> Step {
    let word = match m.view(resource) {
        View::Atom(word) => Some(m.atoms.text(word)),
        View::Var(_) | View::Attributed(_) => None,
        _ => return Err(Stop::Fail),
    };
    let row = ROWS.iter().find(|row| word.is_none_or(|word| word == row.word));
    let text = new_string(m, row.ok_or(Stop::Fail)?.message)?;
    m.unify(message, text)
}

/// A number that stands for what there was before: 0 for nothing.
fn number(m: &mut Machine, cell: Cell) -> u64 {
    m.heap
        .number(m.deref(cell))
        .and_then(|n| n.as_i64())
        .map_or(0, i64::unsigned_abs)
}

fn set_time_limit_2(m: &mut Machine, seconds: Cell, before: Cell) -> Step {
    let Some(number) = m.heap.number(m.deref(seconds)) else {
        return Err(m.type_or_instantiation_error(Type::Number, seconds));
    };
    let length = crate::builtins::term_io::format_number::to_float(&number).max(0.0);
    let end = Duration::try_from_secs_f64(length)
        .ok()
        .and_then(|length| Instant::now().checked_add(length));
    let outer = m.limits.own_deadline();
    let first = [end, outer].into_iter().flatten().min();
    let previous = outer.map_or(0, |outer| m.limits.watch().nanoseconds(outer));
    let previous = m.heap.new_int(i64::try_from(previous).unwrap_or(i64::MAX));
    m.unify(before, previous)?;
    m.limits.set_own_deadline(first);
    Ok(())
}

fn restore_time_limit_1(m: &mut Machine, before: Cell) -> Step {
    let deadline = match number(m, before) {
        0 => None,
        nanoseconds => m.limits.watch().instant(nanoseconds),
    };
    m.limits.set_own_deadline(deadline);
    Ok(())
}

fn set_inference_limit_2(m: &mut Machine, calls: Cell, before: Cell) -> Step {
    let calls = match m.view(calls) {
        View::Int(calls) => calls.max(0).unsigned_abs(),
        View::BigInt(_) => u64::MAX,
        _ => return Err(m.type_or_instantiation_error(Type::Integer, calls)),
    };
    let outer = m.limits.own_calls();
    let previous = m.heap.new_int(i64::try_from(outer).unwrap_or(i64::MAX));
    m.unify(before, previous)?;
    let end = m.limits.inferences().saturating_add(calls).max(1);
    m.limits.set_own_calls(if outer == 0 { end } else { end.min(outer) });
    Ok(())
}

fn restore_inference_limit_1(m: &mut Machine, before: Cell) -> Step {
    let calls = number(m, before);
    m.limits.set_own_calls(calls);
    Ok(())
}
