//! The requests of the channel `shell`.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;

use ferz::toplevel::{TokenKind, tokens};
use serde_json::{Value, json};

use super::cell;
use super::input::InputDesk;
use super::message::{Message, Publisher, SessionKey, VERSION};
use super::session::NotebookSession;
use super::zmtp::KernelSocket;
use super::{Control, Request};
use crate::lsp::CellTexts;

/// Answers requests.
pub(super) struct Requests {
    session: NotebookSession,
    texts: CellTexts,
    shell: KernelSocket,
    key: SessionKey,
    publisher: Publisher,
    input: InputDesk,
    control: Arc<Control>,
    /// The number of the last cell, and the cells with theirs.
    count: u64,
    history: Vec<(u64, String)>,
}

/// The consequences of a request.
struct Reply {
    content: Value,
    /// The exit status, if the kernel ends.
    ends: Option<u8>,
    /// Whether the cells that wait are not run.
    aborts: bool,
}

impl From<Value> for Reply {
    fn from(content: Value) -> Reply {
        Reply {
            content,
            ends: None,
            aborts: false,
        }
    }
}

/// Returns what a kernel tells of itself.
pub(super) fn about() -> Value {
    let version = env!("CARGO_PKG_VERSION");
    json!({
        "status": "ok",
        "protocol_version": VERSION,
        "implementation": "ferz",
        "implementation_version": version,
        "language_info": {
            "name": "prolog",
            "version": version,
            "mimetype": "text/x-prolog",
            "file_extension": ".pl",
            "pygments_lexer": "prolog",
            "codemirror_mode": "prolog",
        },
        "banner": format!("ferz {version}: a cell has clauses, and queries ?- Goal. %help tells more."),
        "help_links": [],
        "debugger": false,
    })
}

impl Requests {
    pub(super) fn new(
        session: NotebookSession,
        shell: KernelSocket,
        key: SessionKey,
        publisher: Publisher,
        input: InputDesk,
        control: Arc<Control>,
    ) -> Requests {
        Requests {
            session,
            texts: CellTexts::default(),
            shell,
            key,
            publisher,
            input,
            control,
            count: 0,
            history: Vec::new(),
        }
    }

    /// Answers requests until one of them, or `control`, ends the kernel; returns the exit status.
    pub(super) fn answer_all(mut self, waiting: &Receiver<Request>) -> u8 {
        while let Ok(Request::Shell(name, request)) = waiting.recv() {
            let mut others = Vec::new();
            if let Some(status) = self.answer(&name, &request, waiting, &mut others) {
                self.session.end();
                return status;
            }
            for next in others {
                let Request::Shell(name, request) = next else {
                    self.session.end();
                    return 0;
                };
                match request.kind() {
                    "execute_request" => self.send(&name, &request, &json!({"status": "aborted"})),
                    // There are no further ones to be aborted.
                    _ => drop(self.answer(&name, &request, waiting, &mut Vec::new())),
                }
            }
        }
        self.session.end();
        0
    }

    /// Answers a request, and returns the exit status if the kernel ends. After an error the requests that wait already are
    /// added to `others`: cells among them are not run.
    fn answer(
        &mut self,
        name: &[u8],
        request: &Message,
        waiting: &Receiver<Request>,
        others: &mut Vec<Request>,
    ) -> Option<u8> {
        self.publisher.set_parent(&request.header);
        self.publisher.tell("status", &json!({"execution_state": "busy"}));
        let asked = &request.content;
        let code = asked["code"].as_str().unwrap_or_default();
        let reply: Reply = match request.kind() {
            "execute_request" => self.execute(name, request),
            "kernel_info_request" => about().into(),
            "complete_request" => self.complete(code, asked).into(),
            "inspect_request" => self.inspect(code, asked).into(),
            "is_complete_request" => completeness(code).into(),
            "history_request" => json!({"status": "ok", "history": self.earlier(asked)}).into(),
            "comm_info_request" => json!({"status": "ok", "comms": {}}).into(),
            "shutdown_request" => Reply {
                ends: Some(0),
                ..json!({"status": "ok", "restart": asked["restart"].as_bool().unwrap_or(false)}).into()
            },
            // There are no widgets.
            kind if !kind.ends_with("_request") => {
                self.publisher.tell("status", &json!({"execution_state": "idle"}));
                return None;
            }
            kind => json!({"status": "error", "ename": "unknown_request", "evalue": kind, "traceback": []}).into(),
        };
        if reply.aborts {
            others.extend(waiting.try_iter());
        }
        self.send(name, request, &reply.content);
        self.publisher.tell("status", &json!({"execution_state": "idle"}));
        reply.ends
    }

    fn send(&self, name: &[u8], request: &Message, content: &Value) {
        let kind = request.kind().replace("_request", "_reply");
        let message = self.key.write(&request.names, &kind, &request.header, content);
        self.shell.send(name, &message);
    }

    /// Runs a cell.
    fn execute(&mut self, name: &[u8], request: &Message) -> Reply {
        let asked = &request.content;
        let code = asked["code"].as_str().unwrap_or_default();
        let is_silent = asked["silent"].as_bool().unwrap_or(false);
        if !is_silent {
            self.count += 1;
            if asked["store_history"].as_bool().unwrap_or(true) {
                self.history.push((self.count, code.to_owned()));
            }
            let content = json!({"code": code, "execution_count": self.count});
            self.publisher.tell("execute_input", &content);
        }
        self.input.begin(name, request);
        self.control.is_busy.store(true, Ordering::SeqCst);
        let identity = request.metadata["cellId"].as_str();
        let ended = self.session.run(code, self.count, identity);
        self.control.is_busy.store(false, Ordering::SeqCst);
        let key = identity.map_or_else(|| self.count.to_string(), str::to_owned);
        if let Ok(cell) = cell::split(code) {
            self.texts.keep(&key, self.count, &cell.program);
        }
        let payload = match ended.halt {
            Some(_) => json!([{"source": "ask_exit", "keepkernel": false}]),
            None => json!([]),
        };
        let mut content =
            json!({"status": "ok", "execution_count": self.count, "payload": payload, "user_expressions": {}});
        if let Some((name, value, lines)) = &ended.error {
            let error = json!({"ename": name, "evalue": value, "traceback": lines});
            self.publisher.tell("error", &error);
            content["status"] = "error".into();
            for part in ["ename", "evalue", "traceback"] {
                content[part] = error[part].clone();
            }
        }
        Reply {
            content,
            ends: ended.halt.map(|status| status.rem_euclid(256) as u8),
            aborts: ended.error.is_some() && asked["stop_on_error"].as_bool().unwrap_or(true),
        }
    }

    fn complete(&mut self, code: &str, asked: &Value) -> Value {
        let at = offset(code, &asked["cursor_pos"]);
        let (start, matches) = self.texts.complete(code, at);
        json!({
            "status": "ok",
            "matches": matches,
            "cursor_start": code[..start].chars().count(),
            "cursor_end": code[..at].chars().count(),
            "metadata": {},
        })
    }

    fn inspect(&mut self, code: &str, asked: &Value) -> Value {
        let found = self.texts.help(code, offset(code, &asked["cursor_pos"]));
        let data = match &found {
            Some(text) => json!({"text/plain": text, "text/markdown": text}),
            None => json!({}),
        };
        json!({"status": "ok", "found": found.is_some(), "data": data, "metadata": {}})
    }

    /// Returns earlier cells, as triples of the session, the number and the text.
    fn earlier(&self, asked: &Value) -> Vec<Value> {
        let most = |name: &str| asked[name].as_u64().and_then(|most| usize::try_from(most).ok());
        let with_output = asked["output"].as_bool().unwrap_or(false);
        let triple = |(count, code): &(u64, String)| match with_output {
            true => json!([0, count, [code, null]]),
            false => json!([0, count, code]),
        };
        match asked["hist_access_type"].as_str() {
            Some("range") => {
                let start = asked["start"].as_u64().unwrap_or(0);
                let stop = asked["stop"].as_u64().unwrap_or(u64::MAX);
                let cells = self.history.iter().filter(|(count, _)| (start..stop).contains(count));
                cells.map(triple).collect()
            }
            access => {
                let pattern = asked["pattern"].as_str().unwrap_or("*");
                let is_wanted = |code: &str| access != Some("search") || fits(pattern, code);
                let is_unique = asked["unique"].as_bool().unwrap_or(false);
                let mut found: Vec<&(u64, String)> = Vec::new();
                for cell in self.history.iter().filter(|(_, code)| is_wanted(code)) {
                    found.retain(|(_, code)| !is_unique || *code != cell.1);
                    found.push(cell);
                }
                let from = found.len().saturating_sub(most("n").unwrap_or(found.len()));
                found[from..].iter().map(|cell| triple(cell)).collect()
            }
        }
    }
}

/// Returns the offset of a number of characters.
fn offset(code: &str, position: &Value) -> usize {
    let characters = position.as_u64().and_then(|at| usize::try_from(at).ok());
    let found = characters.and_then(|at| code.char_indices().nth(at));
    found.map_or(code.len(), |(at, _)| at)
}

/// Returns whether a cell that is typed is complete.
fn completeness(code: &str) -> Value {
    let is_open = cell::split(code).is_ok_and(|cell| !cell.program.is_empty() || cell.steps.is_empty());
    let last = tokens(code).into_iter().rfind(|(_, kind)| *kind != TokenKind::Comment);
    match last {
        Some((_, kind)) if kind != TokenKind::End && is_open => json!({"status": "incomplete", "indent": "    "}),
        _ => json!({"status": "complete"}),
    }
}

/// Whether a text fits a pattern in which `*` stands for any text and `?` for a character.
fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut from) = (0, 0);
    // Where the last star stands, and the text that it stands for ends.
    let mut star: Option<(usize, usize)> = None;
    while from < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(&c) if c == '?' || c == text[from] => (at, from) = (at + 1, from + 1),
            _ => match star {
                Some((place, end)) => {
                    star = Some((place, end + 1));
                    (at, from) = (place + 1, end + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_complete_at_a_full_stop() {
        for (code, wanted) in [
            ("p.", "complete"),
            ("p :-", "incomplete"),
            ("?- p(X)", "incomplete"),
            ("p. % comment", "complete"),
            ("p :- a. q('", "incomplete"),
            (";", "complete"),
            ("%next", "complete"),
            ("", "complete"),
        ] {
            assert_eq!(completeness(code)["status"], wanted, "{code}");
        }
    }

    #[test]
    fn patterns_have_stars() {
        for (pattern, text, wanted) in [
            ("*", "", true),
            ("p*", "p(1).", true),
            ("*1*", "p(1).", true),
            ("?(1).", "p(1).", true),
            ("p", "p.", false),
            ("*a*b", "xaybzb", true),
            ("*a*b", "xaybz", false),
        ] {
            assert_eq!(fits(pattern, text), wanted, "{pattern} {text}");
        }
    }
}
