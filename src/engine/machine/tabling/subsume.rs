//! Calls that are answered from the table of a more general call: call subsumption.
//!
//! The answers of the general table are unified with the call. Of a complete table with many answers those that have the
//! value of a bound argument are found by an index, which is made when it is first needed.

use rustc_hash::FxHashMap;

use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::stacks::Stacks;
use crate::machine::tabling::rows::Rows;
use crate::machine::tabling::{Table, TableId, TableProperty, TableState, Tables};
use crate::term::cell::Cell;
use crate::term::flat;

/// The number of answers from which on an index is made.
const MANY: u32 = 64;

/// The rows of a table by the value of a column.
pub(super) struct ByValue {
    column: usize,
    rows: FxHashMap<u64, Vec<u32>>,
}

impl ByValue {
    pub(super) fn bytes(&self) -> usize {
        self.rows.values().map(|rows| rows.capacity() * 4 + 48).sum()
    }
}

/// Returns where the parts of an instance are that the variables of a general call stand for; `None` if it is not an
/// instance.
fn parts_of(general: &[u64], instance: &[u64]) -> Option<Vec<(usize, usize)>> {
    let (mut parts, mut at) = (Vec::new(), 0);
    for &word in general {
        match flat::as_variable(word) {
            Some(number) => {
                let end = flat::end_of(instance, at);
                match parts.get(number) {
                    None => parts.push((at, end)),
                    Some(&(from, to)) if instance[from..to] == instance[at..end] => {}
                    Some(_) => return None,
                }
                at = end;
            }
            None if instance.get(at) == Some(&word) => at += 1,
            None => return None,
        }
    }
    Some(parts)
}

impl super::Tables {
    /// Returns a table of a more general call, and the parts of the call that stand for its variables.
    pub(super) fn subsumer(&self, key: &[u64]) -> Option<(TableId, Vec<(usize, usize)>)> {
        let general = self.general.get(key.first()?)?;
        general.iter().find_map(|&id| {
            let table = self.all.get(id as usize)?.as_ref()?;
            let is_found = table.state() != TableState::Retired && table.status.has(TableProperty::General);
            if !is_found || table.key.first() != key.first() {
                return None;
            }
            Some((id, parts_of(&table.key, key)?))
        })
    }

    /// Notes a table that answers calls which are instances of its own.
    pub(super) fn add_general(&mut self, id: TableId) {
        let table = self.get_mut(id);
        table.status.set(TableProperty::General, true);
        let Some(&first) = table.key.first() else { return };
        let mut known = self.general.remove(&first).unwrap_or_default();
        known.retain(|&other| {
            self.all.get(other as usize).is_some_and(|table| {
                table.as_ref().is_some_and(|table| {
                    table.status.has(TableProperty::General) && table.state() != TableState::Retired
                })
            })
        });
        known.push(id);
        self.general.insert(first, known);
    }
}

impl super::Tables {
    /// Returns the rows of a complete table with this value in a column; `None` if all values must be tried.
    pub(super) fn matching_rows(&mut self, id: TableId, column: usize, value: u64) -> Option<Vec<u32>> {
        let table = self.get_mut(id);
        if table.rare.by_value.as_ref().is_none_or(|index| index.column != column) {
            let mut rows: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
            for row in 0..table.answers.count() {
                let word = table.answers.row(row)[column];
                if !flat::is_simple(word) {
                    return None;
                }
                rows.entry(word).or_default().push(row);
            }
            table.rare.by_value = Some(Box::new(ByValue { column, rows }));
            let (before, after) = (table.bytes(), table.size());
            self.charge(id, before, after);
        }
        let index = self.get(id).rare.by_value.as_ref()?;
        Some(index.rows.get(&value).cloned().unwrap_or_default())
    }
}

impl Tables {
    /// Returns the first column of a large complete table that an index finds answers by.
    pub(super) fn bound_column(&self, id: TableId, arguments: &[Cell]) -> Option<usize> {
        let table = self.get(id);
        let is_large = table.answers.count() >= MANY && table.answers.is_flat();
        if !is_large || table.rare.conditions.is_some() || table.rare.moded.is_some() {
            return None;
        }
        arguments.iter().position(|argument| argument.is_immediate())
    }
    /// Makes the table of a selection from another, in which the rows have the same columns. No call finds it, and it is
    /// freed when no choice point uses it.
    pub(super) fn add_selected(
        &mut self,
        stacks: &mut Stacks,
        limits: &mut MachineLimits,
        from: TableId,
        key: &[u64],
        rows: &[u32],
    ) -> Result<TableId, Lack> {
        let width = self.get(from).answers.width();
        let bytes = size_of::<Table>() + key.len() * 8 + rows.len() * width * 8;
        limits.claim(bytes)?;
        if self.retired.len() >= self.sweep_at {
            self.sweep_tables(stacks);
            self.sweep_at = (2 * self.retired.len()).max(super::incremental::MANY_RETIRED);
        }
        let answers = Rows::of(&self.get(from).answers, rows);
        let mut table = Table::new(key, TableState::Retired, width);
        table.answers = answers;
        table.set_bytes(bytes);
        let id = self.put(table);
        self.retired.push(id);
        Ok(id)
    }
}
