//! One request and its reply, as a worker sees them: predicates under `texts/web/server.pl`.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ferz_engine::native::args::list_arg::{count, proper_list};
use ferz_engine::native::args::stream_arg::{
    StreamKind, atom_name, boolean, input_stream, output_stream_of, reading, stream_term, writing,
};
use ferz_engine::native::args::text_arg::{need_text, new_atom};
use ferz_engine::native::errors::Type;
use ferz_engine::native::streams::{Device, StreamMode};
use ferz_engine::native::terms::Cell;
use ferz_engine::native::work::{Limit, Watch};
use ferz_engine::native::{Machine, Native, Step, Stop, det};

use crate::address::{option_error, socket_error};
use crate::body::MessageBody;
use crate::message::{WrittenReply, http_date, octets, request_term};
use crate::server::{Client, HttpServer, Ready, ServerLimits, part};
use crate::socket::{Connection, add_stream, need_listener};
use crate::ssl::need_context;
use crate::websocket::of_client;

pub(crate) const TABLE: &[Native] = &[
    det!("$http_server(+socket, +limits, +context, -server)", 4, http_server_4).doc(
        "Makes the server of a listening socket, by TLS if there is a context. Limits is the list of milliseconds to keep connections, milliseconds \
         to wait for others, bytes of heads, bytes of bodies, and the number of connections.",
    ),
    det!("$http_next(+server, -exchange, -request)", 3, http_next_3)
        .doc("Waits for a request; fails when the server has stopped."),
    det!("$http_reply(+exchange, -stream)", 2, http_reply_2).doc("Makes the stream to which a reply is written."),
    det!("$http_discard(+exchange)", 1, http_discard_1)
        .doc("Forgets what was written of a reply; fails if some of it was sent."),
    det!("$http_switch(+exchange, +head, +protocol, -websocket)", 4, http_switch_4)
        .doc("Sends the head of the reply after which the connection is a websocket."),
    det!("$http_end(+exchange, +octets, -status, -bytes)", 4, http_end_4).doc(
        "Sends the reply, whose characters are bytes already if octets is true; the connection waits for the next.",
    ),
    det!("$http_random(-text)", 1, http_random_1).doc("Unifies text with an atom that cannot be guessed."),
    det!("$http_date(+seconds, -text)", 2, http_date_2).doc("Unifies text with a time in the form of HTTP."),
    det!("$copy_bytes(+input, +output, +count)", 3, copy_bytes_3)
        .doc("Copies so many bytes, or up to the end, from a stream to another one."),
    det!("$http_stop(+server)", 1, http_stop_1).doc("Lets a server take no further requests."),
];

/// The bytes that are charged for a server and an exchange.
const SERVER_BYTES: usize = 4096;
const EXCHANGE_BYTES: usize = 1024;
/// The bytes of a reply that are kept before it is sent in chunks.
const KEPT: usize = 1 << 20;

/// A request and its reply.
pub(crate) struct HttpExchange {
    server: Arc<HttpServer>,
    inner: Mutex<Inner>,
}

pub(crate) struct Inner {
    /// Gone when the reply was sent.
    client: Option<Client>,
    body: MessageBody,
    /// Whether the reply has no body.
    is_head: bool,
    is_new: bool,
    keeps: bool,
    /// The part of the reply that was written and not sent.
    out: Vec<u8>,
    /// Whether the head was sent, and the rest follows: in chunks, or up to the end of the connection.
    sent: Option<WrittenReply>,
    bytes: u64,
}

impl HttpExchange {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn http_server_4(m: &mut Machine, socket: Cell, limits: Cell, context: Cell, server: Cell) -> Step {
    let listener = need_listener(m, socket)?;
    let mut numbers = Vec::new();
    for number in proper_list(m, limits)? {
        numbers.push(count(m, number)?);
    }
    let [keep_alive, patience, head, body, connections] = numbers[..] else {
        return Err(m.type_error(Type::List, limits));
    };
    // A day is as long as for ever.
    let time = |milliseconds: usize| Duration::from_millis((milliseconds as u64).min(86_400_000));
    let limits = ServerLimits {
        keep_alive: time(keep_alive),
        patience: time(patience),
        head,
        body: body as u64,
        connections,
    };
    let context = match atom_name(m, context) {
        Some("none") => None,
        _ => Some(need_context(m, context)?),
    };
    // Nobody asks the program for each connection.
    if context
        .as_ref()
        .is_some_and(|context| context.decides || !context.is_server())
    {
        let option = m.intern("cert_verify_hook");
        return Err(option_error(m, Cell::atom(option)));
    }
    match HttpServer::new(listener, limits, context) {
        Ok(new) => {
            let object = m.new_object("http_server", Arc::new(new), SERVER_BYTES)?;
            m.unify(server, object)
        }
        Err(error) => Err(socket_error(m, &error)),
    }
}

fn need<T: Send + Sync + 'static>(m: &mut Machine, cell: Cell) -> Result<Arc<T>, Stop> {
    match m.atoms.object_value::<T>(&m.heap, cell) {
        Some(found) => Ok(found),
        None => Err(m.type_or_instantiation_error(Type::Atom, cell)),
    }
}

fn http_next_3(m: &mut Machine, server: Cell, exchange: Cell, request: Cell) -> Step {
    let server = need::<HttpServer>(m, server)?;
    let ready = loop {
        m.poll_waiting()?;
        match server.next() {
            Ok(Some(ready)) => break ready,
            Ok(None) => {}
            Err(()) => return Err(Stop::Fail),
        }
    };
    let Ready {
        client,
        head,
        length,
        input,
    } = ready;
    let peer = client.peer;
    let scheme = if server.is_secure() { "https" } else { "http" };
    let body = MessageBody::new(length, input, server.limits.body);
    let inner = Inner {
        body,
        is_head: head.method == "HEAD",
        is_new: head.is_new,
        keeps: head.keeps() && !server.is_stopped(),
        client: Some(client),
        out: Vec::new(),
        sent: None,
        bytes: 0,
    };
    let patience = server.limits.patience;
    let new = Arc::new(HttpExchange {
        server,
        inner: Mutex::new(inner),
    });
    let mut device = BodyDevice {
        exchange: Arc::clone(&new),
        watch: None,
        timeout: Some(patience),
    };
    device.set_watch(m.limits.watch());
    let stream = add_stream(m, Box::new(device), StreamMode::Read)?;
    let input = stream_term(m, stream);
    let term = request_term(m, &head, (scheme, peer), input)?;
    m.unify(request, term)?;
    let object = m.new_object("http_exchange", new, EXCHANGE_BYTES)?;
    m.unify(exchange, object)
}

fn http_reply_2(m: &mut Machine, exchange: Cell, stream: Cell) -> Step {
    let exchange = need::<HttpExchange>(m, exchange)?;
    let patience = exchange.server.limits.patience;
    let device = ReplyDevice {
        exchange,
        watch: None,
        timeout: Some(patience),
    };
    let id = add_stream(m, Box::new(device), StreamMode::Append)?;
    if let Some(open) = m.streams.get_mut(id) {
        open.encoding = ferz_engine::native::streams::Encoding::Utf8;
    }
    let term = stream_term(m, id);
    m.unify(stream, term)
}

fn http_discard_1(m: &mut Machine, exchange: Cell) -> Step {
    let exchange = need::<HttpExchange>(m, exchange)?;
    let mut inner = exchange.inner();
    if inner.sent.is_some() || inner.client.is_none() {
        inner.keeps = false;
        return Err(Stop::Fail);
    }
    inner.out.clear();
    Ok(())
}

fn http_switch_4(m: &mut Machine, exchange: Cell, head: Cell, protocol: Cell, websocket: Cell) -> Step {
    let exchange = need::<HttpExchange>(m, exchange)?;
    let (head, protocol) = (need_text(m, head)?, need_text(m, protocol)?);
    let (client, ahead) = {
        let mut inner = exchange.inner();
        inner.out.clear();
        let taken = if inner.sent.is_none() {
            inner.client.take()
        } else {
            None
        };
        (taken, inner.body.take_rest())
    };
    let Some(client) = client else {
        return Err(Stop::Fail);
    };
    let mut connection = Connection::new(&client.stream);
    waiting(
        &mut connection,
        Some(m.limits.watch()),
        Some(exchange.server.limits.patience),
    );
    let written = connection.write(head.as_bytes());
    m.check_walks()?;
    if let Err(error) = written {
        return Err(socket_error(m, &error));
    }
    let new = of_client(m, &exchange.server, client, ahead, protocol)?;
    m.unify(websocket, new)
}

fn http_end_4(m: &mut Machine, exchange: Cell, is_octets: Cell, status: Cell, bytes: Cell) -> Step {
    let exchange = need::<HttpExchange>(m, exchange)?;
    let is_octets = boolean(m, is_octets)?;
    let (number, sent) = {
        let mut inner = exchange.inner();
        let number = inner.end(&exchange.server, is_octets);
        (number, inner.bytes)
    };
    m.unify(status, Cell::int(number))?;
    m.unify(bytes, Cell::int(sent as i64))
}

fn http_stop_1(m: &mut Machine, server: Cell) -> Step {
    need::<HttpServer>(m, server)?.stop();
    Ok(())
}

fn http_random_1(m: &mut Machine, text: Cell) -> Step {
    let mut bytes = [0; 16];
    if getrandom::fill(&mut bytes).is_err() {
        return Err(m.resource_error(Limit::Memory));
    }
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let atom = new_atom(m, &digits);
    m.unify(text, atom)
}

fn copy_bytes_3(m: &mut Machine, input: Cell, output: Cell, bytes: Cell) -> Step {
    let from = input_stream(m, input, StreamKind::Binary)?;
    let to = output_stream_of(m, output, StreamKind::Any)?;
    let mut left = count(m, bytes)?;
    let mut part = Vec::new();
    while left > 0 {
        m.poll()?;
        reading(m, from, |stream| {
            part.clear();
            while part.len() < left.min(16 << 10)
                && let Some(byte) = stream.get_byte()?
            {
                part.push(byte);
            }
            Ok(())
        })?;
        if part.is_empty() {
            return Ok(());
        }
        left -= part.len();
        writing(m, to, |stream| stream.write_bytes(&part))?;
    }
    Ok(())
}

fn http_date_2(m: &mut Machine, seconds: Cell, text: Cell) -> Step {
    let seconds = count(m, seconds)?;
    let atom = new_atom(m, &http_date(seconds as u64));
    m.unify(text, atom)
}

/// Returns the number with which a status begins.
fn number_of(status: &str) -> i64 {
    let digits = status.split(' ').next().unwrap_or_default();
    digits.parse().unwrap_or(500)
}

impl Inner {
    /// Sends the reply, or what is left of it; returns its status.
    fn end(&mut self, server: &HttpServer, is_octets: bool) -> i64 {
        let Some(client) = self.client.take() else {
            return 0;
        };
        let body = std::mem::take(&mut self.out);
        let mut output = Vec::new();
        let status;
        if let Some(written) = &self.sent {
            status = number_of(&written.status);
            self.push(&mut output, body, is_octets);
            if self.is_new && !self.is_head {
                output.extend_from_slice(b"0\r\n\r\n");
            }
        } else {
            let mut whole = body;
            let written = WrittenReply::read(&whole).unwrap_or_else(|| {
                // Without a head it is nothing that a client could know.
                whole = b"Status: 500 Internal Server Error\nContent-type: text/plain\n\nNo reply\n".to_vec();
                WrittenReply::read(&whole).expect("it has a head")
            });
            let mut body = whole.split_off(written.body);
            if !written.is_text && !is_octets {
                body = octets(body);
            }
            status = number_of(&written.status);
            self.keeps &= !written.closes && self.body.skip();
            let length = match written.length.filter(|_| self.is_head) {
                Some(length) => length,
                None => body.len() as u64,
            };
            output = written.head(Some(length), self.keeps);
            self.bytes += body.len() as u64;
            if !self.is_head && !written.is_empty() {
                output.append(&mut body);
            }
        }
        self.keeps &= self.body.skip();
        self.send_last(server, client, output);
        status
    }

    /// Writes the last part of a reply as far as the other side takes it. The rest is left to those that wait for the
    /// connections.
    fn send_last(&mut self, server: &HttpServer, client: Client, mut output: Vec<u8>) {
        while !output.is_empty() {
            match client.stream.write(&output) {
                Ok(count) if count == output.len() => output.clear(),
                Ok(count) if count > 0 => drop(output.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                _ => return,
            }
        }
        if !output.is_empty() && !server.takes(output.len()) {
            // This worker waits for the client.
            let mut connection = Connection::new(&client.stream);
            connection.set_timeout(Some(server.limits.patience));
            if connection.write(&output).is_err() {
                return;
            }
            output.clear();
        }
        if output.is_empty() && !self.keeps {
            part(&client);
        } else {
            server.give_back(client, self.body.take_rest(), output, !self.keeps);
        }
    }

    /// Appends a part of the body as it is sent.
    fn push(&mut self, output: &mut Vec<u8>, part: Vec<u8>, is_octets: bool) {
        let is_text = self.sent.as_ref().is_none_or(|written| written.is_text);
        let part = if is_text || is_octets { part } else { octets(part) };
        self.bytes += part.len() as u64;
        if part.is_empty() || self.is_head {
            return;
        }
        if self.is_new {
            output.extend_from_slice(format!("{:x}\r\n", part.len()).as_bytes());
            output.extend_from_slice(&part);
            output.extend_from_slice(b"\r\n");
        } else {
            output.extend_from_slice(&part);
        }
    }

    /// Begins to send a reply in parts, or sends the next one; returns the bytes.
    fn next_part(&mut self) -> Vec<u8> {
        let mut output = Vec::new();
        let mut part = std::mem::take(&mut self.out);
        if self.sent.is_none() {
            let Some(written) = WrittenReply::read(&part) else {
                self.out = part;
                return output;
            };
            part.drain(..written.body);
            self.keeps &= self.is_new && !written.closes;
            output = written.head(None, self.keeps);
            if !self.is_new {
                // A client of HTTP/1.0 knows no chunks: its reply ends with the connection.
                let text = String::from_utf8_lossy(&output).replace("Transfer-Encoding: chunked\r\n", "");
                output = text.into_bytes();
            }
            self.sent = Some(written);
        }
        self.push(&mut output, part, false);
        output
    }

    /// Whether the handler wants its reply to be sent as it comes.
    fn is_eager(&self) -> bool {
        match &self.sent {
            Some(_) => true,
            None => WrittenReply::read(&self.out).is_some_and(|written| written.is_chunked),
        }
    }
}

/// The body of a request, as a stream.
struct BodyDevice {
    exchange: Arc<HttpExchange>,
    watch: Option<Arc<Watch>>,
    timeout: Option<Duration>,
}

/// Returns a connection that obeys a watch and a time.
fn waiting(connection: &mut Connection, watch: Option<&Arc<Watch>>, timeout: Option<Duration>) {
    if let Some(watch) = watch {
        connection.set_watch(watch);
    }
    connection.set_timeout(timeout);
}

impl Device for BodyDevice {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut inner = self.exchange.inner();
        let Some(client) = &inner.client else { return Ok(0) };
        let mut connection = Connection::new(&client.stream);
        waiting(&mut connection, self.watch.as_ref(), self.timeout);
        inner.body.read(&mut connection, buffer)
    }
    fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
    }
    fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }
}

/// The reply of a handler, as a stream.
struct ReplyDevice {
    exchange: Arc<HttpExchange>,
    watch: Option<Arc<Watch>>,
    timeout: Option<Duration>,
}

impl ReplyDevice {
    fn send_part(&self) -> io::Result<()> {
        let mut inner = self.exchange.inner();
        let part = inner.next_part();
        if part.is_empty() && inner.sent.is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the reply has no head"));
        }
        let Some(client) = &inner.client else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let mut connection = Connection::new(&client.stream);
        waiting(&mut connection, self.watch.as_ref(), self.timeout);
        let sent = connection.write(&part);
        if sent.is_err() {
            // Half of a reply is no reply.
            inner.client = None;
        }
        sent
    }
}

impl Device for ReplyDevice {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let is_full = {
            let mut inner = self.exchange.inner();
            inner.out.extend_from_slice(bytes);
            inner.out.len() > KEPT
        };
        if is_full { self.send_part() } else { Ok(()) }
    }
    fn flush(&mut self) -> io::Result<()> {
        let is_eager = {
            let inner = self.exchange.inner();
            inner.client.is_some() && inner.is_eager()
        };
        if is_eager { self.send_part() } else { Ok(()) }
    }
    fn bytes(&self) -> usize {
        self.exchange.inner().out.capacity()
    }
    fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
    }
    fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }
}
