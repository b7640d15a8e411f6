//! Programs as bytes.
//!
//! The bytes hold what the texts of a program have made, as terms by name: flags, operators, modules, predicates with
//! their clauses, records and global variables. Reading them adds each as loading would; the code is compiled again, so
//! that no bytes, whatever they are, make the machine do what it must not. What belongs to the host is not in them.

mod read;
mod write;

use std::path::{Path, PathBuf};
use std::{fs, io};

use sha2::{Digest, Sha256};

use super::diagnostics::{Diagnostic, Diagnostics, Severity};
use super::error::Error;
use super::program::{Program, ProgramBuilder};
use crate::base::bytes::{Bytes, Malformed, put_bytes};
use crate::base::ordered::Ordered;
use crate::machine::native::Stop;

pub(super) use read::WantedPredicate;

/// The beginning of all such bytes: a name, and the number of the format.
const MAGIC: &[u8] = b"ferz program\0\x02";
/// The version of this crate.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why bytes were not written or read.
enum SavedFault {
    Malformed,
    Room,
    Message(String),
}

impl From<Malformed> for SavedFault {
    fn from(_: Malformed) -> SavedFault {
        SavedFault::Malformed
    }
}

/// Only lack of room stops what is done here.
impl From<Stop> for SavedFault {
    fn from(_: Stop) -> SavedFault {
        SavedFault::Room
    }
}

impl SavedFault {
    fn text(self) -> String {
        match self {
            SavedFault::Malformed => "the bytes of the program are damaged".to_owned(),
            SavedFault::Room => "there is not enough memory for the program".to_owned(),
            SavedFault::Message(message) => message,
        }
    }
}

impl Program {
    /// Returns the program as bytes, which [`Program::from_bytes`] reads faster than its texts. Engines of the same
    /// version of this crate can read them, on any machine.
    ///
    /// Host functions, grants, the directory and limits are not in the bytes: the host gives them again.
    ///
    /// ```
    /// use ferz::Program;
    ///
    /// let program = Program::builder().text("rules", "double(X, Y) :- Y is 2 * X.").freeze()?;
    /// let bytes = program.to_bytes().expect("there is nothing of the host in it");
    /// let again = Program::from_bytes(&bytes)?;
    /// assert!(again.engine().succeeds("double(4, 8)").expect("no error"));
    /// assert!(Program::from_bytes(&bytes[1..]).is_err());
    /// # Ok::<(), ferz::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// If a clause or a value holds an object of the host; if there is not enough memory.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut engine = self.engine();
        let library = Program::library().engine();
        let contents = write::contents(&mut engine.machine, &library.machine);
        let contents = contents.map_err(|fault| Error::system_error(fault.text()))?;
        Ok(sealed(&contents, engine.machine.library.fingerprint()))
    }

    /// Reads what [`Program::to_bytes`] has returned. A program with host predicates is read by
    /// [`ProgramBuilder::bytes`].
    ///
    /// # Errors
    /// If they are not such bytes, are damaged, or were made by another version; if there is not enough memory.
    pub fn from_bytes(bytes: &[u8]) -> Result<Program, Diagnostics> {
        Program::builder().bytes(bytes).freeze()
    }

    /// Writes the program to `NAME.ferz` in the folder in which Cargo expects what a build script makes, and tells Cargo
    /// on which files the program depends. [`include_program!`](crate::include_program) is the other half: with
    ///
    /// ```no_run
    /// // build.rs; this crate is among the build-dependencies, too.
    /// fn main() -> Result<(), Box<dyn std::error::Error>> {
    ///     ferz::Program::builder().file("src/rules.pl").freeze()?.save_for_build("rules")?;
    ///     Ok(())
    /// }
    /// ```
    ///
    /// the program is loaded, checked and made into bytes when the crate is built.
    ///
    /// # Errors
    /// As for [`Program::to_bytes`]; if the file cannot be written, or this is no build script.
    pub fn save_for_build(&self, name: &str) -> io::Result<()> {
        let bytes = self.to_bytes().map_err(io::Error::other)?;
        let folder = std::env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
        let engine = self.engine();
        let files = engine.machine.loading.files();
        let mut files: Vec<PathBuf> = files.map(|(file, ..)| file.to_owned()).collect();
        files.order();
        let mut out = io::stdout().lock();
        for file in files {
            io::Write::write_all(
                &mut out,
                format!("cargo::rerun-if-changed={}\n", file.display()).as_bytes(),
            )?;
        }
        fs::write(Path::new(&folder).join(format!("{name}.ferz")), bytes)
    }
}

impl ProgramBuilder {
    /// Loads what [`Program::to_bytes`] has returned. It comes before all texts and facts; host predicates that the
    /// program calls are registered before or after it.
    ///
    /// ```
    /// use ferz::Program;
    ///
    /// let rules = "loud(X, Y) :- shout(X, Y).";
    /// let shout = |text: String| Ok(text.to_uppercase());
    /// let program = Program::builder().det("shout", shout).text("rules", rules).freeze()?;
    /// let bytes = program.to_bytes().expect("there is nothing of the host in it");
    /// let again = Program::builder().bytes(&bytes).det("shout", shout).freeze()?;
    /// assert!(again.engine().succeeds("loud(hey, \"HEY\")").expect("no error"));
    /// let error = Program::from_bytes(&bytes).expect_err("a host predicate is missing");
    /// assert!(error.to_string().contains("shout/2"));
    /// # Ok::<(), ferz::Diagnostics>(())
    /// ```
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        let read = if self.has_texts {
            Err(SavedFault::Message(
                "the bytes of a program come before its texts".to_owned(),
            ))
        } else {
            opened(bytes, self.engine.machine.library.fingerprint())
                .and_then(|contents| read::contents(&mut self.engine.machine, contents))
        };
        self.has_texts = true;
        match read {
            Ok(wanted) => self.wanted.extend(wanted),
            Err(fault) => self
                .found
                .push(Diagnostic::plain(Severity::Error, "bytes", fault.text())),
        }
        self
    }
}

/// Returns contents behind what tells that they are whole, and who has made them.
fn sealed(contents: &[u8], fingerprint: u64) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    put_bytes(&mut out, VERSION.as_bytes());
    out.extend_from_slice(&fingerprint.to_le_bytes());
    out.extend_from_slice(&Sha256::digest(contents));
    out.extend_from_slice(contents);
    out
}

/// Returns the contents of bytes, which are whole and were made by this version.
fn opened(bytes: &[u8], fingerprint: u64) -> Result<Bytes<'_>, SavedFault> {
    let Some(rest) = bytes.strip_prefix(MAGIC) else {
        return Err(SavedFault::Message("these are not the bytes of a program".to_owned()));
    };
    let mut rest = Bytes(rest);
    let (version, found) = (rest.text()?, rest.take(8)?);
    if version != VERSION || found != fingerprint.to_le_bytes() {
        return Err(SavedFault::Message(format!(
            "the bytes of the program were made by another version of ferz, {version}; this is {VERSION}: make them again"
        )));
    }
    let digest = rest.take(32)?;
    if Sha256::digest(rest.0).as_slice() != digest {
        return Err(SavedFault::Malformed);
    }
    Ok(rest)
}

/// The program that a build script has saved under a name ([`Program::save_for_build`]): `include_program!("rules")` is
/// a `Result<Program, Diagnostics>`.
#[macro_export]
macro_rules! include_program {
    ($name:literal) => {
        $crate::Program::from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".ferz")))
    };
}

#[cfg(test)]
mod tests;
