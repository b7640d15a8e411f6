//! Monotonic tables: those that are handed what is new, instead of being evaluated again.
//!
//! While the clauses of a monotonic table run, their calls of monotonic dynamic predicates and of other monotonic tables
//! are suspended, as those of incomplete tables are, and the suspensions stay when the table is complete (`follow`). A
//! clause that is added to such a predicate is run for each suspension whose call it may match (`watch`); new answers
//! are handed to the suspensions on their table, and so on: that is a flow (`flow`), led by a generator of its own, in
//! which complete tables grow.
//!
//! Goals that are not monotonic depend as in incremental tables: calls inside negations, conditions, `findall/3` and nested
//! runs, and calls of other predicates. Each table has a node, and is evaluated again when a change of what it depends
//! on in this way, or the loss of a clause that it was handed, has made it invalid. So nothing depends on a flow being
//! run: one that ends with an exception leaves invalid tables behind. Tables with undecided answers are not monotonic.
//!
//! A clause is queued with each table; an eager table's flow is run by the goal that adds the clause, unless something is
//! being evaluated, and a lazy one's by the next call that needs the table.

pub(super) mod flow;
mod follow;
mod watch;

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::clause::ClauseId;
use crate::code::instr::PredId;

use super::continuation::Continuation;
use super::incremental::NodeId;
use super::modes::Moded;
use super::{TableId, TableState, Tables};
use flow::Flow;
use watch::TableWatch;

/// A call of a dynamic predicate that waits for new clauses.
pub(super) struct Intake {
    /// The continuation that goes on with a clause; none while it is being resumed.
    continuation: Option<Box<Continuation>>,
    /// The words by which the arguments of clauses are compared.
    pattern: Box<[u64]>,
    /// The generation of the call: it has seen the clauses of that time.
    born: u64,
}

/// A clause that waits to be handed on.
struct Queued {
    /// The number of the call that waits for it.
    intake: u32,
    id: ClauseId,
    /// Its place in the order of clauses, by which it is told from another that got its number.
    order: i64,
}

/// The calls of a monotonic table that wait for clauses, and the clauses that it has not been handed.
pub(super) struct Inflow {
    /// Tells the table from others that get its number.
    stamp: u64,
    /// Tells its sequence of answers from that of a table that takes its place.
    identity: u64,
    is_lazy: bool,
    intakes: Vec<Intake>,
    queue: VecDeque<Queued>,
    /// The bytes of the calls that wait.
    bytes: usize,
}

impl Inflow {
    /// Returns the bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Inflow>() + self.bytes + self.queue.len() * size_of::<Queued>()
    }

    /// Visits the packed words of continuations.
    pub(super) fn each_words(&self, visit: &mut impl FnMut(&[u64])) {
        for continuation in self.intakes.iter().flat_map(|intake| &intake.continuation) {
            visit(continuation.words());
        }
    }

    /// Visits the addresses at which continuations go on.
    pub(super) fn each_address(&self, visit: &mut impl FnMut(usize)) {
        for continuation in self.intakes.iter().flat_map(|intake| &intake.continuation) {
            continuation.each_address(visit);
        }
    }
}

/// The state of all monotonic tables.
#[derive(Default)]
pub(super) struct Growth {
    /// The last stamp.
    stamps: u64,
    /// The calls that wait for clauses, by predicate.
    watches: FxHashMap<PredId, TableWatch>,
    /// The tables with clauses or answers that they have not been handed.
    queued: FxHashSet<TableId>,
    /// The flow that is run.
    flow: Option<Box<Flow>>,
    /// Suspensions that a flow has met whose tables were being evaluated when it began.
    postponed: Vec<(TableId, usize)>,
    /// The nodes of the tables that a flow left half made.
    failed: Vec<NodeId>,
    /// Whether a table that others may depend on was dropped before it was complete.
    has_lost: bool,
    /// The numbers of suspensions of tables from which on those of tables that are gone are dropped.
    sweep_at: FxHashMap<TableId, usize>,
}

impl Growth {
    fn new_stamp(&mut self) -> u64 {
        self.stamps += 1;
        self.stamps
    }

    /// Whether there are, or have been, monotonic tables.
    pub(super) fn is_used(&self) -> bool {
        self.stamps > 0
    }

    /// Drops what speaks of tables, of which there are none.
    pub(super) fn clear(&mut self) -> usize {
        let bytes = self.watches.values().map(TableWatch::bytes).sum();
        self.watches = FxHashMap::default();
        self.queued = FxHashSet::default();
        self.sweep_at = FxHashMap::default();
        bytes
    }
}

impl Tables {
    /// Returns what a new monotonic table is to be handed; none if its answers are aggregated in a way that is defined
    /// only for goals that are run once.
    pub(super) fn new_inflow(&mut self, moded: Option<&Moded>, is_lazy: bool) -> Option<Box<Inflow>> {
        if moded.is_some_and(Moded::is_single_pass) {
            return None;
        }
        Some(Box::new(Inflow {
            stamp: self.growth.new_stamp(),
            identity: self.growth.new_stamp(),
            is_lazy,
            intakes: Vec::new(),
            queue: VecDeque::new(),
            bytes: 0,
        }))
    }

    fn inflow(&self, id: TableId) -> Option<&Inflow> {
        self.all.get(id as usize)?.as_ref()?.rare.inflow.as_deref()
    }

    fn inflow_mut(&mut self, id: TableId) -> Option<&mut Inflow> {
        let table = self.all.get_mut(id as usize)?.as_mut()?;
        table.rare.parts_mut()?.inflow.as_deref_mut()
    }

    /// Whether a table is the one that had this stamp, and calls find it.
    fn is_current(&self, id: TableId, stamp: u64) -> bool {
        self.inflow(id).is_some_and(|inflow| inflow.stamp == stamp) && self.get(id).state() != TableState::Retired
    }

    /// Whether the table is monotonic.
    pub(super) fn is_monotonic(&self, id: TableId) -> bool {
        self.inflow(id).is_some()
    }

    /// Whether the clauses that are running are those of a monotonic table.
    pub(super) fn runs_monotonic(&self) -> bool {
        self.running.is_some_and(|id| self.is_monotonic(id))
    }

    /// Returns what tells the answers of a node's table from those of one that takes its place; 0 if it is not monotonic.
    pub(super) fn identity_of(&self, node: NodeId) -> u64 {
        let id = self.graph.table(node);
        id.and_then(|id| self.inflow(id)).map_or(0, |inflow| inflow.identity)
    }

    /// Whether a table of these nodes has not been handed everything.
    pub(super) fn is_any_queued(&self, nodes: &[NodeId]) -> bool {
        !self.growth.queued.is_empty()
            && nodes.iter().any(|&node| {
                self.graph
                    .table(node)
                    .is_some_and(|id| self.growth.queued.contains(&id))
            })
    }

    /// Forgets that a table, which calls no longer find, has not been handed everything.
    pub(super) fn forget_queue(&mut self, id: TableId) {
        self.growth.queued.remove(&id);
    }

    /// Whether a flow is run.
    pub(super) fn is_flowing(&self) -> bool {
        self.growth.flow.is_some()
    }

    /// Whether all monotonic tables have been handed everything.
    pub(super) fn has_no_queue(&self) -> bool {
        self.growth.queued.is_empty()
    }

    /// Returns the number of answers, or entries of the log, that consumers of a table may see.
    pub(super) fn news_end(&self, id: TableId) -> u32 {
        let table = self.get(id);
        match &table.rare.moded {
            Some(moded) => moded.log_length(),
            None => table.answers.count(),
        }
    }

    /// Finishes a monotonic table: it keeps what adding answers needs, and the suspensions of monotonic tables.
    pub(super) fn finish_monotonic(&mut self, id: TableId) {
        let table = self.get_mut(id);
        if let Some(parts) = table.rare.parts_mut() {
            parts.suspensions.retain(|suspension| suspension.stamp != 0);
        }
        let before = table.bytes();
        let kept = table.size()
            + table
                .rare
                .suspensions
                .iter()
                .map(|suspension| suspension.bytes())
                .sum::<usize>();
        self.charge(id, before, kept);
    }
}
