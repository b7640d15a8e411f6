//! Goals with their answers beside them, from the files of `tests/cases` and `tests/iso`.
//!
//! ```text
//! % A comment.
//! | colour(red).                              a clause for the goals that follow
//! functor(foo(a, b), N, A).                   %=> N = foo, A = 2.
//! member(X, [a, b]).                          %=> X = a ; X = b.
//! atom_length(_, _).                          %=> instantiation_error.
//! repeat.                                     %=> true ; true ; ...
//! member(X, [a, b]), write(X), nl, fail.      %=> "a\nb\n" false.
//! ```
//!
//! What a goal writes stands before its answers, as a string; no string if it writes nothing. The goals of a file
//! share an engine, whose working directory is empty at first. `FERZ_CASES=8.2` runs only files with names like it.
//!
//! Answers are written as the prompt prints them, each on one line; an uncaught error by its formal term, another
//! ball as `throw(Ball)`. Layout outside quotes does not count. Lines that begin with `|` add to the program of the
//! rest of the file.

use crate::hosts::engine;
use crate::setting;
use std::fs;

/// Goals with more answers than this are told from those that have no end.
const MOST: usize = 200;

#[test]
fn goals_have_the_answers_beside_them() {
    run_folder("tests/cases", false);
}

#[test]
fn the_standard_is_met() {
    run_folder("tests/iso", false);
}

#[test]
fn traced_goals_have_the_same_answers() {
    run_folder("tests/cases", true);
}

#[test]
fn the_standard_is_met_by_traced_goals() {
    run_folder("tests/iso", true);
}

/// The goals that ask for the state of the debugger, and those that the debugger runs in another way than the machine:
/// monotonic tables whose evaluation it shows are evaluated again at the next call.
const SEEN: &[&str] = &[
    "current_prolog_flag(debug, ",
    "made(_, _)",
    "catch(assertz(mono_fact(",
    "mono_add(",
    "mono_hear)",
    "mono_notes(",
    "odd_hops(_, _, _)",
    "other(_)",
];

fn run_folder(folder: &str, traced: bool) {
    let only = std::env::var("FERZ_CASES").unwrap_or_default();
    let entries = fs::read_dir(crate::root().join(folder)).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "txt"));
    paths.sort();
    let (mut faults, mut count) = (Vec::new(), 0);
    for path in paths {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        if !name.contains(&only) {
            continue;
        }
        count += run_file(
            &format!("{folder}/{name}"),
            &fs::read_to_string(&path).expect("a readable text file"),
            traced,
            &mut faults,
        );
    }
    assert!(
        faults.is_empty(),
        "\n{}\n{} of {count} cases fail\n",
        faults.join("\n"),
        faults.len()
    );
}

/// Runs the cases of a file, gives how many there are.
fn run_file(name: &str, text: &str, traced: bool, faults: &mut Vec<String>) -> usize {
    let kind = if traced { "traced" } else { "plain" };
    let unique = format!("ferz-{}-{}-{kind}", std::process::id(), name.replace('/', "-"));
    let folder = std::env::temp_dir().join(unique);
    fs::create_dir_all(&folder).expect("a folder for the files that goals write");
    let mut session = engine::Session::new(&folder);
    let (mut program, mut count) = (String::new(), 0);
    // A traced goal takes far longer. What is optimised traces others than what is not.
    let traced_each = setting("FERZ_TRACED", 4) as usize;
    let traced_rest = if cfg!(debug_assertions) { 0 } else { traced_each / 2 };
    for (number, line) in text.lines().enumerate() {
        let at = format!("{name}:{}", number + 1);
        if let Some(clause) = line.strip_prefix('|') {
            program.push_str(clause.trim_start());
            program.push('\n');
            continue;
        }
        let line = line.trim();
        if line.is_empty() || line.starts_with('%') {
            continue;
        }
        let Some((goal, expected)) = line.split_once("%=>") else {
            faults.push(format!("{at}: no %=> on the line"));
            continue;
        };
        if !program.is_empty()
            && let Err(error) = session.consult(&std::mem::take(&mut program))
        {
            faults.push(format!("{at}: the clauses before this: {error}"));
        }
        if traced && SEEN.iter().any(|part| goal.contains(part)) {
            continue;
        }
        session.begin();
        count += 1;
        session.trace(traced && count % traced_each == traced_rest);
        let expected = squeeze(full_stop_removed(expected));
        let mut got = answers(&mut session, full_stop_removed(goal), answers_of(&expected));
        let output = session.output();
        if !output.is_empty() {
            got = squeeze(&format!("{output:?} {got}"));
        }
        if got != expected {
            faults.push(format!(
                "{at}: {}\n  expected: {expected}\n  answered: {got}",
                goal.trim()
            ));
        }
    }
    fs::remove_dir_all(&folder).expect("the folder is still there");
    count
}

/// What is expected without the output before it.
pub(crate) fn answers_of(expected: &str) -> &str {
    let Some(rest) = expected.strip_prefix('"') else {
        return expected;
    };
    let mut escaped = false;
    let end = rest.find(|c| {
        let end = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        end
    });
    end.map_or(expected, |end| &rest[end + 1..])
}

pub(crate) fn full_stop_removed(text: &str) -> &str {
    let text = text.trim();
    if text.ends_with("...") {
        text
    } else {
        text.strip_suffix('.').unwrap_or(text)
    }
}

/// The answers to a goal, as many as are expected if what is expected ends in dots.
fn answers(session: &mut engine::Session, goal: &str, expected: &str) -> String {
    let open = expected.strip_suffix(";...");
    let most = open.map_or(MOST, alternatives);
    let mut texts: Vec<String> = session.answers(goal, most).iter().map(|text| squeeze(text)).collect();
    if texts.is_empty() {
        texts.push("false".to_owned());
    }
    if texts.len() == most {
        texts.push("...".to_owned());
    }
    texts.join(";")
}

/// How many answers a text shows: one more than the semicolons outside quotes and brackets.
pub(crate) fn alternatives(text: &str) -> usize {
    let (mut quote, mut depth, mut count) = (None, 0, 1);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"' | '`') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ';') if depth == 0 => count += 1,
            (None, _) => {}
        }
    }
    count
}

/// The text without layout, but for one blank between words, and variables named as they appear.
pub(crate) fn squeeze(text: &str) -> String {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let symbol = |c: char| "+-*/\\^<>=~:.?@#&$".contains(c);
    let mut out = String::new();
    let (mut quote, mut gap) = (None, false);
    for c in text.trim().chars() {
        if quote.is_none() && c.is_whitespace() {
            gap = true;
            continue;
        }
        let before = out.chars().next_back().unwrap_or(' ');
        if gap && (word(before) && word(c) || symbol(before) && symbol(c) || before == '-' && c.is_ascii_digit()) {
            out.push(' ');
        }
        gap = false;
        match quote {
            Some(open) if c == open => quote = None,
            None if "'\"`".contains(c) => quote = Some(c),
            _ => {}
        }
        out.push(c);
    }
    rename_variables(&out)
}

#[test]
fn layout_outside_quotes_does_not_count() {
    assert_eq!(squeeze("X = f(a, 'b  c') , Y = 2"), "X=f(a,'b  c'),Y=2");
    assert_eq!(squeeze("X = a mod b"), "X=a mod b");
    assert_eq!(squeeze("X = - 1"), "X= - 1");
    assert_eq!(squeeze("X = -1"), "X= -1");
    assert_eq!(squeeze("X = f(_123, _G4, _123)"), squeeze("X=f(_A,_B,_A)"));
    assert_eq!(alternatives("X=(a;b);X=';'"), 2);
    assert_eq!(full_stop_removed(" true ; true ; ... "), "true ; true ; ...");
}

/// Canonical text with its variables named `_A`, `_B`… as they appear.
fn rename_variables(text: &str) -> String {
    let mut names: std::collections::HashMap<String, String> = std::collections::HashMap::new();
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    let mut inside_name = false;
    while let Some(c) = chars.next() {
        quoted ^= c == '\'';
        if c != '_' || quoted || inside_name {
            inside_name = c.is_alphanumeric() || (c == '_' && inside_name);
            out.push(c);
            continue;
        }
        let mut name = String::new();
        while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
            name.push(c);
        }
        let next = format!("_{}", crate::props::term::letters(names.len()));
        out.push_str(names.entry(name).or_insert(next));
    }
    out
}
