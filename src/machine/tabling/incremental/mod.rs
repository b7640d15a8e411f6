//! Incremental tables: those that follow the changes of what they depend on.
//!
//! Each call of an incremental predicate has a node, which outlives its tables: when a table is found to be invalid, a
//! new one takes its place, and the old one is kept until both can be compared (`nodes`). A node knows what its
//! evaluation has called: other nodes, and dynamic predicates whose changes are tracked (`code::changes`), with the
//! arguments of the calls. All tables that were completed together are one component, which is valid or not as a whole.
//!
//! Nothing happens when a fact is added or erased but a note. A call of a complete table finds out whether the table is
//! valid still (`validate`): the components that it depends on are checked from the bottom, and those that a change
//! concerns are evaluated anew. Where that gives the answers that were there before, what depends on them stays valid.

mod nodes;
mod show;
mod validate;

pub(super) use nodes::{Dependency, Graph, NodeId};

use std::sync::Arc;

use crate::base::known;
use crate::code::changes::word_of;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::machine::Machine;
use crate::machine::native::{Next, Stop};
use crate::term::cell::Cell;

use super::call::Called;
use super::{State, TableId, Tables};
use validate::Found;

/// The number of retired tables from which on those that nothing uses are freed before others are replaced.
const MANY_RETIRED: usize = 256;

impl Machine {
    /// Notes that the running tabled goal, if it is incremental, calls a dynamic predicate.
    #[cold]
    pub(in crate::machine) fn note_dependency(&mut self, pred: PredId) {
        let Some(node) = self.tables.running_node() else {
            return;
        };
        let arity = self.db.preds[pred].functor.arity();
        let mut pattern: Vec<u64> = Vec::new();
        if arity <= MAX_REGISTER_ARITY {
            pattern.extend((0..arity).map(|at| word_of(self.deref(self.x[at]))));
        }
        self.tables.graph.depend_on_facts(node, pred, pattern);
    }

    /// Calls an incremental tabled goal, or its negation: `goal` and `modes` are those of the call.
    pub(super) fn call_incremental(
        &mut self,
        called: Called,
        (goal, modes): (Cell, Cell),
        is_negated: bool,
    ) -> Result<Next, Stop> {
        let node = self.node_of(&called.key)?;
        if let Some(running) = self.tables.running_node() {
            self.tables.graph.depend(running, Dependency::Node(node));
        }
        if let Some(id) = self.tables.graph.table(node)
            && self.tables.get(id).state == State::Complete
        {
            match self.find_invalid(node)? {
                Found::Valid => {}
                Found::Invalid(other) => {
                    self.replace_component(other);
                    if self.tables.graph.table(node).is_some() || other != node {
                        return self.evaluate_before(other, goal, modes, is_negated);
                    }
                }
                Found::Missing(other) => return self.evaluate_before(other, goal, modes, is_negated),
            }
        }
        let found = self.tables.graph.table(node).map(|id| (id, self.tables.get(id).state));
        self.call_found(called, found, is_negated)
    }

    /// Returns the node of a call, which is made if it has none.
    pub(super) fn node_of(&mut self, key: &[u64]) -> Result<NodeId, Stop> {
        if let Some(node) = self.tables.graph.find(key) {
            return Ok(node);
        }
        let bytes = Graph::bytes_of(key);
        self.charge_program(bytes)?;
        self.tables.bytes += bytes;
        Ok(self.tables.graph.add(key))
    }

    /// Evaluates the call of another node first, then the goal.
    fn evaluate_before(&mut self, node: NodeId, goal: Cell, modes: Cell, is_negated: bool) -> Result<Next, Stop> {
        let Some(first) = self.tables.graph.replaced(node).or(self.tables.graph.table(node)) else {
            return Err(Stop::Fail);
        };
        let words = self.tables.get(first).key.len();
        self.reserve(3 * words + 64)?;
        let before = self.table_goal(first);
        let name = self.intern(if is_negated { "$tnot" } else { "$tabled_call" });
        let then = self.heap.new_term(name, &[goal, modes]);
        let both = self.intern("$evaluate_before");
        let both = self.heap.new_term(both, &[before, then]);
        Ok(Next::Call(
            self.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), both]),
        ))
    }

    /// Makes calls miss the tables of a component, which are kept to be compared with new ones.
    pub(super) fn replace_component(&mut self, node: NodeId) {
        if self.tables.retired.len() >= self.tables.sweep_at {
            self.free_retired_tables();
            self.tables.sweep_at = (2 * self.tables.retired.len()).max(MANY_RETIRED);
        }
        for &member in self.tables.graph.members(node).iter() {
            self.tables.replace(member);
        }
    }
}

impl Tables {
    /// Returns the node of the goal whose clauses are running.
    #[inline]
    pub(super) fn running_node(&self) -> Option<NodeId> {
        let id = self.running?;
        self.all.get(id as usize)?.as_ref()?.node
    }

    /// Makes calls miss the complete table of a node, which is kept to be compared with a new one.
    fn replace(&mut self, node: NodeId) {
        let Some(id) = self.graph.table(node) else { return };
        if self.get(id).state != State::Complete {
            return;
        }
        self.forget(id);
        self.get_mut(id).state = State::Retired;
        self.retired.push(id);
        self.graph.replace(node, id);
    }

    /// Whether a retired table is kept to be compared with a new one.
    pub(super) fn is_kept(&self, id: TableId) -> bool {
        let node = self.get(id).node;
        node.is_some_and(|node| self.graph.replaced(node) == Some(id))
    }

    /// The tables from a place on are complete; none of them is finished yet. They have been valid since `started`.
    pub(super) fn settle(&mut self, tables: &[TableId], started: u64) {
        let members: Vec<NodeId> = tables.iter().filter_map(|&id| self.get(id).node).collect();
        if members.is_empty() {
            return;
        }
        let all: Option<Arc<[NodeId]>> = (members.len() > 1).then(|| members.clone().into());
        for &node in &members {
            let is_same = match (self.graph.replaced(node), self.graph.table(node)) {
                (Some(old), Some(new)) => self.are_same(old, new),
                _ => false,
            };
            let bytes = self.graph.settle(node, started, is_same, all.clone());
            self.bytes = self.bytes.saturating_add_signed(bytes);
        }
    }

    /// Whether two tables have the same answers, without conditions; the new one is not finished.
    fn are_same(&self, old: TableId, new: TableId) -> bool {
        let Some(Some(old)) = self.all.get(old as usize) else {
            return false;
        };
        let new = self.get(new);
        old.conditions.is_none()
            && new.conditions.is_none()
            && old.answers.count() == new.answers.count()
            && (0..old.answers.count()).all(|row| {
                let found = new.answers.find(old.answers.row(row));
                found.is_some_and(|number| match (&old.moded, &new.moded) {
                    (Some(old), Some(new)) => old.values(row) == new.values(number),
                    (None, None) => true,
                    _ => false,
                })
            })
    }
}
