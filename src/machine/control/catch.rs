//! catch/3 and throw/1, and cleanup handlers.
//!
//! A catch has a frame (catcher, recovery, a flag cell, its choice point) and a choice point. It is active while its
//! goal runs. When the goal succeeds and leaves choice points, the flag is set to 0 on the value trail, so that
//! backtracking into the goal makes the catch active again.

use crate::base::known;
use crate::code::arena::Arena;
use crate::code::instr::{Instr, Label};
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::choice::{Choice, Kind};

/// Number of choice points dropped by an exception between two polls of the watch.
const DROPPED: usize = 1 << 16;

pub(in crate::machine) const CATCHER: usize = 0;
pub(in crate::machine) const RECOVERY: usize = 1;
pub(in crate::machine) const ACTIVE: usize = 2;
const CHOICE: usize = 3;
pub(in crate::machine) const CATCH_SLOTS: usize = 4;
pub(in crate::machine) const CLEANUP_GOAL: usize = 0;
/// `catcher(Catcher)`, or another term if the cleanup goal runs no matter how the watched goal ended.
pub(in crate::machine) const CLEANUP_CATCHER: usize = 1;
pub(in crate::machine) const CLEANUP_ACTIVE: usize = 2;
const CLEANUP_CHOICE: usize = 3;
pub(in crate::machine) const CLEANUP_PREVIOUS: usize = 4;
pub(in crate::machine) const CLEANUP_SLOTS: usize = 5;

/// The way in which the goal watched by a cleanup has ended.
#[derive(Clone, Copy)]
enum Ended {
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

/// Code addresses of the machine's own instruction sequences.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::machine) struct Sequences {
    pub catch: Label,
    pub recover: Label,
    pub cleanup: Label,
    pub resume: Label,
    pub proceed: Label,
    pub reset: Label,
    pub call: [Label; 24],
    pub body: Label,
    pub query: Label,
    pub cut_to: Label,
}

impl Sequences {
    pub(in crate::machine) fn new(arena: &mut Arena) -> Sequences {
        use Instr::*;
        let mut sequences = Sequences {
            catch: arena.append(&[
                Allocate {
                    slots: CATCH_SLOTS as u16,
                },
                Save { x: 1, y: 0 },
                Save { x: 2, y: 1 },
                PushCatch {},
                CallGoal { live: 0b1111, extra: 0 },
                PopCatch {},
                Deallocate {},
                Proceed {},
            ]),
            recover: arena.append(&[PutValueY { x: 0, y: 1 }, Deallocate {}, ExecuteGoal { extra: 0 }]),
            cleanup: arena.append(&[
                Allocate {
                    slots: CLEANUP_SLOTS as u16,
                },
                Save { x: 1, y: 0 },
                Save { x: 2, y: 1 },
                PushCleanup {},
                CallGoal {
                    live: 0b11111,
                    extra: 0,
                },
                PopCleanup {},
                Deallocate {},
                Proceed {},
            ]),
            resume: arena.append(&[Resume {}]),
            proceed: arena.append(&[Proceed {}]),
            reset: arena.append(&[
                Allocate { slots: 4 },
                Save { x: 1, y: 0 },
                Save { x: 2, y: 1 },
                PushReset {},
                CallGoal { live: 0b1111, extra: 0 },
                PopReset {},
                Deallocate {},
                Proceed {},
            ]),
            body: arena.append(&[ExecuteBody {}]),
            query: arena.append(&[ExecuteGoal { extra: 0 }]),
            cut_to: arena.append(&[CutX { x: 0 }, Proceed {}]),
            ..Sequences::default()
        };
        for (extra, label) in sequences.call.iter_mut().enumerate() {
            *label = arena.append(&[ExecuteGoal { extra: extra as u8 }]);
        }
        sequences
    }
}

impl Machine {
    pub(in crate::machine) fn push_catch(&mut self) -> Step {
        let active = self.heap.push(Cell::int(1));
        self.set_slot(ACTIVE, Cell::reference(active));
        self.set_slot(CHOICE, Cell::int(self.stacks.choice_count() as i64));
        let choice = self.new_choice(Kind::Catch, 0);
        self.push_choice(choice)
    }

    pub(in crate::machine) fn pop_catch(&mut self) -> Step {
        let index = self.slot(CHOICE).as_int() as usize;
        if self.stacks.choice_count() == index + 1 {
            self.stacks.pop();
        } else {
            let active = self.slot(ACTIVE).address();
            self.assign(active, Cell::ZERO);
        }
        Ok(())
    }

    pub(in crate::machine) fn push_cleanup(&mut self) -> Step {
        let active = self.heap.push(Cell::int(1));
        self.set_slot(CLEANUP_ACTIVE, Cell::reference(active));
        self.set_slot(CLEANUP_CHOICE, Cell::int(self.stacks.choice_count() as i64));
        self.set_slot(CLEANUP_PREVIOUS, Cell::int(self.stacks.cleanup_level() as i64));
        let choice = self.new_choice(Kind::Cleanup, 0);
        self.push_choice(choice)?;
        self.stacks.set_cleanup_level(self.stacks.choice_count());
        Ok(())
    }

    /// Handles success of the watched goal: if it left no choice points, the cleanup runs now.
    pub(in crate::machine) fn pop_cleanup(&mut self) -> Step {
        let index = self.slot(CLEANUP_CHOICE).as_int() as usize;
        if self.stacks.choice_count() == index + 1 {
            return self.end_cleanups(index, Ended::Exit);
        }
        let active = self.slot(CLEANUP_ACTIVE).address();
        self.assign(active, Cell::ZERO);
        Ok(())
    }

    /// Removes the newest cleanup choice point and all above it, and runs its goal.
    fn run_newest_cleanup(&mut self, ended: Ended) -> Step {
        let index = self.stacks.cleanup_level() - 1;
        let choice = self.stacks.choices()[index];
        let slot = |m: &Machine, y: usize| m.stacks.slot(choice.e as usize, y);
        let (mut goal, catcher) = (slot(self, CLEANUP_GOAL), slot(self, CLEANUP_CATCHER));
        let previous = slot(self, CLEANUP_PREVIOUS).as_int() as usize;
        self.stacks.set_cleanup_level(previous);
        self.stacks.cut(index);
        if let View::Struct(_, first) = self.view(catcher) {
            let how = self.how_it_ended(ended);
            goal = self
                .heap
                .new_term(known::RUN_CLEANUP, &[self.heap.get(first), how, goal]);
        }
        match self.solve_once_collecting(goal) {
            Ok(_) | Err(Stop::Fail) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// Builds the term that is unified with a catcher.
    fn how_it_ended(&mut self, ended: Ended) -> Cell {
        match ended {
            Ended::Exit => Cell::atom(known::EXIT),
            Ended::Fail => Cell::atom(known::FAIL),
            Ended::Cut => Cell::atom(known::CUT),
            Ended::Thrown { external } => {
                let Some(ball) = self.exceptions.newest_waiting() else {
                    unreachable!("the exception waits while its cleanup goals run");
                };
                let ball = ball.unpack(&mut self.heap);
                let name = if external {
                    known::EXTERNAL_EXCEPTION
                } else {
                    known::EXCEPTION
                };
                self.heap.new_term(name, &[ball])
            }
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
                let first = Record::pack(&self.heap, self.exceptions.ball(), Attributes::Keep);
                self.exceptions.wait(first);
            }
        }
        self.stacks.cut(level);
        if self.exceptions.waiting() > before
            && let Some(ball) = self.exceptions.take_waiting()
        {
            let ball = ball.unpack(&mut self.heap);
            return Err(self.throw(ball));
        }
        Ok(())
    }

    /// Handles backtracking to a cleanup choice point, whose state has been restored.
    pub(in crate::machine) fn fail_through_cleanup(&mut self) -> Step {
        self.run_newest_cleanup(Ended::Fail)?;
        Err(Stop::Fail)
    }

    /// Fills in the context of an error that the machine or a native predicate has raised: `context(Name/Arity, _)`,
    /// with a variable if no predicate is to be named.
    fn complete_ball(&mut self) {
        let running = self.regs.running.take();
        if !self.exceptions.settle_context() {
            return;
        }
        let View::Struct(_, first) = self.view(self.exceptions.ball()) else {
            return;
        };
        let context = self.deref(self.heap.get(first + 1));
        let whose = match self.view(context) {
            View::Struct(f, parts) if f.name() == known::CONTEXT => self.deref(self.heap.get(parts)),
            _ => context,
        };
        if !whose.is_variable() {
            return;
        }
        let indicator = match running.and_then(|id| self.native_functor(id)) {
            Some(functor) => self.indicator(functor),
            None => self.heap.new_var(),
        };
        if whose != context {
            self.bind(whose, indicator);
            return;
        }
        let rest = self.heap.new_var();
        let term = self.heap.new_term(known::CONTEXT, &[indicator, rest]);
        self.bind(context, term);
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
        if is_uncaught && self.tells_of_uncaught() && self.tell_of_uncaught(&ball).is_err() {
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
                Kind::Barrier => {
                    self.restore(&choice);
                    break;
                }
                Kind::Catch
                    if self.exceptions.halt().is_none()
                        && !self.limits.is_ending()
                        && running.is_none_or(|running| index <= running)
                        && self.is_active(&choice, ACTIVE) =>
                {
                    running = None;
                    self.restore(&choice);
                    self.stacks.pop();
                    self.drop_buffers();
                    if self.stack_bytes() > self.limits.memory() / 2 {
                        self.give_back_memory();
                    }
                    let term = ball.unpack(&mut self.heap);
                    let mark = self.mark();
                    let unified = self.unify_terms(term, self.slot(CATCHER));
                    if unified {
                        self.keep_mark(mark);
                        self.regs.pc = self.sequences.recover as usize;
                        return false;
                    }
                    self.undo_to_mark(mark);
                    if self.settle().is_err() {
                        // The unification with the catcher was interrupted; the interrupt's exception replaces this
                        // one.
                        ball = self.packed_ball();
                    }
                }
                Kind::Cleanup => {
                    let newest = running.unwrap_or_else(|| self.newest_running());
                    let external = index > newest || !self.is_active(&choice, CLEANUP_ACTIVE);
                    running = external.then_some(newest);
                    self.restore(&choice);
                    self.drop_buffers();
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
        self.drop_buffers();
        self.exceptions.set_uncaught(ball);
        true
    }

    /// Drops the choice points on top at which no exception stops, or some of them if there are many.
    ///
    /// # Errors
    /// The exception of an interrupt or an exceeded limit, which replaces the pending one.
    fn drop_plain_choices(&mut self) -> Step {
        if self.limits.is_ending() && self.suspended.is_empty() {
            self.stacks.cut(self.stacks.cleanup_level().max(1));
            return Ok(());
        }
        let stops = |choice: &Choice| matches!(choice.kind, Kind::Barrier | Kind::Catch | Kind::Cleanup);
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

    /// Copies the ball off the heap; returns the ball of an interrupt if one came during the copy.
    fn packed_ball(&mut self) -> Record {
        let ball = Record::pack(&self.heap, self.exceptions.ball(), Attributes::Keep);
        match self.settle() {
            Ok(()) => ball,
            Err(_) => Record::pack(&self.heap, self.exceptions.ball(), Attributes::Keep),
        }
    }

    /// Returns the index of the newest catch or cleanup whose goal is running; if this run has none, 0, which is the
    /// index of a barrier.
    fn newest_running(&self) -> usize {
        self.stacks
            .choices()
            .iter()
            .rposition(|choice| match choice.kind {
                Kind::Barrier => true,
                Kind::Catch => self.is_active(choice, ACTIVE),
                Kind::Cleanup => self.is_active(choice, CLEANUP_ACTIVE),
                _ => false,
            })
            .unwrap_or(0)
    }

    /// Whether the goal of a catch or a cleanup is running: it has neither succeeded nor been left.
    pub(in crate::machine) fn is_active(&self, choice: &Choice, slot: usize) -> bool {
        let active = self.stacks.slot(choice.e as usize, slot);
        self.heap.get(active.address()) == Cell::int(1)
    }
}
