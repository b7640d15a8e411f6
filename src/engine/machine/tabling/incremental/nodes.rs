//! The nodes of incremental calls, and what they depend on.

use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::Table;
use crate::code::instr::PredId;
use crate::machine::tabling::incremental::validate::ValidationWalk;
use crate::machine::tabling::{TableId, rows};

/// The number of a node.
pub(crate) type NodeId = u32;

/// The number of dependencies of a node from which on calls of dynamic predicates are not told apart.
const MANY: usize = 256;

/// The dependencies of a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Dependency {
    Node(NodeId),
    /// Calls of a dynamic predicate with these arguments; all calls if there are none.
    Facts(PredId, Box<[u64]>),
    /// As `Node`, but new answers are handed on; with what tells its answers from those of a table in its place.
    Rows(NodeId, u64),
    /// As `Facts`, but new clauses are handed on.
    Clauses(PredId, Box<[u64]>),
}

/// An incremental call.
struct TableNode {
    key: Box<[u64]>,
    /// Its table.
    table: Option<TableId>,
    /// The table that a new one is to be compared with.
    replaced: Option<TableId>,
    /// The generation of the database up to which the table is valid.
    verified: u64,
    /// The generation at which the answers last changed.
    changed: u64,
    /// Whether the table must be evaluated again whatever it depends on.
    is_stale: bool,
    /// Whether it is handed all that is new, so that only other changes concern it.
    is_handed_all: bool,
    depends: FxHashSet<Dependency>,
    /// The dependencies in order, once the table is complete.
    list: Arc<[Dependency]>,
    /// The nodes of its component, if there are others.
    members: Option<Arc<[NodeId]>>,
}

/// All nodes.
#[derive(Default)]
pub(crate) struct Graph {
    nodes: Table<NodeId, TableNode>,
    index: HashTable<NodeId>,
    /// The walk that a call has begun, which goes on when what it found is evaluated.
    pub(super) walk: Option<ValidationWalk>,
}

impl Graph {
    fn node(&self, id: NodeId) -> &TableNode {
        &self.nodes[id]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut TableNode {
        &mut self.nodes[id]
    }

    /// Returns the bytes of a new node.
    pub(crate) fn bytes_of(key: &[u64]) -> usize {
        size_of::<TableNode>() + key.len() * 8 + 16
    }

    pub(crate) fn find(&self, key: &[u64]) -> Option<NodeId> {
        let found = self.index.find(rows::hash(key), |&id| *self.node(id).key == *key);
        found.copied()
    }

    pub(crate) fn add(&mut self, key: &[u64]) -> NodeId {
        let id = self.nodes.push(TableNode {
            key: key.into(),
            table: None,
            replaced: None,
            verified: 0,
            changed: 0,
            is_stale: false,
            is_handed_all: false,
            depends: FxHashSet::default(),
            list: Arc::from([]),
            members: None,
        });
        let nodes = &self.nodes;
        let hashed = |&id: &NodeId| rows::hash(&nodes[id].key);
        self.index.insert_unique(rows::hash(key), id, hashed);
        id
    }

    /// Drops all nodes. Returns the bytes that they took.
    pub(crate) fn clear(&mut self) -> usize {
        let bytes = self
            .nodes
            .iter()
            .map(|node| Graph::bytes_of(&node.key) + list_bytes(&node.list));
        let bytes = bytes.sum();
        *self = Graph::default();
        bytes
    }

    pub(crate) fn count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Returns the table of a node.
    pub(crate) fn table(&self, id: NodeId) -> Option<TableId> {
        self.node(id).table
    }

    /// Returns the table that a new one is to be compared with.
    pub(crate) fn replaced(&self, id: NodeId) -> Option<TableId> {
        self.node(id).replaced
    }

    pub(crate) fn verified(&self, id: NodeId) -> u64 {
        self.node(id).verified
    }

    pub(crate) fn verify(&mut self, id: NodeId, generation: u64) {
        self.node_mut(id).verified = generation;
    }

    pub(crate) fn is_stale(&self, id: NodeId) -> bool {
        self.node(id).is_stale
    }

    pub(crate) fn make_stale(&mut self, id: NodeId) {
        self.node_mut(id).is_stale = true;
    }

    pub(crate) fn changed(&self, id: NodeId) -> u64 {
        self.node(id).changed
    }

    /// Returns what a node depends on, once its table is complete.
    pub(crate) fn list(&self, id: NodeId) -> Arc<[Dependency]> {
        Arc::clone(&self.node(id).list)
    }

    pub(crate) fn is_of(&self, id: NodeId, component: NodeId) -> bool {
        let members = self.node(component).members.as_ref();
        id == component || members.is_some_and(|members| members.contains(&id))
    }

    /// Returns the nodes whose tables were completed together.
    pub(crate) fn members(&self, id: NodeId) -> Arc<[NodeId]> {
        match &self.node(id).members {
            Some(members) => Arc::clone(members),
            None => Arc::from([id]),
        }
    }

    /// Adds a dependency of a node that is being evaluated.
    pub(crate) fn depend(&mut self, id: NodeId, on: Dependency) {
        self.node_mut(id).depends.insert(on);
    }

    /// The evaluation of a node calls a dynamic predicate; it may be handed new clauses.
    pub(crate) fn depend_on_facts(&mut self, id: NodeId, pred: PredId, pattern: Vec<u64>, is_handed: bool) {
        let node = self.node_mut(id);
        let dependency = match is_handed {
            true => Dependency::Clauses,
            false => Dependency::Facts,
        };
        if node.depends.len() >= MANY {
            if node.depends.insert(dependency(pred, [].into())) {
                let is_covered = |on: &Dependency| match on {
                    Dependency::Facts(other, args) => !is_handed && *other == pred && !args.is_empty(),
                    Dependency::Clauses(other, args) => is_handed && *other == pred && !args.is_empty(),
                    Dependency::Node(_) | Dependency::Rows(..) => false,
                };
                node.depends.retain(|on| !is_covered(on));
            }
            return;
        }
        let pattern = match pattern.iter().all(|&word| word == crate::code::changes::ANY) {
            true => Vec::new(),
            false => pattern,
        };
        node.depends.insert(dependency(pred, pattern.into()));
    }

    /// The table of a node that is being evaluated is handed nothing.
    pub(crate) fn follow_nothing(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        let depends = std::mem::take(&mut node.depends).into_iter();
        let depends = depends.map(|on| match on {
            Dependency::Rows(other, _) => Dependency::Node(other),
            Dependency::Clauses(pred, pattern) => Dependency::Facts(pred, pattern),
            on => on,
        });
        node.depends = depends.collect();
    }

    /// Adds what a complete table has called since to what its node depends on. Returns by how many bytes the graph has
    /// grown.
    pub(crate) fn merge(&mut self, id: NodeId) -> isize {
        let more = std::mem::take(&mut self.node_mut(id).depends);
        if more.is_empty() {
            return 0;
        }
        let is_handed_all = more.iter().all(|on| self.is_handed(on));
        let node = self.node_mut(id);
        let before = list_bytes(&node.list) as isize;
        let mut all: FxHashSet<Dependency> = node.list.iter().cloned().collect();
        let count = all.len();
        all.extend(more);
        if all.len() == count {
            return 0;
        }
        node.list = all.into_iter().collect();
        node.is_handed_all &= is_handed_all;
        list_bytes(&node.list) as isize - before
    }

    /// Whether what is new in a dependency is handed on, as far as it goes.
    fn is_handed(&self, on: &Dependency) -> bool {
        match on {
            Dependency::Clauses(..) => true,
            Dependency::Rows(other, _) => self.node(*other).is_handed_all,
            Dependency::Facts(..) | Dependency::Node(_) => false,
        }
    }

    /// Notes what the nodes of tables that were completed together are handed; `identities` are those of the tables.
    pub(crate) fn settle_component(&mut self, members: &[NodeId], identities: &[u64]) {
        let mut is_handed_all = identities.iter().all(|&identity| identity != 0);
        let own: FxHashMap<NodeId, u64> = members.iter().copied().zip(identities.iter().copied()).collect();
        let handed = match identities.iter().any(|&identity| identity != 0) {
            true => members,
            false => &[],
        };
        for &member in handed {
            let mut list: Vec<Dependency> = self.node(member).list.to_vec();
            for on in &mut list {
                match on {
                    // A table with the answers of the one before it has its identity.
                    Dependency::Rows(other, identity) if own.contains_key(other) => *identity = own[other],
                    on => is_handed_all &= self.is_handed(on),
                }
            }
            self.node_mut(member).list = list.into();
        }
        for &member in members {
            self.node_mut(member).is_handed_all = is_handed_all;
        }
    }

    /// Whether only changes that are more than new clauses of monotonic predicates concern a node.
    pub(crate) fn is_handed_all(&self, id: NodeId) -> bool {
        self.node(id).is_handed_all
    }

    /// The table of a node has more answers since a generation.
    pub(crate) fn note_growth(&mut self, id: NodeId, generation: u64) {
        self.node_mut(id).changed = generation;
    }

    /// A table of the node begins to be evaluated.
    pub(crate) fn begin(&mut self, id: NodeId, table: TableId) {
        let node = self.node_mut(id);
        node.table = Some(table);
        node.depends.clear();
    }

    /// The table of the node is gone.
    pub(crate) fn lose(&mut self, id: NodeId, table: TableId) {
        if let Some(node) = self.nodes.get_mut(id as usize) {
            if node.table == Some(table) {
                node.table = None;
                node.depends = FxHashSet::default();
            }
            if node.replaced == Some(table) {
                node.replaced = None;
            }
        }
    }

    /// The table of the node is to be compared with a new one.
    pub(crate) fn replace(&mut self, id: NodeId, table: TableId) {
        let node = self.node_mut(id);
        node.table = None;
        node.replaced.get_or_insert(table);
    }

    /// Ends the walk that a call has begun.
    pub(crate) fn forget_walk(&mut self) {
        self.walk = None;
    }

    /// The table of the node is complete, and valid since `started`. Returns by how many bytes the graph has grown.
    pub(crate) fn settle(&mut self, id: NodeId, started: u64, is_same: bool, members: Option<Arc<[NodeId]>>) -> isize {
        let node = self.node_mut(id);
        let before = list_bytes(&node.list) as isize;
        node.list = std::mem::take(&mut node.depends).into_iter().collect();
        node.members = members;
        node.replaced = None;
        node.is_stale = false;
        node.verified = started;
        if !is_same {
            node.changed = started;
        }
        list_bytes(&node.list) as isize - before
    }
}

fn list_bytes(list: &[Dependency]) -> usize {
    let words = list.iter().map(|on| match on {
        Dependency::Node(_) | Dependency::Rows(..) => 0,
        Dependency::Facts(_, pattern) | Dependency::Clauses(_, pattern) => pattern.len() * 8,
    });
    size_of_val(list) + words.sum::<usize>()
}
