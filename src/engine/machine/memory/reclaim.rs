//! Reclaiming memory outside the heap: retired code, atoms, and predicates that are only names.
//!
//! Reclamation runs between two steps of the run loop, while no native predicate runs. Retired code is freed once there
//! is enough of it and a scan of all continuation addresses finds none that leads into it. Atoms are marked from
//! everything that holds cells: the heap and all records are scanned linearly, so that no references need to be
//! followed. The scan may see stale words, such as dead slots: they keep an atom or some code alive a while longer,
//! which does no harm.
//!
//! Both wait until the amount made or retired is in proportion to the amount to be scanned, so that the amortised cost
//! of each clause and of each atom is constant.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::ids::Id;
use crate::base::known;
use crate::base::marks::Marks;
use crate::base::watch::Watch;
use crate::code::database::{Database, PREDICATE_BYTES};
use crate::code::instr::{Instr, Label};
use crate::io::table::StreamTable;
use crate::machine::Machine;
use crate::machine::coroutines::{Coroutines, Roots};
use crate::machine::loading::Loading;
use crate::machine::session::Session;
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::machine::stacks::{Registers, Stacks};
use crate::term::cell::{Cell, Tag};
use crate::term::record::Record;
use crate::text::ops::OpTable;

/// Bytes of retired code, and of new atoms and predicates, below which no scan is made.
const FEW_CODE_BYTES: usize = 256 << 10;
const FEW_ATOM_BYTES: usize = 2 << 20;

/// Number of words scanned between two polls of the watch.
const WALKED_BETWEEN_LOOKS: usize = if cfg!(test) { 1 << 6 } else { 1 << 15 };

/// Under stress, number of words scanned for each step.
const WALKED_PER_STEP: usize = 32;

/// Under stress, number of collections for each reclamation of atoms and code.
const RECLAIM_SELDOM: u64 = 256;

/// The thresholds for the next reclamation.
#[derive(Debug)]
pub struct Schedule {
    /// Bytes of retired code.
    code: usize,
    /// Bytes of new atoms and predicates.
    atoms: usize,
    /// Reclaim before every n-th step; for tests.
    stress: Option<u64>,
    steps: u64,
    /// The number of heap collections when the atoms began to wait for one; `None` if they do not wait.
    waiting: Option<u64>,
    /// Number of atom collections.
    pub collections: u64,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            code: FEW_CODE_BYTES,
            atoms: FEW_ATOM_BYTES,
            stress: None,
            steps: 0,
            waiting: None,
            collections: 0,
        }
    }
}

impl Schedule {
    /// Makes a reclamation run before every `period`-th step from now on; for tests.
    pub(in crate::machine) fn set_stress(&mut self, period: Option<u64>) {
        self.stress = period.map(|period| period.saturating_mul(RECLAIM_SELDOM));
    }

    /// Requests a reclamation before the next step.
    pub fn request(&mut self) {
        self.atoms = 0;
    }

    /// Whether enough has accumulated for a reclamation.
    #[inline(always)]
    pub(in crate::machine) fn is_reclaiming_due(&self, db: &Database, atoms: &AtomTable) -> bool {
        db.retired_bytes > self.code || db.made(atoms) >= self.atoms
    }

    fn plan_code(&mut self, db: &Database, regs: &Registers, stacks: &Stacks) {
        let arena = db.arena.bytes().saturating_sub(db.retired_bytes);
        let wanted = FEW_CODE_BYTES + (stacks.walked_stacks(regs) + arena) / 4;
        self.code = if self.stress.is_some() {
            0
        } else {
            wanted.max(2 * db.retired_bytes)
        };
    }
}

/// The result of a scan.
struct ScanResult {
    atoms: Marks,
    /// The predicates that code calls, or that goals are about to call.
    preds: Marks,
    /// The labels at which continuations given as terms resume, and the number of slots of their frames.
    continuations: FxHashMap<Label, usize>,
    watch: Arc<Watch>,
    /// Number of words until the next poll of the watch.
    left: usize,
    /// Whether the scan ended early because the goal is to stop: the result is incomplete.
    given_up: bool,
}

impl ScanResult {
    #[inline]
    fn cell(&mut self, cell: Cell) {
        match cell.tag() {
            Tag::Atm => self.atoms.insert(cell.as_atom().index() as usize),
            Tag::Hdr if cell.is_functor() => self.functor(cell.as_functor()),
            _ => {}
        }
    }

    fn functor(&mut self, functor: Functor) {
        self.atoms.insert(functor.name().index() as usize);
    }

    /// Scans words laid out as on a heap: cells, and the raw words of boxes after their headers.
    fn words(&mut self, words: &[u64]) {
        let mut at = 0;
        while at < words.len() && !self.given_up {
            self.left -= 1;
            if self.left == 0 {
                self.left = WALKED_BETWEEN_LOOKS;
                self.given_up = self.watch.is_stop_wanted();
            }
            let cell = Cell::from_bits(words[at]);
            at += 1;
            if cell.tag() == Tag::Hdr && !cell.is_functor() && !cell.is_level() {
                at += cell.box_words();
                continue;
            }
            self.cell(cell);
            if cell.tag() == Tag::Hdr && cell.is_functor() && cell.as_functor().name() == known::CONTINUATION {
                let address = words.get(at).map_or(Cell::NIL, |&word| Cell::from_bits(word));
                if address.is_int() {
                    let slots = cell.as_functor().arity() - 1;
                    self.continuations.insert(Label::at(address.as_int() as usize), slots);
                }
            }
        }
    }

    fn record(&mut self, record: &Record) {
        self.cell(record.root());
        self.words(record.cells());
    }
}

/// Visits every address at which a goal of a run may resume, and possibly numbers that are not addresses.
fn each_address(roots: &Roots<'_>, visit: &mut impl FnMut(usize)) {
    visit(roots.regs.pc);
    visit(roots.regs.cp);
    for suspended in roots.suspended {
        visit(suspended.regs.pc);
        visit(suspended.regs.cp);
    }
    for choice in roots.stacks.choices() {
        visit(choice.alternative.address());
        visit(choice.cp.address());
    }
    for &word in roots.frames {
        let cell = Cell::from_bits(word);
        if cell.is_int() {
            // A continuation, or the address at which a goal resumes after wake-ups.
            visit(cell.link_code());
            visit(cell.as_int() as usize);
        }
    }
    roots.tables.each_address(visit);
}

impl Machine {
    /// Reclaims what has accumulated, if it is enough.
    #[cold]
    pub(in crate::machine) fn reclaim_if_due(&mut self) {
        // A native predicate that runs a goal may hold atoms that are in no root.
        if !self.schedule.is_reclaiming_due(&self.db, &self.atoms) || self.collector.is_held_back() {
            return;
        }
        let made = self.db.made(&self.atoms);
        if let Some(period) = self.schedule.stress {
            self.schedule.steps += 1;
            let words = self.heap.top() + self.stacks.walked_stacks(&self.regs) / 8;
            if self.schedule.steps >= period + (words / WALKED_PER_STEP) as u64 {
                self.schedule.steps = 0;
                self.collect_atoms();
            }
            return;
        }
        if self.db.retired_bytes > self.schedule.code {
            self.free_code();
        }
        if made >= self.schedule.atoms {
            // Garbage on the heap must not keep atoms alive.
            let now = self.collector.done().count;
            match self.schedule.waiting {
                None => {
                    self.schedule.waiting = Some(now);
                    self.collector.request();
                    self.limits.raise_event();
                }
                Some(then) if then < now => {
                    self.schedule.waiting = None;
                    self.collect_atoms();
                }
                Some(_) => {}
            }
        }
    }

    /// Sets the thresholds for the next reclamation.
    pub(in crate::machine) fn plan(&mut self) {
        self.schedule.plan_code(&self.db, &self.regs, &self.stacks);
        if self.schedule.stress.is_some() {
            self.schedule.atoms = 0;
            return;
        }
        let room = self.limits.memory().saturating_sub(self.charged_bytes());
        self.coroutines.plan(room);
        let walked = self.coroutines.bytes()
            + self.heap.top() * 8
            + self.stacks.walked_stacks(&self.regs)
            + self.db.bytes()
            + self.session.bytes()
            + self.tables.bytes();
        // At most half of the memory left, so that garbage does not exceed the budget.
        let left = self.limits.program().saturating_sub(self.program_bytes()) / 2;
        let wanted = FEW_ATOM_BYTES.max(self.atoms.bytes()).max(walked / 4);
        self.schedule.atoms = wanted.min(left).max(FEW_ATOM_BYTES / 8);
    }

    /// Frees the retired code that no goal can reach.
    fn free_code(&mut self) {
        let mut suspects = self.db.suspects();
        let mut reach = |address| suspects.reach(address);
        each_address(&self.roots(), &mut reach);
        self.coroutines.each_roots(|roots| each_address(&roots, &mut reach));
        for &address in self.continuations.keys() {
            suspects.reach(address.address());
        }
        self.db.free_retired(suspects);
        self.schedule.plan_code(&self.db, &self.regs, &self.stacks);
    }

    /// Collects atoms, and predicates without clauses or calls, and shrinks tables that have become sparse.
    pub(in crate::machine) fn collect_atoms(&mut self) {
        let running = self.stacks.all_generations(&self.session, &self.coroutines, None);
        self.db.sweep_all(&running);
        self.free_code();
        let mut found = ScanResult {
            atoms: Marks::new(self.atoms.end()),
            preds: Marks::new(self.db.preds.len()),
            continuations: FxHashMap::default(),
            watch: Arc::clone(self.limits.watch()),
            left: WALKED_BETWEEN_LOOKS,
            given_up: false,
        };
        self.db.find_in_run(&self.roots(), &mut found);
        self.db.find_in_program(&mut found);
        self.session
            .find_in_session(&self.loading, &self.ops, &self.streams, &mut found);
        let (dead, doomed) = self.coroutines.find_in_engines(&self.db, &mut found);
        if found.given_up {
            // The collection stays due.
            return;
        }
        self.coroutines.doom(&doomed);
        for engine in dead {
            self.session
                .drop_idle(&mut self.coroutines, &mut self.streams, &mut self.limits, engine);
        }
        let preds = found.preds;
        self.db.drop_unused_preds(|pred| preds.contains(pred.index()));
        self.db.shared.forget_predicates();
        for p in self.db.preds.iter() {
            found.atoms.insert(p.module.index() as usize);
            found.atoms.insert(p.functor.name().index() as usize);
            if let Some(file) = p.file {
                found.atoms.insert(file.index() as usize);
            }
        }
        for clause in self.db.clauses.charged() {
            found.atoms.insert(clause.file.index() as usize);
        }
        for atom in self.db.modules.atoms() {
            found.atoms.insert(atom.index() as usize);
        }
        self.atoms.collect(&found.atoms);
        self.continuations = found.continuations;
        self.calls.clear_goals();
        self.db.tidy();
        self.session.tidy();
        self.ops.tidy();
        self.schedule.collections += 1;
        self.plan();
    }
}

impl Database {
    fn find_in_program(&self, found: &mut ScanResult) {
        // Frozen data names frozen atoms and predicates, which stay.
        let arena = &self.arena;
        for instr in arena.instrs.iter().filter(|_| arena.instrs.is_charged()) {
            if let Some(pred) = instr.pred() {
                found.preds.insert(pred.index());
            }
        }
        for &cell in arena.constants.iter().filter(|_| arena.constants.is_charged()) {
            found.cell(cell);
        }
        for table in arena.tables.iter().filter(|_| arena.tables.is_charged()) {
            table.keys().for_each(|key| found.cell(Cell::from_bits(key)));
        }
        for record in arena.records.iter().filter(|_| arena.records.is_charged()) {
            found.record(record);
        }
        for words in self.store.charged_parts() {
            found.words(words);
        }
        for change in self.told.waiting() {
            found.words(&change.words);
        }
    }

    /// Finds what a run refers to.
    fn find_in_run(&self, roots: &Roots<'_>, found: &mut ScanResult) {
        found.words(roots.heap);
        let suspended = roots.suspended.iter().flat_map(|suspended| suspended.x.iter());
        for &cell in roots
            .x
            .iter()
            .chain(suspended)
            .chain(roots.stacks.saved())
            .chain([&roots.exceptions.ball()])
        {
            found.cell(cell);
        }
        for cell in roots.held.cells().chain(roots.wakes.cells()) {
            found.cell(cell);
        }
        for &word in roots.frames.iter().chain(roots.stacks.trail()) {
            found.cell(Cell::from_bits(word));
        }
        for (root, cells) in roots.results.iter() {
            found.cell(root);
            found.words(cells);
        }
        for choice in roots.stacks.choices() {
            if choice.kind == ChoiceKind::Candidates {
                found.preds.insert(choice.pred.index());
            }
        }
        let code = &self.arena.instrs;
        each_address(roots, &mut |address| {
            if let Some(&(Instr::Enter { pred } | Instr::Candidates { pred })) = code.get(address) {
                found.preds.insert(pred.index());
            }
        });
        for record in roots.exceptions.records().chain(&roots.wakes.undo) {
            found.record(record);
        }
        roots.tables.each_words(|words| found.words(words));
        for (&name, global) in roots.globals.into_iter().flatten() {
            found.atoms.insert(name.index() as usize);
            found.record(&global.value);
        }
    }

    /// Returns the number of bytes of the atoms and predicates made since the last collection of atoms.
    #[inline(always)]
    fn made(&self, atoms: &AtomTable) -> usize {
        atoms.fresh() + self.fresh_preds * PREDICATE_BYTES
    }
}

impl Coroutines {
    fn find_in_engine(&self, db: &Database, engine: Atom, found: &mut ScanResult) {
        let mut records = Vec::new();
        self.each_root_of(
            engine,
            |roots| db.find_in_run(&roots, found),
            |record| records.push(record.clone()),
        );
        for record in records {
            found.record(&record);
        }
    }

    /// Finds what the engines of the program refer to, if something refers to them. Returns those to which nothing
    /// refers, and of these the ones that are kept, since cleanup goals of them wait.
    fn find_in_engines(&self, db: &Database, found: &mut ScanResult) -> (Vec<Atom>, FxHashSet<Atom>) {
        let engines = self;
        let mut doomed = FxHashSet::default();
        if engines.is_empty() {
            return (Vec::new(), doomed);
        }
        let mut kept = Vec::new();
        engines.each_kept(|roots| db.find_in_run(&roots, found), |atom| kept.push(atom));
        for atom in kept {
            found.atoms.insert(atom.index() as usize);
        }
        let mut left = engines.engines();
        loop {
            let before = left.len();
            left.retain(|&engine| {
                let is_found = found.atoms.contains(engine.index() as usize);
                if is_found {
                    self.find_in_engine(db, engine, found);
                }
                !is_found
            });
            if left.len() < before {
                continue;
            }
            // Only now is it certain that nothing else refers to one with cleanup goals.
            let Some(&engine) = left.iter().find(|&&engine| engines.has_cleanup(engine)) else {
                return (left, doomed);
            };
            doomed.insert(engine);
            found.atoms.insert(engine.index() as usize);
        }
    }
}

impl Stacks {
    fn walked_stacks(&self, regs: &Registers) -> usize {
        regs.frame_top * 8 + self.choice_count() * size_of::<Choice>()
    }
}

impl Session {
    fn find_in_session(&self, loading: &Loading, ops: &OpTable, streams: &StreamTable, found: &mut ScanResult) {
        for (_, _, atom) in ops.iter() {
            found.atoms.insert(atom.index() as usize);
        }
        for atom in streams.alias_atoms() {
            found.atoms.insert(atom.index() as usize);
        }
        for atom in loading.atoms() {
            found.atoms.insert(atom.index() as usize);
        }
        for pred in loading.preds() {
            found.preds.insert(pred.index());
        }
        for record in loading.records() {
            found.record(record);
        }
        self.each_atom(|atom| found.atoms.insert(atom.index() as usize));
        self.each_record(|record| found.record(record));
        for goal in self.goals() {
            found.record(&goal);
        }
        self.lasting.tries.each_words(|words| found.words(words));
    }
}
