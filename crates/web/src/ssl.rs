//! Connections by TLS, under `texts/net/ssl.pl`.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use ferz_engine::native::args::list_arg::proper_list;
use ferz_engine::native::args::stream_arg::{atom_name, boolean, message_of, stream_arg};
use ferz_engine::native::args::text_arg::{need_text, new_atom, new_string};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::{Machine, Native, Step, Stop, det};
use rustls::pki_types::CertificateDer;
use rustls::version::{TLS12, TLS13};

use crate::address::{option_error, refused, socket_error};
use crate::link::NetLink;
use crate::socket::{connected, link_of_socket};
use crate::tls::{TlsContext, TlsFault, Wishes, certificates, inner, system_roots, told};
use crate::wait::until_done;

pub(crate) const TABLE: &[Native] = &[
    det!("$ssl_context(+role, +wishes, -context)", 3, ssl_context_3)
        .doc("Makes what the side server or client of connections by TLS needs."),
    det!("$ssl_socket(+context, +to, -socket, -verdict)", 4, ssl_socket_4).doc(
        "Makes a socket by TLS over a socket or a stream of one, To is to(Plain, Host, Closes). Verdict is that on the \
         certificates, which the program has to look at if it decides on them.",
    ),
    det!("$ssl_peer(+stream, -certificates)", 2, ssl_peer_2)
        .doc("Unifies certificates with those that the other side has shown."),
    det!("$ssl_told(+stream, -version, -cipher, -protocol)", 4, ssl_told_4)
        .doc("Tells the version of TLS, the cipher, and the protocol above it of a connection."),
    det!("$ssl_certificates(+text, -certificates)", 2, ssl_certificates_2)
        .doc("Unifies certificates with those of a text, or of the system for the atom system."),
    det!(
        "$ssl_certificate_octets(+certificate, -octets)",
        2,
        ssl_certificate_octets_2
    )
    .doc("Unifies octets with a string of the bytes of a certificate."),
    det!("$ssl_verified(+certificates, +context, -verdict)", 3, ssl_verified_3)
        .doc("Judges a chain of certificates by those that the context of a client trusts."),
];

/// How long a handshake may take.
const SHAKING: Duration = Duration::from_secs(60);
/// The bytes that are charged for a context.
const CONTEXT_BYTES: usize = 16 << 10;

/// The object that a program has.
struct Certificate(CertificateDer<'static>);

/// Raises `ssl_error(Number, 'SSL routines', '', Reason)`, which SWI-Prolog raises.
fn raise_ssl_error(m: &mut Machine, error: &rustls::Error) -> Stop {
    let (number, reason) = told(error);
    raise(m, &number, &reason, &error.to_string())
}

fn raise(m: &mut Machine, number: &str, reason: &str, message: &str) -> Stop {
    let texts = [number, "SSL routines", "", reason];
    let texts: Vec<Cell> = texts.iter().map(|text| new_atom(m, text)).collect();
    let message = new_atom(m, message);
    let (kind, context, error) = (m.intern("ssl_error"), m.intern("context"), m.intern("error"));
    let formal = m.heap.new_term(kind, &texts);
    let place = m.heap.new_var();
    let context = m.heap.new_term(context, &[place, message]);
    let ball = m.heap.new_term(error, &[formal, context]);
    m.throw(ball)
}

/// Raises the error of a connection.
fn raise_of(m: &mut Machine, error: &io::Error) -> Stop {
    match (inner(error), error.kind()) {
        (Some(error), _) => raise_ssl_error(m, error),
        (None, io::ErrorKind::ConnectionAborted) => {
            raise(m, "0A000126", "unexpected eof while reading", &message_of(error))
        }
        _ => socket_error(m, error),
    }
}

fn raise_fault(m: &mut Machine, fault: TlsFault) -> Stop {
    match fault {
        TlsFault::Tls(error) => raise_ssl_error(m, &error),
        TlsFault::Text(error) => raise(m, "0480006C", "no start line", &error.to_string()),
        TlsFault::NoRoots => raise(
            m,
            "0A000086",
            "certificate verify failed",
            "there is no certificate of anybody who is trusted",
        ),
    }
}

fn need<T: Send + Sync + 'static>(m: &mut Machine, cell: Cell, kind: &str) -> Result<Arc<T>, Stop> {
    match m.atoms.object_value::<T>(&m.heap, cell) {
        Some(found) => Ok(found),
        None if m.deref(cell).is_variable() => Err(m.instantiation_error()),
        None => {
            let (error, kind) = (m.intern("type_error"), new_atom(m, kind));
            let formal = m.heap.new_term(error, &[kind, cell]);
            Err(m.throw_error(formal))
        }
    }
}

pub(crate) fn need_context(m: &mut Machine, cell: Cell) -> Result<Arc<TlsContext>, Stop> {
    need::<TlsContext>(m, cell, "ssl_context")
}

/// Raises an error unless the engine reaches some of the network: whom the system trusts is told to no other.
fn need_network(m: &mut Machine, culprit: Cell) -> Step {
    match m.streams.access.network.is_empty() {
        true => Err(refused(m, "read", culprit)),
        false => Ok(()),
    }
}

/// Returns the arguments of a compound term.
fn arguments(m: &mut Machine, term: Cell) -> Result<Vec<Cell>, Stop> {
    match m.view(term) {
        View::Struct(functor, args) => Ok((0..functor.arity()).map(|i| m.deref(m.heap.get(args + i))).collect()),
        _ => Err(m.type_error(Type::Compound, term)),
    }
}

/// Returns the wishes `wishes(Pairs, Trusted, Revoked, Least-Most, Protocols, Asks, Decides, Strict)`.
fn need_wishes(m: &mut Machine, term: Cell) -> Result<Wishes, Stop> {
    let [pairs, trusted, revoked, versions, protocols, asks, decides, strict] = arguments(m, term)?[..] else {
        return Err(m.type_error(Type::Compound, term));
    };
    let mut wishes = Wishes {
        asks: boolean(m, asks)?,
        decides: boolean(m, decides)?,
        is_strict: boolean(m, strict)?,
        ..Wishes::default()
    };
    for pair in proper_list(m, pairs)? {
        let pair = arguments(m, pair)?;
        wishes.pairs.push((need_text(m, pair[0])?, need_text(m, pair[1])?));
    }
    for one in proper_list(m, trusted)? {
        if atom_name(m, one) == Some("system") {
            need_network(m, one)?;
            wishes.trusts_system = true;
        } else if let Some(certificate) = m.atoms.object_value::<Certificate>(&m.heap, one) {
            wishes.trusted.push(certificate.0.clone());
        } else {
            let text = need_text(m, one)?;
            match certificates(&text) {
                Ok(mut found) => wishes.trusted.append(&mut found),
                Err(error) => return Err(raise_fault(m, TlsFault::Text(error))),
            }
        }
    }
    for text in proper_list(m, revoked)? {
        let text = need_text(m, text)?;
        wishes.revoked.push(text);
    }
    for protocol in proper_list(m, protocols)? {
        let protocol = need_text(m, protocol)?;
        wishes.protocols.push(protocol.into_bytes());
    }
    // Older versions are not spoken.
    let age = |name: &str| {
        ["sslv3", "tlsv1", "tlsv1_1", "tlsv1_2", "tlsv1_3"]
            .iter()
            .position(|known| *known == name)
    };
    let mut bounds = Vec::new();
    for bound in arguments(m, versions)? {
        match atom_name(m, bound).and_then(age) {
            Some(age) => bounds.push(age),
            None => return Err(option_error(m, bound)),
        }
    }
    for (age, version) in [(3, &TLS12), (4, &TLS13)] {
        if (bounds[0]..=bounds[1]).contains(&age) {
            wishes.versions.push(version);
        }
    }
    if wishes.versions.is_empty() {
        return Err(option_error(m, versions));
    }
    Ok(wishes)
}

fn ssl_context_3(m: &mut Machine, role: Cell, wishes: Cell, context: Cell) -> Step {
    let wishes = need_wishes(m, wishes)?;
    let made = match atom_name(m, role) {
        Some("server") => wishes.server(),
        _ => wishes.client(),
    };
    match made {
        Ok(made) => {
            let object = m.new_object("ssl_context", Arc::new(made), CONTEXT_BYTES)?;
            m.unify(context, object)
        }
        Err(fault) => Err(raise_fault(m, fault)),
    }
}

/// Returns the connection of a stream.
fn need_link(m: &mut Machine, stream: Cell) -> Result<Arc<NetLink>, Stop> {
    let id = stream_arg(m, stream)?;
    let part = match m.streams.get(id).and_then(|stream| stream.pair) {
        Some((read, _)) => read,
        None => id,
    };
    match m.streams.get(part).and_then(|stream| stream.value::<NetLink>()) {
        Some(link) => Ok(link),
        None => {
            let (error, kind) = (m.intern("type_error"), m.intern("socket_stream"));
            let formal = m.heap.new_term(error, &[Cell::atom(kind), stream]);
            Err(m.throw_error(formal))
        }
    }
}

fn ssl_socket_4(m: &mut Machine, context: Cell, to: Cell, socket: Cell, verdict: Cell) -> Step {
    let context = need_context(m, context)?;
    let [plain, host, closes] = arguments(m, to)?[..] else {
        return Err(m.type_error(Type::Compound, to));
    };
    let host = match m.deref(host).is_variable() {
        true => None,
        false => Some(need_text(m, host)?),
    };
    let closes = boolean(m, closes)?;
    let below = match link_of_socket(m, plain) {
        Some(link) => link,
        None => {
            let id = stream_arg(m, plain)?;
            // Bytes from before the handshake are not protected, and would be taken for such that are.
            if m.streams.get(id).is_some_and(|stream| !stream.needs_input()) {
                let (kind, action, thing) = (m.intern("permission_error"), m.intern("negotiate"), m.intern("stream"));
                let formal = m.heap.new_term(kind, &[Cell::atom(action), Cell::atom(thing), plain]);
                return Err(m.throw_error(formal));
            }
            need_link(m, plain)?
        }
    };
    let connection = match context.begin(host.as_deref()) {
        Ok(connection) => connection,
        Err(error) => return Err(raise_ssl_error(m, &error)),
    };
    let link = below.secured(connection, context.is_strict, closes);
    let shaken = until_done(m, (&link, false), Some(SHAKING), || link.shake())?;
    if let Err(error) = shaken {
        return Err(raise_of(m, &error));
    }
    if closes {
        below.leave();
    }
    let judged = match context.decides {
        true => context.judge(&link.certificates(), host.as_deref()),
        false => "verified",
    };
    let judged = new_atom(m, judged);
    m.unify(verdict, judged)?;
    let new = connected(m, Arc::new(link))?;
    m.unify(socket, new)
}

fn certificate_list(m: &mut Machine, found: Vec<CertificateDer<'static>>) -> Result<Cell, Stop> {
    let mut terms = Vec::new();
    for certificate in found {
        let bytes = certificate.len();
        terms.push(m.new_object("ssl_certificate", Arc::new(Certificate(certificate)), bytes)?);
    }
    m.reserve(4 * terms.len())?;
    Ok(m.heap.new_list(&terms, Cell::NIL))
}

fn ssl_peer_2(m: &mut Machine, stream: Cell, list: Cell) -> Step {
    let link = match link_of_socket(m, stream) {
        Some(link) => link,
        None => need_link(m, stream)?,
    };
    let found = certificate_list(m, link.certificates())?;
    m.unify(list, found)
}

fn ssl_told_4(m: &mut Machine, stream: Cell, version: Cell, cipher: Cell, protocol: Cell) -> Step {
    let link = need_link(m, stream)?;
    let told = link.told(|connection| {
        let version = connection.protocol_version().map_or(0, u16::from);
        let suite = connection.negotiated_cipher_suite();
        let cipher = suite.map_or_else(String::new, |suite| {
            format!("{:?}", suite.suite()).replace("TLS13_", "TLS_")
        });
        let protocol = connection
            .alpn_protocol()
            .map(|name| String::from_utf8_lossy(name).into_owned());
        (version, cipher, protocol.unwrap_or_default())
    });
    let Some((number, suite, name)) = told else {
        return Err(Stop::Fail);
    };
    m.unify(version, Cell::int(number.into()))?;
    let suite = new_string(m, &suite)?;
    m.unify(cipher, suite)?;
    let name = new_atom(m, &name);
    m.unify(protocol, name)
}

fn ssl_certificates_2(m: &mut Machine, text: Cell, list: Cell) -> Step {
    let found = match atom_name(m, text) {
        Some("system") => {
            need_network(m, text)?;
            system_roots()
        }
        _ => {
            let text = need_text(m, text)?;
            match certificates(&text) {
                Ok(found) => found,
                Err(error) => return Err(raise_fault(m, TlsFault::Text(error))),
            }
        }
    };
    let found = certificate_list(m, found)?;
    m.unify(list, found)
}

fn ssl_certificate_octets_2(m: &mut Machine, certificate: Cell, octets: Cell) -> Step {
    let certificate = need::<Certificate>(m, certificate, "ssl_certificate")?;
    let text: String = certificate.0.iter().copied().map(char::from).collect();
    let text = new_string(m, &text)?;
    m.unify(octets, text)
}

fn ssl_verified_3(m: &mut Machine, list: Cell, context: Cell, verdict: Cell) -> Step {
    let context = need_context(m, context)?;
    let mut chain = Vec::new();
    for certificate in proper_list(m, list)? {
        chain.push(need::<Certificate>(m, certificate, "ssl_certificate")?.0.clone());
    }
    let judged = new_atom(m, context.vouches(&chain).err().unwrap_or("verified"));
    m.unify(verdict, judged)
}
