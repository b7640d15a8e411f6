//! Clauses as the database keeps them, and the keys by which they are found.

use crate::base::atom::Functor;
use crate::base::known;
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;
use crate::term::record::Record;

use super::arena::{Placed, box_key};
use super::instr::PredId;

/// The index of a clause in the database.
pub type ClauseId = u32;
/// No clause.
pub const NO_CLAUSE: ClauseId = u32::MAX;
/// The key of an argument that unifies with anything.
pub const ANY: u64 = 0;

/// A clause: its term, when it lived, and where it stands.
#[derive(Debug)]
pub struct Clause {
    /// The term `Head :- Body`.
    pub record: Record,
    /// The predicate it belongs to.
    pub pred: PredId,
    /// The generation in which it was added.
    pub birth: u64,
    /// The generation in which it was erased; the largest number while it lives.
    pub death: u64,
    /// Its place: assertz counts up, asserta counts down.
    pub order: i64,
    /// The clause before it.
    pub prev: ClauseId,
    /// The clause after it.
    pub next: ClauseId,
    /// The key of the first argument.
    pub key: u64,
    /// Is its body `true`?
    pub is_fact: bool,
    /// How often it was run from its term.
    pub runs: u8,
    /// Its code, once it is compiled.
    pub code: Placed,
    /// The line it was read from, 0 if none.
    pub line: u32,
    /// The names of its variables in the order of first occurrence, as far as known.
    pub names: Option<Box<[Option<Box<str>>]>>,
}

impl Clause {
    /// Does the clause exist for a goal that was called in `generation`?
    #[inline]
    pub fn visible(&self, generation: u64) -> bool {
        self.birth <= generation && generation < self.death
    }
}

/// The key of a run-time argument.
#[inline]
pub fn key_of(heap: &Heap, cell: Cell) -> u64 {
    let cell = heap.deref(cell);
    match cell.tag() {
        Tag::Ref | Tag::Att => ANY,
        Tag::Atm | Tag::Int => cell.bits(),
        Tag::Lst => Tag::Lst as u64,
        Tag::Str => heap.get(cell.address()).bits(),
        Tag::Box => box_key(heap.get(cell.address()), heap.box_words(cell)),
        Tag::Hdr => ANY,
    }
}

/// Can a clause with key `clause` match an argument with key `goal`?
#[inline]
pub fn keys_match(clause: u64, goal: u64) -> bool {
    clause == goal || clause == ANY || goal == ANY
}

/// Reads the terms in a clause's record.
struct Packed<'a> {
    cells: &'a [u64],
}

impl Packed<'_> {
    fn get(&self, address: usize) -> Cell {
        Cell::from_bits(self.cells[address])
    }

    fn deref(&self, mut cell: Cell) -> Cell {
        while cell.is_ref() {
            let next = self.get(cell.address());
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    fn key(&self, cell: Cell) -> u64 {
        let cell = self.deref(cell);
        match cell.tag() {
            Tag::Atm | Tag::Int => cell.bits(),
            Tag::Lst => Tag::Lst as u64,
            Tag::Str => self.get(cell.address()).bits(),
            Tag::Box => {
                let header = self.get(cell.address());
                let start = cell.address() + 1;
                box_key(header, &self.cells[start..start + header.box_words()])
            }
            Tag::Ref | Tag::Att | Tag::Hdr => ANY,
        }
    }

    fn binary(&self, cell: Cell, functor: Functor) -> Option<(Cell, Cell)> {
        let cell = self.deref(cell);
        let is = cell.is_structure() && self.get(cell.address()) == Cell::functor(functor);
        is.then(|| {
            (
                self.deref(self.get(cell.address() + 1)),
                self.deref(self.get(cell.address() + 2)),
            )
        })
    }
}

/// The key of argument `index` of the clause in `record`. An argument that is a variable has the key
/// of the term that the body's first goals unify it with: `p(X) :- X = [H|T], ...` is found as if
/// `[H|T]` stood in the head.
pub fn clause_key(record: &Record, index: usize) -> u64 {
    let packed = Packed { cells: record.cells() };
    let Some((head, mut body)) = packed.binary(record.root(), Functor::new(known::NECK, 2)) else {
        return ANY;
    };
    let (first, arity) = match head.tag() {
        Tag::Str => (head.address() + 1, packed.get(head.address()).as_functor().arity()),
        Tag::Lst => (head.address(), 2),
        _ => return ANY,
    };
    if index >= arity {
        return ANY;
    }
    let arg = packed.deref(packed.get(first + index));
    if !arg.is_ref() {
        return packed.key(arg);
    }
    loop {
        let (goal, rest) = match packed.binary(body, Functor::new(known::COMMA, 2)) {
            Some((goal, rest)) => (goal, Some(rest)),
            None => (body, None),
        };
        let Some((left, right)) = packed.binary(goal, Functor::new(known::EQUALS, 2)) else {
            return ANY;
        };
        if left == arg && !right.is_ref() {
            return packed.key(right);
        }
        if right == arg && !left.is_ref() {
            return packed.key(left);
        }
        match rest {
            Some(rest) => body = rest,
            None => return ANY,
        }
    }
}
