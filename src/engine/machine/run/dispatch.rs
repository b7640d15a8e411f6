//! The run loop: fetches an instruction, executes it, backtracks on failure.
//!
//! `dispatch` is one `match`; everything it calls is inlined into it. `run` alternates between it and the slow paths
//! for the cases on which it exits.

use crate::base::num::function::FunctionId;
use crate::code::instr::Instr;
use crate::machine::Machine;
use crate::machine::run::hot::{Exit, Hot};
use crate::term::cell::Cell;

/// The dispatch loop: runs until it has to exit. The address of the local `hot` is never taken, so that the compiler
/// can keep its fields in registers. In a debug build it takes more native stack than a nested run may have, so it
/// exits before one begins.
#[allow(clippy::too_many_lines, reason = "one line for each instruction")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn dispatch(m: &mut Machine) -> Exit {
    let mut hot = Hot::enter(m);
    // Continues with the next instruction, or falls out of the `match`, which backtracks.
    macro_rules! go {
        ($flow:expr) => {
            match $flow {
                Ok(true) => continue,
                Ok(false) => {}
                Err(exit) => break exit,
            }
        };
    }
    // The same for instructions that cannot fail.
    macro_rules! done {
        ($what:expr) => {{
            $what;
            continue;
        }};
    }
    let exit = loop {
        // The panic message names no numbers, so that the loop need not keep them in registers.
        let instr = hot
            .code
            .get(hot.pc)
            .expect("code ends with an instruction that leads elsewhere");
        hot.pc += 1;
        match *instr {
            // An empty arm would be entered with the registers set as the code after the `match` needs them, at the
            // cost of all other arms.
            Instr::Fail {} => std::hint::black_box(()),
            Instr::Succeed {} => {
                *hot.running = None;
                break Exit::Succeed;
            }

            Instr::Move { from, to } => done!(hot.x[to.index()] = hot.x[from.index()]),
            Instr::GetConstant { x, value } => go!(hot.get_constant(x, value)),
            Instr::GetStructure { x, functor } => go!(hot.get_structure(x, functor)),
            Instr::GetList { x } => go!(hot.get_list(x)),
            Instr::GetListXX { x, ref head, ref tail } => go!(hot.get_list_xx(x, head, tail)),
            Instr::GetListVX { x, ref head, ref tail } => go!(hot.get_list_vx(x, head, tail)),
            Instr::GetValue { a, b } => go!(hot.get_value(a, b)),
            Instr::GetValueY { a, b, y } => {
                hot.x[a.index()] = hot.slot(y);
                go!(hot.get_value(a, b))
            }
            Instr::GetListVXExecute {
                x,
                ref head,
                ref tail,
                ref pred,
            } => match hot.get_list_vx(x, head, tail) {
                Ok(true) => go!(hot.goto_pred(*pred)),
                Ok(false) => {}
                Err(exit) => break exit,
            },
            Instr::GetListVXAgain {
                x,
                ref head,
                ref tail,
                to,
            } => match hot.get_list_vx(x, head, tail) {
                Ok(true) => done!(hot.again(to)),
                Ok(false) => {}
                Err(exit) => break exit,
            },
            Instr::CopyPairs { x, head, pred } => go!(hot.copy_pairs(x, head, pred)),
            Instr::GetStructureXX {
                x,
                ref a,
                ref b,
                functor,
            } => go!(hot.get_structure_xx(x, a, b, functor)),
            Instr::GetConstantProceed { x, value } => match hot.get_constant(x, value) {
                Ok(true) => go!(hot.proceed_wake()),
                Ok(false) => {}
                Err(exit) => break exit,
            },
            Instr::GetValueProceed { a, b } => match hot.get_value(a, b) {
                Ok(true) => go!(hot.proceed_wake()),
                Ok(false) => {}
                Err(exit) => break exit,
            },
            Instr::UnifyVariable { x } => done!(hot.unify_variable(x)),
            Instr::UnifyVariable2 { a, b } => done!(hot.unify_variable_2(a, b)),
            Instr::UnifyVariableY { y } => done!(hot.unify_variable_y(y)),
            Instr::UnifyValue { x } => go!(hot.unify_cell(hot.x[x.index()])),
            Instr::UnifyValue2 { a, b } => go!(hot.unify_values(a, b)),
            Instr::UnifyValueY { y } => go!(hot.unify_cell(hot.value(y))),
            Instr::UnifyConstant { value } => go!(hot.unify_constant(value)),
            Instr::UnifyVoid { count } => done!(hot.unify_void(count)),
            Instr::UnifyList {} => go!(hot.unify_list()),
            Instr::UnifyStructure { functor } => go!(hot.unify_structure(functor)),

            Instr::PutVariable { x } | Instr::SetVariable { x } => done!(hot.put_variable(x)),
            Instr::PutVariableY { x, y } => done!(hot.put_variable_y(x, y)),
            Instr::PutValueY { x, y } => done!(hot.x[x.index()] = hot.value(y)),
            Instr::PutConstant { x, value } => done!(hot.x[x.index()] = hot.constant(value)),
            Instr::PutRecord { x, record } => go!(hot.put_record(x, record)),
            Instr::PutStructure { x, functor } => done!(hot.put_structure(x, functor)),
            Instr::PutList { x } => done!(hot.x[x.index()] = Cell::list(hot.h)),
            Instr::PutListVV { x, head, tail } => done!(hot.put_list_vv(x, head, tail)),
            Instr::PutStructureVV { x, a, b, functor } => done!(hot.put_structure_vv(x, a, b, functor)),
            Instr::PutValueY2 { x1, y1, x2, y2 } => done!(hot.load_all([(x1, y1), (x2, y2)])),
            Instr::PutValueY3 { x1, y1, x2, y2, x3, y3 } => done!(hot.load_all([(x1, y1), (x2, y2), (x3, y3)])),
            Instr::SetVariableY { y } => done!(hot.set_variable_y(y)),
            Instr::SetValue { x } => done!(hot.push(hot.x[x.index()])),
            Instr::SetValue2 { a, b } => done!({
                hot.push(hot.x[a.index()]);
                hot.push(hot.x[b.index()]);
            }),
            Instr::SetValueY { y } => done!(hot.push(hot.value(y))),
            Instr::SetConstant { value } => done!(hot.push(hot.constant(value))),
            Instr::SetVoid { count } => done!(hot.push_variables(count)),
            Instr::SetList {} => done!(hot.push(Cell::list(hot.h + 1))),
            Instr::SetStructure { functor } => done!(hot.set_structure(functor)),

            Instr::Allocate { slots } => go!(hot.allocate(slots)),
            Instr::Deallocate {} => done!(hot.deallocate()),
            Instr::Save { x, y } => done!(hot.set_slot(y, hot.x[x.index()])),
            Instr::Save2 { x1, y1, x2, y2 } => done!(hot.save_all([(x1, y1), (x2, y2)])),
            Instr::Save3 { x1, y1, x2, y2, x3, y3 } => done!(hot.save_all([(x1, y1), (x2, y2), (x3, y3)])),
            Instr::AllocateSave2 { slots, x1, y1, x2, y2 } => {
                if let Err(exit) = hot.allocate(slots.into()) {
                    break exit;
                }
                done!(hot.save_all([(x1, y1), (x2, y2)]))
            }
            Instr::AllocateSave3 {
                slots,
                x1,
                y1,
                x2,
                y2,
                x3,
                y3,
            } => {
                if let Err(exit) = hot.allocate(slots.into()) {
                    break exit;
                }
                done!(hot.save_all([(x1, y1), (x2, y2), (x3, y3)]))
            }
            Instr::DeallocateExecute { pred } => {
                hot.deallocate();
                go!(hot.goto_pred(pred))
            }
            Instr::DeallocateProceed {} => done!({
                hot.deallocate();
                hot.proceed();
            }),
            Instr::DeallocateProceedWake {} => {
                hot.deallocate();
                go!(hot.proceed_wake())
            }
            Instr::PutValueYDeallocateExecute { x, y, pred } => {
                hot.x[x.index()] = hot.value(y.into());
                hot.deallocate();
                go!(hot.goto_pred(pred))
            }
            Instr::MoveExecute { from, to, pred } => {
                hot.x[to.index()] = hot.x[from.index()];
                go!(hot.goto_pred(pred))
            }
            Instr::PutVariableYCall { x, y, pred } => {
                hot.put_variable_y(x, y.into());
                *hot.cp = hot.pc + 1;
                go!(hot.goto_pred(pred))
            }
            Instr::PutValueYCall { x, y, pred } => {
                hot.x[x.index()] = hot.value(y.into());
                *hot.cp = hot.pc + 1;
                go!(hot.goto_pred(pred))
            }
            Instr::AllocateLevel { y, slots } => {
                if let Err(exit) = hot.allocate(slots) {
                    break exit;
                }
                done!(hot.save_level(y.into(), *hot.b0))
            }
            Instr::Move2 { from1, to1, from2, to2 } => done!({
                hot.x[to1.index()] = hot.x[from1.index()];
                hot.x[to2.index()] = hot.x[from2.index()];
            }),
            Instr::Move3 {
                from1,
                to1,
                from2,
                to2,
                from3,
                to3,
            } => done!({
                hot.x[to1.index()] = hot.x[from1.index()];
                hot.x[to2.index()] = hot.x[from2.index()];
                hot.x[to3.index()] = hot.x[from3.index()];
            }),
            Instr::Call { live: _, pred } => {
                *hot.cp = hot.pc;
                go!(hot.goto_pred(pred))
            }
            Instr::Execute { pred } => go!(hot.goto_pred(pred)),
            Instr::Proceed {} => done!(hot.proceed()),
            Instr::ProceedWake {} => go!(hot.proceed_wake()),
            Instr::Wake { .. } => {
                if hot.event() {
                    break Exit::Full;
                }
                continue;
            }
            Instr::Jump { to } => done!(hot.jump(to)),
            Instr::Again { to } => done!(hot.again(to)),
            Instr::Slots { live: _ } => continue,
            Instr::CallGoal { live: _, extra } => {
                *hot.cp = hot.pc;
                go!(hot.call_goal(extra))
            }
            Instr::ExecuteGoal { extra } => go!(hot.call_goal(extra)),
            Instr::ExecuteBody {} => go!(hot.execute_body()),

            Instr::TryElse { next } => go!(hot.try_else(next)),
            Instr::TrustElse { live: _ } => done!(hot.drop_choice()),
            Instr::Try { arity, clause } => go!(hot.try_clause(arity, clause)),
            Instr::Retry { clause } => done!(hot.retry_clause(clause)),
            Instr::Trust { clause } => done!(hot.trust_clause(clause)),
            Instr::TryLight { arity: _, next } => done!(hot.try_light(next)),
            Instr::Commit {} => go!(hot.commit()),
            Instr::CommitCut { to } => go!(hot.commit_cut(to)),
            Instr::Switch { x, ref table } => go!(hot.switch(x, table)),
            Instr::SwitchPair { x, ref table } => go!(hot.switch_pair(x, table)),
            Instr::SwitchInteger { x, ref table } => go!(hot.switch_integer(x, table)),
            Instr::SwitchStructure { x, ref table } => go!(hot.switch_structure(x, table)),
            Instr::SwitchPart { x, at, table } => go!(hot.switch_part(x, at, table)),
            Instr::SwitchList {
                x,
                ref head,
                ref tail,
                ref table,
            } => go!(hot.switch_list(x, head, tail, table)),
            Instr::Mark { y } => done!(hot.save_level(y, hot.choices.len())),
            Instr::Choices { ref to } => done!(hot.x[to.index()] = Cell::int(hot.choices.len() as i64)),
            Instr::Guard { y, next } => go!(hot.guard(y, next)),
            Instr::GuardRest { y, next, .. } => go!(hot.guard_rest(y, next)),
            Instr::EndGuard { y, error, .. } => go!(hot.end_guard(y, error)),
            Instr::IfGuarded { y, to } => {
                if hot.level(y) != 0 {
                    hot.jump(to);
                }
                continue;
            }
            Instr::SaveLevel { y } => done!(hot.save_level(y, *hot.b0)),
            Instr::NeckCut {} => go!(hot.cut_to(*hot.b0)),
            Instr::WakeNeckCut { .. } => {
                if hot.event() {
                    break Exit::Full;
                }
                go!(hot.cut_to(*hot.b0))
            }
            Instr::Cut { y } => go!(hot.cut_to(hot.level(y))),
            Instr::CutX { x } => go!(hot.cut_to(hot.deref(hot.x[x.index()]).as_int() as usize)),
            Instr::SoftCut { y } => done!(hot.soft_cut(y)),

            Instr::FdAddSmall { to, a, k, ref done } => done!(hot.fd_small(to, a, k, done, Cell::checked_add)),
            Instr::FdAddSmallExecute { to, a, k, ref pred } => {
                if hot.fd_result(to, a, k, Cell::checked_add) {
                    go!(hot.goto_pred(*pred))
                }
                continue;
            }
            Instr::FdAdd { to, a, b, ref done } => done!(hot.fd_operation(to, a, b, done, Cell::checked_add)),
            Instr::FdSubtract { to, a, b, ref done } => done!(hot.fd_operation(to, a, b, done, Cell::checked_sub)),
            Instr::FdMultiply { to, a, b, ref done } => done!(hot.fd_operation(to, a, b, done, Cell::checked_mul)),
            Instr::FdMultiplySmall { to, a, k, ref done } => done!(hot.fd_small(to, a, k, done, Cell::checked_mul)),
            Instr::FdQuotient { to, a, b, ref done } => done!(hot.fd_function(to, a, b, done, FunctionId::INT_DIVIDE)),
            Instr::FdModulo { to, a, b, ref done } => done!(hot.fd_function(to, a, b, done, FunctionId::MOD)),
            Instr::FdRemainder { to, a, b, ref done } => done!(hot.fd_function(to, a, b, done, FunctionId::REM)),
            Instr::FdFloorQuotient { to, a, b, ref done } => done!(hot.fd_function(to, a, b, done, FunctionId::DIV)),
            Instr::FdMinimum { to, a, b, ref done } => done!(hot.fd_function(to, a, b, done, FunctionId::MIN)),
            Instr::FdMaximum { to, a, b, ref done } => done!(hot.fd_function(to, a, b, done, FunctionId::MAX)),
            Instr::FdAbsolute { to, a, ref done } => done!(hot.fd_function(to, a, a, done, FunctionId::ABS)),
            Instr::FdTest { orders, a, b, ref done } => {
                let b = hot.operand(b);
                go!(Ok(hot.fd_test(orders, a, b, done)))
            }
            Instr::FdTestSmall { orders, a, k, ref done } => {
                go!(Ok(hot.fd_test(orders, a, Cell::int(i64::from(k)), done)))
            }
            Instr::AddSmall { ref to, a, k } => go!(hot.add_small(to, a, k)),
            Instr::AddSmallY { ref to, a, y, k } => {
                hot.x[a.index()] = hot.slot(y.into());
                go!(hot.add_small(to, a, k))
            }
            Instr::AddSmallExecute { ref to, a, k, ref pred } => match hot.add_small(to, a, k.into()) {
                Ok(true) => go!(hot.goto_pred(*pred)),
                Ok(false) => {}
                Err(exit) => break exit,
            },
            Instr::Add { ref to, a, b } => go!(hot.add(to, a, b)),
            Instr::Subtract { ref to, a, b } => go!(hot.subtract(to, a, b)),
            Instr::Multiply { ref to, a, b } => go!(hot.multiply(to, a, b)),
            Instr::Arith1 { ref to, a, function } => go!(hot.arith1(to, a, function)),
            Instr::Arith2 { ref to, a, b, function } => go!(hot.arith2(to, a, b, function)),
            Instr::Arith2Small { ref to, a, function, k } => go!(hot.arith2_small(to, a, function, k)),
            Instr::Compare { ref to, a, b } => go!(hot.compare_terms(to, a, b)),
            Instr::Evaluate { ref to, a } => go!(hot.evaluate(to, a)),
            Instr::TestLess { a, b, ref otherwise } => go!(hot.test(a, b, otherwise, |a, b| a < b, |a, b| a < b)),
            Instr::TestLessOrEqual { a, b, ref otherwise } => {
                go!(hot.test(a, b, otherwise, |a, b| a <= b, |a, b| a <= b))
            }
            Instr::TestEqual { a, b, ref otherwise } => go!(hot.test(a, b, otherwise, |a, b| a == b, |a, b| a == b)),
            Instr::TestNotEqual { a, b, ref otherwise } => go!(hot.test(a, b, otherwise, |a, b| a != b, |a, b| a != b)),
            Instr::TestIntegers { a, b, ref otherwise } => {
                let (a, b) = hot.two(a, b);
                go!(Ok(hot.branch(a.is_int() && b.is_int(), otherwise)))
            }
            Instr::TestOrder {
                orders,
                a,
                b,
                ref otherwise,
            } => {
                let (a, b) = (hot.x[a.index()], hot.x[b.index()]);
                done!(hot.test_order(orders, a, b, otherwise))
            }
            Instr::TestOrderSmall {
                orders,
                a,
                k,
                ref otherwise,
            } => {
                done!(hot.test_order(orders, hot.x[a.index()], Cell::int(i64::from(k)), otherwise))
            }
            Instr::TestLessSmall { a, k, ref otherwise } => {
                go!(hot.test_small(a, k, otherwise, |a, k| a < k, |a, k| a < k))
            }
            Instr::TestGreaterSmall { a, k, ref otherwise } => {
                go!(hot.test_small(a, k, otherwise, |a, k| a > k, |a, k| a > k))
            }
            Instr::TestLessOrEqualSmall { a, k, ref otherwise } => {
                go!(hot.test_small(a, k, otherwise, |a, k| a <= k, |a, k| a <= k))
            }
            Instr::TestGreaterOrEqualSmall { a, k, ref otherwise } => {
                go!(hot.test_small(a, k, otherwise, |a, k| a >= k, |a, k| a >= k))
            }
            Instr::TestEqualSmall { a, k, ref otherwise } => {
                go!(hot.test_small(a, k, otherwise, |a, k| a == k, |a, k| a == k))
            }
            Instr::TestNotEqualSmall { a, k, ref otherwise } => {
                go!(hot.test_small(a, k, otherwise, |a, k| a != k, |a, k| a != k))
            }
            Instr::TestType { test, x, ref otherwise } => go!(hot.test_type(test, x, otherwise)),
            Instr::TestIdentical { a, b, ref otherwise } => go!(hot.test_identical(a, b, otherwise, true)),
            Instr::TestNotIdentical { a, b, ref otherwise } => go!(hot.test_identical(a, b, otherwise, false)),

            Instr::Between { .. } => go!(hot.between()),
            Instr::BetweenNext {} => go!(hot.between_next()),
            Instr::ArgNative { .. } => go!(hot.arg_native()),
            Instr::FunctorNative { .. } => go!(hot.functor_native()),
            Instr::CompareNative { .. } => go!(hot.compare_native()),
            Instr::UnifyNative { .. } => go!(hot.unify_and_proceed(hot.x[0], hot.x[1])),
            Instr::IsNative { .. } => go!(hot.is_native()),
            Instr::TestNative { test, .. } => go!(hot.test_native(test)),

            Instr::Native { id } => {
                *hot.running = Some(id);
                break Exit::Native;
            }

            Instr::Candidates { pred } => {
                *hot.running = None;
                *hot.callee = pred;
                break Exit::Candidates;
            }
            Instr::Count { pred } => {
                if hot.profiler.counts(pred, (hot.h, hot.choices.len())) {
                    continue;
                }
                break Exit::Full;
            }
            Instr::Enter { .. }
            | Instr::NoRule { .. }
            | Instr::NotDet { .. }
            | Instr::Constrain { .. }
            | Instr::ConstrainNew { .. }
            | Instr::Qualify { .. }
            | Instr::Generic { .. }
            | Instr::PushCatch {}
            | Instr::PopCatch {}
            | Instr::PushCleanup {}
            | Instr::PopCleanup {}
            | Instr::Resume {}
            | Instr::PushReset {}
            | Instr::PopReset {}
            | Instr::TableAnswer {} => {
                *hot.running = None;
                break Exit::Full;
            }
        }
        if let Err(exit) = hot.backtrack() {
            break exit;
        }
    };
    let (h, pc) = (hot.h, hot.pc);
    m.heap.set_top(h);
    m.regs.pc = pc;
    exit
}
