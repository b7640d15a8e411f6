//! Products of large magnitudes by Fourier transforms of floats, whose errors are bounded.
//!
//! A magnitude is a polynomial whose coefficients are its digits to a base of `bits` bits, balanced around zero. The
//! lower half of the coefficients are the real parts and the upper half the imaginary parts of a polynomial modulo
//! x^m - i; the product modulo x^m - i then has the coefficients of the whole product in the same places. It is computed
//! by splitting: modulo x^m - c² is modulo x^(m/2) - c and x^(m/2) + c, down to four coefficients, which are multiplied
//! as polynomials. Each part is finished before the next is begun, so that it stays in the caches.
//!
//! Why it is exact: let e be 2^-53, and the norm of a magnitude the root of the sum of the squares of its digits. A
//! root of unity has an error of at most 3.8 e: 2.4 e from rounding its angle, which is at most an eighth of a turn, and
//! less than one unit in the last place in its sine and its cosine. A complex product adds the relative error √5 e, a
//! sum e. One level of splitting thus multiplies the relative error by 1 + 7.1 e, a split into three by no more than two
//! levels do. With both magnitudes split and their product put together there are three times as many levels; the
//! products of four coefficients and the scaling add 14 e. By the inequality of Cauchy and Schwarz all coefficients are
//! then within (22 levels + 24) e times the product of the norms. The base is chosen so that this is less than a half
//! for the norms that the magnitudes have, and rounding gives the coefficients themselves.

use std::array;

use super::error::NumError;
use super::large::check;
use crate::base::watch::Watch;

/// Words of the shorter factor from which on this is faster than what the library has.
pub(super) const LEAST: usize = 300;

/// Quads up to which the watch is not asked: some tenths of a millisecond.
const STEP: usize = 1 << 11;

/// Bytes that a product of so many words takes while it is computed.
pub(super) fn memory(words: usize) -> usize {
    words.saturating_mul(16 * 8)
}

/// One half, and one quarter, of a turn.
const HALF: u64 = 1 << 63;
const QUARTER: u64 = 1 << 62;

/// A complex number on the unit circle.
#[derive(Clone, Copy)]
struct Turn {
    re: f64,
    im: f64,
}

impl Turn {
    const I: Turn = Turn { re: 0.0, im: 1.0 };

    /// Returns the number at an angle in 2^-64 of a turn.
    fn at(angle: u64) -> Turn {
        let quarters = angle.wrapping_add(QUARTER / 2) / QUARTER;
        let rest = angle.wrapping_sub(quarters.wrapping_mul(QUARTER)) as i64;
        let (im, re) = libm::sincos(rest as f64 * (std::f64::consts::TAU / (1_u128 << 64) as f64));
        (0..quarters).fold(Turn { re, im }, |unit, _| unit.turned())
    }

    /// Returns it times i.
    fn turned(self) -> Turn {
        let Turn { re, im } = self;
        Turn { re: -im, im: re }
    }

    fn negated(self) -> Turn {
        self.turned().turned()
    }

    fn inverse(self) -> Turn {
        let Turn { re, im } = self;
        Turn { re, im: -im }
    }
}

/// Four complex numbers, which the processor's vectors hold.
#[derive(Clone, Copy, Default)]
struct Quad {
    re: [f64; 4],
    im: [f64; 4],
}

impl Quad {
    #[inline(always)]
    fn plus(self, other: Quad) -> Quad {
        Quad {
            re: array::from_fn(|i| self.re[i] + other.re[i]),
            im: array::from_fn(|i| self.im[i] + other.im[i]),
        }
    }

    #[inline(always)]
    fn minus(self, other: Quad) -> Quad {
        Quad {
            re: array::from_fn(|i| self.re[i] - other.re[i]),
            im: array::from_fn(|i| self.im[i] - other.im[i]),
        }
    }

    #[inline(always)]
    fn times(self, by: Turn) -> Quad {
        Quad {
            re: array::from_fn(|i| self.re[i] * by.re - self.im[i] * by.im),
            im: array::from_fn(|i| self.re[i] * by.im + self.im[i] * by.re),
        }
    }

    /// Returns the product as polynomials modulo x^4 - `root`.
    #[inline(always)]
    fn product(self, other: Quad, root: Turn) -> Quad {
        // The coefficients of this one times `root` and of itself: the four before place 4 - i are it times x^i.
        let (mut re, mut im) = ([0.0; 8], [0.0; 8]);
        let above = self.times(root);
        re[..4].copy_from_slice(&above.re);
        im[..4].copy_from_slice(&above.im);
        re[4..].copy_from_slice(&self.re);
        im[4..].copy_from_slice(&self.im);
        let mut sum = Quad::default();
        for place in 0..4 {
            let (x, y) = (other.re[place], other.im[place]);
            for i in 0..4 {
                let (u, v) = (re[4 - place + i], im[4 - place + i]);
                sum.re[i] += u * x - v * y;
                sum.im[i] += u * y + v * x;
            }
        }
        sum
    }
}

/// Cuts into three or four equal parts.
#[inline(always)]
fn parts<const N: usize>(mut block: &mut [Quad]) -> [&mut [Quad]; N] {
    let size = block.len() / N;
    array::from_fn(|_| block.split_off_mut(..size).unwrap_or_default())
}

/// Splits a polynomial modulo x^m - c into four, modulo x^(m/4) minus `second`, and minus it times -1, i and -i; `first`
/// is the square of `second`.
fn split(block: &mut [Quad], first: Turn, second: Turn) {
    let [a, b, c, d] = parts(block);
    let third = second.turned();
    for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
        let (e, f) = (c.times(first), d.times(first));
        let (g, h) = (b.plus(f).times(second), b.minus(f).times(third));
        let (i, j) = (a.plus(e), a.minus(e));
        (*a, *b, *c, *d) = (i.plus(g), i.minus(g), j.plus(h), j.minus(h));
    }
}

/// The inverse of [`split`], times four.
fn join(block: &mut [Quad], first: Turn, second: Turn) {
    let [a, b, c, d] = parts(block);
    let (first, second, third) = (first.inverse(), second.inverse(), second.turned().inverse());
    for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
        let (e, f) = (a.plus(*b), a.minus(*b).times(second));
        let (g, h) = (c.plus(*d), c.minus(*d).times(third));
        (*a, *b) = (e.plus(g), f.plus(h));
        (*c, *d) = (e.minus(g).times(first), f.minus(h).times(first));
    }
}

/// Replaces three parts of a polynomial by three sums of them times these units.
fn combine(block: &mut [Quad], by: [[Turn; 3]; 3]) {
    let [a, b, c] = parts(block);
    for ((a, b), c) in a.iter_mut().zip(b).zip(c) {
        let (x, y, z) = (*a, *b, *c);
        for (sum, [by_x, by_y, by_z]) in [a, b, c].into_iter().zip(by) {
            *sum = x.times(by_x).plus(y.times(by_y)).plus(z.times(by_z));
        }
    }
}

/// Multiplies `a` by `b`, or by itself, modulo x^m - `root`, which is the unit at this angle. The result is `a.len()`
/// times the product, or anything if the watch wants a stop. What is in `b` is lost. The recursion depth is logarithmic
/// in the length.
fn convolve(watch: &Watch, a: &mut [Quad], mut b: Option<&mut [Quad]>, angle: u64, root: Turn) {
    let size = a.len();
    if size > STEP && watch.is_stop_wanted() {
        return;
    }
    if size == 1 {
        let by = b.map_or(a[0], |b| b[0]);
        a[0] = a[0].product(by, root);
        return;
    }
    if size == 2 {
        let unit = Turn::at(angle / 2);
        for x in [Some(&mut *a), b.as_deref_mut()].into_iter().flatten() {
            let by = x[1].times(unit);
            (x[0], x[1]) = (x[0].plus(by), x[0].minus(by));
        }
        each(watch, a, b, &[(angle / 2, unit), (angle / 2 + HALF, unit.negated())]);
        (a[0], a[1]) = (a[0].plus(a[1]), a[0].minus(a[1]).times(unit.inverse()));
        return;
    }
    if size.is_multiple_of(3) {
        let turns = |turns: u64| ((u128::from(turns) << 64 | u128::from(angle)) / 3) as u64;
        let angles = [0, 1, 2].map(turns);
        let power = |angle: u64, exponent: u64| Turn::at(angle.wrapping_mul(exponent));
        let units = angles.map(|angle| [0, 1, 2].map(|exponent| power(angle, exponent)));
        for x in [Some(&mut *a), b.as_deref_mut()].into_iter().flatten() {
            combine(x, units);
        }
        each(watch, a, b, &angles.map(|angle| (angle, power(angle, 1))));
        combine(
            a,
            [0, 1, 2].map(|exponent| angles.map(|angle| power(angle, exponent).inverse())),
        );
        return;
    }
    let (first, second) = (Turn::at(angle / 2), Turn::at(angle / 4));
    for x in [Some(&mut *a), b.as_deref_mut()].into_iter().flatten() {
        split(x, first, second);
    }
    let third = second.turned();
    let roots = [second, second.negated(), third, third.negated()];
    let turns = [0, HALF, QUARTER, HALF + QUARTER];
    each(
        watch,
        a,
        b,
        &array::from_fn::<_, 4, _>(|i| (angle / 4 + turns[i], roots[i])),
    );
    join(a, first, second);
}

/// Multiplies the parts of `a` by those of `b`, each for its root.
fn each(watch: &Watch, a: &mut [Quad], b: Option<&mut [Quad]>, roots: &[(u64, Turn)]) {
    let size = a.len() / roots.len();
    let mut others = b.map(|b| b.chunks_exact_mut(size));
    for (a, &(angle, root)) in a.chunks_exact_mut(size).zip(roots) {
        convolve(watch, a, others.as_mut().and_then(Iterator::next), angle, root);
    }
}

/// Returns the digits of a magnitude to a base of `bits` bits, in as many quads; and the square of their norm.
fn digits(words: &[u64], bits: u32, quads: usize) -> (Vec<Quad>, f64) {
    let mut words = words.iter();
    let (mut buffer, mut have, mut carry, mut norm) = (0_u128, 0, 0, 0.0);
    let mut out = vec![Quad::default(); quads];
    for upper in [false, true] {
        for quad in &mut out {
            for place in if upper { &mut quad.im } else { &mut quad.re } {
                if have < bits {
                    buffer |= u128::from(words.next().copied().unwrap_or(0)) << have;
                    have += u64::BITS;
                }
                let digit = (buffer as u64 & ((1 << bits) - 1)) as i64 + carry;
                buffer >>= bits;
                have -= bits;
                carry = i64::from(digit >> (bits - 1) != 0);
                *place = (digit - (carry << bits)) as f64;
                norm += *place * *place;
            }
        }
    }
    (out, norm)
}

/// Returns `length` words of the number with these digits, which are `scale` times as large, and carries them.
fn number(quads: &[Quad], bits: u32, length: usize) -> Vec<u64> {
    /// A float whose last place is 1, also if as much as a quarter of it is added or subtracted.
    const ONES: f64 = (3_u64 << 51) as f64;
    let scale = 1.0 / quads.len() as f64;
    let (mut buffer, mut have, mut carry) = (0, 0, 0);
    let mut out = Vec::with_capacity(length + 1);
    for upper in [false, true] {
        for quad in quads {
            for digit in if upper { quad.im } else { quad.re } {
                let sum = (digit * scale + ONES).to_bits() as i64 - ONES.to_bits() as i64 + carry;
                carry = sum >> bits;
                let digit = sum as u64 & ((1 << bits) - 1);
                buffer |= digit << have;
                have += bits;
                if have >= u64::BITS {
                    have -= u64::BITS;
                    out.push(buffer);
                    buffer = digit >> (bits - have);
                }
            }
        }
    }
    out.push(buffer);
    out.resize(length, 0);
    out
}

/// Returns the product of two magnitudes, or the square of one, in as many words as both have.
///
/// # Errors
/// `NumError::Unwanted`.
pub(super) fn product(watch: &Watch, a: &[u64], b: Option<&[u64]>) -> Result<Vec<u64>, NumError> {
    const ERROR_END: f64 = 0.45;
    let lengths = [a.len(), b.unwrap_or(a).len()];
    let length = lengths[0] + lengths[1];
    // More would be exact for numbers with few digits only.
    let mut bits: u32 = 17;
    loop {
        let points = length * 64 / bits as usize + 4;
        let quads = points.div_ceil(8).next_power_of_two();
        // Three quarters may be enough.
        let levels = quads.ilog2();
        let quads = if quads * 6 >= points && quads >= 4 {
            quads / 4 * 3
        } else {
            quads
        };
        let error = f64::from(22 * levels + 24) * (f64::EPSILON / 2.0);
        let is_exact = |norms: f64| norms * error < ERROR_END;
        // The square of the mean digit is a twelfth of that of the base.
        let mean = lengths.map(|length| (length * 64) as f64 / f64::from(bits) / 12.0 * f64::from(2 * bits).exp2());
        if is_exact((mean[0] * mean[1]).sqrt()) {
            let (mut x, norm) = digits(a, bits, quads);
            let mut y = b.map(|b| digits(b, bits, quads));
            let other = y.as_ref().map_or(norm, |y| y.1);
            if is_exact((norm * other).sqrt()) {
                convolve(watch, &mut x, y.as_mut().map(|y| &mut *y.0), QUARTER, Turn::I);
                check(watch)?;
                return Ok(number(&x, bits, length));
            }
        }
        bits -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num::limbs::{limbs, magnitude};

    /// Words of all kinds: random ones, ones only, digits as large as can be, long zeros, a power of two.
    fn kinds(rng: &mut fastrand::Rng, length: usize) -> Vec<Vec<u64>> {
        let mut sparse = vec![0; length];
        sparse[length / 3] = rng.u64(..);
        sparse[length - 1] = 1;
        let mut power = vec![0; length];
        power[length - 1] = 1 << 63;
        let random = (0..length).map(|_| rng.u64(..)).collect();
        let blocks = (0..length).map(|_| if rng.bool() { u64::MAX } else { 0 }).collect();
        vec![
            random,
            blocks,
            vec![u64::MAX; length],
            vec![0x8000_8000_8000_8000; length],
            sparse,
            power,
        ]
    }

    fn compare(a: &[u64], b: &[u64]) {
        let product = |b| product(&Watch::default(), a, b).expect("nobody stops it");
        let expected = magnitude(a) * magnitude(b);
        assert!(
            magnitude(&product(Some(b))) == expected,
            "{} by {} words",
            a.len(),
            b.len()
        );
        let (square, expected) = (product(None), magnitude(a).sqr());
        assert!(square.len() == 2 * a.len() && magnitude(&square) == expected);
    }

    #[test]
    fn products_are_those_of_the_library() {
        let mut rng = fastrand::Rng::with_seed(11);
        let lengths = (1..40).chain([
            63,
            64,
            65,
            127,
            128,
            129,
            191,
            193,
            255,
            257,
            LEAST - 1,
            LEAST,
            LEAST + 1,
        ]);
        for length in lengths {
            let other = rng.usize(1..=length);
            let (first, second) = (kinds(&mut rng, length), kinds(&mut rng, other));
            for a in &first {
                second.iter().for_each(|b| compare(a, b));
            }
        }
        for (length, other) in [(3000, 2000), (6000, 400)] {
            let (first, second) = (kinds(&mut rng, length), kinds(&mut rng, other));
            first.iter().zip(&second).for_each(|(a, b)| compare(a, b));
        }
    }

    #[test]
    fn a_shorter_base_is_taken_for_large_digits() {
        // The digits of these numbers to a base that may be tried first are as large as can be.
        for bits in 14..=17 {
            let mut large = (dashu_int::UBig::ONE << (bits - 1)) - 1_u32;
            for doublings in 0..13 {
                large = (&large << (bits << doublings)) + &large;
                let words = limbs(large.as_words());
                compare(&words, &words);
            }
        }
    }

    #[test]
    fn units_are_exact() {
        for turn in 0..64_u64 {
            let Turn { re, im } = Turn::at(turn << 58);
            let angle = turn as f64 * (std::f64::consts::TAU / 64.0);
            assert!((re - angle.cos()).abs() < 1e-15 && (im - angle.sin()).abs() < 1e-15);
        }
        let Turn { re, im } = Turn::at(QUARTER);
        assert_eq!((re, im), (0.0, 1.0));
    }

    #[test]
    fn a_long_product_can_be_stopped() {
        let (watch, a) = (Watch::default(), vec![u64::MAX; 60_000]);
        watch.stop_at(Some(3), false);
        assert!(product(&watch, &a, None) == Err(NumError::Unwanted) && watch.has_stopped());
    }
}
