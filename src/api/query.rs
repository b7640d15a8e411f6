//! `Query`: the solutions of a goal, found one at a time.

use std::sync::Arc;

use super::answer::Answer;
use super::console::Console;
use super::engine::Engine;
use super::error::Error;
use super::input;
use super::keep::{self, Kept};
use super::run;
use super::term::{Store, Term};
use super::transfer::{Exporter, GivenUp};
use crate::base::known;
use crate::base::limit::Limit;
use crate::builtins::term_io::write_term::is_portray_defined;
use crate::machine::native::Stop;
use crate::machine::{Machine, Outcome};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;

/// An open query: an iterator over its answers. Dropping it abandons the remaining solutions.
///
/// ```
/// let mut engine = ferz::Engine::new();
/// let mut query = engine.query("member(X, [a, b])")?;
/// let first = query.next().expect("there is one")?;
/// assert_eq!((first.to_string().as_str(), first.is_last()), ("X = a", false));
/// let second = query.next().expect("there is another")?;
/// assert_eq!((second.to_string().as_str(), second.is_last()), ("X = b", true));
/// assert!(query.next().is_none());
/// # Ok::<(), ferz::Error>(())
/// ```
pub struct Query<'e> {
    engine: &'e mut Engine,
    names: Vec<String>,
    /// The index of the held term that contains the variables in order; an atom if there are none.
    variables: usize,
    barrier: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    Closed,
}

/// The number of bytes of a query's text up to which messages can name its variables.
const LONGEST_KEPT: usize = 4096;

/// Whether the bindings of a query's variables are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bindings {
    /// Answers contain copies of them.
    Copied,
    /// Only the existence of a solution is wanted; the query's variables keep nothing alive.
    Ignored,
}

impl<'e> Query<'e> {
    pub(super) fn open<'v>(
        engine: &'e mut Engine,
        text: &str,
        values: impl Iterator<Item = (&'v str, Term)>,
        bindings: Bindings,
    ) -> Result<Query<'e>, Error> {
        let m = &mut engine.machine;
        let heap_top = m.heap.top();
        let prepared = prepare(m, &engine.kept, text, values);
        let (goal, names, variables) = match prepared {
            Ok((goal, _, _)) if bindings == Bindings::Ignored => (goal, Vec::new(), Cell::NIL),
            Ok(prepared) => prepared,
            Err(error) => {
                m.heap.set_top(heap_top);
                return Err(error);
            }
        };
        m.session_mut().query.clear();
        if text.len() <= LONGEST_KEPT {
            m.session_mut().query.push_str(text);
        }
        let amounts = engine.limits.least(&m.flags().limits.amounts());
        m.limits_mut().begin(amounts);
        let variables = m.hold(variables, heap_top);
        let barrier = m.choice_count();
        if !m.open_query(goal) {
            m.release(variables);
            m.limits_mut().end_query();
            return Err(Error::memory());
        }
        Ok(Query {
            engine,
            names,
            variables,
            barrier,
            state: State::Fresh,
        })
    }

    /// Returns the standard streams of the engine.
    pub fn console(&mut self) -> Console<'_> {
        self.engine.console()
    }

    /// Returns the text of an answer as `{}` does, or as `{:#}` does if `full`, under the query's limits: it counts
    /// against the query's time, and can be interrupted.
    ///
    /// # Errors
    /// An interrupt, or a limit that was reached.
    pub fn text(&mut self, answer: &Answer, full: bool) -> Result<String, Error> {
        self.engine.answer_text(answer, full)
    }

    fn advance(&mut self) -> Option<Result<Answer, Error>> {
        let first = self.state == State::Fresh;
        self.state = State::Running;
        let m = &mut self.engine.machine;
        m.limits_mut().start_clock();
        let outcome = m.next_solution(first);
        // The deadline still applies: residual goals are computed by running goals, and copying a large answer takes
        // long.
        let answer = (outcome == Outcome::Solution).then(|| self.answer());
        self.engine.machine.limits_mut().stop_clock();
        if !matches!(&answer, Some(Ok(answer)) if !answer.last) {
            self.close();
        }
        match outcome {
            Outcome::Solution | Outcome::Exhausted => answer,
            Outcome::Thrown => Some(Err(run::uncaught(&mut self.engine.machine))),
        }
    }

    /// Copies the bindings of the solution.
    fn answer(&mut self) -> Result<Answer, Error> {
        let m = &mut self.engine.machine;
        if !m.limits_mut().spend(Limit::Answers, 1) {
            return Err(run::limit_met(m, Limit::Answers));
        }
        let last = !m.has_choices(self.barrier);
        let Ok((variables, goals)) = residual_goals(m, m.held(self.variables)) else {
            return Err(run::raised(m));
        };
        let Ok(parts) = portrayed_parts(m, variables) else {
            return Err(run::raised(m));
        };
        let operators = self.engine.operators.take(&m.ops(), &m.atoms);
        let mut importer = run::importer(m);
        let values: Vec<Cell> = match m.view(variables) {
            View::Struct(functor, first) => (0..functor.arity()).map(|i| m.heap.get(first + i)).collect(),
            _ => Vec::new(),
        };
        let roots: Result<Vec<u32>, GivenUp> = values.iter().chain(&goals).map(|&cell| importer.import(cell)).collect();
        let Ok(roots) = roots else {
            return Err(run::given_up(m));
        };
        let mut portrayed = Vec::with_capacity(parts.len());
        for (part, text) in parts {
            match importer.import(part) {
                Ok(node) => portrayed.push((node, text)),
                Err(GivenUp) => return Err(run::given_up(m)),
            }
        }
        let store = Arc::new(Store {
            operators,
            ..importer.finish()
        });
        let mut terms = roots.into_iter().map(|root| Term {
            store: Arc::clone(&store),
            root,
        });
        Ok(Answer {
            bindings: self.names.iter().cloned().zip(terms.by_ref()).collect(),
            residual: terms.collect(),
            last,
            portrayed,
        })
    }

    fn close(&mut self) {
        if self.state == State::Closed {
            return;
        }
        self.state = State::Closed;
        let m = &mut self.engine.machine;
        m.limits_mut().start_last_clock();
        // What a cleanup goal raises when a query is given up has nobody to go to.
        let _unheard = m.close_query(self.barrier);
        m.release(self.variables);
        m.limits_mut().end_query();
    }
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Closed {
            None
        } else {
            self.advance()
        }
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

/// Reads the query's text and binds the values.
fn prepare<'v>(
    m: &mut Machine,
    kept: &Kept,
    text: &str,
    values: impl Iterator<Item = (&'v str, Term)>,
) -> Result<(Cell, Vec<String>, Cell), Error> {
    let mut parsed = input::parse(m, text)?;
    keep::insert(m, kept, text, &mut parsed)?;
    for (name, value) in values {
        let Some((_, variable)) = parsed.variables.iter().find(|(known, _)| known == name) else {
            return Err(Error::syntax_at(text, 0, format!("the query has no variable {name}")));
        };
        if m.reserve(Exporter::cells_needed(&value.store)).is_err() {
            return Err(Error::memory());
        }
        let cell = Exporter::new(&value.store).export(value.root, &mut m.heap, &mut m.atoms);
        m.unify_terms(*variable, cell);
    }
    let (names, cells): (Vec<String>, Vec<Cell>) = parsed.variables.into_iter().unzip();
    let variables = m.heap.new_term(known::SYSTEM_GOAL, &cells);
    Ok((parsed.goal, names, variables))
}

/// Returns the parts of an answer that the program's `portray/1` writes, and the texts.
///
/// # Errors
/// An interrupt, or a limit that was met.
fn portrayed_parts(m: &mut Machine, variables: Cell) -> Result<Vec<(Cell, String)>, Stop> {
    if !is_portray_defined(m) {
        return Ok(Vec::new());
    }
    let parts_of = m.intern("$answer_parts");
    let parts = m.heap.new_var();
    let goal = m.heap.new_term(parts_of, &[variables, parts]);
    if !m.solve_once(goal)? {
        return Ok(Vec::new());
    }
    let list = walk::list_to_vec(&m.heap, parts).unwrap_or_default();
    let pair = |pair| match m.view(pair) {
        View::Struct(functor, at) if functor.arity() == 2 => match m.view(m.heap.get(at + 1)) {
            View::String(text) => Some((m.heap.get(at), m.heap.string(text))),
            _ => None,
        },
        _ => None,
    };
    Ok(list.into_iter().filter_map(pair).collect())
}

/// Returns a copy of the terms in the variables of a solution without attributes, and the residual goals; the terms
/// themselves if there are no attributed variables.
///
/// # Errors
/// An exception of the goals that compute the residual goals.
fn residual_goals(m: &mut Machine, variables: Cell) -> Result<(Cell, Vec<Cell>), Stop> {
    if walk::attributed_variables(&m.heap, variables).is_empty() {
        return Ok((variables, Vec::new()));
    }
    let copy_term = m.intern("copy_term");
    let copy = m.heap.new_var();
    let goals = m.heap.new_var();
    let goal = m.heap.new_term(copy_term, &[variables, copy, goals]);
    Ok(if m.solve_once(goal)? {
        (copy, walk::list_to_vec(&m.heap, goals).unwrap_or_default())
    } else {
        (variables, Vec::new())
    })
}
