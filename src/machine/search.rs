//! Clause search for native predicates (clause/2, retract/1 and the like), and adding clauses.

use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::clause::{Clause, ClauseId};
use crate::code::database::{End, NewClause};
use crate::code::index::Candidate;
use crate::code::instr::PredId;
use crate::code::packed::{Cells, Neck, Shape};
use crate::compile::clause::Rule;
use crate::term::cell::{BoxKind, Cell};
use crate::term::record::pack_cells;
use crate::term::view::View;
use crate::term::walk::is_acyclic;

use super::Machine;
use super::candidates::Arguments;
use super::native::{Step, Stop};

/// Maximum number of bytes of a clause's variable names that are kept.
const MOST_NAMES: usize = 8 * (u16::MAX as usize - 1);

impl Machine {
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
        self.seek(head);
        let (mut id, mut next, generation);
        match state.map(|s| self.view(s)) {
            Some(View::Struct(_, args)) => {
                let number = |i: usize| self.heap.get(args + i).as_int();
                id = ClauseId::new(number(0) as u32);
                generation = number(1) as u64;
                let at = number(2) as u32;
                next = self.one_after(pred, Arguments::Sought, Candidate { id, at }, generation);
            }
            _ => {
                generation = self.db.generation;
                (id, next) = self.first_two(pred, Arguments::Sought).ok_or(Stop::Fail)?;
            }
        }
        // The choice point of the running predicate keeps alive the clauses still to be tried.
        self.searching = Some((pred, generation));
        loop {
            let mark = self.mark();
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
            next = self.one_after(pred, Arguments::Sought, candidate, generation);
            self.poll()?;
        }
    }

    /// Erases all clauses of `pred` whose heads unify with `head`.
    ///
    /// # Errors
    /// The exception of an interrupt.
    pub fn erase_matching(&mut self, pred: PredId, head: Cell) -> Step {
        self.seek(head);
        let generation = self.db.generation;
        let mut found = self.first_two(pred, Arguments::Sought);
        let certain = self.is_general();
        while let Some((id, next)) = found {
            if certain || self.unifies(id)? {
                self.db.erase(id);
            }
            found = next.map(|next| (next.id, self.one_after(pred, Arguments::Sought, next, generation)));
            self.poll()?;
        }
        self.sweep(pred);
        Ok(())
    }

    /// Whether a goal with the sought arguments matches every clause: they are distinct plain variables.
    fn is_general(&self) -> bool {
        let args = &self.sought;
        args.len() < 16
            && args
                .iter()
                .enumerate()
                .all(|(i, arg)| arg.is_ref() && !args[..i].contains(arg))
    }

    fn unifies(&mut self, id: ClauseId) -> Result<bool, Stop> {
        let mark = self.mark();
        let unifies = self.unify_clause(id, None)?;
        self.undo_to_mark(mark);
        Ok(unifies)
    }

    /// Unifies the sought arguments with those of the head of a clause, and `body` with its body.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn unify_clause(&mut self, id: ClauseId, body: Option<Cell>) -> Result<bool, Stop> {
        let arity = self.sought.len();
        let first = match self.unify_arguments(id, arity, |m, i| m.sought[i]) {
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

    /// Adds a clause, whose head is callable and whose body is converted, to `pred`. The names of its variables, in
    /// order of first occurrence, are separated by zero bytes.
    ///
    /// # Errors
    /// `resource_error(program_space)`; `type_error(acyclic_term, Part)` if a part is cyclic.
    pub fn add_packed(
        &mut self,
        pred: PredId,
        clause: Rule,
        end: End,
        line: u32,
        names: &[u8],
    ) -> Result<ClauseId, Stop> {
        let Rule { head, body, neck } = clause;
        let (first, arity) = self.heap.parts(self.deref(head));
        let is_fact = neck == Neck::Unify && body == Cell::atom(known::TRUE);
        let mut cells = std::mem::take(&mut self.packing);
        cells.clear();
        let body = Some(body).filter(|_| !is_fact);
        let packing = pack_cells(&self.heap, first, arity, body, &mut cells);
        self.settle()?;
        if packing.may_be_cyclic {
            for term in [Some(head), body].into_iter().flatten() {
                if !is_acyclic(&self.heap, term) {
                    return Err(self.type_error(Type::AcyclicTerm, term));
                }
            }
        }
        let mut shape = Shape::of(&cells, arity, body.map(|_| neck), packing.raw);
        let p = &self.db.preds[pred];
        // Clauses of dynamic predicates are also searched by head alone, where equations of the body do not count.
        if let (true, Shape::Rule { equation, .. }) = (p.dynamic, &mut shape) {
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
        // The library is small, and needed to report that the program is full.
        let charged = if p.module == known::SYSTEM {
            Ok(())
        } else {
            self.charge_program(cells.len() * 8 + size_of::<Clause>())
        };
        let new = NewClause {
            cells: &mut cells,
            name_words,
            shape,
            line,
        };
        let added = charged.map(|()| self.db.add(pred, new, end));
        // The buffer of a big clause is not kept.
        if cells.capacity() < 1 << 16 {
            self.packing = cells;
        }
        added
    }
}
