//! The cleanups of the reference solver.
//!
//! A cleanup is a choice point of its own: whatever removes it, or comes back to it, runs its goal. Its watched goal is
//! running as long as its exit mark is among the goals still to be proved.

use crate::props::oracle::{Cont, Goal, Kind, Solver, push};
use crate::props::store::{Exit, Step};
use crate::props::term::{Term, comp, conj};

pub(crate) struct Cleanup {
    /// The cleanup goal.
    pub goal: Term,
    /// `catcher(Catcher)`; anything else if the goal runs however the watched goal has ended.
    pub catcher: Term,
    /// What followed the call.
    pub next: Cont,
}

/// How the watched goal has ended.
#[derive(Clone)]
pub(crate) enum Ended {
    Exit,
    Fail,
    Cut,
    /// An exception, with the ball; the flag is true if the goal had succeeded before.
    Thrown(Term, bool),
}

impl Solver {
    /// The goals of a call that watches `goal`.
    pub(crate) fn guarded(setup: &Term, goal: &Term, catcher: &Term, cleanup: &Term, next: &Cont) -> Cont {
        let watched = comp("$guarded", [goal.clone(), catcher.clone(), cleanup.clone()]);
        push(Goal::Call(conj(&[comp("once", [setup.clone()]), watched]), 0), next)
    }

    /// The choice points of cleanups whose watched goals are running.
    pub(crate) fn running_cleanups(goals: &Cont) -> Vec<usize> {
        let mut running = Vec::new();
        let mut goals = goals;
        while let Some(node) = goals {
            if let Goal::CleanupExit(at) = node.goal {
                running.push(at);
            }
            goals = &node.next;
        }
        running
    }

    /// The watched goal has succeeded. Whether it can succeed again is known only of goals that the engine cannot
    /// decide any better.
    pub(crate) fn cleanup_exit(&mut self, at: usize) -> Step<()> {
        if self.choices.len() == at + 1 {
            let Some(Kind::Cleanup(cleanup)) = self.choices.pop().map(|choice| choice.kind) else {
                unreachable!("the choice point stays until its goal has ended")
            };
            return self.clean_up(&cleanup, Ended::Exit);
        }
        let known = |kind: &Kind| matches!(kind, Kind::Goals(_) | Kind::Cleanup(_));
        if self.choices[at + 1..].iter().all(|choice| known(&choice.kind)) {
            Ok(())
        } else {
            Err(Exit::Limit)
        }
    }

    /// Removes the choice points above `height`. Of what cleanups throw the first counts, when all have run.
    pub(crate) fn cut(&mut self, height: usize) -> Step<()> {
        let mut first = Ok(());
        while self.choices.len() > height {
            let Some(choice) = self.choices.pop() else { break };
            if let Kind::Cleanup(cleanup) = choice.kind {
                match self.clean_up(&cleanup, Ended::Cut) {
                    Err(Exit::Throw(ball)) if first.is_ok() => first = Err(Exit::Throw(ball)),
                    Err(Exit::Limit) => return Err(Exit::Limit),
                    _ => {}
                }
            }
        }
        first
    }

    /// Removes the choice points above `height` as an exception does, which cleanups do not replace.
    pub(crate) fn unwind(&mut self, height: usize, ball: &Term, running: &[usize]) -> Step<()> {
        while self.choices.len() > height {
            let Some(choice) = self.choices.pop() else { break };
            if let Kind::Cleanup(cleanup) = choice.kind {
                self.store.undo(choice.trail);
                let external = !running.contains(&self.choices.len());
                if let Err(Exit::Limit) = self.clean_up(&cleanup, Ended::Thrown(ball.clone(), external)) {
                    return Err(Exit::Limit);
                }
            }
        }
        Ok(())
    }

    /// Runs a cleanup goal once; it does not matter if it fails.
    pub(crate) fn clean_up(&mut self, cleanup: &Cleanup, ended: Ended) -> Step<()> {
        let how = match ended {
            Ended::Exit => Term::Atom("exit"),
            Ended::Fail => Term::Atom("fail"),
            Ended::Cut => Term::Atom("!"),
            Ended::Thrown(ball, false) => comp("exception", [ball]),
            Ended::Thrown(ball, true) => comp("external_exception", [ball]),
        };
        let goal = match &cleanup.catcher {
            Term::Comp("catcher", catcher) => conj(&[comp("=", [catcher[0].clone(), how]), cleanup.goal.clone()]),
            _ => cleanup.goal.clone(),
        };
        let outer = std::mem::take(&mut self.choices);
        let result = self.solve_once(&goal);
        self.choices = outer;
        result
    }

    fn solve_once(&mut self, goal: &Term) -> Step<()> {
        let mut goals = push(Goal::Call(comp("call", [goal.clone()]), 0), &None);
        while let Some(node) = &goals {
            let result = self.step(&node.goal, &node.next).and_then(|next| self.wake(next));
            match self.go_on(result, goals) {
                Ok(next) => goals = next,
                Err(Exit::Fail) => return Ok(()),
                Err(exit) => return Err(exit),
            }
        }
        self.cut(0)
    }
}
