//! A predicate: its clauses, its properties, and how it is entered.

use crate::base::atom::{Atom, Functor};

use super::arena::Block;
use super::clause::{ClauseId, NO_CLAUSE};
use super::instr::{Label, PredId};
use super::plan::Indexing;

/// Arguments by which linked clauses are told apart.
pub const INDEXED_ARGUMENTS: usize = 4;

/// What defines a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// Nothing yet.
    None,
    /// Clauses.
    Clauses,
    /// A function in Rust, by its number.
    Native(u16),
    /// Code that the machine brings itself.
    Code,
    /// Library text that has not been compiled: its position in the index of the library.
    Library(u32),
    /// The definition of another predicate.
    Import(PredId),
}

/// The arguments of a meta predicate that get its caller's module in front.
#[derive(Debug)]
pub struct Qualified {
    /// Their positions, from 0.
    pub positions: Box<[u8]>,
    /// Two instructions: one that qualifies them, and one that goes on with the clauses.
    pub entry: Label,
}

/// A predicate.
#[derive(Debug)]
pub struct Predicate {
    /// The module it belongs to.
    pub module: Atom,
    /// Its name and arity.
    pub functor: Functor,
    /// What defines it.
    pub definition: Definition,
    /// May clauses be added and removed while it runs, and does calling it without clauses fail?
    pub dynamic: bool,
    /// May its clauses be apart in a file?
    pub discontiguous: bool,
    /// May its clauses be in several files?
    pub multifile: bool,
    /// Is it defined by the standard, and so protected?
    pub iso: bool,
    /// The first clause.
    pub first: ClauseId,
    /// The last clause.
    pub last: ClauseId,
    /// How many clauses live.
    pub live: usize,
    /// The first clause that was not erased.
    pub front: ClauseId,
    /// The erased clauses that are still linked.
    pub erased: Vec<ClauseId>,
    /// Do its clauses match goals rather than unify with them? All of them do, or none.
    pub matching: bool,
    /// Are there clauses that indexes keep by what an equation in the body says?
    pub equations: bool,
    /// How many erased clauses make the next sweep worth while.
    pub sweep_at: usize,
    /// Its indexes.
    pub indexing: Option<Box<Indexing>>,
    /// The generation of its last change.
    pub changed: u64,
    /// The source file it was last loaded from.
    pub file: Option<Atom>,
    /// Two instructions: one that readies the predicate to be run, and one that runs its candidates.
    pub stub: Label,
    /// The arguments that are goals, or terms of a module, if it is declared as a meta predicate.
    pub qualified: Option<Qualified>,
    /// Code of its own, beside that of its clauses.
    pub block: Option<Box<Block>>,
}

impl Predicate {
    /// A predicate that nothing defines yet.
    pub fn new(module: Atom, functor: Functor, stub: Label) -> Predicate {
        Predicate {
            module,
            functor,
            definition: Definition::None,
            dynamic: false,
            discontiguous: false,
            multifile: false,
            iso: false,
            first: NO_CLAUSE,
            last: NO_CLAUSE,
            live: 0,
            front: NO_CLAUSE,
            erased: Vec::new(),
            matching: false,
            equations: false,
            sweep_at: 0,
            indexing: None,
            changed: 0,
            file: None,
            stub,
            qualified: None,
            block: None,
        }
    }

    /// Does calling it find a definition?
    pub fn is_defined(&self) -> bool {
        self.definition != Definition::None || self.dynamic
    }
}
