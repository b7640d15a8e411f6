//! Marking: which words of the heap can still be reached, a bit for each.
//!
//! A cell that is marked has been followed, or waits to be. A compound term or a box that something
//! points to is marked as a whole; a reference marks the one cell that it names. Nothing recurses:
//! cells wait on a stack of limited size. When that runs full, a cell is dropped, and a walk over what
//! is marked finds it again, so that a term of any shape is marked in little memory.

use std::sync::Arc;

use crate::base::watch::{STEPS, Watch};
use crate::term::cell::{Cell, Tag};

/// A set of bits.
#[derive(Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// Makes it the empty set of numbers below `size`.
    pub fn clear(&mut self, size: usize) {
        self.0.clear();
        self.0.resize(size / 64 + 1, 0);
    }

    /// Adds a number; tells if it was not there.
    pub fn insert(&mut self, at: usize) -> bool {
        let (word, bit) = (&mut self.0[at / 64], 1 << (at % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Is the number there?
    pub fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(i * 64 + bit)
            })
        })
    }
}

/// The marks of 64 words, and where the first marked word among them goes.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    bits: u64,
    to: usize,
}

/// The marks of the heap, and, once all are made, where each marked word goes.
#[derive(Debug, Default)]
pub(super) struct Marks {
    blocks: Vec<Block>,
    waiting: Vec<Cell>,
    overflowed: bool,
    watch: Arc<Watch>,
    /// Steps until the next look at the watch.
    steps: u32,
    given_up: bool,
}

/// Cells that may wait; more are found by walking over the marks.
const MAX_WAITING: usize = 1 << 20;

/// Blocks that are cleared between two looks.
const CLEARED: usize = 1 << 16;
/// Blocks that are moved between two looks.
const BLOCKS: usize = if cfg!(test) { 2 } else { 1 << 10 };

impl Marks {
    /// Unmarks everything on a heap of `top` words. What marks asks `watch` whether it is still wanted.
    pub fn clear(&mut self, top: usize, watch: &Arc<Watch>) {
        self.watch = Arc::clone(watch);
        (self.steps, self.given_up) = (STEPS, false);
        self.blocks.clear();
        let needed = top / 64 + 1;
        while self.blocks.len() < needed && !self.given_up {
            let length = needed.min(self.blocks.len() + CLEARED);
            self.blocks.resize(length, Block::default());
            self.look();
        }
    }

    /// Has marking ended early, since the goal that is running is to stop? Then the marks mean nothing.
    pub fn has_given_up(&self) -> bool {
        self.given_up
    }

    /// One more step: true if marking has to end here.
    #[inline(always)]
    pub fn step(&mut self) -> bool {
        self.steps -= 1;
        self.steps == 0 && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.given_up |= self.watch.is_stop_wanted();
        // Once it has ended, each step is the last.
        self.steps = if self.given_up { 1 } else { STEPS };
        self.given_up
    }

    /// Gives back memory that a large heap needed.
    pub fn shrink(&mut self) {
        self.blocks.clear();
        self.blocks.shrink_to(1 << 12);
        self.waiting.shrink_to(1 << 12);
    }

    /// Is the word at `address` marked?
    #[inline(always)]
    pub fn contains(&self, address: usize) -> bool {
        self.blocks[address / 64].bits >> (address % 64) & 1 == 1
    }

    /// Marks a word; tells if it was not marked.
    #[inline(always)]
    fn insert(&mut self, address: usize) -> bool {
        let block = &mut self.blocks[address / 64];
        let bit = 1 << (address % 64);
        let new = block.bits & bit == 0;
        block.bits |= bit;
        new
    }

    /// Marks a word and the next; tells which of them were not marked.
    #[inline(always)]
    fn insert_two(&mut self, address: usize) -> (bool, bool) {
        if address % 64 == 63 {
            return (self.insert(address), self.insert(address + 1));
        }
        let block = &mut self.blocks[address / 64];
        let new = !block.bits >> (address % 64);
        block.bits |= 3 << (address % 64);
        (new & 1 == 1, new & 2 == 2)
    }

    /// Marks the cell at `address` and all that it leads to.
    pub fn mark_at(&mut self, heap: &[u64], address: usize) {
        if self.insert(address) {
            self.mark(heap, Cell::from_bits(heap[address]));
        }
    }

    /// Marks all that `cell` leads to.
    pub fn mark(&mut self, heap: &[u64], cell: Cell) {
        self.follow(heap, cell);
        while std::mem::take(&mut self.overflowed) && !self.given_up {
            self.mark_again(heap);
        }
    }

    fn wait(&mut self, cell: Cell) {
        if matches!(cell.tag(), Tag::Atm | Tag::Int) {
            return;
        }
        if self.waiting.len() < MAX_WAITING {
            self.waiting.push(cell);
        } else {
            self.overflowed = true;
        }
    }

    #[inline]
    fn follow(&mut self, heap: &[u64], cell: Cell) {
        let get = |address: usize| Cell::from_bits(heap[address]);
        let mut cell = cell;
        loop {
            if self.step() {
                self.waiting.clear();
                return;
            }
            let at = cell.address();
            let next = match cell.tag() {
                Tag::Ref => self.insert(at).then(|| get(at)),
                Tag::Lst | Tag::Att => {
                    let (first, second) = self.insert_two(at);
                    // Most elements of lists lead nowhere: then the rest need not wait.
                    let leads_on =
                        |cell: &Cell| !matches!(cell.tag(), Tag::Atm | Tag::Int) && *cell != Cell::reference(at);
                    let head = first.then(|| get(at)).filter(leads_on);
                    match (head, second) {
                        (None, true) => Some(get(at + 1)),
                        (head, true) => {
                            self.wait(get(at + 1));
                            head
                        }
                        (head, false) => head,
                    }
                }
                Tag::Str => {
                    if self.insert(at) {
                        for i in (1..=get(at).as_functor().arity()).rev() {
                            if self.insert(at + i) {
                                self.wait(get(at + i));
                            }
                        }
                    }
                    None
                }
                Tag::Box => {
                    if self.insert(at) {
                        for i in 1..=get(at).box_words() {
                            self.insert(at + i);
                        }
                    }
                    None
                }
                Tag::Atm | Tag::Int | Tag::Hdr => None,
            };
            cell = match next.or_else(|| self.waiting.pop()) {
                Some(cell) => cell,
                None => return,
            };
        }
    }

    /// Follows every marked cell again: those that were dropped are among them.
    fn mark_again(&mut self, heap: &[u64]) {
        let mut address = 0;
        while address < heap.len() && !self.step() {
            if self.blocks[address / 64].bits == 0 {
                address = (address / 64 + 1) * 64;
                continue;
            }
            let cell = Cell::from_bits(heap[address]);
            if self.contains(address) {
                if cell.tag() == Tag::Hdr {
                    address += if cell.is_functor() { 0 } else { cell.box_words() };
                } else {
                    self.follow(heap, cell);
                }
            }
            address += 1;
        }
    }

    /// Decides where the marked words go: one after another, the first to `start`. Gives the new top.
    pub fn assign(&mut self, start: usize) -> usize {
        let mut to = start;
        for block in &mut self.blocks {
            block.to = to;
            to += block.bits.count_ones() as usize;
        }
        to
    }

    /// Where the word at `address` goes, if it is marked; else where the next that is marked goes.
    #[inline(always)]
    pub fn place(&self, address: usize) -> usize {
        let block = self.blocks[address / 64];
        if block.bits == u64::MAX {
            return block.to + address % 64;
        }
        let below = block.bits & ((1 << (address % 64)) - 1);
        block.to + below.count_ones() as usize
    }

    /// The cell that leads where `cell` leads once everything is in its new place.
    #[inline(always)]
    pub fn moved(&self, cell: Cell) -> Cell {
        match cell.tag() {
            Tag::Ref => Cell::reference(self.place(cell.address())),
            Tag::Str => Cell::structure(self.place(cell.address())),
            Tag::Lst => Cell::list(self.place(cell.address())),
            Tag::Box => Cell::boxed(self.place(cell.address())),
            Tag::Att => Cell::attributed(self.place(cell.address())),
            Tag::Atm | Tag::Int | Tag::Hdr => cell,
        }
    }

    /// Moves the marked words of `heap` to their places. Ends early where `ends` says so, which is asked with the place
    /// up to which all words are there now and then.
    ///
    /// `start` is that of [`Marks::assign`]. If it leaves a gap, words move up: then they are moved by way
    /// of a copy.
    pub fn slide(&self, heap: &mut [u64], start: usize, mut ends: impl FnMut(usize) -> bool) {
        let mut to = start;
        let old = if start > 1 { heap.to_vec() } else { Vec::new() };
        let mut raw = 0;
        for (index, block) in self.blocks.iter().enumerate() {
            if index % BLOCKS == BLOCKS - 1 && ends(to) {
                return;
            }
            let mut bits = block.bits;
            while bits != 0 {
                let address = index * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let word = if start > 1 { old[address] } else { heap[address] };
                let cell = Cell::from_bits(word);
                let moved = if raw > 0 {
                    raw -= 1;
                    cell
                } else {
                    if cell.tag() == Tag::Hdr && !cell.is_functor() {
                        raw = cell.box_words();
                    }
                    self.moved(cell)
                };
                heap[to] = moved.bits();
                to += 1;
            }
        }
    }
}

/// The words inside boxes, which are no cells, on the heap `words`.
pub(super) fn raw_words(words: &[u64], raw: &mut Bits) {
    raw.clear(words.len());
    let mut at = 1;
    while at < words.len() {
        let cell = Cell::from_bits(words[at]);
        if cell.tag() == Tag::Hdr && !cell.is_functor() {
            for i in 1..=cell.box_words() {
                raw.insert(at + i);
            }
            at += cell.box_words();
        }
        at += 1;
    }
}

/// Could `cell` be a term on the heap `words`? It may be what is left of a term that is gone.
pub(super) fn is_term(words: &[u64], raw: &Bits, cell: Cell) -> bool {
    let at = cell.address();
    let is_cell =
        |at: usize| at > 0 && at < words.len() && !raw.contains(at) && Cell::from_bits(words[at]).tag() != Tag::Hdr;
    let header = || Some(Cell::from_bits(words[at])).filter(|_| !raw.contains(at));
    match cell.tag() {
        Tag::Atm | Tag::Int => true,
        Tag::Hdr => false,
        Tag::Ref => is_cell(at),
        Tag::Lst | Tag::Att => is_cell(at) && is_cell(at + 1),
        _ if at == 0 || at >= words.len() => false,
        Tag::Str => header().is_some_and(|header| {
            header.tag() == Tag::Hdr
                && header.is_functor()
                && (1..=header.as_functor().arity()).all(|i| is_cell(at + i))
        }),
        Tag::Box => header().is_some_and(|header| {
            header.tag() == Tag::Hdr
                && !header.is_functor()
                && !header.is_level()
                && at + header.box_words() < words.len()
        }),
    }
}
