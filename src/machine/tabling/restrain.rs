//! Restraints: tables whose calls or answers would be too many or too large.
//!
//! The size of a call or an answer is the number of its compound terms, not counting the call itself. What a restraint
//! leaves out is not false: the table gets the most general answer, which is undefined.

use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::{Cell, Tag};
use crate::term::flat;
use crate::term::walk::Variables;

use super::call::Called;
use super::conditions::{Delay, ROW_BYTES};
use super::options::Options;
use super::{State, Table, TableId};

/// What restrains the answers of a table.
pub struct Restraint {
    max_answers: u32,
    max_size: u32,
    /// Whether answers were left out.
    is_met: bool,
    /// Whether the table has all the answers that it may have.
    is_full: bool,
}

impl Restraint {
    pub fn of(options: &Options) -> Option<Box<Restraint>> {
        let is_restrained = options.max_answers.is_some() || options.answer_abstract.is_some();
        is_restrained.then(|| {
            Box::new(Restraint {
                max_answers: options.max_answers.unwrap_or(u32::MAX),
                max_size: options.answer_abstract.unwrap_or(u32::MAX),
                is_met: false,
                is_full: false,
            })
        })
    }
}

/// What is done with an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Added,
    LeftOut,
}

/// Returns the number of compound terms among flat words.
fn size_of_words(words: &[u64]) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < words.len() {
        let cell = Cell::from_bits(words[at]);
        at += 1;
        match cell.tag() {
            Tag::Lst => count += 1,
            Tag::Hdr if cell.is_functor() => count += 1,
            Tag::Hdr => at += cell.box_words(),
            _ => {}
        }
    }
    count
}

impl Machine {
    /// Returns the call in which compound terms from number `size` on are variables; the call itself if it is smaller.
    pub(super) fn abstracted(&mut self, called: Called, size: u32) -> Result<Called, Stop> {
        let first = called.key.first().copied().map(Cell::from_bits);
        let is_qualified = first.is_some_and(|cell| cell.is_functor() && cell.as_functor().name() == known::COLON);
        // The goal, and the term of its module.
        let most = size as usize + if is_qualified { 2 } else { 1 };
        if size_of_words(&called.key) <= most {
            return Ok(called);
        }
        let (mut key, mut parts) = (Vec::with_capacity(called.key.len()), Vec::new());
        let (mut at, mut count) = (0, 0);
        let mut renamed: Vec<(usize, usize)> = Vec::new();
        while at < called.key.len() {
            let word = called.key[at];
            let cell = Cell::from_bits(word);
            let is_compound = cell.tag() == Tag::Lst || cell.is_functor();
            if let Some(number) = flat::as_variable(word) {
                let known = renamed.iter().find(|(from, _)| *from == number).map(|&(_, to)| to);
                let to = known.unwrap_or_else(|| {
                    renamed.push((number, parts.len()));
                    parts.push((at, at + 1));
                    parts.len() - 1
                });
                key.push(Cell::reference(to).bits());
                at += 1;
            } else if is_compound && count == most {
                let end = flat::end_of(&called.key, at);
                key.push(Cell::reference(parts.len()).bits());
                parts.push((at, end));
                at = end;
            } else {
                count += usize::from(is_compound);
                let end = if is_compound {
                    at + 1
                } else {
                    flat::end_of(&called.key, at)
                };
                key.extend_from_slice(&called.key[at..end]);
                at = end;
            }
        }
        self.reserve(4 * called.key.len() + 2 * parts.len() + 16)?;
        let mut variables = called.variables.cells.clone();
        let arguments: Vec<Cell> = parts
            .iter()
            .map(|&(mut at, _)| flat::build(&mut self.heap, &called.key, &mut at, &mut variables))
            .collect();
        let template = self.heap.new_term(known::TEMPLATE, &arguments);
        let mut own = Vec::new();
        let goal = flat::build(&mut self.heap, &key, &mut 0, &mut own);
        let mut variables = Variables::default();
        for variable in own {
            variables.insert(variable);
        }
        Ok(Called {
            goal,
            key,
            variables,
            given: Some(template),
            ..called
        })
    }

    /// Decides on an answer of a table with restraints.
    #[cold]
    pub(super) fn restrain(&mut self, id: TableId, row: &[u64]) -> Result<Verdict, Stop> {
        let is_delayed = self.delays() != Cell::NIL;
        let table = self.tables.get(id);
        let Some(restraint) = &table.restraint else {
            return Ok(Verdict::Added);
        };
        // The most general answer is undefined already.
        if restraint.is_full || restraint.is_met && is_delayed {
            return Ok(Verdict::LeftOut);
        }
        if table.answers.find(row).is_some() {
            return Ok(Verdict::Added);
        }
        let is_full = table.answers.count() - u32::from(restraint.is_met) >= restraint.max_answers;
        if !is_full && size_of_words(row) <= restraint.max_size as usize {
            return Ok(Verdict::Added);
        }
        let is_met = restraint.is_met;
        if let Some(restraint) = &mut self.tables.get_mut(id).restraint {
            restraint.is_met = true;
            restraint.is_full = is_full;
        }
        if !is_met {
            self.add_most_general(
                id,
                if is_full {
                    "answer_count_restraint"
                } else {
                    "radial_restraint"
                },
            )?;
        }
        Ok(Verdict::LeftOut)
    }

    /// Adds the answer of which all others are instances, undefined under the name of a restraint.
    fn add_most_general(&mut self, id: TableId, name: &str) -> Step {
        let width = self.tables.get(id).answers.width();
        let row: Vec<u64> = (0..width).map(|at| Cell::reference(at).bits()).collect();
        let restraint = self.undefined_table(name)?;
        let delay = self.tables.delay_answer(restraint, 0);
        self.add_way(id, &row, vec![delay])
    }

    /// Returns the complete table of a goal without arguments that is undefined.
    fn undefined_table(&mut self, name: &str) -> Result<TableId, Stop> {
        let name = Cell::atom(self.intern(&format!("${name}")));
        let key = vec![name.bits()];
        if let Some(id) = self.tables.find(&key)
            && self.tables.get(id).state == State::Complete
        {
            return Ok(id);
        }
        self.charge_program(size_of::<Table>() + ROW_BYTES + 64)?;
        let id = self.tables.add(Table::new(&key, State::Complete, 0));
        let delay = self.tables.delay_not(id);
        let table = self.tables.get_mut(id);
        table.answers.insert(&[]);
        let conditions = table.conditions.get_or_insert_default();
        conditions.add(0, Box::new([delay]) as Box<[Delay]>);
        Ok(id)
    }
}
