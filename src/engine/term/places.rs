//! Where keys of dicts were found last. These are guesses, which are tested before they count: other keys may have left
//! them, and dicts differ.

use super::cell::Cell;

/// Upper limit for the number of guesses.
const MOST: usize = 1 << 16;

/// The guesses, by hashes of the keys; their number is a power of two.
#[derive(Default)]
pub struct Places(Vec<u32>);

impl Places {
    /// Returns the guess for a key of a dict with `count` keys.
    pub fn of(&mut self, key: Cell, count: usize) -> &mut u32 {
        if self.0.len() < (4 * count).min(MOST) {
            self.0.resize((4 * count).next_power_of_two().min(MOST), 0);
        }
        // Neighbours among the atoms, as the keys of a dict often are, have places apart.
        let spread = key.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (spread >> self.0.len().leading_zeros() >> 1) as usize;
        &mut self.0[place]
    }
}
