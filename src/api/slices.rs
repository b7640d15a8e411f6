//! `SlicedQuery`: a query that runs for a time and goes back to its host, wherever it is then.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::engine::Engine;
use super::error::Error;
use super::limits::Canceller;
use super::query::{Fuel, OwnedQuery, Step};
use crate::base::alarm;
use crate::base::idle_threads::IdleThread;
use crate::base::turns::Turns;
use crate::base::watch::Watch;

/// A query that runs in slices of time: for hosts that have something else to do in between, such as a game that draws a
/// frame, and do not trust the goal.
///
/// Between two calls the goal goes back to the host as it does after [`Query::step`](super::query::Query::step). In a
/// slice that ends in the middle of a built-in, such as the sorting of a large list, it stops there, and goes on in the
/// next. For that it runs in a thread of its own, while the host waits; threads are kept for the next slices, and a goal
/// that has stopped in the middle of a built-in keeps its thread. So predicates of the host run in that thread, too, and
/// a slice costs some 10 us beside its time; a goal that is trusted runs faster by steps of [`Fuel`]. Threads that the
/// goal itself has created go on between the slices.
///
/// ```
/// use ferz::{Engine, Step};
/// use std::time::Duration;
///
/// let mut query = Engine::new().into_query("numlist(1, 300000, L), msort(L, M), length(M, N)")?.into_slices();
/// let mut slices = 1;
/// let answer = loop {
///     match query.step_for(Duration::from_micros(200))? {
///         Step::Answer(answer) => break answer,
///         Step::Yielded => slices += 1, // draw a frame
///         _ => unreachable!("there is an answer"),
///     }
/// };
/// assert!(answer.get::<i64>("N")? == 300_000 && slices > 1);
/// # Ok::<(), ferz::Error>(())
/// ```
#[must_use = "a query does nothing until it is asked for a solution"]
pub struct SlicedQuery {
    place: QueryPlace,
    turns: Arc<Turns>,
    watch: Arc<Watch>,
    canceller: Option<Canceller>,
}

/// A query after a step, with what it came to.
type Stepped = (OwnedQuery, Result<Step, Error>);

/// Where the query is.
enum QueryPlace {
    /// With the host.
    Here(Box<OwnedQuery>),
    /// In a thread, in the middle of a step; since when.
    Away(Receiver<thread::Result<Stepped>>, Instant),
    /// In no place: the goal has panicked.
    Gone,
}

impl fmt::Debug for SlicedQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SlicedQuery")
            .field("is_in_builtin", &matches!(self.place, QueryPlace::Away(..)))
            .finish_non_exhaustive()
    }
}

impl OwnedQuery {
    /// Lets the query run in slices of time.
    pub fn into_slices(self) -> SlicedQuery {
        SlicedQuery {
            turns: Arc::default(),
            watch: self.watch().unwrap_or_default(),
            canceller: self.canceller(),
            place: QueryPlace::Here(Box::new(self)),
        }
    }
}

impl SlicedQuery {
    /// Runs the goal for a time, or to its next solution. Time between the slices does not count for its limits.
    ///
    /// The slice ends where the goal next looks whether it is to stop, usually within some tenths of a millisecond; a
    /// function of the host runs to its end first. Where the system has no threads, it ends after a call.
    ///
    /// # Errors
    /// The exception of the goal.
    ///
    /// # Panics
    /// If the engine panics, which would be a fault of ferz.
    pub fn step_for(&mut self, slice: Duration) -> Result<Step, Error> {
        let came = match std::mem::replace(&mut self.place, QueryPlace::Gone) {
            QueryPlace::Here(query) => match IdleThread::find() {
                Some(helper) => {
                    self.turns.lend(slice, &self.watch);
                    self.begin(helper, *query)
                }
                None => return self.step_here(*query, slice),
            },
            QueryPlace::Away(came, since) => {
                self.watch.wait_longer(since.elapsed());
                alarm::attend(&self.watch);
                self.turns.lend(slice, &self.watch);
                came
            }
            QueryPlace::Gone => return Ok(Step::Exhausted),
        };
        self.turns.wait(slice, &self.watch);
        match came.try_recv() {
            Ok(Ok((query, step))) => {
                self.watch.set_turns(None);
                self.place = QueryPlace::Here(Box::new(query));
                step
            }
            Ok(Err(panic)) => resume_unwind(panic),
            Err(TryRecvError::Empty) => {
                self.place = QueryPlace::Away(came, Instant::now());
                Ok(Step::Yielded)
            }
            // The thread is gone, and the query with it.
            Err(TryRecvError::Disconnected) => Ok(Step::Exhausted),
        }
    }

    /// Begins a step in another thread.
    fn begin(&self, helper: IdleThread, mut query: OwnedQuery) -> Receiver<thread::Result<Stepped>> {
        let (sender, came) = channel();
        self.watch.set_turns(Some(&self.turns));
        let turns = Arc::clone(&self.turns);
        let begun = helper.run(move || {
            turns.enter();
            let stepped = catch_unwind(AssertUnwindSafe(move || {
                let step = query.step_to_turn();
                (query, step)
            }));
            // Nobody listens only if this value was dropped, which waits for the turn first.
            let _heard = sender.send(stepped);
            move || turns.leave()
        });
        if !begun {
            self.turns.leave();
        }
        came
    }

    /// Runs the goal in this thread, a few calls at a time.
    fn step_here(&mut self, mut query: OwnedQuery, slice: Duration) -> Result<Step, Error> {
        const FEW: Fuel = Fuel(1_000);
        let start = Instant::now();
        let step = loop {
            match query.step(FEW) {
                Ok(Step::Yielded) if start.elapsed() < slice => {}
                step => break step,
            }
        };
        self.place = QueryPlace::Here(Box::new(query));
        step
    }

    /// Returns what stops this query from another thread, and no other; `None` if its engine was taken before.
    pub fn canceller(&self) -> Option<Canceller> {
        self.canceller.clone()
    }

    /// Abandons the remaining solutions and returns the engine. A goal in the middle of a built-in is interrupted, and its
    /// cleanup goals run. `None` if the engine was taken before.
    pub fn into_engine(mut self) -> Option<Engine> {
        self.come_back()?.into_engine()
    }

    /// Ends the step that is not over, and returns the query.
    fn come_back(&mut self) -> Option<OwnedQuery> {
        const LONG: Duration = Duration::from_secs(3600);
        let is_away = matches!(self.place, QueryPlace::Away(..));
        while let QueryPlace::Away(..) = self.place {
            self.watch.interrupt();
            // Nobody wants the outcome.
            let _unwanted = self.step_for(LONG);
        }
        if is_away {
            self.watch.clear();
        }
        match std::mem::replace(&mut self.place, QueryPlace::Gone) {
            QueryPlace::Here(query) => Some(*query),
            QueryPlace::Away(..) | QueryPlace::Gone => None,
        }
    }
}

impl Drop for SlicedQuery {
    fn drop(&mut self) {
        drop(self.come_back());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorKind, Limit, Limits};

    const NOTHING: Duration = Duration::ZERO;

    fn sliced(engine: Engine, goal: &str) -> SlicedQuery {
        engine.into_query(goal).expect("it is right").into_slices()
    }

    /// Runs in slices of no time, each of which ends at the first look, up to the next answer; returns it with how many
    /// slices it took.
    fn next(query: &mut SlicedQuery) -> (Result<Option<String>, Error>, usize) {
        for slices in 1.. {
            match query.step_for(NOTHING) {
                Ok(Step::Yielded) => {}
                Ok(Step::Answer(answer)) => return (Ok(Some(answer.to_string())), slices),
                Ok(_) => return (Ok(None), slices),
                Err(error) => return (Err(error), slices),
            }
        }
        unreachable!("the slices have no end")
    }

    /// Runs slices until the goal is in the middle of a built-in.
    fn enter_builtin(query: &mut SlicedQuery) {
        while !matches!(query.place, QueryPlace::Away(..)) {
            assert!(matches!(query.step_for(NOTHING), Ok(Step::Yielded)));
        }
    }

    #[test]
    fn answers_are_those_of_a_whole_run() {
        let goals = [
            ("numlist(1, 50000, L), msort(L, M), copy_term(M, N), length(N, X)", 3),
            ("member(X, [1, 2, 3])", 1),
            ("X is (7 ** 3000) mod 10007 ; X = b", 1),
            ("predsort([O, A, B]>>compare(O, B, A), [1, 3, 2], X)", 1),
            ("findall(Y, between(1, 20000, Y), L), sum_list(L, X)", 3),
            ("catch(atom_length(_, X), error(X, _), true)", 1),
            ("length(L, 100000), ground(L) ; X = not", 1),
        ];
        for (goal, least) in goals {
            let whole: Vec<String> = Engine::new()
                .into_query(goal)
                .expect("it is right")
                .map(|answer| answer.expect("no error").to_string())
                .collect();
            let (mut parts, mut most) = (Vec::new(), 0);
            let mut query = sliced(Engine::new(), goal);
            while let (Ok(Some(answer)), slices) = next(&mut query) {
                parts.push(answer);
                most = most.max(slices);
            }
            assert_eq!(parts, whole, "{goal}");
            assert!(most >= least || cfg!(target_family = "wasm"), "{goal}: {most}");
        }
        let (error, _) = next(&mut sliced(
            Engine::new(),
            "numlist(1, 20000, L), msort(L, M), atom_length(M, _)",
        ));
        assert!(matches!(
            error.expect_err("a list is no atom").kind(),
            ErrorKind::Exception(_)
        ));
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
    fn a_goal_is_left_in_the_middle_of_a_builtin() {
        let goal = "setup_call_cleanup(true, (repeat, length(L, 100000), ground(L)), nb_setval(cleaned, yes))";
        let mut query = sliced(Engine::new(), goal);
        enter_builtin(&mut query);
        let mut engine = query.into_engine().expect("it was not taken");
        assert!(
            engine
                .succeeds("nb_getval(cleaned, yes), length(L, 100000), \\+ ground(L)")
                .expect("no error")
        );
        // One that is dropped there, and one that another thread stops.
        let mut dropped = sliced(engine.fork(), goal);
        enter_builtin(&mut dropped);
        drop(dropped);
        let mut stopped = sliced(engine, goal);
        enter_builtin(&mut stopped);
        let canceller = stopped.canceller().expect("it has an engine");
        thread::spawn(move || canceller.cancel()).join().expect("no panic");
        let (error, _) = next(&mut stopped);
        let error = error.expect_err("it was stopped");
        assert!(matches!(error.kind(), ErrorKind::Interrupted), "{error:?}");
        assert!(next(&mut stopped).0.expect("no error").is_none());
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
    fn time_between_slices_does_not_count() {
        let mut engine = Engine::new();
        engine.set_limits(Limits::default().time(Duration::from_millis(400)));
        let mut query = sliced(engine, "repeat, length(L, 100000), ground(L)");
        enter_builtin(&mut query);
        thread::sleep(Duration::from_millis(500));
        let again = query.step_for(Duration::from_millis(1));
        assert!(matches!(again, Ok(Step::Yielded)), "{again:?}");
        let end = loop {
            match query.step_for(Duration::from_millis(50)) {
                Ok(Step::Yielded) => {}
                end => break end,
            }
        };
        assert_eq!(end.expect_err("the time is up").limit(), Some(Limit::Time));
    }
}
