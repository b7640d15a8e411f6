//! The language server: a client that plays a script.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::program::runner::{PROGRAM, folder};

/// A server, and the messages to and from it.
pub(crate) struct Wire {
    pub server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Wire {
    pub(crate) fn new(command: &str) -> Wire {
        let mut server = Command::new(PROGRAM)
            .arg(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let input = server.stdin.take().expect("a pipe");
        let output = BufReader::new(server.stdout.take().expect("a pipe"));
        Wire { server, input, output }
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        self.input.flush().expect("it reads");
    }

    pub(crate) fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).expect("it writes") > 0,
                "the server has ended"
            );
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.trim().parse().expect("a number");
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("it writes");
        serde_json::from_slice(&bytes).expect("JSON")
    }
}

pub(crate) struct Client {
    pub wire: Wire,
    /// Diagnostics that came before they were asked for.
    pub published: Vec<Value>,
    last: u64,
}

impl Client {
    pub(crate) fn new(folder: &Path) -> Client {
        Client::with(folder, json!({}))
    }

    /// A client with these capabilities.
    pub(crate) fn with(folder: &Path, capabilities: Value) -> Client {
        let mut client = Client {
            wire: Wire::new("lsp"),
            published: Vec::new(),
            last: 0,
        };
        let root = uri(folder);
        let told = client.ask("initialize", json!({"rootUri": root, "capabilities": capabilities}));
        assert_eq!(told["capabilities"]["textDocumentSync"]["change"], 2);
        client.tell("initialized", json!({}));
        client
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.wire
            .send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    pub(crate) fn reply(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.wire
            .send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.wire.receive();
            if message["id"] == id {
                return message;
            }
            self.published.push(message["params"].clone());
        }
    }

    /// Returns the next message for a method.
    pub(crate) fn told(&mut self, method: &str) -> Value {
        loop {
            let message = self.wire.receive();
            if message["method"] == method {
                return message;
            }
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let reply = self.reply(method, params);
        assert!(reply.get("error").is_none(), "{method}: {reply}");
        reply["result"].clone()
    }

    /// Returns the error of a request.
    pub(crate) fn fault(&mut self, method: &str, params: Value) -> i64 {
        let reply = self.reply(method, params);
        reply["error"]["code"]
            .as_i64()
            .unwrap_or_else(|| panic!("{method}: {reply}"))
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "version": 1, "languageId": "prolog", "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub(crate) fn change(&mut self, uri: &str, version: i64, range: [u64; 4], text: &str) {
        let [line, from, last, to] = range;
        let range = json!({"start": {"line": line, "character": from}, "end": {"line": last, "character": to}});
        let params = json!({
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"range": range, "text": text}],
        });
        self.tell("textDocument/didChange", params);
    }

    /// Waits for the diagnostics of a version of a text.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            let found = self
                .published
                .iter()
                .position(|one| one["uri"] == uri && one["version"] == version);
            if let Some(at) = found {
                return self.published.swap_remove(at)["diagnostics"]
                    .as_array()
                    .expect("a list")
                    .clone();
            }
            let message = self.wire.receive();
            self.published.push(message["params"].clone());
        }
    }

    pub(crate) fn at(&mut self, method: &str, uri: &str, line: u64, column: u64) -> Value {
        self.ask(&format!("textDocument/{method}"), place(uri, line, column))
    }

    pub(crate) fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        assert_eq!(self.fault("workspace/symbol", json!({"query": ""})), -32002);
        self.tell("exit", Value::Null);
        assert_eq!(self.wire.server.wait().expect("it ends").code(), Some(0));
    }
}

pub(crate) fn uri(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    format!("file://{}", path.display())
}

pub(crate) fn place(uri: &str, line: u64, column: u64) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": column}})
}

/// A range as `line:column-line:column`, without what is the same.
pub(crate) fn shown(range: &Value) -> String {
    let (start, end) = (&range["start"], &range["end"]);
    match start["line"] == end["line"] {
        true => format!("{}:{}-{}", start["line"], start["character"], end["character"]),
        false => format!(
            "{}:{}-{}:{}",
            start["line"], start["character"], end["line"], end["character"]
        ),
    }
}

pub(crate) fn ranges(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list").iter();
    list.map(|one| shown(one.get("range").unwrap_or(&one["location"]["range"])))
        .collect()
}

const UTIL: &str = "\
:- module(util, [double/2]).

%! double(+X, -Y)
%  Y is twice X.
double(X, Y) :-
    Y is 2 * X.
";

const MAIN: &str = "\
:- use_module(util).
:- dynamic seen/1.
:- write(ran), halt.
%! show(+X)
%  Shows é and 😀.
show(X) :-
    '😀'(X), double(X, Y),
    maplist(show, [Y]),
    writ(Y).
'😀'(_).
bad(X :- .
greet(Name, Z) --> \"hi\", other(Name).
other(X) --> [X].
go :- forall(member(X, [1]), show(X)).
";

fn conversation(name: &str) -> (Client, String, PathBuf) {
    let folder = folder(name, &[("util.pl", UTIL), ("main.pl", "old(text).\n")]);
    let main = uri(&folder.join("main.pl"));
    let mut client = Client::new(&folder);
    client.open(&main, MAIN);
    (client, main, folder)
}

#[test]
fn names_lead_to_their_places_in_all_texts() {
    let (mut client, main, folder) = conversation("lsp-names");
    let util = uri(&folder.join("util.pl"));
    let text = json!({"textDocument": {"uri": main}});
    let symbols = client.ask("textDocument/documentSymbol", text.clone());
    let names: Vec<&str> = symbols
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["show/1", "😀/1", "greet/4", "other/3", "go/0"]);
    assert_eq!(ranges(&symbols)[0], "5:0-8:12");
    let found = client.at("definition", &main, 6, 16);
    assert_eq!(
        (found["uri"].as_str(), shown(&found["range"]).as_str()),
        (Some(util.as_str()), "4:0-6")
    );
    let found = client.at("definition", &main, 7, 14);
    assert_eq!(
        (found["uri"].as_str(), shown(&found["range"]).as_str()),
        (Some(main.as_str()), "5:0-4")
    );
    assert_eq!(client.at("definition", &main, 13, 14), Value::Null);
    assert_eq!(
        ranges(&client.at("references", &main, 5, 1)),
        ["5:0-4", "7:12-16", "13:29-33"]
    );
    assert_eq!(ranges(&client.at("references", &main, 11, 28)), ["11:25-30", "12:0-5"]);
    assert_eq!(
        ranges(&client.at("references", &main, 6, 15)),
        ["0:17-23", "4:0-6", "6:13-19"]
    );
    assert_eq!(
        ranges(&client.at("documentHighlight", &main, 6, 9)),
        ["5:5-6", "6:9-10", "6:20-21"]
    );
    let symbols = client.ask("workspace/symbol", json!({"query": "DOUB"}));
    assert_eq!(
        (ranges(&symbols)[0].as_str(), symbols[0]["name"].as_str()),
        ("4:0-6", Some("double/2"))
    );
    client.end();
}

#[test]
fn names_are_changed_in_all_texts() {
    let (mut client, main, folder) = conversation("lsp-rename");
    let util = uri(&folder.join("util.pl"));
    let with = |mut place: Value, name: &str| {
        place["newName"] = name.into();
        place
    };
    let edits = client.ask("textDocument/rename", with(place(&main, 6, 15), "Twice as much"));
    assert_eq!(ranges(&edits["changes"][&util]), ["0:17-23", "4:0-6"]);
    assert_eq!(ranges(&edits["changes"][&main]), ["6:13-19"]);
    assert_eq!(edits["changes"][&main][0]["newText"], "'Twice as much'");
    let edits = client.ask("textDocument/rename", with(place(&main, 6, 21), "Number"));
    assert_eq!(ranges(&edits["changes"][&main]), ["5:5-6", "6:9-10", "6:20-21"]);
    assert_eq!(shown(&client.at("prepareRename", &main, 5, 2)), "5:0-4");
    assert_eq!(client.at("prepareRename", &main, 13, 15), Value::Null);
    for (line, column, name) in [(6, 21, "number"), (6, 21, "Y"), (13, 15, "member"), (1, 0, "a")] {
        assert_eq!(
            client.fault("textDocument/rename", with(place(&main, line, column), name)),
            -32803,
            "{name}"
        );
    }
    client.end();
}

#[test]
fn texts_are_checked_as_they_are_in_the_editor() {
    let (mut client, main, folder) = conversation("lsp-check");
    let found = client.diagnostics(&main, 1);
    let told: Vec<(String, &str)> = found
        .iter()
        .map(|one| (shown(&one["range"]), one["code"].as_str().unwrap_or_default()))
        .collect();
    let wanted = [
        ("10:3-4".to_owned(), "syntax_error"),
        ("11:12-13".to_owned(), "singletons"),
        ("8:4-8".to_owned(), "undefined_call"),
    ];
    assert_eq!(told, wanted);
    let text = json!({"uri": main});
    let context = json!({"diagnostics": found});
    let range = found[0]["range"].clone();
    let params = json!({"textDocument": text, "range": range, "context": context});
    let actions = client.ask("textDocument/codeAction", params);
    let actions = actions.as_array().expect("a list");
    let titles: Vec<&str> = actions.iter().filter_map(|one| one["title"].as_str()).collect();
    assert_eq!(titles, ["Name it _Z", "Change to write"]);
    assert_eq!(actions[1]["edit"]["changes"][&main][0]["newText"], "write");
    // The last line first, so that the others stay where they are.
    client.change(&main, 2, [11, 12, 11, 13], "_Z");
    client.change(&main, 3, [10, 0, 11, 0], "");
    client.change(&main, 4, [8, 4, 8, 8], "write");
    assert_eq!(client.diagnostics(&main, 4), Vec::<Value>::new());
    // A file that it loads was changed and saved.
    let util = folder.join("util.pl");
    fs::write(&util, UTIL.replace("double", "twice")).expect("it can be written");
    client.tell("textDocument/didSave", json!({"textDocument": {"uri": uri(&util)}}));
    let found = client.diagnostics(&main, 4);
    assert!(found.iter().any(|one| one["code"] == "undefined_call"), "{found:?}");
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": main}}));
    let empty = json!({"uri": main, "diagnostics": []});
    assert_eq!(client.wire.receive()["params"], empty);
    assert_eq!(client.fault("textDocument/hover", place(&main, 0, 0)), -32803);
    assert_eq!(client.fault("workspace/nothing", json!({})), -32601);
    client.end();
}

#[test]
fn a_predicate_is_described_and_its_name_completed() {
    let (mut client, main, _) = conversation("lsp-help");
    let mut hover = |line, column| {
        let found = client.at("hover", &main, line, column);
        found["contents"]["value"].as_str().map(str::to_owned)
    };
    assert_eq!(
        hover(5, 1).as_deref(),
        Some("**show/1** (1 clause, main.pl:6)\n\nshow(+X)  \nShows é and 😀.")
    );
    assert!(hover(6, 15).is_some_and(|text| text.contains("util.pl:5") && text.contains("Y is twice X.")));
    assert!(hover(13, 15).is_some_and(|text| text.contains("member(?X, ?List) is nondet")));
    assert_eq!(hover(6, 21), None);
    client.change(&main, 2, [14, 0, 14, 0], "x(Name, Now) :- dou");
    let labels = |found: &Value| -> Vec<String> {
        let items = found["items"].as_array().expect("a list").iter();
        items
            .filter_map(|one| one["label"].as_str().map(str::to_owned))
            .collect()
    };
    let found = client.at("completion", &main, 14, 19);
    assert_eq!(labels(&found)[0], "double/2");
    assert_eq!(found["items"][0]["textEdit"]["newText"], "double");
    client.change(&main, 3, [14, 16, 14, 19], "atom_len");
    assert!(labels(&client.at("completion", &main, 14, 24))[0].starts_with("atom_length("));
    client.change(&main, 4, [14, 16, 14, 24], "f(N");
    assert_eq!(labels(&client.at("completion", &main, 14, 19)), ["Name", "Now"]);
    client.change(&main, 5, [14, 16, 14, 19], "double(f(a, b), append([x], ");
    let found = client.at("signatureHelp", &main, 14, 31);
    assert_eq!(
        (&found["signatures"][0]["label"], &found["activeParameter"]),
        (&json!("double(+X, -Y)"), &json!(1))
    );
    let found = client.at("signatureHelp", &main, 14, 44);
    let labels: Vec<&str> = found["signatures"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["label"].as_str())
        .collect();
    assert!(
        labels.len() == 2 && labels[1].starts_with("append(?Xs, ?Ys, ?Zs)"),
        "{labels:?}"
    );
    assert_eq!(client.at("signatureHelp", &main, 0, 0), Value::Null);
    client.end();
}

#[test]
fn a_text_has_a_layout_colours_and_parts() {
    let (mut client, main, _) = conversation("lsp-shapes");
    let text = json!({"textDocument": {"uri": main}});
    let folds = client.ask("textDocument/foldingRange", text.clone());
    let folds: Vec<(u64, u64)> = folds
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| {
            (
                one["startLine"].as_u64().expect("a line"),
                one["endLine"].as_u64().expect("a line"),
            )
        })
        .collect();
    assert_eq!(folds, [(3, 4), (5, 8)]);
    let colours = client.ask("textDocument/semanticTokens/full", text.clone());
    let colours = colours["data"].as_array().expect("a list");
    assert_eq!(colours.len() % 5, 0);
    // `:-`, an operator; `use_module`, a function.
    assert_eq!(colours[..10], [0, 0, 2, 4, 0, 0, 3, 10, 1, 0].map(Value::from));
    let edits = client.ask("textDocument/formatting", text.clone());
    assert_eq!(ranges(&edits), ["6:12-12"]);
    assert_eq!(edits[0]["newText"], "\n   ");
    let edit = edits[0].clone();
    client.change(&main, 2, [6, 12, 6, 12], edit["newText"].as_str().expect("a text"));
    assert_eq!(client.ask("textDocument/formatting", text), json!([]));
    client.end();
}

#[test]
fn what_is_no_message_ends_nothing() {
    let (mut client, main, folder) = conversation("lsp-noise");
    client.wire.send(&json!([1, 2]));
    client.wire.send(&json!({"jsonrpc": "2.0", "method": "$/unknown"}));
    client.wire.send(&json!({"jsonrpc": "2.0", "id": 77, "result": null}));
    client.change("file:///nowhere.pl", 2, [0, 0, 0, 0], "x");
    client.change(&main, 2, [99, 99, 999, 0], "% end");
    client.change(&main, 3, [5, 3, 2, 1], "");
    assert_eq!(client.fault("textDocument/hover", json!({})), -32803);
    assert!(client.at("documentSymbol", &main, 0, 0).is_array());
    fs::remove_file(folder.join("util.pl")).expect("it is there");
    assert_eq!(client.at("definition", &main, 0, 0), Value::Null);
    client.end();
    let mut second = Client::new(&folder);
    second.tell("exit", Value::Null);
    assert_eq!(second.wire.server.wait().expect("it ends").code(), Some(1));
}
