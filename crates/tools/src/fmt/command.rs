//! The command: files are read, laid out, and written or compared.

use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use super::diff;
use super::file::{Formatter, KeptClause};

/// The use of the texts that are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// They replace the files; that of the standard input is printed.
    #[default]
    Write,
    /// The names of files that would change are printed.
    Check,
    /// The changes are printed.
    Diff,
}

/// All files have the layout, or have it now.
const SUCCESS: u8 = 0;
/// Files would change.
const CHANGED: u8 = 1;
/// A file cannot be read or written.
const FAILED: u8 = 3;

/// Lays out the files, `-` for the standard input, which is printed. Messages go to `errors`. Returns the exit status: 0,
/// or 1 if files would change, or 3 if a file cannot be read or written.
///
/// # Errors
/// If `out` or `errors` cannot be written to.
pub fn run(files: &[PathBuf], mode: Mode, out: &mut dyn Write, errors: &mut dyn Write) -> io::Result<u8> {
    let mut formatter = Formatter::new();
    let mut status = SUCCESS;
    for file in files {
        let is_input = file == Path::new("-");
        let name = if is_input {
            "standard input".to_owned()
        } else {
            file.display().to_string()
        };
        let text = match if is_input {
            input()
        } else {
            std::fs::read_to_string(file)
        } {
            Ok(text) => text,
            Err(error) => {
                writeln!(errors, "ferz fmt: {name}: {error}")?;
                status = status.max(FAILED);
                continue;
            }
        };
        let place = (!is_input).then_some(file.as_path());
        let laid_out = match formatter.format(&text, place) {
            Ok(laid_out) => laid_out,
            Err(reason) => {
                writeln!(errors, "{name}: error: the file stays as it is: {reason}")?;
                status = status.max(FAILED);
                continue;
            }
        };
        for KeptClause { at, reason } in &laid_out.kept {
            let before = &text[..*at];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            writeln!(
                errors,
                "{name}:{line}:{column}: warning: this clause stays as it is: {reason}"
            )?;
        }
        let changes = laid_out.text != text;
        if mode != Mode::Write {
            status = status.max(if changes { CHANGED } else { SUCCESS });
        }
        match mode {
            Mode::Write if is_input => out.write_all(laid_out.text.as_bytes())?,
            Mode::Write if changes => {
                if let Err(error) = replace(file, &laid_out.text) {
                    writeln!(errors, "ferz fmt: {name}: {error}")?;
                    status = status.max(FAILED);
                }
            }
            Mode::Check if changes => writeln!(out, "{name}")?,
            Mode::Diff => out.write_all(diff::unified(&name, &text, &laid_out.text).as_bytes())?,
            _ => {}
        }
    }
    out.flush()?;
    Ok(status)
}

/// Replaces the text of a file as a whole, so that nothing is lost if the disc is full.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let file = file.canonicalize()?;
    let mut name = std::ffi::OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let new = file.with_file_name(name);
    let permissions = std::fs::metadata(&file)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let written = std::fs::write(&new, text)
        .and_then(|()| std::fs::set_permissions(&new, permissions))
        .and_then(|()| std::fs::rename(&new, &file));
    if written.is_err() {
        let _removed = std::fs::remove_file(&new);
    }
    written
}

fn input() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}
