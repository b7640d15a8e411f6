//! Clauses: adding, finding, unifying and erasing them, and their code for listings.

use crate::base::atom::Functor;
use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::clause::{Clause, ClauseId, ClauseOrigin};
use crate::code::database::{ClauseEnd, NewClause};
use crate::code::index::Candidate;
use crate::code::instr::{Label, PredId};
use crate::code::packed::{Cells, ClauseShape, Neck};
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::call::candidates::ArgumentLocation;
use crate::machine::call::search::Search;
use crate::machine::memory::budget::Budget;
use crate::machine::native::{Step, Stop};
use crate::term::cell::{BoxKind, Cell};
use crate::term::record::pack_cells;
use crate::term::view::View;
use crate::term::walk::is_acyclic;

/// Maximum number of bytes of a clause's variable names that are kept.
const MOST_NAMES: usize = 8 * (u16::MAX as usize - 1);

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
                let found = self.first_two(pred, ArgumentLocation::Sought)?;
                generation = self.db.generation;
                (id, next) = found.ok_or(Stop::Fail)?;
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

    /// Erases all clauses of `pred` whose heads unify with `head`.
    ///
    /// # Errors
    /// The exception of an interrupt.
    pub fn erase_matching(&mut self, pred: PredId, head: Cell) -> Step {
        self.search.seek(&self.heap, head);
        let mut found = self.first_two(pred, ArgumentLocation::Sought)?;
        let generation = self.db.generation;
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
