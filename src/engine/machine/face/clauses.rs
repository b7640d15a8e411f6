//! Adding and changing clauses, and their terms.

use crate::base::atom::Functor;
use crate::base::iso_error::Type;
use crate::base::known;
use crate::code::clause::{Clause, ClauseId, ClauseOrigin};
use crate::code::database::{ClauseEnd, NewClause};
use crate::code::instr::PredId;
use crate::code::packed::{Cells, ClauseShape, Neck};
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::memory::budget::Budget;
use crate::machine::native::Stop;
use crate::term::cell::{BoxKind, Cell};
use crate::term::record::pack_cells;
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
}
