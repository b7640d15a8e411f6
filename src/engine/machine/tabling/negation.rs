//! Negation: `tnot/1` of tabled goals.
//!
//! A negated goal whose table is complete is decided. One whose table is incomplete is suspended with the table, as a
//! consumer is. When the leader of a component has nothing else to do, it goes on with the negated goals of its
//! component that wait, one by one, as if they were true, under the delay of each (`conditions`).

use crate::code::instr::FAIL;
use crate::machine::Machine;
use crate::machine::native::{Next, Step, Stop};
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::term::cell::Cell;

use super::options::TableOptions;
use super::suspend::Body;
use super::{TableId, Tables};

/// Stands for the template of a goal that is negated.
pub(super) const NEGATED: Cell = Cell::int(-1);

impl Machine {
    /// Calls the negation of a tabled goal.
    ///
    /// # Errors
    /// As [`Machine::table_call`].
    pub fn table_negation(&mut self, goal: Cell, modes: Cell) -> Result<Next, Stop> {
        let called = self.read_call(goal, modes)?;
        if called.options != TableOptions::default() {
            return self.call_with_options(called, (goal, modes), true);
        }
        let found = self.tables.find(&called.key);
        let found = found.map(|id| (id, self.tables.get(id).state()));
        self.call_found(called, found, true)
    }

    /// Goes on behind the negation of a goal whose table is complete.
    pub(super) fn decide_not(&mut self, id: TableId) -> Step {
        let table = self.tables.get(id);
        if table.is_true() {
            return Err(Stop::Fail);
        }
        if table.answers.count() > 0 {
            let delay = self.tables.delay_not(id);
            self.add_delay(delay)?;
        }
        self.regs.pc = self.regs.cp;
        Ok(())
    }

    /// Goes on behind a negation that was suspended, under its delay.
    pub(super) fn resume_negation(&mut self, id: TableId, number: usize) -> Step {
        let suspension = &mut self.tables.get_mut(id).rare.suspensions[number];
        let owner = suspension.owner;
        // It is not needed again.
        let body = std::mem::replace(&mut suspension.body, Body::Dead);
        let Body::Continue(continuation) = body else {
            return Err(Stop::Fail);
        };
        self.tables.running = Some(owner);
        self.reopen(&continuation, owner, (id, number))?;
        let delay = self.tables.delay_not(id);
        self.add_delay(delay)?;
        self.regs.pc = self.regs.cp;
        // Cuts of the continuation reach the choice points above that of the consumer, which has no answers.
        let dead = Choice {
            alternative: FAIL,
            ..self.stacks.new_choice(&self.heap, &self.regs, ChoiceKind::Code, 0)
        };
        if continuation.has_levels {
            self.push_choice(dead)?;
        }
        while self.stacks.choice_count() < continuation.levels_up_to {
            self.push_choice(dead)?;
        }
        Ok(())
    }
}

impl Tables {
    /// Returns a negated goal that the newest generator, which has nothing else to do, is to go on with.
    pub(super) fn next_negation(&mut self) -> Option<(TableId, usize)> {
        loop {
            let (id, number) = self.active.last_mut()?.agenda.as_mut()?.negations.pop()?;
            let Some(Some(table)) = self.all.get_mut(id as usize) else {
                continue;
            };
            let is_true = table.is_true();
            let Some(suspension) = table.rare.suspensions.get_mut(number) else {
                continue;
            };
            if is_true {
                suspension.body = Body::Dead;
            }
            if matches!(suspension.body, Body::Continue(_)) {
                return Some((id, number));
            }
        }
    }
}
