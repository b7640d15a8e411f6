//! The differences that are intended: `intended.txt`, a row for each.
//!
//! A row is `kind || goal || outcome in ferz || outcome in SWI-Prolog || reason`, or `kind || goal || with "A" as "B" ||
//! reason`, or `kind || goal || without "CHARS" || reason`. `*` in the kind, the goal and the outcomes stands for any text. A row of the first form holds for a goal
//! when all four match. Rows of the second form hold together: all that match the kind and the goal replace their text
//! `A` by `B` in both outcomes, and these must be the same then. A row of the third form holds when the outcomes are the
//! same without those characters.

use std::cell::Cell;

pub(crate) struct Intended(Vec<Row>);

struct Row {
    kind: String,
    goal: String,
    test: Test,
    reason: String,
    count: Cell<usize>,
}

enum Test {
    Outcomes(String, String),
    Same(String, String),
    Without(String),
}

impl Intended {
    pub(crate) fn new(text: &str) -> Result<Intended, String> {
        let mut rows = Vec::new();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('%') {
                continue;
            }
            let parts: Vec<&str> = line.split(" || ").map(str::trim).collect();
            let wrong = || format!("intended.txt:{}: no row", number + 1);
            let (test, reason) = match parts[2..] {
                [ferz, swipl, reason] => (Test::Outcomes(ferz.to_owned(), swipl.to_owned()), reason),
                [test, reason] if test.starts_with("without \"") => {
                    let quoted = test.strip_prefix("without \"").and_then(|rest| rest.strip_suffix('"'));
                    (Test::Without(quoted.ok_or_else(wrong)?.to_owned()), reason)
                }
                [test, reason] => {
                    let quoted = test.strip_prefix("with \"").and_then(|rest| rest.strip_suffix('"'));
                    let (from, to) = quoted.and_then(|rest| rest.split_once("\" as \"")).ok_or_else(wrong)?;
                    (Test::Same(from.to_owned(), to.to_owned()), reason)
                }
                _ => return Err(wrong()),
            };
            rows.push(Row {
                kind: parts[0].to_owned(),
                goal: parts[1].to_owned(),
                test,
                reason: reason.to_owned(),
                count: Cell::new(0),
            });
        }
        Ok(Intended(rows))
    }

    /// The reason of the first row that holds.
    pub(crate) fn find(&self, kind: &str, goal: &str, ferz: &str, swipl: &str) -> Option<&str> {
        let fits = |row: &&Row| matches(&row.kind, kind) && matches(&row.goal, goal);
        let (mut ferz, mut swipl) = (ferz.trim().to_owned(), swipl.trim().to_owned());
        let outcomes = self.0.iter().filter(fits).find(|row| match &row.test {
            Test::Outcomes(a, b) => matches(a, &ferz) && matches(b, &swipl),
            Test::Without(chars) => {
                let [a, b] = [&ferz, &swipl].map(|text| text.replace(|c| chars.contains(c), ""));
                a == b
            }
            Test::Same(..) => false,
        });
        if let Some(row) = outcomes {
            row.count.set(row.count.get() + 1);
            return Some(&row.reason);
        }
        let mut used = Vec::new();
        for row in self.0.iter().filter(fits) {
            let Test::Same(from, to) = &row.test else { continue };
            let new = [&ferz, &swipl].map(|text| text.replace(from, to));
            if new != [ferz.as_str(), swipl.as_str()] {
                used.push(row);
                [ferz, swipl] = new;
            }
        }
        if ferz != swipl {
            return None;
        }
        for row in &used {
            row.count.set(row.count.get() + 1);
        }
        used.first().map(|row| row.reason.as_str())
    }

    /// How many goals each row held for.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (usize, &str)> {
        self.0.iter().map(|row| (row.count.get(), row.reason.as_str()))
    }
}

/// Whether a text matches a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or("");
    for part in parts {
        let Some(place) = text.find(part) else {
            return false;
        };
        text = &text[place + part.len()..];
    }
    text.ends_with(last)
}
