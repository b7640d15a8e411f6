//! How clauses are found: random clauses, changes and goals, compared with a search through a list of the same
//! clauses.

use ferz::Engine;

/// The clauses of p/5 are kept twice: in the database, and in a list of c(Id, Called, Head), where Called is what a
/// call unifies with, and Head what stands in the clause. Random numbers come from a state that is passed on.
const PROGRAM: &str = r#"
:- dynamic(kinds/1).

draw(N, R, S0, S) :- S is (S0 * 1103515245 + 12345) mod 2147483648, R is (S >> 8) mod N.

pool(0, 0).                     pool(1, _).                     pool(2, a).
pool(3, f(x)).                  pool(4, 1).                     pool(5, [a|_]).
pool(6, f(_)).                  pool(7, 100000000000000000000). pool(8, 1.5).
pool(9, "text").                pool(10, f(y)).                 pool(11, []).
pool(12, [b]).                  pool(13, g(1, h(2), _)).        pool(14, g(1, h(3), z)).
pool(15, 100000000000000000001). pool(16, -1).                  pool(17, f(X, X)).
pool(18, f(1, 2)).              pool(19, 2.5).                  pool(20, [a, b]).
pool(21, b).                    pool(22, f(f(x))).              pool(23, _).

value(V) --> { kinds(K) }, draw(K, I), { pool(I, V) }.
value_or_variable(V) --> draw(2, I), ( { I =:= 0 } -> value(V) ; [] ).

new_clause(Id, Clause, c(Id, Called, Head)) -->
    value(A), value(B), value(C), value(D), draw(8, I),
    { shaped(I, p(A, B, C, D, Id), Clause, Called, Head) }.

shaped(0, p(A, B, C, D, Id), (p(V, B, C, D, Id) :- V = A), p(A, B, C, D, Id), p(V, B, C, D, Id)) :- !.
shaped(1, p(A, B, C, D, Id), (p(A, V, C, W, Id) :- B = V, W = D, true), p(A, B, C, D, Id), p(A, V, C, W, Id)) :- !.
shaped(2, p(A, _, C, D, Id), p(A, A, C, D, Id), p(A, A, C, D, Id), p(A, A, C, D, Id)) :- !.
shaped(_, P, P, P, P).

new_clauses(N, N, [], []) --> !.
new_clauses(Id, N, [Clause|Clauses], [C|Model]) -->
    new_clause(Id, Clause, C), { Id1 is Id + 1 }, new_clauses(Id1, N, Clauses, Model).

goal(p(A, B, C, D, _)) -->
    value_or_variable(A), value_or_variable(B), value_or_variable(C), value_or_variable(D), draw(8, I),
    { I =:= 0 -> ignore(A = C) ; true }.

asked(G, Model) :-
    findall(G, G, Called), findall(G, member(c(_, G, _), Model), Expected), same(call(G), Called, Expected),
    findall(G, clause(G, _), Heads), findall(G, member(c(_, _, G), Model), Right), same(clause(G), Heads, Right).

same(_, A, B) :- A =@= B, !.
same(G, A, B) :- throw(differ(G, A, B)).

% The text of a static predicate, and goals for it.
static(Seed, N, Kinds, Text) :-
    retractall(kinds(_)), assertz(kinds(Kinds)),
    new_clauses(0, N, Clauses, _, Seed, _),
    with_output_to(string(Text), forall(member(C, Clauses), (write_canonical(C), write('.\n')))).

ask_static(Seed, N, Goals) :- new_clauses(0, N, _, Model, Seed, S), ask_all(Goals, Model, S).

ask_all(0, _, _) :- !.
ask_all(N, Model, S0) :- goal(G, S0, S), asked(G, Model), N1 is N - 1, ask_all(N1, Model, S).

% Changes of a dynamic predicate, and goals in between.
run(Seed, N, Kinds, Steps) :-
    retractall(kinds(_)), assertz(kinds(Kinds)), retractall(p(_, _, _, _, _)),
    new_clauses(0, N, Clauses, Model, Seed, S),
    forall(member(C, Clauses), assertz(C)),
    steps(Steps, N, Model, S).

steps(0, _, _, _) :- !.
steps(N, Id, Model0, S0) :-
    draw(10, R, S0, S1),
    step(R, Id, Model0, Model, S1, S),
    Id1 is Id + 1, N1 is N - 1,
    steps(N1, Id1, Model, S).

step(0, Id, M, [C|M]) --> !, new_clause(Id, Clause, C), { asserta(Clause) }.
step(R, Id, M0, M) --> { R < 3 }, !, new_clause(Id, Clause, C), { assertz(Clause), append(M0, [C], M) }.
step(R, Id, M0, M) --> { R < 5 }, !, draw(Id, I), { erase(I), without(I, M0, M) }.
step(5, _, M0, M) --> draw(5, 0), !, goal(G), { retractall(G), exclude_heads(M0, G, M) }.
step(6, _, M0, M) --> !, goal(G),
    {   findall(G, retract(G), Gone), findall(I, member(p(_, _, _, _, I), Gone), Ids),
        facts(M0, G, Ids), without_all(Ids, M0, M)
    }.
step(7, _, M0, M) --> !, goal(G), { arg(5, G, Id) },
    {   findall(Id, (G, churn(Id)), Ids), findall(Id, member(c(_, G, _), M0), Right),
        same(update_view(G), Ids, Right),
        retractall(p(_, _, _, _, new(_))), gone(Ids, Gone), without_all(Gone, M0, M)
    }.
step(_, _, M, M) --> goal(G), { asked(G, M) }.

erase(I) :- ignore(retract((p(_, _, _, _, I) :- _))).

% While a goal runs, clauses that it has yet to find go, and others come.
churn(I) :- J is I + 3, erase(I), erase(J), assertz(p(_, _, _, _, new(I))), asserta(p(_, _, _, _, new(I))).
gone([], []).
gone([I|Is], [I, J|Js]) :- J is I + 3, gone(Is, Js).

% Those that retract/1 is to find: the facts among them.
facts(Model, G, Ids) :-
    findall(I, (member(c(I, Called, Head), Model), Called == Head, \+ G \= Head), Right),
    same(retract(G), Ids, Right).

without(I, M0, M) :- without_all([I], M0, M).
without_all(Is, M0, M) :- findall(c(I, C, H), (member(c(I, C, H), M0), \+ memberchk(I, Is)), M).
exclude_heads(M0, G, M) :- findall(c(I, C, H), (member(c(I, C, H), M0), G \= H), M).
"#;

fn with(program: &str) -> Engine {
    let mut engine = Engine::new();
    engine.consult_str(program).expect("the program is right");
    engine
}

fn holds(engine: &mut Engine, query: &str) {
    match engine.once(query) {
        Ok(Some(_)) => {}
        Ok(None) => panic!("{query} fails"),
        Err(error) => panic!("{query}: {error}"),
    }
}

#[test]
fn changing_clauses_are_found() {
    let mut engine = with(PROGRAM);
    let (steps, large) = if cfg!(debug_assertions) { (100, 5) } else { (1000, 60) };
    for (seed, kinds) in [(1, 24), (2, 2), (3, 3), (4, 7), (5, 24), (6, 12)] {
        for count in [3, 20, 150] {
            holds(&mut engine, &format!("run({seed}{count}, {count}, {kinds}, {steps})"));
        }
    }
    holds(&mut engine, &format!("run(7, 3000, 2, {large})"));
    holds(&mut engine, &format!("run(8, 3000, 24, {large})"));
}

#[test]
fn clauses_that_stay_are_found() {
    let goals = if cfg!(debug_assertions) { 50 } else { 500 };
    for (seed, kinds) in [(1, 24), (2, 3), (3, 10)] {
        for count in [4, 30, 47, 200] {
            let mut engine = with(PROGRAM);
            let text = engine
                .once(&format!("static({seed}{count}, {count}, {kinds}, Text)"))
                .expect("no error")
                .expect("a text");
            let text: String = text.get("Text").expect("a text");
            engine.consult_str(&text).expect("the text is right");
            holds(&mut engine, &format!("ask_static({seed}{count}, {count}, {goals})"));
        }
    }
}

#[test]
fn one_clause_that_can_match_leaves_no_choice_point() {
    let mut engine = with(
        "part(f(a), 1). part(f(b), 2). part(g(a), 3). part([x|_], 4). part([y, z], 5). part(1.5, 6).
         whole(k(a, x), 1). whole(k(b, _), 2). whole(k(c, [y|_]), 3).
         step(app([], L, L)). step(app([X|Xs], L, [X|R])) :- step(app(Xs, L, R)).",
    );
    for (goal, values) in [
        ("part(f(a), X)", &[1][..]),
        ("part(f(b), X)", &[2]),
        ("part(f(c), X)", &[]),
        ("part(g(_), X)", &[3]),
        ("part([y|_], X)", &[5]),
        ("part([_|_], X)", &[4, 5]),
        ("part(f(_), X)", &[1, 2]),
        ("part(1.5, X)", &[6]),
        ("whole(k(b, y), X)", &[2]),
        ("whole(k(c, [y]), X)", &[3]),
        ("whole(k(_, x), X)", &[1, 2]),
        ("step(app([1, 2], [3], [_, _, X]))", &[3]),
    ] {
        let answers: Vec<_> = engine
            .query(goal)
            .expect("the goal is right")
            .map(|answer| answer.expect("no error"))
            .collect();
        let found: Vec<i64> = answers.iter().filter_map(|answer| answer.get("X").ok()).collect();
        assert_eq!(found, values, "{goal}");
        assert!(
            answers.last().is_none_or(|last| last.is_last()),
            "{goal} leaves a choice point"
        );
    }
}

/// While the head and the tests of a clause decide, there is no choice point yet. Whatever leaves the run loop
/// meanwhile (wake-ups, errors, numbers and terms that are large) has to find one.
#[test]
fn clauses_that_are_tried_without_a_choice_point_fail_and_cut_as_others_do() {
    let mut engine = with(
        "same(X, X, yes) :- !. same(_, _, no).
         small(X, Y) :- X < 10, !, Y = small. small(_, large).
         pick(X, [X|T], T). pick(X, [H|T], [H|R]) :- pick(X, T, R).
         kind(f(X), X, 1). kind(f(_), _, 2) :- !. kind(f(X), X, 3). kind(_, _, 4).
         list(N, L) :- numlist(1, N, L).
         all(G, A, As) :- findall(A, G, As).",
    );
    for (goal, answers) in [
        ("same(a, b, R)", "R = no"),
        ("same(X, a, R)", "X = a, R = yes"),
        ("same(X, a, no)", "true"),
        ("freeze(X, Y = woken), same(X, a, R)", "X = a, Y = woken, R = yes"),
        (
            "freeze(X, fail), same(X, a, R), X = Y",
            "X = Y, R = no, freeze(Y, fail)",
        ),
        ("dif(X, a), same(X, a, R), R == yes, fail ; R = ok", "R = ok"),
        (
            "freeze(X, throw(w)), catch(same(X, a, _), B, true), !, B == w",
            "B = w, freeze(X, throw(w))",
        ),
        ("catch(small(_, _), error(E, _), true)", "E = instantiation_error"),
        ("X is 2 ** 70, small(X, Y), Y == large, fail ; Z = ok", "Z = ok"),
        ("X is -(2 ** 70), small(X, Y), Y == small, fail ; Z = ok", "Z = ok"),
        (
            "X is 2 ** 70, Y is 2 ** 70, same(X, Y, R), X = Y, R == yes, fail ; Z = ok",
            "Z = ok",
        ),
        (
            "list(3000, L), copy_term(L, M), same(L, M, R), R == yes, fail ; Z = ok",
            "Z = ok",
        ),
        (
            "list(3000, L), append(L, [x], M), same(L, M, R), R == no, fail ; Z = ok",
            "Z = ok",
        ),
        (
            "all(pick(X, [1, 2, 3], T), X-T, L)",
            "L = [1-[2, 3], 2-[1, 3], 3-[1, 2]]",
        ),
        (
            "all((freeze(X, X > 1), pick(X, [1, 2, 3], T)), X-T, L)",
            "L = [2-[1, 3], 3-[1, 2]]",
        ),
        (
            "pick(f(X, 2), [f(1, 3), f(Y, 2), Z], T), !, X = Y",
            "X = Y, T = [f(1, 3), Z]",
        ),
        ("all(kind(f(a), a, N), N, L)", "L = [1, 2]"),
        ("all(kind(f(a), b, N), N, L)", "L = [2]"),
        ("all(kind(_, _, N), N, L)", "L = [1, 2]"),
        ("all((dif(X, b), kind(f(X), b, N)), N, L)", "L = [2]"),
        ("all(kind(g, b, N), N, L)", "L = [4]"),
    ] {
        let found: Vec<_> = engine
            .query(goal)
            .expect("the goal is right")
            .map(|answer| answer.expect("without an error").to_string().replace('\n', " "))
            .collect();
        assert_eq!(found, [answers], "{goal}");
    }
}
