//! Connections by TLS, with certificates of a root that exists for these tests only.

use std::time::Duration;

use ferz::{Engine, ErrorKind, Grant, Limit, Limits};

use super::engine;

const PROGRAM: &str = "
:- use_module(library(ssl)).
:- use_module(library(socket)).
:- use_module(library(http/http_server)).
:- use_module(library(http/http_client)).
:- dynamic pem/2.
pair(Name, C-K) :- pem(Name, C), atom_concat(Name, '.key', Key), pem(Key, K).
trusting(Root, [cacerts([certificate(Text)])]) :- pem(Root, Text).
% A server of one connection, which tells what it has read, or its error.
served(Name, Options, Port, Thread) :- pair(Name, Pair), ssl_context(server, SSL, [certificate_key_pairs([Pair])|Options]),
    tcp_socket(S), tcp_bind(S, localhost:Port), tcp_listen(S, 1),
    thread_create(( catch(( tcp_accept(S, C, _), tcp_open_socket(C, I, O), tcp_close_socket(S), serve(SSL, I, O, Told) ), error(Told, _), true), thread_send_message(main, told(Told)) ), Thread).
serve(SSL, I, O, Told) :- call_cleanup(answer(SSL, I, O, Told), ( close(O, [force(true)]), close(I, [force(true)]) )).
answer(SSL, I, O, Told) :- ssl_negotiate(SSL, I, O, SI, SO), read(SI, Told), format(SO, 'got(~q).~n', [Told]), close(SO), read_string(SI, _, _).
asked(Port, Options, Reply) :- tcp_connect(localhost:Port, P, []), stream_pair(P, I, O),
    call_cleanup(( ssl_context(client, SSL, Options), ssl_negotiate(SSL, I, O, SI, SO), format(SO, \"'ö'.~n\", []), flush_output(SO), read(SI, Reply), ssl_peer_certificate(SI, C), nb_setval(shown, C) ), close(P, [force(true)])).
between_(Server, ServerOptions, Options, Reply) :- served(Server, ServerOptions, Port, T),
    catch(( asked(Port, Options, Reply0), Reply = Reply0 ), error(Reply, _), true), thread_join(T, _).
refused(Server, Options) :- between_(Server, [], Options, R), R == ssl_error('0A000086', 'SSL routines', '', 'certificate verify failed').
:- http_handler(root(scheme), [R]>>( memberchk(protocol(P), R), format(\"Content-type: text/plain~n~n~w\", [P]) ), []).
:- http_handler(root(big), [_]>>( format(\"Content-type: text/plain~n~n\"), forall(between(1, 60000, X), format(\"~d~n\", [X])) ), []).
:- http_handler(root(length), [R]>>( http_read_data(R, D, [to(string)]), string_length(D, L), reply_json_dict(L) ), []).
with_site(Goal) :- pair(server, Pair), http_server(http_dispatch, [port(localhost:P), workers(2), silent(true), timeout(2), ssl([certificate_key_pairs([Pair])])]),
    call_cleanup(call(Goal, P), http_stop_server(P, [])).
url(P, Path, U) :- format(atom(U), \"https://localhost:~w/~w\", [P, Path]).
";

/// An engine that knows the certificates.
fn secure_engine() -> Engine {
    let mut engine = engine();
    engine.grant(Grant::Randomness);
    engine.consult_str(PROGRAM).expect("it is right");
    for (name, text) in [
        ("root", include_str!("certificates/root.pem")),
        ("server", include_str!("certificates/server.pem")),
        ("server.key", include_str!("certificates/server.key")),
        ("other", include_str!("certificates/other.pem")),
        ("other.key", include_str!("certificates/other.key")),
        ("expired", include_str!("certificates/expired.pem")),
        ("expired.key", include_str!("certificates/expired.key")),
        ("client", include_str!("certificates/client.pem")),
        ("client.key", include_str!("certificates/client.key")),
    ] {
        let fact = format!("assertz(pem('{name}', {text:?}))");
        assert!(engine.succeeds(&fact).expect("it is a fact"));
    }
    engine
}

#[track_caller]
fn all_hold(goals: &[&str]) {
    let mut engine = secure_engine();
    for goal in goals {
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

#[test]
fn what_is_sent_comes_from_the_one_that_was_meant() {
    all_hold(&[
        "trusting(root, T), between_(server, [], [host(localhost)|T], got('ö'))",
        "trusting(root, T), between_(server, [max_protocol_version(tlsv1_2)], [host('127.0.0.1')|T], got('ö'))",
        "trusting(root, T), between_(server, [alpn_protocols([a, b])], [host(localhost), alpn_protocols([b])|T], got('ö'))",
        "nb_getval(shown, C), certificate_field(C, subject(['CN'=localhost, 'O'='Test'])), certificate_field(C, sans([localhost])), certificate_field(C, not_after(4733510400)), certificate_field(C, public_key(public_key(ec(-, _, prime256v1))))",
        "nb_getval(shown, C), pem(root, R), open_string(R, S), load_certificate(S, Root), verify_certificate_issuer(C, Root), \\+ verify_certificate(C, [], []), \\+ verify_certificate(C, [], [C]), \\+ same_certificate(C, Root)",
        "nb_getval(shown, C), with_output_to(string(S), ( current_output(O), write_certificate(O, C, []) )), pem(server, T), S == T",
        "refused(server, [host(localhost)])",
        "trusting(root, T), refused(other, [host(localhost)|T])",
        "trusting(root, T), refused(expired, [host(localhost)|T])",
        "trusting(other, T), refused(server, [host(localhost)|T])",
        // Nobody is named, so nobody can be meant.
        "trusting(root, T), refused(server, T)",
        "pair(server, C-_), pair(client, _-K), catch(ssl_context(server, _, [certificate_key_pairs([C-K])]), error(ssl_error(_, _, _, 'key values mismatch'), _), true)",
        "catch(ssl_context(client, _, [cacerts([certificate(\"none\")])]), error(ssl_error(_, _, _, 'certificate verify failed'), _), true)",
        "catch(ssl_context(client, _, [max_protocol_version(tlsv1_1)]), error(domain_error(socket_option, _), _), true)",
        "catch(ssl_context(client, _, [password(x)]), error(domain_error(ssl_option, _), _), true)",
    ]);
}

#[test]
fn a_program_may_decide_on_certificates() {
    all_hold(&[
        "trusting(root, T), between_(other, [], [host(localhost), cert_verify_hook([_,_,_,_,V]>>( V == hostname_mismatch ))|T], got('ö'))",
        "trusting(root, T), between_(expired, [], [host(localhost), cert_verify_hook([_,_,[C],C,V]>>( V == expired ))|T], got('ö'))",
        "trusting(root, T), between_(server, [], [host(localhost), cert_verify_hook([_,_,_,_,V]>>( V == verified ))|T], got('ö'))",
        "between_(server, [], [cert_verify_hook(cert_accept_any)], got('ö'))",
        "refused(server, [host(localhost), cert_verify_hook([_,_,_,_,V]>>( V == verified ))])",
        "between_(server, [], [cert_verify_hook([_,_,_,_,V]>>throw(error(V, _)))], V), V == unknown_issuer",
    ]);
}

#[test]
fn clients_show_certificates() {
    all_hold(&[
        "trusting(root, T), pair(client, P), between_(server, [peer_cert(true)|T], [host(localhost), certificate_key_pairs([P])|T], got('ö'))",
        "trusting(root, T), between_(server, [peer_cert(true)|T], [host(localhost)|T], R), functor(R, E, _), memberchk(E, [io_error, ssl_error, socket_error]), thread_get_message(told(ssl_error('0A0000C7', _, _, 'peer did not return a certificate')))",
        "trusting(root, T), trusting(other, O), pair(client, P), between_(server, [peer_cert(true)|O], [host(localhost), certificate_key_pairs([P])|T], R), functor(R, E, _), memberchk(E, [io_error, ssl_error, socket_error])",
    ]);
}

#[test]
fn sites_are_read_by_https() {
    all_hold(&[
        "trusting(root, T), with_site([P]>>( url(P, scheme, U), http_get(U, https, T) ))",
        "trusting(root, T), with_site([P]>>( url(P, big, U), http_get(U, A, T), atom_length(A, 348894) ))",
        "trusting(root, T), with_site([P]>>( url(P, length, U), numlist(1, 100000, L), atomic_list_concat(L, B), http_post(U, atom(B), 488895, T) ))",
        "with_site([P]>>( url(P, scheme, U), catch(http_get(U, _, []), error(ssl_error(_, _, _, 'certificate verify failed'), _), true), http_get(U, https, [cert_verify_hook(cert_accept_any)]) ))",
        // One side speaks HTTP without TLS.
        "with_site([P]>>( format(atom(U), 'http://localhost:~w/scheme', [P]), catch(http_get(U, _, []), error(socket_error(_, _), _), true) ))",
        "http_server(http_dispatch, [port(localhost:P), workers(1), silent(true), timeout(1)]), url(P, scheme, U), catch(http_get(U, _, []), error(E, _), true), http_stop_server(P, []), memberchk(E, [ssl_error(_, _, _, 'wrong version number'), socket_error(_, _)])",
        // Connections that begin no handshake take no worker.
        "trusting(root, T), with_site([P]>>( findall(S, ( between(1, 8, _), tcp_connect(localhost:P, S, []) ), Ss), url(P, scheme, U), http_get(U, https, T), forall(member(S, Ss), close(S, [force(true)])) ))",
        "pair(server, P), catch(http_server(http_dispatch, [port(localhost:_), ssl([certificate_key_pairs([P]), peer_cert(true), cert_verify_hook(cert_accept_any)])]), error(domain_error(socket_option, _), _), true)",
    ]);
}

#[test]
fn handshakes_obey_limits() {
    let mut engine = secure_engine();
    engine.set_limits(Limits::default().time(Duration::from_millis(300)));
    let goal = "tcp_socket(S), tcp_bind(S, localhost:P), tcp_listen(S, 1), tcp_connect(localhost:P, X, []), stream_pair(X, I, O),
        ssl_context(client, C, [host(localhost), cert_verify_hook(cert_accept_any)]), ssl_negotiate(C, I, O, _, _)";
    let error = engine.once(goal).expect_err("nobody answers");
    assert_eq!(error.kind(), &ErrorKind::Limit(Limit::Time), "{error}");
    engine.set_limits(Limits::default());
    let interrupter = engine.interrupter();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        interrupter.interrupt();
    });
    let error = engine.once(goal).expect_err("nobody answers");
    assert_eq!(error.kind(), &ErrorKind::Interrupted, "{error}");
    stopper.join().expect("no panic");
}
