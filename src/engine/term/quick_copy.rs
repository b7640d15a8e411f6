//! Fast copying of a term on its own heap, with forwarding addresses in the original.
//!
//! The copy is its own work list, as in `copy`. During the copy a variable of the original refers to its copy, and,
//! unless the term is small, the first cell of a compound is a forwarding address, so no table is needed. At the end
//! all overwritten words are restored.

use super::cell::{Cell, Tag};
use super::heap::{FEW_HEADROOM, Heap};
use crate::base::watch::{Pace, Watch};

/// Cells up to which a term is small: its shared subterms are copied once for each occurrence.
const SMALL: usize = 512;

/// A copy above the top of the heap, not yet part of it.
#[derive(Clone, Copy, Debug)]
pub struct QuickCopied {
    /// The copy.
    pub root: Cell,
    /// The end address of its cells.
    pub end: usize,
    /// Whether it contains variables.
    pub variables: bool,
    /// Whether it contains boxes.
    pub boxes: bool,
}

/// Copies a small compound term above the top of the heap, where there is always room for it. `None` if it is not a
/// compound, not small, contains itself, or contains attributed variables.
pub fn small(heap: &mut Heap, term: Cell) -> Option<QuickCopied> {
    let bound = heap.top() + SMALL;
    copy::<false>(heap, term, bound)
}

/// As [`small`], but what occurs more than once is copied once, and the term may contain itself.
pub fn small_shared(heap: &mut Heap, term: Cell) -> Option<QuickCopied> {
    let bound = (heap.top() + SMALL).min(heap.capacity().saturating_sub(FEW_HEADROOM));
    copy::<true>(heap, term, bound)
}

/// Copies a compound term of any size if the heap has room for it without growing. `None` if it has not, or if there
/// are attributed variables.
pub fn large(heap: &mut Heap, term: Cell) -> Option<QuickCopied> {
    let bound = heap.capacity().saturating_sub(FEW_HEADROOM);
    copy::<true>(heap, term, bound)
}

fn copy<const NOTED: bool>(heap: &mut Heap, term: Cell, bound: usize) -> Option<QuickCopied> {
    let term = heap.deref(term);
    let (mut copier, watch) = QuickCopier::new(heap, bound)?;
    let root = copier.run::<NOTED>(term, watch);
    copier.restore();
    Some(QuickCopied {
        root: root?,
        end: copier.end,
        variables: copier.variables,
        boxes: copier.boxes,
    })
}

/// Copies two terms on the heap if it has room for them without growing; the copy of the second shares with it the
/// variables that are not in the first. `None` if there is no room, or if there are attributed variables in the first.
pub fn renamed(heap: &mut Heap, variables: Cell, term: Cell) -> Option<[Cell; 2]> {
    let (first, bound) = (heap.top(), heap.capacity().saturating_sub(FEW_HEADROOM));
    let (mut copier, watch) = QuickCopier::new(heap, bound)?;
    let second = copier.copy_root(variables, watch).and_then(|second| {
        copier.renames = false;
        copier.copy_root(term, watch).map(|end| (second, end))
    });
    copier.restore();
    let (second, end) = second?;
    heap.set_top(end);
    Some([heap.get(first), heap.get(second)])
}

struct QuickCopier<'h> {
    words: &'h mut [u64],
    notes: &'h mut Vec<(usize, u64)>,
    /// The term, once its cells are copied.
    whole: Option<Cell>,
    bound: usize,
    top: usize,
    end: usize,
    /// Whether variables that were not met yet get copies.
    renames: bool,
    variables: bool,
    boxes: bool,
}

impl<'h> QuickCopier<'h> {
    fn new(heap: &'h mut Heap, bound: usize) -> Option<(QuickCopier<'h>, &'h Watch)> {
        let top = heap.top();
        let (words, notes, watch) = heap.for_copying();
        let copier = QuickCopier {
            // Four words are copied at once.
            bound: bound.min(words.len().checked_sub(4)?),
            words,
            notes,
            whole: None,
            top,
            end: top,
            renames: true,
            variables: false,
            boxes: false,
        };
        Some((copier, watch))
    }

    /// Makes the original what it was.
    fn restore(&mut self) {
        for (address, word) in self.notes.drain(..).rev() {
            self.words[address] = word;
        }
    }

    fn run<const NOTED: bool>(&mut self, term: Cell, watch: &Watch) -> Option<Cell> {
        if !matches!(term.tag(), Tag::Lst | Tag::Str) {
            return None;
        }
        let root = self.compound::<NOTED>(term)?;
        self.whole = Some(term);
        self.scan::<NOTED>(self.top, watch)?;
        Some(root)
    }

    /// Copies a term to the next cell, and the cells behind it. Returns their end.
    fn copy_root(&mut self, term: Cell, watch: &Watch) -> Option<usize> {
        *self.words.get_mut(self.end)? = term.bits();
        self.end += 1;
        self.scan::<true>(self.end - 1, watch)?;
        Some(self.end)
    }

    /// Replaces each cell from the address `scan` on by its copy.
    fn scan<const NOTED: bool>(&mut self, mut scan: usize, watch: &Watch) -> Option<()> {
        let mut pace = Pace::new();
        while scan < self.end {
            let cell = Cell::from_bits(self.words[scan]);
            match cell.tag() {
                Tag::Atm | Tag::Int => {}
                Tag::Hdr if cell.is_functor() => {}
                Tag::Hdr => scan += cell.box_words(),
                Tag::Lst | Tag::Str | Tag::Box => self.words[scan] = self.compound::<NOTED>(cell)?.bits(),
                Tag::Ref | Tag::Att => self.words[scan] = self.referred::<NOTED>(cell, scan)?.bits(),
            }
            if NOTED && pace.step(watch) {
                return None;
            }
            scan += 1;
        }
        Some(())
    }

    fn get(&self, address: usize) -> Cell {
        Cell::from_bits(self.words[address])
    }

    fn note(&mut self, address: usize, cell: Cell) {
        self.notes.push((address, self.words[address]));
        self.words[address] = cell.bits();
    }

    /// Returns the copy of the term that a reference at `home` leads to.
    #[inline(always)]
    fn referred<const NOTED: bool>(&mut self, mut cell: Cell, home: usize) -> Option<Cell> {
        loop {
            match cell.tag() {
                Tag::Ref => {
                    let next = self.get(cell.address());
                    if next == cell {
                        break;
                    }
                    cell = next;
                }
                Tag::Atm | Tag::Int => return Some(cell),
                // The first cell of a pair that was copied; its value is in the copy.
                Tag::Hdr if NOTED => cell = self.get(cell.moved_to()),
                Tag::Att if !self.renames => return Some(Cell::reference(cell.address())),
                Tag::Hdr | Tag::Att => return None,
                Tag::Lst | Tag::Str | Tag::Box => return self.compound::<NOTED>(cell),
            }
        }
        if cell.address() >= self.top || !self.renames {
            return Some(cell);
        }
        let copy = Cell::reference(home);
        self.note(cell.address(), copy);
        self.variables = true;
        Some(copy)
    }

    /// Returns the copy of a compound or a box.
    #[inline(always)]
    fn compound<const NOTED: bool>(&mut self, cell: Cell) -> Option<Cell> {
        let (from, to) = (cell.address(), self.end);
        if NOTED {
            if from >= self.top {
                return Some(cell);
            }
            let first = self.get(from);
            if first.is_moved() {
                return Some(cell.at(first.moved_to()));
            }
        } else if Some(cell) == self.whole {
            return None;
        }
        let count = match cell.tag() {
            Tag::Lst => 2,
            Tag::Str => 1 + self.get(from).as_functor().arity(),
            _ => {
                self.boxes = true;
                1 + self.get(from).box_words()
            }
        };
        if count > self.bound.saturating_sub(to) {
            return None;
        }
        // Most compounds are short: four words are copied at once, and surplus words overwritten later.
        let words: [u64; 4] = *self.words.get(from..)?.first_chunk()?;
        *self.words.get_mut(to..)?.first_chunk_mut()? = words;
        if count > 4 {
            self.words.copy_within(from + 4..from + count, to + 4);
        }
        self.end = to + count;
        if NOTED {
            if !cell.is_list() || words[0] != Cell::reference(from).bits() {
                self.note(from, Cell::moved(to));
            } else if self.renames {
                // An unbound variable in the first cell is a self-reference in the copy too.
                self.words[to] = Cell::reference(to).bits();
                self.note(from, Cell::moved(to));
            }
        }
        Some(cell.at(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::known;
    use crate::term::order::{is_variant, structural_equal};
    use crate::term::walk::variables as variables_of;

    fn check(heap: &mut Heap, term: Cell) {
        let before = heap.words().to_vec();
        for copier in [small, small_shared, large] {
            let copied = copier(heap, term).expect("it can be copied");
            assert_eq!(heap.words(), before, "the original is as it was");
            let top = heap.top();
            heap.set_top(copied.end);
            assert!(is_variant(heap, copied.root, term));
            heap.set_top(top);
        }
    }

    #[test]
    fn copies_are_variants_and_originals_stay() {
        let mut h = Heap::with_capacity(100_000);
        let (x, y) = (h.new_var(), h.new_var());
        let string = h.new_string("two words of it");
        let float = h.new_float(1.5);
        let long = h.new_term(known::PLUS, &[x, string, y, float, x, Cell::int(-3), Cell::NIL]);
        check(&mut h, long);
        let list = h.new_list(&[x, long, y, x], y);
        check(&mut h, list);
        // A variable that is the first cell of a pair, referred to from inside and outside of the pair.
        let pair = h.new_pair(Cell::NIL, Cell::NIL);
        let own = Cell::reference(pair.address());
        h.set(pair.address(), own);
        h.set(pair.address() + 1, own);
        check(&mut h, pair);
        let outside = h.new_term(known::MINUS, &[own, pair, own]);
        check(&mut h, outside);
        let other = h.new_term(known::MINUS, &[pair, own, pair]);
        check(&mut h, other);
        h.set(pair.address(), string);
        check(&mut h, other);
    }

    #[test]
    fn large_terms_keep_cycles_and_what_they_share() {
        let mut h = Heap::with_capacity(3_000_000);
        let x = h.new_var();
        let cyclic = h.new_term(known::MINUS, &[x, Cell::int(1)]);
        h.set(x.address(), cyclic);
        assert!(small(&mut h, cyclic).is_none());
        let copied = large(&mut h, cyclic).expect("there is room");
        assert_eq!(copied.end - h.top(), 3);
        let mut doubled = h.new_var();
        for _ in 0..200 {
            doubled = h.new_pair(doubled, doubled);
        }
        for copier in [small_shared, large] {
            let copied = copier(&mut h, doubled).expect("there is room");
            assert_eq!(copied.end - h.top(), 400);
        }
        let mut deep = Cell::NIL;
        for _ in 0..300_000 {
            deep = h.new_term(known::MINUS, &[deep]);
        }
        let copied = large(&mut h, deep).expect("there is room");
        h.set_top(copied.end);
        assert!(structural_equal(&h, copied.root, deep));
    }

    #[test]
    fn only_some_variables_are_renamed() {
        let mut h = Heap::with_capacity(200_000);
        let (x, y) = (h.new_var(), h.new_var());
        for length in [1, 1000] {
            let variables = h.new_list(&[x], Cell::NIL);
            let items: Vec<Cell> = [x, y, Cell::int(1)].into_iter().cycle().take(3 * length).collect();
            let term = h.new_list(&items, variables);
            let before = h.words().to_vec();
            let [new, copied] = renamed(&mut h, variables, term).expect("there is room");
            assert_eq!(h.words()[..before.len()], before, "the original is as it was");
            let new = h.deref(h.get(new.address()));
            assert!(new.is_ref() && new != x);
            let mut expected: Vec<Cell> = items.iter().map(|&item| if item == x { new } else { item }).collect();
            expected.push(new);
            let expected = h.new_list(&expected, Cell::NIL);
            assert!(structural_equal(&h, copied, expected));
            // A list of variables that are its own cells, of which the first is renamed.
            let start = h.top();
            h.new_vars(2 * length);
            (1..length).for_each(|i| h.set(start + 2 * i - 1, Cell::list(start + 2 * i)));
            let (own, list) = (Cell::reference(start), Cell::list(start));
            let [new, copied] = renamed(&mut h, own, list).expect("there is room");
            let (found, original) = (variables_of(&mut h, copied), variables_of(&mut h, list));
            assert!(found[0] == h.deref(new) && found[0] != own && found[1..] == original[1..]);
            assert!(renamed(&mut h, x, y).is_some_and(|[new, same]| h.deref(new) != x && h.deref(same) == y));
        }
    }

    #[test]
    fn what_it_cannot_copy_it_leaves_alone() {
        let mut h = Heap::with_capacity(100_000);
        let x = h.new_var();
        let attributed = h.new_attributed(Cell::NIL);
        let term = h.new_term(known::MINUS, &[x, attributed]);
        let before = h.words().to_vec();
        assert!(small(&mut h, term).is_none() && large(&mut h, term).is_none());
        assert!(small(&mut h, x).is_none() && small(&mut h, Cell::NIL).is_none());
        assert_eq!(h.words(), before);
    }
}
