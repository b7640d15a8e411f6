//! The texts that predicates come from: of the library, and the comments in the files of the program.

use std::path::Path;

use crate::base::iso_error::Type;
use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use super::help::name_and_arity;
use crate::builtins::args::list_arg::new_list;
use crate::builtins::args::text_arg::{need_text, new_atom, new_string};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$library_texts(+name, -texts)", 2, library_texts_2)
        .doc("Unifies texts with the list of Arity-Text for the library predicates of this name."),
    det!("$comment_above(+file, +line, -comment)", 3, comment_above_3)
        .doc("Unifies comment with the comment that ends directly above a line of an unchanged file of the program."),
    det!("$program_files(-states)", 1, program_files_1)
        .doc("Unifies states with File-State for each file that was loaded: unchanged, changed or gone."),
];

fn library_texts_2(m: &mut Machine, name: Cell, texts: Cell) -> Step {
    let name = need_text(m, name)?;
    let mut found: Vec<(usize, String)> = Vec::new();
    for (_, text) in m.library().texts() {
        for block in text.split("\n%! ").skip(1) {
            let header = block.lines().next().unwrap_or_default();
            let (known, arity) = name_and_arity(
                header
                    .rsplit_once(" is ")
                    .map_or(header, |(head, _)| head)
                    .trim_end_matches('.'),
            );
            if known == name {
                found.push((arity, format!("%! {}\n", block.trim_end())));
            }
        }
    }
    found.sort();
    let minus = m.intern("-");
    let mut pairs = Vec::new();
    for (arity, text) in found {
        let text = new_string(m, &text)?;
        pairs.push(m.heap.new_term(minus, &[Cell::int(arity as i64), text]));
    }
    let list = new_list(m, &pairs)?;
    m.unify(texts, list)
}

/// The states of a file since it was loaded.
fn state(path: &Path, then: Option<std::time::SystemTime>) -> &'static str {
    match (std::fs::metadata(path).and_then(|data| data.modified()), then) {
        (Err(_), _) => "gone",
        (Ok(now), Some(then)) if now > then => "changed",
        _ => "unchanged",
    }
}

/// Returns the files that have changed since they were loaded, sorted.
pub(crate) fn changed_files(m: &Machine) -> Vec<std::path::PathBuf> {
    let changed = m
        .loading()
        .files()
        .filter(|&(path, then)| state(path, then) == "changed");
    let mut files: Vec<_> = changed.map(|(path, _)| path.to_owned()).collect();
    files.sort();
    files
}

fn program_files_1(m: &mut Machine, states: Cell) -> Step {
    let mut found: Vec<(String, &str)> = m
        .loading()
        .files()
        .map(|(path, then)| (path.to_string_lossy().into_owned(), state(path, then)))
        .collect();
    found.sort();
    let minus = m.intern("-");
    let mut pairs = Vec::new();
    for (file, state) in found {
        let parts = [new_atom(m, &file), new_atom(m, state)];
        pairs.push(m.heap.new_term(minus, &parts));
    }
    let list = new_list(m, &pairs)?;
    m.unify(states, list)
}

fn comment_above_3(m: &mut Machine, file: Cell, line: Cell, comment: Cell) -> Step {
    let file = need_text(m, file)?;
    let View::Int(line) = m.view(line) else {
        return Err(m.type_or_instantiation_error(Type::Integer, line));
    };
    let path = m.streams().access.path(&file);
    let path = path.canonicalize().unwrap_or(path);
    let then = m.loading().changed(&path);
    if state(&path, then) != "unchanged" || !m.streams().access.may_read(&path) {
        return Err(Stop::Fail);
    }
    let Ok(text) = std::fs::read_to_string(&path) else {
        return Err(Stop::Fail);
    };
    let found = comment_before(&text, usize::try_from(line).unwrap_or(0));
    if found.is_empty() {
        return Err(Stop::Fail);
    }
    let found = new_string(m, &found)?;
    m.unify(comment, found)
}

/// Returns the lines of comments directly above a line, which is counted from 1.
fn comment_before(text: &str, line: usize) -> String {
    let lines: Vec<&str> = text.lines().take(line.saturating_sub(1)).collect();
    let mut first = lines.len();
    while let Some(above) = first.checked_sub(1) {
        let trimmed = lines[above].trim();
        if trimmed.starts_with('%') {
            first = above;
        } else if trimmed.ends_with("*/") {
            match lines[..first]
                .iter()
                .rposition(|line| line.trim_start().starts_with("/*"))
            {
                Some(opening) => first = opening,
                None => break,
            }
        } else {
            break;
        }
    }
    lines[first..].iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::comment_before;

    #[test]
    fn comments_directly_above_a_line_belong_to_it() {
        let text = "% far\n\n% one\n% two\na.\n/* three\n   four */\nb. c.\n";
        assert_eq!(comment_before(text, 5), "% one\n% two\n");
        assert_eq!(comment_before(text, 8), "/* three\n   four */\n");
        assert_eq!(comment_before(text, 6), "");
        assert_eq!(comment_before(text, 1), "");
        assert_eq!(comment_before("x */\na.", 2), "");
    }
}
