//! Sorting of short lists, and of those that are sorted rarely. The sorts of std are faster for long ones, but each type
//! of item makes them some kilobytes of code, which is much of what a browser downloads.

use std::cmp::Ordering;

/// The stable sorts of std, by one function for all types.
pub trait Ordered<T> {
    /// Sorts by a comparison.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by keys.
    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Sorts.
    fn order(&mut self)
    where
        T: Ord,
    {
        self.order_by(T::cmp);
    }

    /// Sorts what is sorted often: by the sort of std, except in browsers. Equal items do not keep their order.
    fn order_often_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// As `order_often_by`.
    fn order_often(&mut self)
    where
        T: Ord,
    {
        self.order_often_by(T::cmp);
    }
}

impl<T> Ordered<T> for [T] {
    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut order = permutation(self.len(), &mut |a, b| compare(&self[a], &self[b]));
        for start in 0..order.len() {
            // Along a cycle of the permutation, each place gets its item from the next one.
            let mut at = start;
            loop {
                let from = std::mem::replace(&mut order[at], at);
                if from == start {
                    break;
                }
                self.swap(at, from);
                at = from;
            }
        }
    }

    #[cfg(target_family = "wasm")]
    fn order_often_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.order_by(compare);
    }

    #[cfg(not(target_family = "wasm"))]
    #[inline]
    fn order_often_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.sort_unstable_by(compare);
    }
}

/// Returns the places of sorted items, given the comparison of those at two places.
#[inline(never)]
fn permutation(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_std_does() {
        let mut random = fastrand::Rng::with_seed(7);
        for length in (0..40).chain([1000]) {
            let items: Vec<(u32, usize)> = (0..length).map(|i| (random.u32(0..20), i)).collect();
            let (mut ours, mut stds) = (items.clone(), items);
            ours.order_by_key(|item| item.0);
            stds.sort_by_key(|item| item.0);
            assert_eq!(ours, stds);
            ours.order_by(|a, b| b.cmp(a));
            stds.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(ours, stds);
            ours.order_by_key(|item| item.1);
            ours.order_often();
            stds.sort_unstable();
            assert_eq!(ours, stds);
        }
    }
}
