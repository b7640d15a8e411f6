//! The heap: one vector of cells, addressed by offset, used from the bottom up.
//!
//! `cells[..top]` is in use; the cells above are room. Backtracking lowers `top`. Address 0 is never a term.

use std::sync::Arc;

use crate::base::atom::{Atom, Functor};
use crate::base::char_index;
use crate::base::num::limbs::{limbs, magnitude};
use crate::base::num::{Number, Rational};
use crate::base::watch::{Pace, Watch};

use super::cell::{BoxKind, Cell, Tag};
use super::places::Places;
use super::view::View;

/// The heap of one engine.
pub struct Heap {
    // Raw words, since only for them does the allocator return untouched zero pages.
    words: Vec<u64>,
    top: usize,
    // Overwritten words to be restored after a copy.
    notes: Vec<(usize, u64)>,
    /// Polled by long walks.
    pub watch: Arc<Watch>,
    /// The most words that a walk or a copy off the heap may take; one that would take more ends early, and notes that.
    pub spare: usize,
    /// Whether floats precede all other numbers in the standard order, as in ISO 7.2.
    pub floats_first: bool,
    /// Where keys of dicts were found last.
    pub places: Places,
}

/// Cells that stay free above the limit that the run loop tests, so that short instruction sequences and small
/// built-ins need no test of their own.
pub const HEADROOM: usize = 32 * 1024;

/// Cells that stay free as long as no clause is large, so that an engine with small queries takes little memory.
pub const FEW_HEADROOM: usize = 1024;

/// Maximum number of words by which an area grows in one step: the words that are cleared are still in the cache when
/// they are used.
pub const GROWTH: usize = 64 << 10;

/// Pairs of a list that are pushed between two questions to the watch.
pub const BLOCK: usize = 1 << 13;

/// The least room of an area that is in use, in words.
const LEAST: usize = 2 << 10;

/// The room of an area, in words, up to which it grows in a new place.
const FIRST: usize = 64 << 10;

/// Free cells of a heap on which nothing runs.
pub const FEW_CELLS: usize = 64;

/// Words that are cleared at once: clearing them touches their pages, which takes a few milliseconds.
const CLEARED: usize = 256 << 10;

/// Maximum number of words by which an area shrinks in one step: returning the pages takes a few milliseconds.
pub const GIVEN_BACK: usize = 2 << 20;

/// Appends `extra` zeros to an area. Address space is reserved in advance, so that large areas are seldom moved; the
/// pages are touched step by step, until `ends` returns true. Returns false if the system has no more memory.
///
/// A small area grows in a new place, by large steps, so that little is copied. A large one would come from the system as
/// zeros whose pages are taken when they are used, but allocators clear memory that they have given away before.
pub fn extend(words: &mut Vec<u64>, extra: usize, ends: impl Fn() -> bool) -> bool {
    let length = words.len() + extra;
    if words.len() < FIRST {
        let rooms = [LEAST, 8 * LEAST, FIRST];
        let room = rooms.into_iter().find(|&room| length <= room).unwrap_or(FIRST);
        let mut first = vec![0; room];
        first[..words.len()].copy_from_slice(words);
        *words = first;
    }
    if length > words.capacity()
        && words.try_reserve_exact(extra.max(words.len())).is_err()
        && words.try_reserve_exact(extra).is_err()
    {
        return false;
    }
    while words.len() < length {
        words.resize(length.min(words.len() + CLEARED), 0);
        if ends() {
            break;
        }
    }
    true
}

/// Replaces an area that has grown beyond its least room by one of `length` words, with the same words at the bottom.
pub fn renew(words: &mut Vec<u64>, length: usize) {
    if words.len() > LEAST.max(2 * length) {
        let mut small = vec![0; length];
        small.copy_from_slice(&words[..length]);
        *words = small;
    }
}

impl Heap {
    /// Makes a heap with room for `capacity` cells.
    pub fn with_capacity(capacity: usize) -> Heap {
        Heap {
            words: vec![0; capacity],
            top: 1,
            notes: Vec::new(),
            watch: Arc::default(),
            spare: usize::MAX,
            floats_first: false,
            places: Places::default(),
        }
    }

    /// Fills a heap without contents with a copy of another one, with room for `room` more cells.
    pub fn filled(mut self, other: &Heap, room: usize) -> Heap {
        let size = self.words.len().max(other.top + room);
        self.words.resize(size, 0);
        self.words[..other.top].copy_from_slice(other.words());
        self.top = other.top;
        self.floats_first = other.floats_first;
        self
    }

    /// Replaces the cells by `words`; there is room for them, or the heap grows.
    pub fn refill(&mut self, words: &[u64]) {
        if words.len() > self.words.len() {
            self.words.resize(words.len(), 0);
        }
        self.words[..words.len()].copy_from_slice(words);
        self.top = words.len();
    }

    /// Frees all cells, and the room above that of a new heap.
    pub fn clear(&mut self, capacity: usize) {
        self.top = 1;
        self.shrink(capacity);
    }

    /// Returns the next free address.
    #[inline(always)]
    pub fn top(&self) -> usize {
        self.top
    }

    /// Frees all cells from `top` on.
    #[inline(always)]
    pub fn set_top(&mut self, top: usize) {
        debug_assert!(top <= self.words.len());
        self.top = top;
    }

    /// Returns the number of cells that can be in use before the heap has to grow.
    pub fn capacity(&self) -> usize {
        self.words.len()
    }

    /// Returns all cells, including the free room above the top; for the run loop.
    #[inline(always)]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Returns the words in use.
    pub fn words(&self) -> &[u64] {
        &self.words[..self.top]
    }

    /// Returns the free words above the top.
    pub(super) fn room(&self) -> &[u64] {
        &self.words[self.top..]
    }

    /// Returns all cells, including the free room, the list of overwritten words, and the watch.
    pub(super) fn for_copying(&mut self) -> (&mut [u64], &mut Vec<(usize, u64)>, &Watch) {
        (&mut self.words, &mut self.notes, &self.watch)
    }

    /// Makes room for `extra` more cells above the top. The caller has charged them to the budget.
    pub fn grow(&mut self, extra: usize) {
        let need = self.top + extra;
        if need > self.words.len() {
            let wanted = (need - self.words.len()).max(self.words.len().min(GROWTH));
            let extended = extend(&mut self.words, wanted, || false);
            assert!(
                extended,
                "small growth without a budget has failed: there is no memory at all"
            );
        }
    }

    /// Adds room for `extra` cells, all charged to the budget; returns false if the system has no more memory. Adds
    /// less if the watch wants a stop.
    pub fn extend_capacity(&mut self, extra: usize) -> bool {
        extend(&mut self.words, extra, || self.watch.is_stop_wanted())
    }

    /// Frees the unused room above `capacity` cells.
    pub fn shrink(&mut self, capacity: usize) {
        let capacity = capacity.max(self.top + 2 * HEADROOM);
        if capacity < self.words.len() {
            self.words.truncate(capacity);
            self.words.shrink_to_fit();
        }
    }

    /// Moves the cells to a small new area if this one has grown beyond the least room, so that none of its pages stays.
    pub fn renew(&mut self) {
        renew(&mut self.words, self.top + FEW_CELLS);
    }

    /// Returns the cell at `address`.
    #[inline(always)]
    pub fn get(&self, address: usize) -> Cell {
        Cell::from_bits(self.words[address])
    }

    /// Overwrites the cell at `address`; binding a variable goes through the trail instead.
    #[inline(always)]
    pub fn set(&mut self, address: usize, cell: Cell) {
        self.words[address] = cell.bits();
    }

    /// Pushes a cell and returns its address.
    #[inline(always)]
    pub fn push(&mut self, cell: Cell) -> usize {
        let address = self.top;
        if address >= self.words.len() {
            self.grow(HEADROOM);
        }
        self.words[address] = cell.bits();
        self.top = address + 1;
        address
    }

    /// Pushes cells and returns the address of the first.
    #[inline]
    pub fn push_all(&mut self, cells: &[Cell]) -> usize {
        self.push_each(cells.iter().copied())
    }

    /// Pushes cells and returns the address of the first.
    #[inline(always)]
    pub fn push_each(&mut self, cells: impl ExactSizeIterator<Item = Cell>) -> usize {
        let address = self.top;
        let end = address + cells.len();
        if end > self.words.len() {
            self.grow(cells.len());
        }
        for (word, cell) in self.words[address..end].iter_mut().zip(cells) {
            *word = cell.bits();
        }
        self.top = end;
        address
    }

    /// Pushes the cells from the address `from` up to `end` again.
    #[inline]
    pub fn push_again(&mut self, from: usize, end: usize) {
        if from == end {
            return;
        }
        let top = self.top + (end - from);
        if top > self.words.len() {
            self.grow(end - from);
        }
        self.words.copy_within(from..end, self.top);
        self.top = top;
    }

    /// Dereferences a cell: returns an unbound variable or a term.
    #[inline(always)]
    pub fn deref(&self, mut cell: Cell) -> Cell {
        while cell.is_variable() {
            let next = self.get(cell.address());
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    /// Dereferences `cell` and decomposes it by one level.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn view(&self, cell: Cell) -> View {
        let cell = self.deref(cell);
        let address = cell.address();
        match cell.tag() {
            Tag::Ref => View::Var(cell),
            Tag::Att => View::Attributed(cell),
            Tag::Atm => View::Atom(cell.as_atom()),
            Tag::Int => View::Int(cell.as_int()),
            Tag::Lst => View::List(address),
            Tag::Str => View::Struct(self.get(address).as_functor(), address + 1),
            Tag::Box => match self.get(address).box_kind() {
                BoxKind::Float => View::Float(f64::from_bits(self.get(address + 1).bits())),
                BoxKind::Int => View::BigInt(cell),
                BoxKind::Rational => View::Rational(cell),
                BoxKind::String => View::String(cell),
            },
            Tag::Hdr => unreachable!("a header is never an argument"),
        }
    }

    /// Returns the address and the number of the arguments of a compound cell; (0, 0) for others.
    #[inline]
    pub fn arguments(&self, cell: Cell) -> (usize, usize) {
        cell.arguments(|at| self.get(at))
    }

    /// Pushes a new unbound variable.
    #[inline(always)]
    pub fn new_var(&mut self) -> Cell {
        let cell = Cell::reference(self.top);
        self.push(cell);
        cell
    }

    /// Pushes new unbound variables.
    pub fn new_vars(&mut self, count: usize) {
        self.grow(count);
        let from = self.top;
        for (address, word) in (from..).zip(&mut self.words[from..from + count]) {
            *word = Cell::reference(address).bits();
        }
        self.top = from + count;
    }

    /// Overwrites the arguments of a compound term that is not shared.
    pub fn set_arguments(&mut self, term: Cell, args: &[Cell]) {
        for (i, arg) in args.iter().enumerate() {
            self.set(term.address() + 1 + i, *arg);
        }
    }

    /// Pushes a new attributed variable with the attribute term `attributes`.
    pub fn new_attributed(&mut self, attributes: Cell) -> Cell {
        let cell = Cell::attributed(self.top);
        self.push(cell);
        self.push(attributes);
        cell
    }

    /// Pushes a compound term; returns the atom itself for arity 0, a list pair for `'.'/2`.
    pub fn new_struct(&mut self, functor: Functor, args: &[Cell]) -> Cell {
        debug_assert_eq!(functor.arity(), args.len());
        if args.is_empty() {
            return Cell::atom(functor.name());
        }
        if functor == Functor::new(crate::base::known::DOT, 2) {
            return self.new_pair(args[0], args[1]);
        }
        let address = self.push(Cell::functor(functor));
        self.push_all(args);
        Cell::structure(address)
    }

    /// Pushes the compound term `name(args...)`.
    pub fn new_term(&mut self, name: Atom, args: &[Cell]) -> Cell {
        self.new_struct(Functor::new(name, args.len()), args)
    }

    /// Pushes a list pair.
    pub fn new_pair(&mut self, head: Cell, tail: Cell) -> Cell {
        let address = self.push(head);
        self.push(tail);
        Cell::list(address)
    }

    /// Pushes the list of `items` with the tail `tail`.
    pub fn new_list(&mut self, items: &[Cell], tail: Cell) -> Cell {
        let start = self.top;
        for block in items.chunks(BLOCK) {
            if self.top > start && self.watch.gives_up() {
                break;
            }
            self.push_pairs(block.iter().copied());
        }
        self.end_list(start, tail)
    }

    /// Ends the list that begins at the address `start` and reaches to the top.
    pub fn end_list(&mut self, start: usize, tail: Cell) -> Cell {
        if self.top == start {
            return tail;
        }
        self.set(self.top - 1, tail);
        Cell::list(start)
    }

    /// Pushes list pairs one behind another: the last has the next cell that is pushed as its tail.
    #[inline]
    pub fn push_pairs(&mut self, items: impl ExactSizeIterator<Item = Cell>) {
        let end = self.top + 2 * items.len();
        self.grow(2 * items.len());
        for ((address, pair), item) in (self.top..)
            .step_by(2)
            .zip(self.words[self.top..end].chunks_exact_mut(2))
            .zip(items)
        {
            (pair[0], pair[1]) = (item.bits(), Cell::list(address + 2).bits());
        }
        self.top = end;
    }

    /// Pushes the list of `items`, for which there is room, with the tail `tail`; it is shorter if the watch wants a
    /// stop.
    pub fn list_of(&mut self, items: impl Iterator<Item = Cell>, tail: Cell) -> Cell {
        let start = self.top;
        let mut pace = Pace::new();
        for item in items {
            if pace.step(&self.watch) {
                break;
            }
            let address = self.push(item);
            self.push(Cell::list(address + 2));
        }
        self.end_list(start, tail)
    }

    /// Pushes a float. All NaNs are stored as the same one, so that they are identical.
    pub fn new_float(&mut self, value: f64) -> Cell {
        let value = if value.is_nan() { f64::NAN } else { value };
        let address = self.push(Cell::box_header(BoxKind::Float, 1, 0));
        self.push(Cell::from_bits(value.to_bits()));
        Cell::boxed(address)
    }

    /// Pushes a string.
    pub fn new_string(&mut self, text: &str) -> Cell {
        let header = Cell::string_header(text);
        self.grow(header.box_words() + 1);
        let address = self.push(header);
        let end = self.top + header.string_words();
        let place: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words[self.top..end]);
        place[..text.len()].copy_from_slice(text.as_bytes());
        place[text.len()..].fill(0);
        self.top = end;
        if header.string_words() < header.box_words() {
            for count in char_index::table(text) {
                self.push(Cell::from_bits(count));
            }
        }
        Cell::boxed(address)
    }

    /// Returns the words of the text of a string cell.
    pub fn string_words(&self, cell: Cell) -> &[u64] {
        &self.box_words(cell)[..self.get(cell.address()).string_words()]
    }

    /// Returns the text of a string cell.
    pub fn text(&self, cell: Cell) -> &str {
        let bytes: &[u8] = bytemuck::cast_slice(self.string_words(cell));
        let text = std::str::from_utf8(&bytes[..self.get(cell.address()).string_bytes()]);
        text.expect("a string box holds the UTF-8 that it was made from")
    }

    /// Returns a copy of the text of a string cell.
    pub fn string(&self, cell: Cell) -> String {
        self.text(cell).to_owned()
    }

    /// Returns the raw words of a box cell.
    pub fn box_words(&self, cell: Cell) -> &[u64] {
        let start = cell.address() + 1;
        &self.words[start..start + self.get(cell.address()).box_words()]
    }

    /// Returns an integer: a small one if it fits.
    pub fn new_int(&mut self, value: i64) -> Cell {
        match Cell::try_int(value) {
            Some(cell) => cell,
            None => self.new_number(&Number::from(value)),
        }
    }

    /// Returns a number in normal form: a small integer, or a new box.
    pub fn new_number(&mut self, number: &Number) -> Cell {
        match number {
            Number::Int(value) => match Cell::try_int(*value) {
                Some(cell) => cell,
                None => self.new_box(BoxKind::Int, &[value.unsigned_abs()], u16::from(*value < 0)),
            },
            Number::Float(value) => self.new_float(*value),
            Number::Big(value) => {
                let (sign, words) = value.as_sign_words();
                self.new_box(
                    BoxKind::Int,
                    &limbs(words),
                    u16::from(sign == dashu_base::Sign::Negative),
                )
            }
            Number::Rational(value) => {
                let (sign, numerator) = value.numerator().as_sign_words();
                let mut words = limbs(numerator).into_owned();
                let length = words.len();
                words.extend_from_slice(&limbs(value.denominator().as_words()));
                words.push(length as u64);
                self.new_box(BoxKind::Rational, &words, u16::from(sign == dashu_base::Sign::Negative))
            }
        }
    }

    fn new_box(&mut self, kind: BoxKind, words: &[u64], extra: u16) -> Cell {
        self.grow(words.len() + 1);
        let address = self.push(Cell::box_header(kind, words.len(), extra));
        self.words[self.top..self.top + words.len()].copy_from_slice(words);
        self.top += words.len();
        Cell::boxed(address)
    }

    /// Returns the number in `cell`, dereferenced; `None` if it is not a number.
    pub fn number(&self, cell: Cell) -> Option<Number> {
        use dashu_int::{IBig, UBig};
        let cell = self.deref(cell);
        if cell.is_int() {
            return Some(Number::Int(cell.as_int()));
        }
        if cell.tag() != Tag::Box {
            return None;
        }
        let header = self.get(cell.address());
        let words = self.box_words(cell);
        let signed = |value: UBig| {
            if header.box_extra() == 1 {
                -IBig::from(value)
            } else {
                IBig::from(value)
            }
        };
        match header.box_kind() {
            BoxKind::Float => Some(Number::Float(f64::from_bits(words[0]))),
            BoxKind::String => None,
            BoxKind::Int => Some(Number::from(signed(magnitude(words)))),
            BoxKind::Rational => {
                let (split, parts) = words
                    .split_last()
                    .expect("a rational ends with the length of its numerator");
                let (numerator, denominator) = parts.split_at(*split as usize);
                let numerator = signed(magnitude(numerator));
                Some(Number::Rational(Rational::of_lowest(numerator, magnitude(denominator))))
            }
        }
    }
}
