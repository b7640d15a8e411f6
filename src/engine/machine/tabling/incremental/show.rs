//! Questions of programs about the nodes of incremental calls, and making them invalid.

use crate::base::atom::AtomTable;
use crate::base::ids::Table;
use crate::base::known;
use crate::code::changes::ANY;
use crate::code::database::Database;
use crate::machine::session::Session;
use crate::machine::tabling::incremental::nodes::{Dependency, NodeId};
use crate::machine::tabling::{TableState, Tables};
use crate::term::cell::Cell;
use crate::term::heap::Heap;

impl Tables {
    /// Returns the number of cells that [`Tables::list_nodes`] needs.
    pub fn cells_of_nodes(&self, db: &Database) -> usize {
        let cells = |on: &Dependency| match on {
            Dependency::Node(_) | Dependency::Rows(..) => 2,
            Dependency::Facts(pred, _) | Dependency::Clauses(pred, _) => 2 * db.preds[*pred].functor.arity() + 10,
        };
        let nodes = (0..self.graph.count()).filter_map(|node| Some((node, self.graph.table(node)?)));
        let nodes = nodes
            .map(|(node, id)| 3 * self.get(id).key.len() + 64 + self.graph.list(node).iter().map(cells).sum::<usize>());
        nodes.sum()
    }

    /// Builds the list of `node(Number, Goal, State, Dependencies)` for all incremental calls that have a table.
    pub fn list_nodes(&self, db: &Database, session: &Session, heap: &mut Heap, atoms: &mut AtomTable) -> Cell {
        let names = ["node", "valid", "invalid", "incomplete"].map(|name| atoms.intern(name));
        let invalid = self.invalid_nodes(db);
        let mut items = Vec::new();
        for node in 0..self.graph.count() {
            let Some(id) = self.graph.table(node) else {
                continue;
            };
            let table = self.get(id);
            let state = match table.state() {
                TableState::Complete if invalid[node] => names[2],
                TableState::Complete => names[1],
                _ => names[3],
            };
            let goal = self.table_goal(session, heap, atoms, id);
            let mut depends = Vec::new();
            for on in self.graph.list(node).iter() {
                depends.push(match on {
                    Dependency::Node(other) | Dependency::Rows(other, _) => Cell::int(i64::from(*other)),
                    Dependency::Facts(pred, pattern) | Dependency::Clauses(pred, pattern) => {
                        let p = &db.preds[*pred];
                        let (module, functor) = (p.module, session.shown(p.functor));
                        let arguments: Vec<Cell> = (0..functor.arity())
                            .map(|at| match pattern.get(at) {
                                Some(&word) if word != ANY => Cell::from_bits(word),
                                _ => heap.new_var(),
                            })
                            .collect();
                        let call = heap.new_term(functor.name(), &arguments);
                        match module {
                            known::USER => call,
                            _ => heap.new_term(known::COLON, &[Cell::atom(module), call]),
                        }
                    }
                });
            }
            let depends = heap.new_list(&depends, Cell::NIL);
            let number = Cell::int(i64::from(node));
            items.push(heap.new_term(names[0], &[number, goal, Cell::atom(state), depends]));
        }
        heap.new_list(&items, Cell::NIL)
    }
}

impl Tables {
    /// Returns for each node whether a change concerns it, or something that it depends on.
    fn invalid_nodes(&self, db: &Database) -> Table<NodeId, bool> {
        let graph = &self.graph;
        let count = graph.count() as usize;
        let mut users: Table<NodeId, Vec<NodeId>> = Table::filled(Vec::new(), count);
        let (mut invalid, mut waiting) = (Table::filled(false, count), Vec::new());
        for node in 0..graph.count() {
            for on in graph.list(node).iter() {
                if let Dependency::Node(other) | Dependency::Rows(other, _) = on {
                    users[*other].push(node);
                }
            }
            if graph.table(node).is_none() || self.is_concerned(db, &[node]) || self.is_any_queued(&[node]) {
                invalid[node] = true;
                waiting.push(node);
            }
        }
        while let Some(node) = waiting.pop() {
            for &user in &users[node] {
                if !std::mem::replace(&mut invalid[user], true) {
                    waiting.push(user);
                }
            }
        }
        invalid
    }

    /// Makes the table of an incremental call invalid.
    pub fn invalidate_node(&mut self, db: &mut Database, node: usize) {
        if let Ok(node) = NodeId::try_from(node)
            && node < self.graph.count()
        {
            self.graph.make_stale(node);
            db.invalidate_tables();
        }
    }
}
