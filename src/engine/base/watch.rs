//! `Watch`: tells long operations to stop.
//!
//! An engine has one, shared with whoever may interrupt it and with the alarm, which reports that the deadline has
//! passed. Code that can return an error polls the machine. Walks over terms cannot: they poll the watch, end early if
//! a stop is wanted, and record that. Their results are then meaningless; the machine raises the interrupt before
//! anything uses them.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use super::turns::Turns;

/// No deadline.
const NEVER: u64 = u64::MAX;

/// An interrupt was requested.
const INTERRUPTED: u64 = 1;
/// A walk has ended early.
const GIVEN_UP: u64 = 2;
/// The alarm has seen the deadline pass. A hint: the deadline may have been reset meanwhile.
const RUNG: u64 = 4;
/// A pause was requested.
const PAUSE: u64 = 8;
/// A copy or a walk was abandoned for want of room.
const OVERFLOWED: u64 = 16;
/// An interrupt of the running query was requested.
const CANCELLED: u64 = 32;
/// The thread of the engine sleeps, and is to be woken.
const ASLEEP: u64 = 64;
/// The host wants its turn.
const SLICE_OVER: u64 = 128;
/// Goals of other threads wait to be run, or signals of the operating system.
const GOALS: u64 = 256;
/// The bits below the number of the running query.
const BITS: u32 = 9;

/// The stop requests for the running goal: interrupts and the deadline.
pub struct Watch {
    /// The number of the running query, 0 for none, above a set of [`INTERRUPTED`], [`CANCELLED`], [`GIVEN_UP`], [`RUNG`],
    /// [`PAUSE`], [`OVERFLOWED`], [`ASLEEP`], [`SLICE_OVER`], [`GOALS`].
    news: AtomicU64,
    /// The number of the newest query.
    newest: AtomicU64,
    /// The signals that the program handles, and those of them that came, one bit for each.
    heard: AtomicU64,
    came: AtomicU64,
    /// Nanoseconds after `start`.
    deadline: AtomicU64,
    /// The bytes that operations on numbers may take.
    room: AtomicUsize,
    start: Instant,
    /// The thread of the engine while it sleeps.
    sleeper: Mutex<Option<Thread>>,
    /// Where the goal waits for its next slice, if it runs in slices.
    turns: Mutex<Option<Arc<Turns>>>,
    /// The end of its slice, in nanoseconds after `start`. The host may come late to end it, on a busy machine.
    slice_end: AtomicU64,
    /// The nanoseconds for which it has waited for slices, until the machine takes note.
    waited: AtomicU64,
    /// Whether it is registered with the alarm.
    attended: AtomicBool,
    /// The deadline for which the alarm has rung; it rings once for each.
    rung_for: AtomicU64,
    /// For tests: the number of polls until a stop, and whether the stop is a passed deadline.
    #[cfg(any(test, feature = "testing"))]
    looks: (AtomicU64, AtomicBool),
}

impl Default for Watch {
    fn default() -> Watch {
        Watch {
            news: AtomicU64::new(0),
            newest: AtomicU64::new(0),
            heard: AtomicU64::new(0),
            came: AtomicU64::new(0),
            deadline: AtomicU64::new(NEVER),
            room: AtomicUsize::new(usize::MAX),
            sleeper: Mutex::default(),
            turns: Mutex::default(),
            slice_end: AtomicU64::new(NEVER),
            waited: AtomicU64::new(0),
            start: Instant::now(),
            attended: AtomicBool::new(false),
            rung_for: AtomicU64::new(NEVER),
            #[cfg(any(test, feature = "testing"))]
            looks: (AtomicU64::new(NEVER), AtomicBool::new(false)),
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("interrupted", &self.is_interrupted())
            .finish_non_exhaustive()
    }
}

impl Watch {
    /// Stops the running goal, or the next that runs.
    pub fn interrupt(&self) {
        self.tell(INTERRUPTED);
    }

    /// Adds news, and wakes the thread of the engine.
    fn tell(&self, news: u64) {
        if self.news.fetch_or(news, Ordering::SeqCst) & ASLEEP != 0 {
            self.wake();
        }
    }

    fn wake(&self) {
        if let Some(thread) = &*self.sleeper() {
            thread.unpark();
        }
    }

    fn sleeper(&self) -> MutexGuard<'_, Option<Thread>> {
        self.sleeper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets this thread, which is that of the engine, sleep for so long, or until a stop or a pause is requested, or
    /// it is woken.
    pub fn sleep(&self, time: Duration) {
        *self.sleeper() = Some(thread::current());
        self.news.fetch_or(ASLEEP, Ordering::SeqCst);
        // An earlier request could not wake it.
        if !self.is_stop_wanted() && !self.has_requests() {
            thread::park_timeout(time);
        }
        self.news.fetch_and(!ASLEEP, Ordering::SeqCst);
        *self.sleeper() = None;
    }

    /// Discards an interrupt that has not been taken.
    pub fn clear(&self) {
        self.news.fetch_and(!(INTERRUPTED | CANCELLED), Ordering::SeqCst);
    }

    /// Makes a query the running one; returns its number, and that of the query that was running, or 0.
    pub fn begin_query(&self) -> (u64, u64) {
        let number = self.newest.fetch_add(1, Ordering::SeqCst) + 1;
        (number, self.run_query(number))
    }

    /// Makes the query of this number the running one; 0 for none. Returns the number of the query that was running. An
    /// interrupt of that query is forgotten.
    pub fn run_query(&self, number: u64) -> u64 {
        let change = |news: u64| Some(number << BITS | news & ((1 << BITS) - 1) & !CANCELLED);
        let before = self.news.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change);
        before.unwrap_or_else(|news| news) >> BITS
    }

    /// Stops the query of this number, if it is the running one.
    pub fn cancel(&self, number: u64) {
        self.cancel_if(|running| running == number);
    }

    /// Stops the running query, if there is one.
    pub fn cancel_running(&self) {
        self.cancel_if(|running| running != 0);
    }

    fn cancel_if(&self, is_it: impl Fn(u64) -> bool) {
        let change = |news: u64| is_it(news >> BITS).then_some(news | CANCELLED);
        // An error says that the query does not run.
        let _cancelled = self.news.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change);
        self.wake();
    }

    /// Asks the running goal, or the next that runs, for a pause.
    pub fn ask_for_pause(&self) {
        self.tell(PAUSE);
    }

    /// Whether a pause was requested.
    pub fn is_pause_wanted(&self) -> bool {
        self.news.load(Ordering::Relaxed) & PAUSE != 0
    }

    /// Takes the request for a pause; returns whether there was one.
    pub fn take_pause(&self) -> bool {
        self.is_pause_wanted() && self.news.fetch_and(!PAUSE, Ordering::SeqCst) & PAUSE != 0
    }

    /// Tells that there are goals of other threads to run.
    pub fn tell_of_goals(&self) {
        self.tell(GOALS);
    }

    /// Whether a pause was requested, or there are goals of other threads to run.
    pub fn has_requests(&self) -> bool {
        self.news.load(Ordering::Relaxed) & (PAUSE | GOALS) != 0
    }

    /// Takes the news of goals of other threads; returns whether there were any.
    pub fn take_goals(&self) -> bool {
        self.has_requests() && self.news.fetch_and(!GOALS, Ordering::SeqCst) & GOALS != 0
    }

    /// Tells whether the program handles a signal, of a number below 64.
    pub fn hear(&self, signal: u32, handles: bool) {
        let bit = 1 << (signal & 63);
        if handles {
            self.heard.fetch_or(bit, Ordering::SeqCst);
        } else {
            self.heard.fetch_and(!bit, Ordering::SeqCst);
        }
    }

    /// Tells of a signal; returns whether the program handles it, which it does at its next call.
    pub fn signal(&self, signal: u32) -> bool {
        let bit = 1 << (signal & 63);
        if self.heard.load(Ordering::SeqCst) & bit == 0 {
            return false;
        }
        self.came.fetch_or(bit, Ordering::SeqCst);
        self.tell_of_goals();
        true
    }

    /// Takes the signals that came, the lowest first.
    pub fn take_signals(&self) -> impl Iterator<Item = u32> + use<> {
        let came = match self.came.load(Ordering::Relaxed) {
            0 => 0,
            _ => self.came.swap(0, Ordering::SeqCst),
        };
        (0..u64::BITS).filter(move |signal| came >> signal & 1 != 0)
    }

    /// Takes the interrupt; returns whether there was one.
    pub fn take_interrupt(&self) -> bool {
        let both = INTERRUPTED | CANCELLED;
        self.news.fetch_and(!both, Ordering::SeqCst) & both != 0
    }

    /// Whether an interrupt was requested.
    pub fn is_interrupted(&self) -> bool {
        #[cfg(any(test, feature = "testing"))]
        self.count_look();
        let news = self.news.load(Ordering::Relaxed);
        news & (INTERRUPTED | CANCELLED | SLICE_OVER) != 0 && self.is_interrupted_after_turn()
    }

    /// As [`Watch::is_interrupted`], after the host had its turn, if it wants one.
    #[cold]
    fn is_interrupted_after_turn(&self) -> bool {
        if self.is_slice_over() {
            let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some(turns) = turns {
                turns.give();
            }
        }
        self.has_interrupt()
    }

    /// As [`Watch::is_interrupted`], but the host has no turn meanwhile.
    pub fn has_interrupt(&self) -> bool {
        self.news.load(Ordering::Relaxed) & (INTERRUPTED | CANCELLED) != 0
    }

    /// Sets where the goal waits for its next slice; `None` if it does not run in slices.
    pub fn set_turns(&self, turns: Option<&Arc<Turns>>) {
        *self.turns.lock().unwrap_or_else(PoisonError::into_inner) = turns.cloned();
    }

    /// A slice begins, and lasts so long.
    pub(super) fn begin_slice(&self, slice: Duration) {
        let end = Instant::now()
            .checked_add(slice)
            .map_or(NEVER, |end| self.nanoseconds(end));
        self.slice_end.store(end, Ordering::SeqCst);
    }

    /// Asks the running goal for the turn of the host.
    pub(super) fn end_slice(&self) {
        self.tell(SLICE_OVER);
    }

    /// For the goal: reads the clock, and ends its slice if that is over.
    #[inline]
    pub fn look_at_slice(&self) {
        let end = self.slice_end.load(Ordering::Relaxed);
        if end != NEVER && self.start.elapsed().as_nanos() >= u128::from(end) {
            self.end_slice();
        }
    }

    /// Whether the host wants its turn.
    pub fn is_slice_over(&self) -> bool {
        self.news.load(Ordering::Relaxed) & SLICE_OVER != 0
    }

    /// For the host, when it has its turn.
    pub(super) fn forget_slice(&self) {
        self.slice_end.store(NEVER, Ordering::SeqCst);
        self.news.fetch_and(!SLICE_OVER, Ordering::SeqCst);
    }

    /// Moves the deadline: the goal has waited for its turn for so long, which does not count. The alarm is to be told.
    pub fn wait_longer(&self, time: Duration) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(NEVER);
        self.waited.fetch_add(time, Ordering::SeqCst);
        let later = |deadline: u64| (deadline != NEVER).then(|| deadline.saturating_add(time));
        // An error says that there is none.
        let _moved = self.deadline.fetch_update(Ordering::SeqCst, Ordering::SeqCst, later);
    }

    /// Takes the time that the goal has waited for its turns.
    pub fn take_waited(&self) -> Option<Duration> {
        match self.waited.load(Ordering::Relaxed) {
            0 => None,
            _ => Some(Duration::from_nanos(self.waited.swap(0, Ordering::SeqCst))),
        }
    }

    /// Interrupts at poll number `look` from now on, or lets the deadline pass there if `late`; `None` for never.
    #[cfg(any(test, feature = "testing"))]
    pub fn stop_at(&self, look: Option<u64>, late: bool) {
        self.looks.0.store(look.unwrap_or(NEVER), Ordering::Relaxed);
        self.looks.1.store(late, Ordering::Relaxed);
    }

    /// Whether the stop requested by a test has happened.
    #[cfg(any(test, feature = "testing"))]
    pub fn has_stopped(&self) -> bool {
        self.looks.0.load(Ordering::Relaxed) == NEVER
    }

    #[cfg(any(test, feature = "testing"))]
    fn count_look(&self) {
        let left = self.looks.0.load(Ordering::Relaxed);
        match left {
            NEVER => {}
            0 => {
                self.looks.0.store(NEVER, Ordering::Relaxed);
                if self.looks.1.load(Ordering::Relaxed) {
                    self.deadline.store(0, Ordering::Relaxed);
                    self.news.fetch_or(RUNG, Ordering::SeqCst);
                } else {
                    self.interrupt();
                }
            }
            _ => self.looks.0.store(left - 1, Ordering::Relaxed),
        }
    }

    /// Sets the time at which running goals have to stop; `None` for never.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        let nanoseconds = deadline.map_or(NEVER, |deadline| self.nanoseconds(deadline));
        self.deadline.store(nanoseconds, Ordering::SeqCst);
        self.news.fetch_and(!RUNG, Ordering::SeqCst);
    }

    /// Tells how many bytes operations on numbers may take.
    pub fn tell_room(&self, bytes: usize) {
        self.room.store(bytes, Ordering::Relaxed);
    }

    /// Returns how many bytes operations on numbers may take; the machine keeps it up to date.
    #[inline]
    pub fn room(&self) -> usize {
        self.room.load(Ordering::Relaxed)
    }

    /// Returns an instant as nanoseconds after the start, saturating.
    pub fn nanoseconds(&self, instant: Instant) -> u64 {
        u64::try_from(instant.saturating_duration_since(self.start).as_nanos()).unwrap_or(NEVER)
    }

    /// Returns the instant of a number of nanoseconds after the start.
    pub fn instant(&self, nanoseconds: u64) -> Option<Instant> {
        self.start.checked_add(Duration::from_nanos(nanoseconds))
    }

    /// Returns the deadline, if any.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.deadline.load(Ordering::SeqCst) {
            NEVER => None,
            nanoseconds => self.instant(nanoseconds),
        }
    }

    /// Whether the deadline has passed.
    pub fn is_late(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != NEVER && self.start.elapsed().as_nanos() >= u128::from(deadline)
    }

    /// Marks the watch as registered with the alarm; returns false if it was already.
    pub(super) fn begin_attendance(&self) -> bool {
        !self.attended.swap(true, Ordering::Relaxed)
    }

    /// For the alarm: records that the deadline has passed, or returns the deadline to wait for.
    pub(super) fn ring_if_late(&self, now: Instant) -> Option<Instant> {
        let deadline = self.deadline()?;
        if deadline > now {
            return Some(deadline);
        }
        let number = self.nanoseconds(deadline);
        if self.rung_for.swap(number, Ordering::Relaxed) != number {
            self.tell(RUNG);
        }
        None
    }

    /// Whether the alarm has seen the deadline pass. The caller checks the clock to see whether that still holds.
    pub fn has_rung(&self) -> bool {
        self.news.load(Ordering::Relaxed) & RUNG != 0
    }

    /// Clears the alarm's mark. To be called before reading the clock, so that no later ring is lost.
    pub fn forget_rung(&self) {
        if self.has_rung() {
            self.news.fetch_and(!RUNG, Ordering::SeqCst);
        }
    }

    /// Whether the running goal has to stop.
    pub fn is_stop_wanted(&self) -> bool {
        self.look_at_slice();
        self.is_interrupted() || self.is_late()
    }

    /// As [`Watch::is_stop_wanted`], for a walk, which ends if this is true; records that.
    pub fn gives_up(&self) -> bool {
        let stop = self.is_stop_wanted();
        if stop {
            self.news.fetch_or(GIVEN_UP, Ordering::Relaxed);
        }
        stop
    }

    /// Whether a walk has ended early since the last [`Watch::forget_early_end`].
    #[inline(always)]
    pub fn walk_ended_early(&self) -> bool {
        self.news.load(Ordering::Relaxed) & GIVEN_UP != 0
    }

    /// Notes that a copy or a walk was abandoned for want of room.
    pub fn note_overflow(&self) {
        self.news.fetch_or(OVERFLOWED, Ordering::Relaxed);
    }

    /// Forgets that a copy was abandoned for want of room; returns whether one was.
    pub fn take_overflow(&self) -> bool {
        self.news.load(Ordering::Relaxed) & OVERFLOWED != 0
            && self.news.fetch_and(!OVERFLOWED, Ordering::Relaxed) & OVERFLOWED != 0
    }

    /// Whether there is an interrupt, an alarm, or a walk that has ended early.
    #[inline(always)]
    pub fn has_news(&self) -> bool {
        #[cfg(any(test, feature = "testing"))]
        self.count_look();
        self.news.load(Ordering::Relaxed) & ((1 << BITS) - 1) != 0
    }

    /// Clears the mark of a walk that ended early, once the machine has seen it.
    pub fn forget_early_end(&self) {
        self.news.fetch_and(!GIVEN_UP, Ordering::Relaxed);
    }
}

/// Sleep between looks at something that cannot wake the thread: short at first, 20 ms at last.
#[derive(Default)]
pub struct Naps(u32);

impl Naps {
    /// Sleeps until the next look, not beyond `end`.
    pub fn next(&mut self, watch: &Watch, end: Option<Instant>) {
        let left = end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
        self.0 = (2 * self.0).clamp(100, 20_000);
        watch.sleep(left.min(Duration::from_micros(self.0.into())));
    }
}

/// Steps of a walk between two polls of the watch; few in tests, so that stops come anywhere.
pub const STEPS: u32 = if cfg!(test) { 1 << 3 } else { 1 << 11 };

/// Counts the steps of one walk.
#[derive(Debug)]
pub struct Pace(u32);

impl Pace {
    /// Starts the count of a walk.
    pub const fn new() -> Pace {
        Pace(STEPS)
    }

    /// Counts one step; returns true if the walk has to end.
    #[inline(always)]
    pub fn step(&mut self, watch: &Watch) -> bool {
        self.0 -= 1;
        self.0 == 0 && self.look(watch)
    }

    /// Counts one step; returns true after every [`STEPS`] steps, for walks that poll more than the watch.
    #[inline(always)]
    pub fn is_due(&mut self) -> bool {
        self.0 -= 1;
        if self.0 == 0 {
            self.0 = STEPS;
            return true;
        }
        false
    }

    #[cold]
    fn look(&mut self, watch: &Watch) -> bool {
        self.0 = STEPS;
        watch.gives_up()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_ends_where_it_is_not_wanted() {
        let watch = Watch::default();
        let mut pace = Pace::new();
        assert!((0..3 * STEPS).all(|_| !pace.step(&watch)));
        assert!(!watch.walk_ended_early());
        watch.interrupt();
        assert!((0..STEPS).any(|_| pace.step(&watch)));
        assert!(watch.walk_ended_early() && watch.take_interrupt() && !watch.take_interrupt());
        watch.forget_early_end();
        watch.set_deadline(Some(Instant::now()));
        assert!(watch.is_late() && (0..STEPS).any(|_| pace.step(&watch)));
        watch.set_deadline(Some(Instant::now() + Duration::from_secs(1000)));
        assert!(watch.deadline().is_some() && !watch.is_stop_wanted());
        watch.set_deadline(None);
        assert!(watch.deadline().is_none() && !watch.is_late());
    }
}
