//! Answers that go from one table to another without running anything, for goals that are the last of their clause.

use crate::base::watch::Pace;
use crate::code::database::Database;
use crate::code::packed::Cells;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::tabling::suspend::Body;
use crate::machine::tabling::{TableId, Tables};
use crate::term::cell::{Cell, Tag};
use crate::term::flat::{self, Refusal};
use crate::term::heap::Heap;
use crate::term::walk::{Variables, is_ground};

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

impl Tables {
    /// Returns the columns of the answers that a goal with `template` gives to the generator of `owner`; `None` if they
    /// must be found by running it.
    ///
    /// # Errors
    /// The term that is cyclic or takes more than so many words, or whose walk ended early.
    pub(super) fn columns(
        &self,
        heap: &Heap,
        most: usize,
        (id, template): (TableId, Cell),
        (owner, own): (TableId, Cell),
    ) -> Result<Option<Box<[AddedTerm]>>, (Refusal, Cell)> {
        let is_restrained = self.get(owner).rare.restraint.is_some();
        if is_restrained || [id, owner].iter().any(|&id| self.get(id).rare.moded.is_some()) {
            return Ok(None);
        }
        let mut variables = Variables::default();
        let (first, arity) = heap.parts(template);
        for at in first..first + arity {
            let variable = heap.deref(heap.get(at));
            if !variable.is_ref() || !variables.insert(variable) {
                return Ok(None);
            }
        }
        let (first, arity) = heap.parts(own);
        let mut columns = Vec::with_capacity(arity);
        for at in first..first + arity {
            let term = heap.deref(heap.get(at));
            columns.push(match term.tag() {
                Tag::Ref => match variables.position(term) {
                    Some(position) => AddedTerm::Of(position as u32),
                    None => return Ok(None),
                },
                Tag::Att => return Ok(None),
                _ if term.is_immediate() || is_ground(heap, term) => {
                    let mut words = Vec::new();
                    flat::flatten(heap, term, &mut Variables::default(), &mut words, most)
                        .map_err(|refusal| (refusal, term))?;
                    AddedTerm::Constant(words.into_boxed_slice())
                }
                _ => return Ok(None),
            });
        }
        Ok(Some(columns.into_boxed_slice()))
    }

    /// Adds the new answers for a consumer that only copies them.
    pub(super) fn copy_new(
        &mut self,
        db: &mut Database,
        limits: &mut MachineLimits,
        id: TableId,
        number: usize,
    ) -> Result<(), Lack> {
        let suspension = &mut self.get_mut(id).rare.suspensions[number];
        let (owner, mut seen) = (suspension.owner, suspension.seen);
        let body = std::mem::replace(&mut suspension.body, Body::Dead);
        let done = match &body {
            Body::Copy(columns) => self.copy_rows(db, limits, (id, &mut seen), owner, columns),
            Body::Continue(_) | Body::Dead => Ok(()),
        };
        let suspension = &mut self.get_mut(id).rare.suspensions[number];
        suspension.body = body;
        suspension.seen = seen;
        done
    }

    /// Adds the rows of table `id` from `*from` on to that of `owner`.
    pub(super) fn copy_rows(
        &mut self,
        db: &mut Database,
        limits: &mut MachineLimits,
        (id, from): (TableId, &mut u32),
        owner: TableId,
        columns: &[AddedTerm],
    ) -> Result<(), Lack> {
        let (mut row, mut starts) = (std::mem::take(&mut self.row), Vec::new());
        let mut pace = Pace::new();
        let mut done = Ok(());
        while *from < self.get(id).answers.count() {
            let answers = &self.get(id).answers;
            project(columns, answers.row(*from), answers.is_flat(), &mut starts, &mut row);
            done = match self.get(id).rare.conditions.is_some() && self.get(id).is_conditional(*from) {
                true => {
                    let delay = self.delay_answer(id, *from);
                    self.add_way(db, limits, owner, &row, &[delay])
                }
                false => self.add_row(limits, owner, &row),
            };
            done = done.and_then(|()| limits.go_on(&mut pace));
            if done.is_err() {
                break;
            }
            *from += 1;
        }
        self.row = row;
        done
    }
}
