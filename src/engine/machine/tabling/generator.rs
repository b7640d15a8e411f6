//! What evaluations and questions share: the frames of generators, flat words of terms, errors, the list of tables.

use crate::base::atom::AtomTable;
use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::index::Candidate;
use crate::machine::Machine;
use crate::machine::control::sequences::Sequences;
use crate::machine::native::{Step, Stop};
use crate::machine::session::Session;
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::machine::tabling::copy::AddedTerm;
use crate::machine::tabling::{ANSWER, Active, GENERATOR_SLOTS, NO_TABLE, TABLE, TEMPLATE, TableId};
use crate::term::cell::Cell;
use crate::term::flat::{self, Refusal};
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk::Variables;

impl Machine {
    /// Opens the frame of a generator, to which its clauses return.
    pub(super) fn open_generator(&mut self, id: TableId, template: Cell) -> Step {
        self.open_frame(self.regs.cp, GENERATOR_SLOTS)?;
        self.stacks.set_slot(self.regs.e, TABLE, Cell::int(i64::from(id)));
        self.stacks.set_slot(self.regs.e, TEMPLATE, template);
        self.regs.cp = self.sequences.answer_address();
        Ok(())
    }

    /// Appends the flat words of a term.
    ///
    /// # Errors
    /// If the term is cyclic or too large, or the goal is to stop.
    pub(super) fn flatten(&mut self, term: Cell, variables: &mut Variables, words: &mut Vec<u64>) -> Step {
        let most = words.len() + self.room() / 8;
        let done = flat::flatten(&self.heap, term, variables, words, most);
        done.or_else(|refusal| self.refuse_term(refusal, term))
    }

    /// Returns the columns of the answers that a goal gives to the generator of its caller, if they need not be found by
    /// running it.
    pub(super) fn columns(
        &mut self,
        goal: (TableId, Cell),
        owner: (TableId, Cell),
    ) -> Result<Option<Box<[AddedTerm]>>, Stop> {
        let most = self.room() / 8;
        self.tables
            .columns(&self.heap, most, goal, owner)
            .or_else(|(refusal, term)| {
                self.refuse_term(refusal, term)?;
                Ok(None)
            })
    }

    /// Refuses a term that cannot be flattened.
    #[cold]
    pub(super) fn refuse_term(&mut self, refusal: Refusal, term: Cell) -> Step {
        match refusal {
            Refusal::Cyclic => {
                let term = self.session.own_name(&mut self.heap, &mut self.atoms, term);
                Err(self.type_error(Type::AcyclicTerm, term))
            }
            Refusal::Large => self.no_memory(),
            Refusal::Stopped => self.check_walks(),
        }
    }

    /// `permission_error(Action, Type, Goal)`
    pub(super) fn table_error(&mut self, action: &str, kind: &str, id: TableId) -> Stop {
        let goal = self
            .tables
            .table_goal(&self.session, &mut self.heap, &mut self.atoms, id);
        let names = [action, kind].map(|name| Cell::atom(self.intern(name)));
        let formal = self.heap.new_term(known::PERMISSION_ERROR, &[names[0], names[1], goal]);
        self.throw_error(formal)
    }

    /// Returns the list of `table(Goal, Number, State, Answers)` for all tables, where a state is `complete` or
    /// `incomplete`.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn table_list(&mut self) -> Result<Cell, Stop> {
        self.granted(|m| m.tables.adopt_all(&mut m.limits))?;
        self.reserve(self.tables.cells_of_list())?;
        Ok(self.tables.list(&self.session, &mut self.heap, &mut self.atoms))
    }

    /// Starts the generator of an incomplete table: its choice point with the caller's template, and its frame.
    #[inline]
    pub(super) fn start(&mut self, id: TableId, template: Cell, own: Cell) -> Step {
        let place = self.tables.incomplete.len() as u32;
        self.tables.incomplete.push(id);
        // If there is no room for the rest, the exception drops the table.
        self.tables.active.push(Active {
            place,
            low: place,
            choice: self.stacks.choice_count() as u32,
            agenda: None,
            caller: self.tables.running.replace(id).unwrap_or(NO_TABLE),
            started: self.db.changes.latest(),
        });
        self.x[0] = template;
        let choice = Choice {
            next: Candidate::new(ClauseId::new(id)),
            ..self.stacks.new_choice(&self.heap, &self.regs, ChoiceKind::Generator, 1)
        };
        self.push_choice(choice)?;
        self.session.replace_delays(&mut self.heap, &mut self.stacks, Cell::NIL);
        self.open_generator(id, own)
    }
}

impl Sequences {
    /// Returns the address to which the clauses of a generator return.
    pub(in crate::machine) fn answer_address(&self) -> usize {
        self.table.address() + ANSWER
    }
}

impl Session {
    /// Returns the goal with the predicate's own name.
    pub(super) fn own_name(&self, heap: &mut Heap, atoms: &mut AtomTable, goal: Cell) -> Cell {
        match heap.view(goal) {
            View::Atom(name) if atoms.text(name).ends_with("_restraint") => {
                let shown = atoms.text(name).trim_start_matches('$').to_owned();
                Cell::atom(atoms.intern(&shown))
            }
            View::Atom(known::UNDEFINED_TABLED) => Cell::atom(known::UNDEFINED),
            _ => self.shown_goal(heap, goal),
        }
    }
}
