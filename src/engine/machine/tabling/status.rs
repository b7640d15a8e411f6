//! The state of a table and its marks, in one word: a program may have millions of tables.

use super::conditions::MOST_TABLES;

/// The state of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableState {
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
pub(super) enum TableProperty {
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
pub(super) struct TableStatus(u32);

impl TableStatus {
    #[inline]
    pub(super) fn new(state: TableState) -> TableStatus {
        TableStatus(match state {
            TableState::Incomplete(place) => {
                debug_assert!(place < COMPLETE, "tables are bounded");
                place
            }
            TableState::Complete => COMPLETE,
            TableState::Retired => RETIRED,
        })
    }

    #[inline]
    pub(super) fn state(self) -> TableState {
        match self.0 & STATE {
            COMPLETE => TableState::Complete,
            RETIRED => TableState::Retired,
            place => TableState::Incomplete(place),
        }
    }

    /// Changes the state; the marks stay.
    #[inline]
    pub(super) fn set_state(&mut self, state: TableState) {
        self.0 = self.0 & !STATE | TableStatus::new(state).0;
    }

    #[inline]
    pub(super) fn has(self, mark: TableProperty) -> bool {
        self.0 & mark as u32 != 0
    }

    #[inline]
    pub(super) fn set(&mut self, mark: TableProperty, is_set: bool) {
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
        let marks = [TableProperty::Queued, TableProperty::Delayed, TableProperty::General];
        let states = [
            TableState::Incomplete(0),
            TableState::Incomplete(COMPLETE - 1),
            TableState::Complete,
            TableState::Retired,
        ];
        for state in states {
            for chosen in 0..8 {
                let mut status = TableStatus::new(TableState::Incomplete(7));
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
