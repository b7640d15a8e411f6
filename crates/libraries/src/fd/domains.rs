//! The operations of propagators on variables, wherever these are: on the heap ([`Fd`](super::store::Fd)), or in the space of a
//! search ([`Space`](super::search::space::Space)).

use ferz_engine::native::{Step, Stop};

use super::ranges::Ranges;

/// The things that a propagator looks at for what counts as one step of propagation.
pub(super) const EACH_STEP: usize = 64;

/// Domains of numbered variables.
pub(super) trait DomainAccess {
    /// Returns the least element, or [`INF`](super::ranges::INF).
    fn min(&self, x: usize) -> i64;
    /// Returns the greatest element, or [`SUP`](super::ranges::SUP).
    fn max(&self, x: usize) -> i64;
    /// Whether `value` is an element.
    fn contains(&self, x: usize, value: i64) -> bool;
    /// Returns the least element that is not less than `value`, which is within the bounds.
    fn next(&self, x: usize, value: i64) -> i64;
    /// Returns the elements.
    fn ranges(&self, x: usize) -> Ranges;
    /// Removes the elements less than `low`.
    fn at_least(&mut self, x: usize, low: i128) -> Step;
    /// Removes the elements greater than `high`.
    fn at_most(&mut self, x: usize, high: i128) -> Step;
    /// Removes all elements but `value`.
    fn fix(&mut self, x: usize, value: i128) -> Step;
    /// Removes an element.
    fn remove(&mut self, x: usize, value: i64) -> Step;
    /// Removes the elements that are not in the set.
    fn keep_only(&mut self, x: usize, set: &[(i64, i64)]) -> Step;
    /// Tells that a propagator looked at so many things, for the limits.
    fn worked(&mut self, amount: usize);
    /// The error for a number beyond those of domains.
    fn too_large(&mut self) -> Stop;

    /// Returns the value of a variable, if it has one.
    #[inline(always)]
    fn value(&self, x: usize) -> Option<i64> {
        let min = self.min(x);
        (min == self.max(x)).then_some(min)
    }
}
