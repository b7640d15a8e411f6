//! An engine and its open queries. Python's `Engine` is the interface for programs.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ferz::{Answer, Engine, Error, Grant, Interrupter, Limits, OwnedQuery, Question, Term};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

use crate::arrow::Columns;
use crate::asked::{Given, Part, ask, counted};
use crate::classes::classes;
use crate::explain::{self, Watch};
use crate::failure::{busy, closed, diagnostics, to_python};
use crate::host::Predicate;
use crate::out::{Origin, Text, Walk, value};
use crate::run::{self, Running};
use crate::{arrow, facts, into, limits, streams, ticker};

/// What an engine does.
enum State {
    Idle(Box<Engine>),
    /// Queries are open.
    Asked(Box<OwnedQuery>, Vec<Asked>),
    /// A thread uses it.
    Running,
    Closed,
}

/// An open query.
struct Asked {
    number: u64,
    /// Whether nobody wants it any more.
    is_abandoned: bool,
}

/// The values of a query's variables.
pub type Values = Vec<(String, Term)>;

const OTHER_THREAD: &str =
    "the engine runs a goal, in another thread or in this one; an engine does one thing at a time";
const INNER_QUERY: &str = "a query that was opened after this one is still open; close it first";
const OPEN_QUERY: &str = "a query is open; close it first";

/// An engine.
#[pyclass(frozen, module = "ferz._ferz", name = "Core")]
pub struct Core {
    state: Mutex<State>,
    /// The queries that were abandoned and are still open.
    abandoned: Mutex<Vec<u64>>,
    interrupter: Interrupter,
    next: Mutex<u64>,
    text: Text,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Runs `work` with the engine while no query is open.
    fn idle<T>(&mut self, work: impl FnOnce(&mut Engine) -> Result<T, Error>) -> Result<T, Fault> {
        match self {
            State::Idle(engine) => Ok(work(engine)?),
            _ => Err(Fault::Busy(OPEN_QUERY)),
        }
    }

    /// Closes the innermost queries that were abandoned.
    fn settle(&mut self, abandoned: &[u64]) {
        if abandoned.is_empty() {
            return;
        }
        let State::Asked(query, asked) = self else {
            return;
        };
        for one in asked.iter_mut() {
            one.is_abandoned |= abandoned.contains(&one.number);
        }
        while asked.last().is_some_and(|innermost| innermost.is_abandoned) {
            asked.pop();
            query.close_nested();
        }
        if asked.is_empty()
            && let State::Asked(query, _) = std::mem::replace(self, State::Closed)
            && let Some(engine) = query.into_engine()
        {
            *self = State::Idle(Box::new(engine));
        }
    }

    fn open(&mut self, number: u64, text: &str, values: &Values) -> Result<(), Fault> {
        let asked = Asked {
            number,
            is_abandoned: false,
        };
        if let State::Asked(query, open) = self {
            query.open_nested(text, values)?;
            open.push(asked);
            return Ok(());
        }
        let State::Idle(engine) = std::mem::replace(self, State::Closed) else {
            return Err(Fault::Busy(OTHER_THREAD));
        };
        let (now, result) = match OwnedQuery::open(*engine, text, values) {
            Ok(query) => (State::Asked(Box::new(query), vec![asked]), Ok(())),
            Err(failed) => {
                let (engine, error) = *failed;
                (State::Idle(Box::new(engine)), Err(error.into()))
            }
        };
        *self = now;
        result
    }

    /// Returns the next answer of a query.
    fn next(&mut self, number: u64) -> Result<Option<Answer>, Fault> {
        let State::Asked(query, asked) = self else {
            return Ok(None);
        };
        match asked.iter().position(|one| one.number == number) {
            None => Ok(None),
            Some(place) if place + 1 < asked.len() => Err(Fault::Busy(INNER_QUERY)),
            Some(_) => {
                let next = query.next();
                if !matches!(&next, Some(Ok(answer)) if !answer.is_last()) {
                    self.settle(&[number]);
                }
                Ok(next.transpose()?)
            }
        }
    }

    /// Runs a query for a part of its answers.
    fn ask(&mut self, text: &str, values: &Values, part: Part, least: Option<&Limits>) -> Result<Given, Fault> {
        match self {
            State::Idle(engine) => Ok(match least {
                Some(least) => engine.limited(least, |engine| ask(engine, text, values, part))?,
                None => ask(engine, text, values, part)?,
            }),
            State::Asked(query, _) => {
                if least.is_some() {
                    return Err(Fault::Busy(OPEN_QUERY));
                }
                query.open_nested(text, values)?;
                let found = match part {
                    Part::Answers(most) => query.by_ref().take(most).collect::<Result<_, _>>().map(Given::Answers),
                    Part::Count(most) => counted(most, || Ok(query.next_row()?.is_some())),
                };
                query.close_nested();
                Ok(found?)
            }
            _ => Err(Fault::Busy(OTHER_THREAD)),
        }
    }

    fn flush(&mut self) {
        // An exception of the function that is written to has been kept.
        let _flushed = match self {
            State::Idle(engine) => engine.toplevel().console().flush(),
            State::Asked(query, _) => query.console().map_or(Ok(()), |mut console| console.flush()),
            _ => Ok(()),
        };
    }
}

/// Why something was not done.
pub enum Fault {
    Error(Error),
    Busy(&'static str),
    /// A value is not what is wanted.
    Value(String),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Error(error)
    }
}

impl Core {
    pub fn new(mut engine: Engine, text: Text) -> Core {
        ticker::install(&mut engine);
        Core {
            interrupter: engine.interrupter(),
            state: Mutex::new(State::Idle(Box::new(engine))),
            abandoned: Mutex::default(),
            next: Mutex::new(1),
            text,
        }
    }

    /// Uses the engine without holding the lock of Python.
    fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut State) -> Result<T, Fault> + Send) -> PyResult<T> {
        let mut state = self.take(py)?;
        let abandoned = std::mem::take(&mut *locked(&self.abandoned));
        let watched = ticker::watch(py, &self.interrupter)?;
        let running = Running::begin(&self.interrupter);
        let (state, result) = py.detach(move || {
            state.settle(&abandoned);
            let result = work(&mut state);
            state.flush();
            (state, result)
        });
        drop((watched, running));
        *locked(&self.state) = state;
        if let Some(error) = run::take() {
            self.interrupter.clear();
            return Err(error);
        }
        result.map_err(|fault| match fault {
            Fault::Error(error) => to_python(py, &error, self.text),
            Fault::Busy(message) => busy(py, message),
            Fault::Value(message) => PyValueError::new_err(message),
        })
    }

    fn take(&self, py: Python<'_>) -> PyResult<State> {
        let mut state = locked(&self.state);
        match &*state {
            State::Running => Err(busy(py, OTHER_THREAD)),
            State::Closed => Err(closed(py)),
            _ => Ok(std::mem::replace(&mut *state, State::Running)),
        }
    }

    fn idle<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Engine) -> Result<T, Error> + Send) -> PyResult<T> {
        self.run(py, |state| state.idle(work))
    }

    fn values(&self, values: Option<&Bound<'_, PyDict>>) -> PyResult<Values> {
        let Some(values) = values else {
            return Ok(Vec::new());
        };
        let names = values.keys().iter().map(|name| name.extract());
        let names = names.collect::<PyResult<Vec<String>>>()?;
        let terms = into::terms(values.values().iter(), self.text)?;
        Ok(names.into_iter().zip(terms).collect())
    }

    /// Returns an answer as a dict.
    fn answer<'py>(&self, py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyAny>> {
        let mut walk = Walk::new(py, Origin::new(self.text));
        let made = classes(py)?.answer.bind(py).call0()?;
        let dict = made.cast::<PyDict>()?;
        for (name, term) in answer.bindings() {
            if !name.starts_with('_') {
                dict.set_item(name, walk.value(term.as_ref())?)?;
            }
        }
        if answer.is_last() {
            made.setattr("last", true)?;
        }
        if !answer.residual_goals().is_empty() {
            let goals = answer.residual_goals().iter();
            let goals = goals.map(|goal| walk.value(goal.as_ref()));
            made.setattr("residual", PyList::new(py, goals.collect::<PyResult<Vec<_>>>()?)?)?;
        }
        Ok(made)
    }

    fn part(
        &self,
        py: Python<'_>,
        text: &str,
        values: Option<&Bound<'_, PyDict>>,
        part: Part,
        least: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Given> {
        let values = self.values(values)?;
        let least = match least {
            Some(given) => Some(limits::read(unlimited(), given)?),
            None => None,
        };
        self.run(py, move |state| state.ask(text, &values, part, least.as_ref()))
    }
}

/// Limits that change nothing.
fn unlimited() -> Limits {
    let mut limits = Limits::default().catchable(true).grace(std::time::Duration::MAX);
    limits.memory = None;
    limits.program = None;
    limits
}

#[pymethods]
impl Core {
    /// Opens a query; returns its number.
    fn open(&self, py: Python<'_>, text: &str, values: Option<&Bound<'_, PyDict>>) -> PyResult<u64> {
        let values = self.values(values)?;
        let number = {
            let mut next = locked(&self.next);
            *next += 1;
            *next
        };
        self.run(py, |state| state.open(number, text, &values))?;
        Ok(number)
    }

    /// Returns the next answer of a query.
    fn next<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.run(py, |state| state.next(number))?;
        found.map(|answer| self.answer(py, &answer)).transpose()
    }

    /// Closes a query: now, or when the engine is free and those are closed that were opened after it.
    fn close_query(&self, py: Python<'_>, number: u64) -> PyResult<()> {
        locked(&self.abandoned).push(number);
        let is_free = matches!(&*locked(&self.state), State::Asked(..));
        if is_free { self.run(py, |_| Ok(())) } else { Ok(()) }
    }

    /// Returns at most so many answers.
    fn answers<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        values: Option<&Bound<'_, PyDict>>,
        most: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let found = match self.part(py, text, values, Part::Answers(most), limits)? {
            Given::Answers(found) => found,
            Given::Count(_) => Vec::new(),
        };
        let list = PyList::empty(py);
        for answer in &found {
            list.append(self.answer(py, answer)?)?;
        }
        Ok(list)
    }

    /// Counts the answers, up to a number.
    fn count(
        &self,
        py: Python<'_>,
        text: &str,
        values: Option<&Bound<'_, PyDict>>,
        most: u64,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u64> {
        match self.part(py, text, values, Part::Count(most), limits)? {
            Given::Count(count) => Ok(count),
            Given::Answers(_) => Ok(0),
        }
    }

    /// Returns at most so many answers in columns; some have types.
    fn table(
        &self,
        py: Python<'_>,
        text: &str,
        values: Option<&Bound<'_, PyDict>>,
        most: usize,
        types: Vec<(String, String)>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<arrow::Table> {
        let values = self.values(values)?;
        let least = limits.map(|given| limits::read(unlimited(), given)).transpose()?;
        let columns = self.run(py, |state| match (state, &least) {
            (State::Idle(engine), Some(least)) => {
                engine.limited(least, |engine| Columns::ask(engine, text, &values, most, &types))
            }
            (State::Idle(engine), None) => Columns::ask(engine, text, &values, most, &types),
            _ => Err(Fault::Busy(OPEN_QUERY)),
        })?;
        let complete = columns.rows() < most;
        columns.finish(complete)
    }

    /// Loads a text; returns the warnings.
    fn consult<'py>(&self, py: Python<'py>, name: &str, text: &str) -> PyResult<Bound<'py, PyList>> {
        let found = self.idle(py, |engine| loaded(engine, |engine| engine.consult_named(name, text)))?;
        diagnostics(py, &found)
    }

    /// Loads a file; returns the warnings.
    fn consult_file<'py>(&self, py: Python<'py>, path: std::path::PathBuf) -> PyResult<Bound<'py, PyList>> {
        let found = self.idle(py, |engine| loaded(engine, |engine| engine.consult_file(&path)))?;
        diagnostics(py, &found)
    }

    /// Looks for what is wrong in the program that is loaded.
    fn check<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let found = self.idle(py, |engine| engine.check())?;
        diagnostics(py, &found)
    }

    /// Adds facts; returns how many.
    fn insert(&self, py: Python<'_>, name: &str, rows: &Bound<'_, PyAny>) -> PyResult<usize> {
        let facts = facts::read(rows, self.text)?;
        self.idle(py, |engine| engine.insert_all(name, facts))
    }

    /// Adds the rows of a stream of arrays as facts, or those of an array with its schema; returns how many.
    #[pyo3(signature = (name, table, array = None))]
    fn insert_arrow(
        &self,
        py: Python<'_>,
        name: &str,
        table: &Bound<'_, PyCapsule>,
        array: Option<&Bound<'_, PyCapsule>>,
    ) -> PyResult<usize> {
        let parts = match array {
            Some(array) => arrow::part_of_array(table, array, self.text)?,
            None => arrow::parts_of_stream(py, table, self.text)?,
        };
        self.idle(py, move |engine| {
            engine.insert_all(name, parts.iter().flat_map(arrow::Part::rows))
        })
    }

    /// Removes facts; returns how many.
    fn remove(&self, py: Python<'_>, name: &str, rows: &Bound<'_, PyAny>) -> PyResult<usize> {
        let facts = facts::read(rows, self.text)?;
        self.idle(py, |engine| engine.remove_all(name, facts))
    }

    /// Explains an answer of a goal, or why there is none: returns the answer, the steps or the goals that failed, whether
    /// steps are missing, and a text.
    fn explain<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        values: Option<&Bound<'_, PyDict>>,
        bounds: (usize, usize, usize),
    ) -> PyResult<(Option<Bound<'py, PyAny>>, Bound<'py, PyList>, bool, String)> {
        let values = self.values(values)?;
        let (depth, steps, number) = bounds;
        let question = Question::new(text).with(&values);
        let question = question.depth(depth).steps(steps).answer(number);
        let found = self.idle(py, |engine| engine.explain(question))?;
        let answer = found.proof().map(|proof| self.answer(py, proof.answer())).transpose()?;
        let (rows, is_cut, shown) = explain::explained(py, &found, self.text)?;
        Ok((answer, rows, is_cut, shown))
    }

    /// Tells a function of the changes of a predicate.
    fn watch(&self, py: Python<'_>, predicate: &str, function: Py<PyAny>) -> PyResult<Watch> {
        let tell = explain::teller(function, self.text);
        self.idle(py, |engine| engine.watch(predicate, tell)).map(Watch::new)
    }

    /// Adds a function as a predicate.
    fn register(&self, py: Python<'_>, name: String, inputs: usize, kind: &str, function: Py<PyAny>) -> PyResult<()> {
        let predicate = Predicate::new(name, inputs, kind, function, self.text)?;
        self.idle(py, |engine| {
            let (name, arity) = (predicate.name.clone(), predicate.arity);
            engine.register(&name, arity, move |call| predicate.call(call))
        })
    }

    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = self.idle(py, |engine| Ok(engine.limits()))?;
        limits::written(py, &found)
    }

    /// Sets the limits that are given; the others stay.
    fn set_limits(&self, py: Python<'_>, given: &Bound<'_, PyDict>) -> PyResult<()> {
        let before = self.idle(py, |engine| Ok(engine.limits()))?;
        let limits = limits::read(before, given)?;
        self.idle(py, |engine| {
            engine.set_limits(&limits);
            Ok(())
        })
    }

    fn grant(&self, py: Python<'_>, what: &str) -> PyResult<()> {
        let grant = match what {
            "files" => Grant::AllFiles,
            "environment" => Grant::Environment,
            "processes" => Grant::Processes,
            "clock" => Grant::Clock,
            "randomness" => Grant::Randomness,
            "sleep" => Grant::Sleep,
            "threads" => Grant::Threads,
            _ => return Err(PyValueError::new_err(format!("there is no grant {what:?}"))),
        };
        self.idle(py, |engine| {
            engine.grant(grant);
            Ok(())
        })
    }

    fn grant_files(&self, py: Python<'_>, folder: std::path::PathBuf, write: bool) -> PyResult<()> {
        self.idle(py, |engine| {
            engine.grant(if write {
                Grant::Write(folder)
            } else {
                Grant::Read(folder)
            });
            Ok(())
        })
    }

    fn set_directory(&self, py: Python<'_>, folder: std::path::PathBuf) -> PyResult<()> {
        self.idle(py, |engine| {
            engine.set_directory(folder);
            Ok(())
        })
    }

    /// Sets a standard stream to a function of Python.
    fn set_stream(&self, py: Python<'_>, stream: &str, function: Py<PyAny>) -> PyResult<()> {
        self.idle(py, |engine| {
            match stream {
                "output" => engine.set_output(streams::writer(function)),
                "error" => engine.set_error(streams::writer(function)),
                _ => engine.set_input(streams::reader(function)),
            }
            Ok(())
        })
    }

    fn set_flag(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.idle(py, |engine| engine.set_flag(name, value))
    }

    fn flag<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.idle(py, |engine| Ok(engine.flag(name)))?;
        let origin = Origin::new(self.text);
        found.map(|term| value(py, term.as_ref(), origin)).transpose()
    }

    fn defines(&self, py: Python<'_>, name: &str, arity: usize) -> PyResult<bool> {
        self.idle(py, |engine| Ok(engine.defines(name, arity)))
    }

    fn predicate_names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.idle(py, |engine| Ok(engine.toplevel().predicate_names()))
    }

    /// Returns the candidates for the end of a text, and where in it they begin.
    fn completions(&self, py: Python<'_>, text: &str) -> PyResult<(usize, Vec<String>)> {
        self.idle(py, |engine| {
            let found = engine.toplevel().completions(text, text.len());
            let texts = found.candidates.into_iter().map(|candidate| candidate.text);
            Ok((text[..found.start].chars().count(), texts.collect()))
        })
    }

    /// Whether a text has the end of a clause or of a query.
    #[staticmethod]
    fn is_complete(text: &str) -> bool {
        ferz::toplevel::is_complete(text)
    }

    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.idle(py, |engine| {
            engine.reset();
            Ok(())
        })
    }

    fn fork(&self, py: Python<'_>) -> PyResult<Core> {
        let forked = self.idle(py, |engine| Ok(engine.fork()))?;
        Ok(Core::new(forked, self.text))
    }

    /// Stops what runs, from any thread; if nothing does and `next`, what runs next.
    fn interrupt(&self, next: bool) {
        if next {
            self.interrupter.interrupt_next();
        } else {
            self.interrupter.interrupt();
        }
    }

    /// Returns the names of the variables of a goal.
    fn names(&self, py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
        self.idle(py, |engine| Ok(engine.prepare(text)?.names().to_vec()))
    }

    /// Ends the engine, with its queries.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let is_closed = matches!(&*locked(&self.state), State::Closed);
        if is_closed {
            return Ok(());
        }
        self.run(py, |state| {
            *state = State::Closed;
            Ok(())
        })
    }
}

/// Loads something; returns the warnings.
fn loaded(
    engine: &mut Engine,
    load: impl FnOnce(&mut Engine) -> Result<ferz::Diagnostics, Error>,
) -> Result<ferz::Diagnostics, Error> {
    engine.toplevel().keep_messages(true);
    let result = load(engine);
    engine.toplevel().keep_messages(false);
    result
}
