//! Questions of programs about the nodes of incremental calls, and making them invalid.

use crate::base::known;
use crate::code::changes::ANY;
use crate::code::database::Database;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::machine::tabling::{TableState, Tables};
use crate::term::cell::Cell;

use super::nodes::{Dependency, NodeId};

impl Machine {
    /// Returns the list of `node(Number, Goal, State, Dependencies)` for all incremental calls that have a table.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn incremental_nodes(&mut self) -> Result<Cell, Stop> {
        let names = ["node", "valid", "invalid", "incomplete"].map(|name| self.intern(name));
        let invalid = self.tables.invalid_nodes(&self.db);
        let mut items = Vec::new();
        for node in 0..self.tables.graph.count() {
            let Some(id) = self.tables.graph.table(node) else {
                continue;
            };
            let table = self.tables.get(id);
            let state = match table.state() {
                TableState::Complete if invalid[node as usize] => names[2],
                TableState::Complete => names[1],
                _ => names[3],
            };
            let words = table.key.len();
            self.reserve(3 * words + 32)?;
            let goal = self
                .tables
                .table_goal(&self.session, &mut self.heap, &mut self.atoms, id);
            let mut depends = Vec::new();
            for on in self.tables.graph.list(node).iter() {
                depends.push(match on {
                    Dependency::Node(other) | Dependency::Rows(other, _) => Cell::int(i64::from(*other)),
                    Dependency::Facts(pred, pattern) | Dependency::Clauses(pred, pattern) => {
                        let p = &self.db.preds[*pred];
                        let (module, functor) = (p.module, self.session.shown(p.functor));
                        self.reserve(functor.arity() + 8)?;
                        let arguments: Vec<Cell> = (0..functor.arity())
                            .map(|at| match pattern.get(at) {
                                Some(&word) if word != ANY => Cell::from_bits(word),
                                _ => self.heap.new_var(),
                            })
                            .collect();
                        let call = self.heap.new_term(functor.name(), &arguments);
                        match module {
                            known::USER => call,
                            _ => self.heap.new_term(known::COLON, &[Cell::atom(module), call]),
                        }
                    }
                });
            }
            self.reserve(2 * depends.len() + 16)?;
            let depends = self.heap.new_list(&depends, Cell::NIL);
            let number = Cell::int(i64::from(node));
            items.push(
                self.heap
                    .new_term(names[0], &[number, goal, Cell::atom(state), depends]),
            );
        }
        self.reserve(2 * items.len())?;
        Ok(self.heap.new_list(&items, Cell::NIL))
    }
}

impl Tables {
    /// Returns for each node whether a change concerns it, or something that it depends on.
    fn invalid_nodes(&self, db: &Database) -> Vec<bool> {
        let graph = &self.graph;
        let count = graph.count() as usize;
        let mut users: Vec<Vec<NodeId>> = vec![Vec::new(); count];
        let (mut invalid, mut waiting) = (vec![false; count], Vec::new());
        for node in 0..graph.count() {
            for on in graph.list(node).iter() {
                if let Dependency::Node(other) | Dependency::Rows(other, _) = on {
                    users[*other as usize].push(node);
                }
            }
            if graph.table(node).is_none() || self.is_concerned(db, &[node]) || self.is_any_queued(&[node]) {
                invalid[node as usize] = true;
                waiting.push(node);
            }
        }
        while let Some(node) = waiting.pop() {
            for &user in &users[node as usize] {
                if !std::mem::replace(&mut invalid[user as usize], true) {
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
