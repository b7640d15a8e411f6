//! The front end of the tracer: decides at each port whether the goal stops, and answers the client while it does.
//!
//! If steps back are wanted, all goals are traced, and ports are counted: a step back runs the program again, to an earlier
//! port. Else goals are traced from the call of a predicate with a breakpoint until it is done; the rest runs compiled.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};

use ferz::Term;
use ferz::debug::{Port, TraceAction, TraceEvent};
use serde_json::{Value, json};

use super::breakpoints::Breakpoints;
use super::client::EditorClient;
use super::places::Predicate;
use super::values::{Counting, GoalView, port_name};

/// The state that the thread that reads requests shares with the one that runs the goal.
#[derive(Debug, Default)]
pub(super) struct DebugDesk {
    pub breakpoints: Mutex<Breakpoints>,
    /// Whether the goal is stopped.
    pub is_stopped: AtomicBool,
    /// Whether the goal runs, and not what comes before it.
    pub is_solving: AtomicBool,
    /// Whether it is to stop at the next port.
    pub pauses: AtomicBool,
    /// Whether there is something new that the next port has to look at. A request for a pause may be met by a goal of the system,
    /// or by one that is not traced: it is made again as long as this is true.
    pub has_news: AtomicBool,
    /// Whether it is to end.
    pub ends: AtomicBool,
    /// Whether its output is dropped, since it was written in an earlier run.
    pub is_mute: AtomicBool,
}

impl DebugDesk {
    pub(super) fn breakpoints(&self) -> std::sync::MutexGuard<'_, Breakpoints> {
        self.breakpoints.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How far the goal runs.
#[derive(Clone, Copy, Debug)]
enum StepPlan {
    /// To a breakpoint.
    Continue,
    /// To the next port.
    Next,
    /// To the next port at this depth, or above it.
    Depth(usize),
}

/// A port of an earlier run to which the goal runs again.
#[derive(Clone, Copy, Debug)]
enum ReplayTarget {
    /// The port with this number.
    Port(u64),
    /// The last port with a breakpoint before the one with this number, and the one that was found so far.
    Breakpoint(u64, Option<u64>),
}

#[derive(Debug)]
pub(super) struct Stepper {
    client: EditorClient,
    desk: Arc<DebugDesk>,
    requests: Receiver<Value>,
    counting: Counting,
    /// Whether all goals are traced, so that steps back are possible.
    is_traced: bool,
    plan: StepPlan,
    is_entry: bool,
    /// The number of the port.
    count: u64,
    /// The numbers of the last ports at which a step may stop: of this one, and the one before.
    shown: (u64, u64),
    target: Option<ReplayTarget>,
    /// The actions at ports, other than going on.
    actions: BTreeMap<u64, TraceAction>,
    was_exception: bool,
    /// The version of the breakpoints that the engine knows, and the predicates that have some.
    version: u64,
    watched: HashSet<Predicate>,
    /// The goals of these predicates that are not done.
    open: HashSet<i64>,
    view: GoalView,
    /// Whether the program is to run again.
    pub restarts: bool,
}

/// The outcome of a request.
enum RequestAnswer {
    Stay(Result<Value, String>),
    Go(TraceAction),
}

impl Stepper {
    pub(super) fn new(
        client: EditorClient,
        desk: Arc<DebugDesk>,
        requests: Receiver<Value>,
        counting: Counting,
        (is_traced, stops_on_entry): (bool, bool),
    ) -> Stepper {
        Stepper {
            client,
            desk,
            requests,
            counting,
            is_traced,
            plan: if stops_on_entry {
                StepPlan::Next
            } else {
                StepPlan::Continue
            },
            is_entry: true,
            count: 0,
            shown: (0, 0),
            target: None,
            actions: BTreeMap::new(),
            was_exception: false,
            version: 0,
            watched: HashSet::new(),
            open: HashSet::new(),
            view: GoalView::default(),
            restarts: false,
        }
    }

    /// Whether goals are traced from the begin.
    pub(super) fn begins_traced(&self) -> bool {
        self.is_traced || matches!(self.plan, StepPlan::Next)
    }

    /// Begins a run.
    pub(super) fn begin(&mut self) {
        self.restarts = false;
        (self.count, self.shown, self.was_exception, self.version) = (0, (0, 0), false, 0);
        self.open.clear();
        self.watched.clear();
        self.desk.breakpoints().restart();
        self.desk.is_mute.store(self.target.is_some(), Ordering::SeqCst);
    }

    /// Ends a run. Returns whether a port of an earlier run was sought and not found.
    pub(super) fn end(&mut self) -> bool {
        self.desk.is_mute.store(false, Ordering::SeqCst);
        !self.restarts && self.target.take().is_some()
    }

    /// Returns the queries that tell the engine where goals are to be traced, if that has changed; `ask` runs a query and
    /// returns whether it has a solution.
    pub(super) fn watch(&mut self, ask: &mut dyn FnMut(&str) -> bool) {
        if self.is_traced {
            return;
        }
        let (wanted, functions) = {
            let breakpoints = self.desk.breakpoints();
            if std::mem::replace(&mut self.version, breakpoints.version) == breakpoints.version {
                return;
            }
            (
                breakpoints.predicates(),
                breakpoints.function_goals().collect::<Vec<_>>(),
            )
        };
        ask("forall(system:'$watched'(Ws), forall(member(watched(P, _, _), Ws), system:'$watch'(P, off, [])))");
        for (module, name, arity) in &wanted {
            let (module, name) = (Term::atom(module), Term::atom(name));
            ask(&format!("system:'$watch'({module}:({name})/{arity}, on, [])"));
        }
        for goal in functions {
            ask(&format!("forall(({goal}), ignore(system:'$watch'(M:N/A, on, [])))"));
        }
        self.watched = wanted;
    }

    /// Takes a port, and says how the goal goes on.
    pub(super) fn event(&mut self, event: &mut TraceEvent<'_>) -> TraceAction {
        if event.is_trace_point() {
            return TraceAction::Creep;
        }
        if self.desk.ends.load(Ordering::SeqCst) {
            return TraceAction::Abort;
        }
        self.desk.has_news.store(false, Ordering::SeqCst);
        self.watch(&mut |goal| matches!(event.once(goal), Ok(Some(_))));
        self.count += 1;
        let is_first = !std::mem::replace(&mut self.was_exception, event.port() == Port::Exception);
        let is_step = event.port() != Port::Unify;
        if is_step {
            self.shown = (self.count, self.shown.0);
        }
        let is_mute = self.target.is_some();
        let client = &self.client;
        let mut log = |text: &str| {
            if !is_mute {
                client.output("console", &format!("{text}\n"));
            }
        };
        let hit = self.desk.breakpoints().hit(event, is_first, &mut log);
        let is_first = std::mem::take(&mut self.is_entry);
        match self.target {
            Some(ReplayTarget::Port(port)) if self.count < port => return self.again(),
            Some(ReplayTarget::Breakpoint(port, found)) if self.count < port => {
                let found = hit.map(|_| self.count).or(found);
                self.target = Some(ReplayTarget::Breakpoint(port, found));
                return self.again();
            }
            Some(ReplayTarget::Breakpoint(_, found)) => return self.run_again(ReplayTarget::Port(found.unwrap_or(1))),
            Some(ReplayTarget::Port(_)) => {
                self.target = None;
                // The client has seen the output on the way.
                let _flushed = event.console().flush();
                self.desk.is_mute.store(false, Ordering::SeqCst);
                return self.stop(
                    event,
                    json!({"reason": if hit.is_some() { "breakpoint" } else { "step" }}),
                );
            }
            None => {}
        }
        if self.desk.pauses.swap(false, Ordering::SeqCst) {
            return self.stop(event, json!({"reason": "pause"}));
        }
        if let Some(hit) = hit {
            let mut body = json!({"reason": hit.reason});
            if let Some(id) = hit.id {
                body["hitBreakpointIds"] = json!([id]);
            }
            if let Some(text) = hit.text {
                body["text"] = text.into();
            }
            return self.stop(event, body);
        }
        let stops = match self.plan {
            StepPlan::Continue => false,
            StepPlan::Next => true,
            StepPlan::Depth(depth) => event.depth() <= depth,
        };
        match stops && is_step {
            true => self.stop(event, json!({"reason": if is_first { "entry" } else { "step" }})),
            false => self.go_on(event),
        }
    }

    /// Does what was done at this port in an earlier run.
    fn again(&self) -> TraceAction {
        self.actions.get(&self.count).copied().unwrap_or(TraceAction::Creep)
    }

    fn run_again(&mut self, target: impl Into<Option<ReplayTarget>>) -> TraceAction {
        self.target = target.into();
        self.restarts = true;
        TraceAction::Abort
    }

    /// Goes on without stopping.
    fn go_on(&mut self, event: &mut TraceEvent<'_>) -> TraceAction {
        if self.is_traced {
            return TraceAction::Creep;
        }
        match event.port() {
            Port::Call if self.watched.contains(&event.predicate()) => {
                self.open.insert(event.frame());
            }
            Port::Fail | Port::Exception => {
                self.open.remove(&event.frame());
            }
            Port::Exit if !event.has_alternatives() => {
                self.open.remove(&event.frame());
            }
            _ => {}
        }
        match self.plan {
            _ if !self.open.is_empty() => TraceAction::Creep,
            StepPlan::Continue => TraceAction::Leap,
            StepPlan::Next => TraceAction::Creep,
            StepPlan::Depth(depth) if event.depth() > depth => TraceAction::Up,
            StepPlan::Depth(_) => TraceAction::Skip,
        }
    }

    /// Stops, and answers requests until one lets the goal go on.
    fn stop(&mut self, event: &mut TraceEvent<'_>, mut body: Value) -> TraceAction {
        // Requests that were meant for an earlier stop.
        loop {
            match self.requests.try_recv() {
                Ok(request) => self.client.reply(&request, Err("the goal has gone on".to_owned())),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return TraceAction::Abort,
            }
        }
        let _flushed = event.console().flush();
        self.view = GoalView::default();
        self.actions.split_off(&self.count);
        let goal = event.goal_text(5).unwrap_or_default();
        body["description"] = format!("{} {goal}", port_name(event)).into();
        body["threadId"] = 1.into();
        body["allThreadsStopped"] = true.into();
        self.desk.is_stopped.store(true, Ordering::SeqCst);
        self.client.event("stopped", body);
        loop {
            let Ok(request) = self.requests.recv() else {
                return TraceAction::Abort;
            };
            if self.desk.ends.load(Ordering::SeqCst) {
                return TraceAction::Abort;
            }
            let answer = self.answer(event, &request);
            let _flushed = event.console().flush();
            match answer {
                RequestAnswer::Stay(result) => self.client.reply(&request, result),
                RequestAnswer::Go(action) => {
                    self.desk.is_stopped.store(false, Ordering::SeqCst);
                    self.client.reply(&request, Ok(json!({"allThreadsContinued": true})));
                    if self.is_traced && !self.restarts && action != TraceAction::Creep {
                        self.actions.insert(self.count, action);
                    }
                    return action;
                }
            }
        }
    }

    fn answer(&mut self, event: &mut TraceEvent<'_>, request: &Value) -> RequestAnswer {
        let asked = &request["arguments"];
        let depth = event.depth();
        let is_inside = matches!(event.port(), Port::Call | Port::Redo | Port::Unify);
        match request["command"].as_str().unwrap_or_default() {
            "continue" => self.go(event, StepPlan::Continue),
            "next" => self.go(event, StepPlan::Depth(depth)),
            "stepIn" => self.go(event, StepPlan::Next),
            "stepOut" => {
                self.plan = StepPlan::Depth(depth.saturating_sub(1));
                match self.is_traced || !is_inside {
                    true => self.go(event, self.plan),
                    false => RequestAnswer::Go(TraceAction::Up),
                }
            }
            "restartFrame" => {
                let id = asked["frameId"].as_i64().unwrap_or_default();
                match self.view.frame_number(event, id, self.counting) {
                    Some(frame) => {
                        self.plan = StepPlan::Next;
                        RequestAnswer::Go(TraceAction::Retry(frame))
                    }
                    None => RequestAnswer::Stay(Err("this goal cannot be called again".to_owned())),
                }
            }
            "restart" => {
                self.actions.clear();
                self.plan = StepPlan::Continue;
                RequestAnswer::Go(self.run_again(None))
            }
            "stepBack" | "reverseContinue" if !self.is_traced => {
                RequestAnswer::Stay(Err("steps back need stepBack in the configuration".to_owned()))
            }
            "stepBack" => {
                let is_shown = self.shown.0 == self.count;
                let before = if is_shown { self.shown.1 } else { self.shown.0 };
                match before {
                    0 => RequestAnswer::Stay(Err("this is the first port".to_owned())),
                    _ => RequestAnswer::Go(self.run_again(ReplayTarget::Port(before))),
                }
            }
            "reverseContinue" => RequestAnswer::Go(self.run_again(ReplayTarget::Breakpoint(self.count, None))),
            "stackTrace" => RequestAnswer::Stay(Ok(self.view.stack(event, asked, self.counting))),
            "scopes" => {
                let id = asked["frameId"].as_i64().unwrap_or_default();
                RequestAnswer::Stay(Ok(self.view.scopes(event, id)))
            }
            "variables" => RequestAnswer::Stay(self.view.variables(asked).ok_or_else(|| "no such value".to_owned())),
            "evaluate" => RequestAnswer::Stay(self.view.evaluate(event, asked)),
            "exceptionInfo" => {
                let message = event.exception_message().unwrap_or_default();
                let kind = event.exception().map(|ball| ball.to_string()).unwrap_or_default();
                let info = json!({"exceptionId": kind, "description": message, "breakMode": "always"});
                RequestAnswer::Stay(Ok(info))
            }
            other => RequestAnswer::Stay(Err(format!("there is no request {other}"))),
        }
    }

    fn go(&mut self, event: &mut TraceEvent<'_>, plan: StepPlan) -> RequestAnswer {
        self.plan = plan;
        RequestAnswer::Go(self.go_on(event))
    }
}
