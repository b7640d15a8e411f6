//! Adding answers to a table.

use crate::base::iso_error::Type;
use crate::code::database::Database;
use crate::code::instr::FAIL;
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::Stacks;
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::machine::tabling::conditions::{Delay, MOST_TABLES, ROW_BYTES, delays_in, way_bytes};
use crate::machine::tabling::restrain::RestraintVerdict;
use crate::machine::tabling::{TABLE, TEMPLATE, Table, TableId, TableProperty, TableState, Tables};
use crate::term::cell::Cell;
use crate::term::walk::Variables;

impl Machine {
    /// The clauses of a generator have returned to its frame: adds the answer, and fails into the next.
    pub(in crate::machine) fn table_answer(&mut self) -> Step {
        let id = self.stacks.slot(self.regs.e, TABLE).as_int() as TableId;
        let is_delayed = self.session.delay_list(&self.heap) != Cell::NIL;
        let template = self.stacks.slot(self.regs.e, TEMPLATE);
        if template.is_atom() && !is_delayed && self.tables.get(id).rare.restraint.is_none() {
            if self.tables.add_truth(id)
                && let Some(generator) = self.stacks.generator_on_top(id)
                && self.stacks.cleanup_level() <= generator
            {
                // There is no other answer: what is left of the clauses need not be tried (early completion, XSB).
                self.stacks.cut(generator + 1);
            }
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
            self.granted(|m| m.tables.add_row(&mut m.limits, id, &row))?;
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
            return Err(self.type_error(Type::FreeOfAttvar, goal));
        }
        let is_delayed = self.session.delay_list(&self.heap) != Cell::NIL;
        let verdict = match self.tables.get(id).rare.restraint {
            Some(_) => self.granted(|m| {
                m.tables
                    .restrain(&mut m.atoms, &mut m.db, &mut m.limits, id, row, is_delayed)
            })?,
            None => RestraintVerdict::Added,
        };
        match verdict {
            RestraintVerdict::LeftOut => return Ok(None),
            RestraintVerdict::Refused(flag) => {
                let goal = self
                    .tables
                    .table_goal(&self.session, &mut self.heap, &mut self.atoms, id);
                let formal = self.session.tripwire(&mut self.heap, &mut self.atoms, flag, goal);
                return Err(self.throw_error(formal));
            }
            RestraintVerdict::Added | RestraintVerdict::Asked(_) => {}
        }
        if !is_moded {
            if is_delayed {
                let delays = delays_in(&self.heap, self.session.delay_list(&self.heap));
                self.granted(|m| m.tables.add_way(&mut m.db, &mut m.limits, id, row, &delays))?;
            } else {
                self.granted(|m| m.tables.add_row(&mut m.limits, id, row))?;
            }
            return Ok(self
                .tables
                .asking_after(&self.session, &mut self.heap, &mut self.atoms, verdict, id));
        }
        if is_delayed {
            // An answer that is aggregated must be decided.
            return Err(self.table_error("aggregate", "undefined_answer", id));
        }
        if let Some(number) = self.tables.get(id).answers.find(row) {
            return self.join_values(id, number, &values);
        }
        self.granted(|m| m.tables.add_valued(&mut m.limits, id, row, &values))?;
        Ok(self
            .tables
            .asking_after(&self.session, &mut self.heap, &mut self.atoms, verdict, id))
    }
}

impl Table {
    /// Claims what another row may take.
    #[cold]
    fn claim_row(&self, limits: &mut MachineLimits, length: usize) -> Result<(), Lack> {
        if !self.answers.has_room(length) {
            return Err(Lack::Numbers);
        }
        limits.claim(self.answers.growth(length))
    }
}

impl Tables {
    /// Claims what another table takes.
    pub(super) fn claim_table(&self, limits: &mut MachineLimits, key: &[u64]) -> Result<(), Lack> {
        if self.all.len() >= MOST_TABLES {
            return Err(Lack::Numbers);
        }
        limits.claim(Table::bytes_of(key))
    }

    /// Adds a row, if it is new.
    #[inline]
    pub(super) fn add_row(&mut self, limits: &mut MachineLimits, id: TableId, row: &[u64]) -> Result<(), Lack> {
        let table = self.get_mut(id);
        let growth = table.answers.growth(row.len());
        if growth > 0 {
            table.claim_row(limits, row.len())?;
        }
        let before = if growth > 0 { table.answers.bytes() } else { 0 };
        let (number, is_new) = table.answers.insert(row);
        // Tables with conditions need numbers.
        if !is_new && table.rare.conditions.is_some() {
            table.make_true(number);
        }
        let is_waited_for = is_new && !table.rare.suspensions.is_empty() && !table.status.has(TableProperty::Queued);
        if growth > 0 {
            let after = table.answers.bytes();
            self.charge(id, before, after);
        }
        if is_waited_for {
            self.enqueue(id);
        }
        Ok(())
    }

    /// Adds a row with values.
    fn add_valued(&mut self, limits: &mut MachineLimits, id: TableId, row: &[u64], values: &[u64]) -> Result<(), Lack> {
        let table = self.get_mut(id);
        table.claim_row(limits, row.len())?;
        let before = table.answers.bytes();
        let (number, _) = table.answers.insert(row);
        let after = table.answers.bytes();
        self.charge(id, before, after);
        self.store_values(limits, id, number, values)
    }

    /// Adds a row that holds under delays.
    pub(super) fn add_way(
        &mut self,
        db: &mut Database,
        limits: &mut MachineLimits,
        id: TableId,
        row: &[u64],
        delays: &[Delay],
    ) -> Result<(), Lack> {
        if self.get(id).state() == TableState::Complete {
            // It has grown: it is evaluated again, since this is not for monotonic tables.
            self.make_table_stale(db, id);
            return Ok(());
        }
        self.get_mut(id).answers.need_numbers();
        let known = self.get(id).answers.find(row);
        if known.is_some_and(|number| !self.get(id).is_conditional(number)) {
            return Ok(());
        }
        limits.claim(ROW_BYTES + way_bytes(delays))?;
        // The row stays without conditions until they are noted below; nothing reads it meanwhile.
        let number = match known {
            Some(number) => number,
            None => {
                self.add_row(limits, id, row)?;
                self.get(id).answers.count() - 1
            }
        };
        let table = self.get_mut(id);
        let conditions = table.rare.conditions.get_or_insert_default();
        let before = conditions.bytes();
        conditions.add(number, delays.into());
        let after = conditions.bytes();
        self.charge(id, before, after);
        Ok(())
    }

    /// Notes that a call without variables holds; returns whether that is new.
    #[inline]
    fn add_truth(&mut self, id: TableId) -> bool {
        let table = self.get_mut(id);
        let is_new = table.answers.insert_truth();
        if !is_new && table.rare.conditions.is_some() {
            table.make_true(0);
        }
        if is_new && !table.rare.suspensions.is_empty() && !table.status.has(TableProperty::Queued) {
            self.enqueue(id);
        }
        is_new
    }
}

impl Stacks {
    /// Returns the index of the choice point of a table's generator, if no other table's evaluation is above it.
    fn generator_on_top(&self, id: TableId) -> Option<usize> {
        let stays = |choice: &Choice| match choice.kind {
            ChoiceKind::Generator | ChoiceKind::Consumer | ChoiceKind::Barrier | ChoiceKind::Given => true,
            ChoiceKind::Code
            | ChoiceKind::Native
            | ChoiceKind::Candidates
            | ChoiceKind::Answers
            | ChoiceKind::Catch
            | ChoiceKind::Cleanup => false,
        };
        let at = self.choices().iter().rposition(stays)?;
        let choice = &self.choices()[at];
        let is_own = choice.kind == ChoiceKind::Generator && choice.next.id.number() == id;
        is_own.then_some(at)
    }
}
