//! The terminal as bytes and keys: what was typed is kept until the prompt, an answer or a goal asks for it.
//!
//! The line editor reads ahead and drops what it does not need. So it does not read the terminal, but a private
//! pseudo-terminal, to which [`Private`] passes no more than one line, and the next when that is answered.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::Signal;
use rustix::pty::OpenptFlags;
use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};

use super::exchange::Exchange;
use super::input::Key;

/// Bytes that are read at once.
const BLOCK: usize = 4096;
/// Time in which the rest of a key's sequence of bytes arrives.
const SEQUENCE: Duration = Duration::from_millis(40);
/// Interval between two looks for a key.
const SLICE: Duration = Duration::from_millis(50);
/// Input that is read before somebody asks for it: the terminal keeps the rest.
const MOST_AHEAD: usize = 1 << 20;

const INTERRUPT: u8 = 3;
const END: u8 = 4;
const ESCAPE: u8 = 0x1b;
const SUSPEND: u8 = 0x1a;
const BACKSPACE: u8 = 0x7f;

/// Returns the columns of the screen; 0 if they are unknown.
pub(crate) fn screen_width() -> usize {
    rustix::termios::tcgetwinsize(io::stdout()).map_or(0, |size| size.ws_col.into())
}

/// The result of waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Woken {
    /// Input, or one of the other events.
    Event,
    /// Nothing in the given time.
    Nothing,
    /// The terminal is gone.
    Gone,
}

/// The terminal.
pub(crate) struct Terminal {
    input: OwnedFd,
    settings: Termios,
    /// Input that is not used yet.
    pub ahead: Vec<u8>,
}

impl Terminal {
    /// Opens the terminal of the standard input.
    ///
    /// # Errors
    /// If the standard input is no terminal.
    pub(crate) fn open() -> io::Result<Terminal> {
        let input = rustix::io::dup(io::stdin())?;
        let settings = tcgetattr(&input)?;
        Ok(Terminal {
            input,
            settings,
            ahead: Vec::new(),
        })
    }

    /// Lets the terminal deliver each key at once, without showing it.
    pub(crate) fn set_raw(&self) {
        set(&self.input, &raw(&self.settings));
    }

    /// Restores the settings that the terminal had.
    pub(crate) fn restore(&self) {
        set(&self.input, &self.settings);
    }

    /// The standard input.
    pub(crate) fn input(&self) -> &OwnedFd {
        &self.input
    }

    /// Waits for input and reads what there is, or until there is something to be read from `also`.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub(crate) fn wait(&mut self, also: Option<&OwnedFd>, time: Duration) -> io::Result<Woken> {
        let mut devices = Vec::with_capacity(2);
        let wants_more = self.ahead.len() < MOST_AHEAD;
        if wants_more {
            devices.push(PollFd::new(&self.input, PollFlags::IN));
        }
        devices.extend(also.map(|also| PollFd::new(also, PollFlags::IN)));
        let timeout = Timespec {
            tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: time.subsec_nanos().into(),
        };
        match poll(&mut devices, Some(&timeout)) {
            Ok(0) | Err(Errno::INTR) => return Ok(Woken::Nothing),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        if !wants_more || devices[0].revents().is_empty() {
            return Ok(Woken::Event);
        }
        let mut block = [0; BLOCK];
        match rustix::io::read(&self.input, &mut block) {
            Ok(0) => Ok(Woken::Gone),
            Ok(count) => {
                self.ahead.extend_from_slice(&block[..count]);
                Ok(Woken::Event)
            }
            Err(Errno::INTR | Errno::AGAIN) => Ok(Woken::Nothing),
            // So it is when the other side of a pseudo-terminal is closed.
            Err(Errno::IO) => Ok(Woken::Gone),
            Err(error) => Err(error.into()),
        }
    }

    /// Takes the first key of what was typed, if it is there.
    pub(crate) fn take_key(&mut self) -> Option<Key> {
        let first = *self.ahead.first()?;
        let (key, length) = match first {
            b'\r' | b'\n' => (Key::Enter, 1),
            b'\t' => (Key::Tab, 1),
            INTERRUPT => (Key::Interrupt, 1),
            END => (Key::End, 1),
            SUSPEND => {
                self.ahead.remove(0);
                self.suspend();
                return self.take_key();
            }
            ESCAPE => {
                if self.ahead.len() == 1 {
                    // Without more it is the key Escape.
                    let _alone = self.wait(None, SEQUENCE);
                }
                (Key::Other, escape_length(&self.ahead))
            }
            0..0x20 | BACKSPACE => (Key::Other, 1),
            _ => match character(&self.ahead) {
                Some(c) => (Key::Char(c), c.len_utf8()),
                None => (Key::Other, 1),
            },
        };
        self.ahead.drain(..length.min(self.ahead.len()));
        Some(key)
    }

    /// Waits for a key; `None` if the terminal is gone, or `stop` says so.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn key(&mut self, stop: impl Fn() -> bool) -> io::Result<Option<Key>> {
        self.set_raw();
        let key = loop {
            if let Some(key) = self.take_key() {
                break Ok(Some(key));
            }
            if stop() {
                break Ok(None);
            }
            match self.wait(None, SLICE) {
                Ok(Woken::Gone) => break Ok(None),
                Ok(_) => {}
                Err(error) => break Err(error),
            }
        };
        self.restore();
        key
    }

    /// Whether a character follows, at once or within `time`.
    pub(crate) fn has_character(&mut self, time: Duration) -> bool {
        if self.ahead.is_empty() {
            let _nothing = self.wait(None, time);
        }
        self.ahead.first().is_some_and(|&byte| byte > b' ' && byte != BACKSPACE)
    }

    /// Passes what was typed on to the editor, up to the first key that may end the text; returns whether there was
    /// one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn feed(&mut self, private: &mut Private, exchange: &Exchange) -> io::Result<bool> {
        if self.ahead.first() == Some(&SUSPEND) && !private.pasting {
            self.suspend();
            // A space that comes and goes makes the editor show its text again.
            self.ahead.splice(..1, [b' ', BACKSPACE]);
        }
        private.feed(&mut self.ahead, exchange)
    }

    /// Stops the program, as Ctrl-Z does where the terminal handles it itself.
    fn suspend(&self) {
        self.restore();
        let _not_stopped = rustix::process::kill_current_process_group(Signal::TSTP);
        self.set_raw();
    }
}

fn set(device: &OwnedFd, settings: &Termios) {
    // An error means that the terminal is gone; whoever reads it next finds out.
    let _gone = tcsetattr(device, OptionalActions::Now, settings);
}

fn raw(settings: &Termios) -> Termios {
    let mut raw = settings.clone();
    raw.input_modes -=
        InputModes::BRKINT | InputModes::ICRNL | InputModes::INPCK | InputModes::ISTRIP | InputModes::IXON;
    raw.control_modes |= ControlModes::CS8;
    raw.local_modes -= LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG;
    raw.special_codes[SpecialCodeIndex::VMIN] = 1;
    raw.special_codes[SpecialCodeIndex::VTIME] = 0;
    raw
}

/// The first character of bytes that are not empty, if it is complete.
fn character(bytes: &[u8]) -> Option<char> {
    let most = &bytes[..bytes.len().min(4)];
    let valid = match str::from_utf8(most) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&most[..error.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next()
}

/// The length of the sequence of a key that begins with the escape character.
fn escape_length(bytes: &[u8]) -> usize {
    match bytes.get(1) {
        Some(b'[') => {
            let end = bytes[2..].iter().position(|byte| (0x40..0x7f).contains(byte));
            end.map_or(bytes.len(), |end| end + 3)
        }
        Some(b'O') => 3,
        Some(_) => 2,
        None => 1,
    }
}

/// The pseudo-terminal that the line editor reads.
pub(crate) struct Private {
    ours: OwnedFd,
    /// The side of the editor.
    pub its: OwnedFd,
    /// Within a pasted text, whose lines are not entered.
    pasting: bool,
    /// The last bytes passed, which may be the beginning of a mark.
    tail: Vec<u8>,
    /// Whether bytes that are not UTF-8 were replaced.
    pub replaced: bool,
}

const PASTE_BEGINS: &[u8] = b"\x1b[200~";
const PASTE_ENDS: &[u8] = b"\x1b[201~";

impl Private {
    /// Makes one, with the settings of `terminal`.
    ///
    /// # Errors
    /// If the system has none.
    pub(crate) fn open(terminal: &Terminal) -> io::Result<Private> {
        use rustix::fs::{Mode, OFlags, open};
        let ours = rustix::pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        rustix::pty::grantpt(&ours)?;
        rustix::pty::unlockpt(&ours)?;
        let name = rustix::pty::ptsname(&ours, Vec::new())?;
        let its = open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
        set(&its, &raw(&terminal.settings));
        Ok(Private {
            ours,
            its,
            pasting: false,
            tail: Vec::new(),
            replaced: false,
        })
    }

    /// Whether the editor has read all that was passed.
    pub(crate) fn is_read(&self) -> bool {
        rustix::io::ioctl_fionread(&self.its).is_ok_and(|left| left == 0)
    }

    /// Passes what was typed on to the editor, up to the first key that may end the line; returns whether there was
    /// one. Bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// If it cannot be written.
    fn feed(&mut self, ahead: &mut Vec<u8>, exchange: &Exchange) -> io::Result<bool> {
        let mut taken = 0;
        let mut out = Vec::new();
        let mut ends = false;
        while taken < ahead.len() && out.len() < BLOCK && !ends {
            let byte = ahead[taken];
            if byte == SUSPEND && !self.pasting {
                break;
            }
            if byte < 0x80 {
                out.push(byte);
                taken += 1;
                ends = self.pass(byte);
                continue;
            }
            let rest = &ahead[taken..ahead.len().min(taken + 4)];
            match (character(rest), str::from_utf8(rest)) {
                (Some(c), _) => {
                    out.extend_from_slice(&rest[..c.len_utf8()]);
                    taken += c.len_utf8();
                }
                // The rest of a character has yet to come.
                (None, Err(error)) if error.error_len().is_none() && rest.len() < 4 => break,
                _ => {
                    out.extend_from_slice("\u{fffd}".as_bytes());
                    self.replaced = true;
                    taken += 1;
                }
            }
            self.tail.clear();
        }
        ahead.drain(..taken);
        exchange.ask(!ahead.is_empty());
        let mut rest = out.as_slice();
        while !rest.is_empty() {
            match rustix::io::write(&self.ours, rest) {
                Ok(count) => rest = &rest[count..],
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(ends)
    }

    /// Notes a byte; returns whether it may end the line.
    fn pass(&mut self, byte: u8) -> bool {
        if byte == ESCAPE {
            self.tail.clear();
        }
        if byte == ESCAPE || !self.tail.is_empty() && self.tail.len() < PASTE_BEGINS.len() {
            self.tail.push(byte);
        }
        match self.tail.as_slice() {
            PASTE_BEGINS => self.pasting = true,
            PASTE_ENDS => self.pasting = false,
            _ => {}
        }
        !self.pasting && matches!(byte, b'\r' | b'\n' | INTERRUPT | END)
    }

    /// Before a new line is read.
    pub(crate) fn begin(&mut self) {
        self.pasting = false;
        self.replaced = false;
        self.tail.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_of_keys_have_lengths() {
        assert_eq!(escape_length(b"\x1b[Axy"), 3);
        assert_eq!(escape_length(b"\x1b[1;5Cxy"), 6);
        assert_eq!(escape_length(b"\x1bOPx"), 3);
        assert_eq!(escape_length(b"\x1bx"), 2);
        assert_eq!(escape_length(b"\x1b"), 1);
        assert_eq!(character("é!".as_bytes()), Some('é'));
        assert_eq!(character(b"\xff!"), None);
        assert_eq!(character(b"\xe2\x82"), None);
    }
}
