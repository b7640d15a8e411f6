//! The messages that come in.

use std::fmt;

use serde_json::{Map, Value};

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

/// Reads the message of a line.
///
/// # Errors
/// Why there is none, with the identifier of the request as far as it is known.
pub(super) fn read(line: &[u8]) -> Result<Incoming, (Option<String>, ProtocolError)> {
    let json = serde_json::from_slice(line).map_err(|why| (None, ProtocolError::parse(why)))?;
    let Value::Object(message) = json else {
        return Err((None, ProtocolError::request("one object is wanted on each line")));
    };
    let message = Members(message);
    let id = message.id("id");
    let refused = |why| Err((id.clone(), ProtocolError::request(why)));
    if message.0.contains_key("id") && id.is_none() {
        return refused("the id is neither a string nor an integer");
    }
    if !matches!(message.text("jsonrpc"), Ok(Some("2.0"))) {
        return refused("jsonrpc is not \"2.0\"");
    }
    let Ok(Some(method)) = message.text("method") else {
        return refused("there is no method");
    };
    let method = method.to_owned();
    let params = message.members("params").map_err(|fault| (id.clone(), fault))?;
    Ok(Incoming { id, method, params })
}

/// The members of an object.
pub(super) struct Members(Map<String, Value>);

impl Members {
    /// Returns the member with an identifier of a request, as JSON.
    pub(super) fn id(&self, name: &str) -> Option<String> {
        let id = self.0.get(name)?;
        (id.is_string() || id.is_i64() || id.is_u64()).then(|| id.to_string())
    }

    /// Returns a text; `None` if there is no such member.
    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, ProtocolError> {
        match self.0.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(ProtocolError::params(format!("{name} is not a string"))),
        }
    }

    /// Returns a text that has to be there.
    pub(super) fn needed(&self, name: &str) -> Result<String, ProtocolError> {
        let text = self.text(name)?;
        text.map(str::to_owned)
            .ok_or_else(|| ProtocolError::params(format!("{name} is missing")))
    }

    /// Returns a whole number from 1 on; `None` if there is no such member.
    pub(super) fn count(&self, name: &str) -> Result<Option<u64>, ProtocolError> {
        match self.0.get(name).map(Value::as_i64) {
            None => Ok(None),
            Some(Some(count @ 1..)) => Ok(Some(count.unsigned_abs())),
            Some(_) => Err(ProtocolError::params(format!("{name} is not a whole number from 1 on"))),
        }
    }

    /// Returns the members of an object; none if there is no such member.
    pub(super) fn members(&self, name: &str) -> Result<Members, ProtocolError> {
        match self.0.get(name) {
            None => Ok(Members(Map::new())),
            Some(Value::Object(members)) => Ok(Members(members.clone())),
            Some(_) => Err(ProtocolError::params(format!("{name} is not an object"))),
        }
    }
}
