//! Long sums, which are kept from run to run: a variable that has changed tells the difference it makes, and the terms are
//! looked at only if one may lose values (an advisor, as in Lagerkvist and Schulte, "Advisors for incremental propagation",
//! CP 2007).
//!
//! Backtracking restores words: the least and the greatest sum, the width of the widest term, the number of
//! terms whose variables have no value, and for each term the least and the greatest product that the sums contain.

use std::ops::Range;

use ferz_engine::native::{Step, Stop};

use super::parts::PropKind;
use super::space::Space;

/// The number of terms from which on a sum is a long one; small in debug builds, so that random problems have such sums.
pub(super) const LONG: usize = if cfg!(debug_assertions) { 3 } else { 12 };

/// Places in the words of a sum.
const LOW: usize = 0;
const HIGH: usize = 1;
const WIDEST: usize = 2;
const OPEN: usize = 3;
const PRODUCTS: usize = 4;

/// Where a long sum is.
#[derive(Clone, Copy)]
struct SearchSum {
    equal: bool,
    constant: i64,
    /// Its terms in `data`: factors and variables.
    terms: usize,
    /// The terms in `data`, those whose variables have no value first, and the place of each term there.
    order: usize,
    places: usize,
    words: usize,
}

impl Space {
    /// Adds a long sum whose constant, factors and variables are in `data` from `first` on; returns its number, and those
    /// of the propagators for its terms, in order.
    pub(crate) fn add_sum(&mut self, first: usize, equal: bool) -> (u32, Range<u32>) {
        let count = (self.data.len() - first - 1) / 2;
        let mut words = vec![0; PRODUCTS + 2 * count];
        let (mut low, mut high, mut widest) = (0, 0, 0);
        for i in 0..count {
            let (least, most) = self.products(self.data[first + 1 + 2 * i], self.data[first + 2 + 2 * i] as usize);
            (low, high, widest) = (low + least, high + most, widest.max(most - least));
            (words[PRODUCTS + 2 * i], words[PRODUCTS + 2 * i + 1]) = (least as u64, most as u64);
        }
        (words[LOW], words[HIGH], words[WIDEST], words[OPEN]) = (low as u64, high as u64, widest as u64, count as u64);
        let words = self.add_words(words);
        self.data.push(words as i64);
        self.data.extend(0..count as i64);
        self.data.extend(0..count as i64);
        let sum = self.add_prop(PropKind::Sum { equal }, first);
        let begin = self.props.len() as u32;
        for i in 0..count {
            let first = self.data.len();
            self.data.extend([i64::from(sum), i as i64]);
            self.add_prop(PropKind::Term, first);
        }
        (sum, begin..self.props.len() as u32)
    }

    fn sum(&self, prop: usize) -> SearchSum {
        let (first, end) = (self.props[prop].first as usize, self.props[prop].end as usize);
        let count = (end - first - 2) / 4;
        SearchSum {
            equal: self.props[prop].kind == PropKind::Sum { equal: true },
            constant: self.data[first],
            terms: first + 1,
            words: self.data[first + 1 + 2 * count] as usize,
            order: first + 2 + 2 * count,
            places: first + 2 + 3 * count,
        }
    }

    /// Returns the propagator that a propagator belongs to: the sum of a term, others to themselves.
    #[inline(always)]
    pub(crate) fn owner(&self, p: u32) -> usize {
        let prop = &self.props[p as usize];
        if prop.kind == PropKind::Term {
            self.data[prop.first as usize] as usize
        } else {
            p as usize
        }
    }

    /// Returns the least and the greatest product of a factor and a variable.
    #[inline(always)]
    fn products(&self, factor: i64, x: usize) -> (i64, i64) {
        let var = &self.vars[x];
        if factor > 0 {
            (factor * var.min, factor * var.max)
        } else {
            (factor * var.max, factor * var.min)
        }
    }

    fn number(&self, sum: SearchSum, place: usize) -> i64 {
        self.words[sum.words + place] as i64
    }

    fn set_number(&mut self, sum: SearchSum, place: usize, number: i64) {
        self.set_word(sum.words + place, number as u64);
    }

    /// sum, term: the variable of the term has changed.
    pub(crate) fn term(&mut self, first: usize) -> Step {
        let (prop, i) = (self.data[first] as usize, self.data[first + 1] as usize);
        if self.is_dead(prop) {
            return Ok(());
        }
        let sum = self.sum(prop);
        if !self.add_difference(sum, i) {
            return Ok(());
        }
        let (up, down) = self.slack(sum);
        if up < 0 || down < 0 {
            self.blame_next(prop);
            return Err(Stop::Fail);
        }
        let widest = self.number(sum, WIDEST);
        if self.is_settled(sum) {
            self.kill(prop);
        } else if widest > up || widest > down {
            self.enqueue(prop as u32);
        }
        Ok(())
    }

    /// How much the sum may grow from the least, and fall from the greatest.
    fn slack(&self, sum: SearchSum) -> (i64, i64) {
        let up = sum.constant - self.number(sum, LOW);
        let down = if sum.equal {
            self.number(sum, HIGH) - sum.constant
        } else {
            i64::MAX
        };
        (up, down)
    }

    /// Whether nothing is left to do.
    fn is_settled(&self, sum: SearchSum) -> bool {
        let (low, high) = (self.number(sum, LOW), self.number(sum, HIGH));
        if sum.equal { low == high } else { high <= sum.constant }
    }

    /// Adds to the sums what has changed of a term. Returns whether anything has.
    fn add_difference(&mut self, sum: SearchSum, i: usize) -> bool {
        let (factor, x) = (self.data[sum.terms + 2 * i], self.data[sum.terms + 2 * i + 1] as usize);
        let (least, most) = self.products(factor, x);
        let at = PRODUCTS + 2 * i;
        let (raised, lowered) = (least - self.number(sum, at), self.number(sum, at + 1) - most);
        if raised > 0 {
            self.set_number(sum, at, least);
            self.set_number(sum, LOW, self.number(sum, LOW) + raised);
        }
        if lowered > 0 {
            self.set_number(sum, at + 1, most);
            self.set_number(sum, HIGH, self.number(sum, HIGH) - lowered);
        }
        let has_changed = raised > 0 || lowered > 0;
        if has_changed && least == most {
            // The last of the open terms takes its place.
            let open = self.number(sum, OPEN) as usize - 1;
            let (place, last) = (self.data[sum.places + i] as usize, self.data[sum.order + open] as usize);
            self.data.swap(sum.order + place, sum.order + open);
            (self.data[sum.places + i], self.data[sum.places + last]) = (open as i64, place as i64);
            self.set_number(sum, OPEN, open as i64);
        }
        has_changed
    }

    /// Removes the values with which the sum would be too large or too small.
    pub(crate) fn long_sum(&mut self, p: usize) -> Step {
        let sum = self.sum(p);
        loop {
            let mut changed = false;
            let mut widest = 0;
            let mut at = 0;
            while at < self.number(sum, OPEN) as usize {
                let i = self.data[sum.order + at] as usize;
                let (factor, x) = (self.data[sum.terms + 2 * i], self.data[sum.terms + 2 * i + 1] as usize);
                let (up, down) = self.slack(sum);
                if up < 0 || down < 0 {
                    return Err(Stop::Fail);
                }
                let (min, max) = (self.vars[x].min, self.vars[x].max);
                let width = factor.abs() * (max - min);
                let is_cut = width > up || width > down;
                if is_cut {
                    let (most, least) = (up / factor.abs(), down / factor.abs());
                    let (up_to, down_to) = (min.saturating_add(most), max.saturating_sub(most));
                    let (from, to) = (max.saturating_sub(least), min.saturating_add(least));
                    if factor > 0 {
                        self.set_max(x, up_to)?;
                        self.set_min(x, from)?;
                    } else {
                        self.set_min(x, down_to)?;
                        self.set_max(x, to)?;
                    }
                }
                changed |= self.add_difference(sum, i);
                let var = &self.vars[x];
                if var.min == var.max && self.data[sum.order + at] as usize != i {
                    // Another term has this place now.
                    continue;
                }
                widest = widest.max(factor.abs() * (var.max - var.min));
                at += 1;
            }
            self.set_number(sum, WIDEST, widest);
            let (up, down) = self.slack(sum);
            if up < 0 || down < 0 {
                return Err(Stop::Fail);
            }
            let done = self.is_settled(sum);
            if done || !changed {
                return self.kill_if(p, done);
            }
            if up >= widest && down >= widest {
                return Ok(());
            }
        }
    }
}
