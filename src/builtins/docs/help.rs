//! `help/1` and `apropos/1`: the documentation of predicates, from the rows of the built-ins and the comments of the
//! library.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::base::atom::Functor;
use crate::base::doc::only_manual;
use crate::base::iso_error::Type;
use crate::base::known;
use crate::base::ordered::Ordered;
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::native::{Native, NativeRun, Step, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;
use ferz_texts::blocks::blocks;
use ferz_texts::head::parse_head;

use crate::builtins::docs::sources::plain_comment;
use crate::native::args::stream_arg::{current_output, write_text};
use crate::native::args::text_arg::list_or_text;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("help", 0, help_0)
        .doc("Shows how to use help/1 and apropos/1.")
        .examples(&[("with_output_to(string(_), help)", "true")]),
    det!("help(+what)", 1, help_1)
        .doc("Shows the documentation of Name/Arity, or of all predicates with this name.")
        .examples(&[(
            "with_output_to(string(_S), help(append/3)), sub_string(_S, 0, 6, _, T)",
            "T = \"append\"",
        )]),
    det!("apropos(+text)", 1, apropos_1)
        .doc("Lists the predicates whose documentation contains the text.")
        .examples(&[("with_output_to(string(_S), apropos(nosuchword))", "false")]),
];

/// The documentation of one predicate.
pub(crate) struct HelpEntry {
    name: String,
    arity: usize,
    /// The head with modes.
    pub head: String,
    /// The clause of the standard, or empty.
    pub iso: &'static str,
    /// The library file; empty for a built-in.
    pub file: String,
    /// The description, by lines.
    pub doc: Vec<String>,
    /// The errors.
    pub errors: &'static str,
    /// Goals and their answers.
    pub examples: Vec<(String, String)>,
}

impl HelpEntry {
    /// Whether this is the entry of `name/arity`.
    pub(crate) fn is(&self, name: &str, arity: usize) -> bool {
        self.name == name && self.arity == arity
    }
}

/// The errors of each predicate on a line: `name/arity error; error`. The file is generated from the tests.
const ERRORS: &str = only_manual(include_str!("errors.txt"));

/// Returns the documentation of all predicates that are not hidden, sorted by name.
pub(crate) fn entries(m: &Machine) -> Vec<HelpEntry> {
    let mut found: Vec<HelpEntry> = Vec::new();
    for row in m
        .calls
        .natives()
        .iter()
        .filter(|row| !cfg!(feature = "manual") || !row.doc.is_empty())
    {
        found.push(HelpEntry {
            name: row.name().to_owned(),
            arity: row.arity,
            head: match row.run {
                NativeRun::Nondet(_) => format!("{} is nondet", row.head),
                NativeRun::Det(_) | NativeRun::Control(_) => row.head.to_owned(),
            },
            iso: row.iso,
            file: String::new(),
            doc: Vec::from_iter((!row.doc.is_empty()).then(|| row.doc.to_owned())),
            errors: "",
            examples: row
                .examples
                .iter()
                .map(|&(goal, answer)| (goal.to_owned(), answer.to_owned()))
                .collect(),
        });
    }
    for (file, text) in m.library.texts() {
        if cfg!(feature = "manual") {
            found.extend(entries_of_text(file, text));
        } else {
            found.extend(blocks(text).filter_map(|(_, header)| bare_entry(file, header)));
        }
    }
    found.retain(|entry| !entry.name.starts_with('$') || entry.name == "$");
    let errors: FxHashMap<&str, &str> = ERRORS.lines().filter_map(|line| line.split_once(' ')).collect();
    for entry in &mut found {
        let indicator = format!("{}/{}", entry.name, entry.arity);
        entry.errors = errors.get(indicator.as_str()).copied().unwrap_or_default();
    }
    found.order_by(|a, b| (&a.name, a.arity).cmp(&(&b.name, b.arity)));
    found
}

/// Returns the documentation of the predicates of the host.
fn host_entries(m: &Machine) -> Vec<HelpEntry> {
    let hosts = m.db.preds.iter();
    let hosts = hosts.filter(|p| p.module == known::USER && matches!(p.definition, Definition::Native(_)));
    let entry = |functor: Functor| {
        let (name, arity) = (m.atoms.text(functor.name()), functor.arity());
        let (head, doc) = match m.session.lasting.described.get(&functor) {
            Some((head, doc)) => (head.clone(), doc.lines().map(str::to_owned).collect()),
            None => (format!("{name}/{arity}"), vec!["A predicate of the host.".to_owned()]),
        };
        HelpEntry {
            name: name.to_owned(),
            arity,
            head,
            iso: "",
            file: String::new(),
            doc,
            errors: "",
            examples: Vec::new(),
        }
    };
    hosts.map(|p| entry(p.functor)).collect()
}

/// Returns the documentation of the program: the comments in the files that were loaded.
pub(crate) fn program_entries(m: &Machine) -> Vec<HelpEntry> {
    let files = m.loading.files().map(|(file, ..)| file);
    let mut files: Vec<_> = files.filter(|file| m.streams.access.may_read(file)).collect();
    files.order();
    let mut found = Vec::new();
    for file in files {
        if let Ok(text) = std::fs::read_to_string(file) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            found.extend(entries_of_text(&name, &text));
        }
    }
    found
}

/// Returns where the program defines the predicates of this name, none of which is documented, with the comments above
/// them.
fn places_of(m: &Machine, name: &str, arity: Option<i64>) -> Option<String> {
    let mut out = String::new();
    for (id, p) in m.db.preds.enumerated() {
        let (known, own) = (m.atoms.text(p.functor.name()), p.functor.arity());
        if known != name || p.module == known::SYSTEM || arity.is_some_and(|arity| arity != own as i64) {
            continue;
        }
        let first = m.db.living(id).next().and_then(|clause| m.db.place(clause));
        let Some(file) = first.map(|place| place.0).or(p.file) else {
            continue;
        };
        let file = m.atoms.text(file);
        if let Some(comment) = first.and_then(|place| plain_comment(m, file, place.1 as usize)) {
            write!(out, "{name}/{own} is defined in {file}:\n{comment}").expect("a string takes any text");
            continue;
        }
        writeln!(out, "{name}/{own} is defined in {file}, without documentation;").expect("a string takes any text");
        writeln!(
            out,
            "a comment `%! {name}(...)` above its clauses is shown here. listing({name}/{own}) shows them."
        )
        .expect("a string takes any text");
    }
    (!out.is_empty()).then_some(out)
}

/// Returns the entry of a block of a shortened text.
fn bare_entry(file: &str, header: &str) -> Option<HelpEntry> {
    let (name, arity, _) = parse_head(header)?;
    Some(HelpEntry {
        name: name.to_owned(),
        arity,
        head: match arity {
            0 => name.to_owned(),
            _ => format!("{name}(_{})", ", _".repeat(arity - 1)),
        },
        iso: "",
        file: file.to_owned(),
        doc: Vec::new(),
        errors: "",
        examples: Vec::new(),
    })
}

/// Returns the entries of a text: a line `%! head is det.` and the comment lines after it.
fn entries_of_text(file: &str, text: &str) -> Vec<HelpEntry> {
    let mut found: Vec<HelpEntry> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(header) = line.strip_prefix("%!").map(str::trim_start) else {
            continue;
        };
        let Some((name, arity, _)) = parse_head(header) else {
            continue;
        };
        let mut entry = HelpEntry {
            name: name.to_owned(),
            arity,
            head: header.trim_end_matches('.').to_owned(),
            iso: "",
            file: file.to_owned(),
            doc: Vec::new(),
            errors: "",
            examples: Vec::new(),
        };
        while let Some(comment) = lines.next_if(|line| line.starts_with('%') && !line.starts_with("%!")) {
            let plain = || comment.trim_start_matches('%').trim_start();
            let comment = comment.strip_prefix("%  ").unwrap_or_else(plain).trim_end();
            match comment.trim_start().strip_prefix("?- ") {
                Some(example) => entry.examples.push(example_of(example)),
                None => entry.doc.push(comment.to_owned()),
            }
        }
        found.push(entry);
    }
    found
}

/// Returns the goal and the answer of an example, `goal.  %=> answer.`; without an answer the goal just succeeds.
pub(crate) fn example_of(text: &str) -> (String, String) {
    let plain = |text: &str| text.trim().trim_end_matches('.').to_owned();
    match text.split_once("%=>") {
        Some((goal, answer)) => (plain(goal), plain(answer)),
        None => (plain(text), String::new()),
    }
}

fn show(entry: &HelpEntry, out: &mut String) {
    let clause = if entry.iso.is_empty() {
        String::new()
    } else {
        format!("    (ISO {})", entry.iso)
    };
    writeln!(out, "{}{clause}", entry.head).expect("a string takes any text");
    for line in &entry.doc {
        writeln!(out, "    {line}").expect("a string takes any text");
    }
    if !entry.errors.is_empty() {
        writeln!(out, "    Errors: {}", entry.errors).expect("a string takes any text");
    }
    for (goal, answer) in &entry.examples {
        writeln!(out, "    ?- {goal}.").expect("a string takes any text");
        if !answer.is_empty() {
            writeln!(out, "       {answer}.").expect("a string takes any text");
        }
    }
}

fn help_0(m: &mut Machine) -> Step {
    let id = current_output(m)?;
    write_text(m, id, FIRST_SCREEN)
}

/// The answer to `help/0`.
const FIRST_SCREEN: &str = "\
A query ends with a full stop; until then Enter goes on to the next line.
An answer that may not be the last waits for a key: ; shows the next, Enter
stops, h shows all keys. Ctrl-C stops what runs, Ctrl-D leaves.

  [file].           load file.pl
  make.             load again what has changed
  [user].           type clauses; Ctrl-D ends them
  listing(p/1).     show the clauses of p/1; edit(p/1). opens the editor there
  help(append/3).   explain a predicate; apropos(list). finds some by a word
  Y = $X.           use the value that X had in an earlier answer
  demo(queens).     load a program to try
  halt.             leave

Tab completes names, within quotes those of files. Up and Ctrl-R find earlier
queries.
";

fn help_1(m: &mut Machine, what: Cell) -> Step {
    let (name, arity) = match m.view(what) {
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        View::Struct(f, at) if f == Functor::new(known::SLASH, 2) => {
            let arity = match m.view(m.heap.get(at + 1)) {
                View::Int(arity) => Some(arity),
                _ => None,
            };
            (m.heap.get(at), arity)
        }
        _ => (what, None),
    };
    let Some(name) = list_or_text(m, name) else {
        return Err(m.type_or_instantiation_error(Type::PredicateIndicator, what));
    };
    let mut out = String::new();
    let mut all = program_entries(m);
    all.extend(host_entries(m));
    all.extend(entries(m));
    for entry in all {
        if entry.name == name && arity.is_none_or(|arity| arity == entry.arity as i64) {
            if !out.is_empty() {
                out.push('\n');
            }
            show(&entry, &mut out);
        }
    }
    let found = !out.is_empty();
    if !found && let Some(places) = places_of(m, &name, arity) {
        let id = current_output(m)?;
        return write_text(m, id, &places);
    }
    if !found {
        let arity = arity.map_or(String::new(), |arity| format!("/{arity}"));
        writeln!(out, "No help for {name}{arity}; apropos({name}) searches for the word.")
            .expect("a string takes any text");
    }
    let id = current_output(m)?;
    write_text(m, id, &out)?;
    holds(found)
}

fn apropos_1(m: &mut Machine, text: Cell) -> Step {
    let Some(text) = list_or_text(m, text) else {
        return Err(m.type_or_instantiation_error(Type::Text, text));
    };
    let word = text.to_lowercase();
    let mut out = String::new();
    for entry in host_entries(m).into_iter().chain(entries(m)) {
        let doc = entry.doc.join(" ");
        if entry.name.to_lowercase().contains(&word) || doc.to_lowercase().contains(&word) {
            let indicator = format!("{}/{}", entry.name, entry.arity);
            let sentence = doc.split_inclusive(". ").next().unwrap_or_default().trim_end();
            writeln!(out, "{indicator:<28} {sentence}").expect("a string takes any text");
        }
    }
    let found = !out.is_empty();
    if !found {
        writeln!(out, "No predicate mentions {text}.").expect("a string takes any text");
    }
    let id = current_output(m)?;
    write_text(m, id, &out)?;
    holds(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_documentation() {
        let text = "%! f(+X) is det.\n%  Does it. Really.\n%  ?- f(1).\n%  ?- f(X).  %=> X = 1.\nf(_).\n%! g\ng.\n";
        let entries = entries_of_text("lib/f.pl", text);
        assert_eq!(entries.len(), 2);
        assert_eq!((entries[0].head.as_str(), entries[0].arity), ("f(+X) is det", 1));
        assert_eq!(entries[0].doc, ["Does it. Really."]);
        let (goals, answers): (Vec<&str>, Vec<&str>) = entries[0]
            .examples
            .iter()
            .map(|(goal, answer)| (goal.as_str(), answer.as_str()))
            .unzip();
        assert_eq!((goals, answers), (vec!["f(1)", "f(X)"], vec!["", "X = 1"]));
        assert!(entries[1].doc.is_empty());
    }
}
