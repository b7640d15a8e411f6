//! The library as the machine knows it: how a predicate is loaded at its first call, and the texts.

use crate::text::ops::OpTable;
use crate::text::reader::Reader;

use super::Machine;
use super::native::Step;

/// Compiles a library predicate into the database. The argument is the position of its text in the library's index.
pub type LibraryLoader = fn(&mut Machine, u32) -> Step;

/// Returns the library, by SWI-Prolog's name, that has the predicate with this name and arity, or `None` for a predicate
/// that is always there.
pub type LibraryOwner = fn(&str, usize) -> Option<&'static str>;

/// Lets the program see the predicates of a library that has to be loaded, by SWI-Prolog's name, and returns the name of
/// the library that a program has to load before it sees the predicate with a name and arity.
pub type LibraryConcealment = (
    fn(&mut Machine, &str),
    fn(&mut Machine, &str, usize) -> Option<&'static str>,
);

/// The texts of a library, by name.
pub type LibraryTexts = &'static [(&'static str, &'static str)];

/// The library.
#[derive(Default)]
pub struct Library {
    loader: Option<LibraryLoader>,
    texts: LibraryTexts,
    owner: Option<LibraryOwner>,
    concealment: Option<LibraryConcealment>,
    /// The reader of the texts and the standard operators; made at first use.
    reader: Option<(Reader, OpTable)>,
}

impl Library {
    /// Makes a library that has read nothing yet.
    pub fn new(
        loader: LibraryLoader,
        texts: LibraryTexts,
        owner: LibraryOwner,
        concealment: LibraryConcealment,
    ) -> Library {
        Library {
            loader: Some(loader),
            texts,
            owner: Some(owner),
            concealment: Some(concealment),
            reader: None,
        }
    }

    /// Returns the same library without its reader.
    pub fn texts_only(&self) -> Library {
        Library {
            loader: self.loader,
            texts: self.texts,
            owner: self.owner,
            concealment: self.concealment,
            reader: None,
        }
    }

    /// Returns the library that a predicate of the system belongs to in SWI-Prolog, if that is not the core.
    pub fn owner(&self, name: &str, arity: usize) -> Option<&'static str> {
        self.owner.and_then(|owner| owner(name, arity))
    }

    /// Returns the functions that reveal predicates, and tell which are concealed.
    pub fn concealment(&self) -> Option<LibraryConcealment> {
        self.concealment
    }

    /// Returns the function that loads a predicate.
    pub fn loader(&self) -> LibraryLoader {
        self.loader
            .expect("a machine with library predicates has a loader for them")
    }

    /// Returns the texts, for the documentation predicates.
    pub fn texts(&self) -> LibraryTexts {
        self.texts
    }

    /// Takes the reader and the standard operators, if they were made.
    pub fn take_reader(&mut self) -> Option<(Reader, OpTable)> {
        self.reader.take()
    }

    /// Keeps the reader and the standard operators for the next predicate.
    pub fn keep_reader(&mut self, reader: Reader, ops: OpTable) {
        self.reader = Some((reader, ops));
    }
}
