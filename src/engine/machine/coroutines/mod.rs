//! Engines of a program, as `engine_create/3` makes them: goals with stacks of their own, that run by turns.
//!
//! A machine runs one goal at a time. What belongs to a run (heap, stacks, registers, results that are being collected,
//! tables, global variables) is a [`Run`]. Asking an engine for an answer exchanges the run of the machine for that of
//! the engine, and puts the former, its caller, on the chain; when the engine has an answer, or ends, they are exchanged
//! back (`switch`). Nothing of Rust's stack is held meanwhile: the goal that asks is a native predicate that has begun,
//! and ends when the engine leaves. All else, such as the database, flags and streams, is shared.
//!
//! A term that stands for an engine is an atom that holds an object. An engine is dropped when the collector of atoms
//! finds that nothing refers to it: from other engines that are kept, too. If cleanup goals of it wait, they run then.

mod drop;
mod run;
mod switch;

use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;

use crate::base::atom::Atom;
use crate::base::object::AnyObject;
use crate::base::ordered::Ordered;
use crate::machine::memory::limits::LimitBounds;
use crate::machine::stacks::Stacks;
use crate::term::heap::Heap;
use crate::term::record::Record;

pub(super) use run::{Roots, Run};

/// The bytes of the entries of an engine in tables.
const ENTRY_BYTES: usize = 64;

/// Bytes of new engines below which no collection is asked for.
const FEW_BYTES: usize = 2 << 20;

/// Room for runs that is kept for reuse.
const SPARE: usize = 2;

/// The way in which an engine goes on when it is asked for an answer.
enum CoroutineState {
    /// Begins; the pair of the template of its answers and its goal.
    New(Record),
    /// Goes on: with the next solution, or if it has given an answer itself behind that.
    Parked { run: Box<Run>, has_yielded: bool },
    /// It runs, or waits for an engine that it has asked.
    Running,
    /// Its goal has ended; it can only be destroyed.
    Ended,
}

/// An engine.
struct Coroutine {
    object: AnyObject,
    alias: Option<Atom>,
    state: CoroutineState,
    /// A term for it that it has not fetched.
    posted: Option<Record>,
    /// Nothing refers to it, but cleanup goals of it wait.
    is_doomed: bool,
}

impl Coroutine {
    fn bytes(&self) -> usize {
        let state = match &self.state {
            CoroutineState::New(record) => record.bytes(),
            CoroutineState::Parked { run, .. } => run.bytes(),
            CoroutineState::Running | CoroutineState::Ended => 0,
        };
        size_of::<Coroutine>() + ENTRY_BYTES + state + self.posted.as_ref().map_or(0, Record::bytes)
    }
}

/// A run that waits for the engine that it has asked.
struct Waiting {
    /// The atom of the engine.
    engine: Atom,
    run: Box<Run>,
    /// The bounds that held for it.
    bounds: [LimitBounds; 2],
    /// The number of captures of output then.
    captures: usize,
    /// Whether it was in a nested run of its query.
    is_nested: bool,
    /// The number of nested runs on Rust's stack.
    nesting: usize,
    bytes: usize,
}

/// The engines of a program.
#[derive(Default)]
pub struct Coroutines {
    all: FxHashMap<Atom, Coroutine>,
    aliases: FxHashMap<Atom, Atom>,
    /// The runs that wait for the engines that run; that of the query first.
    chain: Vec<Waiting>,
    /// Heaps and frame stacks for reuse.
    spare: Vec<(Heap, Vec<u64>)>,
    /// The engine that was left last. It is not packed, since it is the one that is asked next in most cases.
    last: Option<Atom>,
    bytes: usize,
    /// The bytes of the tables of all runs but the one that the machine runs.
    table_bytes: usize,
    /// Whether there may be engines that are kept only until their cleanup goals have run.
    has_doomed: bool,
    /// The bytes of the engines from which a collection is due.
    due_at: usize,
}

impl Coroutines {
    /// Returns the bytes of all runs but the one that the machine runs, and of the room kept for reuse.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the bytes of the tables of these runs.
    pub(super) fn table_bytes(&self) -> usize {
        self.table_bytes
    }

    /// Notes which engine was left last, and packs the one before.
    fn leave(&mut self, engine: Option<Atom>) {
        let Some(before) = std::mem::replace(&mut self.last, engine).filter(|&before| engine != Some(before)) else {
            return;
        };
        let room = self.change(before, |found| match &mut found.state {
            CoroutineState::Parked { run, .. } => run.pack(),
            _ => None,
        });
        if let Some((heap, frames)) = room.flatten() {
            self.keep_room(heap, frames);
        }
    }

    /// Drops the room kept for reuse; returns whether there was any.
    pub(super) fn drop_room(&mut self) -> bool {
        self.leave(None);
        let spare = std::mem::take(&mut self.spare);
        for (heap, frames) in &spare {
            self.bytes -= room_bytes(heap, frames);
        }
        !spare.is_empty()
    }

    /// Returns about how many choice points the runs have, or more.
    pub(super) fn about_choices(&self) -> usize {
        self.bytes / 256
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Drops the bounds on goals that wait for engines, as far as they are met.
    pub(super) fn drop_met_bounds(&mut self, calls: u64, now: Option<Instant>) {
        for bounds in self.chain.iter_mut().flat_map(|waiting| &mut waiting.bounds) {
            bounds.drop_met(calls, now);
        }
    }

    /// Whether an engine runs.
    pub(super) fn is_inside(&self) -> bool {
        !self.chain.is_empty()
    }

    /// Whether the goal that asked the running engine was in a nested run.
    pub(super) fn is_caller_nested(&self) -> bool {
        self.chain.last().is_some_and(|waiting| waiting.is_nested)
    }

    /// Returns the number of nested runs on Rust's stack below the run of the machine.
    pub(super) fn nesting(&self) -> usize {
        self.chain.last().map_or(0, |waiting| waiting.nesting)
    }

    /// Returns the atom of the engine that a name or an atom stands for.
    pub fn find(&self, name: Atom) -> Option<Atom> {
        let atom = self.aliases.get(&name).copied().unwrap_or(name);
        self.all.contains_key(&atom).then_some(atom)
    }

    /// Returns the name of an engine: its alias if it has one.
    pub(super) fn name(&self, engine: Atom) -> Atom {
        self.all.get(&engine).and_then(|found| found.alias).unwrap_or(engine)
    }

    /// Returns the engine that runs.
    pub(super) fn current(&self) -> Option<Atom> {
        self.chain.last().map(|waiting| waiting.engine)
    }

    /// Whether an engine runs, or waits for one that it has asked.
    pub fn is_running(&self, engine: Atom) -> bool {
        let state = self.all.get(&engine).map(|engine| &engine.state);
        matches!(state, Some(CoroutineState::Running))
    }

    /// Whether the goal of an engine has ended.
    pub fn has_ended(&self, engine: Atom) -> bool {
        self.all
            .get(&engine)
            .is_none_or(|engine| matches!(engine.state, CoroutineState::Ended))
    }

    /// Whether a term is left for an engine.
    pub(super) fn has_post(&self, engine: Atom) -> bool {
        self.all.get(&engine).is_some_and(|engine| engine.posted.is_some())
    }

    /// Leaves a term for an engine.
    pub(super) fn post(&mut self, engine: Atom, record: Record) {
        self.change(engine, |engine| engine.posted = Some(record));
    }

    /// Takes the term that is left for the running engine.
    pub fn take_post(&mut self) -> Option<Record> {
        let engine = self.current()?;
        self.change(engine, |engine| engine.posted.take()).flatten()
    }

    /// Returns all engines, the oldest first.
    pub(super) fn engines(&self) -> Vec<Atom> {
        let mut engines: Vec<(u64, Atom)> = self
            .all
            .iter()
            .map(|(&atom, found)| (found.object.number(), atom))
            .collect();
        engines.order();
        engines.into_iter().map(|(_, atom)| atom).collect()
    }

    /// Returns the runs that wait, and those of the engines that do not run.
    fn runs(&self) -> impl Iterator<Item = &Run> {
        let parked = self.all.values().filter_map(|engine| match &engine.state {
            CoroutineState::Parked { run, .. } => Some(&**run),
            _ => None,
        });
        self.chain.iter().map(|waiting| &*waiting.run).chain(parked)
    }

    /// Visits the roots of all runs but the one that the machine runs.
    pub(super) fn each_roots<'c>(&'c self, visit: impl FnMut(Roots<'c>)) {
        self.runs().map(Run::roots).for_each(visit);
    }

    /// Visits the roots of the runs that wait, and names the engines that are kept in any case.
    pub(super) fn each_kept<'c>(&'c self, mut visit: impl FnMut(Roots<'c>), mut keep: impl FnMut(Atom)) {
        for waiting in &self.chain {
            visit(waiting.run.roots());
            keep(waiting.engine);
        }
        for (&alias, &engine) in &self.aliases {
            keep(alias);
            keep(engine);
        }
    }

    /// Visits what belongs to an engine: the roots of its run, if it does not run, and records.
    pub(super) fn each_root_of<'c>(
        &'c self,
        engine: Atom,
        mut visit: impl FnMut(Roots<'c>),
        mut record: impl FnMut(&Record),
    ) {
        let Some(engine) = self.all.get(&engine) else { return };
        match &engine.state {
            CoroutineState::New(goal) => record(goal),
            CoroutineState::Parked { run, .. } => visit(run.roots()),
            CoroutineState::Running | CoroutineState::Ended => {}
        }
        engine.posted.iter().for_each(record);
    }

    /// Whether cleanup goals of an engine wait.
    pub(super) fn has_cleanup(&self, engine: Atom) -> bool {
        let state = self.all.get(&engine).map(|engine| &engine.state);
        matches!(state, Some(CoroutineState::Parked { run, .. }) if run.has_cleanup())
    }

    /// Marks the engines to which nothing refers and that are kept only until their cleanup goals have run.
    pub(super) fn doom(&mut self, engines: &FxHashSet<Atom>) {
        self.has_doomed = !engines.is_empty();
        for atom in engines {
            if let Some(engine) = self.all.get_mut(atom) {
                engine.is_doomed = true;
            }
        }
    }

    /// Returns an engine to which nothing refers any more, but whose cleanup goals wait.
    pub(super) fn doomed(&self) -> Option<Atom> {
        if !self.has_doomed {
            return None;
        }
        let doomed = self.all.iter().find(|(_, engine)| engine.is_doomed);
        doomed.map(|(&atom, _)| atom)
    }

    fn add(&mut self, atom: Atom, engine: Coroutine) {
        self.bytes += engine.bytes();
        if let Some(alias) = engine.alias {
            self.aliases.insert(alias, atom);
        }
        self.all.insert(atom, engine);
    }

    fn remove(&mut self, atom: Atom) -> Option<Coroutine> {
        let engine = self.all.remove(&atom)?;
        self.bytes -= engine.bytes();
        if let Some(alias) = engine.alias {
            self.aliases.remove(&alias);
        }
        if self.all.is_empty() {
            (self.all, self.aliases) = Default::default();
        }
        Some(engine)
    }

    /// Sets the state of an engine, or what is posted to it; returns what `change` returns.
    fn change<T>(&mut self, atom: Atom, change: impl FnOnce(&mut Coroutine) -> T) -> Option<T> {
        let engine = self.all.get_mut(&atom)?;
        let before = engine.bytes();
        let changed = change(engine);
        self.bytes = self.bytes + engine.bytes() - before;
        Some(changed)
    }

    /// Takes room for a run.
    fn room(&mut self) -> (Heap, Vec<u64>) {
        let Some((heap, frames)) = self.spare.pop() else {
            return (Heap::with_capacity(64), Stacks::new_frames());
        };
        self.bytes -= room_bytes(&heap, &frames);
        (heap, frames)
    }

    /// Keeps the room of a run for reuse, unless it is large or there is enough.
    fn keep_room(&mut self, mut heap: Heap, mut frames: Vec<u64>) {
        if self.spare.len() < SPARE && heap.capacity() <= run::LARGE && frames.len() <= run::LARGE && !frames.is_empty()
        {
            heap.set_top(1);
            frames[..2].fill(crate::term::cell::Cell::ZERO.bits());
            self.bytes += room_bytes(&heap, &frames);
            self.spare.push((heap, frames));
        }
    }

    /// Whether the engines have grown so much that those to which nothing refers are to be found.
    fn is_collection_due(&self) -> bool {
        self.bytes > self.due_at.max(FEW_BYTES)
    }

    /// Sets the size from which the next collection is due; `room` bytes are left for engines.
    pub(super) fn plan(&mut self, room: usize) {
        self.due_at = self.bytes + self.bytes.max(FEW_BYTES).min(room / 2);
    }
}

fn room_bytes(heap: &Heap, frames: &[u64]) -> usize {
    (heap.capacity() + frames.len()) * 8
}
