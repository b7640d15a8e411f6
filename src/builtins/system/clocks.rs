//! Clocks, and waiting.

use std::time::{Duration, Instant};

use crate::base::iso_error::Type;
use crate::machine::Machine;
use crate::native::{Native, Step, det};
use crate::term::cell::Cell;

use crate::builtins::streams::files::denied;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$clocks(-cpu, -wall)", 2, clocks_2)
        .doc("Unifies cpu and wall with the seconds used so far; with 0.0 if programs may not read clocks."),
    det!("get_time(-time)", 1, get_time_1)
        .doc("Unifies time with the seconds since 1970, a float.")
        .examples(&[("get_time(_T), float(_T)", "true")]),
    det!("sleep(+seconds)", 1, sleep_1)
        .doc("Waits this many seconds.")
        .examples(&[("sleep(0)", "true"), ("sleep(a)", "type_error(float, a)")]),
];

fn clocks_2(m: &mut Machine, cpu: Cell, wall: Cell) -> Step {
    let (mut used, mut passed) = (0.0, 0.0);
    if m.streams.access.clock {
        used = m.arithmetic.state_mut().cpu_time();
        passed = m.arithmetic.state().wall_time();
    }
    let (used, passed) = (m.heap.new_float(used), m.heap.new_float(passed));
    m.unify(cpu, used)?;
    m.unify(wall, passed)
}

fn get_time_1(m: &mut Machine, time: Cell) -> Step {
    if !m.streams.access.clock {
        return Err(denied(m, "access", "clock", time));
    }
    let now = m.arithmetic.state().unix_time();
    let now = m.heap.new_float(now);
    m.unify(time, now)
}

/// The longest wait between two looks at interrupts and limits, which wake.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

fn sleep_1(m: &mut Machine, seconds: Cell) -> Step {
    let Some(number) = m.heap.number(m.deref(seconds)) else {
        return Err(m.type_or_instantiation_error(Type::Float, seconds));
    };
    if !m.streams.access.sleep {
        return Err(denied(m, "access", "sleep", seconds));
    }
    let length = crate::builtins::term_io::format_number::to_float(&number).max(0.0);
    // Waits without end if the end exceeds the range of the clock.
    let end = Duration::try_from_secs_f64(length)
        .ok()
        .and_then(|length| Instant::now().checked_add(length));
    loop {
        m.poll_waiting()?;
        let left = end.map_or(POLL_INTERVAL, |end| end.saturating_duration_since(Instant::now()));
        if left.is_zero() {
            return Ok(());
        }
        m.limits.watch().sleep(left.min(POLL_INTERVAL));
    }
}
