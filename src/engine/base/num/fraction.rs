//! Fractions whose numerators and denominators fit into machine words: most rationals that a program computes with.

use super::int::small_gcd;

/// A fraction in lowest terms: the numerator, and the denominator, which is positive.
pub(super) type Fraction = (i64, i64);

/// The result of an operation in lowest terms, which two words hold.
pub(super) type Wide = (i128, i128);

/// Returns the sum.
pub(super) fn sum((a, b): Fraction, (c, d): Fraction) -> Wide {
    // Only divisors that both denominators have can be those of the sum and its denominator.
    let common = small_gcd(b.unsigned_abs(), d.unsigned_abs());
    let (mine, others) = (i128::from(b) / i128::from(common), i128::from(d) / i128::from(common));
    let above = i128::from(a) * others + i128::from(c) * mine;
    if common == 1 {
        return (above, mine * others);
    }
    let rest = (above.unsigned_abs() % u128::from(common)) as u64;
    let divisor = i128::from(small_gcd(rest, common));
    (above / divisor, mine * (i128::from(d) / divisor))
}

/// Returns the product.
pub(super) fn product((a, b): Fraction, (c, d): Fraction) -> Wide {
    let across = |above: i64, below: i64| {
        let divisor = i128::from(small_gcd(above.unsigned_abs(), below.unsigned_abs()));
        (i128::from(above) / divisor, i128::from(below) / divisor)
    };
    let ((a, d), (c, b)) = (across(a, d), across(c, b));
    (a * c, b * d)
}

/// Compares two fractions.
pub(super) fn compare((a, b): Fraction, (c, d): Fraction) -> std::cmp::Ordering {
    (i128::from(a) * i128::from(d)).cmp(&(i128::from(c) * i128::from(b)))
}
