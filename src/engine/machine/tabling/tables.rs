//! Questions of programs about tables, and abolishing them.

use crate::base::atom::AtomTable;
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::{Instr, PredId};
use crate::machine::session::Session;
use crate::machine::stacks::Stacks;
use crate::machine::stacks::choice::ChoiceKind;
use crate::machine::tabling::modes::TableMode;
use crate::machine::tabling::{Table, TableId, TableProperty, TableState, Tables};
use crate::term::cell::Cell;
use crate::term::flat;
use crate::term::heap::Heap;

impl Table {
    /// Returns the bytes that the table takes.
    pub(super) fn size(&self) -> usize {
        Table::bytes_of(&self.key) + self.answers.bytes() + self.rare.bytes()
    }
}

impl super::Tables {
    /// Returns the number of tables that calls find.
    pub(crate) fn count(&self) -> usize {
        self.index.len()
    }
}

impl Tables {
    /// The tables that calls may find: that of a flow answers none.
    fn listed(&self) -> impl Iterator<Item = (TableId, &Table)> {
        let tables = (0..).zip(self.all.iter());
        let tables = tables.filter_map(|(id, table)| Some((id, table.as_ref()?)));
        tables.filter(|(_, table)| !table.key.is_empty() && table.state() != TableState::Retired)
    }

    /// Returns the number of cells that [`Tables::list`] needs.
    pub(in crate::machine) fn cells_of_list(&self) -> usize {
        self.listed().map(|(_, table)| 3 * table.key.len() + 34).sum()
    }

    /// Builds the list of `table(Goal, Number, State, Answers)` for all tables, where a state is `complete` or
    /// `incomplete`.
    pub(in crate::machine) fn list(&self, session: &Session, heap: &mut Heap, atoms: &mut AtomTable) -> Cell {
        let states = ["complete", "incomplete"].map(|name| Cell::atom(atoms.intern(name)));
        let name = atoms.intern("table");
        let mut items = Vec::new();
        for (id, table) in self.listed() {
            let state = states[usize::from(table.state() != TableState::Complete)];
            let goal = self.table_goal(session, heap, atoms, id);
            let numbers = [i64::from(id), i64::from(table.answers.count())].map(Cell::int);
            items.push(heap.new_term(name, &[goal, numbers[0], state, numbers[1]]));
        }
        heap.new_list(&items, Cell::NIL)
    }

    /// As `table_goal`; gives the variables of the call, and those for aggregated arguments.
    pub(super) fn table_goal_of(
        &self,
        session: &Session,
        heap: &mut Heap,
        atoms: &mut AtomTable,
        id: TableId,
        variables: &mut Vec<Cell>,
        values: &mut Vec<Cell>,
    ) -> Cell {
        let table = self.get(id);
        let key = table.key.clone();
        let modes: Vec<TableMode> = table
            .rare
            .moded
            .as_ref()
            .map(|moded| moded.modes.clone())
            .unwrap_or_default();
        heap.grow(2 * key.len() + modes.len() + 8);
        let mut at = 0;
        let mut modules = Vec::new();
        if !modes.is_empty() {
            // Of a qualified goal the key has the module, then the functor.
            while Cell::from_bits(key[at]).is_immediate() && at + 1 < key.len() {
                modules.push(flat::build(heap, &key, &mut at, variables));
            }
            let functor = Cell::from_bits(key[at]).as_functor();
            at += 1;
            let mut args = Vec::with_capacity(modes.len());
            for mode in &modes {
                args.push(match mode {
                    TableMode::Index => flat::build(heap, &key, &mut at, variables),
                    TableMode::Value(_) => {
                        let variable = heap.new_var();
                        values.push(variable);
                        variable
                    }
                });
            }
            let name = session.shown(functor).name();
            let goal = heap.new_term(name, &args);
            return modules
                .into_iter()
                .rev()
                .fold(goal, |goal, module| heap.new_term(known::COLON, &[module, goal]));
        }
        let goal = flat::build(heap, &key, &mut at, variables);
        session.own_name(heap, atoms, goal)
    }

    /// Builds the call that a table answers, under the predicate's own name.
    pub(super) fn table_goal(&self, session: &Session, heap: &mut Heap, atoms: &mut AtomTable, id: TableId) -> Cell {
        self.table_goal_of(session, heap, atoms, id, &mut Vec::new(), &mut Vec::new())
    }

    /// Abolishes a complete table; an incomplete one stays. [`Tables::sweep_tables`] frees it.
    pub fn abolish_table(&mut self, db: &mut Database, number: usize) {
        let is_complete = |table: &Table| table.state() == TableState::Complete;
        if self.all.get(number).and_then(Option::as_ref).is_some_and(is_complete) {
            let id = number as TableId;
            self.forget(id);
            self.forget_queue(id);
            if let Some(node) = self.get(id).rare.node {
                self.graph.lose(node, id);
                // Tables that it hands its answers to get no new ones.
                db.invalidate_tables();
            }
            self.get_mut(id).status.set_state(TableState::Retired);
            self.retired.push(id);
        }
    }

    /// Frees the abolished tables that are not in use.
    pub fn sweep_tables(&mut self, stacks: &mut Stacks) {
        if self.retired.is_empty() {
            return;
        }
        let used = stacks
            .choices()
            .iter()
            .filter(|choice| choice.kind == ChoiceKind::Answers);
        let used: rustc_hash::FxHashSet<TableId> = used.map(|choice| choice.next.id.number()).collect();
        let retired = std::mem::take(&mut self.retired);
        let is_evaluating = self.is_evaluating();
        for id in retired {
            // While something is being evaluated, monotonic tables may be growing.
            let is_growing = is_evaluating && self.is_monotonic(id);
            if is_growing || used.contains(&id) || self.is_kept(id) {
                self.retired.push(id);
            } else {
                self.free(id);
            }
        }
    }
}

impl Tables {
    /// Drops the newest choice point if it is for the other answers of a table, and a call of the predicate `counts`/1 is
    /// all that follows each of them. Returns the number of these answers.
    pub fn take_other_answers(&self, stacks: &mut Stacks, db: &Database, atoms: &AtomTable, counts: &str) -> i64 {
        let Some(&choice) = stacks.choices().last() else {
            return 0;
        };
        if choice.kind != ChoiceKind::Answers {
            return 0;
        }
        let is_counted = match db.arena.instrs[choice.cp.address()] {
            Instr::PutValueYCall { pred, .. } => atoms.text(db.preds[pred].functor.name()) == counts,
            _ => false,
        };
        let table = self.get(choice.next.id.number());
        let rare = &table.rare;
        // Each answer is one of the call.
        let is_plain = rare.conditions.is_none() && rare.moded.is_none() && rare.inflow.is_none();
        let is_own = table.state() == TableState::Complete && !table.status.has(TableProperty::General);
        if !is_counted || !is_plain || !is_own {
            return 0;
        }
        let end = stacks.saved()[choice.args as usize + 1].as_int();
        stacks.pop();
        end - i64::from(choice.next.at)
    }

    /// Notes that the running tabled goal, if it is incremental, calls a predicate whose calls the debugger runs.
    pub fn note_traced_call(&mut self, db: &Database, pred: PredId) {
        if db.preds[pred].is_tracked() {
            self.note_any_dependency(pred);
        }
    }

    /// Returns the number of tables, and the bytes that they take.
    pub fn table_usage(&self) -> (usize, usize) {
        (self.count(), self.bytes())
    }
}
