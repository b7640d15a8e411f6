//! Adding clauses, and taking in the changes of other threads (`code/shared.rs`).
//!
//! In a transaction no change of a predicate is taken in, and what it has changed is told at its end.

use std::sync::Arc;

use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::clause::{Clause, ClauseId, ClauseOrigin};
use crate::code::database::{ClauseEnd, NewClause};
use crate::code::instr::PredId;
use crate::code::packed::{Cells, ClauseShape, Neck};
use crate::code::predicate::Definition;
use crate::code::shared::{ChangeKind, ChangeLog, ChangeOrder, SharedChange};
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::memory::budget::Budget;
use crate::machine::native::{NativeRun, Step, Stop};
use crate::term::cell::{BoxKind, Cell};
use crate::term::parcel::Parcel;
use crate::term::record::pack_cells;
use crate::term::walk::is_acyclic;

/// Maximum number of bytes of a clause's variable names that are kept.
const MOST_NAMES: usize = 8 * (u16::MAX as usize - 1);

/// How often a thread takes in what is new before it holds the log.
const ROUNDS: usize = 4;
/// The number of changes that are taken in while the log is held.
const FEW_WAITING: usize = 4;

/// The most arguments of a native predicate that is run without a call.
const MOST_IN_PLACE: usize = 5;

impl Machine {
    /// Adds a clause, whose head is callable and whose body is converted, to `pred`.
    ///
    /// # Errors
    /// `resource_error(program_space)`; `type_error(acyclic_term, Part)` if a part is cyclic.
    pub fn add_packed(
        &mut self,
        pred: PredId,
        clause: Rule,
        end: ClauseEnd,
        origin: ClauseOrigin<'_>,
    ) -> Result<ClauseId, Stop> {
        let ClauseOrigin { file, line, names } = origin;
        let Rule { head, body, neck } = clause;
        let (first, arity) = self.heap.parts(self.deref(head));
        let is_fact = neck == Neck::Unify && body == Cell::atom(known::TRUE);
        let mut cells = self.search.take_buffer();
        let body = Some(body).filter(|_| !is_fact);
        let packing = pack_cells(&self.heap, first, arity, body, &mut cells);
        self.check_walks()?;
        if packing.may_be_cyclic {
            for term in [Some(head), body].into_iter().flatten() {
                if !is_acyclic(&self.heap, term) {
                    return Err(self.type_error(Type::AcyclicTerm, term));
                }
            }
        }
        let mut shape = ClauseShape::of(&cells, arity, body.map(|_| neck), packing.raw);
        let p = &self.db.preds[pred];
        // Clauses of dynamic predicates are also searched by head alone, where equations of the body do not count.
        if let (true, ClauseShape::Rule { equation, .. }) = (p.dynamic, &mut shape) {
            *equation = false;
        }
        let packed = cells.len();
        if !names.is_empty() && names.len() <= MOST_NAMES {
            cells.push(Cell::box_header(BoxKind::String, names.len().div_ceil(8), 0).bits());
            cells.extend(names.chunks(8).map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                u64::from_ne_bytes(word)
            }));
        }
        let name_words = (cells.len() - packed) as u16;
        let bytes = cells.len() * 8 + size_of::<Clause>();
        let charged = match p.module {
            // The library is small, and needed to report that the program is full.
            known::SYSTEM => Ok(()),
            known::UNFOLDED => self.charge(Budget::Code, bytes),
            _ => self.charge_program(bytes),
        };
        let new = NewClause {
            cells: &mut cells,
            name_words,
            shape,
            line,
            file,
        };
        let added = charged.map(|()| self.db.add(pred, new, end));
        self.search.keep_buffer(cells);
        added
    }

    /// Unlinks erased clauses of `pred` that no running goal can see, once there are enough of them.
    pub fn sweep(&mut self, pred: PredId) {
        if self
            .db
            .wants_sweep(pred, self.stacks.choice_count() + self.coroutines.about_choices())
        {
            let running = self.stacks.all_generations(&self.session, &self.coroutines, Some(pred));
            self.db.sweep(pred, &running);
        }
    }

    /// Takes in what other threads have changed.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn catch_up(&mut self) -> Step {
        let only_goals = !self.session.transactions.is_empty();
        if self.db.shared.may_catch_up(only_goals) {
            self.db.shared.read_on();
            self.take_in()?;
            let changed = self.db.shared.take_erased();
            changed.into_iter().for_each(|pred| self.sweep(pred));
        }
        Ok(())
    }

    /// Makes a change in turn with other threads, also when they have ended, since a goal that has begun with them still finds
    /// out whether one of them was first: what they have changed is taken in before, as far as `order` wants it, but for the
    /// changes of predicates while a transaction is open. `change` adds what it does to the log.
    ///
    /// # Errors
    /// Those of `change`; if there is no room for what other threads have added.
    #[cold]
    #[inline(never)]
    pub fn in_turn<T>(
        &mut self,
        order: ChangeOrder,
        change: impl FnOnce(&mut Machine, &mut ChangeLog) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let Some(shared) = self.db.shared.log() else {
            return change(self, &mut ChangeLog::default());
        };
        let only_goals = !self.session.transactions.is_empty();
        let mut log = shared.lock();
        for round in 0..ROUNDS {
            if !self.db.shared.is_due(&log, order, only_goals) {
                break;
            }
            self.db.shared.read_on();
            if round + 1 == ROUNDS || self.db.shared.waiting_count(only_goals) <= FEW_WAITING {
                self.take_in()?;
                break;
            }
            // The others need the log meanwhile.
            drop(log);
            self.take_in()?;
            log = shared.lock();
        }
        change(self, &mut log)
    }

    /// Makes the changes that were read; none of predicates while a transaction is open.
    #[inline(never)]
    fn take_in(&mut self) -> Step {
        let only_goals = !self.session.transactions.is_empty();
        while let Some((number, new)) = self.db.shared.next_waiting(only_goals) {
            let top = self.heap.top();
            match &*new {
                SharedChange::Goal(goal) => {
                    let mark = self.stacks.mark(&self.heap);
                    self.db.shared.set_repeats(true);
                    let run = self.unpack_parcel(goal).and_then(|goal| {
                        let (functor, first) = self.view(goal).callable().ok_or(Stop::Fail)?;
                        let arguments = first..first + functor.arity();
                        let arguments: Vec<Cell> = arguments.map(|at| self.heap.get(at)).collect();
                        let pred = self.db.pred(known::SYSTEM, functor);
                        self.run_native(pred, &arguments)
                    });
                    self.db.shared.set_repeats(false);
                    if let Err(Stop::Throw(_)) = run {
                        run?;
                    }
                    self.undo_to_mark(mark);
                }
                SharedChange::Predicate(of, ChangeKind::Declared) => {
                    self.db.heard(&mut self.atoms, of, true);
                }
                SharedChange::Predicate(of, ChangeKind::Undefined) => {
                    let pred = self.db.heard(&mut self.atoms, of, false);
                    self.db.undefine(pred);
                }
                SharedChange::Predicate(
                    of,
                    ChangeKind::Added {
                        clause,
                        shape,
                        name_words,
                        end,
                        place,
                    },
                ) => {
                    let pred = self.db.heard(&mut self.atoms, of, place.is_none());
                    let mut cells = self.search.take_buffer();
                    clause.unpack(&mut cells, &mut self.atoms);
                    self.charge_program(clause.text_bytes() + cells.len() * 8 + size_of::<Clause>())?;
                    let (mut file, mut line) = (known::NIL, 0);
                    if let Some(place) = place {
                        (file, line) = (self.intern(&place.0), place.1);
                        self.db.preds[pred].file = Some(file);
                    }
                    let new = NewClause {
                        cells: &mut cells,
                        name_words: *name_words,
                        shape: *shape,
                        line,
                        file,
                    };
                    let id = self.db.add(pred, new, *end);
                    self.search.keep_buffer(cells);
                    self.db.definition_changed(pred);
                    let order = self.db.clauses[id].order;
                    self.db.shared.name(number, id, order);
                }
                SharedChange::Predicate(_, ChangeKind::Erased(name)) => {
                    if let Some((id, order)) = self.db.shared.take_clause(*name)
                        && self.db.clauses.get(id).is_some_and(|clause| clause.order == order)
                    {
                        let pred = self.db.clauses[id].pred;
                        self.db.erase(id);
                        self.db.shared.note_erased(pred);
                        if !self.db.preds[pred].dynamic {
                            self.db.definition_changed(pred);
                        }
                    }
                }
            }
            self.heap.set_top(top);
            self.db.shared.is_made(number);
        }
        Ok(())
    }

    /// Runs a deterministic native predicate of the library without a call, and keeps the registers: a constraint that stands
    /// in a clause, or a goal that another thread has run.
    ///
    /// # Errors
    /// Those of the predicate, which name it.
    #[inline(never)]
    pub(in crate::machine) fn run_native(&mut self, pred: PredId, arguments: &[Cell]) -> Step {
        let functor = self.db.preds[pred].functor;
        let library = self.db.find(known::SYSTEM, functor);
        let Some(Definition::Native(id)) = library.map(|pred| self.db.preds[pred].definition) else {
            unreachable!("only native predicates are run in place");
        };
        let mut kept = [Cell::NIL; MOST_IN_PLACE];
        let (x, kept) = (&mut self.x[..arguments.len()], &mut kept[..arguments.len()]);
        kept.copy_from_slice(x);
        x.copy_from_slice(arguments);
        let step = match self.calls.natives().get(usize::from(id)).map(|native| native.run) {
            Some(NativeRun::Det(run)) => run(self),
            _ => unreachable!("they are deterministic"),
        };
        // Between calls the heap is not collected, so a lack of room is final.
        self.collector.want_retry(false);
        self.x[..kept.len()].copy_from_slice(kept);
        if matches!(step, Err(Stop::Throw(_))) {
            // The error names the predicate, although it is not called.
            self.regs.running = Some(id);
            self.complete_ball();
        }
        step
    }

    /// Packs a term to be sent to another thread.
    ///
    /// # Errors
    /// The reason for which the copy was stopped.
    pub fn pack_parcel(&mut self, term: Cell) -> Result<Arc<Parcel>, Stop> {
        self.begin_within_room();
        let parcel = Parcel::pack(&self.heap, &self.atoms, term);
        self.end_within_room()?;
        Ok(Arc::new(parcel))
    }

    /// Puts a term of another thread on the heap.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn unpack_parcel(&mut self, parcel: &Parcel) -> Result<Cell, Stop> {
        self.reserve(parcel.cells())?;
        self.charge_program(parcel.text_bytes())?;
        let term = parcel.unpack(&mut self.heap, &mut self.atoms);
        self.check_walks()?;
        Ok(term)
    }
}
