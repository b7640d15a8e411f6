//! Flat terms: rows of words in which two terms have the same words if and only if they are variants.
//!
//! A term is written in prefix order: an atom or a small integer is its cell; the n-th variable of the row is a
//! reference to n; a pair is `PAIR`, its head and its tail; a compound term is its functor and its arguments; a box is
//! its header and its raw words. Shared parts are written each time.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;

use crate::base::watch::Pace;

use super::cell::{Cell, Tag};
use super::heap::Heap;
use super::walk::{Variables, is_acyclic};

/// The number from which hashing begins: another one in each process, so that nobody can choose rows that collide.
static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));

/// Hashes the words of a row.
#[inline]
pub fn hash(words: &[u64]) -> u64 {
    let mut hash = *SEED;
    for &word in words {
        hash = (hash.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    // Both halves of the product: each bit depends on all.
    let product = u128::from(hash) * 0xa076_1d64_78bd_642f;
    product as u64 ^ (product >> 64) as u64
}

/// Stands before the head and the tail of a pair.
const PAIR: Cell = Cell::list(0);

/// Number of words of a term after which it is tested for cycles.
const LARGE: usize = 1 << 16;

/// Number of words up to which a term is tried as a chain.
const SMALL: usize = 256;

/// Why a term was not flattened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is cyclic.
    Cyclic,
    /// It has more words than allowed.
    Large,
    /// The watch wants a stop.
    Stopped,
}

/// Appends the words of `term` to `words`, which may have `most` words at most. `variables` are those of the row so far.
///
/// # Errors
/// If the term is cyclic or too large, or if the watch wants a stop.
#[inline]
pub fn flatten(
    heap: &Heap,
    term: Cell,
    variables: &mut Variables,
    words: &mut Vec<u64>,
    most: usize,
) -> Result<(), Refusal> {
    let cell = heap.deref(term);
    if cell.is_immediate() {
        words.push(cell.bits());
        return Ok(());
    }
    if flatten_chain(heap, cell, variables, words) {
        return if words.len() > most {
            Err(Refusal::Large)
        } else {
            Ok(())
        };
    }
    flatten_large(heap, cell, variables, words, most)
}

/// Appends a term in which no argument but the last is compound, as in most calls and in lists of numbers, if it is not
/// large; otherwise returns false, and has appended nothing.
fn flatten_chain(heap: &Heap, mut cell: Cell, variables: &mut Variables, words: &mut Vec<u64>) -> bool {
    let start = words.len();
    loop {
        if words.len() - start > SMALL {
            words.truncate(start);
            return false;
        }
        let (first, last) = match cell.tag() {
            Tag::Lst => {
                words.push(PAIR.bits());
                (cell.address(), cell.address() + 1)
            }
            Tag::Str => {
                let functor = heap.get(cell.address());
                words.push(functor.bits());
                (cell.address() + 1, cell.address() + functor.as_functor().arity())
            }
            _ => {
                append_simple(heap, cell, variables, words);
                return true;
            }
        };
        for at in first..last {
            let argument = heap.deref(heap.get(at));
            if matches!(argument.tag(), Tag::Lst | Tag::Str) {
                words.truncate(start);
                return false;
            }
            append_simple(heap, argument, variables, words);
        }
        if first > last {
            return true;
        }
        cell = heap.deref(heap.get(last));
    }
}

/// Appends a term that is no compound term.
#[inline]
fn append_simple(heap: &Heap, cell: Cell, variables: &mut Variables, words: &mut Vec<u64>) {
    match cell.tag() {
        Tag::Ref | Tag::Att => {
            variables.insert(cell);
            let number = variables.position(cell).unwrap_or_default();
            words.push(Cell::reference(number).bits());
        }
        Tag::Box => {
            words.push(heap.get(cell.address()).bits());
            words.extend_from_slice(heap.box_words(cell));
        }
        _ => words.push(cell.bits()),
    }
}

fn flatten_large(
    heap: &Heap,
    term: Cell,
    variables: &mut Variables,
    words: &mut Vec<u64>,
    most: usize,
) -> Result<(), Refusal> {
    // Ranges of arguments that are still to be written.
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    let mut next = Some(term);
    let (mut pace, start, mut tested) = (Pace::new(), words.len(), false);
    loop {
        let cell = match next.take() {
            Some(cell) => cell,
            None => {
                let Some(run) = waiting.last_mut() else {
                    return Ok(());
                };
                let cell = heap.get(run.0);
                run.0 += 1;
                if run.0 == run.1 {
                    waiting.pop();
                }
                cell
            }
        };
        let cell = heap.deref(cell);
        match cell.tag() {
            Tag::Lst => {
                words.push(PAIR.bits());
                waiting.push((cell.address(), cell.address() + 2));
            }
            Tag::Str => {
                let functor = heap.get(cell.address());
                words.push(functor.bits());
                let first = cell.address() + 1;
                let arity = functor.as_functor().arity();
                if arity > 0 {
                    waiting.push((first, first + arity));
                }
            }
            _ => append_simple(heap, cell, variables, words),
        }
        if words.len() > most {
            return Err(Refusal::Large);
        }
        if words.len() - start > LARGE && !tested {
            tested = true;
            if !is_acyclic(heap, term) {
                return Err(Refusal::Cyclic);
            }
        }
        if pace.step(&heap.watch) {
            return Err(Refusal::Stopped);
        }
    }
}

/// Whether a word of a row is a whole term that needs no cells.
#[inline(always)]
pub fn is_simple(word: u64) -> bool {
    Cell::from_bits(word).is_immediate()
}

/// Returns the number of the variable that a word stands for.
#[inline(always)]
pub fn as_variable(word: u64) -> Option<usize> {
    let cell = Cell::from_bits(word);
    cell.is_ref().then(|| cell.address())
}

/// Returns the index after the word at `at` and the raw words that belong to it.
#[inline]
pub fn after(words: &[u64], at: usize) -> usize {
    let cell = Cell::from_bits(words[at]);
    match cell.tag() {
        Tag::Hdr if !cell.is_functor() => at + 1 + cell.box_words(),
        _ => at + 1,
    }
}

/// Gives the variables of a row new numbers, in the order of their first occurrences.
pub fn renumber(words: &mut [u64]) {
    let (mut known, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let cell = Cell::from_bits(words[at]);
        if cell.is_ref() {
            let number = known.iter().position(|&old| old == cell).unwrap_or_else(|| {
                known.push(cell);
                known.len() - 1
            });
            words[at] = Cell::reference(number).bits();
        }
        at = after(words, at);
    }
}

/// Returns the index after the term that begins at `at`.
pub fn end_of(words: &[u64], mut at: usize) -> usize {
    let mut left = 1;
    while left > 0 {
        let cell = Cell::from_bits(words[at]);
        at = after(words, at);
        left -= 1;
        match cell.tag() {
            Tag::Lst => left += 2,
            Tag::Hdr if cell.is_functor() => left += cell.as_functor().arity(),
            _ => {}
        }
    }
    at
}

/// Builds the term that begins at `*at` on the heap, for which there is room, and moves `at` behind it. `variables` are
/// those that the numbers of the row stand for; new ones are added.
#[inline]
pub fn build(heap: &mut Heap, words: &[u64], at: &mut usize, variables: &mut Vec<Cell>) -> Cell {
    let cell = Cell::from_bits(words[*at]);
    if cell.is_immediate() {
        *at += 1;
        return cell;
    }
    build_large(heap, words, at, variables)
}

fn build_large(heap: &mut Heap, words: &[u64], at: &mut usize, variables: &mut Vec<Cell>) -> Cell {
    let mut root = None;
    // The cells that are still to be filled, the next one last.
    let mut holes: Vec<usize> = Vec::new();
    loop {
        let cell = Cell::from_bits(words[*at]);
        *at += 1;
        let hole = holes.pop();
        let made = match cell.tag() {
            Tag::Ref => match variables.get(cell.address()) {
                Some(&variable) => variable,
                None => {
                    let variable = match hole {
                        Some(hole) => Cell::reference(hole),
                        None => heap.new_var(),
                    };
                    variables.push(variable);
                    variable
                }
            },
            Tag::Lst => {
                let first = heap.top();
                build_simple(heap, words, at, 2, &mut holes);
                Cell::list(first)
            }
            Tag::Hdr if cell.is_functor() => {
                let header = heap.push(cell);
                let arity = cell.as_functor().arity();
                build_simple(heap, words, at, arity, &mut holes);
                Cell::structure(header)
            }
            Tag::Hdr => {
                let header = heap.push(cell);
                for &word in &words[*at..*at + cell.box_words()] {
                    heap.push(Cell::from_bits(word));
                }
                *at += cell.box_words();
                Cell::boxed(header)
            }
            _ => cell,
        };
        match hole {
            Some(hole) => heap.set(hole, made),
            None => root = Some(made),
        }
        if holes.is_empty() {
            return root.unwrap_or(made);
        }
    }
}

/// Pushes the arguments of a compound term: the first ones, as far as they are atoms and small integers, and cells for
/// the others, which are left to be filled.
#[inline]
fn build_simple(heap: &mut Heap, words: &[u64], at: &mut usize, arity: usize, holes: &mut Vec<usize>) {
    let end = heap.top() + arity;
    while heap.top() < end && Cell::from_bits(words[*at]).is_immediate() {
        heap.push(Cell::from_bits(words[*at]));
        *at += 1;
    }
    let first = heap.top();
    for _ in first..end {
        heap.push(Cell::ZERO);
    }
    holes.extend((first..end).rev());
}

/// Returns the number of heap cells that building a row of these words takes at most: a compound term or a box within
/// another term takes a cell more than words, for the reference to it.
pub fn cells_of(words: &[u64]) -> usize {
    2 * words.len() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::known;

    fn row(heap: &Heap, term: Cell) -> Vec<u64> {
        let mut words = Vec::new();
        flatten(heap, term, &mut Variables::default(), &mut words, usize::MAX).expect("it is acyclic and small");
        words
    }

    #[test]
    fn variants_have_equal_words_and_are_built_again() {
        let mut h = Heap::with_capacity(10_000);
        let make = |h: &mut Heap| {
            let (x, y) = (h.new_var(), h.new_attributed(Cell::NIL));
            let (float, text) = (h.new_float(1.5), h.new_string("a longer text"));
            let list = h.new_list(&[x, float, y, text], x);
            h.new_term(known::PLUS, &[y, list, Cell::int(-3), x])
        };
        let (one, other) = (make(&mut h), make(&mut h));
        let words = row(&h, one);
        assert_eq!(words, row(&h, other));
        assert_eq!(end_of(&words, 0), words.len());
        let (top, mut at) = (h.top(), 0);
        let built = build(&mut h, &words, &mut at, &mut Vec::new());
        assert_eq!(at, words.len());
        assert!(h.top() - top <= cells_of(&words));
        assert_eq!(row(&h, built), words, "attributes are left out");
    }

    #[test]
    fn different_terms_have_different_words() {
        let mut h = Heap::with_capacity(10_000);
        let (x, y) = (h.new_var(), h.new_var());
        let twice = h.new_term(known::PLUS, &[x, x]);
        let both = h.new_term(known::PLUS, &[x, y]);
        let pair = h.new_pair(x, y);
        assert_ne!(row(&h, twice), row(&h, both));
        assert_ne!(row(&h, pair), row(&h, both));
    }

    #[test]
    fn deep_lists_need_no_stack_and_cycles_are_refused() {
        let mut h = Heap::with_capacity(10_000);
        let items = vec![Cell::int(1); 300_000];
        let list = h.new_list(&items, Cell::NIL);
        let words = row(&h, list);
        let built = build(&mut h, &words, &mut 0, &mut Vec::new());
        assert_eq!(row(&h, built), words);
        let x = h.new_var();
        let cycle = h.new_term(known::PLUS, &[x, Cell::NIL]);
        h.set(x.address(), cycle);
        let refused = flatten(&h, cycle, &mut Variables::default(), &mut Vec::new(), usize::MAX);
        assert_eq!(refused, Err(Refusal::Cyclic));
        let small = flatten(&h, list, &mut Variables::default(), &mut Vec::new(), 100);
        assert_eq!(small, Err(Refusal::Large));
    }
}
