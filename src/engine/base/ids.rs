//! Typed indices, and tables that are indexed by one type only: mixing up two indices does not compile.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// An index of 32 bits.
pub trait Id: Copy {
    /// Returns the id with this index; indices beyond 32 bits wrap, and budgets stop a program long before.
    fn from_index(index: usize) -> Self;
    /// Returns the position in a table.
    fn index(self) -> usize;
}

impl Id for u32 {
    #[inline(always)]
    fn from_index(index: usize) -> Self {
        index as u32
    }

    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

/// Declares index types.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[repr(transparent)]
            pub struct $name(u32);

            impl $name {
                /// Returns the id with this number.
                #[inline(always)]
                pub const fn new(number: u32) -> Self {
                    $name(number)
                }

                /// Returns the id as a number, for cells, listings and packed words.
                #[inline(always)]
                pub const fn number(self) -> u32 {
                    self.0
                }
            }

            impl $crate::base::ids::Id for $name {
                #[inline(always)]
                fn from_index(index: usize) -> Self {
                    $name(index as u32)
                }

                #[inline(always)]
                fn index(self) -> usize {
                    self.0 as usize
                }
            }

            impl std::fmt::Debug for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    self.0.fmt(f)
                }
            }
        )*
    };
}
pub(crate) use ids;

/// A vector that is indexed by `I`.
#[derive(Clone)]
pub struct Table<I, T> {
    values: Vec<T>,
    index: PhantomData<I>,
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Self {
        Table {
            values: Vec::new(),
            index: PhantomData,
        }
    }
}

impl<I, T> From<Vec<T>> for Table<I, T> {
    fn from(values: Vec<T>) -> Self {
        Table {
            values,
            index: PhantomData,
        }
    }
}

impl<I: Id, T> Table<I, T> {
    /// Makes a table of so many copies of a value.
    pub fn filled(value: T, count: usize) -> Self
    where
        T: Clone,
    {
        Table::from(vec![value; count])
    }

    /// Appends a value and returns its id.
    pub fn push(&mut self, value: T) -> I {
        self.values.push(value);
        I::from_index(self.values.len() - 1)
    }

    /// Returns the number of values that there is room for.
    pub fn capacity(&self) -> usize {
        self.values.capacity()
    }

    /// Returns the values, in order, and drops the table.
    pub fn into_values(self) -> impl ExactSizeIterator<Item = T> {
        self.values.into_iter()
    }

    /// Returns the vector itself, to shorten it.
    pub fn values_mut(&mut self) -> &mut Vec<T> {
        &mut self.values
    }
}

impl<I, T> Deref for Table<I, T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.values
    }
}

impl<I, T> DerefMut for Table<I, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, id: I) -> &T {
        &self.values[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Table<I, T> {
    #[inline(always)]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.values[id.index()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for Table<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}

#[cfg(test)]
#[allow(unreachable_pub, reason = "the macro makes types for other packages")]
mod tests {
    use super::*;

    ids! {
        /// An index for the test.
        Row;
    }

    #[test]
    fn ids_are_given_in_order() {
        let mut table: Table<Row, char> = Table::default();
        let rows: Vec<Row> = "abc".chars().map(|c| table.push(c)).collect();
        assert_eq!(rows, [0, 1, 2].map(Row::new));
        table[rows[1]] = 'x';
        assert_eq!((table[rows[1]], table.len(), Row::new(3).number()), ('x', 3, 3));
    }
}
