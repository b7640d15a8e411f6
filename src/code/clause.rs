//! Clauses as the database keeps them: what is known of each, and where its term and its code are.

use crate::base::ids::ids;

use super::instr::PredId;
use super::packed::Shape;
use super::store::Place;

ids! {
    /// The index of a clause in the database.
    ClauseId;
}
/// No clause.
pub const NO_CLAUSE: ClauseId = ClauseId::new(u32::MAX);

/// A clause: its term, when it lived, and where it stands.
#[derive(Debug)]
pub struct Clause {
    /// Its place, and the generation in which it was added: counted up by assertz, down by asserta.
    pub order: i64,
    /// The generation in which it was erased; the largest number while it lives.
    pub death: u64,
    /// Where its term lies, and after it the names of its variables.
    pub place: Place,
    /// The number of the place of its code; 0 until it is compiled.
    pub code: u32,
    /// The clause before it.
    pub prev: ClauseId,
    /// The clause after it.
    pub next: ClauseId,
    /// The predicate it belongs to.
    pub pred: PredId,
    /// The line it was read from, 0 if none.
    pub line: u32,
    /// How many words the names of its variables take, with the header of a box before them.
    pub name_words: u16,
    /// What kind of clause it is.
    pub shape: Shape,
    /// How often it was run from its term.
    pub runs: u8,
}

const _: () = assert!(size_of::<Clause>() <= 56);

impl Clause {
    /// Does the clause exist for a goal that was called in `generation`?
    #[inline]
    pub fn visible(&self, generation: u64) -> bool {
        self.birth() <= generation && generation < self.death
    }

    /// The generation in which it was added.
    #[inline]
    pub fn birth(&self) -> u64 {
        self.order.unsigned_abs()
    }

    /// Was it erased?
    #[inline]
    pub fn is_dead(&self) -> bool {
        self.death != u64::MAX
    }
}
