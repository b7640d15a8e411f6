//! The tree of a proof.

use ferz::Proof;

use super::write::{JsonObject, cut, place};

/// The longest text of a goal, in bytes.
const MOST_GOAL: usize = 1_000;

/// Returns the array of the steps of a proof; each becomes an object with those below it in `because`.
pub(super) fn tree(proof: &Proof) -> String {
    let mut out = String::from("[");
    let mut open = 0;
    for step in proof.walk() {
        while open > step.level() {
            out.push_str("]}");
            open -= 1;
        }
        if out.ends_with('}') {
            out.push(',');
        }
        let object = JsonObject::new()
            .text("kind", step.kind().word())
            .text("goal", &cut(&step.brief(), MOST_GOAL));
        let object = place(object, step.file(), step.line());
        let object = object.with(step.is_cut().then_some(true), |object, cut| object.raw("isCut", cut));
        let text = object.raw("because", "[").end();
        // The steps below come before the end.
        out.push_str(text.strip_suffix('}').unwrap_or(&text));
        open += 1;
    }
    (0..open).for_each(|_| out.push_str("]}"));
    out.push(']');
    out
}
