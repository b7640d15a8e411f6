//! How clauses are tried: predicates that do not change, whose clauses are put together in one block, against the same
//! clauses as dynamic ones, each of which is run on its own. The clauses begin with all kinds of heads, tests and cuts;
//! the arguments are of all kinds too, shared variables and those that goals wait for among them.

use ferz::Engine;

const PROGRAM: &str = r#"
arg_of(_).
arg_of(0).
arg_of(1).
arg_of(3).
arg_of(-1).
arg_of(2.5).
arg_of(a).
arg_of([]).
arg_of([_]).
arg_of([1,2]).
arg_of([X,X|_]).
arg_of(f(_)).
arg_of(f(1)).
arg_of(g(_, _)).
arg_of(g(2, a)).
arg_of(100000000000000000000).
arg_of("text").
arg_of(X) :- freeze(X, true).
arg_of(X) :- freeze(X, fail).
arg_of(X) :- freeze(X, X \== 1).
arg_of(X) :- freeze(X, (X = 1 ; X = [] ; X = f(1))).
arg_of(X) :- freeze(X, true), X = 1.
arg_of(X) :- freeze(X, true), X = [_|_].
arg_of(X) :- freeze(X, true), X = f(_).
arg_of(f(X)) :- freeze(X, fail).
arg_of([X|_]) :- freeze(X, true), X = 1.

pair(X, Y) :- arg_of(X), arg_of(Y).
pair(X, X).
pair(X, f(X)).
pair(X, X) :- freeze(X, true).

clauses(q, [ (q(N, 1) :- N < 3, !), (q(N, M) :- M = N) ]).
clauses(held, [ (held(A, [B|_]) :- A == B, !), (held(A, [_|Bs]) :- Bs = [A|_]) ]).
clauses(max, [ (max(X, Y) :- X >= Y, !), (max(X, _) :- X = 1) ]).
clauses(flat, [ (flat([X|Xs], Y) :- !, Y = X-Xs), (flat([], Y) :- !, Y = none), (flat(X, X)) ]).
clauses(str, [ (str(f(X), Y) :- !, Y = X), (str(g(X, Z), Y) :- !, Y = X-Z), (str(X, [X])) ]).
clauses(bind, [ (bind(X, a) :- X = 1, !), (bind(1, b)), (bind(_, c)) ]).
clauses(two, [ (two(a, b) :- !), (two(X, X) :- !), (two(_, _)) ]).
clauses(vars, [ (vars(X, Y) :- var(X), !, Y = v), (vars([_|_], l) :- !), (vars(f(_), s)), (vars(X, Y) :- X = Y) ]).
clauses(num, [ (num(0, z) :- !), (num(N, p) :- N > 0, !), (num(N, m) :- N < 0) ]).
clauses(ins, [ (ins([Y|Ys], [Y|Zs]) :- Y < 2, !, Zs = Ys), (ins(Ys, [x|Ys])) ]).
clauses(ins2, [ (ins2([Y|Ys], [Y|Zs]) :- Y =< 1, Ys = Zs), (ins2([Y|Ys], [x|Ys]) :- Y > 1), (ins2([], [])) ]).
clauses(ar, [ (ar(N, R) :- 0 =:= N mod 2, !, R is N // 2), (ar(N, R) :- R is N * 3 + 1) ]).
clauses(con, [ (con(X, 1) :- X = g(_, _), !), (con(f(_), 2)), (con(g(2, _), 3)), (con(_, 4)) ]).
clauses(deep, [ (deep(g(A, f(B)), A) :- !, B = 1), (deep(g(2, A), A)), (deep(f(A), g(A, A)) :- A == 1, !), (deep(_, none)) ]).
clauses(same, [ (same([X, X|_], y) :- !), (same([_|T], T)), (same(_, n)) ]).
clauses(cmp, [ (cmp(X, Y) :- compare(<, X, Y), !), (cmp(X, Y) :- compare(O, X, Y), O = (=), !), (cmp(_, _)) ]).
clauses(id, [ (id(X, Y) :- X == Y, !), (id(X, Y) :- X \== Y, f(X, 1) \== f(Y, 1), g([X|Y], 2) == g([X|Y], 2)) ]).
clauses(acc, [ (acc([X|Xs], A) :- !, acc2(Xs, [X|A])), (acc(X, A) :- acc2(A-X, X-A)) ]).
clauses(acc2, [ (acc2(X, Y) :- X = Y, !), (acc2(X, Y-X) :- !), (acc2(_, _)) ]).
clauses(dec, [ (dec(N, f(N)) :- N < 2, !), (dec(N, R) :- N >= 2, R = g(N, N)) ]).
clauses(never, [ (never(N, a) :- N > 3, N < 2), (never(N, b) :- N > 2, !), (never(_, c)) ]).
clauses(never2, [ (never2(N, a) :- N > 3, N < 2, !), (never2(N, b) :- N =< 3) ]).
clauses(dec2, [ (dec2(N, [N|T]) :- N < 2, T = [], !), (dec2(N, X) :- N < 3, X = 1), (dec2(_, 2)) ]).


% The same clauses under names that begin with D.
renamed(D, (H :- B), (H1 :- B1)) :- !, call_renamed(D, H, H1), body_renamed(D, B, B1).
renamed(D, H, H1) :- call_renamed(D, H, H1).
body_renamed(D, (A, B), (A1, B1)) :- !, body_renamed(D, A, A1), body_renamed(D, B, B1).
body_renamed(D, G, G1) :- functor(G, N, _), clauses(N, _), !, call_renamed(D, G, G1).
body_renamed(_, G, G).
call_renamed(D, H, H1) :- H =.. [N|As], atom_concat(D, N, N1), H1 =.. [N1|As].

clauses_of(D, Cs) :- findall(C, ( clauses(_, Cs0), member(C0, Cs0), renamed(D, C0, C) ), Cs).
static(Text) :-
    clauses_of(s_, Cs),
    with_output_to(string(Text), forall(member(C, Cs), ( write_canonical(C), write('.\n') ))).
changing :- clauses_of(d_, Cs), forall(member(C, Cs), assertz(C)).

answers(D, N, As) :-
    atom_concat(D, N, P),
    findall(G-As0, ( pair(X, Y), G =.. [P, X, Y], outcome(G, X, Y, As0) ), As).
outcome(G, X, Y, As) :-
    catch(findall(X-Y, G, As), error(E, _), As = E).

same :-
    forall(clauses(N, _), ( answers(s_, N, As), answers(d_, N, Bs), same(As, Bs) )).

same([], []).
same([A|As], [B|Bs]) :- A = G-_, A = _-X, B = _-Y, ( X =@= Y -> true ; throw(differ(G, X, Y)) ), same(As, Bs).
"#;

/// Bodies whose branches call or do not, cut or do not, in clauses and as terms that are called.
const BRANCHES: &str = r#"
d(X, X).
d(X, f(X)).
e(X) :- nonvar(X).

body(b1, X, Y, ( X < 1 -> Y = a ; d(X, Z), Y = b(Z) )).
body(b2, X, Y, ( X < 1 -> d(X, Z), Y = c(Z) ; X =:= 1 -> Y = X ; d(X, Z), d(Z, W), Y = b(Z, W) )).
body(b3, X, Y, ( X < 3 -> ( X > 0 -> d(X, Y) ; Y = X ) ; d(X, Z), e(Z), Y = Z )).
body(b4, X, Y, ( integer(X) -> ! ; e(X), Y = 1 )).
body(b5, X, Y, ( integer(X) -> d(X, Y), ! ; d(X, Z), !, d(Z, Y) )).
body(b6, X, Y, ( atom(X) -> Y = Z, Z = at ; X > 1, d(X, V), W is X + 1, d(W, U), Y = g(V, U, X) )).
body(b7, X, Y, ( Y0 = h(X, _), ( X >= 1 -> d(Y0, Y) ; Y = Y0 ) )).
body(b8, X, Y, ( \+ X = 1, ( X > 2 -> d(X, Y) ; Y = none ) )).
body(b9, X, Y, ( A is X * 2, ( A > 3 -> d(A, B), Y = A-B-X ; A > 0 -> Y = A ; d(X, B), d(A, C), Y = B-C ) )).
body(b10, X, Y, ( ( X < 2 -> Z = 1 ; d(X, Z) ), ( Z == 1 -> Y = one(X) ; d(Z, Y) ) )).
body(b11, X, Y, ( X == 1 -> true ; X == 3 -> fail ; d(Y, Z), e(Z) )).
body(b12, X, Y, ( X > 0 -> call(d, X, Z), call(d(Z), Y) ; call(d, X, Y) )).

text(Text) :-
    findall(( H :- B ), ( body(N, X, Y, B), H =.. [N, X, Y] ), Cs),
    with_output_to(string(Text), forall(member(C, Cs), ( write_canonical(C), write('.\n') ))).

all(G, X, Y, As) :- catch(findall(X-Y, G, As), error(E, _), As = E).

same :-
    forall(( body(N, X, Y, B), member(X, [0, 1, 2, 3, -1, 1.5, a, f(_), _]), member(Y, [_, 1, f(_), b(3), none]) ),
        ( G =.. [N, X, Y], all(G, X, Y, As), all(B, X, Y, Bs), ( As =@= Bs -> true ; throw(differ(G, As, Bs)) ) )).
"#;

fn holds(engine: &mut Engine, query: &str) {
    match engine.once(query) {
        Ok(Some(_)) => {}
        Ok(None) => panic!("{query} fails"),
        Err(error) => panic!("{query}: {error}"),
    }
}

/// An engine with a program, and with the text that it makes.
fn with(program: &str, goal: &str) -> Engine {
    let mut engine = Engine::new();
    engine.consult_str(program).expect("the program is right");
    let answer = engine.once(goal).expect("no error").expect("a text");
    let text: String = answer.get("Text").expect("a text");
    drop(answer);
    engine.consult_str(&text).expect("the text is right");
    engine
}

#[test]
fn static_clauses_do_what_dynamic_ones_do() {
    let mut engine = with(PROGRAM, "static(Text)");
    holds(&mut engine, "changing");
    holds(&mut engine, "same");
}

#[test]
fn branches_do_what_bodies_do_that_are_called() {
    let mut engine = with(BRANCHES, "text(Text)");
    holds(&mut engine, "same");
}

/// A binding that is undone before the goals ran that wait for it: they must not run.
#[test]
fn goals_that_wait_for_what_is_undone_do_not_run() {
    let mut engine = Engine::new();
    engine.consult_str("one(X, [X]).").expect("the program is right");
    holds(
        &mut engine,
        "freeze(X, fail), findall(X, one(X, [1, 2]), Xs), Xs == [], var(X)",
    );
    holds(
        &mut engine,
        "freeze(X, throw(woken)), ( one(X, [1, 2]) ; true ), var(X)",
    );
}
