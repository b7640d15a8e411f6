//! Programs shared by engines: what each engine sees and keeps, resets and forks, memory.

use ferz::{Atom, Engine, Error, Limit, Program, Severity};
use std::sync::{Arc, Mutex};
use std::time::Instant;

const TEXT: &str = ":- dynamic([fact/2, counter/1, empty/1]).
    :- op(700, xfx, ===>).
    :- nb_setval(key, start).
    counter(0).
    rule(X, Y) :- fact(X, Z), succ(Z, Y).
    kind(a, vowel). kind(b, other). kind(c, other). kind(e, vowel).
    long(X) :- member(X, [one, two, three]), atom_length(X, 3).
    arrow(X, Y) :- X ===> Y.
    a ===> b.
    :- table path/2.
    path(X, Y) :- edge(X, Y).
    path(X, Y) :- path(X, Z), edge(Z, Y).
    edge(1, 2). edge(2, 3). edge(3, 1).";

/// A program with a thousand facts beside the text.
fn program() -> Program {
    let built = Program::builder()
        .flag("double_quotes", "atom")
        .text("text", TEXT)
        .facts("fact", (0..1000_i64).map(|n| (n, n * 2)))
        .facts("named", [(Atom("ann"), 1.5), (Atom("bob"), 2.5)])
        .freeze();
    built.unwrap_or_else(|found| panic!("{found}"))
}

/// Whether the goal succeeds; errors are failures of the test.
#[track_caller]
fn yes(engine: &mut Engine, goal: &str) {
    match engine.succeeds(goal) {
        Ok(true) => {}
        Ok(false) => panic!("{goal} fails"),
        Err(error) => panic!("{goal}: {error}"),
    }
}

/// What holds in an engine that nobody has changed.
#[track_caller]
fn is_fresh(engine: &mut Engine) {
    for goal in [
        "findall(X, counter(X), [0])",
        "aggregate_all(count, fact(_, _), 1000), fact(7, 14), \\+ fact(_, new)",
        "rule(3, 7), \\+ rule(3, 8)",
        "findall(X, kind(X, vowel), [a, e])",
        "\\+ empty(_)",
        "catch(fresh(1), error(existence_error(procedure, fresh/1), _), true)",
        "catch(in_module:own(_), error(existence_error(procedure, _), _), true)",
        "current_prolog_flag(double_quotes, atom), current_prolog_flag(unknown, error)",
        "X = \"abc\", atom(X)",
        "\\+ current_op(_, _, ~~>), current_op(700, xfx, ===>)",
        "nb_getval(key, start), catch(nb_getval(other, _), error(_, _), true)",
        "findall(Y, path(1, Y), Ys), sort(Ys, [1, 2, 3])",
        "\\+ recorded(key, _), \\+ flag(number, 5, 5)",
        "findall(S, stream_property(S, alias(_)), L), length(L, 3)",
        "findall(X, long(X), [one, two])",
        "arrow(a, b)",
        "named(ann, 1.5)",
        "gensym(g, g1)",
    ] {
        // `flag/3` and `gensym/2` change the engine that asks.
        let mut asked = engine.fork();
        yes(&mut asked, goal);
    }
}

/// Changes everything that a program can change.
#[track_caller]
fn change(engine: &mut Engine) {
    for goal in [
        "retract(counter(0)), assertz(counter(5)), asserta(counter(4))",
        "retract(fact(7, 14)), assertz(fact(1, new)), asserta(fact(0, new)), retractall(fact(_, 20))",
        "assertz(empty(1)), assertz(fresh(1)), assertz((fresh(X) :- X > 1))",
        "assertz(in_module:own(1))",
        "set_prolog_flag(double_quotes, codes), set_prolog_flag(unknown, fail)",
        "op(700, xfx, ~~>), op(0, xfx, ===>)",
        "nb_setval(key, changed), nb_setval(other, 1), b_setval(third, 1)",
        "recordz(key, value), flag(number, _, 5), gensym(g, _), gensym(g, _)",
        "findall(Y, path(2, Y), [_, _, _]), abolish_all_tables",
    ] {
        yes(engine, goal);
    }
    engine
        .consult_named(
            "text",
            "kind(x, none). edge(1, 9). rule(_, _) :- fail. member(_, _) :- fail.
            :- initialization(nb_setval(loaded, yes)).",
        )
        .expect("it has no errors");
    for goal in [
        "findall(X, kind(X, _), [x])",
        "\\+ rule(3, 7)",
        "nb_getval(loaded, yes)",
        "findall(X, counter(X), [4, 5])",
        "\\+ fact(7, _), fact(0, new), \\+ fact(10, _)",
        "fresh(1), fresh(2), in_module:own(1)",
        "\\+ never_defined",
        "X = \"a\", X == [0'a]",
        "\\+ member(1, [1])",
    ] {
        yes(engine, goal);
    }
}

#[test]
fn engines_do_not_see_each_others_changes() {
    let program = program();
    let (mut one, mut other) = (program.engine(), program.engine());
    is_fresh(&mut one);
    change(&mut one);
    is_fresh(&mut other);
    change(&mut other);
    is_fresh(&mut program.engine());
    let mut plain = Engine::new();
    yes(
        &mut plain,
        "catch(kind(_, _), error(existence_error(_, _), _), true), \\+ current_op(_, _, ===>)",
    );
    yes(
        &mut plain,
        "member(1, [1]), catch(fresh(1), error(existence_error(_, _), _), true)",
    );
}

#[test]
fn a_reset_takes_back_what_goals_have_changed() {
    let program = program();
    let mut engine = program.engine();
    let written = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&written);
    engine.set_output(move |bytes| {
        log.lock().expect("no panic").extend_from_slice(bytes);
        Ok(())
    });
    engine.det("twice", |n: i64| Ok(2 * n)).expect("it is new");
    engine.set_limits(engine.limits().inferences(1_000_000));
    for _ in 0..3 {
        change(&mut engine);
        yes(
            &mut engine,
            "twice(4, 8), write(hello), with_output_to(string(_), true)",
        );
        yes(
            &mut engine,
            "open_null_stream(S), set_output(S), set_stream(S, alias(user_output))",
        );
        engine.reset();
        is_fresh(&mut engine);
        yes(&mut engine, "twice(4, 8)");
        let error = engine.once("repeat, fail").expect_err("the limit stays");
        assert_eq!(error.limit(), Some(Limit::Inferences));
        yes(&mut engine, "write(again), nl, flush_output");
    }
    let written = String::from_utf8(written.lock().expect("no panic").clone()).expect("text");
    assert_eq!(written, "helloagain\n".repeat(3));
}

#[test]
fn a_reset_after_an_open_query_and_a_prepared_goal() {
    let mut engine = program().engine();
    let goal = engine.prepare("fact(X, new_name)").expect("it is right");
    let mut query = engine.query("fact(X, _), assertz(empty(X))").expect("it is right");
    query.next();
    std::mem::forget(query);
    engine.reset();
    is_fresh(&mut engine);
    assert!(engine.run_once(&goal, [("X", 1)]).expect("it is read again").is_none());
    yes(&mut engine, "assertz(fact(1, new_name))");
    assert!(engine.run_once(&goal, [("X", 1)]).expect("it is read again").is_some());
}

#[test]
fn a_fork_has_the_state_of_its_original() {
    let mut engine = program().engine();
    let calls = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&calls);
    engine
        .det("tally", move |n: i64| {
            let mut calls = counted.lock().expect("no panic");
            *calls += 1;
            Ok(n + *calls)
        })
        .expect("it is new");
    change(&mut engine);
    engine
        .insert_all("many", (0..3000_i64).map(|n| (n, n)))
        .expect("there is room");
    yes(&mut engine, "many(2999, X), X == 2999");
    let mut fork = engine.fork();
    for engine in [&mut engine, &mut fork] {
        yes(
            engine,
            "findall(X, counter(X), [4, 5]), fresh(1), in_module:own(1), nb_getval(key, changed)",
        );
        yes(
            engine,
            "findall(X, kind(X, _), [x]), current_op(700, xfx, ~~>), recorded(key, value)",
        );
        yes(engine, "tally(1, N), N > 1, many(1500, 1500)");
    }
    assert_eq!(*calls.lock().expect("no panic"), 2);
    yes(
        &mut fork,
        "retractall(counter(_)), assertz(many(a, b)), retract(many(5, _)), nb_setval(key, forked)",
    );
    yes(
        &mut engine,
        "findall(X, counter(X), [4, 5]), \\+ many(a, _), many(5, 5), nb_getval(key, changed)",
    );
    yes(&mut engine, "retractall(many(_, _)), garbage_collect_atoms");
    yes(
        &mut fork,
        "aggregate_all(count, many(_, _), 3000), many(a, b), many(2999, 2999), \\+ many(5, _)",
    );
    let mut second = fork.fork();
    drop(fork);
    drop(engine);
    yes(
        &mut second,
        "many(a, b), nb_getval(key, forked), garbage_collect_atoms, fresh(2)",
    );
    second.reset();
    is_fresh(&mut second);
}

#[test]
fn many_forks_of_a_changing_engine() {
    let mut engine = Engine::new();
    engine.consult_str(":- dynamic(p/2).").expect("it is right");
    let mut forks = Vec::new();
    for n in 0..100_i64 {
        engine.insert_all("p", [(n, "a text")]).expect("there is room");
        yes(
            &mut engine,
            &format!("assertz(q{n}(\"t\", x)), retractall(p({}, _))", n - 50),
        );
        forks.push(engine.fork());
    }
    for (n, fork) in forks.iter_mut().enumerate() {
        let count = (n + 1).min(50);
        yes(
            fork,
            &format!("aggregate_all(count, p(_, _), {count}), p({n}, T), string(T), q{n}(_, x)"),
        );
        yes(
            fork,
            &format!("catch(q{}(_, _), error(existence_error(_, _), _), true)", n + 1),
        );
        yes(
            fork,
            &format!("assertz(p({n}, {n})), retract(p({n}, T)), string(T), garbage_collect_atoms"),
        );
    }
}

#[test]
fn threads_run_engines_of_one_program() {
    let program = program();
    let threads: Vec<_> = (0..4_i64)
        .map(|thread| {
            let program = program.clone();
            std::thread::spawn(move || {
                for round in 0..25 {
                    let mut engine = program.engine();
                    yes(
                        &mut engine,
                        &format!("assertz(fact(own, {thread})), retract(fact({round}, _))"),
                    );
                    yes(
                        &mut engine,
                        &format!("findall(X, fact(own, X), [{thread}]), fact(999, 1998)"),
                    );
                    yes(&mut engine, "findall(X, rule(_, X), L), length(L, N), N >= 998");
                    engine.consult_str("extra(X) :- kind(X, vowel).").expect("it is right");
                    yes(&mut engine, "findall(X, extra(X), [a, e])");
                    engine.reset();
                    yes(&mut engine, "\\+ fact(own, _), findall(Y, path(3, Y), [_, _, _])");
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("no panic");
    }
    is_fresh(&mut program.engine());
}

#[test]
fn host_predicates_and_settings_of_a_program() {
    let program = Program::builder()
        .det("add", |a: i64, b: i64| Ok(a + b))
        .semidet("root", |n: f64| Ok((n >= 0.0).then(|| n.sqrt())))
        .test("positive", |n: i64| Ok(n > 0))
        .nondet("below", |n: i64| Ok(0..n))
        .host("ticket", 1, {
            let mut last = 0;
            move |call| {
                last += 1;
                call.unify(0, last);
                Ok(true)
            }
        })
        .flag("unknown", "fail")
        .limits(ferz::Limits::default().inferences(100_000))
        .text("text", "p(X) :- add(1, 2, X).")
        .freeze()
        .expect("it is right");
    for _ in 0..2 {
        let mut engine = program.engine();
        yes(
            &mut engine,
            "p(3), root(4, 2.0), \\+ root(-1, _), positive(1), findall(X, below(3, X), [0, 1, 2])",
        );
        yes(&mut engine, "ticket(1), ticket(2), \\+ not_there(1)");
        let error = engine.once("repeat, fail").expect_err("it is limited");
        assert_eq!(error.limit(), Some(Limit::Inferences));
    }
}

#[test]
fn errors_of_a_program_are_told() {
    let build = |text: &str| Program::builder().text("t.pl", text).freeze();
    let found = build("p(X) :- q(X.\nr(Y).\n:- foo.\n:- initialization(fail).\n").expect_err("it has errors");
    let told: Vec<_> = found
        .iter()
        .map(|one| (one.severity(), one.line(), one.code().is_some()))
        .collect();
    assert!(told.contains(&(Severity::Error, Some(1), true)), "{found}");
    assert!(told.contains(&(Severity::Warning, Some(2), true)), "{found}");
    assert!(told.contains(&(Severity::Error, Some(3), true)), "{found}");
    assert!(found.errors().count() >= 2, "{found}");
    let warned = build("p(X) :- true.\n").expect("a warning only");
    assert_eq!((warned.warnings().len(), warned.warnings()[0].span()), (1, Some(2..3)));
    let missing = Program::builder()
        .file("/no/such/file.pl")
        .freeze()
        .expect_err("there is none");
    assert_eq!(missing[0].code(), Some("file"));
    let flag = Program::builder()
        .flag("no_such_flag", "x")
        .freeze()
        .expect_err("there is none");
    assert!(flag.has_errors());
    let endless = Program::builder()
        .limits(ferz::Limits::default().inferences(10_000))
        .text("t", ":- repeat, fail.")
        .freeze()
        .expect_err("it is limited");
    assert!(endless.has_errors(), "{endless}");
    let standard = Program::builder().det("atom_length", |_: String| Ok(1)).freeze();
    assert!(standard.is_err());
}

#[test]
fn programs_are_made_of_files_and_read_granted_ones() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("ferz-shared-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("main.pl"), ":- include(part).\np(X) :- part(X).\n")?;
    std::fs::write(folder.join("part.pl"), "part(1).\npart(2).\n")?;
    let program = Program::builder()
        .grant_files(&folder, false)
        .directory(&folder)
        .file(folder.join("main.pl"))
        .freeze();
    let program = program.map_err(|found| found.to_string())?;
    let mut engine = program.engine();
    yes(
        &mut engine,
        "findall(X, p(X), [1, 2]), read_file_to_terms('part.pl', L, []), length(L, 2)",
    );
    yes(
        &mut engine,
        "catch(open('new.txt', write, _), error(permission_error(_, _, _), _), true)",
    );
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

#[test]
fn what_is_shared_is_not_charged() {
    let facts = 200_000_i64;
    let program = Program::builder()
        .facts("fact", (0..facts).map(|n| (n, n)))
        .text("t", "sum(S) :- aggregate_all(sum(X), fact(X, _), S).")
        .freeze()
        .expect("it is right");
    let mut engine = program.engine();
    engine.set_limits(engine.limits().program(4 << 20));
    yes(&mut engine, "fact(150000, X), X == 150000");
    yes(&mut engine, "forall(between(1, 1000, N), assertz(own(N))), own(1000)");
    let error = engine
        .insert_all("more", (0..facts).map(|n| (n, "text")))
        .expect_err("what is its own is charged");
    assert_eq!(error.limit(), Some(Limit::Program));
    yes(&mut engine, "retractall(more(_, _)), own(1), fact(7, 7)");
    engine.reset();
    yes(&mut engine, "assertz(own(1)), fact(199999, _)");
}

/// Tabled goals that note when their clauses run; some have tables when the program is frozen.
const TABLED: &str = ":- dynamic(ran/1).
    :- table path/2 as shared, cost(_, min) as shared, named/1 as shared, own/1, followed/1 as (shared, incremental).
    edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4).
    path(X, Y) :- assertz(ran(path(X))), edge(X, Y).
    path(X, Y) :- path(X, Z), edge(Z, Y).
    reach(X, Y) :- once(( path(X, Z), Z == Y )).
    cost(X, C) :- assertz(ran(cost(X))), member(C, [3, 1, 2]).
    named(N) :- assertz(ran(named)), atom_concat(made, up, N).
    own(X) :- assertz(ran(own)), X = 1.
    followed(X) :- assertz(ran(followed)), X = 1.
    note_all :- forall(path(1, _), true), cost(a, _), named(_), own(_), followed(_).
    :- note_all, retractall(ran(_)).";

#[test]
fn engines_use_the_tables_that_are_shared() {
    let program = Program::builder().text("tabled", TABLED).freeze();
    let program = program.unwrap_or_else(|found| panic!("{found}"));
    let mut engine = program.engine();
    yes(&mut engine, "findall(Y, path(1, Y), Ys), msort(Ys, [1, 2, 3, 4])");
    yes(&mut engine, "cost(a, 1)");
    yes(&mut engine, "named(M), M == madeup");
    yes(&mut engine, "findall(R, ran(R), Rs), Rs = []");
    yes(&mut engine, "own(1), followed(1), findall(X, ran(X), [own, followed])");
    yes(&mut engine, "reach(2, 4), findall(X, ran(X), [_, _, path(2)])");
    // What was found here is there for forks, and nobody else.
    let mut fork = engine.fork();
    yes(&mut fork, "retractall(ran(_)), reach(1, 4), reach(2, 1), \\+ ran(_)");
    yes(
        &mut program.engine(),
        "reach(1, 4), reach(2, 1), findall(X, ran(X), [path(2)])",
    );
    // Abolished tables stay for the others.
    yes(&mut fork, "abolish_private_tables, reach(1, 4), \\+ ran(_)");
    yes(
        &mut fork,
        "abolish_all_tables, reach(1, 4), cost(a, 1), findall(X, ran(X), [path(1), cost(a)])",
    );
    let mut other = program.engine();
    yes(
        &mut other,
        "garbage_collect_atoms, reach(1, 4), cost(a, C), C == 1, named(N), N == madeup, \\+ ran(_)",
    );
    yes(&mut other, "aggregate_all(count, current_table(_:path(_, _), _), 1)");
    yes(
        &mut other,
        "abolish_shared_tables, \\+ current_table(_:path(_, _), _), reach(1, 4), ran(path(1))",
    );
    // Tables that nobody has asked for can be abolished.
    yes(&mut program.engine(), "abolish_all_tables, reach(1, 4), ran(path(1))");
}

#[test]
fn erased_clauses_of_a_program_stay_for_others() {
    let program = program();
    let mut other = program.engine();
    {
        let mut query = other.query("fact(X, Y), X > 990").expect("it is right");
        assert!(query.next().is_some());
        let mut engine = program.engine();
        yes(&mut engine, "retractall(fact(_, _)), retractall(counter(_))");
        yes(
            &mut engine,
            "garbage_collect_atoms, garbage_collect_clauses, \\+ fact(_, _), \\+ counter(_)",
        );
        yes(
            &mut engine,
            "forall(between(1, 2000, N), (assertz(fact(N, b)), assertz((r(N) :- fact(N, b)))))",
        );
        yes(&mut engine, "r(2000), aggregate_all(count, fact(_, b), 2000)");
        drop(engine);
        assert_eq!(query.count(), 8);
    }
    is_fresh(&mut other);
}

#[test]
fn atoms_of_one_engine_are_not_those_of_another() {
    let program = program();
    let mut engines: Vec<Engine> = (0..3).map(|_| program.engine()).collect();
    for (number, engine) in engines.iter_mut().enumerate() {
        yes(
            engine,
            &format!("assertz(name(atom_{number}_a)), assertz(name(atom_{number}_b))"),
        );
        yes(
            engine,
            "forall(between(1, 5000, N), atomic_list_concat([garbage_, N], _)), garbage_collect_atoms",
        );
    }
    for (number, engine) in engines.iter_mut().enumerate() {
        yes(
            engine,
            &format!("findall(X, name(X), [atom_{number}_a, atom_{number}_b])"),
        );
        yes(
            engine,
            "forall(name(X), (atom_length(X, 8), sub_atom(X, 0, 5, _, atom_)))",
        );
    }
}

/// The variable that tells a process of this test program that it measures itself: other tests take memory as well.
const CHILD: &str = "FERZ_ENGINES";

#[test]
fn ten_thousand_engines() -> Result<(), Error> {
    if std::env::var_os(CHILD).is_none() {
        let output = crate::alone(module_path!(), "ten_thousand_engines", CHILD);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return Ok(());
    }
    let program = program();
    let (start, before) = (Instant::now(), resident());
    let mut engines: Vec<Engine> = (0..10_000).map(|_| program.engine()).collect();
    let (time, bytes) = (start.elapsed() / 10_000, resident().saturating_sub(before) / 10_000);
    for (number, engine) in engines.iter_mut().enumerate().step_by(97) {
        assert!(engine.succeeds(&format!("rule({}, N), N =:= {} * 2 + 1", number % 1000, number % 1000))?);
    }
    if cfg!(target_os = "linux") {
        assert!(bytes < 72 << 10, "an engine: {time:?}, {bytes} bytes");
    }
    Ok(())
}

/// The bytes of memory that the process has in use, on Linux.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
    kilobytes.unwrap_or_default() * 1024
}

/// Engines look facts up by the second argument, for which an index is made while they run; some change the facts before,
/// some after, and some are reset.
#[test]
fn indexes_that_engines_share_are_right_for_each() {
    let rules: String = (0..2000).map(|n| format!("rule({}, k{n}, {n}).\n", n % 3)).collect();
    let program = Program::builder()
        .text("rules", &rules)
        .facts("fact", (0..2000_i64).map(|n| (n % 3, n)))
        .freeze();
    let program = program.unwrap_or_else(|found| panic!("{found}"));
    let unchanged =
        "findall(A, fact(A, 700), [1]), findall(N, rule(_, k700, N), [700]), \\+ fact(_, 5000), \\+ rule(_, z, _)";
    let mut engines: Vec<Engine> = (0..4).map(|_| program.engine()).collect();
    yes(&mut engines[0], "assertz(fact(9, 700)), retract(fact(_, 1))");
    for round in 0..4 {
        yes(
            &mut engines[0],
            "findall(A, fact(A, 700), [1, 9]), \\+ fact(_, 1), fact(2, 2)",
        );
        for engine in &mut engines[1..] {
            yes(engine, unchanged);
        }
        yes(
            &mut engines[1],
            "asserta(fact(7, 700)), retract(fact(1, 700)), findall(A, fact(A, 700), [7])",
        );
        yes(
            &mut engines[1],
            "transaction((assertz(fact(8, 700)), fail)) -> true ; findall(A, fact(A, 700), [7])",
        );
        yes(
            &mut engines[2],
            "transaction((retract(fact(1, 700)), \\+ fact(_, 700), fail)) -> true ; true",
        );
        engines[1].reset();
        yes(&mut engines[1], unchanged);
        if round == 2 {
            engines[0].reset();
            yes(&mut engines[0], "assertz(fact(9, 700)), retract(fact(_, 1))");
        }
    }
}
