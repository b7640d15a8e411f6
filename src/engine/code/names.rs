//! The names of predicates: from module, name and arity to the predicate.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::base::atom::{Atom, Functor};

use super::instr::PredId;

/// A map from module, name and arity. The caller hashes the key, since it may look into two maps.
#[derive(Clone, Debug, Default)]
pub struct Names(HashTable<(Atom, Functor, PredId)>);

impl Names {
    /// Hashes a key.
    #[inline]
    pub fn hash(module: Atom, functor: Functor) -> u64 {
        BuildHasherDefault::<FxHasher>::default().hash_one((module, functor))
    }

    fn rehash(entry: &(Atom, Functor, PredId)) -> u64 {
        Names::hash(entry.0, entry.1)
    }

    /// Returns the predicate with this key and its hash.
    #[inline(always)]
    pub fn find(&self, hash: u64, module: Atom, functor: Functor) -> Option<PredId> {
        if self.0.is_empty() {
            return None;
        }
        let found = self.0.find(hash, |entry| entry.1 == functor && entry.0 == module);
        found.map(|entry| entry.2)
    }

    /// Adds a predicate, whose key is new.
    pub fn insert(&mut self, module: Atom, functor: Functor, id: PredId) {
        let hash = Names::hash(module, functor);
        self.0.insert_unique(hash, (module, functor, id), Names::rehash);
    }

    /// Removes a key; returns whether it was there.
    pub fn remove(&mut self, module: Atom, functor: Functor) -> bool {
        let same = |entry: &(Atom, Functor, PredId)| entry.1 == functor && entry.0 == module;
        match self.0.find_entry(Names::hash(module, functor), same) {
            Ok(entry) => {
                entry.remove();
                true
            }
            Err(_) => false,
        }
    }

    /// Takes all entries of another map.
    pub fn take_all(&mut self, other: &mut Names) {
        if self.0.is_empty() {
            std::mem::swap(self, other);
        }
        for entry in std::mem::take(&mut other.0) {
            self.0.insert_unique(Names::rehash(&entry), entry, Names::rehash);
        }
        self.0.shrink_to_fit(Names::rehash);
    }

    /// Shrinks a map of which less than a quarter is used.
    pub fn tidy(&mut self) {
        if self.0.capacity() / 4 > self.0.len() {
            self.0.shrink_to(2 * self.0.len(), Names::rehash);
        }
    }
}
