//! Limits of queries, and their interruption.

use std::borrow::Borrow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::engine::Engine;
use crate::base::limit::{Limit, LimitScope, nanoseconds};
use crate::base::watch::Watch;
use crate::machine::{GRACE, default_memory};

/// All limits of an engine as one value. `None` means no limit.
///
/// The error of a limit has the kind [`ErrorKind::Limit`](crate::ErrorKind::Limit), which a program cannot forge. A
/// program can catch the exceptions for memory, of which some is kept back for that; those of the other limits end the
/// query unless `catchable` is set.
///
/// ```
/// use ferz::{Engine, Limit, Limits};
/// use std::time::Duration;
///
/// let mut engine = Engine::new();
/// engine.set_limits(Limits::default().time(Duration::from_secs(1)).inferences(10_000));
/// let error = engine.once("catch((repeat, fail), _, true)").expect_err("nothing catches it");
/// assert_eq!(error.limit(), Some(Limit::Inferences));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    /// The time that each query runs, and the loading of each text. The first query with such a limit starts a thread
    /// that sleeps until a limit is reached; all engines of the process share it.
    pub time: Option<Duration>,
    /// The calls that each query makes.
    pub inferences: Option<u64>,
    /// The bytes of terms and stacks together. The copy of an answer for the host may take the same again.
    pub memory: Option<u64>,
    /// The bytes of clauses, atoms and other data that lasts from query to query.
    pub program: Option<u64>,
    /// The bytes that each query writes to streams.
    pub output: Option<u64>,
    /// The answers of each query.
    pub answers: Option<u64>,
    /// The calls that wait for the end of others. Exceeding it is noticed at the latest a quarter, or 1,000, above it.
    pub depth: Option<u64>,
    /// Whether a program can catch the exception of a limit of its query, once. It then has `grace` to finish, and
    /// 100,000 calls.
    pub catchable: bool,
    /// How long cleanup goals may run when a limit was met, or the query was interrupted.
    pub grace: Duration,
}

impl Default for Limits {
    /// Memory as the machine has it: 1 GiB for each kind, or half of what the process may take. The grace is 100 ms.
    fn default() -> Limits {
        let memory = u64::try_from(default_memory()).ok();
        Limits {
            time: None,
            inferences: None,
            memory,
            program: memory,
            output: None,
            answers: None,
            depth: None,
            catchable: false,
            grace: GRACE,
        }
    }
}

macro_rules! setters {
    ($($field:ident: $kind:ty),*) => {
        impl Limits {
            $(
                #[doc = concat!("Sets the limit `", stringify!($field), "`.")]
                #[must_use]
                pub fn $field(mut self, most: $kind) -> Limits {
                    self.$field = Some(most);
                    self
                }
            )*
        }
    };
}

setters! { time: Duration, inferences: u64, memory: u64, program: u64, output: u64, answers: u64, depth: u64 }

impl Limits {
    /// Lets a program catch the exceptions of its limits, or not.
    #[must_use]
    pub fn catchable(mut self, catchable: bool) -> Limits {
        self.catchable = catchable;
        self
    }

    /// Sets how long cleanup goals may run when a limit was met.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Limits {
        self.grace = grace;
        self
    }

    /// Sets one limit, a number of bytes or nanoseconds, or a count ([`Limit::parse`] gives that of a text); `None` for no
    /// limit.
    ///
    /// ```
    /// use ferz::{Limit, Limits};
    ///
    /// let limits = Limits::default().with(Limit::Memory, Limit::Memory.parse("64M")).with(Limit::Time, None);
    /// assert_eq!((limits.memory, limits.time), (Some(64 << 20), None));
    /// ```
    #[must_use]
    pub fn with(mut self, limit: Limit, amount: Option<u64>) -> Limits {
        match limit {
            Limit::Memory => self.memory = amount,
            Limit::Program => self.program = amount,
            Limit::Inferences => self.inferences = amount,
            Limit::Time => self.time = amount.map(Duration::from_nanos),
            Limit::Depth => self.depth = amount,
            Limit::Answers => self.answers = amount,
            Limit::Output => self.output = amount,
            // The match is as good as exhaustive: a test asks for each limit.
            _ => {}
        }
        self
    }

    /// Returns the amount of one limit, in the unit of [`Limits::with`].
    pub fn get(&self, limit: Limit) -> Option<u64> {
        match limit {
            Limit::Memory => self.memory,
            Limit::Program => self.program,
            Limit::Inferences => self.inferences,
            Limit::Time => self.time.map(nanoseconds),
            Limit::Depth => self.depth,
            Limit::Answers => self.answers,
            Limit::Output => self.output,
            // The match is as good as exhaustive: a test asks for each limit.
            _ => None,
        }
    }

    /// Returns the smaller amount of each limit; what only one of them lets programs do, they cannot.
    #[must_use]
    pub fn least(&self, other: &Limits) -> Limits {
        fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            [one, other].into_iter().flatten().min()
        }
        Limits {
            time: least(self.time, other.time),
            inferences: least(self.inferences, other.inferences),
            memory: least(self.memory, other.memory),
            program: least(self.program, other.program),
            output: least(self.output, other.output),
            answers: least(self.answers, other.answers),
            depth: least(self.depth, other.depth),
            catchable: self.catchable && other.catchable,
            grace: self.grace.min(other.grace),
        }
    }
}

impl Engine {
    /// Sets all limits: those for each query and each text that is loaded from now on, and those of all that the engine
    /// keeps. Programs may set less by flags, but not more.
    pub fn set_limits(&mut self, limits: impl Borrow<Limits>) {
        let limits = limits.borrow();
        for &limit in Limit::ALL {
            self.set_limit(limit, limits.get(limit));
        }
        self.machine.limits.set_grace(limits.catchable, limits.grace);
    }

    /// Returns the limits in force.
    pub fn limits(&self) -> Limits {
        let limits = &self.machine.limits;
        let amount = |limit: Limit| match limit.row().scope {
            LimitScope::Query => self.limits[limit],
            LimitScope::Engine => Some(limits.most(limit))
                .filter(|&most| most < usize::MAX)
                .map(|most| most as u64),
        };
        Limits {
            time: amount(Limit::Time).map(Duration::from_nanos),
            inferences: amount(Limit::Inferences),
            memory: amount(Limit::Memory),
            program: amount(Limit::Program),
            output: amount(Limit::Output),
            answers: amount(Limit::Answers),
            depth: amount(Limit::Depth),
            catchable: limits.let_catch(),
            grace: limits.grace(),
        }
    }

    /// Runs `work` under the smaller of the present limits and `limits`, and sets the present ones again. A program
    /// that keeps more than `limits` allow already can run, but not grow.
    ///
    /// ```
    /// use ferz::{Engine, Limit, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let few = Limits::default().inferences(1_000);
    /// let error = engine.limited(few, |engine| engine.once("numlist(1, 100000, L)")).expect_err("too many calls");
    /// assert_eq!(error.limit(), Some(Limit::Inferences));
    /// assert!(engine.succeeds("numlist(1, 100000, L)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn limited<T>(&mut self, limits: impl Borrow<Limits>, work: impl FnOnce(&mut Engine) -> T) -> T {
        let before = self.limits();
        let kept = self.machine.limits.amounts_of_engine();
        let flags = self.machine.flags.limits;
        self.set_limits(before.least(limits.borrow()));
        let result = work(self);
        self.set_limits(&before);
        self.machine.limits.restore_amounts_of_engine(kept);
        for limit in Limit::of(LimitScope::Engine) {
            self.machine.flags.limits[limit] = flags[limit];
        }
        result
    }
}

/// Stops one query from another thread: [`Query::canceller`](crate::Query::canceller) makes it. It has no effect on other
/// queries of the engine.
///
/// ```
/// let mut engine = ferz::Engine::new();
/// let query = engine.query("repeat, fail")?;
/// let canceller = query.canceller();
/// let thread = std::thread::spawn(move || canceller.cancel());
/// let error = { query }.next().expect("it is stopped").expect_err("it has no solution");
/// assert_eq!(error.kind(), &ferz::ErrorKind::Interrupted);
/// # thread.join().expect("it ends");
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canceller {
    watch: Arc<Watch>,
    number: u64,
    cancelled: Arc<AtomicBool>,
}

impl Canceller {
    pub(super) fn new(watch: &Arc<Watch>, number: u64, cancelled: &Arc<AtomicBool>) -> Canceller {
        Canceller {
            watch: Arc::clone(watch),
            number,
            cancelled: Arc::clone(cancelled),
        }
    }

    /// Stops the query, now or when it is asked for its next answer.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        self.watch.cancel(self.number);
    }

    /// Whether the query was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }
}

/// Stops the running query of an engine from another thread.
#[derive(Clone, Debug)]
pub struct Interrupter(Arc<Watch>);

impl Interrupter {
    pub(super) fn new(watch: &Arc<Watch>) -> Interrupter {
        Interrupter(Arc::clone(watch))
    }

    /// Stops the running query, or the text that is being loaded, which ends with
    /// [`ErrorKind::Interrupted`](crate::ErrorKind::Interrupted). Without one it does nothing: the next query is not
    /// stopped. [`Query::canceller`](crate::Query::canceller) stops one query only.
    pub fn interrupt(&self) {
        self.0.cancel_running();
    }

    /// Stops the running query, or the next one if none is running.
    pub fn interrupt_next(&self) {
        self.0.interrupt();
    }

    /// Pauses the running query, or the next one, at its next call: the function of
    /// [`Debugger::on_pause`](crate::debug::Debugger::on_pause) decides whether it goes on.
    pub fn pause(&self) {
        self.0.ask_for_pause();
    }

    /// Whether a pause was asked for and has not begun.
    pub fn is_pausing(&self) -> bool {
        self.0.is_pause_wanted()
    }

    /// Cancels a pause that no query has come to yet; returns whether there was one.
    pub fn cancel_pause(&self) -> bool {
        self.0.take_pause()
    }

    /// Cancels an interrupt that no query has seen yet.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// Tells the program of a signal of the operating system; returns whether it has a handler for it, set by
    /// `on_signal/3`. The handler runs before the next call of the running query, or of the next one.
    ///
    /// A host that wants its programs to handle signals listens to them and calls this; ferz itself never does.
    ///
    /// # Arguments
    /// `number`: the number of the signal, at least 1 and below 64.
    ///
    /// # Example
    /// ```
    /// use ferz::{Engine, Grant};
    ///
    /// let mut engine = Engine::new();
    /// engine.grant(Grant::Processes);
    /// let interrupter = engine.interrupter();
    /// assert!(!interrupter.signal(10));
    /// engine.consult_str("hear(Name) :- assertz(heard(Name)). :- on_signal(usr1, _, hear).")?;
    /// assert!(interrupter.signal(10));
    /// assert!(engine.succeeds("true, heard(usr1)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn signal(&self, number: u32) -> bool {
        (1..u64::BITS).contains(&number) && self.0.signal(number)
    }
}
