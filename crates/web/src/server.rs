//! The connections of an HTTP server: they are waited for in one place, whichever of the workers happens to have nothing
//! else to do, until the whole of a request is there. So a slow client takes no worker, and many connections that are
//! kept share few of them.

use std::collections::VecDeque;
use std::io::{self, PipeReader, PipeWriter, Read as _, Write as _};
use std::net::{IpAddr, TcpListener};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::body::LONGEST_LINE;
use crate::link::NetLink;
use crate::message::{Fault, Head, Length, read_head};
use crate::tls::TlsContext;
use crate::wait::{Pollable, poll};

/// The amounts that a server bears.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerLimits {
    /// How long a connection is kept without a request.
    pub(crate) keep_alive: Duration,
    /// How long a request may take to come, and a reply to be taken.
    pub(crate) patience: Duration,
    /// The bytes of a head.
    pub(crate) head: usize,
    /// The bytes of a body.
    pub(crate) body: u64,
    /// The number of connections.
    pub(crate) connections: usize,
}

/// The bytes of a body that are waited for before a worker gets the request, whatever else waits.
const GATHERED: usize = 64 << 10;
/// The bytes of bodies that are waited for in all.
const GATHERED_IN_ALL: usize = 64 << 20;

/// The longest wait for a request between two looks at limits and interrupts.
const LOOK: Duration = Duration::from_millis(100);
/// The bytes of replies that may wait for slow clients.
const PENDING: usize = 64 << 20;

/// An open connection, which counts as one of its server.
pub(crate) struct Client {
    pub(crate) stream: Arc<NetLink>,
    pub(crate) peer: IpAddr,
    count: Arc<AtomicUsize>,
}

impl Drop for Client {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A connection that is waited for.
struct WaitingClient {
    client: Client,
    /// The bytes that came.
    input: Vec<u8>,
    /// The part of a reply that the other side has yet to take.
    output: Vec<u8>,
    /// Whether the connection ends when the output is written.
    closes: bool,
    /// The head of the request whose body is waited for, with its length, and how much of the body was looked at.
    head: Option<(Head, Length, usize)>,
    end: Instant,
}

/// A request that is there.
pub(crate) struct Ready {
    pub(crate) client: Client,
    pub(crate) head: Head,
    pub(crate) length: Length,
    /// The bytes that came behind the head.
    pub(crate) input: Vec<u8>,
}

#[derive(Default)]
struct ConnectionPool {
    /// Whether a worker waits for the connections.
    is_led: bool,
    waiting: Vec<WaitingClient>,
    ready: VecDeque<Ready>,
}

/// A server: its listening socket and its connections.
pub(crate) struct HttpServer {
    /// Gone when it has stopped.
    listener: Mutex<Option<Arc<TcpListener>>>,
    pub(crate) limits: ServerLimits,
    /// Gone for a server without TLS.
    context: Option<Arc<TlsContext>>,
    pool: Mutex<ConnectionPool>,
    changed: Condvar,
    stopped: AtomicBool,
    count: Arc<AtomicUsize>,
    /// The bytes of replies that wait, as of the last slice.
    pending: AtomicUsize,
    /// The bytes of requests that have come in part, as of the last slice.
    gathered: AtomicUsize,
    /// Wakes the worker that waits for the connections.
    bell: (PipeReader, PipeWriter),
}

impl HttpServer {
    /// Makes the server of a listening socket.
    ///
    /// # Errors
    /// If the system has no pipe left.
    pub(crate) fn new(
        listener: Arc<TcpListener>,
        limits: ServerLimits,
        context: Option<Arc<TlsContext>>,
    ) -> io::Result<HttpServer> {
        Ok(HttpServer {
            listener: Mutex::new(Some(listener)),
            limits,
            context,
            pool: Mutex::default(),
            changed: Condvar::new(),
            stopped: AtomicBool::new(false),
            count: Arc::default(),
            pending: AtomicUsize::new(0),
            gathered: AtomicUsize::new(0),
            bell: io::pipe()?,
        })
    }

    fn listener(&self) -> MutexGuard<'_, Option<Arc<TcpListener>>> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pool(&self) -> MutexGuard<'_, ConnectionPool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes no further requests.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        *self.listener() = None;
        self.ring();
        self.changed.notify_all();
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.context.is_some()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    fn ring(&self) {
        // A pipe that is full has woken it.
        let _rung = (&self.bell.1).write(&[0]);
    }

    /// Waits a slice for a request. `Err` if the server has stopped.
    pub(crate) fn next(&self) -> Result<Option<Ready>, ()> {
        let mut pool = self.pool();
        if let Some(ready) = pool.ready.pop_front() {
            return Ok(Some(ready));
        }
        if self.is_stopped() && pool.waiting.iter().all(|waiting| waiting.output.is_empty()) {
            pool.waiting.clear();
            return Err(());
        }
        if pool.is_led {
            let mut waited = self
                .changed
                .wait_timeout(pool, LOOK)
                .unwrap_or_else(PoisonError::into_inner);
            return Ok(waited.0.ready.pop_front());
        }
        pool.is_led = true;
        let mut waiting = std::mem::take(&mut pool.waiting);
        drop(pool);
        let mut ready = VecDeque::new();
        self.attend(&mut waiting, &mut ready);
        let mut pool = self.pool();
        pool.is_led = false;
        pool.waiting.append(&mut waiting);
        pool.ready.append(&mut ready);
        let mine = pool.ready.pop_front();
        // Another one waits for the connections now, and others work.
        for _ in 0..=pool.ready.len() {
            self.changed.notify_one();
        }
        Ok(mine)
    }

    /// Whether so many bytes of a reply may be left to those that wait for the connections.
    pub(crate) fn takes(&self, bytes: usize) -> bool {
        self.pending.load(Ordering::SeqCst) + bytes <= PENDING
    }

    /// Gives a connection back after a reply, of which `output` has yet to be taken.
    pub(crate) fn give_back(&self, client: Client, input: Vec<u8>, output: Vec<u8>, closes: bool) {
        let time = match output.is_empty() && input.is_empty() {
            true => self.limits.keep_alive,
            false => self.limits.patience,
        };
        self.pending.fetch_add(output.len(), Ordering::SeqCst);
        let mut waiting = WaitingClient {
            client,
            input,
            output,
            closes,
            head: None,
            end: Instant::now() + time,
        };
        // The bytes behind the last request may be the next one.
        let found = if waiting.output.is_empty() && !waiting.input.is_empty() {
            self.look(&mut waiting)
        } else {
            Found::Nothing
        };
        let mut pool = self.pool();
        match found {
            Found::Request(head, length) => {
                pool.ready.push_back(ready(waiting, head, length));
                self.changed.notify_one();
            }
            Found::End => {}
            Found::Nothing => {
                pool.waiting.push(waiting);
                if pool.is_led {
                    self.ring();
                }
            }
        }
    }

    /// Waits a slice for new connections, and for what those that are there bring.
    fn attend(&self, waiting: &mut Vec<WaitingClient>, ready_ones: &mut VecDeque<Ready>) {
        let has_room = self.count.load(Ordering::SeqCst) < self.limits.connections;
        let listener = self.listener().clone().filter(|_| has_room);
        let mut devices: Vec<(&dyn Pollable, bool)> = vec![(&self.bell.0, false)];
        for one in waiting.iter() {
            devices.push((&*one.client.stream, !one.output.is_empty()));
        }
        if let Some(listener) = &listener {
            devices.push((&**listener, false));
        }
        // No poll sees what TLS has read ahead.
        let has_more = |one: &WaitingClient| one.output.is_empty() && one.client.stream.has_more();
        let ahead: Vec<bool> = waiting.iter().map(has_more).collect();
        let look = if ahead.contains(&true) { Duration::ZERO } else { LOOK };
        let news = poll(&devices, look);
        if cfg!(unix) && news[0] {
            let _rung = (&self.bell.0).read(&mut [0; 64]);
        }
        let now = Instant::now();
        let mut kept = Vec::with_capacity(waiting.len() + 1);
        for ((mut one, &has_news), has_more) in std::mem::take(waiting).into_iter().zip(&news[1..]).zip(ahead) {
            let found = if has_news || has_more {
                self.serve(&mut one)
            } else {
                Found::Nothing
            };
            match found {
                Found::Request(head, length) => ready_ones.push_back(ready(one, head, length)),
                Found::End => {}
                Found::Nothing if self.is_stopped() && one.output.is_empty() => {}
                Found::Nothing if one.end <= now => self.give_up(one),
                Found::Nothing => kept.push(one),
            }
        }
        let pending = kept.iter().map(|one| one.output.len()).sum();
        self.pending.store(pending, Ordering::SeqCst);
        let gathered = kept.iter().map(|one| one.input.len()).sum();
        self.gathered.store(gathered, Ordering::SeqCst);
        *waiting = kept;
        if let Some(listener) = listener.filter(|_| news.last() == Some(&true)) {
            self.accept(&listener, waiting);
        }
    }

    fn accept(&self, listener: &TcpListener, waiting: &mut Vec<WaitingClient>) {
        // Some at a time, so that others are not forgotten.
        for _ in 0..16 {
            if self.count.load(Ordering::SeqCst) >= self.limits.connections {
                return;
            }
            let (stream, peer) = match listener.accept() {
                Ok(accepted) => accepted,
                Err(error) => {
                    if error.kind() != io::ErrorKind::WouldBlock {
                        // There is no room for another connection: others end meanwhile.
                        std::thread::sleep(Duration::from_millis(10));
                    }
                    return;
                }
            };
            if stream.set_nonblocking(true).is_err() {
                continue;
            }
            // Replies are written at once.
            let _set = stream.set_nodelay(true);
            let plain = NetLink::plain(stream);
            let link = match &self.context {
                None => plain,
                Some(context) => match context.begin(None) {
                    Ok(connection) => plain.secured(connection, true, true),
                    Err(_) => continue,
                },
            };
            self.count.fetch_add(1, Ordering::SeqCst);
            waiting.push(WaitingClient {
                client: Client {
                    stream: Arc::new(link),
                    peer: peer.ip(),
                    count: Arc::clone(&self.count),
                },
                input: Vec::new(),
                output: Vec::new(),
                closes: false,
                head: None,
                end: Instant::now() + self.limits.patience,
            });
        }
    }

    /// Writes or reads what a connection takes or brings.
    fn serve(&self, one: &mut WaitingClient) -> Found {
        if !one.output.is_empty() {
            return self.write(one);
        }
        let was_empty = one.input.is_empty();
        let mut chunk = [0; 16 << 10];
        match one.client.stream.read(&mut chunk) {
            Ok(0) => return Found::End,
            Ok(count) => one.input.extend_from_slice(&chunk[..count]),
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
                return Found::Nothing;
            }
            Err(_) => return Found::End,
        }
        if was_empty {
            one.end = Instant::now() + self.limits.patience;
        }
        self.look(one)
    }

    fn write(&self, one: &mut WaitingClient) -> Found {
        match one.client.stream.write(&one.output) {
            Ok(count) if count > 0 => {
                one.output.drain(..count);
                one.end = Instant::now() + self.limits.patience;
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            _ => return Found::End,
        }
        match one.output.is_empty() {
            true if one.closes => {
                part(&one.client);
                Found::End
            }
            true => {
                one.end = Instant::now() + self.limits.keep_alive;
                self.look(one)
            }
            false => Found::Nothing,
        }
    }

    /// Looks whether a request is there.
    fn look(&self, one: &mut WaitingClient) -> Found {
        if one.head.is_none() {
            // Empty lines before a request are allowed. RFC 9112, 2.2.
            let blank = one
                .input
                .iter()
                .take_while(|byte| matches!(byte, b'\r' | b'\n'))
                .count();
            one.input.drain(..blank);
            let most = one.input.len().min(self.limits.head);
            match read_head(&one.input[..most], true) {
                Ok(Some((head, bytes))) => {
                    one.input.drain(..bytes);
                    let length = match head.length(true) {
                        Ok(Length::Known(length)) if length > self.limits.body => return self.refuse(one, 413),
                        Ok(length) => length,
                        Err(fault) => return self.refuse(one, fault),
                    };
                    if head.expects_answer() && length != Length::Known(0) {
                        // A client that is not told sends its body after a while.
                        let _told = one.client.stream.write(b"HTTP/1.1 100 Continue\r\n\r\n");
                    }
                    one.head = Some((head, length, 0));
                }
                Ok(None) if most == self.limits.head => return self.refuse(one, 431),
                Ok(None) => return Found::Nothing,
                Err(fault) => return self.refuse(one, fault),
            }
        }
        match one.head.take() {
            Some((head, length, mut seen)) => {
                let is_whole = match length {
                    Length::Known(length) => one.input.len() as u64 >= length,
                    // A worker finds what is malformed.
                    _ => has_all_chunks(&one.input, &mut seen) || one.input.len() as u64 > self.limits.body,
                };
                // No worker waits for the rest of a body, unless too many clients have sent a part of one.
                let has_room = self.gathered.load(Ordering::SeqCst) < GATHERED_IN_ALL;
                if is_whole || !has_room && one.input.len() >= GATHERED {
                    return Found::Request(head, length);
                }
                one.head = Some((head, length, seen));
                Found::Nothing
            }
            None => Found::Nothing,
        }
    }

    /// Tells the other side that its request is not accepted, if it listens.
    fn refuse(&self, one: &mut WaitingClient, fault: Fault) -> Found {
        let _told = one.client.stream.write(refusal(fault).as_bytes());
        part(&one.client);
        Found::End
    }

    fn give_up(&self, mut one: WaitingClient) {
        if one.output.is_empty() && !one.input.is_empty() || one.head.is_some() {
            self.refuse(&mut one, 408);
        }
    }
}

/// Whether a body in chunks is there up to its end, or is malformed. `seen` is where the next chunk begins.
fn has_all_chunks(bytes: &[u8], seen: &mut usize) -> bool {
    loop {
        let rest = &bytes[(*seen).min(bytes.len())..];
        let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
            return rest.len() > LONGEST_LINE;
        };
        let line = str::from_utf8(&rest[..end]).unwrap_or_default();
        let digits = line.split([';', ' ', '\t', '\r']).next().unwrap_or_default();
        match usize::from_str_radix(digits, 16) {
            // Behind the last chunk come lines up to an empty one.
            Ok(0) => {
                let mut lines = rest[end + 1..].split_inclusive(|&byte| byte == b'\n');
                return lines.any(|line| matches!(line, b"\n" | b"\r\n"));
            }
            Ok(length) => *seen = seen.saturating_add(end + 1).saturating_add(length).saturating_add(2),
            Err(_) => return true,
        }
    }
}

/// The news of a connection.
enum Found {
    Nothing,
    Request(Head, Length),
    /// It ends.
    End,
}

fn ready(one: WaitingClient, head: Head, length: Length) -> Ready {
    Ready {
        client: one.client,
        head,
        length,
        input: one.input,
    }
}

/// Ends a connection so that the other side can read the reply: what it has sent meanwhile is taken, as far as it is
/// there, since the system would withdraw the reply otherwise.
pub(crate) fn part(client: &Client) {
    client.stream.finish();
    let mut chunk = [0; 16 << 10];
    for _ in 0..64 {
        match client.stream.read(&mut chunk) {
            Ok(count) if count > 0 => {}
            _ => return,
        }
    }
}

/// Returns the reply for a request that no handler sees.
fn refusal(fault: Fault) -> String {
    let reason = match fault {
        408 => "Request Timeout",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        505 => "HTTP Version Not Supported",
        _ => "Bad Request",
    };
    let body = format!("<!DOCTYPE html>\n<title>{fault} {reason}</title>\n<h1>{reason}</h1>\n");
    let length = body.len();
    format!(
        "HTTP/1.1 {fault} {reason}\r\nConnection: close\r\nContent-Type: text/html; charset=UTF-8\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_in_chunks_are_waited_for_up_to_their_end() {
        let body = b"3;x=y\r\nabc\r\n10\r\n0123456789abcdef\r\n0\r\nA: b\r\n\r\n";
        let mut seen = 0;
        for length in 0..body.len() {
            assert!(!has_all_chunks(&body[..length], &mut seen), "{length}");
        }
        assert!(has_all_chunks(body, &mut seen));
        assert!(has_all_chunks(b"zz\r\n", &mut 0) && has_all_chunks(&[b'1'; LONGEST_LINE + 1], &mut 0));
    }
}
