//! `IntoTerm` and `FromTerm`: conversion between Rust values and terms.

use super::term::{Term, TermRef, TermView};
use crate::base::num::Number;

/// A value that can be passed to a query.
pub trait IntoTerm {
    /// Returns the value as a term.
    fn into_term(self) -> Term;
}

/// A value that can be converted from a term.
pub trait FromTerm: Sized {
    /// Returns the value, if the term represents one.
    fn from_term(term: TermRef<'_>) -> Option<Self>;

    /// Returns the arguments of `type_error/2`, a type and the culprit, for a term that represents no such value.
    fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
        ("term", term)
    }
}

impl Term {
    /// Converts the term to a Rust value, if it represents one of that type.
    ///
    /// ```
    /// let term = ferz::Term::list([ferz::Term::int(1), ferz::Term::int(2)]);
    /// assert_eq!(term.to::<Vec<u8>>(), Some(vec![1, 2]));
    /// assert_eq!(term.to::<String>(), None);
    /// ```
    pub fn to<T: FromTerm>(&self) -> Option<T> {
        T::from_term(self.as_ref())
    }
}

impl IntoTerm for Term {
    fn into_term(self) -> Term {
        self
    }
}

impl IntoTerm for &Term {
    fn into_term(self) -> Term {
        self.clone()
    }
}

impl FromTerm for Term {
    fn from_term(term: TermRef<'_>) -> Option<Term> {
        Some(term.to_term())
    }
}

macro_rules! integers {
    ($($type:ty),*) => { $(
        impl IntoTerm for $type {
            fn into_term(self) -> Term {
                match i64::try_from(self) {
                    Ok(value) => Term::int(value),
                    Err(_) => Term::number(Number::from(dashu_int::IBig::from(self))),
                }
            }
        }
        impl FromTerm for $type {
            fn from_term(term: TermRef<'_>) -> Option<$type> {
                match term.view() {
                    TermView::Int(value) => <$type>::try_from(value).ok(),
                    TermView::BigInt(value) => <$type>::try_from(value.0.as_big()?.into_owned()).ok(),
                    _ => None,
                }
            }
            fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
                match term.view() {
                    TermView::Int(_) | TermView::BigInt(_) => (stringify!($type), term),
                    _ => ("integer", term),
                }
            }
        }
    )* };
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

impl IntoTerm for f64 {
    fn into_term(self) -> Term {
        Term::float(self)
    }
}

/// Integers are converted to floats.
impl FromTerm for f64 {
    fn from_term(term: TermRef<'_>) -> Option<f64> {
        match term.view() {
            TermView::Float(value) => Some(value),
            TermView::Int(value) => Some(value as f64),
            TermView::BigInt(value) | TermView::Rational(value) => value.0.to_f64().ok(),
            _ => None,
        }
    }

    fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
        ("number", term)
    }
}

impl IntoTerm for bool {
    fn into_term(self) -> Term {
        Term::atom(if self { "true" } else { "false" })
    }
}

impl FromTerm for bool {
    fn from_term(term: TermRef<'_>) -> Option<bool> {
        match term.view() {
            TermView::Atom("true") => Some(true),
            TermView::Atom("false") => Some(false),
            _ => None,
        }
    }

    fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
        ("bool", term)
    }
}

/// Text becomes a string; for an atom use [`Term::atom`].
impl IntoTerm for &str {
    fn into_term(self) -> Term {
        Term::string(self)
    }
}

impl IntoTerm for String {
    fn into_term(self) -> Term {
        Term::string(&self)
    }
}

/// Strings and atoms are converted to text.
impl FromTerm for String {
    fn from_term(term: TermRef<'_>) -> Option<String> {
        match term.view() {
            TermView::String(text) | TermView::Atom(text) => Some(text.to_string()),
            _ => None,
        }
    }

    fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
        ("text", term)
    }
}

impl IntoTerm for char {
    fn into_term(self) -> Term {
        Term::atom(self.encode_utf8(&mut [0; 4]))
    }
}

impl FromTerm for char {
    fn from_term(term: TermRef<'_>) -> Option<char> {
        let TermView::Atom(text) = term.view() else { return None };
        let mut chars = text.chars();
        chars.next().filter(|_| chars.next().is_none())
    }

    fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
        ("character", term)
    }
}

impl<T: IntoTerm> IntoTerm for Vec<T> {
    fn into_term(self) -> Term {
        Term::list(self.into_iter().map(T::into_term))
    }
}

impl<T: FromTerm> FromTerm for Vec<T> {
    fn from_term(term: TermRef<'_>) -> Option<Vec<T>> {
        term.items()?.into_iter().map(T::from_term).collect()
    }

    fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
        let mut items = term.items().into_iter().flatten();
        match items.find(|&item| T::from_term(item).is_none()) {
            Some(item) => T::mismatch(item),
            None => ("list", term),
        }
    }
}

/// A value, or an unbound variable.
impl<T: IntoTerm> IntoTerm for Option<T> {
    fn into_term(self) -> Term {
        self.map_or_else(Term::var, T::into_term)
    }
}

impl<T: FromTerm> FromTerm for Option<T> {
    fn from_term(term: TermRef<'_>) -> Option<Option<T>> {
        match term.view() {
            TermView::Var(_) => Some(None),
            _ => T::from_term(term).map(Some),
        }
    }

    fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
        T::mismatch(term)
    }
}

/// A pair is `A-B`.
impl<A: IntoTerm, B: IntoTerm> IntoTerm for (A, B) {
    fn into_term(self) -> Term {
        Term::compound("-", [self.0.into_term(), self.1.into_term()])
    }
}

impl<A: FromTerm, B: FromTerm> FromTerm for (A, B) {
    fn from_term(term: TermRef<'_>) -> Option<(A, B)> {
        match term.view() {
            TermView::Compound("-", args) if args.len() == 2 => {
                Some((A::from_term(args.get(0)?)?, B::from_term(args.get(1)?)?))
            }
            _ => None,
        }
    }

    fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
        if let TermView::Compound("-", args) = term.view()
            && let (2, Some(a), Some(b)) = (args.len(), args.get(0), args.get(1))
        {
            return if A::from_term(a).is_none() {
                A::mismatch(a)
            } else {
                B::mismatch(b)
            };
        }
        ("pair", term)
    }
}

/// Three values are `A-B-C`, which is `(A-B)-C`.
impl<A: IntoTerm, B: IntoTerm, C: IntoTerm> IntoTerm for (A, B, C) {
    fn into_term(self) -> Term {
        ((self.0, self.1), self.2).into_term()
    }
}

impl<A: FromTerm, B: FromTerm, C: FromTerm> FromTerm for (A, B, C) {
    fn from_term(term: TermRef<'_>) -> Option<(A, B, C)> {
        let ((a, b), c) = <((A, B), C)>::from_term(term)?;
        Some((a, b, c))
    }

    fn mismatch(term: TermRef<'_>) -> (&'static str, TermRef<'_>) {
        <((A, B), C)>::mismatch(term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round<T: IntoTerm + FromTerm + PartialEq + Clone + std::fmt::Debug>(value: T) {
        assert_eq!(value.clone().into_term().to::<T>().as_ref(), Some(&value));
    }

    #[test]
    fn values_come_back() {
        round(0_u8);
        round(i64::MIN);
        round(u64::MAX);
        round(i128::MIN);
        round(u128::MAX);
        round(1.5_f64);
        round(true);
        round('é');
        round("text".to_string());
        round(vec![(1, 'a'), (2, 'b')]);
        round(Some(3));
        round(None::<i32>);
        round((1, 2.5, "three".to_string()));
        assert_eq!((1, 2, 3).into_term().to_string(), "1-2-3");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(Term::int(300).to::<u8>(), None);
        assert_eq!(Term::int(-1).to::<u64>(), None);
        assert_eq!(Term::atom("ab").to::<char>(), None);
        assert_eq!(Term::atom("maybe").to::<bool>(), None);
        assert_eq!(Term::compound("f", [Term::var()]).to::<Vec<i32>>(), None);
        assert_eq!(Term::int(2).to::<f64>(), Some(2.0));
    }
}
