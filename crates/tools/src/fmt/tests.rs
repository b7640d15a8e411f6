//! Texts before and after.

use super::Formatter;

fn laid_out(text: &str) -> String {
    let formatted = Formatter::new().format(text, None).expect("it reads back");
    let again = Formatter::new().format(&formatted.text, None).expect("it reads back");
    assert_eq!(again.text, formatted.text);
    formatted.text
}

#[test]
fn a_text_has_the_usual_layout() {
    let (before, after) = (
        include_str!("../../tests/layout/before.txt"),
        include_str!("../../tests/layout/after.txt"),
    );
    let formatted = Formatter::new().format(before, None).expect("it reads back");
    assert_eq!(formatted.text, after);
    assert_eq!(formatted.kept.len(), 1, "{:?}", formatted.kept);
    assert_eq!(formatted.kept[0].reason, "this `(` is never closed");
    assert_eq!(laid_out(after), after);
}

#[test]
fn what_is_behind_the_end_of_the_program_stays() {
    assert_eq!(
        laid_out("a:-b,c.\nend_of_file.\n  d:-e,f. 'x"),
        "a :-\n    b,\n    c.\nend_of_file.\n  d:-e,f. 'x\n"
    );
}

#[test]
fn ends_of_lines_are_the_authors() {
    assert_eq!(
        laid_out("a:-b,c.\r\n\r\nd.\r\n"),
        "a :-\r\n    b,\r\n    c.\r\n\r\nd.\r\n"
    );
    assert_eq!(laid_out("a('x\\\n\ny') .\r\n"), "a('x\\\n\ny').\r\n");
}

#[test]
fn edges_of_texts_survive() {
    for (before, after) in [
        ("", ""),
        ("\n\n", ""),
        ("% only a comment", "% only a comment\n"),
        ("\u{feff}a.", "\u{feff}a.\n"),
        ("\u{feff}\n% c\na.", "\u{feff}% c\na.\n"),
        ("#!/bin/ferz", "#!/bin/ferz\n"),
        ("a", "a\n"),
        ("'a", "'a\n"),
        ("/* a", "/* a\n"),
        ("a. /* b", "a.\n/* b\n"),
        ("a:-b,c. d(", "a :-\n    b,\n    c.\nd(\n"),
        ("\ta :- f(.\n b.", "\ta :- f(.\nb.\n"),
        ("X = 'é',/*/ü*/b.", "X = 'é', /*/ü*/ b.\n"),
    ] {
        assert_eq!(laid_out(before), after, "{before:?}");
    }
}

#[test]
fn deep_and_long_terms_do_no_harm() {
    let deep = format!("a({}b{}).\n", "f(".repeat(100_000), ")".repeat(100_000));
    let formatted = Formatter::new().format(&deep, None).expect("it reads back");
    assert_eq!((formatted.text, formatted.kept.len()), (deep, 1));
    let sum = format!("a :- X is {}1.\n", "1+".repeat(50_000));
    assert!(laid_out(&sum).lines().count() > 1000);
    let goals = format!("a :- {}c.\n", "b,".repeat(50_000));
    assert_eq!(laid_out(&goals).lines().count(), 50_002);
    let alternatives = format!("a :- {}c.\n", "b->c;".repeat(20_000));
    assert_eq!(laid_out(&alternatives).lines().count(), 40_002);
}
