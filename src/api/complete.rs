//! Completion of what is typed: names of predicates, flags, libraries and files, atoms, variables.

use std::ops::Range;

use super::engine::Engine;
use super::tokens::{TokenKind, tokens};
use super::toplevel::Toplevel;
use crate::base::flag::FLAGS;
use crate::base::ordered::Ordered;
use crate::builtins::docs::help;
use crate::builtins::system::flags;
use crate::code::predicate::Definition;
use crate::library::is_inside;
use crate::machine::Machine;

/// The names that can stand where a name has been begun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The offset at which the name begins.
    pub start: usize,
    /// The names, sorted.
    pub candidates: Vec<Candidate>,
}

/// A name that can stand at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The text in place of what has been typed of the name.
    pub text: String,
    /// The text for a list: for a documented predicate, its head with modes.
    pub shown: String,
}

/// Names that are offered at the most.
const MOST: usize = 2000;

/// Predicates whose first argument is a flag.
const OF_FLAGS: [&str; 3] = ["set_prolog_flag", "current_prolog_flag", "create_prolog_flag"];

impl Toplevel<'_> {
    /// Returns how the name can go on that ends at the offset `at` in the text of a query: names of predicates and
    /// atoms, within quotes and lists of files names of files, names of flags and libraries where one is expected, and
    /// variables of the text.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let found = engine.toplevel().completions("X = 1, atom_len", 15);
    /// assert_eq!((found.start, found.candidates[0].text.as_str()), (7, "atom_length"));
    /// ```
    pub fn completions(&mut self, text: &str, at: usize) -> Completions {
        let before = &text[..text.floor_char_boundary(at)];
        let parts = tokens(before);
        let Some((span, kind)) = parts.last().filter(|(span, _)| span.end == before.len()) else {
            return Completions::default();
        };
        let word = &before[span.clone()];
        let mut candidates = match kind {
            TokenKind::Unfinished if word.starts_with(['\'', '"']) => {
                let start = span.start + 1;
                return completions(start, files(&self.engine.machine, &before[start..], ""));
            }
            TokenKind::Variable => {
                if before[..span.start].ends_with('$') {
                    stored_variables(self.engine, word)
                } else {
                    variables(text, span, word)
                }
            }
            TokenKind::Name if !word.starts_with('\'') => names(&self.engine.machine, before, &parts, word),
            _ => Vec::new(),
        };
        candidates.retain(|candidate| candidate.text.starts_with(word));
        completions(span.start, candidates)
    }
}

fn completions(start: usize, mut candidates: Vec<Candidate>) -> Completions {
    candidates.order_by(|a, b| (&a.text, &a.shown).cmp(&(&b.text, &b.shown)));
    candidates.dedup();
    candidates.truncate(MOST);
    Completions { start, candidates }
}

fn plain(name: impl Into<String>) -> Candidate {
    let text = name.into();
    Candidate {
        shown: text.clone(),
        text,
    }
}

fn variables(text: &str, own: &Range<usize>, word: &str) -> Vec<Candidate> {
    let others = tokens(text)
        .into_iter()
        .filter(|(span, kind)| *kind == TokenKind::Variable && span != own);
    let names = others.map(|(span, _)| &text[span]);
    names.filter(|name| name.starts_with(word)).map(plain).collect()
}

fn stored_variables(engine: &Engine, word: &str) -> Vec<Candidate> {
    let names = engine.kept.values.iter().map(|(name, _)| name.as_str());
    names.filter(|name| name.starts_with(word)).map(plain).collect()
}

/// The names for a name of letters, which is the last of `parts`.
fn names(m: &Machine, before: &str, parts: &[(Range<usize>, TokenKind)], word: &str) -> Vec<Candidate> {
    let earlier = &parts[..parts.len() - 1];
    if let [.., (functor, TokenKind::Functor), (_, TokenKind::Open)] = earlier {
        match &before[functor.clone()] {
            "library" => return libraries(m),
            name if OF_FLAGS.contains(&name) => {
                let rows = FLAGS.iter().map(|row| row.name).chain(flags::other_names());
                return rows.map(plain).collect();
            }
            _ => {}
        }
    }
    let mut found = predicates(m, word);
    if let [.., (bracket, TokenKind::Open)] = earlier
        && bracket.start == 0
        && before.starts_with('[')
    {
        found.extend(files(m, word, ".pl"));
    }
    let atoms = m.atoms.own_names().filter(|name| name.starts_with(word));
    let is_plain =
        |name: &str| matches!(tokens(name).as_slice(), [(span, TokenKind::Name)] if span.len() == name.len());
    let others = atoms.filter(|name| is_plain(name) && !found.iter().any(|known| known.text == *name));
    let others: Vec<Candidate> = others.map(plain).collect();
    found.extend(others);
    found
}

/// The predicates with this beginning of a name, with their modes if they are documented.
fn predicates(m: &Machine, word: &str) -> Vec<Candidate> {
    let defined =
        m.db.preds
            .iter()
            .filter(|p| p.dynamic || p.definition != Definition::None);
    let mut defined: Vec<(&str, usize)> = defined
        .map(|p| (m.atoms.text(p.functor.name()), p.functor.arity()))
        .filter(|(name, _)| name.starts_with(word) && !name.starts_with('$'))
        .collect();
    defined.order();
    defined.dedup();
    if defined.is_empty() {
        return Vec::new();
    }
    let mut entries = help::program_entries(m);
    entries.extend(help::entries(m));
    let head = |name: &str, arity| {
        entries
            .iter()
            .find(|entry| entry.is(name, arity))
            .map(|entry| entry.head.clone())
    };
    defined
        .into_iter()
        .map(|(name, arity)| Candidate {
            text: name.to_owned(),
            shown: head(name, arity).unwrap_or_else(|| format!("{name}/{arity}")),
        })
        .collect()
}

fn libraries(m: &Machine) -> Vec<Candidate> {
    let system = m.library.all().take(1).flat_map(|library| library.files());
    let files = system.map(|(file, _)| *file).filter(|file| !is_inside(file));
    let stems = files.filter_map(|file| Some(file.strip_suffix(".pl")?.split_once('/')?.1));
    let loadable = m.library.loadable().map(|part| part.names[0]);
    let mut names: Vec<&str> = stems.chain(loadable.filter(|name| !name.contains('/'))).collect();
    names.order();
    names.dedup();
    names.into_iter().map(plain).collect()
}

/// The files whose names begin with `typed`, without the extension, if one is given; directories too.
fn files(m: &Machine, typed: &str, extension: &str) -> Vec<Candidate> {
    let (directory, beginning) = match typed.rfind('/') {
        Some(slash) => typed.split_at(slash + 1),
        None => ("", typed),
    };
    let path = m
        .streams
        .access
        .path(if directory.is_empty() { "." } else { directory });
    if !m.streams.access.may_read(&path) {
        return Vec::new();
    }
    let Ok(entries) = std::fs::read_dir(path) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for entry in entries.flatten().take(MOST) {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let is_hidden = name.starts_with('.') && !beginning.starts_with('.');
        if !name.starts_with(beginning) || is_hidden || name.contains('\'') {
            continue;
        }
        if entry.path().is_dir() {
            if extension.is_empty() {
                found.push(plain(format!("{directory}{name}/")));
            }
        } else if let Some(name) = name.strip_suffix(extension) {
            found.push(plain(format!("{directory}{name}")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(engine: &mut Engine, text: &str) -> (usize, Vec<String>) {
        let found = engine.toplevel().completions(text, text.len());
        let texts = found.candidates.into_iter().map(|candidate| candidate.text);
        (found.start, texts.collect())
    }

    #[test]
    #[cfg_attr(not(feature = "manual"), ignore = "there are no descriptions")]
    fn names_are_completed_where_they_stand() {
        let mut engine = Engine::new();
        engine
            .consult_str("my_predicate(my_atom, 'Not Plain').")
            .expect("it loads");
        assert_eq!(texts(&mut engine, "X = é, atom_len"), (8, vec!["atom_length".into()]));
        assert_eq!(texts(&mut engine, "foo(my_p"), (4, vec!["my_predicate".into()]));
        assert_eq!(texts(&mut engine, "my_a"), (0, vec!["my_atom".into()]));
        assert_eq!(texts(&mut engine, "set_prolog_flag(double_q").1, ["double_quotes"]);
        assert_eq!(texts(&mut engine, "use_module(library(yal").1, ["yall"]);
        assert_eq!(texts(&mut engine, "f(Some, Other), g(So").1, ["Some"]);
        for nothing in ["", "zebra_crossing", "append(", "X = \"/no/such", "% app"] {
            assert!(texts(&mut engine, nothing).1.is_empty(), "{nothing}");
        }
        let found = engine.toplevel().completions("append", 6);
        let shown: Vec<&str> = found
            .candidates
            .iter()
            .map(|candidate| candidate.shown.as_str())
            .collect();
        assert!(shown.iter().any(|head| head.starts_with("append(?Xs")), "{shown:?}");
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there are no files")]
    fn files_are_completed_within_quotes_where_they_may_be_read() {
        let folder = std::env::temp_dir().join(format!("ferz-complete-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("below")).expect("a folder");
        std::fs::write(folder.join("one.pl"), "").expect("a file");
        let mut engine = Engine::new();
        engine.set_directory(&folder);
        assert!(texts(&mut engine, "open('on").1.is_empty());
        engine.grant_files(&folder, false);
        assert_eq!(texts(&mut engine, "open('on"), (6, vec!["one.pl".into()]));
        assert_eq!(texts(&mut engine, "open(\"be").1, ["below/"]);
        assert!(texts(&mut engine, "[on").1.contains(&"one".to_owned()));
        std::fs::remove_dir_all(folder).expect("the folder can go");
    }
}
