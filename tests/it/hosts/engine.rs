//! The engine as the tests of answers see it: the one file that knows the engine's interface for them.

use crate::props::oracle::{End, Outcome};
use crate::props::term::Program;
use ferz::{Engine, Error, Grant, Term, TermRef, TermView};
use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// More than any program needs that the reference solver gets through.
const INFERENCES: u64 = 2_000_000;

/// Runs the program's query for at most `most` answers.
pub(crate) fn solve(program: &Program, most: usize, linked: bool) -> Outcome {
    outcome(program, &program.query_text(), most, linked)
}

/// Does the same by the interpreter that makes proofs.
pub(crate) fn prove(program: &Program, most: usize, linked: bool) -> Outcome {
    let goal = format!("system:'$proof_local'(({}), user, 1000, _, [])", program.query_text());
    outcome(program, &goal, most, linked)
}

fn outcome(program: &Program, goal: &str, most: usize, linked: bool) -> Outcome {
    let mut answers = Vec::new();
    let end = match run(program, goal, most, linked, &mut answers) {
        Ok(end) => end,
        Err(error) => End::Error(formal_text(&error)),
    };
    Outcome { answers, end, steps: 0 }
}

/// An engine that may read the clock, and nothing else.
fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.grant(Grant::Clock);
    engine
}

fn run(program: &Program, goal: &str, most: usize, linked: bool, answers: &mut Vec<String>) -> Result<End, Error> {
    let mut engine = engine();
    engine.toplevel().set_linking(linked);
    engine.set_limits(engine.limits().inferences(INFERENCES));
    engine.consult_str(&program.text())?;
    let vars = program.query_vars();
    for answer in engine.query(goal)? {
        let answer = answer?;
        let mut names = Vec::new();
        let values: Vec<String> = vars
            .iter()
            .map(
                |(_, name)| match answer.bindings().iter().find(|(bound, _)| bound == name) {
                    Some((_, value)) => canonical(value.as_ref(), &mut names),
                    None => format!("_{name}"),
                },
            )
            .collect();
        answers.push(if values.is_empty() {
            "q".to_owned()
        } else {
            format!("q({})", values.join(","))
        });
        if answers.len() == most {
            return Ok(End::Enough);
        }
    }
    Ok(End::Done)
}

/// One engine for the cases of a file, and what it wrote.
pub(crate) struct Session(Engine, Arc<Mutex<Vec<u8>>>);

impl Session {
    /// An engine that may read and write the files of a folder.
    pub(crate) fn new(folder: &Path) -> Session {
        let mut engine = engine();
        engine.set_limits(engine.limits().inferences(20 * INFERENCES));
        engine.grant(ferz::Grant::Write(folder.into()));
        engine.set_directory(folder);
        let written = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&written);
        engine.set_output(move |bytes| {
            sink.lock()
                .expect("no test thread panics here")
                .extend_from_slice(bytes);
            Ok(())
        });
        Session(engine, written)
    }

    /// Sets whether the goals are traced from now on.
    pub(crate) fn trace(&mut self, on: bool) {
        if on {
            self.0.debugger().trace(|_| ferz::debug::TraceAction::Creep);
        } else {
            self.0.debugger().set_debug_mode(ferz::debug::DebugMode::Off);
        }
    }

    /// Begins a new line of output, if something stands on the last one, and forgets what was written.
    pub(crate) fn begin(&mut self) {
        self.0
            .toplevel()
            .console()
            .fresh_line()
            .expect("the sink takes everything");
        self.output();
    }

    /// What was written to the standard output since this was asked last.
    pub(crate) fn output(&mut self) -> String {
        self.0.toplevel().console().flush().expect("the sink takes everything");
        let bytes = std::mem::take(&mut *self.1.lock().expect("no test thread panics here"));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Adds clauses; gives the text of the error if there is one.
    pub(crate) fn consult(&mut self, text: &str) -> Result<(), String> {
        self.0
            .consult_named("text", text)
            .map(drop)
            .map_err(|error| error.to_string())
    }

    /// The answers as the prompt prints them, each on one line; an error by its formal term, another ball as
    /// `throw(Ball)`.
    pub(crate) fn answers(&mut self, goal: &str, most: usize) -> Vec<String> {
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

    /// The same with the error apart. Of the variables only those of `names` are shown, in canonical text, if there
    /// are names.
    pub(crate) fn outcome(
        &mut self,
        goal: &str,
        most: usize,
        names: Option<&[String]>,
    ) -> (Vec<String>, Option<String>) {
        let mut answers = Vec::new();
        let query = match self.0.query(goal) {
            Ok(query) => query,
            Err(error) => return (answers, Some(error_text(&error))),
        };
        for answer in query.take(most) {
            let answer = match answer {
                Ok(answer) => answer,
                Err(error) => return (answers, Some(error_text(&error))),
            };
            answers.push(match names {
                None => answer.to_string().replace('\n', " "),
                Some(names) => {
                    let mut seen = Vec::new();
                    let values = names.iter().map(|name| match answer.term(name) {
                        Some(value) => canonical(value.as_ref(), &mut seen),
                        None => format!("_{name}"),
                    });
                    values.collect::<Vec<String>>().join(" ")
                }
            });
        }
        (answers, None)
    }

    /// The names of the variables of a goal, in order; `None` if it cannot be read.
    pub(crate) fn variables(&mut self, goal: &str) -> Option<Vec<String>> {
        let question =
            "catch(atom_to_term(Text, _, Bindings), _, fail), findall(Name, member(Name = _, Bindings), Names)";
        let mut query = self.0.query_with(question, [("Text", Term::atom(goal))]).ok()?;
        let answer = query.next()?.ok()?;
        answer.get::<Vec<String>>("Names").ok()
    }

    /// The value of a flag, as text.
    pub(crate) fn flag(&mut self, name: &str) -> Option<String> {
        let answer = self.0.once(&format!("current_prolog_flag({name}, X)")).ok()??;
        Some(answer.term("X")?.to_string())
    }

    /// Sets how many calls a goal may take.
    pub(crate) fn limit(&mut self, calls: u64) {
        self.0.set_limits(self.0.limits().inferences(calls));
    }

    /// Chooses whether static predicates are linked, and whether everything is collected before each call.
    pub(crate) fn set(&mut self, linked: bool, stressed: bool) {
        self.0.toplevel().set_linking(linked);
        self.0.toplevel().set_stress(stressed.then_some(1));
    }
}

/// The formal term of `error(Formal, Context)`.
fn formal(ball: &Term) -> Option<TermRef<'_>> {
    match ball.view() {
        TermView::Compound("error", args) if args.len() == 2 => args.get(0),
        _ => None,
    }
}

/// The formal term of an error, `throw(Ball)` for any other ball.
fn error_text(error: &Error) -> String {
    match error.exception() {
        Some(ball) => match formal(ball) {
            Some(formal) => formal.to_term().to_string(),
            None => format!("throw({ball})"),
        },
        None => error.to_string(),
    }
}

/// The uncaught ball in canonical text; of an error only its formal term.
fn formal_text(error: &Error) -> String {
    match error.exception() {
        Some(ball) => canonical(formal(ball).unwrap_or(ball.as_ref()), &mut Vec::new()),
        None => error.to_string(),
    }
}

/// Canonical text as the reference solver writes it; variables are named `_A`, `_B`… as they appear.
fn canonical(term: TermRef<'_>, names: &mut Vec<u64>) -> String {
    let mut out = String::new();
    write_canonical(&mut out, term, names);
    out
}

fn write_canonical(out: &mut String, term: TermRef<'_>, names: &mut Vec<u64>) {
    match term.view() {
        TermView::Var(number) => {
            let place = names.iter().position(|n| *n == number).unwrap_or_else(|| {
                names.push(number);
                names.len() - 1
            });
            write!(out, "_{}", crate::props::term::letters(place)).expect("writing to a string");
        }
        TermView::Atom(name) => out.push_str(&crate::props::term::quoted(name)),
        TermView::Compound(name, args) => {
            out.push_str(&crate::props::term::quoted(name));
            for (i, arg) in args.iter().enumerate() {
                out.push(if i == 0 { '(' } else { ',' });
                write_canonical(out, arg, names);
            }
            out.push(')');
        }
        TermView::List(head, tail) => {
            out.push('[');
            write_canonical(out, head, names);
            let mut tail = tail;
            while let TermView::List(head, rest) = tail.view() {
                out.push(',');
                write_canonical(out, head, names);
                tail = rest;
            }
            if !matches!(tail.view(), TermView::Atom("[]")) {
                out.push('|');
                write_canonical(out, tail, names);
            }
            out.push(']');
        }
        _ => out.push_str(&term.to_term().to_string()),
    }
}

#[test]
fn queries_run_in_the_module_that_is_set() {
    let mut engine = Engine::new();
    let goals = [
        "module(shop)",
        "assertz(price(tea, 2))",
        "price(tea, 2)",
        "module(user)",
        "shop:price(tea, 2)",
    ];
    for goal in goals {
        assert!(matches!(engine.succeeds(goal), Ok(true)), "{goal}");
    }
    let error = engine
        .succeeds("price(tea, _)")
        .expect_err("user has no such predicate");
    assert!(error.to_string().contains("price/2"), "{error}");
}
