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
mod track;
mod validate;

pub(super) use nodes::{Dependency, Graph, NodeId};
pub(super) use validate::WalkResult;

use crate::base::atom::AtomTable;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Next, Stop, holds};
use crate::machine::stacks::Stacks;
use crate::machine::tabling::Tables;
use crate::machine::tabling::call::template_of;
use crate::machine::tabling::monotonic::flow::flow_goal;
use crate::term::cell::Cell;
use crate::term::heap::Heap;

use super::TableState;
use super::call::Called;

/// The number of retired tables from which on those that nothing uses are freed before others are replaced.
pub(super) const MANY_RETIRED: usize = 256;

impl Machine {
    /// Calls an incremental tabled goal, or its negation: `goal` and `modes` are those of the call.
    pub(super) fn call_incremental(
        &mut self,
        called: Called,
        (goal, modes): (Cell, Cell),
        is_negated: bool,
    ) -> Result<Next, Stop> {
        let node = self.granted(|m| m.tables.node_of(&mut m.limits, &called.key))?;
        if self.db.changes.has_added() {
            self.distribute()?;
        }
        // Where monotonic tables call each other, what suspends the goal notes the dependency.
        let is_handed = called.options.monotonic && !is_negated && self.tables.runs_monotonic();
        if !is_handed && let Some(running) = self.tables.running_node() {
            self.tables.graph.depend(running, Dependency::Node(node));
        }
        if let Some(id) = self.tables.graph.table(node)
            && self.tables.get(id).state() == TableState::Complete
        {
            loop {
                match self.granted(|m| m.tables.find_invalid(&m.db, &m.limits, node, false))? {
                    WalkResult::Valid => {}
                    WalkResult::Invalid(other)
                        if self
                            .evaluate_apart(0, |m| m.tables.follow_facts(&m.db, &mut m.limits, &m.stacks, other))?
                            .is_some() =>
                    {
                        continue;
                    }
                    WalkResult::Invalid(other) => {
                        self.tables.replace_component(&mut self.stacks, other);
                        if self.tables.graph.table(node).is_some() || other != node {
                            return self.evaluate_before(other, goal, modes, is_negated);
                        }
                    }
                    WalkResult::Missing(other) => return self.evaluate_before(other, goal, modes, is_negated),
                    WalkResult::Queued(other) if self.tables.is_flowing() => {
                        self.tables.replace_component(&mut self.stacks, other);
                        if self.tables.graph.table(node).is_some() || other != node {
                            return self.evaluate_before(other, goal, modes, is_negated);
                        }
                    }
                    WalkResult::Queued(other) => {
                        self.reserve(40)?;
                        let before = flow_goal(&mut self.heap, &mut self.atoms, i64::from(other));
                        return Ok(before_call(
                            &mut self.heap,
                            &mut self.atoms,
                            before,
                            (goal, modes),
                            is_negated,
                        ));
                    }
                }
                break;
            }
        }
        let found = self
            .tables
            .graph
            .table(node)
            .map(|id| (id, self.tables.get(id).state()));
        if is_handed && let Some((id, TableState::Complete)) = found {
            let template = template_of(&mut self.heap, &called);
            self.tables.key = called.key;
            holds(!self.follow_rows(id, template)?)?;
            self.return_answers(id, template)?;
            return Ok(Next::Continue);
        }
        self.call_found(called, found, is_negated)
    }

    /// Evaluates the call of another node first, then the goal.
    fn evaluate_before(&mut self, node: NodeId, goal: Cell, modes: Cell, is_negated: bool) -> Result<Next, Stop> {
        let first = self
            .tables
            .graph
            .replaced(node)
            .or(self.tables.graph.table(node))
            .ok_or(Stop::Fail)?;
        self.reserve(3 * self.tables.get(first).key.len() + 96)?;
        let before = self
            .tables
            .table_goal(&self.session, &mut self.heap, &mut self.atoms, first);
        Ok(before_call(
            &mut self.heap,
            &mut self.atoms,
            before,
            (goal, modes),
            is_negated,
        ))
    }
}

/// Calls another goal before a tabled one.
fn before_call(
    heap: &mut Heap,
    atoms: &mut AtomTable,
    before: Cell,
    (goal, modes): (Cell, Cell),
    is_negated: bool,
) -> Next {
    let name = atoms.intern(if is_negated { "$tnot" } else { "$tabled_call" });
    let then = heap.new_term(name, &[goal, modes]);
    let both = heap.new_term(atoms.intern("$evaluate_before"), &[before, then]);
    Next::Call(heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), both]))
}

impl Tables {
    /// Makes calls miss the tables of a component, which are kept to be compared with new ones.
    pub(super) fn replace_component(&mut self, stacks: &mut Stacks, node: NodeId) {
        if self.retired.len() >= self.sweep_at {
            self.sweep_tables(stacks);
            self.sweep_at = (2 * self.retired.len()).max(MANY_RETIRED);
        }
        for &member in self.graph.members(node).iter() {
            self.replace(member);
        }
    }
}
