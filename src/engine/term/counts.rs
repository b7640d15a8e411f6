//! Walks over terms that count what occurs in them, mostly each part once, however often it is shared.

use super::cell::{Cell, Tag};
use super::heap::Heap;
use super::marks::AddressSet;
use super::walk::subterms;
use crate::base::watch::Pace;

fn is_compound(cell: Cell) -> bool {
    matches!(cell.tag(), Tag::Lst | Tag::Str)
}

/// Visits the subterms of `term`, dereferenced, in preorder from left to right; the arguments of a compound if `visit`
/// says so. Ends early if the watch wants a stop.
fn walk(heap: &Heap, term: Cell, mut visit: impl FnMut(Cell) -> bool) {
    let mut waiting = Vec::new();
    let mut pace = Pace::new();
    let mut next = heap.deref(term);
    loop {
        if visit(next) && is_compound(next) {
            let (first, count) = heap.arguments(next);
            if count > 0 {
                waiting.push((first, first + count));
            }
        }
        // A finished run is popped before its last argument is entered, so that lists need no stack.
        let Some(run) = waiting.last_mut() else { return };
        next = heap.deref(heap.get(run.0));
        run.0 += 1;
        if run.0 == run.1 {
            waiting.pop();
        }
        if pace.step(&heap.watch) {
            return;
        }
    }
}

/// Returns the variables that occur once in an acyclic term, in the order of `walk::variables`.
pub fn single_variables(heap: &Heap, term: Cell) -> Vec<Cell> {
    let [mut seen, mut again, mut entered, mut entered_again] = [const { AddressSet::new() }; 4];
    let mut found = Vec::new();
    walk(heap, term, |cell| {
        let address = cell.address();
        if !cell.is_variable() {
            // Entering a subterm a second time counts all its variables twice.
            return is_compound(cell) && (entered.insert(address) || entered_again.insert(address));
        }
        if !seen.insert(address) {
            again.insert(address);
        } else if found.len() < heap.spare / 4 {
            found.push(cell);
        } else {
            heap.watch.note_overflow();
        }
        false
    });
    found.retain(|variable| !again.contains(variable.address()));
    found
}

/// Returns the number of heap cells of a copy of `term`, without attributes; for a large term with shared subterms the
/// copy may take a little less.
pub fn size(heap: &Heap, term: Cell) -> usize {
    let cells = |cell: Cell| match cell.tag() {
        Tag::Atm | Tag::Int | Tag::Ref | Tag::Hdr => 0,
        Tag::Att | Tag::Lst => 2,
        Tag::Str => 1 + heap.get(cell.address()).as_functor().arity(),
        Tag::Box => 1 + heap.get(cell.address()).box_words(),
    };
    let root = heap.deref(term);
    usize::from(root.is_variable()) + subterms(heap, root).map(cells).sum::<usize>()
}

/// Returns the number of cells that `term` takes, as SWI-Prolog counts them: a list pair has a functor, a box two
/// headers.
pub fn cells(heap: &Heap, term: Cell) -> usize {
    let mut entered = AddressSet::new();
    let mut cells = 0;
    walk(heap, term, |cell| {
        let is_new = is_compound(cell) && entered.insert(cell.address());
        if is_new {
            cells += 1 + heap.arguments(cell).1;
        } else if cell.tag() == Tag::Box {
            cells += 2 + heap.box_words(cell).len();
        }
        is_new
    });
    cells
}

/// Whether these cells are variables, all different.
pub fn are_different_variables(heap: &Heap, cells: impl Iterator<Item = Cell> + Clone) -> bool {
    let mut last = 0;
    let is_after = |cell: Cell| {
        let before = std::mem::replace(&mut last, cell.address());
        before < last && cell.is_variable()
    };
    // Most stand in the order in which they were made.
    if cells.clone().map(|cell| heap.deref(cell)).all(is_after) {
        return true;
    }
    let mut seen = AddressSet::new();
    cells
        .map(|cell| heap.deref(cell))
        .all(|cell| cell.is_variable() && seen.insert(cell.address()))
}
