//! `Marks`: what a collection of atoms and predicates has found in use.

/// A set of atoms, or of other indices, as a bit set.
#[derive(Debug, Default)]
pub struct Marks(Vec<u64>);

impl Marks {
    /// Makes an empty set with room for numbers below `size`.
    pub fn new(size: usize) -> Marks {
        Marks(vec![0; size.div_ceil(64)])
    }

    /// Adds a number; one of `size` or above is ignored.
    #[inline]
    pub fn insert(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    /// Whether the set contains the number.
    #[inline]
    pub fn contains(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}
