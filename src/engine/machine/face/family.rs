//! Dynamic predicates that the threads of a program share: making changes for all, and taking in those of others
//! (`code/family.rs`).
//!
//! In a transaction nothing is taken in, and what it has changed is told at its end.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::clause::{ClauseId, ClauseOrigin};
use crate::code::database::ClauseEnd;
use crate::code::family::{ChangeKind, ChangeLog, SharedChange};
use crate::code::instr::PredId;
use crate::code::transactions::Change;
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::parcel::Parcel;
use crate::term::record::{Attributes, Record};
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
        if let Some(log) = self.db.family.log() {
            self.db.family.hand_out(&mut log.lock());
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
        match self.db.family.log() {
            Some(log) if self.session.transactions.is_empty() => {
                let mut log = log.lock();
                self.db.family.hand_out(&mut log);
                self.take_in()?;
                change(self, &mut log)
            }
            _ => change(self, &mut ChangeLog::default()),
        }
    }

    /// Makes the changes that were handed out. Returns the predicates of which clauses were erased.
    fn take_in(&mut self) -> Result<Vec<PredId>, Stop> {
        let mut erased = Vec::new();
        while let Some((number, change)) = self.db.family.next_waiting() {
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
                        self.db.family.name(number, id, order);
                    }
                }
                ChangeKind::Erased(name) => {
                    if let Some((id, order)) = self.db.family.take_clause(*name)
                        && self.db.clauses.get(id).is_some_and(|clause| clause.order == order)
                    {
                        erased.push(self.db.clauses[id].pred);
                        self.db.erase(id);
                    }
                }
                ChangeKind::Flag(value) => {
                    let value = self.unpack_parcel(value)?;
                    self.set_flag_of_program(name, value)?;
                }
                ChangeKind::Symbols(count) => {
                    self.session.lasting.symbols.insert(name, *count);
                }
            }
            self.heap.set_top(top);
            self.db.family.is_made();
        }
        erased.dedup();
        Ok(erased)
    }

    /// Sets a flag of `flag/3` here.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn set_flag_of_program(&mut self, name: Atom, value: Cell) -> Step {
        let record = Record::pack(&mut self.heap, value, Attributes::Keep);
        self.charge_program(record.bytes())?;
        self.session.add_record(&record);
        if let Some(old) = self.session.lasting.counters.insert(name, record) {
            self.session.drop_record(&old);
        }
        Ok(())
    }

    /// Adds a change to the log, if another thread reads it. Returns its number. Names that begin with `$` are the
    /// library's, which has them in each thread.
    pub fn tell(&mut self, log: &mut ChangeLog, place: (Atom, Functor), kind: ChangeKind) -> Option<u64> {
        let (module, functor) = place;
        let name = self.atoms.text(functor.name());
        let is_own = matches!(kind, ChangeKind::Flag(_) | ChangeKind::Symbols(_)) && name.starts_with('$');
        let change = SharedChange {
            module: self.atoms.text(module).into(),
            name: name.into(),
            arity: functor.arity(),
            kind,
        };
        (log.has_readers() && !is_own).then(|| self.db.family.add(log, change))
    }

    fn tell_of(&mut self, log: &mut ChangeLog, pred: PredId, kind: ChangeKind) -> Option<u64> {
        let p = &self.db.preds[pred];
        let place = (p.module, p.functor);
        self.tell(log, place, kind)
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
        let number = self.tell_of(log, pred, ChangeKind::Added { clause, neck, end });
        let order = self.db.clauses[id].order;
        if let Some(number) = number {
            self.db.family.name(number, id, order);
        }
        Ok(())
    }

    /// Adds a clause, as [`add_packed`](Machine::add_packed), in all threads if they share the predicate.
    ///
    /// # Errors
    /// As for `add_packed`.
    pub fn add_for_all(&mut self, pred: PredId, rule: Rule, end: ClauseEnd) -> Result<ClauseId, Stop> {
        if !self.db.is_shared(&self.atoms, pred) {
            return self.add_packed(pred, rule, end, ClauseOrigin::NONE);
        }
        self.in_turn(|m, log| {
            let id = m.add_packed(pred, rule, end, ClauseOrigin::NONE)?;
            m.tell_added(log, pred, id, end)?;
            Ok(id)
        })
    }

    /// Erases a clause, in all threads if they share the predicate. Returns false if they do and it was erased before: of
    /// several goals that remove it, one succeeds.
    ///
    /// # Errors
    /// If there is no room for what other threads have added.
    pub fn erase_for_all(&mut self, id: ClauseId) -> Result<bool, Stop> {
        let clause = &self.db.clauses[id];
        let (pred, order) = (clause.pred, clause.order);
        if !self.db.is_shared(&self.atoms, pred) {
            // A clause that another goal has removed since the call is still visible (ISO 7.5.4).
            self.db.erase(id);
            return Ok(true);
        }
        self.in_turn(|m, log| {
            let erased = m.db.erase(id);
            if erased && m.session.transactions.is_empty() {
                let name = m.db.family.take_name(id, order);
                m.tell_of(log, pred, ChangeKind::Erased(name));
            }
            Ok(erased)
        })
    }

    /// Tells other threads that a predicate has become dynamic, or what a transaction has changed, which has ended.
    ///
    /// # Errors
    /// If there is no room for what other threads have added.
    pub fn tell_changes(&mut self, changes: &[(Change, ClauseId)], declared: Option<PredId>) -> Step {
        self.in_turn(|m, log| {
            if let Some(pred) = declared.filter(|&pred| m.db.is_shared(&m.atoms, pred)) {
                m.tell_of(log, pred, ChangeKind::Declared);
            }
            for &(change, id) in changes {
                let (pred, order) = (m.db.clauses[id].pred, m.db.clauses[id].order);
                if !m.db.is_shared(&m.atoms, pred) {
                    continue;
                }
                match change {
                    Change::First => m.tell_added(log, pred, id, ClauseEnd::First)?,
                    Change::Last => m.tell_added(log, pred, id, ClauseEnd::Last)?,
                    Change::Erased => {
                        let name = m.db.family.take_name(id, order);
                        m.tell_of(log, pred, ChangeKind::Erased(name));
                    }
                }
            }
            Ok(())
        })
    }
}
