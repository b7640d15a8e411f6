//! Early reset: frees terms that only choice points refer to and that no goal can reach any more.

use super::Engine;

/// Each round leaves a choice point with a variable, which is bound afterwards to a list without other references:
/// backtracking makes it unbound again.
const PROGRAM: &str = "
    round(0) :- !.
    round(N) :- V = v(X), choice(V), length(X, 20), M is N - 1, round(M).
    choice(_).
    choice(v(X)) :- ( var(X) -> fail ; throw(bound(X)) ).";

/// Returns the peak memory in bytes of `count` choice points, with early reset or without.
fn peak(count: usize, is_on: bool) -> usize {
    let mut engine = Engine::new();
    engine.consult_str(PROGRAM).expect("the program is right");
    engine.machine.collector.set_early_reset(is_on);
    let goal = format!("round({count}) -> X = 1 ; X = 2");
    let answer = engine.once(&goal).expect("there is room");
    assert_eq!(answer.map(|answer| answer.to_string()).as_deref(), Some("X = 1"));
    let peak = engine.machine.peak_bytes();
    let gone = engine.once(&format!("round({count}), fail"));
    assert!(gone.is_ok_and(|answer| answer.is_none()));
    peak
}

#[test]
fn early_reset_finds_garbage_behind_choice_points() {
    let (with, without) = (peak(30_000, true), peak(30_000, false));
    assert!(3 * with < 2 * without, "{with} bytes, without early reset {without}");
}

#[test]
#[ignore = "prints figures"]
#[allow(clippy::print_stdout, reason = "it is there to print")]
fn early_reset_with_a_million_choice_points() {
    for is_on in [true, false] {
        println!("early reset {is_on}: {} MiB", peak(1_000_000, is_on) >> 20);
    }
}

/// The result of a built-in does not fit beside the garbage present, but does after a collection.
#[test]
fn predicates_that_lack_room_are_called_again_after_a_collection() {
    let program = "
        live(L) :- length(L, 700000).
        garbage :- length(_, 600000).
        text(A) :- length(L, 600000), maplist(=(0'a), L), atom_codes(A, L).
        go(Goal, X) :- text(A), live(L), garbage_collect, garbage, call(Goal, A, X), length(L, 700000).
        list(_, N) :- length(L, 900000), length(L, N).
        codes(A, N) :- atom_codes(A, L), length(L, N).
        arity(_, N) :- functor(T, f, 850000), functor(T, _, N).
        found(_, N) :- findall(I, between(1, 700000, I), L), length(L, N).";
    for (goal, count) in [
        ("list", 900_000),
        ("codes", 600_000),
        ("arity", 850_000),
        ("found", 700_000),
    ] {
        let mut engine = Engine::new();
        engine.set_limits(engine.limits().memory(32 << 20));
        engine.consult_str(program).expect("the program is right");
        let answer = engine.once(&format!("go({goal}, X)")).expect("there is room");
        assert_eq!(answer.map(|answer| answer.to_string()), Some(format!("X = {count}")));
    }
}
