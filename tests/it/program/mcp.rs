//! `ferz mcp`: a client that speaks the protocol with the real process.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::program::runner::{PROGRAM, folder, out, run_with, status};

/// More time than any test takes: what must end, ends by another limit or by the client.
const FOREVER: &str = "--time=3600s";

const FAMILY: &str = "\
parent(ann, bob). parent(bob, tom). parent(bob, sue).
grand(X, Z) :- parent(X, Y), parent(Y, Z).
size(N, S) :- ( N > 10 -> S = big ; N > 5, ! , S = medium ; S = small ).
size(_, unknown).
childless(X) :- parent(_, X), \\+ parent(X, _).
safe(X, R) :- catch(R is 10 / X, error(E, _), R = E).
count(N) :- N > 0, M is N - 1, count(M).
count(0).
";

/// A client, with the server that it has started.
struct Client {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    requests: u32,
}

impl Client {
    fn new(folder: &Path, arguments: &[&str]) -> Client {
        let mut server = Command::new(PROGRAM)
            .current_dir(folder)
            .arg("mcp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(folder.join("stderr")).expect("a file"))
            .spawn()
            .expect("the program ferz starts");
        let to = server.stdin.take();
        let from = BufReader::new(server.stdout.take().expect("a pipe"));
        Client {
            server,
            to,
            from,
            requests: 0,
        }
    }

    fn send(&mut self, line: &str) {
        let to = self.to.as_mut().expect("it is open");
        writeln!(to, "{line}").expect("the server reads");
    }

    fn receive(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("the server writes UTF-8");
        assert!(line.ends_with('\n'), "the server has ended");
        line.trim_end().to_owned()
    }

    /// Sends a message, and returns the answer.
    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.receive()
    }

    /// Sends the call of a tool, and returns the identifier.
    fn begin(&mut self, tool: &str, arguments: &str) -> u32 {
        self.requests += 1;
        let id = self.requests;
        self.send(&format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"arguments\":{arguments}}}}}"
        ));
        id
    }

    /// Calls a tool, and returns the structured content of the result; behind it stands `!` if it is an error.
    fn call(&mut self, tool: &str, arguments: &str) -> String {
        let id = self.begin(tool, arguments);
        let line = self.receive();
        let start =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"");
        assert!(line.starts_with(&start), "{line}");
        let (_, rest) = line.split_once("\"structuredContent\":").expect("structured content");
        match rest.strip_suffix(",\"isError\":true}}") {
            Some(content) => format!("{content}!"),
            None => rest.strip_suffix(",\"isError\":false}}").expect("a result").to_owned(),
        }
    }

    fn query(&mut self, goal: &str) -> String {
        self.call("query", &format!("{{\"goal\":{goal:?}}}"))
    }

    /// Closes the input; the server ends, and has said no more.
    fn end(mut self) {
        drop(self.to.take());
        let mut rest = String::new();
        self.from.read_line(&mut rest).expect("the end");
        assert_eq!(rest, "");
        assert_eq!(self.server.wait().expect("it ends").code(), Some(0));
    }
}

/// A client of a server that has loaded the family, with a folder for the test.
fn family(test: &str, arguments: &[&str]) -> Client {
    let folder = folder(&format!("mcp_{test}"), &[("family.pl", FAMILY)]);
    Client::new(&folder, &[arguments, &["family.pl"]].concat())
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn the_version_is_agreed_on() {
    let mut client = family("versions", &[]);
    for (wanted, given) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("1999-01-01", "2025-06-18"),
    ] {
        let answer = client.ask(&format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":\"a\\n1\",\"method\":\"initialize\",\"params\":{{\"protocolVersion\":\"{wanted}\",\
             \"capabilities\":{{}},\"clientInfo\":{{\"name\":\"test\",\"version\":\"1\"}}}}}}"
        ));
        has(
            &answer,
            &[
                "\"id\":\"a\\n1\"",
                "\"capabilities\":{\"tools\":{}}",
                "\"name\":\"ferz\"",
            ],
        );
        has(&answer, &[&format!("\"protocolVersion\":\"{given}\"")]);
    }
    client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    let pong = client.ask("{\"jsonrpc\":\"2.0\",\"id\":-7,\"method\":\"ping\"}");
    assert_eq!(pong, "{\"jsonrpc\":\"2.0\",\"id\":-7,\"result\":{}}");
    let tools = client.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
    for tool in ["load", "query", "next", "close", "explain", "list", "check", "reset"] {
        has(&tools, &[&format!("{{\"name\": \"{tool}\",\"description\": ")]);
    }
    client.end();
}

#[test]
fn answers_come_in_pages() {
    let mut client = family("pages", &[]);
    let first = client.call("query", r#"{"goal":"parent(X, Y)","answers":2}"#);
    assert_eq!(
        first,
        r#"{"answers":[{"bindings":{"X":"ann","Y":"bob"}},{"bindings":{"X":"bob","Y":"tom"}}],"status":"more","cursor":"1"}"#
    );
    let second = client.call("next", r#"{"cursor":"1"}"#);
    assert_eq!(
        second,
        r#"{"answers":[{"bindings":{"X":"bob","Y":"sue"}}],"status":"done"}"#
    );
    has(&client.call("next", r#"{"cursor":"1"}"#), &["no query is open", "!"]);
    // A query is closed by the client, and by every other tool.
    has(&client.query("repeat"), &["\"status\":\"more\"", "\"cursor\":\"2\""]);
    assert_eq!(client.call("close", r#"{"cursor":"2"}"#), r#"{"closed":true}"#);
    has(&client.call("close", r#"{"cursor":"2"}"#), &["no query is open", "!"]);
    has(&client.query("repeat"), &["\"cursor\":\"3\""]);
    has(
        &client.call("list", "{}"),
        &[r#"{"predicate":"grand/2","clauses":1,"dynamic":false,"#],
    );
    has(&client.call("next", r#"{"cursor":"3"}"#), &["no query is open", "!"]);
    for (goal, result) in [
        ("fail", r#"{"answers":[],"status":"done"}"#),
        (
            "X = f(Y, Z), Y = Z, dif(Y, a), W = [1|W], format('hi~n')",
            r#"{"answers":[{"bindings":{"X":"f(Z, Z)","Y":"Z","W":"[1|W]"},"goals":["dif(Z, a)"]}],"status":"done","output":"hi\n"}"#,
        ),
        (
            "read(X)",
            r#"{"answers":[{"bindings":{"X":"end_of_file"}}],"status":"done"}"#,
        ),
    ] {
        assert_eq!(client.query(goal), result, "{goal}");
    }
    client.end();
}

#[test]
fn rules_are_loaded_checked_and_forgotten() {
    let mut client = family("rules", &[]);
    let loaded = client.call(
        "load",
        r#"{"name":"a.pl","text":"p(1). p(2).\nq(X) :- r(Y).\ns(.\n:- write(hello).\n"}"#,
    );
    has(
        &loaded,
        &[
            r#"{"loaded":false,"error":{"kind":"load","#,
            r#"{"file":"a.pl","line":2,"column":3,"kind":"warning","text":"Singleton variables: [X, Y]"#,
            r#"{"file":"a.pl","line":3,"column":2,"kind":"error","text":"Syntax error: "#,
            r#""output":"hello"}!"#,
        ],
    );
    let again = client.call("load", r#"{"name":"a.pl","text":"p(3). q(1). :- dynamic(d/1)."}"#);
    assert_eq!(again, r#"{"loaded":true,"messages":[]}"#);
    has(&client.query("p(X)"), &[r#"[{"bindings":{"X":"3"}}]"#]);
    let listed = client.call("list", "{}");
    has(
        &listed,
        &[
            r#"{"predicate":"d/1","clauses":0,"dynamic":true"#,
            "\"parent/2\",\"clauses\":3",
            "family.pl",
        ],
    );
    assert!(!listed.contains("system:"), "{listed}");
    let checked = client.call("check", r#"{"text":"t(X) :- p(X), nosuch(X).\n:- write(ran).\nt(Y)."}"#);
    has(
        &checked,
        &[
            r#""file":"rules.pl","line":1,"#,
            "nosuch/1 is called, but not defined",
            "Singleton variables: [Y]",
        ],
    );
    assert!(!checked.contains("ran"), "{checked}");
    has(&client.query("catch(t(1), error(E, _), true)"), &["procedure, t/1"]);
    assert_eq!(client.call("check", "{}"), r#"{"messages":[]}"#);
    assert_eq!(client.call("reset", "{}"), r#"{"loaded":true,"messages":[]}"#);
    has(
        &client.query("p(X)"),
        &[r#""kind":"exception""#, "error(existence_error(procedure, p/1)"],
    );
    has(&client.query("grand(ann, X)"), &["tom", "sue"]);
    client.end();
}

#[test]
fn errors_are_told() {
    let mut client = family("errors", &[]);
    for (goal, parts) in [
        ("foo(X", &[r#""kind":"syntax","line":1,"column":4,"#][..]),
        (
            "count(a)",
            &[
                r#""kind":"exception""#,
                r#""term":"error(type_error(evaluable, a/0)"#,
                r#""goals":[{"goal":"count(a)","file":"family.pl","line":7}"#,
            ],
        ),
        ("member(X, [1, 2]), X > 1, throw(my(X))", &[r#""term":"my(2)""#]),
        ("halt(3)", &[r#""kind":"halt","status":3"#]),
        ("shell('echo hi')", &["permission_error(execute, shell"]),
        ("open('family.pl', read, S)", &["permission_error(open, source_sink"]),
        ("open('new', write, S)", &["permission_error(open, source_sink"]),
        ("consult('family.pl')", &["permission_error(open, source_sink"]),
        ("get_time(T)", &["permission_error(access, clock"]),
        ("X = 1, nosuch(X)", &["existence_error(procedure, nosuch/1)"]),
    ] {
        let result = client.query(goal);
        has(&result, parts);
        assert!(result.ends_with('!'), "{goal}: {result}");
    }
    // An error after some answers.
    let result = client.query("member(X, [1, a]), Y is X + 1");
    has(
        &result,
        &[
            r#""answers":[{"bindings":{"X":"1","Y":"2"}}],"status":"error""#,
            "type_error(evaluable, a/0)",
        ],
    );
    client.end();
}

#[test]
fn limits_end_hostile_goals() {
    let mut client = family("limits", &[FOREVER]);
    for (arguments, limit) in [
        (r#"{"goal":"repeat, fail","inferences":10000}"#, "inferences"),
        (r#"{"goal":"repeat, fail","seconds":1}"#, "time"),
        (
            r#"{"goal":"catch((repeat, fail), _, true)","inferences":10000}"#,
            "inferences",
        ),
        (r#"{"goal":"length(L, N), N > 10000000","megabytes":8}"#, "memory"),
    ] {
        let result = client.call("query", arguments);
        has(&result, &[&format!(r#""error":{{"kind":"limit","limit":"{limit}""#)]);
    }
    has(
        &client.call("explain", r#"{"goal":"repeat, fail","inferences":10000}"#),
        &[r#""kind":"limit""#],
    );
    // The output is cut, long and deep answers are abbreviated, and a page is not endless.
    let result = client.call(
        "query",
        r#"{"goal":"repeat, write('0123456789'), fail","inferences":100000}"#,
    );
    assert!(
        result.len() < 70_000 && result.contains("\"outputIsCut\":true"),
        "{}",
        result.len()
    );
    for goal in [
        "numlist(1, 300000, L)",
        "numlist(1, 300000, L), foldl([_, T, f(T)]>>true, L, x, X)",
        "length(L, 30), foldl([_, T, f(T, T)]>>true, L, x, X)",
        "numlist(1, 100000, L), atomic_list_concat(L, A)",
    ] {
        let result = client.query(goal);
        assert!(
            result.len() < 20_000 && result.contains("\"abbreviated\":true"),
            "{goal}: {result}"
        );
    }
    let result = client.call("query", r#"{"goal":"repeat, numlist(1, 3000, L)","answers":200}"#);
    assert!(
        result.len() < 200_000 && result.contains("\"status\":\"more\""),
        "{}",
        result.len()
    );
    assert_eq!(
        client.query("X = 1"),
        r#"{"answers":[{"bindings":{"X":"1"}}],"status":"done"}"#
    );
    client.end();
}

#[test]
fn a_call_is_cancelled() {
    let mut client = family("cancel", &[FOREVER]);
    let cancel = |id: u32| {
        format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}")
    };
    for (tool, arguments) in [
        ("query", r#"{"goal":"repeat, fail"}"#),
        ("explain", r#"{"goal":"repeat, fail"}"#),
        ("load", r#"{"text":":- repeat, fail."}"#),
    ] {
        let endless = client.begin(tool, arguments);
        let waiting = client.begin("query", r#"{"goal":"X = waiting"}"#);
        let last = client.begin("query", r#"{"goal":"X = last"}"#);
        // The server listens while the goal runs.
        let pong = client.ask("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
        assert_eq!(pong, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}");
        client.send(&cancel(waiting));
        client.send(&cancel(endless));
        let answer = client.receive();
        has(&answer, &[&format!("\"id\":{last},"), "last"]);
    }
    // Nothing is left over for calls that follow.
    client.send(&cancel(client.requests));
    client.send(&cancel(1_000));
    has(&client.query("numlist(1, 10, L)"), &["\"status\":\"done\""]);
    client.end();
}

#[test]
fn proofs_are_trees() {
    let mut client = family("proofs", &[]);
    let fact = |goal: &str| format!(r#"{{"kind":"fact","goal":"{goal}","file":"family.pl","line":1,"because":[]}}"#);
    let leaf = |kind: &str, goal: &str| format!(r#"{{"kind":"{kind}","goal":"{goal}","because":[]}}"#);
    let rule = |goal: &str, line: u32, below: &[String]| {
        let below = below.join(",");
        format!(r#"{{"kind":"rule","goal":"{goal}","file":"family.pl","line":{line},"because":[{below}]}}"#)
    };
    let grand = |who: &str| {
        let below = [fact("parent(ann, bob)"), fact(&format!("parent(bob, {who})"))];
        rule(&format!("grand(ann, {who})"), 2, &below)
    };
    for (arguments, proof) in [
        (r#"{"goal":"grand(ann, X)"}"#, grand("tom")),
        (r#"{"goal":"?- grand(ann, X).","answer":2}"#, grand("sue")),
        (
            r#"{"goal":"size(7, S)"}"#,
            rule(
                "size(7, medium)",
                3,
                &[
                    leaf("else", "7>10"),
                    format!(
                        r#"{{"kind":"or","goal":"7>5, !, medium=medium","because":[{},{}]}}"#,
                        leaf("builtin", "7>5"),
                        leaf("builtin", "medium=medium")
                    ),
                ],
            ),
        ),
        (
            r#"{"goal":"childless(X)"}"#,
            rule(
                "childless(tom)",
                5,
                &[fact("parent(bob, tom)"), leaf("not", "parent(tom, _0)")],
            ),
        ),
        (
            r#"{"goal":"parent(X, sue), \\+ grand(sue, X)"}"#,
            [fact("parent(bob, sue)"), leaf("not", "grand(sue, bob)")].join(","),
        ),
        (r#"{"goal":"call(user:parent(ann), X)"}"#, fact("parent(ann, bob)")),
        (r#"{"goal":"count(1)","depth":1}"#, {
            let below = [
                leaf("builtin", "1>0"),
                leaf("builtin", "0 is 1-1"),
                r#"{"kind":"called","goal":"count(0)","isCut":true,"because":[]}"#.to_owned(),
            ];
            rule("count(1)", 7, &below)
        }),
    ] {
        let cut = if proof.contains("isCut") {
            ",\"proofIsCut\":true"
        } else {
            ""
        };
        assert_eq!(
            client.call("explain", arguments),
            format!("{{\"proved\":true,\"proof\":[{proof}]{cut}}}"),
            "{arguments}"
        );
    }
    let caught = client.call("explain", r#"{"goal":"safe(0, R)"}"#);
    has(
        &caught,
        &[r#"{"kind":"caught","goal":"error(evaluation_error(zero_divisor)"#],
    );
    // A cut has taken the other answers.
    assert_eq!(
        client.call("explain", r#"{"goal":"size(7, S)","answer":2}"#),
        r#"{"proved":false,"why":["The query has fewer than 2 answers"]}"#
    );
    has(
        &client.call("explain", r#"{"goal":"grand(tom, X)"}"#),
        &[r#""proved":false,"why":["#, "parent(tom,_)"],
    );
    let cut = client.call("explain", r#"{"goal":"count(1000)","depth":1000,"nodes":5}"#);
    assert_eq!(
        (cut.matches("\"kind\"").count(), cut.contains("\"proofIsCut\":true")),
        (5, true),
        "{cut}"
    );
    has(
        &client.call("explain", r#"{"goal":"nosuch(X)"}"#),
        &["existence_error(procedure, nosuch/1)", "!"],
    );
    has(&client.call("explain", r#"{"goal":"foo("}"#), &[r#""kind":"syntax""#]);
    client.end();
}

#[test]
fn wrong_messages_are_refused() {
    let mut client = family("wrong", &[]);
    let deep = "[".repeat(100_000);
    let long = format!("{{\"jsonrpc\":\"{}\"}}", "x".repeat(5_000_000));
    for (message, id, code) in [
        ("{\"jsonrpc\":\"2.0\"", "null", -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} x", "null", -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {}", "null", -32700),
        ("hello", "null", -32700),
        (&deep, "null", -32700),
        (&long, "null", -32700),
        ("[]", "null", -32600),
        ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", "null", -32600),
        ("{}", "null", -32600),
        ("{\"jsonrpc\":\"1.0\",\"id\":5,\"method\":\"ping\"}", "5", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", "null", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":6}", "6", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"nosuch\"}", "7", -32601),
        ("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\"}", "8", -32602),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\",\"params\":[]}",
            "8",
            -32602,
        ),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\",\"params\":{\"name\":\"nosuch\"}}",
            "8",
            -32602,
        ),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\",\"params\":{\"name\":\"query\"}}",
            "8",
            -32602,
        ),
    ] {
        let answer = client.ask(message);
        let start = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":\"");
        assert!(
            answer.starts_with(&start),
            "{}: {answer}",
            &message[..message.len().min(80)]
        );
    }
    for (tool, arguments) in [
        ("query", r#"{"goal":3}"#),
        ("query", r#"{"goal":"true","answers":0}"#),
        ("query", r#"{"goal":"true","answers":1.5}"#),
        ("query", r#"{"goal":"true","seconds":"x"}"#),
        ("load", r#"{"name":"a"}"#),
        ("list", "3"),
    ] {
        let id = client.begin(tool, arguments);
        has(
            &client.receive(),
            &[&format!("\"id\":{id},\"error\":{{\"code\":-32602,")],
        );
    }
    // Notifications and blank lines have no answers.
    client.send("");
    client.send("{\"jsonrpc\":\"2.0\",\"method\":\"nosuch\"}");
    client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
    has(&client.query("X = 1"), &["\"X\":\"1\""]);
    client.end();
}

#[test]
fn a_file_that_does_not_load_is_told_beside_the_protocol() {
    let files = [
        ("bad.pl", "p(1.\nq(1).\n:- write(out), nl.\n"),
        ("stops.pl", ":- halt(5).\n"),
    ];
    let folder = folder("mcp_files", &files);
    let mut client = Client::new(&folder, &["bad.pl"]);
    has(&client.query("q(X)"), &["\"X\":\"1\""]);
    client.end();
    let told = std::fs::read_to_string(folder.join("stderr")).expect("a text");
    has(&told, &["bad.pl:1:", "Syntax error", "out\n"]);
    let ended = run_with(&folder, &["mcp", "stops.pl"], "");
    assert_eq!((status(&ended), out(&ended).as_str()), (5, ""));
}
