//! The state of a table and its marks, in one word: a program may have millions of tables.

use super::conditions::MOST_TABLES;

/// The state of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// It is being evaluated; its place on the stack of incomplete tables.
    Incomplete(u32),
    /// It has all answers.
    Complete,
    /// It was abolished, but choice points still return its answers.
    Retired,
}

/// A property of a table.
#[derive(Clone, Copy)]
#[repr(u32)]
pub(super) enum Mark {
    /// It waits in a queue for its consumers to be resumed.
    Queued = 1 << 29,
    /// Conditions name it or its answers.
    Delayed = 1 << 30,
    /// It answers calls that are instances of its own.
    General = 1 << 31,
}

/// The bits of the state: a place, which is less than [`COMPLETE`], or one of the two others.
const STATE: u32 = (1 << 29) - 1;
const COMPLETE: u32 = MOST_TABLES as u32;
const RETIRED: u32 = COMPLETE + 1;

#[derive(Clone, Copy)]
pub(super) struct Status(u32);

impl Status {
    #[inline]
    pub(super) fn new(state: State) -> Status {
        Status(match state {
            State::Incomplete(place) => {
                debug_assert!(place < COMPLETE, "tables are bounded");
                place
            }
            State::Complete => COMPLETE,
            State::Retired => RETIRED,
        })
    }

    #[inline]
    pub(super) fn state(self) -> State {
        match self.0 & STATE {
            COMPLETE => State::Complete,
            RETIRED => State::Retired,
            place => State::Incomplete(place),
        }
    }

    /// Changes the state; the marks stay.
    #[inline]
    pub(super) fn set_state(&mut self, state: State) {
        self.0 = self.0 & !STATE | Status::new(state).0;
    }

    #[inline]
    pub(super) fn has(self, mark: Mark) -> bool {
        self.0 & mark as u32 != 0
    }

    #[inline]
    pub(super) fn set(&mut self, mark: Mark, is_set: bool) {
        self.0 = if is_set {
            self.0 | mark as u32
        } else {
            self.0 & !(mark as u32)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_and_marks_do_not_disturb_each_other() {
        let marks = [Mark::Queued, Mark::Delayed, Mark::General];
        let states = [
            State::Incomplete(0),
            State::Incomplete(COMPLETE - 1),
            State::Complete,
            State::Retired,
        ];
        for state in states {
            for chosen in 0..8 {
                let mut status = Status::new(State::Incomplete(7));
                for (at, &mark) in marks.iter().enumerate() {
                    status.set(mark, chosen >> at & 1 == 1);
                }
                status.set_state(state);
                assert_eq!(status.state(), state);
                for (at, &mark) in marks.iter().enumerate() {
                    assert_eq!(status.has(mark), chosen >> at & 1 == 1);
                }
            }
        }
    }
}
