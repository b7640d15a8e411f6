//! What the instructions compute is what the built-ins compute, which see the same goals as terms.

use ferz::{Engine, Term};

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
    answer.to("Faults").expect("a list")
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
