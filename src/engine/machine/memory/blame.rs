//! Diagnosis of memory exhaustion: finds the goal of an infinite recursion for the error's context.
//!
//! A frame's continuation is the address after its caller's call; in an infinite recursion most frames have the same
//! one. Choice points are counted in the same way. This costs nothing until memory has run out.

use rustc_hash::FxHashMap;

use crate::base::atom::AtomTable;
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::{Instr, PredId};
use crate::machine::memory::limits::MachineLimits;
use crate::machine::stacks::choice::ChoiceKind;
use crate::machine::stacks::{Registers, Stacks};

/// Number of frames or choice points of one predicate from which it is reported.
const MANY: usize = 10_000;
/// Number of frames or choice points counted between two polls of the watch.
const COUNTED: usize = 1 << 16;

impl Database {
    /// Returns the predicate with the highest count, if it is high enough; predicates of the user take precedence over
    /// those of the system.
    fn commonest(&self, atoms: &AtomTable, counts: impl Iterator<Item = (PredId, usize)>) -> Option<(PredId, usize)> {
        let mut sums: FxHashMap<PredId, usize> = FxHashMap::default();
        for (pred, count) in counts {
            *sums.entry(pred).or_default() += count;
        }
        let many = sums
            .into_iter()
            .filter(|&(pred, count)| count >= MANY && self.is_told(atoms, pred));
        many.max_by_key(|&(pred, count)| (self.preds[pred].module != known::SYSTEM, count, pred))
    }

    /// Whether the predicate's name means something to a user.
    fn is_told(&self, atoms: &AtomTable, pred: PredId) -> bool {
        let functor = self.preds[pred].functor;
        !atoms.text(functor.name()).starts_with('$')
    }
}

impl MachineLimits {
    /// Returns the goal that is to blame, if there is one: what it does, its predicate, and how often.
    pub(super) fn culprit(
        &self,
        atoms: &AtomTable,
        db: &Database,
        stacks: &Stacks,
        regs: &Registers,
        called: Option<PredId>,
    ) -> Option<(&'static str, PredId, usize)> {
        let counted = |word| move |(pred, count)| (word, pred, count);
        let recursion = self.deepest_recursion(atoms, db, stacks, regs);
        recursion
            .map(counted("recursion"))
            .or_else(|| self.most_choices(atoms, db, stacks).map(counted("choice_points")))
            .or_else(|| {
                called
                    .filter(|&pred| db.is_told(atoms, pred))
                    .map(|pred| ("running", pred, 1))
            })
    }

    /// Returns the predicate with the most choice points, and their number.
    fn most_choices(&self, atoms: &AtomTable, db: &Database, stacks: &Stacks) -> Option<(PredId, usize)> {
        let mut counts: FxHashMap<(ChoiceKind, u32), usize> = FxHashMap::default();
        for (index, choice) in stacks.choices().iter().enumerate() {
            if index % COUNTED == COUNTED - 1 && self.is_stop_wanted() {
                break;
            }
            let place = match choice.kind {
                ChoiceKind::Candidates => choice.pred.number(),
                ChoiceKind::Native => choice.next.id.number(),
                _ => choice.alternative.number(),
            };
            *counts.entry((choice.kind, place)).or_default() += 1;
        }
        let many = counts.into_iter().filter(|(_, count)| *count >= MANY);
        db.commonest(
            atoms,
            many.filter_map(|((kind, place), count)| match kind {
                ChoiceKind::Candidates => Some((PredId::new(place), count)),
                ChoiceKind::Code => db.owner(place as usize).map(|pred| (pred, count)),
                _ => None,
            }),
        )
    }

    /// Returns the predicate with the most frames, and their number.
    fn deepest_recursion(
        &self,
        atoms: &AtomTable,
        db: &Database,
        stacks: &Stacks,
        regs: &Registers,
    ) -> Option<(PredId, usize)> {
        let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
        let (mut e, mut last, mut run) = (regs.e, regs.cp, 0);
        let mut frames = 0;
        // Most frames have the same continuation as the one above: those are counted without the map.
        while e != 0 {
            frames += 1;
            if frames % COUNTED == 0 && self.is_stop_wanted() {
                break;
            }
            let (previous, continuation) = stacks.link(e);
            if continuation == last {
                run += 1;
            } else {
                *counts.entry(last).or_default() += run;
                (last, run) = (continuation, 1);
            }
            e = previous;
        }
        *counts.entry(last).or_default() += run;
        db.commonest(
            atoms,
            counts.into_iter().filter_map(|(continuation, count)| {
                match db.arena.instrs.get(continuation.checked_sub(1)?)? {
                    Instr::Call { pred, .. } => Some((*pred, count)),
                    _ => None,
                }
            }),
        )
    }
}
