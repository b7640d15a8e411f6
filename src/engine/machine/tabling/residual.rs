//! Undecided answers as programs see them: their goals and conditions.

use crate::base::atom::AtomTable;
use crate::base::ordered::Ordered;
use crate::machine::session::Session;
use crate::machine::tabling::conditions::{Delay, Literal};
use crate::machine::tabling::{Table, TableId, Tables};
use crate::term::cell::Cell;
use crate::term::flat;
use crate::term::heap::Heap;

impl Tables {
    /// Returns the number of cells that [`Tables::undecided_goal`] and [`Tables::undecided_ways`] need.
    pub fn cells_of_undecided(&self, delay: i64) -> usize {
        let (id, row) = match Delay::from_number(delay).literal() {
            Literal::Answer(id, row) => (id, Some(row)),
            Literal::Not(id) => (id, None),
        };
        let Some(table) = self.table_if_any(id) else { return 0 };
        let row = row.filter(|&row| row < table.answers.count());
        let cells = row.map_or(0, |row| {
            let ways = table.rare.conditions.as_ref().and_then(|conditions| conditions.of(row));
            flat::cells_of(table.answers.row(row))
                + ways.into_iter().flatten().map(|way| 2 + 2 * way.len()).sum::<usize>()
        });
        3 * table.key.len() + cells + 32
    }

    /// Returns an undecided goal, and whether it is negated; none if its table was abolished.
    pub fn undecided_goal(
        &self,
        session: &Session,
        heap: &mut Heap,
        atoms: &mut AtomTable,
        delay: i64,
    ) -> Option<(Cell, bool)> {
        let (id, row) = match Delay::from_number(delay).literal() {
            Literal::Answer(id, row) => (id, row),
            Literal::Not(id) => {
                self.table_if_any(id)?;
                return Some((self.table_goal(session, heap, atoms, id), true));
            }
        };
        let table = self.table_if_any(id).filter(|table| row < table.answers.count())?;
        let words = table.answers.row(row);
        let (mut at, mut terms) = (0, Vec::new());
        let mut fresh = Vec::new();
        while at < words.len() {
            terms.push(flat::build(heap, words, &mut at, &mut fresh));
        }
        let goal = flat::build(heap, &table.key, &mut 0, &mut terms);
        Some((session.own_name(heap, atoms, goal), false))
    }

    /// Returns the list of the ways in which an undecided answer may hold, each a list of undecided goals.
    pub fn undecided_ways(&self, heap: &mut Heap, delay: i64) -> Cell {
        let mut list = Cell::NIL;
        let Literal::Answer(id, row) = Delay::from_number(delay).literal() else {
            return list;
        };
        let conditions = self.table_if_any(id).and_then(|table| table.rare.conditions.as_ref());
        for way in conditions
            .and_then(|conditions| conditions.of(row))
            .into_iter()
            .flatten()
        {
            let cells: Vec<Cell> = way.iter().rev().map(|delay| delay.cell()).collect();
            let items = heap.new_list(&cells, Cell::NIL);
            list = heap.new_pair(items, list);
        }
        list
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
