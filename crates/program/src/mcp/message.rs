//! The messages that come in, read by the JSON reader of the library: terms `json([Name=Value, ...])`.

use std::fmt;
use std::time::Duration;

use ferz::{Engine, Error, Goal, Limits, Term, TermRef, TermView};

use super::super::json;

/// Reads one value, and nothing behind it.
const READ: &str = "setup_call_cleanup(open_string(Text, S), ( json_read(S, Json, [value_string_as(string)]), \
    json_read(S, End, [end_of_file(@(end))]), End == @(end) ), close(S))";

/// An error of the protocol.
pub(super) struct ProtocolError {
    pub code: &'static str,
    pub message: String,
}

impl ProtocolError {
    fn new(code: &'static str, message: impl Into<String>) -> ProtocolError {
        let message = message.into();
        ProtocolError { code, message }
    }

    pub(super) fn parse(why: impl fmt::Display) -> ProtocolError {
        ProtocolError::new("-32700", format!("Parse error: {why}"))
    }

    fn request(why: &str) -> ProtocolError {
        ProtocolError::new("-32600", format!("Invalid request: {why}"))
    }

    pub(super) fn method(name: &str) -> ProtocolError {
        ProtocolError::new("-32601", format!("Method not found: {}", super::write::cut(name, 100)))
    }

    pub(super) fn params(why: impl fmt::Display) -> ProtocolError {
        ProtocolError::new("-32602", format!("Invalid params: {why}"))
    }

    pub(super) fn busy() -> ProtocolError {
        ProtocolError::new("-32000", "Too many calls wait")
    }
}

/// A request, or a notification.
pub(super) struct Incoming {
    /// The identifier of a request, as JSON.
    pub id: Option<String>,
    pub method: String,
    pub params: Members,
}

/// Reads messages with an engine of its own.
pub(super) struct MessageReader {
    engine: Engine,
    read: Goal,
}

impl MessageReader {
    pub(super) fn new() -> Result<MessageReader, Error> {
        let mut engine = Engine::new();
        engine.set_limits(Limits::default().time(Duration::from_secs(10)));
        let read = engine.prepare(READ)?;
        Ok(MessageReader { engine, read })
    }

    /// Reads the message of a line.
    ///
    /// # Errors
    /// Why there is none, with the identifier of the request as far as it is known.
    pub(super) fn read(&mut self, line: &[u8]) -> Result<Incoming, (Option<String>, ProtocolError)> {
        let text = str::from_utf8(line).map_err(|_| (None, ProtocolError::parse("it is not UTF-8")))?;
        let json = match self.engine.run_once(&self.read, ("Text", text)) {
            Ok(Some(answer)) => answer.term("Json").cloned(),
            Ok(None) => return Err((None, ProtocolError::parse("more than one value"))),
            Err(error) => {
                // The text begins with the stream.
                let text = error.to_string();
                let why = text.split_once("JSON: ").map_or(text.as_str(), |(_, why)| why);
                return Err((None, ProtocolError::parse(why)));
            }
        };
        let Some(message) = json.and_then(Members::of) else {
            return Err((None, ProtocolError::request("one object is wanted on each line")));
        };
        let id = message.id("id");
        let refused = |why| Err((id.clone(), ProtocolError::request(why)));
        if message.get("id").is_some() && id.is_none() {
            return refused("the id is neither a string nor an integer");
        }
        if !matches!(message.text("jsonrpc"), Ok(Some(version)) if version == "2.0") {
            return refused("jsonrpc is not \"2.0\"");
        }
        let Ok(Some(method)) = message.text("method") else {
            return refused("there is no method");
        };
        let params = message.members("params").map_err(|fault| (id.clone(), fault))?;
        Ok(Incoming { id, method, params })
    }
}

/// The members of an object.
pub(super) struct Members(Option<Term>);

impl Members {
    /// Returns the members of a value, if it is an object.
    fn of(value: Term) -> Option<Members> {
        matches!(value.view(), TermView::Compound("json", _)).then_some(Members(Some(value)))
    }

    fn get(&self, wanted: &str) -> Option<TermRef<'_>> {
        let TermView::Compound(_, parts) = self.0.as_ref()?.view() else {
            return None;
        };
        let members = parts.get(0)?.items()?.into_iter();
        members.into_iter().find_map(|member| match member.view() {
            TermView::Compound("=", pair) if pair.get(0)?.as_text() == Some(wanted) => pair.get(1),
            _ => None,
        })
    }

    /// Returns the member with an identifier of a request, as JSON.
    pub(super) fn id(&self, name: &str) -> Option<String> {
        let id = self.get(name)?;
        if !matches!(id.view(), TermView::String(_) | TermView::Int(_) | TermView::BigInt(_)) {
            return None;
        }
        let mut text = String::new();
        json::term(id, &mut text)?;
        Some(text)
    }

    /// Returns a text; `None` if there is no such member.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, ProtocolError> {
        match self.get(name).map(TermRef::view) {
            None => Ok(None),
            Some(TermView::String(text)) => Ok(Some(text.to_owned())),
            Some(_) => Err(ProtocolError::params(format!("{name} is not a string"))),
        }
    }

    /// Returns a text that has to be there.
    pub(super) fn needed(&self, name: &str) -> Result<String, ProtocolError> {
        let text = self.text(name)?;
        text.ok_or_else(|| ProtocolError::params(format!("{name} is missing")))
    }

    /// Returns a whole number from 1 on; `None` if there is no such member.
    pub(super) fn count(&self, name: &str) -> Result<Option<u64>, ProtocolError> {
        match self.get(name).map(TermRef::view) {
            None => Ok(None),
            Some(TermView::Int(count @ 1..)) => Ok(Some(count.unsigned_abs())),
            Some(_) => Err(ProtocolError::params(format!("{name} is not a whole number from 1 on"))),
        }
    }

    /// Returns the members of an object; none if there is no such member.
    pub(super) fn members(&self, name: &str) -> Result<Members, ProtocolError> {
        match self.get(name) {
            None => Ok(Members(None)),
            Some(value) => {
                Members::of(value.to_term()).ok_or_else(|| ProtocolError::params(format!("{name} is not an object")))
            }
        }
    }
}
