//! A part of the answers of a query.

use ferz::{Answer, Engine, Error};

use crate::engine::Values;

/// What of a query is wanted at once.
#[derive(Clone, Copy)]
pub enum Part {
    /// So many answers.
    Answers(usize),
    /// How many there are, up to a number.
    Count(u64),
}

/// What a query has given.
pub enum Given {
    Answers(Vec<Answer>),
    Count(u64),
}

/// Runs a query for a part of its answers.
pub fn ask(engine: &mut Engine, text: &str, values: &Values, part: Part) -> Result<Given, Error> {
    let mut query = engine.query_with(text, values)?;
    match part {
        Part::Answers(most) => query.take(most).collect::<Result<_, _>>().map(Given::Answers),
        Part::Count(most) => counted(most, || Ok(query.next_row()?.is_some())),
    }
}

/// Counts the answers, up to `most`.
pub fn counted(most: u64, mut next: impl FnMut() -> Result<bool, Error>) -> Result<Given, Error> {
    let mut count = 0;
    while count < most && next()? {
        count += 1;
    }
    Ok(Given::Count(count))
}
