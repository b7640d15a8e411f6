//! Leaving goals with cleanup handlers: by success, failure, a cut or an exception, which is unwound to its catch; and the
//! layout of the frames of both.
//!
//! A catch has a frame (catcher, recovery, a flag cell, its choice point) and a choice point. It is active while its
//! goal runs. When the goal succeeds and leaves choice points, the flag is set to 0 on the value trail, so that
//! backtracking into the goal makes the catch active again. A cleanup handler has the same, with the cleanup goal.

use crate::base::atom::Functor;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::control::exceptions::{Exceptions, Raised};
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::machine::stacks::{Registers, Stacks};
use crate::machine::threads::FamilyMember;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

/// Number of choice points dropped by an exception between two polls of the watch.
const DROPPED: usize = 1 << 16;

/// The way in which the goal watched by a cleanup has ended.
#[derive(Clone, Copy)]
pub(in crate::machine) enum Ended {
    /// It succeeded and left no choice points.
    Exit,
    /// It failed.
    Fail,
    /// It was cut.
    Cut,
    /// It was left by the newest pending exception; `external` if the goal had succeeded before, with choice points
    /// left.
    Thrown { external: bool },
}

impl Machine {
    /// Handles success of the watched goal: if it left no choice points, the cleanup runs now.
    pub(in crate::machine) fn pop_cleanup(&mut self) -> Step {
        let index = self.stacks.slot(self.regs.e, CLEANUP_CHOICE).as_int() as usize;
        if self.stacks.choice_count() == index + 1 {
            return self.end_cleanups(index, Ended::Exit);
        }
        let active = self.stacks.slot(self.regs.e, CLEANUP_ACTIVE).address();
        self.stacks.assign(&mut self.heap, active, Cell::ZERO);
        Ok(())
    }

    /// Removes the newest cleanup choice point and all above it, and runs its goal.
    pub(in crate::machine) fn run_newest_cleanup(&mut self, ended: Ended) -> Step {
        let index = self.stacks.cleanup_level() - 1;
        let choice = self.stacks.choices()[index];
        let slot = |m: &Machine, y: usize| m.stacks.slot(choice.e as usize, y);
        let (mut goal, catcher) = (slot(self, CLEANUP_GOAL), slot(self, CLEANUP_CATCHER));
        let previous = slot(self, CLEANUP_PREVIOUS).as_int() as usize;
        self.stacks.set_cleanup_level(previous);
        self.stacks.cut(index);
        if let View::Struct(_, first) = self.view(catcher) {
            let how = self.exceptions.how_it_ended(&mut self.heap, ended);
            goal = self
                .heap
                .new_term(known::RUN_CLEANUP, &[self.heap.get(first), how, goal]);
        }
        let native = match self.tracer.takes_calls() || self.heap.top() > self.limits.heap_limit() {
            true => None,
            false => self.calls.plain_native(&self.db, &self.heap, goal),
        };
        // A goal that only closes something does so, with a module in front of it or without.
        self.limits.unstopped = 2;
        self.session.threads.iter_mut().for_each(FamilyMember::hold);
        let ran = match native {
            Some((pred, argument)) => self.run_native(pred, &[argument]).map(|()| true),
            None => self.solve_once_collecting(goal),
        };
        self.session.threads.iter_mut().for_each(FamilyMember::release);
        self.limits.unstopped = 0;
        match ran {
            Ok(_) | Err(Stop::Fail) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// Cuts to `level` and runs the cleanup goals of the removed choice points, the newest first. The first exception
    /// among them is raised after all have run.
    pub(in crate::machine) fn cut_with_cleanup(&mut self, level: usize) -> Step {
        self.end_cleanups(level, Ended::Cut)
    }

    fn end_cleanups(&mut self, level: usize, ended: Ended) -> Step {
        let before = self.exceptions.waiting();
        while self.stacks.cleanup_level() > level {
            if self.run_newest_cleanup(ended).is_err() && self.exceptions.waiting() == before {
                let first = self.exceptions.pack_ball(&self.heap);
                self.exceptions.wait(first);
            }
        }
        self.stacks.cut(level);
        if self.exceptions.waiting() > before
            && let Some(ball) = self.exceptions.take_waiting()
        {
            return Err(self.throw_again(&ball));
        }
        Ok(())
    }

    /// Runs the goals that are undone, where a catch fails and at the end of a query.
    ///
    /// # Errors
    /// The first exception of a goal.
    #[cold]
    pub(in crate::machine) fn run_undone(&mut self) -> Step {
        while self.wakes.has_undo()
            && let Some(goals) = self.take_undone()?
        {
            let goal = self.heap.new_term(known::UNDO, &[goals]);
            // The frames that the tracer knows are gone with the query.
            self.untraced(|m| m.solve_once(goal))?;
        }
        Ok(())
    }

    /// Handles an exception: unwinds to the newest active catch whose catcher unifies with the ball. Returns true if
    /// this run has none; the ball is then in `uncaught`.
    pub(in crate::machine) fn unwind(&mut self) -> bool {
        let running = self.regs.running;
        self.complete_ball();
        let is_uncaught = !self.tracer.is_raised_again() && self.capture_stack(running);
        self.wakes.clear();
        // Errors may follow one another without a call between them, and each may take a while.
        if self.limits.is_stop_wanted() {
            let _raised_instead = self.poll_event();
        }
        let mut ball = self.packed_ball();
        if is_uncaught && self.tracer.tells_of_uncaught() && self.tell_of_uncaught(&ball.ball).is_err() {
            // The query is abandoned there.
            ball = self.packed_ball();
        }
        // The newest catch or cleanup whose goal was running when the exception was raised; `None` unless a cleanup
        // above it has been restored. It is determined before that: restoring resets the flag cells to their values
        // while the cleanup's goal ran, also those of older catches and cleanups that have exited since.
        let mut running = None;
        while let Some(&choice) = self.stacks.choices().last() {
            let index = self.stacks.choice_count() - 1;
            match choice.kind {
                ChoiceKind::Barrier => {
                    self.restore(&choice);
                    break;
                }
                ChoiceKind::Catch
                    if self.exceptions.halt().is_none()
                        && !self.limits.is_ending()
                        && running.is_none_or(|running| index <= running)
                        && self.stacks.is_active(&self.heap, &choice, ACTIVE) =>
                {
                    running = None;
                    self.restore(&choice);
                    self.stacks.pop();
                    self.results
                        .drop_buffers(&mut self.db, &mut self.tables, &mut self.stacks, &mut self.limits);
                    if self.stack_bytes() > self.limits.memory() / 2 {
                        self.give_back_memory();
                    }
                    let term = ball.ball.unpack(&mut self.heap);
                    let mark = self.stacks.mark(&self.heap);
                    let unified = self.unify_terms(term, self.stacks.slot(self.regs.e, CATCHER));
                    if unified {
                        self.stacks.keep_mark(mark);
                        self.exceptions.note_caught(ball.cause);
                        self.regs.pc = self.sequences.recover.address();
                        return false;
                    }
                    self.undo_to_mark(mark);
                    if self.check_walks().is_err() {
                        // The unification with the catcher was interrupted; the interrupt's exception replaces this
                        // one.
                        ball = self.packed_ball();
                    }
                }
                ChoiceKind::Cleanup => {
                    let newest = running.unwrap_or_else(|| self.stacks.newest_running(&self.heap));
                    let external = index > newest || !self.stacks.is_active(&self.heap, &choice, CLEANUP_ACTIVE);
                    running = external.then_some(newest);
                    self.restore(&choice);
                    self.results
                        .drop_buffers(&mut self.db, &mut self.tables, &mut self.stacks, &mut self.limits);
                    // The pending exception continues, whatever the cleanup goal does. Inside the goal exceptions are
                    // caught as usual, even while a halt unwinds.
                    let halt = self.exceptions.take_halt();
                    self.exceptions.wait(ball);
                    let _ = self.run_newest_cleanup(Ended::Thrown { external });
                    ball = self.exceptions.take_waiting().unwrap_or_default();
                    self.exceptions.set_halt(halt.or(self.exceptions.halt()));
                }
                _ => {
                    self.stacks.pop();
                    if self.drop_plain_choices().is_err() {
                        ball = self.packed_ball();
                    }
                }
            }
        }
        self.results
            .drop_buffers(&mut self.db, &mut self.tables, &mut self.stacks, &mut self.limits);
        self.exceptions.set_uncaught(ball);
        true
    }

    /// Drops the choice points on top at which no exception stops, or some of them if there are many.
    ///
    /// # Errors
    /// The exception of an interrupt or an exceeded limit, which replaces the pending one.
    fn drop_plain_choices(&mut self) -> Step {
        if self.limits.is_ending() && self.nesting.suspended.is_empty() {
            self.stacks
                .cut(self.stacks.cleanup_level().max(self.nesting.base() + 1));
            return Ok(());
        }
        let stops = |choice: &Choice| {
            matches!(
                choice.kind,
                ChoiceKind::Barrier | ChoiceKind::Catch | ChoiceKind::Cleanup
            )
        };
        let from = self.stacks.choice_count().saturating_sub(DROPPED);
        let plain = self.stacks.choices()[from..]
            .iter()
            .rposition(stops)
            .map_or(from, |at| from + at + 1);
        self.stacks.cut(plain);
        if self.limits.is_stop_wanted() {
            return self.poll_event();
        }
        Ok(())
    }

    /// Copies the ball off the heap; returns that of an interrupt which came during the copy, or of the lack of room.
    fn packed_ball(&mut self) -> Raised {
        let (ball, cause) = (self.exceptions.ball(), self.exceptions.cause());
        match self.within_room(|heap| Record::pack(heap, ball, Attributes::Keep)) {
            Ok(ball) => Raised { ball, cause },
            Err(_) => self.exceptions.pack_ball(&self.heap),
        }
    }

    /// Stops at an exception that nothing catches, before anything is undone.
    ///
    /// # Errors
    /// If the user abandons the query.
    pub(in crate::machine) fn tell_of_uncaught(&mut self, ball: &Record) -> Step {
        let Some(stack) = self.exceptions.stack().cloned() else {
            return Ok(());
        };
        let tell = Functor::new(known::TRACE_UNCAUGHT, 2);
        let pred = self.db.pred(known::SYSTEM, tell);
        if !self.db.preds[pred].is_defined() {
            return Ok(());
        }
        self.reserve(ball.len() + stack.len() + 8)?;
        let frames = stack.unpack(&mut self.heap);
        let ball = ball.unpack(&mut self.heap);
        let goal = self.heap.new_term(tell.name(), &[frames, ball]);
        self.solve_once(goal).map(|_| ())
    }
}

impl Exceptions {
    /// Builds the term that is unified with a catcher.
    fn how_it_ended(&self, heap: &mut Heap, ended: Ended) -> Cell {
        match ended {
            Ended::Exit => Cell::atom(known::EXIT),
            Ended::Fail => Cell::atom(known::FAIL),
            Ended::Cut => Cell::atom(known::CUT),
            Ended::Thrown { external } => {
                let Some(ball) = self.newest_waiting() else {
                    unreachable!("the exception waits while its cleanup goals run");
                };
                let ball = ball.unpack(heap);
                let name = if external {
                    known::EXTERNAL_EXCEPTION
                } else {
                    known::EXCEPTION
                };
                heap.new_term(name, &[ball])
            }
        }
    }
}

impl Stacks {
    /// Returns the index of the newest catch or cleanup whose goal is running; if this run has none, 0, which is the
    /// index of a barrier.
    fn newest_running(&self, heap: &Heap) -> usize {
        self.choices()
            .iter()
            .rposition(|choice| match choice.kind {
                ChoiceKind::Barrier => true,
                ChoiceKind::Catch => self.is_active(heap, choice, ACTIVE),
                ChoiceKind::Cleanup => self.is_active(heap, choice, CLEANUP_ACTIVE),
                _ => false,
            })
            .unwrap_or(0)
    }
}

pub(crate) const CATCHER: usize = 0;
pub(crate) const RECOVERY: usize = 1;
pub(crate) const ACTIVE: usize = 2;
pub(crate) const CHOICE: usize = 3;
pub(crate) const CATCH_SLOTS: usize = 4;
pub(crate) const CLEANUP_GOAL: usize = 0;
/// `catcher(Catcher)`, or another term if the cleanup goal runs no matter how the watched goal ended.
pub(crate) const CLEANUP_CATCHER: usize = 1;
pub(crate) const CLEANUP_ACTIVE: usize = 2;
pub(crate) const CLEANUP_CHOICE: usize = 3;
pub(crate) const CLEANUP_PREVIOUS: usize = 4;
pub(crate) const CLEANUP_SLOTS: usize = 5;

impl Stacks {
    /// Whether the goal of a catch or a cleanup is running: it has neither succeeded nor been left.
    pub(in crate::machine) fn is_active(&self, heap: &Heap, choice: &Choice, slot: usize) -> bool {
        let active = self.slot(choice.e as usize, slot);
        heap.get(active.address()) == Cell::int(1)
    }

    pub(in crate::machine) fn pop_catch(&mut self, heap: &mut Heap, regs: &Registers) -> Step {
        let index = self.slot(regs.e, CHOICE).as_int() as usize;
        if self.choice_count() == index + 1 {
            self.pop();
        } else {
            let active = self.slot(regs.e, ACTIVE).address();
            self.assign(heap, active, Cell::ZERO);
        }
        Ok(())
    }
}
