//! `ferz mcp`: a server of the Model Context Protocol on the standard streams, one JSON message on each line. The process
//! is one conversation, with one engine that may do nothing but compute.
//!
//! One thread reads messages and answers all but the calls of tools, which wait at the desk for the thread that has the
//! engine. So a call can be cancelled while it runs.

mod conversation;
mod desk;
mod message;
mod outbox;
mod page;
mod tools;
mod tree;
mod write;

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::thread;

use ferz::{Engine, Limit};

use super::args::CommandLine;
use super::batch;
use conversation::Conversation;
use desk::{Desk, ToolCall};
use message::{Incoming, ProtocolError};
use write::JsonObject;

/// The versions of the protocol, the newest first.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];
/// The longest line that is read, in bytes.
const MOST_LINE: usize = 4 << 20;

/// The text that tells a model how to begin.
const INSTRUCTIONS: &str = "A Prolog engine with a program of its own. load adds rules, query runs a goal, next gives \
    more answers, explain shows the proof of an answer, or why there is none. Programs have no access to files, network, \
    clock or processes.";

/// Limits that are in force unless the command line sets them: 10 seconds for each goal, 256 MiB for its terms, and 256
/// MiB for the program.
pub(crate) const LIMITS: [(Limit, u64); 3] = [
    (Limit::Time, 10_000_000_000),
    (Limit::Memory, 256 << 20),
    (Limit::Program, 256 << 20),
];

/// Serves the standard streams until the standard input ends, and returns the exit status.
pub(crate) fn serve(engine: &mut Engine, arguments: &CommandLine) -> io::Result<u8> {
    // The standard output is for messages of the protocol only.
    engine.set_output(|bytes| io::stderr().write_all(bytes));
    engine.set_error(|bytes| io::stderr().write_all(bytes));
    engine.set_input(|_| Ok(0));
    if let Err(status) = batch::load(engine, &arguments.files)? {
        return Ok(status);
    }
    engine.toplevel().console().flush()?;
    let desk = Arc::new(Desk::new(engine.interrupter()));
    let at_door = Arc::clone(&desk);
    thread::Builder::new().name("messages".to_owned()).spawn(move || {
        // A client that does not read has gone, as one that does not write.
        let _gone = receive(&mut io::stdin().lock(), &at_door);
        at_door.close();
    })?;
    Conversation::new(engine, arguments, &desk).run()
}

/// Reads messages to the end, and answers those that need no engine.
fn receive(input: &mut impl BufRead, desk: &Desk) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        input.by_ref().take(MOST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let reply = if line.len() > MOST_LINE {
            input.skip_until(b'\n')?;
            Some(failure("null", &ProtocolError::parse("the line is too long")))
        } else {
            match message::read(&line) {
                Ok(message) => answer(message, desk),
                Err((id, fault)) => Some(failure(id.as_deref().unwrap_or("null"), &fault)),
            }
        };
        if let Some(reply) = reply {
            send(&reply)?;
        }
    }
}

/// Answers a message, or puts it on the desk.
fn answer(message: Incoming, desk: &Desk) -> Option<String> {
    let Some(id) = message.id else {
        if message.method == "notifications/cancelled"
            && let Some(request) = message.params.id("requestId")
        {
            desk.cancel(&request);
        }
        return None;
    };
    let result = match message.method.as_str() {
        "initialize" => Ok(welcome(message.params.text("protocolVersion").ok().flatten())),
        "ping" => Ok("{}".to_owned()),
        "tools/list" => Ok(tools::list()),
        "tools/call" => {
            let call = tools::parse(&message.params).and_then(|tool| {
                let id = id.clone();
                desk.put(ToolCall { id, tool })
            });
            match call {
                Ok(()) => return None,
                Err(fault) => Err(fault),
            }
        }
        other => Err(ProtocolError::method(other)),
    };
    Some(match result {
        Ok(result) => success(&id, &result),
        Err(fault) => failure(&id, &fault),
    })
}

/// Returns the result of `initialize` for the version that the client wants.
fn welcome(wanted: Option<&str>) -> String {
    let version = VERSIONS.into_iter().find(|&version| wanted == Some(version));
    let server = JsonObject::new()
        .text("name", "ferz")
        .text("title", "ferz, a Prolog engine")
        .text("version", env!("CARGO_PKG_VERSION"))
        .end();
    JsonObject::new()
        .text("protocolVersion", version.unwrap_or(VERSIONS[0]))
        .raw("capabilities", "{\"tools\":{}}")
        .raw("serverInfo", &server)
        .text("instructions", INSTRUCTIONS)
        .end()
}

/// Returns the message of a result; `id` and `result` are JSON.
fn success(id: &str, result: &str) -> String {
    let reply = JsonObject::new().text("jsonrpc", "2.0").raw("id", id);
    reply.raw("result", result).end()
}

/// Returns the message of an error.
fn failure(id: &str, fault: &ProtocolError) -> String {
    let error = JsonObject::new()
        .raw("code", fault.code)
        .text("message", &fault.message);
    let reply = JsonObject::new().text("jsonrpc", "2.0").raw("id", id);
    reply.raw("error", error.end()).end()
}

/// Sends a message.
fn send(message: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(message.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}
