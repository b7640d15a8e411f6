//! Answers as tables and plots.

use ferz::toplevel::{TokenKind, tokens};
use ferz::{Answer, Term, TermRef, TermView};
use serde_json::{Map, Value, json};

use super::cell::Plot;
use crate::markup::escaped;

/// The most characters of a value in a table.
const LONGEST: usize = 2_000;

/// Returns the variables of an answer that are shown, with their values.
fn shown(answer: &Answer) -> impl Iterator<Item = (&str, TermRef<'_>)> {
    let named = answer.bindings().iter().filter(|(name, _)| !name.starts_with('_'));
    named.map(|(name, value)| (name.as_str(), value.as_ref()))
}

/// Whether an answer says something of a variable: it is bound, or the same as another one.
fn tells_of(answer: &Answer, name: &str) -> bool {
    let Some(TermView::Var(number)) = answer.term(name).map(Term::view) else {
        return true;
    };
    let is_it = |term: TermRef<'_>| matches!(term.view(), TermView::Var(other) if other == number);
    answer
        .bindings()
        .iter()
        .filter(|(_, value)| is_it(value.as_ref()))
        .count()
        > 1
}

/// Returns a table of answers in HTML; `None` if they have nothing to show.
pub(super) fn html(rows: &[Answer], has_more: bool) -> Option<String> {
    let names: Vec<&str> = shown(rows.first()?)
        .map(|(name, _)| name)
        .filter(|name| rows.iter().any(|row| tells_of(row, name)))
        .collect();
    let has_goals = rows.iter().any(|row| !row.residual_goals().is_empty());
    let has_condition = rows.iter().any(Answer::is_undefined);
    if names.is_empty() && !has_goals && !has_condition {
        return None;
    }
    let cell = |tag: &str, text: &str| format!("<{tag} style=\"text-align:left\">{}</{tag}>", escaped(text));
    let mut heads = names.clone();
    heads.extend(has_goals.then_some("where"));
    heads.extend(has_condition.then_some("undefined"));
    let mut table = String::from("<table><thead><tr>");
    table.extend(heads.iter().map(|head| cell("th", head)));
    table.push_str("</tr></thead><tbody>");
    for row in rows {
        table.push_str("<tr>");
        table.extend(
            shown(row)
                .filter(|(name, _)| names.contains(name))
                .map(|(name, value)| {
                    let text = match tells_of(row, name) {
                        true => named(row, &value.to_string()),
                        false => "_".to_owned(),
                    };
                    cell("td", &text)
                }),
        );
        if has_goals {
            let goals: Vec<String> = row
                .residual_goals()
                .iter()
                .map(|goal| named(row, &goal.to_string()))
                .collect();
            table.push_str(&cell("td", &goals.join(", ")));
        }
        if has_condition {
            table.push_str(&cell(
                "td",
                &row.condition().map(ToString::to_string).unwrap_or_default(),
            ));
        }
        table.push_str("</tr>");
    }
    table.push_str("</tbody></table>");
    if has_more {
        table.push_str("<p>There may be more: <code>%next</code></p>");
    }
    Some(table)
}

/// Returns a text with the names that the query has for its variables, and cut if it is long.
fn named(answer: &Answer, text: &str) -> String {
    let name_of = |word: &str| {
        let number = word
            .strip_prefix('_')?
            .trim_start_matches(|c: char| !c.is_ascii_digit());
        let number: u64 = number.parse().ok()?;
        let mut bindings = answer.bindings().iter();
        let known = bindings.find(|(_, value)| matches!(value.view(), TermView::Var(found) if found == number));
        known.map(|(name, _)| name.as_str())
    };
    let mut out = String::new();
    let mut from = 0;
    for (span, kind) in tokens(&text[..text.floor_char_boundary(LONGEST)]) {
        if kind == TokenKind::Variable
            && let Some(name) = name_of(&text[span.clone()])
        {
            out.push_str(&text[from..span.start]);
            out.push_str(name);
            from = span.end;
        }
    }
    let end = text.floor_char_boundary(LONGEST.max(from));
    out.push_str(&text[from..end]);
    if end < text.len() {
        out.push('…');
    }
    out
}

/// Returns a specification of Vega-Lite for the answers.
///
/// # Errors
/// If there is no such variable, or none at all.
pub(super) fn plot(rows: &[Answer], plot: &Plot) -> Result<Value, String> {
    let first = rows.first().ok_or("there are no answers to plot")?;
    let known: Vec<&str> = shown(first).map(|(name, _)| name).collect();
    let names: Vec<&str> = match plot.variables.is_empty() {
        true => known.iter().copied().take(3).collect(),
        false => plot.variables.iter().map(String::as_str).collect(),
    };
    if let Some(other) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!(
            "the last query has no variable {other}; it has {}",
            known.join(", ")
        ));
    }
    if names.is_empty() {
        return Err("the last query has no variables".to_owned());
    }
    let values: Vec<Value> = rows
        .iter()
        .map(|row| {
            let fields = names
                .iter()
                .filter_map(|&name| Some((name.to_owned(), value(row.term(name)?.as_ref()))));
            Value::Object(fields.collect::<Map<_, _>>())
        })
        .collect();
    let mut encoding = Map::new();
    // One variable is counted.
    if names.len() == 1 {
        encoding.insert("y".to_owned(), json!({"aggregate": "count", "type": "quantitative"}));
    }
    for (channel, &name) in ["x", "y", "color"].into_iter().zip(&names) {
        let is_number = values.iter().all(|row| row[name].is_number());
        let is_quantity = is_number && !(channel == "x" && plot.mark == "bar");
        let kind = match (is_quantity, is_number) {
            (true, _) => "quantitative",
            (_, true) => "ordinal",
            _ => "nominal",
        };
        // A dot or bracket in a name would be taken for a path; variables have none.
        let mut field = json!({"field": name, "type": kind});
        if kind == "nominal" {
            // In the order of the answers.
            field["sort"] = Value::Null;
        }
        encoding.insert(channel.to_owned(), field);
    }
    Ok(json!({
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": values},
        "mark": {"type": plot.mark, "tooltip": true},
        "encoding": encoding,
    }))
}

/// Returns a value of a plot: a number, or a text.
fn value(term: TermRef<'_>) -> Value {
    match term.view() {
        TermView::Int(number) => number.into(),
        TermView::Float(number) if number.is_finite() => number.into(),
        TermView::BigInt(number) => number.to_string().parse::<f64>().map_or(Value::Null, Value::from),
        TermView::Rational(_) => rational(&term.to_string()).map_or(Value::Null, Value::from),
        _ => term.as_text().map_or_else(|| term.to_string(), str::to_owned).into(),
    }
}

/// Returns the quotient that `1r3` stands for.
fn rational(text: &str) -> Option<f64> {
    let (above, below) = text.split_once('r')?;
    Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Engine;

    fn answers(goal: &str) -> Vec<Answer> {
        let mut engine = Engine::new();
        let query = engine.query(goal).expect("it can be read");
        query.map(|answer| answer.expect("no error")).collect()
    }

    #[test]
    fn variables_and_goals_have_their_names() {
        let rows = answers("X = f(Y, _Z, \"<\"), dif(Y, a), member(_, [1, 2])");
        let table = html(&rows, true).expect("there is something");
        let texts: Vec<&str> = table.split(['<', '>']).filter(|text| text.contains("Y")).collect();
        assert_eq!(texts.len(), 4, "{table}");
        assert!(
            table.contains("dif(Y, a)") && table.contains("&lt;") && table.contains("%next"),
            "{table}"
        );
        assert_eq!(
            html(&answers("true ; X = Y, Y = Z, fail ; member(_, [1, 2])"), false),
            None
        );
        assert_eq!(html(&[], false), None);
        assert_eq!(named(&rows[0], &"é".repeat(2_000)).chars().count(), 1_001);
    }

    #[test]
    fn plots_have_the_values_of_the_answers() {
        let rows = answers("member(X-Y-Z, [1-2.5-a, 2- (1r4)-\"b c\"])");
        let bars = Plot {
            mark: "bar".to_owned(),
            variables: Vec::new(),
        };
        let spec = plot(&rows, &bars).expect("there are answers");
        assert_eq!(spec["data"]["values"][1], json!({"X": 2, "Y": 0.25, "Z": "b c"}));
        let kinds = ["x", "y", "color"].map(|channel| spec["encoding"][channel]["type"].as_str().unwrap_or_default());
        assert_eq!(kinds, ["ordinal", "quantitative", "nominal"]);
        let of = |name: &str| Plot {
            mark: "bar".to_owned(),
            variables: vec![name.to_owned()],
        };
        assert_eq!(
            plot(&rows, &of("Z")).expect("one")["encoding"]["y"]["aggregate"],
            "count"
        );
        assert!(plot(&rows, &of("A")).expect_err("no variable").contains("X, Y, Z"));
        assert!(plot(&[], &bars).is_err());
    }
}
