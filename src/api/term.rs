//! `Term`: a term outside the engine, independent of its heap.
//!
//! Nodes are in one vector and refer to each other by index, so that cloning is cheap, and dropping, comparing and
//! printing do not recurse. Parts that are shared in the engine stay shared, and cyclic terms stay cyclic. The
//! bindings of one answer share one store.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use dashu_int::IBig;

use super::builder::Builder;
use super::convert::{Atom, IntoTerm};
use super::engine::Engine;
use super::error::Error;
use super::mismatch::Mismatch;
use super::operators::Operators;
use super::view::{TermRef, TermView};
use crate::base::ids::Table;
use crate::base::num::Number;
use crate::base::num::text::{make_rational, parse_integer};
use crate::base::object::AnyObject;

/// A term: an atom, a number, a string, a variable, or a compound of these.
#[derive(Clone)]
pub struct Term {
    pub(super) store: Arc<TermStore>,
    pub(super) root: u32,
}

/// The nodes of one or more terms.
#[derive(Default)]
pub(super) struct TermStore {
    pub(super) nodes: Table<u32, TermNode>,
    pub(super) children: Vec<u32>,
    pub(super) texts: Table<u32, Box<str>>,
    pub(super) numbers: Table<u32, BigNumber>,
    pub(super) objects: Table<u32, AnyObject>,
    pub(super) operators: Operators,
    /// The number of variables that builders have made.
    pub(super) variables: u32,
}

/// One node; texts, numbers and children by index.
#[derive(Clone, Copy, Debug)]
pub(super) enum TermNode {
    Var(u32),
    Atom(u32),
    Int(i64),
    Float(f64),
    Number(u32),
    String(u32),
    Object(u32),
    List { first: u32 },
    Compound { name: u32, first: u32, arity: u32 },
}

/// An integer beyond 64 bits, or a rational number.
#[derive(Clone, Debug, PartialEq)]
pub struct BigNumber(pub(super) Number);

impl BigNumber {
    /// Whether it is an integer; else it is a rational number.
    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    /// Returns the bits of its numerator and denominator.
    pub(super) fn bits(&self) -> usize {
        self.0.bits()
    }

    /// Returns the value, if it is an integer of at most 128 bits.
    pub fn to_i128(&self) -> Option<i128> {
        let value = self.0.as_big()?;
        i128::try_from(value.as_ref()).ok()
    }

    /// Makes an integer of its two's complement, the lowest byte first.
    ///
    /// ```
    /// let number = ferz::BigNumber::from_le_bytes(&[0, 0, 0, 0, 0, 0, 0, 0, 0xff]);
    /// assert_eq!(number.to_string(), "-18446744073709551616");
    /// assert_eq!(number.to_le_bytes(), Some(vec![0, 0, 0, 0, 0, 0, 0, 0, 0xff]));
    /// ```
    pub fn from_le_bytes(bytes: &[u8]) -> BigNumber {
        BigNumber(Number::from(IBig::from_le_bytes(bytes)))
    }

    /// Returns the two's complement of an integer, the lowest byte first; `None` for a rational number.
    pub fn to_le_bytes(&self) -> Option<Vec<u8>> {
        let value = self.0.as_big()?;
        Some(value.to_le_bytes().into_vec())
    }

    /// Makes the quotient of two integers; `None` if one of them is no integer, or the second is 0.
    ///
    /// ```
    /// use ferz::BigNumber;
    ///
    /// let number = |value: i8| BigNumber::from_le_bytes(&value.to_le_bytes());
    /// let quotient = BigNumber::ratio(&number(6), &number(-4)).expect("it is right");
    /// assert_eq!(quotient.to_string(), "-3r2");
    /// assert_eq!(quotient.parts(), Some((number(-3), number(2))));
    /// assert!(BigNumber::ratio(&number(1), &number(0)).is_none());
    /// ```
    pub fn ratio(numerator: &BigNumber, denominator: &BigNumber) -> Option<BigNumber> {
        make_rational(&numerator.0, &denominator.0).map(BigNumber)
    }

    /// Returns numerator and denominator, which is positive and has no divisor in common with the numerator.
    pub fn parts(&self) -> Option<(BigNumber, BigNumber)> {
        match &self.0 {
            Number::Rational(value) => {
                let denominator = IBig::from(value.denominator().clone());
                let parts = (value.numerator().clone(), denominator);
                Some((BigNumber(Number::from(parts.0)), BigNumber(Number::from(parts.1))))
            }
            Number::Float(_) => None,
            integer => Some((BigNumber(integer.clone()), BigNumber(Number::Int(1)))),
        }
    }
}

/// Reads the decimal digits of an integer, or of a rational number such as `1r3`.
///
/// ```
/// use ferz::{BigNumber, Engine};
///
/// let power: BigNumber = "1180591620717411303424".parse()?;
/// let mut query = ferz::Engine::new().into_query_with("X =:= 2 ** 70", [("X", power)]).expect("it is right");
/// assert!(query.next().is_some());
/// assert!("a".parse::<BigNumber>().is_err() && "1r0".parse::<BigNumber>().is_err());
/// # Ok::<(), ferz::Mismatch>(())
/// ```
impl FromStr for BigNumber {
    type Err = Mismatch;

    fn from_str(text: &str) -> Result<BigNumber, Mismatch> {
        let number = match text.split_once('r') {
            None => parse_integer(text, 10),
            Some((numerator, denominator)) => parse_integer(numerator, 10)
                .zip(parse_integer(denominator, 10))
                .and_then(|(numerator, denominator)| make_rational(&numerator, &denominator)),
        };
        number
            .map(BigNumber)
            .ok_or_else(|| Mismatch::new("number", Term::string(text).as_ref()))
    }
}

impl fmt::Display for BigNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Term {
    /// Makes an atom.
    pub fn atom(name: &str) -> Term {
        Term::build(|to| to.atom(name))
    }

    /// Makes a string.
    pub fn string(text: &str) -> Term {
        Term::build(|to| to.string(text))
    }

    /// Makes an integer.
    pub fn int(value: i64) -> Term {
        Term::build(|to| to.int(value))
    }

    /// Makes a floating point number.
    pub fn float(value: f64) -> Term {
        Term::build(|to| to.float(value))
    }

    /// Makes a new variable, different from all others.
    pub fn var() -> Term {
        Term::build(|to| to.var())
    }

    fn build(write: impl FnOnce(&mut Builder<'_>)) -> Term {
        let mut builder = Builder::new();
        write(&mut builder);
        builder.finish()
    }

    /// Makes the compound term `name(args...)`, or an atom if there are no arguments.
    ///
    /// The nodes of the largest argument are taken over unless they are shared, so that a term built step by step costs
    /// time in proportion to its size. [`Builder`] makes large terms at once.
    pub fn compound(name: &str, args: impl IntoIterator<Item = Term>) -> Term {
        let mut args: Vec<Term> = args.into_iter().collect();
        let has_parts = |arg: &Term| !arg.store.parts(arg.store.nodes[arg.root]).is_empty();
        let largest = (0..args.len()).max_by_key(|&i| args[i].store.nodes.len());
        let Some(largest) = largest.filter(|&i| has_parts(&args[i])) else {
            return Term::joined(TermStore::default(), name, &args, None);
        };
        let Term { store, root } = std::mem::replace(&mut args[largest], Term::int(0));
        match Arc::try_unwrap(store) {
            Ok(store) => Term::joined(store, name, &args, Some((largest, root))),
            Err(store) => {
                args[largest] = Term { store, root };
                Term::joined(TermStore::default(), name, &args, None)
            }
        }
    }

    /// Makes a compound; `own` is the index of the argument whose nodes are in `store` already, and its root.
    fn joined(store: TermStore, name: &str, args: &[Term], own: Option<(usize, u32)>) -> Term {
        let mut builder = Builder::upon(store);
        builder.compound(name, args.len());
        for (i, arg) in args.iter().enumerate() {
            match own {
                Some((own, root)) if own == i => builder.node(root),
                _ => builder.term(arg),
            }
        }
        builder.finish()
    }

    /// Makes the list of `items`.
    pub fn list(items: impl IntoIterator<Item = Term>) -> Term {
        Term::build(|to| {
            for item in items {
                to.pair();
                to.term(&item);
            }
            to.nil();
        })
    }

    /// Decomposes the term by one level.
    pub fn view(&self) -> TermView<'_> {
        self.as_ref().view()
    }

    /// Returns a text that every Prolog system reads as this term: quoted, without operators. Its length is limited as
    /// that of [`Answer`](crate::Answer).
    ///
    /// ```
    /// let answer = ferz::Engine::new().once("X = [1+'A b']")?.expect("it has a solution");
    /// assert_eq!(answer.term("X").map(|x| x.canonical()).as_deref(), Some("[+(1,'A b')]"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn canonical(&self) -> String {
        super::show::canonical(&self.store, self.root)
    }

    /// Borrows the term.
    pub fn as_ref(&self) -> TermRef<'_> {
        TermRef::stored(&self.store, self.root)
    }

    /// Returns the items of a proper list; `None` for other terms.
    pub fn items(&self) -> Option<Vec<TermRef<'_>>> {
        self.as_ref().items()
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads a term as programs have it; the full stop is optional.
///
/// ```
/// use ferz::Term;
///
/// let term: Term = "point(1, X) :- \\+ 'A b' = [X|\"c\"]".parse()?;
/// assert_eq!(term.to_string(), "point(1, _0):- \\+'A b'=[_0|\"c\"]");
/// assert!("point(1".parse::<Term>().is_err());
/// # Ok::<(), ferz::Error>(())
/// ```
impl FromStr for Term {
    type Err = Error;

    fn from_str(text: &str) -> Result<Term, Error> {
        let mut engine = Engine::new();
        let cell = super::input::term(&mut engine.machine, text)?;
        Ok(TermRef::live(&engine.machine, cell).to_term())
    }
}

macro_rules! from_values {
    ($($type:ty),*) => { $(
        impl From<$type> for Term {
            fn from(value: $type) -> Term {
                value.into_term()
            }
        }
    )* };
}

from_values!(
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    f32,
    f64,
    bool,
    char,
    &str,
    String,
    Atom<&str>,
    Atom,
    BigNumber
);

impl<T: IntoTerm> From<Vec<T>> for Term {
    fn from(values: Vec<T>) -> Term {
        values.into_term()
    }
}

impl TermStore {
    pub(super) fn push(&mut self, node: TermNode) -> u32 {
        let index = u32::try_from(self.nodes.len()).expect("a store of 2^32 nodes exceeds every memory limit");
        self.nodes.push(node);
        index
    }

    pub(super) fn push_text(&mut self, text: &str) -> u32 {
        self.texts.push(text.into());
        self.texts.len() as u32 - 1
    }

    pub(super) fn push_object(&mut self, object: AnyObject) -> u32 {
        self.objects.push(object);
        let index = self.objects.len() as u32 - 1;
        self.push(TermNode::Object(index))
    }

    /// Makes room for the children of one node; returns the index of the first.
    pub(super) fn push_room(&mut self, count: usize) -> u32 {
        let first = u32::try_from(self.children.len()).expect("a store of 2^32 children exceeds every memory limit");
        self.children.resize(self.children.len() + count, 0);
        first
    }

    /// Returns the bytes of nodes and children.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(self.children.as_slice())
    }

    pub(super) fn children(&self, first: u32, count: u32) -> &[u32] {
        &self.children[first as usize..first as usize + count as usize]
    }

    /// Returns the children of a node.
    pub(super) fn parts(&self, node: TermNode) -> &[u32] {
        match node {
            TermNode::List { first } => self.children(first, 2),
            TermNode::Compound { first, arity, .. } => self.children(first, arity),
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(a: Term, b: Term) -> Term {
        Term::compound("-", [a, b])
    }

    #[test]
    fn terms_are_built_and_taken_apart() {
        let term = Term::compound("f", [Term::atom("a"), Term::list([Term::int(1), Term::string("s")])]);
        let TermView::Compound("f", args) = term.view() else {
            panic!("{term}")
        };
        assert_eq!(args.len(), 2);
        let items = args.get(1).and_then(TermRef::items).expect("a list");
        assert!(matches!(items[0].view(), TermView::Int(1)));
        assert!(matches!(items[1].view(), TermView::String("s")));
        assert_eq!(term.to_string(), "f(a, [1, \"s\"])");
    }

    #[test]
    fn equality_is_by_structure() {
        let make = || pair(Term::atom("x"), Term::list([Term::float(1.5)]));
        assert_eq!(make(), make());
        assert_ne!(make(), pair(Term::atom("x"), Term::list([Term::int(1)])));
        let v = Term::var();
        assert_eq!(pair(v.clone(), v.clone()), pair(v.clone(), v.clone()));
        assert_ne!(pair(v.clone(), v.clone()), pair(v, Term::var()));
    }

    #[test]
    fn shared_parts_are_compared_once() {
        let mut left = Term::atom("x");
        for _ in 0..64 {
            left = pair(left.clone(), left);
        }
        let mut right = Term::atom("x");
        for _ in 0..64 {
            right = pair(right.clone(), right);
        }
        assert_eq!(left, right);
    }

    #[test]
    fn a_long_list_needs_no_recursion() {
        let long = || Term::list((0..300_000).map(Term::int));
        let (a, b) = (long(), long());
        assert!(a == b);
        assert_eq!(a.items().expect("a list").len(), 300_000);
        drop(a);
        assert!(b.to_string().starts_with("[0, 1, 2, "));
    }
}
