//! The messages to the client.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::transport;

/// The client, which several threads write to. One that has gone is told nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct EditorClient {
    /// The number of the last message.
    last: Arc<Mutex<u64>>,
}

impl EditorClient {
    fn send(&self, mut message: Value) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last += 1;
        message["seq"] = (*last).into();
        let _gone = transport::write(&mut io::stdout(), &message);
    }

    /// Tells of an event.
    pub(super) fn event(&self, name: &str, body: Value) {
        self.send(json!({"type": "event", "event": name, "body": body}));
    }

    /// Shows a text; `category` is `stdout`, `stderr` or `console`.
    pub(super) fn output(&self, category: &str, text: &str) {
        self.event("output", json!({"category": category, "output": text}));
    }

    /// Answers a request.
    pub(super) fn reply(&self, request: &Value, result: Result<Value, String>) {
        let mut reply = json!({
            "type": "response",
            "request_seq": request["seq"],
            "command": request["command"],
            "success": result.is_ok(),
        });
        match result {
            Ok(body) => reply["body"] = body,
            Err(why) => {
                reply["body"] = json!({"error": {"id": 1, "format": why, "showUser": false}});
                reply["message"] = why.into();
            }
        }
        self.send(reply);
    }
}
