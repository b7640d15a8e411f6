//! Websockets, between engines of this machine and with frames that no honest client sends.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use ferz::{Engine, ErrorKind, Grant, Limit, Limits};

use super::engine;

const PROGRAM: &str = "
:- use_module(library(http/http_server)).
:- use_module(library(http/websocket)).
:- use_module(library(http/http_client)).
:- http_handler(root(echo), http_upgrade_to_websocket(echo, [subprotocols([chat])]), [spawn([])]).
:- http_handler(root(fails), http_upgrade_to_websocket([W]>>( ws_receive(W, _), fail ), []), []).
:- http_handler(root(page), [_]>>format(\"Content-type: text/plain~n~npage\"), []).
echo(W) :- ws_receive(W, M), ( get_dict(opcode, M, close) -> true ; ws_send(W, M), echo(W) ).
with(Goal) :- http_server(http_dispatch, [port(localhost:P), workers(1), silent(true)]), format(atom(U), 'ws://localhost:~w/echo', [P]),
    call_cleanup(call(Goal, U), http_stop_server(P, [])).
opened(U, W) :- http_open_websocket(U, W, []).
data(W, D) :- ws_receive(W, M), get_dict(data, M, D).
start(P) :- http_server(http_dispatch, [port(localhost:P), workers(1), silent(true)]).
";

fn program() -> Engine {
    let mut engine = engine();
    engine.grant(Grant::Randomness);
    engine.consult_str(PROGRAM).expect("it is right");
    engine
}

#[test]
fn messages_come_back() {
    let mut engine = program();
    for goal in [
        "with([U]>>( opened(U, W), ws_send(W, text('hö')), ws_receive(W, M), M = websocket{opcode:text, format:string, data:\"hö\"}, ws_close(W, 1000, bye), ws_property(W, status(end)) ))",
        "with([U]>>( opened(U, W), ws_send(W, binary([0, 255, 200])), data(W, D), string_codes(D, [0, 255, 200]), ws_close(W, 1000, bye) ))",
        "with([U]>>( opened(U, W), ws_send(W, json(_{a:[1, \"b\"]})), ws_receive(W, M, [format(json)]), get_dict(data, M, D), get_dict(a, D, [1, \"b\"]), ws_close(W, 1000, '') ))",
        "with([U]>>( opened(U, W), ws_send(W, prolog(f(_, 'A'))), ws_receive(W, M, [format(prolog)]), get_dict(data, M, f(_, 'A')), ws_close(W, 1000, '') ))",
        "with([U]>>( opened(U, W), ws_send(W, ping(x)), ws_receive(W, websocket{opcode:pong, format:string, data:\"x\"}), ws_close(W, 1000, '') ))",
        "with([U]>>( opened(U, W), numlist(1, 60000, L), atomic_list_concat(L, B), ws_send(W, text(B)), data(W, D), atom_string(B, D), ws_close(W, 1000, '') ))",
        "with([U]>>( http_open_websocket(U, W, [subprotocols([other, chat])]), ws_property(W, subprotocol(chat)), ws_close(W, 1000, '') ))",
        // Websockets take no worker, and threads share them.
        "with([U]>>( findall(W, ( between(1, 10, _), opened(U, W) ), Ws), forall(member(W, Ws), ( thread_create(ws_send(W, text(a)), T), thread_join(T), data(W, \"a\") )), forall(member(W, Ws), ws_close(W, 1000, '')) ))",
        "with([U]>>( atom_concat(A, echo, U), atom_concat(A, fails, F), opened(F, W), ws_send(W, text(a)), ws_receive(W, M), get_dict(code, M, 1011), ws_close(W, 1000, '') ))",
        "with([U]>>( opened(U, W), catch(ws_receive(W, _, [timeout(0.05)]), error(timeout_error(read, W), _), true), ws_close(W, 1000, '') ))",
        "with([U]>>( opened(U, W), catch(ws_send(W, f(x, y, z)), error(type_error(websocket_message, _), _), true), ws_close(W, 1000, ''), catch(ws_send(W, text(a)), error(socket_error(enotconn, _), _), true) ))",
        "with([U]>>( opened(U, W), ws_send(W, text(abcdef)), catch(ws_receive(W, _, [max_message_size(5)]), error(websocket_error(1009), _), true) ))",
        "with([U]>>( atom_concat(ws, R, U), atom_concat(http, R, H), catch(http_get(H, _, []), error(existence_error(url, _), _), true) ))",
        "with([U]>>( atom_concat(A, echo, U), atom_concat(A, page, F), catch(opened(F, _), error(permission_error(open, websocket, _), _), true) ))",
        // The server stops: those that wait for it are told.
        "start(P), format(atom(U), 'ws://localhost:~w/echo', [P]), opened(U, W), http_stop_server(P, []), ws_receive(W, M), get_dict(opcode, M, close)",
    ] {
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

#[test]
fn what_is_not_allowed_ends_the_websocket() {
    let mut engine = program();
    let port: i64 = engine
        .once("start(P)")
        .expect("it starts")
        .expect("an answer")
        .get("P")
        .expect("a port");
    for (frames, code) in [
        // Not masked; a reserved bit; an unknown kind; a rest of nothing; a part of a ping; no UTF-8.
        (&b"\x81\x01a"[..], 1002),
        (b"\xc1\x81\0\0\0\0a", 1002),
        (b"\x83\x81\0\0\0\0a", 1002),
        (b"\x80\x81\0\0\0\0a", 1002),
        (b"\x09\x81\0\0\0\0a", 1002),
        (b"\x81\x81\0\0\0\0\xff", 1007),
        (b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", 1009),
        // In parts, with a ping between them.
        (b"\x01\x81\0\0\0\0a\x89\x80\0\0\0\0\x80\x81\0\0\0\0b", 0),
    ] {
        let mut stream = TcpStream::connect(("127.0.0.1", port as u16)).expect("it listens");
        let time = Some(Duration::from_secs(60));
        stream.set_read_timeout(time).expect("it is set");
        let head = b"GET /echo HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
        // The frames come with the head.
        stream.write_all(&[head, frames].concat()).expect("it listens");
        stream
            .write_all(if code == 0 { b"\x88\x80\0\0\0\0" } else { b"" })
            .expect("it listens");
        let mut reply = Vec::new();
        let _reset = stream.read_to_end(&mut reply);
        let end = reply.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
        let text = String::from_utf8_lossy(&reply[..end]);
        assert!(text.starts_with("HTTP/1.1 101 "), "{text}");
        // The key of RFC 6455, 1.3.
        assert!(
            text.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
            "{text}"
        );
        let wanted = match code {
            0 => b"\x8a\0\x81\x02ab\x88\0".to_vec(),
            code => [&[0x88, 2][..], &u16::to_be_bytes(code)].concat(),
        };
        assert_eq!(&reply[end..], wanted, "{frames:?}");
    }
}

#[test]
fn waits_for_messages_obey_limits() {
    let mut engine = program();
    engine.set_limits(Limits::default().time(Duration::from_millis(400)));
    let error = engine
        .once("with([U]>>( opened(U, W), ws_receive(W, _) ))")
        .expect_err("nobody sends");
    assert_eq!(error.kind(), &ErrorKind::Limit(Limit::Time), "{error}");
}
