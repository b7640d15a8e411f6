//! `IntoTerm` and `FromTerm`: conversion between Rust values and terms.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::builder::Builder;
use super::mismatch::Mismatch;
use super::term::{BigNumber, Term};
use super::view::{TermRef, TermView};
use crate::base::num::Number;

/// A value that can be passed to a query, to a host predicate's argument, or into another term.
///
/// ```
/// use ferz::{Builder, IntoTerm};
///
/// struct Point(i64, i64);
///
/// impl IntoTerm for Point {
///     fn put(self, to: &mut Builder<'_>) {
///         to.compound("point", 2);
///         to.int(self.0);
///         to.int(self.1);
///     }
/// }
/// assert_eq!(vec![Point(1, 2), Point(3, 4)].into_term().to_string(), "[point(1, 2), point(3, 4)]");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a term",
    note = "numbers, texts, `bool`, `Atom`, `Vec`, tuples, maps, `Option` and `Term` can; others implement `IntoTerm`, or are \
            given as `Serde(value)`"
)]
pub trait IntoTerm {
    /// Writes the value as one term.
    fn put(self, to: &mut Builder<'_>);

    /// Returns the value as a term.
    fn into_term(self) -> Term
    where
        Self: Sized,
    {
        let mut builder = Builder::new();
        self.put(&mut builder);
        builder.finish()
    }
}

/// A value that can be converted from a term.
///
/// An implementation for a recursive type converts its parts by [`TermRef::to`] or [`Args::to`](crate::Args::to), which
/// refuse terms that are too deep for the stack.
///
/// ```
/// use ferz::{FromTerm, Mismatch, TermRef, TermView};
///
/// struct Point(i64, i64);
///
/// impl FromTerm for Point {
///     fn from_term(term: TermRef<'_>) -> Result<Point, Mismatch> {
///         match term.view() {
///             TermView::Compound("point", args) if args.len() == 2 => Ok(Point(args.to(0)?, args.to(1)?)),
///             _ => Err(Mismatch::new("point", term)),
///         }
///     }
/// }
/// let answer = ferz::Engine::new().once("Ps = [point(1, 2), point(3, four)]")?.expect("it has a solution");
/// let mismatch = answer.get::<Vec<Point>>("Ps").err().expect("four is no number");
/// assert_eq!(mismatch.to_string(), "Ps, item 2, argument 2: integer expected, found `four`");
/// # Ok::<(), ferz::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a term cannot be converted to `{Self}`",
    note = "numbers, `String`, `bool`, `Atom`, `Vec`, tuples, maps, `Option` and `Term` can; others implement `FromTerm`, or \
            are asked for as `Serde<T>`"
)]
pub trait FromTerm: Sized {
    /// Returns the value.
    ///
    /// # Errors
    /// If the term represents no such value: where, what was wanted, and what was found.
    fn from_term(term: TermRef<'_>) -> Result<Self, Mismatch>;
}

impl Term {
    /// Converts the term to a Rust value.
    ///
    /// ```
    /// let term = ferz::Term::list([ferz::Term::int(1), ferz::Term::int(2)]);
    /// assert_eq!(term.to::<Vec<u8>>().ok(), Some(vec![1, 2]));
    /// let mismatch = term.to::<Vec<String>>().unwrap_err();
    /// assert_eq!(mismatch.to_string(), "item 1: text expected, found `1`");
    /// ```
    ///
    /// # Errors
    /// If the term represents no such value.
    pub fn to<T: FromTerm>(&self) -> Result<T, Mismatch> {
        self.as_ref().to()
    }
}

impl TermRef<'_> {
    /// Converts the term to a Rust value.
    ///
    /// # Errors
    /// If the term represents no such value, or if the conversion is nested in 500 others: the stack of the host is
    /// finite, terms may be deeper.
    pub fn to<T: FromTerm>(self) -> Result<T, Mismatch> {
        T::from_term(self.entered()?)
    }
}

impl IntoTerm for Term {
    fn put(self, to: &mut Builder<'_>) {
        to.term(&self);
    }

    fn into_term(self) -> Term {
        self
    }
}

impl IntoTerm for TermRef<'_> {
    fn put(self, to: &mut Builder<'_>) {
        to.term(&self.to_term());
    }

    fn into_term(self) -> Term {
        self.to_term()
    }
}

/// Borrowed values are cloned.
impl<T: IntoTerm + Clone> IntoTerm for &T {
    fn put(self, to: &mut Builder<'_>) {
        self.clone().put(to);
    }
}

impl FromTerm for Term {
    fn from_term(term: TermRef<'_>) -> Result<Term, Mismatch> {
        Ok(term.to_term())
    }
}

macro_rules! integers {
    ($($type:ty),*) => { $(
        impl IntoTerm for $type {
            fn put(self, to: &mut Builder<'_>) {
                match i64::try_from(self) {
                    Ok(value) => to.int(value),
                    Err(_) => to.any_number(Number::from(dashu_int::IBig::from(self))),
                }
            }
        }
        impl FromTerm for $type {
            fn from_term(term: TermRef<'_>) -> Result<$type, Mismatch> {
                let (value, wanted) = match term.view() {
                    TermView::Int(value) => (<$type>::try_from(value).ok(), stringify!($type)),
                    TermView::BigInt(value) => {
                        let value = value.number().as_big().and_then(|value| <$type>::try_from(value.into_owned()).ok());
                        (value, stringify!($type))
                    }
                    _ => (None, "integer"),
                };
                value.ok_or_else(|| Mismatch::new(wanted, term))
            }
        }
    )* };
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

/// An integer of any size, or a rational number.
impl IntoTerm for BigNumber {
    fn put(self, to: &mut Builder<'_>) {
        to.number(&self);
    }
}

impl FromTerm for BigNumber {
    fn from_term(term: TermRef<'_>) -> Result<BigNumber, Mismatch> {
        match term.view() {
            TermView::Int(value) => Ok(BigNumber(Number::Int(value))),
            TermView::BigInt(value) | TermView::Rational(value) => Ok(value.to_number()),
            _ => Err(Mismatch::new("rational", term)),
        }
    }
}

impl IntoTerm for f64 {
    fn put(self, to: &mut Builder<'_>) {
        to.float(self);
    }
}

/// Integers are converted to floats.
impl FromTerm for f64 {
    fn from_term(term: TermRef<'_>) -> Result<f64, Mismatch> {
        let value = match term.view() {
            TermView::Float(value) => Some(value),
            TermView::Int(value) => Some(value as f64),
            TermView::BigInt(value) | TermView::Rational(value) => value.number().to_f64().ok(),
            _ => None,
        };
        value.ok_or_else(|| Mismatch::new("number", term))
    }
}

impl IntoTerm for f32 {
    fn put(self, to: &mut Builder<'_>) {
        to.float(self.into());
    }
}

/// The nearest value.
impl FromTerm for f32 {
    fn from_term(term: TermRef<'_>) -> Result<f32, Mismatch> {
        f64::from_term(term).map(|value| value as f32)
    }
}

impl IntoTerm for bool {
    fn put(self, to: &mut Builder<'_>) {
        to.atom(if self { "true" } else { "false" });
    }
}

impl FromTerm for bool {
    fn from_term(term: TermRef<'_>) -> Result<bool, Mismatch> {
        match term.view() {
            TermView::Atom("true") => Ok(true),
            TermView::Atom("false") => Ok(false),
            _ => Err(Mismatch::new("bool", term)),
        }
    }
}

/// Text becomes a string; for an atom use [`Atom`].
impl IntoTerm for &str {
    fn put(self, to: &mut Builder<'_>) {
        to.string(self);
    }
}

macro_rules! texts {
    ($($type:ty),*) => { $(
        impl IntoTerm for $type {
            fn put(self, to: &mut Builder<'_>) {
                to.string(&self);
            }
        }
        /// Strings and atoms are converted to text.
        impl FromTerm for $type {
            fn from_term(term: TermRef<'_>) -> Result<$type, Mismatch> {
                let text = term.as_text().ok_or_else(|| Mismatch::new("text", term))?;
                Ok(text.to_owned().into())
            }
        }
    )* };
}

texts!(String, Box<str>, std::rc::Rc<str>, std::sync::Arc<str>);

impl IntoTerm for Cow<'_, str> {
    fn put(self, to: &mut Builder<'_>) {
        to.string(&self);
    }
}

/// The text of an atom: `Atom("admin")` is the atom `admin`, where `"admin"` is a string.
///
/// ```
/// use ferz::Atom;
///
/// let mut engine = ferz::Engine::new();
/// engine.consult_str("may(admin, write).")?;
/// let mut rights = engine.query_with("may(Who, Right)", [("Who", Atom("admin"))])?;
/// let answer = rights.next().expect("it has a solution")?;
/// assert_eq!(answer.get::<Atom>("Right").ok(), Some(Atom("write".to_string())));
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom<S = String>(pub S);

impl<S: AsRef<str>> IntoTerm for Atom<S> {
    fn put(self, to: &mut Builder<'_>) {
        to.atom(self.0.as_ref());
    }
}

/// Only atoms are converted.
impl<S: From<String>> FromTerm for Atom<S> {
    fn from_term(term: TermRef<'_>) -> Result<Atom<S>, Mismatch> {
        match term.view() {
            TermView::Atom(name) => Ok(Atom(name.to_owned().into())),
            _ => Err(Mismatch::new("atom", term)),
        }
    }
}

impl IntoTerm for char {
    fn put(self, to: &mut Builder<'_>) {
        to.atom(self.encode_utf8(&mut [0; 4]));
    }
}

impl FromTerm for char {
    fn from_term(term: TermRef<'_>) -> Result<char, Mismatch> {
        if let TermView::Atom(text) = term.view() {
            let mut chars = text.chars();
            if let (Some(char), None) = (chars.next(), chars.next()) {
                return Ok(char);
            }
        }
        Err(Mismatch::new("character", term))
    }
}

/// Writes a list.
fn put_list<T: IntoTerm>(items: impl IntoIterator<Item = T>, to: &mut Builder<'_>) {
    for item in items {
        to.pair();
        item.put(to);
    }
    to.nil();
}

/// Returns the items of a list as values.
fn list_of<T: FromTerm, L: FromIterator<T>>(term: TermRef<'_>) -> Result<L, Mismatch> {
    let items = term.items().ok_or_else(|| Mismatch::new("list", term))?;
    let values = items
        .into_iter()
        .enumerate()
        .map(|(i, item)| item.to::<T>().map_err(|mismatch| mismatch.in_item(i)));
    values.collect()
}

macro_rules! lists {
    ($($type:ty : $($bound:path),*);*) => { $(
        impl<T: IntoTerm> IntoTerm for $type {
            fn put(self, to: &mut Builder<'_>) {
                put_list(self, to);
            }
        }
        impl<T: FromTerm $(+ $bound)*> FromTerm for $type {
            fn from_term(term: TermRef<'_>) -> Result<$type, Mismatch> {
                list_of(term)
            }
        }
    )* };
}

lists!(Vec<T>:; std::collections::VecDeque<T>:; BTreeSet<T>: Ord);

impl<T: IntoTerm + Clone> IntoTerm for &[T] {
    fn put(self, to: &mut Builder<'_>) {
        put_list(self.iter().cloned(), to);
    }
}

impl<T: IntoTerm, const N: usize> IntoTerm for [T; N] {
    fn put(self, to: &mut Builder<'_>) {
        put_list(self, to);
    }
}

/// A list of exactly this length.
impl<T: FromTerm, const N: usize> FromTerm for [T; N] {
    fn from_term(term: TermRef<'_>) -> Result<[T; N], Mismatch> {
        let items: Vec<T> = list_of(term)?;
        items
            .try_into()
            .map_err(|_| Mismatch::new(format!("list of {N} items"), term))
    }
}

impl<T: IntoTerm, S: BuildHasher> IntoTerm for HashSet<T, S> {
    fn put(self, to: &mut Builder<'_>) {
        put_list(self, to);
    }
}

impl<T: FromTerm + Eq + Hash, S: BuildHasher + Default> FromTerm for HashSet<T, S> {
    fn from_term(term: TermRef<'_>) -> Result<HashSet<T, S>, Mismatch> {
        list_of(term)
    }
}

/// A map is a list of pairs `Key-Value`.
impl<K: IntoTerm, V: IntoTerm, S: BuildHasher> IntoTerm for HashMap<K, V, S> {
    fn put(self, to: &mut Builder<'_>) {
        put_list(self, to);
    }
}

/// The last of several pairs with one key counts.
impl<K: FromTerm + Eq + Hash, V: FromTerm, S: BuildHasher + Default> FromTerm for HashMap<K, V, S> {
    fn from_term(term: TermRef<'_>) -> Result<HashMap<K, V, S>, Mismatch> {
        list_of::<(K, V), _>(term)
    }
}

/// A map is a list of pairs `Key-Value`, in the order of the keys.
impl<K: IntoTerm, V: IntoTerm> IntoTerm for BTreeMap<K, V> {
    fn put(self, to: &mut Builder<'_>) {
        put_list(self, to);
    }
}

/// The last of several pairs with one key counts.
impl<K: FromTerm + Ord, V: FromTerm> FromTerm for BTreeMap<K, V> {
    fn from_term(term: TermRef<'_>) -> Result<BTreeMap<K, V>, Mismatch> {
        list_of::<(K, V), _>(term)
    }
}

/// A value, or an unbound variable.
impl<T: IntoTerm> IntoTerm for Option<T> {
    fn put(self, to: &mut Builder<'_>) {
        match self {
            Some(value) => value.put(to),
            None => to.none(),
        }
    }
}

impl<T: FromTerm> FromTerm for Option<T> {
    fn from_term(term: TermRef<'_>) -> Result<Option<T>, Mismatch> {
        if term.is_var() {
            Ok(None)
        } else {
            T::from_term(term).map(Some)
        }
    }
}

impl<T: IntoTerm> IntoTerm for Box<T> {
    fn put(self, to: &mut Builder<'_>) {
        (*self).put(to);
    }
}

impl<T: FromTerm> FromTerm for Box<T> {
    fn from_term(term: TermRef<'_>) -> Result<Box<T>, Mismatch> {
        T::from_term(term).map(Box::new)
    }
}

/// Returns the two sides of `A-B`.
fn sides(term: TermRef<'_>) -> Result<(TermRef<'_>, TermRef<'_>), Mismatch> {
    if let TermView::Compound("-", args) = term.view()
        && let (2, Some(a), Some(b)) = (args.len(), args.get(0), args.get(1))
    {
        return Ok((a, b));
    }
    Err(Mismatch::new("pair", term))
}

/// Several values are `A-B`, `A-B-C`, which is `(A-B)-C`, and so on.
macro_rules! tuples {
    ($(($($name:ident $index:tt),+; $last:ident $last_index:tt))*) => { $(
        /// `A-B`, `A-B-C`, which is `(A-B)-C`, and so on.
        impl<$($name: IntoTerm,)+ $last: IntoTerm> IntoTerm for ($($name,)+ $last) {
            fn put(self, to: &mut Builder<'_>) {
                $( let _ = $index; to.compound("-", 2); )+
                $( self.$index.put(to); )+
                self.$last_index.put(to);
            }
        }
        impl<$($name: FromTerm,)+ $last: FromTerm> FromTerm for ($($name,)+ $last) {
            fn from_term(term: TermRef<'_>) -> Result<Self, Mismatch> {
                let mut parts = [term; $last_index + 1];
                for i in (1..=$last_index).rev() {
                    (parts[i - 1], parts[i]) = sides(parts[i])?;
                }
                Ok((
                    $( parts[$index].to().map_err(|mismatch| mismatch.in_argument($index))?, )+
                    parts[$last_index].to().map_err(|mismatch| mismatch.in_argument($last_index))?,
                ))
            }
        }
    )* };
}

tuples! {
    (A 0; B 1)
    (A 0, B 1; C 2)
    (A 0, B 1, C 2; D 3)
    (A 0, B 1, C 2, D 3; E 4)
    (A 0, B 1, C 2, D 3, E 4; F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5; G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6; H 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round<T: IntoTerm + FromTerm + PartialEq + Clone + std::fmt::Debug>(value: T) {
        assert_eq!(value.clone().into_term().to::<T>().ok().as_ref(), Some(&value));
    }

    #[test]
    fn values_come_back() {
        round(0_u8);
        round(i64::MIN);
        round(u64::MAX);
        round(i128::MIN);
        round(u128::MAX);
        round(1.5_f64);
        round(0.25_f32);
        round(true);
        round('é');
        round("text".to_string());
        round(Box::<str>::from("text"));
        round(Atom("an atom".to_string()));
        round(vec![(1, 'a'), (2, 'b')]);
        round([vec![1], vec![], vec![2, 3]]);
        round(Some(3));
        round(None::<i32>);
        round((1, 2.5, "three".to_string()));
        round((1, 2, 3, 4, 5, 6, 7, 8));
        round(BTreeMap::from([(1, "one".to_string()), (2, "two".to_string())]));
        round(HashMap::<_, _>::from_iter([("a".to_string(), vec![1])]));
        round(BTreeSet::from(['a', 'b']));
        assert_eq!((1, 2, 3).into_term().to_string(), "1-2-3");
        assert_eq!((1, (2, 3), 4).into_term().to_string(), "1-(2-3)-4");
        assert_eq!([1, 2].as_slice().into_term(), vec![1, 2].into_term());
        assert_eq!((&"a", &1, Cow::from("b")).into_term().to_string(), "\"a\"-1-\"b\"");
    }

    #[test]
    fn values_that_do_not_fit_are_refused() {
        assert_eq!(Term::int(300).to::<u8>().ok(), None);
        assert_eq!(Term::int(-1).to::<u64>().ok(), None);
        assert_eq!(Term::atom("ab").to::<char>().ok(), None);
        assert_eq!(Term::atom("maybe").to::<bool>().ok(), None);
        assert_eq!(Term::string("s").to::<Atom>().ok(), None);
        assert_eq!(vec![1, 2].into_term().to::<[i32; 3]>().ok(), None);
        assert_eq!(Term::compound("f", [Term::var()]).to::<Vec<i32>>().ok(), None);
        assert_eq!(Term::int(2).to::<f64>().ok(), Some(2.0));
        let mismatch = vec![(1, 2), (3, 4)]
            .into_term()
            .to::<Vec<(i32, char)>>()
            .expect_err("2 is no character");
        assert_eq!(
            mismatch.to_string(),
            "item 1, argument 2: character expected, found `2`"
        );
        assert_eq!(
            Term::var().to::<i32>().expect_err("unbound").to_string(),
            "integer expected, found an unbound variable"
        );
    }
}
