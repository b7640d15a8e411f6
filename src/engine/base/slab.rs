//! Vectors whose elements are reached by ids in the run loop, shared until they are changed.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::sync::Arc;

use super::ids::Id;

/// The least room for further values in a [`Slab`] that has grown.
const SPARE: usize = 64;

/// A vector that is read as one slice, and copied as a whole when it is first changed.
#[derive(Clone)]
pub struct Slab<T> {
    /// The values, and default ones for those that are still to come.
    values: Arc<[T]>,
    length: usize,
    charged: bool,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Slab {
            values: Arc::default(),
            length: 0,
            charged: true,
        }
    }
}

impl<T> Slab<T> {
    /// Returns the values, and default ones behind them.
    #[inline(always)]
    pub fn with_room(&self) -> &[T] {
        &self.values
    }

    /// Whether it was made or changed since it was frozen.
    pub fn is_charged(&self) -> bool {
        self.charged
    }
}

impl<T: Clone + Default> Slab<T> {
    /// Makes an empty slab with room for `room` values.
    pub fn with_capacity(room: usize) -> Slab<T> {
        Slab {
            values: vec![T::default(); room].into(),
            ..Slab::default()
        }
    }

    /// Appends values.
    pub fn extend(&mut self, values: impl ExactSizeIterator<Item = T>) {
        let (start, end) = (self.length, self.length + values.len());
        self.length = end;
        self.charged = true;
        match Arc::get_mut(&mut self.values) {
            Some(places) if end <= places.len() => {
                for (place, value) in places[start..end].iter_mut().zip(values) {
                    *place = value;
                }
            }
            _ => self.grow(start, values),
        }
    }

    /// Copies the values up to `start`, with new ones behind them, and with room for more: some at the first change of
    /// what is shared, then as much as there is.
    #[cold]
    fn grow(&mut self, start: usize, values: impl Iterator<Item = T>) {
        let is_own = Arc::get_mut(&mut self.values).is_some();
        let spare = if is_own { self.length } else { self.length / 4 };
        let size = self.length + spare.max(SPARE);
        let mut grown = Vec::with_capacity(size);
        grown.extend_from_slice(&self.values[..start]);
        grown.extend(values);
        grown.resize(size, T::default());
        self.values = grown.into();
    }

    /// Appends a value and returns its position.
    pub fn push(&mut self, value: T) -> usize {
        self.extend(std::iter::once(value));
        self.length - 1
    }

    /// Drops all values from `length` on.
    pub fn truncate(&mut self, length: usize) {
        if length >= self.length {
            return;
        }
        let end = std::mem::replace(&mut self.length, length);
        if self.values.len() / 4 > length + 1024 {
            self.values = self.values[..length].iter().cloned().collect();
        } else {
            Arc::make_mut(&mut self.values)[length..end].fill(T::default());
        }
        self.charged = true;
    }

    /// Gives back the room for further values, and takes the charge off.
    pub fn freeze(&mut self) {
        if self.values.len() > self.length {
            self.values = self.values[..self.length].iter().cloned().collect();
        }
        self.charged = false;
    }
}

impl<T> Deref for Slab<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.values[..self.length]
    }
}

impl<T: Clone> DerefMut for Slab<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.charged = true;
        &mut Arc::make_mut(&mut self.values)[..self.length]
    }
}

impl<T: fmt::Debug> fmt::Debug for Slab<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// A [`Slab`] that is indexed by `I`.
#[derive(Clone)]
pub struct SlabTable<I, T> {
    slab: Slab<T>,
    index: PhantomData<I>,
}

impl<I, T> Default for SlabTable<I, T> {
    fn default() -> Self {
        SlabTable {
            slab: Slab::default(),
            index: PhantomData,
        }
    }
}

impl<I: Id, T> SlabTable<I, T> {
    /// Returns the value with this id, if there is one, or a default one.
    #[inline(always)]
    pub fn at(&self, id: I) -> Option<&T> {
        self.slab.values.get(id.index())
    }

    /// Returns the values from an id on.
    pub fn from(&self, id: I) -> &[T] {
        &(**self)[id.index()..]
    }
}

impl<I, T> Deref for SlabTable<I, T> {
    type Target = Slab<T>;

    #[inline(always)]
    fn deref(&self) -> &Slab<T> {
        &self.slab
    }
}

impl<I, T> DerefMut for SlabTable<I, T> {
    fn deref_mut(&mut self) -> &mut Slab<T> {
        &mut self.slab
    }
}

impl<I: Id, T> Index<I> for SlabTable<I, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, id: I) -> &T {
        &self.slab.values[id.index()]
    }
}

impl<I: Id, T: Clone> IndexMut<I> for SlabTable<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.slab[id.index()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for SlabTable<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.slab.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slab_grows_and_shrinks() {
        let mut one: SlabTable<u32, u64> = SlabTable::default();
        (0..5000).for_each(|value| assert_eq!(one.push(value), value as usize));
        let other = one.clone();
        one[7] = 70;
        one.truncate(100);
        one.extend([1, 2].into_iter());
        assert_eq!((one.len(), one[7], one[101], one.from(100)), (102, 70, 2, &[1, 2][..]));
        assert!(other.iter().copied().eq(0..5000));
        one.freeze();
        assert_eq!((one.with_room().len(), one.at(102)), (102, None));
        let mut third = one.clone();
        assert!(!third.is_charged());
        third.push(3);
        assert_eq!((third.is_charged(), third.len(), one.len()), (true, 103, 102));
    }
}
