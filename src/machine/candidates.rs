//! Running predicates from their candidate lists, and readying predicates to be run.
//!
//! Candidate lists define the meaning: clauses in their order, as they were when the goal was
//! called. A choice point holds the candidate that comes next, so that none is left when no other
//! clause can match.

use crate::base::known;
use crate::code::clause::{ANY, ClauseId, clause_key, key_of};
use crate::code::instr::{Instr, Label, MAX_REGISTER_ARITY, PredId};
use crate::code::predicate::{Definition, INDEXED_ARGUMENTS};
use crate::compile::clause::{compile_clause, head_arguments};
use crate::compile::error::CompileError;
use crate::compile::link::{LinkClause, link};
use crate::term::cell::Cell;

use super::Machine;
use super::choice::{Choice, Kind};
use super::native::{Inline, Step, Stop};

/// A fact of a changing predicate is run from its term this often before it is compiled.
const RUNS_BEFORE_COMPILING: u8 = 4;
/// Static predicates with more clauses are run from candidate lists, whose indexes are hashed.
const MAX_LINKED: usize = 48;

impl Machine {
    fn keys(&self, pred: PredId) -> [u64; INDEXED_ARGUMENTS] {
        let arity = self.db.preds[pred as usize].functor.arity();
        let mut keys = [ANY; INDEXED_ARGUMENTS];
        if arity <= MAX_REGISTER_ARITY {
            for (i, key) in keys.iter_mut().enumerate().take(arity) {
                *key = key_of(&self.heap, self.x[i]);
            }
        } else {
            for (key, arg) in keys.iter_mut().zip(head_arguments(&self.heap, self.deref(self.x[0]))) {
                *key = key_of(&self.heap, arg);
            }
        }
        keys
    }

    /// How many registers a call of `pred` uses.
    pub(super) fn registers_of(&self, pred: PredId) -> usize {
        let arity = self.db.preds[pred as usize].functor.arity();
        if arity <= MAX_REGISTER_ARITY { arity } else { 1 }
    }

    /// A call of a predicate that runs from its candidates.
    pub(super) fn call_candidates(&mut self, pred: PredId) -> Step {
        let keys = self.keys(pred);
        let generation = self.db.generation;
        self.db.prepare_index(pred, &keys);
        let first = self.db.candidate(pred, None, &keys, generation).ok_or(Stop::Fail)?;
        self.b0 = self.choices.len();
        if let Some(next) = self.db.candidate(pred, Some(first), &keys, generation) {
            let count = self.registers_of(pred);
            self.push_choice(Choice {
                pred,
                next,
                generation,
                ..self.new_choice(Kind::Candidates, count)
            })?;
        }
        self.run_clause(first)
    }

    /// Backtracking to a choice point of candidates; its state has been restored.
    pub(super) fn retry_candidates(&mut self, choice: Choice) -> Step {
        self.count_retry()?;
        let keys = self.keys(choice.pred);
        let next = self
            .db
            .candidate(choice.pred, Some(choice.next), &keys, choice.generation);
        self.b0 = self.choices.len() - 1;
        match (next, self.choices.last_mut()) {
            (Some(next), Some(top)) => top.next = next,
            _ => self.pop_choice(),
        }
        self.run_clause(choice.next)
    }

    fn run_clause(&mut self, id: ClauseId) -> Step {
        let clause = &mut self.db.clauses[id as usize];
        if let Some(code) = clause.code.label() {
            self.pc = code as usize;
            return Ok(());
        }
        if clause.is_fact && clause.runs < RUNS_BEFORE_COMPILING {
            clause.runs += 1;
            let (head, _) = self.unpack_clause(id)?;
            self.unify_head(head)?;
            return self.return_to_caller();
        }
        let code = self.compile_one(id)?;
        self.pc = code as usize;
        Ok(())
    }

    /// A clause's head and body, fresh on the heap.
    pub fn unpack_clause(&mut self, id: ClauseId) -> Result<(Cell, Cell), Stop> {
        self.reserve(self.db.clauses[id as usize].record.len())?;
        let term = self.db.clauses[id as usize].record.unpack(&mut self.heap);
        self.settle()?;
        let address = self.deref(term).address();
        Ok((
            self.heap.deref(self.heap.get(address + 1)),
            self.heap.deref(self.heap.get(address + 2)),
        ))
    }

    fn unify_head(&mut self, head: Cell) -> Step {
        let args = head_arguments(&self.heap, head);
        if args.len() > MAX_REGISTER_ARITY {
            return self.unify(self.x[0], head);
        }
        for (i, arg) in args.into_iter().enumerate() {
            self.unify(self.x[i], arg)?;
        }
        Ok(())
    }

    /// Runs a clause that is too big to be compiled.
    pub(super) fn run_generic(&mut self, id: ClauseId) -> Step {
        let level = self.b0;
        let (head, body) = self.unpack_clause(id)?;
        self.unify_head(head)?;
        self.x[0] = body;
        self.x[1] = Cell::int(level as i64);
        let pred = self
            .db
            .pred(known::SYSTEM, crate::base::atom::Functor::new(known::CALL_BODY, 2));
        self.goto_pred(pred)
    }

    /// Compiles a clause and gives the address of its code.
    pub(super) fn compile_one(&mut self, id: ClauseId) -> Result<Label, Stop> {
        if let Some(code) = self.db.clauses[id as usize].code.label() {
            return Ok(code);
        }
        let top = self.heap.top();
        let (head, body) = self.unpack_clause(id)?;
        let pred = self.db.clauses[id as usize].pred;
        let (module, functor) = {
            let p = &self.db.preds[pred as usize];
            (p.module, p.functor)
        };
        let functions = &self.functions;
        let evaluable = |name, arity| functions.lookup(name, arity).map(|f| f.index());
        let compiled = compile_clause(&self.heap, head, body, &evaluable);
        self.heap.set_top(top);
        self.settle()?;
        let placed = match compiled {
            Ok(code) => {
                // The library is small, and needed to tell that there is no room.
                if module != known::SYSTEM {
                    self.charge_program(code.bytes())?;
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
        self.db.clauses[id as usize].code = placed;
        Ok(placed.start)
    }

    /// Where the code of a clause lies in the arena; compiles it if need be.
    ///
    /// # Errors
    /// `resource_error(memory)` if there is no room to unpack it.
    pub fn clause_code(&mut self, id: ClauseId) -> Result<std::ops::Range<usize>, Stop> {
        let start = self.compile_one(id)? as usize;
        Ok(start..start + self.db.clauses[id as usize].code.length as usize)
    }

    /// A predicate is called that has no code yet, or none any more: readies it and goes there.
    pub(super) fn enter(&mut self, pred: PredId) -> Step {
        let entry = self.ready(pred)?;
        match entry {
            Some(label) => {
                self.db.entries[pred as usize] = label;
                self.pc = label as usize;
                Ok(())
            }
            None => self.unknown_procedure(pred),
        }
    }

    /// The address at which a predicate is to be entered; none if it is not defined.
    fn ready(&mut self, pred: PredId) -> Result<Option<Label>, Stop> {
        let entry = self.db.entries[pred as usize];
        let p = &self.db.preds[pred as usize];
        if !matches!(self.db.arena.instrs[entry as usize], Instr::Enter { .. }) {
            return Ok(Some(entry));
        }
        match p.definition {
            Definition::Clauses | Definition::None if p.dynamic => Ok(Some(self.db.candidates_entry(pred))),
            Definition::Clauses => self.link_clauses(pred).map(Some),
            Definition::Native(id) => {
                self.db.arena.begin_block();
                let code: &[Instr] = match self.natives[usize::from(id)].inline {
                    None => &[Instr::Native { id }, Instr::Proceed {}],
                    Some(Inline::Between) => &[
                        Instr::Between { id },
                        Instr::Proceed {},
                        Instr::BetweenNext {},
                        Instr::Proceed {},
                    ],
                    Some(Inline::Arg) => &[Instr::ArgNative { id }, Instr::Proceed {}],
                    Some(Inline::Functor) => &[Instr::FunctorNative { id }, Instr::Proceed {}],
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
                Some(system) if self.db.preds[system as usize].is_defined() => {
                    let label = self.ready_other(system)?;
                    self.db.preds[pred as usize].definition = Definition::Import(system);
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
            self.db.entries[pred as usize] = label;
        }
        Ok(label)
    }

    fn ready_again(&mut self, pred: PredId) -> Result<Option<Label>, Stop> {
        match self.db.preds[pred as usize].definition {
            Definition::Library(_) | Definition::None => Ok(None),
            _ => self.ready_other(pred),
        }
    }

    fn link_clauses(&mut self, pred: PredId) -> Result<Label, Stop> {
        let ids = self.db.live(pred);
        let arity = self.db.preds[pred as usize].functor.arity();
        if ids.len() > MAX_LINKED || arity > MAX_REGISTER_ARITY || !self.linking {
            return Ok(self.db.candidates_entry(pred));
        }
        let mut clauses = Vec::with_capacity(ids.len());
        for &id in &ids {
            let label = self.compile_one(id)?;
            let record = &self.db.clauses[id as usize].record;
            let mut keys = [ANY; INDEXED_ARGUMENTS];
            for (i, key) in keys.iter_mut().enumerate().take(arity) {
                *key = clause_key(record, i);
            }
            clauses.push(LinkClause { label, keys });
        }
        self.db.arena.begin_block();
        let label = link(&mut self.db.arena, &clauses, arity);
        self.set_block(pred, ids);
        Ok(label)
    }

    /// The block that was just made is that of `pred`, and leads to these clauses.
    fn set_block(&mut self, pred: PredId, clauses: Vec<ClauseId>) {
        let mut block = self.db.arena.end_block();
        block.clauses = clauses;
        self.db.preds[pred as usize].block = Some(Box::new(block));
    }
}
