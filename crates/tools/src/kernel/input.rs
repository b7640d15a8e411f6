//! The standard input of a program: lines that the client is asked for.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::message::{Message, Publisher, SessionKey};
use super::zmtp::{KernelSocket, SocketKind};

/// The text that is shown where a line is typed.
const PROMPT: &str = "|: ";
/// An interrupt is seen after so long.
const SLICE: Duration = Duration::from_millis(20);

/// The function from which the engine reads.
pub(super) type ReadInput = Box<dyn FnMut(&mut [u8]) -> io::Result<usize> + Send>;

/// Whom the program's input is asked of.
#[derive(Clone, Default)]
pub(super) struct InputDesk(Arc<Mutex<Asked>>);

#[derive(Default)]
struct Asked {
    /// The name of the peer whose cell runs, and its request; none if it does not let a program read.
    peer: Option<(Vec<u8>, Message)>,
    is_given_up: bool,
}

impl InputDesk {
    /// Binds the channel; returns the desk, and the function from which the engine reads.
    ///
    /// # Errors
    /// If the address cannot be bound.
    pub(super) fn open(
        key: &SessionKey,
        address: (&str, u16),
        publisher: &Publisher,
    ) -> io::Result<(InputDesk, ReadInput)> {
        let (lines, typed) = channel();
        let signed = key.clone();
        let socket = KernelSocket::bind(SocketKind::Router, address, move |_, _, frames| {
            let reply = signed.read(frames).filter(|message| message.kind() == "input_reply");
            if let Some(line) = reply.and_then(|reply| reply.content["value"].as_str().map(str::to_owned)) {
                let _sent = lines.send(line);
            }
        })?;
        let desk = InputDesk::default();
        let (own, key, publisher) = (desk.clone(), key.clone(), publisher.clone());
        let mut ahead: VecDeque<u8> = VecDeque::new();
        let read = move |buffer: &mut [u8]| {
            if ahead.is_empty() {
                let Some(line) = own.line(&socket, &key, &publisher, &typed)? else {
                    return Ok(0);
                };
                ahead.extend(line.into_bytes());
                ahead.push_back(b'\n');
            }
            let count = buffer.len().min(ahead.len());
            for (to, byte) in buffer.iter_mut().zip(ahead.drain(..count)) {
                *to = byte;
            }
            Ok(count)
        };
        Ok((desk, Box::new(read)))
    }

    /// Tells whom the next cell is of.
    pub(super) fn begin(&self, name: &[u8], request: &Message) {
        let is_allowed = request.content["allow_stdin"].as_bool().unwrap_or(false);
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        asked.peer = is_allowed.then(|| (name.to_vec(), request.clone()));
        asked.is_given_up = false;
    }

    /// Ends the wait for a line.
    pub(super) fn give_up(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_given_up = true;
    }

    /// Asks for a line; `None` if the client does not let programs read.
    fn line(
        &self,
        socket: &KernelSocket,
        key: &SessionKey,
        publisher: &Publisher,
        typed: &Receiver<String>,
    ) -> io::Result<Option<String>> {
        let peer = self.0.lock().unwrap_or_else(PoisonError::into_inner).peer.clone();
        let Some((name, request)) = peer else { return Ok(None) };
        // Lines that came for a cell that was interrupted.
        while typed.try_recv().is_ok() {}
        publisher.flush();
        let content: Value = json!({"prompt": PROMPT, "password": false});
        if !socket.send(
            &name,
            &key.write(&request.names, "input_request", &request.header, &content),
        ) {
            return Ok(None);
        }
        loop {
            match typed.recv_timeout(SLICE) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if self.0.lock().unwrap_or_else(PoisonError::into_inner).is_given_up {
                        return Err(io::Error::other("the wait for a line was interrupted"));
                    }
                }
            }
        }
    }
}
