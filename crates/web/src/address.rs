//! Addresses as terms: `Host:Port`, `ip(A, B, C, D)`, and the addresses of names.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs as _};

use ferz_engine::native::args::list_arg::count;
use ferz_engine::native::args::text_arg::{need_text, new_atom};
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::{Machine, Stop};

use crate::wait::in_background;

/// A host as a program names it, and a port.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// Returns the arguments of a compound term of this name.
fn arguments(m: &Machine, term: Cell, name: &str) -> Option<Vec<Cell>> {
    match m.view(term) {
        View::Struct(functor, args) if m.atoms.text(functor.name()) == name => {
            Some((0..functor.arity()).map(|i| m.deref(m.heap.get(args + i))).collect())
        }
        _ => None,
    }
}

/// Returns the address that a term `ip(...)` is.
pub(crate) fn ip_of(m: &mut Machine, term: Cell) -> Result<Option<IpAddr>, Stop> {
    let Some(args) = arguments(m, term, "ip") else {
        return Ok(None);
    };
    let mut numbers = Vec::new();
    for &arg in &args {
        if let View::Atom(atom) = m.view(arg)
            && args.len() == 1
        {
            match m.atoms.text(atom) {
                "any" => return Ok(Some(Ipv4Addr::UNSPECIFIED.into())),
                "loopback" => return Ok(Some(Ipv4Addr::LOCALHOST.into())),
                "broadcast" => return Ok(Some(Ipv4Addr::BROADCAST.into())),
                _ => {}
            }
        }
        numbers.push(count(m, arg)?);
    }
    let bytes: Vec<u8> = numbers.iter().filter_map(|&n| u8::try_from(n).ok()).collect();
    let words: Vec<u16> = numbers.iter().filter_map(|&n| u16::try_from(n).ok()).collect();
    match (<[u8; 4]>::try_from(bytes), <[u16; 8]>::try_from(words)) {
        (Ok(bytes), _) if numbers.len() == 4 => Ok(Some(Ipv4Addr::from(bytes).into())),
        (_, Ok(words)) => Ok(Some(Ipv6Addr::from(words).into())),
        _ => Err(domain(m, term)),
    }
}

fn domain(m: &mut Machine, term: Cell) -> Stop {
    let (kind, name) = (m.intern("domain_error"), new_atom(m, "address"));
    let formal = m.heap.new_term(kind, &[name, term]);
    m.throw_error(formal)
}

/// Returns the term for an address.
pub(crate) fn ip_term(m: &mut Machine, address: IpAddr) -> Cell {
    let numbers: Vec<Cell> = match address.to_canonical() {
        IpAddr::V4(address) => address.octets().map(|n| Cell::int(n.into())).to_vec(),
        IpAddr::V6(address) => address.segments().map(|n| Cell::int(n.into())).to_vec(),
    };
    let name = m.intern("ip");
    m.heap.new_term(name, &numbers)
}

/// Returns the host and the port of a term: `Host:Port`, or a port, which stands for all addresses of this machine. An
/// unbound port is 0, and returned.
pub(crate) fn place(m: &mut Machine, term: Cell) -> Result<(Place, Option<Cell>), Stop> {
    let (host, port) = match arguments(m, term, ":").as_deref() {
        Some(&[host, port]) => (host_name(m, host)?, port),
        _ => (Ipv4Addr::UNSPECIFIED.to_string(), m.deref(term)),
    };
    if port.is_variable() {
        return Ok((Place { host, port: 0 }, Some(port)));
    }
    match u16::try_from(count(m, port)?) {
        Ok(port) => Ok((Place { host, port }, None)),
        Err(_) => Err(domain(m, term)),
    }
}

/// Returns the text of a host: a name, or `ip(...)`.
pub(crate) fn host_name(m: &mut Machine, host: Cell) -> Result<String, Stop> {
    match ip_of(m, host)? {
        Some(address) => Ok(address.to_string()),
        None => need_text(m, host),
    }
}

/// Returns the addresses of a name, which may be the text of one.
pub(crate) fn resolve(m: &mut Machine, place: &Place) -> Result<io::Result<Vec<SocketAddr>>, Stop> {
    if let Ok(address) = place.host.parse::<IpAddr>() {
        return Ok(Ok(vec![SocketAddr::new(address, place.port)]));
    }
    if !m.streams.access.network.may_ask(&place.host) {
        let host = new_atom(m, &place.host);
        return Err(refused(m, "resolve", host));
    }
    let Place { host, port } = place.clone();
    let found = in_background(m, move || (host.as_str(), port).to_socket_addrs().map(Vec::from_iter))?;
    Ok(found.map(|mut found| {
        found.sort_by_key(SocketAddr::is_ipv6);
        found
    }))
}

/// Returns `permission_error(action, network, culprit)`.
pub(crate) fn refused(m: &mut Machine, action: &str, culprit: Cell) -> Stop {
    let (action, thing) = (new_atom(m, action), new_atom(m, "network"));
    let kind = m.intern("permission_error");
    let formal = m.heap.new_term(kind, &[action, thing, culprit]);
    m.throw_error(formal)
}

/// Returns the error of the system as SWI-Prolog tells it: `socket_error(Code, Message)`.
pub(crate) fn socket_error(m: &mut Machine, error: &io::Error) -> Stop {
    let code = match error.kind() {
        io::ErrorKind::ConnectionRefused => "econnrefused",
        io::ErrorKind::ConnectionReset => "econnreset",
        io::ErrorKind::ConnectionAborted => "econnaborted",
        io::ErrorKind::NotConnected => "enotconn",
        io::ErrorKind::AddrInUse => "eaddrinuse",
        io::ErrorKind::AddrNotAvailable => "eaddrnotavail",
        io::ErrorKind::NetworkUnreachable => "enetunreach",
        io::ErrorKind::HostUnreachable => "ehostunreach",
        io::ErrorKind::TimedOut => "etimedout",
        io::ErrorKind::BrokenPipe => "epipe",
        io::ErrorKind::PermissionDenied => "eacces",
        io::ErrorKind::InvalidInput => "einval",
        io::ErrorKind::Unsupported => "enotsup",
        _ => "eio",
    };
    let text = ferz_engine::native::args::stream_arg::message_of(error);
    raise_socket_error(m, code, &text)
}

/// Raises `socket_error(Code, Message)`.
pub(crate) fn raise_socket_error(m: &mut Machine, code: &str, text: &str) -> Stop {
    let (code, text) = (new_atom(m, code), new_atom(m, text));
    let kind = m.intern("socket_error");
    let formal = m.heap.new_term(kind, &[code, text]);
    m.throw_error(formal)
}

/// Raises the error for a name that no system knows.
pub(crate) fn unknown_name(m: &mut Machine) -> Stop {
    raise_socket_error(m, "eai_noname", "Name or service not known")
}

/// Returns `domain_error(socket_option, culprit)`.
pub(crate) fn option_error(m: &mut Machine, culprit: Cell) -> Stop {
    let (kind, name) = (m.intern("domain_error"), new_atom(m, "socket_option"));
    let formal = m.heap.new_term(kind, &[name, culprit]);
    m.throw_error(formal)
}
