//! The view of a dereferenced cell, for `match`.

use crate::base::atom::{Atom, Functor};
use crate::base::known;

use super::cell::Cell;

/// A dereferenced cell, decomposed by one level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum View {
    /// An unbound plain variable: a `Ref` cell to itself.
    Var(Cell),
    /// An unbound attributed variable: an `Att` cell; its attributes are at `address + 1`.
    Attributed(Cell),
    /// An atom.
    Atom(Atom),
    /// A small integer.
    Int(i64),
    /// A big integer: a `Box` cell.
    BigInt(Cell),
    /// A rational that is not an integer: a `Box` cell.
    Rational(Cell),
    /// A float.
    Float(f64),
    /// A string: a `Box` cell.
    String(Cell),
    /// A list pair: the address of its head; its tail is in the next cell.
    List(usize),
    /// A compound term: its functor and the address of its first argument.
    Struct(Functor, usize),
}

impl View {
    /// Returns the functor of a compound term and the address of its first argument; that of a list pair is `'.'/2`.
    #[inline]
    pub fn compound(self) -> Option<(Functor, usize)> {
        match self {
            View::Struct(functor, first) => Some((functor, first)),
            View::List(first) => Some((Functor::new(known::DOT, 2), first)),
            _ => None,
        }
    }

    /// As [`View::compound`], and for an atom its functor of arity 0, without an address.
    #[inline]
    pub fn callable(self) -> Option<(Functor, usize)> {
        match self {
            View::Atom(name) => Some((Functor::new(name, 0), 0)),
            _ => self.compound(),
        }
    }
}
