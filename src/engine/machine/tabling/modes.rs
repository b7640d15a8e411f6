//! Answers that are aggregated: of the answers with the same index arguments one is kept, with the best values.
//!
//! A better answer replaces the values. While the table is incomplete, consumers follow a log of the rows that were
//! added or improved; entries that a later one replaces are skipped.

use std::cmp::Ordering;

use crate::base::atom::AtomTable;
use crate::base::num::function::FunctionId;
use crate::base::{ids, known};
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::native::{Step, Stop};
use crate::machine::tabling::{Table, TableId, TableState, Tables};
use crate::term::cell::Cell;
use crate::term::flat;
use crate::term::heap::Heap;
use crate::term::order::compare;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;
use crate::term::walk::{Variables, list_to_vec};

/// The mode of an argument of a tabled predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TableMode {
    /// It tells answers apart.
    Index,
    /// It is aggregated.
    Value(Aggregate),
}

/// How values are aggregated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aggregate {
    First,
    Last,
    Min,
    Max,
    Sum,
    /// By a predicate of the program.
    Join,
}

/// The aggregated values of a table.
#[derive(Clone)]
pub(super) struct Moded {
    pub(super) modes: Vec<TableMode>,
    /// The modes as the declaration has them, if a predicate of the program is among them.
    term: Record,
    words: Vec<u64>,
    /// Where the values of each row are.
    spans: ids::Table<u32, (u32, u32)>,
    /// The rows that were added or improved, in order.
    log: Vec<u32>,
    /// The last entry of each row in the log.
    latest: ids::Table<u32, u32>,
}

impl Moded {
    pub(super) fn new(modes: Vec<TableMode>, term: Record) -> Moded {
        Moded {
            modes,
            term,
            words: Vec::new(),
            spans: ids::Table::default(),
            log: Vec::new(),
            latest: ids::Table::default(),
        }
    }

    /// Returns the aggregates of the values.
    pub(super) fn aggregates(&self) -> impl Iterator<Item = Aggregate> {
        self.modes.iter().filter_map(|mode| match mode {
            TableMode::Index => None,
            TableMode::Value(aggregate) => Some(*aggregate),
        })
    }

    /// Whether the values are defined only for a goal that is run once.
    pub(super) fn is_single_pass(&self) -> bool {
        self.aggregates()
            .any(|aggregate| matches!(aggregate, Aggregate::Last | Aggregate::Sum))
    }

    /// Returns the words of the values of a row.
    pub(super) fn values(&self, row: u32) -> &[u64] {
        let (start, end) = self.spans[row];
        &self.words[start as usize..end as usize]
    }

    /// Returns the words of all values, also of those that others replaced.
    pub(super) fn all_values(&self) -> &[u64] {
        &self.words
    }

    /// Stores the values of all rows, each of one word.
    pub(super) fn fill<'v>(&mut self, rows: impl Iterator<Item = &'v [u64]>) {
        for values in rows {
            let start = self.words.len() as u32;
            self.words.extend_from_slice(values);
            self.spans.push((start, self.words.len() as u32));
        }
    }

    /// Stores the values of a row, which may be new.
    pub(super) fn set(&mut self, row: u32, values: &[u64]) {
        let at = row as usize;
        let span = match self.spans.get(at) {
            Some(&(start, end)) if (end - start) as usize == values.len() => {
                self.words[start as usize..end as usize].copy_from_slice(values);
                (start, end)
            }
            _ => {
                let start = self.words.len() as u32;
                self.words.extend_from_slice(values);
                (start, self.words.len() as u32)
            }
        };
        let entry = self.log.len() as u32;
        self.log.push(row);
        if at < self.spans.len() {
            self.spans[row] = span;
            self.latest[row] = entry;
        } else {
            self.spans.push(span);
            self.latest.push(entry);
        }
    }

    /// Returns the number of entries of the log.
    pub(super) fn log_length(&self) -> u32 {
        self.log.len() as u32
    }

    /// Returns the row of an entry of the log, unless a later entry replaces it.
    pub(super) fn entry(&self, entry: u32) -> Option<u32> {
        let row = *self.log.get(entry as usize)?;
        (self.latest[row] == entry).then_some(row)
    }

    /// Returns the bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        (self.words.capacity() + self.spans.capacity() + self.log.capacity()) * 8
    }

    /// Drops what only an incomplete table needs.
    pub(super) fn finish(&mut self) {
        self.log = Vec::new();
        self.latest = ids::Table::default();
        self.words.shrink_to_fit();
        self.spans.values_mut().shrink_to_fit();
    }

    pub(super) fn each_words(&self, visit: &mut impl FnMut(&[u64])) {
        visit(&self.words);
        visit(self.term.cells());
    }
}

impl Tables {
    /// Replaces the values of a row.
    pub(super) fn store_values(
        &mut self,
        limits: &mut MachineLimits,
        id: TableId,
        row: u32,
        values: &[u64],
    ) -> Result<(), Lack> {
        limits.claim(values.len() * 8 + 16)?;
        let Some(moded) = &mut self.get_mut(id).rare.moded else {
            return Ok(());
        };
        let before = moded.bytes();
        moded.set(row, values);
        let after = moded.bytes();
        self.charge(id, before, after);
        self.enqueue(id);
        Ok(())
    }
}

impl Machine {
    /// Flattens the values of an answer; each has the variables of its key, and its own.
    pub(super) fn flatten_values(
        &mut self,
        values: impl Iterator<Item = Cell>,
        key: &Variables,
        words: &mut Vec<u64>,
    ) -> Step {
        for value in values {
            let value = self.deref(value);
            if value.is_immediate() {
                words.push(value.bits());
                continue;
            }
            let mut variables = Variables::default();
            for &variable in &key.cells {
                variables.insert(variable);
            }
            self.flatten(value, &mut variables, words)?;
        }
        Ok(())
    }

    /// Adds the values of an answer to those of a row that has some. If a predicate of the program is to decide,
    /// returns the goal that calls it.
    ///
    /// # Errors
    /// The exception of an addition.
    pub(super) fn join_values(&mut self, id: TableId, row: u32, new: &[u64]) -> Result<Option<Cell>, Stop> {
        let table = self.tables.get(id);
        let Some(moded) = &table.rare.moded else {
            return Ok(None);
        };
        let aggregates: Vec<Aggregate> = moded.aggregates().collect();
        let old = moded.values(row).to_vec();
        if aggregates.contains(&Aggregate::Join) {
            return self.join_goal(id, row, &old, new).map(Some);
        }
        let top = self.heap.top();
        let (mut at_old, mut at_new) = (0, 0);
        let mut best = Vec::with_capacity(old.len());
        for aggregate in aggregates {
            let (end_old, end_new) = (flat::end_of(&old, at_old), flat::end_of(new, at_new));
            let (a, b) = (&old[at_old..end_old], &new[at_new..end_new]);
            (at_old, at_new) = (end_old, end_new);
            match aggregate {
                Aggregate::First | Aggregate::Join => best.extend_from_slice(a),
                Aggregate::Last => best.extend_from_slice(b),
                Aggregate::Min | Aggregate::Max => {
                    let wanted = match aggregate {
                        Aggregate::Min => Ordering::Less,
                        _ => Ordering::Greater,
                    };
                    let is_better = self.compare_values(b, a)? == wanted;
                    best.extend_from_slice(if is_better { b } else { a });
                }
                Aggregate::Sum => {
                    self.reserve(flat::cells_of(a) + flat::cells_of(b))?;
                    let [x, y] = [a, b].map(|words| value_of(&mut self.heap, words));
                    let sum = self.arith2(FunctionId::ADD, x, y)?;
                    self.flatten(sum, &mut Variables::default(), &mut best)?;
                }
            }
        }
        self.heap.set_top(top);
        if best != old {
            self.granted(|m| m.tables.store_values(&mut m.limits, id, row, &best))?;
        }
        Ok(None)
    }

    /// Compares two values: numbers by value, then in standard order.
    fn compare_values(&mut self, a: &[u64], b: &[u64]) -> Result<Ordering, Stop> {
        if let (&[a], &[b]) = (a, b)
            && Cell::are_ints(Cell::from_bits(a), Cell::from_bits(b))
        {
            return Ok(Cell::from_bits(a).as_int().cmp(&Cell::from_bits(b).as_int()));
        }
        self.reserve(flat::cells_of(a) + flat::cells_of(b))?;
        let [a, b] = [a, b].map(|words| value_of(&mut self.heap, words));
        if self.heap.number(a).is_some() && self.heap.number(b).is_some() {
            let order = self.compare_numbers(a, b)?.unwrap_or(Ordering::Equal);
            return Ok(order.then_with(|| compare(&self.heap, &self.atoms, a, b)));
        }
        Ok(compare(&self.heap, &self.atoms, a, b))
    }

    /// Builds `'$table_join'(Table, Row, Old, New)`, with lists of values.
    fn join_goal(&mut self, id: TableId, row: u32, old: &[u64], new: &[u64]) -> Result<Cell, Stop> {
        let key = self.tables.get(id).answers.row(row).to_vec();
        self.reserve(2 * key.len() + 3 * (old.len() + new.len()) + 16)?;
        // The variables of the key, which values may contain.
        let (mut at, mut variables) = (0, Vec::new());
        while at < key.len() {
            flat::build(&mut self.heap, &key, &mut at, &mut variables);
        }
        let mut lists = [Cell::NIL; 2];
        for (list, words) in lists.iter_mut().zip([old, new]) {
            let (mut at, mut items) = (0, Vec::new());
            while at < words.len() {
                let mut own = variables.clone();
                items.push(flat::build(&mut self.heap, words, &mut at, &mut own));
            }
            *list = self.heap.new_list(&items, Cell::NIL);
        }
        // The term with the variables of the key, so that the result is flattened as the values were.
        let template = self.heap.new_term(known::TEMPLATE, &variables);
        let numbers = [i64::from(id), i64::from(row)].map(Cell::int);
        let moded = self.tables.get(id).rare.moded.as_ref();
        let modes = moded.map(|moded| moded.term.clone()).unwrap_or_default();
        self.reserve(modes.len())?;
        let modes = modes.unpack(&mut self.heap);
        let [old, new] = lists;
        Ok(self
            .heap
            .new_term(known::TABLE_JOIN, &[numbers[0], numbers[1], template, modes, old, new]))
    }

    /// Replaces the aggregated values of an answer by those of a list.
    ///
    /// # Errors
    /// Failure if the table is not being evaluated; `resource_error(program_space)`.
    pub fn replace_answer(&mut self, id: i64, row: i64, template: Cell, values: &[Cell]) -> Step {
        let id = id as TableId;
        let is_there =
            |table: &Table| matches!(table.state(), TableState::Incomplete(_)) || table.rare.inflow.is_some();
        if !self
            .tables
            .all
            .get(id as usize)
            .and_then(Option::as_ref)
            .is_some_and(is_there)
        {
            return Err(Stop::Fail);
        }
        let (first, arity) = self.heap.parts(self.deref(template));
        let mut variables = Variables::default();
        for at in first..first + arity {
            let cell = self.deref(self.heap.get(at));
            if cell.is_variable() {
                variables.insert(cell);
            }
        }
        let mut words = Vec::new();
        self.flatten_values(values.iter().copied(), &variables, &mut words)?;
        self.check_walks()?;
        self.granted(|m| m.tables.store_values(&mut m.limits, id, row as u32, &words))
    }
}

/// Builds the value with these flat words.
fn value_of(heap: &mut Heap, words: &[u64]) -> Cell {
    flat::build(heap, words, &mut 0, &mut Vec::new())
}

impl AtomTable {
    /// Returns the aggregate that an atom names.
    pub(super) fn aggregate_named(&self, name: Cell) -> Aggregate {
        if !name.is_atom() {
            return Aggregate::Join;
        }
        match self.text(name.as_atom()) {
            "first" => Aggregate::First,
            "last" => Aggregate::Last,
            "min" => Aggregate::Min,
            "max" => Aggregate::Max,
            "sum" => Aggregate::Sum,
            _ => Aggregate::Join,
        }
    }
}

fn aggregate(heap: &Heap, atoms: &AtomTable, name: Cell) -> Aggregate {
    atoms.aggregate_named(heap.deref(name))
}

/// Reads the list of modes.
pub(super) fn modes_of(heap: &Heap, atoms: &AtomTable, list: Cell) -> Result<Vec<TableMode>, Stop> {
    let items = list_to_vec(heap, list).unwrap_or_default();
    let modes = items.into_iter().map(|item| match heap.view(item) {
        View::Struct(_, first) => TableMode::Value(aggregate(heap, atoms, heap.get(first))),
        _ => TableMode::Index,
    });
    Ok(modes.collect())
}

/// Returns what a table with these modes keeps; `list` is their declaration.
pub(super) fn moded(heap: &Heap, modes: Vec<TableMode>, list: Cell) -> Moded {
    let record = match modes.contains(&TableMode::Value(Aggregate::Join)) {
        true => Record::pack_slowly(heap, list, Attributes::Drop),
        false => Record::default(),
    };
    Moded::new(modes, record)
}
