//! Clauses as stored in the database: properties, and references to term and code.

use crate::base::atom::Atom;
use crate::base::ids::ids;
use crate::base::known;

use super::operand::{Operand, PredId};
use super::packed::ClauseShape;
use super::store::Stored;

ids! {
    /// The index of a clause in the database.
    ClauseId;
}

impl Operand for ClauseId {
    fn number(self) -> u32 {
        ClauseId::number(self)
    }
}

/// No clause.
pub const NO_CLAUSE: ClauseId = ClauseId::new(u32::MAX);

/// A clause: its term, its lifetime, and its position in the predicate.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its order key. The absolute value is the generation in which it was added; positive for assertz, negative for
    /// asserta.
    pub order: i64,
    /// The generation in which it was erased; `u64::MAX` while it lives.
    pub death: u64,
    /// The location of its term, followed by the names of its variables.
    pub stored: Stored,
    /// The index of its code; 0 until it is compiled.
    pub code: u32,
    /// The clause before it.
    pub prev: ClauseId,
    /// The clause after it.
    pub next: ClauseId,
    /// The predicate it belongs to.
    pub pred: PredId,
    /// The line it was read from, 0 if none.
    pub line: u32,
    /// The name of the file that the line is in, `[]` if that is the file of the predicate. An included text is a file of
    /// its own here.
    pub file: Atom,
    /// The number of words of its variable names, including the box header before them.
    pub name_words: u16,
    /// The kind of clause.
    pub shape: ClauseShape,
    /// The number of times it was run from its term.
    pub runs: u8,
}

const _: () = assert!(size_of::<Clause>() <= 56);

/// Where a clause comes from.
#[derive(Clone, Copy)]
pub struct ClauseOrigin<'a> {
    /// The name of the file, `[]` if that is the file of the predicate.
    pub file: Atom,
    /// The line in it, 0 if there is none.
    pub line: u32,
    /// The names of the variables, in order of first occurrence, separated by zero bytes.
    pub names: &'a [u8],
}

impl ClauseOrigin<'_> {
    /// That of a clause which a goal has made.
    pub const NONE: ClauseOrigin<'static> = ClauseOrigin {
        file: known::NIL,
        line: 0,
        names: &[],
    };
}

/// Number of bits of a clause reference that hold the clause number.
const REFERENCE_BITS: u32 = 32;
/// Mask of the bits of the birth generation that a clause reference keeps.
const REFERENCE_BIRTH: u64 = (1 << 27) - 1;

impl Clause {
    /// Returns the number in the reference of this clause, whose id is `id`. It holds the generation of birth too, so
    /// that it does not denote a later clause with the same id, unless 2^27 changes lie between them.
    pub fn reference(&self, id: ClauseId) -> u64 {
        (self.birth() & REFERENCE_BIRTH) << REFERENCE_BITS | u64::from(id.number())
    }

    /// Returns the id in the number of a clause reference.
    pub fn referred(number: u64) -> ClauseId {
        ClauseId::new((number & ((1 << REFERENCE_BITS) - 1)) as u32)
    }

    /// Whether the clause is visible to a goal called in `generation`.
    #[inline]
    pub fn visible(&self, generation: u64) -> bool {
        self.birth() <= generation && generation < self.death
    }

    /// Returns the generation in which it was added.
    #[inline]
    pub fn birth(&self) -> u64 {
        self.order.unsigned_abs()
    }

    /// Whether it was erased.
    #[inline]
    pub fn is_dead(&self) -> bool {
        self.death != u64::MAX
    }
}
