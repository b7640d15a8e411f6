//! The differences that are intended: `intended.txt`, by their causes.
//!
//! A line `# text` is a cause, with what decides it; the rows below it are its differences. A row is `kind || goal ||
//! outcome in ferz || outcome in SWI-Prolog`, or `kind || goal || with "A" as "B"`, or `kind || goal || without
//! "CHARS"`. `*` in the kind, the goal and the outcomes stands for any text. A row of the first form holds for a goal
//! when all four match. Rows of the second form hold together: all that match the kind and the goal replace their text
//! `A` by `B` in both outcomes, and these must be the same then. A row of the third form holds when the outcomes are the
//! same without those characters.

use std::cell::Cell;

pub(crate) struct Intended {
    causes: Vec<Cause>,
    rows: Vec<Row>,
}

struct Cause {
    reason: String,
    count: Cell<usize>,
}

struct Row {
    kind: String,
    goal: String,
    test: Test,
    cause: usize,
}

enum Test {
    Outcomes(String, String),
    Same(String, String),
    Without(String),
}

impl Intended {
    pub(crate) fn new(text: &str) -> Result<Intended, String> {
        let (mut causes, mut rows) = (Vec::new(), Vec::new());
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('%') {
                continue;
            }
            if let Some(reason) = line.strip_prefix("# ") {
                causes.push(Cause {
                    reason: reason.to_owned(),
                    count: Cell::new(0),
                });
                continue;
            }
            let parts: Vec<&str> = line.split(" || ").map(str::trim).collect();
            let wrong = || format!("intended.txt:{}: no row", number + 1);
            let test = match parts.get(2..) {
                Some(&[ferz, swipl]) => Test::Outcomes(ferz.to_owned(), swipl.to_owned()),
                Some(&[test]) if test.starts_with("without \"") => {
                    let quoted = test.strip_prefix("without \"").and_then(|rest| rest.strip_suffix('"'));
                    Test::Without(quoted.ok_or_else(wrong)?.to_owned())
                }
                Some(&[test]) => {
                    let quoted = test.strip_prefix("with \"").and_then(|rest| rest.strip_suffix('"'));
                    let (from, to) = quoted.and_then(|rest| rest.split_once("\" as \"")).ok_or_else(wrong)?;
                    Test::Same(from.to_owned(), to.to_owned())
                }
                _ => return Err(wrong()),
            };
            rows.push(Row {
                kind: parts[0].to_owned(),
                goal: parts[1].to_owned(),
                test,
                cause: causes.len().checked_sub(1).ok_or_else(wrong)?,
            });
        }
        Ok(Intended { causes, rows })
    }

    /// The reason of the first row that holds.
    pub(crate) fn find(&self, kind: &str, goal: &str, ferz: &str, swipl: &str) -> Option<&str> {
        let fits = |row: &&Row| matches(&row.kind, kind) && matches(&row.goal, goal);
        let (mut ferz, mut swipl) = (ferz.trim().to_owned(), swipl.trim().to_owned());
        let outcomes = self.rows.iter().filter(fits).find(|row| match &row.test {
            Test::Outcomes(a, b) => matches(a, &ferz) && matches(b, &swipl),
            Test::Without(chars) => {
                let [a, b] = [&ferz, &swipl].map(|text| text.replace(|c| chars.contains(c), ""));
                a == b
            }
            Test::Same(..) => false,
        });
        if let Some(row) = outcomes {
            return Some(self.counted(row));
        }
        let mut used = None;
        for row in self.rows.iter().filter(fits) {
            let Test::Same(from, to) = &row.test else { continue };
            let new = [&ferz, &swipl].map(|text| text.replace(from, to));
            if new != [ferz.as_str(), swipl.as_str()] {
                used = used.or(Some(row));
                [ferz, swipl] = new;
            }
        }
        used.filter(|_| ferz == swipl).map(|row| self.counted(row))
    }

    /// Counts a difference, and returns its reason.
    fn counted(&self, row: &Row) -> &str {
        let cause = &self.causes[row.cause];
        cause.count.set(cause.count.get() + 1);
        &cause.reason
    }

    /// How many goals each cause explains.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (usize, &str)> {
        self.causes
            .iter()
            .map(|cause| (cause.count.get(), cause.reason.as_str()))
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
