//! The errors that the manual tells of are those of the cases: `src/builtins/docs/errors.txt` is made from them.
//!
//! `UPDATE_EXPECT=1` rewrites it. A culprit that is an argument of the goal is named as the head of the predicate
//! names that argument; any other is `_`.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

const FILE: &str = "src/builtins/docs/errors.txt";

/// The first line of the file.
const TITLE: &str = "% The errors of each predicate, made by tests/it/goals/errors.rs from the cases in tests.\n";

const KINDS: &[&str] = &[
    "instantiation_error",
    "uninstantiation_error(",
    "type_error(",
    "domain_error(",
    "existence_error(",
    "permission_error(",
    "representation_error(",
    "evaluation_error(",
    "syntax_error(illegal_number",
];

/// The parts of a text between commas outside of brackets and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    let mut quote = None;
    let mut chars = text.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                chars.next();
            }
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'') if before == '0' => {
                chars.next();
            }
            (None, '\'' | '"' | '`') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    parts.push(text[start..].trim());
    parts
}

/// The name and the arguments of a goal that is one call.
fn call(goal: &str) -> Option<(&str, Vec<&str>)> {
    let goal = goal.trim().trim_end_matches('.');
    if goal.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Some((goal, Vec::new()));
    }
    let (name, rest) = goal.split_once('(')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let arguments = rest.strip_suffix(')').filter(|_| is_name && split(goal).len() == 1)?;
    // The bracket at the end must be that of the name.
    let mut depth = 1;
    let closed = arguments.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    (!closed).then(|| (name, split(arguments)))
}

/// The error with its culprit named as the head names the argument, or left open.
fn general(error: &str, arguments: &[&str], names: &[String]) -> String {
    let inside = error.strip_suffix(')').and_then(|error| error.split_once('('));
    let Some((kind, inside)) = inside else {
        return error.to_owned();
    };
    let mut parts: Vec<String> = split(inside).into_iter().map(str::to_owned).collect();
    let keeps_last = kind == "representation_error" || kind == "evaluation_error" || kind == "syntax_error";
    if !keeps_last && let Some(culprit) = parts.last_mut() {
        let place = arguments.iter().rposition(|argument| *argument == culprit.as_str());
        *culprit = match place.and_then(|place| names.get(place)) {
            Some(name) => name.clone(),
            None => "_".to_owned(),
        };
    }
    format!("{kind}({})", parts.join(", "))
}

/// A name for an argument like `+atom_or_text` as a variable: `Atom_or_text`.
fn variable(mode: &str) -> String {
    let plain = mode.trim_start_matches(|c: char| !c.is_alphanumeric());
    let plain: String = plain.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut chars = plain.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => "_".to_owned(),
    }
}

/// Something about each predicate, by its name and number of arguments.
type ByPredicate = BTreeMap<(String, usize), Vec<String>>;

/// Goals, each with its answers.
type Cases = Vec<(String, String)>;

/// The names of the arguments of each predicate of the manual, and its examples.
fn manual() -> (ByPredicate, Cases) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("doc")
        .output()
        .expect("the program ferz starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let (mut heads, mut examples) = (BTreeMap::new(), Vec::new());
    let mut goal = None;
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("#### `").and_then(|rest| rest.split('`').next()) {
            let head = head.rsplit_once(" is ").map_or(head, |(head, _)| head);
            if let Some((name, arguments)) = call(head) {
                let names = arguments.iter().map(|mode| variable(mode)).collect();
                heads.insert((name.to_owned(), arguments.len()), names);
            }
        } else if let Some(example) = line.strip_prefix("?- ") {
            goal = Some(example.to_owned());
        } else if let (Some(answer), Some(goal)) = (line.strip_prefix("   "), goal.take()) {
            examples.push((goal, answer.trim().trim_end_matches('.').to_owned()));
        }
    }
    (heads, examples)
}

fn cases() -> Cases {
    let root = crate::root();
    let mut paths = Vec::new();
    for folder in ["tests/iso", "tests/cases"] {
        let entries = fs::read_dir(root.join(folder)).into_iter().flatten();
        paths.extend(entries.map(|entry| entry.expect("a readable folder").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "txt"));
    paths.sort();
    let texts = paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("a readable text file"));
    let mut found = Vec::new();
    for text in texts {
        let pairs = text
            .lines()
            .filter(|line| !line.starts_with(['%', '|']))
            .filter_map(|line| line.split_once("%=>"));
        found.extend(
            pairs.map(|(goal, answer)| (goal.trim().to_owned(), answer.trim().trim_end_matches('.').to_owned())),
        );
    }
    found
}

#[test]
fn the_manual_tells_the_errors_of_the_cases() {
    let (heads, mut sources) = manual();
    sources.extend(cases());
    let mut found = ByPredicate::new();
    for (goal, answer) in &sources {
        let Some((name, arguments)) = call(goal).filter(|_| KINDS.iter().any(|kind| answer.starts_with(kind))) else {
            continue;
        };
        let key = (name.to_owned(), arguments.len());
        if answer.contains(" ; ") || answer.starts_with("existence_error(procedure") {
            continue;
        }
        if let Some(names) = heads.get(&key) {
            let error = general(answer, &arguments, names);
            let errors = found.entry(key).or_default();
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
    }
    let mut text = TITLE.to_owned();
    for ((name, arity), mut errors) in found {
        // In the order of the standard: what is unbound first, then types, domains, and the rest.
        errors.sort_by_key(|error| {
            let kind = KINDS.iter().position(|kind| error.starts_with(kind));
            (kind, error.clone())
        });
        text.push_str(&format!("{name}/{arity} {}\n", errors.join("; ")));
    }
    let path = crate::root().join(FILE);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &text).expect("the file can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let odd: Vec<&str> = text
        .lines()
        .filter(|line| !kept.lines().any(|other| other == *line))
        .collect();
    assert!(
        kept == text,
        "UPDATE_EXPECT=1 makes {FILE} anew; what differs:\n{}",
        odd.join("\n")
    );
}

#[test]
fn goals_and_errors_are_taken_apart() {
    assert_eq!(
        call("f(a, g(b, ','), \"x,\")"),
        Some(("f", vec!["a", "g(b, ',')", "\"x,\""]))
    );
    assert_eq!(call("f(a), g(b)"), None);
    assert_eq!(call("X is 1"), None);
    let names = ["Atom".to_owned(), "Length".to_owned()];
    assert_eq!(
        general("type_error(atom, f(a))", &["f(a)", "N"], &names),
        "type_error(atom, Atom)"
    );
    assert_eq!(
        general("type_error(integer, x)", &["f(a)", "N"], &names),
        "type_error(integer, _)"
    );
    assert_eq!(
        general("representation_error(max_arity)", &[], &names),
        "representation_error(max_arity)"
    );
}
