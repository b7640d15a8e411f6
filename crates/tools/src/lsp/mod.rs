//! `ferz lsp`: a server of the Language Server Protocol on the standard streams.
//!
//! One thread answers requests, from outlines of the texts; another one checks texts, on engines of its own. Nothing of a
//! text runs but what decides its meaning: conditions of `:- if(Goal)` and expansion hooks, without rights, as in `ferz check`;
//! and what the user runs by a lens, in a thread of its own.

mod assist;
mod cells;
mod checker;
mod determinism;
mod document;
mod hierarchy;
mod lenses;
mod navigate;
pub(crate) mod outline;
mod shapes;
mod texts;
mod walk;

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::fmt::Formatter;
use crate::transport;
use assist::KnownLibrary;
pub(crate) use cells::CellTexts;
use checker::{Check, Checker, Published};
use document::{Document, TextChange, path_of};
use lenses::{ClientSkills, LensRun, LensRuns};
use texts::{OpenTexts, OutlinedText};

/// An error of a request: its number in the protocol, and the message.
type Fault = (i32, String);

/// The request cannot be carried out.
const FAILED: i32 = -32803;
/// There is no such method.
const NO_METHOD: i32 = -32601;
/// The server has not been initialized, or is shut down.
const NOT_NOW: i32 = -32002;

/// Serves the standard streams until the client says `exit`, and returns the exit status.
///
/// # Errors
/// If the streams cannot be read or written.
pub fn serve() -> io::Result<u8> {
    let out = Arc::new(Mutex::new(io::stdout()));
    let send = {
        let out = Arc::clone(&out);
        move |message: &Value| {
            let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
            transport::write(&mut *out, message)
        }
    };
    let publish = send.clone();
    let published = Published::default();
    let known = published.clone();
    let checker = Checker::start(move |params| {
        known.keep(&params);
        // A client that has gone needs no diagnostics.
        let _sent = publish(&notification("textDocument/publishDiagnostics", params));
    })?;
    let mut server = Server {
        texts: OpenTexts::default(),
        library: KnownLibrary::default(),
        formatter: Formatter::new(),
        checker,
        published,
        runs: LensRuns::default(),
        skills: ClientSkills::default(),
        roots: Vec::new(),
        is_ready: false,
        is_down: false,
    };
    let mut input = BufReader::new(io::stdin());
    while let Some(message) = transport::read(&mut input)? {
        let method = message["method"].as_str().unwrap_or_default();
        if method == "exit" {
            return Ok(u8::from(!server.is_down));
        }
        let Some(id) = message.get("id").filter(|id| !id.is_null()) else {
            if let Some(params) = server.notice(method, &message["params"]) {
                send(&notification("textDocument/publishDiagnostics", params))?;
            }
            continue;
        };
        if message.get("method").is_none() {
            continue;
        }
        if method == "workspace/executeCommand" && server.is_ready && !server.is_down {
            let params = &message["params"];
            match LensRun::of(&server.texts, &server.roots, params) {
                Ok(run) => server.runs.start(id.clone(), run, server.skills, send.clone())?,
                Err(why) => send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": FAILED, "message": why}}))?,
            }
            continue;
        }
        let reply = match server.answer(method, &message["params"]) {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err((code, why)) => json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}}),
        };
        send(&reply)?;
    }
    Ok(u8::from(!server.is_down))
}

/// Returns a notification.
fn notification(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

/// The state of the conversation.
struct Server {
    texts: OpenTexts,
    library: KnownLibrary,
    formatter: Formatter,
    checker: Checker,
    /// The diagnostics that the client has.
    published: Published,
    runs: LensRuns,
    skills: ClientSkills,
    /// The folders of the work.
    roots: Vec<PathBuf>,
    is_ready: bool,
    is_down: bool,
}

impl Server {
    /// Takes a notification. Returns diagnostics to publish, if there are any at once.
    fn notice(&mut self, method: &str, params: &Value) -> Option<Value> {
        let document = &params["textDocument"];
        let uri = document["uri"].as_str().unwrap_or_default();
        let version = document["version"].as_i64().unwrap_or_default();
        match method {
            "textDocument/didOpen" => {
                let text = document["text"].as_str().unwrap_or_default().to_owned();
                self.texts.put(uri, Document::new(text, version));
                self.check(uri);
            }
            "textDocument/didChange" => {
                let changes = params["contentChanges"].as_array().map_or(&[][..], Vec::as_slice);
                let changed = self.texts.change(uri, version, changes);
                self.runs.forget(uri);
                self.check(uri);
                return self.syntax_at_once(uri, &changed);
            }
            // Others may load it.
            "textDocument/didSave" => self.texts.open().for_each(|uri| self.check(uri)),
            "textDocument/didClose" => {
                self.texts.close(uri);
                self.published.forget(uri);
                return Some(json!({"uri": uri, "diagnostics": []}));
            }
            "$/cancelRequest" => self.runs.cancel(&params["id"]),
            _ => {}
        }
        None
    }

    /// Returns the diagnostics of a text that has changed, as far as they are known before it is checked: its clauses that
    /// cannot be read, and of those that the client has what is about other clauses. `None` if all can be read, as before.
    fn syntax_at_once(&mut self, uri: &str, changed: &[TextChange]) -> Option<Value> {
        let text = self.texts.get(uri)?;
        let outline = self.texts.outline(&text);
        self.published.after(&text, &outline.parts.faults, changed)
    }

    fn check(&self, uri: &str) {
        if let Some(text) = self.texts.get(uri) {
            self.checker.check(Check {
                uri: uri.to_owned(),
                file: text.file.clone(),
                document: text.document.clone(),
                roots: self.roots.clone(),
            });
        }
    }

    /// Answers a request.
    fn answer(&mut self, method: &str, params: &Value) -> Result<Value, Fault> {
        match method {
            "initialize" => return Ok(self.initialize(params)),
            "shutdown" => {
                self.is_down = true;
                return Ok(Value::Null);
            }
            _ if self.is_down || !self.is_ready => {
                return Err((NOT_NOW, "the server is not initialized, or it is shut down".to_owned()));
            }
            "workspace/symbol" => {
                let query = params["query"].as_str().unwrap_or_default();
                return Ok(navigate::workspace_symbols(&mut self.texts, query));
            }
            "callHierarchy/incomingCalls" => return Ok(hierarchy::incoming(&mut self.texts, &params["item"])),
            "callHierarchy/outgoingCalls" => return Ok(hierarchy::outgoing(&mut self.texts, &params["item"])),
            _ => {}
        }
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let text = self
            .texts
            .get(uri)
            .ok_or_else(|| match method.starts_with("textDocument/") {
                true => (FAILED, format!("{uri} is not open")),
                false => (NO_METHOD, format!("there is no method {method}")),
            })?;
        let offset = text.document.offset(&params["position"]).unwrap_or_default();
        self.of_text(method, params, &text, offset)
    }

    /// Answers a request about a place in an open text.
    fn of_text(
        &mut self,
        method: &str,
        params: &Value,
        text: &Rc<OutlinedText>,
        offset: usize,
    ) -> Result<Value, Fault> {
        let failed = |why: String| (FAILED, why);
        let (texts, library) = (&mut self.texts, &mut self.library);
        let whole = 0..text.document.text.len();
        let part = text
            .document
            .range_at(&params["range"])
            .unwrap_or_else(|| whole.clone());
        Ok(match method {
            "textDocument/documentSymbol" => navigate::document_symbols(texts, text),
            "textDocument/definition" => navigate::definition(texts, text, offset),
            "textDocument/references" => navigate::references(texts, text, offset),
            "textDocument/documentHighlight" => navigate::highlights(texts, text, offset),
            "textDocument/prepareRename" => navigate::prepare_rename(texts, text, offset),
            "textDocument/rename" => {
                let name = params["newName"].as_str().unwrap_or_default();
                navigate::rename(texts, text, offset, name).map_err(failed)?
            }
            "textDocument/hover" => assist::hover(texts, library, text, offset),
            "textDocument/completion" => assist::completion(texts, library, text, offset),
            "textDocument/signatureHelp" => assist::signature(texts, library, text, offset),
            "textDocument/formatting" => shapes::formatting(&mut self.formatter, text).map_err(failed)?,
            "textDocument/foldingRange" => shapes::folding(texts, text),
            "textDocument/semanticTokens/full" => shapes::colours(texts, text, whole),
            "textDocument/semanticTokens/range" => shapes::colours(texts, text, part),
            "textDocument/inlayHint" => determinism::hints(texts, library, text, part),
            "textDocument/prepareCallHierarchy" => hierarchy::prepare(texts, text, offset),
            "textDocument/codeLens" => lenses::lenses(texts, text, &self.runs),
            "textDocument/codeAction" => shapes::actions(text, &params["context"]["diagnostics"]),
            _ => return Err((NO_METHOD, format!("there is no method {method}"))),
        })
    }

    fn initialize(&mut self, params: &Value) -> Value {
        let folders = params["workspaceFolders"].as_array().into_iter().flatten();
        let folders = folders.map(|folder| &folder["uri"]).chain([&params["rootUri"]]);
        self.roots = folders.filter_map(|uri| path_of(uri.as_str()?)).collect();
        let skills = &params["capabilities"];
        self.skills = ClientSkills {
            refreshes: skills["workspace"]["codeLens"]["refreshSupport"]
                .as_bool()
                .unwrap_or(false),
            opens: skills["window"]["showDocument"]["support"].as_bool().unwrap_or(false),
        };
        self.is_ready = true;
        json!({
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": {"openClose": true, "change": 2, "save": true},
                "documentSymbolProvider": true,
                "workspaceSymbolProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "renameProvider": {"prepareProvider": true},
                "hoverProvider": true,
                "completionProvider": {},
                "signatureHelpProvider": {"triggerCharacters": ["(", ","]},
                "documentFormattingProvider": true,
                "foldingRangeProvider": true,
                "codeActionProvider": {"codeActionKinds": ["quickfix"]},
                "semanticTokensProvider": {
                    "legend": {"tokenTypes": shapes::COLOURS, "tokenModifiers": ["definition"]},
                    "full": true,
                    "range": true
                },
                "inlayHintProvider": true,
                "callHierarchyProvider": true,
                "codeLensProvider": {},
                "executeCommandProvider": {"commands": [lenses::COMMAND]}
            },
            "serverInfo": {"name": "ferz", "version": env!("CARGO_PKG_VERSION")}
        })
    }
}
