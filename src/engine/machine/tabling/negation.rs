//! Negation: `tnot/1` of tabled goals.
//!
//! A negated goal whose table is complete is decided. One whose table is incomplete is suspended with the table, as a
//! consumer is. When the leader of a component has nothing else to do, it goes on with the negated goals of its
//! component that wait, one by one, as if they were true, under the delay of each (`conditions`).

use crate::machine::tabling::suspend::Body;
use crate::machine::tabling::{TableId, Tables};
use crate::term::cell::Cell;

/// Stands for the template of a goal that is negated.
pub(super) const NEGATED: Cell = Cell::int(-1);

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
