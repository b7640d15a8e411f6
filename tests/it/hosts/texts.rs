//! Texts of hosts: what they add to and replace, and what they call that nothing defines.

use ferz::{Diagnostic, Diagnostics, Engine, Program};

/// The solutions of `X` in a goal.
#[track_caller]
fn all(engine: &mut Engine, goal: &str) -> String {
    let answer = engine.once(&format!("findall(X, {goal}, L)")).expect("no error");
    answer.expect("a solution").term("L").expect("it is bound").to_string()
}

/// The warnings of a program, or those that an engine has kept, without hints.
fn lines<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<String> {
    let line = |found: &Diagnostic| found.to_string().lines().next().unwrap_or_default().to_owned();
    found.into_iter().map(line).collect()
}

/// The texts of a program replace nothing in silence.
#[test]
fn texts_of_a_program_tell_what_they_replace() -> Result<(), Diagnostics> {
    let redefined = |names: [&str; 2]| {
        let builder = Program::builder();
        let program = builder
            .text(names[0], "a(1).\nc(1).")
            .text(names[1], "c(2).\nc(3).\nb(1).")
            .freeze()?;
        let mut engine = program.engine();
        assert_eq!(all(&mut engine, "(a(X) ; b(X))"), "[1, 1]");
        Ok::<_, Diagnostics>((lines(program.warnings()), all(&mut engine, "c(X)")))
    };
    let told = |other: &str| {
        let line = format!("{other}:1:1: warning: Procedure c/1 redefined, previously defined at one:2");
        (vec![line], "[2, 3]".to_owned())
    };
    assert_eq!(redefined(["one", "two"])?, told("two"));
    assert_eq!(
        redefined(["one", "one"])?,
        told("one"),
        "in a program the same name is another text, too"
    );
    assert_eq!(redefined(["user", "user"])?, (vec![], "[1, 2, 3]".to_owned()));
    assert_eq!(redefined(["one", "user"])?, (vec![], "[1, 2, 3]".to_owned()));
    let parts = [1, 2].map(|n| format!(":- multifile(deny/1).\ndeny({n})."));
    let program = Program::builder()
        .text("one", &parts[0])
        .text("two", &parts[1])
        .freeze()?;
    assert!(program.warnings().is_empty());
    assert_eq!(all(&mut program.engine(), "deny(X)"), "[1, 2]");
    Ok(())
}

/// A text without a name adds to what other texts define; one with a name replaces its former version, and only that
/// in silence.
#[test]
fn texts_of_an_engine_are_added_or_loaded_again() -> Result<(), ferz::Error> {
    let program = Program::builder()
        .text("rules", "d(0).\nk(0) :- true.")
        .freeze()
        .expect("it is right");
    let mut engine = program.engine();
    engine.toplevel().keep_messages(true);
    let told = |engine: &mut Engine| lines(&engine.toplevel().take_diagnostics());
    for text in ["c(1). c(2). :- dynamic(t/1). t(1).", "c(3). d(1). t(2).", "d(2). t(3)."] {
        engine.consult_str(text)?;
    }
    assert_eq!(all(&mut engine, "c(X)"), "[1, 2, 3]");
    assert_eq!(all(&mut engine, "d(X)"), "[0, 1, 2]");
    assert_eq!(all(&mut engine, "t(X)"), "[1, 2, 3]");
    // Only the clauses of the text itself are replaced.
    engine.consult_named("rules", "d(5). d(6).")?;
    engine.consult_named("rules", "d(7). d(8). k(1).")?;
    assert_eq!(all(&mut engine, "d(X)"), "[1, 2, 7, 8]");
    assert_eq!(all(&mut engine, "k(X)"), "[1]");
    assert!(told(&mut engine).is_empty());
    engine.consult_named("other", "c(9).")?;
    assert_eq!(all(&mut engine, "c(X)"), "[9]");
    assert_eq!(
        told(&mut engine),
        ["other:1:1: warning: Procedure c/1 redefined, previously defined at user:1"]
    );
    // Tables, modules and included texts.
    engine.consult_str(":- table p/1. p(1). :- module_transparent(q/0).")?;
    engine.consult_str("p(2).")?;
    engine.consult_str(":- table p/1. p(3).")?;
    assert_eq!(all(&mut engine, "p(X)"), "[1, 2, 3]");
    engine.consult_str(":- module(m, [e/1]). e(1).")?;
    engine.consult_str(":- module(m, [e/1]). e(2).")?;
    assert_eq!(all(&mut engine, "e(X)"), "[2]", "the module has a name");
    // What an engine adds to its program is not in the others, nor there after a reset.
    engine.reset();
    assert_eq!(all(&mut engine, "d(X)"), "[0]");
    assert_eq!(all(&mut program.engine(), "d(X)"), "[0]");
    Ok(())
}

/// What a program calls and does not define is told, without running it.
#[test]
fn undefined_predicates_are_told_as_values() -> Result<(), Diagnostics> {
    let rules = "a(X) :- undefined_thing(X).\nb(X) :- host(X), fact(X), later(X), \\+ undefined_thing(X).\n\
                 c(X) :- findall(Y, other(Y), X), d(X).\n:- dynamic d/1.";
    let program = Program::builder()
        .text("rules", rules)
        .test("host", |n: i64| Ok(n > 1))
        .facts("fact", [(1,), (2,)])
        .text("more", "later(_).")
        .freeze()?;
    let expected = [
        "rules:1:9: warning: undefined_thing/1 is called, but not defined",
        "rules:3:20: warning: other/1",
    ];
    let found = lines(program.warnings());
    assert_eq!(found.len(), 2, "{found:?}");
    for (line, expected) in found.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
    let mut engine = program.engine();
    assert_eq!(lines(&engine.check().expect("no limit")), found);
    engine
        .consult_str("undefined_thing(_). other(_). e :- f.")
        .expect("it is right");
    assert_eq!(engine.check().expect("no limit").len(), 1);
    // The limits of queries are not those of the check.
    let limited = Program::builder().limits(ferz::Limits::default().inferences(1000));
    assert_eq!(limited.text("t", "a :- b.").freeze()?.warnings().len(), 1);
    assert!(
        Program::builder()
            .text("t", "f(0).\nf(N) :- N > 0, M is N-1, f(M).")
            .freeze()?
            .warnings()
            .is_empty()
    );
    Ok(())
}

/// What a text imports needs no right to files, also under another name.
#[test]
fn second_names_need_no_rights() -> Result<(), ferz::Error> {
    let mut engine = Engine::new();
    engine.consult_str(":- use_module(library(lists), [sum_list/2 as total]).\nt(X) :- total([1, 2], X).")?;
    assert_eq!(all(&mut engine, "t(X)"), "[3]");
    Ok(())
}
