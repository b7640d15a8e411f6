//! Lenses: places at which a query, a test or the search of a goal can be run; and what has come of it.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ferz::{Engine, Error, Grant, Interrupter, Limits};
use serde_json::{Value, json};

use super::assist::{head_of, parameters};
use super::navigate::head;
use super::texts::{OpenTexts, OutlinedText};
use crate::show::{self, Bounds};

/// The command of the lenses.
pub(super) const COMMAND: &str = "ferz.run";
/// The limits of a run.
const MOST_TIME: Duration = Duration::from_secs(60);
const MOST_MEMORY: u64 = 1 << 30;
/// The most answers that are shown, bytes of what the program writes, and goals of a search.
const MOST_ANSWERS: usize = 10;
const MOST_OUTPUT: usize = 64 << 10;
const MOST_GOALS: usize = 20_000;
/// The most characters of a lens.
const LONGEST: usize = 120;

/// Returns the lenses of a text: for queries in it and in its comments, for predicates without arguments, and for tests.
pub(super) fn lenses(texts: &mut OpenTexts, text: &OutlinedText, runs: &LensRuns) -> Value {
    let source = &text.document.text;
    let mut found = Vec::new();
    let mut add = |offset: usize, kinds: &[&str], goal: &str| {
        let range = text.document.range(&(offset..offset));
        for kind in kinds {
            let arguments = json!([text.uri, kind, goal]);
            found.push(json!({"range": range, "command": {"title": kind, "command": COMMAND, "arguments": arguments}}));
        }
        for kind in kinds {
            if let Some(told) = runs.result(&text.uri, kind, goal) {
                let arguments = json!([text.uri, kind, goal]);
                found.push(
                    json!({"range": range, "command": {"title": told, "command": COMMAND, "arguments": arguments}}),
                );
            }
        }
    };
    let mut unit: Option<&str> = None;
    let mut known = std::collections::HashSet::new();
    for clause in &texts.outline(text).parts.clauses {
        let body = &source[clause.range.clone()];
        let Some(predicate) = clause.head.as_deref() else {
            let goal = body.trim_start_matches([':', '?', '-']).trim_end_matches('.').trim();
            if body.starts_with("?-") {
                add(clause.range.start, &["run", "show"], goal);
            }
            if let Some(rest) = goal.strip_prefix("begin_tests(") {
                unit = rest.split([',', ')']).next().map(str::trim);
                unit.into_iter()
                    .for_each(|unit| add(clause.range.start, &["test"], &format!("run_tests({unit})")));
            } else if goal.starts_with("end_tests(") {
                unit = None;
            }
            continue;
        };
        match (predicate.0.as_str(), predicate.1, unit) {
            ("test", 1 | 2, Some(unit)) => {
                let head = head_of(source, head(clause).start);
                if let Some(name) = parameters(&head).first().and_then(|first| first["label"].as_str()) {
                    add(clause.range.start, &["test"], &format!("run_tests({unit}:{name})"));
                }
            }
            (name, 0, None) if known.insert(name) => {
                add(
                    clause.range.start,
                    &["run", "show"],
                    &ferz::Term::atom(name).to_string(),
                );
            }
            _ => {}
        }
    }
    let mut offset = 0;
    for line in source.split_inclusive('\n') {
        let comment = line
            .trim_start()
            .strip_prefix('%')
            .map(|rest| rest.trim_start_matches(['%', '!']).trim());
        if let Some(goal) = comment
            .and_then(|comment| comment.strip_prefix("?- "))
            .and_then(|goal| goal.strip_suffix('.'))
        {
            add(offset, &["run", "show"], goal);
        }
        offset += line.len();
    }
    found.into()
}

/// The skills of the client with results.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClientSkills {
    /// It asks for lenses again when it is told to.
    pub refreshes: bool,
    /// It opens documents.
    pub opens: bool,
}

/// Runs of lenses, and their results.
#[derive(Clone, Debug, Default)]
pub(super) struct LensRuns(Arc<Mutex<LensState>>);

#[derive(Debug, Default)]
struct LensState {
    /// The first line of each result, by the text, the kind and the goal.
    results: HashMap<(String, String, String), String>,
    /// The engines that run, by the requests.
    running: HashMap<String, Interrupter>,
    /// The number of the last request to the client.
    last: u64,
}

/// A goal to be run, in its text.
pub(super) struct LensRun {
    pub uri: String,
    pub kind: String,
    pub goal: String,
    pub file: Option<PathBuf>,
    pub text: String,
    pub roots: Vec<PathBuf>,
}

impl LensRun {
    /// Reads the arguments of a command.
    ///
    /// # Errors
    /// If they name no such run, or a text that is not open.
    pub(super) fn of(texts: &OpenTexts, roots: &[PathBuf], params: &Value) -> Result<LensRun, String> {
        let argument = |at: usize| params["arguments"][at].as_str().map(str::to_owned);
        let (Some(uri), Some(kind), Some(goal)) = (argument(0), argument(1), argument(2)) else {
            return Err(format!("{COMMAND} needs a text, run, show or test, and a goal"));
        };
        if params["command"] != COMMAND || !["run", "show", "test"].contains(&kind.as_str()) {
            return Err(format!("the only command is {COMMAND}: run, show or test"));
        }
        let text = texts.get(&uri).ok_or_else(|| format!("{uri} is not open"))?;
        Ok(LensRun {
            kind,
            goal,
            file: text.file.clone(),
            text: text.document.text.clone(),
            roots: roots.to_vec(),
            uri,
        })
    }

    /// Makes an engine that may read the files of the work, and the clock, and use threads.
    fn engine(&self) -> Engine {
        let mut engine = Engine::new();
        engine.set_limits(Limits::default().time(MOST_TIME).memory(MOST_MEMORY));
        for grant in [Grant::Clock, Grant::Randomness, Grant::Sleep, Grant::Threads] {
            engine.grant(grant);
        }
        if let Some(folder) = self.file.as_deref().and_then(Path::parent) {
            let root = self.roots.iter().find(|root| folder.starts_with(root));
            engine.grant(Grant::Read(root.map_or(folder, PathBuf::as_path).to_owned()));
            engine.set_directory(folder);
        }
        engine
    }

    /// Runs it: what the program has written, with the answers; and the page of a search.
    fn run(&self, engine: &mut Engine) -> (String, Option<PathBuf>) {
        let written: Arc<Mutex<Vec<u8>>> = Arc::default();
        for is_error in [false, true] {
            let to = Arc::clone(&written);
            let write = move |bytes: &[u8]| {
                let mut written = to.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST_OUTPUT.saturating_sub(written.len());
                written.extend_from_slice(&bytes[..bytes.len().min(room)]);
                Ok(())
            };
            match is_error {
                true => engine.set_error(write),
                false => engine.set_output(write),
            }
        }
        engine.set_input(|_| Ok(0));
        let name = self
            .file
            .as_ref()
            .map_or(self.uri.clone(), |file| file.display().to_string());
        // Its messages are shown. What can be loaded runs.
        let _loaded = engine.consult_named(&name, &self.text);
        let run = match self.kind.as_str() {
            "show" => self.show(engine).map(|page| (String::new(), Some(page))),
            _ => self.answers(engine).map(|answers| (answers, None)),
        };
        let _flushed = engine.toplevel().console().flush();
        let mut told = String::from_utf8_lossy(&written.lock().unwrap_or_else(PoisonError::into_inner)).into_owned();
        let (answers, page) = run.unwrap_or_else(|error| (format!("ERROR: {error}"), None));
        if self.kind != "test" || told.trim().is_empty() {
            told.push_str(&answers);
        }
        (told.trim().to_owned(), page)
    }

    fn answers(&self, engine: &mut Engine) -> Result<String, Error> {
        let mut query = engine.query(&self.goal)?;
        let mut told = String::new();
        for _ in 0..MOST_ANSWERS {
            let Some(answer) = query.next().transpose()? else {
                return Ok(told + "false.");
            };
            told.push_str(&query.text(&answer, false)?);
            if answer.is_last() {
                return Ok(told + ".");
            }
            told.push_str(" ;\n");
        }
        Ok(told + "...")
    }

    fn show(&self, engine: &mut Engine) -> Result<PathBuf, Error> {
        let bounds = Bounds {
            goals: MOST_GOALS,
            ..Bounds::default()
        };
        let record = show::record(engine, &self.goal, bounds)?;
        show::page_in(&std::env::temp_dir(), &show::html(&record)).map_err(Error::system_error)
    }
}

impl LensRuns {
    fn lock(&self) -> MutexGuard<'_, LensState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn result(&self, uri: &str, kind: &str, goal: &str) -> Option<String> {
        let key = (uri.to_owned(), kind.to_owned(), goal.to_owned());
        self.lock().results.get(&key).cloned()
    }

    /// Forgets the results of a text, which has changed.
    pub(super) fn forget(&self, uri: &str) {
        self.lock().results.retain(|(of, _, _), _| of != uri);
    }

    /// Stops the run of a request.
    pub(super) fn cancel(&self, id: &Value) {
        if let Some(interrupter) = self.lock().running.get(&id.to_string()) {
            interrupter.interrupt_next();
        }
    }

    /// Begins a run in a thread of its own, which answers the request.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub(super) fn start(
        &self,
        id: Value,
        run: LensRun,
        skills: ClientSkills,
        send: impl Fn(&Value) -> io::Result<()> + Send + 'static,
    ) -> io::Result<()> {
        let runs = self.clone();
        let work = move || {
            let mut engine = run.engine();
            runs.lock().running.insert(id.to_string(), engine.interrupter());
            let (told, page) = run.run(&mut engine);
            let result = json!({"output": told, "page": page.as_ref().map(|page| page.display().to_string())});
            // A client that has gone needs no result.
            let _sent = send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
            let mut state = runs.lock();
            state.running.remove(&id.to_string());
            let ask = |state: &mut LensState, method: &str, params: Value| {
                state.last += 1;
                let id = format!("ferz-{}", state.last);
                let _sent = send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
            };
            let message = match &page {
                Some(page) if skills.opens => {
                    let uri = super::document::uri_of(page);
                    return ask(&mut state, "window/showDocument", json!({"uri": uri, "external": true}));
                }
                Some(page) => page.display().to_string(),
                None => told,
            };
            if skills.refreshes {
                let line = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
                let line = match line.char_indices().nth(LONGEST) {
                    Some((end, _)) => format!("{}…", &line[..end]),
                    None => line,
                };
                state.results.insert((run.uri, run.kind, run.goal), line);
                ask(&mut state, "workspace/codeLens/refresh", Value::Null);
            } else {
                let params = json!({"type": 3, "message": message});
                let _sent = send(&json!({"jsonrpc": "2.0", "method": "window/showMessage", "params": params}));
            }
        };
        thread::Builder::new()
            .name("run".to_owned())
            .stack_size(16 << 20)
            .spawn(work)?;
        Ok(())
    }
}
