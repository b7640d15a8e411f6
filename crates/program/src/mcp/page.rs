//! A page of the answers of a query, and the text of an answer in its parts.

use ferz::{Answer, Error, Query};

use super::outbox::ToolResult;
use super::write::{self, JsonObject, MOST_TEXT, array, cut, texts};

/// The longest text of an answer in full, in bytes; longer ones are abbreviated as at the prompt.
const MOST_ANSWER: usize = 20_000;
/// The size of answers, in bytes, after which a page ends early.
const MOST_PAGE: usize = 100_000;

/// The answers of a page.
pub(super) struct AnswerPage {
    /// The answers, each as JSON.
    pub answers: Vec<String>,
    /// Why there are no more; `None` if there may be more.
    pub ended: Option<Result<(), Error>>,
}

impl AnswerPage {
    /// Returns the result of the call; `cursor` is for the next page.
    pub(super) fn result(&self, cursor: &str) -> ToolResult {
        let object = JsonObject::new().raw("answers", array(self.answers.iter().cloned()));
        match &self.ended {
            None => (object.text("status", "more").text("cursor", cursor), false),
            Some(Ok(())) => (object.text("status", "done"), false),
            Some(Err(error)) => (object.text("status", "error").raw("error", write::error(error)), true),
        }
    }
}

/// Runs the query for up to `most` answers.
pub(super) fn page(query: &mut Query<'_>, most: u64) -> AnswerPage {
    let (mut answers, mut size, mut ended) = (Vec::new(), 0, None);
    while ended.is_none() && (answers.len() as u64) < most && size < MOST_PAGE {
        match query.next() {
            None => ended = Some(Ok(())),
            Some(Err(error)) => ended = Some(Err(error)),
            Some(Ok(answer)) => match object(query, &answer) {
                Ok(text) => {
                    size += text.len();
                    answers.push(text);
                    ended = answer.is_last().then_some(Ok(()));
                }
                Err(error) => ended = Some(Err(error)),
            },
        }
    }
    AnswerPage { answers, ended }
}

/// Returns the object of an answer: the bindings, the goals that remain, and the condition of one that is undefined.
fn object(query: &mut Query<'_>, answer: &Answer) -> Result<String, Error> {
    let mut text = query.text(answer, true)?;
    let is_long = text.len() > MOST_ANSWER;
    if is_long {
        text = query.text(answer, false)?;
    }
    let (bindings, goals) = parts(answer, &text);
    let mut members = JsonObject::new();
    for (name, value) in bindings {
        members = members.text(name, &cut(value, MOST_TEXT));
    }
    let mut object = JsonObject::new().raw("bindings", members.end());
    if !goals.is_empty() {
        object = object.raw("goals", texts(goals));
    }
    object = object.with(answer.condition(), |object, condition| {
        object.text("undefined", &cut(&condition.to_string(), MOST_TEXT))
    });
    Ok(if is_long {
        object.raw("abbreviated", true)
    } else {
        object
    }
    .end())
}

/// Returns the values of the variables, and the goals that remain, as the text of the answer has them: `X = Y, Y = value`
/// and goals, separated by line ends, which quoted texts do not have.
fn parts<'t>(answer: &'t Answer, text: &'t str) -> (Vec<(&'t str, &'t str)>, Vec<&'t str>) {
    let mut lines: Vec<&str> = text.split(",\n").collect();
    let goals = lines.split_off(lines.len().saturating_sub(answer.residual_goals().len()));
    let is_name = |name: &str| answer.bindings().iter().any(|(known, _)| known == name);
    let mut bindings = Vec::new();
    for line in lines {
        let mut rest = line;
        while let Some((name, value)) = rest.split_once(" = ").filter(|(name, _)| is_name(name)) {
            match value.split_once(", ").filter(|(other, _)| is_name(other)) {
                Some((other, more)) => {
                    bindings.push((name, other));
                    rest = more;
                }
                None => {
                    bindings.push((name, value));
                    break;
                }
            }
        }
    }
    (bindings, goals)
}
