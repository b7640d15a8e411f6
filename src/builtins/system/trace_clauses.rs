//! The clauses of the predicate of a traced goal: which heads match it, and where the others do not.

use crate::builtins::database::clause_refs;
use crate::builtins::system::trace_body::with_negated_bodies;
use crate::builtins::term_io::write_options::{WriteSettings, text_of_term};
use crate::code::clause::ClauseId;
use crate::code::packed::{Cells, Neck};
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::order::subsumes;
use crate::term::view::View;
use crate::term::walk::Variables;

use super::trace::FrameParts;
use super::trace_text::{TracedPlace, path_of, term_text};

/// The depth to which arguments that do not match are written.
const DEPTH: usize = 5;

/// A clause of the predicate of a traced goal.
#[derive(Clone, Debug)]
pub struct TracedClause {
    /// The number by which `TraceEvent::entered` names it.
    pub reference: u64,
    /// The place of the clause in its source, if known; the column is 0.
    pub place: Option<TracedPlace>,
    /// The argument that does not match, if the head does not.
    pub mismatch: Option<ArgumentMismatch>,
}

/// An argument of a goal that does not match that of the head of a clause.
#[derive(Clone, Debug)]
pub struct ArgumentMismatch {
    /// Its number, from 1.
    pub argument: usize,
    /// The text of the argument of the head, with what the arguments before it have bound.
    pub head: String,
    /// The text of the argument of the goal.
    pub goal: String,
}

/// Returns the number of the clause of a reference.
pub(crate) fn number_of(m: &Machine, reference: Cell) -> Option<u64> {
    let id = clause_refs::living(m, reference)?;
    Some(m.db.clauses[id].reference(id))
}

/// Returns the place of the clause of a reference.
pub(crate) fn place_of(m: &Machine, reference: Cell) -> Option<TracedPlace> {
    place_of_clause(m, clause_refs::living(m, reference)?)
}

fn place_of_clause(m: &Machine, id: ClauseId) -> Option<TracedPlace> {
    let (file, line) = m.db.place(id)?;
    Some(TracedPlace {
        file: m.atoms.text(file).to_owned(),
        line: line as usize,
        column: 0,
    })
}

/// Returns the clauses of the predicate of a frame; none if there are more than `most`.
///
/// # Errors
/// `resource_error(memory)`, or the exception of an interrupt.
pub(crate) fn clauses_of(m: &mut Machine, frame: &FrameParts, most: usize) -> Result<Vec<TracedClause>, Stop> {
    let Some(pred) = frame.predicate(m) else {
        return Ok(Vec::new());
    };
    let ids: Vec<ClauseId> = m.db.living(pred).take(most.saturating_add(1)).collect();
    if ids.len() > most {
        return Ok(Vec::new());
    }
    let mut clauses = Vec::with_capacity(ids.len());
    for id in ids {
        clauses.push(TracedClause {
            reference: m.db.clauses[id].reference(id),
            place: place_of_clause(m, id),
            mismatch: mismatch(m, frame, id)?,
        });
    }
    Ok(clauses)
}

/// Returns the first argument of the goal that the head of a clause does not match, if there is one.
fn mismatch(m: &mut Machine, frame: &FrameParts, id: ClauseId) -> Result<Option<ArgumentMismatch>, Stop> {
    let binds = m.db.clauses[id].shape.neck() == Neck::Unify;
    let (head, body) = m.unpack_clause(id)?;
    let (own, arity) = m.heap.parts(head);
    let (given, _) = m.heap.parts(frame.goal);
    let mark = m.stacks.mark(&m.heap);
    let mut found = None;
    for i in 0..arity {
        let (mine, other) = (m.heap.get(own + i), m.heap.get(given + i));
        let trial = m.stacks.mark(&m.heap);
        if (binds || subsumes(&m.heap, mine, other)) && m.unify_terms(mine, other) {
            m.stacks.keep_mark(trial);
            continue;
        }
        m.undo_to_mark(trial);
        found = Some((i, mine, other));
        break;
    }
    let texts = found.map(|(i, mine, other)| {
        let head = head_text(m, id, head, body, mine);
        (i, head, term_text(m, frame, other, DEPTH, true))
    });
    m.undo_to_mark(mark);
    let Some((i, head, goal)) = texts else { return Ok(None) };
    Ok(Some(ArgumentMismatch {
        argument: i + 1,
        head: head?,
        goal: goal?,
    }))
}

/// Returns the text of an argument of a head. Its variables have their names in the source.
fn head_text(m: &mut Machine, id: ClauseId, head: Cell, body: Cell, argument: Cell) -> Result<String, Stop> {
    let mut variables = Variables::default();
    variables.add(&m.heap, head);
    variables.add(&m.heap, body);
    let mut settings = WriteSettings {
        blanks: true,
        max_depth: DEPTH,
        priority: Some(999),
        ..WriteSettings::quoted()
    };
    for (cell, name) in variables.cells.into_iter().zip(m.db.names(id)) {
        let cell = m.deref(cell);
        if cell.is_variable() {
            settings
                .names
                .entry(cell)
                .or_insert(name.unwrap_or_else(|| "_".to_owned()));
        }
    }
    text_of_term(m, argument, &settings)
}

/// Returns the way from the body of its clause to the goal of a frame: the names of the control constructs and the numbers
/// of their arguments, the outermost first.
pub(crate) fn way_of(m: &mut Machine, frame: &FrameParts) -> Option<Vec<(String, usize)>> {
    let (id, positions) = path_of(m, frame)?;
    let (_, body) = m.unpack_clause(id).ok()?;
    let mut goal = with_negated_bodies(m, body).ok()?;
    let mut way = Vec::with_capacity(positions.len());
    for position in positions {
        let View::Struct(functor, at) = m.view(goal) else { break };
        let position = usize::from(position);
        if !(1..=functor.arity()).contains(&position) {
            break;
        }
        way.push((m.atoms.text(functor.name()).to_owned(), position));
        goal = m.deref(m.heap.get(at + position - 1));
    }
    Some(way)
}
