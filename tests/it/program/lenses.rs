//! The language server: hints, calls, and what is run from an editor.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::lsp::{Client, ranges, shown, uri};
use crate::program::runner::folder;

const UTIL: &str = "\
:- module(util, [double/2]).
double(X, Y) :-
    Y is 2 * X.
";

const MAIN: &str = "\
:- use_module(util).
% Twice.
%  ?- twice(3, X).
twice(X, Y) :- double(X, Y).
go :- twice(1, X), twice(2, Y), writeln(X-Y).
colour(red).
colour(green).
any(C) :- colour(C).
:- begin_tests(all).
test(good, X == 4) :- twice(2, X).
test(bad) :- twice(2, 5).
:- end_tests(all).
:- twice(1, _).
?- any(C).
";

fn conversation(name: &str, capabilities: Value) -> (Client, String, String) {
    let folder = folder(name, &[("util.pl", UTIL), ("main.pl", MAIN)]);
    let (main, util) = (uri(&folder.join("main.pl")), uri(&folder.join("util.pl")));
    let mut client = Client::with(&folder, capabilities);
    client.open(&main, MAIN);
    (client, main, util)
}

#[test]
fn predicates_tell_how_many_answers_they_have() {
    let (mut client, main, _) = conversation("lsp-hints", json!({}));
    let hints = |client: &mut Client, first: u64, last: u64| -> Vec<String> {
        let range = json!({"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}});
        let found = client.ask(
            "textDocument/inlayHint",
            json!({"textDocument": {"uri": main}, "range": range}),
        );
        let found = found.as_array().expect("a list").iter();
        found
            .map(|hint| {
                format!(
                    "{} {}",
                    hint["position"]["line"],
                    hint["label"].as_str().expect("a label")
                )
            })
            .collect()
    };
    // `double/2` is of another text, and so nothing is said of those that call it.
    let wanted = ["5 semidet (first ground)", "7 semidet (first ground)"];
    assert_eq!(hints(&mut client, 0, 99), wanted);
    assert_eq!(hints(&mut client, 6, 99), wanted[1..]);
    client.change(&main, 2, [7, 17, 7, 18], "_");
    assert_eq!(hints(&mut client, 0, 99), [wanted[0], "7 nondet"]);
    client.end();
}

#[test]
fn calls_lead_to_callers_and_callees() {
    let (mut client, main, util) = conversation("lsp-calls", json!({}));
    let double = client.at("prepareCallHierarchy", &main, 3, 17);
    let item = double[0].clone();
    assert_eq!(
        (
            item["name"].as_str(),
            item["uri"].as_str(),
            shown(&item["selectionRange"]).as_str()
        ),
        (Some("double/2"), Some(util.as_str()), "1:0-6")
    );
    let callers = client.ask("callHierarchy/incomingCalls", json!({"item": item}));
    assert_eq!(
        (callers[0]["from"]["name"].as_str(), callers.as_array().map(Vec::len)),
        (Some("twice/2"), Some(1))
    );
    assert_eq!(shown(&callers[0]["fromRanges"][0]), "3:15-21");
    let twice = callers[0]["from"].clone();
    let callers = client.ask("callHierarchy/incomingCalls", json!({"item": twice}));
    let names: Vec<(&str, usize)> = callers
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| {
            (
                one["from"]["name"].as_str().expect("a name"),
                one["fromRanges"].as_array().map_or(0, Vec::len),
            )
        })
        .collect();
    assert_eq!(names, [("directive", 1), ("go/0", 2), ("test/1", 1), ("test/2", 1)]);
    let callees = client.ask("callHierarchy/outgoingCalls", json!({"item": twice}));
    assert_eq!(
        (callees[0]["to"]["name"].as_str(), callees.as_array().map(Vec::len)),
        (Some("double/2"), Some(1))
    );
    assert_eq!(client.at("prepareCallHierarchy", &main, 4, 34), Value::Null);
    assert_eq!(
        client.ask("callHierarchy/incomingCalls", json!({"item": {}})),
        Value::Null
    );
    client.end();
}

/// Returns the lenses of a text as `line title goal`.
fn lenses(client: &mut Client, main: &str) -> Vec<String> {
    let found = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": main}}));
    let found = found.as_array().expect("a list").iter();
    found
        .map(|lens| {
            let command = &lens["command"];
            let part = |value: &Value| value.as_str().expect("a text").to_owned();
            let line = &lens["range"]["start"]["line"];
            format!("{line} {} {}", part(&command["title"]), part(&command["arguments"][2]))
        })
        .collect()
}

#[test]
fn queries_and_tests_run_where_they_stand() {
    let skills =
        json!({"workspace": {"codeLens": {"refreshSupport": true}}, "window": {"showDocument": {"support": true}}});
    let (mut client, main, _) = conversation("lsp-lenses", skills);
    let found = lenses(&mut client, &main);
    let wanted = [
        "4 run go",
        "4 show go",
        "8 test run_tests(all)",
        "9 test run_tests(all:good)",
        "10 test run_tests(all:bad)",
        "13 run any(C)",
        "13 show any(C)",
        "2 run twice(3, X)",
        "2 show twice(3, X)",
    ];
    assert_eq!(found, wanted);
    let run = |kind: &str, goal: &str| json!({"command": "ferz.run", "arguments": [main, kind, goal]});
    let told = client.ask("workspace/executeCommand", run("run", "go"));
    assert_eq!(told["output"], "2-4\ntrue.");
    assert_eq!(client.told("workspace/codeLens/refresh")["id"], "ferz-1");
    assert!(lenses(&mut client, &main).contains(&"4 2-4 true. go".to_owned()));
    let told = client.ask("workspace/executeCommand", run("run", "any(C)"));
    assert_eq!(told["output"], "C = red ;\nC = green.");
    let told = client.ask("workspace/executeCommand", run("test", "run_tests(all:bad)"));
    let output = told["output"].as_str().expect("a text");
    assert!(output.contains("bad") && output.contains("failed"), "{output}");
    let told = client.ask("workspace/executeCommand", run("run", "shell(ls)"));
    assert!(
        told["output"].as_str().is_some_and(|text| text.contains("ERROR")),
        "{told}"
    );
    let told = client.ask("workspace/executeCommand", run("show", "twice(3, X)"));
    let page = Path::new(told["page"].as_str().expect("a file"));
    assert!(fs::read_to_string(page).expect("a page").contains("<html"));
    fs::remove_file(page).expect("it is there");
    let shown = client.told("window/showDocument");
    assert_eq!(
        shown["params"]["uri"].as_str().map(|shown| shown == uri(page)),
        Some(true)
    );
    // A changed text has no results; a run that is cancelled ends.
    client.change(&main, 2, [13, 3, 13, 9], "repeat, fail");
    assert_eq!(lenses(&mut client, &main)[5], "13 run repeat, fail");
    let params = run("run", "repeat, fail");
    client
        .wire
        .send(&json!({"jsonrpc": "2.0", "id": 4000, "method": "workspace/executeCommand", "params": params}));
    client.ask("textDocument/codeLens", json!({"textDocument": {"uri": main}}));
    let told = loop {
        client.tell("$/cancelRequest", json!({"id": 4000}));
        std::thread::sleep(std::time::Duration::from_millis(20));
        client.tell("$/cancelRequest", json!({"id": 4000}));
        let message = client.wire.receive();
        if message["id"] == 4000 {
            break message;
        }
    };
    assert!(
        told["result"]["output"]
            .as_str()
            .is_some_and(|text| text.starts_with("ERROR")),
        "{told}"
    );
    for params in [
        json!({}),
        run("walk", "go"),
        json!({"command": "ferz.run", "arguments": ["no", "run", "go"]}),
    ] {
        assert_eq!(client.fault("workspace/executeCommand", params), -32803);
    }
    client.end();
}

#[test]
fn a_client_without_lenses_gets_a_message() {
    let (mut client, main, _) = conversation("lsp-message", json!({}));
    let params = json!({"command": "ferz.run", "arguments": [main, "run", "twice(1, X)"]});
    assert_eq!(client.ask("workspace/executeCommand", params)["output"], "X = 2.");
    assert_eq!(client.told("window/showMessage")["params"]["message"], "X = 2.");
    client.end();
}

#[test]
fn syntax_is_told_at_once_and_parts_have_colours() {
    let (mut client, main, _) = conversation("lsp-syntax", json!({}));
    let all = client.diagnostics(&main, 1);
    client.change(&main, 2, [5, 7, 5, 7], "(");
    // Before the check, which waits until the keys have been at rest.
    let message = client.told("textDocument/publishDiagnostics")["params"].clone();
    assert_eq!(message["version"], 2);
    let codes: Vec<&str> = message["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["code"].as_str())
        .collect();
    assert!(
        codes.contains(&"syntax_error") && codes.len() == all.len() + 1,
        "{codes:?}"
    );
    let range = json!({"start": {"line": 4, "character": 0}, "end": {"line": 4, "character": 5}});
    let params = json!({"textDocument": {"uri": main}, "range": range});
    let colours = client.ask("textDocument/semanticTokens/range", params);
    let lines: u64 = colours["data"]
        .as_array()
        .expect("a list")
        .iter()
        .step_by(5)
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!((colours["data"][0].as_u64(), lines), (Some(4), 4));
    let names = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": main}}));
    assert_eq!(ranges(&names).len(), 6);
    assert_eq!(shown(&client.at("definition", &main, 7, 12)["range"]), "6:0-6");
    assert!(client.at("hover", &main, 4, 8)["contents"].is_object());
    client.end();
}
