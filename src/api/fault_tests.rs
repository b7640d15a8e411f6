//! Fault injection: each program is run with its first charge failing, then its second, and so on.
//! Whatever happens is an error or the right answer, and the engine answers afterwards.

use super::{Engine, Error};

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
        "count(0) :- !. count(N) :- M is N - 1, count(M), true.",
        "count(3000), T = f(T), copy_term(T, U), T = U",
        "",
    ),
];

/// What must hold after every fault.
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
    let values = names.map(|name| answer.get(name).map(ToString::to_string).unwrap_or_default());
    values.join(" ")
}

#[test]
fn any_charge_may_fail() {
    let right = check(&mut Engine::new());
    for (text, query, expected) in PROGRAMS {
        let mut fault = 1;
        let mut failures = 0;
        loop {
            let mut engine = Engine::new();
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
            // All of the first hundred, then one of ten.
            fault += if fault < 100 { 1 } else { 10 };
        }
        assert!(failures > 0, "{query}: nothing was charged");
    }
}
