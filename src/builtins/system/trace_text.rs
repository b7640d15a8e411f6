//! The text of a port: the goal with the names that its variables have in the source, and its place there.

use crate::base::atom::Functor;
use crate::base::known;
use crate::builtins::database::clause_refs;
use crate::builtins::database::goal_paths::{GoalPath, place_of_goal};
use crate::builtins::term_io::write_options::{WriteSettings, text_of_term};
use crate::code::clause::ClauseId;
use crate::code::packed::Cells;
use crate::io::table::USER_ERROR;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::trace::{Port, Stopped};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;

use super::trace::FrameParts;

/// The depth to which goals are written.
pub(crate) const DEPTH: usize = 10;

/// A place in a source text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TracedPlace {
    /// The name of the file, or `user`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; 0 if only the line of the clause is known.
    pub column: usize,
}

/// The parts of a site.
struct Site {
    /// The reference to the clause.
    clause: Cell,
    /// A term with the variables of the clause in the order of their first occurrences, or a list of Name = Variable.
    variables: Cell,
    goal: GoalPath,
}

fn site_of(m: &Machine, frame: &FrameParts) -> Option<Site> {
    match m.view(frame.site) {
        View::Struct(f, at) if f.arity() == 3 => {
            if let View::Int(number) = m.view(m.heap.get(at + 2)) {
                return Some(Site {
                    clause: m.deref(m.heap.get(at)),
                    variables: m.deref(m.heap.get(at + 1)),
                    goal: GoalPath::Number(usize::try_from(number).unwrap_or(0)),
                });
            }
            let steps = walk::list_to_vec(&m.heap, m.heap.get(at + 2)).unwrap_or_default();
            let position = |step: &Cell| match m.view(*step) {
                View::Int(position) => u8::try_from(position).ok(),
                _ => None,
            };
            Some(Site {
                clause: m.deref(m.heap.get(at)),
                variables: m.deref(m.heap.get(at + 1)),
                goal: GoalPath::Positions(steps.iter().rev().filter_map(position).collect()),
            })
        }
        _ => None,
    }
}

/// Returns the innermost site of a frame and those around it. A goal that the library calls has that of the goal of the
/// program that called the library.
fn nearest_site(m: &Machine, frame: &FrameParts) -> Option<Site> {
    let mut frame = *frame;
    loop {
        if let Some(site) = site_of(m, &frame) {
            return Some(site);
        }
        let outer = FrameParts::of(m, frame.parent)?;
        if outer.module != known::SYSTEM {
            return None;
        }
        frame = outer;
    }
}

/// Returns the variables of the clause, or of the query, that a frame's goal is in, with their names.
pub(crate) fn variables_of(m: &mut Machine, frame: &FrameParts) -> Vec<(String, Cell)> {
    let Some(site) = nearest_site(m, frame) else {
        return variables_of_query(m);
    };
    let Some(id) = clause_refs::living(m, site.clause) else {
        return Vec::new();
    };
    if let Ok(pairs) = walk::list_to_vec(&m.heap, site.variables) {
        let named = pairs.into_iter().filter_map(|pair| match m.view(pair) {
            View::Struct(_, at) => match m.view(m.heap.get(at)) {
                View::Atom(name) => Some((m.atoms.text(name).to_owned(), m.deref(m.heap.get(at + 1)))),
                _ => None,
            },
            _ => None,
        });
        return named.collect();
    }
    let View::Struct(functor, at) = m.view(site.variables) else {
        return Vec::new();
    };
    let named = m.db.names(id).into_iter().take(functor.arity()).enumerate();
    named
        .filter_map(|(i, name)| Some((name?, m.deref(m.heap.get(at + i)))))
        .collect()
}

fn variables_of_query(m: &Machine) -> Vec<(String, Cell)> {
    let Some((held, names)) = &m.tracer.query else {
        return Vec::new();
    };
    match m.view(m.held.get(*held)) {
        View::Struct(functor, at) if functor.arity() == names.len() => {
            let values = (at..).map(|at| m.deref(m.heap.get(at)));
            names.iter().cloned().zip(values).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the clause that a frame's goal is in, and the argument positions that lead to it in the body, the outermost first.
pub(crate) fn path_of(m: &Machine, frame: &FrameParts) -> Option<(ClauseId, Vec<u8>)> {
    let site = site_of(m, frame)?;
    match site.goal {
        GoalPath::Positions(positions) => Some((clause_refs::living(m, site.clause)?, positions)),
        GoalPath::Number(_) => None,
    }
}

/// Returns the place of a frame's goal in its source.
pub(crate) fn place_of(m: &mut Machine, frame: &FrameParts) -> Option<TracedPlace> {
    let site = nearest_site(m, frame)?;
    let id = clause_refs::living(m, site.clause)?;
    let (file, clause_line) = m.db.place(id)?;
    let (file, clause_line) = (m.atoms.text(file).to_owned(), clause_line as usize);
    let (line, column) = place_of_goal(m, id, &site.goal).unwrap_or((clause_line, 0));
    Some(TracedPlace { file, line, column })
}

/// Returns the text of a term; its variables have the names that they have in the frame's clause.
///
/// # Errors
/// `resource_error(memory)`, or the exception of an interrupt.
pub(crate) fn term_text(
    m: &mut Machine,
    frame: &FrameParts,
    term: Cell,
    depth: usize,
    quoted: bool,
) -> Result<String, Stop> {
    let mut settings = WriteSettings {
        portray: true,
        blanks: true,
        max_depth: depth,
        priority: Some(999),
        quoted,
        ..WriteSettings::plain()
    };
    for (name, variable) in variables_of(m, frame) {
        if variable.is_variable() {
            settings.names.entry(variable).or_insert(name);
        }
    }
    name_continuations(m, term, &mut settings);
    text_of_term(m, term, &settings)
}

/// Continuations, which hold frames of the debugger and of the library, are written as `<continuation>`. Those far into
/// a large term are not sought.
fn name_continuations(m: &Machine, term: Cell, settings: &mut WriteSettings) {
    const MOST: usize = 1000;
    let mut waiting = vec![term];
    for _ in 0..MOST {
        let Some(part) = waiting.pop() else { return };
        let part = m.deref(part);
        if let View::Struct(functor, _) = m.view(part)
            && functor == Functor::new(known::CALL_CONTINUATION, 1)
        {
            settings.names.insert(part, "<continuation>".to_owned());
            continue;
        }
        let (first, count) = m.heap.arguments(part);
        waiting.extend((first..first + count.min(MOST)).map(|at| m.heap.get(at)));
    }
}

/// Returns the text of a frame's goal, with its module in front if it is neither the program nor the library.
///
/// # Errors
/// As for [`term_text`].
pub(crate) fn goal_text(m: &mut Machine, frame: &FrameParts, depth: usize, quoted: bool) -> Result<String, Stop> {
    let goal = shown_goal(m, frame);
    term_text(m, frame, goal, depth, quoted)
}

/// Returns the goal as it is shown: that of the clauses of a tabled predicate has the predicate's own name.
pub(crate) fn shown_goal(m: &mut Machine, frame: &FrameParts) -> Cell {
    let (first, arity) = m.heap.parts(frame.goal);
    let mut goal = frame.goal;
    if let View::Struct(functor, _) = m.view(goal) {
        let shown = m.session.shown(functor);
        if shown != functor {
            let arguments: Vec<Cell> = (first..first + arity).map(|at| m.heap.get(at)).collect();
            goal = m.heap.new_term(shown.name(), &arguments);
        }
    }
    match frame.module {
        known::USER | known::SYSTEM => goal,
        module => m
            .heap
            .new_struct(Functor::new(known::COLON, 2), &[Cell::atom(module), goal]),
    }
}

/// Returns the word for a port.
pub(crate) fn port_word(port: Port) -> &'static str {
    match port {
        Port::Call => "Call",
        Port::Exit => "Exit",
        Port::Redo => "Redo",
        Port::Fail => "Fail",
        Port::Unify => "Unify",
        Port::Exception => "Exception",
        Port::Cut => "Cut",
    }
}

/// Returns a line about a port: `   Call: (2) p(X) at file.pl:3`.
///
/// # Errors
/// As for [`term_text`].
pub(crate) fn port_line(m: &mut Machine, stopped: Stopped, depth: usize, quoted: bool) -> Result<String, Stop> {
    let Some(frame) = FrameParts::of(m, stopped.frame) else {
        return Ok(String::new());
    };
    let word = port_word(stopped.port);
    let goal = goal_text(m, &frame, depth, quoted)?;
    if stopped.is_point {
        return Ok(format!(" T [{}] {word}: {goal}", frame.depth));
    }
    let spied = frame.predicate(m).and_then(|pred| m.db.preds[pred].watched.as_ref());
    let spied = if spied.is_some_and(|watched| watched.spied) {
        '*'
    } else {
        ' '
    };
    let left = if stopped.port == Port::Exit && m.deref(stopped.extra) == Cell::atom(known::TRUE) {
        '*'
    } else {
        ' '
    };
    let mut line = format!(" {spied} {left}{word}: ({}) {goal}", frame.depth);
    if let Some(place) = place_of(m, &frame) {
        line.push_str(&place.to_string());
    }
    Ok(line)
}

impl std::fmt::Display for TracedPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "   [{}:{}", self.file, self.line)?;
        if self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        write!(f, "]")
    }
}

/// Writes a port to the standard error stream.
///
/// # Errors
/// As for [`term_text`].
pub(crate) fn show_port(m: &mut Machine, stopped: Stopped) -> Step {
    let line = port_line(m, stopped, DEPTH, true)?;
    // Earlier output of the program comes first; a stream that cannot be written is no reason to stop.
    let _flushed = m.streams.flush_all();
    if let Some(stream) = m.streams.writer(USER_ERROR) {
        let _written = stream.write_text(&line).and_then(|()| stream.write_text("\n"));
    }
    Ok(())
}
