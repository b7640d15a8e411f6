//! Conditions of answers: what is still undecided when an answer is found (SLG's delays).
//!
//! A branch of a generator holds under its delays: goals that it went on from before their truth was known. They are
//! kept in a list on the heap, which backtracking restores (`Session::delays`): empty for a generator's clauses, that of
//! the suspended goal for a consumer. An answer that is found under delays is stored with them. Its consumers go on
//! under a delay of that answer. `simplify` decides what can be decided when a component is complete; the conditions
//! that are left make the answers undefined in the well-founded model.

use rustc_hash::FxHashMap;

use crate::machine::session::Session;
use crate::machine::stacks::Stacks;
use crate::machine::tabling::{TableId, TableProperty, Tables};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

/// Tables with numbers from here on cannot be delayed upon.
pub(super) const MOST_TABLES: usize = 1 << 28;

/// An undecided goal, as a small integer that fits into a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Delay(i64);

/// The event that a delay waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Literal {
    /// An answer, by its row.
    Answer(TableId, u32),
    /// That a table has no answers.
    Not(TableId),
}

impl Delay {
    pub(super) fn answer(id: TableId, row: u32) -> Delay {
        Delay(i64::from(id) << 32 | i64::from(row))
    }

    pub(super) fn not(id: TableId) -> Delay {
        Delay(-1 - i64::from(id))
    }

    pub(super) fn literal(self) -> Literal {
        match self.0 {
            code @ 0.. => Literal::Answer((code >> 32) as TableId, code as u32),
            code => Literal::Not((-1 - code) as TableId),
        }
    }

    pub(super) fn cell(self) -> Cell {
        Cell::int(self.0)
    }

    /// Reads a delay from its number.
    pub(super) fn from_number(number: i64) -> Delay {
        Delay(number)
    }
}

/// The ways in which an answer was found, each the delays that must hold together.
pub(super) type Ways = Vec<Box<[Delay]>>;

/// The answers of a table that have conditions.
#[derive(Default)]
pub(super) struct Conditions {
    of: FxHashMap<u32, Ways>,
    bytes: usize,
}

/// Bytes of a row with conditions beside those of its ways.
pub(super) const ROW_BYTES: usize = 48;

pub(super) fn way_bytes(way: &[Delay]) -> usize {
    size_of_val(way) + size_of::<Box<[Delay]>>()
}

impl Conditions {
    /// Returns the number of answers with conditions.
    pub(super) fn count(&self) -> usize {
        self.of.len()
    }

    /// Returns the ways in which a row was found, if all have conditions.
    pub(super) fn of(&self, row: u32) -> Option<&Ways> {
        self.of.get(&row)
    }

    /// Returns the rows with conditions.
    pub(super) fn rows(&self) -> impl Iterator<Item = (u32, &Ways)> {
        self.of.iter().map(|(&row, ways)| (row, ways))
    }

    /// Adds a way for a row.
    pub(super) fn add(&mut self, row: u32, way: Box<[Delay]>) {
        let ways = self.of.entry(row).or_insert_with(|| {
            self.bytes += ROW_BYTES;
            Ways::new()
        });
        if !ways.contains(&way) {
            self.bytes += way_bytes(&way);
            ways.push(way);
        }
    }

    /// The row holds without conditions.
    fn remove(&mut self, row: u32) {
        if let Some(ways) = self.of.remove(&row) {
            self.bytes -= ROW_BYTES + ways.iter().map(|way| way_bytes(way)).sum::<usize>();
        }
    }

    /// Takes the ways of a row out.
    pub(super) fn take(&mut self, row: u32) -> Option<Ways> {
        self.of.remove(&row)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl super::Table {
    /// Whether some answer holds without conditions.
    pub(super) fn is_true(&self) -> bool {
        self.answers.count() as usize > self.rare.conditions.as_ref().map_or(0, |conditions| conditions.count())
    }

    /// Whether a row has conditions.
    pub(super) fn is_conditional(&self, row: u32) -> bool {
        self.rare
            .conditions
            .as_ref()
            .is_some_and(|conditions| conditions.of(row).is_some())
    }

    /// The row holds without conditions.
    pub(super) fn make_true(&mut self, row: u32) {
        if let Some(parts) = self.rare.parts_mut()
            && let Some(conditions) = &mut parts.conditions
        {
            conditions.remove(row);
            if conditions.count() == 0 {
                parts.conditions = None;
            }
        }
    }
}

impl Tables {
    /// Makes a delay of a goal of this table, whose number is not used again.
    pub(super) fn delay_not(&mut self, id: TableId) -> Delay {
        self.get_mut(id).status.set(TableProperty::Delayed, true);
        Delay::not(id)
    }

    pub(super) fn delay_answer(&mut self, id: TableId, row: u32) -> Delay {
        self.get_mut(id).status.set(TableProperty::Delayed, true);
        Delay::answer(id, row)
    }

    /// Makes the delay under which a branch goes on with a row, if that has conditions.
    #[cold]
    pub(super) fn delay_of(&mut self, id: TableId, row: u32) -> Option<Delay> {
        self.get(id).is_conditional(row).then(|| self.delay_answer(id, row))
    }
}

/// Returns the delays in a list, each once, the oldest first.
pub(super) fn delays_in(heap: &Heap, mut list: Cell) -> Vec<Delay> {
    let mut delays = Vec::new();
    while let View::List(at) = heap.view(list) {
        let delay = Delay(heap.deref(heap.get(at)).as_int());
        if !delays.contains(&delay) {
            delays.push(delay);
        }
        list = heap.get(at + 1);
    }
    delays.reverse();
    delays
}

impl Session {
    /// Returns the list of the undecided goals under which the running goal holds, as numbers.
    #[inline]
    pub fn delay_list(&self, heap: &Heap) -> Cell {
        heap.get(self.cells.delays)
    }

    /// Replaces the list of undecided goals until backtracking.
    #[inline]
    pub fn replace_delays(&self, heap: &mut Heap, stacks: &mut Stacks, delays: Cell) {
        if self.delay_list(heap) != delays {
            let at = self.cells.delays;
            stacks.assign(heap, at, delays);
        }
    }
}
