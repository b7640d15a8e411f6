//! The state of an engine that lasts from goal to goal, beside its program: global variables, counters, user flags, and
//! the last readings of clocks.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::instr::PredId;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::Record;
use crate::term::view::View;
use crate::text::reader::Reader;

/// The size in bytes of a table entry, without the cells of its record.
const ENTRY_BYTES: usize = 24;

/// Shrinks the capacity of a table that uses less than a quarter of it.
fn shrink<K: Eq + std::hash::Hash, V>(table: &mut FxHashMap<K, V>) {
    if table.capacity() / 4 > table.len() {
        table.shrink_to(2 * table.len());
    }
}

/// A flag created by a program.
pub struct UserFlag {
    /// Its value.
    pub value: Record,
    /// True if `set_prolog_flag/2` can change it.
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
    /// True if it is ground.
    pub is_ground: bool,
    /// The serial number of the value, from 1.
    pub number: i64,
}

/// The state of an engine that lasts from goal to goal.
pub struct Session {
    /// The values of global variables that survive backtracking.
    pub globals: FxHashMap<Atom, Global>,
    /// The serial number of the last such value.
    pub last_global: i64,
    /// The address of the list of global variables that backtracking resets, see [`Session::resettable_entry`]. The
    /// cell is older than every choice point, so that the value trail keeps the list right.
    pub resettable: usize,
    /// The counters of `gensym/2`.
    pub symbols: FxHashMap<Atom, u64>,
    /// The values of `flag/3`.
    pub counters: FxHashMap<Atom, Record>,
    /// User flags.
    pub flags: FxHashMap<Atom, UserFlag>,
    /// The recorded database, by reference.
    pub kept: FxHashMap<u64, Kept>,
    /// The references of each key, in order.
    pub keys: FxHashMap<(Atom, usize), VecDeque<u64>>,
    /// The newest reference.
    pub last_kept: u64,
    /// The number of names created for temporary files.
    pub last_temporary: u64,
    /// Tabled predicates, and the names under which their clauses are stored.
    pub tabled: FxHashMap<(Atom, Functor), Atom>,
    /// The clauses of multifile predicates, by source text, with the generations in which they were added.
    pub multifile: FxHashMap<(PredId, Atom), Vec<(ClauseId, i64)>>,
    /// Goals to be run by `halt/1`, the newest last.
    pub at_halt: Vec<Record>,
    /// The prompt for lines read from a terminal.
    pub prompt: String,
    /// The milliseconds last reported by `statistics/2`, by key.
    pub told: FxHashMap<&'static str, i64>,
    /// The reader of `read_term/2`, whose memory is reused.
    pub reader: Option<Box<Reader>>,
    /// Bytes of the records kept here.
    pub bytes: usize,
}

impl Session {
    /// Returns the predicate under the name that users know: maps the predicate that holds the clauses of a tabled
    /// predicate to the latter.
    pub fn shown(&self, functor: Functor) -> Functor {
        let hidden = |(own, name): (&(Atom, Functor), &Atom)| {
            (*name == functor.name() && own.1.arity() == functor.arity()).then_some(own.1)
        };
        self.tabled.iter().find_map(hidden).unwrap_or(functor)
    }

    /// Returns a new session on an unused heap.
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
            multifile: FxHashMap::default(),
            at_halt: Vec::new(),
            prompt: "|: ".to_owned(),
            told: FxHashMap::default(),
            reader: None,
            bytes: 0,
        }
    }

    /// Visits every atom in a key.
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
        for &(_, text) in self.multifile.keys() {
            visit(text);
        }
    }

    /// Visits every stored record.
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

    /// Shrinks tables that have become smaller.
    pub(super) fn tidy(&mut self) {
        shrink(&mut self.globals);
        shrink(&mut self.symbols);
        shrink(&mut self.counters);
        shrink(&mut self.flags);
        shrink(&mut self.kept);
        shrink(&mut self.keys);
    }

    /// Returns the bytes of the table entries; those of the records are counted in `bytes`.
    pub(super) fn table_bytes(&self) -> usize {
        let entries = self.globals.len() + self.symbols.len() + self.counters.len() + self.flags.len();
        entries * ENTRY_BYTES + (self.kept.len() + self.keys.len()) * 2 * ENTRY_BYTES
    }

    /// Returns the address of the backtrackable entry of a global variable: three cells, which hold its name, the
    /// serial number of the value that it overrides, and its value.
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

    /// Returns the serial number of the non-backtrackable value of a global variable; 0 if there is none.
    pub fn global_number(&self, name: Atom) -> Cell {
        Cell::int(self.globals.get(&name).map_or(0, |global| global.number))
    }
}
