//! `Query`: the solutions of a goal, found one at a time.

use std::sync::Arc;

use super::answer::Answer;
use super::builder::Builder;
use super::console::Console;
use super::convert::IntoTerm;
use super::engine::Engine;
use super::error::Error;
use super::input;
use super::keep;
use super::row::Row;
use super::run;
use super::term::{Store, Term};
use super::transfer::GivenUp;
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
#[must_use = "a query does nothing until it is asked for a solution"]
pub struct Query<'e> {
    engine: &'e mut Engine,
    names: Arc<[String]>,
    /// The index of the held term that contains the variables in order; an atom if there are none.
    variables: usize,
    barrier: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    /// The last solution was given, as a row on the heap.
    Ending,
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
    pub(super) fn open<'v, T: IntoTerm>(
        engine: &'e mut Engine,
        text: &str,
        values: impl IntoIterator<Item = (&'v str, T)>,
        bindings: Bindings,
    ) -> Result<Query<'e>, Error> {
        let m = &mut engine.machine;
        let heap_top = m.heap.top();
        let kept = &engine.kept;
        let prepared = input::parse(m, text).and_then(|mut parsed| {
            keep::insert(m, kept, text, &mut parsed)?;
            let (names, variables): (Vec<String>, Vec<Cell>) = parsed.variables.into_iter().unzip();
            bind(m, &names, |i| variables[i], values).map_err(|fault| fault.of(text))?;
            let variables = match bindings {
                Bindings::Copied => m.heap.new_term(known::SYSTEM_GOAL, &variables),
                Bindings::Ignored => Cell::NIL,
            };
            Ok((parsed.goal, names, variables))
        });
        match prepared {
            Ok((goal, names, variables)) => {
                // Not for queries that the program itself makes about a query.
                if !text.starts_with("system:'$") {
                    let session = m.session_mut();
                    session.query.clear();
                    session.query_failed = false;
                    if text.len() <= LONGEST_KEPT {
                        session.query.push_str(text);
                    }
                }
                Query::begin(engine, goal, names.into(), variables, heap_top)
            }
            Err(error) => {
                m.heap.set_top(heap_top);
                Err(error)
            }
        }
    }

    /// Opens the query of a goal on the heap, which began at `heap_top`.
    pub(super) fn begin(
        engine: &'e mut Engine,
        goal: Cell,
        names: Arc<[String]>,
        variables: Cell,
        heap_top: usize,
    ) -> Result<Query<'e>, Error> {
        let m = &mut engine.machine;
        let amounts = engine.limits.least(&m.flags().limits.amounts());
        m.limits_mut().begin(amounts);
        let variables = m.hold(variables, heap_top);
        let barrier = m.choice_count();
        if !m.open_query(goal) {
            m.release(variables);
            m.limits_mut().end_query();
            return Err(Error::memory());
        }
        m.tracer_mut().query = Some((variables, Arc::clone(&names)));
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

    /// Finds the next solution and returns it as a row: its values are read from the engine's heap, not copied. This
    /// is the fastest way to go through many solutions.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let mut query = engine.query("between(1, 5, X), Y is X * X")?;
    /// let mut sum = 0;
    /// while let Some(row) = query.next_row()? {
    ///     sum += row.get::<i64>("X")? * row.get::<i64>("Y")?;
    /// }
    /// assert_eq!(sum, 225);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// The exception of the goal.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>, Error> {
        match self.state {
            State::Closed => return Ok(None),
            State::Ending => {
                self.close();
                return Ok(None);
            }
            State::Fresh | State::Running => {}
        }
        let outcome = self.solve();
        let m = &mut self.engine.machine;
        m.limits_mut().stop_clock();
        match outcome {
            Outcome::Solution => {
                if !m.limits_mut().spend(Limit::Answers, 1) {
                    self.close();
                    return Err(run::limit_met(&mut self.engine.machine, Limit::Answers));
                }
                if !m.has_choices(self.barrier) {
                    self.state = State::Ending;
                }
                let m = &self.engine.machine;
                Ok(Some(Row::new(m, &self.names, m.held(self.variables))))
            }
            Outcome::Exhausted => {
                self.close();
                Ok(None)
            }
            Outcome::Thrown => {
                self.close();
                Err(run::uncaught(&mut self.engine.machine))
            }
        }
    }

    /// Runs to the next solution; the clock goes on.
    fn solve(&mut self) -> Outcome {
        let first = self.state == State::Fresh;
        self.state = State::Running;
        let m = &mut self.engine.machine;
        m.limits_mut().start_clock();
        m.next_solution(first)
    }

    fn advance(&mut self) -> Option<Result<Answer, Error>> {
        let first = self.state == State::Fresh;
        let outcome = self.solve();
        // The deadline still applies: residual goals are computed by running goals, and copying a large answer takes
        // long.
        let answer = (outcome == Outcome::Solution).then(|| self.answer());
        let m = &mut self.engine.machine;
        m.limits_mut().stop_clock();
        if first && outcome == Outcome::Exhausted {
            let session = m.session_mut();
            session.query_failed = true;
            session.failed_query.clone_from(&session.query);
        }
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
        let operators = self.engine.operators.take(m.ops(), &m.atoms);
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
        m.tracer_mut().query = None;
        m.release(self.variables);
        m.limits_mut().end_query();
    }
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.state {
            State::Closed => None,
            State::Ending => {
                self.close();
                None
            }
            State::Fresh | State::Running => self.advance(),
        }
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

/// Why a value could not be bound to a query's variable.
pub(super) enum Unbound {
    /// The query has no variable of this name.
    Unknown(String),
    /// The variable has another value already.
    Twice(String),
    NoRoom,
}

impl Unbound {
    /// Returns the error for a query with this text.
    pub(super) fn of(self, text: &str) -> Error {
        match self {
            Unbound::Unknown(name) => Error::syntax_at(text, 0, format!("the query has no variable {name}")),
            Unbound::Twice(name) => Error::syntax_at(text, 0, format!("the variable {name} has two values")),
            Unbound::NoRoom => Error::memory(),
        }
    }
}

/// Binds the variables of a query to values. Variables that several values share stay shared.
pub(super) fn bind<'v, T: IntoTerm>(
    m: &mut Machine,
    names: &[String],
    variable: impl Fn(usize) -> Cell,
    values: impl IntoIterator<Item = (&'v str, T)>,
) -> Result<(), Unbound> {
    let mut builder = Builder::live(m);
    let mut bindings = Vec::new();
    for (name, value) in values {
        let index = names.iter().position(|known| known == name);
        let index = index.ok_or_else(|| Unbound::Unknown(name.to_owned()))?;
        value.put(&mut builder);
        bindings.push((index, builder.take_cell().map_err(|_| Unbound::NoRoom)?));
    }
    for (index, cell) in bindings {
        if !m.unify_terms(variable(index), cell) {
            return Err(Unbound::Twice(names[index].clone()));
        }
    }
    Ok(())
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

/// Returns a residual goal without the name of the library that it is of, which is visible everywhere.
fn without_library(m: &Machine, goal: Cell) -> Cell {
    match m.view(goal) {
        View::Struct(functor, first)
            if functor.name() == known::COLON && m.deref(m.heap.get(first)) == Cell::atom(known::CLPFD) =>
        {
            m.heap.get(first + 1)
        }
        _ => goal,
    }
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
        let goals = walk::list_to_vec(&m.heap, goals).unwrap_or_default();
        (copy, goals.into_iter().map(|goal| without_library(m, goal)).collect())
    } else {
        (variables, Vec::new())
    })
}
