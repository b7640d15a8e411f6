//! The HTTP client, against the server.

use ferz::Grant;

use super::engine;

const PROGRAM: &str = "
:- use_module(library(http/http_server)).
:- use_module(library(http/http_client)).
:- use_module(library(socket)).
:- http_handler(root(text), text, []).
:- http_handler(root(json), json, []).
:- http_handler(root(echo), echo, []).
:- http_handler(root(form), form, []).
:- http_handler(root(to/N), to(N), []).
:- http_handler(root(round), http_redirect(moved, root(round)), []).
:- http_handler(root(see), http_redirect(see_other, root(method)), []).
:- http_handler(root(method), method, []).
:- http_handler(root(private), private, []).
:- http_handler(root(slow), slow, []).
:- http_handler(root(chunks), chunks, []).
text(_) :- format(\"Content-type: text/plain~nX-Own: yes~n~nhellö\").
json(_) :- reply_json_dict(_{a:[1, \"b\"]}).
echo(R) :- http_read_data(R, D, [to(string)]), memberchk(method(M), R), memberchk(content_type(T), R), reply_json_dict(_{m:M, t:T, d:D}).
form(R) :- http_parameters(R, [a(A, []), b(B, [])]), reply_json_dict(_{a:A, b:B}).
to(N0, R) :- atom_number(N0, N), ( N =:= 0 -> text(R) ; M is N - 1, http_redirect(moved_temporary, root(to/M), R) ).
method(R) :- memberchk(method(M), R), reply_json_dict(M).
private(R) :- ( memberchk(authorization(A), R) -> format(\"Content-type: text/plain~n~n~w\", [A]) ; throw(http_reply(authorise(basic(here)))) ).
slow(_) :- sleep(5).
chunks(_) :- format(\"Content-type: text/plain~nTransfer-Encoding: chunked~n~n\"), forall(between(1, 200, X), ( format(\"~d \", [X]), flush_output )).
url(P, Path, U) :- format(atom(U), \"http://localhost:~w/~w\", [P, Path]).
with(Goal) :- http_server(http_dispatch, [port(localhost:P), workers(2), silent(true)]), call_cleanup(call(Goal, P), http_stop_server(P, [])).
% A server of one reply, which is given.
raw(Text, Goal) :- tcp_socket(S), tcp_bind(S, localhost:P), tcp_listen(S, 1),
    thread_create(( tcp_accept(S, C, _), tcp_open_socket(C, I, O), read_line_to_string(I, _), format(O, '~s', [Text]), close(O), catch(read_string(I, _, _), _, true), close(I) ), T),
    url(P, x, U), ( catch(call(Goal, U), E, true) -> true ; E = failed ), thread_join(T, _), tcp_close_socket(S), ( var(E) -> true ; throw(E) ).
result_of(Reply, Told) :- raw(Reply, reads(Told)).
reads(Told, U) :- catch(( http_get(U, _, []), F = true ), error(F, _), true),
    ( F = socket_error(R, _) -> true ; functor(F, R, _) ), ( R == Told -> true ; throw(R) ).
fault(Url, Options, Formal) :- catch(( http_open(Url, S, Options), read_string(S, _, _) ), error(Formal0, _), true), subsumes_term(Formal, Formal0), Formal = Formal0.
";

#[test]
fn replies_are_read() {
    let mut engine = engine();
    engine.grant(Grant::Randomness);
    engine.consult_str(PROGRAM).expect("it is right");
    for goal in [
        "url(P, text, U), http_get(U, 'hellö', []), http_get(U, \"hellö\", [to(string)])",
        "url(P, text, U), http_open(U, S, [header(x_own, yes), header('X-None', ''), status_code(200), size(6), version(1-1), final_url(U)]), read_string(S, _, \"hellö\"), close(S)",
        "url(P, json, U), http_get(U, json([a=[1,b]]), []), http_get(U, D, [json_object(dict)]), get_dict(a, D, [1, \"b\"])",
        "http_get([host(localhost),port(P),path('/form'),search([a='x y',b='&'])], D, [json_object(dict)]), _{a:\"x y\", b:\"&\"} :< D",
        "url(P, form, U), http_post(U, form([a='ö+',b=2]), D, [json_object(dict)]), _{a:\"ö+\", b:\"2\"} :< D",
        "url(P, echo, U), http_post(U, json(_{x:[\"ö\"]}), D, [json_object(dict)]), get_dict(m, D, \"post\"), get_dict(d, D, X), atom_json_dict(X, Y, []), get_dict(x, Y, [\"ö\"])",
        "url(P, echo, U), http_put(U, string('text/plain; charset=UTF-8', \"ä\"), D, [json_object(dict)]), get_dict(m, D, \"put\"), get_dict(d, D, \"ä\")",
        "url(P, echo, U), http_patch(U, atom(x), D, [json_object(dict)]), get_dict(m, D, \"patch\")",
        "url(P, method, U), http_delete(U, D, []), D == delete",
        "url(P, echo, U), http_post(U, form_data([a=1,b=ö]), D, [json_object(dict)]), get_dict(d, D, T), sub_string(T, _, _, _, \"name=\\\"b\\\"\\r\\n\\r\\nö\\r\\n\")",
        "url(P, 'to/3', U), http_get(U, 'hellö', []), url(P, 'to/0', F), http_open(U, S, [final_url(F)]), close(S)",
        "url(P, 'to/3', U), fault(U, [max_redirect(2)], permission_error(redirect, http, _)), http_open(U, S, [redirect(false),status_code(302)]), close(S)",
        "url(P, round, U), fault(U, [], permission_error(redirect, http, _))",
        "url(P, see, U), http_post(U, atom(x), get, [])",
        "url(P, nowhere, U), fault(U, [], existence_error(url, U)), http_open(U, S, [status_code(404)]), close(S)",
        "url(P, private, U), fault(U, [], permission_error(access, url, U)), http_get(U, 'Basic dTpw', [authorization(basic(u, p))]), http_get(U, 'Bearer t', [authorization(bearer(t))])",
        "format(atom(U), 'http://u:p@localhost:~w/private', [P]), http_get(U, 'Basic dTpw', [])",
        "url(P, private, U), http_get(U, x, [request_header('Authorization'=x)])",
        "url(P, slow, U), fault(U, [timeout(0.1)], timeout_error(read, U))",
        "url(P, chunks, U), http_get(U, A, []), numlist(1, 200, L), atomic_list_concat(L, ' ', B), atom_concat(B, ' ', A)",
        "url(P, text, U), http_open(U, S, [method(head), size(6)]), read_string(S, _, \"\"), close(S)",
        // What a header is given does not become another header.
        "url(P, private, U), http_get(U, A, [request_header('Authorization'='x\\r\\nHost: y')]), A == 'x  Host: y'",
    ] {
        let goal = format!("with([P]>>( {goal} ))");
        let found = engine.succeeds(&goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

#[test]
fn bad_replies_are_errors() {
    let mut engine = engine();
    engine.consult_str(PROGRAM).expect("it is right");
    for (reply, told) in [
        ("HTTP/1.1 200 OK\r\n\r\nup to the end", "true"),
        (
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
            "true",
        ),
        ("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\na", "io_error"),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            "io_error",
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nq\r\nab",
            "io_error",
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "eproto",
        ),
        ("nonsense\r\n\r\n", "eproto"),
        ("", "econnreset"),
        ("HTTP/1.1 200 OK\r\nX", "econnreset"),
    ] {
        let goal = format!("result_of({reply:?}, {told})");
        let found = engine.succeeds(&goal);
        assert!(matches!(found, Ok(true)), "{reply:?}: {found:?}");
    }
}
