//! Which index is best for a goal: decided by a sample of the clauses, for each set of bound arguments that occurs.

use crate::base::pieces::Pieces;

use super::clause::{Clause, ClauseId};
use super::index::Index;
use super::key::{ANY, PARTS, Spec};
use super::packed::{Cells, Packed};
use super::store::Store;

/// Clauses looked at to decide.
pub const SAMPLE: usize = 400;
/// So many clauses left for a goal are as good as one.
const GOOD: f64 = 4.0;
/// Arguments and parts of them that pairs are made of: the best ones.
const PAIRED: usize = 4;
/// Sets of bound arguments that are remembered.
const MOST_PLANS: usize = 32;

/// The indexes of a predicate, and how goals choose among them.
#[derive(Debug, Default)]
pub struct Indexing {
    /// The indexes.
    pub indexes: Vec<Index>,
    pub(super) plans: Vec<Plan>,
}

/// What is best for goals with these arguments bound.
#[derive(Debug)]
pub struct Plan {
    mask: u64,
    /// The arguments that matter: all, or those of an index so good that whatever else is bound is of no account.
    cared: u64,
    /// What an index is wanted on, the best first; the last is of use for each such goal.
    pub specs: Vec<Spec>,
    /// How many clauses there were when it was decided.
    decided: usize,
    /// Goals that have been searched for without an index.
    pub scans: u8,
}

impl Plan {
    /// Is the predicate, of `total` clauses now, much the same as when this was decided?
    #[inline]
    fn fits(&self, total: usize) -> bool {
        total <= self.decided * 4 && total * 16 >= self.decided
    }
}

impl Indexing {
    /// The plan for goals with these arguments bound, unless the predicate, of `total` clauses now, has
    /// outgrown it.
    #[inline]
    pub fn plan(&self, mask: u64, total: usize) -> Option<usize> {
        self.plans
            .iter()
            .position(|plan| mask & plan.cared == plan.mask && plan.fits(total))
    }

    /// Where there are many plans already: the bound arguments of one that serves goals with these bound.
    pub fn substitute(&self, mask: u64, total: usize) -> Option<u64> {
        if self.plans.len() < MOST_PLANS {
            return None;
        }
        let serves = |plan: &&Plan| mask & plan.mask == plan.mask && plan.fits(total) && !plan.specs.is_empty();
        let masks = self.plans.iter().filter(serves).map(|plan| plan.mask);
        masks.max_by_key(|mask| mask.count_ones())
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
        let plan = Plan {
            mask,
            cared,
            specs,
            decided,
            scans: 0,
        };
        self.plans.insert(0, plan);
    }
}

/// Some of the clauses of a predicate.
pub struct Sample<'a> {
    /// Which.
    pub ids: Vec<ClauseId>,
    /// The arguments of the predicate.
    pub arity: usize,
    /// All clauses.
    pub clauses: &'a Pieces<Clause, ClauseId>,
    /// Their terms.
    pub store: &'a Store,
}

impl Sample<'_> {
    /// What to have indexes on, for goals with these arguments bound: the best first, then what serves if a part
    /// that it needs is unbound.
    fn best(&self, mask: u64, total: usize) -> Vec<Spec> {
        let bound = || (0..self.arity.min(64)).filter(|i| mask >> i & 1 == 1);
        // The first argument, where it is as good as another.
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
                // What the best needs may be unbound, a part of it is less likely to be.
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
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
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
        Packed(self.store.get(self.clauses[id].place))
    }

    /// How many parts argument `i` has in most clauses where it is compound.
    fn parts(&self, i: usize) -> usize {
        let parts = |&id: &ClauseId| {
            let packed = self.packed(id);
            let argument = packed.argument(i, self.arity, self.clauses[id].shape);
            packed.parts(argument).1
        };
        self.ids.iter().map(parts).max().unwrap_or(0)
    }

    /// How many clauses an index would leave for a goal, on average.
    fn left(&self, spec: Spec, total: usize) -> f64 {
        let mut keys: Vec<u64> = self
            .ids
            .iter()
            .map(|&id| spec.clause_key(self.packed(id).0, self.arity, self.clauses[id].shape))
            .collect();
        let count = keys.len().max(2) as f64;
        keys.sort_unstable();
        let any = keys.iter().take_while(|&&key| key == ANY).count();
        let pairs: usize = keys[any..]
            .chunk_by(|a, b| a == b)
            .map(|same| same.len() * (same.len() - 1))
            .sum();
        total as f64 * (any as f64 / count + pairs as f64 / (count * (count - 1.0)))
    }
}
