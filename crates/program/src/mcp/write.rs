//! JSON that goes out: objects, and the values of an engine in them.

use std::borrow::Cow;
use std::fmt::Display;

use ferz::{Diagnostic, Error, ErrorKind, Frame};

use super::super::{check, json};

/// The longest text of a message or a value, in bytes.
pub(super) const MOST_TEXT: usize = 4_000;
/// The most messages of a call.
const MOST_MESSAGES: usize = 50;
/// The most goals that tell where an exception was raised.
const MOST_GOALS: usize = 8;

/// An object that is being written.
pub(super) struct JsonObject(String);

impl JsonObject {
    pub(super) fn new() -> JsonObject {
        JsonObject(String::from("{"))
    }

    /// Adds a member whose value is JSON.
    pub(super) fn raw(mut self, name: &str, value: impl Display) -> JsonObject {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        json::string(name, &mut self.0);
        self.0.push_str(&format!(":{value}"));
        self
    }

    /// Adds a text.
    pub(super) fn text(self, name: &str, value: &str) -> JsonObject {
        let mut text = String::new();
        json::string(value, &mut text);
        self.raw(name, text)
    }

    /// Adds a member if there is a value.
    pub(super) fn with<T>(self, value: Option<T>, add: impl FnOnce(JsonObject, T) -> JsonObject) -> JsonObject {
        match value {
            Some(value) => add(self, value),
            None => self,
        }
    }

    pub(super) fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// Returns the array of values that are JSON.
pub(super) fn array(values: impl IntoIterator<Item = String>) -> String {
    let values: Vec<String> = values.into_iter().collect();
    format!("[{}]", values.join(","))
}

/// Returns the array of texts.
pub(super) fn texts<'t>(values: impl IntoIterator<Item = &'t str>) -> String {
    array(values.into_iter().map(|value| {
        let mut text = String::new();
        json::string(value, &mut text);
        text
    }))
}

/// Returns the text, cut off if it is longer than `most` bytes.
pub(super) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}...", &text[..text.floor_char_boundary(most)]))
}

/// Returns the array of errors and warnings: objects as `ferz check --json` prints them.
pub(super) fn messages<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> String {
    array(found.into_iter().take(MOST_MESSAGES).map(|one| {
        let text = cut(one.message(), MOST_TEXT);
        check::diagnostic(one, &text)
    }))
}

/// Returns the object of an error: its kind, its message, the term, the limit, and where it has come from.
pub(super) fn error(error: &Error) -> String {
    let mut object = JsonObject::new();
    object = match error.kind() {
        ErrorKind::Syntax { line, column, .. } => object.text("kind", "syntax").raw("line", line).raw("column", column),
        ErrorKind::Exception(_) => object.text("kind", "exception"),
        ErrorKind::Halt(status) => object.text("kind", "halt").raw("status", status),
        ErrorKind::Load { .. } => object.text("kind", "load"),
        ErrorKind::Interrupted => object.text("kind", "interrupted"),
        ErrorKind::Limit(limit) => object.text("kind", "limit").text("limit", limit.option()),
        _ => object.text("kind", "other"),
    };
    object
        .text("message", &cut(&error.to_string(), MOST_TEXT))
        .with(error.exception(), |object, term| {
            object.text("term", &cut(&term.to_string(), MOST_TEXT))
        })
        .with(
            Some(error.backtrace()).filter(|goals| !goals.is_empty()),
            |object, goals| object.raw("goals", array(goals.iter().take(MOST_GOALS).map(frame))),
        )
        .end()
}

/// Returns the object of a goal that was running.
fn frame(frame: &Frame) -> String {
    place(JsonObject::new().text("goal", frame.goal()), frame.file(), frame.line()).end()
}

/// Adds the place of a clause, if it is known.
pub(super) fn place(object: JsonObject, file: Option<&str>, line: Option<usize>) -> JsonObject {
    let object = object.with(file, |object, file| object.text("file", file));
    object.with(line, |object, line| object.raw("line", line))
}
