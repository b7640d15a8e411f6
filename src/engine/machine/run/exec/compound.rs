//! Unification and comparison of small compound terms in the run loop: without recursion, and with only a fixed-size
//! array of pending arguments. `None` means that the slow path must take over: the terms are large or cyclic, or their
//! cells alone do not decide.

use std::cmp::Ordering;

use crate::base::atom::{AtomTable, Functor};
use crate::machine::run::hot::deref;
use crate::machine::stacks::trail::bind;
use crate::term::cell::{Cell, tags};

/// Maximum number of pending runs of arguments: terms nested deeper exit the loop.
const WAITING: usize = 16;
/// Maximum number of compounds that are entered: larger terms exit the loop, and so do cyclic ones.
const STEPS: usize = 1000;

/// The outcome for two dereferenced cells.
enum PairOutcome {
    /// They are equal, or a binding has made them equal.
    Equal,
    Different,
    /// Two compounds with the same functor: the addresses of their first arguments, and the arity.
    Compounds(usize, usize, usize),
    /// They must be unified outside of the loop.
    Leave,
}

#[inline(always)]
fn pair(heap: &mut [u64], trail: &mut Vec<u64>, hb: usize, a: Cell, b: Cell) -> PairOutcome {
    if a == b {
        return PairOutcome::Equal;
    }
    let (of_a, of_b) = (a.tag_bits(), b.tag_bits());
    if of_a == tags::REF && of_b != tags::ATT {
        if of_b == tags::REF && a.address() < b.address() {
            bind(heap, trail, hb, b, a);
        } else {
            bind(heap, trail, hb, a, b);
        }
        return PairOutcome::Equal;
    }
    if of_b == tags::REF && of_a != tags::ATT {
        bind(heap, trail, hb, b, a);
        return PairOutcome::Equal;
    }
    if of_a != of_b {
        let attributed = of_a == tags::ATT || of_b == tags::ATT;
        return if attributed {
            PairOutcome::Leave
        } else {
            PairOutcome::Different
        };
    }
    match of_a {
        tags::LST => PairOutcome::Compounds(a.address(), b.address(), 2),
        tags::STR => {
            let header = heap[a.address()];
            if header != heap[b.address()] {
                return PairOutcome::Different;
            }
            let arity = Cell::from_bits(header).as_functor().arity();
            if arity == 0 {
                return PairOutcome::Equal;
            }
            PairOutcome::Compounds(a.address() + 1, b.address() + 1, arity)
        }
        tags::ATT | tags::BOX => PairOutcome::Leave,
        _ => PairOutcome::Different,
    }
}

/// The number of arguments from which it pays to look for two that differ before any variable is bound.
const MANY_ARGUMENTS: usize = 3;

/// Whether two runs of arguments have different constants at the same place, as they stand: then no variable need be bound, and
/// unbound again.
#[inline(always)]
fn differ(heap: &[u64], at_a: usize, at_b: usize, arity: usize) -> bool {
    let (a, b) = (&heap[at_a..at_a + arity], &heap[at_b..at_b + arity]);
    for i in 0..arity {
        if a[i] != b[i] && Cell::from_bits(a[i]).is_immediate() && Cell::from_bits(b[i]).is_immediate() {
            return true;
        }
    }
    false
}

/// Unifies two dereferenced cells; `None` if they must be unified outside of the loop, where bindings made here do no
/// harm. Terms nested only in last arguments, such as lists, need no stack of pending arguments.
#[cold]
#[inline(never)]
pub(super) fn unify_compound(heap: &mut [u64], trail: &mut Vec<u64>, hb: usize, a: Cell, b: Cell) -> Option<bool> {
    let (mut a, mut b) = (a, b);
    for _ in 0..STEPS {
        let (mut at_a, mut at_b, arity) = match pair(heap, trail, hb, a, b) {
            PairOutcome::Equal => return Some(true),
            PairOutcome::Different => return Some(false),
            PairOutcome::Leave => return None,
            PairOutcome::Compounds(first_a, first_b, arity) => (first_a, first_b, arity),
        };
        if arity >= MANY_ARGUMENTS && differ(heap, at_a, at_b, arity) {
            return Some(false);
        }
        for _ in 1..arity {
            a = deref(heap, Cell::from_bits(heap[at_a]));
            b = deref(heap, Cell::from_bits(heap[at_b]));
            match pair(heap, trail, hb, a, b) {
                PairOutcome::Equal => {}
                PairOutcome::Different => return Some(false),
                PairOutcome::Leave => return None,
                PairOutcome::Compounds(first_a, first_b, arity) => {
                    if !unify_nested(heap, trail, hb, (first_a, first_b, arity))? {
                        return Some(false);
                    }
                }
            }
            (at_a, at_b) = (at_a + 1, at_b + 1);
        }
        a = deref(heap, Cell::from_bits(heap[at_a]));
        b = deref(heap, Cell::from_bits(heap[at_b]));
    }
    None
}

/// Unifies the arguments of two compounds, given as the addresses of the first ones and their number.
#[cold]
#[inline(never)]
fn unify_nested(heap: &mut [u64], trail: &mut Vec<u64>, hb: usize, arguments: (usize, usize, usize)) -> Option<bool> {
    let mut waiting = [(0, 0, 0); WAITING];
    let (mut run, mut count) = (arguments, 0);
    for _ in 0..STEPS {
        let (at_a, at_b, left) = run;
        let a = deref(heap, Cell::from_bits(heap[at_a]));
        let b = deref(heap, Cell::from_bits(heap[at_b]));
        run = (at_a + 1, at_b + 1, left - 1);
        match pair(heap, trail, hb, a, b) {
            PairOutcome::Equal => {}
            PairOutcome::Different => return Some(false),
            PairOutcome::Leave => return None,
            PairOutcome::Compounds(first_a, first_b, arity) => {
                // A finished run is not pushed, so lists need no room.
                if run.2 > 0 {
                    *waiting.get_mut(count)? = run;
                    count += 1;
                }
                run = (first_a, first_b, arity);
            }
        }
        if run.2 == 0 {
            if count == 0 {
                return Some(true);
            }
            count -= 1;
            run = waiting[count];
        }
    }
    None
}

/// Runs of arguments of two compounds: their addresses, and the number of arguments left.
struct Runs<'a> {
    heap: &'a [u64],
    run: (usize, usize, usize),
    waiting: [(usize, usize, usize); WAITING],
    count: usize,
}

impl Runs<'_> {
    #[inline(always)]
    fn new(heap: &[u64]) -> Runs<'_> {
        Runs {
            heap,
            run: (0, 0, 0),
            waiting: [(0, 0, 0); WAITING],
            count: 0,
        }
    }

    /// Returns the next pair of arguments, if any is left.
    #[inline(always)]
    fn next(&mut self) -> Option<(Cell, Cell)> {
        if self.run.2 == 0 {
            self.count = self.count.checked_sub(1)?;
            self.run = self.waiting[self.count];
        }
        let (at_a, at_b, left) = self.run;
        self.run = (at_a + 1, at_b + 1, left - 1);
        let (a, b) = (Cell::from_bits(self.heap[at_a]), Cell::from_bits(self.heap[at_b]));
        Some((deref(self.heap, a), deref(self.heap, b)))
    }

    /// Enters the arguments of two compounds; `None` if too many runs are pending.
    #[inline(always)]
    fn enter(&mut self, first_a: usize, first_b: usize, arity: usize) -> Option<()> {
        // A finished run is not pushed, so lists need no room.
        if self.run.2 > 0 {
            *self.waiting.get_mut(self.count)? = self.run;
            self.count += 1;
        }
        self.run = (first_a, first_b, arity);
        Some(())
    }

    #[inline(always)]
    fn functors(&self, a: Cell, b: Cell) -> (Functor, Functor) {
        let of = |cell: Cell| Cell::from_bits(self.heap[cell.address()]).as_functor();
        (of(a), of(b))
    }
}

/// Whether two dereferenced cells are the same term.
#[cold]
#[inline(never)]
pub(super) fn identical(heap: &[u64], a: Cell, b: Cell) -> Option<bool> {
    let mut runs = Runs::new(heap);
    let (mut a, mut b) = (a, b);
    for _ in 0..STEPS {
        match (a.tag_bits(), b.tag_bits()) {
            (tags::ATT, _) | (_, tags::ATT) => return None,
            _ if a == b => {}
            (tags::BOX, tags::BOX) => return None,
            (tags::LST, tags::LST) => runs.enter(a.address(), b.address(), 2)?,
            (tags::STR, tags::STR) => {
                let (of_a, of_b) = runs.functors(a, b);
                if of_a != of_b {
                    return Some(false);
                }
                runs.enter(a.address() + 1, b.address() + 1, of_a.arity())?;
            }
            _ => return Some(false),
        }
        match runs.next() {
            Some(pair) => (a, b) = pair,
            None => return Some(true),
        }
    }
    None
}

/// Returns the rank of a cell's type in the standard order; `None` if the cell alone does not tell it.
fn rank(cell: Cell) -> Option<u8> {
    match cell.tag_bits() {
        tags::REF => Some(0),
        tags::INT => Some(1),
        tags::ATM => Some(2),
        tags::LST | tags::STR => Some(3),
        _ => None,
    }
}

/// Compares two dereferenced cells in the standard order.
#[cold]
#[inline(never)]
pub(super) fn compare(heap: &[u64], atoms: &AtomTable, a: Cell, b: Cell) -> Option<Ordering> {
    if let (tags::INT, tags::INT) = (a.tag_bits(), b.tag_bits()) {
        return Some((a.bits() as i64).cmp(&(b.bits() as i64)));
    }
    let mut runs = Runs::new(heap);
    let (mut a, mut b) = (a, b);
    for _ in 0..STEPS {
        match (a.tag_bits(), b.tag_bits()) {
            (tags::ATT, _) | (_, tags::ATT) => return None,
            _ if a == b => {}
            (tags::INT, tags::INT) => return Some((a.bits() as i64).cmp(&(b.bits() as i64))),
            (tags::ATM, tags::ATM) => return Some(atoms.compare(a.as_atom(), b.as_atom())),
            (tags::LST, tags::LST) => runs.enter(a.address(), b.address(), 2)?,
            (tags::STR, tags::STR) => {
                let (of_a, of_b) = runs.functors(a, b);
                if of_a != of_b {
                    let by_arity = of_a.arity().cmp(&of_b.arity());
                    return Some(by_arity.then_with(|| atoms.compare(of_a.name(), of_b.name())));
                }
                runs.enter(a.address() + 1, b.address() + 1, of_a.arity())?;
            }
            _ => {
                let (of_a, of_b) = (rank(a)?, rank(b)?);
                // Two variables, or a list and another compound term.
                return (of_a != of_b).then(|| of_a.cmp(&of_b));
            }
        }
        match runs.next() {
            Some(pair) => (a, b) = pair,
            None => return Some(Ordering::Equal),
        }
    }
    None
}
