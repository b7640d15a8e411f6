//! Restraints: tables whose calls or answers would be too many or too large.
//!
//! The size of a call or an answer is the number of its compound terms, not counting the call itself. What a restraint
//! leaves out is not false: the table gets the most general answer, which is undefined.

use crate::base::atom::AtomTable;
use crate::base::known;
use crate::base::table_limit::{Beyond, TableLimit};
use crate::code::database::Database;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::session::Session;
use crate::machine::tabling::call::Called;
use crate::machine::tabling::conditions::{Delay, ROW_BYTES};
use crate::machine::tabling::options::{LET_GO, TableOptions};
use crate::machine::tabling::{Table, TableId, TableState, Tables};
use crate::term::cell::{Cell, Tag};
use crate::term::flat;
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk::Variables;

/// The flags whose limits calls and answers meet.
pub(super) const SUBGOAL_SIZE: &str = "max_table_subgoal_size";
const ANSWER_SIZE: &str = "max_table_answer_size";
const ANSWERS: &str = "max_answers_for_subgoal";

/// The restraints of the answers of a table.
pub(super) struct Restraint {
    answers: TableLimit,
    size: TableLimit,
    /// The number of the most general answer, if answers were left out.
    general: Option<u32>,
    /// Whether the table has all the answers that it may have.
    is_full: bool,
}

impl Restraint {
    pub(super) fn of(options: &TableOptions) -> Option<Box<Restraint>> {
        let (answers, size) = (options.limits.answers, options.limits.answer_size);
        let is_restrained = answers.most.is_some() || size.most.is_some();
        is_restrained.then(|| {
            Box::new(Restraint {
                answers,
                size,
                general: None,
                is_full: false,
            })
        })
    }
}

impl Table {
    /// Returns the next row for a consumer in the clauses of the table itself. From the answer for all that were left out
    /// they derive nothing but what is left out, too.
    pub(super) fn next_row_of_own(&mut self, number: usize) -> Option<u32> {
        let general = self.rare.restraint.as_ref().and_then(|restraint| restraint.general);
        let suspension = &mut self.rare.suspensions[number];
        let is_general = general == Some(suspension.seen);
        let row = suspension.seen + u32::from(is_general);
        let is_there = row < self.answers.count();
        suspension.seen = if is_there { row + 1 } else { self.answers.count() };
        is_there.then_some(row)
    }
}

/// The treatment of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RestraintVerdict {
    /// The table may not have it: the flag with this name says so.
    Refused(&'static str),
    Added,
    LeftOut,
    /// It is added, and a prompt is opened for the flag of this name.
    Asked(&'static str),
}

/// Returns the number of compound terms among flat words.
fn size_of_words(words: &[u64]) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < words.len() {
        let cell = Cell::from_bits(words[at]);
        at = flat::after(words, at);
        match cell.tag() {
            Tag::Lst => count += 1,
            Tag::Hdr if cell.is_functor() => count += 1,
            _ => {}
        }
    }
    count
}

/// Returns the number of compound terms of a call that do not count: the goal, and the term of its module.
fn goal_size(key: &[u64]) -> usize {
    let first = key.first().copied().map(Cell::from_bits);
    let is_qualified = first.is_some_and(|cell| cell.is_functor() && cell.as_functor().name() == known::COLON);
    if is_qualified { 2 } else { 1 }
}

impl Called {
    /// Whether a call has more compound terms than a limit.
    pub(super) fn is_larger(&self, size: u32) -> bool {
        size_of_words(&self.key) > size as usize + goal_size(&self.key)
    }

    /// Returns the call in which compound terms from number `size` on are variables.
    pub(super) fn abstracted(self, heap: &mut Heap, size: u32) -> Called {
        let most = size as usize + goal_size(&self.key);
        let (mut key, mut parts) = (Vec::with_capacity(self.key.len()), Vec::new());
        let (mut at, mut count) = (0, 0);
        let mut renamed: Vec<(usize, usize)> = Vec::new();
        while at < self.key.len() {
            let word = self.key[at];
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
                let end = flat::end_of(&self.key, at);
                key.push(Cell::reference(parts.len()).bits());
                parts.push((at, end));
                at = end;
            } else {
                count += usize::from(is_compound);
                let end = if is_compound {
                    at + 1
                } else {
                    flat::end_of(&self.key, at)
                };
                key.extend_from_slice(&self.key[at..end]);
                at = end;
            }
        }
        let mut variables = self.variables.cells.clone();
        let arguments: Vec<Cell> = parts
            .iter()
            .map(|&(mut at, _)| flat::build(heap, &self.key, &mut at, &mut variables))
            .collect();
        let template = heap.new_term(known::TEMPLATE, &arguments);
        let mut own = Vec::new();
        let goal = flat::build(heap, &key, &mut 0, &mut own);
        let mut variables = Variables::default();
        for variable in own {
            variables.insert(variable);
        }
        Called {
            goal,
            key,
            variables,
            given: Some(template),
            ..self
        }
    }
}

impl Tables {
    /// Decides on an answer of a table with restraints.
    #[cold]
    pub(super) fn restrain(
        &mut self,
        atoms: &mut AtomTable,
        db: &mut Database,
        limits: &mut MachineLimits,
        id: TableId,
        row: &[u64],
        is_delayed: bool,
    ) -> Result<RestraintVerdict, Lack> {
        let table = self.get(id);
        let Some(restraint) = &table.rare.restraint else {
            return Ok(RestraintVerdict::Added);
        };
        // The most general answer is undefined already.
        if restraint.is_full || restraint.general.is_some() && is_delayed {
            return Ok(RestraintVerdict::LeftOut);
        }
        if table.answers.find(row).is_some() {
            return Ok(RestraintVerdict::Added);
        }
        let count = table.answers.count() - u32::from(restraint.general.is_some());
        let is_full = restraint.answers.most.is_some_and(|most| count >= most);
        let is_large = restraint
            .size
            .most
            .is_some_and(|most| size_of_words(row) > most as usize);
        if !is_full && !is_large {
            return Ok(RestraintVerdict::Added);
        }
        let (limit, flag) = match is_full {
            true => (restraint.answers, ANSWERS),
            false => (restraint.size, ANSWER_SIZE),
        };
        match limit.beyond {
            Beyond::BoundedRationality => {}
            Beyond::Fail => return Ok(RestraintVerdict::LeftOut),
            Beyond::Suspend => {
                // Of answers that are too many only the first is asked about.
                if is_full && let Some(restraint) = &mut self.get_mut(id).rare.restraint {
                    restraint.answers.most = None;
                }
                return Ok(RestraintVerdict::Asked(flag));
            }
            Beyond::Error | Beyond::Abstract => return Ok(RestraintVerdict::Refused(flag)),
        }
        let (number, is_met) = (table.answers.count(), restraint.general.is_some());
        if !is_met {
            let name = match is_full {
                true => "answer_count_restraint",
                false => "radial_restraint",
            };
            self.add_most_general(atoms, db, limits, id, name)?;
        }
        if let Some(restraint) = &mut self.get_mut(id).rare.restraint {
            restraint.general.get_or_insert(number);
            restraint.is_full = is_full;
        }
        Ok(RestraintVerdict::LeftOut)
    }

    /// Adds the answer of which all others are instances, undefined under the name of a restraint.
    fn add_most_general(
        &mut self,
        atoms: &mut AtomTable,
        db: &mut Database,
        limits: &mut MachineLimits,
        id: TableId,
        name: &str,
    ) -> Result<(), Lack> {
        let width = self.get(id).answers.width();
        let row: Vec<u64> = (0..width).map(|at| Cell::reference(at).bits()).collect();
        let restraint = self.undefined_table(atoms, limits, name)?;
        let delay = self.delay_answer(restraint, 0);
        self.add_way(db, limits, id, &row, &[delay])
    }

    /// Returns the complete table of a goal without arguments that is undefined.
    fn undefined_table(
        &mut self,
        atoms: &mut AtomTable,
        limits: &mut MachineLimits,
        name: &str,
    ) -> Result<TableId, Lack> {
        let name = Cell::atom(atoms.intern(&format!("${name}")));
        let key = vec![name.bits()];
        if let Some(id) = self.find(&key)
            && self.get(id).state() == TableState::Complete
        {
            return Ok(id);
        }
        limits.claim(size_of::<Table>() + ROW_BYTES + 64)?;
        let id = self.add(Table::new(&key[..], TableState::Complete, 0));
        let delay = self.delay_not(id);
        let table = self.get_mut(id);
        table.answers.insert(&[]);
        let conditions = table.rare.conditions.get_or_insert_default();
        conditions.add(0, Box::new([delay]) as Box<[Delay]>);
        Ok(id)
    }
}

impl Session {
    /// Opens a prompt, since a call is larger than the flag allows; then the call goes on.
    pub(super) fn ask_about_call(&self, heap: &mut Heap, atoms: &mut AtomTable, (goal, modes): (Cell, Cell)) -> Cell {
        let asked = self.asking(heap, atoms, SUBGOAL_SIZE, goal);
        let (modes, modes_and_options) = match heap.view(modes) {
            View::Struct(functor, first) if functor.arity() == 5 => {
                (heap.get(first), (1..5).map(|at| heap.get(first + at)).collect())
            }
            _ => (modes, vec![Cell::int(0), Cell::int(-1), Cell::int(-1), Cell::int(-1)]),
        };
        let mut arguments = vec![modes];
        arguments.extend(modes_and_options);
        if let View::Int(flags) = heap.view(arguments[1]) {
            arguments[1] = Cell::int(flags | LET_GO);
        }
        let table = atoms.intern("table");
        let options = heap.new_term(table, &arguments);
        let call = atoms.intern("$tabled_call");
        let call = heap.new_term(call, &[goal, options]);
        let both = heap.new_term(known::COMMA, &[asked, call]);
        heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), both])
    }

    /// `resource_error(tripwire(Flag, Goal))`
    pub(super) fn tripwire(&self, heap: &mut Heap, atoms: &mut AtomTable, flag: &str, goal: Cell) -> Cell {
        let name = atoms.intern("tripwire");
        let flag = Cell::atom(atoms.intern(flag));
        let shown = self.own_name(heap, atoms, goal);
        let what = heap.new_term(name, &[flag, shown]);
        heap.new_term(known::RESOURCE_ERROR, &[what])
    }

    /// Returns the goal that opens a prompt for a flag whose limit a goal has met.
    fn asking(&self, heap: &mut Heap, atoms: &mut AtomTable, flag: &str, goal: Cell) -> Cell {
        let name = atoms.intern("$tripwire");
        let flag = Cell::atom(atoms.intern(flag));
        let shown = self.own_name(heap, atoms, goal);
        heap.new_term(name, &[flag, shown])
    }
}

impl Tables {
    /// Returns the goal that opens a prompt after an answer was added, if that is the verdict.
    pub(super) fn asking_after(
        &self,
        session: &Session,
        heap: &mut Heap,
        atoms: &mut AtomTable,
        verdict: RestraintVerdict,
        id: TableId,
    ) -> Option<Cell> {
        let RestraintVerdict::Asked(flag) = verdict else {
            return None;
        };
        let goal = self.table_goal(session, heap, atoms, id);
        let asked = session.asking(heap, atoms, flag, goal);
        Some(heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), asked]))
    }
}
