//! The results of calls as they leave a conversation, with the output of the program in them.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use ferz::Engine;

use super::desk::Desk;
use super::write::{JsonObject, array};

/// The most bytes of output that a call returns; what a program writes beyond is dropped.
const MOST_OUTPUT: usize = 64 << 10;

/// The result of a tool: its members, and whether it is an error.
pub(super) type ToolResult = (JsonObject, bool);

/// The output of the program since it was last taken.
#[derive(Default)]
struct WrittenBytes {
    bytes: Vec<u8>,
    is_cut: bool,
}

/// Sends the results of calls from the desk.
pub(super) struct Outbox<'d> {
    pub(super) desk: &'d Desk,
    written: Arc<Mutex<WrittenBytes>>,
}

impl<'d> Outbox<'d> {
    /// Keeps from now on what the program writes.
    pub(super) fn new(engine: &mut Engine, desk: &'d Desk) -> Outbox<'d> {
        let written = Arc::new(Mutex::new(WrittenBytes::default()));
        let device = || {
            let written = Arc::clone(&written);
            move |bytes: &[u8]| {
                let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST_OUTPUT - written.bytes.len();
                written.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
                written.is_cut |= bytes.len() > room;
                Ok(())
            }
        };
        engine.set_output(device());
        engine.set_error(device());
        Outbox { desk, written }
    }

    /// Sends the result of the call that runs, unless the call was cancelled. The streams of the engine are flushed.
    pub(super) fn reply(&self, id: &str, (mut object, is_error): ToolResult) -> io::Result<()> {
        let written = std::mem::take(&mut *self.written.lock().unwrap_or_else(PoisonError::into_inner));
        if !written.bytes.is_empty() {
            object = object.text("output", &String::from_utf8_lossy(&written.bytes));
        }
        if written.is_cut {
            object = object.raw("outputIsCut", true);
        }
        if !self.desk.finish() {
            return Ok(());
        }
        let structured = object.end();
        let content = JsonObject::new().text("type", "text").text("text", &structured).end();
        let result = JsonObject::new()
            .raw("content", array([content]))
            .raw("structuredContent", structured)
            .raw("isError", is_error);
        super::send(&super::success(id, &result.end()))
    }
}
