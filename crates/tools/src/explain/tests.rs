//! Each wrong example gives its message, and each right one gives none.

use std::collections::BTreeSet;

use ferz::{Engine, Limits};

use super::{MessagePage, called, explanations, is_asked, of_diagnostic, of_error};

/// Loads an example as `ferz check` does, runs its queries, and returns the codes of all messages.
fn codes(example: &str) -> BTreeSet<&'static str> {
    let is_query = |line: &&str| line.starts_with("?- ");
    let program: String = example
        .lines()
        .filter(|line| !is_query(line))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut engine = Engine::with_process();
    engine.set_limits(Limits::default().memory(64 << 20));
    engine.toplevel().keep_messages(true);
    let queries: Vec<&str> = example.lines().filter(is_query).collect();
    // Directives run only where there are queries.
    let is_checked = queries.is_empty() && !program.contains(":- member(");
    engine.toplevel().set_checking(is_checked);
    let mut codes = BTreeSet::new();
    // Errors are among the messages.
    for (number, text) in program.split("% File ").enumerate() {
        let _loaded = engine.consult_named(
            &format!("text {number}"),
            text.split_once(".pl\n").map_or(text, |(_, text)| text),
        );
    }
    if is_checked {
        let found = engine.check().expect("no limit is met");
        codes.extend(found.iter().map(|found| code(of_diagnostic(found), found.code())));
    }
    for query in queries {
        match engine.succeeds(&query[3..]) {
            Ok(_) => {}
            Err(error) => {
                codes.insert(code(of_error(&error), Some(&error.to_string())));
            }
        }
    }
    for found in engine.toplevel().take_diagnostics().iter() {
        codes.insert(code(of_diagnostic(found), found.code()));
    }
    codes
}

fn code(page: Option<MessagePage>, name: Option<&str>) -> &'static str {
    page.unwrap_or_else(|| panic!("a message without a code: {name:?}"))
        .code
}

#[test]
fn wrong_examples_give_their_messages_and_right_ones_none() {
    let mut faults = Vec::new();
    for page in explanations() {
        let (wrong, right) = page.examples().expect(page.code);
        let found = codes(wrong);
        if found != BTreeSet::from([page.code]) {
            faults.push(format!("{}, wrong: {found:?}", page.code));
        }
        let found = codes(right);
        if !found.is_empty() {
            faults.push(format!("{}, right: {found:?}", page.code));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pages_are_complete_and_in_order() {
    let pages: Vec<MessagePage> = explanations().collect();
    assert_eq!(pages.len(), super::MESSAGES.matches("\n## ").count() + 1);
    assert!(pages.is_sorted_by(|a, b| a.code < b.code));
    for page in &pages {
        assert!(!page.title.ends_with('.') && !page.text.is_empty(), "{}", page.code);
        assert!(
            page.plain().lines().all(|line| line.chars().count() <= 125),
            "{}",
            page.code
        );
    }
}

#[test]
fn codes_may_be_short_and_names_do() {
    let codes = |word: &str| called(word).iter().map(|page| page.code).collect::<Vec<_>>();
    for word in ["E0201", "e0201", "E201", "201", "singletons"] {
        assert_eq!(codes(word), ["E0201"], "{word}");
    }
    assert_eq!(codes("type_error"), ["E0302", "E0303", "E0304"]);
    assert!(codes("E9999").is_empty() && codes("nosuch").is_empty() && codes("").is_empty());
}

#[test]
fn a_query_that_asks_is_told_from_others() {
    assert!(is_asked("explain.") && is_asked(" explain . % now"));
    for other in ["explain(p).", "explain, p.", "X = explain.", "why.", ""] {
        assert!(!is_asked(other), "{other}");
    }
}

/// The kinds of messages of loading and checking that the texts of messages know.
#[test]
fn messages_of_other_kinds_have_codes() {
    let errors = [
        ("X = f(_), X =.. [_|a]", "E0304"),
        ("throw(error(my_error(1), _))", "E0315"),
        ("format(\"~z\")", "E0308"),
        ("see('no such file')", "E0307"),
        ("foo(", "E0101"),
        ("X = 'abc", "E0104"),
        ("a b", "E0102"),
        ("atom_to_term('foo(', _, _)", "E0110"),
    ];
    let mut engine = Engine::with_process();
    for (goal, code) in errors {
        let error = engine.succeeds(goal).expect_err(goal);
        assert_eq!(of_error(&error).map(|page| page.code), Some(code), "{goal}: {error}");
    }
}
