//! Signals while a goal runs: a thread pauses the goals of the main thread now and then, and the pause looks whether
//! Ctrl-C was pressed. Python runs handlers of signals in the main thread only.

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ferz::debug::Paused;
use ferz::{Engine, Interrupter};
use pyo3::prelude::*;

use crate::run;

/// The time between two looks.
const PERIOD: Duration = Duration::from_millis(100);

#[derive(Default)]
struct Ticker {
    goals: Mutex<Goals>,
    wake: Condvar,
}

#[derive(Default)]
struct Goals {
    /// What runs in the main thread, the innermost last.
    running: Vec<Interrupter>,
    /// Whether the thread of the ticker waits for something to run.
    is_idle: bool,
}

thread_local! {
    /// Whether this is the main thread of Python, once it is known.
    static IS_MAIN: Cell<Option<bool>> = const { Cell::new(None) };
    /// The ticker, and the process in which it runs: a fork has no threads, and one may have held the lock.
    static TICKER: RefCell<Option<(u32, Arc<Ticker>)>> = const { RefCell::new(None) };
}

impl Ticker {
    fn of_process() -> io::Result<Arc<Ticker>> {
        TICKER.with_borrow_mut(|kept| {
            let process = std::process::id();
            if let Some((its_process, ticker)) = kept
                && *its_process == process
            {
                return Ok(Arc::clone(ticker));
            }
            let ticker = Arc::new(Ticker::default());
            let runs = Arc::clone(&ticker);
            thread::Builder::new()
                .name("ferz-signals".into())
                .spawn(move || runs.run())?;
            *kept = Some((process, Arc::clone(&ticker)));
            Ok(ticker)
        })
    }

    fn goals(&self) -> MutexGuard<'_, Goals> {
        self.goals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut goals = self.goals();
        loop {
            while goals.running.is_empty() {
                goals.is_idle = true;
                goals = self.wake.wait(goals).unwrap_or_else(PoisonError::into_inner);
            }
            goals.is_idle = false;
            let woken = self.wake.wait_timeout(goals, PERIOD);
            goals = woken.unwrap_or_else(PoisonError::into_inner).0;
            if let Some(innermost) = goals.running.last() {
                innermost.pause();
            }
        }
    }
}

/// Something runs in the main thread, until this is dropped.
pub struct Watched(Arc<Ticker>);

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(interrupter) = self.0.goals().running.pop() {
            interrupter.cancel_pause();
        }
    }
}

fn is_main(py: Python<'_>) -> PyResult<bool> {
    if let Some(known) = IS_MAIN.get() {
        return Ok(known);
    }
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    let is_main = main.eq(threading.call_method0("get_ident")?)?;
    IS_MAIN.set(Some(is_main));
    Ok(is_main)
}

/// Watches for signals, if this is the main thread.
pub fn watch(py: Python<'_>, interrupter: &Interrupter) -> PyResult<Option<Watched>> {
    if !is_main(py)? {
        return Ok(None);
    }
    let ticker = Ticker::of_process()?;
    let mut goals = ticker.goals();
    goals.running.push(interrupter.clone());
    if goals.is_idle {
        ticker.wake.notify_one();
    }
    drop(goals);
    Ok(Some(Watched(ticker)))
}

/// Lets the engine look for signals when it is paused.
pub fn install(engine: &mut Engine) {
    engine.debugger().on_pause(|_| {
        let checked = Python::try_attach(|py| py.check_signals());
        match checked {
            Some(Err(error)) => {
                run::keep(error);
                Paused::Stop
            }
            _ => Paused::Continue,
        }
    });
}
