//! Answers that go from one table to another without running anything, for goals that are the last of their clause.

use crate::base::watch::Pace;
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::{Cell, Tag};
use crate::term::flat;
use crate::term::walk::{Variables, is_ground};

use super::suspend::Body;
use super::{TABLE, TEMPLATE, TableId};

/// A term of the row that is added.
pub(super) enum AddedTerm {
    /// The term of the answer with this number.
    Of(u32),
    /// The same term in each row.
    Constant(Box<[u64]>),
}

impl AddedTerm {
    pub(super) fn each_words(&self, visit: &mut impl FnMut(&[u64])) {
        if let AddedTerm::Constant(words) = self {
            visit(words);
        }
    }
}

/// Writes the row that an answer gives.
fn project(columns: &[AddedTerm], answer: &[u64], is_flat: bool, starts: &mut Vec<u32>, row: &mut Vec<u64>) {
    row.clear();
    let mut is_simple = true;
    if is_flat {
        for column in columns {
            match column {
                AddedTerm::Of(number) => {
                    let word = answer[*number as usize];
                    is_simple &= flat::is_simple(word);
                    row.push(word);
                }
                AddedTerm::Constant(words) => row.extend_from_slice(words),
            }
        }
    } else {
        starts.clear();
        let mut at = 0;
        while at < answer.len() {
            starts.push(at as u32);
            at = flat::end_of(answer, at);
        }
        starts.push(at as u32);
        for column in columns {
            match column {
                AddedTerm::Of(number) => {
                    let [start, end] = [*number as usize, *number as usize + 1].map(|i| starts[i] as usize);
                    row.extend_from_slice(&answer[start..end]);
                }
                AddedTerm::Constant(words) => row.extend_from_slice(words),
            }
        }
        is_simple = false;
    }
    if !is_simple {
        flat::renumber(row);
    }
}

impl Machine {
    /// Returns the columns of the answers that a goal with `template` gives to the generator of `owner`; `None` if they
    /// must be found by running it.
    pub(super) fn columns(
        &mut self,
        id: TableId,
        template: Cell,
        owner: TableId,
        own: Cell,
    ) -> Result<Option<Box<[AddedTerm]>>, Stop> {
        let is_restrained = self.tables.get(owner).rare.restraint.is_some();
        if is_restrained || [id, owner].iter().any(|&id| self.tables.get(id).rare.moded.is_some()) {
            return Ok(None);
        }
        let mut variables = Variables::default();
        let (first, arity) = self.heap.parts(template);
        for at in first..first + arity {
            let variable = self.deref(self.heap.get(at));
            if !variable.is_ref() || !variables.insert(variable) {
                return Ok(None);
            }
        }
        let (first, arity) = self.heap.parts(own);
        let mut columns = Vec::with_capacity(arity);
        for at in first..first + arity {
            let term = self.deref(self.heap.get(at));
            columns.push(match term.tag() {
                Tag::Ref => match variables.position(term) {
                    Some(position) => AddedTerm::Of(position as u32),
                    None => return Ok(None),
                },
                Tag::Att => return Ok(None),
                _ if term.is_immediate() || is_ground(&self.heap, term) => {
                    let mut words = Vec::new();
                    self.flatten(term, &mut Variables::default(), &mut words)?;
                    AddedTerm::Constant(words.into_boxed_slice())
                }
                _ => return Ok(None),
            });
        }
        Ok(Some(columns.into_boxed_slice()))
    }

    /// Adds all answers of a complete table to that of the running goal's generator, to which the goal returns. Returns
    /// false if they must be returned one by one.
    pub(super) fn copy_answers(&mut self, id: TableId, template: Cell) -> Result<bool, Stop> {
        let e = self.regs.e;
        let (owner, own) = (
            self.stacks.slot(e, TABLE).as_int() as TableId,
            self.stacks.slot(e, TEMPLATE),
        );
        let Some(columns) = self.columns(id, template, owner, own)? else {
            return Ok(false);
        };
        let mut from = 0;
        self.copy_rows(id, &mut from, owner, &columns)?;
        Ok(true)
    }

    /// Adds the new answers for a consumer that only copies them.
    pub(super) fn copy_new(&mut self, id: TableId, number: usize) -> Step {
        let suspension = &mut self.tables.get_mut(id).rare.suspensions[number];
        let (owner, mut seen) = (suspension.owner, suspension.seen);
        let body = std::mem::replace(&mut suspension.body, Body::Dead);
        let step = match &body {
            Body::Copy(columns) => self.copy_rows(id, &mut seen, owner, columns),
            Body::Continue(_) | Body::Dead => Ok(()),
        };
        let suspension = &mut self.tables.get_mut(id).rare.suspensions[number];
        suspension.body = body;
        suspension.seen = seen;
        step
    }

    /// Adds the rows of table `id` from `*from` on to that of `owner`.
    fn copy_rows(&mut self, id: TableId, from: &mut u32, owner: TableId, columns: &[AddedTerm]) -> Step {
        let (mut row, mut starts) = (std::mem::take(&mut self.tables.row), Vec::new());
        let mut pace = Pace::new();
        let mut step = Ok(());
        while *from < self.tables.get(id).answers.count() {
            let answers = &self.tables.get(id).answers;
            project(columns, answers.row(*from), answers.is_flat(), &mut starts, &mut row);
            let table = self.tables.get(id);
            step = if table.rare.conditions.is_some() && table.is_conditional(*from) {
                self.copy_delayed(owner, &row, (id, *from))
            } else {
                self.add_row(owner, &row)
            };
            step = step.and_then(|()| self.poll_at(&mut pace));
            if step.is_err() {
                break;
            }
            *from += 1;
        }
        self.tables.row = row;
        step
    }
}
