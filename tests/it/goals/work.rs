//! Every predicate and every arithmetic function with large arguments stops soon after its time is up, and takes no more
//! memory than it may.
//!
//! The goals run one after another in a process of their own, so that what they take is theirs alone. `FERZ_WORK=N` sets
//! how many goals are tried of each predicate and function; without it a few goals are picked by `FERZ_SEED`.
//! `FERZ_ONLY=name` tries one name. Time is that on the processor, and a goal is at fault if it is so three times: the
//! machine may have other work to do.

use ferz::{Engine, Error, ErrorKind, Term};
use std::env;
use std::io::Write as _;
use std::time::{Duration, Instant};

use crate::goals::nasty::predicates;
use crate::props::rng::Rng;
use crate::{alone, setting};

/// How many times smaller the arguments are where nothing is optimised.
const SMALLER: usize = if cfg!(debug_assertions) { 8 } else { 1 };
/// How long a goal may run.
const TIME: Duration = Duration::from_millis(200);
/// How late it may be: without optimisation a step on large integers takes ten times as long.
const LATE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 1500 } else { 100 });
/// The limit on memory, and on the program that keeps the arguments.
const MEMORY: usize = 64 << 20;
/// Resident memory that may be added while a goal runs.
const MOST_RESIDENT: usize = MEMORY + MEMORY / 4 + (32 << 20);

/// Names of arguments, and what makes them, where S is the size and N a quarter of it.
const LARGE: &[(&str, &str)] = &[
    ("atom", "numlist(1, N, L0), atomic_list_concat(L0, x, X)"),
    ("text", "length(L0, S), maplist(=(0'a), L0), string_codes(X, L0)"),
    (
        "wide_text",
        "length(L0, N), maplist(=(0x10348), L0), string_codes(X, L0)",
    ),
    (
        "blanks",
        "length(L0, N), maplist(=(' 1'), L0), atomic_list_concat(L0, A0), atom_string(A0, X)",
    ),
    ("digits", "length(L0, S), maplist(=(0'7), L0), string_codes(X, L0)"),
    ("brackets", "length(L0, N), maplist(=(0'[), L0), atom_codes(X, L0)"),
    ("codes", "length(X, N), maplist(=(0'b), X)"),
    ("chars", "length(X, N), maplist(=(c), X)"),
    ("numbers", "numlist(1, N, X)"),
    ("variables", "length(X, N)"),
    ("partial", "length(L0, N), append(L0, _, X)"),
    ("pairs", "numlist(1, N, L0), findall(N1-v, member(N1, L0), X)"),
    ("wide", "functor(X, f, N)"),
    ("deep", "numlist(1, N, L0), foldl([_, A0, s(A0)]>>true, L0, z, X)"),
    ("sum", "numlist(1, N, L0), foldl([B0, A0, A0+B0]>>true, L0, 1, X)"),
    (
        "conjunction",
        "numlist(1, N, L0), foldl([_, A0, (true, A0)]>>true, L0, true, X)",
    ),
    (
        "shared",
        "numlist(1, 26, L0), foldl([_, A0, f(A0, A0)]>>true, L0, z, X)",
    ),
    (
        "shared_list",
        "numlist(1, 26, L0), foldl([_, A0, [A0|A0]]>>true, L0, [], X)",
    ),
    ("huge", "X is 3**(S*5)"),
    ("huge_power", "X is -(1<<(S*30))"),
    ("rational", "X is (3**S) rdiv (2**(2*S))"),
    ("cyclic", "length(L0, N), maplist(=(a), L0), append(L0, X, X)"),
    (
        "cyclic_longer",
        "N1 is N+1, length(L0, N1), maplist(=(a), L0), append(L0, X, X)",
    ),
];

/// Arguments that are not large.
const SMALL: &[&str] = &[
    "_",
    "_",
    "_",
    "_",
    "0",
    "1",
    "2",
    "7",
    "100",
    "a",
    "x",
    "''",
    "[]",
    "\"a\"",
    "\" \"",
    "[a, b]",
    "[_|_]",
    "f(_)",
    "true",
    "codes",
    "1000000000000",
    "1.5",
    "-3",
    "(=)",
    "[1-a]",
    "foo/1",
];

/// Predicates whose work is to wait, to end, or to change the limits.
const EXEMPT: &[&str] = &[
    "sleep",
    "halt",
    "call_with_time_limit",
    "call_with_inference_limit",
    "set_prolog_flag",
    "create_prolog_flag",
    "nb_setval",
    "b_setval",
];

/// The name of the environment variable that tells a process to run the goals.
const CHILD: &str = "FERZ_WORK_CHILD";

fn fresh() -> Engine {
    let mut engine = Engine::new();
    engine.once(crate::goals::nasty::LIBRARIES).expect("no error");
    engine.set_limits(engine.limits().memory(MEMORY as u64));
    engine.set_limits(engine.limits().program(2 * MEMORY as u64));
    engine.set_limits(engine.limits().output(1 << 20));
    for (name, make) in LARGE {
        let size = 1_000_000 / SMALLER;
        let goal = format!("S = {size}, N is S // 4, {make}, nb_setval(work_{name}, X)");
        match engine.once(&goal) {
            Ok(Some(_)) => {}
            Ok(None) => panic!("{goal} fails"),
            Err(error) => panic!("{goal}: {error}"),
        }
    }
    engine.set_limits(engine.limits().time(TIME));
    engine
}

/// A figure of the process, in bytes; none where the system tells nothing.
fn resident(of: &str) -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(of))?;
    let kilobytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

/// What a goal takes: time on the processor, where the system tells it, since the machine may be busy with other work.
/// What waits for longer than a second counts as it is.
struct Clock {
    start: Instant,
    worked: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock {
            worked: worked(),
            start: Instant::now(),
        }
    }

    fn taken(&self) -> Duration {
        let taken = self.start.elapsed();
        match (self.worked, worked()) {
            (Some(before), Some(after)) if taken < TIME + LATE + Duration::from_secs(1) => after - before,
            _ => taken,
        }
    }
}

/// The time that this thread has had on the processor.
fn worked() -> Option<Duration> {
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = account.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn functions() -> Vec<(String, usize)> {
    let query = "findall(N-A, (current_arithmetic_function(H), functor(H, N, A)), _L), msort(_L, L)";
    let answer = Engine::new().once(query).expect("no error").expect("functions");
    let list: Vec<Term> = answer.get("L").expect("a list");
    list.iter().map(crate::goals::nasty::name_and_arity).collect()
}

/// A goal with large arguments in some places: alone, or again and again.
fn goal(rng: &mut Rng, name: &str, arity: usize, is_function: bool) -> String {
    let name = name.replace('\\', "\\\\").replace('\'', "\\'");
    let large = rng.below(arity);
    let mut before = String::new();
    let args: Vec<String> = (0..arity)
        .map(|place| {
            if place != large && rng.chance(if is_function { 30 } else { 65 }) {
                return if is_function {
                    rng.pick(&["1", "2", "7", "1000", "1.5", "-3", "1<<70"]).to_owned()
                } else {
                    rng.pick(SMALL).to_owned()
                };
            }
            let from = if is_function {
                LARGE.len() - 5..LARGE.len() - 2
            } else {
                0..LARGE.len()
            };
            let (value, _) = LARGE[rng.between(from.start, from.end - 1)];
            before += &format!("nb_getval(work_{value}, X{place}), ");
            format!("X{place}")
        })
        .collect();
    let call = format!("'{name}'({})", args.join(", "));
    let call = if is_function { format!("_ is {call}") } else { call };
    if rng.chance(50) {
        format!("{before}repeat, {call}, fail")
    } else {
        format!("{before}{call}")
    }
}

/// What is wrong with how the goal ends.
fn wrong(engine: &mut Engine, goal: &str) -> Option<String> {
    let before = resident("VmRSS:");
    // From here on the system counts the peak anew.
    let _unsupported = std::fs::write("/proc/self/clear_refs", "5");
    let clock = Clock::start();
    let end = engine.once(goal);
    let taken = clock.taken();
    let peak = resident("VmHWM:");
    if taken > TIME + LATE {
        return Some(format!("{} ms: {}", taken.as_millis(), how(&end)));
    }
    if let (Some(before), Some(peak)) = (before, peak)
        && peak > before + MOST_RESIDENT
    {
        return Some(format!("{} MiB more: {}", (peak - before) >> 20, how(&end)));
    }
    None
}

fn how(end: &Result<Option<ferz::Answer>, Error>) -> String {
    match end {
        Ok(Some(_)) => "succeeds".to_owned(),
        Ok(None) => "fails".to_owned(),
        Err(error) if matches!(error.kind(), ErrorKind::Limit(ferz::Limit::Time)) => "time limit".to_owned(),
        Err(error) => error.to_string().chars().take(60).collect(),
    }
}

/// Runs the goals, and tells which do not end as they should.
#[allow(clippy::print_stdout, reason = "the process that started this one reads it")]
fn run(goals: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut engine = fresh();
    for (number, goal) in goals.iter().enumerate() {
        // If the process ends here, it is known where.
        println!("goal {goal}");
        let _shown = std::io::stdout().flush();
        if number % 500 == 499 {
            engine = fresh();
        }
        let mut found = wrong(&mut engine, goal);
        for _ in 0..2 {
            if found.is_some() {
                engine = fresh();
                found = wrong(&mut engine, goal);
            }
        }
        if let Some(found) = found {
            println!("fault {goal}: {found}");
            faults.push(goal.clone());
            engine = fresh();
        }
    }
    faults
}

fn goals() -> Vec<String> {
    let only = env::var("FERZ_ONLY").ok();
    let mut rng = Rng::new(setting("FERZ_SEED", 0));
    let most = setting("FERZ_WORK", if only.is_some() { 100 } else { 0 });
    let mut all: Vec<(String, usize, bool)> = predicates()
        .into_iter()
        .map(|(name, arity)| (name, arity, false))
        .collect();
    all.extend(functions().into_iter().map(|(name, arity)| (name, arity, true)));
    all.retain(|(name, arity, _)| {
        *arity > 0 && !EXEMPT.contains(&name.as_str()) && only.as_ref().is_none_or(|only| only == name)
    });
    let mut goals = Vec::new();
    if most == 0 {
        for _ in 0..if cfg!(debug_assertions) { 60 } else { 120 } {
            let (name, arity, is_function) = &all[rng.below(all.len())];
            goals.push(goal(&mut rng, name, *arity, *is_function));
        }
        return goals;
    }
    for (name, arity, is_function) in &all {
        goals.extend((0..most).map(|_| goal(&mut rng, name, *arity, *is_function)));
    }
    goals
}

/// What calls take long, each for itself or one of them, stops in time.
#[test]
fn long_calls_stop_in_time() {
    let goals = [
        "X is 1<<40000000, repeat, _ is X/\\X, fail",
        "X is 1<<400000000, between(1, X, _), fail",
        "X is 1<<40000000, repeat, X == X, X =:= X, fail",
        "length(L, 1000000), maplist(=(0'a), L), string_codes(S, L), repeat, string_concat(S, S, _), fail",
        "length(L, 1000000), maplist(=(0'a), L), atom_codes(A, L), repeat, atom_string(A, _), fail",
        "length(L, 1000000), maplist(=(0'7), L), atom_codes(A, L), repeat, sub_string(A, B, 1, 0, _), B < 0",
        "functor(T, f, 1000000), repeat, ground(T), fail",
        "functor(T, f, 1000000), repeat, copy_term(T, _), fail",
        "functor(T, f, 1000000), assertz((g(X) :- (ground(X) -> true ; true), g(X))), g(T)",
        "X is 3**3000000, nth_integer_root_and_remainder(3, X, _, _), repeat, fail",
        "X is 1<<500000000, nth_integer_root_and_remainder(3, X, _, _)",
        "X is 1<<100000000, Y is X-1, _ is X*Y rdiv (Y*7)",
        "X is 1<<100000000, Y is (1<<99000000)-1, _ is gcd(X, Y)",
        "X is 1<<100000000, Y is (1<<3000000)-1, _ is powm(X, X, Y)",
        "X is 1<<100000000, Y is (1<<3000000)-1, repeat, divmod(X, Y, _, _), fail",
        "X is 1<<100000000, format(atom(_), '~D ~36r', [X, X])",
        "X is 7**3000000, repeat, catch(atom_length(X, _), error(_, _), true), fail",
        "X is 7**3000000, throw(X)",
    ];
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().time(TIME));
    for goal in goals {
        let mut late = Duration::MAX;
        for _ in 0..3 {
            let clock = Clock::start();
            let _end = engine.once(goal).map(|_| ()).map_err(|error| error.to_string());
            late = late.min(clock.taken().saturating_sub(TIME));
            if late < LATE {
                break;
            }
        }
        assert!(late < LATE, "{goal}: {late:?} late");
    }
}

/// Long clauses of each shape stop in time while they are loaded, as texts, from streams and in directives.
#[test]
fn loading_stops_in_time() {
    let parts = 800_000 / SMALLER;
    let many = |part: &str, between: &str| {
        let numbered = (0..parts).map(|number| part.replace('#', &number.to_string()));
        numbered.collect::<Vec<_>>().join(between)
    };
    let nested = |open: &str, inner: &str, close: &str| open.repeat(parts) + inner + &close.repeat(parts);
    let shapes = [
        format!("x(X) :- {}", many("a(X, #)", ", ")),
        format!("x :- {}", many("fail", " ; ")),
        format!("x(X) :- {}", many("X = #", " ; ")),
        format!("x(X) :- {}", many("X == # -> true", " ; ")),
        format!("x(X) :- {}", many("\\+ a(X, #)", ", ")),
        format!("x :- {}", nested("(a ; ", "b", ")")),
        format!("x(X) :- {}", nested("(X > 1 -> ", "true", " ; fail)")),
        format!("x :- f({0}), g({0})", many("X#", ", ")),
        format!("x(f({}))", many("#", ", ")),
        format!("x({})", nested("f(", "a", ")")),
        format!("x --> {}", many("[#], y", " | ")),
        many("x(#, Y) :- Y > #, a(Y)", ".\n"),
    ];
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().time(TIME));
    for shape in &shapes {
        let start = &shape[..shape.len().min(20)];
        let text = format!("{shape}.\n");
        let clause = shape.split(".\n").next().unwrap_or_default();
        let directive = format!(":- X = ({clause}), expand_term(X, Y), assertz(Y).\n");
        let in_time = |how: &str, run: &mut dyn FnMut()| {
            let mut late = (0..3).map(|_| {
                let clock = Clock::start();
                run();
                clock.taken().saturating_sub(TIME)
            });
            let in_time = late.any(|late| late < LATE.max(Duration::from_millis(500)));
            assert!(in_time, "{start}... as {how}");
        };
        in_time("text", &mut || drop(engine.consult_named("x", &text)));
        in_time("directive", &mut || drop(engine.consult_named("x", &directive)));
        in_time("stream", &mut || {
            let goal = "open_string(T, S), load_files(x, [stream(S)])";
            if let Ok(mut query) = engine.query_with(goal, [("T", text.as_str())]) {
                drop(query.next());
            }
        });
    }
}

/// Terms whose text would fill the memory are shown in part, and answers under the limits of their query.
#[test]
fn texts_are_bounded() {
    const SHARED: &str = "numlist(1, 40, L), foldl([_, A, f(A, A)]>>true, L, x, T)";
    let mut engine = Engine::new();
    let answer = engine.once(SHARED).expect("no error").expect("an answer");
    let term = answer.term("T").expect("it is bound");
    for text in [term.to_string(), term.canonical(), format!("{answer:#}")] {
        assert!(text.ends_with("..."), "{}", &text[text.len() - 20..]);
        assert!((1 << 20..2 << 20).contains(&text.len()), "{}", text.len());
    }
    assert!(answer.to_string().len() < 100_000);
    let error = engine
        .once(&format!("{SHARED}, throw(T)"))
        .expect_err("it is thrown")
        .to_string();
    assert!(error.len() < 10_000, "{error}");
    // Nothing is cut where nothing is shared but atoms.
    let name = "a".repeat(1000);
    let goal = format!("numlist(1, 300000, L), foldl([_, A, g(A)]>>true, L, '{name}', T)");
    let answer = engine.once(&goal).expect("no error").expect("an answer");
    assert_eq!(
        answer.term("T").expect("it is bound").to_string().len(),
        3 * 300_000 + 1000
    );
    let answer = engine
        .once("X is 7**3000, Y is -(1<<20000000)")
        .expect("no error")
        .expect("an answer");
    let text = answer.to_string();
    assert!(text.len() < 3000 && text.ends_with("Y = -8189919327..."), "{text}");

    let goal = "X is 1<<400000, numlist(1, 30, L), foldl([_, A, f(A, A)]>>true, L, X, T) ; true";
    let mut query = engine.query(goal).expect("it can be read");
    let answer = query.next().expect("an answer").expect("no error");
    assert!(query.text(&answer, false).is_ok_and(|text| text.contains("...")));
    drop(query);
    let interrupter = engine.interrupter();
    let mut query = engine.query(goal).expect("it can be read");
    let answer = query.next().expect("an answer").expect("no error");
    interrupter.interrupt_next();
    let stopped = query.text(&answer, true).expect_err("it is interrupted");
    assert!(matches!(stopped.kind(), ErrorKind::Interrupted), "{stopped}");
    drop(query);
    engine.set_limits(engine.limits().time(Duration::from_secs(1)));
    let mut query = engine.query("X is 1<<400000 ; true").expect("it can be read");
    let answer = query.next().expect("an answer").expect("no error");
    let stopped = loop {
        if let Err(error) = query.text(&answer, true) {
            break error;
        }
    };
    assert!(
        matches!(stopped.kind(), ErrorKind::Limit(ferz::Limit::Time)),
        "{stopped}"
    );
}

#[test]
fn every_predicate_stops_in_time() {
    if env::var_os(CHILD).is_some() {
        let faults = run(&goals());
        assert!(faults.is_empty(), "{} goals", faults.len());
        return;
    }
    let output = alone(module_path!(), "every_predicate_stops_in_time", CHILD);
    let text = String::from_utf8_lossy(&output.stdout);
    let faults: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("fault ")).collect();
    let last = text.lines().rev().find(|line| line.starts_with("goal "));
    assert!(
        output.status.success(),
        "{} at fault:\n{}\nthe last {}\n{}",
        faults.len(),
        faults.join("\n"),
        last.unwrap_or_default(),
        String::from_utf8_lossy(&output.stderr)
    );
}
