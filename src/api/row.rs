//! `Row`: a solution whose values are read in place.

use std::fmt;

use super::convert::FromTerm;
use super::error::Error;
use super::view::TermRef;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;

/// A solution of a query, on the engine's heap: see [`Query::next_row`](crate::Query::next_row).
#[derive(Clone, Copy)]
pub struct Row<'q> {
    m: &'q Machine,
    names: &'q [String],
    /// The address of the first value.
    first: usize,
}

/// A column of a [`Row`]: the name of a variable, or its index in the order of the query, from 0.
pub trait Column: fmt::Display {
    /// Returns the index among `names`, if there is such a column.
    fn index(&self, names: &[String]) -> Option<usize>;
}

impl Column for &str {
    fn index(&self, names: &[String]) -> Option<usize> {
        names.iter().position(|name| name == self)
    }
}

impl Column for usize {
    fn index(&self, names: &[String]) -> Option<usize> {
        Some(*self).filter(|&index| index < names.len())
    }
}

impl<'q> Row<'q> {
    pub(super) fn new(m: &'q Machine, names: &'q [String], variables: Cell) -> Row<'q> {
        let first = match m.view(variables) {
            View::Struct(_, first) => first,
            // There are no variables.
            _ => 0,
        };
        Row { m, names, first }
    }

    /// Returns the names of the query's variables.
    pub fn names(&self) -> &'q [String] {
        self.names
    }

    /// Returns the value of a variable; `None` if the query has no such variable.
    pub fn term(&self, column: impl Column) -> Option<TermRef<'q>> {
        let index = column.index(self.names)?;
        Some(TermRef::live(self.m, self.m.heap.get(self.first + index)))
    }

    /// Returns the value of a variable as a Rust value.
    ///
    /// # Errors
    /// If the value is of another type, or the query has no such variable.
    pub fn get<T: FromTerm>(&self, column: impl Column) -> Result<T, Error> {
        let Some(index) = column.index(self.names) else {
            return Err(Error::no_variable(&column.to_string(), self.names));
        };
        let value = TermRef::live(self.m, self.m.heap.get(self.first + index));
        Ok(value
            .to()
            .map_err(|mismatch| mismatch.in_variable(&self.names[index]))?)
    }
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.names.iter().map(|name| (name, self.term(name.as_str())));
        f.debug_map().entries(values).finish()
    }
}
