//! Answers as a stream, for hosts that run tasks: the goal runs a number of calls, or a time, at once.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use futures_core::Stream;

use super::answer::Answer;
use super::engine::Engine;
use super::error::Error;
use super::query::{Fuel, OwnedQuery, Step};
use super::slices::SlicedQuery;

/// The answers of a query, one by one, while other tasks of the thread run in between.
///
/// Each time it is polled, the goal runs for the turn that it was given, or to its next answer; if there is none yet,
/// the task is woken again at once, and others have theirs. An error is the last item. When the stream is dropped, the
/// goal is cut.
///
/// ```
/// use std::task::{Context, Poll, Waker};
/// use ferz::{Engine, Fuel, Stream};
///
/// let query = Engine::new().into_query("between(1, inf, N), N mod 9973 =:= 0")?;
/// let mut answers = Box::pin(query.into_stream(Fuel(1_000)));
/// // What an executor does:
/// let mut context = Context::from_waker(Waker::noop());
/// let mut turns = 1;
/// let answer = loop {
///     match answers.as_mut().poll_next(&mut context) {
///         Poll::Ready(answer) => break answer,
///         Poll::Pending => turns += 1,
///     }
/// };
/// assert!(turns > 5);
/// assert_eq!(answer.expect("there is one")?.to_string(), "N = 9973");
/// # Ok::<(), ferz::Error>(())
/// ```
#[must_use = "a stream does nothing until it is polled"]
pub struct AnswerStream {
    source: AnswerSource,
    has_ended: bool,
}

/// How long a goal runs before other tasks of the thread have their turn.
///
/// `Fuel(10_000)` and `Duration::from_millis(1)` can be given as turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StreamTurn {
    /// So many calls: 10,000 take some tenths of a millisecond, unless one of them is that of a built-in with large
    /// arguments.
    Calls(Fuel),
    /// So long: see [`SlicedQuery`]. For goals that are not trusted.
    Slice(Duration),
}

impl From<Fuel> for StreamTurn {
    fn from(calls: Fuel) -> StreamTurn {
        StreamTurn::Calls(calls)
    }
}

impl From<Duration> for StreamTurn {
    fn from(slice: Duration) -> StreamTurn {
        StreamTurn::Slice(slice)
    }
}

/// Where the answers come from.
enum AnswerSource {
    Calls(Box<OwnedQuery>, Fuel),
    Slices(Box<SlicedQuery>, Duration, Arc<CurrentTask>),
}

/// The task that polled last. A goal may be in the middle of a slice, out of reach, when another task polls.
struct CurrentTask(Mutex<Waker>);

impl CurrentTask {
    fn set(&self, waker: &Waker) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone_from(waker);
    }
}

impl Wake for CurrentTask {
    fn wake(self: Arc<Self>) {
        let waker = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        waker.wake();
    }
}

impl fmt::Debug for AnswerStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("AnswerStream");
        match &self.source {
            AnswerSource::Calls(query, _) => shown.field("query", query),
            AnswerSource::Slices(query, ..) => shown.field("query", query),
        };
        shown.finish_non_exhaustive()
    }
}

impl OwnedQuery {
    /// Makes a stream of the answers. `turn` says how long the goal runs before other tasks have their turn.
    pub fn into_stream(mut self, turn: impl Into<StreamTurn>) -> AnswerStream {
        let source = match turn.into() {
            StreamTurn::Calls(fuel) => AnswerSource::Calls(Box::new(self), fuel),
            StreamTurn::Slice(slice) => {
                let task = Arc::new(CurrentTask(Mutex::new(Waker::noop().clone())));
                self.set_waker(Some(&Waker::from(Arc::clone(&task))));
                AnswerSource::Slices(Box::new(self.into_slices()), slice, task)
            }
        };
        AnswerStream {
            source,
            has_ended: false,
        }
    }
}

impl AnswerStream {
    /// Returns the next answer; `None` at the end.
    ///
    /// # Errors
    /// The exception of the goal, or its limit.
    pub async fn next(&mut self) -> Result<Option<Answer>, Error> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context))
            .await
            .transpose()
    }

    /// Abandons the remaining answers and returns the engine.
    pub fn into_engine(self) -> Option<Engine> {
        match self.source {
            AnswerSource::Calls(query, _) => query.into_engine(),
            AnswerSource::Slices(query, ..) => {
                let mut engine = query.into_engine()?;
                engine.machine.session.set_waker(None);
                Some(engine)
            }
        }
    }
}

impl Stream for AnswerStream {
    type Item = Result<Answer, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.has_ended {
            return Poll::Ready(None);
        }
        let step = match &mut self.source {
            AnswerSource::Calls(query, fuel) => {
                query.set_waker(Some(context.waker()));
                let step = query.step(*fuel);
                query.set_waker(None);
                step
            }
            AnswerSource::Slices(query, slice, task) => {
                task.set(context.waker());
                query.step_for(*slice)
            }
        };
        match step {
            Ok(Step::Answer(answer)) => Poll::Ready(Some(Ok(answer))),
            Ok(Step::Yielded) => {
                context.waker().wake_by_ref();
                Poll::Pending
            }
            Ok(Step::Waiting) => Poll::Pending,
            Ok(Step::Exhausted) => {
                self.has_ended = true;
                Poll::Ready(None)
            }
            Err(error) => {
                self.has_ended = true;
                Poll::Ready(Some(Err(error)))
            }
        }
    }
}

const _: () = {
    const fn is_send<T: Send + Unpin>() {}
    is_send::<AnswerStream>();
};

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::{Limit, Limits};

    /// Polls the streams by turns until all have ended; returns their items in the order in which they came.
    fn run(streams: &mut [AnswerStream]) -> Vec<(usize, Result<String, Error>)> {
        let mut context = Context::from_waker(Waker::noop());
        let mut items = Vec::new();
        let mut ended = vec![false; streams.len()];
        while ended.contains(&false) {
            for (number, stream) in streams.iter_mut().enumerate() {
                match Pin::new(stream).poll_next(&mut context) {
                    Poll::Pending => {}
                    Poll::Ready(None) => ended[number] = true,
                    Poll::Ready(Some(item)) => items.push((number, item.map(|answer| answer.to_string()))),
                }
            }
        }
        items
    }

    fn stream(engine: Engine, goal: &str, fuel: u64) -> AnswerStream {
        engine.into_query(goal).expect("it is right").into_stream(Fuel(fuel))
    }

    #[test]
    fn streams_have_their_turns() {
        // The second needs many turns for its first answer, the first one few for all of them.
        let mut streams = [
            stream(Engine::new(), "member(X, [1, 2, 3])", 1_000),
            stream(Engine::new(), "between(1, 50000, N), N mod 25000 =:= 0", 1_000),
        ];
        let items = run(&mut streams);
        let items: Vec<(usize, String)> = items
            .into_iter()
            .map(|(n, item)| (n, item.expect("no error")))
            .collect();
        let expected = [
            (0, "X = 1"),
            (0, "X = 2"),
            (0, "X = 3"),
            (1, "N = 25000"),
            (1, "N = 50000"),
        ];
        assert_eq!(items, expected.map(|(n, text)| (n, text.to_owned())));
        // It stays at its end.
        assert!(run(&mut streams).is_empty());
        assert!(streams.into_iter().all(|stream| stream.into_engine().is_some()));
    }

    #[test]
    fn errors_and_limits_are_items() {
        let mut engine = Engine::new();
        engine.consult_str("loop :- loop.").expect("it is right");
        engine.set_limits(Limits::default().time(Duration::from_millis(50)));
        let mut streams = [
            stream(Engine::new(), "member(X, [1, a]), Y is X + 1", 100),
            stream(engine, "loop", 1_000),
        ];
        let items = run(&mut streams);
        assert_eq!(items.len(), 3);
        let of = |number| items.iter().filter(move |item| item.0 == number).map(|item| &item.1);
        assert!(matches!(of(0).next(), Some(Ok(text)) if text == "X = 1,\nY = 2"));
        assert!(
            of(0)
                .nth(1)
                .is_some_and(|item| item.as_ref().is_err_and(|error| error.limit().is_none()))
        );
        assert!(matches!(of(1).next(), Some(Err(error)) if error.limit() == Some(Limit::Time)));
    }

    #[test]
    fn a_stream_that_is_dropped_cuts_its_goal() {
        let engine = Engine::new();
        let goal = "setup_call_cleanup(true, repeat, nb_setval(cleaned, yes))";
        let mut stream = stream(engine, goal, 10);
        let mut context = Context::from_waker(Waker::noop());
        let first = Pin::new(&mut stream).poll_next(&mut context);
        assert!(matches!(first, Poll::Ready(Some(Ok(_)))));
        let mut engine = stream.into_engine().expect("it was not taken");
        assert!(engine.succeeds("nb_getval(cleaned, yes)").expect("no error"));
    }

    #[test]
    fn answers_are_awaited() {
        let mut stream = stream(Engine::new(), "between(1, 30000, N), N mod 10000 =:= 0", 500);
        let mut count = Box::pin(async move {
            let mut count = 0;
            while let Some(answer) = stream.next().await? {
                count += answer.get::<i64>("N").expect("a number");
            }
            Ok::<i64, Error>(count)
        });
        let mut context = Context::from_waker(Waker::noop());
        let count = loop {
            if let Poll::Ready(count) = count.as_mut().poll(&mut context) {
                break count;
            }
        };
        assert_eq!(count.expect("no error"), 60_000);
    }

    /// Counts how often it is woken.
    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// A value that another part of the host gives later: the number, and the tasks to wake then.
    type Mail = Arc<Mutex<(Option<i64>, Vec<Waker>)>>;

    /// An engine with `mail(N, M)`, which adds N to the number in the mail, once it has come.
    fn with_mail() -> (Engine, Mail) {
        let mail = Mail::default();
        let mut engine = Engine::new();
        let its = Arc::clone(&mail);
        let read = move |n: i64| {
            let mail = Arc::clone(&its);
            poll_fn(move |context| {
                let mut mail = mail.lock().expect("no panic");
                if let Some(came) = mail.0 {
                    return Poll::Ready(Ok(came + n));
                }
                mail.1.push(context.waker().clone());
                Poll::Pending
            })
        };
        engine.det_async("mail", read).expect("it is no standard predicate");
        (engine, mail)
    }

    fn send(mail: &Mail, number: i64) {
        let mut mail = mail.lock().expect("no panic");
        mail.0 = Some(number);
        mail.1.drain(..).for_each(Waker::wake);
    }

    #[test]
    fn a_goal_that_waits_wakes_its_task_once() {
        let (engine, mail) = with_mail();
        let mut stream = stream(engine, "member(N, [1, 2]), mail(N, M)", 1_000_000);
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        let mut context = Context::from_waker(&waker);
        for _ in 0..3 {
            assert!(Pin::new(&mut stream).poll_next(&mut context).is_pending());
        }
        assert_eq!(
            count.0.load(Ordering::SeqCst),
            0,
            "nobody is woken before there is anything to do"
        );
        send(&mail, 40);
        assert!(count.0.load(Ordering::SeqCst) > 0);
        for expected in ["N = 1,\nM = 41", "N = 2,\nM = 42"] {
            let Poll::Ready(Some(Ok(answer))) = Pin::new(&mut stream).poll_next(&mut context) else {
                panic!("the goal goes on");
            };
            assert_eq!(answer.to_string(), expected);
        }
    }

    #[test]
    fn the_thread_waits_where_the_goal_cannot_go_back() {
        let (engine, mail) = with_mail();
        let sender = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            send(&mail, 5);
        });
        // Goals of a comparison run within a built-in.
        let mut nested = stream(
            engine,
            "predsort([O, A, B]>>(mail(A, _), compare(O, A, B)), [2, 1], L)",
            1_000,
        );
        let mut context = Context::from_waker(Waker::noop());
        let answer = loop {
            match Pin::new(&mut nested).poll_next(&mut context) {
                Poll::Pending => std::thread::yield_now(),
                Poll::Ready(answer) => break answer,
            }
        };
        assert_eq!(
            answer.expect("there is one").expect("no error").to_string(),
            "L = [1, 2]"
        );
        sender.join().expect("no panic");
        let (mut engine, mail) = with_mail();
        engine.set_limits(Limits::default().time(Duration::from_millis(30)));
        let late = engine.once("mail(1, X)").expect_err("nothing comes");
        assert_eq!(late.limit(), Some(Limit::Time));
        send(&mail, 2);
        assert!(engine.succeeds("mail(1, 3), \\+ mail(1, 4)").expect("no error"));
    }

    #[test]
    fn futures_fail_panic_and_are_dropped_as_functions_are() {
        let mut engine = Engine::new();
        engine
            .det_async("bad", |n: i64| async move {
                match n {
                    0 => Err(Error::type_error("positive", crate::IntoTerm::into_term(n))),
                    1 => panic!("oh"),
                    _ => Ok(n),
                }
            })
            .expect("it is no standard predicate");
        let errors = "catch(bad(0, _), error(E, _), true), catch(bad(1, _), error(F, _), true), \\+ bad(2, 3)";
        let answer = engine.once(errors).expect("they are caught").expect("it succeeds");
        assert_eq!(
            answer.to_string(),
            "E = type_error(positive, 0),\nF = system_error(\"the host has panicked: oh\")"
        );
        let (engine, mail) = with_mail();
        let mut waiting = stream(engine, "mail(1, X)", 1_000);
        let mut context = Context::from_waker(Waker::noop());
        assert!(Pin::new(&mut waiting).poll_next(&mut context).is_pending());
        let users = Arc::strong_count(&mail);
        let engine = waiting.into_engine();
        assert!(Arc::strong_count(&mail) < users, "the future is dropped with its query");
        drop(engine);
    }

    #[test]
    fn slices_have_their_turns() {
        let of = |goal: &str| {
            let query = Engine::new().into_query(goal).expect("it is right");
            query.into_stream(Duration::from_micros(100))
        };
        let mut streams = [
            of("numlist(1, 200000, L), msort(L, M), length(M, N)"),
            of("member(N, [1, 2])"),
        ];
        let items: Vec<(usize, String)> = run(&mut streams)
            .into_iter()
            .map(|(number, item)| (number, item.expect("no error")))
            .collect();
        let short = |number| items.iter().filter(move |item| item.0 == number).count();
        assert_eq!((short(0), short(1)), (1, 2));
        assert!(streams.into_iter().all(|stream| stream.into_engine().is_some()));
        let (engine, mail) = with_mail();
        let query = engine.into_query("mail(1, M)").expect("it is right");
        let mut waiting = query.into_stream(Duration::from_millis(1));
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        assert!(
            Pin::new(&mut waiting)
                .poll_next(&mut Context::from_waker(&waker))
                .is_pending()
        );
        send(&mail, 1);
        let polled = Pin::new(&mut waiting).poll_next(&mut Context::from_waker(&waker));
        assert!(matches!(polled, Poll::Ready(Some(Ok(answer))) if answer.to_string() == "M = 2"));
    }
}
