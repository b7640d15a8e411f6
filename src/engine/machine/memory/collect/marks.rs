//! Marking: one bit for each reachable word of the heap.
//!
//! A marked cell has been followed, or is pending. A compound term or a box is marked as a whole when something refers
//! to it; a reference marks only the cell it refers to. Nothing recurses: pending cells are on a stack of limited size.
//! If it overflows, a cell is dropped, and a scan of the marked cells finds it again, so that terms of any shape are
//! marked in little memory.

use std::sync::Arc;

use crate::base::watch::{STEPS, Watch};
use crate::term::cell::{Cell, Tag};

/// A set of bits.
#[derive(Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// Empties the set and sizes it for numbers below `size`.
    pub(super) fn clear(&mut self, size: usize) {
        self.0.clear();
        self.0.resize(size / 64 + 1, 0);
    }

    /// Adds a number. Returns true if it was not in the set.
    pub(super) fn insert(&mut self, at: usize) -> bool {
        let (word, bit) = (&mut self.0[at / 64], 1 << (at % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Whether the number is in the set.
    pub(super) fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// Returns the numbers in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
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

/// The marks of 64 words, and the new address of the first marked word among them.
#[derive(Clone, Copy, Debug, Default)]
struct MarkBlock {
    bits: u64,
    to: usize,
}

/// The marks of the heap, and, once marking is complete, the new address of each marked word.
#[derive(Debug, Default)]
pub(super) struct HeapMarks {
    blocks: Vec<MarkBlock>,
    waiting: Vec<Cell>,
    overflowed: bool,
    watch: Arc<Watch>,
    /// Number of steps until the next poll of the watch.
    steps: u32,
    given_up: bool,
}

/// Maximum number of pending cells; more are found by scanning the marks.
const MAX_WAITING: usize = 1 << 20;

/// Maximum number of pairs of a list that are marked in one step.
const LONGEST_RUN: usize = 64;

/// Number of blocks cleared between two polls.
const CLEARED: usize = 1 << 16;
/// Number of blocks moved between two polls.
const BLOCKS: usize = if cfg!(test) { 2 } else { 1 << 10 };

impl HeapMarks {
    /// Clears the marks of a heap of `top` words. Marking polls `watch`.
    pub(super) fn clear(&mut self, top: usize, watch: &Arc<Watch>) {
        self.watch = Arc::clone(watch);
        (self.steps, self.given_up) = (STEPS, false);
        self.blocks.clear();
        let needed = top / 64 + 1;
        while self.blocks.len() < needed && !self.given_up {
            let length = needed.min(self.blocks.len() + CLEARED);
            self.blocks.resize(length, MarkBlock::default());
            self.look();
        }
    }

    /// Whether marking ended early because the running goal is to stop. The marks are then meaningless.
    pub(super) fn walk_ended_early(&self) -> bool {
        self.given_up
    }

    /// Counts a step. Returns true if marking must end here.
    #[inline(always)]
    pub(super) fn step(&mut self) -> bool {
        self.steps -= 1;
        self.steps == 0 && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.given_up |= self.watch.is_stop_wanted();
        // After giving up, each step is the last.
        self.steps = if self.given_up { 1 } else { STEPS };
        self.given_up
    }

    /// Gives back the memory that a large heap needed.
    pub(super) fn shrink(&mut self) {
        self.blocks.clear();
        self.blocks.shrink_to(1 << 12);
        self.waiting.shrink_to(1 << 12);
    }

    /// Whether the word at `address` is marked.
    #[inline(always)]
    pub(super) fn contains(&self, address: usize) -> bool {
        self.blocks[address / 64].bits >> (address % 64) & 1 == 1
    }

    /// Marks a word. Returns true if it was not marked.
    #[inline(always)]
    fn insert(&mut self, address: usize) -> bool {
        let block = &mut self.blocks[address / 64];
        let bit = 1 << (address % 64);
        let new = block.bits & bit == 0;
        block.bits |= bit;
        new
    }

    /// Marks a word and the next. Returns for each whether it was not marked.
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

    /// Marks the words `from..to`.
    fn insert_range(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let bits = (64 - at % 64).min(to - at);
            self.blocks[at / 64].bits |= (u64::MAX >> (64 - bits)) << (at % 64);
            at += bits;
        }
    }

    /// Marks the prefix of the list at `start` whose pairs are adjacent, unmarked, and have elements that refer to
    /// nothing: most long lists are like that. Returns the pair at which it stops, which is not marked.
    #[inline(always)]
    fn insert_run(&mut self, heap: &[u64], start: usize) -> usize {
        let step = (heap[start + 1] >> 3).wrapping_sub(start as u64) as usize;
        if step != 2 && step != 2_usize.wrapping_neg() {
            return start;
        }
        let mut at = start;
        for _ in 0..LONGEST_RUN {
            let next = at.wrapping_add(step);
            if self.contains(at)
                || self.contains(at + 1)
                || heap[at + 1] != Cell::list(next).bits()
                || leads_on(Cell::from_bits(heap[at]), at)
            {
                break;
            }
            at = next;
        }
        match step {
            2 => self.insert_range(start, at),
            _ => self.insert_range(at + 2, start + 2),
        }
        at
    }

    /// Marks the cell at `address` and everything reachable from it.
    pub(super) fn mark_at(&mut self, heap: &[u64], address: usize) {
        if self.insert(address) {
            self.mark(heap, Cell::from_bits(heap[address]));
        }
    }

    /// Marks everything reachable from `cell`.
    pub(super) fn mark(&mut self, heap: &[u64], cell: Cell) {
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
                Tag::Lst => {
                    let at = self.insert_run(heap, at);
                    self.insert_pair(heap, at)
                }
                Tag::Att => self.insert_pair(heap, at),
                Tag::Str => {
                    if self.insert(at) {
                        // Repeated arguments are pushed once: terms with much sharing would fill the stack.
                        let mut last = Cell::NIL;
                        for i in (1..=get(at).as_functor().arity()).rev() {
                            let argument = get(at + i);
                            if self.insert(at + i) && argument != last {
                                self.wait(argument);
                                last = argument;
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

    /// Marks two adjacent cells. Returns the cell to follow next, if any; if both need following, the second is pushed.
    #[inline(always)]
    fn insert_pair(&mut self, heap: &[u64], at: usize) -> Option<Cell> {
        let (first, second) = self.insert_two(at);
        let (head, rest) = (Cell::from_bits(heap[at]), Cell::from_bits(heap[at + 1]));
        // Most elements of lists refer to nothing; the rest then need not be pushed.
        match (first && leads_on(head, at), second) {
            (true, true) => {
                if rest != head {
                    self.wait(rest);
                }
                Some(head)
            }
            (true, false) => Some(head),
            (false, true) => Some(rest),
            (false, false) => None,
        }
    }

    /// Follows every marked cell again; the dropped cells are among them.
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

    /// Assigns consecutive new addresses to the marked words, from `start` on. Returns the new top.
    pub(super) fn assign(&mut self, start: usize) -> usize {
        let mut to = start;
        for block in &mut self.blocks {
            block.to = to;
            to += block.bits.count_ones() as usize;
        }
        to
    }

    /// Returns the new address of the word at `address` if it is marked, else that of the next marked word.
    #[inline(always)]
    pub(super) fn place(&self, address: usize) -> usize {
        let block = self.blocks[address / 64];
        if block.bits == u64::MAX {
            return block.to + address % 64;
        }
        let below = block.bits & ((1 << (address % 64)) - 1);
        block.to + below.count_ones() as usize
    }

    /// Returns `cell` with its address updated to the new place.
    #[inline(always)]
    pub(super) fn moved(&self, cell: Cell) -> Cell {
        match cell.tag() {
            Tag::Ref => Cell::reference(self.place(cell.address())),
            Tag::Str => Cell::structure(self.place(cell.address())),
            Tag::Lst => Cell::list(self.place(cell.address())),
            Tag::Box => Cell::boxed(self.place(cell.address())),
            Tag::Att => Cell::attributed(self.place(cell.address())),
            Tag::Atm | Tag::Int | Tag::Hdr => cell,
        }
    }

    /// Moves the marked words of `heap` to their new addresses. `ends` is called now and then with the address below
    /// which all words have been moved; if it returns true, moving ends early.
    ///
    /// `start` is the argument of [`HeapMarks::assign`]. If it leaves a gap, words move up: then they are moved by way of a
    /// copy.
    pub(super) fn slide(&self, heap: &mut [u64], start: usize, mut ends: impl FnMut(usize) -> bool) {
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

/// Whether the cell at `at` refers to anything else.
#[inline(always)]
fn leads_on(cell: Cell, at: usize) -> bool {
    !cell.is_immediate() && cell != Cell::reference(at)
}

/// Collects the addresses of the words inside boxes of the heap `words`, which are not cells.
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

/// Whether `cell` may be a term on the heap `words`; it may be a stale cell of a term that is gone.
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
