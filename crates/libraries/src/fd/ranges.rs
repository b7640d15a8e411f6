//! Sets of integers as sorted lists of ranges, which neither overlap nor touch. The first may begin at [`INF`], the last
//! may end at [`SUP`].

use ferz_engine::native::terms::Cell;
use ferz_engine::native::work::Ordered;

/// The lower bound of a domain without one.
pub(super) const INF: i64 = Cell::MIN_INT;
/// The upper bound of a domain without one.
pub(super) const SUP: i64 = Cell::MAX_INT;
/// The largest absolute value of an element that a domain names.
pub(super) const BIG: i64 = 1 << 58;

/// A set of integers.
pub(super) type Ranges = Vec<(i64, i64)>;

/// Sorts the ranges and joins those that overlap or touch; empty ones are dropped.
pub(super) fn normalize(mut ranges: Ranges) -> Ranges {
    ranges.retain(|&(low, high)| low <= high);
    ranges.order_often();
    let mut joined: Ranges = Vec::with_capacity(ranges.len());
    for (low, high) in ranges {
        match joined.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => joined.push((low, high)),
        }
    }
    joined
}

/// Returns the common elements of two sets.
pub(super) fn intersect(a: &[(i64, i64)], b: &[(i64, i64)]) -> Ranges {
    let (mut i, mut j) = (0, 0);
    let mut common = Vec::new();
    while i < a.len() && j < b.len() {
        let (low, high) = (a[i].0.max(b[j].0), a[i].1.min(b[j].1));
        if low <= high {
            common.push((low, high));
        }
        if a[i].1 < b[j].1 { i += 1 } else { j += 1 }
    }
    common
}

/// Returns all integers that are not in the set.
pub(super) fn complement(set: &[(i64, i64)]) -> Ranges {
    let mut rest = Vec::with_capacity(set.len() + 1);
    let mut from = INF;
    for &(low, high) in set {
        if low > from {
            rest.push((from, low - 1));
        }
        if high == SUP {
            return rest;
        }
        from = high + 1;
    }
    rest.push((from, SUP));
    rest
}

/// Returns the set of all `sign * x + offset`, where `sign` is 1 or -1. Elements beyond [`BIG`] make it unbounded, which
/// only adds elements.
pub(super) fn map(set: &[(i64, i64)], sign: i64, offset: i64) -> Ranges {
    let low = |x: i64| match x {
        INF => INF,
        x if x + offset < -BIG => INF,
        x => x + offset,
    };
    let high = |x: i64| match x {
        SUP => SUP,
        x if x + offset > BIG => SUP,
        x => x + offset,
    };
    if sign > 0 {
        set.iter().map(|&(a, b)| (low(a), high(b))).collect()
    } else {
        let negated = set.iter().rev().map(|&(a, b)| (negate(b), negate(a)));
        negated.map(|(a, b)| (low(a), high(b))).collect()
    }
}

/// Returns `-x`; the two ends of an unbounded domain are exchanged.
pub(super) fn negate(x: i64) -> i64 {
    match x {
        INF => SUP,
        SUP => INF,
        x => -x,
    }
}

/// Whether `x` is in the set.
pub(super) fn contains(set: &[(i64, i64)], x: i64) -> bool {
    let after = set.partition_point(|&(low, _)| low <= x);
    after > 0 && x <= set[after - 1].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_combined() {
        let set = normalize(vec![(5, 7), (1, 2), (3, 3), (9, 8), (20, SUP)]);
        assert_eq!(set, [(1, 3), (5, 7), (20, SUP)]);
        assert_eq!(complement(&set), [(INF, 0), (4, 4), (8, 19)]);
        assert_eq!(complement(&complement(&set)), set);
        assert_eq!(complement(&[]), [(INF, SUP)]);
        assert_eq!(intersect(&set, &[(2, 5), (7, 30)]), [(2, 3), (5, 5), (7, 7), (20, 30)]);
        assert_eq!(map(&set, -1, 1), [(INF, -19), (-6, -4), (-2, 0)]);
        assert_eq!(map(&set, 1, -1), [(0, 2), (4, 6), (19, SUP)]);
        assert!(contains(&set, 6) && contains(&set, 100) && !contains(&set, 4) && !contains(&set, 0));
    }
}
