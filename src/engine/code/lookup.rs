//! Clause lookup: finds the clauses that a goal can match, through an index if one applies, else by a linear scan.

use crate::base::shared::Shared;

use super::clause::{ClauseId, NO_CLAUSE};
use super::database::Database;
use super::index::{ALONE, Candidate, IN_LINE, Index};
use super::instr::PredId;
use super::key::{ANY, GoalArguments, Spec};
use super::plan::{Indexing, SAMPLE, Sample};

/// The least number of clauses for which an index is made.
const INDEX_FROM: usize = 8;
/// From this number of clauses on, an index is made only for the second goal that could use it.
const LARGE: usize = 256;

/// The way to find the clauses for a goal.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The index number and the key.
    index: Option<(usize, u64)>,
    /// True if the key covers all bound arguments, so that each clause found can match.
    is_certain: bool,
}

const ONE_BY_ONE: Route = Route {
    index: None,
    is_certain: false,
};

/// The result of routing a goal.
pub enum Routing {
    /// The lookup can start.
    Ready(Route),
    /// An index should be made first; the number is that of clauses to reserve room for.
    Wanted(Spec, usize),
}

/// Returns an index to be changed; a shared one is copied, and its entries are charged.
fn own<'i>(index: &'i mut Shared<Index>, entries: &mut usize) -> &'i mut Index {
    if !index.is_charged() {
        *entries += index.entries();
    }
    index
}

impl Database {
    /// Returns the route for `goal`, which is called or retried.
    #[inline]
    pub fn route(&mut self, pred: PredId, goal: GoalArguments<'_>) -> Routing {
        let p = &self.preds[pred];
        let total = p.live + p.erased.len();
        let mask = if total < INDEX_FROM || (goal.heads_only && p.equations) {
            0
        } else {
            goal.mask()
        };
        if mask == 0 {
            Routing::Ready(ONE_BY_ONE)
        } else {
            self.route_by(pred, goal, mask, total)
        }
    }

    /// Routes by the plan for goals with the arguments in `mask` bound, as in this goal.
    fn route_by(&mut self, pred: PredId, goal: GoalArguments<'_>, mask: u64, total: usize) -> Routing {
        let indexing = self.preds[pred].indexing.as_deref();
        let Some((indexing, plan)) = indexing.and_then(|indexing| Some((indexing, indexing.plan(mask, total)?))) else {
            let mask = match self.adopt_plans(pred, mask, total) {
                true => mask,
                false => self.decide(pred, mask, total),
            };
            return self.route_by(pred, goal, mask, total);
        };
        let Indexing { indexes, plans, .. } = indexing;
        for &spec in &plans[plan].specs {
            let key = spec.goal_key(goal);
            if key == ANY {
                continue;
            }
            if let Some(number) = indexes.iter().position(|index| index.spec == spec) {
                let route = Route {
                    index: Some((number, key)),
                    is_certain: mask == spec.arguments() && spec.is_certain(goal),
                };
                if indexes[number].is_untouched() {
                    self.touch(pred, number);
                }
                return Routing::Ready(route);
            }
            let is_wanted = total < LARGE || plans[plan].scans > 0;
            if self.adopt_index(pred, spec) {
                return self.route_by(pred, goal, mask, total);
            }
            if is_wanted {
                return Routing::Wanted(spec, total);
            }
            self.count_scan(pred, plan);
            break;
        }
        Routing::Ready(ONE_BY_ONE)
    }

    fn touch(&mut self, pred: PredId, number: usize) {
        if let Some(indexing) = &mut self.preds[pred].indexing {
            indexing.indexes[number].touch();
        }
    }

    #[cold]
    fn count_scan(&mut self, pred: PredId, plan: usize) {
        if let Some(indexing) = &mut self.preds[pred].indexing {
            indexing.plans[plan].scans += 1;
        }
        self.offer_indexes(pred);
    }

    /// Notes that a goal has passed `count` clauses that it cannot match.
    #[inline]
    fn pass(&mut self, pred: PredId, count: usize) {
        let p = &mut self.preds[pred];
        if count > 0
            && let Some(indexing) = &mut p.indexing
        {
            indexing.pass(count, p.live + p.erased.len());
        }
    }

    /// Returns the route of a linear scan, for goals that may not make an index.
    pub fn one_by_one(&self) -> Route {
        ONE_BY_ONE
    }

    /// Makes a plan for goals with the arguments in `mask` bound, or chooses an existing one that serves them. Returns
    /// the mask of the plan.
    #[cold]
    fn decide(&mut self, pred: PredId, mask: u64, total: usize) -> u64 {
        let indexing = self.preds[pred].indexing.as_ref();
        if let Some(other) = indexing.and_then(|indexing| indexing.substitute(mask, total)) {
            return other;
        }
        // Random steps sample the list evenly, without resonance with a periodic order of clauses.
        let step = (total / SAMPLE).max(1);
        let mut jump = 0;
        let mut seed = 12_345_u64;
        let ids = self
            .linked(pred)
            .filter(|_| {
                if jump > 0 {
                    jump -= 1;
                    return false;
                }
                if step > 1 {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    jump = (seed >> 33) as usize % (2 * step - 1);
                }
                true
            })
            .collect();
        let sample = Sample {
            ids,
            arity: self.preds[pred].functor.arity(),
            clauses: &self.clauses,
            store: &self.store,
        };
        let indexing = self.preds[pred].indexing.get_or_insert_default();
        indexing.decide(mask, total, &sample);
        self.offer_indexes(pred);
        mask
    }

    /// Makes an index that [`Routing::Wanted`] asked for.
    #[cold]
    pub fn make_index(&mut self, pred: PredId, spec: Spec, total: usize) {
        let make = || {
            let mut index = Index::new(spec, total);
            let arity = self.preds[pred].functor.arity();
            for id in self.linked(pred) {
                let key = spec.clause_key(self.cells(id), arity, self.clauses[id].shape);
                index.insert(key, id, &self.clauses);
            }
            index.touch();
            index
        };
        let index = match self.lender(pred, total) {
            Some(lent) => lent.find(pred, spec, make),
            None => Shared::new(make()),
        };
        self.index_entries += index.entries();
        self.keep_index(pred, index);
        self.offer_indexes(pred);
    }

    /// Adds an index to those of a predicate.
    pub(super) fn keep_index(&mut self, pred: PredId, index: Shared<Index>) {
        let indexing = self.preds[pred].indexing.get_or_insert_default();
        if indexing.indexes.is_empty() {
            self.indexed.push(pred);
        }
        indexing.indexes.push(index);
    }

    pub(super) fn add_to_indexes(&mut self, pred: PredId, id: ClauseId) {
        let p = &mut self.preds[pred];
        let Some(indexing) = &mut p.indexing else { return };
        let clause = &self.clauses[id];
        let cells = self.store.get(clause.stored);
        let entries = &mut self.index_entries;
        indexing.indexes.retain_mut(|index| {
            let key = index.spec.clause_key(cells, p.functor.arity(), clause.shape);
            own(index, entries).insert(key, id, &self.clauses);
            *entries += 1;
            if index.is_idle() {
                *entries -= index.entries();
            }
            !index.is_idle()
        });
        if indexing.indexes.is_empty() {
            self.indexed.retain(|&other| other != pred);
        }
    }

    pub(super) fn remove_from_indexes(&mut self, pred: PredId, id: ClauseId) {
        let p = &mut self.preds[pred];
        let Some(indexing) = &mut p.indexing else { return };
        let clause = &self.clauses[id];
        let cells = self.store.get(clause.stored);
        for index in &mut indexing.indexes {
            let key = index.spec.clause_key(cells, p.functor.arity(), clause.shape);
            own(index, &mut self.index_entries).remove(key, id, &self.clauses);
            self.index_entries -= 1;
        }
    }

    /// Tells the indexes that an erased clause lives again.
    pub(super) fn look_again(&mut self, id: ClauseId) {
        let clause = &self.clauses[id];
        let p = &mut self.preds[clause.pred];
        let Some(indexing) = &mut p.indexing else { return };
        let cells = self.store.get(clause.stored);
        for index in &mut indexing.indexes {
            let key = index.spec.clause_key(cells, p.functor.arity(), clause.shape);
            own(index, &mut self.index_entries).look_again(key, clause.order);
        }
    }

    /// Returns the first clause of `pred` that `goal`, called now, can match.
    pub fn first(&mut self, pred: PredId, route: Route, goal: GoalArguments<'_>) -> Option<Candidate> {
        let found = self.find_first(pred, route, goal);
        if self.is_checked(pred) {
            let (expected, _) = self.scan(self.preds[pred].first, goal, self.generation);
            self.check(pred, found, expected);
        }
        found
    }

    fn find_first(&mut self, pred: PredId, route: Route, goal: GoalArguments<'_>) -> Option<Candidate> {
        let Some((number, key)) = route.index else {
            let (found, passed) = self.scan(self.preds[pred].front, goal, self.generation);
            self.pass(pred, passed);
            return found;
        };
        let (mut order, mut passed) = (i64::MIN, 0);
        let found = loop {
            let index = &self.preds[pred].indexing.as_ref()?.indexes[number];
            let next = match index.look(key, order, &self.clauses) {
                Some(next) => next,
                None => {
                    let index = &mut self.preds[pred].indexing.as_mut()?.indexes[number];
                    own(index, &mut self.index_entries).first_live(key, order, &self.clauses)
                }
            };
            let Some(found) = next else { break None };
            let clause = &self.clauses[found.id];
            if route.is_certain || goal.can_match(self.store.get(clause.stored), clause.shape) {
                break Some(found);
            }
            order = clause.order;
            passed += 1;
        };
        self.pass(pred, passed);
        found
    }

    /// Returns the next clause of `pred` after `candidate` that `goal`, called in `generation`, can match.
    pub fn next(
        &self,
        pred: PredId,
        route: Route,
        goal: GoalArguments<'_>,
        candidate: Candidate,
        generation: u64,
    ) -> Option<Candidate> {
        let found = self.find_next(pred, route, goal, candidate, generation);
        if self.is_checked(pred) {
            let next = self.clauses[candidate.id].next;
            self.check(pred, found, self.scan(next, goal, generation).0);
        }
        found
    }

    fn find_next(
        &self,
        pred: PredId,
        route: Route,
        goal: GoalArguments<'_>,
        mut candidate: Candidate,
        generation: u64,
    ) -> Option<Candidate> {
        if candidate.at == ALONE {
            return None;
        }
        let Some((number, key)) = route.index else {
            return self.scan(self.clauses[candidate.id].next, goal, generation).0;
        };
        let index = &self.preds[pred].indexing.as_ref()?.indexes[number];
        loop {
            candidate = index.following(key, candidate, &self.clauses)?;
            let clause = &self.clauses[candidate.id];
            if clause.visible(generation)
                && (route.is_certain || goal.can_match(self.store.get(clause.stored), clause.shape))
            {
                return Some(candidate);
            }
        }
    }

    /// As [`Database::next`], for a candidate that is [`IN_LINE`].
    #[inline]
    pub fn next_in_line(&self, goal: GoalArguments<'_>, candidate: Candidate, generation: u64) -> Option<Candidate> {
        self.scan(self.clauses[candidate.id].next, goal, generation).0
    }

    /// Returns the first clause in the list, from `id` on, that `goal` can match, and the number of those before it.
    #[inline]
    fn scan(&self, mut id: ClauseId, goal: GoalArguments<'_>, generation: u64) -> (Option<Candidate>, usize) {
        let mut passed = 0;
        let matches_all = goal.args.iter().all(|arg| arg.is_variable());
        while id != NO_CLAUSE {
            let clause = &self.clauses[id];
            if clause.visible(generation)
                && (matches_all || goal.can_match(self.store.get(clause.stored), clause.shape))
            {
                return (Some(Candidate { id, at: IN_LINE }), passed);
            }
            id = clause.next;
            passed += 1;
        }
        (None, passed)
    }

    /// Whether lookups are compared with a linear scan.
    fn is_checked(&self, pred: PredId) -> bool {
        cfg!(debug_assertions) && self.preds[pred].live <= self.checked
    }

    fn check(&self, pred: PredId, found: Option<Candidate>, expected: Option<Candidate>) {
        let p = &self.preds[pred];
        let id = |candidate: Candidate| candidate.id;
        assert_eq!(found.map(id), expected.map(id), "an index of {:?} is wrong", p.functor);
    }
}
