//! Typed host predicates: functions of Rust values as predicates.

use super::convert::{FromTerm, IntoTerm};
use super::engine::Engine;
use super::error::Error;
use super::host::Call;

/// A function whose arguments are converted from terms; implemented for closures of up to eight such arguments. Closures
/// of up to three may take `&str` for the text of an atom or a string.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a predicate",
    label = "no function of arguments that can be converted from terms",
    note = "each argument has a type that implements `FromTerm`, as numbers, `String`, `bool`, `Atom`, `Vec`, `Term` and \
            `Serde` do, or is `&str` (in functions of up to three arguments); types are written out: `|n: i64, text: &str|`"
)]
pub trait Function<Args> {
    /// The result of the function.
    type Output;

    /// The number of arguments.
    const ARITY: usize;

    /// Calls the function with the first arguments of the goal.
    ///
    /// # Errors
    /// Those of the conversions.
    fn apply(&mut self, call: &Call<'_>) -> Result<Self::Output, Error>;
}

/// The result of a function that is a predicate: a value, which is the last argument; `()` for none, so that the
/// predicate has the arguments of the function; or a [`Result`] of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a predicate",
    note = "a result is `()`, a type that implements `IntoTerm`, as numbers, texts, `Vec`, `Term` and `Serde` do, or a \
            `Result` of these with `ferz::Error`; `map_err(Error::external)` makes one of any other error"
)]
pub trait Returned {
    /// The value.
    type Value: IntoTerm;

    /// The number of arguments that it takes.
    const ARITY: usize;

    /// Returns the value, if there is one.
    ///
    /// # Errors
    /// That of a `Result`.
    fn value(self) -> Result<Option<Self::Value>, Error>;
}

impl<T: IntoTerm> Returned for T {
    type Value = T;

    const ARITY: usize = 1;

    fn value(self) -> Result<Option<T>, Error> {
        Ok(Some(self))
    }
}

impl Returned for () {
    type Value = bool;

    const ARITY: usize = 0;

    fn value(self) -> Result<Option<bool>, Error> {
        Ok(None)
    }
}

impl<T: Returned> Returned for Result<T, Error> {
    type Value = T::Value;

    const ARITY: usize = T::ARITY;

    fn value(self) -> Result<Option<T::Value>, Error> {
        self?.value()
    }
}

/// A `T`, or a [`Result`] of it.
#[diagnostic::on_unimplemented(message = "`{Self}` is neither `{T}` nor `Result<{T}, ferz::Error>`")]
pub trait Fallible<T> {
    /// Returns it.
    ///
    /// # Errors
    /// That of a `Result`.
    fn result(self) -> Result<T, Error>;
}

impl<T> Fallible<T> for T {
    fn result(self) -> Result<T, Error> {
        Ok(self)
    }
}

impl<T> Fallible<T> for Result<T, Error> {
    fn result(self) -> Result<T, Error> {
        self
    }
}

/// The results of a function with any number of solutions: an iterator, a vector, or a [`Result`] of what can be iterated
/// over. `Kind` tells which of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the results of a predicate",
    note = "results are an iterator or a vector of values that implement `IntoTerm`, or a `Result` of them with `ferz::Error`; \
            an iterator is `Send` and owns what it needs"
)]
pub trait Generated<Kind> {
    /// The results, one after another.
    type Results: Iterator<Item: Returned> + Send + 'static;

    /// Returns them.
    ///
    /// # Errors
    /// That of a `Result`.
    fn results(self) -> Result<Self::Results, Error>;
}

/// Tells [`Generated`] of iterators, vectors and results from each other.
#[derive(Debug)]
pub struct GeneratedKind<const NUMBER: u8>;

impl<I: Iterator<Item: Returned> + Send + 'static> Generated<GeneratedKind<0>> for I {
    type Results = I;

    fn results(self) -> Result<I, Error> {
        Ok(self)
    }
}

impl<T: Returned + Send + 'static> Generated<GeneratedKind<1>> for Vec<T> {
    type Results = std::vec::IntoIter<T>;

    fn results(self) -> Result<Self::Results, Error> {
        Ok(self.into_iter())
    }
}

impl<R: IntoIterator<Item: Returned, IntoIter: Send + 'static>> Generated<GeneratedKind<2>> for Result<R, Error> {
    type Results = R::IntoIter;

    fn results(self) -> Result<Self::Results, Error> {
        Ok(self?.into_iter())
    }
}

/// Stands for an argument `&str` in `Args` of [`Function`].
#[derive(Debug)]
pub struct BorrowedText;

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

macro_rules! marker {
    (own $type:ident) => {
        $type
    };
    (text $type:ident) => {
        BorrowedText
    };
}

macro_rules! parameter {
    ($life:lifetime own $type:ident) => { $type };
    ($life:lifetime text $type:ident) => { &$life str };
}

macro_rules! argument {
    ($call:ident own $type:ident $index:tt) => {
        $call.get::<$type>($index)?
    };
    ($call:ident text $type:ident $index:tt) => {
        $call.text($index)?
    };
}

macro_rules! functions {
    ($($count:literal <$($own:ident),*> $($kind:ident $arg:ident $index:tt),*;)*) => { $(
        impl<F, R, $($own: FromTerm),*> Function<($(marker!($kind $arg),)*)> for F
        where
            F: for<'a> FnMut($(parameter!('a $kind $arg)),*) -> R,
        {
            type Output = R;

            const ARITY: usize = $count;

            fn apply(&mut self, _call: &Call<'_>) -> Result<R, Error> {
                Ok(self($(argument!(_call $kind $arg $index)),*))
            }
        }
    )* };
}

functions! {
    0 <>;
    1 <A> own A 0;
    1 <> text A 0;
    2 <A, B> own A 0, own B 1;
    2 <A> own A 0, text B 1;
    2 <B> text A 0, own B 1;
    2 <> text A 0, text B 1;
    3 <A, B, C> own A 0, own B 1, own C 2;
    3 <A, B> own A 0, own B 1, text C 2;
    3 <A, C> own A 0, text B 1, own C 2;
    3 <A> own A 0, text B 1, text C 2;
    3 <B, C> text A 0, own B 1, own C 2;
    3 <B> text A 0, own B 1, text C 2;
    3 <C> text A 0, text B 1, own C 2;
    3 <> text A 0, text B 1, text C 2;
    4 <A, B, C, D> own A 0, own B 1, own C 2, own D 3;
    5 <A, B, C, D, E> own A 0, own B 1, own C 2, own D 3, own E 4;
    6 <A, B, C, D, E, G> own A 0, own B 1, own C 2, own D 3, own E 4, own G 5;
    7 <A, B, C, D, E, G, H> own A 0, own B 1, own C 2, own D 3, own E 4, own G 5, own H 6;
    8 <A, B, C, D, E, G, H, I> own A 0, own B 1, own C 2, own D 3, own E 4, own G 5, own H 6, own I 7;
}

macro_rules! async_functions {
    ($($count:literal: $($arg:ident $index:tt),*;)*) => { $(
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

async_functions! {
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

/// Returns the arity of the predicate that [`call_det`] calls a function for.
pub(super) const fn det_arity<Args, F: Function<Args, Output: Returned>>() -> usize {
    F::ARITY + <F::Output as Returned>::ARITY
}

/// Calls a function whose result is the last argument, if it has one.
pub(super) fn call_det<Args, F: Function<Args, Output: Returned>>(
    function: &mut F,
    call: &mut Call<'_>,
) -> Result<bool, Error> {
    if let Some(result) = function.apply(call)?.value()? {
        call.unify(F::ARITY, result);
    }
    Ok(true)
}

/// Calls a function that may have no result.
pub(super) fn call_semidet<Args, R: IntoTerm, F: Function<Args, Output: Fallible<Option<R>>>>(
    function: &mut F,
    call: &mut Call<'_>,
) -> Result<bool, Error> {
    let result = function.apply(call)?.result()?;
    let succeeds = result.is_some();
    if let Some(result) = result {
        call.unify(F::ARITY, result);
    }
    Ok(succeeds)
}

/// Calls a test.
pub(super) fn call_test<Args, F: Function<Args, Output: Fallible<bool>>>(
    function: &mut F,
    call: &mut Call<'_>,
) -> Result<bool, Error> {
    function.apply(call)?.result()
}

/// Calls a function with any number of results.
pub(super) fn call_nondet<Args, Kind, F>(function: &mut F, call: &mut Call<'_>) -> Result<bool, Error>
where
    F: Function<Args, Output: Generated<Kind>>,
{
    let results = function.apply(call)?.results()?;
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
    /// `name/3`. One that returns nothing is `name/2`.
    ///
    /// ```
    /// use ferz::Error;
    ///
    /// let mut engine = ferz::Engine::new();
    /// engine.det("shout", |text: String| text.to_uppercase())?;
    /// engine.det("length_of", |text: &str| text.chars().count())?;
    /// engine.det("number_of", |text: &str| Ok(text.parse::<i64>()?))?;
    /// engine.det("tell", |text: String| println!("{text}"))?;
    /// engine.det("check", |n: i64| if n < 10 { Ok(()) } else { Err(Error::throw("too many")) })?;
    /// assert!(engine.succeeds(r#"shout(hey, "HEY"), length_of(hey, 3), number_of("12", 12), check(5)"#)?);
    /// assert!(engine.succeeds("tell(hey), catch(check(10), \"too many\", true)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    #[doc(alias = "function")]
    pub fn det<Args, F>(&mut self, name: &str, mut function: F) -> Result<(), Error>
    where
        F: Function<Args, Output: Returned> + Send + 'static,
    {
        self.register(name, det_arity::<Args, F>(), move |call| call_det(&mut function, call))
    }

    /// As [`Engine::det`], for a function that may have no result: the predicate then fails.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.semidet("root", |n: f64| (n >= 0.0).then(|| n.sqrt()))?;
    /// assert!(engine.succeeds("root(4, 2.0), \\+ root(-1, _)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    pub fn semidet<Args, R: IntoTerm, F>(&mut self, name: &str, mut function: F) -> Result<(), Error>
    where
        F: Function<Args, Output: Fallible<Option<R>>> + Send + 'static,
    {
        self.register(name, F::ARITY + 1, move |call| call_semidet(&mut function, call))
    }

    /// Registers a test: a function of two arguments is `name/2`, which succeeds if it returns true.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.test("even", |n: i64| n % 2 == 0)?;
    /// assert!(engine.succeeds("even(4), \\+ even(5)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    #[doc(alias = "predicate")]
    pub fn test<Args, F>(&mut self, name: &str, mut function: F) -> Result<(), Error>
    where
        F: Function<Args, Output: Fallible<bool>> + Send + 'static,
    {
        self.register(name, F::ARITY, move |call| call_test(&mut function, call))
    }

    /// As [`Engine::det`], for a function that returns an iterator or a vector, or a `Result` of one: each item is a solution,
    /// computed when it is asked for. Items may be results: an error is raised when its turn comes.
    ///
    /// ```
    /// use ferz::Error;
    ///
    /// let mut engine = ferz::Engine::new();
    /// engine.nondet("multiple", |n: u64| (1..).map(move |i| i * n))?;
    /// engine.nondet("line", |n: usize| Ok((0..n).map(|i| if i < 3 { Ok(i) } else { Err(Error::throw("torn")) })))?;
    /// let answer = engine.once("multiple(7, X), X > 30")?.expect("it has a solution");
    /// assert_eq!(answer.to_string(), "X = 35");
    /// assert!(engine.succeeds("findall(X, limit(2, line(9, X)), [0, 1]), catch(forall(line(9, _), true), \"torn\", true)")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::register`].
    #[doc(alias = "generator")]
    pub fn nondet<Args, Kind, F>(&mut self, name: &str, mut function: F) -> Result<(), Error>
    where
        F: Function<Args, Output: Generated<Kind>> + Send + 'static,
    {
        self.register(name, F::ARITY + 1, move |call| call_nondet(&mut function, call))
    }

    /// As [`Engine::det`], for an asynchronous function: the goal waits for its result. See [`Call::unify_later`].
    ///
    /// Where a runtime has one thread, goals that wait for its timers or sockets are asked for by
    /// `OwnedQuery::into_stream`: [`Engine::once`] and [`Engine::query`] block the thread that would wake them.
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
