//! The cell: one tagged 64-bit word. The bit layout is defined here.
//!
//! ```text
//!   63                                                   3 2 0
//!  +------------------------------------------------------+---+
//!  | address of a heap cell                               | 0 |  Ref: a reference; to itself: an unbound variable
//!  | address of a functor header                          | 1 |  Str: a compound term, its arguments follow the header
//!  | address of two cells, head and tail                  | 2 |  Lst: a list pair
//!  | index in the atom table (32 bits)                    | 3 |  Atm
//!  | the value, 61 bits, signed                           | 4 |  Int
//!  | address of a box header                              | 5 |  Box: float, big integer, rational or string
//!  | address of an attributed variable                    | 6 |  Att: its value cell; the attributes are in the next
//!  | arity (28) | name (32)                           | 0 | 7 |  header of a compound term
//!  | extra (16) | words (32)             | kind (8)    | 1 | 7 |  header of a box of raw words
//!  +------------------------------------------------------+---+
//! ```
//!
//! An unbound attributed variable at address `a` is the cell `Att(a)` at `a`; binding overwrites it.
//! A header only precedes the cells or words that it describes; it is never an argument.

use crate::base::atom::{Atom, Functor};
use crate::base::char_index;

/// One tagged word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Cell(u64);

const _: () = assert!(size_of::<Cell>() == 8);

/// The type of a cell, in its three low bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Tag {
    /// A reference, or an unbound variable when it refers to itself.
    Ref = 0,
    /// A compound term.
    Str = 1,
    /// A list pair.
    Lst = 2,
    /// An atom.
    Atm = 3,
    /// A small integer.
    Int = 4,
    /// A float, big integer, rational or string on the heap.
    Box = 5,
    /// An attributed variable.
    Att = 6,
    /// A header, which only precedes the cells or words that it describes.
    Hdr = 7,
}

/// The tags as numbers, for the run loop. The compiler places the `match` that makes a [`Tag`] in front of every match
/// on it, as often as there are paths to it; matching on numbers compiles to a few comparisons.
pub mod tags {
    use super::Tag;

    pub const REF: u64 = Tag::Ref as u64;
    pub const STR: u64 = Tag::Str as u64;
    pub const LST: u64 = Tag::Lst as u64;
    pub const ATM: u64 = Tag::Atm as u64;
    pub const INT: u64 = Tag::Int as u64;
    pub const BOX: u64 = Tag::Box as u64;
    pub const ATT: u64 = Tag::Att as u64;
}

/// The contents of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum BoxKind {
    /// One word: the bits of an `f64`.
    Float = 0,
    /// The magnitude in 64-bit words, least significant first; the extra field is 1 if negative.
    Int = 1,
    /// Numerator words, denominator words, and a word with the number of numerator words; the extra field is 1 if
    /// negative.
    Rational = 2,
    /// UTF-8 bytes, eight to a word, padded with zeros; for a long text that is not all ASCII, followed by its
    /// character table (`base::char_index`). The extra field has the number of padding bytes, and two flags.
    String = 3,
}

const TAG_MASK: u64 = 7;
/// A flag in the extra field of a string's header, above the number of padding bytes: the text is all ASCII.
const ASCII: u16 = 8;
/// A flag in the same field: a character table follows the text.
const CHAR_TABLE: u16 = 16;
/// Words of a block of text, which has one word in the table.
const BLOCK_WORDS: usize = char_index::BLOCK / 8;

const BOX_BIT: u64 = 8;
const LEVEL_KIND: u64 = 0xff;
/// The shift of the code address in a link; the frame address (32 bits) and the tag are below it.
const CODE_SHIFT: u32 = 35;
const MOVED_KIND: u64 = 0xfe;

impl Default for Cell {
    fn default() -> Cell {
        Cell::ZERO
    }
}

impl Cell {
    /// The largest small integer.
    pub const MAX_INT: i64 = (1 << 60) - 1;
    /// The least code address that does not fit into a link.
    pub const MAX_CODE: usize = 1 << (64 - CODE_SHIFT);
    /// The smallest small integer.
    pub const MIN_INT: i64 = -(1 << 60);
    /// The atom `[]`.
    pub const NIL: Cell = Cell::atom(crate::base::known::NIL);
    /// The small integer 0, also used to fill empty slots.
    pub const ZERO: Cell = Cell::int(0);
    /// The header of every float.
    pub const FLOAT_HEADER: Cell = Cell::box_header(BoxKind::Float, 1, 0);

    /// Returns the tag.
    #[inline(always)]
    pub const fn tag(self) -> Tag {
        match self.0 & TAG_MASK {
            0 => Tag::Ref,
            1 => Tag::Str,
            2 => Tag::Lst,
            3 => Tag::Atm,
            4 => Tag::Int,
            5 => Tag::Box,
            6 => Tag::Att,
            _ => Tag::Hdr,
        }
    }

    /// Returns the tag bits as a number, one of [`tags`].
    #[inline(always)]
    pub const fn tag_bits(self) -> u64 {
        self.0 & TAG_MASK
    }

    /// Returns the whole word.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Makes the cell of a word; for raw words inside boxes and for records.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Cell {
        Cell(bits)
    }

    /// Makes a reference to the cell at `address`.
    #[inline(always)]
    pub const fn reference(address: usize) -> Cell {
        Cell((address as u64) << 3)
    }

    /// Makes a compound term whose header is at `address`.
    #[inline(always)]
    pub const fn structure(address: usize) -> Cell {
        Cell((address as u64) << 3 | Tag::Str as u64)
    }

    /// Makes a list pair whose head is at `address`.
    #[inline(always)]
    pub const fn list(address: usize) -> Cell {
        Cell((address as u64) << 3 | Tag::Lst as u64)
    }

    /// Makes a box cell whose header is at `address`.
    #[inline(always)]
    pub const fn boxed(address: usize) -> Cell {
        Cell((address as u64) << 3 | Tag::Box as u64)
    }

    /// Makes an attributed variable whose value cell is at `address`.
    #[inline(always)]
    pub const fn attributed(address: usize) -> Cell {
        Cell((address as u64) << 3 | Tag::Att as u64)
    }

    /// Makes an atom.
    #[inline(always)]
    pub const fn atom(atom: Atom) -> Cell {
        Cell((atom.index() as u64) << 3 | Tag::Atm as u64)
    }

    /// Makes a small integer; `value` is within [`Cell::MIN_INT`] and [`Cell::MAX_INT`].
    #[inline(always)]
    pub const fn int(value: i64) -> Cell {
        debug_assert!(value >= Cell::MIN_INT && value <= Cell::MAX_INT);
        Cell((value as u64) << 3 | Tag::Int as u64)
    }

    /// Makes a small integer if `value` fits into 61 bits.
    #[inline(always)]
    pub const fn try_int(value: i64) -> Option<Cell> {
        if value >= Cell::MIN_INT && value <= Cell::MAX_INT {
            Some(Cell::int(value))
        } else {
            None
        }
    }

    /// Makes the return link of a frame: the frame at `frame` and the return address `code`. It is an integer, so that
    /// it is never taken for a reference.
    #[inline(always)]
    pub const fn link(frame: usize, code: usize) -> Cell {
        Cell((code as u64) << CODE_SHIFT | (frame as u64) << 3 | Tag::Int as u64)
    }

    /// Returns the frame address in a link.
    #[inline(always)]
    pub const fn link_frame(self) -> usize {
        (self.0 >> 3) as u32 as usize
    }

    /// Returns the code address in a link.
    #[inline(always)]
    pub const fn link_code(self) -> usize {
        (self.0 >> CODE_SHIFT) as usize
    }

    /// Makes the header of a compound term.
    #[inline(always)]
    pub const fn functor(functor: Functor) -> Cell {
        Cell(functor.bits() << 4 | Tag::Hdr as u64)
    }

    /// Makes the header of a box of `words` raw words.
    #[inline(always)]
    pub const fn box_header(kind: BoxKind, words: usize, extra: u16) -> Cell {
        Cell((extra as u64) << 48 | (words as u64) << 16 | (kind as u64) << 8 | BOX_BIT | Tag::Hdr as u64)
    }

    /// Makes a cut level: a saved number of choice points in a frame slot. It is a header, so that it is never taken
    /// for a term.
    #[inline(always)]
    pub const fn level(level: usize) -> Cell {
        Cell((level as u64) << 16 | LEVEL_KIND << 8 | BOX_BIT | Tag::Hdr as u64)
    }

    /// Returns the number in a cut level.
    #[inline(always)]
    pub const fn as_level(self) -> usize {
        self.box_words()
    }

    /// Whether this is a cut level.
    #[inline(always)]
    pub const fn is_level(self) -> bool {
        self.0 & 0xffff == LEVEL_KIND << 8 | BOX_BIT | Tag::Hdr as u64
    }

    /// Makes a forwarding address: it replaces the first cell of a compound or a box that was copied.
    #[inline(always)]
    pub const fn moved(address: usize) -> Cell {
        Cell((address as u64) << 16 | MOVED_KIND << 8 | BOX_BIT | Tag::Hdr as u64)
    }

    /// Whether this is a forwarding address.
    #[inline(always)]
    pub const fn is_moved(self) -> bool {
        self.0 & 0xffff == MOVED_KIND << 8 | BOX_BIT | Tag::Hdr as u64
    }

    /// Returns the address in a forwarding address.
    #[inline(always)]
    pub const fn moved_to(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// Returns the same type of pointer with another address.
    #[inline(always)]
    pub const fn at(self, address: usize) -> Cell {
        Cell((address as u64) << 3 | self.0 & TAG_MASK)
    }

    /// Returns the address in a `Ref`, `Str`, `Lst`, `Box` or `Att`.
    #[inline(always)]
    pub const fn address(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// Returns the address and the number of the arguments of a compound term whose functor is read by `get`; (0, 0)
    /// for other cells.
    #[inline(always)]
    pub fn arguments(self, get: impl FnOnce(usize) -> Cell) -> (usize, usize) {
        match self.tag() {
            Tag::Lst => (self.address(), 2),
            Tag::Str => (self.address() + 1, get(self.address()).as_functor().arity()),
            _ => (0, 0),
        }
    }

    /// Returns the atom in an `Atm`.
    #[inline(always)]
    pub const fn as_atom(self) -> Atom {
        Atom::from_index((self.0 >> 3) as u32)
    }

    /// Returns the value of an `Int`.
    #[inline(always)]
    pub const fn as_int(self) -> i64 {
        (self.0 as i64) >> 3
    }

    /// Whether this is the header of a compound term.
    #[inline(always)]
    pub const fn is_functor(self) -> bool {
        self.0 & (BOX_BIT | TAG_MASK) == Tag::Hdr as u64
    }

    /// Returns the functor in a compound term's header.
    #[inline(always)]
    pub const fn as_functor(self) -> Functor {
        Functor::from_bits(self.0 >> 4)
    }

    /// Returns the kind in a box header.
    #[inline(always)]
    pub const fn box_kind(self) -> BoxKind {
        match (self.0 >> 8) & 0xff {
            0 => BoxKind::Float,
            1 => BoxKind::Int,
            2 => BoxKind::Rational,
            _ => BoxKind::String,
        }
    }

    /// Returns the number of raw words after a box header.
    #[inline(always)]
    pub const fn box_words(self) -> usize {
        ((self.0 >> 16) & 0xffff_ffff) as usize
    }

    /// Returns the extra field of a box header.
    #[inline(always)]
    pub const fn box_extra(self) -> u16 {
        (self.0 >> 48) as u16
    }

    /// Returns the header of a string.
    #[inline(always)]
    pub fn string_header(text: &str) -> Cell {
        let words = text.len().div_ceil(8);
        let padding = (words * 8 - text.len()) as u16;
        if text.is_ascii() {
            Cell::box_header(BoxKind::String, words, padding | ASCII)
        } else if text.len() <= char_index::LONG {
            Cell::box_header(BoxKind::String, words, padding)
        } else {
            Cell::box_header(
                BoxKind::String,
                words + words.div_ceil(BLOCK_WORDS),
                padding | CHAR_TABLE,
            )
        }
    }

    /// Returns the length of a string's text in bytes, from its header.
    #[inline(always)]
    pub const fn string_bytes(self) -> usize {
        self.string_words() * 8 - (self.box_extra() & 7) as usize
    }

    /// Returns the length of a string's text in words, from its header; the other words are the character table.
    #[inline(always)]
    pub const fn string_words(self) -> usize {
        let all = self.box_words();
        if self.box_extra() & CHAR_TABLE == 0 {
            all
        } else {
            all - all.div_ceil(BLOCK_WORDS + 1)
        }
    }

    /// Returns the maximum number of cells of a string of `bytes` bytes, including its header.
    pub const fn most_string_cells(bytes: usize) -> usize {
        let words = bytes.div_ceil(8);
        1 + words + words.div_ceil(BLOCK_WORDS)
    }

    /// Whether the string with this header is all ASCII, so that a character index is a byte offset.
    #[inline(always)]
    pub const fn is_ascii_string(self) -> bool {
        self.box_extra() & ASCII != 0
    }

    /// Returns the number of cells or words that follow this header.
    #[inline(always)]
    #[cfg(any(test, feature = "testing"))]
    pub const fn header_length(self) -> usize {
        if self.is_functor() {
            self.as_functor().arity()
        } else {
            self.box_words()
        }
    }

    /// Whether both are small integers.
    #[inline(always)]
    pub const fn are_ints(a: Cell, b: Cell) -> bool {
        ((a.0 ^ Tag::Int as u64) | (b.0 ^ Tag::Int as u64)) & TAG_MASK == 0
    }

    /// Whether this is an `Int`.
    #[inline(always)]
    pub const fn is_int(self) -> bool {
        self.0 & TAG_MASK == Tag::Int as u64
    }

    /// Whether this is a `Ref`.
    #[inline(always)]
    pub const fn is_ref(self) -> bool {
        self.0 & TAG_MASK == Tag::Ref as u64
    }

    /// Whether this is a list pair.
    #[inline(always)]
    pub const fn is_list(self) -> bool {
        self.0 & TAG_MASK == Tag::Lst as u64
    }

    /// Whether this is a compound term other than a list pair.
    #[inline(always)]
    pub const fn is_structure(self) -> bool {
        self.0 & TAG_MASK == Tag::Str as u64
    }

    /// Whether this is an atom.
    #[inline(always)]
    pub const fn is_atom(self) -> bool {
        self.0 & TAG_MASK == Tag::Atm as u64
    }

    /// Whether this is an atom or a small integer, so that equality of words is equality of terms.
    #[inline(always)]
    pub const fn is_immediate(self) -> bool {
        matches!(self.tag(), Tag::Atm | Tag::Int)
    }

    /// Whether this is a (dereferenced) variable, plain or attributed.
    #[inline(always)]
    pub const fn is_variable(self) -> bool {
        matches!(self.tag(), Tag::Ref | Tag::Att)
    }

    /// Returns the same type of pointer with its address increased by `offset`, wrapping around; other cells are
    /// unchanged.
    #[inline(always)]
    pub const fn relocate(self, offset: usize) -> Cell {
        match self.tag() {
            Tag::Ref | Tag::Str | Tag::Lst | Tag::Box | Tag::Att => Cell(self.0.wrapping_add((offset as u64) << 3)),
            Tag::Atm | Tag::Int | Tag::Hdr => self,
        }
    }

    /// Returns the sum of two small integers, or `None` if it does not fit.
    #[inline(always)]
    pub const fn checked_add(self, other: Cell) -> Option<Cell> {
        match (self.0 as i64 - Tag::Int as i64).checked_add(other.0 as i64) {
            Some(sum) => Some(Cell(sum as u64)),
            None => None,
        }
    }

    /// Returns the difference of two small integers, or `None` if it does not fit.
    #[inline(always)]
    pub const fn checked_sub(self, other: Cell) -> Option<Cell> {
        match (self.0 as i64).checked_sub(other.0 as i64 - Tag::Int as i64) {
            Some(difference) => Some(Cell(difference as u64)),
            None => None,
        }
    }

    /// Returns the absolute value of a small integer, or `None` if it does not fit.
    #[inline(always)]
    pub const fn checked_abs(self) -> Option<Cell> {
        match (self.0 as i64 - Tag::Int as i64).checked_abs() {
            Some(value) => Some(Cell(value as u64 + Tag::Int as u64)),
            None => None,
        }
    }

    /// Returns the product of two small integers, or `None` if it does not fit.
    #[inline(always)]
    pub const fn checked_mul(self, other: Cell) -> Option<Cell> {
        match (self.0 as i64 - Tag::Int as i64).checked_mul(other.as_int()) {
            Some(product) => Some(Cell(product as u64 | Tag::Int as u64)),
            None => None,
        }
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.tag() {
            Tag::Ref => write!(f, "_{}", self.address()),
            Tag::Str => write!(f, "Str@{}", self.address()),
            Tag::Lst => write!(f, "Lst@{}", self.address()),
            Tag::Atm => write!(f, "Atm#{}", self.as_atom().index()),
            Tag::Int => write!(f, "{}", self.as_int()),
            Tag::Box => write!(f, "Box@{}", self.address()),
            Tag::Att => write!(f, "Att@{}", self.address()),
            Tag::Hdr if self.is_functor() => write!(f, "{:?}", self.as_functor()),
            Tag::Hdr => write!(f, "BoxHeader({:?}, {})", self.box_kind(), self.box_words()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::known;

    #[test]
    fn small_integers_keep_sign_and_range() {
        for v in [0, 1, -1, Cell::MAX_INT, Cell::MIN_INT] {
            assert_eq!(Cell::int(v).as_int(), v);
            assert!(Cell::int(v).is_int());
        }
        assert_eq!(Cell::try_int(Cell::MAX_INT + 1), None);
        assert_eq!(Cell::int(Cell::MAX_INT).checked_add(Cell::int(1)), None);
        assert_eq!(Cell::int(Cell::MIN_INT).checked_sub(Cell::int(1)), None);
        assert_eq!(Cell::int(-7).checked_mul(Cell::int(6)), Some(Cell::int(-42)));
        assert_eq!(Cell::int(5).checked_sub(Cell::int(7)), Some(Cell::int(-2)));
        assert_eq!(Cell::int(1 << 40).checked_mul(Cell::int(1 << 40)), None);
    }

    #[test]
    fn headers_tell_their_length() {
        let f = Functor::new(known::PLUS, 2);
        assert!(Cell::functor(f).is_functor());
        assert_eq!(Cell::functor(f).as_functor(), f);
        let b = Cell::box_header(BoxKind::String, 3, 5);
        assert!(!b.is_functor());
        assert_eq!(
            (b.box_kind(), b.box_words(), b.box_extra(), b.header_length()),
            (BoxKind::String, 3, 5, 3)
        );
    }
}
