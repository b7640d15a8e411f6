//! Bound calls that have a complete table already.

use crate::code::database::Database;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::tabling::datalog::run::{Evaluation, Unfit};
use crate::machine::tabling::datalog::{Component, Variant};
use crate::machine::tabling::{TableId, TableState, Tables};
use crate::term::flat;

impl Tables {
    /// Adds the answers of a call that has a complete table already; returns false if it has none.
    pub(super) fn take_known(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        evaluation: &mut Evaluation,
        component: &Component,
        calls: usize,
        values: &[u64],
    ) -> Result<bool, Unfit> {
        let Some(number) = component.variants[calls].answers else {
            return Ok(false);
        };
        let key = db.key_of_call(component, number, values);
        // Calls of several variants may have the same key.
        let call = [&[number as u64], &key[..]].concat();
        if evaluation.known_calls.contains(&call[..]) {
            return Ok(true);
        }
        let Some(id) = self.find(&key) else {
            return Ok(false);
        };
        let table = self.get(id);
        let is_own = |(&other, variant): (&TableId, &Variant)| other == id && variant.known.is_none();
        let is_filled = !evaluation.tables.iter().zip(&component.variants).any(is_own);
        if table.state() != TableState::Complete || !is_filled {
            return Ok(false);
        }
        let is_plain = table.rare.conditions.is_none() && table.rare.moded.is_none() && table.rare.node.is_none();
        if !is_plain || !table.answers.is_flat() || !table.answers.words().iter().all(|&word| flat::is_simple(word)) {
            return Err(Unfit::Rules);
        }
        let variant = &component.variants[number];
        let count = table.answers.count();
        limits.claim(call.len() * 8 + 32)?;
        evaluation.known_calls.insert(call.into_boxed_slice());
        let mut row = vec![0; variant.width()];
        for at in 0..count {
            let mut words = self.get(id).answers.row(at).iter();
            for (column, word) in row.iter_mut().enumerate() {
                *word = match variant.givens.iter().position(|&given| given == column) {
                    Some(given) => values[given],
                    None => words.next().copied().unwrap_or_default(),
                };
            }
            self.add_row(limits, evaluation.tables[number], &row)?;
        }
        Ok(true)
    }
}
