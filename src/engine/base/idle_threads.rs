//! Threads of the system that have nothing to do: kept for the next work, since a thread takes longer to begin than much
//! of the work does.

use std::process;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most threads that are kept while they have nothing to do.
const MOST_IDLE: usize = 16;
/// The bytes of the native stack of a thread that runs goals.
pub const STACK: usize = 4 << 20;

/// Tells that work is done, by a thread that is ready for more.
type AfterWork = Box<dyn FnOnce() + Send>;
type IdleWork = Box<dyn FnOnce() -> AfterWork + Send>;

/// The threads that wait for work, and the process that they are of: a fork has none of them.
struct IdleThreads {
    process: u32,
    threads: Vec<Sender<IdleWork>>,
}

static IDLE: Mutex<IdleThreads> = Mutex::new(IdleThreads {
    process: 0,
    threads: Vec::new(),
});

/// Returns the threads that wait in this process.
fn idle() -> MutexGuard<'static, IdleThreads> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    if std::mem::replace(&mut idle.process, process) != process {
        idle.threads.clear();
    }
    idle
}

/// A thread that has nothing to do.
pub struct IdleThread(Sender<IdleWork>);

impl IdleThread {
    /// Returns a thread that waits, or a new one; `None` if the system has none.
    pub fn find() -> Option<IdleThread> {
        if cfg!(target_family = "wasm") {
            return None;
        }
        let waiting = idle().threads.pop();
        waiting.or_else(IdleThread::begin).map(IdleThread)
    }

    fn begin() -> Option<Sender<IdleWork>> {
        let (sender, works) = channel();
        let its = sender.clone();
        let thread = thread::Builder::new().name("ferz".to_owned()).stack_size(STACK);
        let begun = thread.spawn(move || serve(&its, &works));
        begun.is_ok().then_some(sender)
    }

    /// Lets the thread do the work, which must not panic. What the work returns is called when the thread is ready for more,
    /// so that whoever hears of the end finds the same thread again. Returns false if the thread is gone.
    pub fn run<T: FnOnce() + Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> bool {
        self.0.send(Box::new(move || Box::new(work()))).is_ok()
    }
}

fn serve(own: &Sender<IdleWork>, works: &Receiver<IdleWork>) {
    while let Ok(work) = works.recv() {
        let told = work();
        let is_kept = {
            let mut idle = idle();
            let has_room = idle.threads.len() < MOST_IDLE;
            if has_room {
                idle.threads.push(own.clone());
            }
            has_room
        };
        told();
        if !is_kept {
            return;
        }
    }
}
