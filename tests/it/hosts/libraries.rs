//! Libraries that hosts add: what does not fit together is an error before a program has it.

use ferz::native::{Library, Loadable, Native, Step, Stop, Texts, det};
use ferz::{Engine, Program};

const ROWS: &[Native] = &[det!("failing_row(+x)", 1, failing_row_1)];

fn failing_row_1(_m: &mut ferz::native::Machine, _x: ferz::native::terms::Cell) -> Step {
    Err(Stop::Fail)
}

/// The message of adding a library.
fn fault(library: &'static Library) -> String {
    let added = Program::builder().library(library).freeze();
    added.err().map_or_else(String::new, |faults| faults.to_string())
}

#[test]
fn libraries_that_do_not_fit_together_are_refused() {
    static TEXTS: [Texts; 6] = [
        Texts::new(&[("a/a.pl", "%! fine(?X)\nfine(1).\n\n%! wrong(?X)\nwrong(1\n")]),
        Texts::new(&[("a/a.pl", "%! fine(?X)\nfine(1).\nother(1).\n")]),
        Texts::new(&[("a/a.pl", "%! fine(?X)\nfine(1).\n\n%! bare(?X)\n")]),
        Texts::new(&[(
            "a/a.pl",
            "%! fine(?X)\nfine(1).\n\n%! append(?X, ?Y, ?Z)\nappend(1, 2, 3).\n",
        )]),
        Texts::new(&[("a.pl", "%! fine(?X)\nfine(1).\n")]),
        Texts::new(&[("a/a.pl", "%! failing_row(?X)\nfailing_row(1).\n")]),
    ];
    static LIBRARIES: [Library; 8] = [
        Library::new("syntax").texts(&TEXTS[0]),
        Library::new("strays").texts(&TEXTS[1]),
        Library::new("empty").texts(&TEXTS[2]),
        Library::new("known").texts(&TEXTS[3]),
        Library::new("folder").texts(&TEXTS[4]),
        Library::new("twice").rows(&[ROWS]).texts(&TEXTS[5]),
        Library::new("hooks").rows(&[ROWS]).hooks(&[("mine", "unknown_hook")]),
        Library::new("parts").rows(&[ROWS]).loadable(&[Loadable {
            names: &["parts"],
            texts: &["a/b.pl"],
            rows: &[],
        }]),
    ];
    let expected = [
        "library syntax: a/a.pl:5:",
        "library strays: a/a.pl:3: not a clause of fine/1",
        "library empty: a/a.pl:4: bare/1 has no clauses",
        "library known: append/3 exists",
        "library folder: the text a.pl is not called folder/name.pl",
        "library twice: failing_row/1 is defined twice",
        "library hooks: the hook unknown_hook/2 is not defined",
        "library parts: there is no text a/b.pl",
    ];
    for (library, expected) in LIBRARIES.iter().zip(expected) {
        let fault = fault(library);
        assert!(fault.contains(expected), "{fault}\nand not {expected}");
    }
}

#[test]
fn engines_of_a_program_have_its_libraries_and_others_do_not() {
    static TEXTS: Texts = Texts::new(&[("a/a.pl", "%! seven(?X)\nseven(7).\n")]);
    static LIBRARY: Library = Library::new("sevens").rows(&[ROWS]).texts(&TEXTS);
    let program = Program::builder()
        .library(&LIBRARY)
        .text("user", "eight(X) :- seven(Y), X is Y + 1.");
    let program = program.freeze().expect("it loads");
    for _ in 0..2 {
        assert_eq!(
            program.engine().succeeds("eight(8), \\+ failing_row(1)").ok(),
            Some(true)
        );
    }
    let error = Engine::new().once("seven(X)").expect_err("another program has it");
    assert!(error.to_string().contains("seven/1"), "{error}");
    // The bytes of a program know which libraries it was made with.
    let bytes = program.to_bytes().expect("nothing of the host is in it");
    let again = Program::builder()
        .library(&LIBRARY)
        .bytes(&bytes)
        .freeze()
        .expect("the same libraries");
    assert_eq!(again.engine().succeeds("eight(8)").ok(), Some(true));
    assert!(Program::from_bytes(&bytes).is_err());
    // Each thread of a search on several has them, too.
    let mut engine = program.engine();
    engine.grant(ferz::Grant::Threads);
    let goal = "parallel_findall(X, (between(1, 50, _), eight(X)), L), length(L, 50)";
    assert_eq!(engine.succeeds(goal).ok(), Some(true));
}
