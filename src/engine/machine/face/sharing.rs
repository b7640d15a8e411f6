//! Other machines: images and copies of this one, its threads, and those that run one goal with it.

pub use crate::machine::call::host::HostRun;
pub use crate::machine::image::{Areas, Image, Surroundings};
pub use crate::machine::memory::limits::{MachineLimits, default_memory};

use std::sync::Arc;

use crate::base::atom::Functor;
use crate::base::flag::Flags;
use crate::base::known;
use crate::base::limit::{Amounts, Limit, LimitScope, nanoseconds};
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::parallel::{ParallelSearch, SearchPart};
use crate::machine::session::Session;
use crate::machine::stacks::Stacks;
use crate::machine::threads::{FamilyMember, RunSignals};
use crate::term::cell::Cell;
use crate::term::parcel::Parcel;
use crate::term::record::Attributes;

/// The predicates that are prepared when a machine is frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prepared {
    /// None: what is frozen has just been installed.
    None,
    /// Those with clauses or native code.
    Defined,
    /// Those of the library, too, that others call.
    Called,
}

impl Machine {
    /// Takes what another machine can use; this one must not run any more.
    pub fn take_surroundings(&mut self) -> Surroundings {
        self.limits.reset();
        Surroundings {
            streams: std::mem::take(&mut self.streams),
            limits: std::mem::replace(&mut self.limits, MachineLimits::new(0)),
            areas: Areas::take(&mut self.heap, &mut self.stacks),
        }
    }

    /// Prepares predicates to run, so that no machine has to do that for itself, and counts everything as shared from now
    /// on. No query is open.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn freeze(&mut self, prepared: Prepared) -> Result<(), Stop> {
        if prepared != Prepared::None {
            self.prepare_all(prepared == Prepared::Called)?;
            self.collect_atoms();
        }
        self.atoms.freeze();
        self.db.freeze();
        self.ops.share();
        self.ops.discharge();
        self.tables.share();
        Ok(())
    }

    /// Makes a machine in the state that this one is in, with the same host predicates, one call at a time, and the same
    /// settings of limits. Both share memory until they change it.
    pub fn fork(&mut self, mut around: Surroundings) -> Machine {
        around.limits.take_settings(&self.limits);
        let hosts = self.calls.share_hosts();
        self.share();
        self.image().into_machine_with(around, hosts)
    }

    /// Shares everything with all machines that are made of images from now on.
    pub fn share(&mut self) {
        self.atoms.share();
        self.db.share();
        self.ops.share();
        self.tables.share();
    }

    /// Begins a search for the solutions of a goal, on copies of this machine that share what is left of its limits; so
    /// many of them run at a time.
    ///
    /// # Errors
    /// If there is no room for the first copy.
    pub fn begin_search(&mut self, goal: Cell, machines: usize) -> Result<Arc<ParallelSearch>, Stop> {
        let memory = self.limits.memory() / machines.max(1);
        let around = Surroundings {
            streams: self.streams.for_thread(),
            limits: MachineLimits::new(memory),
            areas: Areas::new().fill(&self.heap, &self.stacks, 0),
        };
        let mut copy = self.fork(around);
        copy.limits.set_ceiling(Limit::Memory, memory);
        copy.session.cells.resettable = self.session.cells.resettable;
        copy.session.cells.changed = self.session.cells.changed;
        copy.session.cells.delays = self.session.cells.delays;
        if copy.stack_bytes() > memory || !copy.open_query(goal) {
            return Err(self.resource_error(Limit::Memory));
        }
        let left = self.limits.amounts();
        let mut amounts = Amounts::default();
        for limit in [Limit::Depth, Limit::Output] {
            amounts[limit] = left[limit];
        }
        Ok(ParallelSearch::begin(
            copy,
            self.limits.calls_left(),
            self.limits.memory(),
            amounts,
        ))
    }

    /// Adds a solution to those of the search, with a copy of `template` if it is wanted.
    ///
    /// # Errors
    /// If there is no room for it; that of an interrupt.
    pub fn add_answer(&mut self, template: Option<Cell>) -> Step {
        self.begin_within_room();
        let copy = template.map(|template| Parcel::pack_with(&self.heap, &self.atoms, template, Attributes::Keep));
        self.end_within_room()?;
        let place = self.session.place.as_mut().ok_or(Stop::Fail)?;
        match copy {
            None => place.answers.count += 1,
            Some(copy) => {
                if !place.add(copy) {
                    return Err(self.resource_error(Limit::Memory));
                }
            }
        }
        Ok(())
    }

    /// Counts calls that other machines have made for this one.
    ///
    /// # Errors
    /// If there were more of them than the limits allow; that of an interrupt.
    pub fn add_calls(&mut self, calls: u64) -> Step {
        self.limits.add_calls(calls);
        self.poll_event()
    }

    /// Makes the machine of a new thread, in the state that this one is in, with its access and what is left of its
    /// limits. It has no place in the family yet.
    pub fn fork_thread(&mut self) -> (Machine, Amounts) {
        for (name, arity) in FIRST {
            let functor = Functor::new(self.atoms.intern(name), arity);
            for module in [known::SYSTEM, known::USER] {
                let pred = self.db.pred(module, functor);
                let _ready = self.prepare(pred);
            }
        }
        let around = Surroundings {
            streams: self.streams.for_thread(),
            limits: MachineLimits::new(self.limits.most(Limit::Memory)),
            areas: Areas::new(),
        };
        // The new thread has what is left behind those that have ended, too.
        self.limits.tell_others(self.charged_bytes());
        let left = self.limits.left_now();
        let mut thread = self.fork(around);
        thread.db.shared = self.db.shared.clone();
        thread.db.lent = self.db.lent.clone();
        let bytes = self.charged_bytes();
        self.limits.share_with(&mut thread.limits, bytes);
        (thread, left)
    }
}

impl MachineLimits {
    /// Sets the flags of limits to those of the engine.
    pub fn set_flags_of_limits(&self, flags: &mut Flags) {
        for limit in Limit::of(LimitScope::Engine) {
            let most = self.most(limit);
            flags.limits[limit] = i64::try_from(most).unwrap_or(i64::MAX);
        }
    }
}

impl Session {
    /// Leaves the search.
    pub fn leave_search(&mut self, stacks: &mut Stacks, limits: &MachineLimits) -> Option<SearchPart> {
        let calls = limits.inferences();
        let mut place = *self.place.take()?;
        place.count_calls(calls);
        let called_off = stacks.take_called_off();
        if !called_off.is_empty() {
            place.search.call_off(&place, called_off);
        }
        Some(place)
    }

    /// Whether the machine takes part in a search.
    pub fn is_searching(&self) -> bool {
        self.place.is_some()
    }
}

/// The predicates that every thread calls, made ready before the first.
const FIRST: [(&str, usize); 15] = [
    ("$thread_run", 2),
    ("$thread_begin", 0),
    ("forall", 2),
    ("$forall", 2),
    ("ignore", 1),
    ("nb_delete", 1),
    ("recorded", 2),
    ("recorded", 3),
    ("member", 2),
    ("$member", 3),
    ("$record_of", 4),
    ("$if_then_else", 4),
    ("$global_names", 1),
    ("$record_references", 5),
    ("=", 2),
];

impl MachineLimits {
    /// Returns what is left now of the limits of the query that runs.
    pub fn left_now(&self) -> Amounts {
        let mut left = self.amounts();
        let now = std::time::Instant::now();
        left[Limit::Time] = self
            .deadline()
            .map(|deadline| nanoseconds(deadline.saturating_duration_since(now)));
        left
    }
}

impl Session {
    /// Gives the engine its place among the threads.
    pub fn set_member(&mut self, member: FamilyMember) {
        self.threads = Some(member);
    }

    /// Returns the thread that the engine is; the first one of a family if it has no place yet. `run_signals` runs what
    /// other threads send.
    pub fn member(&mut self, limits: &mut MachineLimits, run_signals: RunSignals) -> &FamilyMember {
        let watch = limits.watch();
        self.threads
            .get_or_insert_with(|| FamilyMember::first(watch, run_signals))
    }
}
