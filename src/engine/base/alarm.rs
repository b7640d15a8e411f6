//! The alarm: one thread of the process that tells watches when their deadline has passed.
//!
//! Whatever polls for an interrupt sees the deadline in the same word; nothing has to count its work or read the
//! clock. The thread starts with the first deadline and sleeps until the next, so queries that end before their time
//! limit hardly ever wake it. Without threads, or after a fork, only the periodic clock checks (every so many calls,
//! and steps of a walk) remain.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Instant;
use std::{process, thread};

use super::watch::Watch;

/// Stack size of the thread, in bytes.
const STACK: usize = 64 << 10;

/// The alarm has no deadline to wait for.
const NEVER: u64 = u64::MAX;
/// Number of watches up to which dropped ones are not removed from the list.
const FEW: usize = 64;

struct Alarm {
    /// The process of the thread.
    process: u32,
    watches: Mutex<Watches>,
    changed: Condvar,
    start: Instant,
    /// The next wake-up, in nanoseconds after `start`; [`NEVER`] while the thread runs, so that whoever sets a
    /// deadline then notifies it again.
    next: AtomicU64,
}

struct Watches {
    list: Vec<Weak<Watch>>,
    /// Length of the list at which dropped watches are removed.
    full: usize,
}

/// Registers `watch`, whose deadline has just been set.
pub fn attend(watch: &Arc<Watch>) {
    static ALARM: OnceLock<Option<Arc<Alarm>>> = OnceLock::new();
    let Some(deadline) = watch.deadline() else {
        return;
    };
    let Some(alarm) = ALARM.get_or_init(Alarm::start) else {
        return;
    };
    // A fork has no threads, and that of the alarm may have held the lock.
    if alarm.process != this_process() {
        return;
    }
    if watch.begin_attendance() {
        let mut watches = alarm.lock();
        if watches.list.len() >= watches.full {
            watches.list.retain(|watch| watch.strong_count() > 0);
            watches.full = FEW.max(2 * watches.list.len());
        }
        watches.list.push(Arc::downgrade(watch));
    }
    if alarm.nanoseconds(deadline) < alarm.next.load(Ordering::SeqCst) {
        // With the lock held, the thread is either asleep or will see the deadline.
        let _held = alarm.lock();
        alarm.changed.notify_one();
    }
}

/// The number of this process; of a machine that has none, any.
fn this_process() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { process::id() }
}

impl Alarm {
    fn start() -> Option<Arc<Alarm>> {
        let alarm = Arc::new(Alarm {
            process: this_process(),
            watches: Mutex::new(Watches {
                list: Vec::new(),
                full: FEW,
            }),
            changed: Condvar::new(),
            start: Instant::now(),
            next: AtomicU64::new(NEVER),
        });
        let thread = thread::Builder::new().name("ferz alarm".to_owned()).stack_size(STACK);
        let begun = thread.spawn({
            let alarm = Arc::clone(&alarm);
            move || alarm.run()
        });
        begun.is_ok().then_some(alarm)
    }

    fn lock(&self) -> MutexGuard<'_, Watches> {
        self.watches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut watches = self.lock();
        loop {
            self.next.store(NEVER, Ordering::SeqCst);
            let now = Instant::now();
            let late = |watch: Arc<Watch>| watch.ring_if_late(now);
            let next = watches.list.iter().filter_map(Weak::upgrade).filter_map(late).min();
            watches = match next {
                None => self.changed.wait(watches).unwrap_or_else(PoisonError::into_inner),
                Some(next) => {
                    self.next.store(self.nanoseconds(next), Ordering::SeqCst);
                    let woken = self.changed.wait_timeout(watches, next.saturating_duration_since(now));
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    fn nanoseconds(&self, instant: Instant) -> u64 {
        u64::try_from(instant.saturating_duration_since(self.start).as_nanos()).unwrap_or(NEVER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn set(watch: &Arc<Watch>, time: Duration) {
        watch.set_deadline(Some(Instant::now() + time));
        attend(watch);
    }

    fn rings_within(watch: &Watch, time: Duration) -> bool {
        let start = Instant::now();
        while !watch.has_rung() && start.elapsed() < time {
            thread::sleep(Duration::from_millis(1));
        }
        watch.has_rung()
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
    fn every_watch_is_told_of_its_own_deadline() {
        const LONG: Duration = Duration::from_secs(100);
        let watches: Vec<Arc<Watch>> = (0..200).map(|_| Arc::default()).collect();
        for (i, watch) in watches.iter().enumerate() {
            set(watch, if i % 2 == 0 { LONG } else { Duration::from_millis(20) });
        }
        for (i, watch) in watches.iter().enumerate() {
            if i % 2 == 1 {
                assert!(rings_within(watch, LONG) && watch.is_late());
            }
            assert_eq!(watch.has_rung(), i % 2 == 1);
        }
        // A later deadline replaced by an earlier one, and a deadline removed.
        set(&watches[0], Duration::from_millis(5));
        set(&watches[2], Duration::from_millis(5));
        watches[2].set_deadline(None);
        assert!(rings_within(&watches[0], LONG));
        // One that has passed.
        set(&watches[4], Duration::ZERO);
        assert!(rings_within(&watches[4], LONG));
        watches[0].set_deadline(None);
        assert!(!watches[0].has_rung());
    }
}
