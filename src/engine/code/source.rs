//! A source text during loading: the reading position and the predicates defined from it.

use std::path::PathBuf;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::atom::Atom;
use crate::base::flag::Quotes;
use crate::base::known;
use crate::io::table::StreamId;
use crate::term::record::Record;
use crate::text::ops::Definitions;
use crate::text::reader::Reader;

use super::instr::PredId;
use super::style::Unchecked;

/// A source text during loading.
pub struct Source {
    /// The name used in messages: the file's name, or `user`.
    pub name: Atom,
    /// The full path of the file.
    pub file: Option<PathBuf>,
    /// The file that its clauses belong to: for an included text, the including file.
    pub owner: Atom,
    /// Whether it has no name, so that its clauses are added to those of other texts: those in `user`. A module that it
    /// declares has a name.
    pub is_nameless: bool,
    /// Whether it is another text even if one of its name was loaded before, so that what it replaces is told.
    pub is_another: bool,
    /// True if another text includes it.
    pub included: bool,
    /// The module that its clauses belong to.
    pub module: Atom,
    /// The operators of its module that it has defined, with what was in force before; the other way round while a text of
    /// another module is loaded within it.
    pub operators: Vec<(Atom, Definitions)>,
    /// Whether the operators of the text around it are not in force, since it belongs to another module.
    pub stands_alone: bool,
    /// The states of the open conditions (`:- if(Goal)`), the innermost last. Only the loader interprets the atoms;
    /// clauses are loaded while the last is `true`.
    pub conditions: Vec<Atom>,
    /// The text; for an interactive source, the last clause read.
    pub text: String,
    /// True if clauses are read from the standard input on demand.
    pub interactive: bool,
    /// The stream through which programs read the text, once one has asked for it.
    pub stream: Option<StreamId>,
    /// The byte offset up to which the text has been read.
    pub at: usize,
    /// The byte offset of the start of the last clause.
    pub start: usize,
    /// The reader and the syntax tree of the last clause.
    pub reader: Reader,
    /// Where each predicate's latest clause in this text is: the file, which may be an included one, and the line.
    pub defined: FxHashMap<PredId, (Atom, usize)>,
    /// Where the first clause of each predicate that commits for all arguments is.
    pub caught: FxHashMap<PredId, (Atom, usize)>,
    /// The predicate of the last clause.
    pub last: Option<PredId>,
    /// Goals to be run when the text has been loaded.
    pub initialization: Vec<Record>,
    /// The value of the flag `double_quotes` before loading.
    pub double_quotes: Quotes,
    /// The checks of its style that are turned off.
    pub unchecked: Unchecked,
    /// The place asked for last, from which others are counted.
    counted: SourcePlace,
    /// For an interactive source, the lines of the stream at which it and the last clause began.
    pub lines: (usize, usize),
    /// The names at the beginnings of lines, once they have been asked for.
    first_names: OnceLock<FxHashSet<Box<str>>>,
}

/// A place in a text: an offset, the start of its line, and how many lines, and characters of this line, are before it.
#[derive(Default)]
struct SourcePlace {
    offset: usize,
    start: usize,
    line: usize,
    column: usize,
}

impl Source {
    /// Returns a source of which nothing has been read.
    pub fn new(name: Atom, text: String, double_quotes: Quotes, reader: Reader) -> Source {
        // Skips a first line that begins with `#`: `#!` names an interpreter.
        let at = if text.starts_with('#') {
            text.find('\n').unwrap_or(text.len())
        } else {
            0
        };
        Source {
            name,
            file: None,
            owner: name,
            is_nameless: name == known::USER,
            is_another: false,
            included: false,
            module: known::USER,
            operators: Vec::new(),
            stands_alone: false,
            conditions: Vec::new(),
            text,
            interactive: false,
            stream: None,
            at,
            start: at,
            reader,
            defined: FxHashMap::default(),
            caught: FxHashMap::default(),
            last: None,
            initialization: Vec::new(),
            double_quotes,
            unchecked: Unchecked::default(),
            counted: SourcePlace::default(),
            lines: (0, 0),
            first_names: OnceLock::new(),
        }
    }

    /// Whether the text may define predicates of a name: false if no line begins with it and a bracket.
    pub fn may_define(&self, name: &str) -> bool {
        let of_line = |line: &str| {
            let end = line.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
            (end > 0 && line[end..].starts_with('(')).then(|| line[..end].into())
        };
        let names = self
            .first_names
            .get_or_init(|| self.text.lines().filter_map(of_line).collect());
        names.contains(name)
    }

    /// Returns the atoms that it holds: they are in use while it is loaded.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        let operators = self.operators.iter().map(|operator| operator.0);
        let conditions = self.conditions.iter().copied();
        let places = self.defined.values().chain(self.caught.values()).map(|place| place.0);
        [self.name, self.owner, self.module]
            .into_iter()
            .chain(places)
            .chain(conditions)
            .chain(operators)
    }

    /// Whether clauses are added to those of other texts.
    pub fn adds(&self) -> bool {
        self.is_nameless && self.module == known::USER
    }

    /// Returns a place as messages tell it: without the file if it is in this text.
    pub fn elsewhere(&self, (file, line): (Atom, usize)) -> (Option<Atom>, usize) {
        (Some(file).filter(|&file| file != self.name), line)
    }

    /// Replaces the text of an interactive source by the next clause, which begins at a line of the stream.
    pub fn refill(&mut self, text: String, line: usize) {
        self.text = text;
        (self.at, self.start) = (0, 0);
        self.lines.1 = line.max(self.lines.0);
        self.counted = SourcePlace {
            line: self.lines.1 - self.lines.0,
            ..SourcePlace::default()
        };
    }

    /// Returns the line of a byte offset and the column in characters, both from 1. It counts from the place asked for
    /// last: clauses follow each other, and what is told of one lies near its start.
    pub fn place(&mut self, offset: usize) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset);
        let from = &mut self.counted;
        let passed = &self.text[from.offset.min(offset)..from.offset.max(offset)];
        let lines = passed.bytes().filter(|&b| b == b'\n').count();
        let before = &self.text[..offset];
        from.column = match lines {
            0 if offset >= from.offset => from.column + passed.chars().count(),
            0 => from.column - passed.chars().count(),
            _ => {
                from.start = before.rfind('\n').map_or(0, |i| i + 1);
                before[from.start..].chars().count()
            }
        };
        from.line = if offset >= from.offset {
            from.line + lines
        } else {
            from.line - lines
        };
        from.offset = offset;
        (from.line + 1, from.column + 1)
    }

    /// Returns the line of text around the place asked for last, cut to a readable length.
    pub fn line_text(&self) -> &str {
        // Of a long line, messages show a part, around the column if that is not too far to the right.
        let SourcePlace { start, column, .. } = self.counted;
        let shown = if column > 1 << 12 { 200 } else { column + 200 };
        let rest = &self.text[start..];
        let end = (0..)
            .zip(rest.char_indices())
            .find(|&(n, (_, c))| n == shown || c == '\n');
        rest[..end.map_or(rest.len(), |(_, (at, _))| at)].trim_end_matches('\r')
    }
}
