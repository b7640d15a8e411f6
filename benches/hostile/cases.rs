//! The hostile inputs: what each loads, and what it asks.

/// An input that has brought Prolog systems down.
pub(crate) struct Case {
    pub name: &'static str,
    /// Clauses for the goal.
    pub program: &'static str,
    pub goal: &'static str,
    /// What is in the file that the goal consults, if it does.
    pub input: fn() -> Vec<u8>,
}

const DEPTH: usize = 300_000;

fn nothing() -> Vec<u8> {
    Vec::new()
}

fn nested(open: &str, close: &str) -> Vec<u8> {
    format!("deep({}x{}).\n", open.repeat(DEPTH), close.repeat(DEPTH)).into_bytes()
}

const fn case(name: &'static str, program: &'static str, goal: &'static str) -> Case {
    Case {
        name,
        program,
        goal,
        input: nothing,
    }
}

const fn file(name: &'static str, goal: &'static str, input: fn() -> Vec<u8>) -> Case {
    Case {
        name,
        program: ":- dynamic(deep/1). :- dynamic(good/1).",
        goal,
        input,
    }
}

const TREE: &str = "left(0, T, T) :- !. left(N, S, T) :- M is N - 1, left(M, f(S), T). :- dynamic(kept/1).";

pub(crate) const CASES: &[Case] = &[
    case("recursion, argument grows", "p(X) :- p(s(X)), q(X). q(_).", "p(1)"),
    case("recursion, nothing grows", "p(X) :- p(X), q(X). q(_).", "p(1)"),
    case("recursion through catch/3", "c :- catch(c, x, true).", "c"),
    case("list without an end", "l([_|T]) :- l(T).", "l(_X), q(_X)"),
    case("choice points without an end", "many :- many. many.", "many"),
    case("findall/3 without an end", "", "findall(X, (repeat, X = f(a)), _)"),
    case(
        "clauses without an end",
        ":- dynamic(g/1). g :- assertz(g(f(a, b, c))), g.",
        "g",
    ),
    case(
        "an atom doubled for ever",
        "d(A) :- atom_concat(A, A, B), d(B).",
        "d(abcdefgh)",
    ),
    case("a power too large", "", "X is 7 ^ 7 ^ 7 ^ 7, X > 0"),
    case("length(L, L)", "", "length(L, L)"),
    case("cyclic: unify", "", "X = f(X), Y = f(Y), X = Y"),
    case("cyclic: compare", "", "X = f(X, a), Y = f(Y, b), X @< Y"),
    case("cyclic: copy_term/2", "", "X = [a|X], copy_term(X, Y), Y = [a|_]"),
    case("cyclic: write", "", "X = f(X, a), write(X), nl"),
    case("cyclic: assertz/1", ":- dynamic(kept/1).", "X = f(X), assertz(kept(X))"),
    case("cyclic: length/2", "", "X = [a|X], length(X, _)"),
    case("cyclic: findall/3", "", "X = f(X), findall(X, true, [_])"),
    case("cyclic: throw/1", "", "X = f(X), catch(throw(X), _, true)"),
    case("5,000,000 deep: build", TREE, "left(5000000, x, _)"),
    case(
        "5,000,000 deep: copy_term/2",
        TREE,
        "left(5000000, x, T), copy_term(T, U), U = f(_)",
    ),
    case(
        "5,000,000 deep: unify",
        TREE,
        "left(5000000, x, T), left(5000000, x, U), T = U",
    ),
    case(
        "5,000,000 deep: compare",
        TREE,
        "left(5000000, x, T), left(5000000, x, U), T == U",
    ),
    case(
        "5,000,000 deep: assertz/1",
        TREE,
        "left(5000000, x, T), assertz(kept(T)), kept(f(_))",
    ),
    case(
        "5,000,000 deep: throw/1",
        TREE,
        "left(5000000, x, T), catch(throw(T), f(_), true)",
    ),
    case(
        "5,000,000 deep: term_variables/2",
        TREE,
        "left(5000000, _, T), term_variables(T, [_])",
    ),
    file("text nested 300,000 deep: f(", "deep(f(_))", || nested("f(", ")")),
    file("text nested 300,000 deep: [", "deep([_])", || nested("[", "]")),
    file("text nested 300,000 deep: (", "deep(x)", || nested("(", ")")),
    file("text nested 300,000 deep: - ", "deep(-(_))", || nested("- ", "")),
    file("text nested 300,000 deep: a+(", "deep(a+_)", || nested("a+(", ")")),
    file("text with syntax errors", "good(2)", || {
        b"good(1).\nbad(.\nbad('x).\ngood(2).\n".to_vec()
    }),
    file("text that is not UTF-8", "good(2)", || {
        b"good(1).\nbad(\xff\xfe).\ngood(2).\n".to_vec()
    }),
    file("text with a zero byte", "good(2)", || {
        b"good(1).\nbad(\0).\ngood(2).\n".to_vec()
    }),
    file("a clause that never ends", "good(1)", || {
        [b"good(1).\nbad(".to_vec(), b"a, ".repeat(1_000_000)].concat()
    }),
];
