//! JSON for other programs: strings, and answers.

use std::fmt::Write as _;

use ferz::{Answer, TermRef, TermView};

/// The most bytes of the text of one answer: terms may be cyclic.
const MOST: usize = 64 << 20;

/// Appends a JSON string.
pub(crate) fn string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' || c == '\u{7f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Returns the object of an answer: a member for each variable, and `goals` with the texts of residual goals, if there
/// are any, and `undefined` with the text of the undefined goals that it depends on, if it is undefined. Atoms and strings are strings, lists arrays, other compounds objects with `functor` and `args`, variables
/// objects with `variable`. `None` if it would be too long.
pub(crate) fn answer(answer: &Answer) -> Option<String> {
    let mut out = String::from("{");
    for (name, value) in answer.bindings() {
        comma(&mut out);
        string(name, &mut out);
        out.push(':');
        term(value.as_ref(), &mut out)?;
    }
    let goals = answer.residual_goals();
    if !goals.is_empty() {
        comma(&mut out);
        out.push_str("\"goals\":[");
        for (index, goal) in goals.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            string(&goal.to_string(), &mut out);
        }
        out.push(']');
    }
    if let Some(condition) = answer.condition() {
        comma(&mut out);
        out.push_str("\"undefined\":");
        string(&condition.to_string(), &mut out);
    }
    out.push('}');
    Some(out)
}

fn comma(out: &mut String) {
    if !out.ends_with('{') {
        out.push(',');
    }
}

/// The parts that are left to be written.
enum JsonPart<'t> {
    Term(TermRef<'t>),
    Text(&'static str),
}

/// Appends a term, without recursion; `None` if it would be too long.
pub(crate) fn term(root: TermRef<'_>, out: &mut String) -> Option<()> {
    let mut parts = vec![JsonPart::Term(root)];
    while let Some(part) = parts.pop() {
        let term = match part {
            JsonPart::Text(text) => {
                out.push_str(text);
                continue;
            }
            JsonPart::Term(term) => term,
        };
        if out.len() > MOST || parts.len() > MOST {
            return None;
        }
        match term.view() {
            TermView::Atom("[]") => out.push_str("[]"),
            TermView::Atom(text) | TermView::String(text) => string(text, out),
            TermView::Int(value) => {
                let _ = write!(out, "{value}");
            }
            TermView::BigInt(value) => {
                let _ = write!(out, "{value}");
            }
            TermView::Float(value) if value.is_finite() => {
                let _ = write!(out, "{value:?}");
            }
            TermView::Var(number) => {
                let _ = write!(out, "{{\"variable\":\"_{number}\"}}");
            }
            TermView::List(head, tail) => match term.items() {
                Some(items) => {
                    out.push('[');
                    push_all(&mut parts, "]", items.into_iter());
                }
                None => {
                    out.push_str("{\"functor\":\"[|]\",\"args\":[");
                    push_all(&mut parts, "]}", [head, tail].into_iter());
                }
            },
            TermView::Compound(name, args) => {
                out.push_str("{\"functor\":");
                string(name, out);
                out.push_str(",\"args\":[");
                let args: Vec<TermRef<'_>> = args.iter().collect();
                push_all(&mut parts, "]}", args.into_iter());
            }
            // Infinite floats, rationals, and whatever kinds of terms there may be.
            _ => string(&term.to_term().to_string(), out),
        }
    }
    Some(())
}

/// Pushes terms with commas between them, and `end` behind them, in the order in which they are popped.
fn push_all<'t>(
    parts: &mut Vec<JsonPart<'t>>,
    end: &'static str,
    terms: impl DoubleEndedIterator<Item = TermRef<'t>> + ExactSizeIterator,
) {
    parts.push(JsonPart::Text(end));
    let last = terms.len().saturating_sub(1);
    for (index, term) in terms.enumerate().rev() {
        parts.push(JsonPart::Term(term));
        if index > 0 && last > 0 {
            parts.push(JsonPart::Text(","));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(goal: &str) -> String {
        let mut engine = ferz::Engine::new();
        let found = engine.once(goal).expect("no error").expect("a solution");
        answer(&found).unwrap_or_else(|| "too long".to_owned())
    }

    #[test]
    fn terms_are_values() {
        assert_eq!(json("true"), "{}");
        assert_eq!(json("X = 1, Y = [a, \"b\", 2.5]"), r#"{"X":1,"Y":["a","b",2.5]}"#);
        assert_eq!(
            json("X = f(a, g([])), Y = [h|T]"),
            r#"{"X":{"functor":"f","args":["a",{"functor":"g","args":[[]]}]},"Y":{"functor":"[|]","args":["h",{"variable":"_0"}]},"T":{"variable":"_0"}}"#
        );
        assert_eq!(json("X = 100000000000000000000"), r#"{"X":100000000000000000000}"#);
        assert_eq!(
            json("X is 1r3, Y is inf, Z = 1.0e300"),
            r#"{"X":"1r3","Y":"1.0Inf","Z":1e300}"#
        );
        assert_eq!(json("X = 'a\"\\\\\\n\\x1b\\'"), r#"{"X":"a\"\\\n\u001b"}"#);
        assert_eq!(json("dif(X, a)"), r#"{"X":{"variable":"_0"},"goals":["dif(_0, a)"]}"#);
    }

    #[test]
    fn a_deep_term_is_written_and_a_cyclic_one_refused() {
        let deep = json("numlist(1, 300000, _L), foldl([_, T, f(T)]>>true, _L, x, X)");
        assert!(deep.contains("\"X\":{\"functor\":\"f\",\"args\":[{"));
        assert!(deep.contains("\"args\":[\"x\"]}]}]}"));
        assert_eq!(json("X = f(X)"), "too long");
    }
}
