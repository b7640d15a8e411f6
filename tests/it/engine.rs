//! The engine as the tests of answers see it: the one file that knows the engine's interface for them.

use crate::oracle::{End, Outcome};
use crate::term::Program;
use ferz::{Engine, Error};
use std::collections::HashMap;

/// More than any program needs that the reference solver gets through.
const INFERENCES: u64 = 2_000_000;

/// Runs the program's query for at most `most` answers.
pub fn solve(program: &Program, most: usize, linked: bool) -> Outcome {
    let mut answers = Vec::new();
    let end = match run(program, most, linked, &mut answers) {
        Ok(end) => end,
        Err(error) => End::Error(formal_text(&error)),
    };
    Outcome { answers, end, steps: 0 }
}

fn run(program: &Program, most: usize, linked: bool, answers: &mut Vec<String>) -> Result<End, Error> {
    let mut engine = Engine::new();
    engine.set_linking(linked);
    engine.set_inference_limit(Some(INFERENCES));
    engine.consult_str(&program.text())?;
    let vars = program.query_vars();
    for answer in engine.query(&program.query_text())? {
        let answer = answer?;
        let values: Vec<String> = vars
            .iter()
            .map(
                |(_, name)| match answer.bindings().iter().find(|(bound, _)| bound == name) {
                    Some((_, value)) => value.canonical(),
                    None => format!("_{name}"),
                },
            )
            .collect();
        let text = if values.is_empty() {
            "q".to_owned()
        } else {
            format!("q({})", values.join(","))
        };
        answers.push(rename_variables(&text));
        if answers.len() == most {
            return Ok(End::Enough);
        }
    }
    Ok(End::Done)
}

/// One engine for the cases of a file.
pub struct Session(Engine);

impl Session {
    pub fn new() -> Session {
        let mut engine = Engine::new();
        engine.set_inference_limit(Some(20 * INFERENCES));
        Session(engine)
    }

    /// Adds clauses; gives the text of the error if there is one.
    pub fn consult(&mut self, text: &str) -> Result<(), String> {
        self.0.consult_str(text).map_err(|error| error.to_string())
    }

    /// The answers as the prompt prints them, each on one line; an error by its formal term, another ball as
    /// `throw(Ball)`.
    pub fn answers(&mut self, goal: &str, most: usize) -> Vec<String> {
        let query = match self.0.query(goal) {
            Ok(query) => query,
            Err(error) => return vec![error_text(&error)],
        };
        let texts = query.take(most).map(|answer| match answer {
            Ok(answer) => answer.to_string().replace('\n', " "),
            Err(error) => error_text(&error),
        });
        texts.collect()
    }
}

/// The formal term of an error, `throw(Ball)` for any other ball.
fn error_text(error: &Error) -> String {
    match (error.formal(), error.ball()) {
        (Some(formal), _) => formal.to_string(),
        (None, Some(ball)) => format!("throw({ball})"),
        (None, None) => error.to_string(),
    }
}

/// The uncaught ball; of an error only its formal term.
fn formal_text(error: &Error) -> String {
    match error.formal().or_else(|| error.ball().cloned()) {
        Some(term) => rename_variables(&term.canonical()),
        None => error.to_string(),
    }
}

/// Canonical text with its variables named `_A`, `_B`… as they appear.
pub fn rename_variables(text: &str) -> String {
    let mut names: HashMap<String, String> = HashMap::new();
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    let mut inside_name = false;
    while let Some(c) = chars.next() {
        quoted ^= c == '\'';
        if c != '_' || quoted || inside_name {
            inside_name = c.is_alphanumeric() || (c == '_' && inside_name);
            out.push(c);
            continue;
        }
        let mut name = String::new();
        while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
            name.push(c);
        }
        let next = format!("_{}", crate::term::letters(names.len()));
        out.push_str(names.entry(name).or_insert(next));
    }
    out
}
