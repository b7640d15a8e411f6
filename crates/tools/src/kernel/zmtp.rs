//! Sockets of ZeroMQ for a server: the protocol ZMTP 3.0 over TCP, without encryption. A kernel of Jupyter needs three kinds
//! of them; the crate `zeromq` would bring forty others, an asynchronous runtime among them.
//!
//! Each peer has a thread that reads its messages. Who sends writes to the peer at once.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// A message: its frames.
pub(super) type Frames = Vec<Vec<u8>>;

/// The largest frame, and the most bytes of a message.
const MOST_BYTES: u64 = 256 << 20;
/// A peer that has not read for so long has gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often an address that is in use is tried again, and after how long.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);
/// The length of a greeting.
const GREETING: usize = 64;

/// More frames of the message follow.
const MORE: u8 = 1;
/// The length has eight bytes.
const LONG: u8 = 2;
/// The frame is a command of the protocol.
const COMMAND: u8 = 4;

/// The kinds of sockets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SocketKind {
    /// Gets messages from named peers, and answers them by name.
    Router,
    /// Sends messages to all peers that have subscribed to their beginnings.
    Publisher,
    /// Answers each message.
    Replier,
}

impl SocketKind {
    fn name(self) -> &'static [u8] {
        match self {
            SocketKind::Router => b"ROUTER",
            SocketKind::Publisher => b"PUB",
            SocketKind::Replier => b"REP",
        }
    }

    /// Whether a peer of this kind can be talked to.
    fn suits(self, peer: &[u8]) -> bool {
        match self {
            SocketKind::Router => matches!(peer, b"DEALER" | b"REQ" | b"ROUTER"),
            SocketKind::Publisher => matches!(peer, b"SUB" | b"XSUB"),
            SocketKind::Replier => matches!(peer, b"REQ" | b"DEALER"),
        }
    }
}

/// A socket that is bound to an address.
#[derive(Clone)]
pub(super) struct KernelSocket {
    kind: SocketKind,
    peers: Arc<Mutex<Vec<Peer>>>,
}

/// A client that is connected.
struct Peer {
    /// Its number among the peers of the socket.
    number: u64,
    /// Its name, by which a router sends to it.
    name: Vec<u8>,
    stream: TcpStream,
    /// The beginnings of messages that it wants.
    subscriptions: Frames,
}

impl KernelSocket {
    /// Binds an address, and gives the messages that come to `receive`: the name of the peer, and the frames.
    ///
    /// # Errors
    /// If the address cannot be bound.
    pub(super) fn bind(
        kind: SocketKind,
        address: (&str, u16),
        receive: impl Fn(&KernelSocket, &[u8], Frames) + Clone + Send + 'static,
    ) -> io::Result<KernelSocket> {
        let mut listener = TcpListener::bind(address);
        for _ in 0..TRIES {
            // A client that waits for a kernel to come back may hold the port for a moment.
            if !listener
                .as_ref()
                .is_err_and(|error| error.kind() == io::ErrorKind::AddrInUse)
            {
                break;
            }
            thread::sleep(PAUSE);
            listener = TcpListener::bind(address);
        }
        let listener = listener?;
        let socket = KernelSocket {
            kind,
            peers: Arc::default(),
        };
        let own = socket.clone();
        let accept = move || {
            for (number, stream) in (1..).zip(listener.incoming()) {
                let (own, receive) = (own.clone(), receive.clone());
                let serve = move || stream.and_then(|stream| own.serve(number, stream, receive));
                // One that cannot be served is refused.
                let _started = thread::Builder::new().name("peer".to_owned()).spawn(serve);
            }
        };
        thread::Builder::new().name("accept".to_owned()).spawn(accept)?;
        Ok(socket)
    }

    fn peers(&self) -> MutexGuard<'_, Vec<Peer>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Talks with a peer until it goes.
    fn serve(
        &self,
        number: u64,
        mut stream: TcpStream,
        receive: impl Fn(&KernelSocket, &[u8], Frames),
    ) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        greet(&mut stream)?;
        write_frame(
            &mut stream,
            COMMAND,
            &ready(&[(b"Socket-Type", self.kind.name()), (b"Identity", b"")]),
        )?;
        let name = self.name_of(number, &mut stream)?;
        stream.set_read_timeout(None)?;
        let peer = Peer {
            number,
            name: name.clone(),
            stream: stream.try_clone()?,
            subscriptions: Vec::new(),
        };
        self.peers().push(peer);
        let ended = self.listen(number, &name, &mut stream, receive);
        self.peers().retain(|peer| peer.number != number);
        ended
    }

    /// Reads what a peer says of itself, and returns its name.
    fn name_of(&self, number: u64, stream: &mut TcpStream) -> io::Result<Vec<u8>> {
        let (flags, body) = read_frame(stream)?;
        let properties = body.strip_prefix(b"\x05READY").filter(|_| flags & COMMAND != 0);
        let properties = properties_of(properties.ok_or_else(|| wrong("the peer is not ready"))?)?;
        let of = |wanted: &[u8]| {
            let found = properties.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            found.map_or(&[][..], |(_, value)| value)
        };
        if !self.kind.suits(of(b"Socket-Type")) {
            return Err(wrong("the peer is a socket of another kind"));
        }
        Ok(match of(b"Identity") {
            // Other names do not begin with a zero.
            b"" => [&[0][..], &number.to_be_bytes()].concat(),
            name => name.to_vec(),
        })
    }

    /// Takes the messages of a peer.
    fn listen(
        &self,
        number: u64,
        name: &[u8],
        stream: &mut TcpStream,
        receive: impl Fn(&KernelSocket, &[u8], Frames),
    ) -> io::Result<()> {
        let mut message: Frames = Vec::new();
        loop {
            let (flags, body) = read_frame(stream)?;
            if flags & COMMAND != 0 {
                self.command(number, &body);
                continue;
            }
            message.push(body);
            if message.iter().map(|frame| frame.len() as u64).sum::<u64>() > MOST_BYTES {
                return Err(wrong("the message is too long"));
            }
            if flags & MORE != 0 {
                continue;
            }
            match (self.kind, &message[..]) {
                (SocketKind::Publisher, [one]) => match one.split_first() {
                    Some((1, topic)) => self.subscribe(number, topic, true),
                    Some((0, topic)) => self.subscribe(number, topic, false),
                    _ => {}
                },
                (SocketKind::Publisher, _) => {}
                _ => receive(self, name, std::mem::take(&mut message)),
            }
            message.clear();
        }
    }

    fn command(&self, number: u64, body: &[u8]) {
        if let Some(topic) = body.strip_prefix(b"\x09SUBSCRIBE") {
            self.subscribe(number, topic, true);
        } else if let Some(topic) = body.strip_prefix(b"\x06CANCEL") {
            self.subscribe(number, topic, false);
        } else if let Some(rest) = body.strip_prefix(b"\x04PING") {
            // Behind the time to live, what the answer repeats.
            let pong = [b"\x04PONG", rest.get(2..).unwrap_or_default()].concat();
            let mut peers = self.peers();
            if let Some(peer) = peers.iter_mut().find(|peer| peer.number == number) {
                let _gone = write_frame(&mut peer.stream, COMMAND, &pong);
            }
        }
    }

    fn subscribe(&self, number: u64, topic: &[u8], is_wanted: bool) {
        let mut peers = self.peers();
        let Some(peer) = peers.iter_mut().find(|peer| peer.number == number) else {
            return;
        };
        match is_wanted {
            true => peer.subscriptions.push(topic.to_vec()),
            false => {
                let known = peer.subscriptions.iter().position(|known| known == topic);
                known.map(|at| peer.subscriptions.swap_remove(at));
            }
        }
    }

    /// Sends a message to the peers of a name; whether there is one.
    pub(super) fn send(&self, name: &[u8], message: &[Vec<u8>]) -> bool {
        self.send_where(message, |peer| peer.name == name)
    }

    /// Sends a message to all peers that want it.
    pub(super) fn publish(&self, message: &[Vec<u8>]) {
        let topic = message.first().map_or(&[][..], Vec::as_slice);
        self.send_where(message, |peer| {
            peer.subscriptions.iter().any(|wanted| topic.starts_with(wanted))
        });
    }

    fn send_where(&self, message: &[Vec<u8>], is_wanted: impl Fn(&Peer) -> bool) -> bool {
        let mut bytes = Vec::new();
        for (at, frame) in message.iter().enumerate() {
            let flags = if at + 1 < message.len() { MORE } else { 0 };
            // A vector takes all.
            let _written = write_frame(&mut bytes, flags, frame);
        }
        let mut is_sent = false;
        for peer in self.peers().iter_mut().filter(|peer| is_wanted(peer)) {
            is_sent = true;
            if peer.stream.write_all(&bytes).is_err() {
                // The thread that reads it finds it closed.
                let _closed = peer.stream.shutdown(std::net::Shutdown::Both);
            }
        }
        is_sent
    }
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Exchanges greetings: a signature, the version, the mechanism of security, which is none.
fn greet(stream: &mut TcpStream) -> io::Result<()> {
    let mut own = [0; GREETING];
    own[0] = 0xff;
    own[9] = 0x7f;
    own[10] = 3;
    own[12..16].copy_from_slice(b"NULL");
    stream.write_all(&own)?;
    let mut theirs = [0; GREETING];
    stream.read_exact(&mut theirs)?;
    let is_known = theirs[0] == 0xff && theirs[9] & 1 == 1 && theirs[10] >= 3;
    match is_known && theirs[12..32] == own[12..32] {
        true => Ok(()),
        false => Err(wrong("the peer does not speak ZMTP 3.0 without security")),
    }
}

/// Returns the command that ends the greetings.
fn ready(properties: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut body = b"\x05READY".to_vec();
    for (name, value) in properties {
        body.push(name.len() as u8);
        body.extend_from_slice(name);
        body.extend_from_slice(&(value.len() as u32).to_be_bytes());
        body.extend_from_slice(value);
    }
    body
}

/// Reads names with their values.
fn properties_of(mut body: &[u8]) -> io::Result<Vec<(&[u8], &[u8])>> {
    let short = || wrong("the properties of the peer are cut short");
    let mut properties = Vec::new();
    while let Some((&length, rest)) = body.split_first() {
        let (name, rest) = rest.split_at_checked(usize::from(length)).ok_or_else(short)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(short)?;
        let length = u32::from_be_bytes(*length) as usize;
        let (value, rest) = rest.split_at_checked(length).ok_or_else(short)?;
        properties.push((name, value));
        body = rest;
    }
    Ok(properties)
}

fn read_frame(stream: &mut impl Read) -> io::Result<(u8, Vec<u8>)> {
    let mut head = [0; 2];
    stream.read_exact(&mut head)?;
    let flags = head[0];
    let length = match flags & LONG {
        0 => u64::from(head[1]),
        _ => {
            let mut bytes = [0; 8];
            bytes[0] = head[1];
            stream.read_exact(&mut bytes[1..])?;
            u64::from_be_bytes(bytes)
        }
    };
    if length > MOST_BYTES {
        return Err(wrong("the frame is too long"));
    }
    // Only what comes is kept: a length alone takes no memory.
    let mut body = Vec::new();
    stream.take(length).read_to_end(&mut body)?;
    match body.len() as u64 == length {
        true => Ok((flags, body)),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn write_frame(out: &mut impl Write, flags: u8, body: &[u8]) -> io::Result<()> {
    let mut frame = Vec::with_capacity(body.len() + 9);
    match u8::try_from(body.len()) {
        Ok(length) => frame.extend([flags, length]),
        Err(_) => {
            frame.push(flags | LONG);
            frame.extend_from_slice(&(body.len() as u64).to_be_bytes());
        }
    }
    frame.extend_from_slice(body);
    out.write_all(&frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_were_written() {
        for length in [0, 1, 255, 256, 70_000] {
            let body = vec![7; length];
            let mut bytes = Vec::new();
            write_frame(&mut bytes, MORE, &body).expect("a vector takes all");
            let (flags, read) = read_frame(&mut &bytes[..]).expect("it is whole");
            assert_eq!((flags & MORE, flags & LONG != 0, read), (MORE, length > 255, body));
            assert!(read_frame(&mut &bytes[..bytes.len() - 1]).is_err());
        }
        let far = [LONG, 0xff, 0, 0, 0, 0, 0, 0, 0];
        assert!(read_frame(&mut &far[..]).is_err());
    }

    #[test]
    fn properties_that_are_cut_short_are_errors() {
        let body = ready(&[(b"Socket-Type", b"DEALER"), (b"Identity", b"me")]);
        let whole = &body[6..];
        let wanted: Vec<(&[u8], &[u8])> = vec![(b"Socket-Type", b"DEALER"), (b"Identity", b"me")];
        assert_eq!(properties_of(whole).expect("it is whole"), wanted);
        for end in 1..whole.len() {
            // A part may end between two properties.
            assert!(properties_of(&whole[..end]).is_err() || end == 22, "{end}");
        }
    }
}
