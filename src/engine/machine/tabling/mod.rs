//! Tabling: suspension-based SLG resolution with local scheduling.
//!
//! A call of a tabled predicate has a table, found by the call up to the names of variables. The first call makes it and
//! runs the clauses (`call`): it is the generator, a choice point and a frame to which the clauses return; there each
//! answer is added to the table (`answer`), and the clauses are backtracked into. A call that meets an incomplete table
//! is a consumer: the continuation up to the frame of its generator is packed and kept with that table
//! (`suspend`), and the call fails. When the clauses of a generator are exhausted (`complete`), it is either the leader
//! of its component, the calls that depend on each other: then it resumes the consumers of its component with the
//! answers that they have not seen until there are none, and all tables of the component are complete. Or it
//! depends on an older table: then its caller is made a consumer, and the older generators go on.
//!
//! Negated goals are suspended, too (`negation`). Those that nothing else decides are taken as true, and the answers
//! that follow have conditions (`conditions`), which are simplified when the component is complete (`simplify`): the
//! well-founded semantics.
//!
//! `low` of a generator is the oldest table, by place on the stack of incomplete tables, that it was found to depend
//! on; as in Tarjan's algorithm, a generator with no older one leads all tables above it.
//!
//! Rows and packed continuations are kept off the heap, so that the collector has no roots here. Tables are charged to
//! the program. An exception drops the tables whose generators it leaves (`Tables::drop_tables`).

mod answer;
mod call;
mod complete;
mod conditions;
mod continuation;
mod copy;
mod datalog;
mod generator;
mod grid;
mod incremental;
mod kept;
mod key;
mod modes;
mod monotonic;
mod negation;
mod options;
mod pairs;
mod plain;
mod rare;
mod residual;
mod restrain;
mod rows;
mod simplify;
mod status;
mod subsume;
mod suspend;
mod tables;

use std::collections::VecDeque;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use crate::base::ids;
use crate::term::cell::Cell;
use datalog::AllTried;
use incremental::Graph;
pub(super) use kept::KeptTables;
use key::Key;
use monotonic::Growth;
use rare::Rare;
use rows::Rows;
pub(super) use status::TableState;
use status::{TableProperty, TableStatus};

/// The number of a table.
pub(super) type TableId = u32;

/// Slot of a generator's frame: its table.
pub(super) const TABLE: usize = 0;
/// Slot of a generator's frame: the template of its answers, a compound term of the variables of its goal.
pub(super) const TEMPLATE: usize = 1;
/// Number of slots of a generator's frame.
pub(super) const GENERATOR_SLOTS: usize = 2;
/// Offset in the sequence of generators at which the clauses return.
pub(super) const ANSWER: usize = 2;

/// A table.
pub(super) struct Table {
    /// The call, as flat words.
    key: Key,
    answers: Rows,
    rare: Rare,
    status: TableStatus,
    /// The words charged for it.
    charged: u32,
}

impl Table {
    /// Returns the bytes that a table without answers takes, with its entry in the index.
    fn bytes_of(key: &[u64]) -> usize {
        size_of::<Option<Table>>() + 16 + key::bytes_of(key)
    }

    #[inline]
    fn state(&self) -> TableState {
        self.status.state()
    }

    /// Returns the bytes charged for it.
    #[inline]
    fn bytes(&self) -> usize {
        self.charged as usize * size_of::<u64>()
    }

    /// Changes the bytes charged for it, which are rounded up to words.
    #[inline]
    fn set_bytes(&mut self, bytes: usize) {
        self.charged = u32::try_from(bytes.div_ceil(size_of::<u64>())).unwrap_or(u32::MAX);
    }

    /// Whether its only answer is that its call, which has no variables, holds.
    #[inline]
    fn just_holds(&self) -> bool {
        self.answers.is_truth() && self.rare.conditions.is_none() && self.rare.moded.is_none()
    }

    /// Makes a table without answers.
    #[inline]
    fn new(key: impl Into<Key>, state: TableState, width: usize) -> Table {
        let key = key.into();
        let bytes = Table::bytes_of(&key);
        let mut table = Table {
            key,
            answers: Rows::new(width),
            rare: Rare::default(),
            status: TableStatus::new(state),
            charged: 0,
        };
        table.set_bytes(bytes);
        table
    }
}

/// A generator whose clauses are running, or that resumes consumers.
struct Active {
    /// The place of its table on the stack of incomplete tables.
    place: u32,
    /// The oldest place that it depends on.
    low: u32,
    /// The index of its choice point.
    choice: u32,
    /// The table whose clauses called the generator, or [`NO_TABLE`].
    caller: TableId,
    /// The generation of the database when the oldest goal of the component was called.
    started: u64,
    /// The goals that it is to resume: most generators have no consumers.
    agenda: Option<Box<Agenda>>,
}

/// The goals that a generator is to resume.
#[derive(Default)]
struct Agenda {
    /// The tables with answers that consumers have not seen.
    queue: VecDeque<TableId>,
    /// The table whose consumers are being resumed, and the number of the next one.
    current: Option<(TableId, usize)>,
    /// Goals that are to get the answers of complete tables, by table and number of the suspension.
    fresh: Vec<(TableId, usize)>,
    /// The negated goals that wait, by table and number of the suspension.
    negations: Vec<(TableId, usize)>,
}

/// Stands for no table: there are fewer than this.
const NO_TABLE: TableId = TableId::MAX;

impl Active {
    fn caller(&self) -> Option<TableId> {
        (self.caller != NO_TABLE).then_some(self.caller)
    }

    fn agenda(&mut self) -> &mut Agenda {
        self.agenda.get_or_insert_default()
    }
}

/// The tables of a machine.
#[derive(Default)]
pub struct Tables {
    all: ids::Table<TableId, Option<Table>>,
    free: Vec<TableId>,
    /// The tables that calls find, by hash.
    index: HashTable<(u32, TableId)>,
    /// Abolished tables that choice points may still use.
    retired: Vec<TableId>,
    /// The incomplete tables, the oldest first.
    incomplete: Vec<TableId>,
    active: Vec<Active>,
    /// The table whose clauses are running.
    running: Option<TableId>,
    /// The tables that answer calls which are instances of theirs, by the first word of the call.
    general: FxHashMap<u64, Vec<TableId>>,
    /// The bound calls that were resolved, by functor and given arguments.
    tried: AllTried,
    /// The dependencies of incremental calls.
    graph: Graph,
    /// The answers that monotonic tables are handed.
    growth: Growth,
    /// The tables of predicates tabled as shared that this machine was given, and those that others may be given.
    kept: Option<Arc<KeptTables>>,
    unkept: Vec<TableId>,
    /// The number of retired tables from which on they are swept.
    sweep_at: usize,
    bytes: usize,
    /// Buffers kept for reuse.
    row: Vec<u64>,
    key: Vec<u64>,
    variables: Vec<Cell>,
}

/// Spreads the part of a hash that the index of tables keeps.
fn spread(hash: u32) -> u64 {
    u64::from(hash) | u64::from(hash) << 32
}

impl Tables {
    fn get(&self, id: TableId) -> &Table {
        self.all[id].as_ref().expect("tables in use are kept")
    }

    fn get_mut(&mut self, id: TableId) -> &mut Table {
        self.all[id].as_mut().expect("tables in use are kept")
    }

    /// Returns the bytes charged to the program for tables.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether a tabled goal is being evaluated.
    pub fn is_evaluating(&self) -> bool {
        !self.active.is_empty()
    }

    fn find(&self, key: &[u64]) -> Option<TableId> {
        self.find_hashed(key, rows::hash(key))
    }

    /// Returns the table of a call whose hash is known.
    #[inline]
    fn find_hashed(&self, key: &[u64], hashed: u64) -> Option<TableId> {
        let same = |&(hash, id): &(u32, TableId)| hash == hashed as u32 && *self.get(id).key == *key;
        let found = self.index.find(spread(hashed as u32), same);
        found.map(|&(_, id)| id)
    }

    /// Adds a table, which calls find.
    fn add(&mut self, table: Table) -> TableId {
        let hashed = rows::hash(&table.key);
        self.add_hashed(table, hashed)
    }

    /// Adds the table of a call whose hash is known.
    #[inline]
    fn add_hashed(&mut self, table: Table, hashed: u64) -> TableId {
        let id = self.put(table);
        let hashed = hashed as u32;
        self.index
            .insert_unique(spread(hashed), (hashed, id), |&(hash, _)| spread(hash));
        id
    }

    /// Adds the table of a call whose hash is known, which is to be evaluated.
    #[inline]
    fn add_incomplete(&mut self, key: impl Into<Key>, width: usize, hashed: u64) -> TableId {
        let state = TableState::Incomplete(self.incomplete.len() as u32);
        self.add_hashed(Table::new(key, state, width), hashed)
    }

    /// Adds a table, which calls do not find.
    #[inline]
    fn put(&mut self, table: Table) -> TableId {
        self.bytes += table.bytes();
        if let Some(id) = self.free.pop() {
            self.all[id] = Some(table);
            return id;
        }
        self.all.push(Some(table))
    }

    /// Makes calls miss a table.
    fn forget(&mut self, id: TableId) {
        let hashed = rows::hash(&self.get(id).key);
        if let Ok(entry) = self.index.find_entry(spread(hashed as u32), |&(_, other)| other == id) {
            entry.remove();
        }
    }

    fn free(&mut self, id: TableId) {
        if let Some(table) = self.all[id].take() {
            self.bytes -= table.bytes();
            if table.rare.inflow.is_some() {
                self.forget_queue(id);
            }
            if let Some(node) = table.rare.node {
                self.graph.lose(node, id);
            }
            if table.status.has(TableProperty::Delayed) {
                // Conditions may name it still.
                self.bytes += size_of::<Option<Table>>();
            } else {
                self.free.push(id);
            }
        }
        if self.free.len() == self.all.len() {
            self.all = ids::Table::default();
            self.free = Vec::new();
            self.index = HashTable::new();
            self.bytes -= self.graph.clear() + self.growth.clear();
            self.general = FxHashMap::default();
        }
    }

    /// Changes the number of bytes charged for a table.
    fn charge(&mut self, id: TableId, before: usize, after: usize) {
        let table = self.get_mut(id);
        let old = table.bytes();
        table.set_bytes((old + after).saturating_sub(before));
        let new = table.bytes();
        self.bytes = self.bytes + new - old;
    }

    /// Puts a table with new answers in the queue of the newest generator.
    fn enqueue(&mut self, id: TableId) {
        let table = self.get_mut(id);
        if !table.status.has(TableProperty::Queued)
            && !table.rare.suspensions.is_empty()
            && let Some(active) = self.active.last_mut()
        {
            active.agenda().queue.push_back(id);
            self.get_mut(id).status.set(TableProperty::Queued, true);
        }
    }

    /// Visits the words of calls, answers and continuations, laid out as on a heap.
    pub(super) fn each_words(&self, mut visit: impl FnMut(&[u64])) {
        for table in self.all.iter().flatten() {
            visit(&table.key);
            visit(table.answers.words());
            if let Some(moded) = &table.rare.moded {
                moded.each_words(&mut visit);
            }
            if let Some(kept) = &table.rare.kept {
                kept.each_words(&mut visit);
            }
            for suspension in &table.rare.suspensions {
                suspension.each_words(&mut visit);
            }
            if let Some(inflow) = &table.rare.inflow {
                inflow.each_words(&mut visit);
            }
        }
        if let Some(kept) = &self.kept {
            kept.each_words(&mut visit);
        }
    }

    /// Visits every address at which a continuation goes on.
    pub(super) fn each_address(&self, mut visit: impl FnMut(usize)) {
        if self.growth.is_used() {
            for table in self.all.iter().flatten() {
                for suspension in &table.rare.suspensions {
                    suspension.each_address(&mut visit);
                }
                if let Some(inflow) = &table.rare.inflow {
                    inflow.each_address(&mut visit);
                }
            }
            return;
        }
        for &id in &self.incomplete {
            for suspension in &self.get(id).rare.suspensions {
                suspension.each_address(&mut visit);
            }
        }
    }
}
