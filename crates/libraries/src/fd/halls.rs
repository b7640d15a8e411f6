//! All variables different, by bounds: no interval has more variables than elements, and one with as many leaves none of
//! its elements to others (López-Ortiz, Quimper, Tromp, van Beek, "A fast and simple algorithm for bounds consistency of
//! the alldifferent constraint", IJCAI 2003). It takes n log n steps, however large the domains are.

use ferz_engine::native::Stop;
use ferz_engine::native::work::Ordered;

use super::domains::DomainAccess;
use super::ranges::{INF, SUP};

/// A variable, its least and its greatest element.
type Interval = (usize, i64, i64);
/// Variables with their new bounds.
type Changes = Vec<(usize, i64)>;

/// Narrows the bounds of variables that differ until they are consistent. Variables without a bound are passed over.
/// Returns whether nothing is left to do.
pub(super) fn spread(d: &mut impl DomainAccess, vars: &[usize]) -> Result<bool, Stop> {
    loop {
        let bounded = vars.iter().filter(|&&x| d.min(x) > INF && d.max(x) < SUP);
        let intervals: Vec<Interval> = bounded.map(|&x| (x, d.min(x), d.max(x))).collect();
        let (lower, upper) = narrowed(&intervals).ok_or(Stop::Fail)?;
        if lower.is_empty() && upper.is_empty() {
            return Ok(vars.iter().all(|&x| d.value(x).is_some()));
        }
        for (x, min) in lower {
            d.at_least(x, min.into())?;
        }
        for (x, max) in upper {
            d.at_most(x, max.into())?;
        }
    }
}

/// Returns the variables whose least elements others need, with their new bounds, and those of the greatest elements;
/// `None` if there is no solution.
fn narrowed(intervals: &[Interval]) -> Option<(Changes, Changes)> {
    let lower = raised(intervals)?;
    let mirrored: Vec<Interval> = intervals.iter().map(|&(x, min, max)| (x, -max, -min)).collect();
    let upper = raised(&mirrored)?.into_iter().map(|(x, min)| (x, -min));
    Some((lower, upper.collect()))
}

/// Returns the variables whose least elements others need, with their new bounds; `None` if there is no solution.
fn raised(intervals: &[Interval]) -> Option<Changes> {
    // The ends of all intervals, ascending, between two places beyond which nothing is full.
    let mut bounds: Vec<i64> = intervals.iter().flat_map(|&(_, min, max)| [min, max + 1]).collect();
    bounds.order_often();
    bounds.dedup();
    let (least, most) = (bounds.first().map_or(0, |b| b - 2), bounds.last().map_or(0, |b| b + 2));
    bounds.insert(0, least);
    bounds.push(most);
    let place = |bound: i64| bounds.partition_point(|&other| other < bound);
    // Trees of places: a path leads to the place before which elements are left, and to the end of a full interval.
    let mut tree: Vec<usize> = (0..bounds.len()).map(|place| place.saturating_sub(1)).collect();
    let mut halls = tree.clone();
    // How many elements are left between a place and the one before it in its tree.
    let mut left: Vec<i64> = tree
        .iter()
        .zip(&bounds)
        .map(|(&before, bound)| bound - bounds[before])
        .collect();
    let mut sorted = intervals.to_vec();
    sorted.order_often_by(|a, b| a.2.cmp(&b.2));
    let mut changed = Vec::new();
    for (x, min, max) in sorted {
        let (first, end) = (place(min), place(max + 1));
        let mut at = end_of(&tree, first + 1);
        let before = tree[at];
        left[at] -= 1;
        if left[at] == 0 {
            tree[at] = at + 1;
            at = end_of(&tree, at + 1);
            tree[at] = before;
        }
        shorten(&mut tree, first + 1, at, at);
        let needed = bounds[at] - bounds[end];
        if left[at] < needed {
            return None;
        }
        if halls[first] > first {
            let hall = end_of(&halls, halls[first]);
            changed.push((x, bounds[hall]));
            shorten(&mut halls, first, hall, hall);
        }
        if left[at] == needed {
            let next = halls[end];
            shorten(&mut halls, next, before - 1, end);
            halls[end] = before - 1;
        }
    }
    Some(changed)
}

/// Follows a path to the place that leads to no greater one.
fn end_of(tree: &[usize], mut place: usize) -> usize {
    while tree[place] > place {
        place = tree[place];
    }
    place
}

/// Lets all places on a path, from `from` to the one before `to`, lead to `target`.
fn shorten(tree: &mut [usize], from: usize, to: usize, target: usize) {
    let mut place = from;
    while place != to {
        place = std::mem::replace(&mut tree[place], target);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bounds that are left of each interval, by trying everything.
    fn tried(domains: &[(i64, i64)]) -> Option<Vec<(i64, i64)>> {
        fn search(domains: &[(i64, i64)], taken: &mut Vec<i64>, found: &mut [(i64, i64)]) {
            let at = taken.len();
            if at == domains.len() {
                for (bounds, &value) in found.iter_mut().zip(taken.iter()) {
                    *bounds = (bounds.0.min(value), bounds.1.max(value));
                }
                return;
            }
            for value in domains[at].0..=domains[at].1 {
                if !taken.contains(&value) {
                    taken.push(value);
                    search(domains, taken, found);
                    taken.pop();
                }
            }
        }
        let mut found = vec![(i64::MAX, i64::MIN); domains.len()];
        search(domains, &mut Vec::new(), &mut found);
        (found[0].0 <= found[0].1).then_some(found)
    }

    /// Narrows intervals until nothing changes.
    fn at_last(mut domains: Vec<(i64, i64)>) -> Option<Vec<(i64, i64)>> {
        loop {
            let rows = domains.iter().enumerate().map(|(x, &(min, max))| (x, min, max));
            let (lower, upper) = narrowed(&rows.collect::<Vec<Interval>>())?;
            if lower.is_empty() && upper.is_empty() {
                return Some(domains);
            }
            lower.into_iter().for_each(|(x, min)| domains[x].0 = min);
            upper.into_iter().for_each(|(x, max)| domains[x].1 = max);
            if domains.iter().any(|&(min, max)| min > max) {
                return None;
            }
        }
    }

    #[test]
    fn bounds_are_those_of_the_solutions() {
        let mut seed = 7_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((seed >> 33) % below) as i64
        };
        let mut outcomes = [0; 2];
        for _ in 0..4000 {
            let count = 1 + random(6);
            let domains: Vec<(i64, i64)> = (0..count)
                .map(|_| {
                    let min = random(7) - 3;
                    (min, min + random(4))
                })
                .collect();
            let expected = tried(&domains);
            outcomes[usize::from(expected.is_some())] += 1;
            assert_eq!(at_last(domains.clone()), expected, "{domains:?}");
        }
        assert!(outcomes.iter().all(|&count| count > 100), "{outcomes:?}");
    }
}
