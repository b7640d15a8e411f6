//! Host predicates: `Engine::register` lets programs call functions of the program that embeds ferz.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::convert::{FromTerm, IntoTerm};
use super::engine::Engine;
use super::error::Error;
use super::run::importer;
use super::term::{Term, TermView};
use super::transfer::{Exporter, GivenUp};
use crate::base::atom::Functor;
use crate::base::known;
use crate::base::limit::Limit;
use crate::base::watch::Watch;
use crate::code::instr::MAX_REGISTER_ARITY;
use crate::machine::Machine;
use crate::machine::native::{Next, Stop};
use crate::term::cell::Cell;

/// A call of a host predicate: its arguments, and the values to unify them with.
pub struct Call {
    args: Vec<Term>,
    watch: Arc<Watch>,
    values: Vec<(usize, Term)>,
    choices: Option<(usize, Vec<Term>)>,
}

impl Call {
    /// Returns the argument with this index, from 0, as it was at the call.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn arg(&self, index: usize) -> &Term {
        &self.args[index]
    }

    /// Returns an argument as a Rust value.
    ///
    /// # Errors
    /// `instantiation_error` if it is unbound, `type_error(...)` if it is something else.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn get<T: FromTerm>(&self, index: usize) -> Result<T, Error> {
        let arg = self.arg(index);
        arg.to().ok_or_else(|| {
            let (kind, culprit) = T::mismatch(arg.as_ref());
            Error::type_error(kind, culprit.to_term())
        })
    }

    /// Unifies an argument with a value, after the function has returned true. Variables in the value are new ones.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn unify(&mut self, index: usize, value: impl IntoTerm) {
        assert!(index < self.args.len(), "there is no argument {index}");
        self.values.push((index, value.into_term()));
    }

    /// Unifies an argument with each of several values in turn: each is a solution. All values are collected before
    /// the first solution; a second call replaces those of the first.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn unify_each<T: IntoTerm>(&mut self, index: usize, values: impl IntoIterator<Item = T>) {
        assert!(index < self.args.len(), "there is no argument {index}");
        self.choices = Some((index, values.into_iter().map(T::into_term).collect()));
    }

    /// Whether the query has to stop because it was interrupted or its time limit has passed. A function that runs for
    /// long polls this now and then; if it is true, it returns, with any result.
    pub fn is_stop_wanted(&self) -> bool {
        self.watch.is_stop_wanted()
    }
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
    ///     call.unify_each(1, (1..=n).filter(|d| n % d == 0));
    ///     Ok(true)
    /// })?;
    ///
    /// let answer = engine.once("ticket(_), ticket(N), repeated(ab, N, Text)")?.expect("a solution");
    /// assert_eq!(answer.get("N").and_then(|n| n.to()), Some(2));
    /// assert_eq!(answer.get("Text").and_then(|text| text.to()), Some("abab".to_string()));
    /// let answer = engine.once("findall(D, divisor(12, D), Ds)")?.expect("a solution");
    /// assert_eq!(answer.to_string(), "Ds = [1, 2, 3, 4, 6, 12]");
    /// let error = engine.once("repeated(ab, many, _)").expect_err("that is no number");
    /// assert_eq!(error.formal().expect("a standard error").to_string(), "type_error(integer, many)");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// A program cannot redefine it. The terms are copied in both directions.
    ///
    /// # Errors
    /// If the standard or the program defines a predicate of that name and arity, or there are more than 200
    /// arguments. An earlier host function of this name and arity is replaced.
    pub fn register(
        &mut self,
        name: &str,
        arity: usize,
        function: impl FnMut(&mut Call) -> Result<bool, Error> + Send + 'static,
    ) -> Result<(), Error> {
        if arity > MAX_REGISTER_ARITY {
            let limit = Term::compound("representation_error", [Term::atom("max_arity")]);
            return Err(Error::formal_error(limit));
        }
        let m = &mut self.machine;
        let functor = Functor::new(m.intern(name), arity);
        let mut function = function;
        let run = move |m: &mut Machine| {
            let Ok(mut call) = new_call(m, arity) else {
                m.poll()?;
                return Err(m.resource_error(Limit::Memory));
            };
            let result = catch_unwind(AssertUnwindSafe(|| function(&mut call)));
            let result = result.unwrap_or_else(|panic| Err(Error::system_error(panic_message(&*panic))));
            m.poll()?;
            finish(m, call, result)
        };
        if m.add_host(functor, Box::new(run)) {
            return Ok(());
        }
        let indicator = Term::compound("/", [Term::atom(name), arity.into_term()]);
        let parts = [Term::atom("modify"), Term::atom("static_procedure"), indicator];
        Err(Error::formal_error(Term::compound("permission_error", parts)))
    }
}

/// Copies the arguments; subterms that they share are shared in the copies.
fn new_call(m: &Machine, arity: usize) -> Result<Call, GivenUp> {
    let mut importer = importer(m);
    let roots: Result<Vec<u32>, GivenUp> = (0..arity).map(|i| importer.import(m.arg(i))).collect();
    let roots = roots?;
    let store = Arc::new(importer.finish());
    let args = roots.into_iter().map(|root| Term {
        store: Arc::clone(&store),
        root,
    });
    Ok(Call {
        args: args.collect(),
        watch: Arc::clone(m.limits().watch()),
        values: Vec::new(),
        choices: None,
    })
}

/// Returns the message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the host has panicked: {}", text.unwrap_or("it does not say why"))
}

fn finish(m: &mut Machine, call: Call, result: Result<bool, Error>) -> Result<Next, Stop> {
    match result {
        Ok(true) => {}
        Ok(false) => return Err(Stop::Fail),
        Err(error) => return Err(throw(m, &error.ball())),
    }
    for (index, value) in call.values {
        let cell = build(m, &value)?;
        m.unify(m.arg(index), cell)?;
    }
    match call.choices {
        None => Ok(Next::Continue),
        Some((index, values)) => choose(m, index, &Term::list(values)),
    }
}

/// Returns the goal that unifies the argument with each element of a list.
fn choose(m: &mut Machine, index: usize, values: &Term) -> Result<Next, Stop> {
    let values = build(m, values)?;
    let member = m.intern("member");
    let goal = m.heap.new_term(member, &[m.arg(index), values]);
    Ok(Next::Call(
        m.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal]),
    ))
}

fn throw(m: &mut Machine, ball: &Term) -> Stop {
    if let TermView::Compound("error", args) = ball.view()
        && let (Some(formal), Some(TermView::Var(_)), 2) = (args.get(0), args.get(1).map(|arg| arg.view()), args.len())
    {
        return match build(m, &formal.to_term()) {
            Ok(formal) => m.throw_error(formal),
            Err(stop) => stop,
        };
    }
    match build(m, ball) {
        Ok(ball) => m.throw(ball),
        Err(stop) => stop,
    }
}

fn build(m: &mut Machine, term: &Term) -> Result<Cell, Stop> {
    m.reserve(Exporter::cells_needed(&term.store))?;
    Ok(Exporter::new(&term.store).export(term.root, &mut m.heap, &mut m.atoms))
}
