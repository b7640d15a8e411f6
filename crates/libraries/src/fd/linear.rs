//! Sums of products of a coefficient and a variable, compared with a constant.
//!
//! The arguments of the propagators are the constant, then coefficients and variables in turn. A sum keeps bounds
//! consistency: what the other terms leave bounds each variable (Harvey and Stuckey, "Improving linear constraint
//! propagation by changing constraint representation", section 2).

use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Step, Stop};

use super::arithmetic::{ceiling, floor, wide};
use super::propagate::Kind;
use super::ranges::{BIG, INF, Ranges, SUP, normalize};
use super::store::{Event, Fd};

/// How a sum is compared with its constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Equal,
    AtMost,
    NotEqual,
}

impl Relation {
    /// Returns the relation with this number.
    pub(super) fn of(number: i64) -> Relation {
        match number {
            0 => Relation::Equal,
            1 => Relation::AtMost,
            _ => Relation::NotEqual,
        }
    }
}

/// A sum of coefficients times variables, and the constant that it is compared with.
#[derive(Clone, Default, Debug)]
pub(super) struct LinearSum {
    pub terms: Vec<(i64, usize)>,
    pub constant: i64,
}

/// The bounds of a sum: the total of the finite ones, and the number of terms that have none.
#[derive(Clone, Copy, Default)]
pub(super) struct Bound {
    total: i128,
    infinite: usize,
}

impl Bound {
    #[inline(always)]
    fn add(&mut self, coefficient: i64, bound: i64) {
        if bound == INF || bound == SUP {
            self.infinite += 1;
        } else {
            self.total += i128::from(coefficient) * i128::from(bound);
        }
    }

    /// Returns the bound, if it is finite.
    pub(super) fn finite(&self) -> Option<i128> {
        (self.infinite == 0).then_some(self.total)
    }

    /// Returns the bound of the other terms.
    #[inline(always)]
    fn without(&self, coefficient: i64, bound: i64) -> Option<i128> {
        if bound == INF || bound == SUP {
            (self.infinite == 1).then_some(self.total)
        } else {
            (self.infinite == 0).then(|| self.total - i128::from(coefficient) * i128::from(bound))
        }
    }
}

impl Fd<'_> {
    /// Returns the bounds of the term: what it is at least, and at most.
    #[inline(always)]
    fn ends(&self, coefficient: i64, block: usize) -> (i64, i64) {
        let (min, max) = (self.min(block), self.max(block));
        if coefficient > 0 { (min, max) } else { (max, min) }
    }

    pub(super) fn bounds(&self, p: usize, first: usize) -> (Bound, Bound) {
        let (mut low, mut high) = (Bound::default(), Bound::default());
        for i in (first..self.arg_count(p)).step_by(2) {
            let coefficient = self.number(p, i);
            let ends = self.ends(coefficient, self.arg(p, i + 1));
            low.add(coefficient, ends.0);
            high.add(coefficient, ends.1);
        }
        (low, high)
    }

    /// The sum is at most the constant, or, if `equal`, the constant.
    pub(super) fn linear(&mut self, p: usize, equal: bool) -> Step {
        let count = self.arg_count(p);
        let constant = i128::from(self.number(p, 0));
        if count == 5 && self.arg(p, 2) == self.arg(p, 4) && self.number(p, 1) + self.number(p, 3) == 0 {
            // The two variables have been unified.
            return self.entailed_if(p, if equal { constant == 0 } else { constant >= 0 });
        }
        loop {
            let (mut low, mut high) = self.bounds(p, 1);
            if low.infinite == 0 && low.total > constant || equal && high.infinite == 0 && high.total < constant {
                return Err(Stop::Fail);
            }
            if high.infinite == 0 && high.total <= constant && (!equal || low.infinite == 0 && low.total == constant) {
                self.kill(p);
                return Ok(());
            }
            let mut changed = false;
            for i in (1..count).step_by(2) {
                let (coefficient, block) = (self.number(p, i), self.arg(p, i + 1));
                let ends = self.ends(coefficient, block);
                if ends.0 == ends.1 {
                    continue;
                }
                if let Some(others) = low.without(coefficient, ends.0) {
                    self.bound(block, coefficient, constant - others)?;
                }
                if equal && let Some(others) = high.without(coefficient, ends.1) {
                    self.bound(block, -coefficient, others - constant)?;
                }
                let now = self.ends(coefficient, self.arg(p, i + 1));
                if now != ends {
                    changed = true;
                    // The totals follow, so that the terms after this one see the change.
                    for (bound, before, after) in [(&mut low, ends.0, now.0), (&mut high, ends.1, now.1)] {
                        if let Some(others) = bound.without(coefficient, before) {
                            *bound = Bound {
                                total: others,
                                infinite: 0,
                            };
                            bound.add(coefficient, after);
                        }
                    }
                }
            }
            // Variables that were unified are in several terms, so that bounds depend on each other also in an inequality.
            if !changed {
                return match self.multiple(p) {
                    Some((x, factor, y)) if equal => self.scaled(x, factor, y),
                    _ => Ok(()),
                };
            }
        }
    }

    /// Returns x, f and y of an equation x = f * y.
    fn multiple(&self, p: usize) -> Option<(usize, i64, usize)> {
        if self.arg_count(p) != 5 || self.number(p, 0) != 0 {
            return None;
        }
        let (a, b) = (self.number(p, 1), self.number(p, 3));
        let (x, y) = (self.arg(p, 2), self.arg(p, 4));
        match (a.abs(), b.abs()) {
            (1, _) => Some((x, -a * b, y)),
            (_, 1) => Some((y, -a * b, x)),
            _ => None,
        }
    }

    /// x = factor * y, where the bounds are consistent: the ranges of the one are multiples of those of the other.
    fn scaled(&mut self, x: usize, factor: i64, y: usize) -> Step {
        let mut again = true;
        while again && (self.has_holes(x) || self.has_holes(y)) {
            let before = self.ranges(y);
            self.keep_only(x, &multiples(&before, factor))?;
            let set = quotients(&self.ranges(x), factor);
            self.keep_only(y, &set)?;
            again = self.ranges(y) != before;
        }
        Ok(())
    }

    /// `coefficient * x` is at most `limit`.
    #[inline]
    fn bound(&mut self, block: usize, coefficient: i64, limit: i128) -> Step {
        match coefficient {
            1 => self.at_most(block, limit),
            -1 => self.at_least(block, -limit),
            c if c > 0 => self.at_most(block, floor(limit, i128::from(c))),
            c => self.at_least(block, ceiling(limit, i128::from(c))),
        }
    }

    /// Removes one element, which may be any number.
    pub(super) fn remove_wide(&mut self, block: usize, value: i128) -> Step {
        if value.abs() <= i128::from(BIG) {
            return self.remove(block, value as i64);
        }
        self.wide_remove(block, &dashu_int::IBig::from(value))
    }

    /// Posts that the sum has this relation to its constant.
    pub(super) fn post_sum(&mut self, relation: Relation, sum: &LinearSum) -> Step {
        let Some(sum) = self.simple(relation, sum)? else {
            return Ok(());
        };
        let watched: Vec<usize> = sum.terms.iter().map(|&(_, block)| block).collect();
        if let [(a, x), (b, y)] = sum.terms[..]
            && a.abs() == 1
            && b.abs() == 1
            && sum.constant.abs() <= BIG
            && relation != Relation::AtMost
        {
            let (x, y) = if a == 1 { (x, y) } else { (y, x) };
            let cells = |c| [Cell::structure(x - 1), Cell::structure(y - 1), Cell::int(c)];
            if a + b == 0 {
                // With a = 1 this is x - y, else y - x, and `x` and `y` were exchanged.
                let args = cells(sum.constant);
                return match relation {
                    Relation::NotEqual => self.post(Kind::NotEqual, &args, &watched, Event::Value),
                    _ if sum.constant == 0 => self.unify_blocks(x, y),
                    _ => self.post(Kind::Offset, &args, &watched, Event::Domain),
                };
            }
            if relation == Relation::Equal {
                let args = cells(a * sum.constant);
                return self.post(Kind::Mirror, &args, &watched, Event::Domain);
            }
        }
        let Some(constant) = Cell::try_int(sum.constant) else {
            return Err(self.too_large());
        };
        let mut args = vec![constant];
        for &(coefficient, block) in &sum.terms {
            let Some(coefficient) = Cell::try_int(coefficient) else {
                return Err(self.too_large());
            };
            args.extend([coefficient, Cell::structure(block - 1)]);
        }
        match relation {
            Relation::Equal => {
                let is_multiple =
                    sum.constant == 0 && matches!(sum.terms[..], [(a, _), (b, _)] if a.abs() == 1 || b.abs() == 1);
                let event = if is_multiple { Event::Domain } else { Event::Bounds };
                self.post(Kind::LinearEqual, &args, &watched, event)
            }
            Relation::AtMost => self.post(Kind::LinearAtMost, &args, &watched, Event::Bounds),
            Relation::NotEqual => self.post(Kind::LinearNotEqual, &args, &watched, Event::Value),
        }
    }

    /// Posts a sum of less than two variables at once; returns other sums, divided by the common divisor of the
    /// coefficients.
    fn simple(&mut self, relation: Relation, sum: &LinearSum) -> Result<Option<LinearSum>, Stop> {
        let constant = i128::from(sum.constant);
        let divisor = sum
            .terms
            .iter()
            .fold(0, |divisor, &(a, _)| greatest_common_divisor(divisor, a));
        if divisor == 0 {
            let holds = match relation {
                Relation::Equal => constant == 0,
                Relation::AtMost => constant >= 0,
                Relation::NotEqual => constant != 0,
            };
            return if holds { Ok(None) } else { Err(Stop::Fail) };
        }
        let is_whole = sum.constant % divisor == 0;
        match relation {
            Relation::Equal if !is_whole => return Err(Stop::Fail),
            Relation::NotEqual if !is_whole => return Ok(None),
            _ => {}
        }
        if let [(a, block)] = sum.terms[..] {
            let quotient = constant / i128::from(a);
            match relation {
                Relation::Equal => self.fix(block, quotient)?,
                Relation::AtMost => self.bound(block, a, constant)?,
                Relation::NotEqual => self.remove_wide(block, quotient)?,
            }
            return Ok(None);
        }
        Ok(Some(LinearSum {
            terms: sum.terms.iter().map(|&(a, block)| (a / divisor, block)).collect(),
            constant: sum.constant.div_euclid(divisor),
        }))
    }

    /// Makes two variables equal.
    pub(super) fn unify_blocks(&mut self, x: usize, y: usize) -> Step {
        if let Some(value) = self.value(x) {
            return self.fix(y, i128::from(value));
        }
        if let Some(value) = self.value(y) {
            return self.fix(x, i128::from(value));
        }
        if let Some(value) = self.wide_value(x) {
            return self.wide_fix(y, value);
        }
        let (a, b) = (
            self.get(x + super::store::VARIABLE),
            self.get(y + super::store::VARIABLE),
        );
        self.m.unify(a, b)
    }
}

/// Returns the ranges between the multiples of the ends of each range.
fn multiples(set: &[(i64, i64)], factor: i64) -> Ranges {
    let times = |bound: i64| super::arithmetic::product(wide(bound), i128::from(factor));
    let ranges = set.iter().map(|&(low, high)| {
        let (low, high) = if factor < 0 { (high, low) } else { (low, high) };
        between(times(low), times(high))
    });
    normalize(ranges.collect())
}

/// Returns the integers whose multiples are within each range.
fn quotients(set: &[(i64, i64)], factor: i64) -> Ranges {
    let divisor = i128::from(factor);
    let ranges = set.iter().map(|&(low, high)| {
        let (low, high) = if factor < 0 { (high, low) } else { (low, high) };
        between(ceiling(wide(low), divisor), floor(wide(high), divisor))
    });
    normalize(ranges.collect())
}

/// Returns a range of a small domain that has all integers of the range from `low` to `high` that such a domain names.
fn between(low: i128, high: i128) -> (i64, i64) {
    let most = i128::from(BIG);
    let low = match low {
        low if low < -most => INF,
        low => low.min(most + 1) as i64,
    };
    let high = match high {
        high if high > most => SUP,
        high => high.max(-most - 1) as i64,
    };
    (low, high)
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
