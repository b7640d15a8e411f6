//! The kernel of Jupyter: a client that speaks ZMTP and plays a script.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::runner::{PROGRAM, folder};

const CHANNELS: [&str; 5] = ["shell", "iopub", "stdin", "control", "hb"];
/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a socket of the kernel.
struct Wire(TcpStream);

impl Wire {
    fn new(port: u16, kind: &str) -> Wire {
        let end = Instant::now() + PATIENCE;
        let stream = loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => break stream,
                Err(error) if Instant::now() > end => panic!("the kernel does not listen: {error}"),
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let mut wire = Wire(stream);
        let mut greeting = [0; 64];
        greeting[0] = 0xff;
        greeting[9] = 0x7f;
        greeting[10] = 3;
        greeting[12..16].copy_from_slice(b"NULL");
        wire.0.write_all(&greeting).expect("it reads");
        let mut theirs = [0; 64];
        wire.0.read_exact(&mut theirs).expect("a greeting");
        assert_eq!(theirs[12..32], greeting[12..32]);
        let mut ready = b"\x05READY\x0bSocket-Type\0\0\0".to_vec();
        ready.push(kind.len() as u8);
        ready.extend_from_slice(kind.as_bytes());
        ready.extend_from_slice(b"\x08Identity\0\0\0\x02me");
        wire.frame(4, &ready);
        let (flags, body) = wire.read_frame();
        assert!(flags == 4 && body.starts_with(b"\x05READY"));
        wire
    }

    fn frame(&mut self, flags: u8, body: &[u8]) {
        let mut frame = vec![flags | 2];
        frame.extend_from_slice(&(body.len() as u64).to_be_bytes());
        frame.extend_from_slice(body);
        self.0.write_all(&frame).expect("it reads");
    }

    fn read_frame(&mut self) -> (u8, Vec<u8>) {
        let mut flags = [0];
        self.0.read_exact(&mut flags).expect("a frame");
        let mut length = [0; 8];
        let from = if flags[0] & 2 == 0 { 7 } else { 0 };
        self.0.read_exact(&mut length[from..]).expect("a length");
        let mut body = vec![0; u64::from_be_bytes(length) as usize];
        self.0.read_exact(&mut body).expect("a body");
        (flags[0], body)
    }

    fn frames(&mut self) -> Vec<Vec<u8>> {
        let mut frames = Vec::new();
        loop {
            let (flags, body) = self.read_frame();
            frames.push(body);
            if flags & 1 == 0 {
                return frames;
            }
        }
    }

    fn send(&mut self, id: u64, kind: &str, content: &Value, metadata: &Value) {
        let header = json!({"msg_id": id.to_string(), "session": "s", "msg_type": kind, "version": "5.3"});
        let parts = [&header, &json!({}), metadata, content].map(|part| part.to_string().into_bytes());
        self.frame(1, b"<IDS|MSG>");
        self.frame(1, b"");
        for (at, part) in parts.iter().enumerate() {
            self.frame(u8::from(at < 3), part);
        }
    }

    /// Returns the kind, the header of the request, and the content of the next message.
    fn receive(&mut self) -> (String, Value, Value) {
        let frames = self.frames();
        let at = frames
            .iter()
            .position(|frame| frame == b"<IDS|MSG>")
            .expect("a message");
        let part = |number: usize| serde_json::from_slice::<Value>(&frames[at + 2 + number]).expect("JSON");
        (
            part(0)["msg_type"].as_str().unwrap_or_default().to_owned(),
            part(1),
            part(3),
        )
    }
}

/// A kernel, and the channels to it.
struct Client {
    kernel: Child,
    shell: Wire,
    iopub: Wire,
    stdin: Wire,
    control: Wire,
    hb: Wire,
    last: u64,
}

impl Drop for Client {
    fn drop(&mut self) {
        // One that has ended cannot be killed; else the test has failed.
        let _ended = self.kernel.kill();
    }
}

/// What a cell led to: the messages but for those of states, and the reply.
struct Ran {
    told: Vec<(String, Value)>,
    reply: Value,
}

impl Ran {
    fn texts(&self) -> Vec<&str> {
        let data = self.told.iter().map(|(_, content)| &content["data"]["text/plain"]);
        data.filter_map(Value::as_str).collect()
    }

    /// Returns what the program has written.
    fn written(&self, stream: &str) -> String {
        let of = self.told.iter().filter(|(_, content)| content["name"] == stream);
        of.filter_map(|(_, content)| content["text"].as_str()).collect()
    }
}

impl Client {
    fn new(name: &str) -> Client {
        let folder = folder(name, &[]);
        let file = folder.join("connection.json");
        loop {
            // Another process may take one of the ports before the kernel has it.
            let free = CHANNELS.map(|_| TcpListener::bind("127.0.0.1:0").expect("a port"));
            let ports = free
                .each_ref()
                .map(|port| port.local_addr().expect("an address").port());
            drop(free);
            let mut told = json!({"transport": "tcp", "ip": "127.0.0.1", "key": ""});
            for (channel, port) in CHANNELS.iter().zip(ports) {
                told[format!("{channel}_port")] = port.into();
            }
            fs::write(&file, told.to_string()).expect("it can be written");
            let mut command = Command::new(PROGRAM);
            command.arg("kernel").arg(&file).current_dir(&folder);
            let mut kernel = command.stdin(Stdio::null()).spawn().expect("it starts");
            std::thread::sleep(Duration::from_millis(50));
            if kernel.try_wait().expect("a process").is_some() {
                continue;
            }
            let mut iopub = Wire::new(ports[1], "SUB");
            iopub.frame(0, b"\x01");
            let mut client = Client {
                kernel,
                shell: Wire::new(ports[0], "DEALER"),
                iopub,
                stdin: Wire::new(ports[2], "DEALER"),
                control: Wire::new(ports[3], "DEALER"),
                hb: Wire::new(ports[4], "REQ"),
                last: 0,
            };
            client.meet();
            return client;
        }
    }

    /// Waits until the kernel knows that all is to be told.
    fn meet(&mut self) {
        let short = Some(Duration::from_millis(200));
        loop {
            self.ask("kernel_info_request", json!({}));
            self.iopub.0.set_read_timeout(short).expect("a time");
            let mut first = [0];
            if self.iopub.0.peek(&mut first).is_ok() {
                break;
            }
        }
        self.iopub.0.set_read_timeout(Some(PATIENCE)).expect("a time");
    }

    fn ask(&mut self, kind: &str, content: Value) -> Value {
        self.last += 1;
        self.shell.send(self.last, kind, &content, &json!({}));
        let (told, parent, reply) = self.shell.receive();
        assert_eq!(
            (told, &parent["msg_id"]),
            (kind.replace("request", "reply"), &json!(self.last.to_string()))
        );
        reply
    }

    fn begin(&mut self, code: &str, cell: &str) {
        self.last += 1;
        let content =
            json!({"code": code, "silent": false, "store_history": true, "allow_stdin": true, "stop_on_error": true});
        self.shell
            .send(self.last, "execute_request", &content, &json!({"cellId": cell}));
    }

    /// Takes what is told of the last cell until the kernel is idle again.
    fn end(&mut self) -> Ran {
        let mut told = Vec::new();
        let own = self.last.to_string();
        loop {
            let (kind, parent, content) = self.iopub.receive();
            let is_own = parent["msg_id"].as_str() == Some(own.as_str());
            match kind.as_str() {
                _ if !is_own => {}
                "status" if content["execution_state"] == "idle" => break,
                "status" => {}
                _ => told.push((kind, content)),
            }
        }
        let (_, _, reply) = self.shell.receive();
        Ran { told, reply }
    }

    fn run(&mut self, code: &str) -> Ran {
        self.begin(code, &format!("cell {}", self.last));
        self.end()
    }

    fn interrupt(&mut self) {
        self.control.send(0, "interrupt_request", &json!({}), &json!({}));
        assert_eq!(self.control.receive().0, "interrupt_reply");
    }
}

#[test]
fn cells_define_and_ask() {
    let mut client = Client::new("kernel-cells");
    client.hb.frame(1, b"");
    client.hb.frame(0, b"beat");
    assert_eq!(client.hb.frames(), [b"".to_vec(), b"beat".to_vec()]);
    let about = client.ask("kernel_info_request", json!({}));
    assert_eq!(
        (&about["protocol_version"], &about["language_info"]["name"]),
        (&json!("5.3"), &json!("prolog"))
    );
    let ran = client.run("p(1). p(2). p(3).\nq(X) :- p(X), X > 1.\n?- q(X).\n?- q(9).");
    assert_eq!(ran.reply["status"], "ok");
    let kinds: Vec<&str> = ran.told.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds[..3], ["execute_input", "execute_result", "execute_result"]);
    assert_eq!(ran.texts(), ["X = 2 ;\nX = 3.", "false."]);
    let table = ran.told[1].1["data"]["text/html"].as_str().expect("a table");
    assert!(table.contains(">X</th>") && table.contains(">3</td>"), "{table}");
    // A cell that defines a predicate again replaces it, without a warning.
    let ran = client.run("p(7).\n?- findall(X, p(X), L).");
    assert_eq!((ran.texts(), ran.written("stderr")), (vec!["L = [7]."], String::new()));
    // The same cell again has what it has now.
    client.begin("r(1). s(1).", "same");
    client.end();
    client.begin("r(2).", "same");
    client.end();
    assert_eq!(client.run("?- r(X), \\+ catch(s(_), _, fail).").texts(), ["X = 2."]);
    // Values of earlier answers.
    assert_eq!(client.run("?- Y is $X + 1.").texts(), ["Y = 3."]);
    let ran = client.run("odd(X) :- \n");
    assert_eq!(
        (&ran.reply["status"], &ran.reply["ename"]),
        (&json!("error"), &json!("load_error"))
    );
    let ran = client.run("?- atom_length(X, _).");
    assert_eq!(ran.reply["ename"], "instantiation_error");
    assert_eq!(ran.told[1].0, "error");
    assert!(client.run("explain.").texts()[0].starts_with("E0301"));
    let ran = client.run("odd(X).\n?- write(hello), nl, format(user_error, \"é~n\", []).");
    assert_eq!(ran.written("stdout"), "hello\n");
    let errors = ran.written("stderr");
    assert!(errors.contains("Singleton") && errors.ends_with("é\n"), "{errors}");
    let ran = client.run("?- halt(3).");
    assert_eq!(ran.reply["payload"][0]["source"], "ask_exit");
    assert_eq!(client.kernel.wait().expect("it ends").code(), Some(3));
}

#[test]
fn answers_go_on_and_are_drawn() {
    let mut client = Client::new("kernel-answers");
    let ran = client.run("%answers 2\n?- between(1, 7, X).");
    assert_eq!(ran.texts(), ["X = 1 ;\nX = 2 ;"]);
    assert_eq!(client.run("next.").texts(), ["X = 3 ;\nX = 4 ;"]);
    // Another query ends it, and knows its last values.
    assert_eq!(client.run("?- Y is $X + 1.").texts(), ["Y = 5."]);
    client.run("?- between(3, 7, X).");
    assert_eq!(client.run("%next 1").texts(), ["X = 5 ;"]);
    assert_eq!(client.run(";\n").texts(), ["X = 6 ;\nX = 7."]);
    assert_eq!(client.run("%next").texts(), ["false."]);
    let ran = client.run("%plot bar X");
    let spec = &ran.told[1].1["data"]["application/vnd.vegalite.v5+json"];
    assert_eq!(
        (spec["data"]["values"].as_array().map(Vec::len), &spec["mark"]["type"]),
        (Some(5), &json!("bar"))
    );
    let residual = client.run(":- use_module(library(clpfd)).\n?- X #> 3, X #< 6.");
    assert_eq!(residual.texts(), ["X in 4..5."]);
    assert!(
        residual.told[1].1["data"]["text/html"]
            .as_str()
            .is_some_and(|table| table.contains("X in 4..5"))
    );
    let hook = "show_state(w(N), svg(S)) :- format(string(S), \"<svg>~w</svg>\", [N]).\nw(1). w(2).\n";
    let ran = client.run(&format!("{hook}?- w(X), X > 1."));
    let pictures = |ran: &Ran| -> Vec<String> {
        let data = ran.told.iter().map(|(_, content)| &content["data"]["image/svg+xml"]);
        data.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    assert_eq!(pictures(&ran), ["<svg>2</svg>"]);
    let ran = client.run("?- show((w(X), X > 1)).");
    assert_eq!(pictures(&ran).len(), 2);
    assert!(
        pictures(&ran)[0].contains("w(X)") && pictures(&ran)[1].starts_with("<svg>_"),
        "{:?}",
        ran.texts()
    );
    client
        .control
        .send(0, "shutdown_request", &json!({"restart": false}), &json!({}));
    assert_eq!(client.control.receive().0, "shutdown_reply");
    assert_eq!(client.kernel.wait().expect("it ends").code(), Some(0));
}

#[test]
fn goals_read_and_are_interrupted() {
    let mut client = Client::new("kernel-input");
    client.begin("?- read(X).", "");
    let (kind, _, content) = client.stdin.receive();
    assert_eq!((kind.as_str(), &content["password"]), ("input_request", &json!(false)));
    client
        .stdin
        .send(0, "input_reply", &json!({"value": "f(é)."}), &json!({}));
    assert_eq!(client.end().texts(), ["X = f(é)."]);
    client.begin("?- read(X).", "");
    assert_eq!(client.stdin.receive().0, "input_request");
    client.interrupt();
    assert_eq!(client.end().reply["ename"], "interrupted");
    // A cell that waits when another one ends with an error does not run. It may come too late for that.
    let is_aborted = [50, 500, 5_000].into_iter().any(|wait| {
        client.begin("?- writeln(begun), repeat, fail.", "");
        while client.iopub.receive().0 != "stream" {}
        client.begin("?- writeln(second).", "");
        std::thread::sleep(Duration::from_millis(wait));
        client.interrupt();
        assert_eq!(client.shell.receive().2["ename"], "interrupted");
        client.shell.receive().2["status"] == "aborted"
    });
    assert!(is_aborted);
    assert_eq!(client.run("?- X = 1.").texts(), ["X = 1."]);
}

#[test]
fn notebooks_get_help() {
    let mut client = Client::new("kernel-help");
    client.run("% bridge(A, B): there is a way.\nbridge(a, b).");
    let found = client.ask("complete_request", json!({"code": "?- é = brid", "cursor_pos": 11}));
    assert_eq!(
        (&found["matches"], &found["cursor_start"]),
        (&json!(["bridge"]), &json!(7))
    );
    let found = client.ask(
        "inspect_request",
        json!({"code": "?- bridge(X, Y).", "cursor_pos": 5, "detail_level": 0}),
    );
    let text = found["data"]["text/plain"].as_str().unwrap_or_default();
    assert!(
        text.contains("bridge/2") && text.contains("there is a way") && text.contains("In[1]:2"),
        "{text}"
    );
    let found = client.ask("inspect_request", json!({"code": "?- nothing.", "cursor_pos": 5}));
    assert_eq!(found["found"], false);
    assert_eq!(
        client.ask("is_complete_request", json!({"code": "p :-"}))["status"],
        "incomplete"
    );
    assert_eq!(
        client.ask("is_complete_request", json!({"code": "p."}))["status"],
        "complete"
    );
    client.run("?- bridge(X, Y).");
    let tail = json!({"hist_access_type": "tail", "n": 1, "raw": true, "output": false});
    assert_eq!(
        client.ask("history_request", tail)["history"],
        json!([[0, 2, "?- bridge(X, Y)."]])
    );
    let search = json!({"hist_access_type": "search", "pattern": "*there*", "n": 9, "output": true});
    assert_eq!(client.ask("history_request", search)["history"][0][2][1], Value::Null);
    assert_eq!(client.ask("comm_info_request", json!({}))["comms"], json!({}));
    assert_eq!(client.ask("nothing_request", json!({}))["status"], "error");
    assert_eq!(
        client.ask("shutdown_request", json!({"restart": true}))["restart"],
        true
    );
    assert_eq!(client.kernel.wait().expect("it ends").code(), Some(0));
}

#[test]
fn jupyter_is_told_of_the_kernel() {
    let folder = folder("kernel-install", &[("bad.json", "{\"transport\": \"ipc\"}")]);
    let install = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command
            .arg("kernel")
            .args(arguments)
            .env("JUPYTER_DATA_DIR", folder.join("user"));
        command.output().expect("it starts")
    };
    let prefix = folder.join("environment");
    for (arguments, data) in [
        (vec!["install"], folder.join("user")),
        (
            vec!["install", prefix.to_str().expect("a name")],
            prefix.join("share/jupyter"),
        ),
    ] {
        let file = data.join("kernels/ferz/kernel.json");
        let told = install(&arguments);
        assert_eq!(String::from_utf8_lossy(&told.stdout).trim(), file.display().to_string());
        let spec: Value = serde_json::from_slice(&fs::read(&file).expect("it is there")).expect("JSON");
        assert_eq!(
            (&spec["argv"][2], &spec["interrupt_mode"]),
            (&json!("{connection_file}"), &json!("message"))
        );
    }
    for (file, why) in [("bad.json", "the only transport is tcp"), ("none.json", "none.json")] {
        let told = install(&[folder.join(file).to_str().expect("a name")]);
        assert_eq!(told.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&told.stderr).contains(why));
    }
}
