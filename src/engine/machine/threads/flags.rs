//! The flags of `flag/3` that the threads of a program share: one table, which a thread holds while it changes a flag.

use std::sync::MutexGuard;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap;

use crate::term::parcel::Parcel;

/// The value of a flag, for all threads.
pub enum SharedFlag {
    /// An integer that a cell holds.
    Int(i64),
    /// Another number, or an atom.
    Other(Parcel),
}

impl SharedFlag {
    /// Returns the bytes that it takes, its name not counted.
    pub fn bytes(&self) -> usize {
        let parcel = match self {
            SharedFlag::Int(_) => 0,
            SharedFlag::Other(parcel) => parcel.bytes(),
        };
        parcel + size_of::<(Box<str>, SharedFlag)>()
    }
}

pub(super) type FlagTable = FxHashMap<Box<str>, SharedFlag>;

/// The flags, held by a thread.
pub struct HeldFlags<'f> {
    pub(super) table: MutexGuard<'f, FlagTable>,
    /// The bytes of what the family shares.
    pub(super) bytes: &'f AtomicUsize,
}

impl HeldFlags<'_> {
    /// Returns the value of a flag.
    pub fn get(&self, name: &str) -> Option<&SharedFlag> {
        self.table.get(name)
    }

    /// Returns the names of all flags.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(AsRef::as_ref)
    }

    /// Sets a flag.
    pub fn set(&mut self, name: &str, value: SharedFlag) {
        let mut more = value.bytes();
        match self.table.get_mut(name) {
            Some(old) => {
                self.bytes.fetch_sub(old.bytes(), Ordering::Relaxed);
                *old = value;
            }
            None => {
                more += name.len();
                self.table.insert(name.into(), value);
            }
        }
        self.bytes.fetch_add(more, Ordering::Relaxed);
    }
}
