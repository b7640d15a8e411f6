//! Invalid clauses: the message, the location, and where reading resumes.

use super::*;
use crate::text::extensions::Extensions;

#[test]
fn errors_say_what_and_where() {
    check(&[
        ("foo(a b).", "1:7: expected an operator, `,` or `)` before `b`"),
        (
            "foo :- a b.",
            "1:10: expected an operator or the end of the clause before `b`",
        ),
        ("(a b).", "1:4: expected an operator or `)` before `b`"),
        ("[a b].", "1:4: expected an operator, `,`, `|` or `]` before `b`"),
        ("{a b}.", "1:4: expected an operator or `}` before `b`"),
        ("foo(a, b.", "1:4: this `(` is never closed"),
        ("foo(a, [b, c).", "1:13: expected `]` instead of `)`"),
        ("[a, b.", "1:1: this `[` is never closed"),
        ("{a.", "1:1: this `{` is never closed"),
        ("(a, b.", "1:1: this `(` is never closed"),
        ("a).", "1:2: this `)` closes nothing"),
        ("a].", "1:2: this `]` closes nothing"),
        ("().", "1:2: expected a term before `)`"),
        ("f(a,).", "1:5: expected a term before `)`"),
        ("(a,).", "1:3: unexpected end: expected a term after `,`"),
        ("[a,].", "1:4: expected a term before `]`"),
        ("[a|].", "1:4: expected a term before `]`"),
        ("[|a].", "1:2: expected a term before `|`"),
        ("[a|b|c].", "1:5: expected `]` after the tail of the list, before `|`"),
        ("[a|b,c].", "1:5: expected `]` after the tail of the list, before `,`"),
        (
            "likes(peter, X) :- .",
            "1:17: unexpected end: expected a term after `:-`",
        ),
        ("a :- , b.", "1:6: expected a term before `,`"),
        (".", "1:1: unexpected end of clause"),
        (
            "a",
            "1:2: unexpected end of the text: the `.` that ends the clause is missing",
        ),
        ("f(a", "1:2: this `(` is never closed"),
        (
            "a.b.",
            "1:2: expected an operator before `.`, which ends a clause only when layout follows it",
        ),
        (
            "a=b=c.",
            "1:4: operator priority clash: `=` has priority 700, at most 699 fits here; use parentheses",
        ),
        (
            ":- a :- b.",
            "1:6: operator priority clash: `:-` has priority 1200, at most 1199 fits here; use parentheses",
        ),
        (
            "X = 'abc.\n",
            "1:5: unterminated quoted atom: the closing `'` is missing",
        ),
        ("X = \"abc.\n", "1:5: unterminated string: the closing `\"` is missing"),
        (
            "X = `abc.\n",
            "1:5: unterminated back-quoted text: the closing back quote is missing",
        ),
        ("a /* b.\n", "1:3: unterminated comment: the closing `*/` is missing"),
        ("X = 'a\\zb'.", "1:7: undefined escape sequence `\\z`"),
        ("X = \"a\\zb\".", "1:7: undefined escape sequence `\\z`"),
        ("X = '\\xD800\\'.", "1:6: this is not the code of a character"),
        ("X = '\\u12'.", "1:6: this escape sequence needs more digits"),
        ("X = 0'\\q.", "1:5: undefined escape sequence `\\q`"),
        ("X = 0'", "1:5: expected a character after `0'`"),
        ("X = 1.0e400.", "1:5: this float is too large"),
        ("X = 1r0.", "1:5: illegal number"),
        ("X = 2'9.", "1:5: illegal number"),
        ("X = a \0 b.", "1:7: illegal character (code 0)"),
        ("X = \u{FFFD}.", "1:5: illegal bytes: the text is not UTF-8 here"),
        (
            "foo (a).",
            "1:5: expected an operator or the end of the clause before `(`",
        ),
        ("X(a).", "1:2: expected an operator or the end of the clause before `(`"),
        (
            "a'b'.",
            "1:2: expected an operator or the end of the clause before `'b'`",
        ),
        ("f(,,a).", "1:3: expected a term before `,`"),
        (
            "a--1.",
            "1:2: expected an operator or the end of the clause before `--`",
        ),
        (
            "foo :- a\nbar(x).",
            "1:9: expected an operator or the end of the clause before `bar`",
        ),
        (
            "drinks(mary, wine\ndrinks(john, beer).",
            "1:18: expected an operator, `,` or `)` before `drinks`",
        ),
        (
            "a+/*c*/b.",
            "1:2: expected an operator or the end of the clause before `+/*`",
        ),
    ]);
    check_strict(&[
        ("f().", "1:3: expected an argument: a compound term has at least one"),
        ("X = ٣.", "1:5: illegal character `٣`"),
    ]);
}

/// Returns the results of all clauses of a text, valid or not.
fn all(text: &str) -> Vec<String> {
    let mut bench = Bench::new();
    let mut from = 0;
    let mut found = Vec::new();
    loop {
        match bench.read(text, from) {
            Ok(Read::EndOfText) => return found,
            Ok(Read::Clause { start, end }) => {
                found.push(text[start..end].to_owned());
                from = end;
            }
            Err(error) => {
                found.push(format!(
                    "error at {}",
                    shown(text, &error).split(' ').next().unwrap_or("")
                ));
                assert!(error.resume > from && error.resume <= text.len());
                from = error.resume;
            }
        }
    }
}

#[test]
fn reading_goes_on_after_an_error() {
    assert_eq!(all("a b. c. "), ["error at 1:3:", "c."]);
    assert_eq!(all("f(a. c."), ["error at 1:2:", "c."]);
    assert_eq!(all("a \0 'b. c'. d."), ["error at 1:3:", "d."]);
    assert_eq!(all("x('abc).\nb.\n"), ["error at 1:3:", "b."]);
    assert_eq!(all("a. /* open. \nb. c."), ["a.", "error at 1:4:"]);
    assert_eq!(all("'\\q. '. b."), ["error at 1:2:", "b."]);
    assert_eq!(all("a. 0'"), ["a.", "error at 1:4:"]);
    assert_eq!(all(". . a."), ["error at 1:1:", "error at 1:3:", "a."]);
    assert_eq!(all("a b"), ["error at 1:4:"]);
}

#[test]
fn what_the_reader_ends_the_finder_ends() {
    use crate::text::end::EndFinder;
    for text in [
        "a. b.",
        "X = 0'. . ",
        "X = 'a. b'. c",
        "\"\\x41\\\". ",
        "f(0'''). x",
        "a:-b. % c",
        "/* a. */ x. y",
        "X = \"a\"\"b. \". z",
        "X = 1.5. 'a'",
        "→ . b",
    ] {
        let Ok(Read::Clause { end, .. }) = Bench::new().read(text, 0) else {
            panic!("{text}")
        };
        assert_eq!(EndFinder::new(Extensions::ALL).feed(text), Some(end), "{text}");
    }
}
