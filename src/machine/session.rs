//! What an engine remembers from goal to goal beside its program: global variables, counters, flags
//! that programs make, and what was last asked of the clock.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::base::atom::Atom;
use crate::base::known;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::Record;
use crate::term::view::View;
use crate::text::reader::Reader;

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

/// What an engine remembers from goal to goal.
pub struct Session {
    /// Global variables that backtracking does not change.
    pub globals: FxHashMap<Atom, Record>,
    /// The address of the list `[Name-Value, ...]` of global variables that backtracking resets. The
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
    /// Goals to be run by `halt/1`, the newest last.
    pub at_halt: Vec<Record>,
    /// What is shown before a line is read from a terminal.
    pub prompt: String,
    /// Milliseconds that `statistics/2` told last, by key.
    pub told: FxHashMap<&'static str, i64>,
    /// The reader of `read_term/2`, whose memory is used again.
    pub reader: Reader,
    /// Bytes of the records kept here.
    pub bytes: usize,
}

impl Session {
    /// A new session on a heap on which nothing has run yet.
    pub(super) fn new(heap: &mut Heap) -> Session {
        Session {
            globals: FxHashMap::default(),
            resettable: heap.push(Cell::atom(known::NIL)),
            symbols: FxHashMap::default(),
            counters: FxHashMap::default(),
            flags: FxHashMap::default(),
            kept: FxHashMap::default(),
            keys: FxHashMap::default(),
            last_kept: 0,
            at_halt: Vec::new(),
            prompt: "|: ".to_owned(),
            told: FxHashMap::default(),
            reader: Reader::new(),
            bytes: 0,
        }
    }

    /// The address of the value of a global variable that backtracking resets, if it has one now.
    pub fn resettable_address(&self, heap: &Heap, name: Atom) -> Option<usize> {
        let mut rest = heap.get(self.resettable);
        while let View::List(at) = heap.view(rest) {
            let View::Struct(_, pair) = heap.view(heap.get(at)) else {
                return None;
            };
            if heap.get(pair) == Cell::atom(name) {
                return Some(pair + 1);
            }
            rest = heap.get(at + 1);
        }
        None
    }
}
