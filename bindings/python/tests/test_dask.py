from __future__ import annotations

import threading
import time
from typing import Any, Iterator

import pytest

import ferz

pytest.importorskip("distributed")

import ferz.dask  # noqa: E402
from cluster import Cluster  # noqa: E402
from test_pickle import shout  # noqa: E402


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with Cluster(tmp_path_factory.mktemp("cluster"), 2) as made:
        yield made


SPIN = "repeat, fail"


def running(client: Any) -> int:
    """The goals that run on workers."""

    def goals() -> int:
        import ferz.dask

        return sum(len(engines) for engines in ferz.dask._RUNNING.values())

    return sum(client.run(goals).values())


def test_counts_of_queens(cluster: Cluster, queens: ferz.Program) -> None:
    for size, expected in [(8, 92), (10, 724), (12, 14200)]:
        found = ferz.dask.count(queens, "solve(N, QP)", client=cluster.client, N=size)
        assert found == expected and found.complete and found.parts >= 48
    assert ferz.dask.count(queens, "solve(3, QP)") == 0
    assert ferz.dask.count(queens, "solve(8, QP)", split=1).parts == 1
    by_goal = ferz.dask.count(queens, "solve(8, [V], QP)", split="between(0, 7, V)")
    assert by_goal == 92 and by_goal.parts == 8


def test_the_program_travels_once(cluster: Cluster, queens: ferz.Program) -> None:
    def programs() -> int:
        import ferz.dask

        return len(ferz.dask._PROGRAMS)

    ferz.dask.count(queens, "solve(6, QP)", client=cluster.client)
    before = cluster.client.run(programs)
    ferz.dask.count(queens, "solve(7, QP)", client=cluster.client)
    assert cluster.client.run(programs) == before


def test_map_keeps_order_and_faults(cluster: Cluster) -> None:
    program = ferz.Program("p(1). p(2). slow :- repeat, fail.")
    goals: list[Any] = ["p(X)", "atom_length(_, X)", "slow", "p(", ("X = Y", {"Y": [1, ferz.Atom("a")]}), "fail",
                        ferz.Term("p", [ferz.Var("X")]), "throw(my(1))"]
    results = ferz.dask.map(program, goals, client=cluster.client, limits={"time": 0.3}, batch=1)
    assert [result.goal if isinstance(result.goal, str) else None for result in results][:2] == goals[:2]
    assert [result.ok for result in results] == [True, False, False, False, True, True, True, False]
    assert results[0].answers == [{"X": 1}, {"X": 2}] and results[5].answers == []
    assert results[1].error.formal == "instantiation_error"
    assert isinstance(results[2].error, ferz.LimitError) and results[2].error.limit == "time"
    assert isinstance(results[3].error, ferz.PrologSyntaxError)
    assert results[4].answers[0]["X"] == [1, "a"] and results[6].answers == [{"X": 1}, {"X": 2}]
    assert str(results[7].error.term) == "my(1)"
    many = ferz.dask.map(program, [("X is N * N", {"N": n}) for n in range(1000)], client=cluster.client)
    assert [result.answers[0]["X"] for result in many] == [n * n for n in range(1000)]
    assert ferz.dask.map(program, ["p(X)"], most=1)[0].answers == [{"X": 1}]


def test_functions_travel_too(cluster: Cluster) -> None:
    program = ferz.Program("loud(X, Y) :- shout(X, Y).", predicates=[shout])
    assert ferz.dask.map(program, ['loud("hey", X)'], client=cluster.client)[0].answers == [{"X": "HEY"}]
    local = ferz.Program(predicates=[ferz.det(lambda n: n + 1, name="next")])
    assert ferz.dask.map(local, ["next(1, X)"], client=cluster.client)[0].answers == [{"X": 2}]


def test_errors_of_parts_are_results(cluster: Cluster) -> None:
    program = ferz.Program("p(1). p(a). p(3). q(X, Y) :- p(X), Y is X + 1. s(1). s(2). s(3). t(X) :- s(X), u(X). u(1). "
                           "u(2) :- repeat, fail. u(3).")
    found = ferz.dask.count(program, "q(X, Y)", client=cluster.client)
    assert found == 2 and not found.complete and len(found.errors) == 1
    assert str(found.errors[0].error.formal) == "type_error(evaluable, a/0)"
    found = ferz.dask.count(program, "t(X)", client=cluster.client, limits={"time": 0.3})
    assert found == 2 and [error.error.limit for error in found.errors] == ["time"]


def test_search_stops_the_rest(cluster: Cluster, queens: ferz.Program) -> None:
    answer = ferz.dask.search(queens, "solve(N, QP)", client=cluster.client, N=10)
    assert answer is not None and sorted(answer["QP"]) == list(range(10))
    assert queens.engine().succeeds("solve(10, QP)", QP=answer["QP"])
    assert ferz.dask.search(queens, "solve(3, QP)") is None
    program = ferz.Program("s(1). s(2). s(3). s(4). go(X) :- s(X), t(X). t(1) :- repeat, fail. "
                           "t(2) :- fail. t(3) :- fail. t(4).")
    start = time.monotonic()
    assert ferz.dask.search(program, "go(X)", client=cluster.client) == {"X": 4}
    assert time.monotonic() - start < 10
    end = time.monotonic() + 5
    while running(cluster.client) and time.monotonic() < end:
        time.sleep(0.05)
    assert running(cluster.client) == 0
    with pytest.raises(ferz.PrologError, match="a/0|evaluable"):
        ferz.dask.search(program, "s(X), Y is a + X, Y > 3")


def test_a_worker_that_is_killed_loses_nothing(cluster: Cluster, queens: ferz.Program) -> None:
    extra = cluster.add_worker()
    cluster.client.wait_for_workers(3, timeout=60)
    found: list[Any] = []
    thread = threading.Thread(
        target=lambda: found.append(ferz.dask.count(queens, "solve(11, QP)", client=cluster.client, split=60))
    )
    thread.start()
    end = time.monotonic() + 30
    while running(cluster.client) < 3 and time.monotonic() < end:
        time.sleep(0.02)
    extra.kill()
    extra.wait(10)
    thread.join(120)
    assert found == [2680] and found[0].complete


def test_all_workers_of_a_program_are_lost(cluster: Cluster) -> None:
    """The program is made again from the task that has it."""
    program = ferz.Program("p(1). p(2). p(3). slow(X) :- p(X), between(1, 300000, Y), Y >= 300000.")
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(ferz.dask.count(program, "slow(X)", client=cluster.client)))
    thread.start()
    end = time.monotonic() + 30
    while running(cluster.client) < 1 and time.monotonic() < end:
        time.sleep(0.01)
    old, cluster.workers = cluster.workers, []
    for worker in old:
        worker.kill()
        worker.wait(10)
    cluster.workers = [cluster.add_worker(), cluster.add_worker()]
    thread.join(120)
    assert found == [3] and found[0].complete
