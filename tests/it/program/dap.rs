//! The debug adapter: a client that plays a script.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::program::lsp::Wire;
use crate::program::runner::folder;

struct Client {
    wire: Wire,
    file: PathBuf,
    /// Events that came before they were waited for.
    events: Vec<Value>,
    last: u64,
}

impl Client {
    /// Starts a session with a program; its `launch` gets these arguments, too.
    fn new(name: &str, program: &str, breakpoints: Value, launch: Value) -> Client {
        let mut client = Client::begin(name, program);
        client.set_breakpoints(breakpoints);
        client.launch(launch);
        client
    }

    fn begin(name: &str, program: &str) -> Client {
        let folder = folder(name, &[("program.pl", program)]);
        let mut client = Client {
            wire: Wire::new("dap"),
            file: folder.join("program.pl").canonicalize().expect("it is there"),
            events: Vec::new(),
            last: 0,
        };
        let can = client.ask("initialize", json!({"adapterID": "ferz"}));
        assert_eq!(can["supportsStepBack"], true);
        client.wait("initialized");
        client
    }

    fn launch(&mut self, mut arguments: Value) {
        arguments["program"] = self.file.to_string_lossy().into();
        self.ask("setExceptionBreakpoints", json!({"filters": ["uncaught"]}));
        self.ask("launch", arguments);
        self.ask("configurationDone", json!({}));
    }

    /// Returns the lines at which they are.
    fn set_breakpoints(&mut self, breakpoints: Value) -> Vec<i64> {
        let source = json!({"path": self.file.to_string_lossy()});
        let set = self.ask("setBreakpoints", json!({"source": source, "breakpoints": breakpoints}));
        let set = set["breakpoints"].as_array().expect("a list");
        set.iter().map(|one| one["line"].as_i64().unwrap_or(-1)).collect()
    }

    fn reply(&mut self, command: &str, arguments: Value) -> Value {
        self.last += 1;
        let seq = self.last;
        self.wire
            .send(&json!({"seq": seq, "type": "request", "command": command, "arguments": arguments}));
        loop {
            let message = self.wire.receive();
            if message["request_seq"] == seq {
                return message;
            }
            self.events.push(message);
        }
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let reply = self.reply(command, arguments);
        assert_eq!(reply["success"], true, "{command}: {reply}");
        reply["body"].clone()
    }

    /// Returns the message of a request that fails.
    fn fault(&mut self, command: &str, arguments: Value) -> String {
        let reply = self.reply(command, arguments);
        assert_eq!(reply["success"], false, "{command}: {reply}");
        reply["message"].as_str().expect("a message").to_owned()
    }

    fn wait(&mut self, event: &str) -> Value {
        loop {
            let found = self.events.iter().position(|message| message["event"] == event);
            if let Some(at) = found {
                return self.events.remove(at)["body"].clone();
            }
            let message = self.wire.receive();
            assert!(
                event != "stopped" || message["event"] != "terminated",
                "it has ended: {:?}",
                self.events
            );
            self.events.push(message);
        }
    }

    /// Waits until the goal stops, and returns the reason and the port.
    fn stop(&mut self) -> String {
        let stopped = self.wait("stopped");
        let text = |name: &str| stopped[name].as_str().unwrap_or_default().to_owned();
        format!("{}; {}", text("reason"), text("description"))
    }

    fn step(&mut self, command: &str) -> String {
        self.ask(command, json!({"threadId": 1}));
        self.stop()
    }

    /// The goals of the stack, with their lines.
    fn stack(&mut self) -> Vec<(String, i64)> {
        let stack = self.ask("stackTrace", json!({"threadId": 1}));
        let frames = stack["stackFrames"].as_array().expect("a list");
        assert_eq!(stack["totalFrames"], frames.len());
        let shown = |frame: &Value| Some((frame["name"].as_str()?.to_owned(), frame["line"].as_i64()?));
        frames.iter().filter_map(shown).collect()
    }

    fn variables(&mut self, reference: &Value) -> Vec<String> {
        let found = self.ask("variables", json!({"variablesReference": reference}));
        let found = found["variables"].as_array().expect("a list");
        let shown = found.iter().map(|one| format!("{} = {}", one["name"], one["value"]));
        shown.map(|text| text.replace('"', "")).collect()
    }

    /// The variables of a frame, and its arguments.
    fn scopes(&mut self, frame: i64) -> Vec<Vec<String>> {
        let scopes = self.ask("scopes", json!({"frameId": frame}));
        let scopes = scopes["scopes"].as_array().expect("a list").clone();
        scopes
            .iter()
            .map(|scope| self.variables(&scope["variablesReference"]))
            .collect()
    }

    fn evaluate(&mut self, frame: i64, expression: &str) -> String {
        let found = self.ask("evaluate", json!({"frameId": frame, "expression": expression}));
        found["result"].as_str().expect("a text").to_owned()
    }

    /// What was written since it was asked for.
    fn output(&mut self) -> String {
        let (output, others) = std::mem::take(&mut self.events)
            .into_iter()
            .partition::<Vec<Value>, _>(|message| message["event"] == "output");
        self.events = others;
        output
            .iter()
            .filter_map(|message| message["body"]["output"].as_str())
            .collect()
    }

    /// Waits for the end of the goal; returns its exit status.
    fn finish(&mut self) -> i64 {
        let ended = self.wait("exited");
        self.wait("terminated");
        ended["exitCode"].as_i64().expect("a number")
    }

    fn end(mut self) {
        self.ask("disconnect", json!({}));
        assert_eq!(self.wire.server.wait().expect("it ends").code(), Some(0));
    }
}

const FAMILY: &str = "\
:- initialization(main, main).
parent(ann, bob).
parent(bob, cid).
parent(bob, dan).

grand(X, Z) :-
    parent(X, Y), parent(Y, Z),
    older(X, Z).

older(X, Z) :- age(X, A), age(Z, B), A > B.
age(ann, 70).
age(bob, 40).
age(cid, 77).
age(dan, 5).

main :-
    writeln(start),
    grand(ann, Who),
    writeln(Who).
";

#[test]
fn breakpoints_stop_where_their_conditions_hold() {
    for back in [true, false] {
        let mut client = Client::begin(&format!("dap-lines-{back}"), FAMILY);
        let lines = client.set_breakpoints(json!([
            {"line": 5, "condition": "X == nobody"},
            {"line": 8, "condition": "age(Z, N), N < 10"},
            {"line": 10, "logMessage": "{X} and {Z}: {age(Z, N)}"},
            {"line": 11, "hitCondition": "2"},
            {"line": 12, "hitCondition": "nonsense"},
            {"line": 99},
        ]));
        assert_eq!(lines, [7, 8, 10, 11, -1, -1]);
        client.launch(json!({"stepBack": back}));
        assert_eq!(client.stop(), "breakpoint; Call: older(ann, dan)");
        let stack = client.stack();
        assert_eq!(stack[0], ("Call: older(ann, dan)".to_owned(), 8));
        // The clause that has called it is not traced.
        let line = if back { 18 } else { 0 };
        assert_eq!(stack[1], ("grand(ann, dan)".to_owned(), line));
        assert_eq!(stack[2].0, "main");
        assert_eq!(
            client.scopes(1),
            [vec!["X = ann", "Z = dan", "Y = bob"], vec!["1 = ann", "2 = dan"]]
        );
        assert_eq!(client.evaluate(1, "Y"), "bob");
        assert_eq!(client.evaluate(1, "parent(Y, P), P \\== cid"), "P = dan");
        assert_eq!(client.evaluate(1, "parent(Z, P)"), "false");
        let wrong = json!({"frameId": 1, "expression": "atom_length(_, _)"});
        assert!(
            client
                .fault("evaluate", wrong)
                .contains("not sufficiently instantiated")
        );
        let hover = json!({"frameId": 1, "expression": "older", "context": "hover"});
        assert_eq!(client.fault("evaluate", hover), "no variable of the clause");
        assert_eq!(client.step("continue"), "breakpoint; Unify: age(ann, 70)");
        assert_eq!(client.stack()[0].1, 11);
        let logged = client.output();
        assert!(logged.contains("start\n"), "{logged}");
        assert!(logged.contains("ann and cid: N = 77\nann and dan: N = 5\n"), "{logged}");
        client.set_breakpoints(json!([]));
        client.ask("continue", json!({"threadId": 1}));
        assert_eq!(client.finish(), 0);
        assert_eq!(client.output(), "dan\ntrue.\n");
        client.end();
    }
}

#[test]
fn steps_go_over_goals_into_them_out_and_back() {
    let breakpoints = json!([{"line": 7}]);
    let mut client = Client::new("dap-steps", FAMILY, breakpoints, json!({"stopOnEntry": true}));
    assert_eq!(client.stop(), "entry; Call: main");
    assert_eq!(
        client.fault("stepBack", json!({"threadId": 1})),
        "this is the first port"
    );
    assert_eq!(client.step("continue"), "breakpoint; Call: parent(ann, Y)");
    assert_eq!(client.step("next"), "step; Exit: parent(ann, bob)");
    // The line stops once for each call of its clause.
    assert_eq!(client.step("next"), "step; Call: parent(bob, Z)");
    assert_eq!(client.step("next"), "step; *Exit: parent(bob, cid)");
    assert_eq!(client.step("next"), "step; Call: older(ann, cid)");
    let names: Vec<String> = client.stack().into_iter().map(|(name, _)| name).collect();
    let open = names
        .iter()
        .position(|name| name == "goals with alternatives")
        .expect("there are some");
    assert_eq!(names[open + 1], "parent(bob, cid)", "{names:?}");
    assert_eq!(client.scopes(-1)[1], ["1 = bob", "2 = cid"]);
    assert_eq!(client.step("stepIn"), "step; Call: age(ann, A)");
    assert_eq!(client.step("stepOut"), "step; Fail: older(ann, cid)");
    assert_eq!(client.step("stepBack"), "step; Fail: 70>77");
    assert_eq!(client.scopes(1)[0], ["X = ann", "Z = cid", "A = 70", "B = 77"]);
    assert_eq!(client.step("stepBack"), "step; Call: 70>77");
    assert_eq!(client.step("stepIn"), "step; Fail: 70>77");
    assert_eq!(client.step("reverseContinue"), "breakpoint; Call: parent(ann, Y)");
    assert_eq!(client.step("reverseContinue"), "step; Call: main");
    assert_eq!(client.output(), "start\n");
    client.set_breakpoints(json!([]));
    client.ask("continue", json!({"threadId": 1}));
    assert_eq!(client.finish(), 0);
    assert_eq!(client.output(), "start\ndan\ntrue.\n");
    client.end();
}

#[test]
fn a_frame_is_called_again_and_a_step_back_knows_of_it() {
    let breakpoints = json!([{"line": 8, "condition": "Z == dan"}]);
    let mut client = Client::new("dap-retry", FAMILY, breakpoints, json!({}));
    assert_eq!(client.stop(), "breakpoint; Call: older(ann, dan)");
    client.ask("restartFrame", json!({"frameId": 2}));
    assert_eq!(client.stop(), "step; Call: grand(ann, Who)");
    assert_eq!(client.step("stepIn"), "step; Call: parent(ann, Y)");
    assert_eq!(client.step("stepBack"), "step; Call: grand(ann, Who)");
    assert_eq!(client.step("stepBack"), "breakpoint; Call: older(ann, dan)");
    assert_eq!(
        client.fault("restartFrame", json!({"frameId": 77})),
        "this goal cannot be called again"
    );
    client.ask("restart", json!({}));
    assert_eq!(client.stop(), "breakpoint; Call: older(ann, dan)");
    assert_eq!(client.output(), "start\nstart\n");
    client.end();
}

const ERRORS: &str = "\
go :- catch(bad(a), error(type_error(_, _), _), true), catch(throw(mine(1)), mine(2), true).
bad(X) :- Y is X + 1, write(Y).
spin :- spin.
terms(f(L, g(h), \"text\")) :- length(L, 3), stop(L).
stop(_).
";

#[test]
fn exceptions_stop_that_nothing_catches_or_all() {
    // Without steps back those that are no errors do not stop it.
    for (back, goal, thrown, ball) in [
        (true, "go", "throw(mine(1))", "mine(1)"),
        (false, "bad(a)", "Y is X+1", "type_error"),
    ] {
        let launch = json!({"goal": goal, "stepBack": back});
        let mut client = Client::new(&format!("dap-errors-{back}"), ERRORS, json!([]), launch);
        assert_eq!(client.stop(), format!("exception; Exception: {thrown}"));
        let info = client.ask("exceptionInfo", json!({"threadId": 1}));
        assert!(
            info["exceptionId"].as_str().is_some_and(|text| text.contains(ball)),
            "{info}"
        );
        assert!(
            info["description"].as_str().is_some_and(|text| !text.is_empty()),
            "{info}"
        );
        client.ask("continue", json!({"threadId": 1}));
        assert_eq!(client.finish(), 2);
        client.end();
    }
    let mut client = Client::begin("dap-all-errors", ERRORS);
    client.launch(json!({"goal": "go", "stopOnEntry": true}));
    client.stop();
    client.ask("setExceptionBreakpoints", json!({"filters": ["all"]}));
    assert_eq!(client.step("continue"), "exception; Exception: Y is a+1");
    assert_eq!(client.step("continue"), "exception; Exception: throw(mine(1))");
    client.end();
}

#[test]
fn a_running_goal_is_paused_and_ended() {
    for back in [true, false] {
        let launch = json!({"goal": "spin", "stepBack": back});
        let mut client = Client::new(&format!("dap-pause-{back}"), ERRORS, json!([]), launch);
        assert_eq!(
            client.fault("stackTrace", json!({"threadId": 1})),
            "the goal is not stopped"
        );
        assert_eq!(client.ask("threads", json!({}))["threads"][0]["name"], "goal");
        client.ask("pause", json!({"threadId": 1}));
        assert!(client.stop().starts_with("pause; "));
        client.ask("continue", json!({"threadId": 1}));
        // A breakpoint that is set while it runs.
        client.set_breakpoints(json!([{"line": 3}]));
        assert_eq!(client.stop(), "breakpoint; Call: spin");
        client.set_breakpoints(json!([]));
        client.ask("continue", json!({"threadId": 1}));
        client.ask("terminate", json!({}));
        assert_eq!(client.finish(), 130);
        client.end();
    }
}

#[test]
fn predicates_have_breakpoints_and_terms_have_parts() {
    for back in [true, false] {
        let mut client = Client::begin(&format!("dap-functions-{back}"), ERRORS);
        let wanted = json!([{"name": "stop/1", "condition": "L = [_, _, _]"}, {"name": "user:nothing"}, {"name": ""}]);
        let set = client.ask("setFunctionBreakpoints", json!({"breakpoints": wanted}));
        assert_eq!(
            (&set["breakpoints"][0]["verified"], &set["breakpoints"][2]["verified"]),
            (&true.into(), &false.into())
        );
        client.launch(json!({"goal": "terms(T).", "stepBack": back, "answers": 3}));
        let stop = client.stop();
        assert!(stop.starts_with("function breakpoint; Call: stop("), "{stop}");
        if back {
            let found = client.ask("evaluate", json!({"frameId": 1, "expression": "L"}));
            assert_eq!(
                (&found["type"], &found["indexedVariables"]),
                (&"list".into(), &3.into())
            );
            assert_eq!(client.variables(&found["variablesReference"]).len(), 3);
            let found = client.ask("evaluate", json!({"frameId": 2, "expression": "T"}));
            let parts = client.variables(&found["variablesReference"]);
            assert_eq!(
                parts[1..],
                ["2 = g(h)", "3 = text"].map(|part| part.replace("text", "\\text\\"))
            );
        }
        client.ask("continue", json!({"threadId": 1}));
        assert_eq!(client.finish(), 0);
        client.end();
    }
}

#[test]
fn what_is_wrong_with_a_session_is_said() {
    let mut client = Client::begin("dap-faults", "p :- q(.\n");
    assert!(client.fault("launch", json!({})).contains("program"));
    assert!(
        client
            .fault("launch", json!({"program": "/nothing.pl"}))
            .contains("no such file")
    );
    assert!(client.fault("attach", json!({})).contains("launch"));
    assert_eq!(client.fault("next", json!({})), "the goal is not stopped");
    client.launch(json!({"goal": "true"}));
    assert_eq!(client.finish(), 3);
    assert!(client.output().contains("Syntax error"));
    client.end();
    let mut client = Client::begin("dap-no-goal", "p.\n");
    client.launch(json!({}));
    assert_eq!(client.finish(), 1);
    assert!(client.output().contains("There is no goal"));
    client.end();
    let mut client = Client::begin(
        "dap-undebugged",
        ":- initialization(main).\nmain :- writeln(hi), halt(4).\n",
    );
    client.launch(json!({"noDebug": true}));
    assert_eq!((client.finish(), client.output().as_str()), (4, "hi\n"));
    client.end();
}
