//! Quotients, roots, and numbers with infinite values, for bounds.

use super::ranges::{BIG, INF, SUP};

/// Stands for no upper bound; its negative for no lower bound. Products of bounds are smaller.
pub(super) const INFINITE: i128 = 1 << 124;

/// Returns a bound as a number.
pub(super) fn wide(bound: i64) -> i128 {
    match bound {
        INF => -INFINITE,
        SUP => INFINITE,
        bound => i128::from(bound),
    }
}

/// Returns a product, in which no bound times zero is zero.
pub(super) fn product(a: i128, b: i128) -> i128 {
    match a.checked_mul(b) {
        Some(product) if product.unsigned_abs() < INFINITE.unsigned_abs() => product,
        _ if (a < 0) == (b < 0) => INFINITE,
        _ => -INFINITE,
    }
}

/// Returns the quotient rounded down; the divisor is not zero.
#[inline]
pub(super) fn floor(a: i128, b: i128) -> i128 {
    if let (Ok(a), Ok(b)) = (i64::try_from(a), i64::try_from(b))
        && a != i64::MIN
    {
        let (quotient, remainder) = (a / b, a % b);
        return i128::from(quotient - i64::from(remainder != 0 && (remainder < 0) != (b < 0)));
    }
    if a.abs() >= INFINITE {
        return if (a < 0) == (b < 0) { INFINITE } else { -INFINITE };
    }
    let (quotient, remainder) = (a / b, a % b);
    quotient - i128::from(remainder != 0 && (remainder < 0) != (b < 0))
}

/// Returns the quotient rounded up; the divisor is not zero.
#[inline]
pub(super) fn ceiling(a: i128, b: i128) -> i128 {
    -floor(-a, b)
}

/// Returns the quotient rounded towards zero; the divisor is not zero.
pub(super) fn truncated(a: i128, b: i128) -> i128 {
    if (a < 0) == (b < 0) { floor(a, b) } else { ceiling(a, b) }
}

/// Returns the power; `None` if it is larger than all bounds.
pub(super) fn power(base: i128, exponent: i128) -> i128 {
    let magnitude = match base.unsigned_abs() {
        0 => i128::from(exponent == 0),
        1 => 1,
        base => {
            let power = u32::try_from(exponent)
                .ok()
                .and_then(|exponent| base.checked_pow(exponent));
            power
                .and_then(|power| i128::try_from(power).ok())
                .map_or(INFINITE, |power| power.min(INFINITE))
        }
    };
    if base < 0 && exponent % 2 != 0 {
        -magnitude
    } else {
        magnitude
    }
}

/// Returns the greatest number that is not negative and whose power is at most `value`, which is not negative.
pub(super) fn root(value: i128, exponent: i128) -> i128 {
    if value >= INFINITE {
        return INFINITE;
    }
    let (mut low, mut high) = (0, value.min(i128::from(2 * BIG)));
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if power(middle, exponent) <= value {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_rounded() {
        for a in -7..=7 {
            for b in [-3, -2, -1, 1, 2, 3] {
                assert_eq!(floor(a, b), (a as f64 / b as f64).floor() as i128, "{a} / {b}");
                assert_eq!(ceiling(a, b), (a as f64 / b as f64).ceil() as i128, "{a} / {b}");
                assert_eq!(truncated(a, b), a / b, "{a} / {b}");
            }
        }
        assert_eq!(floor(INFINITE, -2), -INFINITE);
    }

    #[test]
    fn roots_and_powers_are_inverse() {
        for value in 0..200 {
            for exponent in 1..5 {
                let found = root(value, exponent);
                assert!(power(found, exponent) <= value && power(found + 1, exponent) > value);
            }
        }
        assert_eq!(
            (power(-2, 3), power(2, 1000), power(-3, 1001)),
            (-8, INFINITE, -INFINITE)
        );
        assert_eq!((product(INFINITE, 0), product(-INFINITE, 2)), (0, -INFINITE));
        // The least number of 128 bits.
        assert_eq!(product(INFINITE, -8), -INFINITE);
    }
}
