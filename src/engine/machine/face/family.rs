//! Dynamic predicates that the threads of a program share: making changes for all, and taking in those of others
//! (`code/family.rs`).
//!
//! In a transaction nothing is taken in, and what it has changed is told at its end.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::clause::{ClauseId, ClauseOrigin};
use crate::code::database::ClauseEnd;
use crate::code::family::{ChangeKind, ChangeLog, SharedChange};
use crate::code::instr::PredId;
use crate::code::transactions::Change;
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::parcel::Parcel;
use crate::term::view::View;

impl Machine {
    /// Takes in what other threads have changed.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn catch_up(&mut self) -> Step {
        if !self.db.family.is_behind() || !self.session.transactions.is_empty() {
            return Ok(());
        }
        let family = self.db.family.held();
        if let Some(mut log) = family.lock() {
            self.db.family.hand_out(&mut log);
        }
        let changed = self.take_in()?;
        changed.into_iter().for_each(|pred| self.sweep(pred));
        Ok(())
    }

    /// Makes the changes that were handed out. Returns the predicates of which clauses were erased.
    fn take_in(&mut self) -> Result<Vec<PredId>, Stop> {
        let mut erased = Vec::new();
        while let Some((number, change)) = self.db.family.next_waiting() {
            let module = self.intern(&change.module);
            let functor = Functor::new(self.intern(&change.name), change.arity);
            let pred = self.db.pred(module, functor);
            match &change.kind {
                ChangeKind::Declared => self.db.make_dynamic(pred),
                ChangeKind::Added { clause, neck, end } => {
                    let top = self.heap.top();
                    let term = self.unpack_parcel(clause)?;
                    if let View::Struct(_, args) = self.view(term) {
                        let (head, body) = (self.heap.get(args), self.heap.get(args + 1));
                        self.db.make_dynamic(pred);
                        let rule = Rule {
                            head,
                            body: self.deref(body),
                            neck: *neck,
                        };
                        let id = self.add_packed(pred, rule, *end, ClauseOrigin::NONE)?;
                        self.db.definition_changed(pred);
                        let order = self.db.clauses[id].order;
                        self.db.family.name(number, id, order);
                    }
                    self.heap.set_top(top);
                }
                ChangeKind::Erased(name) => {
                    if let Some((id, order)) = self.db.family.take_clause(*name)
                        && self.db.clauses.get(id).is_some_and(|clause| clause.order == order)
                    {
                        self.db.erase(id);
                        erased.push(pred);
                    }
                }
            }
            self.db.family.is_made();
        }
        erased.dedup();
        Ok(erased)
    }

    /// Adds a change of a predicate to the log, if another thread reads it.
    fn tell(&mut self, log: &mut ChangeLog, pred: PredId, kind: ChangeKind) -> Option<u64> {
        let p = &self.db.preds[pred];
        let change = SharedChange {
            module: self.atoms.text(p.module).into(),
            name: self.atoms.text(p.functor.name()).into(),
            arity: p.functor.arity(),
            kind,
        };
        log.has_readers().then(|| self.db.family.add(log, change))
    }

    /// Adds a clause, as [`add_packed`](Machine::add_packed), in all threads if they share the predicate.
    ///
    /// # Errors
    /// As for `add_packed`.
    pub fn add_for_all(&mut self, pred: PredId, rule: Rule, end: ClauseEnd) -> Result<ClauseId, Stop> {
        if !self.tells_of(pred) {
            return self.add_packed(pred, rule, end, ClauseOrigin::NONE);
        }
        let family = self.db.family.held();
        let mut log = family.lock().ok_or(Stop::Fail)?;
        self.db.family.hand_out(&mut log);
        self.take_in()?;
        let id = self.add_packed(pred, rule, end, ClauseOrigin::NONE)?;
        self.tell_added(&mut log, pred, id, end)?;
        Ok(id)
    }

    fn tell_added(&mut self, log: &mut ChangeLog, pred: PredId, id: ClauseId, end: ClauseEnd) -> Step {
        if !log.has_readers() {
            return Ok(());
        }
        let top = self.heap.top();
        let (head, body) = self.unpack_clause(id)?;
        self.reserve(3)?;
        let term = self.heap.new_term(known::NECK, &[head, body]);
        let clause = Parcel::pack(&self.heap, &self.atoms, term);
        self.heap.set_top(top);
        let neck = self.db.clauses[id].shape.neck();
        let number = self.tell(log, pred, ChangeKind::Added { clause, neck, end });
        let order = self.db.clauses[id].order;
        if let Some(number) = number {
            self.db.family.name(number, id, order);
        }
        Ok(())
    }

    /// Erases a clause, in all threads if they share the predicate. Returns false if another thread has erased it.
    ///
    /// # Errors
    /// If there is no room for what other threads have added.
    pub fn erase_for_all(&mut self, id: ClauseId) -> Result<bool, Stop> {
        let clause = &self.db.clauses[id];
        let (pred, order) = (clause.pred, clause.order);
        if !self.tells_of(pred) {
            // A clause that another goal has removed since the call is still visible (ISO 7.5.4).
            self.db.erase(id);
            return Ok(true);
        }
        let family = self.db.family.held();
        let mut log = family.lock().ok_or(Stop::Fail)?;
        self.db.family.hand_out(&mut log);
        self.take_in()?;
        if !self.db.erase(id) {
            return Ok(!log.has_readers());
        }
        let name = self.db.family.take_name(id, order);
        self.tell(&mut log, pred, ChangeKind::Erased(name));
        Ok(true)
    }

    /// Whether changes of a predicate are told to other threads now.
    pub fn tells_of(&self, pred: PredId) -> bool {
        self.db.is_shared(&self.atoms, pred) && self.session.transactions.is_empty()
    }

    /// Tells other threads that a predicate has become dynamic, or what a transaction has changed, which has ended.
    ///
    /// # Errors
    /// If there is no room for what other threads have added.
    pub fn tell_changes(&mut self, changes: &[(Change, ClauseId)], declared: Option<PredId>) -> Step {
        let family = self.db.family.held();
        let Some(mut log) = family.lock() else { return Ok(()) };
        self.db.family.hand_out(&mut log);
        self.take_in()?;
        if let Some(pred) = declared.filter(|&pred| self.tells_of(pred)) {
            self.tell(&mut log, pred, ChangeKind::Declared);
        }
        for &(change, id) in changes {
            let (pred, order) = (self.db.clauses[id].pred, self.db.clauses[id].order);
            if !self.tells_of(pred) {
                continue;
            }
            match change {
                Change::First => self.tell_added(&mut log, pred, id, ClauseEnd::First)?,
                Change::Last => self.tell_added(&mut log, pred, id, ClauseEnd::Last)?,
                Change::Erased => {
                    let name = self.db.family.take_name(id, order);
                    self.tell(&mut log, pred, ChangeKind::Erased(name));
                }
            }
        }
        Ok(())
    }
}
