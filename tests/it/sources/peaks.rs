//! Peaks: what ordinary programs take at the most stays within bounds, by the engine's own account of its stacks
//! (`stack_peak` of `statistics/2`). `FERZ_BIG=1` runs everything at full scale. That atoms, clauses and operators
//! come and go without a trace is shown in `reclaim.rs`.

use ferz::Engine;

/// How often a loop is run in the ordinary run of the tests, and at full scale.
fn rounds(few: usize, full: usize) -> usize {
    let is_slow = cfg!(debug_assertions) || std::env::var_os("FERZ_STRESS").is_some();
    match std::env::var_os("FERZ_BIG") {
        Some(_) => full,
        None if is_slow => few / 10,
        None => few,
    }
}

fn with(program: &str) -> Engine {
    let mut engine = Engine::new();
    engine.consult_str(program).expect("the program is right");
    engine
}

fn value(engine: &mut Engine, query: &str) -> i64 {
    let answer = engine.once(query);
    let answer = answer
        .unwrap_or_else(|error| panic!("{query}: {error}"))
        .unwrap_or_else(|| panic!("{query} fails"));
    answer.get("X").expect("a number")
}

/// The most bytes that the stacks took.
fn peak(engine: &mut Engine) -> usize {
    usize::try_from(value(engine, "statistics(stack_peak, X)")).expect("a size")
}

/// How often the heap was collected, and the milliseconds that it took.
fn collections(engine: &mut Engine) -> (i64, i64) {
    let count = value(engine, "statistics(garbage_collection, [X|_])");
    (count, value(engine, "statistics(garbage_collection, [_, _, X|_])"))
}

fn holds(engine: &mut Engine, query: &str) {
    match engine.once(query) {
        Ok(Some(_)) => {}
        Ok(None) => panic!("{query} fails"),
        Err(error) => panic!("{query}: {error}"),
    }
}

/// Runs `goal` in a new engine: its stacks may take at most `most` bytes.
#[track_caller]
fn takes_at_most(most: usize, program: &str, goal: &str) {
    let mut engine = with(program);
    holds(&mut engine, goal);
    let peak = peak(&mut engine);
    assert!(peak <= most, "{goal} took {peak} bytes, not at most {most}");
}

#[test]
fn names_of_variables_are_charged() {
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().memory(20 << 20));
    let refused = "catch((GOAL, fail), error(resource_error(memory), _), true)";
    for goal in [
        "format(atom(_), \"~k\", [T])",
        "with_output_to(string(_), write_canonical(T))",
    ] {
        holds(&mut engine, &format!("functor(T, f, 20000), {goal}"));
        holds(
            &mut engine,
            &format!("functor(T, f, 200000), {}", refused.replace("GOAL", goal)),
        );
    }
}

#[test]
fn names_of_atoms_are_charged_where_they_are_copied() {
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().memory(20 << 20));
    holds(
        &mut engine,
        "numlist(1, 100000, L), atomic_list_concat(L, A), fast_term_serialized([A, A], S),
         fast_term_serialized(T, S), T == [A, A], atomic_list_concat([A, A, A, A, A, A, A, A, A, A, A, A, A, A], B),
         nb_setval(long, B)",
    );
    holds(
        &mut engine,
        "nb_getval(long, B), catch((fast_term_serialized(B, _), fail), error(resource_error(memory), _), true)",
    );
}

#[test]
fn a_loop_that_builds_and_drops_terms() {
    let program = "
        loop(0) :- !.
        loop(N) :- X = f(N, [N, a], g(Y, Y)), arg(1, X, M), use(X), N1 is M - 1, loop(N1).
        use(f(_, [_|_], _)).";
    takes_at_most(12 << 20, program, &format!("loop({})", rounds(1_000_000, 50_000_000)));
}

#[test]
fn a_temporary_list_in_each_round() {
    let program = "
        go(0) :- !.
        go(N) :- numlist(1, 100, L), reverse(L, [100|M]), length(M, 99), N1 is N - 1, go(N1).";
    takes_at_most(12 << 20, program, &format!("go({})", rounds(30_000, 300_000)));
}

#[test]
fn naive_reverse_without_backtracking() {
    let program = "
        app([], L, L).
        app([H|T], L, [H|R]) :- app(T, L, R).
        nrev([], []).
        nrev([H|T], R) :- nrev(T, RT), app(RT, [H], R).
        go(0) :- !.
        go(N) :- numlist(1, 400, L), nrev(L, [400|_]), N1 is N - 1, go(N1).";
    takes_at_most(12 << 20, program, &format!("go({})", rounds(200, 200)));
}

/// An engine whose input is so many events.
fn with_events(program: &str, count: usize) -> Engine {
    let mut engine = with(program);
    let mut left = count;
    engine.set_input(move |buffer| {
        if left == 0 {
            return Ok(0);
        }
        left -= 1;
        let text = format!("event({left}, [some, more, \"text\"], f(X, Y, X)).\n");
        buffer[..text.len()].copy_from_slice(text.as_bytes());
        Ok(text.len())
    });
    engine
}

#[test]
fn servers_that_fail_or_recur() {
    let program = "
        failing :- repeat, read(Event), handle(Event, Next), Next == stop, !.
        recurring :- read(Event), handle(Event, Next), ( Next == stop -> true ; recurring ).
        handle(end_of_file, stop) :- !.
        handle(event(N, L, T), Next) :- copy_term(T, U), append(L, [N, U], M), msort(M, K), length(K, 5), Next = go.";
    for goal in ["failing", "recurring"] {
        let mut engine = with_events(program, rounds(20_000, 1_000_000));
        holds(&mut engine, goal);
        let peak = peak(&mut engine);
        assert!(peak <= 12 << 20, "{goal}: {peak}");
    }
}

#[test]
fn a_queue_of_clauses() {
    let program = "
        :- dynamic(q/2).
        go(N) :- between(1, N, I), assertz(q(I, job(I, [a, b]))), I > 50, once(retract(q(_, _))), fail.
        go(_) :- retractall(q(_, _)).
        run(0) :- !.
        run(N) :- assertz(q(N, job(N, [a, b]))), ( N mod 3 =:= 0 -> retract(q(_, _)), retract(q(_, _)), retract(q(_, _)) ; true ),
            !, N1 is N - 1, run(N1).";
    // The last round is one that empties the queue.
    let count = rounds(50_000, 10_000_001);
    takes_at_most(12 << 20, program, &format!("go({count})"));
    takes_at_most(12 << 20, program, &format!("run({count})"));
}

/// A machine with a large state, of which each step changes a little.
#[test]
fn a_state_machine() {
    let mut engine = with(
        "
        tree(Low, High, t) :- Low > High, !.
        tree(Low, High, t(K, K, -, L, R)) :- K is (Low + High) // 2, H is K - 1, tree(Low, H, L), M is K + 1, tree(M, High, R).
        run(N, Keys) :- tree(1, Keys, S), garbage_collect, steps(N, Keys, 1, S).
        steps(0, _, _, _) :- !.
        steps(N, Keys, K, S) :- K1 is (K * 1103515245 + 12345) mod Keys + 1, put_assoc(K1, S, N, S1), N1 is N - 1, steps(N1, Keys, K1, S1).",
    );
    engine.set_limits(engine.limits().memory(4 << 30));
    let (keys, steps) = (rounds(100_000, 18_000_000), rounds(400_000, 4_000_000));
    holds(&mut engine, &format!("run({steps}, {keys})"));
    let (peak, live) = (peak(&mut engine), keys * 6 * 8);
    assert!(peak <= 10 * live + (12 << 20), "{peak} bytes for a state of {live}");
    // Each step makes up to sixteen cells for each level. The heap grows to four times what is live before it is
    // collected, or to half of the limit.
    let made = steps * 16 * 8 * (keys.ilog2() as usize + 1);
    let grows = (3 * live).min((2 << 30) - live).max(2 << 20);
    let most = 10 + made / grows;
    let (count, _) = collections(&mut engine);
    let is_stressed = std::env::var_os("FERZ_STRESS").is_some();
    assert!(
        is_stressed || count <= most as i64,
        "{count} collections, not at most {most}"
    );
}

/// What one collection takes grows with the number of choice points and no faster.
#[test]
fn collections_with_many_choice_points() {
    let program = "
        many(0) :- !, garbage_collect, true, garbage_collect, true.
        many(N) :- X = f(N, Y), ( true ; use(X) ), Y = [N], N1 is N - 1, many(N1).
        use(_).";
    let full = rounds(200_000, 1_000_000);
    let mut times = Vec::new();
    for count in [full / 4, full] {
        let mut engine = with(program);
        engine.set_limits(engine.limits().memory(4 << 30));
        let before = collections(&mut engine).1;
        holds(&mut engine, &format!("many({count})"));
        times.push(collections(&mut engine).1 - before);
        let most = count * 400 + (12 << 20);
        let peak = peak(&mut engine);
        assert!(peak <= most, "{count} choice points: {peak} bytes, not at most {most}");
    }
    assert!(times[1] <= 12 * times[0].max(20), "{times:?} milliseconds");
}

/// What a deep recursion took is given back when it is over.
#[test]
fn a_deep_recursion_gives_back_what_it_took() {
    let mut engine = with("len([], 0). len([_|T], N) :- len(T, M), N is M + 1.");
    let depth = rounds(2_000_000, 5_000_000);
    holds(&mut engine, &format!("numlist(1, {depth}, L), len(L, {depth})"));
    let (taken, stays) = (peak(&mut engine), value(&mut engine, "statistics(stack, X)"));
    assert!(
        taken <= depth * 100 + (12 << 20),
        "{taken} bytes for a depth of {depth}"
    );
    assert!(stays <= 160 << 20, "{stays} bytes stay of {taken}");
    let error = engine.once("length(L, 1000), len([a|L], a)");
    assert!(error.is_ok_and(|answer| answer.is_none()));
}

/// A recursion without an end is told by its name, and what it took is given back.
#[test]
fn an_endless_recursion_gives_back_what_it_took() {
    let mut engine = with("p(X) :- p(s(X)), q(X). q(_). f(X) :- f(X), q(X). l([_|T]) :- l(T).");
    let limit = rounds(256 << 20, 1 << 30);
    engine.set_limits(engine.limits().memory(limit as u64));
    for (goal, told) in [
        ("p(1)", Some("p/1 recurses")),
        ("f(1)", Some("f/1 recurses")),
        ("l(X)", None),
    ] {
        let error = engine.once(goal).expect_err("there is no end").to_string();
        assert!(error.contains(told.unwrap_or("memory")), "{goal}: {error}");
        let peak = peak(&mut engine);
        assert!(peak <= limit, "{goal}: {peak} bytes, not at most {limit}");
        assert!(value(&mut engine, "statistics(stack, X)") <= (160 << 20).min(limit as i64));
    }
}
