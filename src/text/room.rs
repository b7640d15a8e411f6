//! How much memory reading one clause may take.
//!
//! A clause is held several times while it is read: as text, tokens, items on a stack, nodes of the tree. What
//! that takes is compared with the room now and then, so that a long text ends with an error, not with the memory.

use std::cell::Cell;

use crate::base::iso_error::Resource;
use crate::base::limit::Limit;

/// How much reading a clause may take.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The bytes of tokens, stacks and tree.
    pub memory: usize,
    /// The bytes of all atoms.
    pub atoms: usize,
}

impl Default for Room {
    /// No limit.
    fn default() -> Room {
        Room {
            memory: usize::MAX,
            atoms: usize::MAX,
        }
    }
}

impl Room {
    /// What there is too little of.
    pub fn lacks(&self, memory: usize, atoms: usize) -> Option<Resource> {
        if memory > self.memory {
            Some(Limit::Memory.into())
        } else if atoms > self.atoms {
            Some(Limit::Program.into())
        } else {
            None
        }
    }
}

/// Tokens or items between two looks at the room.
pub const ITEMS: usize = 1 << 12;

/// What the two that read a clause tell each other: who hands on the tokens, and who builds the tree.
#[derive(Debug, Default)]
pub struct Told {
    /// What there is too little of.
    pub full: Cell<Option<Resource>>,
    /// The bytes of tokens, stacks and tree, when they were counted last.
    pub bytes: Cell<usize>,
}
