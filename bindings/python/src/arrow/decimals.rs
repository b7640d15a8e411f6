//! Decimal numbers of 38 digits: integers beyond 64 bits, and fractions that end.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::Decimal128Builder;
use ferz::BigNumber;

/// The digits that a number may have.
const DIGITS: u8 = 38;
const TOO_MANY: &str = "numbers in columns have 38 decimal digits";

/// Values of a column, with the digits behind the point of each.
#[derive(Default)]
pub struct Decimals {
    values: Vec<Option<(i128, u8)>>,
    /// The most digits behind the point, and before it.
    scale: u8,
    whole: u8,
}

impl Decimals {
    /// Adds a number: an integer, and how many of its digits are behind the point.
    ///
    /// # Errors
    /// If the numbers have too many digits to be in one column.
    pub fn push(&mut self, value: i128, scale: u8) -> Result<(), String> {
        let digits = value.unsigned_abs().checked_ilog10().map_or(0, |log| log as u8 + 1);
        let (whole, scale_of_all) = (self.whole.max(digits.saturating_sub(scale)), self.scale.max(scale));
        if whole + scale_of_all > DIGITS {
            return Err(TOO_MANY.to_owned());
        }
        (self.whole, self.scale) = (whole, scale_of_all);
        self.values.push(Some((value, scale)));
        Ok(())
    }

    pub fn push_missing(&mut self) {
        self.values.push(None);
    }

    /// Returns the numbers as an array: all have as many digits behind the point as the one that has most.
    pub fn finish(self) -> ArrayRef {
        let mut to = Decimal128Builder::with_capacity(self.values.len());
        for value in self.values {
            // `push` has seen to it that this is in range.
            to.append_option(value.map(|(value, scale)| value * 10_i128.pow((self.scale - scale).into())));
        }
        let made = to.finish();
        let scale = i8::try_from(self.scale).unwrap_or(0);
        match made.clone().with_precision_and_scale(DIGITS, scale) {
            Ok(array) => Arc::new(array),
            Err(_) => Arc::new(made),
        }
    }
}

/// Returns a number as an integer, and how many of its digits are behind the point.
///
/// # Errors
/// If it is no fraction that ends, or has too many digits.
pub fn decimal(number: &BigNumber) -> Result<(i128, u8), String> {
    let (numerator, denominator) = number.parts().ok_or(TOO_MANY)?;
    let (numerator, denominator) = numerator.to_i128().zip(denominator.to_i128()).ok_or(TOO_MANY)?;
    for scale in 0..=DIGITS {
        let power = 10_i128.pow(scale.into());
        if power % denominator == 0 {
            let value = numerator.checked_mul(power / denominator).ok_or(TOO_MANY)?;
            return Ok((value, scale));
        }
    }
    Err("no column has fractions without an end; float/1 makes a float".to_owned())
}
