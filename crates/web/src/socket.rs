//! Sockets, under `texts/net/socket.pl`.

use std::any::Any;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ferz_engine::native::args::stream_arg::{boolean, charge_stream, stream_term};
use ferz_engine::native::args::text_arg::{need_text, new_string};
use ferz_engine::native::errors::Type;
use ferz_engine::native::streams::{Device, Encoding, Stream, StreamId, StreamMode};
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::work::Watch;
use ferz_engine::native::{Machine, Native, Step, Stop, det};

use crate::address::{
    Place, host_name, ip_term, option_error, place, raise_socket_error, refused, resolve, socket_error, unknown_name,
};
use crate::link::NetLink;
use crate::wait::{WaitTime, in_background, poll, until_done};

pub(crate) const TABLE: &[Native] = &[
    det!("$socket(+kind, -socket)", 2, socket_2).doc("Makes a socket of the kind tcp or udp."),
    det!("$socket_connect(+socket, +address)", 2, socket_connect_2).doc("Connects a socket to Host:Port."),
    det!("$socket_bind(+socket, ?address)", 2, socket_bind_2)
        .doc("Binds a socket to a port, or to Host:Port; an unbound port is unified with a free one."),
    det!("$socket_listen(+socket)", 1, socket_listen_1).doc("Raises an error unless others may connect to the socket."),
    det!("$socket_accept(+socket, -client, -peer)", 3, socket_accept_3).doc("Waits for a connection to a socket."),
    det!("$socket_streams(+socket, -input, -output)", 3, socket_streams_3).doc("Makes the streams of a connection."),
    det!("$socket_close(+socket)", 1, socket_close_1).doc("Closes a socket; streams of it stay open."),
    det!("$socket_option(+socket, +name, +value)", 3, socket_option_3).doc("Sets an option of a socket."),
    det!("$host_addresses(+host, -addresses)", 2, host_addresses_2)
        .doc("Unifies addresses with those of a name, as terms ip(...)."),
    det!("$udp_send(+socket, +data, +address, +encoding)", 4, udp_send_4).doc("Sends a packet."),
    det!(
        "$udp_receive(+socket, +size, +encoding, -data, -from)",
        5,
        udp_receive_5
    )
    .doc("Waits for a packet."),
];

/// The bytes that are charged for a socket.
const SOCKET_BYTES: usize = 512;
/// How long a connection may take to come about.
const CONNECTING: Duration = Duration::from_secs(60);

/// The state of a socket.
enum SocketState {
    New,
    NewUdp,
    Listening(Arc<TcpListener>),
    Connected(Arc<NetLink>),
    Udp(Arc<UdpSocket>),
    Closed,
}

/// The object that a program has.
struct Socket(Mutex<SocketState>);

impl Socket {
    fn state(&self) -> MutexGuard<'_, SocketState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the object of a socket.
fn new_socket(m: &mut Machine, state: SocketState) -> Result<Cell, Stop> {
    m.new_object("socket", Arc::new(Socket(Mutex::new(state))), SOCKET_BYTES)
}

/// Makes the object of a connection.
pub(crate) fn connected(m: &mut Machine, stream: Arc<NetLink>) -> Result<Cell, Stop> {
    new_socket(m, SocketState::Connected(stream))
}

/// Returns the socket that an argument is.
fn need_socket(m: &mut Machine, cell: Cell) -> Result<Arc<Socket>, Stop> {
    match m.atoms.object_value::<Socket>(&m.heap, cell) {
        Some(socket) if matches!(*socket.state(), SocketState::Closed) => Err(closed(m, cell)),
        Some(socket) => Ok(socket),
        None if m.deref(cell).is_variable() => Err(m.instantiation_error()),
        None => {
            let (kind, thing) = (m.intern("type_error"), m.intern("socket"));
            let formal = m.heap.new_term(kind, &[Cell::atom(thing), cell]);
            Err(m.throw_error(formal))
        }
    }
}

/// Raises the error for a socket that was closed.
fn closed(m: &mut Machine, socket: Cell) -> Stop {
    let (kind, thing) = (m.intern("existence_error"), m.intern("socket"));
    let formal = m.heap.new_term(kind, &[Cell::atom(thing), socket]);
    m.throw_error(formal)
}

/// Raises the error of the system for a socket that is not in the state for this.
fn invalid(m: &mut Machine) -> Stop {
    raise_socket_error(m, "einval", "Invalid argument")
}

/// Returns the listening socket that an argument is.
pub(crate) fn need_listener(m: &mut Machine, cell: Cell) -> Result<Arc<TcpListener>, Stop> {
    let socket = need_socket(m, cell)?;
    let found = match &*socket.state() {
        SocketState::Listening(listener) => Some(Arc::clone(listener)),
        _ => None,
    };
    found.ok_or_else(|| invalid(m))
}

/// Returns the connection of a socket, if the argument is one that is connected.
pub(crate) fn link_of_socket(m: &Machine, cell: Cell) -> Option<Arc<NetLink>> {
    let socket = m.atoms.object_value::<Socket>(&m.heap, cell)?;
    match &*socket.state() {
        SocketState::Connected(link) => Some(Arc::clone(link)),
        _ => None,
    }
}

/// Returns the connection that an argument is.
pub(crate) fn need_stream(m: &mut Machine, cell: Cell) -> Result<Arc<NetLink>, Stop> {
    let socket = need_socket(m, cell)?;
    let found = match &*socket.state() {
        SocketState::Connected(stream) => Some(Arc::clone(stream)),
        _ => None,
    };
    found.ok_or_else(|| raise_socket_error(m, "enotconn", "Transport endpoint is not connected"))
}

fn socket_2(m: &mut Machine, kind: Cell, socket: Cell) -> Step {
    if m.streams.access.network.is_empty() {
        return Err(refused(m, "create", kind));
    }
    let state = match need_text(m, kind)?.as_str() {
        "udp" => SocketState::NewUdp,
        _ => SocketState::New,
    };
    let new = new_socket(m, state)?;
    m.unify(socket, new)
}

/// Returns those of the addresses that the engine may connect to.
fn may_connect(m: &mut Machine, place: &Place, culprit: Cell) -> Result<Vec<SocketAddr>, Stop> {
    let Ok(found) = resolve(m, place)? else {
        return Err(unknown_name(m));
    };
    let network = &m.streams.access.network;
    let is_granted = |address: &SocketAddr| network.may_connect(&place.host, *address);
    let granted: Vec<SocketAddr> = found.into_iter().filter(is_granted).collect();
    if granted.is_empty() {
        return Err(refused(m, "connect", culprit));
    }
    Ok(granted)
}

fn socket_connect_2(m: &mut Machine, socket: Cell, address: Cell) -> Step {
    let found = need_socket(m, socket)?;
    let (place, unbound) = place(m, address)?;
    if unbound.is_some() {
        return Err(m.instantiation_error());
    }
    let addresses = may_connect(m, &place, address)?;
    if !matches!(*found.state(), SocketState::New) {
        return Err(raise_socket_error(
            m,
            "eisconn",
            "Transport endpoint is already connected",
        ));
    }
    let connect = move || {
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for address in addresses {
            match TcpStream::connect_timeout(&address, CONNECTING) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    };
    let connected = in_background(m, connect)?.and_then(|stream| stream.set_nonblocking(true).map(|()| stream));
    match connected {
        Ok(stream) => {
            *found.state() = SocketState::Connected(Arc::new(NetLink::plain(stream)));
            Ok(())
        }
        Err(error) => Err(socket_error(m, &error)),
    }
}

fn socket_bind_2(m: &mut Machine, socket: Cell, address: Cell) -> Step {
    let found = need_socket(m, socket)?;
    let (place, port) = place(m, address)?;
    let Ok(addresses) = resolve(m, &place)? else {
        return Err(unknown_name(m));
    };
    let network = &m.streams.access.network;
    let Some(&at) = addresses.iter().find(|at| network.may_listen(&place.host, **at)) else {
        return Err(refused(m, "listen", address));
    };
    let is_udp = matches!(*found.state(), SocketState::NewUdp);
    let bound = if is_udp {
        let bound = UdpSocket::bind(at).and_then(|udp| udp.set_nonblocking(true).map(|()| udp));
        bound.and_then(|udp| Ok((udp.local_addr()?.port(), SocketState::Udp(Arc::new(udp)))))
    } else {
        let bound = TcpListener::bind(at).and_then(|tcp| tcp.set_nonblocking(true).map(|()| tcp));
        bound.and_then(|tcp| Ok((tcp.local_addr()?.port(), SocketState::Listening(Arc::new(tcp)))))
    };
    match bound {
        Ok((number, state)) => {
            *found.state() = state;
            port.map_or(Ok(()), |port| m.unify(port, Cell::int(number.into())))
        }
        Err(error) => Err(socket_error(m, &error)),
    }
}

fn socket_listen_1(m: &mut Machine, socket: Cell) -> Step {
    need_listener(m, socket).map(|_| ())
}

fn socket_accept_3(m: &mut Machine, socket: Cell, client: Cell, peer: Cell) -> Step {
    let listener = need_listener(m, socket)?;
    // Another thread may close the socket meanwhile.
    let holder = need_socket(m, socket)?;
    let attempt = || match *holder.state() {
        SocketState::Closed => Err(io::ErrorKind::NotConnected.into()),
        _ => listener.accept(),
    };
    let accepted = until_done(m, (&*listener, false), None, attempt)?;
    let accepted = accepted.and_then(|(stream, from)| stream.set_nonblocking(true).map(|()| (stream, from)));
    match accepted {
        Ok((stream, from)) => {
            let new = connected(m, Arc::new(NetLink::plain(stream)))?;
            m.unify(client, new)?;
            let from = ip_term(m, from.ip());
            m.unify(peer, from)
        }
        Err(error) if error.kind() == io::ErrorKind::NotConnected => Err(closed(m, socket)),
        Err(error) => Err(socket_error(m, &error)),
    }
}

/// Adds a stream of a connection to those of the engine.
pub(crate) fn add_stream(m: &mut Machine, device: Box<dyn Device>, mode: StreamMode) -> Result<StreamId, Stop> {
    charge_stream(m, device.bytes())?;
    let mut stream = Stream::new(device, mode);
    stream.encoding = Encoding::Octet;
    Ok(m.streams.add(stream))
}

fn socket_streams_3(m: &mut Machine, socket: Cell, input: Cell, output: Cell) -> Step {
    let stream = need_stream(m, socket)?;
    for (cell, mode) in [(input, StreamMode::Read), (output, StreamMode::Append)] {
        let id = add_stream(m, Box::new(Connection::new(&stream)), mode)?;
        let term = stream_term(m, id);
        m.unify(cell, term)?;
    }
    Ok(())
}

fn socket_close_1(m: &mut Machine, socket: Cell) -> Step {
    let found = need_socket(m, socket)?;
    *found.state() = SocketState::Closed;
    Ok(())
}

fn socket_option_3(m: &mut Machine, socket: Cell, name: Cell, value: Cell) -> Step {
    let found = need_socket(m, socket)?;
    let option = need_text(m, name)?;
    let value = boolean(m, value)?;
    let done = match (option.as_str(), &*found.state()) {
        ("nodelay", SocketState::Connected(link)) => link.socket().set_nodelay(value),
        ("broadcast", SocketState::Udp(udp)) => udp.set_broadcast(value),
        // All sockets are made with the first, and none waits in the system.
        ("reuseaddr" | "nodelay" | "nonblock" | "dispatch" | "broadcast", _) => Ok(()),
        _ => return Err(option_error(m, name)),
    };
    done.map_err(|error| socket_error(m, &error))
}

fn host_addresses_2(m: &mut Machine, host: Cell, addresses: Cell) -> Step {
    let host = host_name(m, host)?;
    let Ok(found) = resolve(m, &Place { host, port: 0 })? else {
        return Err(unknown_name(m));
    };
    m.reserve(16 * found.len())?;
    let terms: Vec<Cell> = found.iter().map(|at| ip_term(m, at.ip())).collect();
    let list = m.heap.new_list(&terms, Cell::NIL);
    m.unify(addresses, list)
}

/// Returns the socket for packets that an argument is; one that is not bound gets a port of its own.
fn need_udp(m: &mut Machine, cell: Cell) -> Result<Arc<UdpSocket>, Stop> {
    let socket = need_socket(m, cell)?;
    let mut state = socket.state();
    if matches!(*state, SocketState::NewUdp) {
        let bound = UdpSocket::bind("0.0.0.0:0").and_then(|udp| udp.set_nonblocking(true).map(|()| udp));
        match bound {
            Ok(udp) => *state = SocketState::Udp(Arc::new(udp)),
            Err(error) => return Err(socket_error(m, &error)),
        }
    }
    match &*state {
        SocketState::Udp(udp) => Ok(Arc::clone(udp)),
        _ => Err(invalid(m)),
    }
}

/// Returns the bytes of a text in an encoding, one of `octet`, `iso_latin_1`, `utf8`.
fn encoded(m: &mut Machine, text: &str, encoding: Cell) -> Result<Vec<u8>, Stop> {
    match need_text(m, encoding)?.as_str() {
        "utf8" => Ok(text.as_bytes().to_vec()),
        _ => {
            let bytes: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
            bytes.map_err(|_| m.type_error(Type::Byte, encoding))
        }
    }
}

fn udp_send_4(m: &mut Machine, socket: Cell, data: Cell, address: Cell, encoding: Cell) -> Step {
    let udp = need_udp(m, socket)?;
    let text = need_text(m, data)?;
    let bytes = encoded(m, &text, encoding)?;
    let (place, _) = place(m, address)?;
    let addresses = may_connect(m, &place, address)?;
    let sent = until_done(m, (&*udp, true), None, || udp.send_to(&bytes, addresses[0]))?;
    sent.map(|_| ()).map_err(|error| socket_error(m, &error))
}

fn udp_receive_5(m: &mut Machine, socket: Cell, size: Cell, encoding: Cell, data: Cell, from: Cell) -> Step {
    let udp = need_udp(m, socket)?;
    let size = match m.view(size) {
        View::Int(size) => usize::try_from(size).unwrap_or(0).min(1 << 16),
        _ => return Err(m.type_or_instantiation_error(Type::Integer, size)),
    };
    let is_utf8 = need_text(m, encoding)? == "utf8";
    let mut packet = vec![0; size];
    let received = until_done(m, (&*udp, false), None, || udp.recv_from(&mut packet))?;
    let (length, sender) = received.map_err(|error| socket_error(m, &error))?;
    let text: String = match is_utf8 {
        true => String::from_utf8_lossy(&packet[..length]).into_owned(),
        false => packet[..length].iter().copied().map(char::from).collect(),
    };
    let text = new_string(m, &text)?;
    m.unify(data, text)?;
    m.reserve(16)?;
    let ip = ip_term(m, sender.ip());
    let colon = m.intern(":");
    let place = m.heap.new_term(colon, &[ip, Cell::int(sender.port().into())]);
    m.unify(from, place)
}

/// One direction of a connection, as a stream has it.
pub(crate) struct Connection {
    link: Arc<NetLink>,
    watch: Option<Arc<Watch>>,
    timeout: Option<Duration>,
}

impl Connection {
    pub(crate) fn new(link: &Arc<NetLink>) -> Connection {
        Connection {
            link: Arc::clone(link),
            watch: None,
            timeout: None,
        }
    }

    pub(crate) fn link(&self) -> &Arc<NetLink> {
        &self.link
    }

    /// Waits for a slice.
    fn wait(&self, writes: bool, patience: WaitTime) -> io::Result<()> {
        if self.watch.as_ref().is_some_and(|watch| watch.gives_up()) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let Some(slice) = patience.slice() else {
            return Err(io::ErrorKind::TimedOut.into());
        };
        poll(&[(&*self.link, writes)], slice);
        Ok(())
    }
}

impl Device for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let patience = WaitTime::new(self.timeout);
        loop {
            match self.link.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(false, patience)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => return done,
            }
        }
    }
    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        let mut patience = WaitTime::new(self.timeout);
        while !bytes.is_empty() {
            match self.link.write(bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => {
                    bytes = &bytes[count..];
                    patience = WaitTime::new(self.timeout);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(true, patience)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
    fn finish(&mut self) -> io::Result<()> {
        self.link.finish();
        Ok(())
    }
    fn is_ready(&self) -> bool {
        self.link.has_more() || poll(&[(&*self.link, false)], Duration::ZERO)[0]
    }
    fn bytes(&self) -> usize {
        self.link.bytes()
    }
    fn value(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        Some(Arc::clone(&self.link) as Arc<dyn Any + Send + Sync>)
    }
    fn set_watch(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
    }
    fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }
}
