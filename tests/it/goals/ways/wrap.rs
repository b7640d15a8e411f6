//! The ways to call a goal, and what each promises.

use crate::goals::cases::squeeze;
use crate::hosts::engine::Session;

/// What the ways call.
pub(super) const HELPER: &str = "
'$way_each'(Answer, Goal) :- findall(Answer, Goal, Answers), member(Answer, Answers).
'$way_ask'(Answer, Goal) :- engine_create(Answer, Goal, Engine), '$way_next'(Engine, Answer).
'$way_next'(Engine, Answer) :- engine_next(Engine, Next), ( Answer = Next ; '$way_next'(Engine, Answer) ).
";

/// Where the goal stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Query,
    Static,
    Dynamic,
}

/// What stands around the goal.
#[derive(Clone, Copy, PartialEq)]
enum Around {
    Nothing,
    Call,
    Catch,
    Cleanup,
    Engine,
    Findall,
    NotNot,
    IfThenElse,
    Once,
}

/// A way to call a goal.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Way {
    place: Place,
    around: Around,
}

/// What comes of a goal: answers, the error that ends them, and what was written.
pub(super) struct Outcome {
    answers: Vec<String>,
    error: Option<String>,
    output: String,
    /// The clause that the goal stands in could not be loaded.
    unloaded: bool,
}

impl Outcome {
    pub(super) fn new(answers: Vec<String>, error: Option<String>, output: String) -> Outcome {
        Outcome {
            answers: answers.iter().map(|answer| squeeze(&unnumbered(answer))).collect(),
            error: error.map(|error| squeeze(&unnumbered(&error))),
            output: squeeze(&unnumbered(&format!("{output:?}"))),
            unloaded: false,
        }
    }

    pub(super) fn unloaded(error: String) -> Outcome {
        Outcome {
            answers: Vec::new(),
            error: Some(error),
            output: squeeze("\"\""),
            unloaded: true,
        }
    }

    /// Whether the goal ran out of calls or room; the ways need more or less of them.
    pub(super) fn is_short(&self) -> bool {
        self.error
            .as_ref()
            .is_some_and(|error| error.contains("resource_error"))
    }

    /// Whether it ended with a ball that is no error.
    pub(super) fn is_thrown(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.starts_with("throw("))
    }

    /// Whether a body was no goal.
    pub(super) fn is_not_callable(&self) -> bool {
        let error = self.error.as_deref();
        error.is_some_and(|error| error.starts_with("type_error(callable,"))
    }

    /// Whether there may be more answers than were asked for.
    pub(super) fn is_open(&self, most: usize) -> bool {
        self.answers.len() == most
    }

    pub(super) fn text(&self) -> String {
        let error = self.error.as_ref().map(|error| format!("error {error}"));
        let parts: Vec<&str> = self.answers.iter().chain(&error).map(String::as_str).collect();
        format!("{} {}", self.output, parts.join("; "))
    }
}

/// The text without the numbers in names of variables that a goal has written, `_123`, and of references to clauses and
/// records, `<clause>(0x12)`.
fn unnumbered(text: &str) -> String {
    let mut references = text.split(">(0x");
    let first = references.next().unwrap_or("").to_owned();
    let text = &references.fold(first, |mut out, part| {
        out.push_str(">(0x");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
        out
    });
    let mut parts = text.split('_');
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        out.push('_');
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

impl Way {
    /// All ways but that of a query as it is.
    pub(super) fn all() -> Vec<Way> {
        let arounds = [
            Around::Nothing,
            Around::Call,
            Around::Catch,
            Around::Cleanup,
            Around::Engine,
            Around::Findall,
            Around::NotNot,
            Around::IfThenElse,
            Around::Once,
        ];
        let places = [Place::Static, Place::Dynamic, Place::Query];
        let ways = places
            .iter()
            .flat_map(|place| arounds.map(|around| Way { place: *place, around }));
        ways.filter(|way| way.place != Place::Query || way.around != Around::Nothing)
            .collect()
    }

    /// Whether the goal is in the body of a clause.
    pub(super) fn is_compiled(self) -> bool {
        self.place != Place::Query
    }

    /// Whether only the first answer is asked for.
    pub(super) fn is_first(self) -> bool {
        matches!(self.around, Around::NotNot | Around::IfThenElse | Around::Once)
    }

    /// Whether all answers are found before the first is there.
    pub(super) fn is_all(self) -> bool {
        self.around == Around::Findall
    }

    /// Whether the goal has no part in the global variables of the query.
    pub(super) fn is_apart(self) -> bool {
        self.around == Around::Engine
    }

    pub(super) fn text(self) -> &'static str {
        match (self.place, self.around) {
            (Place::Query, Around::Nothing) => "as a query",
            (Place::Query, Around::Call) => "in call/1",
            (Place::Query, Around::Catch) => "in catch/3",
            (Place::Query, Around::Cleanup) => "in setup_call_cleanup/3",
            (Place::Query, Around::Engine) => "in an engine",
            (Place::Query, Around::Findall) => "in findall/3",
            (Place::Query, Around::NotNot) => "in \\+ \\+",
            (Place::Query, Around::IfThenElse) => "in if-then-else",
            (Place::Query, Around::Once) => "in once/1",
            (Place::Static, Around::Nothing) => "as a static clause",
            (Place::Static, Around::Call) => "in call/1 in a static clause",
            (Place::Static, Around::Catch) => "in catch/3 in a static clause",
            (Place::Static, Around::Cleanup) => "in setup_call_cleanup/3 in a static clause",
            (Place::Static, Around::Engine) => "in an engine in a static clause",
            (Place::Static, Around::Findall) => "in findall/3 in a static clause",
            (Place::Static, Around::NotNot) => "in \\+ \\+ in a static clause",
            (Place::Static, Around::IfThenElse) => "in if-then-else in a static clause",
            (Place::Static, Around::Once) => "in once/1 in a static clause",
            (Place::Dynamic, Around::Nothing) => "as a dynamic clause",
            (Place::Dynamic, Around::Call) => "in call/1 in a dynamic clause",
            (Place::Dynamic, Around::Catch) => "in catch/3 in a dynamic clause",
            (Place::Dynamic, Around::Cleanup) => "in setup_call_cleanup/3 in a dynamic clause",
            (Place::Dynamic, Around::Engine) => "in an engine in a dynamic clause",
            (Place::Dynamic, Around::Findall) => "in findall/3 in a dynamic clause",
            (Place::Dynamic, Around::NotNot) => "in \\+ \\+ in a dynamic clause",
            (Place::Dynamic, Around::IfThenElse) => "in if-then-else in a dynamic clause",
            (Place::Dynamic, Around::Once) => "in once/1 in a dynamic clause",
        }
    }

    /// Adds the clause that the way needs, whose name has the number; gives the query.
    pub(super) fn enter(
        self,
        session: &mut Session,
        goal: &str,
        names: &[String],
        number: usize,
    ) -> Result<String, String> {
        let names = names.join(", ");
        let answer = if names.is_empty() {
            "v".to_owned()
        } else {
            format!("v({names})")
        };
        let body = match self.around {
            Around::Nothing => format!("(\n{goal}\n)"),
            Around::Call => format!("call((\n{goal}\n))"),
            Around::Catch => format!("catch((\n{goal}\n), '$no_such_ball', true)"),
            Around::Cleanup => format!("setup_call_cleanup(true, (\n{goal}\n), true)"),
            Around::Engine => format!("'$way_ask'({answer}, (\n{goal}\n))"),
            // The list of all answers is no variable of the query.
            Around::Findall if self.place == Place::Query => format!("'$way_each'({answer}, (\n{goal}\n))"),
            Around::Findall => format!("findall({answer}, (\n{goal}\n), _Answers_), member({answer}, _Answers_)"),
            Around::NotNot => format!("\\+ \\+ (\n{goal}\n)"),
            Around::IfThenElse => format!("( (\n{goal}\n) -> true ; fail )"),
            Around::Once => format!("once((\n{goal}\n))"),
        };
        let name = format!("'$way{number}'");
        let head = answer.replacen('v', &name, 1);
        match self.place {
            Place::Query => Ok(body),
            Place::Static => {
                // A text begins with a flag of its own, a query has the flag as it was set.
                let flag = session.flag("double_quotes").unwrap_or_default();
                session.consult(&format!(
                    ":- set_prolog_flag(double_quotes, {flag}).\n{head} :- {body}.\n"
                ))?;
                Ok(head)
            }
            Place::Dynamic => {
                let (_, error) = session.outcome(&format!("assertz(({head} :- {body}))"), 1, None);
                match error {
                    Some(error) => Err(error),
                    None => Ok(head),
                }
            }
        }
    }

    /// What the way promises when the goal as a query has this outcome.
    pub(super) fn expected(self, plain: &Outcome) -> Outcome {
        let mut answers = plain.answers.clone();
        match self.around {
            Around::Findall if plain.error.is_some() => answers.clear(),
            _ => {}
        }
        Outcome {
            answers,
            error: plain.error.clone(),
            output: plain.output.clone(),
            unloaded: false,
        }
    }

    /// Whether an outcome is the expected one. A clause whose body is no goal is not added; the query raises that.
    pub(super) fn agrees(self, expected: &Outcome, other: &Outcome) -> bool {
        if other.unloaded {
            let error = expected.error.as_deref().unwrap_or("");
            return error.starts_with("type_error(callable,") || error == "instantiation_error";
        }
        let answers = match self.around {
            // It binds nothing.
            Around::NotNot => expected.answers.len() == other.answers.len(),
            _ => expected.answers == other.answers,
        };
        // A body is looked at as a whole, with what stands around the goal in it.
        let errors = expected.error == other.error || expected.is_not_callable() && other.is_not_callable();
        answers && errors && expected.output == other.output
    }
}
