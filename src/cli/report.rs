//! What is told on standard error, and the exit status that goes with it.

use std::io;

use ferz::{Console, Error, ErrorKind};

/// Everything went well.
pub const SUCCESS: u8 = 0;
/// A goal failed.
pub const FAILED: u8 = 1;
/// An exception was not caught, or the command line is wrong.
pub const EXCEPTION: u8 = 2;
/// A file did not load.
pub const LOAD: u8 = 3;

/// The exit status that an error asks for.
pub fn status(error: &Error) -> u8 {
    match error.kind() {
        // As the system does it: the status is taken modulo 256.
        ErrorKind::Halt(status) => status.rem_euclid(256) as u8,
        ErrorKind::Load { .. } | ErrorKind::File => LOAD,
        _ => EXCEPTION,
    }
}

/// Prints an error; what the engine has said already while loading is not said again.
pub fn error(console: &mut Console<'_>, error: &Error) -> io::Result<()> {
    match error.kind() {
        ErrorKind::Halt(_) | ErrorKind::Load { .. } => Ok(()),
        ErrorKind::Interrupted => {
            console.fresh_line()?;
            console.write_error("% Execution aborted\n")
        }
        _ => {
            console.fresh_line()?;
            lines(console, "ERROR: ", &error.to_string())
        }
    }
}

/// Prints a warning.
pub fn warning(console: &mut Console<'_>, text: &str) -> io::Result<()> {
    console.fresh_line()?;
    lines(console, "Warning: ", text)
}

fn lines(console: &mut Console<'_>, prefix: &str, text: &str) -> io::Result<()> {
    let mut prefixed = String::new();
    for line in text.lines() {
        prefixed.push_str(prefix);
        prefixed.push_str(line);
        prefixed.push('\n');
    }
    console.write_error(&prefixed)
}
