//! Profiles of goals as values.

use std::collections::HashMap;
use std::time::Duration;

use super::trace::Debugger;
use crate::builtins::system::profile::name_of_pred;
use crate::code::instr::PredId;

/// The counts and samples of a profile ([`Debugger::take_profile`]).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CallProfile {
    /// The predicates that were called, in no order.
    pub predicates: Vec<ProfiledPredicate>,
    /// The predicates that ran and that waited for them, as indices, the outermost first, with the number of samples. Of
    /// very deep stacks only the outer part is there.
    pub stacks: Vec<(Vec<usize>, u64)>,
    /// The time between two samples.
    pub period: Duration,
}

/// A predicate of a profile.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ProfiledPredicate {
    /// Its name and arity, with the module if it is neither `user` nor that of the library: `append/3`.
    pub name: String,
    /// Whether the program has defined it.
    pub is_own: bool,
    /// Its calls.
    pub calls: u64,
    /// The samples while it ran itself.
    pub itself: u64,
    /// The samples while it ran, or what it had called.
    pub within: u64,
    /// The cells of 8 bytes by which terms have grown from its calls to the next call of any predicate; what a failure
    /// or a collection has given back before is not there.
    pub cells: u64,
    /// The choice points that were there more at the next call of any predicate than at its own.
    pub choice_points: u64,
}

impl Debugger<'_> {
    /// Begins to count the calls of predicates, and to note which of them run: `rate` times a second, at least once.
    /// Returns false, and does nothing, where there are no threads, or a profile is being made. It costs less than the run.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_str("count(0). count(N) :- N > 0, M is N - 1, count(M).")?;
    /// assert!(engine.debugger().start_profile(1000));
    /// assert!(engine.succeeds("count(1000)")?);
    /// let profile = engine.debugger().take_profile();
    /// let count = profile.predicates.iter().find(|one| one.name == "count/1").expect("it was called");
    /// assert_eq!((count.calls, count.is_own), (1001, true));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn start_profile(&mut self, rate: u32) -> bool {
        let m = &mut self.engine.machine;
        let period = Duration::from_secs(1) / rate.max(1);
        !m.calls.profiler.is_on() && m.calls.profiler.begin(&mut m.db, period)
    }

    /// Ends the profile, and returns what was noted.
    pub fn take_profile(&mut self) -> CallProfile {
        let m = &mut self.engine.machine;
        m.calls.profiler.end(&mut m.db);
        let period = m.calls.profiler.period();
        let stacks = m.calls.profiler.take_stacks();
        let samples = m.calls.profiler.take_samples();
        let mut profile = CallProfile {
            period,
            ..CallProfile::default()
        };
        let mut places: HashMap<PredId, usize> = HashMap::new();
        for (pred, counts) in samples {
            let (name, is_own) = name_of_pred(m, pred);
            places.insert(pred, profile.predicates.len());
            profile.predicates.push(ProfiledPredicate {
                name,
                is_own,
                calls: counts.calls,
                itself: counts.itself,
                within: counts.within,
                cells: counts.cells,
                choice_points: counts.choices,
            });
        }
        for (stack, ticks) in stacks {
            let frames = stack.iter().filter_map(|pred| places.get(pred).copied());
            profile.stacks.push((frames.collect(), ticks));
        }
        profile
    }
}
