//! A text that is being loaded: how far it has been read, and what has been defined from it.

use std::path::PathBuf;

use rustc_hash::FxHashMap;

use crate::base::atom::Atom;
use crate::base::flag::Quotes;
use crate::base::known;
use crate::io::table::StreamId;
use crate::term::record::Record;
use crate::text::reader::Reader;

use super::instr::PredId;

/// A text that is being loaded.
pub struct Source {
    /// What messages call it: the file's name, or `user`.
    pub name: Atom,
    /// The full name of the file that it is.
    pub file: Option<PathBuf>,
    /// The file that its clauses belong to: for a text that another includes, that one.
    pub owner: Atom,
    /// Is it part of the text that includes it?
    pub included: bool,
    /// The module that its clauses belong to.
    pub module: Atom,
    /// The states of the conditions (`:- if(Goal)`) that are open here, the innermost first: what a branch is, atom by
    /// atom, only the loader knows; clauses count while the first is `true`.
    pub conditions: Vec<Atom>,
    /// The text; for an interactive source, the clause that was read last.
    pub text: String,
    /// Is each clause to be read from the standard input when it is wanted?
    pub interactive: bool,
    /// The stream that reads the text for programs, once one has asked for it.
    pub stream: Option<StreamId>,
    /// How far the text has been read.
    pub at: usize,
    /// Where the last clause starts.
    pub start: usize,
    /// The reader and the syntax tree of the last clause.
    pub reader: Reader,
    /// The line of each predicate's latest clause in this text.
    pub defined: FxHashMap<PredId, usize>,
    /// The predicate of the last clause.
    pub last: Option<PredId>,
    /// Goals to be run when the text has been loaded.
    pub initialization: Vec<Record>,
    /// What double quotes meant before: a text's own setting ends with it.
    pub double_quotes: Quotes,
    /// An offset and its line, from which later lines are counted.
    counted: (usize, usize),
}

impl Source {
    /// A source that has not been read from.
    pub fn new(name: Atom, text: String, double_quotes: Quotes, reader: Reader) -> Source {
        // A first line that names an interpreter is no Prolog.
        let at = if text.starts_with("#!") {
            text.find('\n').unwrap_or(text.len())
        } else {
            0
        };
        Source {
            name,
            file: None,
            owner: name,
            included: false,
            module: known::USER,
            conditions: Vec::new(),
            text,
            interactive: false,
            stream: None,
            at,
            start: at,
            reader,
            defined: FxHashMap::default(),
            last: None,
            initialization: Vec::new(),
            double_quotes,
            counted: (0, 1),
        }
    }

    /// The line of a byte offset, and the column in characters, both from 1. Offsets mostly grow, so
    /// that each line is counted once.
    pub fn place(&mut self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let (from, line) = if offset >= self.counted.0 { self.counted } else { (0, 1) };
        let line = line + self.text[from..offset].bytes().filter(|&b| b == b'\n').count();
        self.counted = (offset, line);
        let start = self.text[..offset].rfind('\n').map_or(0, |i| i + 1);
        (line, self.text[start..offset].chars().count() + 1)
    }

    /// The line of text around a byte offset, cut to a length that a person can look at.
    pub fn line_text(&self, offset: usize) -> &str {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let start = self.text[..offset].rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[offset..].find('\n').map_or(self.text.len(), |i| offset + i);
        let line = self.text[start..end].trim_end_matches('\r');
        // Of a long line the message shows a part, around the place if that is not too far along it.
        let column = offset - start;
        let shown = if column > 1 << 16 { 200 } else { column + 200 };
        match line.char_indices().nth(shown) {
            Some((cut, _)) => &line[..cut],
            None => line,
        }
    }
}
