//! `Params`: values for variables of a query.

use std::collections::{BTreeMap, HashMap};

use super::builder::Builder;
use super::convert::IntoTerm;
use super::error::Error;
use crate::machine::Machine;
use crate::term::cell::Cell;

/// Values for variables of a query, each with the name of its variable: pairs in an array, a vector, a slice, a tuple
/// (then the values may have different types) or a map, a single pair, [`params!`](crate::params), or `()` for none.
///
/// ```
/// use std::collections::HashMap;
/// use ferz::{Engine, params};
///
/// let mut engine = Engine::new();
/// let goal = "format(string(Text), \"~w ~w\", [X, Y])";
/// let of_one_type = [("X", 1), ("Y", 2)];
/// assert_eq!(engine.once_with(goal, &of_one_type)?.expect("it succeeds").get::<String>("Text")?, "1 2");
/// for answer in [
///     engine.once_with(goal, (("X", 1), ("Y", "b")))?,
///     engine.once_with(goal, params! { "X" => 1, "Y" => "b" })?,
///     engine.once_with("X = 1, Y = b, format(string(Text), \"~w ~w\", [X, Y])", ())?,
/// ] {
///     assert_eq!(answer.expect("it succeeds").get::<String>("Text")?, "1 b");
/// }
/// let map = HashMap::from([("X".to_string(), 1.5)]);
/// assert!(engine.once_with("X > 1", &map)?.is_some());
/// assert!(engine.once_with("X > 1", ("X", 2))?.is_some());
/// # Ok::<(), ferz::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` gives no values for the variables of a query",
    label = "these are no pairs of names and values",
    note = "write `()` for none, `[(\"X\", 1), (\"Y\", 2)]` for values of one type, `((\"X\", 1), (\"Y\", \"b\"))` or \
            `params! {{ \"X\" => 1, \"Y\" => \"b\" }}` for several types; collect an iterator of pairs into a `Vec`"
)]
pub trait Params {
    /// Gives the values.
    fn give(self, to: &mut Binder<'_>);
}

/// Takes the values of [`Params`].
pub struct Binder<'b> {
    builder: Builder<'b>,
    names: &'b [String],
    values: Vec<(usize, Cell)>,
    fault: Option<Error>,
}

impl std::fmt::Debug for Binder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Binder")
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}

impl Binder<'_> {
    /// Gives the variable `name` a value.
    pub fn bind(&mut self, name: &str, value: impl IntoTerm) {
        if self.fault.is_some() {
            return;
        }
        let Some(index) = self.names.iter().position(|known| known == name) else {
            self.fault = Some(Error::no_variable(name, self.names));
            return;
        };
        value.put(&mut self.builder);
        match self.builder.take_cell() {
            Ok(cell) => self.values.push((index, cell)),
            Err(_) => self.fault = Some(Error::memory()),
        }
    }
}

/// Binds the variables of a query to values. Variables that several values share stay shared.
pub(super) fn bind(
    m: &mut Machine,
    names: &[String],
    variable: impl Fn(usize) -> Cell,
    params: impl Params,
) -> Result<(), Error> {
    let mut binder = Binder {
        builder: Builder::live(m),
        names,
        values: Vec::new(),
        fault: None,
    };
    params.give(&mut binder);
    let Binder { values, fault, .. } = binder;
    if let Some(fault) = fault {
        return Err(fault);
    }
    for (index, cell) in values {
        if !m.unify_terms(variable(index), cell) {
            return Err(Error::two_values(&names[index]));
        }
    }
    Ok(())
}

impl Params for () {
    fn give(self, _to: &mut Binder<'_>) {}
}

impl<T: IntoTerm> Params for (&str, T) {
    fn give(self, to: &mut Binder<'_>) {
        to.bind(self.0, self.1);
    }
}

impl<N: AsRef<str>, T: IntoTerm, const LENGTH: usize> Params for [(N, T); LENGTH] {
    fn give(self, to: &mut Binder<'_>) {
        self.into_iter().for_each(|(name, value)| to.bind(name.as_ref(), value));
    }
}

impl<N: AsRef<str>, T> Params for &[(N, T)]
where
    for<'a> &'a T: IntoTerm,
{
    fn give(self, to: &mut Binder<'_>) {
        self.iter().for_each(|(name, value)| to.bind(name.as_ref(), value));
    }
}

impl<N: AsRef<str>, T, const LENGTH: usize> Params for &[(N, T); LENGTH]
where
    for<'a> &'a T: IntoTerm,
{
    fn give(self, to: &mut Binder<'_>) {
        self.as_slice().give(to);
    }
}

macro_rules! collections {
    ($(<$($generic:ident)?> $collection:ty;)*) => { $(
        impl<N: AsRef<str>, T: IntoTerm $(, $generic)?> Params for $collection {
            fn give(self, to: &mut Binder<'_>) {
                self.into_iter().for_each(|(name, value)| to.bind(name.as_ref(), value));
            }
        }

        impl<N: AsRef<str>, T $(, $generic)?> Params for &$collection
        where
            for<'a> &'a T: IntoTerm,
        {
            fn give(self, to: &mut Binder<'_>) {
                for (name, value) in self {
                    to.bind(name.as_ref(), value);
                }
            }
        }
    )* };
}

collections! { <> Vec<(N, T)>; <S> HashMap<N, T, S>; <> BTreeMap<N, T>; }

macro_rules! tuples {
    ($($($name:ident $value:ident $index:tt),+;)*) => { $(
        impl<$($name: AsRef<str>, $value: IntoTerm),+> Params for ($(($name, $value),)+) {
            fn give(self, to: &mut Binder<'_>) {
                $(to.bind(self.$index.0.as_ref(), self.$index.1);)+
            }
        }
    )* };
}

tuples! {
    N0 T0 0;
    N0 T0 0, N1 T1 1;
    N0 T0 0, N1 T1 1, N2 T2 2;
    N0 T0 0, N1 T1 1, N2 T2 2, N3 T3 3;
    N0 T0 0, N1 T1 1, N2 T2 2, N3 T3 3, N4 T4 4;
    N0 T0 0, N1 T1 1, N2 T2 2, N3 T3 3, N4 T4 4, N5 T5 5;
    N0 T0 0, N1 T1 1, N2 T2 2, N3 T3 3, N4 T4 4, N5 T5 5, N6 T6 6;
    N0 T0 0, N1 T1 1, N2 T2 2, N3 T3 3, N4 T4 4, N5 T5 5, N6 T6 6, N7 T7 7;
}

/// Values for variables of a query, of any types: `params! { "Name" => "mary", "Age" => 42 }`.
///
/// ```
/// use ferz::params;
///
/// let mut engine = ferz::Engine::new();
/// let answer = engine.once_with("nth1(I, List, X)", params! { "I" => 2, "List" => vec!["a", "b", "c"] })?;
/// assert_eq!(answer.expect("it has a solution").get::<String>("X")?, "b");
/// # Ok::<(), ferz::Error>(())
/// ```
#[macro_export]
macro_rules! params {
    ($($name:expr => $value:expr),* $(,)?) => {
        [$(($name, $crate::IntoTerm::into_term($value))),*] as [(&str, $crate::Term); _]
    };
}
