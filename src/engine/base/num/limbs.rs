//! Magnitudes as words of 64 bits, as the heap keeps them. The words of the number crate are as large as an address.

use std::borrow::Cow;

use dashu_int::{UBig, Word};

/// Returns the words of 64 bits of a magnitude, the least significant first, without leading zeros.
#[cfg(target_pointer_width = "64")]
#[inline]
pub fn limbs(words: &[Word]) -> Cow<'_, [u64]> {
    Cow::Borrowed(words)
}

/// Returns the words of 64 bits of a magnitude, the least significant first, without leading zeros.
#[cfg(not(target_pointer_width = "64"))]
pub fn limbs(words: &[Word]) -> Cow<'_, [u64]> {
    const PARTS: usize = (u64::BITS / Word::BITS) as usize;
    let limb = |part: &[Word]| {
        part.iter()
            .rev()
            .fold(0, |limb, &word| limb << Word::BITS | u64::from(word))
    };
    words.chunks(PARTS).map(limb).collect()
}

/// Returns the magnitude with these words of 64 bits, the least significant first.
#[cfg(target_pointer_width = "64")]
#[inline]
pub fn magnitude(limbs: &[u64]) -> UBig {
    UBig::from_words(limbs)
}

/// Returns the magnitude with these words of 64 bits, the least significant first.
#[cfg(not(target_pointer_width = "64"))]
pub fn magnitude(limbs: &[u64]) -> UBig {
    UBig::from_le_bytes(bytemuck::cast_slice::<u64, u8>(
        &limbs.iter().map(|limb| limb.to_le()).collect::<Vec<u64>>(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_magnitude_has_the_words_that_it_is_made_from() {
        let mut rng = fastrand::Rng::with_seed(7);
        for length in 1..20 {
            let words: Vec<u64> = (0..length).map(|_| rng.u64(1..)).collect();
            let value = magnitude(&words);
            assert_eq!(*limbs(value.as_words()), words);
            assert_eq!(value.to_string().parse::<UBig>().ok(), Some(value));
        }
        assert!(limbs(magnitude(&[]).as_words()).is_empty());
    }
}
