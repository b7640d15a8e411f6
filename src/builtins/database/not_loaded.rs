//! The clauses that did not load because of a syntax error, for messages about predicates that are missing.

use std::path::Path;

use crate::base::atom::{Atom, Functor};
use crate::machine::Machine;
use crate::machine::session::NotLoaded;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::text::error::SyntaxError;
use crate::text::lexer::Lexeme;
use crate::text::token::{Kind, Token};

use crate::builtins::database::load::full_name;

pub(in crate::builtins) const TABLE: &[Native] = &[det!("$not_loaded(+name, +arity, -places)", 3, not_loaded_3).doc(
    "Unifies places with the list of not_loaded(File, Line, Arity, Reason) for the clauses of name that did not load \
     because of a syntax error; those of the arity, if there are any, else those of others.",
)];

/// The number of clauses that are remembered.
const MOST: usize = 1000;
/// The number of places reported.
const MOST_REPORTED: usize = 3;

/// Notes the clauses that are lost with the text that was read last.
pub(super) fn note(m: &mut Machine, error: &SyntaxError) {
    let Some(source) = m.loading.source_mut() else { return };
    let end = error.resume.max(error.span.end as usize);
    let tokens: Vec<Lexeme> = source
        .reader
        .tokens()
        .iter()
        .filter(|token| (token.span.start as usize) < end)
        .copied()
        .collect();
    let file = source.name;
    let is_first_of_line = |at: usize| {
        let before = &source.text[..tokens[at].span.start as usize];
        // A word on a line of its own may be one of another language, with the clause behind it.
        let before = if at == 1 {
            before.trim_end_matches([' ', '\t'])
        } else {
            before
        };
        before.is_empty() || before.ends_with('\n')
    };
    let heads: Vec<(usize, Functor)> = (0..tokens.len())
        .filter(|&at| at == 0 || is_first_of_line(at))
        .filter_map(|at| Some((tokens[at].span.start as usize, head(&source.text, &tokens[at..])?)))
        .collect();
    let several = heads.len() > 1;
    let mut found = Vec::new();
    for (index, (start, functor)) in heads.into_iter().enumerate() {
        let reason = match (several, index) {
            (false, _) => error.to_string(),
            (true, 0) => "its full stop is missing".to_owned(),
            (true, _) => "the full stop of the clause before it is missing".to_owned(),
        };
        found.push((functor, source.place(start).0, reason));
    }
    let file = m.atoms.text(file).to_owned();
    let room = MOST.saturating_sub(m.session.lasting.not_loaded.len());
    for (functor, line, reason) in found.into_iter().take(room) {
        let lost = NotLoaded {
            name: m.atoms.text(functor.name()).to_owned(),
            arity: functor.arity(),
            file: file.clone(),
            line,
            reason,
        };
        m.session.lasting.not_loaded.push(lost);
    }
}

/// Forgets the clauses of a text that is loaded again.
pub(super) fn forget(m: &mut Machine, name: Atom, path: Option<&Path>) {
    if m.session.lasting.not_loaded.is_empty() {
        return;
    }
    let mut clauses = std::mem::take(&mut m.session.lasting.not_loaded);
    clauses.retain(|clause| {
        let is_same = path.is_some_and(|path| full_name(&m.streams.access.path(&clause.file)) == path);
        clause.file != m.atoms.text(name) && !is_same
    });
    m.session.lasting.not_loaded = clauses;
}

/// Returns the name and the arity of the head at the beginning of these tokens, if they look like a clause.
fn head(text: &str, tokens: &[Lexeme]) -> Option<Functor> {
    let first = tokens.first()?;
    let named = matches!(first.token, Token::Name | Token::QuotedName | Token::EscapedName);
    let slice = |token: &Lexeme| text.get(token.span.range());
    if !named || slice(first)?.starts_with(|c: char| !c.is_alphabetic() && c != '\'') {
        return None;
    }
    let mut arity = 0;
    let mut at = 1;
    if first.kind == Kind::Functor {
        arity = 1;
        let mut depth = 1;
        while let Some(token) = tokens.get(at)
            && depth > 0
        {
            at += 1;
            match slice(token)? {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 1 => arity += 1,
                ":-" | "-->" if depth == 1 => break,
                _ if token.kind == Kind::Functor => depth += 1,
                _ => {}
            }
        }
    }
    let is_grammar = tokens.get(at).and_then(slice) == Some("-->");
    Some(Functor::new(first.atom, arity + if is_grammar { 2 } else { 0 }))
}

fn not_loaded_3(m: &mut Machine, name: Cell, arity: Cell, places: Cell) -> Step {
    let (View::Atom(name), View::Int(arity)) = (m.view(name), m.view(arity)) else {
        return Err(Stop::Fail);
    };
    let arity = usize::try_from(arity).unwrap_or(0);
    let name = m.atoms.text(name);
    let of_name = || m.session.lasting.not_loaded.iter().filter(|clause| clause.name == name);
    let is_exact = of_name().any(|clause| clause.arity == arity);
    let found: Vec<NotLoaded> = of_name()
        .filter(|clause| !is_exact || clause.arity == arity)
        .take(MOST_REPORTED)
        .cloned()
        .collect();
    let size: usize = found.iter().map(|clause| clause.reason.len() / 8 + 12).sum();
    m.reserve(size + 4)?;
    let functor = m.intern("not_loaded");
    let items: Vec<Cell> = found
        .iter()
        .map(|clause| {
            let reason = m.heap.new_string(&clause.reason);
            let (line, arity) = (Cell::int(clause.line as i64), Cell::int(clause.arity as i64));
            let file = Cell::atom(m.intern(&clause.file));
            m.heap.new_term(functor, &[file, line, arity, reason])
        })
        .collect();
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(places, list)
}
