//! The pending pairs of cells in a comparison of two terms, and the pairs that a comparison or unification has already
//! visited, which makes it terminate on cyclic terms.

use super::cell::Cell;
use super::heap::Heap;
use super::marks::AddressMap;
use crate::base::watch::Pace;

/// Number of compound pairs before cycles are looked for: most terms are smaller.
const UNSUSPECTED: usize = 1 << 16;

/// One of this many unknown pairs is remembered: a large acyclic term costs little, and a cyclic one keeps producing
/// unknown pairs until enough are remembered.
const REMEMBERED: usize = 16;

/// Pairs of compounds that have been visited in a walk through two terms. They are assumed equal as long as no
/// difference is found, so they need not be visited again.
pub struct MetPairs {
    milestone: Milestone,
    unknown: usize,
    same: Option<Classes>,
}

impl MetPairs {
    /// Makes an empty set.
    pub fn new() -> MetPairs {
        MetPairs {
            milestone: Milestone::new(),
            unknown: 0,
            same: None,
        }
    }

    /// Visits a pair; returns whether it is known to have been visited before.
    #[inline]
    pub fn knows(&mut self, a: Cell, b: Cell) -> bool {
        self.milestone.comes_back(a, b)
            || self.milestone.steps > UNSUSPECTED && self.are_linked(a.address(), b.address())
    }

    /// As [`MetPairs::knows`], for walks in which comparing a compound with itself is significant: the two sides are kept
    /// apart by an even and an odd number for each address.
    fn knows_sides(&mut self, a: Cell, b: Cell) -> bool {
        self.milestone.comes_back(a, b)
            || self.milestone.steps > UNSUSPECTED && self.are_linked(2 * a.address(), 2 * b.address() + 1)
    }

    /// Whether the two are in one class. If not, every [`REMEMBERED`]th pair is joined.
    #[inline(never)]
    fn are_linked(&mut self, a: usize, b: usize) -> bool {
        let same = self.same.get_or_insert_with(Classes::new);
        let (a, b) = (same.find(a), same.find(b));
        if a == b {
            return true;
        }
        self.unknown += 1;
        if self.unknown.is_multiple_of(REMEMBERED) {
            same.parents.insert(a, b);
        }
        false
    }
}

/// A visited pair, replaced by the newest whenever the number of pairs has doubled: a walk that returns to it is in a
/// cycle, or has met the same terms twice. Short cycles are found soon (Brent's method).
struct Milestone {
    pair: (Cell, Cell),
    /// The number of pairs visited.
    steps: usize,
}

impl Milestone {
    fn new() -> Milestone {
        Milestone {
            pair: (Cell::NIL, Cell::NIL),
            steps: 0,
        }
    }

    /// Visits a pair; returns whether it is the one that is kept.
    #[inline]
    fn comes_back(&mut self, a: Cell, b: Cell) -> bool {
        if self.pair == (a, b) {
            return true;
        }
        self.steps += 1;
        if self.steps.is_power_of_two() {
            self.pair = (a, b);
        }
        false
    }
}

/// Pairs of runs of cells that are still to be compared: their start addresses and length.
pub(super) struct Pairs {
    // The current run. A finished run is not kept, so that nesting in last arguments needs no memory.
    run: (usize, usize, usize),
    waiting: Vec<(usize, usize, usize)>,
    met: MetPairs,
    pace: Pace,
}

impl Pairs {
    pub(super) fn new() -> Pairs {
        Pairs {
            run: (0, 0, 0),
            waiting: Vec::new(),
            met: MetPairs::new(),
            pace: Pace::new(),
        }
    }

    /// Queues the arguments of two compounds of the same functor, unless the pair was visited before.
    #[inline]
    pub(super) fn enter(&mut self, heap: &Heap, a: Cell, b: Cell) {
        if !self.met.knows(a, b) {
            self.wait(heap, a, b);
        }
    }

    /// As [`Pairs::enter`], for walks in which comparing a compound with itself is significant.
    pub(super) fn enter_both(&mut self, heap: &Heap, a: Cell, b: Cell) {
        if !self.met.knows_sides(a, b) {
            self.wait(heap, a, b);
        }
    }

    #[inline]
    fn wait(&mut self, heap: &Heap, a: Cell, b: Cell) {
        let (first, count) = heap.arguments(a);
        if self.run.2 > 0 {
            self.waiting.push(self.run);
        }
        self.run = (first, heap.arguments(b).0, count);
        if self.pace.step(&heap.watch) {
            self.waiting.clear();
            self.run.2 = 0;
        }
    }

    #[inline]
    pub(super) fn next(&mut self, heap: &Heap) -> Option<(Cell, Cell)> {
        if self.run.2 == 0 {
            self.run = self.waiting.pop()?;
        }
        let (at_a, at_b, left) = self.run;
        self.run = (at_a + 1, at_b + 1, left - 1);
        let (a, b) = (heap.get(at_a), heap.get(at_b));
        Some((heap.deref(a), heap.deref(b)))
    }

    /// As [`Pairs::next`], but skips identical cells.
    #[inline]
    pub(super) fn next_different(&mut self, heap: &Heap) -> Option<(Cell, Cell)> {
        loop {
            let (at_a, at_b, left) = self.run;
            let (run_a, run_b) = (&heap.words()[at_a..at_a + left], &heap.words()[at_b..at_b + left]);
            for (i, (&a, &b)) in run_a.iter().zip(run_b).enumerate() {
                if a != b {
                    let (a, b) = (heap.deref(Cell::from_bits(a)), heap.deref(Cell::from_bits(b)));
                    if a != b {
                        self.run = (at_a + i + 1, at_b + i + 1, left - i - 1);
                        return Some((a, b));
                    }
                }
            }
            self.run.2 = 0;
            self.run = self.waiting.pop()?;
        }
    }
}

/// Classes of compounds that are assumed equal as long as no difference is found (union-find). Each pair that is
/// remembered lowers the number of classes, so that a comparison of cyclic terms terminates.
struct Classes {
    parents: AddressMap,
}

impl Classes {
    fn new() -> Classes {
        Classes {
            parents: AddressMap::for_many(),
        }
    }

    fn find(&mut self, mut address: usize) -> usize {
        while let Some(parent) = self.parents.get(address) {
            match self.parents.get(parent) {
                None => return parent,
                Some(above) => {
                    self.parents.insert(address, above);
                    address = above;
                }
            }
        }
        address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_cycle_is_found_soon() {
        for (before, cycle) in [(0, 1), (3, 1), (7, 5), (100, 30)] {
            let mut milestone = Milestone::new();
            let place = |step| {
                Cell::int(if step < before {
                    step
                } else {
                    before + (step - before) % cycle
                })
            };
            let found = (0..).find(|&step| milestone.comes_back(place(step), Cell::NIL));
            let found = found.expect("it goes round and round");
            assert!(
                (before + cycle..=2 * (before + cycle) + cycle).contains(&found),
                "{found}"
            );
        }
    }
}
