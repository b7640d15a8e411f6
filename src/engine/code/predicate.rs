//! A predicate: its clauses, properties and entry points.

use std::sync::Arc;

use crate::base::atom::{Atom, Functor};

use super::arena::Block;
use super::clause::{ClauseId, NO_CLAUSE};
use super::instr::{Label, PredId};
use super::plan::Indexing;

/// The number of leading arguments that linked predicates are indexed on.
pub const INDEXED_ARGUMENTS: usize = 4;

/// Incremental tables follow the changes of a predicate.
pub const TRACKED: u8 = 1;
/// The host is told of the changes of a predicate.
pub const TOLD: u8 = 2;

/// The kind of definition of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// Nothing yet.
    None,
    /// Clauses.
    Clauses,
    /// A native predicate, by its number.
    Native(u16),
    /// Code that the machine supplies.
    Code,
    /// Library text not compiled yet, by its position in the library index.
    Library(u32),
    /// The definition of another predicate.
    Import(PredId),
}

/// The arguments of a meta predicate that are qualified with the caller's module.
#[derive(Clone, Debug)]
pub struct Qualified {
    /// Their positions, from 0.
    pub positions: Box<[u8]>,
    /// Two instructions: `qualify`, and a jump to the clauses.
    pub entry: Label,
}

/// How the debugger watches a predicate: its calls pass through the stub.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// Whether it is a spy point.
    pub spied: bool,
    /// The ports that are shown without stopping.
    pub ports: u8,
    /// The address of its code, once it has been prepared.
    pub entry: Option<Label>,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its module.
    pub module: Atom,
    /// Its name and arity.
    pub functor: Functor,
    /// Its definition.
    pub definition: Definition,
    /// True if clauses may be added and removed at run time; calls without clauses fail.
    pub dynamic: bool,
    /// True if each thread has clauses of its own.
    pub of_thread: bool,
    /// Who wants to know of its changes, [`TRACKED`] and [`TOLD`]; 0 if nobody does.
    pub noted: u8,
    /// True if monotonic tables are handed its new clauses.
    pub monotonic: bool,
    /// True if goals of the program are told of its changes.
    pub listened: bool,
    /// True if its clauses need not be consecutive in a file.
    pub discontiguous: bool,
    /// True if its clauses may be in several files.
    pub multifile: bool,
    /// True if the standard defines it, which protects it.
    pub iso: bool,
    /// True for a predicate of a library that the program has not loaded: its goals do not find it.
    pub concealed: bool,
    /// The first clause.
    pub first: ClauseId,
    /// The last clause.
    pub last: ClauseId,
    /// The number of live clauses.
    pub live: usize,
    /// The first live clause.
    pub front: ClauseId,
    /// The erased clauses that are still linked.
    pub erased: Vec<ClauseId>,
    /// True if its clauses match goals rather than unify with them (`=>`); this holds for all or for none.
    pub matching: bool,
    /// True if clauses are indexed by an equation in the body.
    pub equations: bool,
    /// The number of erased clauses that triggers the next sweep.
    pub sweep_at: usize,
    /// Its indexes.
    pub indexing: Option<Box<Indexing>>,
    /// The generation of its last change.
    pub changed: u64,
    /// The source file it was last loaded from.
    pub file: Option<Atom>,
    /// Two instructions: `enter`, and `candidates`.
    pub stub: Label,
    /// Its module-sensitive arguments, if it is declared as a meta predicate.
    pub qualified: Option<Qualified>,
    /// How the debugger watches it, if it does.
    pub watched: Option<Box<Watched>>,
    /// Its linked block, beside the code of its clauses.
    pub block: Option<Arc<Block>>,
}

impl Predicate {
    /// Returns a predicate without a definition.
    pub fn new(module: Atom, functor: Functor, stub: Label) -> Predicate {
        Predicate {
            module,
            functor,
            definition: Definition::None,
            dynamic: false,
            of_thread: false,
            noted: 0,
            monotonic: false,
            listened: false,
            discontiguous: false,
            multifile: false,
            iso: false,
            concealed: false,
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
            watched: None,
            block: None,
        }
    }

    /// Whether incremental tables follow its changes.
    pub fn is_tracked(&self) -> bool {
        self.noted & TRACKED != 0
    }

    /// Whether it is defined; calls of others raise an existence error.
    pub fn is_defined(&self) -> bool {
        self.definition != Definition::None || self.dynamic
    }

    /// Whether goals of the program find a definition in it.
    pub fn is_visible(&self) -> bool {
        self.is_defined() && !self.concealed
    }
}
