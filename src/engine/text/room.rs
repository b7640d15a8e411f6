//! The memory limit for reading one clause.
//!
//! A clause is held in several forms while it is read: text, tokens, items on a stack, nodes of the tree. Their size
//! is compared with the limit now and then, so that a long text causes an error before memory runs out.

use std::cell::Cell;

use crate::base::iso_error::Resource;
use crate::base::limit::Limit;

/// The memory limit for reading a clause.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Bytes of tokens, stacks and tree.
    pub memory: usize,
    /// Bytes of all atoms.
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
    /// Returns the resource whose limit is exceeded.
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

/// Tokens or items between two checks of the limit.
pub const ITEMS: usize = 1 << 12;

/// Shared by the token iterator and the tree builder while a clause is read.
#[derive(Debug, Default)]
pub struct Report {
    /// The resource whose limit is exceeded.
    pub full: Cell<Option<Resource>>,
    /// The bytes of tokens, stacks and tree at the last count.
    pub bytes: Cell<usize>,
}
