//! The calls of a monotonic dynamic predicate that wait for its new clauses, found by an argument.

use rustc_hash::FxHashMap;

use crate::code::changes::{ANY, word_of};
use crate::code::clause::ClauseId;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::code::packed::{Cells, Packed};
use crate::machine::tabling::monotonic::Queued;
use crate::machine::tabling::{TableId, Tables};

/// The number of entries from which on those of tables that are gone are dropped.
const MANY: usize = 256;

/// A call that waits.
#[derive(Clone, Copy)]
pub(super) struct WatchEntry {
    table: TableId,
    stamp: u64,
    intake: u32,
}

/// The calls that wait for the clauses of a predicate: by the place and the word of their first given argument.
#[derive(Default)]
pub(super) struct TableWatch {
    by: FxHashMap<(u32, u64), Vec<WatchEntry>>,
    open: Vec<WatchEntry>,
    count: usize,
    sweep_at: usize,
}

/// An argument of a clause's head.
enum Argument {
    Is(u64),
    Compound,
    Variable,
}

impl TableWatch {
    /// Returns the bytes charged for the entries.
    pub(super) fn bytes(&self) -> usize {
        self.count * TableWatch::entry_bytes()
    }

    fn entry_bytes() -> usize {
        2 * size_of::<WatchEntry>()
    }

    fn add(&mut self, pattern: &[u64], entry: WatchEntry) {
        self.count += 1;
        match (0_u32..).zip(pattern).find(|&(_, &word)| word != ANY) {
            Some((at, &word)) => self.by.entry((at, word)).or_default().push(entry),
            None => self.open.push(entry),
        }
    }

    /// Keeps the entries that pass.
    fn retain(&mut self, mut keeps: impl FnMut(&WatchEntry) -> bool) {
        self.open.retain(&mut keeps);
        self.by.retain(|_, entries| {
            entries.retain(&mut keeps);
            !entries.is_empty()
        });
        self.count = self.open.len() + self.by.values().map(Vec::len).sum::<usize>();
        self.sweep_at = (2 * self.count).max(MANY);
    }

    /// Returns the calls among which are those that a clause with these arguments may match.
    fn candidates(&self, arguments: &[Argument]) -> Vec<WatchEntry> {
        let mut found = self.open.clone();
        if arguments.iter().any(|argument| matches!(argument, Argument::Variable)) {
            found.extend(self.by.values().flatten());
            return found;
        }
        for (at, argument) in (0..).zip(arguments) {
            if let Argument::Is(word) = argument
                && let Some(entries) = self.by.get(&(at, *word))
            {
                found.extend(entries);
            }
        }
        found
    }
}

impl Tables {
    /// Hands a clause to the tables that wait for it; `tables` gets those that were not queued before.
    pub(super) fn queue(&mut self, waiting: &[WatchEntry], (id, order): (ClauseId, i64), tables: &mut Vec<TableId>) {
        for entry in waiting {
            self.charge(entry.table, 0, size_of::<Queued>());
            if let Some(inflow) = self.inflow_mut(entry.table) {
                let intake = entry.intake;
                inflow.queue.push_back(Queued { intake, id, order });
            }
            if self.growth.queued.insert(entry.table) {
                tables.push(entry.table);
            }
        }
    }

    /// Tables do not get a clause for which there is no room: they are to be evaluated again.
    pub(super) fn lose(&mut self, db: &mut Database, waiting: &[WatchEntry]) {
        for entry in waiting {
            self.make_table_stale(db, entry.table);
        }
    }

    /// Makes a call of a table wait for the clauses of a predicate.
    pub(super) fn watch(&mut self, pred: PredId, pattern: &[u64], table: TableId, intake: u32) {
        let stamp = self.inflow(table).map_or(0, |inflow| inflow.stamp);
        let mut watch = self.growth.watches.remove(&pred).unwrap_or_default();
        let before = watch.bytes();
        if watch.count >= watch.sweep_at.max(MANY) {
            watch.retain(|entry| self.is_current(entry.table, entry.stamp));
        }
        watch.add(pattern, WatchEntry { table, stamp, intake });
        self.bytes = self.bytes + watch.bytes() - before;
        self.growth.watches.insert(pred, watch);
    }

    /// Makes the next call of a table evaluate it again.
    pub(in crate::machine::tabling) fn make_table_stale(&mut self, db: &mut Database, id: TableId) {
        if let Some(node) = self.get(id).rare.node {
            self.invalidate_node(db, node as usize);
        }
    }

    /// Returns the calls that are to be handed a clause, unless it was erased.
    pub(super) fn waiting_for(&self, db: &Database, id: ClauseId, order: i64) -> Vec<WatchEntry> {
        let clauses = &db.clauses;
        let is_there = clauses
            .get(id)
            .is_some_and(|clause| clause.order == order && !clause.is_dead());
        let watch = match is_there {
            true => self.growth.watches.get(&clauses[id].pred),
            false => None,
        };
        let Some(watch) = watch else {
            return Vec::new();
        };
        let clause = &clauses[id];
        let packed = Packed(db.cells(id));
        let arguments: Vec<Argument> = (0..db.preds[clause.pred].functor.arity())
            .map(|at| {
                let cell = packed.follow(packed.cell(at));
                match word_of(cell) {
                    ANY if cell.is_variable() => Argument::Variable,
                    ANY => Argument::Compound,
                    word => Argument::Is(word),
                }
            })
            .collect();
        let mut found = watch.candidates(&arguments);
        found.retain(|entry| {
            let inflow = self.inflow(entry.table);
            self.is_current(entry.table, entry.stamp)
                && inflow.is_some_and(|inflow| {
                    let intake = &inflow.intakes[entry.intake as usize];
                    let fits = |(&wanted, argument): (&u64, &Argument)| match argument {
                        Argument::Is(word) => wanted == ANY || wanted == *word,
                        Argument::Compound => wanted == ANY,
                        Argument::Variable => true,
                    };
                    intake.born < clause.birth() && intake.pattern.iter().zip(&arguments).all(fits)
                })
        });
        found
    }
}
