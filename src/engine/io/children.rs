//! The processes that an engine has started and not yet waited for.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::process::{Child, ExitStatus};

use super::table::StreamId;

/// The processes of an engine, by number.
#[derive(Default)]
pub struct Children {
    running: BTreeMap<u32, Child>,
    /// The streams at the other ends of pipes, for processes that are waited for when the last of these is closed.
    pipes: BTreeMap<StreamId, (u32, String)>,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndedChild {
    /// With an exit code.
    Exit(i32),
    /// By a signal.
    Killed(i32),
}

impl Children {
    /// Adds a process.
    pub fn add(&mut self, child: Child) -> u32 {
        let number = child.id();
        self.running.insert(number, child);
        number
    }

    /// Returns how the process ended, if it has; it is then forgotten.
    ///
    /// # Errors
    /// That of the operating system.
    pub fn ended(&mut self, number: u32) -> io::Result<Option<EndedChild>> {
        let Some(child) = self.running.get_mut(&number) else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let Some(status) = child.try_wait()? else {
            return Ok(None);
        };
        self.running.remove(&number);
        Ok(Some(how(status)))
    }

    /// Notes that closing the last such stream waits for the process, whose program is `name`.
    pub fn wait_at_close(&mut self, stream: StreamId, number: u32, name: &str) {
        self.pipes.insert(stream, (number, name.to_owned()));
    }

    /// Notes that a stream was closed; the process that is to be waited for now, and its program.
    pub fn closed(&mut self, stream: StreamId) -> Option<(u32, String)> {
        let (number, name) = self.pipes.remove(&stream)?;
        let is_last = self.pipes.values().all(|(other, _)| *other != number);
        is_last.then_some((number, name))
    }
}

fn how(status: ExitStatus) -> EndedChild {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return EndedChild::Killed(signal);
        }
    }
    EndedChild::Exit(status.code().unwrap_or(-1))
}

/// Returns the number of this process; 1 where there are none.
pub fn own_number() -> u32 {
    if cfg!(target_family = "wasm") {
        1
    } else {
        std::process::id()
    }
}

/// Makes a file of one end of a pipe.
///
/// # Errors
/// Where the system has no such files.
#[cfg(unix)]
pub fn pipe_file(pipe: impl Into<std::os::fd::OwnedFd>) -> io::Result<File> {
    Ok(File::from(pipe.into()))
}

/// Makes a file of one end of a pipe.
///
/// # Errors
/// Where the system has no such files.
#[cfg(windows)]
pub fn pipe_file(pipe: impl Into<std::os::windows::io::OwnedHandle>) -> io::Result<File> {
    Ok(File::from(pipe.into()))
}

/// Makes a file of one end of a pipe.
///
/// # Errors
/// Where the system has no such files.
#[cfg(not(any(unix, windows)))]
pub fn pipe_file<T>(_pipe: T) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Sends a signal to a process, or to the group of processes that it leads.
///
/// # Errors
/// If there is no such process or signal.
#[cfg(unix)]
pub fn kill(number: u32, signal: i32, group: bool) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process, kill_process_group};
    let invalid = || io::Error::from(io::ErrorKind::InvalidInput);
    let signal = Signal::from_named_raw(signal).ok_or_else(invalid)?;
    let process = i32::try_from(number).ok().and_then(Pid::from_raw).ok_or_else(invalid)?;
    if group {
        kill_process_group(process, signal)?;
    } else {
        kill_process(process, signal)?;
    }
    Ok(())
}

/// Sends a signal to a process: only the engine's own can be ended here.
///
/// # Errors
/// Always: there are no signals.
#[cfg(not(unix))]
pub fn kill(_number: u32, _signal: i32, _group: bool) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
