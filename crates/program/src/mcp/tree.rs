//! The tree of a proof.

use ferz::{TermRef, TermView};

use super::write::{JsonObject, cut, place};

/// The longest text of a goal, in bytes.
const MOST_GOAL: usize = 1_000;

/// A node of a proof.
pub(super) struct ProofNode {
    /// How many nodes it is below.
    pub level: usize,
    pub kind: String,
    pub goal: String,
    pub file: String,
    pub line: usize,
}

impl ProofNode {
    /// Reads a term `node(Level, Kind, Goal, File, Line)`.
    pub(super) fn of(term: TermRef<'_>) -> Option<ProofNode> {
        let TermView::Compound("node", args) = term.view() else {
            return None;
        };
        let text = |index: usize| Some(args.get(index)?.as_text()?.to_owned());
        Some(ProofNode {
            level: args.get(0)?.to().ok()?,
            kind: text(1)?,
            goal: text(2)?,
            file: text(3)?,
            line: args.get(4)?.to().ok()?,
        })
    }
}

/// Returns the array of the nodes of a proof, which come in prefix order as `node(Level, Kind, Goal, File, Line)`; each
/// becomes an object with those below it in `because`.
pub(super) fn tree(nodes: &[ProofNode]) -> String {
    let mut out = String::from("[");
    let mut open = 0;
    for node in nodes {
        while open > node.level {
            out.push_str("]}");
            open -= 1;
        }
        if out.ends_with('}') {
            out.push(',');
        }
        let line = Some(node.line).filter(|&line| line > 0);
        let file = Some(node.file.as_str()).filter(|file| !file.is_empty());
        let object = JsonObject::new()
            .text("kind", &node.kind)
            .text("goal", &cut(&node.goal, MOST_GOAL));
        let text = place(object, file, line).raw("because", "[").end();
        // The nodes below come before the end.
        out.push_str(text.strip_suffix('}').unwrap_or(&text));
        open += 1;
    }
    (0..open).for_each(|_| out.push_str("]}"));
    out.push(']');
    out
}
