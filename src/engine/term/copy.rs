//! Copying terms, on one heap or off it, without recursion.
//!
//! The copy is its own work list (Cheney's method): a compound's cells are appended unchanged, and a scan over the
//! appended cells replaces each by its copy. A small term is copied without recording which compounds were visited;
//! one that turns out large, as every cyclic term does, is copied again with a map of the compounds, which preserves
//! cycles and sharing.

use super::cell::{Cell, Tag};
use super::heap::Heap;
use super::marks::AddressMap;
use crate::base::watch::Pace;

/// The treatment of attributed variables in a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attributes {
    /// Their attributes are copied.
    Keep,
    /// They become plain variables.
    Drop,
}

/// Cells that are copied before the addresses of compounds are recorded.
const SMALL: usize = 512;

/// Copies `term`; the copy shares nothing with it.
pub fn duplicate(heap: &mut Heap, term: Cell, attributes: Attributes) -> Cell {
    copy_into(&mut Inside(heap), term, attributes).root
}

/// The destination of a copy.
pub(super) trait CopySpace {
    /// Returns the heap that holds the original.
    fn source(&self) -> &Heap;
    /// Returns the address of the next cell that is pushed.
    fn end(&self) -> usize;
    /// Removes the cells from `end` on.
    fn truncate(&mut self, end: usize);
    /// Returns a cell of the copy.
    fn get(&self, address: usize) -> Cell;
    /// Returns the end that a large copy may not exceed.
    fn most(&self) -> usize {
        usize::MAX
    }
    /// Overwrites a cell of the copy.
    fn set(&mut self, address: usize, cell: Cell);
    /// Appends `cell`.
    fn push(&mut self, cell: Cell);
    /// Appends `count` words of the original, from `address` on.
    fn push_from(&mut self, address: usize, count: usize);
}

struct Inside<'h>(&'h mut Heap);

impl CopySpace for Inside<'_> {
    fn source(&self) -> &Heap {
        self.0
    }

    fn end(&self) -> usize {
        self.0.top()
    }

    fn truncate(&mut self, end: usize) {
        self.0.set_top(end);
    }

    fn get(&self, address: usize) -> Cell {
        self.0.get(address)
    }

    fn set(&mut self, address: usize, cell: Cell) {
        self.0.set(address, cell);
    }

    fn push(&mut self, cell: Cell) {
        self.0.push(cell);
    }

    fn push_from(&mut self, address: usize, count: usize) {
        let top = self.0.top();
        self.0.grow(count);
        self.0.words_mut().copy_within(address..address + count, top);
        self.0.set_top(top + count);
    }
}

/// The result of a copy.
pub(super) struct Copied {
    /// The copy.
    pub(super) root: Cell,
    /// Whether it contains attributed variables.
    pub(super) attributed: bool,
    /// Whether the original may be cyclic.
    may_be_cyclic: bool,
}

/// Copies `term` to the end of `space`.
pub(super) fn copy_into<S: CopySpace>(space: &mut S, term: Cell, attributes: Attributes) -> Copied {
    copy_with(space, attributes, |copier, start, bound| copier.run(term, start, bound))
}

/// Copies the `count` cells of the original from `first` on, followed by `last` if given, to the end of `space`, and
/// then the cells that they refer to. Returns false if they are known to be acyclic.
pub(super) fn copy_all_into<S: CopySpace>(
    space: &mut S,
    first: usize,
    count: usize,
    last: Option<Cell>,
    attributes: Attributes,
) -> bool {
    let copied = copy_with(space, attributes, |copier, start, bound| {
        if count > 0 {
            copier.space.push_from(first, count);
        }
        if let Some(last) = last {
            copier.space.push(last);
        }
        copier.scan(Cell::NIL, start, bound)
    });
    copied.may_be_cyclic
}

#[inline]
fn copy_with<S: CopySpace>(
    space: &mut S,
    attributes: Attributes,
    run: impl Fn(&mut Copier<'_, S>, usize, usize) -> Option<Cell>,
) -> Copied {
    let start = space.end();
    let mut copier = Copier {
        space,
        variables: AddressMap::new(),
        compounds: None,
        attributes,
        attributed: Vec::new(),
    };
    let root = match run(&mut copier, start, start + SMALL) {
        Some(root) => root,
        None => {
            copier.space.truncate(start);
            copier.variables = AddressMap::new();
            copier.compounds = Some(AddressMap::for_many());
            copier.attributed.clear();
            let most = copier.space.most();
            run(&mut copier, start, most).unwrap_or_else(|| {
                copier.space.source().watch.note_overflow();
                copier.give_up(start)
            })
        }
    };
    Copied {
        root,
        attributed: !copier.attributed.is_empty(),
        may_be_cyclic: copier.compounds.is_some(),
    }
}

struct Copier<'s, S> {
    space: &'s mut S,
    variables: AddressMap,
    compounds: Option<AddressMap>,
    attributes: Attributes,
    // The addresses of the copies of attributed variables, ascending.
    attributed: Vec<usize>,
}

impl<S: CopySpace> Copier<'_, S> {
    /// Copies to `start`; `None` if the copy exceeds `bound`.
    fn run(&mut self, term: Cell, start: usize, bound: usize) -> Option<Cell> {
        let term = self.space.source().deref(term);
        let root = if self.becomes_plain(term) {
            self.space.push(Cell::reference(start));
            return Some(Cell::reference(start));
        } else {
            self.copy_of(term, start)
        };
        self.scan(root, start, bound)
    }

    /// Replaces each cell from `start` on by its copy, and returns the copy's `root`; `None` if the copy exceeds
    /// `bound`.
    fn scan(&mut self, root: Cell, start: usize, bound: usize) -> Option<Cell> {
        let mut scan = start;
        let mut next_attributed = 0;
        let mut pace = Pace::new();
        while scan < self.space.end() {
            if pace.step(&self.space.source().watch) {
                return Some(self.give_up(start));
            }
            let cell = self.space.get(scan);
            match cell.tag() {
                Tag::Atm | Tag::Int => {}
                Tag::Hdr if cell.is_functor() => {}
                Tag::Hdr => scan += cell.box_words(),
                Tag::Att if self.attributed.get(next_attributed) == Some(&scan) => next_attributed += 1,
                _ => {
                    let original = self.space.source().deref(cell);
                    let copy = self.copy_of(original, scan);
                    self.space.set(scan, copy);
                    if self.space.end() > bound {
                        return None;
                    }
                }
            }
            scan += 1;
        }
        Some(root)
    }

    /// Removes the incomplete copy, which contains cells of the original.
    #[cold]
    fn give_up(&mut self, start: usize) -> Cell {
        self.space.truncate(start);
        self.attributed.clear();
        Cell::NIL
    }

    fn becomes_plain(&self, cell: Cell) -> bool {
        cell.is_ref() || (cell.tag() == Tag::Att && self.attributes == Attributes::Drop)
    }

    /// Returns the copy of a dereferenced cell; `home` is the address of the cell that will hold it, and of a variable
    /// that is first met here.
    fn copy_of(&mut self, cell: Cell, home: usize) -> Cell {
        let address = cell.address();
        match cell.tag() {
            Tag::Atm | Tag::Int | Tag::Hdr => cell,
            Tag::Ref | Tag::Att => self.variable(cell, home),
            Tag::Lst => Cell::list(self.compound(address, 2)),
            Tag::Str => {
                let header = self.space.source().get(address);
                Cell::structure(self.compound(address, header.as_functor().arity() + 1))
            }
            Tag::Box => {
                let header = self.space.source().get(address);
                Cell::boxed(self.compound(address, header.box_words() + 1))
            }
        }
    }

    /// Appends the cells of a compound or a box, unless that was done before; returns their address.
    fn compound(&mut self, address: usize, count: usize) -> usize {
        if let Some(known) = self.compounds.as_ref().and_then(|copies| copies.get(address)) {
            return known;
        }
        let copy = self.space.end();
        self.space.push_from(address, count);
        if let Some(copies) = &mut self.compounds {
            copies.insert(address, copy);
        }
        copy
    }

    fn variable(&mut self, cell: Cell, home: usize) -> Cell {
        let address = cell.address();
        if self.becomes_plain(cell) {
            if let Some(known) = self.variables.get(address) {
                return Cell::reference(known);
            }
            self.variables.insert(address, home);
            return Cell::reference(home);
        }
        if let Some(known) = self.variables.get(address) {
            return Cell::attributed(known);
        }
        let copy = self.space.end();
        self.space.push(Cell::attributed(copy));
        let attributes = self.space.source().get(address + 1);
        self.space.push(attributes);
        self.variables.insert(address, copy);
        self.attributed.push(copy);
        Cell::attributed(copy)
    }
}
