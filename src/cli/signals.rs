//! Signals: Ctrl-C stops the query at the prompt; those that end a program end it in order, as an interrupt does:
//! cleanup goals and those of `at_halt/1` run, and what was written is handed on. A goal that cannot be stopped is
//! ended with the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use ferz::Interrupter;

/// What has come so far.
#[derive(Clone)]
pub struct Signals {
    interrupter: Interrupter,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    /// The signal that ends the program; 0 for none.
    ending: AtomicI32,
    /// Has the run been ended for it?
    noticed: AtomicBool,
    /// Does Ctrl-C stop a query only?
    at_prompt: AtomicBool,
}

impl Signals {
    /// Interrupts the engine from now on when a signal comes.
    pub fn listen(interrupter: Interrupter) -> Signals {
        let signals = Signals {
            interrupter,
            state: Arc::default(),
        };
        #[cfg(unix)]
        unix::listen(&signals);
        signals
    }

    /// From now on Ctrl-C stops the running query and no more.
    pub fn only_stop_queries(&self) {
        self.state.at_prompt.store(true, Ordering::SeqCst);
        #[cfg(not(unix))]
        {
            let interrupter = self.interrupter.clone();
            // Another handler can only have been set by this function; then it is as good.
            let _set_before = ctrlc::set_handler(move || interrupter.interrupt());
        }
    }

    /// Forgets an interrupt that came before the query that it was meant for could see it.
    pub fn clear(&self) {
        if !self.is_ending() {
            self.interrupter.clear();
        }
    }

    /// Has a signal come that ends the program?
    pub fn is_ending(&self) -> bool {
        self.state.ending.load(Ordering::SeqCst) != 0
    }

    /// The exit status that a signal asks for, if one has come that ends the program.
    pub fn status(&self) -> Option<u8> {
        match self.state.ending.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(u8::try_from(128 + signal).unwrap_or(u8::MAX)),
        }
    }

    /// The run has been ended: what is to be done before the program ends may begin.
    pub fn notice(&self) {
        self.state.noticed.store(true, Ordering::SeqCst);
        self.interrupter.clear();
    }
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::process;
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals as Incoming;

    use super::Signals;

    /// How long a run may take to end.
    const TO_END: Duration = Duration::from_millis(900);
    /// How long the goals of `at_halt/1` may take, and handing on what was written.
    const TO_HALT: Duration = Duration::from_secs(3);

    /// Waits for signals on a thread of its own. Those that whoever started the program has it ignore stay ignored.
    pub(super) fn listen(signals: &Signals) {
        let ignored = ignored();
        let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let Ok(mut incoming) = Incoming::new(wanted.filter(|signal| ignored >> (signal - 1) & 1 == 0)) else {
            return;
        };
        let signals = signals.clone();
        // Without the thread a signal does what it does to a program that knows of none.
        let _not_started = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in incoming.forever() {
                signals.come(signal);
            }
        });
    }

    /// The signals that are ignored, a bit for each. Where it is not known, a hangup is taken to be.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .unwrap_or(1 << (SIGHUP - 1))
    }

    impl Signals {
        fn come(&self, signal: i32) {
            let state = &self.state;
            if signal == SIGINT && state.at_prompt.load(Ordering::SeqCst) {
                return self.interrupter.interrupt();
            }
            state.ending.store(signal, Ordering::SeqCst);
            self.interrupter.interrupt();
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
