//! `Watch`: what long work asks whether it is still wanted.
//!
//! An engine has one, shared with whoever may interrupt it and with the alarm, which tells it that the time is up.
//! Work that can return an error polls the machine. Walks over terms cannot: they ask here now and then, end at once if
//! they are no longer wanted, and leave a note. What they give then means nothing; the machine raises the interrupt
//! before anything uses it.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// No deadline.
const NEVER: u64 = u64::MAX;

/// Someone has interrupted.
const INTERRUPTED: u8 = 1;
/// A walk has ended early.
const GIVEN_UP: u8 = 2;
/// The alarm has found that the deadline has passed. A hint: the deadline may have been set anew meanwhile.
const RUNG: u8 = 4;

/// Is the goal that is running still wanted?
pub struct Watch {
    /// What has happened: [`INTERRUPTED`], [`GIVEN_UP`], [`RUNG`].
    news: AtomicU8,
    /// Nanoseconds after `start`.
    deadline: AtomicU64,
    start: Instant,
    /// Does the alarm know of it?
    attended: AtomicBool,
    /// The deadline that the alarm has rung for: once for each.
    rung_for: AtomicU64,
    /// For tests: how many looks there are until the goal is to stop, and whether it has no time left then.
    #[cfg(test)]
    looks: (AtomicU64, AtomicBool),
}

impl Default for Watch {
    fn default() -> Watch {
        Watch {
            news: AtomicU8::new(0),
            deadline: AtomicU64::new(NEVER),
            start: Instant::now(),
            attended: AtomicBool::new(false),
            rung_for: AtomicU64::new(NEVER),
            #[cfg(test)]
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
    /// Stops the goal that is running, or the next that runs.
    pub fn interrupt(&self) {
        self.news.fetch_or(INTERRUPTED, Ordering::SeqCst);
    }

    /// Forgets an interrupt that has not been seen.
    pub fn clear(&self) {
        self.news.fetch_and(!INTERRUPTED, Ordering::SeqCst);
    }

    /// Takes the interrupt, if there is one.
    pub fn take_interrupt(&self) -> bool {
        self.news.fetch_and(!INTERRUPTED, Ordering::SeqCst) & INTERRUPTED != 0
    }

    /// Has someone interrupted?
    pub fn is_interrupted(&self) -> bool {
        #[cfg(test)]
        self.count_look();
        self.news.load(Ordering::Relaxed) & INTERRUPTED != 0
    }

    /// Interrupts at the look with this number from now on, or lets the time be up there; `None` for never.
    #[cfg(test)]
    pub fn stop_at(&self, look: Option<u64>, late: bool) {
        self.looks.0.store(look.unwrap_or(NEVER), Ordering::Relaxed);
        self.looks.1.store(late, Ordering::Relaxed);
    }

    /// Has the look come at which a test wanted a stop?
    #[cfg(test)]
    pub fn has_stopped(&self) -> bool {
        self.looks.0.load(Ordering::Relaxed) == NEVER
    }

    #[cfg(test)]
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

    /// When running goals have to stop; `None` for never.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        let nanoseconds = deadline.map_or(NEVER, |deadline| self.nanoseconds(deadline));
        self.deadline.store(nanoseconds, Ordering::SeqCst);
        self.news.fetch_and(!RUNG, Ordering::SeqCst);
    }

    /// An instant as a number; the last for all that are centuries away.
    pub fn nanoseconds(&self, instant: Instant) -> u64 {
        u64::try_from(instant.saturating_duration_since(self.start).as_nanos()).unwrap_or(NEVER)
    }

    /// The instant with this number.
    pub fn instant(&self, nanoseconds: u64) -> Option<Instant> {
        self.start.checked_add(Duration::from_nanos(nanoseconds))
    }

    /// The deadline, if there is one.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.deadline.load(Ordering::SeqCst) {
            NEVER => None,
            nanoseconds => self.instant(nanoseconds),
        }
    }

    /// Has the deadline passed?
    pub fn is_late(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != NEVER && self.start.elapsed().as_nanos() >= u128::from(deadline)
    }

    /// The alarm is to know of it from now on; false if it does already.
    pub(super) fn begin_attendance(&self) -> bool {
        !self.attended.swap(true, Ordering::Relaxed)
    }

    /// For the alarm: notes that the deadline has passed, or gives the time that is to be waited for.
    pub(super) fn ring_if_late(&self, now: Instant) -> Option<Instant> {
        let deadline = self.deadline()?;
        if deadline > now {
            return Some(deadline);
        }
        let number = self.nanoseconds(deadline);
        if self.rung_for.swap(number, Ordering::Relaxed) != number {
            self.news.fetch_or(RUNG, Ordering::SeqCst);
        }
        None
    }

    /// Has the alarm found that the deadline has passed? The clock tells if that still holds.
    pub fn has_rung(&self) -> bool {
        self.news.load(Ordering::Relaxed) & RUNG != 0
    }

    /// To be called before a look at the clock: what the alarm found before is known then.
    pub fn forget_rung(&self) {
        if self.has_rung() {
            self.news.fetch_and(!RUNG, Ordering::SeqCst);
        }
    }

    /// Is the goal that is running to stop?
    pub fn is_stop_wanted(&self) -> bool {
        self.is_interrupted() || self.is_late()
    }

    /// As [`Watch::is_stop_wanted`], for a walk that ends where this is true.
    pub fn gives_up(&self) -> bool {
        let stop = self.is_stop_wanted();
        if stop {
            self.news.fetch_or(GIVEN_UP, Ordering::Relaxed);
        }
        stop
    }

    /// Has a walk ended early since this was asked last?
    #[inline(always)]
    pub fn has_given_up(&self) -> bool {
        self.news.load(Ordering::Relaxed) & GIVEN_UP != 0
    }

    /// Has someone interrupted, the alarm rung, or a walk ended early?
    #[inline(always)]
    pub fn has_news(&self) -> bool {
        #[cfg(test)]
        self.count_look();
        self.news.load(Ordering::Relaxed) != 0
    }

    /// The machine has seen that a walk ended early.
    pub fn forget_given_up(&self) {
        self.news.fetch_and(!GIVEN_UP, Ordering::Relaxed);
    }
}

/// Steps of a walk between two looks at the watch; few in tests, so that stops come anywhere.
pub const STEPS: u32 = if cfg!(test) { 1 << 3 } else { 1 << 13 };

/// Counts the steps of one walk.
#[derive(Debug)]
pub struct Pace(u32);

impl Pace {
    /// For a walk that begins.
    pub const fn new() -> Pace {
        Pace(STEPS)
    }

    /// One more step: true if the walk has to end here.
    #[inline(always)]
    pub fn step(&mut self, watch: &Watch) -> bool {
        self.0 -= 1;
        self.0 == 0 && self.look(watch)
    }

    /// One more step: true after every [`STEPS`] of them, for walks that look at more than the watch.
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
        assert!(!watch.has_given_up());
        watch.interrupt();
        assert!((0..STEPS).any(|_| pace.step(&watch)));
        assert!(watch.has_given_up() && watch.take_interrupt() && !watch.take_interrupt());
        watch.forget_given_up();
        watch.set_deadline(Some(Instant::now()));
        assert!(watch.is_late() && (0..STEPS).any(|_| pace.step(&watch)));
        watch.set_deadline(Some(Instant::now() + Duration::from_secs(1000)));
        assert!(watch.deadline().is_some() && !watch.is_stop_wanted());
        watch.set_deadline(None);
        assert!(watch.deadline().is_none() && !watch.is_late());
    }
}
