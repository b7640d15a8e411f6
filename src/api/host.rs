//! Host predicates: `Engine::register` lets programs call functions of the program that embeds ferz.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{Context, Poll};

use super::builder::Builder;
use super::convert::{FromTerm, IntoTerm};
use super::engine::Engine;
use super::error::Error;
use super::facts::IntoRow;
use super::functions::Returned;
use super::mismatch::Mismatch;
use super::run;
use super::term::Term;
use super::toplevel::Toplevel;
use super::view::{TermRef, TermView};
use crate::base::atom::Functor;
use crate::base::known;
use crate::base::limit::Limit;
use crate::code::instr::MAX_REGISTER_ARITY;
use crate::machine::native::{Next, Stop};
use crate::machine::sharing::HostRun;
use crate::machine::{Cause, Machine, Solutions};
use crate::term::cell::Cell;
use ferz_texts::head::parse_head;

/// A call of a host predicate: its arguments, and the values to unify them with.
///
/// The arguments are the goal's own terms, not copies.
pub struct Call<'m> {
    m: &'m mut Machine,
    arity: usize,
    /// The arguments to unify with values.
    values: Vec<(usize, Cell)>,
    /// The term that solutions are unified with, and their maker.
    solutions: Option<(Cell, Solutions)>,
    /// Whether `solutions` are the polls of one value that comes later.
    is_later: bool,
    /// Why a value could not be built.
    fault: Option<Stop>,
    /// The limit or interrupt that a goal has met.
    met: Option<Cause>,
}

/// A term of the goal that calls a host predicate. As a value for [`Call::unify`] it is the term itself, with its
/// variables. It cannot leave the call.
#[derive(Clone, Copy, Debug)]
pub struct Handle<'m> {
    cell: Cell,
    /// The address of the machine, by which a handle to another engine's term is recognised.
    machine: usize,
    call: std::marker::PhantomData<fn(&'m ()) -> &'m ()>,
}

/// # Panics
/// In a term that is not for the call's own engine.
impl IntoTerm for Handle<'_> {
    fn put(self, to: &mut Builder<'_>) {
        to.cell(self.cell, self.machine);
    }
}

impl std::fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries((0..self.arity).map(|i| self.arg(i))).finish()
    }
}

impl<'m> Call<'m> {
    /// Returns the argument with this index, from 0.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn arg(&self, index: usize) -> TermRef<'_> {
        TermRef::live(self.m, self.cell(index))
    }

    /// Returns a handle to the argument with this index, from 0: the goal's own term, for [`Call::unify`].
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.register("same", 2, |call| {
    ///     let x = call.handle(0);
    ///     call.unify(1, x);
    ///     Ok(true)
    /// })?;
    /// let answer = engine.once("same(X, Y), X = 1")?.expect("it has a solution");
    /// assert_eq!(answer.to_string(), "X = Y, Y = 1");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn handle(&self, index: usize) -> Handle<'m> {
        Handle {
            cell: self.cell(index),
            machine: std::ptr::from_ref::<Machine>(self.m).addr(),
            call: std::marker::PhantomData,
        }
    }

    fn cell(&self, index: usize) -> Cell {
        assert!(index < self.arity, "there is no argument {index}");
        self.m.arg(index)
    }

    /// Returns an argument as a Rust value.
    ///
    /// # Errors
    /// `instantiation_error` if it is unbound, `type_error(...)` if it is something else.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn get<T: FromTerm>(&self, index: usize) -> Result<T, Error> {
        self.arg(index).to().map_err(Error::from)
    }

    /// Returns the text of an argument, which is an atom or a string.
    ///
    /// # Errors
    /// `instantiation_error` if it is unbound, `type_error(text, ...)` if it is something else.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn text(&self, index: usize) -> Result<&str, Error> {
        let arg = self.arg(index);
        arg.as_text().ok_or_else(|| Mismatch::new("text", arg).into())
    }

    /// Unifies an argument with a value, after the function has returned true. A value of the host brings new
    /// variables, a [`Handle`] those of the goal.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn unify(&mut self, index: usize, value: impl IntoTerm) {
        assert!(index < self.arity, "there is no argument {index}");
        match built(self.m, value) {
            Ok(cell) => self.values.push((index, cell)),
            Err(stop) => {
                self.fault.get_or_insert(stop);
            }
        }
    }

    /// Unifies an argument with each of several values in turn, after the function has returned true: each is a
    /// solution. A value is computed when it is asked for, so that there may be endlessly many; once no more can be
    /// asked for, the rest is dropped. A second call replaces the values of the first.
    ///
    /// An iterator whose `size_hint` says that nothing is left leaves no choice point behind. Items may be results: an error
    /// is raised as an exception when its turn comes.
    ///
    /// ```
    /// use ferz::{Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.register("item", 1, |call| {
    ///     call.unify_each(0, [Ok(1), Ok(2), Err(Error::throw("closed"))]);
    ///     Ok(true)
    /// })?;
    /// assert!(engine.succeeds("findall(X, limit(2, item(X)), [1, 2])")?);
    /// assert!(engine.succeeds("catch(forall(item(_), true), Reason, true), Reason == \"closed\"")?);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn unify_each<I>(&mut self, index: usize, values: I)
    where
        I: IntoIterator<Item: Returned, IntoIter: Send + 'static>,
    {
        assert!(index < self.arity, "there is no argument {index}");
        let mut values = values.into_iter();
        let next = move |m: &mut Machine| next_value(m, &mut values, built_or_thrown);
        self.solutions = Some((self.m.arg(index), Box::new(next)));
        self.is_later = false;
    }

    /// Unifies all arguments with each of several rows in turn, as [`Call::unify_each`] does with one argument. A
    /// row has a value for each argument; one of another length is no solution.
    ///
    /// ```
    /// use ferz::{Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.register("square", 2, |call| {
    ///     call.unify_each_row((0_i64..).map(|n| if n < 9 { Ok((n, n * n)) } else { Err(Error::throw("too large")) }));
    ///     Ok(true)
    /// })?;
    /// assert!(engine.succeeds("square(Root, 49), Root =:= 7")?);
    /// assert!(engine.succeeds("catch(forall(square(_, _), true), Reason, true), Reason == \"too large\"")?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn unify_each_row<R, I>(&mut self, rows: I)
    where
        R: IntoRow,
        I: IntoIterator<Item = Result<R, Error>>,
        I::IntoIter: Send + 'static,
    {
        let args: Vec<Handle<'_>> = (0..self.arity).map(|index| self.handle(index)).collect();
        let target = match built(self.m, HostRow(Handles(args))) {
            Ok(target) => target,
            Err(stop) => {
                self.fault.get_or_insert(stop);
                return;
            }
        };
        let mut rows = rows.into_iter().map(|row| row.map(HostRow));
        let next = move |m: &mut Machine| next_value(m, &mut rows, built_or_thrown);
        self.solutions = Some((target, Box::new(next)));
        self.is_later = false;
    }

    /// Unifies an argument with the output of a future, after the function has returned true: the goal waits for it.
    ///
    /// A query that runs by steps goes back to the host while it waits: a step says [`Step::Waiting`], and an
    /// `AnswerStream` wakes its task when the future can go on. Otherwise, and within `findall/3`, `catch/3` of another
    /// goal and their like that run inside a built-in, the thread waits; interrupts and limits end that. The future is
    /// dropped with the query, or when it is done.
    ///
    /// [`Step::Waiting`]: super::query::Step::Waiting
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn unify_later<T, F>(&mut self, index: usize, future: F)
    where
        T: IntoTerm,
        F: Future<Output = Result<T, Error>> + Send + 'static,
    {
        self.unify_later_if(index, async move { future.await.map(Some) });
    }

    /// As [`Call::unify_later`], for a future that may have no value: the goal then fails.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.register("root", 2, |call| {
    ///     let n: f64 = call.get(0)?;
    ///     call.unify_later_if(1, async move { Ok((n >= 0.0).then(|| n.sqrt())) });
    ///     Ok(true)
    /// })?;
    /// assert!(engine.succeeds("root(4, 2.0), \\+ root(-1, _)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn unify_later_if<T, F>(&mut self, index: usize, future: F)
    where
        T: IntoTerm,
        F: Future<Output = Result<Option<T>, Error>> + Send + 'static,
    {
        assert!(index < self.arity, "there is no argument {index}");
        let mut future = Box::pin(future);
        let poll = move |m: &mut Machine| {
            let waker = m.waker();
            let mut context = Context::from_waker(&waker);
            let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(&mut context)));
            match polled.unwrap_or_else(|panic| Poll::Ready(Err(panicked(&*panic)))) {
                Poll::Pending => Ok(Some((Cell::NIL, true))),
                Poll::Ready(Ok(Some(value))) => Ok(Some((built(m, value)?, false))),
                Poll::Ready(Ok(None)) => Ok(None),
                Poll::Ready(Err(error)) => Err(raised(m, &error)),
            }
        };
        self.solutions = Some((self.m.arg(index), Box::new(poll)));
        self.is_later = true;
    }

    /// Runs a goal of the program to its first solution, and keeps its bindings. Handles to the arguments of the call,
    /// and other values, are its arguments.
    ///
    /// The goal runs under the limits of the query. While it runs, this function cannot be called again.
    ///
    /// ```
    /// use ferz::Term;
    ///
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_str("price(tea, 3). price(coffee, 4).")?;
    /// engine.register("costs", 2, |call| {
    ///     let (item, price) = (call.handle(0), call.handle(1));
    ///     call.once("price", [item, price])
    /// })?;
    /// assert_eq!(engine.once("costs(coffee, P)")?.expect("it has a price").to_string(), "P = 4");
    /// assert!(!engine.succeeds("costs(milk, _)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// The exception of the goal. A limit that was met ends the query whatever the function does with its error.
    pub fn once<T: IntoTerm>(&mut self, name: &str, args: impl IntoIterator<Item = T>) -> Result<bool, Error> {
        let solved = (|| {
            let mut cells = Vec::new();
            for arg in args {
                cells.push(built(self.m, arg)?);
            }
            self.m.reserve(cells.len() + 1)?;
            let name = self.m.intern(name);
            let goal = if cells.is_empty() {
                Cell::atom(name)
            } else {
                self.m.heap.new_term(name, &cells)
            };
            self.m.solve_once(goal)
        })();
        match solved {
            Err(Stop::Throw(_)) => {
                self.met = self.m.limits.ending().or(self.met);
                Err(run::raised_inside(self.m))
            }
            Err(Stop::Fail) => Ok(false),
            Ok(found) => Ok(found),
        }
    }

    /// Writes text to the current output, as `write/1` does.
    ///
    /// # Errors
    /// Those of the stream, and the limit on output.
    pub fn write(&mut self, text: &str) -> Result<(), Error> {
        let text = Term::string(text);
        self.once("write", [text]).map(|_| ())
    }

    /// Whether the query has to stop because it was interrupted or its time limit has passed. A function that runs for
    /// long polls this now and then; if it is true, it returns, with any result.
    pub fn is_stop_wanted(&self) -> bool {
        self.m.limits.watch().is_stop_wanted()
    }

    /// Lets the goal continue as the function's result says.
    fn finish(self, result: Result<bool, Error>) -> Result<Next, Stop> {
        let m = self.m;
        m.poll()?;
        // The function may have dropped the error.
        if let Some(cause) = self.met {
            return Err(m.raise_again(cause));
        }
        if m.limits.watch().take_overflow() {
            return Err(m.resource_error(Limit::Memory));
        }
        match result {
            Ok(true) => {}
            Ok(false) => return Err(Stop::Fail),
            Err(error) => return Err(raised(m, &error)),
        }
        if let Some(stop) = self.fault {
            return Err(stop);
        }
        match self.solutions {
            None => {
                for (index, value) in self.values {
                    m.unify(m.arg(index), value)?;
                }
                Ok(Next::Continue)
            }
            Some((target, solutions)) => {
                // The unifications are part of each solution, so that no goal is woken before the first.
                let (args, values): (Vec<Cell>, Vec<Cell>) = self
                    .values
                    .into_iter()
                    .map(|(index, value)| (m.arg(index), value))
                    .unzip();
                m.reserve(2 * (args.len() + 1) + 8)?;
                let number = m.calls.keep_solutions(&m.stacks, solutions);
                let number = m.heap.new_int(i64::try_from(number).unwrap_or(i64::MAX));
                let values = m.heap.new_term(known::SYSTEM_GOAL, &values);
                let args = m.heap.new_term(known::SYSTEM_GOAL, &args);
                let next = m.intern(if self.is_later { "$host_later" } else { "$host_next" });
                let goal = m.heap.new_term(next, &[number, target, values, args]);
                Ok(Next::Call(
                    m.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal]),
                ))
            }
        }
    }
}

/// Returns the next solution, and whether there may be more.
fn next_value<I: Iterator>(
    m: &mut Machine,
    values: &mut I,
    build: impl FnOnce(&mut Machine, I::Item) -> Result<Cell, Stop>,
) -> Result<Option<(Cell, bool)>, Stop> {
    let next = catch_unwind(AssertUnwindSafe(|| match values.next() {
        None => Ok(None),
        Some(value) => {
            let value = build(m, value)?;
            Ok(Some((value, values.size_hint().1 != Some(0))))
        }
    }));
    next.unwrap_or_else(|panic| Err(throw(m, &panicked(&*panic).ball())))
}

/// Builds a value, or raises an error as an exception.
fn built_or_thrown(m: &mut Machine, value: impl Returned) -> Result<Cell, Stop> {
    match value.value() {
        Ok(Some(value)) => built(m, value),
        Ok(None) => Ok(Cell::NIL),
        Err(error) => Err(raised(m, &error)),
    }
}

/// Raises an error as an exception.
fn raised(m: &mut Machine, error: &Error) -> Stop {
    let stop = throw(m, &error.ball());
    m.exceptions.due_to(stop, error.limit())
}

/// A row as a term, to be unified with another one.
struct HostRow<R>(R);

impl<R: IntoRow> IntoTerm for HostRow<R> {
    fn put(self, to: &mut Builder<'_>) {
        self.0.put_row("$row", to);
    }
}

/// The arguments of a call.
struct Handles<'m>(Vec<Handle<'m>>);

impl IntoRow for Handles<'_> {
    fn put_row(self, name: &str, to: &mut Builder<'_>) {
        to.compound(name, self.0.len());
        for handle in self.0 {
            handle.put(to);
        }
    }
}

/// Builds a value on the heap.
pub(super) fn built(m: &mut Machine, value: impl IntoTerm) -> Result<Cell, Stop> {
    let mut builder = Builder::live(m);
    value.put(&mut builder);
    builder.take_cell()
}

/// Returns what the machine runs for a host predicate.
pub(super) fn host_run(
    arity: usize,
    mut function: impl FnMut(&mut Call<'_>) -> Result<bool, Error> + Send + 'static,
) -> HostRun {
    Box::new(move |m: &mut Machine| {
        let mut call = Call {
            m,
            arity,
            values: Vec::new(),
            solutions: None,
            is_later: false,
            fault: None,
            met: None,
        };
        let result = catch_unwind(AssertUnwindSafe(|| function(&mut call)));
        call.finish(result.unwrap_or_else(|panic| Err(panicked(&*panic))))
    })
}

impl Engine {
    /// Registers a function of the host as the predicate `name/arity`.
    ///
    /// The function is called with the arguments; it sets the values to unify them with, and returns true for success
    /// and false for failure. An error becomes an exception, and so does a panic: `error(system_error(Message), _)`.
    /// The host has to restore what the function has changed before it panicked.
    ///
    /// ```
    /// use ferz::{Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// let mut count = 0_u64;
    /// engine.register("ticket", 1, move |call| {
    ///     count += 1;
    ///     call.unify(0, count);
    ///     Ok(true)
    /// })?;
    /// engine.register("repeated", 3, |call| {
    ///     let (text, times): (String, usize) = (call.get(0)?, call.get(1)?);
    ///     call.unify(2, text.repeat(times));
    ///     Ok(true)
    /// })?;
    /// engine.register("divisor", 2, |call| {
    ///     let n: u32 = call.get(0)?;
    ///     call.unify_each(1, (1..=n).filter(move |d| n % d == 0));
    ///     Ok(true)
    /// })?;
    ///
    /// let answer = engine.once("ticket(_), ticket(N), repeated(ab, N, Text)")?.expect("a solution");
    /// assert_eq!(answer.get::<i64>("N")?, 2);
    /// assert_eq!(answer.get::<String>("Text")?, "abab");
    /// let answer = engine.once("findall(D, divisor(12, D), Ds)")?.expect("a solution");
    /// assert_eq!(answer.to_string(), "Ds = [1, 2, 3, 4, 6, 12]");
    /// let error = engine.once("repeated(ab, many, _)").expect_err("that is no number");
    /// assert_eq!(error.formal().expect("a standard error").to_string(), "type_error(integer, many)");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// A program cannot redefine it.
    ///
    /// # Errors
    /// If the standard or the program defines a predicate of that name and arity, or there are more than 200
    /// arguments. An earlier host function of this name and arity is replaced.
    pub fn register(
        &mut self,
        name: &str,
        arity: usize,
        function: impl FnMut(&mut Call<'_>) -> Result<bool, Error> + Send + 'static,
    ) -> Result<(), Error> {
        if arity > MAX_REGISTER_ARITY {
            let limit = Term::compound("representation_error", [Term::atom("max_arity")]);
            return Err(Error::formal_error(limit));
        }
        let m = &mut self.machine;
        let functor = Functor::new(m.intern(name), arity);
        if m.calls.define_host(&mut m.db, functor, host_run(arity, function)) {
            return Ok(());
        }
        let indicator = Term::compound("/", [Term::atom(name), arity.into_term()]);
        let parts = [Term::atom("modify"), Term::atom("static_procedure"), indicator];
        let error = Error::formal_error(Term::compound("permission_error", parts));
        Err(error.worded(format!(
            "{name}/{arity} is defined by the standard or the program, and cannot be the host's"
        )))
    }
}

impl Toplevel<'_> {
    /// Describes a predicate of the host for `help/1` and `apropos/1`: by its head with modes, and a sentence.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.det("shout", |text: String| Ok(text.to_uppercase()))?;
    /// engine.toplevel().describe("shout(+text, -loud)", "Unifies loud with text in upper case.")?;
    /// assert!(engine.succeeds("with_output_to(string(S), help(shout/2)), sub_string(S, _, _, _, \"upper\")")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the head is no head with modes, or no predicate of the host has this name and arity.
    pub fn describe(&mut self, head: &str, doc: &str) -> Result<(), Error> {
        let m = &mut self.engine.machine;
        let Some((name, arity, _)) = parse_head(head) else {
            return Err(Error::formal_error(Term::compound(
                "domain_error",
                [Term::atom("head"), Term::string(head)],
            )));
        };
        let functor = Functor::new(m.intern(name), arity);
        if !m.db.is_host(functor) {
            let indicator = Term::compound("/", [Term::atom(name), arity.into_term()]);
            let missing = Term::compound("existence_error", [Term::atom("procedure"), indicator]);
            return Err(Error::formal_error(missing));
        }
        let described = (head.to_owned(), doc.to_owned());
        m.session.lasting.described.insert(functor, described);
        Ok(())
    }
}

/// Returns the error for a panic of the host.
fn panicked(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::system_error(format!("the host has panicked: {}", text.unwrap_or("no message")))
}

fn throw(m: &mut Machine, ball: &Term) -> Stop {
    if let TermView::Compound("error", args) = ball.view()
        && let (Some(formal), Some(TermView::Var(_)), 2) = (args.get(0), args.get(1).map(|arg| arg.view()), args.len())
    {
        return match built(m, formal) {
            Ok(formal) => m.throw_error(formal),
            Err(stop) => stop,
        };
    }
    match built(m, ball) {
        Ok(ball) => m.throw(ball),
        Err(stop) => stop,
    }
}
