//! Data that several engines share until one of them changes it: copy on write.
//!
//! Values of the engine itself are as cheap to reach as in a vector: tables are found to be shared by the test of
//! bounds that fails on an empty vector. Each part knows whether it is charged to its holder: all but what was frozen
//! and not changed since. What a fork shares with its original is charged to both.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::sync::Arc;

use super::ids::Id;

/// A value that is copied when it is first changed.
#[derive(Clone)]
pub struct Shared<T> {
    value: Value<T>,
    charged: bool,
}

#[derive(Clone)]
enum Value<T> {
    Own(Box<T>),
    Shared(Arc<T>),
}

impl<T> Shared<T> {
    /// Makes a value of one's own.
    pub fn new(value: T) -> Shared<T> {
        Shared {
            value: Value::Own(Box::new(value)),
            charged: true,
        }
    }

    /// Whether it was made or changed since it was frozen.
    pub fn is_charged(&self) -> bool {
        self.charged
    }

    /// Shares it with all copies that are made from now on.
    pub fn share(self) -> Shared<T> {
        let value = match self.value {
            Value::Own(value) => Value::Shared(Arc::from(value)),
            shared @ Value::Shared(_) => shared,
        };
        Shared { value, ..self }
    }

    /// Takes the charge off.
    pub fn discharge(&mut self) {
        self.charged = false;
    }
}

impl<T: Default> Shared<T> {
    /// As [`Shared::share`], in place.
    pub fn share_here(&mut self) {
        *self = std::mem::take(self).share();
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
        match &self.value {
            Value::Own(value) => value,
            Value::Shared(value) => value,
        }
    }
}

impl<T: Clone> Shared<T> {
    /// Returns a value that nobody else has, or a copy of it.
    #[cold]
    fn copied(&mut self) -> &mut T {
        self.charged = true;
        if let Value::Shared(value) = &self.value
            && Arc::strong_count(value) > 1
        {
            self.value = Value::Own(Box::new(T::clone(value)));
        }
        match &mut self.value {
            Value::Own(value) => value,
            Value::Shared(value) => Arc::make_mut(value),
        }
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        match self.value {
            Value::Own(ref mut value) => value,
            Value::Shared(_) => self.copied(),
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// A vector that is copied when it is first changed. What is not one's own is reached in one more step.
#[derive(Clone)]
pub struct SharedPart<T> {
    own: Vec<T>,
    shared: Option<Arc<Vec<T>>>,
    charged: bool,
}

impl<T> Default for SharedPart<T> {
    fn default() -> Self {
        SharedPart {
            own: Vec::new(),
            shared: None,
            charged: true,
        }
    }
}

impl<T> SharedPart<T> {
    /// Makes an empty vector with room for `capacity` values.
    pub fn with_capacity(capacity: usize) -> SharedPart<T> {
        SharedPart {
            own: Vec::with_capacity(capacity),
            ..SharedPart::default()
        }
    }

    /// Returns all values.
    #[inline]
    pub fn all(&self) -> &[T] {
        match &self.shared {
            Some(shared) if self.own.is_empty() => shared,
            _ => &self.own,
        }
    }

    /// Returns a value, or a range of values, if there is one.
    #[inline(always)]
    pub fn get<R: std::slice::SliceIndex<[T]> + Clone>(&self, at: R) -> Option<&R::Output> {
        match self.own.get(at.clone()) {
            None => self.shared_get(at),
            found => found,
        }
    }

    #[cold]
    fn shared_get<R: std::slice::SliceIndex<[T]>>(&self, at: R) -> Option<&R::Output> {
        self.shared.as_ref()?.get(at)
    }

    /// Whether it was made or changed since it was frozen.
    pub fn is_charged(&self) -> bool {
        self.charged
    }

    /// Shares it with all copies that are made from now on.
    pub fn share(&mut self) {
        if !self.own.is_empty() {
            self.shared = Some(Arc::new(std::mem::take(&mut self.own)));
        }
    }

    /// Takes the charge off.
    pub fn discharge(&mut self) {
        self.charged = false;
    }

    /// Returns the vector, to be changed, unless it is shared.
    pub fn if_own(&mut self) -> Option<&mut Vec<T>> {
        self.shared.is_none().then_some(&mut self.own)
    }

    /// Returns the number of values for which memory is taken and charged.
    pub fn charged_room(&self) -> usize {
        match &self.shared {
            _ if !self.charged => 0,
            Some(shared) => shared.len(),
            None => self.own.capacity(),
        }
    }
}

impl<T: Clone> SharedPart<T> {
    /// Returns the vector, to be changed; a shared one is copied, with room for `capacity` values.
    #[inline(always)]
    pub fn own(&mut self, capacity: usize) -> &mut Vec<T> {
        if self.shared.is_some() {
            self.take_over(capacity);
        }
        &mut self.own
    }

    /// Returns a value, to be changed; a shared vector is copied, with room for `capacity` values.
    #[inline(always)]
    pub fn at_mut(&mut self, at: usize, capacity: usize) -> &mut T {
        if at >= self.own.len() {
            self.take_over(capacity);
        }
        &mut self.own[at]
    }

    #[cold]
    fn take_over(&mut self, capacity: usize) {
        if let Some(shared) = self.shared.take() {
            self.own = Arc::try_unwrap(shared).unwrap_or_else(|shared| {
                let mut own = Vec::with_capacity(capacity);
                own.extend_from_slice(&shared);
                own
            });
            self.charged = true;
        }
    }
}

/// A table whose values below a number are shared, as is the list of their parts: the first change copies `N` values.
#[derive(Clone)]
pub struct Layered<I, T, const N: usize> {
    base: usize,
    own: Vec<T>,
    below: Arc<Vec<SharedPart<T>>>,
    index: PhantomData<I>,
}

impl<I, T, const N: usize> Default for Layered<I, T, N> {
    fn default() -> Self {
        Layered {
            base: 0,
            own: Vec::new(),
            below: Arc::default(),
            index: PhantomData,
        }
    }
}

impl<I: Id, T, const N: usize> Layered<I, T, N> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.base + self.own.len()
    }

    /// Returns the number of values that may be shared.
    pub fn base(&self) -> usize {
        self.base
    }

    /// Appends a value and returns its id.
    pub fn push(&mut self, value: T) -> I {
        self.own.push(value);
        I::from_index(self.len() - 1)
    }

    /// Drops values from `length` on, as far as they are not shared.
    pub fn truncate(&mut self, length: usize) {
        self.own.truncate(length.saturating_sub(self.base));
        if self.own.capacity() / 4 > self.own.len() + 1024 {
            self.own.shrink_to(2 * self.own.len());
        }
    }

    /// Returns the value with this id, if there is one.
    #[inline(always)]
    pub fn get(&self, id: I) -> Option<&T> {
        match self.own.get(id.index().wrapping_sub(self.base)) {
            None => self.below(id),
            found => found,
        }
    }

    #[inline(never)]
    fn below(&self, id: I) -> Option<&T> {
        self.below.get(id.index() / N)?.get(id.index() % N)
    }

    /// Iterates over all ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = I> + use<I, T, N> {
        (0..self.len()).map(I::from_index)
    }

    /// Iterates over the values, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.below.iter().flat_map(SharedPart::all).chain(&self.own)
    }

    /// Iterates over ids and values, in order.
    pub fn enumerated(&self) -> impl Iterator<Item = (I, &T)> {
        self.ids().zip(self.iter())
    }

    /// Returns the bytes that are charged.
    pub fn bytes(&self) -> usize {
        let below = self.below.iter().filter(|part| part.is_charged());
        let below: usize = below.map(|part| part.all().len()).sum();
        (below + self.own.len()) * size_of::<T>()
    }
}

impl<I: Id, T: Clone, const N: usize> Layered<I, T, N> {
    /// Takes the charge off all shared values.
    pub fn discharge(&mut self) {
        let below = Arc::make_mut(&mut self.below);
        below.iter_mut().for_each(SharedPart::discharge);
    }

    /// Shares all values with all copies that are made from now on.
    pub fn share(&mut self) {
        let below = Arc::make_mut(&mut self.below);
        // Only the last part is not full; it is filled up.
        if let Some(mut last) = below.pop_if(|last| last.all().len() < N) {
            let first = std::mem::take(last.own(N));
            self.base -= first.len();
            self.own.splice(..0, first);
        }
        self.base += self.own.len();
        let mut values = std::mem::take(&mut self.own).into_iter();
        while values.len() > 0 {
            let mut part = SharedPart::with_capacity(N.min(values.len()));
            part.own.extend(values.by_ref().take(N));
            below.push(part);
        }
        below.iter_mut().for_each(SharedPart::share);
        below.shrink_to_fit();
    }
}

impl<I: Id, T, const N: usize> Index<I> for Layered<I, T, N> {
    type Output = T;

    #[inline(always)]
    fn index(&self, id: I) -> &T {
        self.get(id).expect("an id is that of a value")
    }
}

impl<I: Id, T: Clone, const N: usize> IndexMut<I> for Layered<I, T, N> {
    #[inline(always)]
    fn index_mut(&mut self, id: I) -> &mut T {
        let at = id.index().wrapping_sub(self.base);
        if at < self.own.len() {
            return &mut self.own[at];
        }
        Arc::make_mut(&mut self.below)[id.index() / N].at_mut(id.index() % N, N)
    }
}

impl<I: Id, T: fmt::Debug, const N: usize> fmt::Debug for Layered<I, T, N> {
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
        one.share_here();
        assert!(one.is_charged());
        one.discharge();
        let mut other = one.clone();
        assert!(!other.is_charged() && std::ptr::eq(&*one, &*other));
        other.push(3);
        assert!(other.is_charged() && !one.is_charged());
        assert_eq!((one.len(), other.len()), (2, 3));
    }

    #[test]
    fn parts_of_a_table_are_copied_one_by_one() {
        let mut one: Layered<u32, u64, 4> = Layered::default();
        for value in 0..10 {
            assert_eq!(u64::from(one.push(value)), value);
        }
        assert_eq!((one.bytes(), one.len(), one.base()), (80, 10, 0));
        one.share();
        one.discharge();
        let mut other = one.clone();
        other[5] = 50;
        other.push(10);
        assert_eq!((one[5], other[5], one.get(10), other.get(10)), (5, 50, None, Some(&10)));
        assert_eq!((one.bytes(), other.bytes()), (0, 32 + 8));
        assert!(one.iter().copied().eq(0..10));
        assert!(other.iter().copied().eq([0, 1, 2, 3, 4, 50, 6, 7, 8, 9, 10]));
        // The last part is filled up by the next values.
        other.share();
        let mut third = other.clone();
        third[10] = 100;
        third[0] = 7;
        other.truncate(3);
        assert_eq!((other.len(), other[10]), (11, 10));
        assert_eq!((third[10], third[9], one[0]), (100, 9, 0));
    }
}
