//! Solutions of host predicates, computed as they are asked for.

use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;

/// Native predicates of this file.
pub(crate) const TABLE: &[Native] = &[
    nondet!("$host_next(+solutions, ?argument, ?values, ?arguments)", 4, host_next_4)
        .doc("Unifies the argument with each solution of a host predicate in turn, and the other arguments with their values."),
    det!("$host_poll(+solutions, -value, -state)", 3, host_poll_3)
        .doc("Unifies state with ready, and value with the output of a future of the host; or state with pending."),
];

/// The solutions are computed one at a time; those that do not unify are passed over.
fn host_next_4(
    m: &mut Machine,
    _state: Option<Cell>,
    solutions: Cell,
    argument: Cell,
    values: Cell,
    arguments: Cell,
) -> Result<Option<Cell>, Stop> {
    let View::Int(number) = m.view(solutions) else {
        return Err(Stop::Fail);
    };
    let number = usize::try_from(number).map_err(|_| Stop::Fail)?;
    loop {
        m.poll()?;
        let mark = m.stacks.mark(&m.heap);
        let next = m.next_of_host(number);
        let (value, has_more) = match next {
            Ok(Some(next)) => next,
            other => {
                m.stacks.keep_mark(mark);
                return other.and(Err(Stop::Fail));
            }
        };
        let unified = m.unify(values, arguments).and_then(|()| m.unify(argument, value));
        if unified != Err(Stop::Fail) {
            m.stacks.keep_mark(mark);
            return unified.map(|()| has_more.then_some(solutions));
        }
        m.undo_to_mark(mark);
        if !has_more {
            return unified.map(|()| None);
        }
    }
}

/// If the goal cannot go back to the host, the thread waits until the future is ready.
fn host_poll_3(m: &mut Machine, solutions: Cell, value: Cell, state: Cell) -> Step {
    let View::Int(number) = m.view(solutions) else {
        return Err(Stop::Fail);
    };
    let number = usize::try_from(number).map_err(|_| Stop::Fail)?;
    loop {
        let (output, is_pending) = m.next_of_host(number)?.ok_or(Stop::Fail)?;
        if !is_pending {
            m.unify(value, output)?;
            let ready = m.intern("ready");
            return m.unify(state, Cell::atom(ready));
        }
        if m.wait_for_future()? {
            let pending = m.intern("pending");
            return m.unify(state, Cell::atom(pending));
        }
    }
}
