//! Sockets and what an engine may reach with them.

use std::time::Duration;

use ferz::{Engine, ErrorKind, Grant, Limit, Limits, Network};

use super::{all_succeed, engine};

const ECHO: &str = "
:- use_module(library(socket)).
listening(S, P) :- tcp_socket(S), tcp_setopt(S, reuseaddr), tcp_bind(S, localhost:P), tcp_listen(S, 5).
echo(S) :- tcp_accept(S, C, ip(127,0,0,1)), tcp_open_socket(C, I, O),
    set_stream(I, encoding(utf8)), set_stream(O, encoding(utf8)),
    repeat, read_term(I, T, []), ( T == end_of_file -> true ; format(O, \"got(~q).~n\", [T]), flush_output(O), fail ), !,
    close(I), close(O).
with_echo(Pair, Goal) :- listening(S, P), thread_create(echo(S), T), tcp_connect(localhost:P, Pair, []), call(Goal),
    close(Pair), thread_join(T), tcp_close_socket(S).
";

#[test]
fn connections_are_streams() {
    all_succeed(
        ECHO,
        &[
            "with_echo(S, ( set_stream(S, encoding(utf8)), forall(between(1, 50, X), ( format(S, \"'ö'(~d).~n\", [X]), flush_output(S), read(S, got('ö'(X))) )) ))",
            // One half is closed; the other side sees the end.
            "with_echo(S, ( stream_pair(S, R, W), format(W, \"a. b. \", []), close(W), read(R, got(a)), read(R, got(b)), read(R, end_of_file) ))",
            "with_echo(S, ( stream_pair(S, R, W), put_byte(W, 0'a), put_byte(W, 0'.), put_byte(W, 10), flush_output(S), peek_byte(R, 0'g), read(R, got(a)) ))",
            "with_echo(S, ( set_stream(S, timeout(0.05)), catch(get_char(S, _), error(timeout_error(read, _), _), true), stream_pair(S, R, _), wait_for_input([R], [], 0.01) ))",
            // More than the buffers of the system hold, while nobody reads.
            "listening(S, P), thread_create(( tcp_accept(S, C, _), tcp_open_socket(C, I, _), sleep(0.2), read_string(I, _, X), string_length(X, N), thread_send_message(main, n(N)) ), T),
             tcp_connect(localhost:P, W, []), numlist(1, 400000, L), format(W, \"~w\", [L]), close(W), thread_get_message(n(N)), format(atom(A), \"~w\", [L]), atom_length(A, N), thread_join(T)",
            "listening(S, _), thread_create(catch(tcp_accept(S, _, _), error(existence_error(socket, S), _), true), T), sleep(0.1), tcp_close_socket(S), thread_join(T)",
            "catch(tcp_connect(localhost:1, _, []), error(socket_error(econnrefused, _), _), true)",
            "udp_socket(S), tcp_bind(S, localhost:P), udp_socket(C), udp_send(C, hello, localhost:P, []), udp_receive(S, X, ip(127,0,0,1):_, [as(atom)]), X == hello",
            "catch(tcp_connect(no, _, []), error(type_error(integer, no), _), true)",
            "catch(tcp_connect(localhost:70000, _, []), error(domain_error(address, _), _), true)",
            "catch(tcp_accept(f(x), _, _), error(type_error(socket, f(x)), _), true)",
        ],
    );
}

#[test]
fn waits_obey_limits_and_interrupts() {
    for goal in [
        "listening(S, _), tcp_accept(S, _, _)",
        "listening(S, P), tcp_connect(localhost:P, X, []), get_char(X, _)",
        "listening(S, P), tcp_connect(localhost:P, X, []), repeat, write(X, abcdefgh), fail",
        "udp_socket(S), tcp_bind(S, localhost:_), udp_receive(S, _, _, [])",
    ] {
        let mut engine = engine();
        engine.consult_str(ECHO).expect("it is right");
        engine.set_limits(Limits::default().time(Duration::from_millis(200)));
        let error = engine.once(goal).expect_err("nobody answers");
        assert_eq!(error.kind(), &ErrorKind::Limit(Limit::Time), "{goal}: {error}");
        engine.set_limits(Limits::default());
        let interrupter = engine.interrupter();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            interrupter.interrupt();
        });
        let error = engine.once(goal).expect_err("nobody answers");
        assert_eq!(error.kind(), &ErrorKind::Interrupted, "{goal}: {error}");
        stopper.join().expect("no panic");
        assert!(engine.succeeds("true").expect("it is usable"));
    }
}

/// The error of a goal in an engine with these grants.
fn refusal(grants: &[Network], goal: &str) -> String {
    let mut engine = Engine::new();
    engine
        .consult_str(":- use_module(library(socket)).")
        .expect("it is right");
    for part in grants {
        engine.grant(Grant::Network(part.clone()));
    }
    engine
        .once(goal)
        .map_or_else(|error| error.to_string(), |_| "done".to_owned())
}

#[test]
fn an_engine_reaches_what_was_granted() {
    let connect = "tcp_connect('127.0.0.1':1, _, [])";
    let listen = "tcp_socket(S), tcp_bind(S, localhost:_)";
    for (grants, goal, told) in [
        (&[][..], connect, "No permission to create network"),
        (&[], listen, "No permission to create network"),
        (
            &[],
            "tcp_host_to_address(localhost, _)",
            "No permission to resolve network",
        ),
        (&[Network::loopback()], connect, "Connection refused"),
        (&[Network::loopback()], listen, "done"),
        (
            &[Network::loopback()],
            "tcp_socket(S), tcp_bind(S, _)",
            "No permission to listen network",
        ),
        (
            &[Network::loopback()],
            "tcp_connect(ip(192,0,2,1):80, _, [])",
            "No permission to connect network",
        ),
        (
            &[Network::loopback()],
            "tcp_connect('example.org':80, _, [])",
            "No permission to resolve network",
        ),
        (
            &[Network::any().only_listen()],
            connect,
            "No permission to connect network",
        ),
        (
            &[Network::any().only_connect()],
            listen,
            "No permission to listen network",
        ),
        (
            &[Network::any().ports(2..=3)],
            connect,
            "No permission to connect network",
        ),
        (
            &[Network::any().host("localhost")],
            "tcp_connect(localhost:1, _, [])",
            "Connection refused",
        ),
        (
            &[Network::any().host("localhost")],
            connect,
            "No permission to connect network",
        ),
        (
            &[Network::any().ports(2..=3), Network::loopback()],
            connect,
            "Connection refused",
        ),
    ] {
        let found = refusal(grants, goal);
        assert!(found.contains(told), "{goal}: {found}, not {told}");
    }
}
