//! The thread that checks texts as `ferz check` does, when the keys have been at rest for a moment.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ferz::toplevel::tokens;
use ferz::{Diagnostic, Engine, Grant, Limits, Severity};
use serde_json::{Value, json};

use super::document::{Document, TextChange};
use super::outline::{NameRole, Outline, TextFault};
use super::texts::OutlinedText;
use crate::operators::SourceOperators;

/// The rest after a key before a text is checked.
const REST: Duration = Duration::from_millis(120);
/// Seconds and bytes that a check may take.
const MOST_TIME: Duration = Duration::from_secs(20);
const MOST_MEMORY: u64 = 512 << 20;

/// A text to be checked.
pub(super) struct Check {
    pub uri: String,
    pub file: Option<PathBuf>,
    pub document: Document,
    /// The folders of the work.
    pub roots: Vec<PathBuf>,
}

/// The diagnostics that the client has, by text.
#[derive(Clone, Debug, Default)]
pub(super) struct Published(Arc<Mutex<HashMap<String, Vec<Value>>>>);

/// The code of diagnostics about clauses that cannot be read.
const SYNTAX: &str = "syntax_error";

impl Published {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<Value>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what is sent to the client.
    pub(super) fn keep(&self, params: &Value) {
        let (uri, found) = (params["uri"].as_str(), params["diagnostics"].as_array());
        if let (Some(uri), Some(found)) = (uri, found) {
            self.lock().insert(uri.to_owned(), found.clone());
        }
    }

    pub(super) fn forget(&self, uri: &str) {
        self.lock().remove(uri);
    }

    /// Returns what is to be sent after some changes of a text whose faults are known; `None` if it has none, and had none.
    pub(super) fn after(&self, text: &OutlinedText, faults: &[TextFault], changed: &[TextChange]) -> Option<Value> {
        let document = &text.document;
        let mut published = self.lock();
        let known = published.entry(text.uri.clone()).or_default();
        let had_faults = known.iter().any(|one| one["code"] == SYNTAX);
        if faults.is_empty() && !had_faults {
            // The places of the others are those of the last check, until the next one.
            return None;
        }
        known.retain_mut(|one| one["code"] != SYNTAX && changed.iter().all(|change| follow(&mut one["range"], change)));
        let mut shown = known.clone();
        shown.extend(faults.iter().map(|fault| {
            json!({
                "range": document.range(&fault.span),
                "severity": 1,
                "code": SYNTAX,
                "source": "ferz",
                "message": format!("Syntax error: {}", fault.message),
            })
        }));
        known.clone_from(&shown);
        Some(json!({"uri": text.uri, "version": document.version, "diagnostics": shown}))
    }
}

/// Moves a range of the protocol as a change of the text does; false if the change touches its lines.
fn follow(range: &mut Value, change: &TextChange) -> bool {
    let line = |end: &Value| end["line"].as_u64().and_then(|line| usize::try_from(line).ok());
    let (Some(start), Some(end)) = (line(&range["start"]), line(&range["end"])) else {
        return false;
    };
    if start >= change.lines.end {
        let moved = |line: usize| line + change.lines_now - change.lines.len();
        range["start"]["line"] = moved(start).into();
        range["end"]["line"] = moved(end).into();
        return true;
    }
    end < change.lines.start
}

/// Sends texts to the thread.
pub(super) struct Checker {
    texts: Sender<Check>,
}

impl Checker {
    /// Starts the thread, which gives the parameters of `textDocument/publishDiagnostics` to `publish`.
    pub(super) fn start(publish: impl Fn(Value) + Send + 'static) -> std::io::Result<Checker> {
        let (texts, waiting) = channel();
        thread::Builder::new()
            .name("check".to_owned())
            .stack_size(16 << 20)
            .spawn(move || work(&waiting, publish))?;
        Ok(Checker { texts })
    }

    pub(super) fn check(&self, check: Check) {
        // The thread ends with the process.
        let _sent = self.texts.send(check);
    }
}

fn work(texts: &Receiver<Check>, publish: impl Fn(Value)) {
    let mut waiting: Vec<Check> = Vec::new();
    loop {
        let next = match waiting.is_empty() {
            true => texts.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => texts.recv_timeout(REST),
        };
        match next {
            Ok(check) => {
                waiting.retain(|other| other.uri != check.uri);
                waiting.push(check);
            }
            Err(RecvTimeoutError::Timeout) => {
                let check = waiting.remove(0);
                if let Some(found) = interruptible(&check, texts, &mut waiting) {
                    let version = check.document.version;
                    publish(json!({"uri": check.uri, "version": version, "diagnostics": found}));
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Checks a text; `None` if a newer version of it has come meanwhile.
fn interruptible(check: &Check, texts: &Receiver<Check>, waiting: &mut Vec<Check>) -> Option<Vec<Value>> {
    let mut engine = engine(check);
    let interrupter = engine.interrupter();
    let (done, ended) = channel();
    thread::scope(|scope| {
        let found = scope.spawn(move || {
            let found = diagnostics(&mut engine, check);
            let _told = done.send(());
            found
        });
        let mut is_old = false;
        while ended.recv_timeout(Duration::from_millis(5)) == Err(RecvTimeoutError::Timeout) {
            while let Ok(newer) = texts.try_recv() {
                is_old |= newer.uri == check.uri;
                waiting.retain(|other| other.uri != newer.uri);
                waiting.push(newer);
            }
            if is_old {
                interrupter.interrupt();
            }
        }
        let found = found.join().unwrap_or_default();
        (!is_old).then_some(found)
    })
}

/// Makes an engine that may read the files in the folder of the text, or of the work, and do nothing else.
fn engine(check: &Check) -> Engine {
    let mut engine = Engine::new();
    engine.set_limits(Limits::default().time(MOST_TIME).memory(MOST_MEMORY));
    if let Some(folder) = check.file.as_deref().and_then(Path::parent) {
        let root = check.roots.iter().find(|root| folder.starts_with(root));
        engine.grant(Grant::Read(root.map_or(folder, PathBuf::as_path).to_owned()));
        engine.set_directory(folder);
    }
    engine
}

/// Returns what `ferz check` finds, as the protocol has it.
fn diagnostics(engine: &mut Engine, check: &Check) -> Vec<Value> {
    engine.toplevel().keep_messages(true);
    engine.toplevel().set_checking(true);
    let name = check
        .file
        .as_ref()
        .map_or(check.uri.clone(), |file| file.display().to_string());
    // Errors are among the messages.
    let _loaded = engine.consult_named(&name, &check.document.text);
    let mut found = engine.toplevel().take_diagnostics();
    if let Ok(more) = engine.check() {
        found.extend(more);
    }
    found.extend(engine.toplevel().take_diagnostics());
    let own = found.iter().filter(|one| one.file().is_none_or(|file| file == name));
    let mut outline = None;
    own.map(|one| diagnostic(one, check, &mut outline)).collect()
}

/// Returns the place of the goal that a message is about, which begins with `Name/Arity`, in the clause at an offset.
fn goal_place(message: &str, offset: usize, outline: &Outline) -> Option<usize> {
    let (name, arity) = message.split_whitespace().next()?.rsplit_once('/')?;
    let name = name.rsplit_once(':').map_or(name, |(_, name)| name).trim_matches('\'');
    let predicate = (name.to_owned(), arity.parse().ok()?);
    let names = outline.clause_at(offset)?.names.iter();
    let mut calls = names.filter(|place| place.role == NameRole::Call && *place.predicate == predicate);
    calls.next().map(|place| place.span.start)
}

fn diagnostic(found: &Diagnostic, check: &Check, outline: &mut Option<Outline>) -> Value {
    let document = &check.document;
    let mut start = document.place(found.line().unwrap_or(1), found.column().unwrap_or(1));
    // The engine looks for the goal in the file, which may have another text.
    if found.code() == Some("undefined_call") {
        let make = || Outline::of(&document.text, check.file.as_deref(), &mut SourceOperators::default());
        let line = document.place(found.line().unwrap_or(1), 1);
        let outline = outline.get_or_insert_with(make);
        start = goal_place(found.message(), line, outline)
            .or_else(|| goal_place(found.message(), start, outline))
            .unwrap_or(start);
    }
    let rest = document.text[start..].split('\n').next().unwrap_or_default();
    let length = match tokens(rest).first() {
        Some((span, _)) if span.start == 0 => span.end,
        _ => rest.chars().next().map_or(0, char::len_utf8),
    };
    json!({
        "range": document.range(&(start..start + length)),
        "severity": if found.severity() == Severity::Error { 1 } else { 2 },
        "code": found.code(),
        "source": "ferz",
        "message": found.message(),
    })
}
