//! The breakpoints of the client, and whether a port of a goal hits one.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use ferz::TermView;
use ferz::debug::{Port, TraceEvent, TracePlace};
use serde_json::{Value, json};

use super::places::{Predicate, StopPlace, StopPlaces};

/// When a breakpoint stops, apart from its place.
#[derive(Clone, Debug, Default)]
struct StopCondition {
    /// A goal that holds.
    goal: Option<String>,
    /// Which of the hits stop.
    hits: Option<(HitRule, u64)>,
    /// A message that is shown instead of stopping.
    message: Option<String>,
    /// How often it was hit.
    count: u64,
}

#[derive(Clone, Copy, Debug)]
enum HitRule {
    Exactly,
    From,
    Every,
}

#[derive(Clone, Debug)]
struct Breakpoint {
    id: i64,
    place: StopPlace,
    condition: StopCondition,
    /// The clause and the column that it was hit at last: a line stops at the first of its goals.
    last: (i64, usize),
}

#[derive(Clone, Debug)]
struct FunctionBreakpoint {
    id: i64,
    module: Option<String>,
    name: String,
    arity: Option<usize>,
    condition: StopCondition,
}

/// The reason for which a goal stops.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    /// The reason, in the protocol.
    pub reason: &'static str,
    /// The breakpoint.
    pub id: Option<i64>,
    /// More about it.
    pub text: Option<String>,
}

/// The breakpoints of the client.
#[derive(Clone, Debug, Default)]
pub(super) struct Breakpoints {
    files: HashMap<PathBuf, Vec<Breakpoint>>,
    functions: Vec<FunctionBreakpoint>,
    all_exceptions: bool,
    uncaught: bool,
    last_id: i64,
    /// Counts changes.
    pub version: u64,
    /// The names of files, as the engine says them.
    paths: HashMap<String, PathBuf>,
}

impl Breakpoints {
    /// Sets the breakpoints of a file, and returns what has become of them. Lines are counted from 1.
    pub(super) fn set_lines(&mut self, file: &Path, wanted: &[Value], first_line: usize) -> Value {
        self.version += 1;
        let file = canonical(file);
        let places = match std::fs::read_to_string(&file) {
            Ok(text) => StopPlaces::of(&text, &file),
            Err(_) => StopPlaces::default(),
        };
        let mut set = Vec::new();
        let mut told = Vec::new();
        for one in wanted {
            self.last_id += 1;
            let line = one["line"].as_u64().unwrap_or_default() as usize + 1 - first_line;
            let place = places.at(line);
            match (place, StopCondition::of(one)) {
                (Some(place), Ok(condition)) => {
                    told.push(json!({"id": self.last_id, "verified": true, "line": place.line + first_line - 1}));
                    set.push(Breakpoint {
                        id: self.last_id,
                        place,
                        condition,
                        last: (-1, 0),
                    });
                }
                (None, Ok(_)) => told.push(unverified(self.last_id, "there is no goal from this line on")),
                (_, Err(why)) => told.push(unverified(self.last_id, &why)),
            }
        }
        self.files.insert(file, set);
        told.into()
    }

    /// Sets the breakpoints of predicates: `name`, `name/arity`, `module:name/arity`.
    pub(super) fn set_functions(&mut self, wanted: &[Value]) -> Value {
        self.version += 1;
        self.functions.clear();
        let mut told = Vec::new();
        for one in wanted {
            self.last_id += 1;
            let text = one["name"].as_str().unwrap_or_default().trim();
            let (module, plain) = match text.split_once(':') {
                Some((module, plain)) => (Some(module.to_owned()), plain),
                None => (None, text),
            };
            let (name, arity) = match plain.rsplit_once('/').map(|(name, arity)| (name, arity.parse())) {
                Some((name, Ok(arity))) => (name, Some(arity)),
                _ => (plain, None),
            };
            match StopCondition::of(one) {
                _ if name.is_empty() => told.push(unverified(self.last_id, "a predicate is written as name/arity")),
                Err(why) => told.push(unverified(self.last_id, &why)),
                Ok(condition) => {
                    told.push(json!({"id": self.last_id, "verified": true}));
                    self.functions.push(FunctionBreakpoint {
                        id: self.last_id,
                        module,
                        name: name.trim_matches('\'').to_owned(),
                        arity,
                        condition,
                    });
                }
            }
        }
        told.into()
    }

    /// Sets the exceptions that stop a goal, by the names of their filters.
    pub(super) fn set_exceptions(&mut self, filters: &Value) {
        let has = |name: &str| filters.as_array().is_some_and(|all| all.iter().any(|one| one == name));
        (self.all_exceptions, self.uncaught) = (has("all"), has("uncaught"));
        self.version += 1;
    }

    /// Begins to count hits.
    pub(super) fn restart(&mut self) {
        for breakpoint in self.files.values_mut().flatten() {
            (breakpoint.condition.count, breakpoint.last) = (0, (-1, 0));
        }
        for function in &mut self.functions {
            function.condition.count = 0;
        }
    }

    /// Returns the predicates whose clauses have breakpoints.
    pub(super) fn predicates(&self) -> HashSet<Predicate> {
        let lines = self.files.values().flatten();
        lines.map(|breakpoint| breakpoint.place.predicate.clone()).collect()
    }

    /// Returns goals that find the predicates with breakpoints of their own: `M:N/A` for each.
    pub(super) fn function_goals(&self) -> impl Iterator<Item = String> {
        self.functions.iter().map(|function| {
            let name = ferz::Term::atom(&function.name);
            let module = function.module.as_ref().map(|module| ferz::Term::atom(module));
            let module = module.map(|module| format!("M = {module}, ")).unwrap_or_default();
            let arity = function.arity.map(|arity| format!("A = {arity}, ")).unwrap_or_default();
            format!("N = {name}, {module}{arity}current_predicate(M:N/A)")
        })
    }

    /// Returns why a goal stops at this port, if it does. Messages of breakpoints that only log go to `log`.
    pub(super) fn hit(
        &mut self,
        event: &mut TraceEvent<'_>,
        is_first_exception: bool,
        log: &mut dyn FnMut(&str),
    ) -> Option<Hit> {
        let port = event.port();
        match port {
            Port::Exception if is_first_exception => return self.exception(event),
            Port::Call | Port::Unify => {}
            _ => return None,
        }
        let mut found = None;
        if !self.files.is_empty() {
            let place = match port {
                Port::Call => event.place(),
                _ => event.entered_place(),
            };
            if let Some(place) = place {
                found = self.at_line(event, &place, log);
            }
        }
        if port == Port::Call && found.is_none() {
            found = self.at_predicate(event, log);
        }
        found
    }

    fn at_line(&mut self, event: &mut TraceEvent<'_>, place: &TracePlace, log: &mut dyn FnMut(&str)) -> Option<Hit> {
        let path = self.paths.entry(place.file.clone());
        let path = path.or_insert_with_key(|file| canonical(Path::new(file)));
        let is_head = event.port() == Port::Unify;
        let parent = event.parent();
        for breakpoint in self.files.get_mut(path)? {
            if breakpoint.place.line != place.line || breakpoint.place.is_head != is_head {
                continue;
            }
            let last = std::mem::replace(&mut breakpoint.last, (parent, place.column));
            let is_further_on = !is_head && last.0 == parent && last.1 < place.column;
            if !is_further_on && breakpoint.condition.stops(event, log) {
                let (reason, id) = ("breakpoint", Some(breakpoint.id));
                return Some(Hit { reason, id, text: None });
            }
        }
        None
    }

    fn at_predicate(&mut self, event: &mut TraceEvent<'_>, log: &mut dyn FnMut(&str)) -> Option<Hit> {
        if self.functions.is_empty() {
            return None;
        }
        let (module, name, arity) = event.predicate();
        for function in &mut self.functions {
            let is_it = function.name == name
                && function.arity.is_none_or(|wanted| wanted == arity)
                && function.module.as_ref().is_none_or(|wanted| *wanted == module);
            if is_it && function.condition.stops(event, log) {
                let (reason, id) = ("function breakpoint", Some(function.id));
                return Some(Hit { reason, id, text: None });
            }
        }
        None
    }

    fn exception(&self, event: &mut TraceEvent<'_>) -> Option<Hit> {
        let stops = self.all_exceptions || self.uncaught && !is_caught(event);
        stops.then(|| Hit {
            reason: "exception",
            id: None,
            text: event.exception_message(),
        })
    }
}

impl StopCondition {
    fn of(wanted: &Value) -> Result<StopCondition, String> {
        let text = |name: &str| {
            let text = wanted[name].as_str().map(str::trim).filter(|text| !text.is_empty());
            text.map(str::to_owned)
        };
        let hits = match text("hitCondition") {
            None => None,
            Some(rule) => {
                let digits = rule.trim_start_matches(['>', '=', '%', ' ']);
                let count = digits.parse().ok().filter(|&count| count > 0);
                let count: u64 = count.ok_or_else(|| format!("{rule}: neither N, > N, >= N nor % N"))?;
                Some(match rule[..rule.len() - digits.len()].trim() {
                    "" | "=" | "==" => (HitRule::Exactly, count),
                    ">" => (HitRule::From, count + 1),
                    ">=" => (HitRule::From, count),
                    "%" => (HitRule::Every, count),
                    _ => return Err(format!("{rule}: neither N, > N, >= N nor % N")),
                })
            }
        };
        Ok(StopCondition {
            goal: text("condition"),
            hits,
            message: text("logMessage"),
            count: 0,
        })
    }

    fn stops(&mut self, event: &mut TraceEvent<'_>, log: &mut dyn FnMut(&str)) -> bool {
        if let Some(goal) = &self.goal {
            match event.once(goal) {
                Ok(Some(_)) => {}
                Ok(None) => return false,
                // One that is wrong is seen where it stops.
                Err(error) => log(&format!("{goal}: {error}")),
            }
        }
        self.count += 1;
        let is_due = match self.hits {
            None => true,
            Some((HitRule::Exactly, count)) => self.count == count,
            Some((HitRule::From, count)) => self.count >= count,
            Some((HitRule::Every, count)) => self.count.is_multiple_of(count),
        };
        match &self.message {
            Some(message) if is_due => {
                // The output of the program comes first.
                let _flushed = event.console().flush();
                log(&filled(message, event));
                false
            }
            _ => is_due,
        }
    }
}

/// Returns a message with the values of what it has in braces.
fn filled(message: &str, event: &mut TraceEvent<'_>) -> String {
    let mut text = String::new();
    let mut rest = message;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((goal, behind)) = behind.split_once('}') else {
            break;
        };
        text.push_str(before);
        text.push_str(&super::values::evaluated(event, goal).unwrap_or_else(|why| why));
        rest = behind;
    }
    text + rest
}

/// Whether a goal around this one catches the exception.
fn is_caught(event: &mut TraceEvent<'_>) -> bool {
    // Of those in goals that are not traced, the engine tells only if nothing catches them.
    if event.frame() == 0 {
        return false;
    }
    let Some(ball) = event.exception() else { return false };
    let mut level = 0;
    while let Some(mut outer) = event.outer(level) {
        level += 1;
        let (module, name, arity) = outer.predicate();
        if (module.as_str(), arity) != ("system", 3) || !matches!(name.as_str(), "catch" | "catch_with_backtrace") {
            continue;
        }
        let Ok(goal) = outer.goal() else { continue };
        let TermView::Compound(_, args) = goal.view() else {
            continue;
        };
        let Some(catcher) = args.get(1).map(|catcher| catcher.to_term()) else {
            continue;
        };
        // Both have names of their own for their variables.
        let matches = format!("copy_term(({}), C), C = ({})", catcher.canonical(), ball.canonical());
        if catcher.as_ref().is_var() || matches!(outer.once(&matches), Ok(Some(_))) {
            return true;
        }
    }
    false
}

fn unverified(id: i64, why: &str) -> Value {
    json!({"id": id, "verified": false, "message": why})
}

fn canonical(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}
