//! Each limit, by the table of limits: set by the host, by a flag, on the command line, it ends a goal, with the words and
//! the exit status of its error; and the next query is as free as before.

use std::process::Command;

use ferz::{Engine, Error, Limit};

/// Small amounts as an option and as a flag, a goal that takes more, and what it is told.
fn example(limit: Limit) -> [&'static str; 4] {
    match limit {
        Limit::Memory => ["4M", "4194304", "length(L, 10000000)", "Not enough resources: memory"],
        Limit::Program => [
            "4M",
            "4194304",
            "repeat, gensym(a_name_of_its_own, A), assertz(kept(A)), fail",
            "Not enough resources: memory for clauses and atoms",
        ],
        Limit::Inferences => ["1_000", "1000", "repeat, true, fail", "Inference limit exceeded"],
        Limit::Time => ["30ms", "30", "repeat, fail", "Time limit exceeded"],
        Limit::Depth => [
            "5_000",
            "5000",
            "retractall(d(_)), assertz((d(N) :- N > 0, M is N-1, d(M), M >= 0)), d(1000000)",
            "Depth limit exceeded",
        ],
        Limit::Answers => ["0", "1", "repeat", "Limit on the number of answers exceeded"],
        Limit::Output => ["1K", "1024", "repeat, write(something), fail", "Output limit exceeded"],
        other => panic!("a limit without an example: {other:?}"),
    }
}

/// The error that a query ends with.
fn met(engine: &mut Engine, goal: &str) -> Error {
    let mut query = engine.query(goal).expect("the goal is right");
    query
        .find_map(Result::err)
        .unwrap_or_else(|| panic!("{goal} ends by itself"))
}

/// What is not limited any more.
fn is_free(engine: &mut Engine) {
    let goal = "numlist(1, 20000, L), forall(member(X, L), X > 0), write(L), member(_, [a, b, c])";
    let answers = engine.query(goal).expect("the goal is right");
    assert_eq!(answers.filter_map(Result::ok).count(), 3);
}

#[test]
fn hosts_set_them() {
    for &limit in Limit::ALL {
        let [amount, _, goal, words] = example(limit);
        let mut engine = Engine::new();
        engine.set_limits(engine.limits().with(limit, limit.parse(amount)));
        let error = met(&mut engine, goal).to_string();
        assert!(error.contains(words), "{limit:?}: {error}");
        engine.set_limits(engine.limits().with(limit, limit.parse("1000000000")));
        is_free(&mut engine);
        engine.set_limits(engine.limits().with(limit, None));
        is_free(&mut engine);
    }
}

#[test]
fn programs_set_them() {
    for &limit in Limit::ALL {
        let [_, amount, goal, words] = example(limit);
        let mut engine = Engine::new();
        let flag = match limit {
            Limit::Memory => "stack_limit".to_owned(),
            Limit::Inferences => "inference_limit".to_owned(),
            Limit::Answers => "answer_limit".to_owned(),
            _ => format!("{}_limit", limit.option()),
        };
        let set = |value: &str| format!("current_prolog_flag({flag}, Old), set_prolog_flag({flag}, {value})");
        let before = engine.once(&set(amount)).expect("no error").expect("a solution");
        let before = before.term("Old").expect("it has a value").to_string();
        let error = met(&mut engine, goal).to_string();
        assert!(error.contains(words), "{limit:?}: {error}");
        engine.once(&set(&before)).expect("no error").expect("a solution");
        is_free(&mut engine);
    }
}

#[test]
fn the_command_line_sets_them() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(arguments)
            .output()
            .expect("the program starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    let (help, _, _) = run(&["--help"]);
    for &limit in Limit::ALL {
        let [amount, _, goal, words] = example(limit);
        let option = format!("--{}", limit.option());
        assert!(help.contains(&format!("{option} ")), "{limit:?}");
        for arguments in [
            &[&option, amount, "-t", goal][..],
            &[&format!("{option}={amount}"), "-t", goal],
        ] {
            let (_, told, status) = run(arguments);
            assert!(
                told.starts_with("ERROR: ") && told.contains(&format!("{words}\n")),
                "{limit:?}: {told}"
            );
            assert_eq!(status, Some(if limit == Limit::Time { 124 } else { 4 }), "{limit:?}");
        }
        let (_, told, status) = run(&[&option, "many"]);
        assert!(told.starts_with(&format!("ferz: {option} many: ")), "{told}");
        assert_eq!(status, Some(64), "{limit:?}");
        let (_, told, _) = run(&[&option]);
        assert_eq!(told, format!("ferz: {option} needs a number\n"));
    }
}
