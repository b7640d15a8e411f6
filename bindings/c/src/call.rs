//! Functions of the host as predicates.

use std::ffi::{c_char, c_void};
use std::marker::PhantomData;
use std::ptr::null_mut;

use engine::{Builder, Call, Error, IntoRow, Term};

use crate::error::{ferz_error, ferz_status, guarded, quiet};
use crate::ferz_term;
use crate::input::{Data, ferz_destroy, get, get_mut, text};

/// A call of a predicate of the host. It is valid while the function runs, in its thread.
pub struct ferz_call(PhantomData<*mut ()>);

/// A solution that is being made. It is valid while the function runs, in its thread.
pub struct ferz_row(PhantomData<*mut ()>);

/// A function as a predicate. It returns a ferz_status: FERZ_OK for success, FERZ_DONE for failure, FERZ_EXCEPTION after
/// `ferz_call_throw`; anything else is a system error.
pub type ferz_predicate = Option<unsafe extern "C" fn(call: *mut ferz_call, data: *mut c_void) -> i32>;

/// Makes the next solution of a predicate, and returns a ferz_status: FERZ_OK after `ferz_row_set` for the arguments that
/// it binds, FERZ_DONE if there are no more, FERZ_EXCEPTION after `ferz_row_throw`; anything else is a system error.
pub type ferz_next = Option<unsafe extern "C" fn(row: *mut ferz_row, state: *mut c_void) -> i32>;

// What functions of the host return is a number: they may return one that is no status.
const SUCCESS: i32 = ferz_status::FERZ_OK as i32;
const FAILURE: i32 = ferz_status::FERZ_DONE as i32;
const THROWN: i32 = ferz_status::FERZ_EXCEPTION as i32;

/// What `ferz_call` points to.
struct CallState<'a, 'm> {
    call: &'a mut Call<'m>,
    arity: usize,
    thrown: Option<Error>,
}

/// What `ferz_row` points to.
struct RowState {
    values: Vec<Option<Term>>,
    thrown: Option<Error>,
}

/// The values of a solution; a variable where there is none.
struct Values(Vec<Option<Term>>);

impl IntoRow for Values {
    fn put_row(self, name: &str, to: &mut Builder<'_>) {
        to.compound(name, self.0.len());
        for value in self.0 {
            match value {
                Some(value) => to.term(&value),
                None => to.var(),
            }
        }
    }
}

/// Returns the error of a function that has returned this status.
fn failure(status: i32, thrown: Option<Error>) -> Error {
    match (status, thrown) {
        (THROWN, Some(error)) => error,
        (THROWN, None) => {
            Error::system_error("a predicate of the host has returned FERZ_EXCEPTION, but thrown no exception")
        }
        (other, _) => Error::system_error(format!(
            "a predicate of the host has returned the status {other}, which is none of FERZ_OK, FERZ_DONE and FERZ_EXCEPTION"
        )),
    }
}

/// Returns the predicate of a function.
pub(crate) fn host(
    function: ferz_predicate,
    arity: usize,
    data: Data,
) -> Result<impl FnMut(&mut Call<'_>) -> Result<bool, Error> + Clone + Send + Sync + 'static, ferz_error> {
    let function = function.ok_or_else(|| ferz_error::invalid("a function is a null pointer"))?;
    Ok(move |call: &mut Call<'_>| {
        let mut state = CallState {
            call,
            arity,
            thrown: None,
        };
        // SAFETY: the caller has given the function for this data; the state lives while it runs, and nothing else
        // uses it meanwhile.
        let status = unsafe { function((&raw mut state).cast(), data.pointer()) };
        match status {
            SUCCESS => Ok(true),
            FAILURE => Ok(false),
            other => Err(failure(other, state.thrown.take())),
        }
    })
}

/// Returns the state of a call.
///
/// # Safety
/// The pointer is null, or was given to a function that still runs, and no other reference to the state lives.
unsafe fn state<'a>(call: *mut ferz_call) -> Result<&'a mut CallState<'a, 'a>, ferz_error> {
    // SAFETY: the caller's promise; the lifetimes end with the function of the interface that asks.
    unsafe { get_mut(call.cast::<CallState<'a, 'a>>()) }
}

/// Returns the number of arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_call_arity(call: *mut ferz_call) -> usize {
    // SAFETY: the caller gives the call of its function, or a null pointer.
    quiet(0, || Some(unsafe { state(call) }.ok()?.arity))
}

/// Returns a copy of the argument with this index, from 0, as a new term; a null pointer if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_call_arg(call: *mut ferz_call, index: usize) -> *mut ferz_term {
    quiet(null_mut(), || {
        // SAFETY: the caller gives the call of its function, or a null pointer.
        let state = unsafe { state(call) }.ok()?;
        (index < state.arity).then(|| ferz_term::handle(state.call.arg(index).to_term()))
    })
}

/// Unifies an argument with a value when the function has returned FERZ_OK. The value stays the caller's; its variables
/// are new ones. Returns whether there is such an argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_call_unify(call: *mut ferz_call, index: usize, value: *const ferz_term) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives the call of its function and a handle, or null pointers.
        let (state, value) = unsafe { (state(call).ok()?, get(value).ok()?) };
        if index >= state.arity {
            return None;
        }
        state.call.unify(index, value.0.clone());
        Some(true)
    })
}

/// Unifies two arguments with one another when the function has returned FERZ_OK.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_call_unify_args(call: *mut ferz_call, index: usize, other: usize) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives the call of its function, or a null pointer.
        let state = unsafe { state(call) }.ok()?;
        if index >= state.arity || other >= state.arity {
            return None;
        }
        let other = state.call.handle(other);
        state.call.unify(index, other);
        Some(true)
    })
}

/// Gives the predicate the solutions that `next` makes, each when it is asked for, after the function has returned
/// FERZ_OK. `next` is called with `solutions`, and so is `destroy` when no more can be asked for, also if this returns
/// false.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_call_solutions(
    call: *mut ferz_call,
    next: ferz_next,
    solutions: *mut c_void,
    destroy: ferz_destroy,
) -> bool {
    let data = Data::new(solutions, destroy);
    quiet(false, || {
        // SAFETY: the caller gives the call of its function, or a null pointer.
        let state = unsafe { state(call) }.ok()?;
        let (next, arity) = (next?, state.arity);
        let mut is_over = false;
        state.call.unify_each_row(std::iter::from_fn(move || {
            if is_over {
                return None;
            }
            let mut row = RowState {
                values: vec![None; arity],
                thrown: None,
            };
            // SAFETY: the caller has given the function for this state; the row lives while it runs.
            let status = unsafe { next((&raw mut row).cast(), data.pointer()) };
            is_over = status != SUCCESS;
            match status {
                SUCCESS => Some(Ok(Values(row.values))),
                FAILURE => None,
                other => Some(Err(failure(other, row.thrown))),
            }
        }));
        Some(true)
    })
}

/// Calls the argument with this index, from 0, as a goal of the program, once: FERZ_OK if it succeeds, and keeps its
/// bindings; FERZ_DONE if it fails. Until it is done, `call` is not used, and the predicate cannot be called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_call_goal(
    call: *mut ferz_call,
    index: usize,
    error: *mut *mut ferz_error,
) -> ferz_status {
    guarded(error, || {
        // SAFETY: the caller gives the call of its function, or a null pointer.
        let state = unsafe { state(call) }?;
        if index >= state.arity {
            return Err(ferz_error::invalid("the call has no such argument"));
        }
        let goal = state.call.handle(index);
        Ok(match state.call.once("call", [goal])? {
            true => ferz_status::FERZ_OK,
            false => ferz_status::FERZ_DONE,
        })
    })
}

/// Sets the value of an argument in a solution. The value stays the caller's. Returns whether there is such an argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_row_set(row: *mut ferz_row, index: usize, value: *const ferz_term) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives the row of its function and a handle, or null pointers.
        let (row, value) = unsafe { (get_mut(row.cast::<RowState>()).ok()?, get(value).ok()?) };
        *row.values.get_mut(index)? = Some(value.0.clone());
        Some(true)
    })
}

/// Makes an exception of a term, for a function that returns FERZ_EXCEPTION then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_row_throw(row: *mut ferz_row, ball: *const ferz_term) {
    quiet((), || {
        // SAFETY: the caller gives the row of its function and a handle, or null pointers.
        let (row, ball) = unsafe { (get_mut(row.cast::<RowState>()).ok()?, get(ball).ok()?) };
        row.thrown = Some(Error::throw(&ball.0));
        Some(())
    });
}

/// Makes an exception of a term, for a function that returns FERZ_EXCEPTION then. A term error(Formal, _) gets its
/// context from the goal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_call_throw(call: *mut ferz_call, ball: *const ferz_term) {
    quiet((), || {
        // SAFETY: the caller gives the call of its function and a handle, or null pointers.
        let (state, ball) = unsafe { (state(call).ok()?, get(ball).ok()?) };
        state.thrown = Some(Error::throw(&ball.0));
        Some(())
    });
}

/// Writes text to the current output of the program. Returns whether that was possible.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_call_write(call: *mut ferz_call, words: *const c_char) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives the call of its function and a text, or null pointers.
        let (state, words) = unsafe { (state(call).ok()?, text(words).ok()?) };
        Some(state.call.write(words).is_ok())
    })
}

/// Whether the query has to stop, because it was interrupted or its time is over. A function that runs for long asks
/// this now and then, and returns if it is true.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_call_is_stop_wanted(call: *mut ferz_call) -> bool {
    // SAFETY: the caller gives the call of its function, or a null pointer.
    quiet(false, || Some(unsafe { state(call) }.ok()?.call.is_stop_wanted()))
}
