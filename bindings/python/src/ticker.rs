//! Signals while a goal runs: a thread pauses the goals of the main thread now and then, and the pause looks whether
//! Ctrl-C was pressed. Python runs handlers of signals in the main thread only.

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ferz::{Engine, Interrupter, Paused};
use pyo3::prelude::*;

use crate::run;

/// The time between two looks.
const PERIOD: Duration = Duration::from_millis(100);

struct Ticker {
    /// The process in which the thread runs: a fork has none.
    process: u32,
    /// What runs in the main thread, the innermost last.
    running: Vec<Interrupter>,
    /// Whether the thread waits for something to run.
    is_idle: bool,
}

static TICKER: Mutex<Ticker> = Mutex::new(Ticker {
    process: 0,
    running: Vec::new(),
    is_idle: false,
});
static WAKE: Condvar = Condvar::new();

thread_local! {
    /// Whether this is the main thread of Python, once it is known.
    static IS_MAIN: Cell<Option<bool>> = const { Cell::new(None) };
}

fn ticker() -> MutexGuard<'static, Ticker> {
    TICKER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something runs in the main thread, until this is dropped.
pub struct Watched(());

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(interrupter) = ticker().running.pop() {
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
    let mut ticker = ticker();
    if ticker.process != std::process::id() {
        ticker.process = std::process::id();
        ticker.running.clear();
        ticker.is_idle = false;
        std::thread::Builder::new().name("ferz-signals".into()).spawn(tick)?;
    }
    ticker.running.push(interrupter.clone());
    if ticker.is_idle {
        WAKE.notify_one();
    }
    Ok(Some(Watched(())))
}

fn tick() {
    let mut state = ticker();
    loop {
        while state.running.is_empty() {
            state.is_idle = true;
            state = WAKE.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.is_idle = false;
        state = WAKE
            .wait_timeout(state, PERIOD)
            .unwrap_or_else(PoisonError::into_inner)
            .0;
        if let Some(innermost) = state.running.last() {
            innermost.pause();
        }
    }
}

/// Lets the engine look for signals when it is paused.
pub fn install(engine: &mut Engine) {
    engine.on_pause(|_| {
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
