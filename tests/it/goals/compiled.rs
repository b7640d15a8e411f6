//! What the instructions compute is what the built-ins compute, which see the same goals as terms.

use ferz::{Engine, Program, Term};

/// Each expression as an operand of a compiled goal and as a term, with values at the borders of what instructions do.
const ARITHMETIC: &[&str] = &[
    "X >> 0",
    "X >> 1",
    "X >> 62",
    "X >> 63",
    "X >> 64",
    "X >> 70",
    "X >> -1",
    "X << 1",
    "X << 62",
    "X << 70",
    "X // 1",
    "X // 3",
    "X // -1",
    "X // 0",
    "X mod 3",
    "X mod -3",
    "X mod 0",
    "X rem 3",
    "X div 3",
    "X /\\ 7",
    "X /\\ -8",
    "X \\/ 7",
    "X xor 5",
    "X + 1",
    "X - 1",
    "1 - X",
    "X * 3",
    "X * -1",
    "X * X",
    "X + X",
    "- X",
    "abs(X)",
    "sign(X)",
    "min(X, 3)",
    "max(X, 3)",
    "X ** 2",
    "X ^ 3",
    "X / 2",
    "\\ X",
    "truncate(X)",
    "sqrt(X)",
    "gcd(X, 12)",
    "msb(X)",
    "X >> X",
    "X << X",
];

const VALUES: &str = "
value(0). value(1). value(-1). value(5). value(-5). value(64). value(2147483647). value(-2147483648).
value(576460752303423487). value(576460752303423488). value(-576460752303423488). value(-576460752303423489).
value(9223372036854775807). value(-9223372036854775808). value(1267650600228229401496703205376).
value(2.5). value(-0.5). value(1.0e300). value(a). value(_).
";

const TERMS: &str = "
term(_). term(1). term(2). term(1.0). term(\"s\"). term(a). term(b). term([]). term(f(1)). term(f(2)). term(g(1)).
term(f(a, 1)). term(f(a, 2)). term(f(b, 1)). term(g(a, 1)). term([1]). term([1, 2]). term([1, 3]). term([2|x]).
term(f(f(a, 1), 2)). term(f(f(a, 2), 1)). term(f(1, f(a, 1))). term(f(1, f(a, 2))). term(h(1, f(a, [1, 2]), 3)).
term(h(1, f(a, [1, 2]), 4)). term(h(1, f(a, [1, 3]), 3)). term(1267650600228229401496703205376).
compiled(compare, O, A, B) :- compare(O, A, B).
compiled(@<, yes, A, B) :- A @< B.
compiled(@>, yes, A, B) :- A @> B.
compiled(@=<, yes, A, B) :- A @=< B.
compiled(@>=, yes, A, B) :- A @>= B.
compiled(==, yes, A, B) :- A == B.
compiled(\\==, yes, A, B) :- A \\== B.
compiled(=, yes, A, B) :- A = B.
compiled(\\=, yes, A, B) :- A \\= B.
goal(compare, compare(O, A, B), O, A, B).
goal(@<, A @< B, yes, A, B).
goal(@>, A @> B, yes, A, B).
goal(@=<, A @=< B, yes, A, B).
goal(@>=, A @>= B, yes, A, B).
goal(==, A == B, yes, A, B).
goal(\\==, A \\== B, yes, A, B).
goal(=, A = B, yes, A, B).
goal(\\=, A \\= B, yes, A, B).
fault(A, B, Name, Compiled, Called) :-
    findall(T, term(T), Ts), member(A, Ts), member(B, Ts), goal(Name, _, _, _, _),
    findall(R, compiled(Name, R, A, B), Compiled),
    findall(R, ( goal(Name, Goal, R, A, B), call(Goal) ), Called),
    Compiled \\== Called.
";

/// Heads in which any part may meet a variable with attributes.
const HEADS: &[&str] = &[
    "[a, b]",
    "[X, Y|Z]",
    "f(g(h(X)), [a|T])",
    "f([X], [Y, Z])",
    "[[a], b]",
    "f(X, X)",
    "[X, f(X), [X]]",
    "f(1.5, \"s\", 1267650600228229401496703205376)",
    "f(a, g(b))",
    "[f(X), g(Y)|T]",
    "f(g(X, h(Y)), Y)",
    "f([], [[]])",
];

fn faults(program: &str, query: &str) -> Vec<Term> {
    let mut engine = Engine::new();
    engine.consult_str(program).expect("the program loads");
    let answer = engine.once(query).expect("no error").expect("an answer");
    answer.get("Faults").expect("a list")
}

#[test]
fn arithmetic_is_that_of_the_built_in() {
    let mut program = VALUES.to_owned();
    for (number, expression) in ARITHMETIC.iter().enumerate() {
        program += &format!("compiled({number}, X, Y) :- Y is {expression}.\nterm({number}, X, {expression}).\n");
        program += &format!("less({number}, X) :- {expression} < 3.\nequal({number}, X) :- 2 =:= {expression}.\n");
    }
    program += "
outcome(Y, Goal, R) :- catch(( call(Goal) -> R = yes(Y) ; R = no ), error(F, _), R = F).
fault(X, E, A, B) :-
    value(X), term(N, X, E),
    (   outcome(Y, Y is E, A), outcome(Z, compiled(N, X, Z), B)
    ;   outcome(lt, E < 3, A), outcome(lt, less(N, X), B)
    ;   outcome(eq, 2 =:= E, A), outcome(eq, equal(N, X), B)
    ),
    \\+ A =@= B.
";
    let faults = faults(&program, "findall(E-[X, A, B], fault(X, E, A, B), Faults)");
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn comparison_is_that_of_the_built_in() {
    let faults = faults(TERMS, "findall(N-[A, B, C, D], fault(A, B, N, C, D), Faults)");
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn heads_are_matched_with_attributed_variables() {
    let mut program = "
attributed(T, V) :- nonvar(T), freeze(V, true).
attributed(T, R) :- compound(T), T =.. [F|As], append(Before, [A|After], As), attributed(A, B),
    append(Before, [B|After], Bs), R =.. [F|Bs].
fault(N, R) :- pattern(N, P), attributed(P, R), \\+ ( head(N, R), R =@= P ).
"
    .to_owned();
    for (number, head) in HEADS.iter().enumerate() {
        program += &format!("head({number}, {head}).\n");
    }
    for (number, head) in HEADS.iter().enumerate() {
        program += &format!("pattern({number}, {head}).\n");
    }
    let faults = faults(
        &program,
        "findall(N-R, fault(N, R), Faults0), copy_term_nat(Faults0, Faults)",
    );
    assert!(faults.is_empty(), "{faults:?}");
}

const LAMBDAS: &str = "
doubled(L, M) :- maplist([X,Y]>>(Y is X*2), L, M).
all_small(N) :- forall(between(1, N, I), I < 10).
squares(N, L) :- findall(X, ( between(1, N, I), X is I*I ), L).
sum(N, S) :- aggregate_all(sum(X), ( between(1, N, I), X is I*I ), S).
nested(L, M) :- maplist([X,Xs]>>maplist({X}/[Y,Z]>>(Z is X+Y), [1,2], Xs), L, M).
";

fn with_lambdas() -> Engine {
    let mut engine = Engine::new();
    engine.consult_str(LAMBDAS).expect("the program loads");
    engine
}

fn holds(engine: &mut Engine, query: &str) {
    assert!(engine.succeeds(query).expect("no error"), "{query}");
}

/// Goals that are compiled as calls of new predicates run a definition that the program adds later.
#[test]
fn a_later_definition_replaces_one_of_the_library() {
    let mut engine = with_lambdas();
    for _ in 0..2 {
        holds(
            &mut engine,
            "doubled([1,2], [2,4]), all_small(9), squares(2, [1,4]), sum(2, 5)",
        );
        holds(
            &mut engine,
            "assertz(maplist(_, L, L)), assertz(forall(_, fail)), assertz(aggregate_all(_, _, own))",
        );
        holds(&mut engine, "doubled([1,2], [1,2]), squares(2, [1,4]), sum(2, own)");
        holds(&mut engine, "nested([1], [1])");
        holds(&mut engine, "\\+ \\+ all_small(11) -> fail ; true");
        holds(
            &mut engine,
            "abolish(maplist/3), abolish(forall/2), abolish(aggregate_all/3)",
        );
    }
    holds(&mut engine, "nested([1], [[2,3]])");
    // Also while it runs: the rest of a list that was begun is done as it was.
    engine
        .consult_str("twice(L, M) :- maplist([X,Y]>>( add, Y = X-a ), L, M).\nadd :- assertz(maplist(_, _, own)).")
        .expect("the program loads");
    holds(&mut engine, "twice([1,2], [1-a,2-a]), twice([1,2], own)");
}

/// So does one that it imports.
#[test]
fn a_later_import_replaces_one_of_the_library() {
    let mut engine = with_lambdas();
    holds(&mut engine, "doubled([1,2], [2,4])");
    engine
        .consult_str(":- module(own, [maplist/3]).\nmaplist(_, L, L).")
        .expect("the module loads");
    holds(&mut engine, "( import(own:maplist/3), doubled([1,2], [1,2]) )");
}

/// Nothing of that is seen by the program.
#[test]
fn clauses_keep_their_goals() {
    let mut engine = with_lambdas();
    holds(&mut engine, "doubled([1], _), nested([1], _), squares(1, _)");
    holds(
        &mut engine,
        "clause(doubled(L, M), B), B =@= maplist([X,Y]>>(Y is X*2), L, M)",
    );
    holds(
        &mut engine,
        "\\+ ( current_predicate(M:P/_), sub_atom(P, 0, _, _, '$unf') )",
    );
    holds(&mut engine, "\\+ ( current_module(M), M == '$unfolded' )");
    holds(&mut engine, "\\+ predicate_property('$unfolded':_, defined)");
    holds(
        &mut engine,
        "with_output_to(string(S), listing(squares/2)), sub_string(S, _, _, _, \"findall(X,\")",
    );
    holds(
        &mut engine,
        "with_output_to(string(S), listing), \\+ sub_string(S, _, _, _, \"unfolded\")",
    );
    // Neither in a program that is frozen or saved; and each engine may define a predicate of the library.
    let frozen = Program::builder().text("lambdas", LAMBDAS).freeze().expect("it loads");
    let saved = frozen.to_bytes().expect("it can be saved");
    let again = Program::from_bytes(&saved).expect("it can be loaded");
    assert!(again.to_bytes().expect("as before") == saved);
    for program in [frozen, again] {
        let mut engine = program.engine();
        holds(&mut engine, "doubled([1], [2]), nested([1], [[2,3]])");
        engine.consult_str("maplist(_, L, L).").expect("it is right");
        holds(&mut engine, "doubled([1], [1]), all_small(9)");
        holds(&mut program.engine(), "doubled([1], [2]), nested([1], [[2,3]])");
    }
}
