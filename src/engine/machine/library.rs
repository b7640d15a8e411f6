//! Libraries: what one is, and those that a machine has.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use ferz_texts::blocks::blocks;
use ferz_texts::head::parse_head;
use ferz_texts::{Block, Texts, fingerprint, place, position};

use crate::text::ops::OpTable;
use crate::text::reader::Reader;

use super::Machine;
use super::native::{Native, Step};

/// A library: native predicates, Prolog texts, and what is told about them.
///
/// Programs are built with the libraries that they are given. The predicates of a library belong to the system: programs
/// call them without importing them, unless [`Library::loadable`] says otherwise.
#[derive(Debug)]
pub struct Library {
    /// Its name, for messages.
    pub name: &'static str,
    rows: &'static [&'static [Native]],
    texts: &'static Texts,
    loadable: &'static [Loadable],
    chapters: &'static [&'static str],
    hooks: &'static [(&'static str, &'static str)],
    is_core: fn(&str, &str) -> bool,
}

/// A part of a library that programs have to load before they see its predicates, as in SWI-Prolog.
#[derive(Debug)]
pub struct Loadable {
    /// The names that it is loaded by: `clpfd` for `use_module(library(clpfd))`.
    pub names: &'static [&'static str],
    /// The names of the texts with its predicates.
    pub texts: &'static [&'static str],
    /// Its native predicates.
    pub rows: &'static [&'static [Native]],
}

impl Library {
    /// Makes a library without predicates.
    pub const fn new(name: &'static str) -> Library {
        Library {
            name,
            rows: &[],
            texts: &Texts::NONE,
            loadable: &[],
            chapters: &[],
            hooks: &[],
            is_core: |_, _| false,
        }
    }

    /// Sets the native predicates, in tables by subject.
    #[must_use]
    pub const fn rows(mut self, rows: &'static [&'static [Native]]) -> Library {
        self.rows = rows;
        self
    }

    /// Sets the Prolog texts.
    #[must_use]
    pub const fn texts(mut self, texts: &'static Texts) -> Library {
        self.texts = texts;
        self
    }

    /// Sets the parts that programs have to load.
    #[must_use]
    pub const fn loadable(mut self, parts: &'static [Loadable]) -> Library {
        self.loadable = parts;
        self
    }

    /// Sets the chapters of the manual that the library adds, in Markdown, each with a heading of the second level.
    #[must_use]
    pub const fn chapters(mut self, chapters: &'static [&'static str]) -> Library {
        self.chapters = chapters;
        self
    }

    /// Sets what runs when a variable with an attribute of the library is bound: the name of the attribute, which is its
    /// module for `put_attr/3`, and that of a predicate with two arguments, the value of the attribute and what the
    /// variable was bound to.
    #[must_use]
    pub const fn hooks(mut self, hooks: &'static [(&'static str, &'static str)]) -> Library {
        self.hooks = hooks;
        self
    }

    /// Sets which predicates, by the name of their text and their own, are part of the core of SWI-Prolog and not of one
    /// of its libraries.
    #[doc(hidden)]
    #[must_use]
    pub const fn core(mut self, is_core: fn(&str, &str) -> bool) -> Library {
        self.is_core = is_core;
        self
    }

    /// Returns the native predicates.
    pub fn natives(&self) -> impl Iterator<Item = &'static Native> + use<> {
        self.rows.iter().copied().flatten()
    }

    /// Returns the tables of native predicates.
    pub fn tables(&self) -> &'static [&'static [Native]] {
        self.rows
    }

    /// Returns the parts that programs have to load.
    pub fn parts(&self) -> &'static [Loadable] {
        self.loadable
    }

    /// Returns the texts by name.
    pub fn files(&self) -> &'static [(&'static str, &'static str)] {
        self.texts.files
    }

    /// Returns the argument modes of its meta predicates.
    pub(super) fn metas(&self) -> &'static [(&'static str, &'static str)] {
        self.texts.metas
    }

    /// Returns the names and arities of its predicates.
    pub(super) fn heads(&self) -> Vec<(&'static str, usize)> {
        let blocks = self.blocks();
        self.natives()
            .map(Native::key)
            .chain(blocks.iter().map(|&(name, arity, _)| (name, arity)))
            .collect()
    }

    /// Returns what does not fit together, if anything.
    pub(super) fn fault(&self) -> Option<String> {
        let heads = self.heads();
        let mut seen = FxHashSet::default();
        if let Some((name, arity)) = heads.iter().find(|&&head| !seen.insert(head)) {
            return Some(format!("{name}/{arity} is defined twice"));
        }
        for (file, text) in self.texts.files {
            if !file.ends_with(".pl") || !file.contains('/') {
                return Some(format!("the text {file} is not called folder/name.pl"));
            }
            if let Some((_, header)) = blocks(text).find(|(_, header)| parse_head(header).is_none()) {
                return Some(format!("{file}: no head in {header}"));
            }
        }
        for part in self.loadable {
            let known = |text: &&&str| self.texts.files.iter().any(|file| file.0 == **text);
            if let Some(text) = part.texts.iter().find(|text| !known(text)) {
                return Some(format!("there is no text {text}"));
            }
            let mut rows = part.rows.iter().copied().flatten().map(Native::key);
            if let Some((name, arity)) = rows.find(|head| !heads.contains(head)) {
                return Some(format!("there is no row {name}/{arity}"));
            }
        }
        let missing = self.hooks.iter().find(|hook| !heads.contains(&(hook.1, 2)));
        missing.map(|hook| format!("the hook {}/2 is not defined", hook.1))
    }

    /// Returns its blocks, with positions within its own texts.
    fn blocks(&self) -> Cow<'static, [Block]> {
        match self.texts.blocks {
            Some(blocks) => Cow::Borrowed(blocks),
            None => Cow::Owned(found_blocks(self.texts.files)),
        }
    }

    /// Returns a number that tells its texts from others.
    pub fn fingerprint(&self) -> u64 {
        match self.texts.fingerprint {
            0 => fingerprint(self.texts.files.iter().map(|file| file.1)),
            known => known,
        }
    }
}

/// Compiles a library predicate into the database. The argument is the position of its block.
pub type LibraryLoader = fn(&mut Machine, u32) -> Step;

/// A library of a machine.
#[derive(Clone)]
struct Installed {
    library: &'static Library,
    /// The number of its first text.
    first: usize,
    /// Its blocks, with positions within its own texts.
    blocks: Arc<Cow<'static, [Block]>>,
    /// The positions of the blocks by the names and arities of their predicates; made at first use.
    index: Arc<OnceLock<FxHashMap<(&'static str, usize), u32>>>,
}

impl Installed {
    /// Returns the position of the first block of a predicate within its own texts.
    fn position_of(&self, name: &str, arity: usize) -> Option<u32> {
        let index = self.index.get_or_init(|| {
            let reversed = self.blocks.iter().rev();
            reversed.map(|&(name, arity, at)| ((name, arity), at)).collect()
        });
        index.get(&(name, arity)).copied()
    }

    fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        let shifted = |&(name, arity, at): &Block| (name, arity, at + position(self.first, 0));
        self.blocks.iter().map(shifted)
    }
}

/// The libraries of a machine.
#[derive(Default)]
pub struct Libraries {
    loader: Option<LibraryLoader>,
    all: Vec<Installed>,
    /// The reader of the texts and the standard operators; made at first use.
    reader: Option<(Reader, OpTable)>,
}

impl Libraries {
    /// Sets the function that loads a predicate.
    pub fn set_loader(&mut self, loader: LibraryLoader) {
        self.loader = Some(loader);
    }

    /// Adds a library; returns the number of its first text, and its blocks, with positions within its own texts.
    pub fn add(&mut self, library: &'static Library) -> (usize, Arc<Cow<'static, [Block]>>) {
        let last = self.all.last();
        let first = last.map_or(0, |last| last.first + last.library.texts.files.len());
        let blocks = Arc::new(library.blocks());
        self.all.push(Installed {
            library,
            first,
            blocks: Arc::clone(&blocks),
            index: Arc::default(),
        });
        (first, blocks)
    }

    /// Returns the same libraries without the reader.
    pub fn texts_only(&self) -> Libraries {
        Libraries {
            loader: self.loader,
            all: self.all.clone(),
            reader: None,
        }
    }

    /// Returns the libraries.
    pub fn all(&self) -> impl Iterator<Item = &'static Library> + '_ {
        self.all.iter().map(|installed| installed.library)
    }

    /// Returns the blocks of all texts.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        self.all.iter().flat_map(Installed::blocks)
    }

    /// Whether the texts of a library define a predicate.
    pub fn defines(&self, name: &str, arity: usize) -> bool {
        self.all
            .iter()
            .any(|installed| installed.position_of(name, arity).is_some())
    }

    /// Returns the library that a predicate of the system belongs to in SWI-Prolog, by its name there, if that is not the
    /// core.
    pub fn owner(&self, name: &str, arity: usize) -> Option<&'static str> {
        for installed in &self.all {
            if let Some(at) = installed.position_of(name, arity) {
                let file = installed.library.texts.files[place(at).0].0;
                let (_, stem) = file.strip_suffix(".pl")?.split_once('/')?;
                return Some(stem).filter(|_| !(installed.library.is_core)(file, name));
            }
        }
        None
    }

    /// Returns the function that loads a predicate.
    pub fn loader(&self) -> LibraryLoader {
        self.loader
            .expect("a machine with library predicates has a loader for them")
    }

    /// Returns the texts by name, in the order of their numbers.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        self.all().flat_map(|library| library.texts.files.iter().copied())
    }

    /// Returns a text by its number.
    pub fn text(&self, number: usize) -> (&'static str, &'static str) {
        let found = self.all.iter().rfind(|installed| installed.first <= number);
        let installed = found.expect("texts are numbered by the libraries that are there");
        installed.library.texts.files[number - installed.first]
    }

    /// Returns the chapters of the manual that libraries add.
    pub fn chapters(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.all().flat_map(|library| library.chapters.iter().copied())
    }

    /// Returns the name of the predicate that runs when a variable with this attribute is bound.
    pub fn hook(&self, attribute: &str) -> Option<&'static str> {
        let mut hooks = self.all().flat_map(|library| library.hooks);
        hooks.find(|hook| hook.0 == attribute).map(|hook| hook.1)
    }

    /// Returns the parts that programs have to load.
    pub fn loadable(&self) -> impl Iterator<Item = &'static Loadable> + '_ {
        self.all().flat_map(|library| library.loadable)
    }

    /// Returns a number that tells the texts of these libraries from those of others.
    pub fn fingerprint(&self) -> u64 {
        let numbers = self.all().map(Library::fingerprint);
        numbers.fold(0, |all, one| all.rotate_left(1) ^ one)
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

/// Returns the blocks of texts that have no index.
fn found_blocks(files: &[(&'static str, &'static str)]) -> Vec<Block> {
    let of_text = |(number, &(_, text)): (usize, &(_, &'static str))| {
        blocks(text).filter_map(move |(at, header)| {
            let (name, arity, _) = parse_head(header)?;
            Some((name, arity, position(number, at)))
        })
    };
    files.iter().enumerate().flat_map(of_text).collect()
}
