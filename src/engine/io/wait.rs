//! Waiting in time slices for devices that may block for ever: an empty pipe or terminal, or a full pipe.
//!
//! Between two slices the watch is polled. If a stop is wanted, waiting ends with an error of kind `Interrupted`,
//! which the watch records.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use crate::base::watch::Watch;

#[cfg(unix)]
pub use unix::{is_out_of_files, is_ready, is_regular, key, open, readable, screen_size, write_all};

#[cfg(not(unix))]
pub use elsewhere::{is_out_of_files, is_ready, is_regular, key, open, readable, screen_size, write_all};

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::io::Write;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
    use std::thread;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{FileType, OFlags};
    use rustix::io::Errno;
    use rustix::pipe::PIPE_BUF;

    use super::{File, OpenOptions, Path, Watch, io};

    /// Interval between two polls of the watch.
    const SLICE: Duration = Duration::from_millis(20);

    /// Waits until there is input, the end, or an error.
    ///
    /// # Errors
    /// If the watch wants a stop.
    pub fn readable(device: impl AsFd, watch: Option<&Watch>) -> io::Result<()> {
        wait(device.as_fd(), PollFlags::IN, watch)
    }

    /// Whether reading returns at once: there is input, the end, or an error.
    pub fn is_ready(device: impl AsFd) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut devices = [PollFd::from_borrowed_fd(device.as_fd(), PollFlags::IN)];
        !matches!(poll(&mut devices, Some(&now)), Ok(0))
    }

    /// Returns the numbers of rows and columns of a terminal.
    ///
    /// # Errors
    /// If it is no terminal.
    pub fn screen_size(device: impl AsFd) -> io::Result<(u16, u16)> {
        let size = rustix::termios::tcgetwinsize(device)?;
        Ok((size.ws_row, size.ws_col))
    }

    fn wait(device: BorrowedFd<'_>, what: PollFlags, watch: Option<&Watch>) -> io::Result<()> {
        let slice = |nanoseconds| Timespec {
            tv_sec: 0,
            tv_nsec: nanoseconds,
        };
        let mut timeout = slice(0);
        loop {
            let mut devices = [PollFd::from_borrowed_fd(device, what)];
            match poll(&mut devices, watch.map(|_| &timeout)) {
                Ok(0) | Err(Errno::INTR) => {}
                // A device that cannot be polled is read directly.
                Ok(_) | Err(_) => return Ok(()),
            }
            if watch.is_some_and(Watch::gives_up) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            timeout = slice(SLICE.subsec_nanos().into());
        }
    }

    /// The byte of Ctrl-D.
    const END: u8 = 4;

    /// Waits for one key of a terminal, which does not show it; `None` for Ctrl-D and at the end.
    ///
    /// # Errors
    /// If it is no terminal, or the watch wants a stop.
    pub fn key(device: impl AsFd, watch: Option<&Watch>) -> io::Result<Option<char>> {
        use rustix::termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};
        let settings = tcgetattr(&device)?;
        let mut raw = settings.clone();
        raw.input_modes -= InputModes::ICRNL;
        raw.local_modes -= LocalModes::ECHO | LocalModes::ICANON;
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(&device, OptionalActions::Now, &raw)?;
        let key = read_key(&device, watch);
        tcsetattr(&device, OptionalActions::Now, &settings)?;
        key
    }

    fn read_key(device: &impl AsFd, watch: Option<&Watch>) -> io::Result<Option<char>> {
        let mut bytes = Vec::with_capacity(4);
        loop {
            readable(device, watch)?;
            let mut byte = [0];
            match rustix::io::read(device, &mut byte) {
                Ok(0) => return Ok(None),
                Ok(_) if bytes.is_empty() && byte[0] == END => return Ok(None),
                Ok(_) => bytes.push(byte[0]),
                Err(Errno::INTR | Errno::AGAIN) => continue,
                Err(error) => return Err(error.into()),
            }
            match str::from_utf8(&bytes) {
                Ok(text) => return Ok(text.chars().next()),
                // The rest of the character has yet to come.
                Err(error) if error.error_len().is_none() => {}
                Err(_) => return Ok(Some(char::REPLACEMENT_CHARACTER)),
            }
        }
    }

    /// Writes all of `bytes` to a device that may block.
    ///
    /// # Errors
    /// If they cannot be written, or the watch wants a stop.
    pub fn write_all(mut device: impl AsFd + Write, mut bytes: &[u8], watch: Option<&Watch>) -> io::Result<()> {
        while !bytes.is_empty() {
            wait(device.as_fd(), PollFlags::OUT, watch)?;
            // A pipe that is ready takes PIPE_BUF bytes without blocking.
            match device.write(&bytes[..bytes.len().min(PIPE_BUF)]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
                Err(error) => return Err(error),
            }
            device.flush()?;
        }
        Ok(())
    }

    /// Opens a file. A named pipe without a process at its other end is opened at once for reading, and waited for
    /// when it is read; for writing, this function waits.
    ///
    /// # Errors
    /// If it cannot be opened, or the watch wants a stop.
    pub fn open(how: &mut OpenOptions, path: &Path, watch: Option<&Watch>) -> io::Result<File> {
        if !fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo()) {
            return how.open(path);
        }
        how.custom_flags(OFlags::NONBLOCK.bits().cast_signed());
        loop {
            match how.open(path) {
                Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => {}
                opened => return opened,
            }
            if watch.is_some_and(Watch::gives_up) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            thread::sleep(SLICE);
        }
    }

    /// Whether the process, or the system, has reached its limit on open files.
    pub fn is_out_of_files(error: &io::Error) -> bool {
        let number = error.raw_os_error();
        [Errno::MFILE, Errno::NFILE]
            .iter()
            .any(|full| number == Some(full.raw_os_error()))
    }

    /// Whether the device is a regular file, which never blocks.
    pub fn is_regular(device: impl AsFd) -> bool {
        rustix::fs::fstat(device).is_ok_and(|data| FileType::from_raw_mode(data.st_mode) == FileType::RegularFile)
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io::Write;

    use super::{File, OpenOptions, Path, Watch, io};

    /// Returns at once: readiness is unknown here, and reading blocks.
    ///
    /// # Errors
    /// None.
    pub fn readable<T>(_device: T, _watch: Option<&Watch>) -> io::Result<()> {
        Ok(())
    }

    /// Whether reading returns at once: unknown here.
    pub fn is_ready<T>(_device: T) -> bool {
        true
    }

    /// The size of terminals is not known here.
    ///
    /// # Errors
    /// Always.
    pub fn screen_size<T>(_device: T) -> io::Result<(u16, u16)> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Single keys are not known here.
    ///
    /// # Errors
    /// Always.
    pub fn key<T>(_device: T, _watch: Option<&Watch>) -> io::Result<Option<char>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Writes all of `bytes`.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_all(mut device: impl Write, bytes: &[u8], _watch: Option<&Watch>) -> io::Result<()> {
        device.write_all(bytes)?;
        device.flush()
    }

    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(how: &mut OpenOptions, path: &Path, _watch: Option<&Watch>) -> io::Result<File> {
        how.open(path)
    }

    /// Whether the process has reached its limit on open files: unknown here.
    pub fn is_out_of_files(_error: &io::Error) -> bool {
        false
    }

    /// Whether the device is a regular file: unknown here.
    pub fn is_regular<T>(_device: T) -> bool {
        true
    }
}
