//! Whether two outcomes differ only in the numbers of variables and in the order of the goals that wait.
//!
//! The driver numbers variables in the order in which it comes to them. Goals that wait have no order, so that two
//! systems may number the variables that occur only there differently.

use std::collections::HashMap;

/// Between the bindings of an answer and the goals that wait, and between answers.
const WAITING: &str = " | ";
const ANSWER: &str = " ; ";

/// Which variable of the second text stands for one of the first, and the other way round.
#[derive(Clone, Default)]
struct Renaming {
    there: HashMap<String, String>,
    back: HashMap<String, String>,
}

impl Renaming {
    fn pair(&mut self, a: &str, b: &str) -> bool {
        let there = self.there.entry(a.to_owned()).or_insert_with(|| b.to_owned());
        let back = self.back.entry(b.to_owned()).or_insert_with(|| a.to_owned());
        there == b && back == a
    }
}

pub(crate) fn alike(a: &str, b: &str) -> bool {
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split(ANSWER).collect(), b.split(ANSWER).collect());
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| answers_alike(a, b))
}

fn answers_alike(a: &str, b: &str) -> bool {
    let (a, waiting_a) = a.split_once(WAITING).unwrap_or((a, ""));
    let (b, waiting_b) = b.split_once(WAITING).unwrap_or((b, ""));
    let mut renaming = Renaming::default();
    terms_alike(a, b, &mut renaming) && goals_alike(&goals(waiting_a), &goals(waiting_b), renaming)
}

/// Whether each goal of the first list has one in the second.
fn goals_alike(a: &[&str], b: &[&str], renaming: Renaming) -> bool {
    let Some((first, rest)) = a.split_first() else {
        return b.is_empty();
    };
    (0..b.len()).any(|at| {
        let goal = b[at];
        sides(goal).iter().any(|goal| {
            let mut renaming = renaming.clone();
            if !terms_alike(first, goal, &mut renaming) {
                return false;
            }
            let mut others = b.to_vec();
            others.remove(at);
            goals_alike(rest, &others, renaming)
        })
    })
}

/// The goal; an inequality of two terms also with its sides exchanged.
fn sides(goal: &str) -> Vec<String> {
    let mut sides = vec![goal.to_owned()];
    if let Some(arguments) = goal.strip_prefix("dif(").and_then(|rest| rest.strip_suffix(')'))
        && let [a, b] = goals(arguments)[..]
    {
        sides.push(format!("dif({b}, {a})"));
    }
    sides
}

/// The parts of a text between commas that are in no brackets.
fn goals(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 && text[at..].starts_with(", ") => {
                parts.push(&text[start..at]);
                start = at + 2;
            }
            _ => {}
        }
    }
    if start < text.len() {
        parts.push(&text[start..]);
    }
    parts
}

/// Whether the texts are the same but for the numbers behind `$`.
fn terms_alike(a: &str, b: &str, renaming: &mut Renaming) -> bool {
    let (mut a, mut b) = (a.split('$'), b.split('$'));
    if a.next() != b.next() {
        return false;
    }
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) => {
                let number = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
                let ((a, rest_a), (b, rest_b)) = (a.split_at(number(a)), b.split_at(number(b)));
                if rest_a != rest_b || !renaming.pair(a, b) {
                    return false;
                }
            }
            _ => return false,
        }
    }
}
