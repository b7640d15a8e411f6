//! The run of a goal: each run has a new engine, so that all runs are alike.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferz::debug::{DebugMode, Paused, TraceAction};
use ferz::{Engine, Error, ErrorKind, Interrupter};
use serde_json::{Value, json};

use super::client::EditorClient;
use super::stepper::{DebugDesk, Stepper};
use crate::transport::whole_text;

/// The goal that the client wants to run, and how.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    program: PathBuf,
    goal: Option<String>,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    /// How many answers are asked for.
    answers: u64,
    /// Whether steps back are possible.
    pub steps_back: bool,
    pub stops_on_entry: bool,
    /// Whether nothing stops the goal.
    pub is_undebugged: bool,
}

impl Launch {
    /// Reads the arguments of a launch.
    ///
    /// # Errors
    /// The message, if there is no program.
    pub(super) fn of(asked: &Value) -> Result<Launch, String> {
        let text = |name: &str| asked[name].as_str().filter(|text| !text.is_empty());
        let program = text("program").ok_or("program: no file is named")?;
        let folder = text("cwd").map(PathBuf::from);
        let program = folder.clone().unwrap_or_default().join(program);
        if !program.is_file() {
            return Err(format!("{}: there is no such file", program.display()));
        }
        let arguments = asked["args"].as_array().into_iter().flatten();
        Ok(Launch {
            program,
            goal: text("goal").map(|goal| goal.trim().trim_end_matches('.').to_owned()),
            arguments: arguments.filter_map(|word| word.as_str().map(str::to_owned)).collect(),
            folder,
            answers: asked["answers"].as_u64().unwrap_or(1),
            steps_back: asked["stepBack"].as_bool().unwrap_or(true),
            stops_on_entry: asked["stopOnEntry"].as_bool().unwrap_or(false),
            is_undebugged: asked["noDebug"].as_bool().unwrap_or(false),
        })
    }
}

/// The running engine, for those that stop it.
pub(super) type Running = Arc<Mutex<Option<Interrupter>>>;

/// Runs the goal, and again as often as the client steps back; then tells that it has ended.
pub(super) fn run(launch: &Launch, client: &EditorClient, desk: &Arc<DebugDesk>, running: &Running, stepper: Stepper) {
    let stepper = Arc::new(Mutex::new(stepper));
    let status = loop {
        lock(&stepper).begin();
        let status = run_once(launch, client, desk, running, &stepper);
        *lock(running) = None;
        let is_lost = lock(&stepper).end();
        if is_lost {
            client.output(
                "console",
                "The program has gone another way than before: the port to go back to was not met.\n",
            );
        }
        if desk.ends.load(Ordering::SeqCst) || !lock(&stepper).restarts {
            break status;
        }
    };
    client.event("exited", json!({"exitCode": status}));
    client.event("terminated", json!({}));
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the goal in a new engine, and returns the exit status.
fn run_once(
    launch: &Launch,
    client: &EditorClient,
    desk: &Arc<DebugDesk>,
    running: &Running,
    stepper: &Arc<Mutex<Stepper>>,
) -> i32 {
    let mut engine = Engine::with_process();
    engine.toplevel().set_standalone(true);
    engine.toplevel().set_arguments(launch.arguments.clone());
    if let Some(folder) = &launch.folder {
        engine.set_directory(folder.clone());
    }
    engine.set_input(|_| Ok(0));
    engine.set_output(written("stdout", client, desk));
    engine.set_error(written("stderr", client, desk));
    *lock(running) = Some(engine.interrupter());
    // Random numbers of a program that sets no seed are the same in each run.
    let _set = engine.once("set_random(seed(1))");
    // Before the goal, breakpoints need no look.
    let runs = Arc::clone(desk);
    let again = engine.interrupter();
    engine.debugger().on_pause(move |_| {
        if !runs.is_solving.load(Ordering::SeqCst) {
            return Paused::Continue;
        }
        if runs.has_news.load(Ordering::SeqCst) {
            again.pause();
        }
        Paused::Trace
    });
    engine.toplevel().hold_start_goals();
    let loaded = engine.consult_file(&launch.program);
    let status = match loaded {
        Err(error) if error.halt_status().is_some() => told(client, &error),
        // Messages have told of it.
        Err(_) if engine.toplevel().load_status() > 1 => 3,
        _ => match engine.toplevel().release_start_goals(true) {
            Err(error) => told(client, &error),
            Ok(()) => solve(launch, client, desk, &mut engine, stepper),
        },
    };
    desk.is_solving.store(false, Ordering::SeqCst);
    let mut debugger = engine.debugger();
    debugger.set_debug_mode(DebugMode::Off);
    debugger.set_tracer(|_| TraceAction::Creep);
    if !desk.ends.load(Ordering::SeqCst) {
        // The goals of at_halt/1.
        let _halted = engine.once("halt");
    }
    let _flushed = engine.toplevel().console().flush();
    status
}

/// Solves the goal, and returns the exit status.
fn solve(
    launch: &Launch,
    client: &EditorClient,
    desk: &DebugDesk,
    engine: &mut Engine,
    stepper: &Arc<Mutex<Stepper>>,
) -> i32 {
    let goal = match launch.goal.clone().or_else(|| engine.toplevel().main_goal()) {
        Some(goal) => goal,
        None if engine.defines("main", 0) || engine.defines("main", 1) => "main".to_owned(),
        None => {
            client.output(
                "stderr",
                "There is no goal: the configuration has none, and the file has no main goal.\n",
            );
            return 1;
        }
    };
    if !launch.is_undebugged {
        let _set = engine.once("visible(all), visible(-cut)");
        let front_end = Arc::clone(stepper);
        lock(stepper).watch(&mut |goal| matches!(engine.once(goal), Ok(Some(_))));
        let mode = match lock(stepper).begins_traced() {
            true => DebugMode::Trace,
            false => DebugMode::Debug,
        };
        let mut debugger = engine.debugger();
        debugger.set_tracer(move |event| lock(&front_end).event(event));
        debugger.set_debug_mode(mode);
        desk.is_solving.store(true, Ordering::SeqCst);
        // The first call sees requests that have come meanwhile.
        engine.interrupter().pause();
    }
    match answers(launch, client, engine, &goal) {
        Ok(found) => i32::from(!found),
        // The client has ended it, or steps back.
        Err(error) if *error.kind() == ErrorKind::Interrupted => 130,
        Err(error) => told(client, &error),
    }
}

/// Shows the answers, and returns whether there is one.
fn answers(launch: &Launch, client: &EditorClient, engine: &mut Engine, goal: &str) -> Result<bool, Error> {
    let mut query = engine.query(goal)?;
    for number in 0..launch.answers {
        match query.next().transpose()? {
            Some(answer) => {
                let text = query.text(&answer, false)?;
                let _flushed = query.console().flush();
                let end = if answer.is_last() { "." } else { " ;" };
                client.output("console", &format!("{text}{end}\n"));
                if answer.is_last() {
                    return Ok(true);
                }
            }
            None => {
                let _flushed = query.console().flush();
                client.output("console", "false.\n");
                return Ok(number > 0);
            }
        }
    }
    Ok(true)
}

/// Tells of an error, and returns the exit status.
fn told(client: &EditorClient, error: &Error) -> i32 {
    if let Some(status) = error.halt_status() {
        return status;
    }
    client.output("stderr", &format!("ERROR: {error}\n"));
    2
}

/// Returns what takes the output of the program.
fn written(
    category: &'static str,
    client: &EditorClient,
    desk: &Arc<DebugDesk>,
) -> impl FnMut(&[u8]) -> io::Result<()> + Send + 'static {
    let (client, desk) = (client.clone(), Arc::clone(desk));
    let mut waiting = Vec::new();
    move |bytes| {
        if desk.is_mute.load(Ordering::SeqCst) {
            return Ok(());
        }
        waiting.extend_from_slice(bytes);
        // A character may come in two pieces.
        let text = whole_text(&mut waiting);
        if !text.is_empty() {
            client.output(category, &text);
        }
        Ok(())
    }
}
