//! Packed copies of terms outside the heap: results of `findall/3`, balls, clauses, queues.

use std::ops::Range;

use crate::base::atom::{Atom, Functor};

use super::cell::{Cell, Tag};
use super::copy::{CopySpace, copy_all_into, copy_into};
use super::heap::Heap;
use super::quick_copy::{self, QuickCopied};

pub use super::copy::Attributes;

/// So many arguments are compared before a record is unified.
const FIRST_ARGUMENTS: usize = 4;

/// A self-contained copy of a term. Its cells are laid out as on a heap, with addresses relative to its first cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    cells: Box<[u64]>,
    root: Cell,
    attributed: bool,
    raw: bool,
}

impl Record {
    /// Copies `term` off the heap. What occurs more than once in it is one part of the copy, too, except beside
    /// attributed variables in a small term.
    pub fn pack(heap: &mut Heap, term: Cell, attributes: Attributes) -> Record {
        let Some(copy) = quick_copy::small_shared(heap, term) else {
            return Record::pack_slowly(heap, term, attributes);
        };
        let mut cells = Vec::with_capacity(copy.end - heap.top());
        let root = pack_copy(heap, copy, &mut cells);
        Record {
            cells: cells.into_boxed_slice(),
            root,
            attributed: false,
            raw: copy.boxes,
        }
    }

    /// Copies `term` off a heap that cannot be written to.
    pub fn pack_slowly(heap: &Heap, term: Cell, attributes: Attributes) -> Record {
        let root = heap.deref(term);
        if matches!(root.tag(), Tag::Atm | Tag::Int) {
            return Record {
                cells: Box::default(),
                root,
                attributed: false,
                raw: false,
            };
        }
        let mut cells = Vec::with_capacity(16);
        let mut space = Outside::new(heap, &mut cells);
        let copied = copy_into(&mut space, root, attributes);
        let raw = space.raw;
        Record {
            cells: cells.into_boxed_slice(),
            root: copied.root,
            attributed: copied.attributed,
            raw,
        }
    }

    /// Copies the term to the heap and returns it. The caller has made room for [`Record::len`] cells if it may be
    /// large.
    pub fn unpack(&self, heap: &mut Heap) -> Cell {
        if self.cells.is_empty() {
            return self.root;
        }
        unpack_cells(heap, &self.cells, self.root, self.raw)
    }

    /// Returns the term in which `name` stands for each atom, also for those that name compound terms.
    pub fn renamed(mut self, mut name: impl FnMut(Atom) -> Atom) -> Record {
        self.root = renamed(self.root, &mut name);
        rename(&mut self.cells, &mut name);
        self
    }

    /// Returns the number of heap cells of the term; 0 for an atom or a small integer.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether the term takes no heap cells.
    #[cfg(any(test, feature = "testing"))]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether the term contains attributed variables.
    #[cfg(any(test, feature = "testing"))]
    pub fn attributed(&self) -> bool {
        self.attributed
    }

    /// Whether the record may unify with a term on the heap, as far as their functors and the atoms and small integers
    /// among their arguments tell.
    pub fn may_unify(&self, heap: &Heap, term: Cell) -> bool {
        let own = |at: usize| Cell::from_bits(self.cells[at]);
        let may = |one: Cell, other: Cell| !one.is_immediate() || !other.is_immediate() || one == other;
        let term = heap.deref(term);
        let is_compound = |cell: Cell| matches!(cell.tag(), Tag::Str | Tag::Lst);
        if !is_compound(self.root) || !is_compound(term) {
            let differ = |one: Cell, other: Cell| one.is_immediate() && is_compound(other);
            return may(self.root, term) && !differ(self.root, term) && !differ(term, self.root);
        }
        if self.root.tag() != term.tag()
            || term.tag() == Tag::Str && own(self.root.address()) != heap.get(term.address())
        {
            return false;
        }
        let ((first, count), (at, _)) = (self.root.arguments(own), heap.arguments(term));
        (0..count.min(FIRST_ARGUMENTS)).all(|i| may(own(first + i), heap.deref(heap.get(at + i))))
    }

    /// Returns the root cell, relative to the record's first cell.
    pub fn root(&self) -> Cell {
        self.root
    }

    /// Returns the cells, with addresses relative to the first.
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }

    /// Returns the bytes of its cells.
    pub fn cell_bytes(&self) -> usize {
        self.cells.len() * 8
    }

    /// Returns the bytes of the record, for the budget.
    pub fn bytes(&self) -> usize {
        size_of::<Record>() + self.cells.len() * 8
    }
}

/// Replaces the atoms of packed cells by others.
pub fn rename(cells: &mut [u64], name: &mut impl FnMut(Atom) -> Atom) {
    let mut at = 0;
    while let Some(word) = cells.get_mut(at) {
        let cell = renamed(Cell::from_bits(*word), name);
        *word = cell.bits();
        let is_box = cell.tag() == Tag::Hdr && !cell.is_functor();
        at += if is_box { 1 + cell.box_words() } else { 1 };
    }
}

/// Returns a cell with another atom in it, if it has one.
fn renamed(cell: Cell, name: &mut impl FnMut(Atom) -> Atom) -> Cell {
    match cell.tag() {
        Tag::Atm => Cell::atom(name(cell.as_atom())),
        Tag::Hdr if cell.is_functor() => {
            let functor = cell.as_functor();
            Cell::functor(Functor::new(name(functor.name()), functor.arity()))
        }
        _ => cell,
    }
}

/// Appends a copy of `term` to `words`, addressed as in a record, and returns its root.
pub fn pack_onto(heap: &Heap, term: Cell, words: &mut Vec<u64>) -> Cell {
    copy_into(&mut Outside::new(heap, words), term, Attributes::Keep).root
}

/// Properties of packed cells.
pub struct Packing {
    /// Whether they include raw words of boxes.
    pub raw: bool,
    /// False if the original is known to be acyclic.
    pub may_be_cyclic: bool,
}

/// Copies the cells at `first..first + count`, followed by `last` if there is one, to the end of `cells`, and then the
/// cells that they refer to. Attributed variables become plain.
pub fn pack_cells(heap: &Heap, first: usize, count: usize, last: Option<Cell>, cells: &mut Vec<u64>) -> Packing {
    let mut space = Outside::new(heap, cells);
    let may_be_cyclic = copy_all_into(&mut space, first, count, last, Attributes::Drop);
    Packing {
        raw: space.raw,
        may_be_cyclic,
    }
}

/// Copies the cells at `first..first + count` to the end of `cells`, and then the cells that they refer to, with the
/// attributes of variables.
pub fn pack_cells_with_attributes(heap: &Heap, first: usize, count: usize, cells: &mut Vec<u64>) -> Packing {
    let mut space = Outside::new(heap, cells);
    let may_be_cyclic = copy_all_into(&mut space, first, count, None, Attributes::Keep);
    Packing {
        raw: space.raw,
        may_be_cyclic,
    }
}

/// Cells that are put on the heap between two polls of the watch.
const PIECE: usize = 1 << 16;

/// Appends packed cells to the heap and returns the address of the first; `raw` tells whether they include raw words
/// of boxes. The top of the heap is unchanged if the watch wants a stop.
pub fn append_cells(heap: &mut Heap, cells: &[u64], raw: bool) -> usize {
    let (top, end) = (heap.top(), cells.len());
    heap.grow(end);
    let mut at = 0;
    while at < end {
        let piece = at..end.min(at + PIECE);
        let target = &mut heap.words_mut()[top..top + end];
        at = if raw {
            relocate_around_boxes(cells, target, piece, top)
        } else {
            for (to, &from) in target[piece.clone()].iter_mut().zip(&cells[piece.clone()]) {
                *to = Cell::from_bits(from).relocate(top).bits();
            }
            piece.end
        };
        if at < end && heap.watch.gives_up() {
            return top;
        }
    }
    heap.set_top(top + end);
    top
}

/// Appends the cells of a copy above the top of the heap, addressed as in a record, and returns its root.
pub fn pack_copy(heap: &Heap, copy: QuickCopied, words: &mut Vec<u64>) -> Cell {
    let (top, start) = (heap.top(), words.len());
    let cells = &heap.room()[..copy.end - top];
    let back = 0_usize.wrapping_sub(top);
    if copy.boxes {
        words.resize(start + cells.len(), 0);
        relocate_around_boxes(cells, &mut words[start..], 0..cells.len(), back);
    } else {
        words.extend(cells.iter().map(|&word| Cell::from_bits(word).relocate(back).bits()));
    }
    copy.root.relocate(back)
}

/// Appends the cells of a record to the heap and returns its root; `raw` tells whether they include raw words of
/// boxes.
pub fn unpack_cells(heap: &mut Heap, cells: &[u64], root: Cell, raw: bool) -> Cell {
    let first = append_cells(heap, cells, raw);
    if heap.watch.walk_ended_early() {
        Cell::NIL
    } else {
        root.relocate(first)
    }
}

/// Copies the cells that begin in `piece`, relocated by `offset`, and the raw words of boxes unchanged; returns the
/// offset of the next cell.
fn relocate_around_boxes(from: &[u64], to: &mut [u64], piece: Range<usize>, offset: usize) -> usize {
    let mut at = piece.start;
    while at < piece.end {
        let cell = Cell::from_bits(from[at]);
        to[at] = cell.relocate(offset).bits();
        at += 1;
        if cell.tag() == Tag::Hdr && !cell.is_functor() {
            let end = at + cell.box_words();
            to[at..end].copy_from_slice(&from[at..end]);
            at = end;
        }
    }
    at
}

/// The cells of a record under construction, which follow other words.
struct Outside<'h> {
    heap: &'h Heap,
    cells: &'h mut Vec<u64>,
    start: usize,
    raw: bool,
}

impl Outside<'_> {
    fn new<'h>(heap: &'h Heap, cells: &'h mut Vec<u64>) -> Outside<'h> {
        let start = cells.len();
        Outside {
            heap,
            cells,
            start,
            raw: false,
        }
    }
}

impl CopySpace for Outside<'_> {
    fn source(&self) -> &Heap {
        self.heap
    }

    fn end(&self) -> usize {
        self.cells.len() - self.start
    }

    fn truncate(&mut self, end: usize) {
        self.cells.truncate(self.start + end);
    }

    fn get(&self, address: usize) -> Cell {
        Cell::from_bits(self.cells[self.start + address])
    }

    fn most(&self) -> usize {
        // The map of the copied compounds takes as much as half of them.
        self.heap.spare - self.heap.spare / 3
    }

    fn set(&mut self, address: usize, cell: Cell) {
        self.cells[self.start + address] = cell.bits();
    }

    fn push(&mut self, cell: Cell) {
        self.cells.push(cell.bits());
    }

    fn push_from(&mut self, address: usize, count: usize) {
        let words = &self.heap.words()[address..address + count];
        let first = Cell::from_bits(words[0]);
        // Only a box begins with a box header; a pair or a compound never does.
        self.raw |= first.tag() == Tag::Hdr && !first.is_functor();
        if self.cells.len() + count > self.cells.capacity() {
            make_room(self.cells, count);
        }
        self.cells.extend_from_slice(words);
    }
}

/// Makes room for more cells. A large vector grows at once to a size that the system moves without a copy; address
/// space costs nothing until it is used.
#[cold]
fn make_room(cells: &mut Vec<u64>, count: usize) {
    const LARGE: usize = 1 << 20;
    const MOVED: usize = 5 << 20;
    cells.reserve(match cells.len() {
        LARGE..MOVED => count.max(MOVED),
        _ => count,
    });
}

impl Default for Record {
    /// Returns the atom `[]`.
    fn default() -> Record {
        Record {
            cells: Box::default(),
            root: Cell::NIL,
            attributed: false,
            raw: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::atom::Functor;
    use crate::base::known;
    use crate::term::order::{is_variant, structural_equal};
    use crate::term::view::View;

    fn heap() -> Heap {
        Heap::with_capacity(10_000)
    }

    #[test]
    fn atomic_roots_need_no_cells() {
        let mut h = heap();
        let top = h.top();
        for cell in [Cell::NIL, Cell::int(-7)] {
            let record = Record::pack(&mut h, cell, Attributes::Keep);
            assert!(record.is_empty());
            assert_eq!(record.unpack(&mut h), cell);
        }
        assert_eq!(h.top(), top);
    }

    #[test]
    fn a_ground_term_comes_back_equal() {
        let mut h = heap();
        let string = h.new_string("naïve words");
        let float = h.new_float(f64::from_bits(0x0000_0000_0000_1231));
        let list = h.new_list(&[string, float, Cell::int(3)], Cell::NIL);
        let term = h.new_term(known::PLUS, &[list, Cell::atom(known::DOT), list]);
        let record = Record::pack(&mut h, term, Attributes::Keep);
        let copy = record.unpack(&mut h);
        assert_ne!(copy, term);
        assert!(structural_equal(&h, copy, term));
    }

    #[test]
    fn variables_are_new_and_stay_shared() {
        let mut h = heap();
        let (x, y) = (h.new_var(), h.new_var());
        let inner = h.new_term(known::MINUS, &[y, x]);
        let term = h.new_term(known::PLUS, &[x, inner, x]);
        let copy = Record::pack(&mut h, term, Attributes::Keep).unpack(&mut h);
        assert!(is_variant(&h, copy, term));
        assert!(!structural_equal(&h, copy, term));
        let lone = Record::pack(&mut h, x, Attributes::Keep);
        assert_eq!(lone.len(), 1);
        let fresh = lone.unpack(&mut h);
        assert!(matches!(h.view(fresh), View::Var(v) if v != x));
    }

    #[test]
    fn attributes_are_kept_or_dropped() {
        let mut h = heap();
        let other = h.new_var();
        let att = h.new_attributed(Cell::NIL);
        let value = h.new_term(known::MINUS, &[att, other]);
        h.set(att.address() + 1, value);
        let term = h.new_term(known::PLUS, &[att, other, att]);
        let kept = Record::pack(&mut h, term, Attributes::Keep);
        assert!(kept.attributed());
        let copy = kept.unpack(&mut h);
        let View::Struct(_, args) = h.view(copy) else {
            panic!("a compound")
        };
        let View::Attributed(copied) = h.view(h.get(args)) else {
            panic!("an attributed variable")
        };
        assert_eq!(h.deref(h.get(args + 2)), copied);
        let View::Struct(_, inside) = h.view(h.get(copied.address() + 1)) else {
            panic!("attributes")
        };
        assert_eq!(h.deref(h.get(inside)), copied);
        assert_eq!(h.deref(h.get(inside + 1)), h.deref(h.get(args + 1)));
        let dropped = Record::pack(&mut h, term, Attributes::Drop);
        assert!(!dropped.attributed());
        let plain = dropped.unpack(&mut h);
        let View::Struct(_, args) = h.view(plain) else {
            panic!("a compound")
        };
        assert!(matches!(h.view(h.get(args)), View::Var(_)));
        assert_eq!(h.deref(h.get(args)), h.deref(h.get(args + 2)));
    }

    #[test]
    fn cycles_stay_cycles() {
        let mut h = heap();
        let x = h.new_var();
        let term = h.new_term(known::MINUS, &[Cell::int(1), x]);
        h.set(x.address(), term);
        let record = Record::pack(&mut h, term, Attributes::Keep);
        assert_eq!(record.len(), 3);
        let copy = record.unpack(&mut h);
        let View::Struct(f, args) = h.view(copy) else {
            panic!("a compound")
        };
        assert_eq!(f, Functor::new(known::MINUS, 2));
        assert_eq!(h.deref(h.get(args + 1)), copy);
    }

    #[test]
    fn deep_and_shared_terms_are_linear() {
        let mut h = heap();
        let mut term = Cell::NIL;
        for _ in 0..1_000_000 {
            term = h.new_term(known::MINUS, &[term]);
        }
        let record = Record::pack(&mut h, term, Attributes::Keep);
        assert_eq!(record.len(), 2_000_000);
        let copy = record.unpack(&mut h);
        assert!(structural_equal(&h, copy, term));
        let mut doubled = Cell::NIL;
        for _ in 0..200 {
            doubled = h.new_pair(doubled, doubled);
        }
        assert_eq!(Record::pack(&mut h, doubled, Attributes::Keep).len(), 400);
    }
}
