//! Components with aggregated values: the best value of each key is kept, and those that a round has improved are joined
//! again in the next one.
//!
//! All values are minima, or all are maxima, of small integers. A rule may only add to them, so that a better value
//! gives better ones, whatever the order in which rules are applied.

use crate::base::ids;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::tabling::datalog::run::{Evaluation, Unfit};
use crate::machine::tabling::datalog::{Component, DatalogGoal, DatalogRule, DatalogSource, DeclaredTable, Op, Slot};
use crate::machine::tabling::modes::{Aggregate, TableMode};
use crate::machine::tabling::{Table, TableId, Tables};
use crate::term::cell::Cell;

/// The rows of a variant with aggregated values.
pub(super) struct Best {
    /// The columns of the keys, then the values, of each row.
    pub words: Vec<u64>,
    pub width: usize,
    keys: usize,
    /// The rows that the last round added or improved.
    pub changed: Vec<u32>,
    /// Those that this round has, and whether each row is one of them.
    next: Vec<u32>,
    is_next: ids::Table<u32, bool>,
    /// Whether the table is complete already.
    is_known: bool,
}

impl Best {
    /// Makes the rows, which are those of a table if it is `known`.
    pub(super) fn new(keys: usize, values: usize, known: Option<&Table>) -> Best {
        let mut words = Vec::new();
        if let Some((table, moded)) = known.and_then(|table| Some((table, table.rare.moded.as_ref()?))) {
            for row in 0..table.answers.count() {
                words.extend_from_slice(table.answers.row(row));
                words.extend_from_slice(moded.values(row));
            }
        }
        Best {
            words,
            width: keys + values,
            keys,
            changed: Vec::new(),
            next: Vec::new(),
            is_next: ids::Table::default(),
            is_known: known.is_some(),
        }
    }

    pub(super) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Begins a round; returns whether the last one has changed anything.
    pub(super) fn begin_round(&mut self) -> bool {
        self.changed.clear();
        std::mem::swap(&mut self.changed, &mut self.next);
        for &row in &self.changed {
            self.is_next[row] = false;
        }
        !self.changed.is_empty()
    }

    fn change(&mut self, row: u32) {
        if !std::mem::replace(&mut self.is_next[row], true) {
            self.next.push(row);
        }
    }

    /// Adds a row under the next number.
    fn push(&mut self, row: &[u64]) {
        self.words.extend_from_slice(row);
        let number = self.is_next.push(false);
        self.change(number);
    }

    /// Replaces the values of a row by those of another that are better.
    fn improve(&mut self, number: u32, row: &[u64], aggregate: Aggregate) {
        let start = number as usize * self.width;
        let mut is_better = false;
        let known = &mut self.words[start + self.keys..start + self.width];
        for (word, &other) in known.iter_mut().zip(&row[self.keys..]) {
            let [old, new] = [*word, other].map(|word| Cell::from_bits(word).as_int());
            if aggregate == Aggregate::Min && new < old || aggregate == Aggregate::Max && new > old {
                *word = other;
                is_better = true;
            }
        }
        if is_better {
            self.change(number);
        }
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * 8 + self.is_next.capacity() + (self.next.capacity() + self.changed.capacity()) * 4
    }
}

impl Component {
    /// Notes how the values of a predicate are aggregated.
    ///
    /// # Errors
    /// If values are aggregated in another way than by minima alone or maxima alone.
    pub(super) fn note_modes(&mut self, declared: &DeclaredTable) -> Result<(), &'static str> {
        for mode in &declared.modes {
            let TableMode::Value(aggregate) = *mode else { continue };
            let is_known = matches!(aggregate, Aggregate::Min | Aggregate::Max);
            if !is_known || *self.aggregate.get_or_insert(aggregate) != aggregate {
                return Err("aggregated_value");
            }
        }
        Ok(())
    }

    /// Whether better values of its goals give better values of a rule, and change nothing else.
    pub(super) fn is_monotone(&self, rule: &DatalogRule) -> bool {
        let mut values: Vec<Slot> = Vec::new();
        // The variables that goals so far bind.
        let mut bound: Vec<Slot> = Vec::new();
        for goal in &rule.body {
            match goal {
                DatalogGoal::Test(_, a, b) => {
                    if values.contains(a) || values.contains(b) {
                        return false;
                    }
                }
                DatalogGoal::Access(source, slots) => {
                    if slots.iter().any(|slot| values.contains(slot)) {
                        return false;
                    }
                    bound.extend(slots);
                    if let DatalogSource::Variant(number) = *source
                        && self.variants[number].known.is_none()
                    {
                        values.extend(&slots[self.variants[number].width()..]);
                    }
                }
                DatalogGoal::Compute(target, ops) => match is_sum(ops, &values) {
                    None => return false,
                    Some(false) => bound.push(*target),
                    Some(true) if bound.contains(target) || !matches!(target, Slot::Var(_)) => return false,
                    Some(true) => {
                        bound.push(*target);
                        values.push(*target);
                    }
                },
            }
        }
        let keys = self.variants[rule.variant].width();
        !rule.columns[..keys].iter().any(|slot| values.contains(slot))
    }
}

/// Returns whether an expression contains values; `None` if it does not grow with them.
fn is_sum(ops: &[Op], values: &[Slot]) -> Option<bool> {
    let mut stack = Vec::new();
    for op in ops {
        if let Op::Push(slot) = op {
            stack.push(values.contains(slot));
            continue;
        }
        let (b, a) = (stack.pop()?, stack.pop()?);
        match op {
            Op::Subtract if b => return None,
            Op::Multiply if a || b => return None,
            _ => stack.push(a || b),
        }
    }
    stack.pop()
}

impl Tables {
    /// Adds a derived row with values to those of a variant.
    pub(super) fn add_best(
        &mut self,
        limits: &mut MachineLimits,
        best: &mut Best,
        id: TableId,
        row: &[u64],
        aggregate: Aggregate,
    ) -> Result<(), Unfit> {
        let (key, values) = row.split_at(best.keys);
        if !values.iter().all(|&word| Cell::from_bits(word).is_int()) {
            return Err(Unfit::Rules);
        }
        let answers = &self.get(id).answers;
        if let Some(number) = answers.find(key) {
            best.improve(number, row, aggregate);
            return Ok(());
        }
        if best.words.len() + best.width > best.words.capacity() {
            limits.claim(2 * best.bytes() + 1024)?;
        }
        let before = best.bytes();
        best.push(row);
        let after = best.bytes();
        self.charge(id, before, after);
        Ok(self.add_row(limits, id, key)?)
    }

    /// Gives the values to the tables.
    pub(super) fn keep_values(&mut self, limits: &mut MachineLimits, evaluation: &mut Evaluation) -> Result<(), Unfit> {
        for (id, best) in evaluation.take_best() {
            limits.claim((best.width - best.keys + 1) * 8 * best.is_next.len())?;
            if let Some(moded) = &mut self.get_mut(id).rare.moded {
                let rows = best.words.chunks_exact(best.width);
                moded.fill(rows.map(|row| &row[best.keys..]));
            }
        }
        Ok(())
    }
}
