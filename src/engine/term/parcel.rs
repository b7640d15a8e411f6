//! `Parcel`: a packed copy of a term that goes from one engine to another.
//!
//! Engines number their atoms differently. A parcel has the texts of its atoms, and objects of the host as they are.

use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::heap::Heap;
use super::record::{self, Attributes, Record};
use super::view::View;
use crate::base::atom::{Atom, AtomTable};
use crate::base::known::KNOWN;
use crate::base::object::AnyObject;

/// A copy of a term that any engine can put on its heap.
#[derive(Debug)]
pub struct Parcel {
    /// The copy; its atoms are indices into the names.
    record: Record,
    names: AtomNames,
    key: Option<Key>,
}

/// A packed clause that goes from one engine to another.
#[derive(Debug)]
pub struct ClauseParcel {
    /// Its words; their atoms are indices into the names.
    words: Box<[u64]>,
    names: AtomNames,
}

impl ClauseParcel {
    /// Copies a packed clause.
    pub fn pack(words: &[u64], atoms: &AtomTable) -> ClauseParcel {
        let (mut words, mut names) = (Box::from(words), NewNames::default());
        record::rename(&mut words, &mut |atom| names.number(atom, atoms));
        let names = names.names;
        ClauseParcel { words, names }
    }

    /// Appends the words, with the atoms of this table.
    pub fn unpack(&self, words: &mut Vec<u64>, atoms: &mut AtomTable) {
        let (own, first) = (self.names.own(atoms), words.len());
        words.extend_from_slice(&self.words);
        record::rename(&mut words[first..], &mut |atom| own[atom.index() as usize]);
    }

    /// Returns the bytes that the texts of its atoms take.
    pub fn text_bytes(&self) -> usize {
        self.names.text_bytes()
    }
}

/// The atoms of a parcel.
#[derive(Debug, Default)]
struct AtomNames(Vec<Name>);

/// The atoms of a parcel that is being packed.
#[derive(Default)]
struct NewNames {
    numbers: FxHashMap<Atom, u32>,
    names: AtomNames,
}

impl NewNames {
    /// Returns the number of an atom among the names.
    fn number(&mut self, atom: Atom, atoms: &AtomTable) -> Atom {
        let AtomNames(names) = &mut self.names;
        let number = *self.numbers.entry(atom).or_insert_with(|| {
            names.push(match atoms.object(atom) {
                Some(object) => Name::Object(object.clone()),
                None if (atom.index() as usize) < KNOWN.len() => Name::Known(atom),
                None => Name::Text(atoms.text(atom).into()),
            });
            names.len() as u32 - 1
        });
        Atom::from_index(number)
    }
}

impl AtomNames {
    /// Returns the atoms of a table.
    fn own(&self, atoms: &mut AtomTable) -> Vec<Atom> {
        let own = self.0.iter().map(|name| match name {
            Name::Known(atom) => *atom,
            Name::Text(text) => atoms.intern(text),
            Name::Object(object) => atoms.intern_object(object),
        });
        own.collect()
    }

    /// Returns the bytes that their texts take.
    fn text_bytes(&self) -> usize {
        let texts = self.0.iter().map(|name| match name {
            Name::Text(text) => text.len(),
            Name::Known(_) | Name::Object(_) => 0,
        });
        texts.sum()
    }
}

/// An atom in a form that all engines understand.
#[derive(Debug)]
enum Name {
    /// One that has the same number everywhere.
    Known(Atom),
    Text(Box<str>),
    Object(AnyObject),
}

/// The name and the arity of a term: terms with different keys do not unify.
pub type Key = (Box<str>, usize);

/// Returns the key of an atom or a compound term.
pub fn key(heap: &Heap, atoms: &AtomTable, term: Cell) -> Option<Key> {
    match heap.view(heap.deref(term)) {
        View::Atom(atom) => Some((atoms.text(atom).into(), 0)),
        View::Struct(functor, _) => Some((atoms.text(functor.name()).into(), functor.arity())),
        _ => None,
    }
}

impl Parcel {
    /// Copies a term off the heap; attributed variables are plain ones in the copy. It may be incomplete if a stop was
    /// wanted meanwhile, which the watch notes.
    pub fn pack(heap: &Heap, atoms: &AtomTable, term: Cell) -> Parcel {
        Parcel::pack_with(heap, atoms, term, Attributes::Drop)
    }

    /// As [`Parcel::pack`], with a choice about attributes.
    pub fn pack_with(heap: &Heap, atoms: &AtomTable, term: Cell, attributes: Attributes) -> Parcel {
        let record = Record::pack_slowly(heap, term, attributes);
        let mut names = NewNames::default();
        let record = record.renamed(|atom| names.number(atom, atoms));
        let (key, names) = (key(heap, atoms, term), names.names);
        Parcel { record, names, key }
    }

    /// Puts the term on a heap. The caller has made room for [`Parcel::cells`].
    pub fn unpack(&self, heap: &mut Heap, atoms: &mut AtomTable) -> Cell {
        let own = self.names.own(atoms);
        let record = self.record.clone().renamed(|atom| own[atom.index() as usize]);
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
        size_of::<Parcel>() + self.record.bytes() + self.text_bytes() + self.names.0.len() * size_of::<Name>()
    }

    /// Whether a term with this key may unify with it.
    pub fn may_be(&self, key: Option<&Key>) -> bool {
        match (key, &self.key) {
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
        assert!(parcel.may_be(None) && parcel.may_be(key(&heap, &here, term).as_ref()));
        assert!(!parcel.may_be(key(&heap, &here, Cell::atom(name)).as_ref()));
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
