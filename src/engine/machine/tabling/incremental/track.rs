//! Noting what incremental tables depend on, and when they are complete.

use std::sync::Arc;

use crate::code::instr::PredId;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::tabling::incremental::nodes::{Graph, NodeId};
use crate::machine::tabling::{TableId, TableState, Tables};

impl Tables {
    /// Returns the node of a call, which is made if it has none.
    pub(in crate::machine::tabling) fn node_of(
        &mut self,
        limits: &mut MachineLimits,
        key: &[u64],
    ) -> Result<NodeId, Lack> {
        if let Some(node) = self.graph.find(key) {
            return Ok(node);
        }
        let bytes = Graph::bytes_of(key);
        limits.claim(bytes)?;
        self.bytes += bytes;
        Ok(self.graph.add(key))
    }

    /// Returns the node of the goal whose clauses are running.
    #[inline]
    pub(in crate::machine::tabling) fn running_node(&self) -> Option<NodeId> {
        let id = self.running?;
        self.all.get(id as usize)?.as_ref()?.rare.node
    }

    /// Makes calls miss the complete table of a node, which is kept to be compared with a new one.
    pub(super) fn replace(&mut self, node: NodeId) {
        let Some(id) = self.graph.table(node) else { return };
        if self.get(id).state() != TableState::Complete {
            return;
        }
        self.forget(id);
        self.forget_queue(id);
        self.get_mut(id).status.set_state(TableState::Retired);
        self.retired.push(id);
        self.graph.replace(node, id);
    }

    /// Whether a retired table is kept to be compared with a new one.
    pub(in crate::machine::tabling) fn is_kept(&self, id: TableId) -> bool {
        let node = self.get(id).rare.node;
        node.is_some_and(|node| self.graph.replaced(node) == Some(id))
    }

    /// The tables from a place on are complete; none of them is finished yet. They have been valid since `started`.
    pub(in crate::machine::tabling) fn settle(&mut self, tables: &[TableId], started: u64) {
        let members: Vec<NodeId> = tables.iter().filter_map(|&id| self.get(id).rare.node).collect();
        if members.is_empty() {
            return;
        }
        if tables.iter().any(|&id| self.get(id).rare.conditions.is_some()) {
            self.cut_off(tables);
        }
        let all: Option<Arc<[NodeId]>> = (members.len() > 1).then(|| members.clone().into());
        for &node in &members {
            let is_same = match (self.graph.replaced(node), self.graph.table(node)) {
                (Some(old), Some(new)) => {
                    if self.get(new).rare.moded.is_some() {
                        self.get_mut(new).answers.need_numbers();
                    }
                    let is_same = self.are_same(old, new);
                    if is_same {
                        self.take_over(old, new, tables);
                    }
                    is_same
                }
                _ => false,
            };
            let bytes = self.graph.settle(node, started, is_same, all.clone());
            self.bytes = self.bytes.saturating_add_signed(bytes);
        }
        let identities: Vec<u64> = members.iter().map(|&node| self.identity_of(node)).collect();
        self.graph.settle_component(&members, &identities);
    }

    /// Whether two tables have the same answers, without conditions; the new one is not finished.
    fn are_same(&self, old: TableId, new: TableId) -> bool {
        let Some(Some(old)) = self.all.get(old as usize) else {
            return false;
        };
        let new = self.get(new);
        old.rare.conditions.is_none()
            && new.rare.conditions.is_none()
            && old.answers.count() == new.answers.count()
            && (0..old.answers.count()).all(|row| {
                let words = old.answers.row(row);
                match (&old.rare.moded, &new.rare.moded) {
                    (Some(old), Some(values)) => {
                        let found = new.answers.find(words);
                        found.is_some_and(|number| old.values(row) == values.values(number))
                    }
                    (None, None) => new.answers.contains(words),
                    _ => false,
                }
            })
    }

    /// As `note_dependency`, for all clauses of the predicate.
    #[cold]
    pub(in crate::machine) fn note_any_dependency(&mut self, pred: PredId) {
        if let Some(node) = self.running_node() {
            self.graph.depend_on_facts(node, pred, Vec::new(), false);
        }
    }
}
