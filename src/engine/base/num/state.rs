//! The state that evaluation depends on besides its operands: random numbers, clocks, and flags.

use std::fmt;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use dashu_int::IBig;

use super::directed::Rounding;
use super::error::NumError;
use super::limbs::{limbs, magnitude};
use crate::base::limit::Limit;
use crate::base::watch::Watch;

/// The largest integer by default, in bits: 64 MB.
const DEFAULT_MAX_BITS: usize = 64 * 1024 * 1024 * 8;

/// Temporary memory of an operation on large numbers, as a multiple of its operands: copies of them, quotients,
/// products of halves.
pub const TEMPORARY: usize = 4;

/// The evaluation state of one engine.
#[derive(Clone)]
pub struct EvalState {
    /// The random number generator.
    pub rng: fastrand::Rng,
    /// The flag `iso`: `4/2` and `2**3` are floats.
    pub iso: bool,
    /// The flag `prefer_rationals`: `/` and powers of integers give rationals instead of floats.
    pub prefer_rationals: bool,
    /// The flag `float_overflow`: a float overflow gives infinity, not an error.
    pub infinite: bool,
    /// The flag `float_zero_div`: a float divided by zero gives infinity, not an error.
    pub divide_by_zero: bool,
    /// The flag `float_undefined`: an undefined result is NaN, not an error.
    pub undefined: bool,
    /// Where to results go within `roundtoward/2`.
    pub rounding: Option<Rounding>,
    /// The flag `max_integer_size`, in bits: a larger result is an error.
    pub max_bits: usize,
    /// Tells a long operation to stop.
    pub watch: Arc<Watch>,
    /// Whether programs may read clocks.
    has_clock: bool,
    started: Instant,
    cpu: f64,
}

impl Default for EvalState {
    fn default() -> EvalState {
        EvalState {
            rng: fastrand::Rng::with_seed(0),
            has_clock: false,
            iso: false,
            prefer_rationals: false,
            infinite: false,
            divide_by_zero: false,
            undefined: false,
            rounding: None,
            max_bits: DEFAULT_MAX_BITS,
            watch: Arc::default(),
            started: Instant::now(),
            cpu: 0.0,
        }
    }
}

impl fmt::Debug for EvalState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvalState")
            .field("iso", &self.iso)
            .field("max_bits", &self.max_bits)
            .finish_non_exhaustive()
    }
}

impl EvalState {
    /// Returns an error if the flag or the free memory does not permit an integer of `bits` bits.
    #[inline]
    pub fn permit_bits(&self, bits: usize) -> Result<(), NumError> {
        if bits > self.max_bits {
            Err(NumError::TOO_LARGE)
        } else if bits / 8 > self.watch.room() / TEMPORARY {
            Err(NumError::Resource(Limit::Memory.into()))
        } else {
            Ok(())
        }
    }

    /// Lets programs read clocks.
    pub fn grant_clock(&mut self) {
        self.has_clock = true;
    }

    /// Returns an error unless programs may read clocks.
    pub fn need_clock(&self) -> Result<(), NumError> {
        if self.has_clock { Ok(()) } else { Err(NumError::NoClock) }
    }

    /// Seeds the random number generator; what follows is repeatable.
    pub fn seed(&mut self, seed: u64) {
        self.rng = fastrand::Rng::with_seed(seed);
    }

    /// Seeds the random number generator unpredictably.
    pub fn seed_anew(&mut self) {
        self.rng = fastrand::Rng::new();
    }

    /// Returns a random integer from 0 to `bound` - 1; `bound` is positive.
    pub fn random_below(&mut self, bound: &IBig) -> IBig {
        if let Ok(small) = u64::try_from(bound) {
            return IBig::from(self.rng.u64(0..small.max(1)));
        }
        let words = limbs(bound.as_sign_words().1);
        let top = words.last().copied().unwrap_or(1);
        let mask = u64::MAX >> top.leading_zeros();
        // Draws outside the range are rejected, so that every value is equally likely; fewer than half are.
        loop {
            let mut drawn: Vec<u64> = words.iter().map(|_| self.rng.u64(..)).collect();
            if let Some(last) = drawn.last_mut() {
                *last &= mask;
            }
            let candidate = IBig::from(magnitude(&drawn));
            if candidate < *bound {
                return candidate;
            }
        }
    }

    /// Returns a random float between 0 and 1, both excluded.
    pub fn random_float(&mut self) -> f64 {
        loop {
            let drawn = self.rng.f64();
            if drawn > 0.0 {
                return drawn;
            }
        }
    }

    /// Returns the processor time used so far, in seconds, or the time since the engine was created if the system does
    /// not provide it. It never decreases, even if the engine moves to another thread.
    pub fn cpu_time(&mut self) -> f64 {
        let now = thread_cpu_seconds().unwrap_or_else(|| self.started.elapsed().as_secs_f64());
        self.cpu = self.cpu.max(now);
        self.cpu
    }

    /// Returns the time since the engine was created, in seconds.
    pub fn wall_time(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Returns the seconds since the start of 1970.
    pub fn unix_time(&self) -> f64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0.0, |passed| passed.as_secs_f64())
    }
}

/// Returns the processor time of the calling thread, in seconds.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[allow(clippy::unnecessary_wraps, reason = "other systems have none")]
fn thread_cpu_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn thread_cpu_seconds() -> Option<f64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_integers_stay_below_their_bound() {
        let mut state = EvalState::default();
        state.seed(42);
        let bound = (IBig::from(1) << 100) + 5;
        let mut large = false;
        for _ in 0..100 {
            let drawn = state.random_below(&bound);
            assert!(drawn >= IBig::ZERO && drawn < bound);
            large |= drawn > (IBig::from(1) << 99);
            assert!(state.random_below(&IBig::from(3)) < IBig::from(3));
        }
        assert!(large);
    }

    #[test]
    fn a_seed_repeats_and_clocks_do_not_go_back() {
        let mut state = EvalState::default();
        state.seed(7);
        let first = state.random_float();
        state.seed(7);
        assert_eq!(state.random_float(), first);
        assert!(first > 0.0 && first < 1.0);
        let before = state.cpu_time();
        assert!(state.cpu_time() >= before);
        assert!(state.unix_time() > 1.0e9);
        assert!(state.wall_time() >= 0.0);
    }
}
