//! The goals and values that a client looks at while a goal is stopped.

use std::collections::HashMap;
use std::path::Path;

use ferz::debug::{Port, TraceEvent, TraceGoal};
use ferz::{Term, TermView};
use serde_json::{Value, json};

/// The most goals of the stack, and of those with alternatives.
const MOST_GOALS: usize = 1000;
const MOST_ALTERNATIVES: usize = 100;
/// The most characters of a value.
const LONGEST: usize = 1000;
/// The most parts of a value that are given when the client names no number.
const MOST_PARTS: usize = 1000;

/// How the client counts lines and columns: the first number of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    pub line: usize,
    pub column: usize,
}

/// A thing with parts to look at.
#[derive(Debug)]
enum ShownParts {
    /// Values with their names, and the texts of those that have one already.
    Named(Vec<(String, Term, Option<String>)>),
    /// The parts of a term.
    Parts(Term),
}

/// A stopped goal as the client looks at it: references of the protocol are indices from 1.
#[derive(Debug, Default)]
pub(super) struct GoalView {
    shown: Vec<ShownParts>,
    stack: Option<Vec<Value>>,
    /// The numbers of the frames in the tracer.
    frames: HashMap<i64, i64>,
}

impl GoalView {
    /// Returns goals of the stack; behind those that run come those that have alternatives.
    pub(super) fn stack(&mut self, event: &mut TraceEvent<'_>, asked: &Value, counting: Counting) -> Value {
        if self.stack.is_none() {
            self.stack = Some(self.all_frames(event, counting));
        }
        let frames = self.stack.as_deref().unwrap_or_default();
        let number = |name: &str| asked[name].as_u64().and_then(|number| usize::try_from(number).ok());
        let from = number("startFrame").unwrap_or(0).min(frames.len());
        let levels = number("levels").filter(|&levels| levels > 0).unwrap_or(frames.len());
        let until = from.saturating_add(levels).min(frames.len());
        json!({"stackFrames": frames[from..until], "totalFrames": frames.len()})
    }

    fn all_frames(&mut self, event: &mut TraceEvent<'_>, counting: Counting) -> Vec<Value> {
        let mut frames = Vec::new();
        let mut goals = event.stack(MOST_GOALS).unwrap_or_default();
        if let (Some(entered), Some(goal)) = (event.entered_place(), goals.first_mut()) {
            goal.place = Some(entered);
        }
        for (level, goal) in goals.iter().enumerate() {
            let mut frame = frame(goal, level as i64 + 1, counting);
            if level == 0 {
                frame["name"] = format!("{} {}", port_name(event), goal.text).into();
            }
            frame["canRestart"] = (goal.frame > 0).into();
            self.frames.insert(level as i64 + 1, goal.frame);
            frames.push(frame);
        }
        let alternatives = event.alternatives(MOST_ALTERNATIVES).unwrap_or_default();
        if !alternatives.is_empty() {
            let label = TraceGoal {
                frame: 0,
                depth: 0,
                text: "goals with alternatives".to_owned(),
                place: None,
            };
            let mut label = frame(&label, 0, counting);
            label["presentationHint"] = "label".into();
            frames.push(label);
        }
        for (index, goal) in alternatives.iter().enumerate() {
            let mut frame = frame(goal, -1 - index as i64, counting);
            frame["canRestart"] = false.into();
            frame["presentationHint"] = "subtle".into();
            frames.push(frame);
        }
        frames
    }

    /// Returns the number of a frame in the tracer, if it can be called again.
    pub(super) fn frame_number(&mut self, event: &mut TraceEvent<'_>, id: i64, counting: Counting) -> Option<i64> {
        if self.stack.is_none() {
            self.stack = Some(self.all_frames(event, counting));
        }
        self.frames.get(&id).copied().filter(|&frame| frame > 0)
    }

    /// Returns the scopes of a frame: the variables of the clause that the goal is in, and the goal's arguments.
    pub(super) fn scopes(&mut self, event: &mut TraceEvent<'_>, id: i64) -> Value {
        let exception = event.exception();
        let mut scopes = Vec::new();
        let mut add = |name: &str, hint: &str, values: Vec<(String, Term, Option<String>)>| {
            if !values.is_empty() {
                let count = values.len();
                self.shown.push(ShownParts::Named(values));
                let reference = self.shown.len();
                scopes.push(json!({
                    "name": name,
                    "presentationHint": hint,
                    "variablesReference": reference,
                    "namedVariables": count,
                    "expensive": false,
                }));
            }
        };
        if let Some(mut frame) = of_frame(event, id) {
            add("Variables", "locals", variables(&mut frame));
            let arguments = frame.goal().ok().map(|goal| match goal.view() {
                TermView::Compound(":", args) if args.len() == 2 => args.get(1).map_or(goal.clone(), |of| of.to_term()),
                _ => goal.clone(),
            });
            let arguments = arguments.as_ref().map(parts).unwrap_or_default();
            let arguments = arguments.into_iter().map(|(name, value)| (name, value, None));
            add("Arguments", "arguments", arguments.collect());
        }
        if let Some(ball) = exception.filter(|_| id == 1) {
            add("Exception", "locals", vec![("Exception".to_owned(), ball, None)]);
        }
        json!({"scopes": scopes})
    }

    /// Returns the parts of what a reference stands for.
    pub(super) fn variables(&mut self, asked: &Value) -> Option<Value> {
        let reference = usize::try_from(asked["variablesReference"].as_u64()?).ok()?;
        let values = match self.shown.get(reference.checked_sub(1)?)? {
            ShownParts::Named(values) => values.clone(),
            ShownParts::Parts(term) => {
                let parts = parts(term).into_iter();
                parts.map(|(name, value)| (name, value, None)).collect()
            }
        };
        let number = |name: &str| asked[name].as_u64().and_then(|number| usize::try_from(number).ok());
        let from = number("start").unwrap_or(0);
        let count = number("count").filter(|&count| count > 0).unwrap_or(MOST_PARTS);
        let values = values.into_iter().skip(from).take(count);
        let told: Vec<Value> = values
            .map(|(name, term, text)| {
                let mut value = self.value(&term, text);
                value["name"] = name.into();
                value["value"] = value["result"].take();
                value
            })
            .collect();
        Some(json!({"variables": told}))
    }

    /// Returns the value of a variable, or the first solution of a goal.
    ///
    /// # Errors
    /// If the goal cannot be read, or raises an exception; if it is to be a variable, and there is none.
    pub(super) fn evaluate(&mut self, event: &mut TraceEvent<'_>, asked: &Value) -> Result<Value, String> {
        let id = asked["frameId"].as_i64().unwrap_or(1);
        let goal = asked["expression"].as_str().unwrap_or_default();
        let goal = goal.trim().trim_end_matches('.').trim_end();
        let mut frame = of_frame(event, id).ok_or("this goal is not traced")?;
        let known = variables(&mut frame);
        if let Some((_, term, text)) = known.iter().find(|(name, ..)| name == goal) {
            return Ok(self.value(term, text.clone()));
        }
        if asked["context"] == "hover" {
            return Err("no variable of the clause".to_owned());
        }
        let answer = match frame.once(goal).map_err(|error| error.to_string())? {
            None => return Ok(json!({"result": "false", "variablesReference": 0})),
            Some(answer) => answer,
        };
        let is_new = |name: &String| !known.iter().any(|(own, _, text)| own == name && text.is_some());
        let bindings = answer.bindings().iter().filter(|(name, _)| is_new(name));
        let bindings: Vec<_> = bindings
            .map(|(name, value)| (name.clone(), value.clone(), None))
            .collect();
        let texts: Vec<String> = bindings
            .iter()
            .map(|(name, value, _)| format!("{name} = {value}"))
            .collect();
        let text = match texts.is_empty() {
            true => "true".to_owned(),
            false => shortened(texts.join(", ")),
        };
        let reference = match bindings.is_empty() {
            true => 0,
            false => {
                self.shown.push(ShownParts::Named(bindings));
                self.shown.len()
            }
        };
        Ok(json!({"result": text, "variablesReference": reference}))
    }

    /// Returns a value with its text as `result`.
    fn value(&mut self, term: &Term, text: Option<String>) -> Value {
        let kind = match term.view() {
            TermView::Var(_) => "unbound",
            TermView::Atom(_) => "atom",
            TermView::Int(_) | TermView::BigInt(_) => "integer",
            TermView::Rational(_) => "rational",
            TermView::Float(_) => "float",
            TermView::String(_) => "string",
            TermView::List(..) => "list",
            TermView::Compound(..) => "compound",
            _ => "object",
        };
        let text = match term.view() {
            TermView::Var(_) => text.unwrap_or_else(|| "_".to_owned()),
            _ => shortened(text.unwrap_or_else(|| term.to_string())),
        };
        let mut value = json!({"result": text, "type": kind, "variablesReference": 0});
        if matches!(term.view(), TermView::List(..) | TermView::Compound(..)) {
            self.shown.push(ShownParts::Parts(term.clone()));
            value["variablesReference"] = self.shown.len().into();
            match term.items() {
                Some(items) => value["indexedVariables"] = items.len().into(),
                None => value["namedVariables"] = parts(term).len().into(),
            }
        }
        value
    }
}

/// Returns the text of what an expression stands for in the clause of the goal.
///
/// # Errors
/// The message, if it cannot be evaluated.
pub(super) fn evaluated(event: &mut TraceEvent<'_>, expression: &str) -> Result<String, String> {
    let found = GoalView::default().evaluate(event, &json!({"expression": expression}))?;
    Ok(found["result"].as_str().unwrap_or_default().to_owned())
}

/// Returns the word for the port, with `*` if there may be more solutions.
pub(super) fn port_name(event: &TraceEvent<'_>) -> &'static str {
    match event.port() {
        Port::Call => "Call:",
        Port::Exit if event.has_alternatives() => "*Exit:",
        Port::Exit => "Exit:",
        Port::Redo => "Redo:",
        Port::Fail => "Fail:",
        Port::Unify => "Unify:",
        Port::Exception => "Exception:",
        Port::Cut => "Cut:",
    }
}

/// Returns the event as it is seen from a frame of the protocol: from 1 on those of the stack, below 0 alternatives.
fn of_frame<'e>(event: &'e mut TraceEvent<'_>, id: i64) -> Option<TraceEvent<'e>> {
    match id {
        1.. => event.outer(usize::try_from(id - 1).ok()?),
        0 => None,
        _ => event.alternative(usize::try_from(-1 - id).ok()?),
    }
}

fn frame(goal: &TraceGoal, id: i64, counting: Counting) -> Value {
    let mut frame = json!({"id": id, "name": goal.text, "line": 0, "column": 0});
    if let Some(place) = &goal.place {
        let path = Path::new(&place.file);
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if path.is_absolute() {
            frame["source"] = json!({"name": name, "path": path.to_string_lossy()});
        }
        frame["line"] = (place.line + counting.line - 1).into();
        frame["column"] = (place.column.max(1) + counting.column - 1).into();
    }
    frame
}

/// Returns the variables of the clause that a goal is in, with the texts of those that have values.
fn variables(frame: &mut TraceEvent<'_>) -> Vec<(String, Term, Option<String>)> {
    let texts = frame.variable_texts().unwrap_or_default();
    let texts: HashMap<&str, &str> = texts.iter().filter_map(|text| text.split_once(" = ")).collect();
    let values = frame.variables().unwrap_or_default().into_iter();
    values
        .map(|(name, value)| {
            let text = texts.get(name.as_str()).map(|&text| text.to_owned());
            (name, value, text)
        })
        .collect()
}

/// Returns the parts of a term with their names: from 0 for the items of a list, from 1 for arguments.
fn parts(term: &Term) -> Vec<(String, Term)> {
    if let Some(items) = term.items() {
        let items = items.into_iter().enumerate();
        return items.map(|(index, item)| (index.to_string(), item.to_term())).collect();
    }
    match term.view() {
        TermView::List(head, tail) => vec![("head".to_owned(), head.to_term()), ("tail".to_owned(), tail.to_term())],
        TermView::Compound(_, args) => {
            let args = args.iter().enumerate();
            args.map(|(index, arg)| ((index + 1).to_string(), arg.to_term()))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}
