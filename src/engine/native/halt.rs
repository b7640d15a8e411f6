//! The end of a program.

use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;

/// Unwinds all goals; the host finds the exit code in the machine.
///
/// # Errors
/// Always: the exception that unwinds; that of a goal of `at_halt/1`.
pub fn halt(m: &mut Machine, code: i32) -> Step {
    while !m.session.lasting.at_halt.is_empty() {
        let kept = m.session.lasting.at_halt.remove(0);
        m.reserve(kept.len() + 8)?;
        let (run, goal) = (m.intern("$run_at_halt"), kept.unpack(&mut m.heap));
        let goal = m.heap.new_term(run, &[goal]);
        let goal = m.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal]);
        // The program ends whatever the outcome of the goal, unless it has called cancel_halt/1.
        if matches!(m.solve_once_collecting(goal), Ok(false)) {
            m.session.lasting.at_halt.insert(0, kept);
            return Err(Stop::Fail);
        }
    }
    m.exceptions.halt_with(code);
    let halt = m.heap.new_term(known::HALT, &[Cell::int(i64::from(code))]);
    let unwind = m.intern("unwind");
    let ball = m.heap.new_term(unwind, &[halt]);
    Err(m.throw(ball))
}
