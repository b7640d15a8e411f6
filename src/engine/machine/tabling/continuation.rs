//! Continuations: the frames of the running goal up to that of its generator, packed off the heap: the templates of the
//! goal and of its generator, and the live slots of its frames, followed by what they refer to.

use crate::base::atom::{AtomTable, Functor};
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::{Instr, PredId};
use crate::machine::control::results::Results;
use crate::machine::control::sequences::{RETURN, Sequences};
use crate::machine::memory::collect::live::LiveFrames;
use crate::machine::stacks::frames::is_bottom;
use crate::machine::stacks::{Registers, Stacks};
use crate::machine::tabling::{TABLE, TEMPLATE, TableId, Tables};
use crate::term::cell::Cell;

/// A frame of a continuation.
pub(super) struct SavedFrame {
    /// The address at which it goes on.
    pub(super) cp: u32,
    /// The number of its slots.
    pub(super) size: u32,
    /// The number of its live slots.
    pub(super) live: u32,
    /// For a frame that restores registers after a wake-up, the address at which that goes on; 0 for others.
    pub(super) after: u32,
}

/// How a slot is restored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SavedSlot {
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
    pub(super) frames: Box<[SavedFrame]>,
    pub(super) slots: Box<[SavedSlot]>,
    pub(super) words: Box<[u64]>,
    pub(super) raw: bool,
    pub(super) has_levels: bool,
    /// Whether it goes on under conditions.
    pub(super) has_delays: bool,
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
        self.words.len() * 8 + self.frames.len() * size_of::<SavedFrame>() + self.slots.len() * size_of::<SavedSlot>()
    }

    /// Whether it only adds: no cut in it reaches what was done before, and nothing is undecided.
    pub(super) fn is_monotonic(&self) -> bool {
        !self.has_levels && self.levels_up_to == 0 && !self.has_delays
    }
}

/// The result of a walk through the frames of the running goal.
pub(super) struct Walked {
    pub(super) owner: TableId,
    /// The template of the goal, that of its generator, the delays, and what slots hold.
    pub(super) roots: Vec<Cell>,
    pub(super) frames: Vec<SavedFrame>,
    pub(super) slots: Vec<SavedSlot>,
    pub(super) has_levels: bool,
    pub(super) keeps_levels: bool,
}

impl Walked {
    /// Walks through the frames of the running goal, whose answers bind `template`, up to that of its generator. None if
    /// it cannot be suspended.
    pub(super) fn of(
        frames_of: LiveFrames<'_>,
        atoms: &AtomTable,
        regs: &Registers,
        (template, delays): (Cell, Cell),
    ) -> Option<Walked> {
        let LiveFrames {
            db, sequences, stacks, ..
        } = frames_of;
        let (mut e, mut cp) = (regs.e, regs.cp);
        let last = sequences.answer_address();
        let cleanup = sequences.cleanup.address() + RETURN;
        let body = db.find(known::SYSTEM, Functor::new(known::CALL_BODY, 2));
        let (mut frames, mut slots, mut roots) = (Vec::new(), Vec::new(), vec![template, Cell::NIL, delays]);
        let (mut has_levels, mut keeps_levels) = (false, false);
        while cp != last {
            if is_bottom(cp) {
                return None;
            }
            // A cleanup goal runs when the consumer fails, so that nothing is left to be done at its end.
            if cp != cleanup {
                let before = slots.len();
                let resumes = cp == sequences.resume.address();
                let called = db.waits_for(cp);
                let is_body = called.is_some() && called == body;
                keeps_levels |= called.is_some_and(|pred| db.keeps_levels(atoms, pred));
                for y in frames_of.at_return(e, cp).slots() {
                    let cell = stacks.slot(e, y);
                    let number = y as u32;
                    slots.push(if cell.is_level() {
                        SavedSlot::Level(number)
                    } else if resumes && y == 1 || is_body && cell.is_int() {
                        SavedSlot::Number(number)
                    } else {
                        roots.push(cell);
                        SavedSlot::Packed(number)
                    });
                    has_levels |= !matches!(slots.last(), Some(SavedSlot::Packed(_)));
                }
                frames.push(SavedFrame {
                    cp: cp as u32,
                    size: frames_of.slots(e, cp) as u32,
                    live: (slots.len() - before) as u32,
                    after: match resumes {
                        true => stacks.slot(e, 0).as_int() as u32,
                        false => 0,
                    },
                });
            }
            (e, cp) = stacks.link(e);
        }
        let owner = stacks.slot(e, TABLE).as_int() as TableId;
        roots[1] = stacks.slot(e, TEMPLATE);
        Some(Walked {
            owner,
            roots,
            frames,
            slots,
            has_levels,
            keeps_levels,
        })
    }
}

impl Tables {
    /// Whether the running goal can be suspended.
    pub(super) fn may_suspend(
        &self,
        regs: &Registers,
        stacks: &Stacks,
        results: &Results,
        sequences: &Sequences,
    ) -> bool {
        let Some(active) = self.active.last() else {
            return false;
        };
        if results.depth() > active.choice as usize {
            return false;
        }
        let (mut e, mut cp) = (regs.e, regs.cp);
        let last = sequences.answer_address();
        while cp != last {
            if is_bottom(cp) {
                return false;
            }
            (e, cp) = stacks.link(e);
        }
        true
    }
}

impl Database {
    /// Returns the predicate whose call a frame that goes on at `cp` waits for, if it is called by name.
    fn waits_for(&self, cp: usize) -> Option<PredId> {
        match self.arena.instrs.get(cp.wrapping_sub(1)) {
            Some(Instr::Call { pred, .. }) => Some(*pred),
            _ => None,
        }
    }

    /// Whether the callers of a predicate, of the tracer or of depth limits, keep cut levels in terms.
    fn keeps_levels(&self, atoms: &AtomTable, pred: PredId) -> bool {
        let p = &self.preds[pred];
        let name = || atoms.text(p.functor.name());
        p.module == known::SYSTEM && (name().starts_with("$trace_") || name().starts_with("$depth_"))
    }
}
