//! All variables different, by bounds: no interval has more variables than elements, and one with as many leaves none of
//! its elements to others (López-Ortiz, Quimper, Tromp, van Beek, "A fast and simple algorithm for bounds consistency of
//! the alldifferent constraint", IJCAI 2003). It takes n log n steps, however large the domains are.

use crate::builtins::args::list_arg::proper_list;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;

use super::domains::Domains;
use super::ranges::{INF, SUP};
use super::store::Fd;

/// The bounds of a variable, and the places of `min` and `max + 1` among the bounds of all.
#[derive(Clone, Copy, Debug)]
struct Interval {
    var: usize,
    min: i64,
    max: i64,
    first: usize,
    end: usize,
}

/// The bounds of all variables, ascending, between two sentinels.
struct Halls {
    intervals: Vec<Interval>,
    bounds: Vec<i64>,
    /// Trees of places: a path leads to the interval that has elements left, and to the end of a full one.
    tree: Vec<usize>,
    halls: Vec<usize>,
    /// How many elements are left between a place and the next in its tree.
    left: Vec<i64>,
}

/// Narrows the bounds of variables that differ until they are consistent. Variables without a bound are passed over.
/// Returns whether nothing is left to do.
pub fn spread(d: &mut impl Domains, vars: &[usize]) -> Result<bool, Stop> {
    loop {
        let bounded = vars.iter().filter(|&&x| d.min(x) > INF && d.max(x) < SUP);
        let bounded = bounded.map(|&x| (x, d.min(x), d.max(x)));
        let mut halls = Halls::new(bounded.collect());
        let lower = halls.lower().ok_or(Stop::Fail)?;
        let upper = halls.upper().ok_or(Stop::Fail)?;
        if lower.is_empty() && upper.is_empty() {
            let has_value = |&x: &usize| d.value(x).is_some();
            return Ok(vars.iter().all(has_value));
        }
        for (x, min) in lower {
            d.at_least(x, min.into())?;
        }
        for (x, max) in upper {
            d.at_most(x, max.into())?;
        }
    }
}

/// Follows a path to its end.
fn end_of(tree: &[usize], mut place: usize, is_end: impl Fn(usize, usize) -> bool) -> usize {
    while !is_end(tree[place], place) {
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

/// Whether a place leads to no greater one.
fn is_highest(next: usize, place: usize) -> bool {
    next <= place
}

/// Whether a place leads to no lesser one.
fn is_lowest(next: usize, place: usize) -> bool {
    next >= place
}

impl Halls {
    fn new(vars: Vec<(usize, i64, i64)>) -> Halls {
        let mut bounds: Vec<i64> = vars.iter().flat_map(|&(_, min, max)| [min, max + 1]).collect();
        bounds.sort_unstable();
        bounds.dedup();
        // A place at each end, beyond which nothing is full.
        let (least, most) = (bounds.first().map_or(0, |b| b - 2), bounds.last().map_or(0, |b| b + 2));
        bounds.insert(0, least);
        bounds.push(most);
        let place = |bound: i64| bounds.partition_point(|&other| other < bound);
        let interval = |&(var, min, max): &(usize, i64, i64)| Interval {
            var,
            min,
            max,
            first: place(min),
            end: place(max + 1),
        };
        let count = bounds.len();
        Halls {
            intervals: vars.iter().map(interval).collect(),
            bounds,
            tree: vec![0; count],
            halls: vec![0; count],
            left: vec![0; count],
        }
    }

    /// Returns the variables whose least elements are taken, with their new bounds; `None` if there is no solution.
    fn lower(&mut self) -> Option<Vec<(usize, i64)>> {
        let Halls {
            intervals,
            bounds,
            tree,
            halls,
            left,
        } = self;
        intervals.sort_unstable_by_key(|interval| interval.max);
        for place in 1..bounds.len() {
            (tree[place], halls[place]) = (place - 1, place - 1);
            left[place] = bounds[place] - bounds[place - 1];
        }
        let mut changed = Vec::new();
        for interval in intervals.iter() {
            let (first, end) = (interval.first, interval.end);
            let mut at = end_of(tree, first + 1, is_highest);
            let before = tree[at];
            left[at] -= 1;
            if left[at] == 0 {
                tree[at] = at + 1;
                at = end_of(tree, at + 1, is_highest);
                tree[at] = before;
            }
            shorten(tree, first + 1, at, at);
            if left[at] < bounds[at] - bounds[end] {
                return None;
            }
            if halls[first] > first {
                let hall = end_of(halls, halls[first], is_highest);
                changed.push((interval.var, bounds[hall]));
                shorten(halls, first, hall, hall);
            }
            if left[at] == bounds[at] - bounds[end] {
                let next = halls[end];
                shorten(halls, next, before - 1, end);
                halls[end] = before - 1;
            }
        }
        Some(changed)
    }

    /// As `lower`, for the greatest elements.
    fn upper(&mut self) -> Option<Vec<(usize, i64)>> {
        let Halls {
            intervals,
            bounds,
            tree,
            halls,
            left,
        } = self;
        intervals.sort_unstable_by_key(|interval| std::cmp::Reverse(interval.min));
        for place in 0..bounds.len() - 1 {
            (tree[place], halls[place]) = (place + 1, place + 1);
            left[place] = bounds[place + 1] - bounds[place];
        }
        let mut changed = Vec::new();
        for interval in intervals.iter() {
            let (first, end) = (interval.first, interval.end);
            let mut at = end_of(tree, end - 1, is_lowest);
            let before = tree[at];
            left[at] -= 1;
            if left[at] == 0 {
                tree[at] = at - 1;
                at = end_of(tree, at - 1, is_lowest);
                tree[at] = before;
            }
            shorten(tree, end - 1, at, at);
            if left[at] < bounds[first] - bounds[at] {
                return None;
            }
            if halls[end] < end {
                let hall = end_of(halls, halls[end], is_lowest);
                changed.push((interval.var, bounds[hall] - 1));
                shorten(halls, end, hall, hall);
            }
            if left[at] == bounds[first] - bounds[at] {
                let next = halls[first];
                shorten(halls, next, before + 1, first);
                halls[first] = before + 1;
            }
        }
        Some(changed)
    }
}

impl Fd<'_> {
    /// shown; x...
    pub fn spread(&mut self, p: usize) -> Step {
        let vars: Vec<usize> = (1..self.arg_count(p)).map(|i| self.arg(p, i)).collect();
        if spread(self, &vars)? {
            self.kill(p);
        }
        Ok(())
    }
}

/// Returns the consistency that the options ask for.
pub fn consistency(m: &mut Machine, options: Cell) -> Result<Option<String>, Stop> {
    let mut wanted = None;
    for option in proper_list(m, options)? {
        let named = match m.view(option) {
            View::Struct(functor, first) if functor.arity() == 1 => {
                let value = m.deref(m.heap.get(first));
                let name = m.atoms.text(functor.name()) == "consistency";
                name.then(|| m.view(value))
            }
            _ => None,
        };
        if m.deref(option).is_variable() {
            return Err(m.instantiation_error());
        }
        let Some(View::Atom(name)) = named else {
            return Err(Fd::new(m).domain_error("consistency_option", option));
        };
        let name = m.atoms.text(name).to_owned();
        if !["value", "bounds", "domain"].contains(&name.as_str()) {
            return Err(Fd::new(m).domain_error("consistency_option", option));
        }
        wanted = Some(name);
    }
    Ok(wanted)
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
    fn narrowed(mut domains: Vec<(i64, i64)>) -> Option<Vec<(i64, i64)>> {
        loop {
            let rows = domains.iter().enumerate().map(|(x, &(min, max))| (x, min, max));
            let mut halls = Halls::new(rows.collect());
            let (lower, upper) = (halls.lower()?, halls.upper()?);
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
            assert_eq!(narrowed(domains.clone()), expected, "{domains:?}");
        }
        assert!(outcomes.iter().all(|&count| count > 100), "{outcomes:?}");
    }
}
