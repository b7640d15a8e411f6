//! Data that several engines share until one of them changes it: copy on write.
//!
//! A [`Shared`] is copied as a whole, so it suits what is small or seldom changed. [`Chunks`] are copied in pieces.
//! Both know which parts are the holder's own: made or changed since they were frozen. Only those are charged to it. A
//! copy made for a fork is its holder's own too, although the memory may still be shared.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::sync::Arc;

use super::ids::Id;

/// A value that is copied when it is first changed.
#[derive(Clone)]
pub struct Shared<T> {
    value: Arc<T>,
    own: bool,
}

impl<T> Shared<T> {
    /// Makes a value of one's own.
    pub fn new(value: T) -> Shared<T> {
        Shared {
            value: Arc::new(value),
            own: true,
        }
    }

    /// Whether it was changed since it was frozen.
    pub fn is_own(&self) -> bool {
        self.own
    }

    /// Counts it as shared from now on.
    pub fn freeze(&mut self) {
        self.own = false;
    }
}

impl<T: Default> Default for Shared<T> {
    fn default() -> Self {
        Shared::new(T::default())
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.own = true;
        Arc::make_mut(&mut self.value)
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// A table in chunks of `N` values, each of which is copied when it is first changed.
pub struct Chunks<I, T, const N: usize> {
    chunks: Vec<Chunk<T>>,
    length: usize,
    index: PhantomData<I>,
}

struct Chunk<T> {
    /// `N` values, or none if the chunk was given back.
    values: Arc<[T]>,
    own: bool,
}

impl<T> Clone for Chunk<T> {
    fn clone(&self) -> Self {
        Chunk {
            values: Arc::clone(&self.values),
            own: self.own,
        }
    }
}

impl<I, T, const N: usize> Clone for Chunks<I, T, N> {
    fn clone(&self) -> Self {
        Chunks {
            chunks: self.chunks.clone(),
            ..Chunks::default()
        }
        .with_length(self.length)
    }
}

impl<I, T, const N: usize> Default for Chunks<I, T, N> {
    fn default() -> Self {
        Chunks {
            chunks: Vec::new(),
            length: 0,
            index: PhantomData,
        }
    }
}

impl<I, T, const N: usize> Chunks<I, T, N> {
    fn with_length(mut self, length: usize) -> Self {
        self.length = length;
        self
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns the number of chunks.
    pub fn count(&self) -> usize {
        self.chunks.len()
    }

    /// Whether a chunk was changed since it was frozen.
    pub fn is_own(&self, chunk: usize) -> bool {
        self.chunks[chunk].own
    }

    /// Whether a chunk has no values, since it was given back.
    pub fn is_empty_chunk(&self, chunk: usize) -> bool {
        self.chunks[chunk].values.is_empty()
    }

    /// Counts all chunks as shared from now on.
    pub fn freeze(&mut self) {
        self.chunks.iter_mut().for_each(|chunk| chunk.own = false);
        self.chunks.shrink_to_fit();
    }

    /// Returns the bytes of the chunks that are not shared.
    pub fn bytes(&self) -> usize {
        let own = self.chunks.iter().filter(|chunk| chunk.own);
        own.map(|chunk| size_of_val(&*chunk.values)).sum()
    }

    /// Gives back the memory of a chunk.
    pub fn give_back(&mut self, chunk: usize) {
        self.chunks[chunk].values = Arc::default();
    }
}

impl<I: Id, T: Clone + Default, const N: usize> Chunks<I, T, N> {
    /// Fills a chunk with default values: a new one at the end, or one that was given back.
    pub fn fill(&mut self, chunk: usize) {
        let filled = Chunk {
            values: (0..N).map(|_| T::default()).collect(),
            own: true,
        };
        if chunk == self.chunks.len() {
            self.chunks.push(filled);
        } else {
            self.chunks[chunk] = filled;
        }
    }

    /// Appends a value and returns its id.
    pub fn push(&mut self, value: T) -> I {
        let id = I::from_index(self.length);
        if self.length == self.chunks.len() * N {
            self.fill(self.chunks.len());
        }
        self.length += 1;
        self[id] = value;
        id
    }

    /// Drops all values from `length` on.
    pub fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
        self.chunks.truncate(self.length.div_ceil(N));
    }
}

impl<I: Id, T, const N: usize> Chunks<I, T, N> {
    /// Returns the value with this id, if there is one.
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        self.chunks.get(id.index() / N)?.values.get(id.index() % N)
    }

    /// Iterates over all ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = I> + use<I, T, N> {
        (0..self.length).map(I::from_index)
    }

    /// Iterates over the values, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let values = self.chunks.iter().flat_map(|chunk| chunk.values.iter());
        values.take(self.length)
    }

    /// Iterates over ids and values, in order.
    pub fn enumerated(&self) -> impl Iterator<Item = (I, &T)> {
        self.ids().zip(self.iter())
    }
}

impl<I: Id, T, const N: usize> Index<I> for Chunks<I, T, N> {
    type Output = T;

    #[inline(always)]
    fn index(&self, id: I) -> &T {
        &self.chunks[id.index() / N].values[id.index() % N]
    }
}

impl<I: Id, T: Clone, const N: usize> IndexMut<I> for Chunks<I, T, N> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        let chunk = &mut self.chunks[id.index() / N];
        chunk.own = true;
        &mut Arc::make_mut(&mut chunk.values)[id.index() % N]
    }
}

impl<I: Id, T: fmt::Debug, const N: usize> fmt::Debug for Chunks<I, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_value_is_copied_when_it_is_changed() {
        let mut one = Shared::new(vec![1, 2]);
        assert!(one.is_own());
        one.freeze();
        let mut other = one.clone();
        assert!(!other.is_own() && std::ptr::eq(&*one, &*other));
        other.push(3);
        assert!(other.is_own() && !one.is_own());
        assert_eq!((one.len(), other.len()), (2, 3));
    }

    #[test]
    fn chunks_are_copied_one_by_one() {
        let mut one: Chunks<u32, u64, 4> = Chunks::default();
        for value in 0..10 {
            assert_eq!(u64::from(one.push(value)), value);
        }
        assert_eq!((one.bytes(), one.count(), one.len()), (3 * 32, 3, 10));
        one.freeze();
        let mut other = one.clone();
        other[5] = 50;
        assert_eq!((one[5], other[5], one.bytes(), other.bytes()), (5, 50, 0, 32));
        assert_eq!([0, 1, 2].map(|chunk| other.is_own(chunk)), [false, true, false]);
        let (before, after): (Vec<u64>, Vec<u64>) = (one.iter().copied().collect(), other.iter().copied().collect());
        assert_eq!(before, (0..10).collect::<Vec<u64>>());
        assert_eq!(after, [0, 1, 2, 3, 4, 50, 6, 7, 8, 9]);
        other.truncate(4);
        assert_eq!((other.len(), other.get(4), other.count(), one.get(9)), (4, None, 1, Some(&9)));
    }
}
