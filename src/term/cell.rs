//! The cell: one tagged 64-bit word. This is the only file that knows the bits.
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
//! Headers stand only in front of the cells or words that they describe, never in an argument.

use crate::base::atom::{Atom, Functor};
use crate::base::char_index;

/// One tagged word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Cell(u64);

const _: () = assert!(size_of::<Cell>() == 8);

/// What the three low bits of a cell say.
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
    /// A header, found only in front of what it describes.
    Hdr = 7,
}

/// The tags as numbers, for the run loop. A [`Tag`] is made by a `match` of its own, which the compiler puts in front of
/// every other as often as there are ways to it; of numbers it makes few comparisons.
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

/// What a box holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum BoxKind {
    /// One word: the bits of an `f64`.
    Float = 0,
    /// The magnitude in 64-bit words, least first; the extra field is 1 if negative.
    Int = 1,
    /// Numerator words, denominator words, and last a word with the number of numerator words;
    /// the extra field is 1 if negative.
    Rational = 2,
    /// UTF-8 bytes, eight to a word, padded with zeros, and behind those of a long text that is not all ASCII the
    /// table of its places (`base::char_index`); the extra field is how many padding bytes, and two flags.
    String = 3,
}

const TAG_MASK: u64 = 7;
/// In the extra field of a string's header, beside the bytes that its last word has too many.
const ASCII: u16 = 8;
/// There too: a table of places follows the text.
const PLACES: u16 = 16;
/// Words of a block of text that has one word in the table.
const BLOCK_WORDS: usize = char_index::BLOCK / 8;

const BOX_BIT: u64 = 8;
const LEVEL_KIND: u64 = 0xff;
/// Where the address of code begins in a link; 32 bits for that of a frame, and the tag, are below.
const CODE_SHIFT: u32 = 35;
const MOVED_KIND: u64 = 0xfe;

impl Cell {
    /// The largest small integer.
    pub const MAX_INT: i64 = (1 << 60) - 1;
    /// Addresses of code have to be below this to fit into a link.
    pub const MAX_CODE: usize = 1 << (64 - CODE_SHIFT);
    /// The smallest small integer.
    pub const MIN_INT: i64 = -(1 << 60);
    /// The atom `[]`.
    pub const NIL: Cell = Cell::atom(crate::base::known::NIL);
    /// The small integer 0, also used to fill slots that hold nothing yet.
    pub const ZERO: Cell = Cell::int(0);
    /// The header of every float.
    pub const FLOAT_HEADER: Cell = Cell::box_header(BoxKind::Float, 1, 0);

    /// The three tag bits.
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

    /// The three tag bits as a number, one of [`tags`].
    #[inline(always)]
    pub const fn tag_bits(self) -> u64 {
        self.0 & TAG_MASK
    }

    /// The whole word.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The cell with this word; for raw words inside boxes and for records.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Cell {
        Cell(bits)
    }

    /// A reference to the cell at `address`.
    #[inline(always)]
    pub const fn reference(address: usize) -> Cell {
        Cell((address as u64) << 3)
    }

    /// A compound term whose header is at `address`.
    #[inline(always)]
    pub const fn structure(address: usize) -> Cell {
        Cell((address as u64) << 3 | Tag::Str as u64)
    }

    /// A list pair whose head is at `address`.
    #[inline(always)]
    pub const fn list(address: usize) -> Cell {
        Cell((address as u64) << 3 | Tag::Lst as u64)
    }

    /// A box whose header is at `address`.
    #[inline(always)]
    pub const fn boxed(address: usize) -> Cell {
        Cell((address as u64) << 3 | Tag::Box as u64)
    }

    /// An attributed variable whose value cell is at `address`.
    #[inline(always)]
    pub const fn attributed(address: usize) -> Cell {
        Cell((address as u64) << 3 | Tag::Att as u64)
    }

    /// An atom.
    #[inline(always)]
    pub const fn atom(atom: Atom) -> Cell {
        Cell((atom.index() as u64) << 3 | Tag::Atm as u64)
    }

    /// A small integer; `value` is within [`Cell::MIN_INT`] and [`Cell::MAX_INT`].
    #[inline(always)]
    pub const fn int(value: i64) -> Cell {
        debug_assert!(value >= Cell::MIN_INT && value <= Cell::MAX_INT);
        Cell((value as u64) << 3 | Tag::Int as u64)
    }

    /// A small integer if `value` fits into 61 bits.
    #[inline(always)]
    pub const fn try_int(value: i64) -> Option<Cell> {
        if value >= Cell::MIN_INT && value <= Cell::MAX_INT {
            Some(Cell::int(value))
        } else {
            None
        }
    }

    /// What a frame goes back to: the frame at `frame`, in the code at `code`. It is an integer, so that nothing takes it
    /// for a reference.
    #[inline(always)]
    pub const fn link(frame: usize, code: usize) -> Cell {
        Cell((code as u64) << CODE_SHIFT | (frame as u64) << 3 | Tag::Int as u64)
    }

    /// The frame in a link.
    #[inline(always)]
    pub const fn link_frame(self) -> usize {
        (self.0 >> 3) as u32 as usize
    }

    /// The address of code in a link.
    #[inline(always)]
    pub const fn link_code(self) -> usize {
        (self.0 >> CODE_SHIFT) as usize
    }

    /// The header of a compound term.
    #[inline(always)]
    pub const fn functor(functor: Functor) -> Cell {
        Cell(functor.bits() << 4 | Tag::Hdr as u64)
    }

    /// The header of a box of `words` raw words.
    #[inline(always)]
    pub const fn box_header(kind: BoxKind, words: usize, extra: u16) -> Cell {
        Cell((extra as u64) << 48 | (words as u64) << 16 | (kind as u64) << 8 | BOX_BIT | Tag::Hdr as u64)
    }

    /// A saved number of choice points, kept in a frame slot. It is a header, so that nothing takes
    /// it for a term.
    #[inline(always)]
    pub const fn level(level: usize) -> Cell {
        Cell((level as u64) << 16 | LEVEL_KIND << 8 | BOX_BIT | Tag::Hdr as u64)
    }

    /// The number in a saved level.
    #[inline(always)]
    pub const fn as_level(self) -> usize {
        self.box_words()
    }

    /// Is this a saved level?
    #[inline(always)]
    pub const fn is_level(self) -> bool {
        self.0 & 0xffff == LEVEL_KIND << 8 | BOX_BIT | Tag::Hdr as u64
    }

    /// A note of where a compound or a box was copied, in the place of its first cell.
    #[inline(always)]
    pub const fn moved(address: usize) -> Cell {
        Cell((address as u64) << 16 | MOVED_KIND << 8 | BOX_BIT | Tag::Hdr as u64)
    }

    /// Is this a note of where something was copied?
    #[inline(always)]
    pub const fn is_moved(self) -> bool {
        self.0 & 0xffff == MOVED_KIND << 8 | BOX_BIT | Tag::Hdr as u64
    }

    /// The address in a note of where something was copied.
    #[inline(always)]
    pub const fn moved_to(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// The same kind of pointer to another address.
    #[inline(always)]
    pub const fn at(self, address: usize) -> Cell {
        Cell((address as u64) << 3 | self.0 & TAG_MASK)
    }

    /// The address in a `Ref`, `Str`, `Lst`, `Box` or `Att`.
    #[inline(always)]
    pub const fn address(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// The atom in an `Atm`.
    #[inline(always)]
    pub const fn as_atom(self) -> Atom {
        Atom::from_index((self.0 >> 3) as u32)
    }

    /// The value of an `Int`.
    #[inline(always)]
    pub const fn as_int(self) -> i64 {
        (self.0 as i64) >> 3
    }

    /// Is this a header of a compound term?
    #[inline(always)]
    pub const fn is_functor(self) -> bool {
        self.0 & (BOX_BIT | TAG_MASK) == Tag::Hdr as u64
    }

    /// The functor in a compound term's header.
    #[inline(always)]
    pub const fn as_functor(self) -> Functor {
        Functor::from_bits(self.0 >> 4)
    }

    /// The kind in a box header.
    #[inline(always)]
    pub const fn box_kind(self) -> BoxKind {
        match (self.0 >> 8) & 0xff {
            0 => BoxKind::Float,
            1 => BoxKind::Int,
            2 => BoxKind::Rational,
            _ => BoxKind::String,
        }
    }

    /// How many raw words follow a box header.
    #[inline(always)]
    pub const fn box_words(self) -> usize {
        ((self.0 >> 16) & 0xffff_ffff) as usize
    }

    /// The extra field of a box header.
    #[inline(always)]
    pub const fn box_extra(self) -> u16 {
        (self.0 >> 48) as u16
    }

    /// The header of a string.
    #[inline(always)]
    pub fn string_header(text: &str) -> Cell {
        let words = text.len().div_ceil(8);
        let padding = (words * 8 - text.len()) as u16;
        if text.is_ascii() {
            Cell::box_header(BoxKind::String, words, padding | ASCII)
        } else if text.len() <= char_index::LONG {
            Cell::box_header(BoxKind::String, words, padding)
        } else {
            Cell::box_header(BoxKind::String, words + words.div_ceil(BLOCK_WORDS), padding | PLACES)
        }
    }

    /// How many bytes the text of a string has, from its header.
    #[inline(always)]
    pub const fn string_bytes(self) -> usize {
        self.string_words() * 8 - (self.box_extra() & 7) as usize
    }

    /// How many words the text of a string has, from its header; the others are the table of places.
    #[inline(always)]
    pub const fn string_words(self) -> usize {
        let all = self.box_words();
        if self.box_extra() & PLACES == 0 {
            all
        } else {
            all - all.div_ceil(BLOCK_WORDS + 1)
        }
    }

    /// The most cells that a string of so many bytes takes, with its header.
    pub const fn most_string_cells(bytes: usize) -> usize {
        let words = bytes.div_ceil(8);
        1 + words + words.div_ceil(BLOCK_WORDS)
    }

    /// Has the string with this header ASCII characters alone? Then its characters are found without a walk.
    #[inline(always)]
    pub const fn is_ascii_string(self) -> bool {
        self.box_extra() & ASCII != 0
    }

    /// How many cells or words follow this header.
    #[inline(always)]
    #[cfg(test)]
    pub const fn header_length(self) -> usize {
        if self.is_functor() {
            self.as_functor().arity()
        } else {
            self.box_words()
        }
    }

    /// Are both small integers?
    #[inline(always)]
    pub const fn are_ints(a: Cell, b: Cell) -> bool {
        ((a.0 ^ Tag::Int as u64) | (b.0 ^ Tag::Int as u64)) & TAG_MASK == 0
    }

    /// Is this an `Int`?
    #[inline(always)]
    pub const fn is_int(self) -> bool {
        self.0 & TAG_MASK == Tag::Int as u64
    }

    /// Is this a `Ref`?
    #[inline(always)]
    pub const fn is_ref(self) -> bool {
        self.0 & TAG_MASK == Tag::Ref as u64
    }

    /// Is this a list pair?
    #[inline(always)]
    pub const fn is_list(self) -> bool {
        self.0 & TAG_MASK == Tag::Lst as u64
    }

    /// Is this a compound term that is not a list pair?
    #[inline(always)]
    pub const fn is_structure(self) -> bool {
        self.0 & TAG_MASK == Tag::Str as u64
    }

    /// Is this an atom?
    #[inline(always)]
    pub const fn is_atom(self) -> bool {
        self.0 & TAG_MASK == Tag::Atm as u64
    }

    /// Is this an atom or a small integer, so that equality of words is equality of terms?
    #[inline(always)]
    pub const fn is_immediate(self) -> bool {
        matches!(self.tag(), Tag::Atm | Tag::Int)
    }

    /// Is this a (dereferenced) variable, plain or attributed?
    #[inline(always)]
    pub const fn is_variable(self) -> bool {
        matches!(self.tag(), Tag::Ref | Tag::Att)
    }

    /// The same kind of pointer, `offset` cells further on, or back if the sum wraps around; cells without an address stay as they are.
    #[inline(always)]
    pub const fn relocate(self, offset: usize) -> Cell {
        match self.tag() {
            Tag::Ref | Tag::Str | Tag::Lst | Tag::Box | Tag::Att => Cell(self.0.wrapping_add((offset as u64) << 3)),
            Tag::Atm | Tag::Int | Tag::Hdr => self,
        }
    }

    /// The sum of two small integers, or `None` if it does not fit.
    #[inline(always)]
    pub const fn checked_add(self, other: Cell) -> Option<Cell> {
        match (self.0 as i64 - Tag::Int as i64).checked_add(other.0 as i64) {
            Some(sum) => Some(Cell(sum as u64)),
            None => None,
        }
    }

    /// The difference of two small integers, or `None` if it does not fit.
    #[inline(always)]
    pub const fn checked_sub(self, other: Cell) -> Option<Cell> {
        match (self.0 as i64).checked_sub(other.0 as i64 - Tag::Int as i64) {
            Some(difference) => Some(Cell(difference as u64)),
            None => None,
        }
    }

    /// A small integer without its sign, or `None` if it does not fit.
    #[inline(always)]
    pub const fn checked_abs(self) -> Option<Cell> {
        match (self.0 as i64 - Tag::Int as i64).checked_abs() {
            Some(value) => Some(Cell(value as u64 + Tag::Int as u64)),
            None => None,
        }
    }

    /// The product of two small integers, or `None` if it does not fit.
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
