//! `ferz dap`: a server of the Debug Adapter Protocol on the standard streams.
//!
//! One thread reads requests; another one runs the goal, and answers those about it while it is stopped.

mod breakpoints;
mod client;
mod places;
mod run;
mod stepper;
mod values;

use std::io::{self, BufReader};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, PoisonError};
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use crate::transport;
use client::EditorClient;
use run::{Launch, Running};
use stepper::{DebugDesk, Stepper};
use values::Counting;

/// The stack of the thread that runs the goal, in bytes.
const STACK: usize = 16 << 20;

/// Serves the standard streams until the client disconnects, and returns the exit status.
///
/// # Errors
/// If the streams cannot be read, or there are no threads.
pub fn serve() -> io::Result<u8> {
    let mut session = DebugSession {
        client: EditorClient::default(),
        desk: Arc::default(),
        running: Running::default(),
        counting: Counting { line: 1, column: 1 },
        launch: None,
        is_configured: false,
        goal: None,
    };
    let mut input = BufReader::new(io::stdin());
    while let Some(request) = transport::read(&mut input)? {
        if request["type"] != "request" {
            continue;
        }
        let ends = matches!(request["command"].as_str(), Some("disconnect"));
        if ends {
            session.end();
            session.client.reply(&request, Ok(Value::Null));
            break;
        }
        session.take(&request)?;
    }
    session.end();
    Ok(0)
}

/// A session of debugging.
struct DebugSession {
    client: EditorClient,
    desk: Arc<DebugDesk>,
    running: Running,
    counting: Counting,
    launch: Option<Launch>,
    is_configured: bool,
    /// The thread that runs the goal, and its requests.
    goal: Option<(JoinHandle<()>, Sender<Value>)>,
}

impl DebugSession {
    /// Takes a request.
    fn take(&mut self, request: &Value) -> io::Result<()> {
        let asked = &request["arguments"];
        let list = |name: &str| asked[name].as_array().map_or(&[][..], Vec::as_slice);
        let answer = match request["command"].as_str().unwrap_or_default() {
            "initialize" => {
                let begins_at_1 = |name: &str| usize::from(asked[name].as_bool().unwrap_or(true));
                self.counting = Counting {
                    line: begins_at_1("linesStartAt1"),
                    column: begins_at_1("columnsStartAt1"),
                };
                self.client.reply(request, Ok(capabilities()));
                self.client.event("initialized", json!({}));
                return Ok(());
            }
            "launch" => match Launch::of(asked) {
                Ok(launch) => {
                    if !launch.steps_back {
                        let capabilities = json!({"capabilities": {"supportsStepBack": false}});
                        self.client.event("capabilities", capabilities);
                    }
                    self.launch = Some(launch);
                    Ok(Value::Null)
                }
                Err(why) => Err(why),
            },
            "attach" => Err("a program is started by launch".to_owned()),
            "configurationDone" => {
                self.is_configured = true;
                Ok(Value::Null)
            }
            "setBreakpoints" => {
                let file = Path::new(asked["source"]["path"].as_str().unwrap_or_default());
                let mut breakpoints = self.desk.breakpoints();
                let set = breakpoints.set_lines(file, list("breakpoints"), self.counting.line);
                drop(breakpoints);
                self.wake();
                Ok(json!({"breakpoints": set}))
            }
            "setFunctionBreakpoints" => {
                let set = self.desk.breakpoints().set_functions(list("breakpoints"));
                self.wake();
                Ok(json!({"breakpoints": set}))
            }
            "setExceptionBreakpoints" => {
                self.desk.breakpoints().set_exceptions(&asked["filters"]);
                Ok(Value::Null)
            }
            "threads" => Ok(json!({"threads": [{"id": 1, "name": "goal"}]})),
            "pause" => {
                self.desk.pauses.store(true, Ordering::SeqCst);
                self.wake();
                Ok(Value::Null)
            }
            "terminate" => {
                self.leave();
                Ok(Value::Null)
            }
            _ => match &self.goal {
                Some((_, requests)) if self.desk.is_stopped.load(Ordering::SeqCst) => {
                    // The thread that runs the goal answers.
                    if requests.send(request.clone()).is_ok() {
                        return Ok(());
                    }
                    Err("the goal has ended".to_owned())
                }
                _ => Err("the goal is not stopped".to_owned()),
            },
        };
        self.client.reply(request, answer);
        self.begin()
    }

    /// Begins to run the goal, once the client has said all.
    fn begin(&mut self) -> io::Result<()> {
        let Some(launch) = self
            .launch
            .clone()
            .filter(|_| self.is_configured && self.goal.is_none())
        else {
            return Ok(());
        };
        let (requests, taken) = mpsc::channel();
        let how = (launch.steps_back, launch.stops_on_entry);
        let (client, desk, running) = (self.client.clone(), Arc::clone(&self.desk), Arc::clone(&self.running));
        let stepper = Stepper::new(client.clone(), Arc::clone(&desk), taken, self.counting, how);
        let goal = thread::Builder::new().name("goal".to_owned()).stack_size(STACK);
        let thread = goal.spawn(move || run::run(&launch, &client, &desk, &running, stepper))?;
        self.goal = Some((thread, requests));
        Ok(())
    }

    /// Lets a goal that runs compiled look at what has changed.
    fn wake(&self) {
        self.desk.has_news.store(true, Ordering::SeqCst);
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(interrupter) = running
            .as_ref()
            .filter(|_| !self.desk.is_stopped.load(Ordering::SeqCst))
        {
            interrupter.pause();
        }
    }

    /// Tells the goal to end.
    fn leave(&mut self) {
        self.desk.ends.store(true, Ordering::SeqCst);
        if let Some((_, requests)) = &self.goal {
            // One that is stopped waits for requests.
            let _sent = requests.send(json!({"command": "terminate"}));
        }
        if let Some(interrupter) = &*self.running.lock().unwrap_or_else(PoisonError::into_inner) {
            interrupter.interrupt();
        }
    }

    /// Ends the goal.
    fn end(&mut self) {
        self.leave();
        if let Some((thread, requests)) = self.goal.take() {
            drop(requests);
            let _ended = thread.join();
        }
    }
}

fn capabilities() -> Value {
    let filter = |filter: &str, label: &str, is_on: bool| json!({"filter": filter, "label": label, "default": is_on});
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsRestartFrame": true,
        "supportsRestartRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [
            filter("uncaught", "Exceptions that nothing catches", true),
            filter("all", "All exceptions", false),
        ],
    })
}
