//! Requests to HTTP servers, under `texts/web/http_open.pl`.

use std::any::Any;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use ferz_engine::native::args::list_arg::count;
use ferz_engine::native::args::stream_arg::{atom_name, stream_failed, stream_term};
use ferz_engine::native::args::text_arg::{need_text, new_atom};
use ferz_engine::native::errors::Type;
use ferz_engine::native::streams::{Device, StreamMode, USER_ERROR};
use ferz_engine::native::terms::Cell;
use ferz_engine::native::work::Watch;
use ferz_engine::native::{Machine, Native, Step, Stop, det};

use crate::address::{raise_socket_error, socket_error};
use crate::body::MessageBody;
use crate::message::{Head, Length, read_head};
use crate::socket::{Connection, add_stream, need_stream};
use crate::wait::until_done;
use crate::websocket::Rest;

pub(crate) const TABLE: &[Native] = &[
    det!("$http_request(+socket, +head, +body, +time, -reply)", 5, http_request_5).doc(
        "Sends a request, the text of its head and its body(Encoding, Text), and waits for the head of the reply at most \
         so many milliseconds. Reply is reply(Status, Reason, Version, Headers, Stream).",
    ),
];

/// The bytes of the head of a reply.
const MOST_HEAD: usize = 128 << 10;
/// The bytes that are read at once.
const CHUNK: usize = 16 << 10;

/// The body of a reply, as a stream.
struct ReplyBody {
    body: MessageBody,
    connection: Connection,
}

impl Device for ReplyBody {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.body.read(&mut self.connection, buffer)
    }
    fn bytes(&self) -> usize {
        self.body.bytes()
    }
    fn value(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        Some(Arc::new(Rest {
            link: Arc::clone(self.connection.link()),
            ahead: self.body.rest().to_vec(),
        }))
    }
    fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.connection.set_watch(watch);
    }
    fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.connection.set_timeout(timeout);
    }
}

/// Returns the bytes of `body(Encoding, Text)`.
fn body_bytes(m: &mut Machine, body: Cell) -> Result<Vec<u8>, Stop> {
    let ferz_engine::native::terms::View::Struct(_, args) = m.view(body) else {
        return Err(m.type_error(Type::Compound, body));
    };
    let (encoding, text) = (m.deref(m.heap.get(args)), m.deref(m.heap.get(args + 1)));
    let is_octets = atom_name(m, encoding) == Some("octet");
    let text = need_text(m, text)?;
    if !is_octets {
        return Ok(text.into_bytes());
    }
    let bytes: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
    bytes.map_err(|_| m.type_error(Type::Byte, body))
}

fn http_request_5(m: &mut Machine, socket: Cell, head: Cell, body: Cell, time: Cell, reply: Cell) -> Step {
    let stream = need_stream(m, socket)?;
    let is_head = need_text(m, head)?.starts_with("HEAD ");
    let mut request = need_text(m, head)?.into_bytes();
    request.append(&mut body_bytes(m, body)?);
    let time = Some(Duration::from_millis(count(m, time)? as u64));
    let mut connection = Connection::new(&stream);
    connection.set_watch(m.limits.watch());
    connection.set_timeout(time);
    // A server that refuses a request may reply before it has taken all of it.
    let written = connection.write(&request);
    m.check_walks()?;
    let mut came = Vec::new();
    let (answer, rest) = loop {
        match read_head(&came, false) {
            // Other replies precede the one itself. RFC 9110, 15.2.
            Ok(Some((head, length))) if (100..200).contains(&head.status) && head.status != 101 => {
                drop(came.drain(..length))
            }
            Ok(Some((head, length))) => break (head, came.split_off(length)),
            Ok(None) if came.len() < MOST_HEAD => {
                let mut chunk = [0; CHUNK];
                let read = until_done(m, (&*stream, false), time, || stream.read(&mut chunk))?;
                match (read, &written) {
                    (Ok(0), Err(error)) => return Err(socket_error(m, error)),
                    (Ok(0), _) => {
                        return Err(raise_socket_error(
                            m,
                            "econnreset",
                            "The server has closed the connection",
                        ));
                    }
                    (Ok(count), _) => came.extend_from_slice(&chunk[..count]),
                    (Err(error), _) if error.kind() == io::ErrorKind::TimedOut => {
                        return Err(stream_failed(m, USER_ERROR, "read", &error));
                    }
                    (Err(error), _) => return Err(socket_error(m, &error)),
                }
            }
            Ok(None) | Err(_) => return Err(no_reply(m)),
        }
    };
    let has_body = !is_head && !matches!(answer.status, 204 | 304);
    let length = match answer.length(false) {
        _ if !has_body => Length::Known(0),
        Ok(length) => length,
        Err(_) => return Err(no_reply(m)),
    };
    let mut device = ReplyBody {
        body: MessageBody::new(length, rest, u64::MAX),
        connection: Connection::new(&stream),
    };
    device.set_watch(m.limits.watch());
    device.set_timeout(time);
    let id = add_stream(m, Box::new(device), StreamMode::Read)?;
    let input = stream_term(m, id);
    let term = reply_term(m, &answer, input)?;
    m.unify(reply, term)
}

/// Raises the error for what is no reply of HTTP.
fn no_reply(m: &mut Machine) -> Stop {
    raise_socket_error(m, "eproto", "The server does not reply by HTTP")
}

fn reply_term(m: &mut Machine, head: &Head, input: Cell) -> Result<Cell, Stop> {
    m.reserve(64 + 8 * head.headers.len())?;
    let mut headers = Vec::new();
    for (name, value) in &head.headers {
        let name = m.intern(&name.replace('-', "_"));
        let value = new_atom(m, value);
        headers.push(m.heap.new_term(name, &[value]));
    }
    let headers = m.heap.new_list(&headers, Cell::NIL);
    let reason = new_atom(m, &head.reason);
    let dash = m.intern("-");
    let version = m.heap.new_term(dash, &[Cell::int(1), Cell::int(head.is_new.into())]);
    let name = m.intern("reply");
    Ok(m.heap
        .new_term(name, &[Cell::int(head.status.into()), reason, version, headers, input]))
}
