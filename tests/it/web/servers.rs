//! The HTTP server: its replies, what it refuses, and that hostile clients cost nobody else a reply.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use ferz::{Engine, Grant};

use super::engine;

const PROGRAM: &str = "
:- use_module(library(http/http_server)).
:- http_handler(root(.), http_redirect(see_other, root(hello)), []).
:- http_handler(root(hello), hello, [id(hello)]).
:- http_handler(root(user/Id), user(Id), [method(get)]).
:- http_handler(root(echo), echo, [method(post)]).
:- http_handler(root(form), form, []).
:- http_handler(root(bytes), bytes, []).
:- http_handler(root(fail), [_]>>fail, []).
:- http_handler(root(throw), [_]>>throw(secret), []).
:- http_handler(root(loop), loop, [time_limit(0.2)]).
:- http_handler(root(count), count, []).
:- http_handler(root(big), big, []).
:- http_handler(root(chunks), chunks, []).
:- http_handler(root(below), below, [prefix]).
:- http_handler(root(gone), [_]>>throw(http_reply(forbidden(x), ['X-Why'(because)])), []).
hello(_) :- reply_html_page(title('Hi'), [h1('Hello <you>'), p(['see ', a(href(location_by_id(hello)), here)])]).
user(Id, _) :- reply_json_dict(_{id:Id}).
echo(R) :- http_read_json_dict(R, D), reply_json_dict(_{got:D}).
form(R) :- http_parameters(R, [name(N, []), age(A, [integer, default(1)])]), format(\"Content-type: text/plain~n~n~w ~w~n\", [N,A]).
bytes(_) :- throw(http_reply(bytes('application/octet-stream', [0,255,195,164]))).
loop(R) :- loop(R).
count(_) :- ( http_session_retract(n(N)) -> true ; N = 0 ), M is N + 1, http_session_assert(n(M)), format(\"Content-type: text/plain~n~n~d~n\", [M]).
big(_) :- format(\"Content-type: text/plain~n~n\"), forall(between(1, 30000, X), format(\"line number ~|~`0t~d~50+~n\", [X])).
chunks(_) :- format(\"Content-type: text/plain~nTransfer-Encoding: chunked~n~n\"), forall(between(1, 3, X), ( format(\"part ~d~n\", [X]), flush_output )).
below(R) :- memberchk(path_info(P), R), format(\"Content-type: text/plain~n~n~w~n\", [P]).
start(P) :- http_server(http_dispatch, [port(localhost:P), workers(4), timeout(1), max_head(4096), max_body(100000), silent(true)]).
";

/// A server; its engine is kept so that its threads go on.
struct Server {
    engine: Engine,
    at: Place,
}

/// The port of a server on this machine.
#[derive(Clone, Copy)]
struct Place {
    port: u16,
}

impl std::ops::Deref for Server {
    type Target = Place;

    fn deref(&self) -> &Place {
        &self.at
    }
}

fn server() -> Server {
    let mut engine = engine();
    engine.grant(Grant::Randomness);
    engine.consult_str(PROGRAM).expect("it is right");
    let port: i64 = engine
        .once("start(P)")
        .expect("it starts")
        .expect("an answer")
        .get("P")
        .expect("a port");
    Server {
        engine,
        at: Place { port: port as u16 },
    }
}

impl Place {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .expect("it is set");
        stream
    }

    /// Sends bytes, and returns all that comes back up to the end of the connection.
    fn whole(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that refuses does not read all.
        let _sent = stream.write_all(request);
        let mut reply = Vec::new();
        let _reset = stream.read_to_end(&mut reply);
        reply.iter().copied().map(char::from).collect()
    }

    /// The reply for a path, of a connection of its own.
    fn get(&self, path: &str) -> String {
        self.whole(format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").as_bytes())
    }

    fn post(&self, path: &str, kind: &str, body: &str) -> String {
        let length = body.len();
        let head = format!("POST {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: {kind}\r\n");
        self.whole(format!("{head}Content-Length: {length}\r\n\r\n{body}").as_bytes())
    }
}

#[track_caller]
fn assert_reply(reply: &str, status: &str, parts: &[&str]) {
    assert!(reply.starts_with(&format!("HTTP/1.1 {status}")), "{status}: {reply}");
    for part in parts {
        assert!(reply.contains(part), "{part}: {reply}");
    }
}

#[test]
fn handlers_reply() {
    let server = server();
    assert_reply(&server.get("/"), "303 See Other", &["Location: /hello\r\n"]);
    let page = "<h1>Hello &lt;you&gt;</h1>\n\n<p>\nsee <a href=\"/hello\">here</a></p>";
    assert_reply(
        &server.get("/hello"),
        "200 OK",
        &[page, "Content-Type: text/html; charset=UTF-8"],
    );
    assert_reply(&server.get("/user/7"), "200 OK", &["{\"id\":\"7\"}"]);
    assert_reply(&server.get("/user/7/8"), "404", &[]);
    assert_reply(&server.get("/form?name=a%20b&age=3"), "200 OK", &["\r\n\r\na b 3\n"]);
    assert_reply(&server.get("/form?name=a&age=x"), "400", &["Parameter age"]);
    assert_reply(&server.get("/form"), "400", &["name"]);
    assert_reply(
        &server.post("/form", "application/x-www-form-urlencoded", "name=x+y&age=9"),
        "200 OK",
        &["x y 9"],
    );
    assert_reply(
        &server.post("/echo", "application/json", "{\"a\":[1,\"b\"]}"),
        "200 OK",
        &["\"a\": [1, \"b\" ]"],
    );
    assert_reply(&server.post("/echo", "application/json", "{\"a\":"), "400", &["JSON"]);
    assert_reply(&server.post("/echo", "text/plain", "a"), "400", &[]);
    assert_reply(&server.get("/echo"), "405", &[]);
    assert_reply(&server.get("/nowhere"), "404", &[]);
    assert_reply(&server.get("/gone"), "403", &["X-Why: because\r\n"]);
    assert_reply(&server.get("/below/a/b"), "200 OK", &["\r\n\r\na/b\n"]);
    assert_reply(
        &server.get("/bytes"),
        "200 OK",
        &["Content-Length: 4\r\n", "\r\n\r\n\u{0}\u{ff}\u{c3}\u{a4}"],
    );
    for path in ["/fail", "/throw"] {
        let reply = server.get(path);
        assert_reply(&reply, "500 Internal Server Error", &[]);
        assert!(!reply.contains("secret") && !reply.contains(".pl"), "{reply}");
    }
    assert_reply(&server.get("/loop"), "503", &[]);
    assert_reply(
        &server.get("/chunks"),
        "200 OK",
        &["Transfer-Encoding: chunked", "7\r\npart 1\n\r\n", "\r\n0\r\n\r\n"],
    );
    let big = server.get("/big");
    // Longer than what is kept: it goes out in chunks, nothing is lost.
    assert_eq!(big.matches("line number").count(), 30_000);
    let head = server.whole(b"HEAD /hello HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!(
        head.starts_with("HTTP/1.1 200 OK") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    let old = server.whole(b"GET /chunks HTTP/1.0\r\n\r\n");
    assert!(old.ends_with("\r\n\r\npart 1\npart 2\npart 3\n"), "{old}");
    let chunked = b"POST /form HTTP/1.1\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n\
        Transfer-Encoding: chunked\r\n\r\n4\r\nname\r\n3;x=y\r\n=ab\r\n0\r\n\r\n";
    assert_reply(&server.whole(chunked), "200 OK", &["ab 1"]);
    let expecting = b"POST /form HTTP/1.1\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n\
        Content-Length: 7\r\nExpect: 100-continue\r\n\r\nname=ab";
    assert!(server.whole(expecting).contains("ab 1"));
}

#[test]
fn connections_and_sessions_are_kept() {
    let server = server();
    let two = b"GET /user/1 HTTP/1.1\r\n\r\nGET /user/2 HTTP/1.1\r\nConnection: close\r\n\r\n";
    let replies = server.whole(two);
    let places = ["{\"id\":\"1\"}", "{\"id\":\"2\"}"].map(|part| replies.find(part).expect("a reply"));
    assert!(places[0] < places[1], "{replies}");
    let first = server.get("/count");
    let cookie = first
        .split("Set-Cookie: ")
        .nth(1)
        .and_then(|rest| rest.split(';').next())
        .expect("a cookie");
    for number in 2..5 {
        let request = format!("GET /count HTTP/1.1\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n");
        let reply = server.whole(request.as_bytes());
        assert!(
            reply.ends_with(&format!("\r\n\r\n{number}\n")) && !reply.contains("Set-Cookie"),
            "{reply}"
        );
    }
    let other = server.whole(b"GET /count HTTP/1.1\r\nCookie: swipl_session=0123\r\nConnection: close\r\n\r\n");
    assert!(other.ends_with("\r\n\r\n1\n"), "{other}");
}

#[test]
fn bad_requests_are_refused() {
    let server = server();
    for (request, status) in [
        ("nonsense\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), "505"),
        (format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "b".repeat(5000)), "431"),
        (format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(200)), "431"),
        (
            "POST /form HTTP/1.1\r\nContent-Length: 100001\r\n\r\n".to_owned(),
            "413",
        ),
        ("POST /form HTTP/1.1\r\nContent-Length: x\r\n\r\n".to_owned(), "400"),
        (
            "POST /form HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n".to_owned(),
            "400",
        ),
        (
            "POST /form HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n".to_owned(),
            "501",
        ),
        // It does not go on.
        ("GET / HTT".to_owned(), "408"),
        ("POST /form HTTP/1.1\r\nContent-Length: 5\r\n\r\nab".to_owned(), "408"),
    ] {
        let reply = server.whole(request.as_bytes());
        assert_reply(&reply, status, &["Connection: close\r\n"]);
    }
    let endless = format!(
        "POST /form HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        format!("fff\r\n{}\r\n", "a".repeat(0xfff)).repeat(30)
    );
    assert_reply(&server.whole(endless.as_bytes()), "413", &[]);
    let broken = "POST /form HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
    assert_reply(&server.whole(broken.as_bytes()), "400", &[]);
    assert_reply(&server.get("/user/1"), "200", &[]);
}

#[test]
fn hostile_clients_cost_nobody_a_reply() {
    let server = server();
    // They begin a request and wait, take no reply, send nonsense, or go away: more of them than there are workers.
    let mut idle = Vec::new();
    for number in 0..56 {
        let mut stream = server.connect();
        let stalled = [
            b"POST /form HTTP/1.1\r\nContent-Length: 90000\r\n\r\n".as_slice(),
            &[b'a'; 70_000],
        ]
        .concat();
        let begun: &[u8] = match number % 7 {
            0 => b"GET /user/1 HTTP/1.1\r\nX: ",
            1 => b"GET /big HTTP/1.1\r\n\r\n",
            2 => b"\xff\xfe\x00\r\n\r\n",
            3 => &stalled,
            4 => b"POST /form HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nname",
            5 => b"POST /form HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
            _ => b"POST /form HTTP/1.1\r\nContent-Length: 500\r\n\r\nname",
        };
        stream.write_all(begun).expect("it listens");
        if number % 8 < 4 {
            idle.push(stream);
        }
    }
    thread::scope(|scope| {
        for client in 0..4 {
            let server = *server;
            scope.spawn(move || {
                for number in 0..25 {
                    let id = 100 * client + number;
                    assert_reply(
                        &server.get(&format!("/user/{id}")),
                        "200 OK",
                        &[&format!("{{\"id\":\"{id}\"}}")],
                    );
                }
            });
        }
    });
    drop(idle);
}

#[test]
fn a_server_stops_when_its_requests_are_answered() {
    let mut server = server();
    let mut waiting = server.connect();
    waiting.write_all(b"GET /user/1 HTTP/1.1\r\n\r\n").expect("it listens");
    assert_reply(&server.get("/user/2"), "200 OK", &[]);
    let stop = format!(
        "http_current_server(_, {p}), http_workers({p}, 4), http_stop_server({p}, [])",
        p = server.port
    );
    assert!(server.engine.succeeds(&stop).expect("it stops"));
    let mut reply = String::new();
    let _read = waiting.read_to_string(&mut reply);
    assert_reply(&reply, "200 OK", &["\"1\""]);
    assert!(TcpStream::connect(("127.0.0.1", server.port)).is_err());
    let again = format!(
        "catch(http_stop_server({}, []), error(existence_error(http_server, _), _), true)",
        server.port
    );
    assert!(server.engine.succeeds(&again).expect("it is told"));
}

/// `ferz serve` answers until it is ended.
#[test]
fn the_program_serves_files() {
    let file = std::env::temp_dir().join(format!("ferz-serve-{}.pl", std::process::id()));
    std::fs::write(&file, ":- module(served, [item/1]).\nitem(X) :- member(X, [a, b]).\n").expect("a file");
    let free = std::net::TcpListener::bind("localhost:0").and_then(|listener| listener.local_addr());
    let port = free.expect("a port").port();
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args([
            "serve".as_ref(),
            file.as_os_str(),
            "--port".as_ref(),
            port.to_string().as_ref(),
        ])
        .stdin(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let begun = std::time::Instant::now();
    while std::net::TcpStream::connect(("localhost", port)).is_err() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(Duration::from_millis(50));
    }
    let reply = Place { port }.get("/query?goal=item(X)");
    program.kill().and_then(|()| program.wait()).expect("it ran");
    assert_reply(&reply, "200", &["{\"X\":\"a\"}", "{\"X\":\"b\"}", "\"more\":false"]);
    std::fs::remove_file(file).expect("it is there");
}

#[test]
fn exported_predicates_are_served() {
    let file = std::env::temp_dir().join(format!("ferz-served-{}.pl", std::process::id()));
    let text = ":- module(served, [item/1, loop/0, fault/0, meta/1, say/0]).
        :- meta_predicate meta(0).
        item(X) :- between(1, 200, X). loop :- loop. fault :- atom_length(_, _). meta(G) :- call(G).
        say :- write(hello). secret(1).";
    std::fs::write(&file, text).expect("a file");
    let mut engine = engine();
    engine.grant(Grant::AllFiles);
    let load = format!(
        "use_module(library(http/http_serve)), use_module(library(http/http_server)), use_module('{0}'),
         http_serve(['{0}'], [port(localhost:P), silent(true), time_limit(0.3), workers(2)])",
        file.display()
    );
    let port: i64 = engine
        .once(&load)
        .expect("it starts")
        .expect("an answer")
        .get("P")
        .expect("a port");
    let at = Place { port: port as u16 };
    let ask = |goal: &str| at.get(&format!("/query?goal={goal}"));
    assert_reply(&ask("item(3)"), "200", &["\"more\":false", "\"answers\": [ {} ]"]);
    assert_reply(
        &ask("item(X)&limit=2"),
        "200",
        &["{\"X\":1}", "{\"X\":2}", "\"more\":true"],
    );
    assert_reply(&ask("say"), "200", &["\"output\":\"hello\""]);
    assert_reply(&ask("loop"), "503", &["too long"]);
    assert_reply(&ask("fault"), "500", &["instantiation_error"]);
    for goal in ["secret(X)", "meta(true)", "served:secret(X)", "halt", "X", "shell(a)"] {
        assert_reply(&ask(goal), "404", &[]);
    }
    assert_reply(&ask("item("), "400", &["yntax"]);
    assert_reply(&at.get("/query"), "400", &[]);
    assert_reply(
        &at.get("/"),
        "200",
        &[
            "<li><code>item/1</code></li>",
            "<form action=\"/query\" method=\"get\">",
        ],
    );
    std::fs::remove_file(file).expect("it was there");
}
