//! Integers of any size, or none, as bounds; sets of integers between them.

use dashu_base::{BitTest, Sign};
use dashu_int::IBig;
use ferz_engine::native::work::Ordered;

use super::super::ranges::{BIG, INF, Ranges, SUP};

/// The most bits that a computed bound has; a larger one counts as none, so that bounds that grow without end stay small.
const MOST_BITS: usize = 1 << 14;

/// A bound of a domain. The order is that of numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum WideBound {
    /// Less than all integers.
    Inf,
    Int(IBig),
    /// Greater than all integers.
    Sup,
}

use WideBound::{Inf, Int, Sup};

/// A set of integers: sorted ranges that neither overlap nor touch.
pub(crate) type Set = Vec<(WideBound, WideBound)>;

impl From<i64> for WideBound {
    fn from(value: i64) -> WideBound {
        match value {
            INF => Inf,
            SUP => Sup,
            value => Int(IBig::from(value)),
        }
    }
}

impl From<i128> for WideBound {
    fn from(value: i128) -> WideBound {
        Int(IBig::from(value))
    }
}

impl WideBound {
    pub(crate) fn zero() -> WideBound {
        Int(IBig::ZERO)
    }

    pub(crate) fn int(&self) -> Option<&IBig> {
        match self {
            Int(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the bound as one of a small domain, if it is.
    pub(crate) fn small(&self) -> Option<i64> {
        match self {
            Inf => Some(INF),
            Sup => Some(SUP),
            Int(value) => i64::try_from(value)
                .ok()
                .filter(|value| value.unsigned_abs() <= BIG.unsigned_abs()),
        }
    }

    fn sign(&self) -> i32 {
        match self {
            Inf => -1,
            Sup => 1,
            Int(value) if value.is_zero() => 0,
            Int(value) => {
                if value.sign() == Sign::Negative {
                    -1
                } else {
                    1
                }
            }
        }
    }

    fn infinite(sign: i32) -> WideBound {
        if sign < 0 { Inf } else { Sup }
    }

    pub(crate) fn negated(&self) -> WideBound {
        match self {
            Inf => Sup,
            Sup => Inf,
            Int(value) => Int(-value),
        }
    }

    pub(crate) fn magnitude(&self) -> WideBound {
        if self.sign() < 0 { self.negated() } else { self.clone() }
    }

    /// Returns the sum; that with no bound is no bound.
    pub(crate) fn plus(&self, other: &WideBound) -> WideBound {
        match (self, other) {
            (Int(a), Int(b)) => Int(a + b),
            (Int(_), none) | (none, _) => none.clone(),
        }
    }

    pub(crate) fn plus_small(&self, other: i64) -> WideBound {
        self.plus(&Int(IBig::from(other)))
    }

    /// Returns the product; with zero it is zero.
    pub(crate) fn times(&self, other: &WideBound) -> WideBound {
        match (self, other) {
            (Int(a), Int(b)) if a.bit_len() + b.bit_len() <= MOST_BITS => Int(a * b),
            _ => match self.sign() * other.sign() {
                0 => WideBound::zero(),
                sign => WideBound::infinite(sign),
            },
        }
    }

    /// Returns the quotient rounded down. A divisor that is no integer gives zero; it is not zero.
    pub(crate) fn floor_quotient(&self, divisor: &WideBound) -> WideBound {
        match (self, divisor) {
            (Int(a), Int(b)) => {
                let (quotient, rest) = (a / b, a % b);
                let is_less = !rest.is_zero() && (rest.sign() == Sign::Negative) != (b.sign() == Sign::Negative);
                Int(if is_less { quotient - IBig::ONE } else { quotient })
            }
            (Int(_), _) => WideBound::zero(),
            _ => WideBound::infinite(self.sign() * divisor.sign()),
        }
    }

    pub(crate) fn ceiling_quotient(&self, divisor: &WideBound) -> WideBound {
        self.negated().floor_quotient(divisor).negated()
    }

    /// Returns the quotient rounded towards zero.
    pub(crate) fn truncated_quotient(&self, divisor: &WideBound) -> WideBound {
        if self.sign() * divisor.sign() < 0 {
            self.ceiling_quotient(divisor)
        } else {
            self.floor_quotient(divisor)
        }
    }

    /// Returns the power; one that is too large is no bound.
    pub(crate) fn power(&self, exponent: usize) -> WideBound {
        let is_odd = exponent % 2 == 1;
        match self {
            _ if exponent == 0 => Int(IBig::ONE),
            Int(base) if base.bit_len().saturating_mul(exponent) <= MOST_BITS => Int(base.pow(exponent)),
            Int(base) if base.bit_len() <= 1 => Int(if is_odd { base.clone() } else { base * base }),
            _ => WideBound::infinite(if is_odd { self.sign() } else { 1 }),
        }
    }
}

pub(crate) fn least(bounds: impl IntoIterator<Item = WideBound>) -> WideBound {
    bounds.into_iter().min().unwrap_or(Inf)
}

pub(crate) fn greatest(bounds: impl IntoIterator<Item = WideBound>) -> WideBound {
    bounds.into_iter().max().unwrap_or(Sup)
}

/// Sorts ranges and joins those that overlap or touch; empty ones are dropped.
pub(crate) fn normalize(mut ranges: Set) -> Set {
    ranges.retain(|(low, high)| low <= high);
    ranges.order();
    let mut joined: Set = Vec::with_capacity(ranges.len());
    for (low, high) in ranges {
        match joined.last_mut() {
            Some(last) if low <= last.1.plus_small(1) => last.1 = high.max(last.1.clone()),
            _ => joined.push((low, high)),
        }
    }
    joined
}

/// Returns the common elements of two sets.
pub(crate) fn intersect(a: &[(WideBound, WideBound)], b: &[(WideBound, WideBound)]) -> Set {
    let (mut i, mut j) = (0, 0);
    let mut common = Vec::new();
    while i < a.len() && j < b.len() {
        let (low, high) = ((&a[i].0).max(&b[j].0), (&a[i].1).min(&b[j].1));
        if low <= high {
            common.push((low.clone(), high.clone()));
        }
        if a[i].1 < b[j].1 { i += 1 } else { j += 1 }
    }
    common
}

/// Returns all integers that are not in the set.
pub(crate) fn complement(set: &[(WideBound, WideBound)]) -> Set {
    let mut rest = Vec::with_capacity(set.len() + 1);
    let mut from = Inf;
    for (low, high) in set {
        if *low > from {
            rest.push((from, low.plus_small(-1)));
        }
        if *high == Sup {
            return rest;
        }
        from = high.plus_small(1);
    }
    rest.push((from, Sup));
    rest
}

/// Returns the set of all opposites.
pub(crate) fn mirrored(set: &[(WideBound, WideBound)]) -> Set {
    set.iter()
        .rev()
        .map(|(low, high)| (high.negated(), low.negated()))
        .collect()
}

pub(crate) fn from_small(set: &[(i64, i64)]) -> Set {
    set.iter().map(|&(low, high)| (low.into(), high.into())).collect()
}

/// Returns the set as one of a small domain, if it is.
pub(crate) fn to_small(set: &[(WideBound, WideBound)]) -> Option<Ranges> {
    set.iter()
        .map(|(low, high)| Some((low.small()?, high.small()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(value: i128) -> WideBound {
        WideBound::from(value)
    }

    #[test]
    fn quotients_are_rounded() {
        for a in -7_i128..=7 {
            for b in [-3_i128, -2, -1, 1, 2, 3] {
                let (x, y) = (big(a), big(b));
                assert_eq!(x.floor_quotient(&y), big((a as f64 / b as f64).floor() as i128));
                assert_eq!(x.ceiling_quotient(&y), big((a as f64 / b as f64).ceil() as i128));
                assert_eq!(x.truncated_quotient(&y), big(a / b));
            }
        }
        assert_eq!(Inf.floor_quotient(&big(-2)), Sup);
        assert_eq!(
            (big(-3).power(3), Inf.power(2), big(-1).power(1 << 30)),
            (big(-27), Sup, big(1))
        );
        assert_eq!(big(2).power(1 << 30), Sup);
    }

    #[test]
    fn the_least_word_is_no_small_bound() {
        assert_eq!(big(i64::MIN.into()).small(), None);
        assert_eq!(big(-i128::from(BIG)).small(), Some(-BIG));
    }

    #[test]
    fn sets_are_combined() {
        let huge = 1_i128 << 100;
        let set = normalize(vec![(big(5), big(7)), (big(1), big(4)), (big(huge), Sup)]);
        assert_eq!(set, [(big(1), big(7)), (big(huge), Sup)]);
        assert_eq!(complement(&set), [(Inf, big(0)), (big(8), big(huge - 1))]);
        assert_eq!(complement(&complement(&set)), set);
        assert_eq!(
            intersect(&set, &[(big(6), big(huge))]),
            [(big(6), big(7)), (big(huge), big(huge))]
        );
        assert_eq!(mirrored(&set), [(Inf, big(-huge)), (big(-7), big(-1))]);
        assert_eq!((to_small(&set), to_small(&set[..1])), (None, Some(vec![(1, 7)])));
    }
}
