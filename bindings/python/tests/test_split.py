from __future__ import annotations

from typing import Any, List

import pytest

import ferz

pytest.importorskip("distributed")

from ferz.dask import Part, _guided, split  # noqa: E402


def solutions(program: ferz.Program, parts: List[Part]) -> List[Any]:
    engine = program.engine()
    return [dict(row) for part in parts for row in engine.query(part.text, _Part=part.term)]


@pytest.mark.parametrize("wanted", [1, 2, 5, 20, 200])
def test_queens(queens: ferz.Program, wanted: int) -> None:
    parts = split(queens, "solve(N, QP)", wanted, N=6)
    assert len(parts) >= min(wanted, 4)
    assert solutions(queens, parts) == [dict(row) for row in queens.engine().query("solve(N, QP)", N=6)]


def test_parts_are_many_and_alike(queens: ferz.Program) -> None:
    parts = split(queens, "solve(12, QP)", 100)
    assert len(parts) >= 100
    counts = [queens.engine().count(part.text, _Part=part.term) for part in parts]
    assert sum(counts) == 14200 and max(counts) < 14200 / 10


def test_parts_have_shares_and_batches(queens: ferz.Program) -> None:
    parts = split(queens, "solve(N, QP)", 48, N=12)
    shares = [part.share for part in parts]
    # What has failed on the way is missing.
    assert 0.9 < sum(shares) < 1.0001 and max(shares) > 10 * sorted(shares)[len(shares) // 2]
    # What is left of `length(QP, 12)` alone is next to nothing.
    assert min(shares) < max(shares) / 50
    batches = _guided(shares, 2)
    order = [number for batch in batches for number in batch]
    assert sorted(order) == list(range(len(parts))) and len(batches) < len(parts) / 3
    assert [shares[number] for number in order] == sorted(shares, reverse=True)
    largest = [sum(shares[number] for number in batch) for batch in batches]
    assert max(largest) < 0.4 and max(largest[-3:]) < 0.05
    assert _guided([], 2) == [] and _guided([1.0], 1000) == [[0]]


PROGRAM = """
p(1). p(2). p(3).
sign(X, neg) :- X < 0, !.
sign(0, zero) :- !.
sign(_, pos).
first(X) :- p(X), !.
max(X, Y, Z) :- ( X >= Y -> Z = X ; Z = Y ).
either(X) :- ( X = a ; X = b ; p(X) ).
count(N) :- findall(X, p(X), Xs), length(Xs, N).
loop :- loop.
loud(X) :- p(X), write(X).
:- dynamic(fact/1).
fact(7). fact(8).
:- table path/2.
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
edge(1, 2). edge(2, 3). edge(3, 1).
reverse(X, mine) :- p(X).
bad(X) :- p(X), Y is foo + X, Y > 0.
neg(X) :- p(X), \\+ X = 2.
deep(0) :- !.
deep(N) :- M is N - 1, deep(M).
"""


@pytest.fixture(scope="module")
def program() -> ferz.Program:
    return ferz.Program(PROGRAM)


@pytest.mark.parametrize(
    "goal, least",
    [
        ("p(X), p(Y), X < Y", 3),
        ("p(X), sign(X, S)", 3),
        ("member(X, [-1, 0, 1]), sign(X, S)", 1),
        ("first(X)", 1),
        ("p(X), max(X, 2, Z)", 3),
        ("either(X)", 5),
        ("either(X), either(Y)", 25),
        ("count(N)", 1),
        ("fact(X)", 2),
        ("path(X, Y)", 1),
        ("reverse(X, mine)", 3),
        ("neg(X)", 2),
        ("between(1, 4, X), 0 is X mod 2, p(Y)", 6),
        ("( p(X), ! ; X = 9 )", 1),
        ("p(X), ( X > 1, ! ; true )", 1),
        ("call((p(X), !)), p(Y)", 1),
        ("once(p(X)), p(Y)", 1),
        ("p(X), \\+ p(7), X > 1", 2),
        ("deep(100000), p(X)", 1),
        ("append(X, Y, [1, 2, 3])", 4),
        ("X = f(Y), ( Y = 1 ; Y = \"s\" ; Y = [a, B|_] ; Y = 2.5 )", 4),
        ("dif(X, a), p(X)", 1),
        ("length(L, 2), member(X, L), p(X)", 6),
        ("fail", 0),
        ("true", 1),
        ("forall(p(X), X > 0)", 1),
        ("p(X), Y = '$VAR'(1), Z = 'A b'", 3),
    ],
)
def test_parts_have_the_solutions_of_the_goal(program: ferz.Program, goal: str, least: int) -> None:
    parts = split(program, goal, 30)
    assert len(parts) >= least

    def shown(rows: List[Any]) -> List[str]:
        return [repr({name: str(value) for name, value in row.items()}) for row in rows]

    # Names of variables aside.
    expected = [dict(row) for row in program.engine().query(goal)]
    found = solutions(program, parts)
    if not any("_" in text for text in shown(expected)):
        assert shown(found) == shown(expected)
    assert len(found) == len(expected)


def test_what_is_not_safe_is_not_split(program: ferz.Program, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(split(program, "loud(X)", 30)) == 3
    assert capsys.readouterr().out == ""
    assert len(split(program, "write(a), p(X)", 30)) == 1
    assert len(split(program, "assertz(q(1)), p(X)", 30)) == 1
    assert len(split(program, "repeat, p(X)", 30)) == 1
    assert len(split(program, "between(1, inf, X)", 30)) == 1
    assert len(split(program, "unknown(X)", 30)) == 1
    assert len(split(program, "bad(X)", 30)) == 3
    constraints = ferz.Program(":- use_module(library(clpfd)).\ng(X) :- p(X).\np(X) :- X in 1..3, label([X]).")
    assert len(split(constraints, "g(X)", 30)) == 1
    assert len(solutions(constraints, split(constraints, "X in 1..3, label([X])", 30))) == 3


def test_splitting_ends(program: ferz.Program) -> None:
    assert len(split(program, "loop, p(X)", 30)) == 1
    endless = ferz.Program("nat(0). nat(s(X)) :- nat(X).")
    assert len(split(endless, "nat(X)", 200)) >= 200


def test_values_are_bound(program: ferz.Program) -> None:
    parts = split(program, "member(X, L), p(X)", 10, L=[1, ferz.Atom("a"), "s", 3])
    assert [row["X"] for row in solutions(program, parts)] == [1, 3]
    with pytest.raises(ferz.PrologSyntaxError):
        split(program, "p(", 10)
