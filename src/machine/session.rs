//! What an engine remembers from goal to goal beside its program: global variables, counters, flags
//! that programs make, and what was last asked of the clock.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::Record;
use crate::term::view::View;
use crate::text::reader::Reader;

/// What an entry of a table takes beside the cells of its record.
const ENTRY_BYTES: usize = 24;

/// Gives back most of the room of a table that has shrunk to a quarter of it.
fn shrink<K: Eq + std::hash::Hash, V>(table: &mut FxHashMap<K, V>) {
    if table.capacity() / 4 > table.len() {
        table.shrink_to(2 * table.len());
    }
}

/// A flag that a program made.
pub struct UserFlag {
    /// Its value.
    pub value: Record,
    /// Can `set_prolog_flag/2` change it?
    pub changeable: bool,
}

/// A term of the recorded database.
pub struct Kept {
    /// The name and the arity of its key.
    pub key: (Atom, usize),
    /// The term.
    pub record: Record,
}

/// The value of a global variable.
pub struct Global {
    /// The value.
    pub value: Record,
    /// Is it without variables?
    pub is_ground: bool,
    /// Which of all values it is, counted from 1.
    pub number: i64,
}

/// What an engine remembers from goal to goal.
pub struct Session {
    /// Global variables that backtracking does not change.
    pub globals: FxHashMap<Atom, Global>,
    /// How many values were given for good so far.
    pub last_global: i64,
    /// The address of the list of global variables that backtracking resets, see [`Session::resettable_entry`]. The
    /// cell is older than every choice point, so that the value trail keeps the list right.
    pub resettable: usize,
    /// The counters of `gensym/2`.
    pub symbols: FxHashMap<Atom, u64>,
    /// The values of `flag/3`.
    pub counters: FxHashMap<Atom, Record>,
    /// Flags that programs made.
    pub flags: FxHashMap<Atom, UserFlag>,
    /// The recorded database, by reference.
    pub kept: FxHashMap<u64, Kept>,
    /// The references of each key, in order.
    pub keys: FxHashMap<(Atom, usize), VecDeque<u64>>,
    /// The newest reference.
    pub last_kept: u64,
    /// How many names of temporary files were made.
    pub last_temporary: u64,
    /// Tabled predicates, and the names that their own clauses get.
    pub tabled: FxHashMap<(Atom, Functor), Atom>,
    /// Goals to be run by `halt/1`, the newest last.
    pub at_halt: Vec<Record>,
    /// What is shown before a line is read from a terminal.
    pub prompt: String,
    /// Milliseconds that `statistics/2` told last, by key.
    pub told: FxHashMap<&'static str, i64>,
    /// The reader of `read_term/2`, whose memory is used again.
    pub reader: Option<Box<Reader>>,
    /// Bytes of the records kept here.
    pub bytes: usize,
}

impl Session {
    /// The predicate that a person knows: of the one that has the clauses of a tabled predicate, that one.
    pub fn shown(&self, functor: Functor) -> Functor {
        let hidden = |(own, name): (&(Atom, Functor), &Atom)| {
            (*name == functor.name() && own.1.arity() == functor.arity()).then_some(own.1)
        };
        self.tabled.iter().find_map(hidden).unwrap_or(functor)
    }

    /// A new session on a heap on which nothing has run yet.
    pub(super) fn new(heap: &mut Heap) -> Session {
        Session {
            globals: FxHashMap::default(),
            last_global: 0,
            resettable: heap.push(Cell::atom(known::NIL)),
            symbols: FxHashMap::default(),
            counters: FxHashMap::default(),
            flags: FxHashMap::default(),
            kept: FxHashMap::default(),
            keys: FxHashMap::default(),
            last_kept: 0,
            last_temporary: 0,
            tabled: FxHashMap::default(),
            at_halt: Vec::new(),
            prompt: "|: ".to_owned(),
            told: FxHashMap::default(),
            reader: None,
            bytes: 0,
        }
    }

    /// Every atom that a key is made of.
    pub(super) fn each_atom(&self, mut visit: impl FnMut(Atom)) {
        let (globals, symbols) = (self.globals.keys(), self.symbols.keys());
        for &name in globals
            .chain(symbols)
            .chain(self.counters.keys())
            .chain(self.flags.keys())
        {
            visit(name);
        }
        for &(name, _) in self.keys.keys() {
            visit(name);
        }
    }

    /// Every term that is kept.
    pub(super) fn each_record(&self, visit: impl FnMut(&Record)) {
        let globals = self.globals.values().map(|global| &global.value);
        let counters = self.counters.values();
        let flags = self.flags.values().map(|flag| &flag.value);
        let kept = self.kept.values().map(|kept| &kept.record);
        globals
            .chain(counters)
            .chain(flags)
            .chain(kept)
            .chain(&self.at_halt)
            .for_each(visit);
    }

    /// Gives back the room of tables that have shrunk.
    pub(super) fn tidy(&mut self) {
        shrink(&mut self.globals);
        shrink(&mut self.symbols);
        shrink(&mut self.counters);
        shrink(&mut self.flags);
        shrink(&mut self.kept);
        shrink(&mut self.keys);
    }

    /// The bytes of keys and places in the tables; those of the records are counted as they come and go.
    pub(super) fn table_bytes(&self) -> usize {
        let entries = self.globals.len() + self.symbols.len() + self.counters.len() + self.flags.len();
        entries * ENTRY_BYTES + (self.kept.len() + self.keys.len()) * 2 * ENTRY_BYTES
    }

    /// Where backtracking finds a global variable: the address of three cells, its name, the number of the value
    /// that this one stands for, and this one.
    pub fn resettable_entry(&self, heap: &Heap, name: Atom) -> Option<usize> {
        let mut rest = heap.get(self.resettable);
        while let View::List(at) = heap.view(rest) {
            let View::Struct(_, entry) = heap.view(heap.get(at)) else {
                return None;
            };
            if heap.get(entry) == Cell::atom(name) {
                return Some(entry);
            }
            rest = heap.get(at + 1);
        }
        None
    }

    /// The number of the value that a global variable was given for good, 0 for none.
    pub fn global_number(&self, name: Atom) -> Cell {
        Cell::int(self.globals.get(&name).map_or(0, |global| global.number))
    }
}
