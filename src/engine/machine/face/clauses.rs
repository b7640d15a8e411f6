//! Clauses: finding, unifying and erasing them, in turn with other threads, and their code for listings.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::database::ClauseEnd;
use crate::code::index::Candidate;
use crate::code::instr::{Label, PredId};
use crate::code::shared::{ChangeKind, ChangeLog, ChangeOrder};
use crate::code::transactions::Change;
use crate::machine::Machine;
use crate::machine::call::candidates::ArgumentLocation;
use crate::machine::call::search::Search;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::parcel::ClauseParcel;
use crate::term::view::View;

impl Machine {
    /// Builds a fresh copy of a clause's head and body on the heap.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn unpack_clause(&mut self, id: ClauseId) -> Result<(Cell, Cell), Stop> {
        self.reserve(self.db.cells(id).len() + 1)?;
        let clause = &self.db.clauses[id];
        let functor = self.db.preds[clause.pred].functor;
        let is_fact = clause.shape.is_fact();
        let is_pair = functor == Functor::new(known::DOT, 2);
        if functor.arity() > 0 && !is_pair {
            self.heap.push(Cell::functor(functor));
        }
        let first = self.unpack_cells(id)?;
        let head = match functor.arity() {
            0 => Cell::atom(functor.name()),
            _ if is_pair => Cell::list(first),
            _ => Cell::structure(first - 1),
        };
        let body = if is_fact {
            Cell::atom(known::TRUE)
        } else {
            self.heap.deref(self.heap.get(first + functor.arity()))
        };
        Ok((head, body))
    }

    /// Returns the range of a clause's code in the arena; compiles the clause if necessary.
    ///
    /// # Errors
    /// `resource_error(memory)` if there is no room to unpack it.
    pub fn clause_code(&mut self, id: ClauseId) -> Result<std::ops::Range<usize>, Stop> {
        let start = self.compile_one(id)?.address();
        Ok(start..start + self.db.code(id).length as usize)
    }

    /// Returns the entry of a predicate, and the parts of the block of a static one: their addresses and their lengths
    /// in instructions. Prepares the predicate if necessary.
    ///
    /// # Errors
    /// As for [`Machine::clause_code`].
    pub fn block_parts(&mut self, pred: PredId) -> Result<(Label, Vec<(Label, u32)>), Stop> {
        if let Some(entry) = self.ready(pred)? {
            self.db.set_entry(pred, entry);
        }
        let block = self.db.preds[pred].block.as_ref();
        let parts = block.map(|block| block.parts.clone()).unwrap_or_default();
        Ok((self.db.entries[pred], parts))
    }

    /// Tries the clauses of `pred` for a goal `head` in turn with `accept`, which unifies. Stops at the first accepted
    /// one and returns the state from which the search continues if candidates are left. `state` is the state of the
    /// running predicate on backtracking.
    ///
    /// # Errors
    /// Failure if no clause is accepted; exceptions of `accept`.
    pub fn search(
        &mut self,
        state: Option<Cell>,
        pred: PredId,
        head: Cell,
        mut accept: impl FnMut(&mut Machine, ClauseId) -> Result<bool, Stop>,
    ) -> Result<Option<Cell>, Stop> {
        self.search.seek(&self.heap, head);
        let (mut id, mut next, generation);
        match state.map(|s| self.view(s)) {
            Some(View::Struct(_, args)) => {
                let number = |i: usize| self.heap.get(args + i).as_int();
                id = ClauseId::new(number(0) as u32);
                generation = number(1) as u64;
                let at = number(2) as u32;
                next = self.one_after(pred, ArgumentLocation::Sought, Candidate { id, at }, generation);
            }
            _ => {
                if self.db.shared.is_behind() {
                    self.catch_up()?;
                }
                generation = self.db.generation;
                (id, next) = self.first_two(pred, ArgumentLocation::Sought).ok_or(Stop::Fail)?;
            }
        }
        self.search.begin(pred, generation);
        loop {
            let mark = self.stacks.mark(&self.heap);
            if accept(self, id)? {
                return Ok(next.map(|next| {
                    let new = [i64::from(next.id.number()), generation as i64, i64::from(next.at)].map(Cell::int);
                    let Some(state) = state else {
                        return self.heap.new_term(known::CLAUSE_REF, &new);
                    };
                    self.heap.set_arguments(state, &new);
                    state
                }));
            }
            self.undo_to_mark(mark);
            let candidate = next.ok_or(Stop::Fail)?;
            id = candidate.id;
            next = self.one_after(pred, ArgumentLocation::Sought, candidate, generation);
            self.poll()?;
        }
    }

    /// Tells other threads what has happened to a clause.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn tell(&mut self, log: &mut ChangeLog, change: Change, id: ClauseId) -> Step {
        let (pred, order) = (self.db.clauses[id].pred, self.db.clauses[id].order);
        let end = match change {
            _ if !self.db.is_of_all(&self.atoms, pred) || !self.session.transactions.is_empty() => return Ok(()),
            Change::Erased => {
                let name = self.db.shared.take_name(id, order);
                self.db.tell(&self.atoms, log, pred, ChangeKind::Erased(name));
                return Ok(());
            }
            Change::First => ClauseEnd::First,
            Change::Last => ClauseEnd::Last,
        };
        if log.has_readers() {
            let (words, name_words) = self.db.words(id);
            let clause = ClauseParcel::pack(words, &self.atoms);
            let shape = self.db.clauses[id].shape;
            let place = (!self.db.preds[pred].dynamic).then(|| {
                let (file, line) = self.db.place(id).unwrap_or((known::NIL, 0));
                (self.atoms.text(file).into(), line)
            });
            let added = ChangeKind::Added {
                clause,
                shape,
                name_words,
                end,
                place,
            };
            let number = self.db.tell(&self.atoms, log, pred, added);
            if let Some(number) = number {
                self.db.shared.name(number, id, order);
            }
        }
        Ok(())
    }

    /// Erases a clause, in all threads if they share the predicate. Returns false if they do and it was erased before: of
    /// several goals that remove it, one succeeds.
    ///
    /// # Errors
    /// If there is no room for what other threads have added.
    #[inline]
    pub fn erase_for_all(&mut self, id: ClauseId) -> Result<bool, Stop> {
        if !self.db.shared.is_kept() {
            // A clause that another goal has removed since the call is still visible (ISO 7.5.4).
            self.db.erase(id);
            return Ok(true);
        }
        if !self.db.is_shared(&self.atoms, self.db.clauses[id].pred) {
            if self.db.erase(id) {
                self.db.note_static(&self.atoms, id, false);
            }
            return Ok(true);
        }
        self.in_turn(ChangeOrder::AfterErasures, |m, log| {
            let erased = m.db.erase(id);
            if erased {
                m.tell(log, Change::Erased, id)?;
            }
            Ok(erased)
        })
    }

    /// Erases all clauses of `pred` whose heads unify with `head`.
    ///
    /// # Errors
    /// The exception of an interrupt.
    pub fn erase_matching(&mut self, pred: PredId, head: Cell) -> Step {
        self.catch_up()?;
        self.search.seek(&self.heap, head);
        let generation = self.db.generation;
        let mut found = self.first_two(pred, ArgumentLocation::Sought);
        let certain = self.search.is_general();
        while let Some((id, next)) = found {
            let mut fits = certain;
            if !certain {
                let mark = self.stacks.mark(&self.heap);
                fits = self.unify_clause(id, None)?;
                self.undo_to_mark(mark);
            }
            if fits {
                self.erase_for_all(id)?;
            }
            found = next.map(|next| {
                (
                    next.id,
                    self.one_after(pred, ArgumentLocation::Sought, next, generation),
                )
            });
            self.poll()?;
        }
        self.sweep(pred);
        Ok(())
    }

    /// Unifies the sought arguments with those of the head of a clause, and `body` with its body.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn unify_clause(&mut self, id: ClauseId, body: Option<Cell>) -> Result<bool, Stop> {
        let arity = self.search.sought().len();
        let first = match self.unify_arguments(id, arity, |m, i| m.search.sought()[i]) {
            Ok(first) => first,
            Err(Stop::Fail) => return Ok(false),
            Err(stop) => return Err(stop),
        };
        let own = match first {
            Some(first) if !self.db.clauses[id].shape.is_fact() => self.heap.get(first + arity),
            _ => Cell::atom(known::TRUE),
        };
        Ok(body.is_none_or(|body| self.unify_terms(body, own)))
    }
}

impl Search {
    /// Whether a goal with the sought arguments matches every clause: they are distinct plain variables.
    fn is_general(&self) -> bool {
        let args = self.sought();
        args.len() < 16
            && args
                .iter()
                .enumerate()
                .all(|(i, arg)| arg.is_ref() && !args[..i].contains(arg))
    }
}
