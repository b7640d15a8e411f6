//! Websockets (RFC 6455), under `texts/web/websocket.pl`: frames over a connection. A websocket is an object that threads
//! share, so that some may send while one receives.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use ferz_engine::native::args::list_arg::count;
use ferz_engine::native::args::stream_arg::{atom_name, boolean, stream_arg};
use ferz_engine::native::args::text_arg::{need_text, new_atom, new_string};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::Cell;
use ferz_engine::native::work::Limit;
use ferz_engine::native::{Machine, Native, Step, Stop, det};

use crate::address::{raise_socket_error, socket_error};
use crate::link::NetLink;
use crate::message::octets;
use crate::server::{Client, HttpServer};
use crate::wait::until_done;

pub(crate) const TABLE: &[Native] = &[
    det!("$ws_over(+stream, +masks, +protocol, -websocket)", 4, ws_over_4)
        .doc("Makes a websocket of the connection of a stream. Masks is true for a client."),
    det!("$ws_frame(+websocket, +milliseconds, +most, -frame)", 4, ws_frame_4).doc(
        "Waits for a frame of at most so many bytes, frame(Final, Reserved, Opcode, Octets); frame(end) if the connection \
         ends, or the server stops, frame(Code) for one that is not allowed.",
    ),
    det!("$ws_send(+websocket, +opcode, +text, +octets)", 4, ws_send_4)
        .doc("Sends a text as a frame, each of its characters as a byte if octets is true."),
    det!("$ws_text(+octets, -text)", 2, ws_text_2).doc("Unifies text with what octets are in UTF-8; fails if they are not."),
    det!("$ws_told(+websocket, -protocol, -status)", 3, ws_told_3)
        .doc("Tells the protocol within a websocket, and open, closed, or end."),
    det!("$ws_end(+websocket)", 1, ws_end_1).doc("Ends the connection of a websocket."),
];

/// The bytes that are charged for a websocket.
const WEBSOCKET_BYTES: usize = 1024;
/// The bytes that are read at once.
const CHUNK: usize = 16 << 10;
/// How long a frame may take to be sent.
const SENDING: Duration = Duration::from_secs(60);

/// The code of the frame that ends a websocket.
const CLOSE: u8 = 8;

/// The connection of a reply that leads to another protocol, and the bytes that came behind the reply.
pub(crate) struct Rest {
    pub(crate) link: Arc<NetLink>,
    pub(crate) ahead: Vec<u8>,
}

struct WebSocket {
    /// Gone when it has ended.
    link: Mutex<Option<Arc<NetLink>>>,
    /// The place among those of a server.
    server: Option<(Arc<HttpServer>, Client)>,
    masks: bool,
    protocol: String,
    /// The bytes that came.
    input: Mutex<Vec<u8>>,
    /// Whether a frame could only be sent in part.
    is_broken: Mutex<bool>,
    /// Whether the frame that ends it was sent.
    is_closed: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unless_busy<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Makes the websocket of a client that a server has a connection to.
pub(crate) fn of_client(
    m: &mut Machine,
    server: &Arc<HttpServer>,
    client: Client,
    ahead: Vec<u8>,
    protocol: String,
) -> Result<Cell, Stop> {
    let link = Arc::clone(&client.stream);
    new_websocket(
        m,
        Rest { link, ahead },
        Some((Arc::clone(server), client)),
        false,
        protocol,
    )
}

fn new_websocket(
    m: &mut Machine,
    rest: Rest,
    server: Option<(Arc<HttpServer>, Client)>,
    masks: bool,
    protocol: String,
) -> Result<Cell, Stop> {
    let new = WebSocket {
        link: Mutex::new(Some(rest.link)),
        server,
        masks,
        protocol,
        input: Mutex::new(rest.ahead),
        is_broken: Mutex::new(false),
        is_closed: AtomicBool::new(false),
    };
    m.new_object("websocket", Arc::new(new), WEBSOCKET_BYTES)
}

fn need_websocket(m: &mut Machine, cell: Cell) -> Result<Arc<WebSocket>, Stop> {
    match m.atoms.object_value::<WebSocket>(&m.heap, cell) {
        Some(found) => Ok(found),
        None if m.deref(cell).is_variable() => Err(m.instantiation_error()),
        None => {
            let (error, kind) = (m.intern("type_error"), m.intern("websocket"));
            let formal = m.heap.new_term(error, &[Cell::atom(kind), cell]);
            Err(m.throw_error(formal))
        }
    }
}

impl WebSocket {
    fn link(&self) -> Option<Arc<NetLink>> {
        locked(&self.link).clone()
    }

    fn need_link(&self, m: &mut Machine) -> Result<Arc<NetLink>, Stop> {
        self.link()
            .ok_or_else(|| raise_socket_error(m, "enotconn", "The websocket is closed"))
    }
}

fn ws_over_4(m: &mut Machine, stream: Cell, masks: Cell, protocol: Cell, websocket: Cell) -> Step {
    let id = stream_arg(m, stream)?;
    let part = match m.streams.get(id).and_then(|stream| stream.pair) {
        Some((read, _)) => read,
        None => id,
    };
    let found = m.streams.get(part);
    let rest = match found.and_then(|stream| stream.value::<Rest>()) {
        Some(rest) => Some(Rest {
            link: Arc::clone(&rest.link),
            ahead: rest.ahead.clone(),
        }),
        None => found
            .and_then(|stream| stream.value::<NetLink>().filter(|_| stream.needs_input()))
            .map(|link| Rest {
                link,
                ahead: Vec::new(),
            }),
    };
    let Some(rest) = rest else {
        let (error, kind) = (m.intern("type_error"), m.intern("socket_stream"));
        let formal = m.heap.new_term(error, &[Cell::atom(kind), stream]);
        return Err(m.throw_error(formal));
    };
    let masks = boolean(m, masks)?;
    let protocol = need_text(m, protocol)?;
    rest.link.leave();
    let new = new_websocket(m, rest, None, masks, protocol)?;
    m.unify(websocket, new)
}

/// A frame as it came.
#[derive(Debug, PartialEq, Eq)]
struct WsFrame {
    is_final: bool,
    reserved: u8,
    opcode: u8,
    data: Vec<u8>,
}

/// Takes the frame with which some bytes begin. `None` if more has to come, a code of RFC 6455, 7.4.1, if it is not allowed.
fn take_frame(input: &mut Vec<u8>, most: usize, is_masked: bool) -> Result<Option<WsFrame>, u16> {
    let [first, second, rest @ ..] = input.as_slice() else {
        return Ok(None);
    };
    let (first, second) = (*first, *second);
    let (length, after): (u64, usize) = match second & 0x7F {
        126 => match rest {
            [a, b, ..] => (u16::from_be_bytes([*a, *b]).into(), 4),
            _ => return Ok(None),
        },
        127 => match rest.first_chunk() {
            Some(bytes) => (u64::from_be_bytes(*bytes), 10),
            None => return Ok(None),
        },
        length => (length.into(), 2),
    };
    let (is_final, opcode) = (first & 0x80 != 0, first & 0x0F);
    if (second & 0x80 != 0) != is_masked || opcode & 8 != 0 && (!is_final || length > 125) {
        return Err(1002);
    }
    let length = usize::try_from(length)
        .ok()
        .filter(|length| *length <= most)
        .ok_or(1009_u16)?;
    let from = after + if is_masked { 4 } else { 0 };
    if input.len() < from + length {
        return Ok(None);
    }
    let mut data = input[from..from + length].to_vec();
    if is_masked {
        let mask = &input[after..from];
        for (byte, mask) in data.iter_mut().zip(mask.iter().cycle()) {
            *byte ^= mask;
        }
    }
    input.drain(..from + length);
    Ok(Some(WsFrame {
        is_final,
        reserved: first >> 4 & 7,
        opcode,
        data,
    }))
}

/// Returns the bytes of a frame with all of a message.
fn frame_bytes(opcode: u8, data: &[u8], mask: Option<[u8; 4]>) -> Vec<u8> {
    let masked = if mask.is_some() { 0x80 } else { 0 };
    let mut out = Vec::with_capacity(data.len() + 14);
    out.push(0x80 | opcode);
    match (u8::try_from(data.len()), u16::try_from(data.len())) {
        (Ok(length), _) if length < 126 => out.push(masked | length),
        (_, Ok(length)) => {
            out.push(masked | 126);
            out.extend_from_slice(&length.to_be_bytes());
        }
        _ => {
            out.push(masked | 127);
            out.extend_from_slice(&(data.len() as u64).to_be_bytes());
        }
    }
    match mask {
        None => out.extend_from_slice(data),
        Some(mask) => {
            out.extend_from_slice(&mask);
            out.extend(data.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        }
    }
    out
}

fn ws_frame_4(m: &mut Machine, websocket: Cell, milliseconds: Cell, most: Cell, frame: Cell) -> Step {
    let socket = need_websocket(m, websocket)?;
    let time = match atom_name(m, milliseconds) {
        Some("infinite") => None,
        _ => Some(Duration::from_millis(count(m, milliseconds)? as u64)),
    };
    let most = count(m, most)?;
    let link = socket.need_link(m)?;
    let Some(mut input) = unless_busy(&socket.input) else {
        // Two readers would get parts of messages.
        let (kind, action, thing) = (m.intern("permission_error"), m.intern("receive"), m.intern("websocket"));
        let formal = m
            .heap
            .new_term(kind, &[Cell::atom(action), Cell::atom(thing), websocket]);
        return Err(m.throw_error(formal));
    };
    let mut chunk = [0; CHUNK];
    let found = loop {
        match take_frame(&mut input, most, !socket.masks) {
            Ok(None) => {}
            done => break Some(done),
        }
        let read = until_done(m, (&*link, false), time, || {
            let stops = socket.server.as_ref().is_some_and(|(server, _)| server.is_stopped());
            if stops { Ok(0) } else { link.read(&mut chunk) }
        })?;
        match read {
            Ok(0) => break None,
            Ok(count) => input.extend_from_slice(&chunk[..count]),
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => break None,
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                let (kind, action) = (m.intern("timeout_error"), m.intern("read"));
                let formal = m.heap.new_term(kind, &[Cell::atom(action), websocket]);
                return Err(m.throw_error(formal));
            }
            Err(error) => return Err(socket_error(m, &error)),
        }
    };
    drop(input);
    let args = match found {
        None => vec![new_atom(m, "end")],
        Some(Err(code)) => vec![Cell::int(code.into())],
        Some(Ok(None)) => return Err(Stop::Fail),
        Some(Ok(Some(found))) => {
            let text: String = found.data.iter().copied().map(char::from).collect();
            let text = new_string(m, &text)?;
            let is_final = new_atom(m, if found.is_final { "true" } else { "false" });
            vec![
                is_final,
                Cell::int(found.reserved.into()),
                Cell::int(found.opcode.into()),
                text,
            ]
        }
    };
    m.reserve(8)?;
    let name = m.intern("frame");
    let term = m.heap.new_term(name, &args);
    m.unify(frame, term)
}

fn ws_send_4(m: &mut Machine, websocket: Cell, opcode: Cell, text: Cell, is_octets: Cell) -> Step {
    let socket = need_websocket(m, websocket)?;
    let opcode = count(m, opcode)? as u8 & 0x0F;
    let data = need_text(m, text)?.into_bytes();
    let data = if boolean(m, is_octets)? { octets(data) } else { data };
    let mut mask = [0; 4];
    if getrandom::fill(&mut mask).is_err() {
        return Err(m.resource_error(Limit::Memory));
    }
    let frame = frame_bytes(opcode, &data, socket.masks.then_some(mask));
    let link = socket.need_link(m)?;
    if socket.is_closed.load(Ordering::SeqCst) {
        return Err(raise_socket_error(m, "epipe", "The websocket is closed"));
    }
    let mut at = 0;
    let mut turn = None;
    let sent = until_done(m, (&*link, true), Some(SENDING), || {
        if turn.is_none() {
            turn = unless_busy(&socket.is_broken);
        }
        let Some(is_broken) = &mut turn else {
            return Err(io::ErrorKind::WouldBlock.into());
        };
        if at == 0 && **is_broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        // It stays so if the wait ends before all is sent.
        **is_broken = true;
        while at < frame.len() {
            at += link.write(&frame[at..])?;
        }
        **is_broken = false;
        Ok(())
    })?;
    drop(turn);
    if let Err(error) = sent {
        return Err(socket_error(m, &error));
    }
    if opcode == CLOSE {
        socket.is_closed.store(true, Ordering::SeqCst);
    }
    Ok(())
}

fn ws_text_2(m: &mut Machine, bytes: Cell, text: Cell) -> Step {
    let found = need_text(m, bytes)?;
    let whole: Result<Vec<u8>, _> = found.chars().map(u8::try_from).collect();
    let Ok(whole) = whole else {
        return Err(m.type_error(Type::Byte, bytes));
    };
    let Ok(found) = String::from_utf8(whole) else {
        return Err(Stop::Fail);
    };
    let found = new_string(m, &found)?;
    m.unify(text, found)
}

fn ws_told_3(m: &mut Machine, websocket: Cell, protocol: Cell, status: Cell) -> Step {
    let socket = need_websocket(m, websocket)?;
    let name = new_atom(m, &socket.protocol);
    m.unify(protocol, name)?;
    let told = match socket.link() {
        None => "end",
        Some(_) if socket.is_closed.load(Ordering::SeqCst) => "closed",
        Some(_) => "open",
    };
    let told = new_atom(m, told);
    m.unify(status, told)
}

fn ws_end_1(m: &mut Machine, websocket: Cell) -> Step {
    let socket = need_websocket(m, websocket)?;
    if let Some(link) = locked(&socket.link).take() {
        link.end();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_were_written() {
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            for mask in [None, Some([1, 2, 3, 200])] {
                let data = vec![b'a'; length];
                let mut bytes = frame_bytes(1, &data, mask);
                let whole = bytes.len();
                let mut part = bytes[..whole - 1].to_vec();
                assert_eq!(take_frame(&mut part, 1 << 20, mask.is_some()), Ok(None));
                bytes.push(7);
                let frame = take_frame(&mut bytes, 1 << 20, mask.is_some());
                let frame = frame.expect("it is allowed").expect("it is whole");
                assert_eq!((frame.is_final, frame.reserved, frame.opcode), (true, 0, 1));
                assert!(frame.data == data && bytes == [7]);
            }
        }
    }

    #[test]
    fn frames_that_are_not_allowed_have_codes() {
        let take = |bytes: &[u8], is_masked| take_frame(&mut bytes.to_vec(), 100, is_masked);
        assert_eq!(take(&[0x81, 1, b'a'], true), Err(1002));
        assert_eq!(take(&[0x81, 0x81, 0, 0, 0, 0, b'a'], false), Err(1002));
        // A part of a ping, and one that is too long.
        assert_eq!(take(&[0x09, 0], false), Err(1002));
        assert_eq!(take(&[0x89, 126, 0, 126], false), Err(1002));
        assert_eq!(take(&[0x82, 101], false), Err(1009));
        assert_eq!(take(&[0x82, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], false), Err(1009));
    }
}
