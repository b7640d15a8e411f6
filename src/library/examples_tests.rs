//! Tests that run the examples of the built-ins and the queries in the comments of the library, which `help/1` shows.

use super::{LIBRARIES, files, install, tables};
use crate::builtins::docs::help::example_of;
use crate::io::access::{Access, Files};
use crate::io::table::StreamTable;
use crate::machine::native::Stop;
use crate::machine::{Machine, Parts};
use crate::term::build::build;
use crate::term::cell::Cell;
use crate::term::order::is_variant;
use crate::term::view::View;
use crate::term::write::{Lexicon, WriteOptions, term_text};
use crate::text::reader::{ReadFlags, Reader};

use std::path::PathBuf;

/// Examples that need the right to start processes, though not all start one.
const STARTING: &[&str] = &[
    "shell('exit 3', S)",
    "shell('exit 0')",
    "catch(process_create(path(no_such_program), [], []), error(E, _), true)",
    "process_kill(_)",
];

/// The rights of an example: read, write temporary files and in a folder that does not exist, and change the environment of
/// its own engine. Those in [`STARTING`] may start processes, too.
fn rights(goal: &str) -> Access {
    let mut access = Access::all();
    let written = [std::env::temp_dir(), PathBuf::from("/no")];
    let granted = written.map(|folder| (folder, true)).into_iter();
    access.files = Files::Under(granted.chain([(PathBuf::from("/"), false)]).collect());
    access.set_directory(std::env::temp_dir());
    access.processes = STARTING.contains(&goal);
    access
}

fn machine(goal: &str) -> Machine {
    let mut streams = StreamTable::closed();
    streams.access = rights(goal);
    let mut m = Machine::new(&tables(), streams);
    install(&mut m);
    for part in LIBRARIES.iter().flat_map(|library| library.parts()) {
        m.library.reveal(&m.atoms, &mut m.db, part.names[0]);
    }
    m
}

/// Reads a term and its named variables.
fn read(m: &mut Machine, text: &str) -> Result<(Cell, Vec<(String, Cell)>), String> {
    let mut reader = Reader::new();
    let text = format!("{text} .");
    let Parts { atoms, ops, .. } = m.parts();
    let read = reader.read(&text, 0, atoms, ops, &ReadFlags::default());
    read.map_err(|error| format!("syntax error: {error}"))?;
    let built = build(reader.ast(), &mut m.heap, &mut m.atoms);
    let names = (0..built.variables.len()).map(|i| reader.ast().variable_name(i as u32).to_owned());
    Ok((built.term, names.zip(built.variables.iter().copied()).collect()))
}

fn text(m: &Machine, term: Cell) -> String {
    let lexicon = Lexicon {
        atoms: &m.atoms,
        ops: &m.ops,
    };
    term_text(&m.heap, lexicon, term, &WriteOptions::writeq())
}

/// Returns a description of the mismatch if an example gives another answer.
fn fault(goal: &str, answer: &str) -> Option<String> {
    let mut m = machine(goal);
    let (goal, variables) = match read(&mut m, goal) {
        Ok(read) => read,
        Err(error) => return Some(error),
    };
    let first = answer.split(" ; ").next().unwrap_or(answer);
    let outcome = m.solve_once(goal);
    let expected = match read(&mut m, first) {
        Ok(read) => read,
        Err(error) => return Some(error),
    };
    match outcome {
        Ok(true) if answer == "true" => None,
        Ok(true) => equations(&mut m, expected, &variables),
        Ok(false) | Err(Stop::Fail) => (answer != "false").then(|| "it fails".to_owned()),
        Err(Stop::Throw(_)) => {
            let ball = m.exceptions.ball();
            let formal = match m.view(ball) {
                View::Struct(functor, at) if m.atoms.text(functor.name()) == "error" => m.heap.get(at),
                _ => ball,
            };
            (!is_variant(&m.heap, formal, expected.0)).then(|| text(&m, formal))
        }
    }
}

/// Compares the values of variables with those in `Name = Value, ...`.
fn equations(m: &mut Machine, answer: (Cell, Vec<(String, Cell)>), variables: &[(String, Cell)]) -> Option<String> {
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    let named = |m: &Machine, cell: Cell| {
        let same = answer.1.iter().find(|(_, other)| m.deref(*other) == m.deref(cell));
        let name = same.map(|(name, _)| name);
        variables
            .iter()
            .find(|(known, _)| Some(known) == name)
            .map(|&(_, cell)| cell)
    };
    let mut waiting = vec![answer.0];
    while let Some(part) = waiting.pop() {
        let View::Struct(functor, at) = m.view(part) else {
            return Some("an answer that is no equation".to_owned());
        };
        let (left, right) = (m.heap.get(at), m.heap.get(at + 1));
        match m.atoms.text(functor.name()) {
            "," => waiting.extend([right, left]),
            "=" => {
                let Some(value) = named(m, left) else {
                    return Some("an answer about another variable".to_owned());
                };
                found.push(value);
                expected.push(right);
            }
            _ => return Some("an answer that is no equation".to_owned()),
        }
    }
    // Variables in the values are the variables of the goal.
    for (name, cell) in &answer.1 {
        if let Some((_, value)) = variables.iter().find(|(known, _)| known == name && name != "_") {
            m.unify_terms(*cell, *value);
        }
    }
    let found = m.heap.new_list(&found, Cell::NIL);
    let expected = m.heap.new_list(&expected, Cell::NIL);
    (!is_variant(&m.heap, found, expected)).then(|| text(m, found))
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no files")]
fn rows_say_what_happens() {
    let mut faults = Vec::new();
    for row in LIBRARIES.iter().flat_map(|library| library.natives()) {
        for (goal, answer) in row.examples {
            if let Some(fault) = fault(goal, answer) {
                faults.push(format!("{goal}  gives {fault}, not {answer}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_row_has_a_sentence_and_an_example() {
    // These end the program or the query, or wait for a person.
    let without = ["halt", "halt(+status)", "abort"];
    let rows = LIBRARIES.iter().flat_map(|library| library.natives());
    let bare: Vec<&str> = rows
        .filter(|row| !row.name().starts_with('$') && !without.contains(&row.head))
        .filter(|row| row.doc.is_empty() || row.examples.is_empty())
        .map(|row| row.head)
        .collect();
    assert!(bare.is_empty(), "{bare:?}");
}

#[test]
fn every_library_predicate_has_a_sentence() {
    for (file, text) in files() {
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let public = line.starts_with("%! ") && !line.starts_with("%! '$");
            assert!(
                !public || lines.peek().is_some_and(|next| next.starts_with("%  ")),
                "{file}: {line}"
            );
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no files")]
fn queries_in_comments_are_true() {
    let mut faults = Vec::new();
    for (file, text) in files() {
        for example in text.lines().filter_map(|line| line.strip_prefix("%  ?- ")) {
            let (goal, answer) = example_of(example);
            let answer = if answer.is_empty() { "true" } else { &answer };
            if let Some(fault) = fault(&goal, answer) {
                faults.push(format!("{file}: {goal}  gives {fault}, not {answer}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
