//! The goal that filled the memory, which the error reports for an infinite recursion.
//!
//! The continuation of a frame follows the call that its caller made; in an infinite recursion, most frames lead to the
//! same call. Choice points are counted likewise. This costs nothing until memory has run out.

use rustc_hash::FxHashMap;

use crate::base::known;
use crate::code::instr::{Instr, PredId};
use crate::term::cell::Cell;
use crate::term::view::View;

use super::Machine;
use super::choice::Kind;

/// The minimum number of frames or choice points of one predicate that is reported.
const MANY: usize = 10_000;
/// The number of frames or choice points counted between two checks of the watch.
const COUNTED: usize = 1 << 16;

impl Machine {
    /// Adds the repeated goal, if there is one, to the context of the error just created.
    pub(super) fn blame(&mut self) {
        let (word, pred, count) = if let Some((pred, count)) = self.deepest_recursion() {
            ("recursion", pred, count)
        } else if let Some((pred, count)) = self.most_choices() {
            ("choice_points", pred, count)
        } else if let Some(pred) = self.called.filter(|&pred| self.is_told(pred)) {
            ("running", pred, 1)
        } else {
            return;
        };
        let View::Struct(_, args) = self.view(self.ball) else {
            return;
        };
        let functor = self.db.preds[pred].functor;
        let indicator = self.indicator(functor);
        let word = self.intern(word);
        let what = self.heap.new_term(word, &[indicator, Cell::int(count as i64)]);
        let nobody = self.heap.new_var();
        let context = self.heap.new_term(known::CONTEXT, &[nobody, what]);
        self.heap.set(args + 1, context);
        self.needs_context = false;
    }

    /// Returns the predicate with the most frames, and their number.
    fn deepest_recursion(&self) -> Option<(PredId, usize)> {
        let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
        let (mut e, mut last, mut run) = (self.e, self.cp, 0);
        let mut frames = 0;
        // Most frames have the same continuation as the one above: these are counted without the map.
        while e != 0 {
            frames += 1;
            if frames % COUNTED == 0 && self.limits.is_stop_wanted() {
                break;
            }
            let (previous, continuation) = self.frame_link(e);
            if continuation == last {
                run += 1;
            } else {
                *counts.entry(last).or_default() += run;
                (last, run) = (continuation, 1);
            }
            e = previous;
        }
        *counts.entry(last).or_default() += run;
        self.commonest(counts.into_iter().filter_map(|(continuation, count)| {
            match self.db.arena.instrs.get(continuation.checked_sub(1)?)? {
                Instr::Call { pred, .. } => Some((*pred, count)),
                _ => None,
            }
        }))
    }

    /// Returns the predicate with the most choice points, and their number.
    fn most_choices(&self) -> Option<(PredId, usize)> {
        let mut counts: FxHashMap<(Kind, u32), usize> = FxHashMap::default();
        for (index, choice) in self.choices.iter().enumerate() {
            if index % COUNTED == COUNTED - 1 && self.limits.is_stop_wanted() {
                break;
            }
            let place = match choice.kind {
                Kind::Candidates => choice.pred.number(),
                Kind::Native => choice.next.id.number(),
                _ => choice.alternative,
            };
            *counts.entry((choice.kind, place)).or_default() += 1;
        }
        let many = counts.into_iter().filter(|(_, count)| *count >= MANY);
        self.commonest(many.filter_map(|((kind, place), count)| match kind {
            Kind::Candidates => Some((PredId::new(place), count)),
            Kind::Code => self.owner(place as usize).map(|pred| (pred, count)),
            _ => None,
        }))
    }

    /// Returns the predicate whose clause contains the code at `label` or is tried by it.
    fn owner(&self, label: usize) -> Option<PredId> {
        let label = match self.db.arena.instrs.get(label)? {
            Instr::Retry { clause } | Instr::Trust { clause } => *clause as usize,
            _ => label,
        };
        self.db.clause_at(label).map(|clause| clause.pred)
    }

    /// Returns the predicate with the highest count, if it is high enough; predicates of the user take precedence over
    /// those of the system.
    fn commonest(&self, counts: impl Iterator<Item = (PredId, usize)>) -> Option<(PredId, usize)> {
        let mut sums: FxHashMap<PredId, usize> = FxHashMap::default();
        for (pred, count) in counts {
            *sums.entry(pred).or_default() += count;
        }
        let many = sums
            .into_iter()
            .filter(|&(pred, count)| count >= MANY && self.is_told(pred));
        many.max_by_key(|&(pred, count)| (self.db.preds[pred].module != known::SYSTEM, count, pred))
    }

    /// Whether the predicate's name means something to a user.
    fn is_told(&self, pred: PredId) -> bool {
        let functor = self.db.preds[pred].functor;
        !self.atoms.text(functor.name()).starts_with('$')
    }
}
