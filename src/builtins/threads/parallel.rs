//! Searching for all solutions of a goal on several processors.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::base::idle_threads::STACK;
use crate::base::known;
use crate::machine::parallel::{FoundAnswers, Job, ParallelSearch, TaskException};
use crate::machine::sharing::Areas;
use crate::machine::{Cause, Machine, Outcome};
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::parcel::Parcel;
use crate::term::record::Attributes;

use crate::base::iso_error::Resource;
use crate::native::args::text_arg::new_atom;

/// Native predicates of this file.
pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$parallel(:goal, +threads, -count, -copies)", 4, parallel_4)
        .doc("Runs a goal on copies of the engine; each solution is added by one of the following, which fail."),
    det!("$parallel_add(+template)", 1, parallel_add_1).doc("Adds a copy of a solution to those of the search."),
    det!("$parallel_count", 0, parallel_count_0).doc("Counts a solution of the search."),
    det!("$is_searching", 0, is_searching_0).doc("Succeeds if the engine takes part in a search."),
];

/// The interval between two looks at limits and interrupts.
const SLICE: Duration = Duration::from_millis(20);

fn is_searching_0(m: &mut Machine) -> Step {
    holds(m.session.is_searching())
}

fn parallel_add_1(m: &mut Machine, template: Cell) -> Step {
    m.add_answer(Some(template))?;
    Err(Stop::Fail)
}

fn parallel_count_0(m: &mut Machine) -> Step {
    m.add_answer(None)?;
    Err(Stop::Fail)
}

fn parallel_4(m: &mut Machine, goal: Cell, threads: Cell, count: Cell, copies: Cell) -> Step {
    let threads = usize::try_from(m.deref(threads).as_int()).unwrap_or(1);
    // Earlier output precedes that of the goal.
    let _flushed = m.streams.flush_all();
    let search = m.begin_search(goal, threads)?;
    let mut running = Vec::new();
    let begun = begin(&search, threads, &mut running);
    let ended = if begun.is_ok() {
        wait(m, &search)
    } else {
        begun.map_err(|()| m.resource_error(Resource::MaxThreads))
    };
    if ended.is_err() || search.has_no_calls() {
        search.stop();
    }
    for thread in running {
        // Panics are caught in it.
        let _joined = thread.join();
    }
    ended?;
    m.add_calls(search.calls())?;
    let (answers, error) = search.outcome();
    match error {
        Some(TaskException::Limit(limit)) => return Err(m.resource_error(limit)),
        Some(TaskException::Ball(ball)) => {
            let ball = m.unpack_parcel(&ball)?;
            return Err(m.throw(ball));
        }
        None => {}
    }
    let list = list(m, &answers)?;
    let number = i64::try_from(answers.count).unwrap_or(i64::MAX);
    let number = m.heap.new_int(number);
    m.unify(copies, list)?;
    m.unify(count, number)
}

/// Begins the threads; the first error ends the search.
fn begin(search: &Arc<ParallelSearch>, threads: usize, running: &mut Vec<JoinHandle<()>>) -> Result<(), ()> {
    for _ in 0..threads {
        let search = Arc::clone(search);
        let builder = std::thread::Builder::new().stack_size(STACK);
        running.push(builder.spawn(move || work(&search)).map_err(|_| ())?);
    }
    Ok(())
}

/// Waits for the end of a search.
///
/// # Errors
/// An interrupt, or a limit.
fn wait(m: &mut Machine, search: &ParallelSearch) -> Step {
    while !search.wait(SLICE) {
        m.poll_waiting()?;
    }
    Ok(())
}

/// Returns the list of all copies.
fn list(m: &mut Machine, answers: &FoundAnswers) -> Result<Cell, Stop> {
    let mut cells = Vec::with_capacity(answers.copies.len());
    for copy in &answers.copies {
        cells.push(m.unpack_parcel(copy)?);
    }
    m.reserve(2 * cells.len() + 1)?;
    Ok(m.heap.new_list(&cells, Cell::NIL))
}

/// Runs tasks until the search ends.
fn work(search: &ParallelSearch) {
    while let Some(mut job) = search.take() {
        let error = catch_unwind(AssertUnwindSafe(|| run(&mut job))).unwrap_or_else(|_| {
            let m = &mut job.machine;
            let ball = new_atom(m, "thread_panicked");
            Some(TaskException::Ball(Parcel::pack(&m.heap, &m.atoms, ball)))
        });
        let place = job
            .machine
            .session
            .leave_search(&mut job.machine.stacks, &job.machine.limits);
        search.keep_areas(Areas::take(&mut job.machine.heap, &mut job.machine.stacks));
        drop(job);
        if let Some(place) = place {
            search.end(place, error);
        }
    }
}

/// Runs a task to its end; returns the exception that has ended it.
fn run(job: &mut Job) -> Option<TaskException> {
    let m = &mut job.machine;
    let (_, before) = m.limits.watch().begin_query();
    // No solution leaves the goal: it fails into the next.
    let outcome = m.next_solution(job.is_first);
    m.limits.watch().run_query(before);
    let error = (outcome == Outcome::Thrown).then(|| {
        let (mut ball, cause) = m.exceptions.take_uncaught_term(&mut m.heap);
        if let Some(Cause::Limit(limit)) = cause {
            return TaskException::Limit(limit);
        }
        if let Some(status) = m.exceptions.take_halt() {
            let halt = m.heap.new_term(known::HALT, &[Cell::int(i64::from(status))]);
            let unwind = m.intern("unwind");
            ball = m.heap.new_term(unwind, &[halt]);
        }
        TaskException::Ball(Parcel::pack_with(&m.heap, &m.atoms, ball, Attributes::Keep))
    });
    // Nobody is there to be told that the device refuses it.
    let _flushed = m.streams.flush_all();
    error
}
