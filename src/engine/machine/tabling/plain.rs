//! Calls that need nothing special: of predicates that are tabled without options, with one or two arguments which are
//! atoms or small integers.
//!
//! A chain of such calls may be a hundred thousand deep, and each has a table of its own with one answer or none. So the
//! call is not built on the heap, and a table that depends on no other is completed at once.

use crate::base::atom::{Atom, Functor};
use crate::base::ids::Id;
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::native::{Next, Step, Stop};
use crate::machine::stacks::{Registers, Stacks};
use crate::machine::tabling::call::Called;
use crate::machine::tabling::key::{FEW, Key};
use crate::machine::tabling::rows::hash;
use crate::machine::tabling::{TableId, TableState, Tables};
use crate::term::cell::Cell;
use crate::term::walk::Variables;

impl Machine {
    /// Calls a predicate that is tabled without options: `name` is that of its clauses.
    ///
    /// # Errors
    /// As [`Machine::table_call`].
    pub fn table_call_of(&mut self, name: Atom, arguments: &[Cell]) -> Result<Next, Stop> {
        let functor = Functor::new(name, arguments.len());
        let count = 1 + arguments.len();
        let mut words = [Cell::functor(functor).bits(); FEW];
        let mut is_plain = count <= FEW && !self.flags.tables.is_set();
        for (word, &argument) in words[1..].iter_mut().zip(arguments) {
            let argument = self.deref(argument);
            is_plain &= argument.is_immediate();
            *word = argument.bits();
        }
        if !is_plain {
            self.reserve(arguments.len() + 1)?;
            let goal = self.heap.new_struct(functor, arguments);
            return self.table_call(goal, Cell::NIL);
        }
        let key = &words[..count];
        let hashed = hash(key);
        match self.tables.find_hashed(key, hashed) {
            Some(id) if self.tables.get(id).state() == TableState::Complete => {
                self.return_answers(id, TRUTH)?;
                Ok(Next::Continue)
            }
            Some(id) => {
                self.consume(id, TRUTH)?;
                Err(Stop::Fail)
            }
            None => self.generate_ground(functor, words, hashed),
        }
    }

    /// Makes the table of a call and runs the clauses.
    fn generate_ground(&mut self, functor: Functor, words: [u64; FEW], hashed: u64) -> Result<Next, Stop> {
        let arity = functor.arity();
        let key = &words[..=arity];
        let given = (1 << arity) - 1;
        let tried = self.tables.tried.count(words[0], given);
        let Some(pred) = self.db.clauses_of(functor, tried.pred).filter(|_| !tried.is_due()) else {
            self.reserve(arity + 1)?;
            let arguments = words.map(Cell::from_bits);
            let goal = self.heap.new_struct(functor, &arguments[1..=arity]);
            return self.generate(Called::new(goal, key.to_vec(), Variables::default()), false);
        };
        if pred != tried.pred {
            self.tables.tried.entry(words[0], given).pred = pred;
        }
        self.granted(|m| m.tables.claim_table(&mut m.limits, key))?;
        self.reserve(0)?;
        let id = self.tables.add_incomplete(Key::Few(key.len() as u8, words), 0, hashed);
        self.start(id, TRUTH, TRUTH)?;
        for (x, &word) in self.x.iter_mut().zip(&words[1..=arity]) {
            *x = Cell::from_bits(word);
        }
        self.goto_pred(pred)?;
        Ok(Next::Continue)
    }
}

/// The template of a call without variables.
const TRUTH: Cell = Cell::atom(known::TEMPLATE);

impl super::Tables {
    /// Completes the table of the newest generator, if it has no rows, and nothing depends on what becomes of it.
    fn complete_alone(&mut self, id: TableId) -> bool {
        let Some(active) = self.active.last() else {
            return false;
        };
        let is_alone = active.low >= active.place
            && active.agenda.is_none()
            && self.incomplete.len() == active.place as usize + 1
            && self.graph.count() == 0
            && !self.growth.is_used();
        let caller = active.caller();
        let table = self.get_mut(id);
        if !is_alone || !table.answers.is_bare() || !table.rare.is_empty() {
            return false;
        }
        table.status.set_state(TableState::Complete);
        self.active.pop();
        self.incomplete.pop();
        self.running = caller;
        true
    }
}

impl Database {
    /// Returns the predicate with the clauses of a tabled one; `guess` is most likely right.
    #[inline]
    fn clauses_of(&self, functor: Functor, guess: PredId) -> Option<PredId> {
        let (module, preds) = (self.modules.home(known::USER, functor), &self.preds);
        let is_right = |guess| preds[guess].functor == functor && preds[guess].module == module;
        if guess.index() < preds.len() && is_right(guess) {
            return Some(guess);
        }
        self.find(known::USER, functor)
    }
}

impl Tables {
    /// Completes the newest table, whose clauses are exhausted, and returns its answer, if it depends on no other, none
    /// waits for it, and its only answer can be that the call holds.
    #[inline]
    pub(super) fn complete_plain(
        &mut self,
        regs: &mut Registers,
        stacks: &mut Stacks,
        x: &[Cell; 256],
        id: TableId,
    ) -> Option<Step> {
        if x[0] != TRUTH || !self.complete_alone(id) {
            return None;
        }
        stacks.pop();
        if !self.get(id).just_holds() {
            return Some(Err(Stop::Fail));
        }
        regs.pc = regs.cp;
        Some(Ok(()))
    }
}
