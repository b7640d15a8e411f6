//! Running predicates from their candidate lists, and preparing predicates to be run.
//!
//! Candidate lists define the meaning: the clauses in order, as they were when the goal was called. A choice point
//! holds the next candidate, so that no choice point remains when no other clause can match.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::database::INDEX_ENTRY_BYTES;
use crate::code::index::Candidate;
use crate::code::instr::{Instr, Label, MAX_REGISTER_ARITY, PredId};
use crate::code::key::{ANY, Goal, PARTS, Spec};
use crate::code::lookup::{Route, Routing};
use crate::code::packed::{Cells, Neck, Shape};
use crate::code::predicate::{Definition, INDEXED_ARGUMENTS};
use crate::compile::clause::{Rule, compile_clause, head_arguments};
use crate::compile::error::CompileError;

use crate::compile::link::{ClauseKeys, MAX_LINKED, is_worthwhile, link};
use crate::compile::verify::verify;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::order::subsumes;
use crate::term::record::append_cells;

use super::Machine;
use super::choice::{Choice, Kind, NONE};
use super::limit::Budget;
use super::native::{Inline, Step, Stop};

/// Number of times that a fact of a changing predicate is run from its term before it is compiled.
const RUNS_BEFORE_COMPILING: u8 = 4;

/// Number of arguments of a clause that are read together.
const LOOKED_AT: usize = 8;

/// The location of the arguments by which clauses are looked up.
#[derive(Clone, Copy)]
pub(super) enum Arguments {
    /// In this many registers from 0 on.
    Registers(usize),
    /// In `Machine::sought`.
    Sought,
}

impl Arguments {
    fn goal<'a>(self, heap: &'a Heap, registers: &'a [Cell], sought: &'a [Cell]) -> Goal<'a> {
        let (args, heads_only) = match self {
            Arguments::Registers(count) => (&registers[..count], false),
            Arguments::Sought => (sought, true),
        };
        Goal { heap, args, heads_only }
    }
}

impl Machine {
    /// Returns the number of registers that a call of `pred` uses.
    pub(super) fn registers_of(&self, pred: PredId) -> usize {
        let arity = self.db.preds[pred].functor.arity();
        if arity <= MAX_REGISTER_ARITY { arity } else { 1 }
    }

    /// Prepares a search for the clauses of `pred` that match the dereferenced arguments.
    fn route(&mut self, pred: PredId, source: Arguments) -> Route {
        loop {
            let goal = source.goal(&self.heap, &self.x[..], &self.sought);
            match self.db.route(pred, goal) {
                Routing::Ready(route) => return route,
                Routing::Wanted(spec, total) => {
                    let room = self.limits.program() - self.limits.program() / 8;
                    if self.program_bytes() + total * INDEX_ENTRY_BYTES > room {
                        return self.db.one_by_one();
                    }
                    self.db.make_index(pred, spec, total);
                }
            }
        }
    }

    /// Returns the first clause for a goal that is called now, and the candidate after it.
    pub(super) fn first_two(&mut self, pred: PredId, source: Arguments) -> Option<(ClauseId, Option<Candidate>)> {
        let route = self.route(pred, source);
        let goal = source.goal(&self.heap, &self.x[..], &self.sought);
        let first = self.db.first(pred, route, goal)?;
        Some((first.id, self.db.next(pred, route, goal, first, self.db.generation)))
    }

    /// Returns the clause after `candidate` for a goal that was called in `generation`.
    pub(super) fn one_after(
        &mut self,
        pred: PredId,
        source: Arguments,
        candidate: Candidate,
        generation: u64,
    ) -> Option<Candidate> {
        let route = self.route(pred, source);
        let goal = source.goal(&self.heap, &self.x[..], &self.sought);
        self.db.next(pred, route, goal, candidate, generation)
    }

    /// Dereferences the arguments of a call of `pred` and returns their location.
    fn arguments(&mut self, pred: PredId) -> Arguments {
        let arity = self.db.preds[pred].functor.arity();
        if arity > MAX_REGISTER_ARITY {
            self.seek(self.x[0]);
            return Arguments::Sought;
        }
        for i in 0..arity {
            self.x[i] = self.heap.deref(self.x[i]);
        }
        Arguments::Registers(arity)
    }

    /// Stores the arguments of `head` as those by which clauses are looked up.
    pub fn seek(&mut self, head: Cell) {
        let (first, count) = self.heap.parts(self.deref(head));
        self.sought.clear();
        for i in first..first + count {
            self.sought.push(self.heap.deref(self.heap.get(i)));
        }
    }

    /// Calls a predicate that runs from its candidate list.
    pub(super) fn call_candidates(&mut self, pred: PredId) -> Step {
        let source = self.arguments(pred);
        let Some((first, next)) = self.first_two(pred, source) else {
            return self.no_clause(pred);
        };
        self.b0 = self.choices.len();
        let next = self.or_no_rule(pred, next);
        if let Some(next) = next {
            let count = self.registers_of(pred);
            self.push_choice(Choice {
                pred,
                next,
                generation: self.db.generation,
                ..self.new_choice(Kind::Candidates, count)
            })?;
        }
        self.run_clause(first)
    }

    /// Backtracks to a choice point of candidates, whose state has been restored.
    pub(super) fn retry_candidates(&mut self, choice: Choice) -> Step {
        self.count_retry()?;
        let Choice {
            pred, next, generation, ..
        } = choice;
        if next == NONE {
            self.pop_choice();
            return self.no_rule(pred);
        }
        let arity = self.db.preds[pred].functor.arity();
        let source = if arity > MAX_REGISTER_ARITY {
            self.arguments(pred)
        } else {
            // The saved arguments were dereferenced, and have been restored to that state.
            Arguments::Registers(arity)
        };
        let after = self.one_after(pred, source, next, generation);
        let after = self.or_no_rule(pred, after);
        self.b0 = self.choices.len() - 1;
        match (after, self.choices.last_mut()) {
            (Some(after), Some(top)) => top.next = after,
            _ => self.pop_choice(),
        }
        self.run_clause(next.id)
    }

    /// Returns `next`, or the error as last alternative of a predicate with `=>` rules.
    fn or_no_rule(&self, pred: PredId, next: Option<Candidate>) -> Option<Candidate> {
        next.or_else(|| self.db.preds[pred].matching.then_some(NONE))
    }

    /// Handles a call of `pred` for which no candidate is left; its arguments are in the registers.
    fn no_clause(&mut self, pred: PredId) -> Step {
        let p = &self.db.preds[pred];
        if p.matching && p.live > 0 {
            return self.no_rule(pred);
        }
        Err(Stop::Fail)
    }

    fn run_clause(&mut self, id: ClauseId) -> Step {
        if self.checks_occurs(self.db.clauses[id].pred) {
            return self.run_generic(id);
        }
        if let Some(code) = self.db.code(id).label() {
            self.pc = code as usize;
            return Ok(());
        }
        let clause = &mut self.db.clauses[id];
        let arity = self.db.preds[clause.pred].functor.arity();
        if clause.shape.is_fact()
            && arity <= MAX_REGISTER_ARITY
            && (clause.shape == Shape::Flat || clause.runs < RUNS_BEFORE_COMPILING)
        {
            clause.runs = clause.runs.saturating_add(1);
            self.unify_arguments(id, arity, |m, i| m.x[i])?;
            return self.return_to_caller();
        }
        let code = self.compile_one(id)?;
        self.pc = code as usize;
        Ok(())
    }

    /// Unifies the arguments of a clause's head with those that `argument` returns. Returns the address of the clause's
    /// cells on the heap, if they had to be unpacked.
    #[inline(always)]
    pub(super) fn unify_arguments(
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
        if self.db.clauses[id].shape == Shape::Flat {
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
    pub(super) fn unpack_cells(&mut self, id: ClauseId) -> Result<usize, Stop> {
        let count = self.db.cells(id).len();
        self.reserve(count + 1)?;
        let is_raw = self.db.clauses[id].shape.is_raw();
        let first = append_cells(&mut self.heap, self.db.cells(id), is_raw);
        self.settle()?;
        Ok(first)
    }

    /// Builds a fresh copy of a clause's head and body on the heap.
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

    /// Unifies the head of a clause with the goal whose arguments are in the registers; for a matching rule no variable
    /// of the goal may be bound.
    pub(super) fn unify_head(&mut self, head: Cell, neck: Neck, unify: fn(&mut Machine, Cell, Cell) -> Step) -> Step {
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
    pub(super) fn run_generic(&mut self, id: ClauseId) -> Step {
        let level = self.b0;
        let neck = self.db.clauses[id].shape.neck();
        let body = if self.checks_occurs(self.db.clauses[id].pred) {
            self.enter_checked(id, neck)?
        } else {
            let (head, body) = self.unpack_clause(id)?;
            self.unify_head(head, neck, Machine::unify)?;
            body
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

    /// Compiles a clause and returns the address of its code.
    pub(super) fn compile_one(&mut self, id: ClauseId) -> Result<Label, Stop> {
        if let Some(code) = self.db.code(id).label() {
            return Ok(code);
        }
        let top = self.heap.top();
        let (head, body) = self.unpack_clause(id)?;
        let pred = self.db.clauses[id].pred;
        let (module, functor) = {
            let p = &self.db.preds[pred];
            (self.db.modules.context(p.module, p.functor), p.functor)
        };
        let functions = &self.functions;
        let evaluable = |name, arity| functions.lookup(name, arity).map(|f| f.index());
        let neck = self.db.clauses[id].shape.neck();
        let compiled = compile_clause(&self.heap, Rule { head, body, neck }, &evaluable);
        if (cfg!(debug_assertions) || self.is_stressed())
            && let Ok(code) = &compiled
            && let Err(fault) = verify(code, functor.arity())
        {
            unreachable!(
                "the compiler made wrong code for {functor:?}: {fault}\n{:?}",
                code.instrs
            );
        }
        self.heap.set_top(top);
        self.settle()?;
        let placed = match compiled {
            Ok(code) => {
                // The library is small, and needed to report that the program is full.
                if module != known::SYSTEM {
                    self.charge(Budget::Code, code.bytes())?;
                }
                let preds: Vec<PredId> = code.preds.iter().map(|&f| self.db.pred(module, f)).collect();
                self.db.arena.place(code, &preds)
            }
            Err(CompileError::TooBig) => {
                let arity = functor.arity().min(usize::from(u16::MAX)) as u16;
                self.db.arena.place_absolute(&[Instr::Generic { arity, clause: id }])
            }
            Err(CompileError::NotCallable) => unreachable!("a clause's body is checked before it is added"),
        };
        self.db.set_code(id, placed);
        Ok(placed.start)
    }

    /// Returns the range of a clause's code in the arena; compiles the clause if necessary.
    ///
    /// # Errors
    /// `resource_error(memory)` if there is no room to unpack it.
    pub fn clause_code(&mut self, id: ClauseId) -> Result<std::ops::Range<usize>, Stop> {
        let start = self.compile_one(id)? as usize;
        Ok(start..start + self.db.code(id).length as usize)
    }

    /// Returns the entry of a predicate, and the parts of the block of a static one: their addresses and their lengths
    /// in instructions. Prepares the predicate if necessary.
    ///
    /// # Errors
    /// As for [`Machine::clause_code`].
    pub fn block_parts(&mut self, pred: PredId) -> Result<(Label, Vec<(Label, u32)>), Stop> {
        if let Some(entry) = self.ready(pred)? {
            self.db.entries[pred] = entry;
        }
        let block = self.db.preds[pred].block.as_ref();
        let parts = block.map(|block| block.parts.clone()).unwrap_or_default();
        Ok((self.db.entries[pred], parts))
    }

    /// Handles a call of a predicate whose code is not or no longer available: prepares the predicate and enters it.
    pub(super) fn enter(&mut self, pred: PredId) -> Step {
        let meant = self.programs_own(pred).unwrap_or(pred);
        let entry = self.ready(meant)?;
        match entry {
            Some(label) => {
                self.db.entries[meant] = label;
                self.pc = label as usize;
                Ok(())
            }
            None => self.unknown_procedure(pred),
        }
    }

    /// Returns the program's predicate that a call in another module means, if that module defines none of the name.
    fn programs_own(&self, pred: PredId) -> Option<PredId> {
        let p = &self.db.preds[pred];
        if p.definition != Definition::None || p.dynamic || [known::USER, known::SYSTEM].contains(&p.module) {
            return None;
        }
        let (mut module, functor) = (p.module, p.functor);
        while module != known::USER {
            module = self.db.modules.around(module);
            if let Some(own) = self.db.find(module, functor) {
                let found = &self.db.preds[own];
                if found.dynamic || found.definition == Definition::Clauses {
                    return Some(own);
                }
            }
        }
        None
    }

    /// Prepares a predicate and returns its entry address; `None` if it is not defined.
    fn ready(&mut self, pred: PredId) -> Result<Option<Label>, Stop> {
        let entry = self.db.entries[pred];
        let p = &self.db.preds[pred];
        if !matches!(self.db.arena.instrs[entry as usize], Instr::Enter { .. }) {
            return Ok(Some(entry));
        }
        match p.definition {
            Definition::Clauses | Definition::None if p.dynamic => {
                let candidates = self.db.candidates_entry(pred);
                Ok(Some(self.db.entry_to(pred, candidates)))
            }
            Definition::Clauses => {
                let block = self.link_clauses(pred)?;
                Ok(Some(self.db.entry_to(pred, block)))
            }
            Definition::Native(id) => {
                self.db.arena.begin_block();
                let inline = self.natives.get(usize::from(id)).and_then(|native| native.inline);
                let code: &[Instr] = match inline.filter(|&inline| self.runs_inline(inline)) {
                    None => &[Instr::Native { id }, Instr::Proceed {}],
                    Some(Inline::Between) => &[
                        Instr::Between { id },
                        Instr::Proceed {},
                        Instr::BetweenNext {},
                        Instr::Proceed {},
                    ],
                    Some(Inline::Arg) => &[Instr::ArgNative { id }, Instr::Proceed {}],
                    Some(Inline::Functor) => &[Instr::FunctorNative { id }, Instr::Proceed {}],
                    Some(Inline::Compare) => &[Instr::CompareNative { id }, Instr::Proceed {}],
                    Some(Inline::Unify) => &[Instr::UnifyNative { id }, Instr::Proceed {}],
                    Some(Inline::Is) => &[Instr::IsNative { id }, Instr::Proceed {}],
                    Some(Inline::Test(test)) => &[Instr::TestNative { id, test }, Instr::Proceed {}],
                };
                let label = self.db.arena.append(code);
                self.set_block(pred, Vec::new());
                Ok(Some(label))
            }
            Definition::Code => Ok(Some(entry)),
            Definition::Import(other) => self.ready_other(other),
            Definition::Library(position) => {
                let load = self
                    .load_library
                    .expect("a machine with library predicates has a loader for them");
                load(self, position)?;
                self.ready_again(pred)
            }
            Definition::None if p.module != known::SYSTEM => match self.db.find(known::SYSTEM, p.functor) {
                Some(system) if self.db.preds[system].is_defined() => {
                    let label = self.ready_other(system)?;
                    self.db.preds[pred].definition = Definition::Import(system);
                    Ok(label)
                }
                _ => Ok(None),
            },
            Definition::None => Ok(None),
        }
    }

    fn ready_other(&mut self, pred: PredId) -> Result<Option<Label>, Stop> {
        let label = self.ready(pred)?;
        if let Some(label) = label {
            self.db.entries[pred] = label;
        }
        Ok(label)
    }

    fn ready_again(&mut self, pred: PredId) -> Result<Option<Label>, Stop> {
        match self.db.preds[pred].definition {
            Definition::Library(_) | Definition::None => Ok(None),
            _ => self.ready_other(pred),
        }
    }

    fn link_clauses(&mut self, pred: PredId) -> Result<Label, Stop> {
        let ids = self.db.live(pred);
        let arity = self.db.preds[pred].functor.arity();
        if ids.len() > MAX_LINKED || arity > MAX_REGISTER_ARITY || !self.linking || self.checks_occurs(pred) {
            return Ok(self.db.candidates_entry(pred));
        }
        let mut clauses: Vec<ClauseKeys> = ids.iter().map(|&id| self.clause_keys(id, arity)).collect();
        let search = self.db.candidates_entry(pred);
        if !is_worthwhile(&clauses, arity) {
            return Ok(search);
        }
        let mut ranges = Vec::new();
        for &id in &ids {
            let start = self.compile_one(id)?;
            ranges.push(start..start + self.db.code(id).length);
        }
        self.db.arena.begin_block();
        if self.db.preds[pred].matching {
            let no_rule = self.db.arena.append(&[Instr::NoRule { pred }]);
            ranges.push(no_rule..no_rule + 1);
            clauses.push(ClauseKeys::ANYTHING);
        }
        let label = link(&mut self.db.arena, &clauses, &ranges, arity, search);
        self.set_block(pred, ids);
        Ok(label)
    }

    /// Returns the keys that distinguish a clause from the others of its predicate, for linking.
    fn clause_keys(&self, id: ClauseId, arity: usize) -> ClauseKeys {
        let (cells, shape) = (self.db.cells(id), self.db.clauses[id].shape);
        let mut keys = [ANY; INDEXED_ARGUMENTS];
        let mut parts = [[ANY; PARTS]; INDEXED_ARGUMENTS];
        for i in 0..arity.min(INDEXED_ARGUMENTS) {
            keys[i] = Spec::argument(i).clause_key(cells, arity, shape);
            parts[i] = Spec::part_keys(cells, i, arity, shape);
        }
        ClauseKeys { keys, parts }
    }

    /// Ends the block that was just placed and assigns it to `pred`, with the clauses that it contains.
    fn set_block(&mut self, pred: PredId, clauses: Vec<ClauseId>) {
        let mut block = self.db.arena.end_block();
        block.clauses = clauses;
        self.db.preds[pred].block = Some(Box::new(block));
    }
}
