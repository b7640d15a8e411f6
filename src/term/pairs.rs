//! Pairs of cells that a comparison of two terms still has to look at, and those that it, or a unification, need not
//! look at again, so that cyclic terms are gone through to an end.

use super::cell::Cell;
use super::heap::Heap;
use super::marks::AddressMap;
use super::walk::arguments;
use crate::base::watch::Pace;

/// Pairs of compounds that are met before cycles are looked for: most terms are smaller.
const UNSUSPECTED: usize = 1 << 16;

/// Of so many pairs that were not met before, as far as is known, one is remembered: a large term without a cycle
/// costs little, and what does not end comes to pairs that are not known again and again.
const REMEMBERED: usize = 16;

/// Pairs of compounds that were met on the way through two terms, which are taken to be equal as long as no difference
/// was found: nobody needs to go through them again.
pub struct Met {
    milestone: Milestone,
    unknown: usize,
    same: Option<Classes>,
}

impl Met {
    /// Nothing met so far.
    pub fn new() -> Met {
        Met {
            milestone: Milestone::new(),
            unknown: 0,
            same: None,
        }
    }

    /// Goes on to this pair: was it met before, as far as is known?
    #[inline]
    pub fn knows(&mut self, a: Cell, b: Cell) -> bool {
        self.milestone.comes_back(a, b)
            || self.milestone.steps > UNSUSPECTED && self.are_linked(a.address(), b.address())
    }

    /// As [`Met::knows`], for walks to which a compound compared with itself says something: the two sides
    /// are kept apart by an odd and an even number for each address.
    fn knows_sides(&mut self, a: Cell, b: Cell) -> bool {
        self.milestone.comes_back(a, b)
            || self.milestone.steps > UNSUSPECTED && self.are_linked(2 * a.address(), 2 * b.address() + 1)
    }

    /// Are these two in one class? If not, they are put into one if it is their turn.
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

/// A pair of compounds that was met, exchanged for the newest whenever the number of pairs has doubled: who comes back
/// to it goes round a cycle, or has met the same terms in two places. A short cycle ends soon (Brent's method).
struct Milestone {
    pair: (Cell, Cell),
    /// Pairs gone on to.
    steps: usize,
}

impl Milestone {
    fn new() -> Milestone {
        Milestone {
            pair: (Cell::NIL, Cell::NIL),
            steps: 0,
        }
    }

    /// Goes on to this pair: is it the one that is kept?
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

/// Pairs of runs of cells that are still to be compared: where they begin, and how long they are.
pub(super) struct Pairs {
    // The run at hand. A finished one does not wait: what nests in last arguments only needs no memory.
    run: (usize, usize, usize),
    waiting: Vec<(usize, usize, usize)>,
    met: Met,
    pace: Pace,
}

impl Pairs {
    pub(super) fn new() -> Pairs {
        Pairs {
            run: (0, 0, 0),
            waiting: Vec::new(),
            met: Met::new(),
            pace: Pace::new(),
        }
    }

    /// Queues the arguments of two compounds of the same functor, unless they were compared before.
    #[inline]
    pub(super) fn enter(&mut self, heap: &Heap, a: Cell, b: Cell) {
        if !self.met.knows(a, b) {
            self.wait(heap, a, b);
        }
    }

    /// As [`Pairs::enter`], for walks to which a compound compared with itself says something: the two sides
    /// are kept apart by an odd and an even number for each address.
    pub(super) fn enter_both(&mut self, heap: &Heap, a: Cell, b: Cell) {
        if !self.met.knows_sides(a, b) {
            self.wait(heap, a, b);
        }
    }

    #[inline]
    fn wait(&mut self, heap: &Heap, a: Cell, b: Cell) {
        let (first, end) = arguments(heap, a);
        if self.run.2 > 0 {
            self.waiting.push(self.run);
        }
        self.run = (first, arguments(heap, b).0, end - first);
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

    /// As [`Pairs::next`], but the next of cells that are not the same.
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

/// Classes of compounds that are taken to be equal as long as no difference was found (union-find).
/// Each that is remembered lowers the number of classes, so that a comparison of cyclic terms ends.
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
