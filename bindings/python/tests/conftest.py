from __future__ import annotations

import signal

import pytest

import ferz

# A shell that runs the tests in the background has Ctrl-C ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def engine() -> ferz.Engine:
    return ferz.Engine()


QUEENS = """
nc(_, [], _).
nc(V, P, D) :- P = [H|T], V =\\= H, abs(V - H) =\\= D, D1 is D + 1, nc(V, T, D1).
solve(N, QP) :- solve(N, [], QP).
solve(N, QPT, QP) :- length(QPT, N), QP = QPT.
solve(N, QPT, QP) :- NM1 is N - 1, between(0, NM1, V), nc(V, QPT, 1), QPT1 = [V|QPT], solve(N, QPT1, QP).
"""


@pytest.fixture(scope="session")
def queens() -> ferz.Program:
    return ferz.Program(QUEENS)
