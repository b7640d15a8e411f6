//! Consumers: goals that wait for answers of an incomplete table, with their continuations up to the frame of their
//! generator.
//!
//! A continuation is packed off the heap: the templates of the consumer and of its generator, and the live slots of its
//! frames, followed by what they refer to. It is unpacked once for all answers that are new when it is resumed. A
//! consumer that is the last goal of its clause has no frames: its answers are copied to the table of its generator
//! without running anything.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::index::Candidate;
use crate::code::instr::{FAIL, Instr, PredId};
use crate::machine::Machine;
use crate::machine::control::sequences::RETURN;
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::choice::{Choice, Kind};
use crate::machine::stacks::frames::is_bottom;
use crate::term::cell::Cell;
use crate::term::record::{append_cells, pack_cells_with_attributes};

use super::copy::Column;
use super::negation::NEGATED;
use super::{State, TABLE, TEMPLATE, TableId};

/// A frame of a continuation.
struct Frame {
    /// The address at which it goes on.
    cp: u32,
    /// The number of its slots.
    size: u32,
    /// The number of its live slots.
    live: u32,
    /// For a frame that restores registers after a wake-up, the address at which that goes on; 0 for others.
    after: u32,
}

/// How a slot is restored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// From the packed cell.
    Packed(u32),
    /// As a cut level.
    Level(u32),
    /// As a cut level that is a number.
    Number(u32),
}

/// The continuation of a consumer.
pub(super) struct Continuation {
    /// The frames, the innermost first.
    frames: Box<[Frame]>,
    slots: Box<[Slot]>,
    words: Box<[u64]>,
    raw: bool,
    pub(super) has_levels: bool,
    /// Whether it goes on under conditions.
    has_delays: bool,
    /// The number of choice points when the goal was suspended, if library predicates in the continuation keep cut
    /// levels in their terms; otherwise 0.
    pub(super) levels_up_to: usize,
}

impl Continuation {
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Visits the addresses at which its frames go on.
    pub(super) fn each_address(&self, visit: &mut impl FnMut(usize)) {
        for frame in &self.frames {
            visit(frame.cp as usize);
            visit(frame.after as usize);
        }
    }

    /// Returns the bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * 8 + self.frames.len() * size_of::<Frame>() + self.slots.len() * size_of::<Slot>()
    }

    /// Whether it only adds: no cut in it reaches what was done before, and nothing is undecided.
    pub(super) fn is_monotonic(&self) -> bool {
        !self.has_levels && self.levels_up_to == 0 && !self.has_delays
    }
}

/// What a walk through the frames of the running goal has found.
struct Walked {
    owner: TableId,
    /// The template of the goal, that of its generator, the delays, and what slots hold.
    roots: Vec<Cell>,
    frames: Vec<Frame>,
    slots: Vec<Slot>,
    has_levels: bool,
    keeps_levels: bool,
}

/// What a consumer does with an answer.
pub(super) enum Body {
    /// Goes on with its continuation.
    Continue(Continuation),
    /// Adds a row of these columns to the table of its generator.
    Copy(Box<[Column]>),
    /// Nothing: its generator was abandoned.
    Dead,
}

/// A consumer of a table.
pub struct Suspension {
    /// The table of its generator.
    pub(super) owner: TableId,
    /// The number of answers, or entries of the log, that it has seen.
    pub(super) seen: u32,
    /// If it stays when the table is complete, the stamp of its owner; otherwise 0.
    pub(super) stamp: u64,
    pub(super) body: Body,
}

impl Suspension {
    /// Visits the packed words.
    pub fn each_words(&self, visit: &mut impl FnMut(&[u64])) {
        match &self.body {
            Body::Continue(continuation) => visit(&continuation.words),
            Body::Copy(columns) => columns.iter().for_each(|column| column.each_words(visit)),
            Body::Dead => {}
        }
    }

    /// Visits the addresses of the continuation.
    pub fn each_address(&self, visit: &mut impl FnMut(usize)) {
        if let Body::Continue(continuation) = &self.body {
            continuation.each_address(visit);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Suspension>()
            + match &self.body {
                Body::Continue(continuation) => continuation.bytes(),
                Body::Copy(columns) => columns.len() * size_of::<Column>(),
                Body::Dead => 0,
            }
    }
}

impl Machine {
    /// Makes the running goal, whose answers bind `template`, a consumer of an incomplete table.
    ///
    /// # Errors
    /// If its continuation cannot be suspended, or there is no room.
    pub(super) fn consume(&mut self, id: TableId, template: Cell) -> Step {
        let table = self.tables.get(id);
        let is_single_pass = table.rare.moded.as_ref().is_some_and(|moded| moded.is_single_pass());
        let State::Incomplete(place) = table.state else {
            return Err(self.cannot_suspend(id));
        };
        let Some(active) = self.tables.active.last_mut() else {
            return Err(self.cannot_suspend(id));
        };
        active.low = active.low.min(place);
        let choice = active.choice as usize;
        if is_single_pass || self.results.depth() > choice {
            return Err(self.cannot_suspend(id));
        }
        let is_negated = template == NEGATED;
        let mut suspension = self.capture(id, template)?;
        if !is_negated {
            self.tables.note_consumer(id, &mut suspension);
        }
        self.add_suspension(id, suspension)?;
        if is_negated {
            let number = self.tables.get(id).rare.suspensions.len() - 1;
            if let Some(active) = self.tables.active.last_mut() {
                active.agenda().negations.push((id, number));
            }
        } else if self.tables.get(id).answers.count() > 0 {
            self.tables.enqueue(id);
        }
        Ok(())
    }

    /// Adds a goal that waits for the answers of a table.
    pub(super) fn add_suspension(&mut self, id: TableId, suspension: Suspension) -> Step {
        let bytes = suspension.bytes();
        self.charge_program(bytes)?;
        self.tables.get_mut(id).rare.suspensions.push(suspension);
        self.tables.charge(id, 0, bytes);
        Ok(())
    }

    /// Whether the running goal can be suspended.
    pub(super) fn may_suspend(&self) -> bool {
        let Some(active) = self.tables.active.last() else {
            return false;
        };
        if self.results.depth() > active.choice as usize {
            return false;
        }
        let (mut e, mut cp) = (self.regs.e, self.regs.cp);
        let last = self.answer_address();
        while cp != last {
            if is_bottom(cp) {
                return false;
            }
            (e, cp) = self.stacks.link(e);
        }
        true
    }

    /// `permission_error(table, recursive_goal, Goal)`: the goal depends on itself where it cannot wait for its answers.
    fn cannot_suspend(&mut self, id: TableId) -> Stop {
        self.table_error("table", "recursive_goal", id)
    }

    /// Walks through the frames of the running goal up to that of its generator.
    fn walk_frames(&mut self, id: TableId, template: Cell) -> Result<Walked, Stop> {
        let (mut e, mut cp) = (self.regs.e, self.regs.cp);
        let last = self.answer_address();
        let cleanup = self.sequences.cleanup.address() + RETURN;
        let body = self.db.find(known::SYSTEM, Functor::new(known::CALL_BODY, 2));
        let (mut frames, mut slots, mut roots) = (Vec::new(), Vec::new(), vec![template, Cell::NIL, self.delays()]);
        let (mut has_levels, mut keeps_levels) = (false, false);
        while cp != last {
            if is_bottom(cp) {
                return Err(self.cannot_suspend(id));
            }
            // A cleanup goal runs when the consumer fails, so that nothing is left to be done at its end.
            if cp != cleanup {
                let before = slots.len();
                let resumes = cp == self.sequences.resume.address();
                let called = self.waits_for(cp);
                let is_body = called.is_some() && called == body;
                keeps_levels |= called.is_some_and(|pred| self.keeps_levels(pred));
                for y in self.live_at_return(e, cp).slots() {
                    let cell = self.stacks.slot(e, y);
                    let number = y as u32;
                    slots.push(if cell.is_level() {
                        Slot::Level(number)
                    } else if resumes && y == 1 || is_body && cell.is_int() {
                        Slot::Number(number)
                    } else {
                        roots.push(cell);
                        Slot::Packed(number)
                    });
                    has_levels |= !matches!(slots.last(), Some(Slot::Packed(_)));
                }
                frames.push(Frame {
                    cp: cp as u32,
                    size: self.frame_slots(e, cp) as u32,
                    live: (slots.len() - before) as u32,
                    after: match resumes {
                        true => self.stacks.slot(e, 0).as_int() as u32,
                        false => 0,
                    },
                });
            }
            (e, cp) = self.stacks.link(e);
        }
        let owner = self.stacks.slot(e, TABLE).as_int() as TableId;
        roots[1] = self.stacks.slot(e, TEMPLATE);
        Ok(Walked {
            owner,
            roots,
            frames,
            slots,
            has_levels,
            keeps_levels,
        })
    }

    /// Packs the continuation of the running goal up to the frame of its generator.
    pub(super) fn capture(&mut self, id: TableId, template: Cell) -> Result<Suspension, Stop> {
        let walked = self.walk_frames(id, template)?;
        let owner = walked.owner;
        let (own, delays) = (walked.roots[1], walked.roots[2]);
        if walked.frames.is_empty()
            && template != NEGATED
            && delays == Cell::NIL
            && let Some(columns) = self.columns(id, template, owner, own)?
        {
            return Ok(Suspension {
                owner,
                seen: 0,
                stamp: 0,
                body: Body::Copy(columns),
            });
        }
        Ok(Suspension {
            owner,
            // A negated goal gets no answers.
            seen: if template == NEGATED { u32::MAX } else { 0 },
            stamp: 0,
            body: Body::Continue(self.pack_frames(walked)?),
        })
    }

    /// Packs the continuation of the running goal, which may be suspended, up to the frame of its generator: that of
    /// table `id`.
    pub(super) fn capture_continuation(&mut self, id: TableId, template: Cell) -> Result<Continuation, Stop> {
        let walked = self.walk_frames(id, template)?;
        self.pack_frames(walked)
    }

    fn pack_frames(&mut self, walked: Walked) -> Result<Continuation, Stop> {
        let roots = &walked.roots;
        self.reserve(roots.len())?;
        let first = self.heap.push_all(roots);
        let mut words = Vec::with_capacity(2 * roots.len() + 8);
        let packing = pack_cells_with_attributes(&self.heap, first, roots.len(), &mut words);
        self.heap.set_top(first);
        self.check_walks()?;
        Ok(Continuation {
            frames: walked.frames.into_boxed_slice(),
            slots: walked.slots.into_boxed_slice(),
            words: words.into_boxed_slice(),
            raw: packing.raw,
            has_levels: walked.has_levels,
            has_delays: walked.roots[2] != Cell::NIL,
            levels_up_to: if walked.keeps_levels {
                self.stacks.choice_count()
            } else {
                0
            },
        })
    }

    /// Returns the predicate whose call a frame that goes on at `cp` waits for, if it is called by name.
    fn waits_for(&self, cp: usize) -> Option<PredId> {
        match self.db.arena.instrs.get(cp.wrapping_sub(1)) {
            Some(Instr::Call { pred, .. }) => Some(*pred),
            _ => None,
        }
    }

    /// Whether the callers of a predicate, of the tracer or of depth limits, keep cut levels in terms.
    fn keeps_levels(&self, pred: PredId) -> bool {
        let p = &self.db.preds[pred];
        let name = || self.atoms.text(p.functor.name());
        p.module == known::SYSTEM && (name().starts_with("$trace_") || name().starts_with("$depth_"))
    }

    /// Unpacks the continuation of consumer `number` of a table and goes on with its first new answer; the choice point
    /// that it leaves goes on with the next ones.
    pub(super) fn resume_consumer(&mut self, id: TableId, number: usize) -> Step {
        // The continuation is not needed elsewhere meanwhile.
        let suspension = &mut self.tables.get_mut(id).rare.suspensions[number];
        let owner = suspension.owner;
        self.tables.running = Some(owner);
        let suspension = &mut self.tables.get_mut(id).rare.suspensions[number];
        let body = std::mem::replace(&mut suspension.body, Body::Dead);
        let resumed = match &body {
            Body::Continue(continuation) => self.reopen(continuation, owner, (id, number)),
            Body::Copy(_) | Body::Dead => Err(Stop::Fail),
        };
        self.tables.get_mut(id).rare.suspensions[number].body = body;
        resumed?;
        match self.levels_up_to(id, number) {
            0 => self.next_answer(id, number),
            count => self.only_answer(id, number, count),
        }
    }

    fn levels_up_to(&self, id: TableId, number: usize) -> usize {
        match &self.tables.get(id).rare.suspensions[number].body {
            Body::Continue(continuation) => continuation.levels_up_to,
            Body::Copy(_) | Body::Dead => 0,
        }
    }

    /// Goes on with one answer for a consumer whose continuation keeps levels: as many choice points are pushed as
    /// there were, so that its cuts do not reach further than they should. There is no choice point for more answers,
    /// which such a cut would drop: its leader resumes the consumer again.
    fn only_answer(&mut self, id: TableId, number: usize, count: usize) -> Step {
        let template = self.x[0];
        self.stacks.pop();
        let Some(row) = self.next_row(id, number) else {
            return Err(Stop::Fail);
        };
        self.regs.pc = self.regs.cp;
        let dead = Choice {
            alternative: FAIL,
            ..self.new_choice(Kind::Code, 0)
        };
        while self.stacks.choice_count() < count {
            self.push_choice(Choice {
                args: self.stacks.saved().len() as u32,
                ..dead
            })?;
        }
        self.tables.resume_again(id, number);
        self.deliver(id, row, template)
    }

    /// Unpacks a continuation, opens its frames, and pushes the choice point of its consumer.
    pub(super) fn reopen(
        &mut self,
        continuation: &Continuation,
        owner: TableId,
        (id, number): (TableId, usize),
    ) -> Step {
        let (template, levels) = self.reopen_frames(continuation, owner)?;
        self.x[0] = template;
        let choice = Choice {
            next: Candidate {
                id: ClauseId::new(id),
                at: number as u32,
            },
            ..self.new_choice(Kind::Consumer, 1)
        };
        self.push_choice(choice)?;
        let level = self.stacks.choice_count();
        for (e, slot) in levels {
            match slot {
                Slot::Level(y) => self.stacks.set_slot(e, y as usize, Cell::level(level)),
                Slot::Number(y) | Slot::Packed(y) => self.stacks.set_slot(e, y as usize, Cell::int(level as i64)),
            }
        }
        Ok(())
    }

    /// Unpacks a continuation that is monotonic and opens its frames. Returns the template of its goal.
    pub(super) fn reopen_monotonic(&mut self, continuation: &Continuation, owner: TableId) -> Result<Cell, Stop> {
        let (template, _) = self.reopen_frames(continuation, owner)?;
        Ok(template)
    }

    /// Unpacks a continuation and opens its frames. Returns the template of its goal, and the slots that are to get cut
    /// levels, with their frames.
    fn reopen_frames(
        &mut self,
        continuation: &Continuation,
        owner: TableId,
    ) -> Result<(Cell, Vec<(usize, Slot)>), Stop> {
        self.reserve(continuation.words.len())?;
        let first = append_cells(&mut self.heap, &continuation.words, continuation.raw);
        self.check_walks()?;
        let (template, own) = (self.heap.get(first), self.heap.get(first + 1));
        self.open_generator(owner, own)?;
        let packed = |slots: &[Slot]| slots.iter().filter(|slot| matches!(slot, Slot::Packed(_))).count();
        self.set_delays(self.heap.get(first + 2));
        let mut root = first + 3 + packed(&continuation.slots);
        let catch = self.sequences.catch.address() + RETURN;
        let (mut rest, mut levels) = (&continuation.slots[..], Vec::new());
        for frame in continuation.frames.iter().rev() {
            self.open_frame(self.regs.cp, frame.size as usize)?;
            let (before, slots) = rest.split_at(rest.len() - frame.live as usize);
            rest = before;
            root -= packed(slots);
            let mut next = root;
            for &slot in slots {
                if let Slot::Packed(y) = slot {
                    self.set_slot(y as usize, self.heap.get(next));
                    next += 1;
                } else {
                    levels.push((self.regs.e, slot));
                }
            }
            self.regs.cp = frame.cp as usize;
            if self.regs.cp == catch {
                self.push_catch()?;
            }
        }
        Ok((template, levels))
    }

    /// Backtracks to the choice point of a consumer.
    pub(super) fn retry_consumer(&mut self, choice: Choice) -> Step {
        let Candidate { id, at } = choice.next;
        self.next_answer(id.number(), at as usize)
    }

    /// Goes on with the next answer for a consumer, whose choice point is the newest.
    fn next_answer(&mut self, id: TableId, number: usize) -> Step {
        let Some(row) = self.next_row(id, number) else {
            self.stacks.pop();
            return Err(Stop::Fail);
        };
        let template = self.x[0];
        self.regs.pc = self.regs.cp;
        let has_levels = match &self.tables.get(id).rare.suspensions[number].body {
            Body::Continue(continuation) => continuation.has_levels,
            Body::Copy(_) | Body::Dead => false,
        };
        if has_levels {
            // A soft cut disables the choice point at its level.
            let dead = Choice {
                alternative: FAIL,
                ..self.new_choice(Kind::Code, 0)
            };
            self.push_choice(dead)?;
        }
        self.deliver(id, row, template)
    }

    /// Returns the next row for a consumer, and notes that it has seen it.
    #[inline]
    pub(super) fn next_row(&mut self, id: TableId, number: usize) -> Option<u32> {
        let table = self.tables.get_mut(id);
        let parts = &mut *table.rare;
        let suspension = &mut parts.suspensions[number];
        let Some(moded) = &parts.moded else {
            if suspension.owner == id && parts.restraint.is_some() {
                return table.next_row_of_own(number);
            }
            let row = suspension.seen;
            let is_there = row < table.answers.count();
            suspension.seen += u32::from(is_there);
            return is_there.then_some(row);
        };
        while suspension.seen < moded.log_length() {
            suspension.seen += 1;
            if let Some(row) = moded.entry(suspension.seen - 1) {
                return Some(row);
            }
        }
        None
    }
}
