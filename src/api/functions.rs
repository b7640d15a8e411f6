//! Typed host predicates: functions of Rust values as predicates.

use super::convert::{FromTerm, IntoTerm};
use super::engine::Engine;
use super::error::Error;
use super::host::Call;

/// A function whose arguments are converted from terms; implemented for closures of up to eight such arguments.
pub trait Function<Args, R> {
    /// The number of arguments.
    const ARITY: usize;

    /// Calls the function with the first arguments of the goal.
    ///
    /// # Errors
    /// Those of the conversions and of the function.
    fn apply(&mut self, call: &Call<'_>) -> Result<R, Error>;
}

/// An asynchronous function whose arguments are converted from terms; implemented for closures of up to eight such
/// arguments that return a future.
pub trait AsyncFunction<Args, R> {
    /// Its result.
    type Output: Future<Output = Result<R, Error>> + Send + 'static;

    /// The number of arguments.
    const ARITY: usize;

    /// Calls the function with the first arguments of the goal.
    ///
    /// # Errors
    /// Those of the conversions.
    fn start(&mut self, call: &Call<'_>) -> Result<Self::Output, Error>;
}

macro_rules! functions {
    ($($count:literal: $($arg:ident $index:tt),*;)*) => { $(
        impl<F, R, $($arg: FromTerm),*> Function<($($arg,)*), R> for F
        where
            F: FnMut($($arg),*) -> Result<R, Error>,
        {
            const ARITY: usize = $count;

            fn apply(&mut self, _call: &Call<'_>) -> Result<R, Error> {
                self($(_call.get::<$arg>($index)?),*)
            }
        }

        impl<F, Fut, R, $($arg: FromTerm),*> AsyncFunction<($($arg,)*), R> for F
        where
            F: FnMut($($arg),*) -> Fut,
            Fut: Future<Output = Result<R, Error>> + Send + 'static,
        {
            type Output = Fut;

            const ARITY: usize = $count;

            fn start(&mut self, _call: &Call<'_>) -> Result<Fut, Error> {
                Ok(self($(_call.get::<$arg>($index)?),*))
            }
        }
    )* };
}

functions! {
    0: ;
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, G 5;
    7: A 0, B 1, C 2, D 3, E 4, G 5, H 6;
    8: A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7;
}

/// Calls a function whose result is the last argument.
pub(super) fn call_det<Args, R: IntoTerm, F: Function<Args, R>>(
    function: &mut F,
    call: &mut Call<'_>,
) -> Result<bool, Error> {
    let result = function.apply(call)?;
    call.unify(F::ARITY, result);
    Ok(true)
}

/// Calls a function that may have no result.
pub(super) fn call_semidet<Args, R: IntoTerm, F: Function<Args, Option<R>>>(
    function: &mut F,
    call: &mut Call<'_>,
) -> Result<bool, Error> {
    let result = function.apply(call)?;
    let succeeds = result.is_some();
    if let Some(result) = result {
        call.unify(F::ARITY, result);
    }
    Ok(succeeds)
}

/// Calls a function with any number of results.
pub(super) fn call_nondet<Args, R, F>(function: &mut F, call: &mut Call<'_>) -> Result<bool, Error>
where
    R: IntoIterator,
    R::Item: IntoTerm,
    R::IntoIter: Send + 'static,
    F: Function<Args, R>,
{
    let results = function.apply(call)?;
    call.unify_each(F::ARITY, results);
    Ok(true)
}

/// Calls an asynchronous function, and lets the goal wait for its result.
pub(super) fn call_async<Args, R: IntoTerm, F: AsyncFunction<Args, R>>(
    function: &mut F,
    call: &mut Call<'_>,
) -> Result<bool, Error> {
    let future = function.start(call)?;
    call.unify_later(F::ARITY, future);
    Ok(true)
}

/// Predicates made of typed functions. Arguments that cannot be converted raise `instantiation_error` or `type_error`,
/// panics `system_error`.
impl Engine {
    /// Registers a function as a predicate whose last argument is the result: a function of two arguments is
    /// `name/3`.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.det("shout", |text: String| Ok(text.to_uppercase()))?;
    /// assert!(engine.succeeds(r#"shout(hey, "HEY")"#)?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    pub fn det<Args, R: IntoTerm, F>(&mut self, name: &str, mut function: F) -> Result<(), Error>
    where
        F: Function<Args, R> + Send + 'static,
    {
        self.register(name, F::ARITY + 1, move |call| call_det(&mut function, call))
    }

    /// As [`Engine::det`], for a function that may have no result: the predicate then fails.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.semidet("root", |n: f64| Ok((n >= 0.0).then(|| n.sqrt())))?;
    /// assert!(engine.succeeds("root(4, 2.0), \\+ root(-1, _)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    pub fn semidet<Args, R: IntoTerm, F>(&mut self, name: &str, mut function: F) -> Result<(), Error>
    where
        F: Function<Args, Option<R>> + Send + 'static,
    {
        self.register(name, F::ARITY + 1, move |call| call_semidet(&mut function, call))
    }

    /// Registers a test: a function of two arguments is `name/2`, which succeeds if it returns true.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.test("even", |n: i64| Ok(n % 2 == 0))?;
    /// assert!(engine.succeeds("even(4), \\+ even(5)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    pub fn test<Args, F>(&mut self, name: &str, mut function: F) -> Result<(), Error>
    where
        F: Function<Args, bool> + Send + 'static,
    {
        self.register(name, F::ARITY, move |call| function.apply(call))
    }

    /// As [`Engine::det`], for a function whose results are those of an iterator: each is a solution, computed when it
    /// is asked for.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.nondet("multiple", |n: u64| Ok((1..).map(move |i| i * n)))?;
    /// let answer = engine.once("multiple(7, X), X > 30")?.expect("it has a solution");
    /// assert_eq!(answer.to_string(), "X = 35");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    pub fn nondet<Args, R, F>(&mut self, name: &str, mut function: F) -> Result<(), Error>
    where
        R: IntoIterator,
        R::Item: IntoTerm,
        R::IntoIter: Send + 'static,
        F: Function<Args, R> + Send + 'static,
    {
        self.register(name, F::ARITY + 1, move |call| call_nondet(&mut function, call))
    }

    /// As [`Engine::det`], for an asynchronous function: the goal waits for its result. See [`Call::unify_later`].
    ///
    /// ```
    /// use ferz::{Engine, Fuel, Step};
    ///
    /// let (answer, question) = std::sync::mpsc::channel::<u32>();
    /// # let question = std::sync::Mutex::new(question);
    /// let mut engine = Engine::new();
    /// engine.det_async("ask", move |n: u32| {
    ///     let received = question.lock().map(|question| question.try_recv().ok()).ok().flatten();
    ///     async move {
    ///         match received {
    ///             Some(m) => Ok(n + m),
    ///             None => std::future::pending().await,
    ///         }
    ///     }
    /// })?;
    /// let mut query = engine.query("ask(1, X)")?;
    /// assert!(matches!(query.step(Fuel(1_000))?, Step::Waiting));
    /// drop(query);
    /// answer.send(41).expect("it is received");
    /// assert_eq!(engine.once("ask(1, X)")?.expect("an answer").to_string(), "X = 42");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    pub fn det_async<Args, R: IntoTerm, F>(&mut self, name: &str, mut function: F) -> Result<(), Error>
    where
        F: AsyncFunction<Args, R> + Send + 'static,
    {
        self.register(name, F::ARITY + 1, move |call| call_async(&mut function, call))
    }
}
