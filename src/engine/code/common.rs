//! `CommonIndexes`: the indexes of a frozen program, which the engine that first needs one makes for all.
//!
//! They serve predicates that an engine has not changed. The first change of an engine copies an index, as it copies one
//! that was made before the program was frozen.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::base::ids::Id;
use crate::base::shared::Shared;

use super::database::Database;
use super::index::Index;
use super::instr::PredId;
use super::key::Spec;
use super::plan::Indexing;

/// The most indexes of a predicate that are kept for all: a program that nobody trusts may ask for many.
const MOST_INDEXES: usize = 6;

/// The indexes that engines of a frozen program have made of its predicates as they were frozen.
#[derive(Debug, Default)]
pub(super) struct CommonIndexes {
    /// The generation in which the program was frozen.
    generation: u64,
    made: Mutex<FxHashMap<PredId, Indexing>>,
}

impl CommonIndexes {
    /// Begins without any.
    pub(super) fn new(generation: u64) -> CommonIndexes {
        CommonIndexes {
            generation,
            made: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<PredId, Indexing>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Database {
    /// Returns the indexes of the program, if they fit a predicate: all its clauses are those that were frozen.
    fn common(&self, pred: PredId) -> Option<&CommonIndexes> {
        // In WebAssembly each engine has a module of its own.
        let common = self.common.as_deref().filter(|_| cfg!(not(target_family = "wasm")))?;
        let p = &self.preds[pred];
        let is_frozen = pred.index() < self.frozen_preds && p.changed <= common.generation && p.erased.is_empty();
        is_frozen.then_some(common)
    }

    /// Takes over what engines of the program have found about a predicate, for goals with the arguments in `mask` bound.
    /// Returns whether there is a plan for these now.
    #[cold]
    pub(super) fn adopt_plans(&mut self, pred: PredId, mask: u64, total: usize) -> bool {
        let Some(common) = self.common(pred) else { return false };
        let Some(found) = common.lock().get(&pred).cloned() else {
            return false;
        };
        let has_plan = found.plan(mask, total).is_some();
        let is_new = self.preds[pred]
            .indexing
            .as_ref()
            .is_none_or(|own| own.indexes.is_empty());
        let own = self.preds[pred].indexing.get_or_insert_default();
        own.add(found, usize::MAX);
        if is_new && !own.indexes.is_empty() {
            self.indexed.push(pred);
        }
        has_plan
    }

    /// Takes over an index that another engine of the program has made. Returns whether there is one.
    #[cold]
    pub(super) fn adopt_index(&mut self, pred: PredId, spec: Spec) -> bool {
        let found = self.common(pred).and_then(|common| {
            let made = common.lock();
            let index = made.get(&pred)?.indexes.iter().find(|index| index.spec == spec)?;
            Some(index.clone())
        });
        found.map(|index| self.keep_index(pred, index)).is_some()
    }

    /// Offers the plans and indexes of a predicate to all engines of the program. An index that all have is no longer
    /// charged to this one.
    #[cold]
    pub(super) fn offer_indexes(&mut self, pred: PredId) {
        if self.common(pred).is_none() {
            return;
        }
        let Some(common) = self.common.clone() else { return };
        let Some(own) = &mut self.preds[pred].indexing else {
            return;
        };
        let mut made = common.lock();
        let all = made.entry(pred).or_default();
        let entries = &mut self.index_entries;
        let mut room = MOST_INDEXES.saturating_sub(all.indexes.len());
        let share = |index: Shared<Index>| {
            if room == 0 || !index.is_charged() || all.indexes.iter().any(|other| other.spec == index.spec) {
                return index;
            }
            room -= 1;
            *entries -= index.entries();
            let mut index = index.share();
            index.discharge();
            index
        };
        own.indexes = std::mem::take(&mut own.indexes).into_iter().map(share).collect();
        let mut offered = own.as_ref().clone();
        offered.indexes.retain(|index| !index.is_charged());
        all.add(offered, MOST_INDEXES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::atom::Functor;
    use crate::base::known;
    use crate::code::clause::ClauseId;
    use crate::code::database::{ClauseEnd, NewClause};
    use crate::code::key::GoalArguments;
    use crate::code::lookup::Routing;
    use crate::code::packed::ClauseShape;
    use crate::term::cell::Cell;
    use crate::term::heap::Heap;

    const COUNT: i64 = 400;

    fn add(db: &mut Database, pred: PredId, number: i64) -> ClauseId {
        let new = NewClause {
            cells: &mut vec![Cell::int(number).bits()],
            name_words: 0,
            shape: ClauseShape::Flat,
            line: 0,
            file: known::NIL,
        };
        db.add(pred, new, ClauseEnd::Last)
    }

    /// Looks `p(Number)` up as the machine does. Returns what was found, and whether an index was made for it.
    fn look_up(db: &mut Database, pred: PredId, number: i64) -> (Option<ClauseId>, bool) {
        let heap = Heap::with_capacity(64);
        let args = [Cell::int(number)];
        let goal = GoalArguments {
            heap: &heap,
            args: &args,
            heads_only: false,
        };
        let mut is_made = false;
        loop {
            match db.route(pred, goal) {
                Routing::Ready(route) => return (db.first(pred, route, goal).map(|found| found.id), is_made),
                Routing::Wanted(spec, total) => {
                    db.make_index(pred, spec, total);
                    is_made = true;
                }
            }
        }
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "engines share nothing")]
    fn one_engine_makes_an_index_for_all_that_have_not_changed_the_predicate() {
        let mut frozen = Database::default();
        let pred = frozen.pred(known::USER, Functor::new(known::NIL, 1));
        let ids: Vec<ClauseId> = (0..COUNT).map(|number| add(&mut frozen, pred, number)).collect();
        frozen.freeze();
        let (mut one, mut other, mut changed) = (frozen.clone(), frozen.clone(), frozen.clone());
        let new = add(&mut changed, pred, -1);
        assert!(changed.erase(ids[7]));
        // The first engine scans once; what it has found serves the second one at once, and is charged to neither.
        assert_eq!(look_up(&mut one, pred, 9), (Some(ids[9]), false));
        assert_eq!(look_up(&mut one, pred, 9), (Some(ids[9]), true));
        assert_eq!(look_up(&mut other, pred, 7), (Some(ids[7]), false));
        assert_eq!((one.index_entries, other.index_entries), (0, 0));
        assert_eq!(
            other.preds[pred].indexing.as_ref().map(|own| own.indexes.len()),
            Some(1)
        );
        // A change copies it, and is seen in one engine only.
        let added = add(&mut other, pred, COUNT);
        assert!(other.erase(ids[7]));
        other.sweep(pred, &[]);
        assert_eq!(look_up(&mut other, pred, COUNT), (Some(added), false));
        assert_eq!(look_up(&mut other, pred, 7), (None, false));
        assert_eq!(look_up(&mut one, pred, 7), (Some(ids[7]), false));
        assert_eq!(look_up(&mut one, pred, COUNT), (None, false));
        assert_eq!((one.index_entries, other.index_entries), (0, COUNT as usize));
        // An engine whose clauses are others makes its own, and offers it to nobody.
        assert_eq!(look_up(&mut changed, pred, 7), (None, false));
        assert_eq!(look_up(&mut changed, pred, -1), (Some(new), true));
        assert_eq!(changed.index_entries, COUNT as usize + 1);
        assert_eq!(look_up(&mut frozen.clone(), pred, -1), (None, false));
    }
}
