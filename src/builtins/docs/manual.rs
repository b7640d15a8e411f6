//! The reference manual, in Markdown: all predicates, evaluable functors, flags and operators, generated from their
//! documentation in the source.

use std::fmt::Write;

use crate::base::flag::{FLAGS, FlagType, FlagValue};
use crate::base::num::function::{FUNCTIONS, FunctionId};
use crate::base::ordered::Ordered;
use crate::machine::Machine;
use crate::native::{Native, Step, det};

use crate::builtins::docs::help::{HelpEntry, entries};
use crate::native::args::stream_arg::{current_output, write_text};

pub(in crate::builtins) const TABLE: &[Native] = &[det!("manual", 0, manual_0)
    .doc("Writes the reference manual in Markdown: all predicates, evaluable functors, flags and operators.")
    .examples(&[(
        "with_output_to(string(_S), manual), sub_string(_S, 0, 2, _, \"# \")",
        "true",
    )])];

/// The titles of the clauses of the standard that define predicates.
const CLAUSES: &[(&str, &str)] = &[
    ("7.4.", "Directives"),
    ("7.8.", "Control constructs"),
    ("8.2.", "Unification"),
    ("8.3.", "Type testing"),
    ("8.4.", "Term comparison and sorting"),
    ("8.5.", "Term creation and decomposition"),
    ("8.6.", "Arithmetic evaluation"),
    ("8.7.", "Arithmetic comparison"),
    ("8.8.", "Clause retrieval and information"),
    ("8.9.", "Clause creation and destruction"),
    ("8.10.", "All solutions"),
    ("8.11.", "Streams"),
    ("8.12.", "Character input/output"),
    ("8.13.", "Byte input/output"),
    ("8.14.", "Term input/output, operators"),
    ("8.15.", "Logic and control"),
    ("8.16.", "Atomic term processing"),
    ("8.17.", "Flags and halting"),
];

const INTRODUCTION: &str = "# Reference manual

The head of each predicate shows the modes of its arguments: `+` must be bound at the call, `-` is bound by it,
`?` may be either, `@` is not further instantiated, `:` is a goal. The word after `is` is the determinism: `det` exactly
one solution, `semidet` at most one, `nondet` any number; without it, there is at most one.
Errors are given as formal terms, in which the name of an argument, or `_` for a part of one, denotes the culprit.
The lines that begin with `?-` are queries, each with its answers or the error that it raises.
This text is written by `ferz doc` and by `manual/0`; `help/1` shows the entry of a predicate.
";

/// Predicates of SWI-Prolog that ferz does not have, by subject. Only those without an entry are listed.
const ABSENT: &[(&str, &[(&str, usize)])] = &[
    ("Prolog engines", &[("engine_create", 3), ("engine_next", 2)]),
    ("Dicts", &[("get_dict", 3), ("put_dict", 4), ("dict_pairs", 3)]),
    ("The profiler", &[("profile", 1)]),
    ("Undefined answers of tabling", &[("undefined", 0), ("not_exists", 1)]),
    (
        "Tries, snapshots and transactions of the database",
        &[("trie_new", 1), ("snapshot", 1), ("transaction", 1)],
    ),
    ("Locales", &[("locale_create", 3)]),
    ("User-defined directives of `format/2`", &[("format_predicate", 2)]),
    (
        "Others",
        &[
            ("call_residue_vars", 2),
            ("prolog_listen", 2),
            ("size_abstract_term", 3),
            ("det", 1),
            ("$", 0),
        ],
    ),
];

fn manual_0(m: &mut Machine) -> Step {
    let text = manual(m);
    let id = current_output(m)?;
    write_text(m, id, &text)
}

fn manual(m: &Machine) -> String {
    let mut out = INTRODUCTION.to_owned();
    let all = entries(m);
    line(&mut out, format_args!("\n## Predicates of the standard"));
    for &(clause, title) in CLAUSES {
        let rows = all.iter().filter(|entry| entry.iso.starts_with(clause));
        section(
            &mut out,
            &format!("{title} ({})", clause.trim_end_matches('.')),
            "",
            rows,
        );
    }
    line(&mut out, format_args!("\n## Other built-in predicates"));
    section(
        &mut out,
        "",
        "",
        all.iter().filter(|entry| entry.iso.is_empty() && entry.file.is_empty()),
    );
    line(&mut out, format_args!("\n## The library"));
    for (file, text) in m.library.texts() {
        let about: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("% ")).collect();
        let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".pl");
        let rows = all.iter().filter(|entry| entry.file == file);
        section(&mut out, name, &about.join("\n"), rows);
    }
    out.extend(m.library.chapters());
    functions(&mut out);
    flags(m, &mut out);
    operators(m, &mut out);
    absent(&mut out, &all);
    out
}

/// Writes the predicates of [`ABSENT`] that have no entry.
fn absent(out: &mut String, all: &[HelpEntry]) {
    line(
        out,
        format_args!(
            "\n## Predicates of SWI-Prolog that are not provided\n\nA call of any of these raises an existence error.\n"
        ),
    );
    for (subject, predicates) in ABSENT {
        let names: Vec<String> = predicates
            .iter()
            .filter(|(name, arity)| !all.iter().any(|entry| entry.is(name, *arity)))
            .map(|(name, arity)| format!("`{name}/{arity}`"))
            .collect();
        if !names.is_empty() {
            line(out, format_args!("- {subject}: {}.", names.join(", ")));
        }
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes any text");
}

/// Writes a section, unless there are no rows.
fn section<'e>(out: &mut String, title: &str, about: &str, rows: impl Iterator<Item = &'e HelpEntry>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    if !title.is_empty() {
        line(out, format_args!("\n### {title}"));
    }
    if !about.is_empty() {
        line(out, format_args!("\n{about}"));
    }
    for entry in rows {
        predicate(out, entry);
    }
}

fn predicate(out: &mut String, entry: &HelpEntry) {
    let clause = if entry.iso.is_empty() {
        String::new()
    } else {
        format!(" (ISO {})", entry.iso)
    };
    line(out, format_args!("\n#### `{}`{clause}\n", entry.head));
    for text in &entry.doc {
        line(out, format_args!("{text}"));
    }
    if !entry.errors.is_empty() {
        line(out, format_args!("\nErrors: `{}`.", entry.errors));
    }
    if entry.examples.is_empty() {
        return;
    }
    line(out, format_args!("\n```prolog"));
    for (goal, answer) in &entry.examples {
        line(out, format_args!("?- {goal}."));
        if !answer.is_empty() {
            line(out, format_args!("   {answer}."));
        }
    }
    line(out, format_args!("```"));
}

/// Escapes a text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn functions(out: &mut String) {
    line(
        out,
        format_args!("\n## Evaluable functors\n\n| functor | value | ISO |\n|---|---|---|"),
    );
    for (id, row) in FunctionId::all().zip(FUNCTIONS) {
        line(
            out,
            format_args!(
                "| `{}/{}` | {} | {} |",
                cell(row.name),
                id.arity(),
                cell(row.doc),
                row.iso
            ),
        );
    }
}

fn flags(m: &Machine, out: &mut String) {
    line(
        out,
        format_args!("\n## Flags\n\n| flag | description | values | value |\n|---|---|---|---|"),
    );
    for row in FLAGS {
        let values = match row.kind {
            FlagType::Boolean => "`true`, `false`".to_owned(),
            FlagType::Integer => "integers".to_owned(),
            FlagType::Float => "floats".to_owned(),
            FlagType::Atom => "atoms".to_owned(),
            FlagType::OneOf(words) => format!("`{}`", words.join("`, `")),
        };
        let fixed = if row.is_changeable() { "" } else { ", fixed" };
        let now = match row.value(&m.flags) {
            FlagValue::Atom(text) => text.to_owned(),
            FlagValue::Int(number) => number.to_string(),
            FlagValue::Float(number) => format!("{number:?}"),
        };
        line(
            out,
            format_args!("| `{}` | {} | {values}{fixed} | `{now}` |", row.name, cell(row.doc)),
        );
    }
}

fn operators(m: &Machine, out: &mut String) {
    line(
        out,
        format_args!("\n## Operators\n\n| priority | type | names |\n|---|---|---|"),
    );
    let text = |atom| m.atoms.text(atom);
    let mut rows: Vec<(u16, &str, &str)> = m
        .ops
        .iter()
        .map(|(priority, kind, atom)| (priority, text(kind.atom()), text(atom)))
        .collect();
    rows.order_by(|a, b| b.0.cmp(&a.0).then(a.cmp(b)));
    for group in rows.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let names: Vec<String> = group.iter().map(|row| format!("`{}`", cell(row.2))).collect();
        line(
            out,
            format_args!("| {} | {} | {} |", group[0].0, group[0].1, names.join(" ")),
        );
    }
}
