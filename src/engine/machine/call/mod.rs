//! Calling: goals given as terms (`goal`, `qualify`), native and host predicates, predicates that run from their
//! candidate lists (`candidates`). A predicate is prepared at its first call (`ready`). Every call goes through `enter`,
//! which runs wake-up goals first (`wake`).

pub(super) mod candidates;
pub(super) mod enter;
pub(super) mod goal;
pub(super) mod goal_cache;
pub(super) mod host;
pub(super) mod kept;
mod native;
pub(in crate::machine) mod qualify;
pub(super) mod ready;
pub(super) mod search;
pub(super) mod solutions;
pub(super) mod unfold;
pub(super) mod wake;

use rustc_hash::FxHashMap;
use std::sync::Arc;

use crate::base::atom::{AtomTable, Functor};
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

use super::native::{Inline, Native, NativeRun};
use super::profiler::Profiler;
use goal_cache::GoalCache;
use host::Host;
use kept::KeptStates;
use solutions::HostSolutions;

/// Library predicates that run bodies given as terms.
#[derive(Clone, Copy)]
struct Helpers {
    and: PredId,
    or: PredId,
    if_then: PredId,
    if_then_else: PredId,
    soft_then: PredId,
    soft_if: PredId,
    not: PredId,
}

/// The number of goals that a query looks up anew before it copies the table of their targets.
const FEW_GOALS: usize = 32;

/// The callable things that machines share: native predicates, and the targets of goals given as terms.
#[derive(Clone)]
pub(super) struct CallTables {
    natives: Arc<[Native]>,
    goals: Arc<GoalCache>,
    helpers: Helpers,
    /// The functors of the host predicates.
    hosts: Vec<Functor>,
    /// The modes of the arguments of the system's meta predicates, a character for each.
    metas: Arc<FxHashMap<Functor, &'static str>>,
    /// Whether static predicates are linked. Off only to compare both ways of running them.
    linking: bool,
}

/// The callable things: native and host predicates, and the targets of goals given as terms.
pub struct Calls {
    natives: Arc<[Native]>,
    hosts: Vec<Host>,
    /// The solutions of host predicates.
    pub(crate) solutions: HostSolutions,
    /// The states of native predicates that are no terms.
    pub kept: KeptStates,
    goals: Arc<GoalCache>,
    /// The number of goals that the running query has called and that were not in the table.
    missed: usize,
    helpers: Helpers,
    /// The modes of the arguments of the system's meta predicates, a character for each.
    metas: Arc<FxHashMap<Functor, &'static str>>,
    linking: bool,
    /// The calls that are counted, and samples of what runs.
    pub profiler: Profiler,
}

impl CallTables {
    /// Makes the tables, and the native predicates, all in module `system`.
    pub(super) fn new(tables: &[&[Native]], atoms: &mut AtomTable, db: &mut Database) -> CallTables {
        let natives: Arc<[Native]> = tables.concat().into();
        define_natives(&natives, 0, atoms, db);
        let mut helper = |name: &str, arity| db.pred(known::SYSTEM, Functor::new(atoms.intern(name), arity));
        let helpers = Helpers {
            and: helper("$and", 3),
            or: helper("$or", 3),
            if_then: helper("$if_then", 3),
            if_then_else: helper("$if_then_else", 4),
            soft_then: helper("$soft_then", 3),
            soft_if: helper("$soft_if", 4),
            not: helper("$not", 1),
        };
        CallTables {
            natives,
            goals: Arc::new(GoalCache::new(helpers.and)),
            helpers,
            hosts: Vec::new(),
            metas: Arc::default(),
            linking: true,
        }
    }
}

/// Defines native predicates, of which the first has the number `first`.
fn define_natives(natives: &[Native], first: u16, atoms: &mut AtomTable, db: &mut Database) {
    for (id, native) in (first..).zip(natives) {
        let functor = Functor::new(atoms.intern(native.name()), native.arity);
        let pred = db.pred(known::SYSTEM, functor);
        let p = &mut db.preds[pred];
        p.definition = Definition::Native(id);
        p.iso = !native.iso.is_empty();
    }
}

impl Calls {
    /// Takes tables, of which nothing has run yet.
    pub(super) fn new(tables: CallTables) -> Calls {
        Calls {
            natives: tables.natives,
            hosts: tables.hosts.into_iter().map(Host::new).collect(),
            solutions: HostSolutions::default(),
            kept: KeptStates::default(),
            goals: tables.goals,
            missed: 0,
            helpers: tables.helpers,
            metas: tables.metas,
            linking: tables.linking,
            profiler: Profiler::default(),
        }
    }

    /// Returns the tables.
    pub(super) fn tables(&self) -> CallTables {
        CallTables {
            natives: Arc::clone(&self.natives),
            goals: Arc::clone(&self.goals),
            helpers: self.helpers,
            metas: Arc::clone(&self.metas),
            hosts: self.hosts.iter().map(|host| host.functor).collect(),
            linking: self.linking,
        }
    }

    /// Adds native predicates; false if there are host predicates, which are numbered after them, or too many.
    pub(super) fn add_natives(&mut self, tables: &[&[Native]], atoms: &mut AtomTable, db: &mut Database) -> bool {
        let new = tables.concat();
        let count = self.natives.len() + new.len();
        let (Ok(first), true) = (u16::try_from(self.natives.len()), self.hosts.is_empty()) else {
            return false;
        };
        if count >= usize::from(u16::MAX) {
            return false;
        }
        define_natives(&new, first, atoms, db);
        self.natives = [&*self.natives, &new].concat().into();
        true
    }

    /// Returns the native predicates.
    pub fn natives(&self) -> &[Native] {
        &self.natives
    }

    /// Returns how the run loop executes a native predicate inline, if it does.
    pub(super) fn inline(&self, id: u16) -> Option<Inline> {
        self.natives.get(usize::from(id)).and_then(|native| native.inline)
    }

    /// Returns the name and arity of a native or host predicate; `None` for the library's own primitives, which mean
    /// nothing to a user.
    pub(super) fn functor(&self, id: u16, atoms: &mut AtomTable) -> Option<Functor> {
        let id = usize::from(id);
        match self.natives.get(id) {
            Some(native) if native.name().starts_with('$') => None,
            Some(native) => Some(Functor::new(atoms.intern(native.name()), native.arity)),
            None => Some(self.hosts[id - self.natives.len()].functor),
        }
    }

    /// Returns the deterministic native predicate with one argument that a goal calls, and the argument, if the goal is
    /// no more than that.
    pub(super) fn plain_native(&self, db: &Database, heap: &Heap, goal: Cell) -> Option<(PredId, Cell)> {
        const QUALIFIED: Functor = Functor::new(known::COLON, 2);
        let (mut module, mut view) = (known::USER, heap.view(goal));
        if let View::Struct(QUALIFIED, first) = view {
            let View::Atom(name) = heap.view(heap.get(first)) else {
                return None;
            };
            module = name;
            view = heap.view(heap.get(first + 1));
        }
        let (functor, first) = view.compound().filter(|(functor, _)| functor.arity() == 1)?;
        let (pred, id) = db.plain_native(module, functor)?;
        let native = self.natives.get(usize::from(id))?;
        matches!(native.run, NativeRun::Det(_)).then(|| (pred, heap.get(first)))
    }

    /// Whether a predicate is one of the system's, not of the host.
    pub(super) fn is_native(&self, id: u16) -> bool {
        usize::from(id) < self.natives.len()
    }

    /// Lends the run loop what it needs.
    #[inline(always)]
    pub(super) fn lend(&mut self) -> (&Arc<GoalCache>, &mut Profiler) {
        (&self.goals, &mut self.profiler)
    }

    /// Notes the target of a plain goal. A table that is shared is copied only once a query has called many goals that
    /// are not in it.
    pub(super) fn note_goal(&mut self, functor: Functor, pred: PredId) {
        self.missed += 1;
        if self.missed > FEW_GOALS || Arc::strong_count(&self.goals) == 1 {
            Arc::make_mut(&mut self.goals).add(functor, pred);
        }
    }

    /// Whether the table of goals takes no memory of its own.
    #[cfg(any(test, feature = "testing"))]
    pub fn shares_goals(&self) -> bool {
        Arc::strong_count(&self.goals) > 1
    }

    /// Begins to count the goals that are not in the table.
    pub(super) fn begin_query(&mut self) {
        self.missed = 0;
    }

    /// Forgets the targets of goals, whose functors may get other meanings.
    pub(super) fn clear_goals(&mut self) {
        if !self.goals.is_empty() {
            Arc::make_mut(&mut self.goals).clear();
        }
    }

    /// Returns the argument modes of a meta predicate of the system, a character for each.
    pub fn meta(&self, functor: Functor) -> Option<&'static str> {
        self.metas.get(&functor).copied()
    }

    /// Notes the argument modes of a meta predicate of the system.
    pub(super) fn set_meta(&mut self, functor: Functor, modes: &'static str) {
        Arc::make_mut(&mut self.metas).insert(functor, modes);
    }

    /// Whether it is a meta predicate of the system.
    pub fn is_meta(&self, functor: Functor) -> bool {
        self.metas.contains_key(&functor)
    }

    /// Turns linking on or off.
    pub fn set_linking(&mut self, on: bool) {
        self.linking = on;
    }
}
