//! Limits: the flags that set them, and the primitives under `call_with_time_limit/2` and
//! `call_with_inference_limit/3`.

use std::time::{Duration, Instant};

use crate::base::flag::Flags;
use crate::base::iso_error::{Action, Thing, Type};
use crate::machine::Machine;
use crate::machine::native::{Native, Step, det};
use crate::term::cell::Cell;
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$set_time_limit(+seconds, -before)", 2, set_time_limit_2)
        .doc("Sets a deadline this many seconds from now, or keeps the present deadline if that is earlier."),
    det!("$restore_time_limit(+before)", 1, restore_time_limit_1).doc("Restores the previous deadline."),
    det!("$set_inference_limit(+calls, -before)", 2, set_inference_limit_2)
        .doc("Sets a limit of this many calls, or keeps the present limit if that is lower."),
    det!("$restore_inference_limit(+before)", 1, restore_inference_limit_1).doc("Restores the previous limit."),
];

/// Puts a limit that was set by its flag into force. A program may not raise it above the limit of the host.
pub(in crate::builtins) fn flags_changed(m: &mut Machine, before: Flags, flag: Cell) -> Step {
    let bytes = |limit: i64| usize::try_from(limit).unwrap_or(usize::MAX);
    let (stacks, program) = (bytes(m.flags.stack_limit), bytes(m.flags.program_limit));
    let raised = (stacks > m.limits.memory_ceiling && before.stack_limit != m.flags.stack_limit)
        || (program > m.limits.program_ceiling && before.program_limit != m.flags.program_limit);
    if raised {
        m.flags = before;
        return Err(m.permission_error(Action::Modify, Thing::Flag, flag));
    }
    if before.stack_limit != m.flags.stack_limit {
        m.limits.memory = stacks;
    }
    if before.program_limit != m.flags.program_limit {
        m.limits.program = program;
    }
    Ok(())
}

/// Decodes a previous limit; 0 means that there was none.
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
