//! Queries and their answers.

use std::ffi::{CString, c_char};
use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Answer, Fuel, OwnedQuery, Step, Term};

use crate::engine::{Session, Shared, State, broken, ferz_engine, show};
use crate::error::{c_text, ferz_error, ferz_status, guarded, quiet};
use crate::ferz_term;
use crate::input::{array, get, give, own, put, text};

/// A query. Its engine can do nothing else while it is open, but open another query within it.
pub struct ferz_query(Arc<Opened>);

/// What a query is. A call holds it, so that functions of the host may free the handle meanwhile.
struct Opened {
    shared: Arc<Shared>,
    /// Its number among the queries of the engine.
    number: u64,
    /// Whether nothing more can come of it.
    is_over: AtomicBool,
}

/// A solution of a query. It does not need the engine any more, and never changes.
pub struct ferz_answer {
    answer: Answer,
    names: Vec<CString>,
}

/// A value for a variable of a query.
#[repr(C)]
pub struct ferz_binding {
    /// The name of the variable.
    pub name: *const c_char,
    /// The value. It stays the caller's.
    pub value: *const ferz_term,
}

/// Returns the values of an array.
///
/// # Safety
/// As for [`array`]; each has a text and a handle, or null pointers.
unsafe fn values<'a>(values: *const ferz_binding, count: usize) -> Result<Vec<(&'a str, Term)>, ferz_error> {
    // SAFETY: the caller's promise.
    let values = unsafe { array(values, count) }?;
    let value = |binding: &ferz_binding| {
        // SAFETY: the caller's promise.
        let (name, value) = unsafe { (text(binding.name)?, get(binding.value)?) };
        Ok((name, value.0.clone()))
    };
    values.iter().map(value).collect()
}

impl Session {
    /// Opens a query; returns its number.
    fn open(&mut self, text: &str, values: Vec<(&str, Term)>) -> Result<u64, ferz_error> {
        let number = self.newest + 1;
        // The engine is back in its place before this returns, unless it panics.
        match std::mem::replace(&mut self.state, State::Gone) {
            State::Idle(engine) => match OwnedQuery::open(*engine, text, values) {
                Ok(query) => self.state = State::Open(Box::new(query), vec![number]),
                Err(failed) => {
                    let (engine, error) = *failed;
                    self.state = State::Idle(Box::new(engine));
                    return Err(error.into());
                }
            },
            State::Open(mut query, mut numbers) => {
                let opened = query.open_nested(text, values);
                if opened.is_ok() {
                    numbers.push(number);
                }
                self.state = State::Open(query, numbers);
                opened?;
            }
            State::Gone => return Err(broken()),
        }
        self.newest = number;
        Ok(number)
    }

    /// Closes a query, and those within it, if it is open.
    pub(crate) fn close(&mut self, number: u64) {
        let State::Open(query, numbers) = &mut self.state else {
            return;
        };
        let Some(place) = numbers.iter().position(|&open| open == number) else {
            return;
        };
        while numbers.len() > place.max(1) {
            query.close_nested();
            numbers.pop();
        }
        if place == 0
            && let State::Open(query, _) = std::mem::replace(&mut self.state, State::Gone)
            && let Some(mut engine) = query.into_engine()
        {
            show(engine.toplevel().console());
            self.state = State::Idle(Box::new(engine));
        }
    }
}

impl Opened {
    /// Does something with the query, if it is the innermost one; closes it if nothing more can come of it.
    fn go_on(
        &self,
        work: impl FnOnce(&mut OwnedQuery) -> Result<(ferz_status, bool), ferz_error>,
    ) -> Result<ferz_status, ferz_error> {
        let mut session = self.shared.lock()?;
        if self.is_over.load(Ordering::Relaxed) {
            return Ok(ferz_status::FERZ_DONE);
        }
        let result = match &mut session.state {
            State::Open(query, numbers) if numbers.last() == Some(&self.number) => {
                let result = work(query);
                if let Some(console) = query.console() {
                    show(console);
                }
                result
            }
            State::Open(_, numbers) if numbers.contains(&self.number) => {
                return Err(ferz_error::busy("a query within this one is open"));
            }
            State::Gone => return Err(broken()),
            _ => {
                return Err(ferz_error::invalid(
                    "the query was closed with the one that it was opened within",
                ));
            }
        };
        if !matches!(result, Ok((_, true))) {
            self.is_over.store(true, Ordering::Relaxed);
            session.close(self.number);
        }
        result.map(|(status, _)| status)
    }
}

impl ferz_answer {
    fn of(answer: Answer) -> ferz_answer {
        let names = answer.bindings().iter().map(|(name, _)| c_text(name)).collect();
        ferz_answer { answer, names }
    }
}

/// Opens a query with values for some of its variables. If another query of the engine is open, it is opened within
/// that, and counts against its limits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_query_open(
    engine: *const ferz_engine,
    goal: *const c_char,
    bindings: *const ferz_binding,
    count: usize,
    query: *mut *mut ferz_query,
    error: *mut *mut ferz_error,
) -> ferz_status {
    guarded(error, || {
        // SAFETY: the caller gives a handle, a text, an array of so many bindings, or null pointers.
        let (engine, goal, values) = unsafe { (get(engine)?, text(goal)?, values(bindings, count)?) };
        // Before the query is open: nobody could close it.
        if query.is_null() {
            return Err(ferz_error::invalid("there is no place for the result"));
        }
        let shared = Arc::clone(&engine.shared);
        let number = shared.lock()?.open(goal, values)?;
        let opened = Opened {
            shared,
            number,
            is_over: AtomicBool::new(false),
        };
        // SAFETY: the caller gives a place that may be written to.
        unsafe { put(query, ferz_query(Arc::new(opened))) }?;
        Ok(ferz_status::FERZ_OK)
    })
}

/// Finds the next answer: FERZ_OK with a new handle in `answer`, which may be a null pointer, or FERZ_DONE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_query_next(
    query: *const ferz_query,
    answer: *mut *mut ferz_answer,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle and places to write to, or null pointers.
    unsafe { run(query, None, answer, error) }
}

/// As `ferz_query_next`, but after `calls` calls it returns FERZ_YIELDED. Time between the steps does not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_query_step(
    query: *const ferz_query,
    calls: u64,
    answer: *mut *mut ferz_answer,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle and places to write to, or null pointers.
    unsafe { run(query, Some(calls), answer, error) }
}

/// Runs a query to its next answer.
///
/// # Safety
/// The query is a handle or null, the others are places to write to or null.
unsafe fn run(
    query: *const ferz_query,
    calls: Option<u64>,
    answer: *mut *mut ferz_answer,
    error: *mut *mut ferz_error,
) -> ferz_status {
    guarded(error, || {
        // SAFETY: the caller's promise.
        let query = Arc::clone(&unsafe { get(query) }?.0);
        query.go_on(|query| {
            let step = match calls {
                None => query.next().transpose()?.map_or(Step::Exhausted, Step::Answer),
                Some(calls) => query.step(Fuel(calls))?,
            };
            Ok(match step {
                Step::Answer(found) => {
                    if !answer.is_null() {
                        // SAFETY: the caller says that the place may be written to.
                        unsafe { put(answer, ferz_answer::of(found)) }?;
                    }
                    (ferz_status::FERZ_OK, true)
                }
                Step::Exhausted => (ferz_status::FERZ_DONE, false),
                _ => (ferz_status::FERZ_YIELDED, true),
            })
        })
    })
}

/// Abandons the remaining solutions of a query, and of those within it, and frees it; while the engine is running, they
/// are abandoned when it has come to rest. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_query_free(query: *mut ferz_query) {
    quiet((), || {
        // SAFETY: the caller gives up the handle.
        let query = unsafe { own(query) }?.0;
        query.shared.free(query.number);
        Some(())
    });
}

/// Runs a query to its first answer: FERZ_OK with a new handle in `answer`, which may be a null pointer, or FERZ_DONE if
/// it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_once(
    engine: *const ferz_engine,
    goal: *const c_char,
    bindings: *const ferz_binding,
    count: usize,
    answer: *mut *mut ferz_answer,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let mut query = null_mut();
    // SAFETY: the caller's promises are those of both functions.
    unsafe {
        let status = ferz_query_open(engine, goal, bindings, count, &raw mut query, error);
        if status != ferz_status::FERZ_OK {
            return status;
        }
        let status = ferz_query_next(query, answer, error);
        ferz_query_free(query);
        status
    }
}

/// Frees an answer. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_answer_free(answer: *mut ferz_answer) {
    // SAFETY: the caller gives up the handle.
    quiet((), || unsafe { own(answer) }.map(drop));
}

/// Returns the value of a variable as a new term; a null pointer if the query has no such variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_answer_value(answer: *const ferz_answer, name: *const c_char) -> *mut ferz_term {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a handle and a text, or null pointers.
        let (answer, name) = unsafe { (get(answer).ok()?, text(name).ok()?) };
        answer.answer.term(name).cloned().map(ferz_term::handle)
    })
}

/// Returns the number of variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_answer_count(answer: *const ferz_answer) -> usize {
    // SAFETY: the caller gives a handle, or a null pointer.
    quiet(0, || Some(unsafe { get(answer) }.ok()?.names.len()))
}

/// Returns the name of the variable with this index, from 0; a null pointer if there is none. It belongs to the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_answer_name(answer: *const ferz_answer, index: usize) -> *const c_char {
    quiet(std::ptr::null(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let names = &unsafe { get(answer) }.ok()?.names;
        names.get(index).map(|name| name.as_ptr())
    })
}

/// Whether it is certain that no other answer follows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_answer_is_last(answer: *const ferz_answer) -> bool {
    // SAFETY: the caller gives a handle, or a null pointer.
    quiet(true, || Some(unsafe { get(answer) }.ok()?.answer.is_last()))
}

/// Returns the goal with this index, from 0, that waits for variables of the answer, as a new term; a null pointer if
/// there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_answer_residual(answer: *const ferz_answer, index: usize) -> *mut ferz_term {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let goals = unsafe { get(answer) }.ok()?.answer.residual_goals();
        goals.get(index).cloned().map(ferz_term::handle)
    })
}

/// Returns the text of an answer as at the prompt, for the caller to free; without abbreviations if `full`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_answer_text(answer: *const ferz_answer, full: bool) -> *mut c_char {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let answer = &unsafe { get(answer) }.ok()?.answer;
        Some(give(&if full {
            format!("{answer:#}")
        } else {
            answer.to_string()
        }))
    })
}
