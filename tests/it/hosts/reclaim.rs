//! What is not on the heap and not used any more is given back: code of erased clauses, atoms, names of
//! predicates, tables. Sizes are the engine's own figures. `FERZ_BIG=1` runs everything at full scale.

use ferz::Engine;

/// Whether more is collected than usual, or numbers are not used again: then sizes say nothing.
fn stressed() -> bool {
    std::env::var_os("FERZ_STRESS").is_some()
}

/// How often a loop is run: less often in the ordinary run of the tests.
fn rounds(full: usize) -> usize {
    if std::env::var_os("FERZ_BIG").is_some() {
        full
    } else {
        full / 250
    }
}

/// The value of a key of `statistics/2`, after everything idle was collected.
fn figure(engine: &mut Engine, key: &str) -> usize {
    let query = format!("garbage_collect_atoms, true, true, statistics({key}, X)");
    let answer = engine.once(&query).expect("no error").expect("a solution");
    answer.get("X").expect("a number")
}

/// The number that the first solution gives for X.
fn number(engine: &mut Engine, query: &str) -> usize {
    let answer = engine.once(query);
    let answer = answer
        .unwrap_or_else(|error| panic!("{query}: {error}"))
        .unwrap_or_else(|| panic!("{query} fails"));
    answer.get("X").expect("a number")
}

fn holds(engine: &mut Engine, query: &str) {
    match engine.once(query) {
        Ok(Some(_)) => {}
        Ok(None) => panic!("{query} fails"),
        Err(error) => panic!("{query}: {error}"),
    }
}

fn with(program: &str) -> Engine {
    let mut engine = Engine::new();
    engine.consult_str(program).expect("the program is right");
    engine
}

/// Runs `goal` twice for a start, then once with `{n}` as the number of rounds; it may leave at most
/// `most` bytes, and take at most `peak` on the way, where the program notes its figures with `note/0`.
#[track_caller]
fn leaves_nothing(program: &str, goal: &str, full: usize, peak: usize) {
    let mut engine = with(&format!(
        "{program}\n:- dynamic(most/1).\nmost(0).
         note :- statistics(program, B), most(M), ( B > M -> retractall(most(_)), assertz(most(B)) ; true )."
    ));
    for _ in 0..2 {
        holds(&mut engine, &goal.replace("{n}", "40"));
    }
    let (before, atoms) = (figure(&mut engine, "program"), figure(&mut engine, "atoms"));
    holds(&mut engine, &goal.replace("{n}", &rounds(full).to_string()));
    let after = figure(&mut engine, "program");
    if stressed() {
        return;
    }
    assert!(
        after <= before + (512 << 10),
        "{goal}: {before} bytes before, {after} after"
    );
    let atoms_after = figure(&mut engine, "atoms");
    assert!(
        atoms_after <= atoms + 10,
        "{goal}: {atoms} atoms before, {atoms_after} after"
    );
    let most = number(&mut engine, "most(X)");
    assert!(
        most <= before + peak,
        "{goal}: {before} bytes before, {most} at the most"
    );
}

#[test]
fn a_declared_meta_predicate_waits_for_its_clauses() {
    let mut engine = with(":- meta_predicate later(0).");
    holds(&mut engine, "garbage_collect_atoms, true, true");
    engine
        .consult_str("later(X) :- X = user:a.")
        .expect("the program is right");
    holds(&mut engine, "later(a)");
}

#[test]
fn rules_that_come_and_go() {
    let program = "
        :- dynamic(r/1).
        go(0) :- !.
        go(N) :- assertz((r(X) :- X > 1, other([X, y, f(_)]), \\+ X = 3)), once(r(2)), retract((r(_) :- _)),
            ( N mod 100 =:= 0 -> note ; true ), N1 is N - 1, go(N1).
        other(_).";
    leaves_nothing(program, "go({n})", 10_000_000, 2 << 20);
}

#[test]
fn lambdas_of_texts_that_are_loaded_again() {
    let program = "
        go(0) :- !.
        go(N) :- format(string(S), 'p(L, M) :- maplist([X,Y]>>maplist([Z,U]>>(U is Z+~w), X, Y), L, M).', [N]),
            open_string(S, In), load_files(text, [stream(In)]), close(In),
            M is N+1, p([[1]], [[M]]), ( N mod 100 =:= 0 -> note ; true ), N1 is N - 1, go(N1).";
    leaves_nothing(program, "go({n})", 100_000, 2 << 20);
}

#[test]
fn a_queue_of_facts_and_rules() {
    let program = "
        :- dynamic((q/1, r/1, seen/1)).
        seen(a). seen(b).
        go(N) :- seen(_), turn(N), !.
        turn(0) :- !, retractall(q(_)), retractall(r(_)).
        turn(N) :- assertz(q(N)), asserta(q(f(N))), retract(q(f(_))), M is N + 5, ( q(M) -> retract(q(M)) ; true ),
            assertz((r(X) :- X = N, other(X))), ( r(M) -> once(retract((r(_) :- _))) ; true ),
            ( N mod 100 =:= 0 -> note ; true ), N1 is N - 1, turn(N1).
        other(_).";
    leaves_nothing(program, "go({n})", 10_000_000, 2 << 20);
}

#[test]
fn names_of_unknown_predicates() {
    let program = "
        go(0) :- !.
        go(N) :- atomic_list_concat([unknown, N], Name), catch(call(Name), error(existence_error(_, _), _), true),
            catch(call(Name, 1), _, true), catch(user:Name, _, true), Goal =.. [Name, a, b], catch(Goal, _, true),
            assertz((stub :- Name)), catch(stub, _, true), retract((stub :- _)),
            ( N mod 100 =:= 0 -> note ; true ), N1 is N - 1, go(N1).";
    leaves_nothing(program, "assertz(stub), retract(stub), go({n})", 1_000_000, 12 << 20);
}

#[test]
fn predicates_that_come_and_go() {
    let program = "
        go(0) :- !.
        go(N) :- atomic_list_concat([made, N], Name), Head =.. [Name, X], assertz((Head :- X = 1, length([a], X))),
            call(Name, 1), abolish(Name/1), ( N mod 100 =:= 0 -> note ; true ), N1 is N - 1, go(N1).";
    leaves_nothing(program, "go({n})", 1_000_000, 12 << 20);
}

#[test]
fn atoms_that_come_and_go() {
    let failing = "
        go(N) :- between(1, N, I), atomic_list_concat(['some text and ', I], A), atom_length(A, L), L < 0, fail.
        go(_) :- note.";
    leaves_nothing(failing, "go({n})", 10_000_000, 12 << 20);
    let recursive = "
        go(0) :- !, note.
        go(N) :- atom_number(A, N), atom_concat(A, '-', B), atom_codes(C, [0'x, 0'y]), atom_concat(B, C, D),
            term_to_atom(f(D, X, X), E), atom_length(E, L), L > 0,
            ( N mod 100 =:= 0 -> note ; true ), N1 is N - 1, go(N1).";
    leaves_nothing(recursive, "go({n})", 10_000_000, 48 << 20);
    let long = "
        go(0) :- !, note.
        go(N) :- numlist(1, 20000, L), atomic_list_concat(L, '+', A), atomic_list_concat([A, N], B), atom_length(B, _),
            note, N1 is N - 1, go(N1).";
    leaves_nothing(long, "go({n})", 20_000, 12 << 20);
}

#[test]
fn operators_that_come_and_go() {
    let program = "
        go(0) :- !.
        go(N) :- atomic_list_concat([op, N], A), op(700, xfx, A), M is N + 20, atomic_list_concat([op, M], B), op(0, xfx, B),
            ( N mod 100 =:= 0 -> note ; true ), N1 is N - 1, go(N1).
        rest :- forall((between(1, 20, N), atomic_list_concat([op, N], A)), op(0, xfx, A)).";
    leaves_nothing(program, "go({n}), rest", 1_000_000, 12 << 20);
}

#[test]
fn a_text_that_is_loaded_again_and_again() {
    let mut engine = Engine::new();
    let text = "
        p(a, 1) :- q(_, [x, y, f(z)]), !. p(b, 2). p([_|_], 3) :- p(c, _). p(c, \"text\").
        :- dynamic(d/2). d(1, one). d(2, two) :- p(a, _).
        q(X, Y) :- ( X = Y -> true ; X = 1, Y = 2 ; true ).
        :- initialization((p(a, _), d(2, _), p([b], _))).";
    let mut before = 0;
    for round in 0..rounds(1_000).max(40) {
        engine.consult_named("text", text).expect("the program is right");
        holds(&mut engine, "p(X, 2), p([X], 3), d(2, _)");
        if round == 30 {
            before = figure(&mut engine, "program");
        }
    }
    let after = figure(&mut engine, "program");
    // In the long run new code fills the gaps of the old, not all of them at any time.
    let gaps = if rounds(1_000) > 40 { 256 << 10 } else { 4096 };
    assert!(
        stressed() || after < before + gaps,
        "{before} bytes before, {after} after"
    );
}

/// Code goes on while its clause is erased, and choice points come back to it, whatever is made in between.
#[test]
fn code_in_use_stays() {
    let mut engine = with(
        "
        :- dynamic((p/2, other/1)).
        fill(0) :- !.
        fill(N) :- assertz((other(X) :- X = N, atom_length(abc, L), L > 2, X > 0)), other(_), retract((other(_) :- _)),
            N1 is N - 1, fill(N1).
        busy :- fill(3000), garbage_collect_atoms, garbage_collect, fill(10).
        define :- retractall(p(_, _)),
            assertz((p(X, L) :- retractall(p(_, _)), busy, ( X = 1 ; busy, X = 2 ; busy, X = 3 ), busy, length(L, X))),
            assertz((p(4, [end]) :- busy)).
        all(L) :- define, findall(X-Y, p(X, Y), L).
        s(1) :- redefine. s(2) :- busy. s(3) :- busy, atom(abc), busy.
        redefine :- busy.
        c(T) :- reset(deep(3), ball, C), busy, retractall(p(_, _)), assertz(kept(C)), busy, T = ok.
        deep(0) :- shift(ball), busy.
        deep(N) :- N1 is N - 1, deep(N1), busy.
        :- dynamic(kept/1).
        again :- busy, retract(kept(C)), busy, call(C).",
    );
    holds(&mut engine, "all(L), L = [1-[_], 2-[_, _], 3-[_, _, _], 4-[end]]");
    holds(&mut engine, "c(ok)");
    holds(&mut engine, "again");
    holds(&mut engine, "findall(X, s(X), [1, 2, 3])");
    // A static predicate that is loaded anew while it runs.
    let mut query = engine.query("s(X)").expect("a right query");
    assert!(query.next().is_some_and(|answer| answer.is_ok()));
    drop(query);
    engine
        .consult_named("text", "s(4) :- busy. s(5).")
        .expect("the program is right");
    holds(&mut engine, "findall(X, s(X), [4, 5])");
}

/// Atoms live as long as anything refers to them, wherever it is.
#[test]
fn atoms_in_use_stay() {
    let mut engine = with(
        "
        :- dynamic((fact/1, rule/1, key/2)).
        name(I, A) :- atomic_list_concat(['unique name ', I], A).
        make(A) :- flag(made, N, N + 1), name(N, A).
        churn :- garbage_collect, garbage_collect_atoms, true, true,
            forall(between(1, 200, I), ( atomic_list_concat([other, I], A), assertz(trash(A)) )), retractall(trash(_)).
        :- dynamic(trash/1).
        same(A, I) :- name(I, B), A == B.
        place(fact) :- make(A), assertz(fact(A)).
        place(functor) :- make(A), T =.. [A, 1], assertz(fact(T)).
        place(rule) :- make(A), assertz((rule(X) :- X = f(A, [A]))).
        place(key) :- make(A), assertz(key(A, x)), key(A, x), assertz(key(A, y)).
        place(global) :- make(A), nb_setval(global, [A]), b_setval(other, A).
        place(record) :- make(A), recordz(A, A).
        place(flag) :- make(A), flag(A, _, 7).
        place(operator) :- make(A), op(700, xfx, A).
        place(name) :- make(A), H =.. [A, 1], assertz(H).
        check(fact) :- fact(A), atom(A), same(A, 0).
        check(functor) :- fact(T), T =.. [A, 1], same(A, 1).
        check(rule) :- rule(f(A, [B])), same(A, 2), A == B.
        check(key) :- name(3, A), findall(X, key(A, X), [x, y]).
        check(global) :- nb_getval(global, [A]), same(A, 4).
        check(record) :- name(5, A), recorded(A, B), A == B.
        check(flag) :- name(6, A), flag(A, 7, 7).
        check(operator) :- name(7, A), current_op(700, xfx, A).
        check(name) :- name(8, A), call(A, 1).
        run(K) :- make(A), make(B), S = s(A, [B|_]), K = [A], churn, arg(1, S, C), C == A.
        found(L) :- findall(A, ( between(1, 5, _), make(A), churn ), L).
        thrown(A) :- make(A), catch(( churn, throw(ball(A)) ), ball(B), ( churn, A == B )).
        back :- make(A), ( churn, fail ; churn, atom_length(A, _) ).
        woken(A) :- make(A), freeze(X, ( churn, A == X )), churn, X = A.",
    );
    for what in [
        "fact", "functor", "rule", "key", "global", "record", "flag", "operator", "name",
    ] {
        holds(&mut engine, &format!("place({what}), churn"));
    }
    holds(&mut engine, "churn, churn");
    for what in [
        "fact", "functor", "rule", "key", "global", "record", "flag", "operator", "name",
    ] {
        if what != "global" {
            holds(&mut engine, &format!("check({what}), churn, check({what})"));
        }
    }
    holds(&mut engine, "nb_getval(global, [A]), name(4, A)");
    for goal in ["run([_])", "found([_, _, _, _, _])", "thrown(_)", "back", "woken(_)"] {
        holds(&mut engine, goal);
    }
    holds(&mut engine, "found([A|_]), atom_concat('unique name ', _, A)");
    let answer = engine.once("make(A), churn").expect("no error").expect("a solution");
    engine.once("churn").expect("no error");
    assert!(answer.to_string().starts_with("A = 'unique name "));
}

/// What goes beyond the limit of the program is an error; afterwards there is room again.
#[test]
fn a_full_program_can_be_emptied() {
    let goals = [
        ("double(aaaaaaaaaaaaaaaa, 0)", "true"),
        ("grow(0)", "retractall(grown(_))"),
        ("rules(0)", "retractall(rule(_))"),
        ("globals(0)", "true"),
        ("records(0)", "forall(recorded(k, _, R), erase(R))"),
        ("operators(0)", "forall(( current_op(701, xfx, A) ), op(0, xfx, A))"),
        ("names(0)", "true"),
    ];
    for (goal, clean) in goals {
        let mut engine = with(
            "
            :- dynamic((grown/1, rule/1)).
            double(A, N) :- atom_concat(A, A, B), N1 is N + 1, double(B, N1).
            grow(N) :- assertz(grown(f(N, some, [term, _]))), N1 is N + 1, grow(N1).
            rules(N) :- assertz((rule(X) :- X = N, atom(X))), N1 is N + 1, rules(N1).
            globals(N) :- atomic_list_concat([g, N], A), nb_setval(A, N), flag(A, _, N), N1 is N + 1, globals(N1).
            records(N) :- recordz(k, N), N1 is N + 1, records(N1).
            operators(N) :- atomic_list_concat([o, N], A), op(701, xfx, A), N1 is N + 1, operators(N1).
            names(N) :- atomic_list_concat([g, N], A), assertz(grown(A)), N1 is N + 1, names(N1).",
        );
        let limit = if std::env::var_os("FERZ_BIG").is_some() {
            256 << 20
        } else {
            8 << 20
        };
        engine.set_limits(engine.limits().program(limit as u64));
        let before = figure(&mut engine, "program");
        let error = engine.once(goal).expect_err("no room is left");
        let formal = error.formal().map(|formal| formal.to_string());
        assert_eq!(formal.as_deref(), Some("resource_error(program_space)"), "{goal}");
        holds(&mut engine, clean);
        if clean != "true" {
            let after = figure(&mut engine, "program");
            assert!(
                stressed() || after < before + limit / 12,
                "{goal}: {before} before, {after} after"
            );
        }
        let caught = format!("catch({goal}, error(resource_error(W), _), true), W == program_space, {clean}");
        holds(&mut engine, &caught);
        holds(&mut engine, "X is 6 * 7, atom_length(abc, 3), X == 42");
    }
}

/// A program that has filled its budget can still run clauses that were never called before.
#[test]
fn a_full_program_can_tell_of_it() {
    let mut engine = with(
        "
        :- dynamic(grown/1).
        fill :- assertz(grown(f(a, b, [c]))), fill.
        told(error(E, _), X) :- first(E), second(E, X).
        first(E) :- functor(E, resource_error, 1), nonvar(E).
        second(E, X) :- arg(1, E, X), findall(Y, member(Y, [X]), [X]).",
    );
    engine.set_limits(engine.limits().program(8 << 20));
    holds(&mut engine, "catch(fill, Ball, told(Ball, program_space))");
    holds(&mut engine, "retractall(grown(_))");
    holds(&mut engine, "garbage_collect_atoms, true, true, assertz(grown(1))");
}

/// Erasing clauses one by one while a goal sees them all takes time in proportion to their number.
#[test]
fn erasing_behind_a_choice_point_is_linear() {
    let mut engine = with(
        "
        :- dynamic(n/1).
        go(N) :- forall(between(1, N, I), assertz(n(I))), ( retract(n(_)), fail ; true ), \\+ n(_).",
    );
    engine.set_limits(engine.limits().time(std::time::Duration::from_secs(60)));
    holds(&mut engine, &format!("go({})", rounds(10_000_000)));
    holds(&mut engine, "garbage_collect_atoms, true, go(1)");
    let clauses = number(&mut engine, "statistics(clauses, X)");
    assert!(clauses < 1000, "{clauses}");
}

/// Goals that a binding wakes run in the midst of a clause, and collect the heap: the slots of its frame stay.
#[test]
fn frames_stay_where_goals_wake() {
    let mut engine = with(
        r"
        before(X) :- garbage, freeze(A, garbage), chosen(T, A), X = T.

        % The frame is open, and nothing was called yet.
        chosen(T, a) :- ( garbage ; garbage ), T = made(T1, [1,2,3]), T1 = 7.

        between(X) :- freeze(A, garbage), filled(A, X).

        % Slots are filled after a call, and in front of goals that wait.
        filled(A, Y) :- garbage, A = f(B, C), atom(b), garbage, Y = [B,C], B = 1, C = 2.

        branch(X) :- freeze(A, garbage), garbage, A = g(B), ( garbage, B = one ; garbage, B = other ), garbage, X = B.

        many(X) :-
            freeze(A, garbage), garbage,
            Xs = [A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20],
            A = Xs, atom(b), garbage,
            X = [A20,A19,A18,A17,A16,A15,A14,A13,A12,A11,A10,A9,A8,A7,A6,A5,A4,A3,A2,A1], A20 = x, A17 = y.

        garbage :- numlist(1, 100000, L), L = [_|_].
    ",
    );
    holds(&mut engine, "before(made(7, [1,2,3]))");
    holds(&mut engine, "between([1,2])");
    holds(&mut engine, "findall(X, branch(X), [one,other])");
    holds(
        &mut engine,
        "many([x,_,_,y|T]), length(T, 16), term_variables(T, Vs), length(Vs, 16)",
    );
}

/// A continuation has all slots of a frame, also where it was opened together with the level for cuts.
#[test]
fn continuations_have_all_slots() {
    let mut engine = with(
        r"
        s(X) :- q, member(Y, [1,2,3]), q, shift(b), X = Y, !.
        t(X) :- reset(s(X), b, C), call(C).
        q.
    ",
    );
    holds(&mut engine, "t(X), X == 1");
}
