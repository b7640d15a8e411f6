//! Rules of constraints that hold on the heap and in the space of a search alike, by the arguments of propagators.

use ferz_engine::native::{Step, Stop};

use super::domains::DomainAccess;
use super::linear::Relation;
use super::ranges::{Ranges, complement, intersect, map};

/// Propagators with numbered arguments.
pub(super) trait Propagators: DomainAccess {
    /// Returns argument `i` of propagator `p`, a variable.
    fn variable(&self, p: usize, i: usize) -> usize;
    /// Returns argument `i` of propagator `p`, an integer.
    fn integer(&self, p: usize, i: usize) -> i64;
    /// Returns the number of arguments of a propagator.
    fn argument_count(&self, p: usize) -> usize;
    /// The propagator has nothing left to do.
    fn done(&mut self, p: usize);
    /// Removes an element, which may be any number.
    fn remove_any(&mut self, x: usize, value: i128) -> Step;
    /// Returns the least and the greatest value of the sum in the arguments from `first` on; `None` if there is none.
    fn sum_bounds(&self, p: usize, first: usize) -> (Option<i128>, Option<i128>);

    /// Whether the domains may hold a solution of x = y + c.
    fn may_meet(&self, x: usize, y: usize, c: i64) -> bool {
        !intersect(&self.ranges(x), &map(&self.ranges(y), 1, c)).is_empty()
    }

    /// Narrows the domains of two variables by x = sign * y + c.
    fn align(&mut self, x: usize, y: usize, sign: i64, c: i64) -> Step {
        align_ranges(self, x, y, sign, c)
    }
}

/// Narrows the domains of two variables by x = sign * y + c, range by range.
pub(super) fn align_ranges(d: &mut (impl Propagators + ?Sized), x: usize, y: usize, sign: i64, c: i64) -> Step {
    let set = map(&d.ranges(y), sign, c);
    d.keep_only(x, &set)?;
    let set = map(&d.ranges(x), sign, -sign * c);
    d.keep_only(y, &set)?;
    let set = map(&d.ranges(y), sign, c);
    d.keep_only(x, &set)
}

/// x = sign * y + c. Returns whether nothing is left to do.
#[inline(always)]
pub(super) fn aligned(d: &mut impl Propagators, [x, y]: [usize; 2], sign: i64, c: i64) -> Result<bool, Stop> {
    if x != y {
        d.align(x, y, sign, c)?;
        return Ok(d.value(x).is_some());
    }
    if sign < 0 {
        // Both halves of c.
        d.fix(x, i128::from(c / 2))?;
    }
    let holds = if sign < 0 { c % 2 == 0 } else { c == 0 };
    if holds { Ok(true) } else { Err(Stop::Fail) }
}

/// The sum in the arguments from `first` on is not the constant before them.
pub(super) fn sum_differs(d: &mut impl Propagators, p: usize, first: usize) -> Step {
    let mut rest = i128::from(d.integer(p, first - 1));
    let mut open = None;
    for i in (first..d.argument_count(p)).step_by(2) {
        let (coefficient, x) = (i128::from(d.integer(p, i)), d.variable(p, i + 1));
        match d.value(x) {
            Some(value) => rest -= coefficient * i128::from(value),
            None if open.is_some() => return Ok(()),
            None => open = Some((coefficient, x)),
        }
    }
    d.done(p);
    match open {
        None if rest == 0 => Err(Stop::Fail),
        Some((coefficient, x)) => match quotient(rest, coefficient) {
            Some(value) => d.remove_any(x, value),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Returns the quotient if there is no remainder. The numbers are small most often, for which it is much faster.
fn quotient(a: i128, b: i128) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => (a % b == 0).then(|| i128::from(a / b)),
        _ => (a % b == 0).then(|| a / b),
    }
}

/// Whether the relation between the sum in the arguments from `first` on and the constant before them holds; `None` if
/// that is open.
pub(super) fn is_entailed(d: &impl Propagators, p: usize, first: usize, relation: Relation) -> Option<bool> {
    let constant = i128::from(d.integer(p, first - 1));
    let (low, high) = d.sum_bounds(p, first);
    let is_above = low.is_some_and(|low| low > constant);
    if relation == Relation::AtMost {
        let holds = high.is_some_and(|high| high <= constant);
        return if is_above { Some(false) } else { holds.then_some(true) };
    }
    let equal = if is_above || high.is_some_and(|high| high < constant) {
        Some(false)
    } else if low.is_some() && low == high {
        Some(true)
    } else {
        holes_decide(d, p, first)
    };
    equal.map(|equal| equal == (relation == Relation::Equal))
}

/// Whether holes in domains make an equation false: for one variable, and for two with factors of 1 and -1.
fn holes_decide(d: &impl Propagators, p: usize, first: usize) -> Option<bool> {
    let constant = i128::from(d.integer(p, first - 1));
    let term = |i: usize| (d.integer(p, first + 2 * i), d.variable(p, first + 2 * i + 1));
    match (d.argument_count(p) - first) / 2 {
        1 => {
            let (a, x) = term(0);
            let Some(value) = quotient(constant, i128::from(a)) else {
                return Some(false);
            };
            let value = i64::try_from(value).ok()?;
            (!d.contains(x, value)).then_some(false)
        }
        2 => {
            let ((a, x), (b, y)) = (term(0), term(1));
            if a + b == 0 && x == y {
                return Some(constant == 0);
            }
            if a + b != 0 || a.abs() != 1 {
                return None;
            }
            let c = i64::try_from(constant * i128::from(a)).ok()?;
            (!d.may_meet(x, y, c)).then_some(false)
        }
        _ => None,
    }
}

/// b, x, low, high...: b tells whether x is in the set.
pub(super) fn reified_domain(d: &mut impl Propagators, p: usize) -> Step {
    let (truth, x) = (d.variable(p, 0), d.variable(p, 1));
    let set: Ranges = (2..d.argument_count(p))
        .step_by(2)
        .map(|i| (d.integer(p, i), d.integer(p, i + 1)))
        .collect();
    if let Some(is_true) = d.value(truth) {
        d.done(p);
        return d.keep_only(x, &if is_true == 1 { set } else { complement(&set) });
    }
    let domain = d.ranges(x);
    let common = intersect(&domain, &set);
    if common.is_empty() || common == domain {
        d.done(p);
        d.fix(truth, i128::from(!common.is_empty()))?;
    }
    Ok(())
}
