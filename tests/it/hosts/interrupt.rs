//! Interruption: whatever runs stops soon after an interrupt, and the engine answers afterwards.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use ferz::{Engine, Error, ErrorKind, Grant};

use crate::props::rng::Rng;

/// Builders of big things, for the goals below.
const PROGRAM: &str = "
list(N, L) :- numlist(1, N, L).
random_list(N, L) :- length(L, N), foldl([X, A, B]>>(X = A, B is (A * 1103515245 + 12345) /\\ 0x7fffffff), L, 42, _).
atoms(N, L) :- findall(A, (between(1, N, I), atomic_list_concat([a, I], A)), L).
left(N, T) :- left(N, z, T).
deep(N) :- deep(s(N)), deep(N).
many :- many.
many.
choices(0).
choices(N) :- N > 0, N1 is N - 1, choices(N1).
choices(_) :- fail.
left(0, T, T) :- !.
left(N, T0, T) :- N1 is N - 1, left(N1, f(T0, N), T).
many(N) :- between(1, N, I), assertz(fact(I, x)), fail.
many(_).
:- dynamic(fact/2).
";

/// Far more than a stop takes: the machine may be busy. `measure_stops` prints the true times.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is done first, and the goal that is interrupted: it runs for more than a few milliseconds.
const GOALS: &[(&str, &str)] = &[
    ("true", "length(_, _), fail"),
    ("true", "between(1, inf, _), fail"),
    ("true", "between(1, 1000000000000, _), fail"),
    ("true", "repeat, fail"),
    ("true", "X = f(X), repeat, copy_term(X, _), fail"),
    ("true", "repeat, X is 7 ** 5000000, X == 0"),
    ("X is 3 ** 20000000", "repeat, Y is X * X, Y == 0"),
    ("X is 3 ** 20000000, Y is 7 ** 3000000", "repeat, Z is X // Y, Z == 0"),
    ("X is 3 ** 3000000", "repeat, format(atom(_), \"~w\", [X]), fail"),
    (
        "X is 3 ** 1000000, number_codes(X, Cs)",
        "repeat, number_codes(Y, Cs), Y == 0",
    ),
    ("list(3000000, L)", "repeat, msort(L, M), M == []"),
    ("random_list(1000000, L)", "repeat, msort(L, M), M == []"),
    ("atoms(300000, L)", "repeat, msort(L, M), M == []"),
    ("list(3000000, L), copy_term(f(L, _), f(M, _))", "repeat, L = M, fail"),
    ("left(2000000, L), left(2000000, M)", "repeat, L = M, fail"),
    (
        "left(2000000, L), left(2000000, M)",
        "repeat, compare(O, L, M), O == (<)",
    ),
    ("left(2000000, L), left(2000000, M)", "repeat, L \\== M"),
    ("left(2000000, L), left(2000000, M)", "repeat, \\+ L =@= M"),
    ("left(2000000, L), left(2000000, M)", "repeat, \\+ subsumes_term(L, M)"),
    ("length(L, 3000000)", "repeat, copy_term(L, M), M == []"),
    ("length(L, 3000000)", "repeat, term_variables(L, M), M == []"),
    ("list(3000000, L)", "repeat, \\+ ground(L)"),
    ("left(2000000, L)", "repeat, \\+ acyclic_term(L)"),
    ("list(3000000, L)", "repeat, term_hash(L, H), H == a"),
    ("list(3000000, L)", "repeat, findall(L, true, M), M == []"),
    ("list(3000000, L)", "repeat, catch(throw(L), M, true), M == []"),
    ("list(3000000, L)", "repeat, atomic_list_concat(L, ',', A), A == []"),
    ("list(3000000, L)", "repeat, length(L, N), N == 0"),
    ("list(3000000, L)", "repeat, nb_setval(key, L), fail"),
    ("list(2000000, L)", "repeat, assertz(kept(L)), retract(kept(_)), fail"),
    (
        "left(1000000, L)",
        "repeat, assertz((kept(X) :- X = L)), retract((kept(_) :- _)), fail",
    ),
    ("list(2000000, L)", "repeat, recorda(key, L, R), erase(R), fail"),
    ("list(2000000, L)", "repeat, format(atom(_), \"~w\", [L]), fail"),
    ("list(2000000, L)", "repeat, print(L), fail"),
    ("list(2000000, L)", "repeat, write_canonical(L), fail"),
    ("left(2000000, L)", "repeat, writeq(L), fail"),
    (
        "list(1000000, L), format(atom(A), \"~w\", [L])",
        "repeat, term_to_atom(T, A), T == []",
    ),
    (
        "left(500000, L), format(atom(A), \"~q\", [L])",
        "repeat, term_to_atom(T, A), T == []",
    ),
    (
        "length(L, 1000000), format(atom(A), \"~q\", [L])",
        "repeat, term_to_atom(T, A), T == []",
    ),
    (
        "atoms(1000000, L), atomic_list_concat(L, ',', A)",
        "repeat, atomic_list_concat(M, ',', A), M == []",
    ),
    (
        "atoms(1000000, L), atomic_list_concat(L, ',', A)",
        "repeat, atom_codes(A, M), M == []",
    ),
    (
        "atoms(1000000, L), atomic_list_concat(L, ',', A)",
        "repeat, atom_length(A, M), M == []",
    ),
    (
        "atoms(1000000, L), atomic_list_concat(L, ',', A)",
        "repeat, split_string(A, \",\", \"\", M), M == []",
    ),
    (
        "atoms(1000000, L), atomic_list_concat(L, ',', A)",
        "repeat, upcase_atom(A, M), M == []",
    ),
    (
        "atoms(1000000, L), atomic_list_concat(L, ',', A)",
        "sub_atom(A, _, _, _, B), B == nosuch",
    ),
    (
        "atoms(1000000, L), atomic_list_concat(L, ',', A)",
        "repeat, sha_hash(A, H, [algorithm(sha256)]), H == []",
    ),
    (
        "length(L, 3000000), maplist(=(0'a), L)",
        "repeat, md5_hash(L, H, []), H == []",
    ),
    (
        "atoms(1000000, L), atomic_list_concat(L, ',', A)",
        "repeat, base64_encoded(A, B, []), base64_encoded(C, B, []), C == []",
    ),
    ("true", "repeat, gensym(a, A), atom_concat(A, tail, _), fail"),
    (
        "atoms(1000000, L), atomic_list_concat(L, ',', A)",
        "repeat, atomic_list_concat([A, A], B), B == []",
    ),
    ("many(500000)", "repeat, forall(fact(_, x), true), fail"),
    ("many(300000)", "repeat, fact(X, Y), Y == z"),
    ("many(300000)", "repeat, aggregate_all(count, fact(_, _), 0)"),
    ("many(300000)", "repeat, \\+ fact(a, b), fail"),
    ("list(1000000, L), T =.. [f|L]", "repeat, T =.. M, M == []"),
    ("list(1000000, L), T =.. [f|L]", "repeat, copy_term(T, M), M == []"),
    ("true", "repeat, numlist(1, 10000000, L), L == []"),
    ("true", "repeat, length(L, 10000000), L == []"),
    ("true", "repeat, functor(T, f, 5000000), T == []"),
    ("true", "sleep(100)"),
    ("length(L, 1000000)", "repeat, \\+ numbervars(L, 0, _)"),
    ("random_list(300000, L)", "repeat, sort(0, @>=, L, M), M == []"),
    (
        "random_list(100000, L)",
        "repeat, list_to_assoc([], A), foldl([K, B, C]>>put_assoc(K, B, v, C), L, A, D), D == []",
    ),
    ("true", "deep(1)"),
    ("true", "many"),
    ("true", "repeat, choices(5000000), fail"),
];

/// Runs `run` in a loop, each time interrupted after one of `delays`: how long each stop took. `run` starts a
/// query, tells when it is worth interrupting, and gives the error that it ended with. The second of the times is what
/// the thread has worked meanwhile: on a busy machine it waits, too.
fn stop_times(
    what: &str,
    engine: &mut Engine,
    delays: &[Duration],
    mut run: impl FnMut(&mut Engine, &mut dyn FnMut()) -> Option<Error>,
) -> Vec<(Duration, Duration)> {
    let handle = engine.interrupter();
    let mut times = Vec::new();
    let me = std::fs::read_link("/proc/thread-self").unwrap_or_default();
    let processor = std::path::Path::new("/proc").join(me).join("schedstat");
    for &delay in delays {
        let (started, start) = mpsc::channel();
        let handle = handle.clone();
        let its_processor = processor.clone();
        let other = thread::spawn(move || {
            start.recv().expect("the goal starts");
            thread::sleep(delay);
            let now = (Instant::now(), worked(&its_processor));
            handle.interrupt();
            now
        });
        let error = run(engine, &mut || started.send(()).expect("the other thread waits"));
        let end = (Instant::now(), worked(&processor));
        let interrupted = other.join().expect("the other thread ends");
        let error = error.unwrap_or_else(|| panic!("{what} ended by itself"));
        assert_eq!(error.kind(), &ErrorKind::Interrupted, "{error}");
        times.push((
            end.0.saturating_duration_since(interrupted.0),
            end.1.saturating_sub(interrupted.1),
        ));
        let works = engine.once("X is 6 * 7").expect("no error").expect("a solution");
        assert_eq!(works.to_string(), "X = 42");
    }
    times
}

/// How long the thread with this account has worked so far, in the system's steps; zero where there is none.
fn worked(account: &std::path::Path) -> Duration {
    let text = std::fs::read_to_string(account).unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// The times that it takes to stop a goal.
fn goal_times((setup, goal): (&str, &str), delays: &[Duration]) -> Vec<(Duration, Duration)> {
    let mut engine = Engine::new();
    engine.grant(Grant::Sleep);
    engine.set_limits(engine.limits().memory(3 << 30));
    let program = format!("{PROGRAM} test :- {setup}, (true ; {goal}).");
    engine.consult_str(&program).expect("the program is right");
    stop_times(goal, &mut engine, delays, |engine, started| {
        let mut query = engine.query("test").expect("the query is right");
        query.next().expect("the setup succeeds").expect("without an error");
        started();
        query.next()?.err()
    })
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "its lists of millions take minutes: cargo test --release"
)]
fn goals_stop_soon() {
    if std::env::var_os("FERZ_STRESS").is_some() {
        // Millions of cells cannot be moved before every call.
        return;
    }
    for &goal in GOALS {
        // On a busy machine one try may take long for reasons of its own.
        let stops_soon = |delay| goal_times(goal, &[Duration::from_millis(delay)])[0].0 < PATIENCE;
        assert!(
            [30, 40, 50, 60].into_iter().any(stops_soon),
            "{goal:?} took long to stop"
        );
    }
}

/// Prints how long each goal takes to stop: the median and the longest of many, by the clock and of the thread's work.
#[test]
#[ignore = "takes minutes; prints a table"]
#[allow(clippy::print_stdout, reason = "the table is what it is for")]
fn measure_stops() {
    let mut rng = Rng::new(1);
    // Only those with this part, if it is set.
    let part = std::env::var("FERZ_STOPS").unwrap_or_default();
    for &goal in GOALS.iter().filter(|goal| goal.1.contains(&part)) {
        let delays: Vec<Duration> = (0..15)
            .map(|_| Duration::from_millis(rng.between(5, 300) as u64))
            .collect();
        let (mut times, mut work): (Vec<_>, Vec<_>) = goal_times(goal, &delays).into_iter().unzip();
        for times in [&mut times, &mut work] {
            times.sort();
            let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
            print!("{:8.2} {:8.2}  ", ms(median), ms(longest));
        }
        println!("ms  {} / {}", goal.0, goal.1);
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The time limit is looked at while a text is hashed, not only when it has been.
#[test]
fn the_digest_of_a_huge_text_stops_at_its_time() {
    const BYTES: usize = if cfg!(debug_assertions) { 8 << 20 } else { 64 << 20 };
    let mut engine = Engine::new();
    let text = "é".repeat(BYTES / 2);
    let mut time = |goal: &str, limit: Option<Duration>| {
        let mut limits = engine.limits();
        limits.time = limit;
        engine.set_limits(limits);
        let mut query = engine
            .query_with(goal, [("Text", text.as_str())])
            .expect("the query is right");
        let start = Instant::now();
        let answer = query.next().expect("it succeeds or is stopped");
        (start.elapsed(), answer.err().map(|error| error.kind().clone()))
    };
    for goal in [
        "md5_hash(Text, _, [])",
        "sha_hash(Text, _, [algorithm(sha256), encoding(octet)])",
        "base64_encoded(Text, _, [])",
    ] {
        // On a busy machine one try may take long for reasons of its own.
        let stops_soon = |_| {
            let (whole, error) = time(goal, None);
            assert_eq!(error, None, "{goal}");
            let (stopped, error) = time(goal, Some(whole / 10));
            error == Some(ErrorKind::Limit(ferz::Limit::Time)) && stopped < whole / 2
        };
        assert!((0..5).any(stops_soon), "{goal} took long to stop");
    }
}

/// An evaluation that was stopped anywhere leaves tables that are evaluated again, to the same answers.
#[test]
fn tables_are_whole_after_a_stop() {
    let mut engine = Engine::new();
    let program = ":- table part/1, whole/1.
        part(X) :- part(Y), Y < 2000, X is Y + 1.
        part(0).
        whole(X) :- part(X), X > 0.
        whole(X) :- whole(Y), Y < 0, X is Y.";
    engine.consult_str(program).expect("the program is right");
    let check = |engine: &mut Engine| {
        let goal = "aggregate_all(count, whole(_), N), aggregate_all(count, part(_), M), abolish_all_tables";
        let answer = engine.once(goal).expect("no error").expect("a solution");
        assert_eq!(answer.to_string(), "N = 2000,\nM = 2001");
    };
    let mut rng = Rng::new(7);
    let delays: Vec<Duration> = (0..20)
        .map(|_| Duration::from_micros(rng.below(15_000) as u64))
        .collect();
    stop_times("tables", &mut engine, &delays, |engine, started| {
        check(engine);
        let mut query = engine
            .query("(true ; repeat, abolish_all_tables, whole(-1))")
            .expect("the query is right");
        query.next().expect("a solution").expect("without an error");
        started();
        query.next()?.err()
    });
    check(&mut engine);
}
