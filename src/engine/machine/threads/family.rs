//! The threads of one program, with their names.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::flags::{FlagTable, HeldFlags};
use super::lock::Lock;
use super::locked;
use super::queue::Queue;
use super::thread::Thread;
use crate::base::atom::Functor;
use crate::base::known;
use crate::base::object::{AnyObject, WeakObject};
use crate::base::watch::Watch;
use crate::code::database::Database;
use crate::code::instr::{Instr, PredId};
use crate::machine::Machine;
use crate::machine::native::Step;
use crate::machine::stacks::Stacks;

/// The number of the thread that the host's engine is.
const MAIN: u64 = 1;
/// How long the end of the first thread waits for the others, which are interrupted.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two interrupts of a thread that does not end.
const AGAIN: Duration = Duration::from_millis(5);

/// The number of queues without an alias up to which none is forgotten.
const FEW: usize = 16;

/// The common state of the engines of a program's threads.
pub struct Family {
    /// The bytes of all messages and flags.
    bytes: Arc<AtomicUsize>,
    flags: Mutex<FlagTable>,
    names: Mutex<ThreadNames>,
}

#[derive(Default)]
struct ThreadNames {
    threads: BTreeMap<u64, RunningThread>,
    /// Those with an alias; others are dropped with the last term that refers to them.
    queues: FxHashMap<Box<str>, AnyObject>,
    nameless: Vec<WeakObject>,
    /// The number of `nameless` at which those that are gone are forgotten.
    many: usize,
    locks: FxHashMap<Box<str>, AnyObject>,
    last: u64,
    closing: bool,
}

/// A thread, and what it is in terms.
struct RunningThread {
    thread: Arc<Thread>,
    object: AnyObject,
}

/// An alias that is taken.
#[derive(Debug)]
pub struct Taken;

/// Runs the goals that other threads have sent.
pub type RunSignals = fn(&mut Machine) -> Step;

/// Whether goals of other threads wait, and for how long.
#[derive(Default)]
pub struct HeldSignals {
    /// How many goals run during which they wait.
    held: u32,
    /// Whether any waits, so that the thread is to be told afterwards.
    late: bool,
}

impl FamilyMember {
    /// Goals of other threads wait from now on.
    pub fn hold(&mut self) {
        self.signals.held += 1;
    }

    /// The goal during which they wait has ended.
    pub fn release(&mut self) {
        self.signals.held = self.signals.held.saturating_sub(1);
        self.let_in();
    }

    /// Tells of those that wait.
    pub fn let_in(&mut self) {
        if self.is_late() {
            self.thread.tell_of_signals();
        }
    }

    /// Returns whether any waits, and forgets it.
    pub fn is_late(&mut self) -> bool {
        std::mem::take(&mut self.signals.late)
    }

    /// Whether they may run before a call of `calling`: not in `sig_atomic/1`, the setup of a `setup_call_cleanup/3`, a
    /// cleanup goal and another such goal. `goal` is that of a call with a module.
    pub fn lets_run(
        &mut self,
        (db, stacks): (&Database, &Stacks),
        calling: Option<PredId>,
        goal: Option<Functor>,
        (mut e, mut continuation): (usize, usize),
    ) -> bool {
        // A goal that was made a predicate is no call that a program can see: they wait for the next one.
        if !self.signals.late && calling.is_some_and(|pred| db.preds[pred].module == known::UNFOLDED) {
            self.signals.late = true;
            self.thread.tell_of_signals();
            return false;
        }
        let named = |pred: PredId| Some(db.preds[pred].functor).filter(|_| db.preds[pred].module == known::SYSTEM);
        let atomic = Functor::new(known::ATOMIC_GOAL, 1);
        let begins = |functor: Functor| functor == atomic || functor == Functor::new(known::SIG_ATOMIC, 1);
        let mut waits =
            self.signals.held > 0 || calling.and_then(named).is_some_and(begins) || goal.is_some_and(begins);
        while e != 0 && !waits {
            let before = continuation.checked_sub(1).and_then(|at| db.arena.instrs.get(at));
            waits = matches!(before, Some(Instr::Call { pred, .. }) if named(*pred) == Some(atomic));
            (e, continuation) = stacks.link(e);
        }
        self.signals.late = waits;
        !waits
    }
}

/// The place of an engine in a family.
pub struct FamilyMember {
    /// The runner of goals that other threads send.
    pub run_signals: RunSignals,
    /// The family.
    pub family: Arc<Family>,
    pub thread: Arc<Thread>,
    /// The thread, as an object of terms.
    pub object: AnyObject,
    /// The goals of other threads that wait.
    pub signals: HeldSignals,
}

impl FamilyMember {
    /// Makes a family of one.
    pub fn first(watch: &Arc<Watch>, run_signals: RunSignals) -> FamilyMember {
        let family = Arc::new(Family {
            bytes: Arc::default(),
            flags: Mutex::default(),
            names: Mutex::default(),
        });
        let first = family.add(Some("main"), None, watch, false);
        let (thread, object) = first.unwrap_or_else(|Taken| unreachable!("nobody else is there"));
        FamilyMember {
            run_signals,
            family,
            thread,
            object,
            signals: HeldSignals::default(),
        }
    }
}

/// The other threads end with the first.
impl Drop for FamilyMember {
    fn drop(&mut self) {
        if self.thread.number() == MAIN {
            self.family.close();
        }
    }
}

impl Family {
    /// Holds the flags of `flag/3`.
    pub fn flags(&self) -> HeldFlags<'_> {
        HeldFlags {
            table: locked(&self.flags),
            bytes: &self.bytes,
        }
    }

    /// Returns the bytes of all messages and flags.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    fn names(&self) -> MutexGuard<'_, ThreadNames> {
        locked(&self.names)
    }

    /// Adds a thread; `watch` is that of its engine.
    ///
    /// # Errors
    /// If its alias is taken, or if no thread is to begin any more.
    pub fn add(
        &self,
        alias: Option<&str>,
        most: Option<usize>,
        watch: &Arc<Watch>,
        detached: bool,
    ) -> Result<(Arc<Thread>, AnyObject), Taken> {
        let mut names = self.names();
        if names.closing || alias.is_some_and(|alias| names.is_taken(alias)) {
            return Err(Taken);
        }
        names.last += 1;
        let number = names.last;
        let queue = Arc::new(Queue::new(alias, most, &self.bytes));
        let thread = Arc::new(Thread::new(number, queue, Arc::clone(watch), detached));
        let object = AnyObject::new("thread", Arc::clone(&thread) as _);
        let running = RunningThread {
            thread: Arc::clone(&thread),
            object: object.clone(),
        };
        names.threads.insert(number, running);
        Ok((thread, object))
    }

    /// Forgets a thread that has ended. Its messages are dropped.
    pub fn forget(&self, thread: u64) {
        let gone = self.names().threads.remove(&thread);
        if let Some(gone) = gone {
            gone.thread.queue().destroy();
        }
    }

    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        self.names().threads.len()
    }

    /// Whether another thread runs than the one with this number.
    pub fn others_run(&self, own: u64) -> bool {
        let names = self.names();
        let mut threads = names.threads.values().map(|running| &running.thread);
        threads.any(|thread| thread.number() != own && thread.runs())
    }

    /// Returns all threads, by their numbers.
    pub fn threads(&self) -> Vec<(Arc<Thread>, AnyObject)> {
        let names = self.names();
        let each = names.threads.values();
        each.map(|running| (Arc::clone(&running.thread), running.object.clone()))
            .collect()
    }

    /// Returns the thread with this number.
    pub fn thread(&self, number: u64) -> Option<Arc<Thread>> {
        let names = self.names();
        names.threads.get(&number).map(|running| Arc::clone(&running.thread))
    }

    /// Gives a thread that has no alias one.
    ///
    /// # Errors
    /// If it is taken.
    pub fn name_thread(&self, thread: &Thread, alias: &str) -> Result<(), Taken> {
        let names = self.names();
        if names.is_taken(alias) {
            Err(Taken)
        } else {
            thread.queue().set_alias(alias)
        }
    }

    /// Returns the thread with this alias.
    pub fn thread_called(&self, alias: &str) -> Option<Arc<Thread>> {
        let names = self.names();
        let mut threads = names.threads.values().map(|running| &running.thread);
        threads.find(|thread| thread.alias() == Some(alias)).cloned()
    }

    /// Adds a queue.
    ///
    /// # Errors
    /// If its alias is taken.
    pub fn add_queue(&self, alias: Option<&str>, most: Option<usize>) -> Result<AnyObject, Taken> {
        let mut names = self.names();
        if alias.is_some_and(|alias| names.is_taken(alias)) {
            return Err(Taken);
        }
        let queue = Arc::new(Queue::new(alias, most, &self.bytes));
        let object = AnyObject::new("message_queue", queue);
        match alias {
            Some(alias) => {
                names.queues.insert(alias.into(), object.clone());
            }
            None => {
                if names.nameless.len() >= names.many {
                    names.nameless.retain(|queue| queue.upgrade().is_some());
                    names.many = 2 * names.nameless.len() + FEW;
                }
                names.nameless.push(object.downgrade());
            }
        }
        Ok(object)
    }

    /// Returns the queue with this alias.
    pub fn queue_called(&self, alias: &str) -> Option<Arc<Queue>> {
        self.names().queues.get(alias).and_then(AnyObject::value_of)
    }

    /// Returns the queues, but not those of threads.
    pub fn queues(&self) -> Vec<AnyObject> {
        let names = self.names();
        let nameless = names.nameless.iter().filter_map(WeakObject::upgrade);
        let is_there = |object: &AnyObject| object.value_of::<Queue>().is_some_and(|queue| !queue.is_gone());
        let queues = names.queues.values().cloned().chain(nameless);
        queues.filter(is_there).collect()
    }

    /// Forgets the queues that were destroyed.
    pub fn forget_queues(&self) {
        let is_there = |object: &AnyObject| object.value_of::<Queue>().is_some_and(|queue| !queue.is_gone());
        self.names().queues.retain(|_, object| is_there(object));
    }

    /// Adds a mutex.
    ///
    /// # Errors
    /// If its alias is taken.
    pub fn add_lock(&self, alias: Option<&str>) -> Result<AnyObject, Taken> {
        let mut names = self.names();
        if alias.is_some_and(|alias| names.locks.contains_key(alias)) {
            return Err(Taken);
        }
        let object = AnyObject::new("mutex", Arc::new(Lock::new(alias)));
        if let Some(alias) = alias {
            names.locks.insert(alias.into(), object.clone());
        }
        Ok(object)
    }

    /// Returns the mutex with this alias.
    pub fn lock_called(&self, alias: &str) -> Option<Arc<Lock>> {
        self.names().locks.get(alias).and_then(AnyObject::value_of)
    }

    /// Returns the mutexes with an alias.
    pub fn locks(&self) -> Vec<AnyObject> {
        self.names().locks.values().cloned().collect()
    }

    /// Forgets the mutexes that were destroyed.
    pub fn forget_locks(&self) {
        let is_there = |object: &AnyObject| object.value_of::<Lock>().is_some_and(|lock| !lock.is_gone());
        self.names().locks.retain(|_, object| is_there(object));
    }

    /// Frees the mutexes with an alias that a thread has locked.
    pub fn unlock_all(&self, thread: u64) {
        for lock in self.locks().iter().filter_map(AnyObject::value_of::<Lock>) {
            lock.unlock_all(thread);
        }
    }

    /// Ends all threads but the first, and waits for them for a while.
    fn close(&self) {
        self.names().closing = true;
        let others = self.threads().into_iter().map(|(thread, _)| thread);
        let mut others: Vec<_> = others.filter(|thread| thread.number() != MAIN).collect();
        let end = Instant::now() + PATIENCE;
        let watch = Watch::default();
        while !others.is_empty() && Instant::now() < end {
            others.iter().for_each(|thread| thread.interrupt());
            others.retain(|thread| !thread.wait_for_end((&watch, AGAIN)));
        }
        self.names().threads.clear();
    }
}

impl ThreadNames {
    /// Whether a thread or a queue has this alias.
    fn is_taken(&self, alias: &str) -> bool {
        let mut threads = self.threads.values().map(|running| &running.thread);
        self.queues.contains_key(alias) || threads.any(|thread| thread.alias() == Some(alias))
    }
}
