//! Atoms and functors: interned names.
//!
//! An [`Atom`] is an index into an [`AtomTable`]; equal names have equal indices within one table.
//! A [`Functor`] packs a name and an arity into one word, so that two functors are equal exactly
//! when their words are, and no second table is needed.

use std::hash::Hasher as _;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::known::KNOWN;

/// An interned name. The number is an index into the engine's [`AtomTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom(u32);

impl Atom {
    /// The atom with this index; only [`AtomTable`], the known atoms and the cell codec make atoms.
    pub const fn from_index(index: u32) -> Atom {
        Atom(index)
    }

    /// The index in the table.
    pub const fn index(self) -> u32 {
        self.0
    }
}

/// A name and an arity in one word: the name in the low 32 bits, the arity above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Functor(u64);

impl std::fmt::Debug for Functor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Functor(#{}/{})", self.name().index(), self.arity())
    }
}

/// The largest arity a term can have: 28 bits are kept for it in a header cell.
pub const MAX_ARITY: usize = (1 << 28) - 1;

impl Functor {
    /// The functor `name/arity`; `arity` is at most [`MAX_ARITY`].
    pub const fn new(name: Atom, arity: usize) -> Functor {
        debug_assert!(arity <= MAX_ARITY);
        Functor((arity as u64) << 32 | name.0 as u64)
    }

    /// The name.
    pub const fn name(self) -> Atom {
        Atom(self.0 as u32)
    }

    /// The number of arguments.
    pub const fn arity(self) -> usize {
        (self.0 >> 32) as usize
    }

    /// The packed word: 60 bits are used.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The functor with this packed word.
    pub const fn from_bits(bits: u64) -> Functor {
        Functor(bits)
    }
}

/// Bytes by which the text of all names grows at most beyond what is needed.
const MOST_GROWTH: usize = 64 << 20;

/// All names of one engine. The known atoms (`base::known`) come first, with fixed indices.
#[derive(Clone)]
pub struct AtomTable {
    text: String,
    spans: Vec<(usize, usize)>,
    index: HashTable<u32>,
}

impl Default for AtomTable {
    fn default() -> Self {
        Self::new()
    }
}

impl AtomTable {
    /// A table that holds the known atoms.
    pub fn new() -> AtomTable {
        let mut table = AtomTable {
            text: String::with_capacity(16 * 1024),
            spans: Vec::with_capacity(1024),
            index: HashTable::with_capacity(1024),
        };
        for (i, name) in KNOWN.iter().enumerate() {
            let atom = table.intern(name);
            debug_assert_eq!(atom.index() as usize, i, "the known atom {name} is listed twice");
        }
        table
    }

    /// The atom with this name, made if it is new.
    pub fn intern(&mut self, name: &str) -> Atom {
        let hash = hash_text(name);
        let (text, spans) = (&self.text, &self.spans);
        if let Some(&id) = self.index.find(hash, |&id| slice(text, spans, id) == name) {
            return Atom(id);
        }
        let id = u32::try_from(self.spans.len()).expect("the budget stops a program long before 2^32 atoms");
        let start = self.text.len();
        if self.text.capacity() - start < name.len() {
            // Doubling would ask for much more than the budget allows.
            self.text
                .reserve_exact(name.len().max(self.text.capacity().min(MOST_GROWTH)));
        }
        self.text.push_str(name);
        self.spans.push((start, name.len()));
        let (text, spans) = (&self.text, &self.spans);
        self.index
            .insert_unique(hash, id, |&id| hash_text(slice(text, spans, id)));
        Atom(id)
    }

    /// The atom with this name if there is one.
    pub fn find(&self, name: &str) -> Option<Atom> {
        let found = self
            .index
            .find(hash_text(name), |&id| slice(&self.text, &self.spans, id) == name);
        found.map(|&id| Atom(id))
    }

    /// The name of `atom`.
    pub fn text(&self, atom: Atom) -> &str {
        slice(&self.text, &self.spans, atom.0)
    }

    /// How many atoms there are.
    pub fn count(&self) -> usize {
        self.spans.len()
    }

    /// The bytes that the table holds, for the budget.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.spans.len() * 16
    }
}

fn slice<'a>(text: &'a str, spans: &[(usize, usize)], id: u32) -> &'a str {
    let (start, len) = spans[id as usize];
    &text[start..start + len]
}

fn hash_text(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.write_u8(0xff);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_one_atom() {
        let mut table = AtomTable::new();
        let a = table.intern("a new name");
        assert_eq!(table.intern("a new name"), a);
        assert_eq!(table.text(a), "a new name");
        assert_ne!(table.intern("another"), a);
    }

    #[test]
    fn functors_pack_name_and_arity() {
        let f = Functor::new(Atom(77), 3);
        assert_eq!((f.name(), f.arity()), (Atom(77), 3));
    }
}
