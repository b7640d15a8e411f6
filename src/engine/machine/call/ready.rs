//! Preparing predicates to be run: compiling clauses and linking static predicates at the first call.

use std::sync::Arc;

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::database::Database;
use crate::code::instr::{Instr, Label, MAX_REGISTER_ARITY, PredId};
use crate::code::key::{ANY, PARTS, Spec};
use crate::code::predicate::{Definition, INDEXED_ARGUMENTS};
use crate::compile::clause::{Rule, compile_clause};
use crate::compile::error::CompileError;
use crate::compile::link::{ClauseKeys, MAX_LINKED, is_worthwhile, link};
use crate::compile::verify::verify;
use crate::machine::Machine;
use crate::machine::call::Calls;
use crate::machine::call::unfold::Unfolding;
use crate::machine::memory::budget::Budget;
use crate::machine::native::{Inline, Step, Stop};
use crate::machine::unify::occurs::makes_bindings;
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;

/// A clause of fewer cells, none of which are shared, is never too big to be compiled.
pub(super) const FEW_CELLS: usize = 64;

/// Returns what the compiler asks about a clause of a module: which functors are evaluable, and which goals are
/// constraints that are compiled.
pub(in crate::machine) fn asked_by_compiler(
    m: &Machine,
    module: Atom,
) -> (impl Fn(Atom, usize) -> Option<u16>, impl Fn(Functor) -> bool) {
    let functions = m.arithmetic.functions();
    let evaluable = |name, arity| functions.lookup(name, arity).map(|f| f.index());
    let constraints = move |functor| m.flags.is_compiled_constraint(&m.db, module, functor);
    (evaluable, constraints)
}

/// Whether a part of the terms above `top` is there twice: as a tree, few cells may be any number.
fn shares_parts(heap: &Heap, top: usize) -> bool {
    let cells = (top..heap.top()).map(|place| heap.get(place));
    let mut parts: Vec<usize> = cells
        .filter(|cell| matches!(cell.tag(), Tag::Lst | Tag::Str))
        .map(Cell::address)
        .collect();
    parts.sort_unstable();
    parts.windows(2).any(|pair| pair[0] == pair[1])
}

impl Machine {
    /// Compiles a clause and returns the address of its code.
    pub(in crate::machine) fn compile_one(&mut self, id: ClauseId) -> Result<Label, Stop> {
        if let Some(code) = self.db.code(id).label() {
            return Ok(code);
        }
        let top = self.heap.top();
        let (head, body) = self.unpack_clause(id)?;
        let pred = self.db.clauses[id].pred;
        let (module, functor) = (self.db.home(pred), self.db.preds[pred].functor);
        let is_spared = module == known::SYSTEM && self.limits.spared.is_some();
        let before = is_spared.then(|| self.program_bytes());
        // An attempt that found no room may have left some.
        self.db.drop_unfolded(id, 0);
        let (body, _) = Unfolding::body(id, self, (head, body), false)?;
        let neck = self.db.clauses[id].shape.neck();
        let compiled = {
            let (evaluable, constraints) = asked_by_compiler(self, module);
            compile_clause(&self.heap, Rule { head, body, neck }, &evaluable, &constraints)
        };
        if cfg!(debug_assertions) || self.collector.is_stressed() {
            match &compiled {
                Ok(code) => {
                    if let Err(fault) = verify(code, functor.arity()) {
                        unreachable!(
                            "the compiler made wrong code for {functor:?}: {fault}\n{:?}",
                            code.instrs
                        );
                    }
                }
                Err(CompileError::TooBig) if self.heap.top() - top < FEW_CELLS && !shares_parts(&self.heap, top) => {
                    unreachable!("the compiler gave up on a small clause of {functor:?}");
                }
                Err(_) => {}
            }
        }
        self.heap.set_top(top);
        self.check_walks()?;
        let placed = match compiled {
            Ok(code) => {
                // The library is small, and needed to report that the program is full.
                if module != known::SYSTEM {
                    self.charge(Budget::Code, code.bytes())?;
                }
                let known = self.db.unfolded.is_empty();
                let made = |db: &Database, f| if known { None } else { db.find(known::UNFOLDED, f) };
                let called = code.preds.iter();
                let called = called.map(|&f| made(&self.db, f).unwrap_or_else(|| self.db.pred(module, f)));
                let preds: Vec<PredId> = called.collect();
                let placed = self.db.arena.place(code, &preds);
                // The clause may need more headroom than those before.
                self.refresh_heap_limit();
                placed
            }
            Err(CompileError::TooBig) => {
                self.db.drop_unfolded(id, 0);
                let arity = functor.arity().min(usize::from(u16::MAX)) as u16;
                self.db.arena.place_absolute(&[Instr::Generic { arity, clause: id }])
            }
            Err(CompileError::NotCallable) => unreachable!("a clause's body is checked before it is added"),
        };
        self.db.set_code(id, placed);
        if let Some(before) = before {
            let now = self.program_bytes();
            self.limits.spare(before, now);
        }
        Ok(placed.start)
    }

    /// Handles a call of a predicate whose code is not or no longer available: prepares the predicate and enters it.
    pub(in crate::machine) fn enter(&mut self, pred: PredId) -> Step {
        let meant = self.db.programs_own(pred).unwrap_or(pred);
        if meant != pred {
            // The clause that calls may have been loaded before the predicate was declared.
            self.qualify_in(self.db.preds[pred].module, meant)?;
        }
        let watched = self.db.meaning(meant);
        if self.tracer.is_watched(&self.db, watched) {
            return self.enter_watched(watched);
        }
        self.tracer.forget_pass();
        let entry = self.ready(meant)?;
        match entry {
            Some(label) => {
                self.db.set_entry(meant, label);
                self.regs.pc = self.db.entries[meant].address();
                Ok(())
            }
            None if self.db.shared.is_behind() && self.session.transactions.is_empty() => {
                // Another thread may have made it.
                self.catch_up()?;
                self.enter(pred)
            }
            None => self.unknown_procedure(pred),
        }
    }

    /// Prepares a predicate and returns its entry address; `None` if it is not defined.
    pub(in crate::machine) fn ready(&mut self, pred: PredId) -> Result<Option<Label>, Stop> {
        let entry = self.db.entries[pred];
        let p = &self.db.preds[pred];
        if !matches!(self.db.arena.instrs[entry.address()], Instr::Enter { .. }) {
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
                let inline = self.calls.natives.get(usize::from(id)).and_then(|native| native.inline);
                let code: &[Instr] = match inline.filter(|&inline| self.flags.runs_inline(inline)) {
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
                self.db.set_block(pred, Vec::new());
                Ok(Some(label))
            }
            Definition::Code => Ok(Some(entry)),
            Definition::Import(other) => self.ready_other(other),
            Definition::Library(position) => {
                let before = self.limits.spared.map(|_| self.program_bytes());
                let load = self.library.loader();
                load(self, position)?;
                let label = match self.db.preds[pred].definition {
                    Definition::Library(_) | Definition::None => None,
                    _ => self.ready_other(pred)?,
                };
                if let Some(before) = before {
                    let now = self.program_bytes();
                    self.limits.spare(before, now);
                }
                Ok(label)
            }
            Definition::None if p.module != known::SYSTEM => match self.db.find(known::SYSTEM, p.functor) {
                Some(system) if self.db.preds[system].is_visible() => {
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
        Ok(self.ready(pred)?.map(|label| {
            self.db.set_entry(pred, label);
            self.db.entries[pred]
        }))
    }

    fn link_clauses(&mut self, pred: PredId) -> Result<Label, Stop> {
        let ids = self.db.live(pred);
        let arity = self.db.preds[pred].functor.arity();
        if ids.len() > MAX_LINKED
            || arity > MAX_REGISTER_ARITY
            || !self.calls.linking
            || self.flags.checks_occurs(&self.db, pred)
        {
            return Ok(self.db.candidates_entry(pred));
        }
        let mut clauses: Vec<ClauseKeys> = ids.iter().map(|&id| self.db.clause_keys(id, arity)).collect();
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
        self.db.set_block(pred, ids);
        Ok(label)
    }

    /// Handles a call of a watched predicate at its stub.
    pub(in crate::machine) fn enter_watched(&mut self, pred: PredId) -> Step {
        if !self.tracer.is_passing() && !self.tracer.is_suspended() {
            let tracer = self.take_over(pred)?;
            return self.goto_pred(tracer);
        }
        let known = self.db.preds[pred].watched.as_ref().and_then(|watched| watched.entry);
        let entry = match known {
            Some(entry) => Some(entry),
            None => {
                let entry = self.ready(pred)?;
                let p = &mut self.db.preds[pred];
                // Loading a library predicate has set it.
                self.db.entries[pred] = p.stub;
                if let Some(watched) = &mut p.watched {
                    watched.entry = entry;
                }
                entry
            }
        };
        match entry {
            Some(label) => {
                self.regs.pc = label.address();
                Ok(())
            }
            None => self.unknown_procedure(pred),
        }
    }
}

impl Database {
    /// Ends the block that was just placed and assigns it to `pred`, with the clauses that it contains.
    fn set_block(&mut self, pred: PredId, clauses: Vec<ClauseId>) {
        let mut block = self.arena.end_block();
        block.clauses = clauses;
        self.preds[pred].block = Some(Arc::new(block));
    }

    /// Returns the keys that distinguish a clause from the others of its predicate, for linking.
    pub(in crate::machine) fn clause_keys(&self, id: ClauseId, arity: usize) -> ClauseKeys {
        let (cells, shape) = (self.cells(id), self.clauses[id].shape);
        let mut keys = [ANY; INDEXED_ARGUMENTS];
        let mut parts = [[ANY; PARTS]; INDEXED_ARGUMENTS];
        for i in 0..arity.min(INDEXED_ARGUMENTS) {
            keys[i] = Spec::argument(i).clause_key(cells, arity, shape);
            parts[i] = Spec::part_keys(cells, i, arity, shape);
        }
        ClauseKeys { keys, parts }
    }
}

impl Calls {
    /// Resets the entries of predicates after the flag was set, so that they are prepared again at their next call.
    pub(in crate::machine) fn occurs_check_changed(&self, db: &mut Database) {
        for pred in db.preds.ids() {
            let p = &db.preds[pred];
            let changes = match p.definition {
                Definition::Clauses => p.module != known::SYSTEM,
                Definition::Native(id) => self.inline(id).is_some_and(makes_bindings),
                Definition::Import(_) => true,
                _ => false,
            };
            if changes {
                db.definition_changed(pred);
            }
        }
    }
}
