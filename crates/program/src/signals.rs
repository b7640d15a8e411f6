//! Signals. Ctrl-C stops the query at the prompt. Signals that terminate the program do so as an interrupt does:
//! cleanup goals and the goals of `at_halt/1` run, and output is flushed. A goal that cannot be stopped ends with the
//! process. Signals for which the program has a handler, set by `on_signal/3`, go to that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use ferz::Interrupter;

/// The signals received so far.
#[derive(Clone)]
pub(crate) struct Signals {
    interrupter: Interrupter,
    state: Arc<SignalState>,
}

#[derive(Default)]
struct SignalState {
    /// The signal that terminates the program; 0 for none.
    ending: AtomicI32,
    /// Whether the run has been ended because of it.
    noticed: AtomicBool,
    /// Whether Ctrl-C only stops a query.
    at_prompt: AtomicBool,
    /// Whether Ctrl-C came since that was last asked.
    interrupted: AtomicBool,
    /// Adds signals to those that are heard.
    #[cfg(unix)]
    handle: std::sync::Mutex<Option<signal_hook::iterator::Handle>>,
}

impl Signals {
    /// Starts listening: signals interrupt the engine.
    pub(crate) fn listen(interrupter: Interrupter) -> Signals {
        let signals = Signals {
            interrupter,
            state: Arc::default(),
        };
        #[cfg(unix)]
        unix::listen(&signals);
        signals
    }

    /// Makes Ctrl-C only stop the running query from now on, also where the parent process ignores it: at a prompt the
    /// user needs it.
    pub(crate) fn only_stop_queries(&self) {
        self.state.at_prompt.store(true, Ordering::SeqCst);
        #[cfg(unix)]
        if let Ok(handle) = self.state.handle.lock()
            && let Some(handle) = &*handle
        {
            // A signal that is heard already is added without effect.
            let _not_added = handle.add_signal(signal_hook::consts::SIGINT);
        }
        #[cfg(not(unix))]
        {
            let interrupter = self.interrupter.clone();
            // Only this function sets a handler, so an existing one is equivalent.
            let _set_before = ctrlc::set_handler(move || interrupter.interrupt_next());
        }
    }

    /// Discards an interrupt that came too late for its query.
    pub(crate) fn clear(&self) {
        self.state.interrupted.store(false, Ordering::SeqCst);
        self.interrupter.cancel_pause();
        if !self.is_ending() {
            self.interrupter.clear();
        }
    }

    /// Whether Ctrl-C came.
    #[cfg(unix)]
    pub(crate) fn is_interrupted(&self) -> bool {
        self.state.interrupted.load(Ordering::SeqCst)
    }

    /// Whether Ctrl-C came; discards it.
    #[cfg(unix)]
    pub(crate) fn take_interrupt(&self) -> bool {
        let came = self.is_interrupted();
        self.clear();
        came
    }

    /// Whether a signal that terminates the program was received.
    pub(crate) fn is_ending(&self) -> bool {
        self.state.ending.load(Ordering::SeqCst) != 0
    }

    /// Returns the exit status for the signal that terminates the program, if one was received.
    pub(crate) fn status(&self) -> Option<u8> {
        match self.state.ending.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(u8::try_from(128 + signal).unwrap_or(u8::MAX)),
        }
    }

    /// Marks the run as ended, so that the final goals may run.
    pub(crate) fn notice(&self) {
        self.state.noticed.store(true, Ordering::SeqCst);
        self.interrupter.clear();
    }
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::process;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXFSZ};
    use signal_hook::iterator::Signals as Incoming;

    use super::Signals;

    /// Time for a query to make its next call.
    const TO_PAUSE: Duration = Duration::from_millis(250);
    /// Time for a run to end.
    const TO_END: Duration = Duration::from_millis(900);
    /// Time for the goals of `at_halt/1` and for flushing output.
    const TO_HALT: Duration = Duration::from_secs(3);

    /// Waits for signals on a separate thread. Signals that the parent process ignores stay ignored, as in a job that a
    /// shell runs in the background.
    pub(super) fn listen(signals: &Signals) {
        // A write beyond the limit on the size of files is then an error, which goals can catch.
        let _default = signal_hook::flag::register(SIGXFSZ, Arc::default());
        let ignored = ignored();
        let wanted = [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM].into_iter();
        let Ok(mut incoming) = Incoming::new(wanted.filter(|signal| ignored >> (signal - 1) & 1 == 0)) else {
            return;
        };
        if let Ok(mut handle) = signals.state.handle.lock() {
            *handle = Some(incoming.handle());
        }
        let signals = signals.clone();
        // Without the thread, signals have their default effect.
        let _not_started = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in incoming.forever() {
                signals.come(signal);
            }
        });
    }

    /// Returns the set of ignored signals, one bit for each; if it is unknown, a hangup.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .unwrap_or(1 << (SIGHUP - 1))
    }

    impl Signals {
        /// Pauses the query for the menu. One that makes no call soon, since it waits or computes, is stopped.
        fn pause(&self) {
            self.interrupter.pause();
            let start = Instant::now();
            while start.elapsed() < TO_PAUSE {
                thread::sleep(Duration::from_millis(10));
                if !self.interrupter.is_pausing() {
                    return;
                }
            }
            if self.interrupter.cancel_pause() {
                self.interrupter.interrupt_next();
            }
        }

        fn come(&self, signal: i32) {
            let state = &self.state;
            if u32::try_from(signal).is_ok_and(|number| self.interrupter.signal(number)) {
                return;
            }
            if ![SIGINT, SIGTERM, SIGHUP].contains(&signal) {
                // They end the program at once, and tell the parent process which signal it was.
                let _not_ended = signal_hook::low_level::emulate_default_handler(signal);
                return;
            }
            if signal == SIGINT && state.at_prompt.load(Ordering::SeqCst) {
                state.interrupted.store(true, Ordering::SeqCst);
                return self.pause();
            }
            state.ending.store(signal, Ordering::SeqCst);
            self.interrupter.interrupt_next();
            let start = Instant::now();
            let most = || {
                if state.noticed.load(Ordering::SeqCst) {
                    TO_HALT
                } else {
                    TO_END
                }
            };
            while start.elapsed() < most() {
                thread::sleep(Duration::from_millis(10));
            }
            process::exit(128 + signal);
        }
    }
}
