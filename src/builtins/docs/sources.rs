//! The texts that predicates come from: of the library, and the comments in the files of the program.

use std::path::Path;
use std::time::SystemTime;

use logos::Logos;

use crate::base::atom::Atom;
use crate::base::iso_error::Type;
use crate::base::ordered::Ordered;
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::text::reader::{Read, ReadFlags, Reader};
use crate::text::token::Token;
use ferz_texts::blocks::blocks;
use ferz_texts::head::parse_head;

use crate::native::args::list_arg::new_list;
use crate::native::args::text_arg::{need_text, new_atom, new_string, text_of};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$library_texts(+name, -texts)", 2, library_texts_2)
        .doc("Unifies texts with the list of Arity-Text for the library predicates of this name."),
    det!("$comment_above(+file, +line, -comment)", 3, comment_above_3)
        .doc("Unifies comment with the comment that ends directly above a line of an unchanged file of the program."),
    det!("$clause_texts(+file, +line, +which, -texts)", 4, clause_texts_4).doc(
        "Unifies texts with the texts of the clauses that begin in a line of an unchanged file of the program; if which \
         is the atom comments, of those that have comments within, or behind them in their last line.",
    ),
    det!("$file_called(+path, -name)", 2, file_called_2)
        .doc("Unifies name with the name by which a file was loaded first; it is path for others."),
    det!("$loaded_files(-files)", 1, loaded_files_1)
        .doc("Unifies files with the list of File-Time for the files that were loaded; an unknown time is 0.0."),
    det!("$program_files(-states)", 1, program_files_1)
        .doc("Unifies states with File-State for each file that was loaded: unchanged, changed or gone."),
];

fn library_texts_2(m: &mut Machine, name: Cell, texts: Cell) -> Step {
    let name = need_text(m, name)?;
    let mut found: Vec<(usize, String)> = Vec::new();
    for (_, text) in m.library.texts() {
        for (at, header) in blocks(text) {
            let head = parse_head(header).filter(|head| *head.0 == *name);
            let Some((_, arity, _)) = head else {
                continue;
            };
            let block = &text[at..];
            let end = block.find("\n%!").unwrap_or(block.len());
            let block = block[..end].trim_end();
            // A shortened text begins with a mark that says nothing.
            found.push((arity, format!("{}\n", block.strip_prefix("%!\n").unwrap_or(block))));
        }
    }
    found.order();
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
fn state(path: &Path, then: Option<SystemTime>) -> &'static str {
    match (std::fs::metadata(path).and_then(|data| data.modified()), then) {
        (Err(_), _) => "gone",
        (Ok(now), Some(then)) if now > then => "changed",
        _ => "unchanged",
    }
}

/// Returns the files that have changed since they were loaded, sorted.
pub(crate) fn changed_files(m: &Machine) -> Vec<std::path::PathBuf> {
    let changed = m
        .loading
        .files()
        .filter(|&(path, _, then)| state(path, then) == "changed");
    let mut files: Vec<_> = changed.map(|(path, ..)| path.to_owned()).collect();
    files.order();
    files
}

/// Returns the canonical name of the file that predicates know by `name`; `name` if it is that of a text.
pub(in crate::builtins) fn path_of(m: &Machine, name: Atom) -> Cell {
    Cell::atom(m.loading.path_of(name).unwrap_or(name))
}

fn file_called_2(m: &mut Machine, path: Cell, name: Cell) -> Step {
    let text = text_of(m, path);
    let called = text.and_then(|text| m.loading.name_of(Path::new(&*text)));
    let called = called.map_or(path, Cell::atom);
    m.unify(name, called)
}

fn loaded_files_1(m: &mut Machine, files: Cell) -> Step {
    let seconds = |time: SystemTime| {
        time.duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0.0, |since| since.as_secs_f64())
    };
    let changed = |_: &Path, then: Option<SystemTime>| then.map_or(0.0, seconds);
    unify_files(m, files, changed, |m, seconds| m.heap.new_float(seconds))
}

fn program_files_1(m: &mut Machine, states: Cell) -> Step {
    unify_files(m, states, state, new_atom)
}

/// Unifies `list` with the pairs of the files that were loaded, sorted, and what `tell` tells of them.
fn unify_files<T>(
    m: &mut Machine,
    list: Cell,
    tell: impl Fn(&Path, Option<SystemTime>) -> T,
    to_cell: impl Fn(&mut Machine, T) -> Cell,
) -> Step {
    let files = m.loading.files();
    let told = files.map(|(path, _, then)| (path.to_string_lossy().into_owned(), tell(path, then)));
    let mut told: Vec<(String, T)> = told.collect();
    told.order_by(|a, b| a.0.cmp(&b.0));
    let minus = m.intern("-");
    let mut pairs = Vec::new();
    for (file, value) in told {
        m.reserve(8)?;
        let parts = [new_atom(m, &file), to_cell(m, value)];
        pairs.push(m.heap.new_term(minus, &parts));
    }
    let made = new_list(m, &pairs)?;
    m.unify(list, made)
}

/// Returns the text of an unchanged file of the program, and the number of a line.
fn text_and_line(m: &mut Machine, file: Cell, line: Cell) -> Result<(String, usize), Stop> {
    let file = need_text(m, file)?;
    let View::Int(line) = m.view(line) else {
        return Err(m.type_or_instantiation_error(Type::Integer, line));
    };
    let text = unchanged_text(m, &file).ok_or(Stop::Fail)?;
    Ok((text, usize::try_from(line).unwrap_or(0)))
}

/// Returns the text of a file of the program that has not changed since it was loaded.
fn unchanged_text(m: &Machine, file: &str) -> Option<String> {
    let path = m.streams.access.path(file);
    let path = path.canonicalize().unwrap_or(path);
    let then = m.loading.changed(&path);
    if state(&path, then) != "unchanged" || !m.streams.access.may_read(&path) {
        return None;
    }
    std::fs::read_to_string(&path).ok()
}

/// Returns the comment directly above a line of a file of the program, without the signs around it.
pub(super) fn plain_comment(m: &Machine, file: &str, line: usize) -> Option<String> {
    let comment = comment_before(&unchanged_text(m, file)?, line);
    let is_sign = |c: char| c.is_whitespace() || matches!(c, '%' | '*' | '/');
    let lines = comment.lines().map(|line| line.trim_matches(is_sign));
    let text: String = lines
        .filter(|line| !line.is_empty())
        .map(|line| format!("  {line}\n"))
        .collect();
    (!text.is_empty()).then_some(text)
}

fn clause_texts_4(m: &mut Machine, file: Cell, line: Cell, which: Cell, texts: Cell) -> Step {
    let only_commented = need_text(m, which)? == "comments";
    let (text, line) = text_and_line(m, file, line)?;
    let from = match line {
        0 | 1 => 0,
        _ => text
            .match_indices('\n')
            .nth(line - 2)
            .map_or(text.len(), |(newline, _)| newline + 1),
    };
    let line_end = text[from..].find('\n').map_or(text.len(), |end| from + end);
    let flags = ReadFlags::from(&m.flags);
    let mut reader = Reader::watched(m.limits.watch());
    let (mut at, mut found) = (from, Vec::new());
    while at <= line_end {
        let Parts { atoms, ops, .. } = m.parts();
        match reader.read(&text, at, atoms, ops, &flags) {
            Ok(Read::Clause { start, end }) if start <= line_end => {
                let end = end + comment_behind(&text[end..]);
                if !only_commented || has_comment(&text[start..end]) {
                    found.push(text[start..end].to_owned());
                }
                at = end;
            }
            // The beginning of the line may belong to the clause before.
            Err(error) if error.resume > at => at = error.resume,
            _ => break,
        }
    }
    let mut items = Vec::new();
    for text in found {
        items.push(new_string(m, &text)?);
    }
    let list = new_list(m, &items)?;
    m.unify(texts, list)
}

/// The length of a line comment behind a clause, in the same line, with what is before it.
fn comment_behind(rest: &str) -> usize {
    let line = rest.lines().next().unwrap_or_default();
    if line.trim_start().starts_with('%') {
        line.trim_end().len()
    } else {
        0
    }
}

/// Whether there is a comment between the tokens of a clause, or behind them.
fn has_comment(clause: &str) -> bool {
    let mut end = 0;
    for (_, span) in Token::lexer(clause).spanned() {
        if !clause[end..span.start].trim().is_empty() {
            return true;
        }
        end = span.end;
    }
    !clause[end..].trim().is_empty()
}

fn comment_above_3(m: &mut Machine, file: Cell, line: Cell, comment: Cell) -> Step {
    let (text, line) = text_and_line(m, file, line)?;
    let found = comment_before(&text, line);
    holds(!found.is_empty())?;
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
    use super::{comment_before, comment_behind, has_comment};

    #[test]
    fn comments_of_clauses_are_found() {
        for (text, has) in [
            ("p :- q.", false),
            ("p :- % r\n q.", true),
            ("p(\"% no\", 0'%).", false),
            ("p. % yes", true),
        ] {
            assert_eq!(has_comment(text), has, "{text}");
        }
        assert_eq!(comment_behind("  % c \nq."), 5);
        assert_eq!(comment_behind(" q. % c"), 0);
        assert_eq!(comment_behind(""), 0);
    }

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
