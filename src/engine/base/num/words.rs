//! Magnitudes of integers as words, the least significant first: sums, differences, and products by one word, written
//! directly to their destination.

use std::cmp::Ordering;

/// Words processed in one step, so that the carry stays in the processor's flags.
const STEP: usize = 4;

/// An operation on two words with a carry or borrow.
type Digit = fn(u64, u64, bool) -> (u64, bool);

/// Writes the sum to `out`, which is as long as `a`; `a` is at least as long as `b`. Returns true if there is a carry
/// out.
#[inline]
pub fn sum(a: &[u64], b: &[u64], out: &mut [u64]) -> bool {
    digits(a, b, out, u64::carrying_add)
}

/// Writes the difference to `out`, which is as long as `a`; `b` is neither longer nor greater than `a`.
#[inline]
pub fn difference(a: &[u64], b: &[u64], out: &mut [u64]) {
    let borrow = digits(a, b, out, u64::borrowing_sub);
    debug_assert!(!borrow, "the first magnitude is the larger one");
}

#[inline(always)]
fn digits(a: &[u64], b: &[u64], out: &mut [u64], digit: Digit) -> bool {
    let (a, a_rest) = a.split_at(b.len());
    let (out, out_rest) = out.split_at_mut(b.len());
    let (a, a_odd) = a.as_chunks::<STEP>();
    let (b, b_odd) = b.as_chunks::<STEP>();
    let (out, out_odd) = out.as_chunks_mut::<STEP>();
    let mut carry = false;
    for ((a, b), out) in a.iter().zip(b).zip(out) {
        (out[0], carry) = digit(a[0], b[0], carry);
        (out[1], carry) = digit(a[1], b[1], carry);
        (out[2], carry) = digit(a[2], b[2], carry);
        (out[3], carry) = digit(a[3], b[3], carry);
    }
    for ((a, b), out) in a_odd.iter().zip(b_odd).zip(out_odd) {
        (*out, carry) = digit(*a, *b, carry);
    }
    for (a, out) in a_rest.iter().zip(out_rest) {
        (*out, carry) = digit(*a, 0, carry);
    }
    carry
}

/// Writes the product with one word to `out`, which is as long as `a`; returns the word that follows.
#[inline]
pub fn product(a: &[u64], by: u64, out: &mut [u64]) -> u64 {
    let mut carry = 0;
    for (a, out) in a.iter().zip(out) {
        (*out, carry) = a.carrying_mul(by, carry);
    }
    carry
}

/// Writes the product of two magnitudes, neither of them 0, to `out`, which is as long as both: each word of `b` times
/// `a` is added in turn, the fastest method if one of them is short.
pub fn product_of_all(a: &[u64], b: &[u64], out: &mut [u64]) {
    let [first, others @ ..] = b else { return };
    out[a.len()] = product(a, *first, &mut out[..a.len()]);
    for (at, by) in others.iter().enumerate() {
        let end = at + 1 + a.len();
        out[end] = add_product(a, *by, &mut out[at + 1..end]);
    }
}

/// Adds the product with one word to `out`, which is as long as `a`; returns the word that follows.
#[inline]
fn add_product(a: &[u64], by: u64, out: &mut [u64]) -> u64 {
    let (a, a_odd) = a.as_chunks::<STEP>();
    let (out, out_odd) = out.as_chunks_mut::<STEP>();
    let mut carry = 0;
    for (a, out) in a.iter().zip(out) {
        (out[0], carry) = a[0].carrying_mul_add(by, out[0], carry);
        (out[1], carry) = a[1].carrying_mul_add(by, out[1], carry);
        (out[2], carry) = a[2].carrying_mul_add(by, out[2], carry);
        (out[3], carry) = a[3].carrying_mul_add(by, out[3], carry);
    }
    for (a, out) in a_odd.iter().zip(out_odd) {
        (*out, carry) = a.carrying_mul_add(by, *out, carry);
    }
    carry
}

/// The least divisor that is too large for [`remainder`].
pub const DIVISOR_END: u64 = 1 << 60;

/// Returns the remainder of a division by one word, which is less than [`DIVISOR_END`] and not 0.
///
/// The words above are represented modulo the divisor by two words, which need not be reduced: with the remainders of
/// the powers of a word, four more words are added at a time, without a division.
pub fn remainder(a: &[u64], by: u64) -> u64 {
    let wide = u128::from(by);
    let one_by_one = |words: &[u64]| {
        let words = words.iter().rev();
        words.fold(0, |rest, &word| ((rest << 64) | u128::from(word)) % wide)
    };
    if a.len() <= 2 * STEP {
        return one_by_one(a) as u64;
    }
    let mut powers = [1; STEP + 2];
    for i in 1..powers.len() {
        powers[i] = ((u128::from(powers[i - 1]) << 64) % wide) as u64;
    }
    let (chunks, top) = a.as_chunks::<STEP>();
    let mut rest = one_by_one(top);
    let times = |word: u64, power: usize| u128::from(word) * u128::from(powers[power]);
    for chunk in chunks.iter().rev() {
        // Less than 2^64 and five products that are less than 2^124.
        rest = u128::from(chunk[0])
            + times(chunk[1], 1)
            + times(chunk[2], 2)
            + times(chunk[3], 3)
            + times(rest as u64, 4)
            + times((rest >> 64) as u64, 5);
    }
    (rest % wide) as u64
}

/// Compares two magnitudes without leading zeros.
pub fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num::limbs::{limbs, magnitude};

    #[test]
    fn words_agree_with_the_library() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let mut words = |n| -> Vec<u64> {
                let word = |rng: &mut fastrand::Rng| if rng.bool() { u64::MAX } else { rng.u64(1..) };
                (0..n).map(|_| word(&mut rng)).collect()
            };
            let (a, b) = (words(13), words(9));
            let (x, y) = (magnitude(&a), magnitude(&b));
            let mut out = vec![0; a.len()];
            let carry = sum(&a, &b, &mut out);
            out.push(u64::from(carry));
            assert_eq!(magnitude(&out), &x + &y);
            let mut out = vec![0; a.len()];
            difference(&a, &b, &mut out);
            assert_eq!(magnitude(&out), &x - &y);
            let carry = product(&a, b[0], &mut out);
            out.push(carry);
            assert_eq!(magnitude(&out), &x * b[0]);
            assert_eq!(compare(&a, &b), Ordering::Greater);
            let mut out = vec![0; a.len() + b.len()];
            product_of_all(&a, &b, &mut out);
            assert_eq!(magnitude(&out), &x * &y);
            let long = &x << 3000;
            for by in [1, 2, 1000, (b[1] % DIVISOR_END) | 1, DIVISOR_END - 1] {
                assert_eq!(remainder(&a, by), &x % by);
                assert_eq!(remainder(&b[..7], by), magnitude(&b[..7]) % by);
                assert_eq!(remainder(&limbs(long.as_words()), by), &long % by);
            }
        }
        assert_eq!(remainder(&[u64::MAX; 1000], DIVISOR_END - 1), {
            magnitude(&[u64::MAX; 1000]) % (DIVISOR_END - 1)
        });
        assert_eq!(compare(&[1, 2], &[2, 1]), Ordering::Greater);
        assert_eq!(compare(&[], &[]), Ordering::Equal);
    }
}
