//! Threads: an engine for each, forked from that of its creator, and goals that another thread sends.

use std::sync::Arc;

use crate::base::atom::Functor;
use crate::base::known;
use crate::base::limit::{Amounts, Limit, nanoseconds};
use crate::machine::Machine;
use crate::machine::image::{Areas, Surroundings};
use crate::machine::memory::limits::MachineLimits;
use crate::machine::native::Stop;
use crate::machine::session::Session;
use crate::machine::threads::{FamilyMember, RunSignals};
use crate::term::cell::Cell;
use crate::term::parcel::Parcel;

/// The predicates that every thread calls, made ready before the first.
const FIRST: [(&str, usize); 5] = [
    ("$thread_run", 2),
    ("$thread_begin", 0),
    ("forall", 2),
    ("recorded", 2),
    ("recorded", 3),
];

impl Machine {
    /// Makes the machine of a new thread, in the state that this one is in, with its access and what is left of its
    /// limits. It has no place in the family yet.
    pub fn fork_thread(&mut self) -> (Machine, Amounts) {
        for (name, arity) in FIRST {
            let pred = self
                .db
                .pred(known::SYSTEM, Functor::new(self.atoms.intern(name), arity));
            let _ready = self.prepare(pred);
        }
        let around = Surroundings {
            streams: self.streams.for_thread(),
            limits: MachineLimits::new(self.limits.most(Limit::Memory)),
            areas: Areas::new(),
        };
        // The new thread has what is left behind those that have ended, too.
        self.tell_others();
        let left = self.limits.left_now();
        let mut thread = self.fork(around);
        let bytes = self.charged_bytes();
        self.limits.share_with(&mut thread.limits, bytes);
        (thread, left)
    }

    /// Packs a term to be sent to another thread.
    ///
    /// # Errors
    /// The reason for which the copy was stopped.
    pub fn pack_parcel(&mut self, term: Cell) -> Result<Arc<Parcel>, Stop> {
        self.begin_within_room();
        let parcel = Parcel::pack(&self.heap, &self.atoms, term);
        self.end_within_room()?;
        Ok(Arc::new(parcel))
    }

    /// Puts a term of another thread on the heap.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn unpack_parcel(&mut self, parcel: &Parcel) -> Result<Cell, Stop> {
        self.reserve(parcel.cells())?;
        self.charge_program(parcel.text_bytes())?;
        let term = parcel.unpack(&mut self.heap, &mut self.atoms);
        self.check_walks()?;
        Ok(term)
    }
}

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
