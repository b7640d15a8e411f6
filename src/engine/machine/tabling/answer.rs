//! Adding answers to a table.

use crate::base::iso_error::Type;
use crate::base::limit::Limit;
use crate::code::instr::FAIL;
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::tabling::conditions::delays_in;
use crate::term::cell::Cell;
use crate::term::walk::Variables;

use super::conditions::{Delay, MOST_TABLES, ROW_BYTES, way_bytes};
use super::restrain::RestraintVerdict;
use super::{TABLE, TEMPLATE, Table, TableId, TableProperty, TableState};

impl Machine {
    /// The clauses of a generator have returned to its frame: adds the answer, and fails into the next.
    pub(in crate::machine) fn table_answer(&mut self) -> Step {
        let id = self.slot(TABLE).as_int() as TableId;
        let is_delayed = self.session.delay_list(&self.heap) != Cell::NIL;
        let template = self.slot(TEMPLATE);
        if template.is_atom() && !is_delayed && self.tables.get(id).rare.restraint.is_none() {
            self.tables.add_truth(id);
            return Err(Stop::Fail);
        }
        let (first, arity) = self.heap.parts(template);
        let width = self.tables.get(id).answers.width();
        let mut row = std::mem::take(&mut self.tables.row);
        row.clear();
        for i in 0..width {
            let cell = self.heap.deref(self.heap.get(first + i));
            if !cell.is_immediate() {
                break;
            }
            row.push(cell.bits());
        }
        let is_plain = !is_delayed && self.tables.get(id).rare.restraint.is_none();
        let goal = if row.len() == width && arity == width && is_plain {
            self.add_row(id, &row)?;
            None
        } else {
            row.clear();
            self.add_any(id, (first, arity), &mut row)?
        };
        self.tables.row = row;
        match goal {
            // The goal fails, or its continuation does.
            Some(goal) => {
                self.regs.cp = FAIL.address();
                self.x[0] = goal;
                self.call_goal(0)
            }
            None => Err(Stop::Fail),
        }
    }

    /// Adds an answer of any terms. Returns the goal that aggregates it, if one is needed.
    fn add_any(
        &mut self,
        id: TableId,
        (first, arity): (usize, usize),
        row: &mut Vec<u64>,
    ) -> Result<Option<Cell>, Stop> {
        let width = self.tables.get(id).answers.width();
        let mut variables = Variables::default();
        for i in 0..width {
            self.flatten(self.heap.get(first + i), &mut variables, row)?;
        }
        let is_moded = arity > width;
        let mut values = Vec::new();
        if is_moded {
            let cells: Vec<Cell> = (width..arity).map(|i| self.heap.get(first + i)).collect();
            self.flatten_values(cells.into_iter(), &variables, &mut values)?;
        }
        self.check_walks()?;
        if !variables.are_plain() {
            let goal = self
                .tables
                .table_goal(&self.session, &mut self.heap, &mut self.atoms, id);
            return Err(self.attributes_error(goal));
        }
        let is_delayed = self.session.delay_list(&self.heap) != Cell::NIL;
        let verdict = match self.tables.get(id).rare.restraint {
            Some(_) => self.restrain(id, row)?,
            None => RestraintVerdict::Added,
        };
        if verdict == RestraintVerdict::LeftOut {
            return Ok(None);
        }
        if !is_moded {
            if is_delayed {
                self.add_delayed(id, row)?;
            } else {
                self.add_row(id, row)?;
            }
            return Ok(self
                .tables
                .asking_after(&self.session, &mut self.heap, &mut self.atoms, verdict, id));
        }
        if is_delayed {
            return Err(self.cannot_aggregate(id));
        }
        if let Some(number) = self.tables.get(id).answers.find(row) {
            return self.join_values(id, number, &values);
        }
        self.charge_row(id, row.len())?;
        let table = self.tables.get_mut(id);
        let before = table.answers.bytes();
        let (number, _) = table.answers.insert(row);
        let after = table.answers.bytes();
        self.tables.charge(id, before, after);
        self.store_values(id, number, &values)?;
        Ok(self
            .tables
            .asking_after(&self.session, &mut self.heap, &mut self.atoms, verdict, id))
    }

    /// Charges another table.
    pub(super) fn charge_table(&mut self, key: &[u64]) -> Step {
        self.charge_program(Table::bytes_of(key))?;
        if self.tables.all.len() >= MOST_TABLES {
            return Err(self.resource_error(Limit::Program));
        }
        Ok(())
    }

    /// Adds a row, if it is new.
    #[inline]
    pub(super) fn add_row(&mut self, id: TableId, row: &[u64]) -> Step {
        let table = self.tables.get_mut(id);
        let growth = table.answers.growth(row.len());
        if growth > 0 {
            self.charge_row(id, row.len())?;
        }
        let table = self.tables.get_mut(id);
        let before = if growth > 0 { table.answers.bytes() } else { 0 };
        let (number, is_new) = table.answers.insert(row);
        // Tables with conditions need numbers.
        if !is_new && table.rare.conditions.is_some() {
            table.make_true(number);
        }
        let is_waited_for = is_new && !table.rare.suspensions.is_empty() && !table.status.has(TableProperty::Queued);
        if growth > 0 {
            let after = table.answers.bytes();
            self.tables.charge(id, before, after);
        }
        if is_waited_for {
            self.tables.enqueue(id);
        }
        Ok(())
    }

    /// Charges what another row may take.
    #[cold]
    fn charge_row(&mut self, id: TableId, length: usize) -> Step {
        let rows = &self.tables.get(id).answers;
        let growth = rows.growth(length);
        if !rows.has_room(length) {
            return Err(self.resource_error(Limit::Program));
        }
        self.charge_program(growth)
    }

    /// `type_error(free_of_attvar, Goal)`: a table cannot hold attributes.
    #[cold]
    pub(super) fn attributes_error(&mut self, goal: Cell) -> Stop {
        self.type_error(Type::FreeOfAttvar, goal)
    }

    /// Adds a row under the delays of the running branch.
    #[cold]
    pub(super) fn add_delayed(&mut self, id: TableId, row: &[u64]) -> Step {
        let delays = delays_in(&self.heap, self.session.delay_list(&self.heap));
        self.add_way(id, row, delays)
    }

    /// Copies a row that has conditions from another table.
    #[cold]
    pub(super) fn copy_delayed(&mut self, id: TableId, row: &[u64], from: (TableId, u32)) -> Step {
        let delay = self.tables.delay_answer(from.0, from.1);
        self.add_way(id, row, vec![delay])
    }

    pub(super) fn add_way(&mut self, id: TableId, row: &[u64], delays: Vec<Delay>) -> Step {
        if self.tables.get(id).state() == TableState::Complete {
            // It has grown: it is evaluated again, since this is not for monotonic tables.
            self.tables.make_table_stale(&mut self.db, id);
            return Ok(());
        }
        self.tables.get_mut(id).answers.need_numbers();
        let known = self.tables.get(id).answers.find(row);
        if known.is_some_and(|number| !self.tables.get(id).is_conditional(number)) {
            return Ok(());
        }
        self.charge_program(ROW_BYTES + way_bytes(&delays))?;
        // The row stays without conditions until they are noted below; nothing reads it meanwhile.
        let number = match known {
            Some(number) => number,
            None => {
                self.add_row(id, row)?;
                self.tables.get(id).answers.count() - 1
            }
        };
        let table = self.tables.get_mut(id);
        let conditions = table.rare.conditions.get_or_insert_default();
        let before = conditions.bytes();
        conditions.add(number, delays.into_boxed_slice());
        let after = conditions.bytes();
        self.tables.charge(id, before, after);
        Ok(())
    }

    /// `permission_error(aggregate, undefined_answer, Goal)`: an answer that is aggregated must be decided.
    #[cold]
    pub(super) fn cannot_aggregate(&mut self, id: TableId) -> Stop {
        self.table_error("aggregate", "undefined_answer", id)
    }
}

impl super::Tables {
    /// Notes that a call without variables holds.
    #[inline]
    fn add_truth(&mut self, id: TableId) {
        let table = self.get_mut(id);
        let is_new = table.answers.insert_truth();
        if !is_new && table.rare.conditions.is_some() {
            table.make_true(0);
        }
        if is_new && !table.rare.suspensions.is_empty() && !table.status.has(TableProperty::Queued) {
            self.enqueue(id);
        }
    }
}
