//! Returning answers: binding the variables of a call to those of a row.

use crate::code::clause::ClauseId;
use crate::code::index::Candidate;
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::machine::tabling::{TABLE, TEMPLATE};
use crate::term::cell::Cell;
use crate::term::flat;

use super::TableId;

/// Number of words of a row for which no room is asked.
const SMALL: usize = 64;

impl Machine {
    /// Returns the answers of a complete table to the caller of the running goal, one by one on backtracking.
    pub(super) fn return_answers(&mut self, id: TableId, template: Cell) -> Step {
        let table = self.tables.get(id);
        let count = table.answers.count();
        if count == 0 {
            return Err(Stop::Fail);
        }
        if table.just_holds() {
            self.regs.pc = self.regs.cp;
            return Ok(());
        }
        // A single answer is returned as fast as it is copied.
        if count > 1
            && self.regs.cp == self.sequences.answer_address()
            && self.session.delay_list(&self.heap) == Cell::NIL
            && let (owner, own) = (self.slot(TABLE).as_int() as TableId, self.slot(TEMPLATE))
            && let Some(columns) = self.columns((id, template), (owner, own))?
        {
            let mut from = 0;
            self.granted(|m| {
                m.tables
                    .copy_rows(&mut m.db, &mut m.limits, (id, &mut from), owner, &columns)
            })?;
            return Err(Stop::Fail);
        }
        self.regs.pc = self.regs.cp;
        if count > 1 {
            self.x[0] = template;
            // A monotonic table may grow meanwhile.
            self.x[1] = Cell::int(i64::from(count));
            let choice = Choice {
                next: Candidate {
                    id: ClauseId::new(id),
                    at: 1,
                },
                ..self.stacks.new_choice(&self.heap, &self.regs, ChoiceKind::Answers, 2)
            };
            self.push_choice(choice)?;
        }
        self.deliver(id, 0, template)
    }

    /// Backtracks to a choice point for the answers of a complete table.
    pub(super) fn retry_answers(&mut self, choice: Choice) -> Step {
        let Candidate { id, at } = choice.next;
        let table = id.number();
        if i64::from(at) + 1 < self.x[1].as_int() {
            self.stacks.set_next(Candidate { id, at: at + 1 });
        } else {
            self.stacks.pop();
        }
        self.regs.pc = self.regs.cp;
        self.deliver(table, at, self.x[0])
    }

    /// Binds the arguments of a template to an answer.
    pub(super) fn deliver(&mut self, id: TableId, row: u32, template: Cell) -> Step {
        if self.tables.get(id).rare.conditions.is_some()
            && let Some(delay) = self.tables.delay_of(id, row)
        {
            self.add_delay(delay)?;
        }
        let table = self.tables.get(id);
        let words = table.answers.row(row);
        let width = table.answers.width();
        let (first, _) = self.heap.parts(template);
        if table.answers.is_flat() && table.rare.moded.is_none() {
            // The usual case: atoms and small integers.
            let mut at = 0;
            while at < width && flat::is_simple(words[at]) {
                let variable = self.heap.deref(self.heap.get(first + at));
                if !variable.is_ref() {
                    break;
                }
                self.stacks.bind(&mut self.heap, variable, Cell::from_bits(words[at]));
                at += 1;
            }
            if at == width {
                return Ok(());
            }
        }
        self.deliver_any(id, row, first)
    }

    #[cold]
    fn deliver_any(&mut self, id: TableId, row: u32, first: usize) -> Step {
        let table = self.tables.get(id);
        let width = table.answers.width();
        let words = table.answers.row(row).to_vec();
        let values = table.rare.moded.as_ref().map(|moded| moded.values(row).to_vec());
        let values = values.unwrap_or_default();
        if words.len() + values.len() > SMALL {
            self.reserve(flat::cells_of(&words) + flat::cells_of(&values) + values.len())?;
        }
        let mut variables = std::mem::take(&mut self.tables.variables);
        variables.clear();
        let mut at = 0;
        let mut step = Ok(());
        for i in 0..width {
            let target = self.deref(self.heap.get(first + i));
            // The variable of a new number is that of the caller.
            if target.is_variable() && flat::as_variable(words[at]) == Some(variables.len()) {
                variables.push(target);
                at += 1;
                continue;
            }
            let value = flat::build(&mut self.heap, &words, &mut at, &mut variables);
            if !self.unify_terms(target, value) {
                step = Err(Stop::Fail);
                break;
            }
        }
        let (mut at, mut i) = (0, width);
        while step.is_ok() && at < values.len() {
            let mut own = variables.clone();
            let value = flat::build(&mut self.heap, &values, &mut at, &mut own);
            let target = self.heap.get(first + i);
            if !self.unify_terms(target, value) {
                step = Err(Stop::Fail);
            }
            i += 1;
        }
        self.tables.variables = variables;
        step
    }
}
