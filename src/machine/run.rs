//! The run loop: fetch an instruction, carry it out, backtrack where it fails.
//!
//! `dispatch` is one `match`; everything it calls is inlined into it. `run` alternates between it
//! and the full treatment of whatever it left with.

use crate::code::instr::Instr;

use super::Machine;
use super::hot::{Exit, Hot};
use super::native::Stop;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution; there may be more.
    Solution,
    /// No (more) solutions.
    Exhausted,
    /// An exception that nothing in the run caught; the ball is with the machine.
    Thrown,
}

/// The loop itself: runs until it has to be left. `hot` is a local that never has its address taken,
/// so that the compiler can keep its fields in registers.
#[allow(clippy::too_many_lines, reason = "one line for each instruction")]
#[inline(never)]
fn dispatch(m: &mut Machine) -> Exit {
    let mut hot = Hot::enter(m);
    let exit = loop {
        let instr = hot.code[hot.pc];
        hot.pc += 1;
        let flow = match instr {
            Instr::Fail {} => Ok(false),
            Instr::Succeed {} => Err(Exit::Succeed),

            Instr::Move { from, to } => {
                hot.x[to as usize] = hot.x[from as usize];
                continue;
            }
            Instr::GetConstant { x, value } => hot.get_constant(x, value),
            Instr::GetStructure { x, functor } => hot.get_structure(x, functor),
            Instr::GetList { x } => hot.get_list(x),
            Instr::GetListXX { x, head, tail } => hot.get_list_xx(x, head, tail),
            Instr::GetListVX { x, head, tail } => hot.get_list_vx(x, head, tail),
            Instr::GetValue { a, b } => hot.get_value(a, b),
            Instr::UnifyVariable { x } => {
                hot.unify_variable(x);
                continue;
            }
            Instr::UnifyVariableY { y } => {
                hot.unify_variable_y(y);
                continue;
            }
            Instr::UnifyValue { x } => hot.unify_cell(hot.x[x as usize]),
            Instr::UnifyValueY { y } => hot.unify_cell(hot.slot(y)),
            Instr::UnifyConstant { value } => hot.unify_constant(value),
            Instr::UnifyVoid { count } => {
                hot.unify_void(count);
                continue;
            }
            Instr::UnifyList {} => hot.unify_list(),
            Instr::UnifyStructure { functor } => hot.unify_structure(functor),

            Instr::PutVariable { x } => {
                hot.put_variable(x);
                continue;
            }
            Instr::PutVariableY { x, y } => {
                hot.put_variable_y(x, y);
                continue;
            }
            Instr::PutValueY { x, y } => {
                hot.x[x as usize] = hot.slot(y);
                continue;
            }
            Instr::PutConstant { x, value } => {
                hot.x[x as usize] = hot.constant(value);
                continue;
            }
            Instr::PutStructure { x, functor } => {
                hot.put_structure(x, functor);
                continue;
            }
            Instr::PutList { x } => {
                hot.x[x as usize] = crate::term::cell::Cell::list(hot.h);
                continue;
            }
            Instr::SetVariable { x } => {
                hot.put_variable(x);
                continue;
            }
            Instr::SetVariableY { y } => {
                hot.set_variable_y(y);
                continue;
            }
            Instr::SetValue { x } => {
                hot.push(hot.x[x as usize]);
                continue;
            }
            Instr::SetValueY { y } => {
                hot.push(hot.slot(y));
                continue;
            }
            Instr::SetConstant { value } => {
                hot.push(hot.constant(value));
                continue;
            }
            Instr::SetVoid { count } => {
                hot.push_variables(count);
                continue;
            }
            Instr::SetList {} => {
                hot.push(crate::term::cell::Cell::list(hot.h + 1));
                continue;
            }
            Instr::SetStructure { functor } => {
                hot.set_structure(functor);
                continue;
            }

            Instr::Allocate { slots } => hot.allocate(slots),
            Instr::ClearSlots { from } => {
                hot.clear_slots(from);
                continue;
            }
            Instr::Deallocate {} => {
                hot.deallocate();
                continue;
            }
            Instr::Save { x, y } => {
                hot.set_slot(y, hot.x[x as usize]);
                continue;
            }
            Instr::Call { live: _, pred } => {
                hot.cp = hot.pc;
                hot.goto_pred(pred)
            }
            Instr::Execute { pred } => hot.goto_pred(pred),
            Instr::Proceed {} => {
                hot.pc = hot.cp;
                continue;
            }
            Instr::ProceedWake {} => {
                if hot.event() {
                    Err(Exit::WakeReturn)
                } else {
                    hot.pc = hot.cp;
                    continue;
                }
            }
            Instr::Wake { live } => {
                if hot.event() {
                    Err(Exit::Wake(live))
                } else {
                    continue;
                }
            }
            Instr::Jump { to } => {
                hot.pc = to as usize;
                continue;
            }
            Instr::CallGoal { live: _, extra } => {
                hot.cp = hot.pc;
                Err(Exit::Goal(extra))
            }
            Instr::ExecuteGoal { extra } => Err(Exit::Goal(extra)),
            Instr::ExecuteBody {} => Err(Exit::Body),

            Instr::TryElse { next } => hot.try_else(next),
            Instr::TrustElse {} => {
                hot.drop_choice();
                continue;
            }
            Instr::Try { arity, clause } => hot.try_clause(arity, clause),
            Instr::Retry { clause } => {
                hot.retry_clause(clause);
                continue;
            }
            Instr::Trust { clause } => {
                hot.trust_clause(clause);
                continue;
            }
            Instr::Switch { x, table } => hot.switch(x, table),
            Instr::SwitchList { x, head, tail, table } => hot.switch_list(x, head, tail, table),
            Instr::Mark { y } => {
                hot.save_level(y, hot.choices.len());
                continue;
            }
            Instr::SaveLevel { y } => {
                hot.save_level(y, hot.b0);
                continue;
            }
            Instr::NeckCut {} => hot.cut_to(hot.b0),
            Instr::Cut { y } => hot.cut_to(hot.level(y)),
            Instr::CutX { x } => {
                let level = hot.deref(hot.x[x as usize]).as_int() as usize;
                hot.cut_to(level)
            }
            Instr::SoftCut { y } => {
                hot.soft_cut(y);
                continue;
            }

            Instr::AddSmall { to, a, k } => hot.add_small(to, a, k),
            Instr::Add { to, a, b } => hot.add(to, a, b),
            Instr::Subtract { to, a, b } => hot.subtract(to, a, b),
            Instr::Multiply { to, a, b } => hot.multiply(to, a, b),
            Instr::Evaluate { to, a } => hot.evaluate(to, a),
            Instr::TestLess { a, b, otherwise } => hot.test(a, b, otherwise, |a, b| a < b),
            Instr::TestLessOrEqual { a, b, otherwise } => hot.test(a, b, otherwise, |a, b| a <= b),
            Instr::TestEqual { a, b, otherwise } => hot.test(a, b, otherwise, |a, b| a == b),
            Instr::TestNotEqual { a, b, otherwise } => hot.test(a, b, otherwise, |a, b| a != b),
            Instr::TestType { test, x, otherwise } => hot.test_type(test, x, otherwise),
            Instr::TestIdentical { a, b, otherwise } => hot.test_identical(a, b, otherwise, true),
            Instr::TestNotIdentical { a, b, otherwise } => hot.test_identical(a, b, otherwise, false),

            Instr::Native { id } => Err(Exit::Native(id)),
            Instr::Enter { pred } => Err(Exit::Enter(pred)),
            Instr::Candidates { pred } => Err(Exit::Candidates(pred)),
            Instr::Arith1 { .. }
            | Instr::Arith2 { .. }
            | Instr::PutRecord { .. }
            | Instr::Generic { .. }
            | Instr::PushCatch {}
            | Instr::PopCatch {}
            | Instr::PushCleanup {}
            | Instr::PopCleanup {}
            | Instr::Resume {}
            | Instr::PushReset {}
            | Instr::PopReset {} => Err(Exit::Slow(instr)),
        };
        match flow {
            Ok(true) => {}
            Ok(false) => {
                if let Err(exit) = hot.backtrack() {
                    break exit;
                }
            }
            Err(exit) => break exit,
        }
    };
    let registers = hot.registers();
    m.take_back(registers);
    exit
}

impl Machine {
    /// Runs until a solution, exhaustion, or an exception that nothing catches.
    pub(super) fn run(&mut self) -> Outcome {
        loop {
            let step = match dispatch(self) {
                Exit::Succeed => return Outcome::Solution,
                other => self.handle(other),
            };
            // Whatever was built outside the loop: inside it, the next clause relies on its headroom.
            let step = match self.settled(step) {
                Ok(()) => self.reserve(0),
                stop => stop,
            };
            match step {
                Ok(()) => {}
                Err(Stop::Fail) => {
                    if let Some(outcome) = self.backtrack() {
                        return outcome;
                    }
                }
                Err(Stop::Throw(_)) => {
                    if self.unwind() {
                        return Outcome::Thrown;
                    }
                }
            }
        }
    }

    /// Goes on after a solution: looks for the next.
    pub(super) fn rerun(&mut self) -> Outcome {
        self.pc = crate::code::arena::FAIL as usize;
        self.run()
    }

    fn handle(&mut self, exit: Exit) -> Result<(), Stop> {
        self.running = None;
        match exit {
            Exit::Succeed => Ok(()),
            Exit::Backtrack => Err(Stop::Fail),
            Exit::Slow(instr) => self.slow(instr),
            Exit::Grow => self.grow_stacks(),
            Exit::Event(pred) => self.event(pred),
            Exit::Wake(live) => self.wake_before(live),
            Exit::WakeReturn => self.wake_at_return(),
            Exit::Native(id) => self.call_native(id),
            Exit::Enter(pred) => self.enter(pred),
            Exit::Candidates(pred) => self.call_candidates(pred),
            Exit::Goal(extra) => self.call_goal(usize::from(extra)),
            Exit::Body => self.call_body(),
            Exit::Cut(level) => self.cut_with_cleanup(level),
        }
    }
}
