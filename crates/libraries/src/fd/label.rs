//! Choosing the variable and the value of the next step of labelling.

use ferz_engine::native::Stop;
use ferz_engine::native::terms::Cell;
use ferz_engine::native::work::Pace;

use super::ranges::{INF, SUP};
use super::store::Fd;

/// Which variable is next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VariableChoice {
    /// The first.
    Leftmost,
    /// The first of those with the fewest elements.
    FirstFail,
    /// Of these the first with the most propagators.
    MostConstrained,
    /// The first of those with the least lower bound.
    Least,
    /// The first of those with the greatest upper bound.
    Greatest,
}

/// The next step: the list from its first variable without a value, the variable, and its first value.
pub(super) struct Branch {
    pub from: Cell,
    pub variable: Cell,
    pub value: Cell,
}

impl Fd<'_> {
    /// Returns the next step for the variables in a list; `None` if all have values. The lower three bits of `mode` tell
    /// which variable is next, the others whether values come from above.
    pub(super) fn branch(&mut self, list: Cell, mode: i64) -> Result<Option<Branch>, Stop> {
        let choice = match mode & 7 {
            0 => VariableChoice::Leftmost,
            1 => VariableChoice::FirstFail,
            2 => VariableChoice::MostConstrained,
            3 => VariableChoice::Least,
            4 => VariableChoice::Greatest,
            _ => VariableChoice::FirstFail,
        };
        let mut list = self.m.deref(list);
        let mut from = None;
        let mut best: Option<(i64, i64, usize, Cell)> = None;
        let mut pace = Pace::new();
        while list.is_list() {
            self.m.poll_at(&mut pace)?;
            let variable = self.m.deref(self.get(list.address()));
            if variable.is_variable() {
                let Some(block) = self.known_block(variable) else {
                    return Err(self.m.instantiation_error());
                };
                let is_wide = self.is_wide(block);
                if is_wide && self.wide_size(block).is_none()
                    || !is_wide && (self.min(block) == INF || self.max(block) == SUP)
                {
                    return Err(self.m.instantiation_error());
                }
                from.get_or_insert(list);
                let rank = match choice {
                    VariableChoice::Leftmost => (0, 0),
                    VariableChoice::FirstFail => (self.size(block).unwrap_or(SUP), 0),
                    VariableChoice::MostConstrained => {
                        let size = self.size(block).unwrap_or(SUP);
                        let is_candidate = best.is_none_or(|(least, ..)| size <= least);
                        let degree = if is_candidate { self.propagators(block).len() } else { 0 };
                        (size, -(degree as i64))
                    }
                    VariableChoice::Least => (self.min(block), 0),
                    VariableChoice::Greatest => (-self.max(block), 0),
                };
                if best.is_none_or(|(first, second, ..)| rank < (first, second)) {
                    best = Some((rank.0, rank.1, block, variable));
                    if choice == VariableChoice::Leftmost {
                        break;
                    }
                }
            } else if self.integer(variable).is_none() {
                return Err(self
                    .m
                    .type_or_instantiation_error(ferz_engine::native::errors::Type::Integer, variable));
            }
            list = self.m.deref(self.get(list.address() + 1));
        }
        let (Some(from), Some((_, _, block, variable))) = (from, best) else {
            return Ok(None);
        };
        let value = if self.is_wide(block) {
            let (low, high) = self.wide_bounds(block);
            self.bound_cell(if mode & 8 == 0 { &low } else { &high })?
        } else if mode & 8 == 0 {
            Cell::int(self.min(block))
        } else {
            Cell::int(self.max(block))
        };
        Ok(Some(Branch { from, variable, value }))
    }
}
