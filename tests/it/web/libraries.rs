//! What programs name of the libraries of HTTP beside the server and the client.

use ferz::{Engine, Grant, Network};

use super::engine;

const PROGRAM: &str = "
:- use_module(library(http/http_server)).
:- use_module(library(http/http_client)).
:- use_module(library(http/http_authenticate)).
:- use_module(library(http/http_digest)).
:- use_module(library(http/js_write)).
:- use_module(library(http/html_head)).
:- use_module(library(http/html_quasiquotations)).
:- use_module(library(http/term_html)).
:- use_module(library(http/http_multipart_plugin)).
:- use_module(library(http/http_unix_daemon)).
:- use_module(library(http/http_cors)).
:- set_setting(http:cors, [*]).
:- html_resource(both, [virtual(true), requires('/b.js'), requires('/a.css')]).
:- html_resource('/a.css', [requires('/base.css')]).
:- http_handler(root(cors), [_]>>( cors_enable, format(\"Content-type: text/plain~n~nhi\") ), []).
:- http_handler(root(up), up, []).
:- http_handler(root(form), form, []).
:- http_handler(root(expanded), [R]>>( memberchk(seen(X), R), format(\"Content-type: text/plain~n~n~w\", [X]) ), []).
:- http_request_expansion([R, [seen(yes)|R], _]>>true, 1).
who(R) :- memberchk(user(U), R), format(\"Content-type: text/plain~n~n~w\", [U]).
up(R) :- http_read_data(R, D, [on_filename(saved)]), format(\"Content-type: text/plain~n~n~q\", [D]).
saved(In, f(N, L), Fields) :- memberchk(filename(N), Fields), read_string(In, _, S), string_length(S, L).
form(R) :- http_parameters(R, [a(A, []), b(B, [integer])]), format(\"Content-type: text/plain~n~n~q\", [A-B]).
with(Goal) :- http_server(http_dispatch, [port(localhost:P), workers(2), silent(true)]), format(atom(U), 'http://localhost:~w', [P]),
    call_cleanup(call(Goal, U), http_stop_server(P, [])).
at(U, Path, Place) :- atom_concat(U, Path, Place).
text(Rule, Text) :- phrase(Rule, Tokens), with_output_to(string(Text), print_html(Tokens)).
script(X) --> js_script({|javascript(X)||f(X, \"X\"); // X
|}).
quoted(X) --> html({|html(X)||<b class=\"X\">to X</b>|}).
";

fn program() -> Engine {
    let mut engine = engine();
    engine.grant(Grant::Randomness);
    engine.grant(Grant::AllFiles);
    engine.grant(Grant::Network(Network::loopback()));
    engine.consult_str(PROGRAM).expect("it is right");
    engine
}

#[track_caller]
fn all_hold(goals: &[&str]) {
    let mut engine = program();
    for goal in goals {
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

#[test]
fn pages_are_made_of_terms() {
    all_hold(&[
        "text(script(\"a'b</script>\"), T), T == \"<script type=\\\"text/javascript\\\">\\nf(\\\"a'b<\\\\/script>\\\", \\\"X\\\"); // X\\n\\n</script>\"",
        "text(quoted('B&'), T), T == \"<b class=\\\"B&amp;\\\">to B&amp;</b>\"",
        "text(page([], [\\html_requires(both), \\html_requires('/b.js')]), T), findall(B, ( member(F, ['/b.js', '/base.css', '/a.css']), sub_string(T, B, _, _, F) ), Bs), Bs = [X, Y, Z], X < Y, Y < Z",
        "text(term(f(X, X, _, 'A b', [1|Y]), []), T), forall(member(P, ['pl-functor\">f<', 'pl-var\">A<', 'pl-var\">_<', 'pl-quoted-atom', 'pl-list']), sub_string(T, _, _, _, P))",
        "text(html(p(\\js_call(f(1, [a], _{k:true})))), T), sub_string(T, _, _, _, \"f(1,[\\\"a\\\"],{\\\"k\\\":true});\")",
    ]);
}

#[test]
fn requests_are_authenticated() {
    let file = |name: &str| std::env::temp_dir().join(format!("ferz-{name}-{}", std::process::id()));
    let (basic, digest) = (file("basic"), file("digest"));
    let mut engine = program();
    let begin = format!(
        "crypt(pw, H), http_write_passwd_file('{0}', [passwd(bob, H, [more])]), http_digest_password_hash(bob, here, pw, D), http_write_passwd_file('{1}', [passwd(bob, D, [])]),
         http_handler(root(basic), who, [authentication(basic('{0}', 'a place'))]), http_handler(root(digest), who, [authentication(digest('{1}', here))])",
        basic.display(),
        digest.display()
    );
    assert!(matches!(engine.succeeds(&begin), Ok(true)));
    for goal in [
        "with([U]>>( at(U, '/basic', B), http_get(B, bob, [authorization(basic(bob, pw))]) ))",
        "with([U]>>( at(U, '/basic', B), member(A, [[], [authorization(basic(bob, no))], [authorization(basic(no, pw))], [authorization(bearer(pw))], [request_header('Authorization'='Basic !')]]), catch(http_get(B, _, A), error(permission_error(access, url, B), _), true) ))",
        "with([U]>>( at(U, '/basic', B), http_open(B, S, [status_code(401), header(www_authenticate, 'Basic realm=\"a place\"')]), close(S) ))",
        "with([U]>>( at(U, '/digest?a=1', B), http_get(B, bob, [authorization(digest(bob, pw))]), http_get(B, bob, [authorization(digest(bob, pw))]) ))",
        "with([U]>>( at(U, '/digest', B), member(A, [[], [authorization(digest(bob, no))], [authorization(basic(bob, pw))]]), catch(http_get(B, _, A), error(permission_error(access, url, B), _), true) ))",
        // An answer is of one use, and of one place.
        "with([U]>>( at(U, '/digest', B), http_open(B, S, [status_code(401), header(www_authenticate, C)]), close(S), http_parse_digest_challenge(C, F), http_digest_response(F, bob, pw, R, [path('/digest')]),
            http_get(B, bob, [request_header('Authorization'=R)]), catch(http_get(B, _, [request_header('Authorization'=R)]), error(permission_error(_, _, _), _), true),
            http_digest_response(F, bob, pw, Q, [path('/other'), nc(2)]), catch(http_get(B, _, [request_header('Authorization'=Q)]), error(permission_error(_, _, _), _), true) ))",
        "with([U]>>( at(U, '/digest', B), http_digest_response([realm(here), nonce(mine)], bob, pw, R, [path('/digest')]), catch(http_get(B, _, [request_header('Authorization'=R)]), error(permission_error(_, _, _), _), true) ))",
        "with([U]>>( at(U, '/basic', B), http_set_authorization(U, basic(bob, pw)), http_get(B, bob, []), http_set_authorization(U, -), catch(http_get(B, _, []), error(permission_error(_, _, _), _), true) ))",
    ] {
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
    for file in [basic, digest] {
        std::fs::remove_file(file).expect("it is there");
    }
}

#[test]
fn forms_come_in_parts() {
    all_hold(&[
        "with([U]>>( at(U, '/form', F), http_post(F, form_data([a='ö', b=4]), A, []), A == 'ö-4' ))",
        "with([U]>>( at(U, '/up', F), T = \"--x\\r\\nContent-Disposition: form-data; name=\\\"a\\\"\\r\\n\\r\\n1\\r\\n--x\\r\\nContent-Disposition: form-data; name=\\\"f\\\"; filename=\\\"n.txt\\\"\\r\\nContent-Type: text/plain\\r\\n\\r\\nabc\\r\\n\\r\\n--x--\\r\\n\",
            http_post(F, string('multipart/form-data; boundary=x', T), A, []), A == '[a=\\'1\\',f=f(\\'n.txt\\',5)]' ))",
        "with([U]>>( at(U, '/up', F), forall(member(B, [\"--x\", \"--x\\r\\n\\r\\n\\r\\n--x--\"]), http_post(F, string('multipart/form-data; boundary=x', B), \"[]\", [to(string)])),
            forall(member(B, [\"\", \"no parts\"]), ( http_open(F, S, [post(string('multipart/form-data; boundary=x', B)), status_code(400)]), close(S) )) ))",
        "with([U]>>( at(U, '/up', F), http_open(F, S, [post(string('multipart/form-data', \"x\")), status_code(400)]), close(S) ))",
        "with([U]>>( at(U, '/cors', F), http_open(F, S, [header(access_control_allow_origin, *)]), close(S) ))",
        "with([U]>>( at(U, '/expanded', F), http_get(F, yes, []) ))",
        "catch(http_daemon([https(true)]), error(existence_error(ssl_option, certificate_file), _), true)",
        "http_daemon([http('localhost:0'), interactive(true)])",
    ]);
}

#[test]
fn requests_are_logged() {
    let file = std::env::temp_dir().join(format!("ferz-log-{}", std::process::id()));
    let mut engine = program();
    let goal = format!(
        "use_module(library(http/http_log)), set_setting(http:logfile, '{0}'), with([U]>>( at(U, '/form?a=x&b=1&password=pw', F), http_get(F, 'x-1', []), at(U, '/none', N), http_open(N, S, [status_code(404)]), close(S) )),
         http_log(\"% told: ~w~n\", [x]), http_log_close(test)",
        file.display()
    );
    let found = engine.succeeds(&goal);
    assert!(matches!(found, Ok(true)), "{found:?}");
    let log = std::fs::read_to_string(&file).expect("a log");
    std::fs::remove_file(file).expect("it is there");
    for part in [
        "path('/form')",
        "password=xxx",
        ",200,true).",
        ",404,refused).",
        "% told: x",
        "server(test,",
    ] {
        assert!(
            log.replace(", ", ",").contains(part) || log.contains(part),
            "{part}: {log}"
        );
    }
    assert!(!log.contains("pw"), "{log}");
}
