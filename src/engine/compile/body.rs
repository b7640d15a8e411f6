//! The goals of a body: calls, cuts, and inline control constructs.
//!
//! A condition that consists of tests branches without a choice point. Any other condition, a disjunction and a
//! negation push one with `try_else`; the slot that `mark` fills holds the level to which the commit cuts.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::instr::{FAIL, Instr, Reg, Slot};
use crate::term::cell::Cell;

use super::emit::{AllocationState, Emitter};
use super::error::CompileError;
use super::normal::{BodyGoal, has_cut, is_simple};

/// The maximum arity of `call/N` that is compiled inline; no program can redefine these.
const MAX_CALL: usize = 8;

/// The level to which cuts in the current goals cut.
#[derive(Clone, Copy)]
pub(super) enum CutLevel {
    /// The level at which the clause was called.
    Clause,
    /// The level in a slot: the goals are a condition.
    Slot(Slot),
}

/// The end of a branch.
struct BodyBranch {
    state: AllocationState,
    /// True if control continues after the construct; false if the branch has left the clause.
    joins: bool,
}

impl Emitter<'_> {
    /// Emits `goals`; `last` if they end the clause, so that a return follows.
    pub(super) fn sequence(&mut self, goals: &[BodyGoal], cut: CutLevel, last: bool) -> Result<(), CompileError> {
        for (i, goal) in goals.iter().enumerate() {
            let last = last && i + 1 == goals.len();
            if !self.framed && self.needs_frame && needs_open_frame(goal, last) {
                let cuts_follow = has_cut(&goals[i..]);
                self.open_frame(cuts_follow)?;
            }
            self.goal(goal, cut, last)?;
            self.end_goal();
        }
        if last && !goals.last().is_some_and(leaves) {
            self.return_to_caller();
        }
        Ok(())
    }

    fn return_to_caller(&mut self) {
        if let Some(y) = self.guards.rest {
            self.flush_wake();
            self.end_guard(y, true);
        }
        if self.framed {
            self.emit(Instr::Deallocate {});
        }
        self.emit(if self.state.dirty {
            Instr::ProceedWake {}
        } else {
            Instr::Proceed {}
        });
    }

    fn goal(&mut self, goal: &BodyGoal, cut: CutLevel, last: bool) -> Result<(), CompileError> {
        self.position += 1;
        self.goal += u32::from(!goal.is_construct());
        if !matches!(goal, BodyGoal::Unify(..) | BodyGoal::Call(..) | BodyGoal::Meta(_)) {
            self.flush_wake();
        }
        match goal {
            BodyGoal::Fail => self.emit(Instr::Fail {}),
            BodyGoal::Cut => self.cut(cut),
            BodyGoal::Unify(a, b) => self.unify_goal(*a, *b)?,
            BodyGoal::Is(a, b) => self.is_goal(*a, *b)?,
            BodyGoal::Order(args) => self.order_goal(*args)?,
            BodyGoal::Choices(args) => self.choices_goal(*args)?,
            BodyGoal::Constraint(relation, functor, args) => self.constraint_goal(*relation, *functor, *args)?,
            BodyGoal::Compare(..) | BodyGoal::Type(..) | BodyGoal::Identical(..) => self.test(goal)?,
            BodyGoal::Call(functor, args) => self.call(*functor, *args, last)?,
            BodyGoal::Meta(var) => self.call_goal(*var, last)?,
            BodyGoal::IfThenElse {
                condition,
                then,
                otherwise,
                soft: false,
            } if is_simple(condition) => {
                self.simple_if(condition, then, otherwise, cut, last)?;
            }
            BodyGoal::IfThenElse {
                condition,
                then,
                otherwise,
                soft,
            } => {
                self.full_if(condition, then, otherwise, *soft, cut, last)?;
            }
            BodyGoal::Or(left, right) => self.disjunction(left, right, cut, last)?,
            BodyGoal::Not(goals) if is_simple(goals) => self.simple_not(goals)?,
            BodyGoal::Not(goals) => self.full_not(goals)?,
            BodyGoal::Guarded(goals, told) => self.guarded(goals, *told, last)?,
        }
        Ok(())
    }

    fn cut(&mut self, cut: CutLevel) {
        match (cut, self.level) {
            (CutLevel::Slot(y), _) | (CutLevel::Clause, Some(y)) => self.emit(Instr::Cut { y }),
            (CutLevel::Clause, None) => self.emit(Instr::NeckCut {}),
        }
    }

    /// Emits a test, with the label of failure, which the caller may patch.
    fn test(&mut self, goal: &BodyGoal) -> Result<(), CompileError> {
        match goal {
            BodyGoal::Compare(comparison, a, b) => self.compare_goal(*comparison, *a, *b)?,
            BodyGoal::Type(test, term) => {
                let x = self.build(*term, None)?;
                self.emit(Instr::TestType {
                    test: *test,
                    x,
                    otherwise: FAIL,
                });
            }
            BodyGoal::Identical(a, b, wanted) => {
                let (a, b) = (self.build(*a, None)?, self.build(*b, None)?);
                self.emit(if *wanted {
                    Instr::TestIdentical { a, b, otherwise: FAIL }
                } else {
                    Instr::TestNotIdentical { a, b, otherwise: FAIL }
                });
            }
            BodyGoal::Fail => self.emit(Instr::Jump { to: FAIL }),
            _ => unreachable!("only tests are simple conditions"),
        }
        Ok(())
    }

    /// Emits the tests of a simple condition. Returns the indices of the tests, to be patched, and the state after a
    /// test has failed: only the code before the first test is certain to have run.
    fn tests(&mut self, condition: &[BodyGoal]) -> Result<(Vec<usize>, AllocationState), CompileError> {
        let mut labels = Vec::new();
        let mut failed = None;
        for goal in condition {
            self.position += 1;
            self.goal += 1;
            self.test(goal)?;
            labels.push(self.code.instrs.len() - 1);
            self.end_goal();
            failed.get_or_insert_with(|| self.state.clone());
        }
        Ok((labels, failed.unwrap_or_else(|| self.state.clone())))
    }

    fn patch_all(&mut self, labels: Vec<usize>) {
        for at in labels {
            self.patch(at);
        }
    }

    fn call(&mut self, functor: Functor, args: usize, last: bool) -> Result<(), CompileError> {
        self.put_arguments(args, functor.arity())?;
        if functor.name() == known::CALL && (2..=MAX_CALL).contains(&functor.arity()) {
            self.call_register_0(functor.arity() as u8 - 1, last);
            return Ok(());
        }
        let pred = self.pred(functor);
        self.enter(last, Instr::Execute { pred }, |live| Instr::Call { live, pred });
        Ok(())
    }

    /// Emits a call, as the last one or as another.
    fn enter(&mut self, last: bool, execute: Instr, call: impl FnOnce(u16) -> Instr) {
        let mut returns = !last;
        if last {
            let guarded = self.guards.rest.map(|y| {
                self.emit(Instr::IfGuarded { y, to: FAIL });
                self.code.instrs.len() - 1
            });
            if self.framed {
                self.emit(Instr::Deallocate {});
            }
            self.emit(execute);
            if let Some(at) = guarded {
                self.patch(at);
                returns = true;
            }
        }
        if returns {
            let live = self.live_slots();
            self.emit(call(live.mask));
            self.emit_more_slots(&live);
        }
        self.after_call();
        if last && returns {
            self.return_to_caller();
        }
    }

    fn call_goal(&mut self, var: Cell, last: bool) -> Result<(), CompileError> {
        let x = self.build(var, None)?;
        let goal = Reg::new(0);
        if x != goal {
            self.emit(Instr::Move { from: x, to: goal });
        }
        self.call_register_0(0, last);
        Ok(())
    }

    /// Emits a call of the goal in register 0, with more arguments in the `extra` registers after it.
    fn call_register_0(&mut self, extra: u8, last: bool) {
        self.enter(last, Instr::ExecuteGoal { extra }, |live| Instr::CallGoal {
            live,
            extra,
        });
    }

    /// Resets the state after a call; the callee has run pending wake-up goals.
    fn after_call(&mut self) {
        self.forget_registers();
        self.state.dirty = false;
    }

    fn simple_if(
        &mut self,
        condition: &[BodyGoal],
        then: &[BodyGoal],
        otherwise: &[BodyGoal],
        cut: CutLevel,
        last: bool,
    ) -> Result<(), CompileError> {
        let construct = self.position;
        let end = end_of(condition, then, otherwise, construct);
        self.reserve_homes(end)?;
        let (labels, before) = self.tests(condition)?;
        let frame = (self.framed, self.level);
        let first = self.branch(then, cut, last, end)?;
        let jump = self.jump_to_end(&first);
        self.state = before;
        (self.framed, self.level) = frame;
        self.patch_all(labels);
        let second = self.branch(otherwise, cut, last, end)?;
        self.join(jump, first, second, end);
        Ok(())
    }

    fn simple_not(&mut self, goals: &[BodyGoal]) -> Result<(), CompileError> {
        let (labels, failed) = self.tests(goals)?;
        self.emit(Instr::Fail {});
        self.state = failed;
        self.patch_all(labels);
        self.position += 1;
        Ok(())
    }

    fn full_if(
        &mut self,
        condition: &[BodyGoal],
        then: &[BodyGoal],
        otherwise: &[BodyGoal],
        soft: bool,
        cut: CutLevel,
        last: bool,
    ) -> Result<(), CompileError> {
        let construct = self.position;
        let end = end_of(condition, then, otherwise, construct);
        let (mark, retry) = self.begin_choice()?;
        let before = self.state.clone();
        self.condition(condition, false)?;
        self.flush_wake();
        self.emit(if soft {
            Instr::SoftCut { y: mark }
        } else {
            Instr::Cut { y: mark }
        });
        self.marks.pop();
        let first = self.branch(then, cut, last, end)?;
        let jump = self.jump_to_end(&first);
        self.resume_choice(before, retry);
        let second = self.branch(otherwise, cut, last, end)?;
        self.join(jump, first, second, end);
        Ok(())
    }

    fn disjunction(
        &mut self,
        left: &[BodyGoal],
        right: &[BodyGoal],
        cut: CutLevel,
        last: bool,
    ) -> Result<(), CompileError> {
        let construct = self.position;
        let end = end_of(&[], left, right, construct);
        self.forget_registers();
        let retry = self.code.instrs.len();
        self.emit(Instr::TryElse { next: FAIL });
        let before = self.state.clone();
        let first = self.branch(left, cut, last, end)?;
        let jump = self.jump_to_end(&first);
        self.resume_choice(before, retry);
        let second = self.branch(right, cut, last, end)?;
        self.join(jump, first, second, end);
        Ok(())
    }

    fn full_not(&mut self, goals: &[BodyGoal]) -> Result<(), CompileError> {
        let (mark, retry) = self.begin_choice()?;
        let before = self.state.clone();
        self.condition(goals, false)?;
        self.flush_wake();
        self.emit(Instr::Cut { y: mark });
        self.marks.pop();
        self.emit(Instr::Fail {});
        self.resume_choice(before, retry);
        self.position += 1;
        Ok(())
    }

    /// Emits the goals of a condition, or guarded ones; their cuts are local.
    pub(super) fn condition(&mut self, goals: &[BodyGoal], last: bool) -> Result<(), CompileError> {
        let cut = if has_cut(goals) {
            let y = self.new_slot()?;
            self.emit(Instr::Mark { y });
            self.marks.push(y);
            CutLevel::Slot(y)
        } else {
            CutLevel::Clause
        };
        self.sequence(goals, cut, last)?;
        if let CutLevel::Slot(_) = cut {
            self.marks.pop();
        }
        Ok(())
    }

    fn begin_choice(&mut self) -> Result<(Slot, usize), CompileError> {
        self.forget_registers();
        let mark = self.new_slot()?;
        self.emit(Instr::Mark { y: mark });
        self.marks.push(mark);
        let retry = self.code.instrs.len();
        self.emit(Instr::TryElse { next: FAIL });
        Ok((mark, retry))
    }

    fn resume_choice(&mut self, before: AllocationState, retry: usize) {
        self.state = before;
        self.patch(retry);
        let live = self.live_slots();
        self.emit(Instr::TrustElse { live: live.mask });
        self.emit_more_slots(&live);
    }

    /// Emits one branch. If control continues after the construct, every variable that is used there and first occurs
    /// in the construct is initialised here, so that it has a value on all paths.
    fn branch(&mut self, goals: &[BodyGoal], cut: CutLevel, last: bool, end: u32) -> Result<BodyBranch, CompileError> {
        self.sequence(goals, cut, last)?;
        let joins = !last && !goals.last().is_some_and(|goal| matches!(goal, BodyGoal::Fail));
        if joins {
            // This includes variables that first occur in a sibling branch of an enclosing construct.
            let seen = self.vars.info.partition_point(|v| v.first <= end);
            for v in 0..seen {
                if self.vars.info[v].last > end && !self.state.init[v] {
                    self.value(v)?;
                }
            }
        }
        Ok(BodyBranch {
            state: self.state.clone(),
            joins,
        })
    }

    /// Allocates homes for temporaries that both branches may initialise, the same for both.
    fn reserve_homes(&mut self, end: u32) -> Result<(), CompileError> {
        let seen = self.vars.info.partition_point(|v| v.first <= end);
        for v in 0..seen {
            if self.vars.info[v].last > end && !self.vars.info[v].permanent && !self.state.init[v] {
                self.home(v)?;
            }
        }
        Ok(())
    }

    fn jump_to_end(&mut self, branch: &BodyBranch) -> Option<usize> {
        branch.joins.then(|| {
            self.emit(Instr::Jump { to: FAIL });
            self.code.instrs.len() - 1
        })
    }

    /// Joins two branches: the state afterwards is the intersection of both.
    fn join(&mut self, jump: Option<usize>, first: BodyBranch, second: BodyBranch, end: u32) {
        if let Some(at) = jump {
            self.patch(at);
        }
        self.position = end;
        self.state = match (first.joins, second.joins) {
            (true, false) => first.state,
            (false, _) => second.state,
            (true, true) => {
                let mut state = second.state;
                for v in 0..state.init.len() {
                    state.init[v] &= first.state.init[v];
                    state.in_slot[v] &= first.state.in_slot[v];
                    if state.reg_of[v] != first.state.reg_of[v]
                        && let Some(x) = state.reg_of[v].take()
                    {
                        state.holder[x.index()] = None;
                    }
                }
                state.dirty |= first.state.dirty;
                state
            }
        };
    }
}

/// Whether the frame must be open before the goal. Tests that may fail run before it is opened. A last call needs no
/// frame, and a final choice between branches leaves it to them.
fn needs_open_frame(goal: &BodyGoal, last: bool) -> bool {
    match goal {
        BodyGoal::Fail
        | BodyGoal::Cut
        | BodyGoal::Unify(..)
        | BodyGoal::Is(..)
        | BodyGoal::Order(_)
        | BodyGoal::Choices(_)
        | BodyGoal::Constraint(..)
        | BodyGoal::Compare(..)
        | BodyGoal::Type(..)
        | BodyGoal::Identical(..) => false,
        BodyGoal::Call(..) | BodyGoal::Meta(_) => !last,
        BodyGoal::IfThenElse {
            condition, soft: false, ..
        } => !(last && is_simple(condition)),
        BodyGoal::IfThenElse { .. } | BodyGoal::Or(..) | BodyGoal::Not(_) | BodyGoal::Guarded(..) => true,
    }
}

/// Whether control never continues after the goal, as the last one.
fn leaves(goal: &BodyGoal) -> bool {
    match goal {
        BodyGoal::Call(..) | BodyGoal::Meta(_) | BodyGoal::Fail | BodyGoal::Or(..) | BodyGoal::IfThenElse { .. } => {
            true
        }
        BodyGoal::Guarded(_, told) => told.ends_clause(),
        _ => false,
    }
}

/// Returns the position after a construct whose own position is `construct`.
fn end_of(condition: &[BodyGoal], first: &[BodyGoal], second: &[BodyGoal], construct: u32) -> u32 {
    construct + length(condition) + length(first) + length(second) + 1
}

fn length(goals: &[BodyGoal]) -> u32 {
    goals
        .iter()
        .map(|goal| match goal {
            BodyGoal::Or(a, b) => 2 + length(a) + length(b),
            BodyGoal::IfThenElse {
                condition,
                then,
                otherwise,
                ..
            } => 2 + length(condition) + length(then) + length(otherwise),
            BodyGoal::Not(a) | BodyGoal::Guarded(a, _) => 2 + length(a),
            _ => 1,
        })
        .sum()
}
