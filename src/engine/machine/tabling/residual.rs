//! Undecided answers as programs see them: their goals and conditions.

use crate::base::ordered::Ordered;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::machine::tabling::Tables;
use crate::term::cell::Cell;
use crate::term::flat;

use super::conditions::{Delay, Literal};
use super::{Table, TableId};

impl Machine {
    /// Returns an undecided goal, and whether it is negated; none if its table was abolished.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn undecided_goal(&mut self, delay: i64) -> Result<Option<(Cell, bool)>, Stop> {
        let (id, row) = match Delay::from_number(delay).literal() {
            Literal::Answer(id, row) => (id, Some(row)),
            Literal::Not(id) => (id, None),
        };
        let Some(table) = self.tables.table_if_any(id) else {
            return Ok(None);
        };
        let Some(row) = row else {
            let words = table.key.len();
            self.reserve(3 * words + 32)?;
            return Ok(Some((
                self.tables
                    .table_goal(&self.session, &mut self.heap, &mut self.atoms, id),
                true,
            )));
        };
        if row >= table.answers.count() {
            return Ok(None);
        }
        let words = table.answers.row(row).to_vec();
        let key = table.key.clone();
        self.reserve(3 * key.len() + flat::cells_of(&words) + 32)?;
        let (mut at, mut terms) = (0, Vec::new());
        let mut fresh = Vec::new();
        while at < words.len() {
            terms.push(flat::build(&mut self.heap, &words, &mut at, &mut fresh));
        }
        let goal = flat::build(&mut self.heap, &key, &mut 0, &mut terms);
        Ok(Some((
            self.session.own_name(&mut self.heap, &mut self.atoms, goal),
            false,
        )))
    }

    /// Returns the list of the ways in which an undecided answer may hold, each a list of undecided goals.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn undecided_ways(&mut self, delay: i64) -> Result<Cell, Stop> {
        let Literal::Answer(id, row) = Delay::from_number(delay).literal() else {
            return Ok(Cell::NIL);
        };
        let conditions = self
            .tables
            .table_if_any(id)
            .and_then(|table| table.rare.conditions.as_ref());
        let ways = conditions
            .and_then(|conditions| conditions.of(row))
            .cloned()
            .unwrap_or_default();
        let size: usize = ways.iter().map(|way| 2 + 2 * way.len()).sum();
        self.reserve(size)?;
        let mut list = Cell::NIL;
        for way in ways {
            let cells: Vec<Cell> = way.iter().rev().map(|delay| delay.cell()).collect();
            let items = self.heap.new_list(&cells, Cell::NIL);
            list = self.heap.new_pair(items, list);
        }
        Ok(list)
    }
}

impl Tables {
    fn table_if_any(&self, id: TableId) -> Option<&Table> {
        self.all.get(id as usize).and_then(Option::as_ref)
    }

    /// Returns the undecided answers that an undecided goal speaks of.
    pub fn undecided_parts(&self, delay: i64) -> Vec<i64> {
        let Literal::Not(id) = Delay::from_number(delay).literal() else {
            return vec![delay];
        };
        let conditions = self.table_if_any(id).and_then(|table| table.rare.conditions.as_ref());
        let mut rows: Vec<u32> = conditions
            .into_iter()
            .flat_map(|conditions| conditions.rows())
            .map(|(row, _)| row)
            .collect();
        rows.order();
        rows.into_iter()
            .map(|row| Delay::answer(id, row).cell().as_int())
            .collect()
    }

    /// Returns the undecided answers of a table.
    pub fn undecided_in(&self, id: usize) -> Vec<i64> {
        match TableId::try_from(id) {
            Ok(id) => self.undecided_parts(Delay::not(id).cell().as_int()),
            Err(_) => Vec::new(),
        }
    }
}
