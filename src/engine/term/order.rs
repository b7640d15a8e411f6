//! The standard order of terms (ISO 7.2), equality, hashes, variants and subsumption. No function recurses; all terminate on
//! cyclic terms, and end early if the watch wants a stop.
//!
//! Variable < Number < String < Atom < Compound. Variables are ordered by age; numbers by value, a float before an
//! equal integer; atoms and strings by code points; compounds by arity, name, and arguments from the left.

use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::hash::Hasher as _;

use super::cell::{BoxKind, Cell, Tag};
use super::heap::Heap;
use super::pairs::Pairs;
use super::walk::{Met, Variables, subterms};
use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::known;
use crate::base::num::Number;
use crate::base::watch::Pace;

/// Returns the functor of a compound cell; that of a list pair is `'.'/2`.
pub fn functor_of(heap: &Heap, cell: Cell) -> Functor {
    if cell.is_list() {
        Functor::new(known::DOT, 2)
    } else {
        heap.get(cell.address()).as_functor()
    }
}

/// Returns the atom of an order for `compare/3`.
#[inline]
pub fn order_atom(order: Ordering) -> Cell {
    Cell::atom(match order {
        Ordering::Less => known::LT,
        Ordering::Equal => known::EQUALS,
        Ordering::Greater => known::GT,
    })
}

/// Compares two terms in the standard order.
pub fn compare(heap: &Heap, atoms: &AtomTable, a: Cell, b: Cell) -> Ordering {
    let (mut a, mut b) = (heap.deref(a), heap.deref(b));
    if !matches!(a.tag(), Tag::Lst | Tag::Str) || !matches!(b.tag(), Tag::Lst | Tag::Str) {
        return compare_top(heap, atoms, a, b);
    }
    if let Some(order) = compare_few(heap, atoms, a, b) {
        return order;
    }
    let mut pairs = Pairs::new();
    loop {
        match (a.tag(), b.tag()) {
            (Tag::Lst, Tag::Lst) => pairs.enter(heap, a, b),
            (Tag::Str, Tag::Str) if heap.get(a.address()) == heap.get(b.address()) => pairs.enter(heap, a, b),
            _ => {
                let order = compare_top(heap, atoms, a, b);
                if order != Ordering::Equal {
                    return order;
                }
                if matches!(a.tag(), Tag::Lst | Tag::Str) {
                    pairs.enter(heap, a, b);
                }
            }
        }
        match pairs.next_different(heap) {
            Some(next) => (a, b) = next,
            None => return Ordering::Equal,
        }
    }
}

/// Number of compound pairs that [`compare_few`] enters, and of runs that may be pending.
const FEW: usize = 8;

/// Compares two dereferenced terms if they are small or differ early, without allocation.
#[inline]
fn compare_few(heap: &Heap, atoms: &AtomTable, mut a: Cell, mut b: Cell) -> Option<Ordering> {
    let mut runs = [(0, 0, 0); FEW];
    let mut waiting = 0;
    for _ in 0..FEW {
        // Compare the arguments of this pair up to the next two compounds.
        let (mut at_a, mut at_b, mut left) = match (a.tag(), b.tag()) {
            _ if a == b => (0, 0, 0),
            (Tag::Lst, Tag::Lst) => (a.address(), b.address(), 2),
            (Tag::Str, Tag::Str) if heap.get(a.address()) == heap.get(b.address()) => {
                let arity = heap.get(a.address()).as_functor().arity();
                (a.address() + 1, b.address() + 1, arity)
            }
            _ => {
                let order = compare_top(heap, atoms, a, b);
                if order.is_ne() {
                    return Some(order);
                }
                (0, 0, 0)
            }
        };
        loop {
            if left == 0 {
                if waiting == 0 {
                    return Some(Ordering::Equal);
                }
                waiting -= 1;
                (at_a, at_b, left) = runs[waiting];
                continue;
            }
            (a, b) = (heap.deref(heap.get(at_a)), heap.deref(heap.get(at_b)));
            (at_a, at_b, left) = (at_a + 1, at_b + 1, left - 1);
            if a == b {
                continue;
            }
            if matches!(a.tag(), Tag::Lst | Tag::Str) && matches!(b.tag(), Tag::Lst | Tag::Str) {
                break;
            }
            let order = compare_top(heap, atoms, a, b);
            if order.is_ne() {
                return Some(order);
            }
        }
        if left > 0 {
            *runs.get_mut(waiting)? = (at_a, at_b, left);
            waiting += 1;
        }
    }
    None
}

/// Compares two atoms by their text.
pub fn compare_atoms(atoms: &AtomTable, a: Atom, b: Atom) -> Ordering {
    if a == b { Ordering::Equal } else { atoms.compare(a, b) }
}

/// Returns the rank of a dereferenced cell's type in the standard order.
fn rank(heap: &Heap, cell: Cell) -> u8 {
    match cell.tag() {
        Tag::Ref | Tag::Att => 0,
        Tag::Int => 1,
        Tag::Box if heap.get(cell.address()).box_kind() != BoxKind::String => 1,
        Tag::Box => 2,
        Tag::Atm => 3,
        Tag::Lst | Tag::Str | Tag::Hdr => 4,
    }
}

/// Compares two dereferenced cells without their arguments.
#[inline]
fn compare_top(heap: &Heap, atoms: &AtomTable, a: Cell, b: Cell) -> Ordering {
    match (a.tag(), b.tag()) {
        (Tag::Int, Tag::Int) => return a.as_int().cmp(&b.as_int()),
        (Tag::Atm, Tag::Atm) => return compare_atoms(atoms, a.as_atom(), b.as_atom()),
        _ => {}
    }
    let (rank_a, rank_b) = (rank(heap, a), rank(heap, b));
    if rank_a != rank_b {
        return rank_a.cmp(&rank_b);
    }
    match rank_a {
        0 => a.address().cmp(&b.address()),
        1 => compare_numbers(heap, a, b),
        2 => compare_strings(heap, a, b),
        3 => compare_atoms(atoms, a.as_atom(), b.as_atom()),
        _ => {
            let (a, b) = (functor_of(heap, a), functor_of(heap, b));
            a.arity()
                .cmp(&b.arity())
                .then_with(|| compare_atoms(atoms, a.name(), b.name()))
        }
    }
}

/// Compares two string cells by their code points, in place on the heap.
fn compare_strings(heap: &Heap, a: Cell, b: Cell) -> Ordering {
    let bytes = |cell: Cell| {
        let header = heap.get(cell.address());
        header.string_bytes()
    };
    let text = |cell: Cell| heap.string_words(cell).iter().map(|word| word.to_be());
    // The padding is zero, hence never greater than the byte it is compared with.
    let shorter = heap.string_words(a).len().min(heap.string_words(b).len());
    text(a)
        .take(shorter)
        .cmp(text(b).take(shorter))
        .then_with(|| bytes(a).cmp(&bytes(b)))
}

fn compare_numbers(heap: &Heap, a: Cell, b: Cell) -> Ordering {
    match (heap.number(a), heap.number(b)) {
        (Some(Number::Float(_)), Some(b)) if heap.floats_first && !matches!(b, Number::Float(_)) => Ordering::Less,
        (Some(a), Some(Number::Float(_))) if heap.floats_first && !matches!(a, Number::Float(_)) => Ordering::Greater,
        (Some(a), Some(b)) => a.standard_order(&b),
        _ => Ordering::Equal,
    }
}

/// Whether two boxes are the same number or string. Floats are compared by their bits.
fn boxes_equal(heap: &Heap, a: Cell, b: Cell) -> bool {
    heap.get(a.address()) == heap.get(b.address()) && heap.box_words(a) == heap.box_words(b)
}

/// Whether two terms are identical (`==/2`).
pub fn structural_equal(heap: &Heap, a: Cell, b: Cell) -> bool {
    let (mut a, mut b) = (heap.deref(a), heap.deref(b));
    if a == b || a.tag() != b.tag() || a.is_immediate() {
        return a == b;
    }
    let mut pairs = Pairs::new();
    loop {
        match (a.tag(), b.tag()) {
            (Tag::Lst, Tag::Lst) => pairs.enter(heap, a, b),
            (Tag::Str, Tag::Str) if heap.get(a.address()) == heap.get(b.address()) => pairs.enter(heap, a, b),
            (Tag::Box, Tag::Box) if boxes_equal(heap, a, b) => {}
            _ => return false,
        }
        match pairs.next_different(heap) {
            Some(next) => (a, b) = next,
            None => return true,
        }
    }
}

/// Returns a hash of a ground term down to `depth` levels of compounds, the same in every run; `None` if there are
/// variables within that depth.
pub fn term_hash(heap: &Heap, atoms: &AtomTable, term: Cell, depth: usize) -> Option<u64> {
    let mut hasher = FxHasher::default();
    let mut met = Met::new();
    let mut pace = Pace::new();
    // Cells still to be hashed, each with the remaining depth.
    let mut waiting = vec![(term, depth)];
    while let Some((cell, depth)) = waiting.pop() {
        if depth == 0 {
            continue;
        }
        let cell = heap.deref(cell);
        match cell.tag() {
            Tag::Ref | Tag::Att => return None,
            Tag::Atm => hasher.write(atoms.text(cell.as_atom()).as_bytes()),
            Tag::Int | Tag::Hdr => hasher.write_u64(cell.bits()),
            Tag::Box => {
                let header = heap.get(cell.address());
                // Distinguishes numbers from strings, and 1.0 from the integer with the same bits.
                hasher.write_u64(header.bits());
                heap.box_words(cell).iter().for_each(|&word| hasher.write_u64(word));
                debug_assert!(header.box_kind() != BoxKind::Float || header.box_words() == 1);
            }
            Tag::Lst | Tag::Str => {
                let (first, count) = heap.arguments(cell);
                if cell.is_list() {
                    hasher.write(b"[|]");
                } else {
                    hasher.write(atoms.text(heap.get(cell.address()).as_functor().name()).as_bytes());
                }
                hasher.write_usize(count);
                if pace.step(&heap.watch) {
                    return None;
                }
                if met.enter(cell.address()) {
                    waiting.extend((first..first + count).rev().map(|at| (heap.get(at), depth - 1)));
                }
            }
        }
    }
    Some(hasher.finish())
}

/// Whether two terms are equal up to renaming of variables (`=@=/2`). Variables must have the same attributes, in the
/// same order, with values that are equal up to that renaming.
pub fn is_variant(heap: &Heap, a: Cell, b: Cell) -> bool {
    // A variable is numbered by its first occurrence; the numbers on both sides must agree.
    let (mut left, mut right) = (Variables::default(), Variables::default());
    // The attributes of variables that are still to be compared.
    let mut attributes: Vec<(Cell, Cell)> = Vec::new();
    let mut next = Some((a, b));
    while let Some((a, b)) = next {
        let mut pair = |a: Cell, b: Cell| {
            if !a.is_variable() || a.tag() != b.tag() {
                return false;
            }
            match (left.position(a), right.position(b)) {
                (None, None) => {
                    if a.tag() == Tag::Att {
                        attributes.push((heap.get(a.address() + 1), heap.get(b.address() + 1)));
                    }
                    left.insert(a) && right.insert(b) && left.fits(heap)
                }
                (i, j) => i == j,
            }
        };
        if !match_up(heap, heap.deref(a), heap.deref(b), &mut pair) {
            return false;
        }
        next = attributes.pop();
    }
    true
}

/// Whether two terms are the same, where pairs of cells that include a variable are compared by `pair`. Unlike
/// [`structural_equal`], it also enters identical cells, so that `pair` sees all their variables.
fn match_up(heap: &Heap, a: Cell, b: Cell, pair: &mut impl FnMut(Cell, Cell) -> bool) -> bool {
    let (mut a, mut b) = (a, b);
    let mut pairs = Pairs::new();
    loop {
        match (a.tag(), b.tag()) {
            (Tag::Ref | Tag::Att, _) | (_, Tag::Ref | Tag::Att) => {
                if !pair(a, b) {
                    return false;
                }
            }
            (Tag::Lst, Tag::Lst) => pairs.enter_both(heap, a, b),
            (Tag::Str, Tag::Str) if heap.get(a.address()) == heap.get(b.address()) => pairs.enter_both(heap, a, b),
            (Tag::Box, Tag::Box) if boxes_equal(heap, a, b) => {}
            _ if a == b => {}
            _ => return false,
        }
        match pairs.next(heap) {
            Some(next) => (a, b) = next,
            None => return true,
        }
    }
}

/// Whether binding variables of `general` only can make it identical to `specific` (ISO 8.2.4).
pub fn subsumes(heap: &Heap, general: Cell, specific: Cell) -> bool {
    let mut bound = Variables::default();
    let mut values: Vec<Cell> = Vec::new();
    let mut pair = |a: Cell, b: Cell| {
        if !a.is_variable() {
            return false;
        }
        match bound.position(a) {
            Some(i) => structural_equal(heap, values[i], b),
            None => {
                values.push(b);
                bound.insert(a) && bound.fits(heap)
            }
        }
    };
    let (general, specific) = (heap.deref(general), heap.deref(specific));
    if !match_up(heap, general, specific, &mut pair) {
        return false;
    }
    // A variable of `specific` may only be bound to itself.
    subterms(heap, specific)
        .filter(|cell| cell.is_variable())
        .all(|variable| bound.position(variable).is_none_or(|i| values[i] == variable))
}

#[cfg(test)]
mod tests;
