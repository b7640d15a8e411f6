//! `Query`: the solutions of a goal, found one at a time; [`OwnedQuery`] keeps the engine with it.

use std::fmt;
use std::sync::Arc;

use super::answer::Answer;
use super::console::Console;
use super::convert::FromTerm;
use super::engine::Engine;
use super::error::Error;
use super::goal::Goal;
use super::limits::Canceller;
use super::open::{BindingsWanted, OpenQuery, StepEnd};
use super::params::Params;
use super::row::Row;
use crate::base::watch::Watch;

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
    open: OpenQuery,
}

/// The outcome of [`Query::step`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Step {
    /// A solution.
    Answer(Answer),
    /// The calls of the step, or its time, are used up; the next step goes on.
    Yielded,
    /// The goal waits for a future of the host ([`unify_later`](super::host::Call::unify_later)); the next step asks again whether it is ready.
    Waiting,
    /// There are no more solutions.
    Exhausted,
}

/// The calls that a goal may make before it goes back to the host: see [`Query::step`]. With 0 it makes none, and does not go
/// on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fuel(pub u64);

impl fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("names", &self.open.names())
            .finish_non_exhaustive()
    }
}

impl<'e> Query<'e> {
    pub(super) fn open(
        engine: &'e mut Engine,
        text: &str,
        params: impl Params,
        bindings: BindingsWanted,
    ) -> Result<Query<'e>, Error> {
        let open = OpenQuery::new(engine, text, params, bindings, None)?;
        Ok(Query { engine, open })
    }

    pub(super) fn of(engine: &'e mut Engine, open: OpenQuery) -> Query<'e> {
        Query { engine, open }
    }

    /// Opens another query before this one goes on. What it uses counts against the limits of this one, too.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let mut outer = engine.query("member(X, [1, 2])")?;
    /// let mut pairs = Vec::new();
    /// while let Some(x) = outer.next().transpose()? {
    ///     let mut inner = outer.nested("member(Y, [a, b])")?;
    ///     while let Some(y) = inner.next().transpose()? {
    ///         pairs.push(format!("{x}, {y}"));
    ///     }
    /// }
    /// assert_eq!(pairs, ["X = 1, Y = a", "X = 1, Y = b", "X = 2, Y = a", "X = 2, Y = b"]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn nested(&mut self, text: &str) -> Result<Query<'_>, Error> {
        self.nested_with(text, ())
    }

    /// As [`Query::nested`], with values for some of the variables.
    ///
    /// # Errors
    /// As for [`Engine::query_with`].
    pub fn nested_with(&mut self, text: &str, params: impl Params) -> Result<Query<'_>, Error> {
        let outer = Some(&self.open);
        let open = OpenQuery::new(self.engine, text, params, BindingsWanted::Copied, outer)?;
        Ok(Query {
            engine: self.engine,
            open,
        })
    }

    /// Returns the standard streams of the engine.
    pub fn console(&mut self) -> Console<'_> {
        self.engine.toplevel().console()
    }

    /// Returns what stops this query from another thread, and no other.
    pub fn canceller(&self) -> Canceller {
        self.open.canceller(self.engine)
    }

    /// Returns the text of an answer as `{}` does, or as `{:#}` does if `full`, under the query's limits: it counts
    /// against the query's time, and can be interrupted.
    ///
    /// # Errors
    /// An interrupt, or a limit that was reached.
    pub fn text(&mut self, answer: &Answer, full: bool) -> Result<String, Error> {
        self.engine.toplevel().answer_text(answer, full)
    }

    /// Runs the goal for a number of calls, or to its next solution: so that a host may do other work in between, or run
    /// the goals of several engines by turns. Time between the steps does not count. A call of a built-in may take long:
    /// [`SlicedQuery`](super::slices::SlicedQuery) counts time, and can stop in the middle of one.
    ///
    /// ```
    /// use ferz::{Fuel, Step};
    ///
    /// let mut engine = ferz::Engine::new();
    /// let mut query = engine.query("between(1, inf, N), N mod 9973 =:= 0")?;
    /// let mut steps = 1;
    /// let answer = loop {
    ///     match query.step(Fuel(1_000))? {
    ///         Step::Answer(answer) => break answer,
    ///         Step::Yielded => steps += 1,
    ///         _ => unreachable!("there are more numbers"),
    ///     }
    /// };
    /// assert!(answer.to_string() == "N = 9973" && steps > 5);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// The exception of the goal.
    pub fn step(&mut self, fuel: Fuel) -> Result<Step, Error> {
        self.open.step(self.engine, StepEnd::Calls(fuel))
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
        self.open.next_row(self.engine)
    }

    /// Returns the values of one variable in all solutions, as they are found.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let squares: Vec<i64> = engine.query("between(1, 5, X), Y is X * X")?.values("Y").collect::<Result<_, _>>()?;
    /// assert_eq!(squares, [1, 4, 9, 16, 25]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// In place of a value: the exception of the goal, or why the value is no `T`; or that there is no such variable.
    pub fn values<T: FromTerm>(mut self, name: &str) -> impl Iterator<Item = Result<T, Error>> + use<'e, T> {
        let name = name.to_owned();
        std::iter::from_fn(move || {
            let row = self.next_row().transpose()?;
            Some(row.and_then(|row| row.get(name.as_str())))
        })
    }
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.open.next(self.engine)
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        self.open.close(self.engine);
    }
}

/// An open query that owns its engine, so that it can be kept or sent to another thread.
///
/// ```
/// let mut engine = ferz::Engine::new();
/// engine.consult_str("color(red). color(blue).")?;
/// let query = engine.into_query("color(C)")?;
/// let answers = std::thread::spawn(move || query.map(|answer| answer.map(|a| a.to_string())).collect::<Vec<_>>());
/// let answers: Result<Vec<String>, ferz::Error> = answers.join().expect("it ends").into_iter().collect();
/// assert_eq!(answers?, ["C = red", "C = blue"]);
/// # Ok::<(), ferz::Error>(())
/// ```
#[must_use = "a query does nothing until it is asked for a solution"]
pub struct OwnedQuery {
    /// Absent once it was given back.
    engine: Option<Engine>,
    open: OpenQuery,
    /// Those that the query was opened in, the outermost first.
    outer: Vec<OpenQuery>,
}

impl fmt::Debug for OwnedQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = &self.open.names();
        f.debug_struct("OwnedQuery")
            .field("names", names)
            .finish_non_exhaustive()
    }
}

impl OwnedQuery {
    /// Opens a query with values for some of the variables, as [`Engine::into_query_with`] does, but gives the engine
    /// back if that fails.
    ///
    /// ```
    /// use ferz::{Engine, OwnedQuery};
    ///
    /// let Err(failed) = OwnedQuery::open(Engine::new(), "member(X, [1, 2]", ()) else {
    ///     panic!("a bracket is missing")
    /// };
    /// let (mut engine, error) = *failed;
    /// assert!(error.to_string().starts_with("Syntax error") && engine.succeeds("true")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::query_with`], with the engine.
    pub fn open(mut engine: Engine, text: &str, params: impl Params) -> Result<OwnedQuery, Box<(Engine, Error)>> {
        let open = OpenQuery::new(&mut engine, text, params, BindingsWanted::Copied, None);
        OwnedQuery::of(engine, open)
    }

    /// As [`OwnedQuery::open`], for a prepared goal.
    ///
    /// ```
    /// use ferz::{Engine, OwnedQuery};
    ///
    /// let mut engine = Engine::new();
    /// let goal = engine.prepare("between(1, N, X)")?;
    /// let query = OwnedQuery::run(engine, &goal, ("N", 3)).map_err(|failed| failed.1)?;
    /// assert_eq!(query.count(), 3);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::run`], with the engine.
    pub fn run(mut engine: Engine, goal: &Goal, params: impl Params) -> Result<OwnedQuery, Box<(Engine, Error)>> {
        let open = engine.open_goal(goal, params);
        OwnedQuery::of(engine, open)
    }

    fn of(engine: Engine, open: Result<OpenQuery, Error>) -> Result<OwnedQuery, Box<(Engine, Error)>> {
        match open {
            Ok(open) => Ok(OwnedQuery {
                engine: Some(engine),
                open,
                outer: Vec::new(),
            }),
            Err(error) => Err(Box::new((engine, error))),
        }
    }

    /// As [`Query::step`].
    ///
    /// # Errors
    /// The exception of the goal.
    pub fn step(&mut self, fuel: Fuel) -> Result<Step, Error> {
        match &mut self.engine {
            Some(engine) => self.open.step(engine, StepEnd::Calls(fuel)),
            None => Ok(Step::Exhausted),
        }
    }

    /// Runs the goal until the host wants its turn, or to its next solution.
    pub(super) fn step_to_turn(&mut self) -> Result<Step, Error> {
        match &mut self.engine {
            Some(engine) => self.open.step(engine, StepEnd::Turn),
            None => Ok(Step::Exhausted),
        }
    }

    /// Returns what tells the goal to stop; `None` if the engine was taken.
    pub(super) fn watch(&self) -> Option<Arc<Watch>> {
        let engine = self.engine.as_ref()?;
        Some(Arc::clone(engine.machine.limits.watch()))
    }

    /// Sets the task that futures of the host wake.
    #[cfg(feature = "async")]
    pub(super) fn set_waker(&mut self, waker: Option<&std::task::Waker>) {
        if let Some(engine) = &mut self.engine {
            engine.machine.session.set_waker(waker);
        }
    }

    /// As [`Query::next_row`].
    ///
    /// # Errors
    /// The exception of the goal.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>, Error> {
        match &mut self.engine {
            Some(engine) => self.open.next_row(engine),
            None => Ok(None),
        }
    }

    /// As [`Query::canceller`].
    pub fn canceller(&self) -> Option<Canceller> {
        self.engine.as_ref().map(|engine| self.open.canceller(engine))
    }

    /// Opens another query before this one goes on, as [`Query::nested`] does: until it is closed, the functions of this
    /// value are about the inner one.
    ///
    /// ```
    /// let mut query = ferz::Engine::new().into_query("member(X, [1, 2])")?;
    /// let mut texts = vec![query.next().expect("there is one")?.to_string()];
    /// query.open_nested("member(Y, [a, b])", ())?;
    /// texts.push(query.next().expect("there is one")?.to_string());
    /// assert!(query.close_nested());
    /// texts.push(query.next().expect("there is another")?.to_string());
    /// assert_eq!(texts, ["X = 1", "Y = a", "X = 2"]);
    /// assert!(!query.close_nested() && query.next().is_none());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::query_with`]; then nothing has changed.
    pub fn open_nested(&mut self, text: &str, params: impl Params) -> Result<(), Error> {
        if let Some(engine) = &mut self.engine {
            let inner = OpenQuery::new(engine, text, params, BindingsWanted::Copied, Some(&self.open))?;
            self.outer.push(std::mem::replace(&mut self.open, inner));
        }
        Ok(())
    }

    /// Abandons the innermost query, and goes back to the one that it was opened in; false if it is the outermost, which
    /// goes on.
    pub fn close_nested(&mut self) -> bool {
        let (Some(engine), Some(outer)) = (&mut self.engine, self.outer.pop()) else {
            return false;
        };
        self.open.close(engine);
        self.open = outer;
        true
    }

    /// As [`Query::console`]; `None` if the engine was taken.
    pub fn console(&mut self) -> Option<Console<'_>> {
        Some(self.engine.as_mut()?.toplevel().console())
    }

    /// As [`Query::text`].
    ///
    /// # Errors
    /// An interrupt, or a limit that was reached.
    pub fn text(&mut self, answer: &Answer, full: bool) -> Result<String, Error> {
        match &mut self.engine {
            Some(engine) => engine.toplevel().answer_text(answer, full),
            None => Ok(answer.to_string()),
        }
    }

    /// Abandons the remaining solutions and returns the engine; `None` if it was taken before.
    pub fn into_engine(mut self) -> Option<Engine> {
        self.close();
        self.engine.take()
    }

    fn close(&mut self) {
        while self.close_nested() {}
        if let Some(engine) = &mut self.engine {
            self.open.close(engine);
        }
    }
}

impl Iterator for OwnedQuery {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.open.next(self.engine.as_mut()?)
    }
}

impl Drop for OwnedQuery {
    fn drop(&mut self) {
        self.close();
    }
}

impl Engine {
    /// Opens a query that owns the engine.
    ///
    /// # Errors
    /// If the text cannot be read; the engine is dropped then.
    pub fn into_query(self, text: &str) -> Result<OwnedQuery, Error> {
        self.into_query_with(text, ())
    }

    /// As [`Engine::into_query`], with values for some of the variables.
    ///
    /// # Errors
    /// As for [`Engine::query_with`]; the engine is dropped then.
    pub fn into_query_with(self, text: &str, params: impl Params) -> Result<OwnedQuery, Error> {
        OwnedQuery::open(self, text, params).map_err(|failed| failed.1)
    }
}

const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<OwnedQuery>();
    is_send::<Query<'_>>();
};
