//! Values of any type that `serde` knows, as terms and from terms: [`Serde`] has the form.

mod atom;
mod bindings;
mod read;
mod write;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::answer::Answer;
use super::builder::Builder;
use super::convert::{FromTerm, IntoTerm};
use super::error::Error;
use super::facts::IntoRow;
use super::mismatch::Mismatch;
use super::row::Row;
use super::term::Term;
use super::view::TermRef;

/// A value of a type that `serde` knows, where a value for a term is wanted: as an argument of a query, as an argument
/// or a result of a host predicate, as a row of facts (a struct's fields are the arguments of the fact).
///
/// | Rust | term |
/// |---|---|
/// | `bool`, `char` | atom |
/// | numbers | number |
/// | text | string; read from atoms as well |
/// | [`Atom`](crate::Atom) | atom |
/// | sequence, bytes | list |
/// | tuple | `A-B-C`; read from lists as well |
/// | map | list of `Key-Value`; read from dicts as well |
/// | `Option` | the value, or an unbound variable |
/// | `()` | `[]` |
/// | `struct Point { x, y }`, `struct Point(x, y)` | `point(X, Y)`; read from dicts by the names of fields as well |
/// | `struct Marker` | `marker` |
/// | `struct Metres(f64)` | the value in it |
/// | `Shape::Unknown`, `Shape::Circle(r)`, `Shape::Box { x, y }` | `unknown`, `circle(R)`, `box(X, Y)` |
///
/// Names of types and variants that begin with a capital are written in small letters, with `_` between words
/// (`LineTo` is `line_to`); others, as `serde(rename)` gives them, stay as they are. A field that is skipped is left
/// out, so that the term has an argument less.
///
/// ```
/// use ferz::{Engine, Serde};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, PartialEq, Debug)]
/// struct Road { from: String, to: String, km: u32 }
///
/// let road = |from: &str, to: &str, km| Serde(Road { from: from.into(), to: to.into(), km });
/// let mut engine = Engine::new();
/// engine.insert_all("road", [road("ulm", "bonn", 420), road("bonn", "kiel", 510)])?;
/// engine.consult_str("longest(Road) :- road(A, B, L), \\+ ( road(_, _, M), M > L ), Road = road(A, B, L).")?;
/// let answer = engine.once("longest(Road)")?.expect("there are roads");
/// assert_eq!(answer.get::<Serde<Road>>("Road")?, road("bonn", "kiel", 510));
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Serde<T>(pub T);

/// Writes a value as a term: see [`Serde`] for the form.
///
/// ```
/// #[derive(serde::Serialize)]
/// enum Shape { Circle { radius: f64 }, Line(i32, i32), Unknown }
///
/// let shapes = vec![Shape::Circle { radius: 1.5 }, Shape::Line(1, 2), Shape::Unknown];
/// assert_eq!(ferz::to_term(&shapes)?.to_string(), "[circle(1.5), line(1, 2), unknown]");
/// # Ok::<(), ferz::Mismatch>(())
/// ```
///
/// # Errors
/// If the value's own code fails; the derived code never does.
pub fn to_term<T: Serialize + ?Sized>(value: &T) -> Result<Term, Mismatch> {
    let mut builder = Builder::new();
    value.serialize(write::TermWriter::new(&mut builder))?;
    Ok(builder.finish())
}

/// Reads a value from a term: see [`Serde`] for the form.
///
/// ```
/// use ferz::{Engine, from_term};
/// use std::collections::BTreeMap;
///
/// let answer = Engine::new().once("Counts = [a-[1, 2], b-[]], More = _{a: [3]}")?.expect("it has a solution");
/// let counts: BTreeMap<String, Vec<u8>> = from_term(answer.term("Counts").expect("it is bound"))?;
/// assert_eq!(counts["a"], [1, 2]);
/// let more: BTreeMap<String, Vec<u8>> = from_term(answer.term("More").expect("it is bound"))?;
/// assert_eq!(more["a"], [3]);
/// # Ok::<(), ferz::Error>(())
/// ```
///
/// # Errors
/// If the term represents no such value.
pub fn from_term<T: DeserializeOwned>(term: &Term) -> Result<T, Mismatch> {
    read(term.as_ref())
}

fn read<T: DeserializeOwned>(term: TermRef<'_>) -> Result<T, Mismatch> {
    T::deserialize(read::TermReader::new(term)).map_err(|fault| fault.about(term))
}

impl Answer {
    /// Reads the bindings as one value of a type that `serde` knows: a struct whose fields are named as the variables,
    /// up to capitals and `_` (the field `first_name` is the variable `FirstName` or `First_name`); a map; or a tuple or
    /// a sequence, in the order of the query.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Queens { n: u32, qp: Vec<u32> }
    ///
    /// let answer = ferz::Engine::new().once("N = 4, QP = [2, 4, 1, 3]")?.expect("it has a solution");
    /// let Queens { n, qp } = answer.read()?;
    /// assert_eq!((n, qp.len()), (4, 4));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the bindings represent no such value.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let terms = self
            .bindings()
            .iter()
            .map(|(name, term)| (name.as_str(), term.as_ref()));
        Ok(T::deserialize(bindings::Bindings(terms.collect()))?)
    }
}

impl Row<'_> {
    /// Reads the bindings as one value of a type that `serde` knows, as [`Answer::read`] does.
    ///
    /// # Errors
    /// If the bindings represent no such value.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let terms = self.names().iter().enumerate();
        let terms = terms.filter_map(|(index, name)| Some((name.as_str(), self.term(index)?)));
        Ok(T::deserialize(bindings::Bindings(terms.collect()))?)
    }
}

impl<T: Serialize> IntoTerm for Serde<T> {
    /// # Panics
    /// If the value's own code fails; the derived code never does.
    fn put(self, to: &mut Builder<'_>) {
        let written = self.0.serialize(write::TermWriter::new(to));
        written.unwrap_or_else(|fault| panic!("{fault}"));
    }
}

impl<T: DeserializeOwned> FromTerm for Serde<T> {
    fn from_term(term: TermRef<'_>) -> Result<Serde<T>, Mismatch> {
        read(term).map(Serde)
    }
}

/// The fields of a struct or the items of a tuple are the arguments of the fact; any other value is the only one.
impl<T: Serialize> IntoRow for Serde<T> {
    /// # Panics
    /// If the value's own code fails; the derived code never does.
    fn put_row(self, name: &str, to: &mut Builder<'_>) {
        let written = self.0.serialize(write::TermWriter::named(to, name));
        written.unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// Returns the name in a term of a type or a variant: `LineTo` is `line_to`.
fn name_in_terms(name: &str) -> std::borrow::Cow<'_, str> {
    if !name.starts_with(char::is_uppercase) {
        return name.into();
    }
    let mut small = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        let begins_word = before.is_lowercase() || before.is_numeric() || rest.peek().is_some_and(|c| c.is_lowercase());
        if c.is_uppercase() && begins_word && before != ' ' && before != '_' {
            small.push('_');
        }
        small.extend(c.to_lowercase());
        before = c;
    }
    small.into()
}

/// Whether a variable may be meant by a field: they are the same up to capitals and `_`.
fn is_meant(variable: &str, field: &str) -> bool {
    let letters = |name: &str| {
        name.chars()
            .filter(|&c| c != '_')
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    letters(variable) == letters(field)
}

#[cfg(test)]
mod tests {
    use super::{is_meant, name_in_terms};

    #[test]
    fn names_of_types_are_those_of_prolog() {
        let names = [
            "Circle",
            "LineTo",
            "HTTPError",
            "Vec3D",
            "already_small",
            "camelCase",
            "V2",
            "A",
        ];
        let expected = [
            "circle",
            "line_to",
            "http_error",
            "vec3_d",
            "already_small",
            "camelCase",
            "v2",
            "a",
        ];
        assert_eq!(names.map(name_in_terms), expected);
        assert!(
            is_meant("QP", "qp") && is_meant("FirstName", "first_name") && is_meant("_x", "X") && !is_meant("X", "y")
        );
    }
}
