//! The tools: their descriptions for the model, and their arguments.

use std::time::Duration;

use ferz::Limits;

use super::message::{Members, Refusal};
use super::write::{JsonObject, array};

/// A tool with its arguments.
pub(super) enum Tool {
    Load { name: String, text: String },
    Query { goal: String, answers: u64, limits: Limits },
    Next { cursor: String, answers: u64 },
    Close { cursor: String },
    Explain(Explanation),
    List,
    Check { name: String, text: Option<String> },
    Reset,
}

/// What is wanted of a proof.
pub(super) struct Explanation {
    pub goal: String,
    /// The number of the answer, from 1.
    pub answer: u64,
    pub depth: u64,
    pub nodes: u64,
    pub limits: Limits,
}

/// The answers of a page unless told, and the most.
const ANSWERS: (u64, u64) = (10, 200);
/// The levels of a proof.
const DEPTH: (u64, u64) = (30, 1_000);
/// The nodes of a proof.
const NODES: (u64, u64) = (200, 1_000);

/// The arguments for the limits of a goal.
const LIMITS: &str = r#","seconds":{"type":"integer","minimum":1,"description":"limit on time; 10 unless the server was told another"},"inferences":{"type":"integer","minimum":1,"description":"limit on calls"},"megabytes":{"type":"integer","minimum":1,"description":"limit on memory"}"#;

/// Names, descriptions, the arguments as members of a JSON schema, whether they are those of a goal with limits, and the
/// names of those that are needed.
const TOOLS: &[(&str, &str, &str, bool, &str)] = &[
    (
        "load",
        "Load Prolog clauses and directives. A text that was loaded under the same name before is replaced, predicate by \
         predicate: those that the new text does not define stay. Returns errors and warnings with line and column; what \
         is right in a text with errors is loaded.",
        r#""text":{"type":"string","description":"the text of a Prolog program"},"name":{"type":"string","description":"a name for the text, as of a file; rules.pl if not given"}"#,
        false,
        r#"["text"]"#,
    ),
    (
        "query",
        "Run a Prolog goal and return a page of its answers: the values of its variables as Prolog text, goals that remain \
         (constraints), and the output. status is `more` if there may be more answers: give the cursor to next, before any \
         other tool is called, which closes the query. It is `done` at the end; a goal that fails has no answers. It is \
         `error` after an exception or at a limit.",
        r#""goal":{"type":"string","description":"the goal, as at a Prolog prompt"},"answers":{"type":"integer","minimum":1,"maximum":200,"description":"answers of a page; 10 if not given"}"#,
        true,
        r#"["goal"]"#,
    ),
    (
        "next",
        "Return the next page of answers of the query that is open.",
        r#""cursor":{"type":"string","description":"from query or next"},"answers":{"type":"integer","minimum":1,"maximum":200,"description":"answers of a page; 10 if not given"}"#,
        false,
        r#"["cursor"]"#,
    ),
    (
        "close",
        "Close the query that is open; the program stays.",
        r#""cursor":{"type":"string","description":"from query or next"}"#,
        false,
        r#"["cursor"]"#,
    ),
    (
        "explain",
        "Prove a goal and return the proof as a tree: rules and facts with their places, goals of the system (builtin), \
         goals whose clauses are not followed (called), goals without an answer that a negation or condition asked for \
         (not), exceptions that were caught. For a goal that fails, returns where it failed. The goal runs, with its \
         effects.",
        r#""goal":{"type":"string","description":"the goal, as at a Prolog prompt"},"answer":{"type":"integer","minimum":1,"description":"the number of the answer; 1 if not given"},"depth":{"type":"integer","minimum":1,"maximum":1000,"description":"levels of clauses that are followed; 30 if not given"},"nodes":{"type":"integer","minimum":1,"maximum":1000,"description":"the most nodes of the tree; 200 if not given"}"#,
        true,
        r#"["goal"]"#,
    ),
    (
        "list",
        "List the predicates that are loaded, with the numbers of their clauses.",
        "",
        false,
        "[]",
    ),
    (
        "check",
        "Report mistakes without running anything: of a text, which is not loaded, on top of the program that is; or, \
         without a text, of that program. Tells of syntax errors, calls of predicates that nobody defines, variables that \
         occur once, and the like.",
        r#""text":{"type":"string","description":"the text of a Prolog program"},"name":{"type":"string","description":"a name for the text, as of a file; rules.pl if not given"}"#,
        false,
        "[]",
    ),
    (
        "reset",
        "Forget all that was loaded and asserted, but for the files that the server was started with.",
        "",
        false,
        "[]",
    ),
];

/// Returns the result of `tools/list`.
pub(super) fn list() -> String {
    let tools = TOOLS.iter().map(|(name, description, properties, is_goal, needed)| {
        let limits = if *is_goal { LIMITS } else { "" };
        let schema = JsonObject::new()
            .text("type", "object")
            .raw("properties", format!("{{{properties}{limits}}}"))
            .raw("required", needed);
        let tool = JsonObject::new().text("name", name).text("description", description);
        tool.raw("inputSchema", schema.end()).end()
    });
    JsonObject::new().raw("tools", array(tools)).end()
}

/// Reads the parameters of `tools/call`.
pub(super) fn parse(params: &Members) -> Result<Tool, Refusal> {
    let name = params.needed("name")?;
    let given = params.members("arguments")?;
    let number = |name: &str, (usual, most): (u64, u64)| Ok(given.count(name)?.unwrap_or(usual).min(most));
    let file = || Ok(given.text("name")?.unwrap_or_else(|| "rules.pl".to_owned()));
    Ok(match name.as_str() {
        "load" => Tool::Load {
            name: file()?,
            text: given.needed("text")?,
        },
        "query" => Tool::Query {
            goal: given.needed("goal")?,
            answers: number("answers", ANSWERS)?,
            limits: limits(&given)?,
        },
        "next" => Tool::Next {
            cursor: given.needed("cursor")?,
            answers: number("answers", ANSWERS)?,
        },
        "close" => Tool::Close {
            cursor: given.needed("cursor")?,
        },
        "explain" => Tool::Explain(Explanation {
            goal: given.needed("goal")?,
            answer: number("answer", (1, u64::MAX))?,
            depth: number("depth", DEPTH)?,
            nodes: number("nodes", NODES)?,
            limits: limits(&given)?,
        }),
        "list" => Tool::List,
        "check" => Tool::Check {
            name: file()?,
            text: given.text("text")?,
        },
        "reset" => Tool::Reset,
        other => {
            let other = super::write::cut(other, 100);
            return Err(Refusal::params(format!("there is no tool {other}")));
        }
    })
}

/// Returns the limits of a goal: those of the server hold, too.
fn limits(given: &Members) -> Result<Limits, Refusal> {
    let mut limits = Limits::default();
    (limits.memory, limits.program) = (None, None);
    limits.time = given.count("seconds")?.map(Duration::from_secs);
    limits.inferences = given.count("inferences")?;
    if let Some(most) = given.count("megabytes")? {
        limits.memory = Some(most.saturating_mul(1 << 20));
    }
    Ok(limits)
}
