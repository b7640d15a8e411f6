//! Threads that run a goal for a slice: kept for the next goal, since a thread takes longer to begin than a slice lasts.

use std::process;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::base::turns::Turns;

/// The most threads that are kept while they have nothing to do.
const MOST_IDLE: usize = 16;

/// Work for a thread, in turns with its host.
struct SliceJob {
    work: Box<dyn FnOnce() + Send>,
    turns: Arc<Turns>,
}

/// The threads that wait for work, and the process that they are of: a fork has none of them.
struct IdleThreads {
    process: u32,
    threads: Vec<Sender<SliceJob>>,
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
pub(super) struct SliceThread(Sender<SliceJob>);

impl SliceThread {
    /// Returns a thread that waits, or a new one; `None` if the system has none.
    pub(super) fn find() -> Option<SliceThread> {
        if cfg!(target_family = "wasm") {
            return None;
        }
        let waiting = idle().threads.pop();
        waiting.or_else(SliceThread::begin).map(SliceThread)
    }

    fn begin() -> Option<Sender<SliceJob>> {
        let (sender, jobs) = channel();
        let its = sender.clone();
        let thread = thread::Builder::new().name("ferz slice".to_owned());
        let begun = thread.spawn(move || serve(&its, &jobs));
        begun.is_ok().then_some(sender)
    }

    /// Lets the thread do the work, which must not panic, that the caller lends its turn; it is over when the turn comes back.
    /// Returns false if the thread is gone.
    pub(super) fn run(self, turns: &Arc<Turns>, work: impl FnOnce() + Send + 'static) -> bool {
        let job = SliceJob {
            work: Box::new(work),
            turns: Arc::clone(turns),
        };
        self.0.send(job).is_ok()
    }
}

fn serve(own: &Sender<SliceJob>, jobs: &Receiver<SliceJob>) {
    while let Ok(job) = jobs.recv() {
        job.turns.enter();
        (job.work)();
        let is_kept = {
            let mut idle = idle();
            let has_room = idle.threads.len() < MOST_IDLE;
            if has_room {
                idle.threads.push(own.clone());
            }
            has_room
        };
        job.turns.leave();
        if !is_kept {
            return;
        }
    }
}
