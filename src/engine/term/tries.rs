//! Tries: maps from terms to terms, in which keys that are variants of one another are the same.
//!
//! A key is kept as flat words, by which it is found: two keys are variants if their words are equal. A term with
//! variables may unify with several keys. They are found by an index of the keys by as many first words as the term has
//! before its first variable, which is made when it is first wanted.

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use crate::base::atom::Atom;
use crate::base::watch::{Pace, Watch};

use super::flat;
use super::record::Record;

/// The bytes of an entry beside its words and those of its value.
const ENTRY_BYTES: usize = size_of::<Entry>() + 2 * size_of::<u32>();

/// The bytes that an entry takes in the index of a prefix.
const PREFIX_BYTES: usize = 64;

/// Number of entries up to which they are tried one by one.
const FEW: usize = 16;

/// The most prefixes of a trie that have an index.
const MOST_PREFIXES: usize = 4;

/// Which entries a trie has.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum TrieContent {
    /// None so far.
    #[default]
    Empty,
    /// Keys.
    Keys,
    /// Keys with values.
    Pairs,
}

/// The tries of an engine, by their names.
#[derive(Clone, Default)]
pub struct Tries {
    tries: FxHashMap<Atom, Trie>,
    bytes: usize,
}

impl Tries {
    /// Returns the names.
    pub fn names(&self) -> impl Iterator<Item = Atom> {
        self.tries.keys().copied()
    }

    /// Returns a trie.
    pub fn get(&self, name: Atom) -> Option<&Trie> {
        self.tries.get(&name)
    }

    /// Adds an empty trie.
    pub fn add(&mut self, name: Atom) {
        self.bytes += size_of::<Trie>();
        self.tries.insert(name, Trie::default());
    }

    /// Drops a trie.
    pub fn drop_trie(&mut self, name: Atom) {
        let dropped = self.tries.remove(&name);
        self.bytes -= dropped.map_or(0, |trie| size_of::<Trie>() + trie.bytes);
    }

    /// Changes a trie.
    pub fn change<T>(&mut self, name: Atom, change: impl FnOnce(&mut Trie) -> T) -> Option<T> {
        let trie = self.tries.get_mut(&name)?;
        let before = trie.bytes;
        let done = change(trie);
        self.bytes = self.bytes + trie.bytes - before;
        Some(done)
    }

    /// Returns the bytes that all of them take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Visits the words of the keys.
    pub fn each_words(&self, mut visit: impl FnMut(&[u64])) {
        for entry in self.tries.values().flat_map(|trie| &trie.entries) {
            visit(&entry.key);
        }
    }

    /// Returns the values.
    pub fn values(&self) -> impl Iterator<Item = &Record> {
        self.tries
            .values()
            .flat_map(|trie| &trie.entries)
            .map(|entry| &entry.value)
    }
}

/// An entry. An erased one has no words.
#[derive(Clone)]
pub struct Entry {
    /// Its number among all entries that the trie has had.
    pub number: u64,
    /// The flat words of the key.
    pub key: Box<[u64]>,
    /// The value.
    pub value: Record,
}

impl Entry {
    fn bytes(&self) -> usize {
        ENTRY_BYTES + 8 * self.key.len() + self.value.cell_bytes()
    }
}

fn key_at(entries: &[Entry], at: u32) -> &[u64] {
    &entries[at as usize].key
}

/// A map from terms to terms.
#[derive(Clone, Default)]
pub struct Trie {
    /// Which entries it has.
    pub content: TrieContent,
    /// The entries by number, with erased ones.
    entries: Vec<Entry>,
    count: usize,
    last: u64,
    /// The entries by their keys.
    index: HashTable<u32>,
    /// The entries whose keys have variables, with erased ones.
    open: Vec<u32>,
    prefixes: Vec<Prefix>,
    bytes: usize,
}

/// The keys by their first words.
#[derive(Clone)]
struct Prefix {
    /// Number of these words.
    length: usize,
    by_hash: FxHashMap<u64, Vec<u32>>,
    /// The keys with variables among these words.
    open: Vec<u32>,
}

impl Prefix {
    fn add(&mut self, key: &[u64], at: u32) {
        if bound_words(key) < self.length.min(key.len()) {
            self.open.push(at);
        } else if let Some(first) = key.get(..self.length) {
            self.by_hash.entry(flat::hash(first)).or_default().push(at);
        }
    }
}

/// Returns the number of words before the first variable.
fn bound_words(words: &[u64]) -> usize {
    let mut at = 0;
    while at < words.len() && flat::as_variable(words[at]).is_none() {
        at = flat::after(words, at);
    }
    at
}

/// Whether two terms with different variables may unify, as far as their words tell: unless variables occur twice.
fn may_unify(one: &[u64], other: &[u64]) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < one.len() && j < other.len() {
        if flat::as_variable(one[i]).is_some() {
            i += 1;
            j = flat::end_of(other, j);
        } else if flat::as_variable(other[j]).is_some() {
            i = flat::end_of(one, i);
            j += 1;
        } else if one[i] != other[j] {
            return false;
        } else {
            let ends = (flat::after(one, i), flat::after(other, j));
            if one[i..ends.0] != other[j..ends.1] {
                return false;
            }
            (i, j) = ends;
        }
    }
    true
}

/// The words of a term that is unified with keys. It may be any term if there are none.
pub struct Wanted<'w> {
    words: &'w [u64],
    bound: usize,
}

impl Wanted<'_> {
    /// Prepares a search.
    pub fn new(words: &[u64]) -> Wanted<'_> {
        Wanted {
            words,
            bound: bound_words(words),
        }
    }

    /// Whether it is a term without variables.
    pub fn is_ground(&self) -> bool {
        !self.words.is_empty() && self.bound == self.words.len()
    }
}

impl Trie {
    /// Returns the number of entries.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the entry at a place.
    pub fn entry(&self, at: usize) -> &Entry {
        &self.entries[at]
    }

    /// Returns the place of the entry of a key.
    #[inline]
    pub fn find(&self, key: &[u64]) -> Option<usize> {
        let is_own = |&at: &u32| *key_at(&self.entries, at) == *key;
        self.index.find(flat::hash(key), is_own).map(|&at| at as usize)
    }

    /// Returns the place of the first entry with this or a greater number.
    pub fn place(&self, number: u64) -> usize {
        // Without gaps the numbers tell the places.
        let first = self.entries.first().map_or(0, |entry| entry.number);
        let guess = number.saturating_sub(first) as usize;
        match self.entries.get(guess) {
            Some(entry) if entry.number == number => guess,
            _ => self.entries.partition_point(|entry| entry.number < number),
        }
    }

    /// Returns the place of the entry with this number.
    pub fn numbered(&self, number: u64) -> Option<usize> {
        let at = self.place(number);
        let entry = self.entries.get(at)?;
        (entry.number == number && !entry.key.is_empty()).then_some(at)
    }

    /// Returns the bytes that adding an entry takes.
    pub fn growth(&self, key: &[u64], value: &Record) -> usize {
        ENTRY_BYTES + 8 * key.len() + value.cell_bytes() + PREFIX_BYTES * self.prefixes.len()
    }

    /// Adds an entry, whose key is new; returns its number. There is room for it.
    pub fn add(&mut self, key: &[u64], value: Record) -> u64 {
        let at = self.entries.len() as u32;
        self.last += 1;
        self.bytes += self.growth(key, &value);
        self.count += 1;
        self.note(at, key);
        for prefix in &mut self.prefixes {
            prefix.add(key, at);
        }
        self.entries.push(Entry {
            number: self.last,
            key: key.into(),
            value,
        });
        let Trie { index, entries, .. } = self;
        let hashed = |&at: &u32| flat::hash(key_at(entries, at));
        index.insert_unique(flat::hash(key), at, hashed);
        self.last
    }

    fn note(&mut self, at: u32, key: &[u64]) {
        if bound_words(key) < key.len() {
            self.open.push(at);
        }
    }

    /// Replaces the value of an entry.
    pub fn replace(&mut self, at: usize, value: Record) {
        let old = &mut self.entries[at].value;
        self.bytes = self.bytes + value.cell_bytes() - old.cell_bytes();
        *old = value;
    }

    /// Removes an entry.
    pub fn remove(&mut self, at: usize) {
        let hash = flat::hash(&self.entries[at].key);
        if let Ok(found) = self.index.find_entry(hash, |&other| other as usize == at) {
            found.remove();
        }
        let entry = &mut self.entries[at];
        self.bytes -= entry.bytes() - ENTRY_BYTES;
        entry.key = Box::default();
        entry.value = Record::default();
        self.count -= 1;
        if self.entries.len() > 2 * self.count + FEW {
            self.drop_erased();
        }
    }

    /// Drops the erased entries, and the indexes of prefixes.
    fn drop_erased(&mut self) {
        self.entries.retain(|entry| !entry.key.is_empty());
        self.entries.shrink_to(2 * self.count + FEW);
        self.bytes = self.entries.iter().map(Entry::bytes).sum();
        self.prefixes.clear();
        self.open.clear();
        self.index.clear();
        for at in 0..self.entries.len() {
            let key = std::mem::take(&mut self.entries[at].key);
            self.note(at as u32, &key);
            self.entries[at].key = key;
        }
        let Trie { index, entries, .. } = self;
        let hashed = |&at: &u32| flat::hash(key_at(entries, at));
        index.shrink_to(entries.len(), hashed);
        for at in 0..entries.len() as u32 {
            index.insert_unique(hashed(&at), at, hashed);
        }
    }

    /// Returns the bytes that an index for a term takes that it should have.
    pub fn missing_index(&self, wanted: &Wanted<'_>) -> Option<usize> {
        let is_missing = self.entries.len() > FEW
            && wanted.bound > 0
            && !wanted.is_ground()
            && self.prefixes.len() < MOST_PREFIXES
            && self.prefixes.iter().all(|prefix| prefix.length != wanted.bound);
        is_missing.then(|| self.entries.len() * PREFIX_BYTES)
    }

    /// Makes the index for a term, for which there is room, unless the watch wants a stop.
    pub fn make_index(&mut self, wanted: &Wanted<'_>, watch: &Watch) {
        let mut prefix = Prefix {
            length: wanted.bound,
            by_hash: FxHashMap::default(),
            open: Vec::new(),
        };
        let mut pace = Pace::new();
        for (at, entry) in self.entries.iter().enumerate() {
            prefix.add(&entry.key, at as u32);
            if pace.step(watch) {
                return;
            }
        }
        self.bytes += self.entries.len() * PREFIX_BYTES;
        self.prefixes.push(prefix);
    }

    /// Returns the place of the first entry from `from` on whose key may unify with a term. There is none if the watch
    /// wants a stop.
    pub fn next_match(&self, wanted: &Wanted<'_>, from: usize, watch: &Watch) -> Option<usize> {
        let mut pace = Pace::new();
        let mut stopped = false;
        let is_variable = wanted.bound == 0 && wanted.words.len() == 1;
        let mut fits = |at: usize| {
            stopped |= pace.step(watch);
            let key = &self.entries[at].key;
            // A variable unifies with all keys.
            stopped || !key.is_empty() && (is_variable || may_unify(wanted.words, key))
        };
        let exact = match wanted.is_ground() {
            true => self.find(wanted.words).map(|at| at as u32),
            false => None,
        };
        let usable = self.prefixes.iter().filter(|prefix| prefix.length <= wanted.bound);
        let found = if wanted.is_ground() {
            first_of(exact.as_slice(), &self.open, from, fits)
        } else if let Some(prefix) = usable.max_by_key(|prefix| prefix.length) {
            let listed = prefix.by_hash.get(&flat::hash(&wanted.words[..prefix.length]));
            first_of(listed.map_or(&[], Vec::as_slice), &prefix.open, from, fits)
        } else {
            (from..self.entries.len()).find(|&at| fits(at))
        };
        found.filter(|_| !stopped)
    }
}

/// Returns the first place from `from` on, in one of two ordered lists, that fits.
fn first_of(one: &[u32], other: &[u32], from: usize, mut fits: impl FnMut(usize) -> bool) -> Option<usize> {
    let mut rests = [one, other].map(|list| &list[list.partition_point(|&at| (at as usize) < from)..]);
    loop {
        let is_second = match (rests[0].first(), rests[1].first()) {
            (None, None) => return None,
            (Some(a), Some(b)) => a > b,
            (first, _) => first.is_none(),
        };
        let rest = &mut rests[usize::from(is_second)];
        let at = rest[0] as usize;
        *rest = &rest[1..];
        if fits(at) {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::cell::Cell;

    /// Words in prefix order: an atom, a variable, or a compound term of one functor.
    fn random_words(random: &mut impl FnMut(u64) -> u64, depth: u32, words: &mut Vec<u64>) {
        match random(if depth == 0 { 5 } else { 7 }) {
            0 => words.push(Cell::reference(random(2) as usize).bits()),
            1..=4 => words.push(Cell::int(random(3) as i64).bits()),
            _ => {
                words.push(Cell::list(0).bits());
                random_words(random, depth - 1, words);
                random_words(random, depth - 1, words);
            }
        }
    }

    #[test]
    fn entries_are_found_as_in_a_list_of_all() {
        let mut state = 12_345_u64;
        let mut random = |most: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        let watch = Watch::default();
        for _ in 0..200 {
            let mut trie = Trie::default();
            let mut all: Vec<(u64, Vec<u64>)> = Vec::new();
            for _ in 0..200 {
                let mut words = Vec::new();
                random_words(&mut random, 3, &mut words);
                flat::renumber(&mut words);
                let known = all.iter().position(|(_, key)| *key == words);
                assert_eq!(
                    trie.find(&words).map(|at| trie.entry(at).number),
                    known.map(|at| all[at].0)
                );
                match (random(3), known) {
                    (0, _) => {
                        let wanted = Wanted::new(&words);
                        if trie.missing_index(&wanted).is_some() {
                            trie.make_index(&wanted, &watch);
                        }
                        let (mut found, mut from) = (Vec::new(), 0);
                        while let Some(at) = trie.next_match(&wanted, from, &watch) {
                            found.push(trie.entry(at).number);
                            from = at + 1;
                        }
                        let fits = all.iter().filter(|(_, key)| may_unify(&words, key));
                        assert_eq!(found, fits.map(|(number, _)| *number).collect::<Vec<u64>>());
                    }
                    (1, Some(at)) => {
                        let (number, _) = all.remove(at);
                        let place = trie.numbered(number).expect("it is there");
                        trie.remove(place);
                        assert!(trie.numbered(number).is_none());
                    }
                    (_, None) => {
                        let number = trie.add(&words, Record::default());
                        all.push((number, words));
                    }
                    _ => {}
                }
                assert_eq!(trie.count(), all.len());
            }
            for (number, _) in all {
                let place = trie.numbered(number).expect("it is there");
                trie.remove(place);
            }
            assert!(
                trie.bytes <= FEW * (ENTRY_BYTES + MOST_PREFIXES * PREFIX_BYTES),
                "what is gone is not counted"
            );
        }
    }
}
