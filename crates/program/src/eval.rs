//! `ferz eval`: the answers of a goal, one on each line.

use std::io;

use ferz::{Answer, Engine, Error, ErrorKind, Query, Term};

use super::answers::with_condition;
use super::{json, report};

/// How the answers of a goal are printed.
pub(crate) struct AnswerStyle {
    /// The most answers; all if `None`.
    pub most: Option<u64>,
    /// As JSON objects.
    pub json: bool,
}

/// Prints the answers of a goal, and returns the exit status.
pub(crate) fn run(engine: &mut Engine, goal: &str, style: &AnswerStyle) -> io::Result<u8> {
    let answered = match engine.query(goal) {
        Ok(query) => answers(query, style)?,
        Err(error) => Err(error),
    };
    let status = match answered {
        Ok(true) => report::SUCCESS,
        Ok(false) => {
            if !style.json {
                report::goal_failed(engine, "eval", goal)?;
            }
            report::FAILED
        }
        Err(error) => {
            if style.json && error.halt_status().is_none() {
                let line = error_line(&error);
                engine.toplevel().console().write(&line)?;
            } else {
                report::goal_error(engine, &error, goal)?;
            }
            if let Some(status) = error.halt_status() {
                return Ok(report::of_halt(status));
            }
            report::status(&error)
        }
    };
    engine.toplevel().console().flush()?;
    Ok(status.max(report::loaded(engine)))
}

/// Prints the answers; whether there were any.
fn answers(mut query: Query<'_>, style: &AnswerStyle) -> io::Result<Result<bool, Error>> {
    let mut count = 0;
    while style.most.is_none_or(|most| count < most) {
        let answer = match query.next() {
            None => break,
            Some(Err(error)) => return Ok(Err(error)),
            Some(Ok(answer)) => answer,
        };
        count += 1;
        let line = match line(&mut query, &answer, style) {
            Ok(line) => line,
            Err(error) => return Ok(Err(error)),
        };
        let mut console = query.console();
        console.fresh_line()?;
        console.write(&line)?;
        if answer.is_last() {
            break;
        }
    }
    Ok(Ok(count > 0))
}

/// Returns the line of an answer; without bindings it is empty, unless it is JSON.
fn line(query: &mut Query<'_>, answer: &Answer, style: &AnswerStyle) -> Result<String, Error> {
    if style.json {
        let object = json::answer(answer);
        return match object {
            Some(object) => Ok(object + "\n"),
            None => Err(Error::system_error("the answer is too long for JSON, or cyclic")),
        };
    }
    if answer.bindings().is_empty() && answer.residual_goals().is_empty() && !answer.is_undefined() {
        return Ok(String::new());
    }
    let text = with_condition(answer, query.text(answer, true)?);
    // Quoted texts have no line ends, so this one is between bindings.
    Ok(text.replace(",\n", ", ") + "\n")
}

/// Returns the JSON object for an error: its term, and the message.
fn error_line(error: &Error) -> String {
    let mut line = String::from("{\"error\":");
    let unread = match error.kind() {
        ErrorKind::Syntax { message, .. } => Some(Term::compound("syntax_error", [Term::atom(message)])),
        _ => None,
    };
    let term = unread.or_else(|| error.formal());
    let written = match term.as_ref().or(error.exception()) {
        Some(term) => json::term(term.as_ref(), &mut line),
        None => None,
    };
    if written.is_none() {
        line.truncate("{\"error\":".len());
        line.push_str("null");
    }
    line.push_str(",\"message\":");
    json::string(&error.to_string(), &mut line);
    line.push_str("}\n");
    line
}
