//! The texts that the editor has open, and those that they load.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

use serde_json::{Value, json};

use super::document::{Document, TextChange, path_of, uri_of};
use super::outline::{Indicator, Outline, OutlineSource};
use crate::operators::SourceOperators;

/// OpenTexts that are looked at from one.
const MOST_REACHED: usize = 1000;
/// The extensions of files that are loaded by their stems.
const EXTENSIONS: [&str; 3] = [".pl", "", ".prolog"];

/// A text with its outline, which is made when it is needed.
#[derive(Debug)]
pub(super) struct OutlinedText {
    pub uri: String,
    pub file: Option<PathBuf>,
    pub document: Document,
    outline: OnceCell<Outline>,
}

impl OutlinedText {
    fn new(uri: &str, document: Document) -> OutlinedText {
        OutlinedText {
            uri: uri.to_owned(),
            file: path_of(uri),
            document,
            outline: OnceCell::new(),
        }
    }

    /// Returns the place of some bytes for the protocol.
    pub(super) fn location(&self, span: &Range<usize>) -> Value {
        json!({"uri": self.uri, "range": self.document.range(span)})
    }
}

/// The texts.
#[derive(Debug, Default)]
pub(super) struct OpenTexts {
    open: BTreeMap<String, Rc<OutlinedText>>,
    files: HashMap<PathBuf, (Option<SystemTime>, Rc<OutlinedText>)>,
    operators: SourceOperators,
    /// Whether the open texts are one program: each sees the others.
    are_one: bool,
}

impl OpenTexts {
    /// Returns texts that are one program.
    pub(super) fn of_one_program() -> OpenTexts {
        OpenTexts {
            are_one: true,
            ..OpenTexts::default()
        }
    }

    /// Opens a text, or replaces it.
    pub(super) fn put(&mut self, uri: &str, document: Document) {
        self.open
            .insert(uri.to_owned(), Rc::new(OutlinedText::new(uri, document)));
    }

    /// Applies changes of the editor to an open text.
    pub(super) fn change(&mut self, uri: &str, version: i64, changes: &[Value]) -> Vec<TextChange> {
        let Some(old) = self.open.remove(uri) else {
            return Vec::new();
        };
        let mut text = Rc::try_unwrap(old).unwrap_or_else(|old| OutlinedText::new(uri, old.document.clone()));
        let mut found = Vec::new();
        for change in changes {
            let change = text.document.change(change);
            if let Some(outline) = text.outline.get_mut() {
                let source = OutlineSource {
                    text: &text.document.text,
                    file: text.file.as_deref(),
                };
                outline.change(source, &mut self.operators, &change.old, change.new);
            }
            found.push(change);
        }
        text.document.version = version;
        self.open.insert(uri.to_owned(), Rc::new(text));
        found
    }

    pub(super) fn close(&mut self, uri: &str) {
        self.open.remove(uri);
    }

    /// Returns the URIs of the open texts.
    pub(super) fn open(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str)
    }

    /// Returns an open text.
    pub(super) fn get(&self, uri: &str) -> Option<Rc<OutlinedText>> {
        self.open.get(uri).cloned()
    }

    /// Returns the outline of a text.
    pub(super) fn outline<'t>(&mut self, text: &'t OutlinedText) -> &'t Outline {
        let file = text.file.as_deref();
        text.outline
            .get_or_init(|| Outline::of(&text.document.text, file, &mut self.operators))
    }

    /// Returns the open text of a file.
    fn open_file(&self, path: &Path) -> Option<Rc<OutlinedText>> {
        self.open
            .values()
            .find(|text| text.file.as_deref() == Some(path))
            .cloned()
    }

    /// Returns the text of a file, the open one if it is.
    fn of_file(&mut self, path: &Path) -> Option<Rc<OutlinedText>> {
        if let Some(open) = self.open_file(path) {
            return Some(open);
        }
        let uri = uri_of(path);
        let changed = std::fs::metadata(path).ok()?.modified().ok();
        match self.files.get(path) {
            Some((known, text)) if *known == changed => Some(Rc::clone(text)),
            _ => {
                let document = Document::new(std::fs::read_to_string(path).ok()?, 0);
                let text = Rc::new(OutlinedText::new(&uri, document));
                self.files.insert(path.to_owned(), (changed, Rc::clone(&text)));
                Some(text)
            }
        }
    }

    /// Returns the text and those that it loads, directly or not.
    pub(super) fn reached(&mut self, text: &Rc<OutlinedText>) -> Vec<Rc<OutlinedText>> {
        let mut found = vec![Rc::clone(text)];
        if self.are_one {
            // The newest ones first.
            let others = self.open.values().rev().filter(|other| other.uri != text.uri);
            found.extend(others.cloned());
        }
        let mut next = 0;
        while let Some(text) = found.get(next).cloned() {
            next += 1;
            let folder = text.file.as_deref().and_then(Path::parent).map(Path::to_owned);
            let Some(folder) = folder else { continue };
            let loads: Vec<String> = self.outline(&text).loads().map(str::to_owned).collect();
            for name in loads {
                let mut paths = EXTENSIONS
                    .iter()
                    .map(|extension| plain(&folder.join(format!("{name}{extension}"))));
                let Some(path) = paths.find(|path| path.is_file() || self.open_file(path).is_some()) else {
                    continue;
                };
                let is_known = found.iter().any(|known| known.file.as_deref() == Some(&path));
                if !is_known && found.len() < MOST_REACHED {
                    found.extend(self.of_file(&path));
                }
            }
        }
        found
    }

    /// Returns all texts: those that are open, and those that they load.
    pub(super) fn all(&mut self) -> Vec<Rc<OutlinedText>> {
        let mut found: Vec<Rc<OutlinedText>> = self.open.values().cloned().collect();
        let mut uris: std::collections::HashSet<String> = self.open.keys().cloned().collect();
        for text in found.clone() {
            let reached = self.reached(&text);
            found.extend(reached.into_iter().filter(|other| uris.insert(other.uri.clone())));
        }
        found
    }

    /// Returns the text that defines the predicate as `from` sees it: itself, one that it loads, or one without a module.
    pub(super) fn owner(&mut self, predicate: &Indicator, from: &Rc<OutlinedText>) -> Option<Rc<OutlinedText>> {
        let reached = self.reached(from);
        if let Some(owner) = reached.iter().find(|text| self.outline(text).defines(predicate)) {
            return Some(Rc::clone(owner));
        }
        let mut all = self.all().into_iter();
        all.find(|text| {
            let outline = self.outline(text);
            outline.module().is_none() && outline.defines(predicate)
        })
    }

    /// Returns the texts in which the predicate of the text `owner` may be named: they see it, and have none of that name.
    pub(super) fn users(&mut self, predicate: &Indicator, owner: &Rc<OutlinedText>) -> Vec<Rc<OutlinedText>> {
        let is_global = self.outline(owner).module().is_none();
        let mut found = vec![Rc::clone(owner)];
        for text in self.all() {
            if text.uri == owner.uri || self.outline(&text).defines(predicate) {
                continue;
            }
            if is_global || self.reached(&text).iter().any(|other| other.uri == owner.uri) {
                found.push(text);
            }
        }
        found
    }
}

/// Returns a path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}
