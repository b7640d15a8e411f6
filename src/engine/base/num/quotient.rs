//! Division of large magnitudes: by the library if they are short, else by products with the reciprocal of the
//! divisor, which Newton's method finds, as many bits of the quotient at a time as the reciprocal has.

use dashu_base::{BitTest, DivRem};
use dashu_int::{IBig, UBig, Word};

use super::error::NumError;
use super::large::{check, product, product_of};
use crate::base::watch::Watch;

/// Bits of a divisor, or of a quotient, up to which the library is faster.
const SHORT: usize = 1 << 15;
/// Bits of a dividend that the library divides by a short divisor in one step: a few milliseconds.
const STEP_BITS: usize = 1 << 20;
const WORD: usize = Word::BITS as usize;

/// A divisor, prepared for quotients of a size.
pub(super) struct Divisor {
    value: UBig,
    /// The bits of the quotient that one step gives.
    piece: usize,
    /// The reciprocal of the leading bits, and how many these are.
    reciprocal: Option<(UBig, usize)>,
}

impl Divisor {
    /// Prepares a divisor, which is not zero, for one division with a quotient of so many bits.
    pub(super) fn once(watch: &Watch, value: UBig, quotient: usize) -> Result<Divisor, NumError> {
        let bits = value.bit_len();
        // The reciprocal is found in the time of two steps, so a quotient that is not long is found in two of half
        // the size.
        let pieces = quotient.div_ceil(bits) * if quotient > 2 * bits { 1 } else { 2 };
        let piece = if bits <= SHORT {
            STEP_BITS
        } else {
            quotient.div_ceil(pieces.max(1))
        };
        Divisor::new(watch, value, piece, SHORT)
    }

    /// Prepares a divisor for quotients that are not much longer than itself.
    pub(super) fn many(watch: &Watch, value: UBig) -> Result<Divisor, NumError> {
        let piece = value.bit_len() + 1;
        Divisor::new(watch, value, piece, SHORT)
    }

    fn new(watch: &Watch, value: UBig, piece: usize, short: usize) -> Result<Divisor, NumError> {
        let bits = value.bit_len();
        let reciprocal = if bits.min(piece) <= short {
            None
        } else {
            let leading = bits.min(piece + WORD);
            Some((reciprocal(watch, &(&value >> (bits - leading)), short)?, leading))
        };
        // No more than the reciprocal is good for.
        let piece = match reciprocal {
            None => piece.next_multiple_of(WORD),
            Some(_) => piece.next_multiple_of(WORD).min(bits / WORD * WORD),
        };
        Ok(Divisor {
            value,
            piece,
            reciprocal,
        })
    }

    /// Returns the quotient and the remainder.
    pub(super) fn divide(&self, watch: &Watch, a: UBig) -> Result<(UBig, UBig), NumError> {
        let at_once = self.reciprocal.as_ref().map_or(self.piece, |(_, leading)| *leading);
        if a.bit_len() <= self.value.bit_len() + at_once {
            return self.step(watch, a);
        }
        let piece = self.piece / WORD;
        let mut quotient = vec![0; a.as_words().len()];
        let mut rest = UBig::ZERO;
        for (at, block) in a.as_words().chunks(piece).enumerate().rev() {
            let part = UBig::from_words(&[block, rest.as_words()].concat());
            let (digit, next) = self.step(watch, part)?;
            let digit = digit.as_words();
            quotient[at * piece..][..digit.len()].copy_from_slice(digit);
            rest = next;
        }
        Ok((UBig::from_words(&quotient), rest))
    }

    /// Divides if the quotient is at most one bit longer than the reciprocal, or than a piece if there is none.
    fn step(&self, watch: &Watch, a: UBig) -> Result<(UBig, UBig), NumError> {
        if a < self.value {
            return Ok((UBig::ZERO, a));
        }
        let Some((reciprocal, leading)) = &self.reciprocal else {
            check(watch)?;
            return Ok(a.div_rem(&self.value));
        };
        // Too large or too small by a few units.
        let high = &a >> (self.value.bit_len() - 2);
        let mut quotient = product_of(watch, &high, reciprocal)? >> (leading + 2);
        let mut rest = IBig::from(a) - IBig::from(product_of(watch, &quotient, &self.value)?);
        while rest < IBig::ZERO {
            rest += &self.value;
            quotient -= 1u8;
        }
        let (_, mut rest) = rest.into_parts();
        while rest >= self.value {
            rest -= &self.value;
            quotient += 1u8;
        }
        Ok((quotient, rest))
    }
}

/// Returns 2^(2 n) divided by a number of `n` bits, wrong by less than five. The recursion depth is logarithmic in the
/// size.
///
/// One step of Newton's method squares the relative error, which is less than 9 / 2^h for a reciprocal of `h` bits of
/// the number: 4 of the bits that are not used, 5 of the reciprocal. With h = n / 2 + 4 that is less than 1 / 2^(n + 1).
fn reciprocal(watch: &Watch, of: &UBig, short: usize) -> Result<UBig, NumError> {
    let bits = of.bit_len();
    if bits <= short {
        check(watch)?;
        return Ok((UBig::ONE << (2 * bits)) / of);
    }
    let half = bits / 2 + 4;
    let less = bits - half;
    let near = reciprocal(watch, &(of >> less), short)?;
    let lacking = (IBig::ONE << (bits + half)) - IBig::from(product_of(watch, of, &near)?);
    let near = IBig::from(near);
    let more = product(watch, &near, &(lacking >> less))? >> (3 * half - bits);
    let (_, sum) = ((near << less) + more).into_parts();
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num::limbs::magnitude;

    /// Magnitudes of so many bits of all kinds: random ones, ones only, powers of two and neighbours, long zeros.
    fn kinds(rng: &mut fastrand::Rng, bits: usize) -> Vec<UBig> {
        let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.u64(..)).collect();
        let random = magnitude(&words) >> (words.len() * 64 - bits);
        let top = UBig::ONE << (bits - 1);
        let ones = (UBig::ONE << bits) - 1u8;
        vec![random | &top, ones, &top + 1u8, (UBig::ONE << (bits / 3)) | &top, top]
    }

    #[test]
    fn quotients_are_those_of_the_library() {
        let (watch, mut rng) = (Watch::default(), fastrand::Rng::with_seed(8));
        for (long, short) in [
            (3000, 1000),
            (2100, 1000),
            (2000, 1000),
            (9000, 700),
            (1500, 1400),
            (900, 1000),
            (700, 65),
        ] {
            for (long, short) in [(long, short), (long + rng.usize(..200), short + rng.usize(..200))] {
                for b in kinds(&mut rng, short) {
                    let exact = (UBig::ONE << (2 * short)) / &b;
                    let near = reciprocal(&watch, &b, 64).expect("nobody stops it");
                    assert!(IBig::from(near) - IBig::from(exact) < IBig::from(5));
                    for mut a in kinds(&mut rng, long) {
                        for piece in [100, 500, short / 2, short, short + 1, long] {
                            let divisor = Divisor::new(&watch, b.clone(), piece.min(short + 1), 64);
                            let divided = divisor.expect("nobody stops it").divide(&watch, a.clone());
                            assert_eq!(divided, Ok(a.clone().div_rem(&b)), "{a} / {b}");
                        }
                        a = &b * ((a >> short) + 1u8) - 1u8;
                        let divided =
                            Divisor::new(&watch, b.clone(), 300, 64).and_then(|b| b.divide(&watch, a.clone()));
                        assert_eq!(divided, Ok(a.clone().div_rem(&b)), "{a} / {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn long_quotients_are_those_of_the_library() {
        let (watch, mut rng) = (Watch::default(), fastrand::Rng::with_seed(9));
        for (long, short) in [
            (2 * SHORT + 100, SHORT + 5),
            (5 * SHORT, SHORT + 5),
            (5 * SHORT, 4000),
            (7 * SHORT, 3 * SHORT),
        ] {
            let (a, b) = (
                kinds(&mut rng, long).swap_remove(0),
                kinds(&mut rng, short).swap_remove(0),
            );
            let expected = a.clone().div_rem(&b);
            let once = Divisor::once(&watch, b.clone(), long - short + 1).and_then(|b| b.divide(&watch, a.clone()));
            assert!(once == Ok(expected.clone()));
            let many = Divisor::many(&watch, b).and_then(|b| b.divide(&watch, a));
            assert!(many == Ok(expected));
        }
    }
}
