//! Pauses: the host looks at a running query and decides whether it goes on.

use std::time::Duration;

use super::console::Console;
use super::trace::Debugger;
use crate::machine::Machine;

pub use crate::machine::pause::Paused;

/// A query that is paused at a call.
pub struct Pause<'m> {
    machine: &'m mut Machine,
}

impl Pause<'_> {
    /// Returns the text of the goal that is called; `None` between calls, and if the system calls it for itself.
    pub fn goal(&self) -> Option<String> {
        self.machine.paused_call()
    }

    /// Returns the number of goals that wait for the end of others.
    pub fn depth(&self) -> usize {
        self.machine.goal_depth()
    }

    /// Returns the predicates of the program that are being run, innermost first, as `name/arity` with the number of
    /// times that each follows itself. Those of which only the last call is left do not show.
    pub fn goals(&self, most: usize) -> Vec<(String, usize)> {
        let m = &*self.machine;
        let name = |(functor, count): (crate::base::atom::Functor, usize)| {
            (format!("{}/{}", m.atoms.text(functor.name()), functor.arity()), count)
        };
        m.running_predicates(most).into_iter().map(name).collect()
    }

    /// Returns the calls made since the query was asked for its next answer.
    pub fn inferences(&self) -> u64 {
        self.machine.limits.running_inferences()
    }

    /// Returns the time since the query was asked for its next answer.
    pub fn time(&self) -> Duration {
        self.machine.limits.running_time()
    }

    /// Returns the standard streams.
    pub fn console(&mut self) -> Console<'_> {
        Console::new(&mut self.machine.streams)
    }
}

impl Debugger<'_> {
    /// Sets the function that is called when [`Interrupter::pause`](crate::Interrupter::pause) was, at the next call
    /// that the running query makes. Without one, a pause is an interrupt.
    ///
    /// ```
    /// use ferz::{Engine, debug::Paused};
    /// let mut engine = Engine::new();
    /// engine.debugger().on_pause(|pause| if pause.goal().is_some() { Paused::Continue } else { Paused::Stop });
    /// engine.interrupter().pause();
    /// assert!(engine.once("numlist(1, 10, L)")?.is_some());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn on_pause(&mut self, mut hook: impl FnMut(&mut Pause<'_>) -> Paused + Send + 'static) {
        self.engine.machine.session.host.pause_hook = Some(Box::new(move |machine| hook(&mut Pause { machine })));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, ErrorKind};
    use std::sync::{Arc, Mutex};

    /// The observations during a pause.
    type Seen = (Option<String>, usize, Vec<(String, usize)>);

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
    fn a_goal_that_sleeps_is_paused() {
        let mut engine = Engine::new();
        engine.grant(crate::Grant::Sleep);
        engine.debugger().on_pause(|_| Paused::Stop);
        let stopper = engine.interrupter();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            stopper.pause();
        });
        let error = engine.succeeds("sleep(1000)").expect_err("it is stopped");
        assert_eq!(error.kind(), &ErrorKind::Interrupted);
        thread.join().expect("it ends");
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
    fn a_paused_goal_goes_on_or_stops() {
        let mut engine = Engine::new();
        engine
            .consult_str(
                "down(0). down(N) :- N > 0, M is N-1, down(M), true.
                 loop(N) :- M is N+1, loop(M).
                 spin :- repeat, fail.",
            )
            .expect("it loads");
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let log = Arc::clone(&seen);
        engine.debugger().on_pause(move |pause| {
            let mut log = log.lock().expect("no other thread");
            log.push((pause.goal(), pause.depth(), pause.goals(3)));
            if log.len() % 2 == 1 {
                Paused::Continue
            } else {
                Paused::Stop
            }
        });
        let interrupter = engine.interrupter();
        interrupter.pause();
        assert!(engine.succeeds("down(300000)").expect("it goes on"));
        for goal in ["loop(0)", "spin"] {
            let stopper = engine.interrupter();
            let thread = std::thread::spawn(move || {
                for _ in 0..2 {
                    std::thread::sleep(Duration::from_millis(50));
                    stopper.pause();
                }
            });
            let error = engine.succeeds(goal).expect_err("it is stopped");
            assert_eq!(error.kind(), &ErrorKind::Interrupted, "{goal}");
            thread.join().expect("it ends");
            // An odd number of pauses until the next goal, which goes on once.
            let mut seen = seen.lock().expect("no other thread");
            if seen.len() % 2 == 1 {
                seen.push((None, 0, Vec::new()));
            }
        }
        let seen = seen.lock().expect("no other thread");
        assert!(
            seen.iter()
                .any(|pause| pause.0.as_ref().is_some_and(|goal| goal.starts_with("loop("))),
            "{seen:?}"
        );
    }
}
