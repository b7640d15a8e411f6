//! Fault injection: each program is run with its first charge failing, then its second, and so on. The result is
//! always an error or the right answer, and the engine stays usable.

use super::{Engine, Error, Term};

/// A text to load, a query, and its first answer.
const PROGRAMS: &[(&str, &str, &str)] = &[
    (
        "",
        "numlist(1, 2000, L), msort(L, M), L == M, length(M, N), L = [_|_], M = [F|_]",
        "N = 2000, F = 1",
    ),
    (
        "p(X) :- q(X), X > 1. q(1). q(2).",
        "findall(X, p(X), L), findall(A-B, (q(A), q(B)), M), length(M, N)",
        "L = [2], N = 4",
    ),
    (
        ":- dynamic(f/2).",
        "forall(between(1, 50, I), assertz(f(I, g(I)))), retract(f(7, _)), aggregate_all(count, f(_, _), N)",
        "N = 49",
    ),
    (
        "",
        "atom_concat(abc, def, A), atom_chars(A, C), atomic_list_concat(C, \'-\', B), sub_atom(B, 0, 3, _, S), upcase_atom(S, U)",
        "U = \'A-B\'",
    ),
    (
        "",
        "string_concat(\"abc\", \"def\", A), split_string(A, \"c\", \"\", P), string_codes(A, C), length(C, N)",
        "P = [\"ab\", \"def\"], N = 6",
    ),
    (
        "",
        "X is 7 ** 700, Y is X // 7 ** 699, number_codes(X, C), number_codes(Z, C), Z =:= X",
        "Y = 7",
    ),
    (
        "",
        "term_to_atom(f(X, Y, X), A), term_to_atom(T, A), copy_term(T, f(B, C, D)), B == D, B \\== C, X = 1, Y = 2",
        "X = 1, Y = 2",
    ),
    (
        "",
        "catch(atom_length(_, _), error(E, _), true), catch(throw(ball(1)), ball(N), true)",
        "E = instantiation_error, N = 1",
    ),
    (
        "",
        "nb_setval(k, []), setup_call_cleanup(true, member(X, [1, 2]), nb_setval(k, done)), !, nb_getval(k, D)",
        "X = 1, D = done",
    ),
    (
        "",
        "freeze(X, Y = got(X)), dif(A, b), X = 1, A = c, when(ground(B+C), D = yes), B = 1, C = 2",
        "Y = got(1), A = c, C = 2, D = yes",
    ),
    (
        "a --> [x], a. a --> [].",
        "phrase(a, [x, x, x]), phrase(a, [x], R), !",
        "R = []",
    ),
    (
        "",
        "with_output_to(string(S), forall(member(X, [a, \"b\", 1.5]), (print(X), nl)))",
        "S = \"a\\n\\\"b\\\"\\n1.5\\n\"",
    ),
    (
        "",
        "list_to_assoc([a-1, b-2], A), put_assoc(c, A, 3, B), assoc_to_list(B, L), setof(K, V^member(K-V, L), Ks)",
        "Ks = [a, b, c]",
    ),
    (
        "p(X) :- catch(q(X), _, fail). p(none). q(X) :- setof(Y, r(Y), [X|_]). r(2). r(1).",
        "p(X), !, recorda(k, X, R), erase(R)",
        "X = ",
    ),
    (
        "",
        "length(L, 500), maplist(=(z), L), foldl([E, S0, S]>>(S is S0 + 1), L, 0, N)",
        "N = 500",
    ),
    (
        "",
        "open_string(\"f(X). g(Y, \'a b\'). h.\", S), read(S, A), read(S, B), functor(A, F, _), B = g(_, C)",
        "F = f, C = \'a b\'",
    ),
    (
        ":- table path/2. path(X, Y) :- path(X, Z), e(Z, Y). path(X, Y) :- e(X, Y). e(a, b). e(b, c). e(c, a).
         :- table fib/2. fib(0, 0). fib(1, 1). fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y.",
        "aggregate_all(count, path(_, _), N), fib(30, F), abolish_all_tables, aggregate_all(count, path(a, _), M)",
        "N = 9, F = 832040, M = 3",
    ),
    (
        "d(0). d(N) :- M is N - 1, d(M). i(X) :- between(1, 3, X).",
        "call_with_depth_limit(d(5), 100, A), call_with_depth_limit(d(50), 10, B),
         call_with_inference_limit(i(X), 1000, C), call_with_time_limit(100, d(3))",
        "B = depth_limit_exceeded, X = 1, C = true",
    ),
    (
        "",
        "host(3, X), findall(Y, host(2, Y), L), catch(host(0, _), zero, E = 1), length(L, N)",
        "X = [3, 2, 1], N = 2, E = 1",
    ),
    (
        ":- dynamic(r/1). r(1). r(2).",
        "findall(X, (r(X), Y is X + 10, assertz((r(Y) :- true)), X < 3), L), bagof(A-B, (r(A), B = A), M), length(M, 4),
         b_setval(v, f(L)), b_getval(v, f([_|V])), nb_setval(k, M), retractall(r(_)), nb_getval(k, [_|K]), length(K, O)",
        "L = [1, 2], V = [2], O = 3",
    ),
    (
        "g(X) :- setup_call_cleanup(S = 1, (X = S ; X = 2), nb_setval(c, X)). n(X) :- setup_call_cleanup(true, g(X), g(_)).",
        "catch(setup_call_cleanup(true, throw(a), throw(b)), a, E = 7), findall(X, n(X), L), g(Y), !, nb_getval(c, 1)",
        "E = 7, L = [1, 2], Y = 1",
    ),
    (
        "e(N, X) :- shift(N), X = after. t(X) :- reset(e(1, X), B, K), B == 1, call(K).",
        "t(X), string_code(1, \"abc\", C), nb_setval(q, [1, 2]), forall(nb_getval(q, Q), is_list(Q)), tab(0),
         pairs_keys_values(P, [a, b], [1, 2]), transpose_pairs(P, T), sumlist([1, 2], S), last([1, 2, 4], Z)",
        "X = after, C = 97, S = 3, Z = 4",
    ),
    (
        "",
        "X is (3 ** 200 rdiv 7 ** 90) + 1 rdiv 5 ** 70, Y is X * X - X ** 2, Z is gcd(6 ** 300, 10 ** 300) / 2 ** 300",
        "Y = 0, Z = 1",
    ),
    (
        "count(0) :- !. count(N) :- M is N - 1, count(M), true.",
        "count(3000), T = f(T), copy_term(T, U), T = U",
        "",
    ),
];

/// A query that must give the same answer after every fault.
const CHECK: &str = "X is 6 * 7, findall(Y, member(Y, [a, b]), L), msort([c, a, b], M), atom_concat(x, y, A), catch(throw(t), B, true),
    length(Q, 2), append(R, [3], [1, 2, 3]), phrase([], []), term_to_atom(f(Z), C), nb_setval(check, 1), nb_getval(check, V)";

fn run(engine: &mut Engine, text: &str, query: &str) -> Result<String, Error> {
    engine.consult_str(text)?;
    Ok(engine
        .once(query)?
        .map_or_else(|| "false".into(), |answer| answer.to_string()))
}

fn check(engine: &mut Engine) -> String {
    let answer = engine
        .once(CHECK)
        .expect("the check raises nothing")
        .expect("the check succeeds");
    let names = ["X", "L", "M", "A", "B", "R", "V"];
    let values = names.map(|name| answer.term(name).map(ToString::to_string).unwrap_or_default());
    values.join(" ")
}

/// Makes an engine with a host predicate.
fn new_engine() -> Engine {
    let mut engine = Engine::new();
    let host = engine.register("host", 2, |call| {
        let most: i64 = call.get(0)?;
        if most == 0 {
            return Err(Error::throw(Term::atom("zero")));
        }
        call.unify_each(1, [(1..=most).rev().collect::<Vec<i64>>(), vec![most]]);
        Ok(true)
    });
    host.expect("the name is free");
    engine
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "takes long")]
fn any_charge_may_fail() {
    let right = check(&mut Engine::new());
    for (text, query, expected) in PROGRAMS {
        let mut fault = 1;
        let mut failures = 0;
        loop {
            let mut engine = new_engine();
            engine.machine.limits.fault = Some(fault + 1);
            let result = run(&mut engine, text, query);
            let injected = engine.machine.limits.fault.take().is_none_or(|left| left == 0);
            match result {
                Ok(answer) => {
                    let all = expected.split(", ").all(|part| answer.contains(part));
                    assert!(all, "{query}, fault {fault}: {answer}, not {expected}");
                }
                Err(error) => {
                    assert!(injected, "{query}, fault {fault}: {error}");
                    failures += 1;
                }
            }
            assert_eq!(check(&mut engine), right, "after {query}, fault {fault}");
            if !injected {
                break;
            }
            // All of the first hundred, then every tenth.
            fault += if fault < 100 { 1 } else { 10 };
        }
        assert!(failures > 0, "{query}: nothing was charged");
    }
}

/// Interrupts each program at the first poll of the watch, then at the second, and so on, with a collection before
/// every n-th call; or lets its deadline pass there, which it may catch.
#[test]
fn any_look_may_stop() {
    let right = check(&mut Engine::new());
    // In a debug build each run takes long.
    let (ways, closer) = if cfg!(debug_assertions) { (2, 1) } else { (4, 16) };
    for &(stress, late) in &[(Some(3), false), (None, true), (None, false), (Some(2), true)][..ways] {
        for (text, query, expected) in PROGRAMS {
            let mut look = 0;
            loop {
                let mut engine = new_engine();
                engine.machine.set_stress(stress);
                let watch = std::sync::Arc::clone(engine.machine.limits.watch());
                watch.stop_at(Some(look), late);
                let result = run(&mut engine, text, query);
                let stopped = watch.has_stopped();
                watch.stop_at(None, late);
                let context = format!("{query}, look {look}, stress {stress:?}, late {late}");
                match result {
                    Ok(answer) => {
                        let all = expected.split(", ").all(|part| answer.contains(part));
                        // A handler for all balls takes another path if it catches that of the time limit.
                        assert!(all || stopped && late, "{context}: {answer}, not {expected}");
                    }
                    Err(error) => assert!(stopped, "{context}: {error}"),
                }
                engine.machine.assert_at_rest(&context);
                engine.machine.set_stress(None);
                watch.clear();
                watch.set_deadline(None);
                assert_eq!(check(&mut engine), right, "after {context}");
                if !stopped {
                    break;
                }
                look += 1 + look / closer;
            }
        }
    }
}
