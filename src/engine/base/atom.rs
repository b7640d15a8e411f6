//! Atoms and functors: interned names.
//!
//! An [`Atom`] is an index into an [`AtomTable`]; equal names have equal indices within one table. A [`Functor`] packs
//! a name and an arity into one word, so that two functors are equal exactly when their words are, and no second table
//! is needed.

use std::cmp::Ordering;
use std::hash::Hasher as _;

use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use super::char_index;
use super::known::{KNOWN, NAMELESS};
use super::marks::Marks;
use super::object::{self, AnyObject, OBJECT_BYTES, Objects};
use super::pieces::Pieces;
use super::shared::Shared;

/// An interned name. The number is an index into the engine's [`AtomTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom(u32);

impl Atom {
    /// Returns the atom with this index; only [`AtomTable`], the known atoms and the cell codec make atoms.
    pub const fn from_index(index: u32) -> Atom {
        Atom(index)
    }

    /// Returns the index in the table.
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

/// The largest arity of a term: a header cell has 28 bits for it.
pub const MAX_ARITY: usize = (1 << 28) - 1;

impl Functor {
    /// Returns the functor `name/arity`; `arity` is at most [`MAX_ARITY`].
    pub const fn new(name: Atom, arity: usize) -> Functor {
        debug_assert!(arity <= MAX_ARITY);
        Functor((arity as u64) << 32 | name.0 as u64)
    }

    /// Returns the name.
    pub const fn name(self) -> Atom {
        Atom(self.0 as u32)
    }

    /// Returns the number of arguments.
    pub const fn arity(self) -> usize {
        (self.0 >> 32) as usize
    }

    /// Returns the packed word, of 60 bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the functor with this packed word.
    pub const fn from_bits(bits: u64) -> Functor {
        Functor(bits)
    }
}

/// The hash of a name that is not in the table.
#[derive(Clone, Copy, Debug)]
pub struct Missing {
    hash: u32,
}

/// The byte range of an atom's name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct AtomSpan {
    start: usize,
    /// Twice the number of bytes, plus 1 if all of them are ASCII.
    size: usize,
}

impl AtomSpan {
    /// The span of a freed atom.
    const FREED: AtomSpan = AtomSpan {
        start: usize::MAX,
        size: 0,
    };

    #[inline(always)]
    fn len(self) -> usize {
        self.size >> 1
    }

    #[inline(always)]
    fn range(self) -> std::ops::Range<usize> {
        self.start..self.start.wrapping_add(self.len())
    }
}

/// The names, one after the other: those of the frozen atoms, then the others.
#[derive(Clone, Default)]
struct AtomTexts {
    frozen: Arc<str>,
    own: Shared<String>,
}

impl AtomTexts {
    #[inline(always)]
    fn get(&self, span: AtomSpan) -> Option<&str> {
        let start = span.start.wrapping_sub(self.frozen.len());
        match self.own.get(start..start.wrapping_add(span.len())) {
            None => self.frozen.get(span.range()),
            found => found,
        }
    }

    /// As [`AtomTexts::get`], without a test for the boundaries of characters.
    #[inline(always)]
    fn bytes(&self, span: AtomSpan) -> &[u8] {
        let start = span.start.wrapping_sub(self.frozen.len());
        match self.own.as_bytes().get(start..start.wrapping_add(span.len())) {
            None => self.frozen.as_bytes().get(span.range()).unwrap_or_default(),
            Some(found) => found,
        }
    }

    fn end(&self) -> usize {
        self.frozen.len() + self.own.len()
    }
}

/// From hashes of names to atoms; the text is compared only if the hashes are equal.
type NameIndex = HashTable<(u32, u32)>;

/// Bytes of an atom besides its text: its span, and its slot in the index, which has a load factor of at most 7/8.
const ATOM_BYTES: usize = size_of::<AtomSpan>() + 12;

/// Not an ASCII character.
const NO_LETTER: u8 = 0xff;

/// Upper limit for growing the text buffer in advance, in bytes.
const MOST_GROWTH: usize = 64 << 20;

/// All names of one engine. The known atoms (`base::known`) come first, with fixed indices. Unreferenced atoms are
/// freed by [`AtomTable::collect`], and their indices reused.
///
/// The atoms that there are when the table is frozen are shared by all of its copies, and never freed.
#[derive(Clone)]
pub struct AtomTable {
    texts: AtomTexts,
    spans: Pieces<AtomSpan>,
    frozen: Arc<NameIndex>,
    index: Shared<NameIndex>,
    /// The character tables (`base::char_index`) of the long names that are not all ASCII.
    char_tables: Shared<FxHashMap<u32, Box<[u64]>>>,
    /// The size of these tables, in words, but for those of frozen atoms.
    char_table_words: usize,
    /// The objects of the host, by the atoms that stand for them; these are not in the index of names.
    pub(super) objects: Shared<Objects>,
    /// The atoms of the ASCII characters.
    letters: [Atom; 128],
    /// The ASCII character of each of the first atoms, or [`NO_LETTER`].
    letter_of: Arc<[u8]>,
    /// Atoms below this index are never freed.
    pub permanent: usize,
    /// Atoms below this index are the same in the tables of all threads of the program.
    pub common: usize,
    /// Bytes of the text that belong to freed atoms.
    dead: usize,
    /// Bytes of the atoms made since the last collection.
    pub(super) fresh: usize,
    /// Whether freed indices are reused. False only in tests, to detect dangling references.
    pub reuse: bool,
}

impl Default for AtomTable {
    fn default() -> Self {
        Self::new()
    }
}

impl AtomTable {
    /// Makes a table of the known atoms.
    pub fn new() -> AtomTable {
        let mut table = AtomTable {
            texts: AtomTexts::default(),
            spans: Pieces::default(),
            frozen: Arc::default(),
            index: Shared::new(HashTable::with_capacity(1024)),
            char_tables: Shared::default(),
            char_table_words: 0,
            objects: Shared::default(),
            letters: [Atom(0); 128],
            letter_of: Arc::default(),
            permanent: 0,
            common: KNOWN.len(),
            dead: 0,
            fresh: 0,
            reuse: true,
        };
        for (i, name) in KNOWN.iter().enumerate() {
            let atom = table.intern(name);
            debug_assert_eq!(atom.index() as usize, i, "the known atom {name} is listed twice");
        }
        NAMELESS.iter().for_each(|&atom| table.hide(atom));
        let mut letter_of = Vec::new();
        for letter in 0..128_u8 {
            let atom = table.intern(char::from(letter).encode_utf8(&mut [0; 4]));
            table.letters[usize::from(letter)] = atom;
            let at = atom.index() as usize;
            letter_of.resize(letter_of.len().max(at + 1), NO_LETTER);
            letter_of[at] = letter;
        }
        table.letter_of = letter_of.into();
        table.seal();
        table
    }

    /// Makes an atom one that no text names: another atom gets its name when that is looked up.
    fn hide(&mut self, atom: Atom) {
        let hash = hash_text(self.text(atom));
        if let Ok(entry) = self.index.find_entry(spread(hash), |&(_, id)| id == atom.0) {
            entry.remove();
        }
    }

    /// Makes all present atoms permanent.
    pub fn seal(&mut self) {
        self.permanent = self.last_used() + 1;
        self.fresh = 0;
    }

    fn last_used(&self) -> usize {
        let is_used = |&id: &u32| self.spans.get(id).is_some_and(|span| *span != AtomSpan::FREED);
        (0..self.end() as u32).rev().find(is_used).unwrap_or_default() as usize
    }

    /// Makes all present atoms permanent, and shared with all copies that are made from now on.
    pub fn freeze(&mut self) {
        self.seal();
        self.spans.freeze();
        self.texts.frozen = [&*self.texts.frozen, &**self.texts.own].concat().into();
        *self.texts.own = String::new();
        self.dead = 0;
        let mut index = NameIndex::clone(&self.frozen);
        for entry in std::mem::take(&mut *self.index) {
            index.insert_unique(spread(entry.0), entry, |&(hash, _)| spread(hash));
        }
        self.frozen = Arc::new(index);
        self.char_tables.share_here();
        self.char_table_words = 0;
        self.objects.share_here();
    }

    /// Shares the table with all copies that are made from now on, as far as that is worth it.
    pub fn share(&mut self) {
        self.texts.own.share_here();
        self.index.share_here();
        self.spans.share();
        self.char_tables.share_here();
        self.objects.share_here();
    }

    /// Returns the atom with this name; adds it if it is new.
    pub fn intern(&mut self, name: &str) -> Atom {
        match self.look_up(name) {
            Ok(atom) => atom,
            Err(missing) => self.add(name, missing),
        }
    }

    /// Returns the atom with this name, or the argument for [`AtomTable::add`]; the caller can charge the memory in
    /// between.
    #[inline]
    pub fn look_up(&self, name: &str) -> Result<Atom, Missing> {
        if let [letter] = name.as_bytes()
            && self.permanent > 0
        {
            return Ok(self.letters[usize::from(*letter & 0x7f)]);
        }
        let hash = hash_text(name);
        let same = |&(known, id): &(u32, u32)| known == hash && bytes(&self.texts, &self.spans, id) == name.as_bytes();
        let spread = spread(hash);
        let found = self.index.find(spread, same);
        match found.or_else(|| self.frozen_atom(spread, same)) {
            Some(&(_, id)) => Ok(Atom(id)),
            None => Err(Missing { hash }),
        }
    }

    #[inline]
    fn frozen_atom(&self, spread: u64, same: impl Fn(&(u32, u32)) -> bool) -> Option<&(u32, u32)> {
        if self.frozen.is_empty() {
            return None;
        }
        self.frozen.find(spread, same)
    }

    /// Adds the atom with this name, for which [`AtomTable::look_up`] has just returned `missing`.
    pub fn add(&mut self, name: &str, missing: Missing) -> Atom {
        let hash = missing.hash;
        let id = self.add_text(name);
        self.index
            .insert_unique(spread(hash), (hash, id), |&(hash, _)| spread(hash));
        Atom(id)
    }

    /// Returns the atom that stands for an object; adds it if it is new.
    pub fn intern_object(&mut self, object: &AnyObject) -> Atom {
        if let Some(id) = self.objects.find(object) {
            return Atom(id);
        }
        let id = self.add_text(&object.to_string());
        self.objects.insert(id, object);
        self.fresh += OBJECT_BYTES;
        Atom(id)
    }

    /// Adds an atom that is not in the index.
    fn add_text(&mut self, name: &str) -> u32 {
        let start = self.texts.end();
        let text = &mut *self.texts.own;
        if text.capacity() - text.len() < name.len() {
            // Doubling could exceed the budget by far.
            text.reserve_exact(name.len().max(text.capacity().clamp(64, MOST_GROWTH)));
        }
        text.push_str(name);
        self.fresh += name.len() + ATOM_BYTES;
        let ascii = name.is_ascii();
        let size = name.len() << 1 | usize::from(ascii);
        let id = self.spans.add(AtomSpan { start, size });
        if name.len() > char_index::LONG && !ascii {
            let table: Box<[u64]> = char_index::table(name).collect();
            self.char_table_words += table.len();
            self.char_tables.insert(id, table);
        }
        id
    }

    /// Returns the ASCII character of a one-character atom.
    #[inline]
    pub fn letter_of(&self, atom: Atom) -> Option<u8> {
        let letter = *self.letter_of.get(atom.index() as usize)?;
        (letter != NO_LETTER).then_some(letter)
    }

    /// Returns the character of a one-character atom.
    #[inline]
    pub fn char_of(&self, atom: Atom) -> Option<char> {
        match self.letter_of(atom) {
            Some(letter) => Some(char::from(letter)),
            None => {
                let mut chars = self.text(atom).chars();
                chars.next().filter(|_| chars.as_str().is_empty())
            }
        }
    }

    /// Returns the atom of an ASCII character.
    #[inline]
    pub fn letter(&self, c: char) -> Option<Atom> {
        self.letters.get(c as usize).copied()
    }

    /// Returns the atom of a character; adds it if it is new.
    #[inline]
    pub fn intern_char(&mut self, c: char) -> Atom {
        match self.letters.get(c as usize) {
            Some(&letter) => letter,
            None => self.intern(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// Returns the atom with this name, if it exists.
    pub fn find(&self, name: &str) -> Option<Atom> {
        self.look_up(name).ok()
    }

    /// Iterates over all atoms that texts name.
    pub fn all(&self) -> impl Iterator<Item = Atom> + '_ {
        let is_named = |&id: &u32| {
            let is_used = self.spans.get(id).is_some_and(|span| *span != AtomSpan::FREED);
            is_used && !NAMELESS.contains(&Atom(id)) && self.objects.get(id).is_none()
        };
        (0..self.end() as u32).filter(is_named).map(Atom)
    }

    /// Returns the name of `atom`.
    #[inline]
    pub fn text(&self, atom: Atom) -> &str {
        self.text_and_kind(atom).0
    }

    /// Returns the name of `atom`, and whether it is all ASCII, which is recorded when the atom is made.
    #[inline]
    pub fn text_and_kind(&self, atom: Atom) -> (&str, bool) {
        let span = self.spans[atom.0];
        debug_assert!(span != AtomSpan::FREED, "atom {} was freed", atom.0);
        (self.texts.get(span).unwrap_or("(freed)"), span.size & 1 == 1)
    }

    /// Returns the character table (`base::char_index`) of an atom with its name; empty unless the name is long and
    /// not all ASCII.
    pub fn char_table(&self, atom: Atom, name: &str) -> &[u64] {
        if name.len() <= char_index::LONG {
            return &[];
        }
        self.char_tables.get(&atom.0).map_or(&[], |table| table)
    }

    /// Compares two different atoms by their names. One that stands for an object may have the name of another.
    #[inline]
    pub fn compare(&self, x: Atom, y: Atom) -> Ordering {
        let [a, b] = [x, y].map(|atom| bytes(&self.texts, &self.spans, atom.0));
        let (first, second) = (a.first(), b.first());
        // Most names differ in the first byte. The byte order of UTF-8 is the order of the code points.
        first.cmp(&second).then_with(|| a.cmp(b)).then_with(|| x.0.cmp(&y.0))
    }

    /// Returns the names of the atoms that have come since the table was sealed; not those of objects.
    pub fn own_names(&self) -> impl Iterator<Item = &str> {
        let own = self.permanent as u32..self.end() as u32;
        let is =
            |id| self.spans.get(id).is_some_and(|span| *span != AtomSpan::FREED) && self.object(Atom(id)).is_none();
        own.filter(move |&id| is(id)).map(|id| self.text(Atom(id)))
    }

    /// Returns the number of atoms.
    pub fn count(&self) -> usize {
        self.frozen.len() + self.index.len() + self.objects.len()
    }

    /// Returns the bytes held by the table, but for what it shares, for the budget.
    pub fn bytes(&self) -> usize {
        // A slot of the index takes nine bytes, with a load factor of at most 7/8.
        self.texts.own.len()
            + self.spans.bytes()
            + self.index.capacity() * 10
            + self.char_table_words * 8
            + self.objects.bytes()
    }

    /// Returns the bytes of the atoms made since the last collection.
    pub fn fresh(&self) -> usize {
        self.fresh
    }

    /// Returns the least index that has never been used.
    pub fn end(&self) -> usize {
        self.spans.end()
    }

    /// Frees the atoms that are not in `live`, and drops their objects.
    pub fn collect(&mut self, live: &Marks) {
        let permanent = self.permanent;
        let kept = |id: usize| id < permanent || live.contains(id);
        self.index.retain(|&mut (_, id)| kept(id as usize));
        let dead = self.objects.dead(kept);
        let dropped = match dead.is_empty() {
            true => Vec::new(),
            false => self.objects.remove(&dead),
        };
        let mut freed = Vec::new();
        for id in permanent..self.end() {
            let id = id as u32;
            let Some(&span) = self.spans.get(id) else { continue };
            if !kept(id as usize) && span != AtomSpan::FREED {
                self.dead += span.len();
                if span.len() > char_index::LONG && self.char_tables.contains_key(&id) {
                    self.char_table_words -= self.char_tables.remove(&id).map_or(0, |table| table.len());
                }
                self.spans[id] = AtomSpan::FREED;
                freed.push(id);
            }
        }
        self.fresh = 0;
        if self.reuse {
            freed.into_iter().for_each(|id| self.spans.remove(id));
            self.spans.tidy();
        }
        if self.dead > self.texts.own.len() / 2 {
            self.compact();
        }
        if self.index.capacity() / 4 > self.index.len() {
            let room = 2 * self.index.len();
            self.index.shrink_to(room, |&(hash, _)| spread(hash));
        }
        object::drop_all(dropped);
    }

    /// Moves the text of the remaining atoms together.
    fn compact(&mut self) {
        let mut text = String::with_capacity(self.texts.own.len() - self.dead);
        let frozen = self.texts.frozen.len();
        for id in 0..self.end() as u32 {
            let Some(&span) = self.spans.get(id) else { continue };
            if span == AtomSpan::FREED || span.start < frozen {
                continue;
            }
            let start = frozen + text.len();
            text.push_str(self.texts.get(span).unwrap_or_default());
            self.spans[id].start = start;
        }
        *self.texts.own = text;
        self.dead = 0;
    }
}

#[inline(always)]
fn bytes<'a>(texts: &'a AtomTexts, spans: &Pieces<AtomSpan>, id: u32) -> &'a [u8] {
    texts.bytes(spans[id])
}

fn hash_text(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.write_u8(0xff);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

/// Expands a hash to 64 bits: the table uses the low bits for the slot and the highest for a tag.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
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
    fn freed_atoms_make_room() {
        let mut table = AtomTable::new();
        let names: Vec<Atom> = (0..10_000).map(|i| table.intern(&format!("name {i}"))).collect();
        let full = table.bytes();
        let mut live = Marks::new(table.end());
        live.insert(names[77].index() as usize);
        table.collect(&live);
        assert!(table.bytes() < full / 10);
        assert_eq!(
            (table.text(names[77]), table.find("name 77")),
            ("name 77", Some(names[77]))
        );
        assert_eq!(table.find("name 78"), None);
        assert_eq!(table.text(crate::base::known::NECK), ":-");
        let again = table.intern("another");
        assert!(again < names[77]);
        assert_eq!((table.text(again), table.text(names[77])), ("another", "name 77"));
    }

    #[test]
    fn copies_of_a_frozen_table_are_independent() {
        let mut table = AtomTable::new();
        let (old, long) = (table.intern("an old name"), "äöü".repeat(char_index::LONG));
        let long = table.intern(&long);
        table.freeze();
        assert_eq!(table.bytes(), 0);
        let (mut one, mut other) = (table.clone(), table.clone());
        let a = one.intern("a new name");
        let b = other.intern("another");
        assert_eq!((a, one.text(a), other.text(b)), (b, "a new name", "another"));
        assert_eq!((one.find("another"), other.find("a new name")), (None, None));
        for table in [&mut one, &mut other] {
            assert_eq!((table.intern("an old name"), table.text(old)), (old, "an old name"));
            assert!(table.bytes() < 16 << 10);
            table.collect(&Marks::default());
            assert_eq!((table.text(old), table.find("another")), ("an old name", None));
            let name = table.text(long).to_owned();
            assert!(!table.char_table(long, &name).is_empty());
        }
        let c = one.intern("a third");
        assert_eq!((c, one.text(c), one.own_names().count()), (a, "a third", 1));
    }

    #[test]
    fn functors_pack_name_and_arity() {
        let f = Functor::new(Atom(77), 3);
        assert_eq!((f.name(), f.arity()), (Atom(77), 3));
    }
}
