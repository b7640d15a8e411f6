//! Magnitudes of integers as words, the least first: sums, differences, and products by one word, written straight to
//! where the result is to lie.

use std::cmp::Ordering;

/// Words that are taken in one step, so that the carry goes from each to the next within the processor.
const STEP: usize = 4;

/// One operation on two words with a carry or borrow.
type Digit = fn(u64, u64, bool) -> (u64, bool);

/// The sum into `out`, which is as long as `a`; `a` is at least as long as `b`. True if one more word of 1 is to follow.
#[inline]
pub fn sum(a: &[u64], b: &[u64], out: &mut [u64]) -> bool {
    digits(a, b, out, u64::carrying_add)
}

/// The difference into `out`, which is as long as `a`; `b` is no longer, and no more.
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

/// The product with one word into `out`, which is as long as `a`; gives the word that follows.
#[inline]
pub fn product(a: &[u64], by: u64, out: &mut [u64]) -> u64 {
    let mut carry = 0;
    for (a, out) in a.iter().zip(out) {
        (*out, carry) = a.carrying_mul(by, carry);
    }
    carry
}

/// Compares two magnitudes without leading zeros.
pub fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;

    #[test]
    fn words_agree_with_the_library() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let mut words = |n| -> Vec<u64> {
                let word = |rng: &mut fastrand::Rng| if rng.bool() { u64::MAX } else { rng.u64(1..) };
                (0..n).map(|_| word(&mut rng)).collect()
            };
            let (a, b) = (words(13), words(9));
            let (x, y) = (UBig::from_words(&a), UBig::from_words(&b));
            let mut out = vec![0; a.len()];
            let carry = sum(&a, &b, &mut out);
            out.push(u64::from(carry));
            assert_eq!(UBig::from_words(&out), &x + &y);
            let mut out = vec![0; a.len()];
            difference(&a, &b, &mut out);
            assert_eq!(UBig::from_words(&out), &x - &y);
            let carry = product(&a, b[0], &mut out);
            out.push(carry);
            assert_eq!(UBig::from_words(&out), x * b[0]);
            assert_eq!(compare(&a, &b), Ordering::Greater);
        }
        assert_eq!(compare(&[1, 2], &[2, 1]), Ordering::Greater);
        assert_eq!(compare(&[], &[]), Ordering::Equal);
    }
}
