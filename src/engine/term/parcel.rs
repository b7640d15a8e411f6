//! `Parcel`: a packed copy of a term that goes from one engine to another.
//!
//! Engines number their atoms differently. A parcel has the texts of its atoms, and objects of the host as they are.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::cell::Cell;
use super::heap::Heap;
use super::record::{self, Attributes, Record};
use super::view::View;
use crate::base::atom::{Atom, AtomTable};
use crate::base::object::AnyObject;

/// A copy of a term that any engine can put on its heap.
#[derive(Debug)]
pub struct Parcel {
    /// The copy; its atoms are numbers of `names`.
    record: Record,
    names: AtomNames,
    key: Option<ParcelKey>,
}

/// A packed clause that goes from one engine to another.
#[derive(Debug)]
pub struct ClauseParcel {
    /// Its words; their atoms are numbers of `names`.
    words: Box<[u64]>,
    names: AtomNames,
}

impl ClauseParcel {
    /// Copies a packed clause.
    pub fn pack(words: &[u64], atoms: &AtomTable) -> ClauseParcel {
        let (mut words, mut names) = (Box::from(words), NewNames::new(atoms));
        record::rename(&mut words, &mut |atom| names.number(atom, atoms));
        let names = names.names;
        ClauseParcel { words, names }
    }

    /// Appends the words, with the atoms of this table.
    pub fn unpack(&self, words: &mut Vec<u64>, atoms: &mut AtomTable) {
        let (own, first) = (self.names.own(atoms), words.len());
        words.extend_from_slice(&self.words);
        if !own.is_empty() {
            record::rename(&mut words[first..], &mut |atom| self.names.atom(atom, &own));
        }
    }

    /// Returns the bytes that the texts of its atoms take.
    pub fn text_bytes(&self) -> usize {
        self.names.text_bytes()
    }
}

/// The atoms of a parcel that are not common to all threads; they are numbered from where those end.
#[derive(Debug)]
struct AtomNames {
    common: u32,
    names: Vec<Name>,
}

/// The atoms of a parcel that is being packed.
struct NewNames {
    numbers: FxHashMap<Atom, u32>,
    names: AtomNames,
}

impl NewNames {
    fn new(atoms: &AtomTable) -> NewNames {
        let (common, names) = (atoms.common as u32, Vec::new());
        NewNames {
            numbers: FxHashMap::default(),
            names: AtomNames { common, names },
        }
    }

    /// Returns the number of an atom in the parcel.
    fn number(&mut self, atom: Atom, atoms: &AtomTable) -> Atom {
        let AtomNames { common, names } = &mut self.names;
        if atom.index() < *common {
            return atom;
        }
        let number = *self.numbers.entry(atom).or_insert_with(|| {
            names.push(match atoms.object(atom) {
                Some(object) => Name::Object(object.clone()),
                None => Name::Text(atoms.text(atom).into()),
            });
            *common + names.len() as u32 - 1
        });
        Atom::from_index(number)
    }
}

impl AtomNames {
    /// Returns the atoms of a table.
    fn own(&self, atoms: &mut AtomTable) -> Vec<Atom> {
        let own = self.names.iter().map(|name| match name {
            Name::Text(text) => atoms.intern(text),
            Name::Object(object) => atoms.intern_object(object),
        });
        own.collect()
    }

    /// Returns the atom with this number, from those of a table.
    fn atom(&self, number: Atom, own: &[Atom]) -> Atom {
        match number.index().checked_sub(self.common) {
            Some(at) => own[at as usize],
            None => number,
        }
    }

    /// Returns the bytes that their texts take.
    fn text_bytes(&self) -> usize {
        let texts = self.names.iter().map(|name| match name {
            Name::Text(text) => text.len(),
            Name::Object(_) => 0,
        });
        texts.sum()
    }
}

/// An atom in a form that all engines understand.
#[derive(Debug)]
enum Name {
    Text(Box<str>),
    Object(AnyObject),
}

/// A hash of the name and the arity of a term: terms with different keys do not unify.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParcelKey(u64);

/// Returns the key of an atom or a compound term.
pub fn key(heap: &Heap, atoms: &AtomTable, term: Cell) -> Option<ParcelKey> {
    let (name, arity) = match heap.view(heap.deref(term)) {
        View::Atom(atom) => (atom, 0),
        View::Struct(functor, _) => (functor.name(), functor.arity()),
        _ => return None,
    };
    Some(ParcelKey(FxBuildHasher.hash_one((atoms.text(name), arity))))
}

impl Parcel {
    /// Copies a term off the heap; attributed variables are plain ones in the copy. It may be incomplete if a stop was
    /// wanted meanwhile, which the watch notes.
    pub fn pack(heap: &Heap, atoms: &AtomTable, term: Cell) -> Parcel {
        let parcel = Parcel::pack_with(heap, atoms, term, Attributes::Drop);
        let key = key(heap, atoms, term);
        Parcel { key, ..parcel }
    }

    /// As [`Parcel::pack`], with a choice about attributes, and without a key.
    pub fn pack_with(heap: &Heap, atoms: &AtomTable, term: Cell, attributes: Attributes) -> Parcel {
        let record = Record::pack_slowly(heap, term, attributes);
        let mut names = NewNames::new(atoms);
        let record = record.renamed(|atom| names.number(atom, atoms));
        Parcel {
            record,
            names: names.names,
            key: None,
        }
    }

    /// Puts the term on a heap. The caller has made room for [`Parcel::cells`].
    pub fn unpack(&self, heap: &mut Heap, atoms: &mut AtomTable) -> Cell {
        let own = self.names.own(atoms);
        if own.is_empty() {
            return self.record.unpack(heap);
        }
        let record = self.record.clone().renamed(|atom| self.names.atom(atom, &own));
        record.unpack(heap)
    }

    /// Returns the number of heap cells of the term.
    pub fn cells(&self) -> usize {
        self.record.len()
    }

    /// Returns the bytes that the texts of its atoms take.
    pub fn text_bytes(&self) -> usize {
        self.names.text_bytes()
    }

    /// Returns the bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Parcel>() + self.record.bytes() + self.text_bytes() + self.names.names.len() * size_of::<Name>()
    }

    /// Whether a term with this key may unify with it.
    pub fn may_be(&self, key: Option<ParcelKey>) -> bool {
        match (key, self.key) {
            (Some(wanted), Some(key)) => wanted == key,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::atom::Functor;

    #[test]
    fn terms_keep_their_names_between_tables() {
        let (mut here, mut there) = (AtomTable::new(), AtomTable::new());
        let _other = there.intern("another atom first");
        let mut heap = Heap::with_capacity(1 << 12);
        let (name, word) = (here.intern("unheard of"), here.intern("strange"));
        let variable = heap.new_var();
        let list = heap.new_list(&[Cell::atom(word), variable, Cell::int(3)], variable);
        let term = heap.new_term(name, &[list, variable]);
        let parcel = Parcel::pack(&heap, &here, term);
        assert!(parcel.bytes() > parcel.text_bytes() && parcel.text_bytes() >= "unheard ofstrange".len());
        assert!(parcel.may_be(None) && parcel.may_be(key(&heap, &here, term)));
        assert!(!parcel.may_be(key(&heap, &here, Cell::atom(name))));
        let mut other = Heap::with_capacity(1 << 12);
        let copy = parcel.unpack(&mut other, &mut there);
        let View::Struct(functor, args) = other.view(copy) else {
            panic!("a compound term")
        };
        assert_eq!(functor, Functor::new(there.intern("unheard of"), 2));
        let View::List(first) = other.view(other.deref(other.get(args))) else {
            panic!("a list")
        };
        assert_eq!(other.deref(other.get(first)), Cell::atom(there.intern("strange")));
        assert_ne!(there.intern("strange"), word);
    }
}
