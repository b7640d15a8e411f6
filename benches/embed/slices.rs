//! A game loop with goals that nobody trusts: `cargo bench --bench embed -- slices [SECONDS]`.
//!
//! A frame of a sixtieth of a second has one slice of a millisecond for each goal. What the slices took of the
//! processor is read from the system (Linux), which counts it for each thread.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use ferz::{Engine, Error, Limits, SlicedQuery, Step};

const SLICE: Duration = Duration::from_millis(1);
const FRAME: Duration = Duration::from_micros(16_667);

/// Goals without an end; most of their time passes within single calls of built-in predicates.
const GOALS: [&str; 12] = [
    "repeat, length(L, 1000000), copy_term(L, M), M = L, fail",
    "numlist(1, 1000000, L), repeat, msort(L, M), sort(0, @>=, M, _), fail",
    "repeat, findall(X-Y, (between(1, 300000, X), Y is X * 7 mod 1000), L), keysort(L, _), fail",
    "repeat, X is 7 ** 300000, atom_length(X, _), fail",
    "numlist(1, 300000, L), repeat, atomic_list_concat(L, ',', A), atomic_list_concat(P, ',', A), P = [_|_], fail",
    "loop",
    "grow([])",
    "numlist(1, 500000, L), T =.. [f|L], repeat, term_to_atom(T, A), term_to_atom(_, A), fail",
    "repeat, between(1, 100000, I), assertz(seen(I)), I =:= 100000, retractall(seen(_)), fail",
    "length(L, 500000), repeat, ground(L) -> true ; length(K, 500000), repeat, term_variables(K, V), V == [], fail",
    "numlist(1, 500000, L), numlist(1, 500000, M), repeat, L == M, L = M, variant(L, M), fail",
    "nested",
];

const PROGRAM: &str = "
    loop :- loop.
    grow(L) :- length(L, N), ( N > 1000000 -> grow([]) ; grow([N|L]) ).
    variant(A, B) :- A =@= B, subsumes_term(A, B), term_hash(A, _).
    nested :- numlist(1, 100000, L), repeat, predsort([O, A, B]>>compare(O, B, A), L, _), fail.
    :- dynamic seen/1.
";

/// The times of slices.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn show(&mut self, name: &str) {
        self.0.sort_unstable();
        let at = |part: f64| self.0[((self.0.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
        let [half, many, most, all] = [0.5, 0.99, 0.999, 1.0].map(at);
        println!("{name:<60}{half:>8.2}{many:>8.2}{most:>8.2}{all:>8.2}");
    }
}

/// Returns the processor time of the threads of goals: all but that of the host, whose count is late while it runs.
fn processor() -> Duration {
    let host = std::process::id().to_string();
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let nanoseconds = threads
        .filter(|thread| thread.file_name() != *host)
        .filter_map(|thread| {
            let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse::<u64>().ok()
        });
    Duration::from_nanos(nanoseconds.sum())
}

fn begin(goal: &str) -> Result<SlicedQuery, Error> {
    let mut engine = Engine::new();
    engine.consult_str(PROGRAM)?;
    engine.set_limits(Limits::default().time(Duration::from_secs(3600)));
    Ok(engine.into_query(goal)?.into_slices())
}

/// Runs the loop for so long, and prints the median, the 99th and the 99.9th percentile and the longest of the slices.
pub(crate) fn run(time: Duration) -> Result<(), Error> {
    let mut queries = GOALS.iter().map(|goal| begin(goal)).collect::<Result<Vec<_>, _>>()?;
    let (mut each, mut all, mut wall) = (GOALS.map(|_| Times::default()), Times::default(), Times::default());
    let mut late = 0;
    let start = Instant::now();
    while start.elapsed() < time {
        let frame = Instant::now();
        for ((goal, query), times) in GOALS.iter().zip(&mut queries).zip(&mut each) {
            let (before, began) = (processor(), Instant::now());
            let step = query.step_for(SLICE)?;
            wall.0.push(began.elapsed());
            let took = processor().saturating_sub(before);
            times.0.push(took);
            all.0.push(took);
            if !matches!(step, Step::Yielded) {
                *query = begin(goal)?;
            }
        }
        match FRAME.checked_sub(frame.elapsed()) {
            Some(left) => sleep(left),
            None => late += 1,
        }
    }
    for (goal, times) in GOALS.iter().zip(&mut each) {
        times.show(goal);
    }
    all.show("all, processor, ms");
    wall.show("all, wall, ms");
    println!("{} slices; {late} frames were late", all.0.len());
    Ok(())
}
