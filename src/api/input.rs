//! The text of a query: its end and its term.

use super::error::Error;
use crate::base::known;
use crate::builtins::term_io::read_term::{bytes_to_build, reading_room};
use crate::machine::{Machine, Parts};
use crate::term::build;
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::text::end::{EndFinder, end_of_clause};
use crate::text::error::SyntaxKind;
use crate::text::reader::{Read, ReadFlags, Reader};

/// A query on the heap.
pub(super) struct Parsed {
    /// The goal.
    pub goal: Cell,
    /// The variables with a name, in the order of the text.
    pub variables: Vec<(String, Cell)>,
}

/// Returns the offset just after the full stop of the first clause of `text`, if it has one.
pub(super) fn clause_end(text: &str) -> Option<usize> {
    end_of_clause(text, 0)
}

/// Whether there is only layout and comments.
pub(super) fn is_blank(text: &str) -> bool {
    let mut finder = EndFinder::new();
    finder.feed(text).is_none() && finder.is_blank()
}

/// Reads a query; the full stop and a leading `?-` are optional.
pub(super) fn parse(m: &mut Machine, text: &str) -> Result<Parsed, Error> {
    if is_blank(text) {
        return Err(Error::syntax_at(text, 0, "the query is empty".to_string()));
    }
    let mut full = text.to_string();
    full.push_str(if clause_end(text).is_some() { "\n" } else { "\n." });
    let flags = ReadFlags::from(m.flags());
    let mut reader = Reader::watched(m.limits().watch());
    reader.room = reading_room(m, full.len());
    let Parts { atoms, ops, .. } = m.parts();
    let read = reader
        .read(&full, 0, atoms, ops, &flags)
        .map_err(|error| match error.kind {
            SyntaxKind::NoRoom(_) => Error::memory(),
            SyntaxKind::GivenUp => {
                let _interrupt = m.settle();
                Error::interrupted()
            }
            _ => Error::syntax(text, &error),
        })?;
    let Read::Clause { end, .. } = read else {
        return Err(Error::syntax_at(text, 0, "the query is empty".to_string()));
    };
    if !is_blank(&full[end..]) {
        let next = end + full[end..].len() - full[end..].trim_start().len();
        return Err(Error::syntax_at(
            text,
            next,
            "expected nothing after the end of the query".to_string(),
        ));
    }
    let ast = reader.ast();
    let taken = bytes_to_build(&reader);
    if m.with_aside(taken, |m| m.reserve(build::cells_needed(ast))).is_err() {
        return Err(Error::memory());
    }
    // Discard what an earlier goal has left.
    m.heap.watch.forget_given_up();
    let built = build::build(ast, &mut m.heap, &mut m.atoms);
    if m.settle().is_err() {
        return Err(Error::interrupted());
    }
    let names = (0..ast.variables.len()).map(|index| ast.variable_name(index as u32));
    let variables = names
        .zip(&built.variables)
        .filter(|(name, _)| *name != "_")
        .map(|(name, &cell)| (name.to_string(), cell))
        .collect();
    let goal = match m.view(built.term) {
        View::Struct(functor, first) if functor.name() == known::QUERY && functor.arity() == 1 => m.heap.get(first),
        _ => built.term,
    };
    Ok(Parsed { goal, variables })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_text_is_told_from_a_query() {
        assert!(is_blank(" % a comment\n\n"));
        assert!(is_blank("/* a comment */"));
        assert!(!is_blank("/* a comment"));
        assert!(!is_blank("a"));
        assert_eq!(clause_end("a. b."), Some(2));
        assert_eq!(clause_end("'a."), None);
    }
}
