//! Hints for syntax errors that come from other languages' habits.

use super::error::SyntaxError;

/// Spellings of other languages, and what to write instead.
const FOREIGN: &[(&str, &str)] = &[
    (
        "!==",
        "Different terms are told apart by \\==, different numbers by =\\=",
    ),
    (
        "=/=",
        "Different terms are told apart by \\==, different numbers by =\\=",
    ),
    (
        "!=",
        "Different terms are told apart by \\==, different numbers by =\\=",
    ),
    (
        "<>",
        "Different terms are told apart by \\==, different numbers by =\\=",
    ),
    ("<=", "Less than or equal is written =<"),
    ("=>=", "Greater than or equal is written >="),
    ("=>", "Greater than or equal is written >="),
    ("&&", "`And` is written as a comma: A, B"),
    ("||", "`Or` is written as a semicolon: ( A ; B )"),
    ("+=", "A variable keeps its value: write X1 is X+1, and use X1"),
    ("-=", "A variable keeps its value: write X1 is X-1, and use X1"),
    ("++", "A variable keeps its value: write X1 is X+1, and use X1"),
    ("#=", CONSTRAINTS),
    ("#\\", CONSTRAINTS),
    ("#<", CONSTRAINTS),
    ("#>", CONSTRAINTS),
    ("ins ", CONSTRAINTS),
    (
        "in ",
        "Elements of a list are found by member(X, List); X in 1..3 needs :- use_module(library(clpfd))",
    ),
];

const CONSTRAINTS: &str = "Constraints over integers need :- use_module(library(clpfd))";

/// Returns a hint for an error in `text`, if its cause can be told.
pub fn hint(text: &str, error: &SyntaxError) -> Option<&'static str> {
    let at = error.span.start as usize;
    let (before, after) = (text.get(..at)?, text.get(at..)?);
    let quoted = |c: char| matches!(c, '\u{2018}'..='\u{201f}');
    let near = before.chars().rev().take(1).chain(after.chars().take(1));
    if near.clone().any(quoted) || before.trim_end().ends_with(quoted) {
        return Some("These are quotes of a word processor: Prolog's are ' and \"");
    }
    // An operator may begin before the place of the error.
    for shift in 0..=2 {
        let Some(start) = at.checked_sub(shift) else { break };
        if let Some(rest) = text.get(start..)
            && let Some((_, hint)) = FOREIGN
                .iter()
                .find(|(word, _)| word.len() > shift && rest.starts_with(word))
        {
            return Some(hint);
        }
    }
    let word = before.trim_end();
    let last = word
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
        .unwrap_or_default();
    let apart = before.len() > word.len();
    if after.starts_with('(') && apart && last.starts_with(char::is_lowercase) {
        return Some("No blank may stand between a name and the ( of its arguments");
    }
    if after.starts_with('(') && !apart && last.starts_with(char::is_uppercase) {
        return Some("A name that begins with a capital is a variable; those of predicates begin with a small letter");
    }
    match last {
        "not" if apart => Some("`Not` is written \\+ Goal, or not(Goal)"),
        "if" | "then" | "else" if apart => Some("A condition is written ( If -> Then ; Else )"),
        "return" if apart => Some("A predicate returns values in its arguments"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::hint;
    use crate::base::atom::AtomTable;
    use crate::text::ops::OpTable;
    use crate::text::reader::{ReadFlags, Reader};

    #[test]
    fn habits_of_other_languages_are_known() {
        let of = |text: &str| {
            let mut atoms = AtomTable::new();
            let ops = OpTable::new(&mut atoms);
            let read = Reader::new().read(text, 0, &mut atoms, &ops, &ReadFlags::default());
            hint(text, &read.expect_err("a syntax error"))
        };
        for (text, word) in [
            ("p :- X != 3. ", "\\=="),
            ("p :- X <= 3. ", "=<"),
            ("p :- a && b. ", "comma"),
            ("p :- a || b. ", "semicolon"),
            ("p :- not a. ", "\\+"),
            ("p :- foo (a). ", "blank"),
            ("Likes(mary, X). ", "capital"),
            ("p :- X = \u{2018}abc\u{2019}. ", "quotes"),
            ("p :- if a then b. ", "->"),
            ("p(X) :- X #= 3. ", "clpfd"),
            ("p(X) :- X #\\= 3. ", "clpfd"),
            ("p(X) :- X in 1..3. ", "member"),
        ] {
            assert!(
                of(text).is_some_and(|hint| hint.contains(word)),
                "{text}: {:?}",
                of(text)
            );
        }
        assert_eq!(of("p :- a b. "), None);
        assert_eq!(of("p :- f(a. "), None);
        assert_eq!(of("p :- a inside b. "), None);
    }
}
