//! Clauses as terms: unpacking them, unifying their heads, and running those that are not compiled.

use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::instr::MAX_REGISTER_ARITY;
use crate::code::packed::{ClauseShape, Neck};
use crate::compile::clause::head_arguments;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::order::subsumes;
use crate::term::record::append_cells;
use crate::term::walk::is_acyclic;

/// Number of arguments of a clause that are read together.
const LOOKED_AT: usize = 8;

impl Machine {
    /// Unifies the arguments of a clause's head with those that `argument` returns. Returns the address of the clause's
    /// cells on the heap, if they had to be unpacked.
    #[inline(always)]
    pub(in crate::machine) fn unify_arguments(
        &mut self,
        id: ClauseId,
        arity: usize,
        argument: impl Fn(&Machine, usize) -> Cell,
    ) -> Result<Option<usize>, Stop> {
        let cells = self.db.cells(id);
        let own: [u64; LOOKED_AT] = std::array::from_fn(|i| cells.get(i).copied().unwrap_or_default());
        // Immediate arguments come first, since they can fail at once.
        for i in 0..arity {
            let word = own.get(i).copied().unwrap_or_else(|| self.db.cells(id)[i]);
            let cell = Cell::from_bits(word);
            if !cell.is_immediate() {
                continue;
            }
            let arg = self.heap.deref(argument(self, i));
            if arg.is_variable() {
                self.bind(arg, cell);
            } else if arg != cell {
                return Err(Stop::Fail);
            }
        }
        if self.db.clauses[id].shape == ClauseShape::Flat {
            return Ok(None);
        }
        let first = self.unpack_cells(id)?;
        for i in 0..arity {
            if !Cell::from_bits(self.db.cells(id)[i]).is_immediate() {
                self.unify(argument(self, i), self.heap.get(first + i))?;
            }
        }
        Ok(Some(first))
    }

    /// Appends the cells of a clause to the heap and returns the address of the first.
    pub(in crate::machine) fn unpack_cells(&mut self, id: ClauseId) -> Result<usize, Stop> {
        let count = self.db.cells(id).len();
        self.reserve(count + 1)?;
        let is_raw = self.db.clauses[id].shape.is_raw();
        let first = append_cells(&mut self.heap, self.db.cells(id), is_raw);
        self.check_walks()?;
        Ok(first)
    }

    /// Unifies the head of a clause with the goal whose arguments are in the registers; for a matching rule no variable
    /// of the goal may be bound.
    pub(in crate::machine) fn unify_head(
        &mut self,
        head: Cell,
        neck: Neck,
        unify: fn(&mut Machine, Cell, Cell) -> Step,
    ) -> Step {
        if neck != Neck::Unify {
            let pattern = head_arguments(&self.heap, head);
            let is_one_term = pattern.len() > MAX_REGISTER_ARITY;
            let (pattern, values) = if is_one_term {
                (head, self.x[0])
            } else {
                self.reserve(2 * (pattern.len() + 1))?;
                let values = self.x[..pattern.len()].to_vec();
                let pattern = self.heap.new_term(known::EQUALS, &pattern);
                (pattern, self.heap.new_term(known::EQUALS, &values))
            };
            if !subsumes(&self.heap, pattern, values) {
                return Err(Stop::Fail);
            }
        }

        let args = head_arguments(&self.heap, head);
        if args.len() > MAX_REGISTER_ARITY {
            return unify(self, self.x[0], head);
        }
        for (i, arg) in args.into_iter().enumerate() {
            unify(self, self.x[i], arg)?;
        }
        Ok(())
    }

    /// Runs a clause that is too big to be compiled, or whose unifications are checked.
    pub(in crate::machine) fn run_generic(&mut self, id: ClauseId) -> Step {
        let level = self.regs.b0;
        let neck = self.db.clauses[id].shape.neck();
        let body = if self.flags.checks_occurs(&self.db, self.db.clauses[id].pred) {
            self.enter_checked(id, neck)?
        } else {
            let (head, body) = self.unpack_clause(id)?;
            self.unify_head(head, neck, Machine::unify)?;
            body
        };
        let body = match self.db.home(self.db.clauses[id].pred) {
            known::USER | known::SYSTEM => body,
            module => self.body_in_module(module, body)?,
        };
        self.x[0] = match neck {
            Neck::Match => self.heap.new_term(known::COMMA, &[Cell::atom(known::CUT), body]),
            Neck::Unify | Neck::Guard => body,
        };
        self.x[1] = Cell::int(level as i64);
        let pred = self
            .db
            .pred(known::SYSTEM, crate::base::atom::Functor::new(known::CALL_BODY, 2));
        self.goto_pred(pred)
    }

    /// Unifies the head of a clause with the goal in the registers, and returns the body.
    ///
    /// Bindings of the clause's own variables alone close no cycle, since their values are older or part of the head.
    /// So it suffices to check the values of older variables, once for the whole head.
    pub(in crate::machine) fn enter_checked(&mut self, id: ClauseId, neck: Neck) -> Result<Cell, Stop> {
        let mark = self.stacks.mark(&self.heap);
        let entered = self.unpack_clause(id).and_then(|(head, body)| {
            self.unify_head(head, neck, |m, a, b| {
                m.unify_freely(a, b).then_some(()).ok_or(Stop::Fail)
            })?;
            Ok(body)
        });
        if entered.is_err() {
            self.stacks.keep_mark(mark);
            return entered;
        }
        let registers = self.db.registers_of(self.db.clauses[id].pred);
        let goal_is_acyclic = || self.x[..registers].iter().all(|&x| is_acyclic(&self.heap, x));
        if self
            .stacks
            .made_no_cycle(&self.heap, &mark)
            .unwrap_or_else(goal_is_acyclic)
        {
            self.stacks.keep_mark(mark);
            return entered;
        }
        self.undo_to_mark(mark);
        // An error names the arguments that did not unify.
        let (head, _) = self.unpack_clause(id)?;
        self.unify_head(head, neck, Machine::unify)?;
        Err(Stop::Fail)
    }
}
