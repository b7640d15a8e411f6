//! The tools and their arguments; `tools.json` describes them to the model, with the numbers below.

use std::time::Duration;

use ferz::Limits;

use super::message::{Members, ProtocolError};
use super::write::cut;

/// A tool with its arguments.
pub(super) enum Tool {
    Load {
        name: String,
        text: String,
    },
    Query {
        goal: String,
        answers: u64,
        limits: Limits,
    },
    Next {
        cursor: String,
        answers: u64,
    },
    Close {
        cursor: String,
    },
    Explain {
        goal: String,
        /// The number of the answer, from 1.
        answer: u64,
        depth: u64,
        nodes: u64,
        limits: Limits,
    },
    List,
    Check {
        name: String,
        text: Option<String>,
    },
    Reset,
}

/// The answers of a page unless told, and the most.
const ANSWERS: (u64, u64) = (10, 200);
/// The levels of a proof.
const DEPTH: (u64, u64) = (30, 1_000);
/// The nodes of a proof.
const NODES: (u64, u64) = (200, 1_000);

/// The result of `tools/list`: the tools with the schemas of their arguments.
const TOOLS: &str = include_str!("tools.json");

/// Returns the result of `tools/list`, on one line.
pub(super) fn list() -> String {
    TOOLS.lines().map(str::trim).collect()
}

/// Reads the parameters of `tools/call`.
pub(super) fn parse(params: &Members) -> Result<Tool, ProtocolError> {
    let name = params.needed("name")?;
    let given = params.members("arguments")?;
    let number = |name: &str, (usual, most): (u64, u64)| Ok(given.count(name)?.unwrap_or(usual).min(most));
    let file = || Ok(given.text("name")?.unwrap_or("rules.pl").to_owned());
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
        "explain" => Tool::Explain {
            goal: given.needed("goal")?,
            answer: number("answer", (1, u64::MAX))?,
            depth: number("depth", DEPTH)?,
            nodes: number("nodes", NODES)?,
            limits: limits(&given)?,
        },
        "list" => Tool::List,
        "check" => Tool::Check {
            name: file()?,
            text: given.text("text")?.map(str::to_owned),
        },
        "reset" => Tool::Reset,
        other => {
            let other = cut(other, 100);
            return Err(ProtocolError::params(format!("there is no tool {other}")));
        }
    })
}

/// Returns the limits of a goal: those of the server hold, too.
fn limits(given: &Members) -> Result<Limits, ProtocolError> {
    let mut limits = Limits::default();
    (limits.memory, limits.program) = (None, None);
    limits.time = given.count("seconds")?.map(Duration::from_secs);
    limits.inferences = given.count("inferences")?;
    if let Some(most) = given.count("megabytes")? {
        limits.memory = Some(most.saturating_mul(1 << 20));
    }
    Ok(limits)
}
