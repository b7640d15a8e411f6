//! The flags that limit tables: "tripwires" of a program that might not end (SWI-Prolog's manual, section 7.8).
//!
//! `max_answers_for_subgoal`, `max_table_answer_size` and `max_table_subgoal_size` hold for all tables whose declarations
//! have no limit of the same kind; for each a second flag tells what is done when it is met.

/// The treatment of an answer, or a call, beyond a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Beyond {
    /// An exception is raised.
    #[default]
    Error,
    /// It is left out, and the table is undefined as far as that matters.
    BoundedRationality,
    /// It is left out.
    Fail,
    /// A prompt is opened; then the goal goes on as if there were no limit.
    Suspend,
    /// In a call, the terms that are too many are replaced by variables.
    Abstract,
}

/// The words of the flags.
const WORDS: [(Beyond, &str); 5] = [
    (Beyond::Error, "error"),
    (Beyond::BoundedRationality, "bounded_rationality"),
    (Beyond::Fail, "fail"),
    (Beyond::Suspend, "suspend"),
    (Beyond::Abstract, "abstract"),
];

impl Beyond {
    /// Returns the word of this value.
    pub fn text(self) -> &'static str {
        WORDS
            .iter()
            .find(|(value, _)| *value == self)
            .map_or("", |&(_, word)| word)
    }

    /// Returns the value of this word.
    pub fn from_text(text: &str) -> Option<Beyond> {
        WORDS.iter().find(|(_, word)| *word == text).map(|&(value, _)| value)
    }
}

/// A limit of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableLimit {
    /// The largest number; `None` if there is no limit.
    pub most: Option<u32>,
    pub beyond: Beyond,
}

impl TableLimit {
    /// Returns a limit beyond which answers are undefined.
    pub fn bounded(most: Option<u32>) -> TableLimit {
        TableLimit {
            most,
            beyond: Beyond::BoundedRationality,
        }
    }

    /// Returns this limit, or the other if this is none.
    pub fn or(self, other: TableLimit) -> TableLimit {
        if self.most.is_some() { self } else { other }
    }
}

/// The limits of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableLimits {
    /// The number of answers.
    pub answers: TableLimit,
    /// The number of compound terms in an answer.
    pub answer_size: TableLimit,
    /// The number of compound terms in a call.
    pub subgoal_size: TableLimit,
}

impl TableLimits {
    /// Whether there is a limit.
    pub fn is_set(&self) -> bool {
        [self.answers, self.answer_size, self.subgoal_size]
            .iter()
            .any(|limit| limit.most.is_some())
    }
}
