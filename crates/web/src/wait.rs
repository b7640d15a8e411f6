//! WaitingClient for connections, in slices: between two of them limits and interrupts are asked for.

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ferz_engine::native::{Machine, Stop};

/// The longest wait between two looks at limits and interrupts.
pub(crate) const SLICE: Duration = Duration::from_millis(20);

#[cfg(unix)]
pub(crate) use std::os::fd::AsFd as Pollable;

/// Something that can be waited for.
#[cfg(not(unix))]
pub(crate) trait Pollable {}
#[cfg(not(unix))]
impl<T> Pollable for T {}

/// Waits at most so long until some of the connections can be read, or written where the flag says so. Returns which may
/// be tried: all of them where that is not known.
#[cfg(unix)]
pub(crate) fn poll(wanted: &[(&dyn Pollable, bool)], time: Duration) -> Vec<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec};
    let time = Timespec {
        tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    };
    let flags = |writes| if writes { PollFlags::OUT } else { PollFlags::IN };
    let fds = wanted
        .iter()
        .map(|&(device, writes)| PollFd::from_borrowed_fd(device.as_fd(), flags(writes)));
    let mut fds: Vec<PollFd<'_>> = fds.collect();
    match rustix::event::poll(&mut fds, Some(&time)) {
        Ok(_) => fds.iter().map(|fd| !fd.revents().is_empty()).collect(),
        // A signal, or a device that cannot be polled.
        Err(_) => vec![true; wanted.len()],
    }
}

/// Waits a little: what can be read or written is found out by trying.
#[cfg(not(unix))]
pub(crate) fn poll(wanted: &[(&dyn Pollable, bool)], time: Duration) -> Vec<bool> {
    thread::sleep(time.min(Duration::from_millis(1)));
    vec![true; wanted.len()]
}

/// How long is still waited for something.
#[derive(Clone, Copy)]
pub(crate) struct WaitTime(Option<Instant>);

impl WaitTime {
    /// Begins a wait of at most so long; `None` for no end.
    pub(crate) fn new(time: Option<Duration>) -> WaitTime {
        WaitTime(time.and_then(|time| Instant::now().checked_add(time)))
    }

    /// Returns the length of the next slice; `None` at the end.
    pub(crate) fn slice(self) -> Option<Duration> {
        match self.0 {
            None => Some(SLICE),
            Some(end) => {
                let left = end.saturating_duration_since(Instant::now());
                (!left.is_zero()).then(|| left.min(SLICE))
            }
        }
    }
}

/// Tries something again and again until it does not answer that it would block, or until an interrupt, a limit, or the
/// end of the time, which is an error of the kind `TimedOut`. It is waited for until the device can be read, or written.
pub(crate) fn until_done<T>(
    m: &mut Machine,
    device: (&dyn Pollable, bool),
    time: Option<Duration>,
    mut attempt: impl FnMut() -> io::Result<T>,
) -> Result<io::Result<T>, Stop> {
    let patience = WaitTime::new(time);
    loop {
        match attempt() {
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            done => return Ok(done),
        }
        m.poll_waiting()?;
        let Some(slice) = patience.slice() else {
            return Ok(Err(io::ErrorKind::TimedOut.into()));
        };
        poll(&[device], slice);
    }
}

/// Runs what may block on a thread of its own, and waits for it in slices. If the wait ends before, its result is
/// dropped when it comes.
pub(crate) fn in_background<T: Send + 'static>(
    m: &mut Machine,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<io::Result<T>, Stop> {
    let (sender, receiver) = mpsc::channel();
    let begun = thread::Builder::new().spawn(move || {
        // Nobody may be there any more.
        let _taken = sender.send(work());
    });
    if let Err(error) = begun {
        return Ok(Err(error));
    }
    loop {
        match receiver.recv_timeout(SLICE) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Disconnected) => return Ok(Err(io::ErrorKind::Other.into())),
            Err(RecvTimeoutError::Timeout) => m.poll_waiting()?,
        }
    }
}
