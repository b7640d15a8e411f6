//! Index selection: chosen from a sample of the clauses, for each set of bound arguments that occurs.

use crate::base::ordered::Ordered;
use crate::base::pieces::Pieces;
use crate::base::shared::Shared;

use super::clause::{Clause, ClauseId};
use super::index::Index;
use super::key::{ANY, PARTS, Spec};
use super::packed::{Cells, Packed};
use super::store::Store;

/// The size of the sample of clauses.
pub const SAMPLE: usize = 400;
/// An index that leaves at most this many clauses per goal is as good as one that leaves one.
const GOOD: f64 = 4.0;
/// The number of best arguments and parts that are combined in pairs.
const PAIRED: usize = 4;
/// How often as many clauses as a plan looks at are passed before the plans are made again.
const PASSED: usize = 64;
/// The maximum number of plans, one for each set of bound arguments.
const MOST_PLANS: usize = 32;

/// The indexes of a predicate, and the plans by which goals choose among them.
#[derive(Clone, Debug, Default)]
pub struct Indexing {
    /// The indexes.
    pub indexes: Vec<Shared<Index>>,
    pub(super) plans: Vec<IndexPlan>,
    /// The clauses that goals have looked at in vain since the plans were made.
    passed: usize,
}

/// The best indexes for goals with the arguments in `mask` bound.
#[derive(Clone, Debug)]
pub struct IndexPlan {
    mask: u64,
    /// The relevant arguments: all, or those of an index that is good enough whatever else is bound.
    cared: u64,
    /// The wanted indexes, best first; the last serves every goal of the plan.
    pub specs: Vec<Spec>,
    /// The number of clauses when the plan was made.
    decided: usize,
    /// The number of goals that were looked up without an index.
    pub scans: u8,
}

impl IndexPlan {
    /// Whether the plan still fits the predicate, which has `total` clauses now.
    #[inline]
    fn fits(&self, total: usize) -> bool {
        total <= self.decided * 4 && total * 16 >= self.decided
    }
}

impl Indexing {
    /// Shares the indexes with all copies that are made from now on.
    pub fn share(&mut self) {
        for index in &mut self.indexes {
            if index.is_untouched() {
                index.touch();
            }
        }
        self.indexes = std::mem::take(&mut self.indexes)
            .into_iter()
            .map(Shared::share)
            .collect();
    }

    /// Takes the charge off.
    pub fn discharge(&mut self) {
        self.indexes.iter_mut().for_each(Shared::discharge);
    }

    /// Adds plans and indexes that it does not have, up to `most` indexes.
    pub(super) fn add(&mut self, others: Indexing, most: usize) {
        for index in others.indexes {
            if self.indexes.len() < most && self.indexes.iter().all(|own| own.spec != index.spec) {
                self.indexes.push(index);
            }
        }
        for plan in others.plans {
            let same = |own: &IndexPlan| own.mask == plan.mask && own.cared == plan.cared;
            match self.plans.iter().position(same) {
                Some(at) => self.plans[at].scans = self.plans[at].scans.max(plan.scans),
                None if self.plans.len() < MOST_PLANS => self.plans.push(plan),
                None => {}
            }
        }
    }

    /// Returns the plan for goals with these arguments bound, unless the predicate, with `total` clauses now, has
    /// outgrown it.
    #[inline]
    pub fn plan(&self, mask: u64, total: usize) -> Option<usize> {
        self.plans
            .iter()
            .position(|plan| mask & plan.cared == plan.mask && plan.fits(total))
    }

    /// Returns, if the number of plans is at its maximum, the mask of an existing plan that serves goals with these
    /// arguments bound.
    pub fn substitute(&self, mask: u64, total: usize) -> Option<u64> {
        if self.plans.len() < MOST_PLANS {
            return None;
        }
        let serves = |plan: &&IndexPlan| mask & plan.mask == plan.mask && plan.fits(total) && !plan.specs.is_empty();
        let masks = self.plans.iter().filter(serves).map(|plan| plan.mask);
        masks.max_by_key(|mask| mask.count_ones())
    }

    /// Notes that a goal looks at `count` of the `total` clauses in vain. When that has taken far longer than making the
    /// plans, they are made again: the clauses that came since may differ in other arguments.
    #[inline]
    pub fn pass(&mut self, count: usize, total: usize) {
        self.passed += count;
        if self.passed > PASSED * (total + 8 * SAMPLE) {
            self.passed = 0;
            self.plans.clear();
        }
    }

    /// Makes the plan for goals with these arguments bound, from a sample of the `total` clauses.
    pub fn decide(&mut self, mask: u64, total: usize, sample: &Sample<'_>) {
        let specs = sample.best(mask, total);
        let cared = match specs[..] {
            [spec, ..] if spec.is_whole() && sample.left(spec, total) <= GOOD => spec.arguments(),
            _ => u64::MAX,
        };
        let mask = mask & cared;
        self.plans.retain(|plan| plan.mask != mask);
        self.plans.truncate(MOST_PLANS - 1);
        let decided = total;
        let plan = IndexPlan {
            mask,
            cared,
            specs,
            decided,
            scans: 0,
        };
        self.plans.insert(0, plan);
    }
}

/// A sample of the clauses of a predicate.
pub struct Sample<'a> {
    /// The sampled clauses.
    pub ids: Vec<ClauseId>,
    /// The arity of the predicate.
    pub arity: usize,
    /// All clauses.
    pub clauses: &'a Pieces<Clause, ClauseId>,
    /// Their terms.
    pub store: &'a Store,
}

impl Sample<'_> {
    /// Returns the wanted indexes for goals with these arguments bound: the best first, then those that serve if a part
    /// that it needs is unbound.
    fn best(&self, mask: u64, total: usize) -> Vec<Spec> {
        let bound = || (0..self.arity.min(64)).filter(|i| mask >> i & 1 == 1);
        // Prefers earlier arguments where others are not clearly better.
        let mut single: Option<(f64, usize)> = None;
        let mut all = Vec::new();
        for i in bound() {
            let left = self.left(Spec::argument(i), total);
            all.push((left, Spec::argument(i)));
            if single.is_none_or(|(best, _)| left * 1.5 < best) {
                single = Some((left, i));
            }
            if left <= GOOD {
                return vec![Spec::argument(i)];
            }
        }
        let Some((single_left, single)) = single else {
            return Vec::new();
        };
        let mut specs = Vec::new();
        let mut best = single_left.min(total as f64) / 2.0;
        let mut consider = |spec: Spec, left: f64| {
            if left < best {
                best = left / 1.2;
                // The parts of the best index may be unbound; a single part is less likely to be.
                specs.retain(|earlier: &Spec| spec.is_pair() && !earlier.is_pair());
                specs.insert(0, spec);
            }
        };
        for i in bound() {
            for part in 0..self.parts(i).min(PARTS) {
                let spec = Spec::inside(i, part);
                let left = self.left(spec, total);
                all.push((left, spec));
                consider(spec, left);
            }
        }
        all.order_by(|a, b| a.0.total_cmp(&b.0));
        all.truncate(PAIRED);
        for (at, &(_, one)) in all.iter().enumerate() {
            for &(_, other) in &all[at + 1..] {
                let spec = Spec::pair(one, other);
                consider(spec, self.left(spec, total));
            }
        }
        if single_left < 0.6 * total as f64 {
            specs.push(Spec::argument(single));
        }
        specs
    }

    fn packed(&self, id: ClauseId) -> Packed<'_> {
        Packed(self.store.get(self.clauses[id].stored))
    }

    /// Returns the largest number of parts of argument `i` in the sample.
    fn parts(&self, i: usize) -> usize {
        let parts = |&id: &ClauseId| {
            let packed = self.packed(id);
            let argument = packed.argument(i, self.arity, self.clauses[id].shape);
            packed.parts(argument).1
        };
        self.ids.iter().map(parts).max().unwrap_or(0)
    }

    /// Returns the average number of clauses that an index would leave for a goal.
    fn left(&self, spec: Spec, total: usize) -> f64 {
        let mut keys: Vec<u64> = self
            .ids
            .iter()
            .map(|&id| spec.clause_key(self.packed(id).0, self.arity, self.clauses[id].shape))
            .collect();
        let count = keys.len().max(2) as f64;
        keys.order_often();
        let any = keys.iter().take_while(|&&key| key == ANY).count();
        let pairs: usize = keys[any..]
            .chunk_by(|a, b| a == b)
            .map(|same| same.len() * (same.len() - 1))
            .sum();
        total as f64 * (any as f64 / count + pairs as f64 / (count * (count - 1.0)))
    }
}
