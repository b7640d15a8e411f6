//! Dynamic predicates that the threads of a program share: making changes for all, and taking in those of others
//! (`code/shared.rs`).
//!
//! In a transaction nothing is taken in, and what it has changed is told at its end.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::clause::{ClauseId, ClauseOrigin};
use crate::code::database::ClauseEnd;
use crate::code::instr::PredId;
use crate::code::shared::{ChangeKind, ChangeLog};
use crate::code::transactions::Change;
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::parcel::Parcel;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

impl Machine {
    /// Takes in what other threads have changed.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn catch_up(&mut self) -> Step {
        if !self.db.shared.is_behind() || !self.session.transactions.is_empty() {
            return Ok(());
        }
        if let Some(log) = self.db.shared.log() {
            self.db.shared.hand_out(&mut log.lock());
        }
        let changed = self.take_in()?;
        changed.into_iter().for_each(|pred| self.sweep(pred));
        Ok(())
    }

    /// Makes a change in turn with other threads: what they have changed is taken in before. `log` takes what it is to
    /// tell them.
    ///
    /// # Errors
    /// Those of `change`; if there is no room for what other threads have added.
    pub fn in_turn<T>(
        &mut self,
        change: impl FnOnce(&mut Machine, &mut ChangeLog) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        match self.db.shared.log() {
            Some(log) if self.session.transactions.is_empty() => {
                let mut log = log.lock();
                self.db.shared.hand_out(&mut log);
                self.take_in()?;
                change(self, &mut log)
            }
            _ => change(self, &mut ChangeLog::default()),
        }
    }

    /// Makes the changes that were handed out. Returns the predicates of which clauses were erased.
    fn take_in(&mut self) -> Result<Vec<PredId>, Stop> {
        let mut erased = Vec::new();
        while let Some((number, change)) = self.db.shared.next_waiting() {
            let top = self.heap.top();
            let name = self.intern(&change.name);
            let module = self.intern(&change.module);
            let mut pred = || self.db.pred(module, Functor::new(name, change.arity));
            match &change.kind {
                ChangeKind::Declared => {
                    let pred = pred();
                    self.db.make_dynamic(pred);
                }
                ChangeKind::Added { clause, neck, end } => {
                    let pred = pred();
                    self.db.make_dynamic(pred);
                    let term = self.unpack_parcel(clause)?;
                    if let View::Struct(_, args) = self.view(term) {
                        let (head, body) = (self.heap.get(args), self.heap.get(args + 1));
                        let rule = Rule {
                            head,
                            body: self.deref(body),
                            neck: *neck,
                        };
                        let id = self.add_packed(pred, rule, *end, ClauseOrigin::NONE)?;
                        self.db.definition_changed(pred);
                        let order = self.db.clauses[id].order;
                        self.db.shared.name(number, id, order);
                    }
                }
                ChangeKind::Erased(name) => {
                    if let Some((id, order)) = self.db.shared.take_clause(*name)
                        && self.db.clauses.get(id).is_some_and(|clause| clause.order == order)
                    {
                        erased.push(self.db.clauses[id].pred);
                        self.db.erase(id);
                    }
                }
                ChangeKind::Flag(value) => {
                    let value = self.unpack_parcel(value)?;
                    let record = Record::pack(&mut self.heap, value, Attributes::Keep);
                    self.charge_program(record.bytes())?;
                    self.session.set_counter(name, record);
                }
                ChangeKind::Symbols(count) => {
                    self.session.lasting.symbols.insert(name, *count);
                }
            }
            self.heap.set_top(top);
            self.db.shared.is_made();
        }
        erased.dedup();
        Ok(erased)
    }

    /// Tells other threads what has happened to a clause.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn tell(&mut self, log: &mut ChangeLog, change: Change, id: ClauseId) -> Step {
        let (pred, order) = (self.db.clauses[id].pred, self.db.clauses[id].order);
        let end = match change {
            _ if !self.db.is_shared(&self.atoms, pred) || !self.session.transactions.is_empty() => return Ok(()),
            Change::Erased => {
                let name = self.db.shared.take_name(id, order);
                self.db.tell(&self.atoms, log, pred, ChangeKind::Erased(name));
                return Ok(());
            }
            Change::First => ClauseEnd::First,
            Change::Last => ClauseEnd::Last,
        };
        if log.has_readers() {
            let top = self.heap.top();
            let (head, body) = self.unpack_clause(id)?;
            self.reserve(3)?;
            let term = self.heap.new_term(known::NECK, &[head, body]);
            let clause = Parcel::pack(&self.heap, &self.atoms, term);
            self.heap.set_top(top);
            let neck = self.db.clauses[id].shape.neck();
            let number = self
                .db
                .tell(&self.atoms, log, pred, ChangeKind::Added { clause, neck, end });
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
    pub fn erase_for_all(&mut self, id: ClauseId) -> Result<bool, Stop> {
        let clause = &self.db.clauses[id];
        let pred = clause.pred;
        if !self.db.is_shared(&self.atoms, pred) {
            // A clause that another goal has removed since the call is still visible (ISO 7.5.4).
            self.db.erase(id);
            return Ok(true);
        }
        self.in_turn(|m, log| {
            let erased = m.db.erase(id);
            if erased {
                m.tell(log, Change::Erased, id)?;
            }
            Ok(erased)
        })
    }
}
