//! Finding out whether a table is valid: a walk through the components that it depends on, those below first.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::base::watch::Pace;
use crate::code::database::Database;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::tabling::incremental::nodes::{Dependency, Graph, NodeId};
use crate::machine::tabling::{TableState, Tables};

/// The result of a walk.
pub(crate) enum WalkResult {
    /// The table is valid.
    Valid,
    /// The component of this node must be evaluated again; what it depends on is valid.
    Invalid(NodeId),
    /// The table of this node was replaced and is needed.
    Missing(NodeId),
    /// The tables of the component of this node have not been handed all that is new; they are valid otherwise.
    Queued(NodeId),
}

/// A component that is being checked.
struct CheckedComponent {
    node: NodeId,
    /// Its members, and the number of the next one.
    members: Arc<[NodeId]>,
    member: usize,
    /// Its dependencies, and the number of the next dependency.
    list: Arc<[Dependency]>,
    next: usize,
}

/// A walk that has begun.
pub(super) struct ValidationWalk {
    root: NodeId,
    places: Vec<CheckedComponent>,
    /// The components on the way.
    open: FxHashSet<NodeId>,
    /// The components that were found to be invalid: they are not evaluated twice.
    done: FxHashSet<NodeId>,
    /// The node that was found last, and when: the walk goes on once it is evaluated.
    found: Option<(NodeId, u64)>,
}

impl ValidationWalk {
    fn enter(&mut self, graph: &Graph, node: NodeId) {
        let members = graph.members(node);
        if self.open.insert(members[0]) {
            let list = graph.list(members[0]);
            self.places.push(CheckedComponent {
                node,
                members,
                member: 0,
                list,
                next: 0,
            });
        }
    }

    fn leave(&mut self) {
        if let Some(place) = self.places.pop() {
            self.open.remove(&place.members[0]);
        }
    }
}

impl Tables {
    /// Checks what a complete table depends on, up to the first component that is not valid, or that has not been handed
    /// all that is new, if that is asked for.
    pub(in crate::machine::tabling) fn find_invalid(
        &mut self,
        db: &Database,
        limits: &MachineLimits,
        root: NodeId,
        is_old_enough: bool,
    ) -> Result<WalkResult, Lack> {
        let now = db.changes.latest();
        if self.is_verified(db, root, now, is_old_enough) {
            return Ok(WalkResult::Valid);
        }
        let mut walk = match self.graph.walk.take() {
            Some(walk) if walk.root == root && !walk.places.is_empty() && self.was_evaluated(walk.found) => walk,
            _ => {
                let mut walk = ValidationWalk {
                    root,
                    places: Vec::new(),
                    open: FxHashSet::default(),
                    done: FxHashSet::default(),
                    found: None,
                };
                walk.enter(&self.graph, root);
                walk
            }
        };
        let mut pace = Pace::new();
        loop {
            limits.go_on(&mut pace)?;
            let Some(place) = walk.places.last_mut() else {
                return Ok(WalkResult::Valid);
            };
            if self.is_verified(db, place.node, now, is_old_enough) || !self.is_complete(place.node) {
                walk.leave();
                continue;
            }
            let Some(on) = place.list.get(place.next) else {
                place.member += 1;
                place.next = 0;
                if let Some(&member) = place.members.get(place.member) {
                    place.list = self.graph.list(member);
                    continue;
                }
                let node = place.node;
                let members = Arc::clone(&place.members);
                walk.leave();
                if !self.is_concerned(db, &members) || !walk.done.insert(members[0]) {
                    for &member in members.iter() {
                        self.graph.verify(member, now);
                    }
                    if is_old_enough || !self.is_any_queued(&members) {
                        continue;
                    }
                    walk.found = Some((node, now));
                    self.graph.walk = Some(walk);
                    return Ok(WalkResult::Queued(node));
                }
                walk.found = Some((node, now));
                self.graph.walk = Some(walk);
                return Ok(WalkResult::Invalid(node));
            };
            let (&Dependency::Node(other) | &Dependency::Rows(other, _)) = on else {
                place.next += 1;
                continue;
            };
            let graph = &self.graph;
            if graph.is_of(other, place.node) {
                place.next += 1;
            } else if graph.table(other).is_none() {
                if graph.replaced(other).is_some() && walk.done.insert(other) {
                    walk.found = Some((other, now));
                    self.graph.walk = Some(walk);
                    return Ok(WalkResult::Missing(other));
                }
                place.next += 1;
            } else if self.is_verified(db, other, now, is_old_enough) || !self.is_complete(other) {
                place.next += 1;
            } else {
                let depth = walk.places.len();
                walk.enter(&self.graph, other);
                if walk.places.len() == depth
                    && let Some(place) = walk.places.last_mut()
                {
                    place.next += 1;
                }
            }
        }
    }
}

impl Tables {
    fn is_complete(&self, node: NodeId) -> bool {
        let table = self.graph.table(node);
        table.is_some_and(|id| self.get(id).state() == TableState::Complete)
    }

    /// Whether what a walk has found was evaluated since, or is being evaluated: an exception may have prevented it.
    fn was_evaluated(&self, found: Option<(NodeId, u64)>) -> bool {
        let Some((node, then)) = found else {
            return true;
        };
        let graph = &self.graph;
        graph.table(node).is_some() && (graph.verified(node) >= then || !self.is_complete(node))
    }

    /// Whether a node is known to be valid, and, unless it is old enough, handed everything.
    fn is_verified(&self, db: &Database, node: NodeId, now: u64, is_old_enough: bool) -> bool {
        let graph = &self.graph;
        let verified = graph.verified(node);
        verified >= now
            || graph.is_handed_all(node)
                && verified >= db.changes.disruptive()
                && (is_old_enough || self.has_no_queue())
    }

    /// Whether what the members of a component depend on has changed since they were valid.
    pub(super) fn is_concerned(&self, db: &Database, members: &[NodeId]) -> bool {
        let graph = &self.graph;
        members.iter().any(|&member| {
            let verified = graph.verified(member);
            let list = graph.list(member);
            let mut depends = list.iter();
            graph.is_stale(member)
                || depends.any(|on| match on {
                    Dependency::Node(other) if members.contains(other) => graph.changed(*other) > verified,
                    Dependency::Rows(other, identity) => {
                        !self.is_complete(*other) || self.identity_of(*other) != *identity
                    }
                    Dependency::Clauses(pred, pattern) => {
                        let arity = db.preds[*pred].functor.arity();
                        db.changes.has_lost(*pred, arity, pattern, verified)
                    }
                    Dependency::Node(other) => !self.is_complete(*other) || graph.changed(*other) > verified,
                    Dependency::Facts(pred, pattern) => {
                        let arity = db.preds[*pred].functor.arity();
                        db.changes.has_changed(*pred, arity, pattern, verified)
                    }
                })
        })
    }
}
