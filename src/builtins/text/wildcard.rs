//! Patterns of file names, under `library/system/files.pl`.

use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::native::{Native, Step, det, holds};
use crate::term::cell::Cell;

use crate::native::args::text_arg::need_text;

pub(in crate::builtins) const TABLE: &[Native] = &[det!("$wildcard(+pattern, +text)", 2, wildcard_2).doc(
    "True if text matches a pattern of *, ?, sets [a-z] and alternatives {a,b}, with \\ before a character itself.",
)];

/// A step of a pattern.
#[derive(PartialEq)]
enum PatternStep {
    Char(char),
    One,
    Any,
    Set(Vec<(char, char)>),
    /// Goes on at one of these steps.
    Split(Vec<usize>),
}

/// Returns the steps of a pattern, and from which on each is one for all ways through it.
///
/// # Errors
/// The fault of a pattern that is none.
fn steps(pattern: &str) -> Result<(Vec<PatternStep>, usize), &'static str> {
    let mut steps = Vec::new();
    // The open alternatives: where they split, where each begins, and where each but the last ends.
    let mut open: Vec<(usize, Vec<usize>, Vec<usize>)> = Vec::new();
    let mut plain = 0;
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match (c, open.last_mut()) {
            ('*', _) => steps.push(PatternStep::Any),
            ('?', _) => steps.push(PatternStep::One),
            ('\\', _) => steps.push(PatternStep::Char(chars.next().unwrap_or('\\'))),
            ('[', _) => steps.push(PatternStep::Set(set(&mut chars).ok_or("Unmatched '['")?)),
            ('{', _) => {
                open.push((steps.len(), vec![steps.len() + 1], Vec::new()));
                steps.push(PatternStep::Split(Vec::new()));
            }
            (',', Some((_, begins, ends))) => {
                ends.push(steps.len());
                steps.push(PatternStep::Split(Vec::new()));
                begins.push(steps.len());
            }
            ('}', Some((split, begins, ends))) => {
                let (split, begins, ends) = (*split, std::mem::take(begins), std::mem::take(ends));
                open.pop();
                plain = steps.len();
                for end in ends {
                    steps[end] = PatternStep::Split(vec![plain]);
                }
                steps[split] = PatternStep::Split(begins);
            }
            _ => steps.push(PatternStep::Char(c)),
        }
    }
    match open.is_empty() {
        true => Ok((steps, plain)),
        false => Err("Unmatched '{'"),
    }
}

/// Returns the ranges of a set up to its end.
fn set(chars: &mut std::str::Chars<'_>) -> Option<Vec<(char, char)>> {
    let mut ranges = Vec::new();
    loop {
        let low = match chars.next()? {
            ']' => return Some(ranges),
            '\\' => chars.next()?,
            low => low,
        };
        let mut behind = chars.clone();
        match (behind.next(), behind.next()) {
            (Some('-'), Some(high)) if high != ']' => {
                ranges.push((low, high));
                *chars = behind;
            }
            _ => ranges.push((low, low)),
        }
    }
}

impl PatternStep {
    /// Whether it takes this one character.
    fn takes(&self, c: char) -> bool {
        match self {
            PatternStep::Char(own) => *own == c,
            PatternStep::One => true,
            PatternStep::Set(ranges) => ranges.iter().any(|&(low, high)| low <= c && c <= high),
            PatternStep::Any | PatternStep::Split(_) => false,
        }
    }
}

/// The steps that are reached with the characters so far.
struct ReachedSteps {
    list: Vec<usize>,
    /// The number of characters with which each step was reached last.
    with: Vec<usize>,
}

impl ReachedSteps {
    fn add(&mut self, steps: &[PatternStep], step: usize, with: usize) {
        let mut waiting = vec![step];
        while let Some(step) = waiting.pop() {
            if std::mem::replace(&mut self.with[step], with) == with {
                continue;
            }
            self.list.push(step);
            match steps.get(step) {
                Some(PatternStep::Any) => waiting.push(step + 1),
                Some(PatternStep::Split(next)) => waiting.extend(next),
                _ => {}
            }
        }
    }
}

fn wildcard_2(m: &mut Machine, pattern: Cell, text: Cell) -> Step {
    let (pattern, text) = (need_text(m, pattern)?, need_text(m, text)?);
    m.with_aside(64 * pattern.len(), |m| matches(m, &pattern, &text))
}

fn matches(m: &mut Machine, pattern: &str, text: &str) -> Step {
    let (mut steps, plain) = steps(pattern).map_err(|fault| m.syntax_error(fault))?;
    // What stands behind the last * is compared with the end of the text.
    let mut rest = text;
    while steps.len() > plain
        && let Some(last) = steps.pop_if(|last| *last != PatternStep::Any)
    {
        let mut chars = rest.chars();
        holds(chars.next_back().is_some_and(|c| last.takes(c)))?;
        rest = chars.as_str();
    }
    let end = steps.len();
    let mut reached = ReachedSteps {
        list: Vec::new(),
        with: vec![usize::MAX; end + 1],
    };
    reached.add(&steps, 0, 0);
    let mut pace = Pace::new();
    for (count, c) in (1..).zip(rest.chars()) {
        m.poll_at(&mut pace)?;
        for step in std::mem::take(&mut reached.list) {
            match steps.get(step) {
                Some(PatternStep::Any) if step + 1 == end => return Ok(()),
                Some(PatternStep::Any) => reached.add(&steps, step, count),
                Some(own) if own.takes(c) => reached.add(&steps, step + 1, count),
                _ => {}
            }
        }
        holds(!reached.list.is_empty())?;
    }
    holds(reached.list.contains(&end))
}
