//! The text of a query, and its term.

use super::error::Error;
use super::toplevel::{Toplevel, is_complete};
use crate::base::known;
use crate::builtins::term_io::clause_text::{bytes_to_build, reading_room};
use crate::builtins::term_io::quotations::quotations;
use crate::io::position::Position;
use crate::machine::{Machine, Parts};
use crate::term::build;
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::text::error::SyntaxKind;
use crate::text::lexer::is_blank;
use crate::text::reader::{Read, ReadFlags, Reader};

/// A query on the heap.
pub(super) struct Parsed {
    /// The goal.
    pub goal: Cell,
    /// The variables with a name, in the order of the text.
    pub variables: Vec<(String, Cell)>,
}

/// Reads a query; the full stop and a leading `?-` are optional.
pub(super) fn parse(m: &mut Machine, text: &str) -> Result<Parsed, Error> {
    let mut reader = Reader::watched(m.limits.watch());
    let built = built(m, &mut reader, text)?;
    let ast = reader.ast();
    let is_functional = ast.is_functional;
    let mut term = built.term;
    let mut quoted = Cell::NIL;
    if ast.has_quotations {
        let nowhere = |_| Position::default();
        let parts = quotations(m, &reader, term, &built.variables, Cell::NIL, nowhere);
        (term, quoted) = parts.map_err(|_| Error::memory())?;
    }
    let names = (0..ast.variables.len()).map(|index| ast.variable_name(index as u32));
    let variables = names
        .zip(&built.variables)
        .filter(|(name, _)| *name != "_")
        .map(|(name, &cell)| (name.to_string(), cell))
        .collect();
    let goal = match m.view(term) {
        View::Struct(functor, first) if functor.name() == known::QUERY && functor.arity() == 1 => m.heap.get(first),
        _ => term,
    };
    let goal = if is_functional {
        let name = m.intern("$call_functional");
        m.heap.new_term(name, &[goal])
    } else {
        goal
    };
    let goal = if quoted == Cell::NIL {
        goal
    } else {
        let name = m.intern("$call_quoted");
        m.heap.new_term(name, &[quoted, goal])
    };
    Ok(Parsed { goal, variables })
}

impl Toplevel<'_> {
    /// Whether `text` is a query but for its full stop.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// assert!(engine.toplevel().lacks_only_full_stop("member(X, [a, b])"));
    /// assert!(!engine.toplevel().lacks_only_full_stop("member(X, [a, b]),"));
    /// assert!(!engine.toplevel().lacks_only_full_stop("member(X, [a, b])."));
    /// ```
    pub fn lacks_only_full_stop(&mut self, text: &str) -> bool {
        let mut reader = Reader::new();
        !is_complete(text) && read(&mut self.engine.machine, &mut reader, text).is_ok()
    }
}

/// Reads a term; the full stop is optional.
pub(super) fn term(m: &mut Machine, text: &str) -> Result<Cell, Error> {
    let mut reader = Reader::watched(m.limits.watch());
    Ok(built(m, &mut reader, text)?.term)
}

/// Builds the only clause of `text`.
fn built(m: &mut Machine, reader: &mut Reader, text: &str) -> Result<build::Built, Error> {
    read(m, reader, text)?;
    let ast = reader.ast();
    let taken = bytes_to_build(reader);
    if m.with_aside(taken, |m| m.reserve(build::cells_needed(ast))).is_err() {
        return Err(Error::memory());
    }
    // Discard what an earlier goal has left.
    m.heap.watch.forget_early_end();
    let built = build::build(ast, &mut m.heap, &mut m.atoms);
    if m.check_walks().is_err() {
        return Err(Error::interrupted());
    }
    Ok(built)
}

/// Reads the only clause of `text`.
fn read(m: &mut Machine, reader: &mut Reader, text: &str) -> Result<(), Error> {
    let fault = |at, kind: SyntaxKind| Error::syntax_at(text, at, kind.to_string());
    if is_blank(text) {
        return Err(fault(0, SyntaxKind::EmptyQuery));
    }
    // The full stop that is added is read only if the text has none; it is on a line of its own, outside comments.
    let full = format!("{text}\n.");
    let flags = ReadFlags::from(&m.flags);
    reader.room = reading_room(m, full.len());
    let Parts { atoms, ops, .. } = m.parts();
    match reader.read(&full, 0, atoms, ops, &flags) {
        Ok(Read::Clause { end, .. }) => {
            let rest = text.get(end..).unwrap_or_default();
            if is_blank(rest) {
                return Ok(());
            }
            Err(fault(text.len() - rest.trim_start().len(), SyntaxKind::AfterQuery))
        }
        Ok(Read::EndOfText) => Err(fault(0, SyntaxKind::EmptyQuery)),
        Err(error) => match error.kind {
            SyntaxKind::NoRoom(_) => Err(Error::memory()),
            SyntaxKind::GivenUp => {
                let _interrupt = m.check_walks();
                Err(Error::interrupted())
            }
            _ => Err(Error::syntax(text, &error, m.flags.hints)),
        },
    }
}
