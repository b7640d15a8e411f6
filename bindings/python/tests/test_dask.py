from __future__ import annotations

import os
import threading
import time
from pathlib import Path
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


def running(client: Any) -> int:
    """The goals that run on workers."""

    def goals() -> int:
        import ferz.dask

        return sum(len(engines) for engines in ferz.dask._RUNNING.values())

    return sum(client.run(goals).values())


def wait_for(client: Any, goals: int) -> None:
    """Waits until so many goals run on workers."""
    end = time.monotonic() + 120
    while running(client) != goals:
        assert time.monotonic() < end, f"{goals} goals should run"
        time.sleep(0.02)


class Awkward(Exception):
    """An exception that cannot be loaded again."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


@ferz.det
def awkward(what: str) -> Any:
    if what == "exception":
        raise Awkward("one", "other")
    return ferz.Opaque(threading.Lock())


@ferz.test
def opened(path: str) -> bool:
    """Waits until there is a file."""
    while not os.path.exists(path):
        time.sleep(0.02)
    return True


class Counting(threading.Thread):
    """Counts solutions, which wait until they are let go."""

    def __init__(self, cluster: Cluster, folder: Path, solutions: int) -> None:
        super().__init__()
        self.client, self.gate, self.solutions = cluster.client, folder / "gate", solutions
        self.found: Any = None
        self.start()

    def run(self) -> None:
        program = ferz.Program("solution(N, X, Gate) :- between(1, N, X), opened(Gate).", predicates=[opened])
        self.found = ferz.dask.count(
            program, "solution(N, X, Gate)", client=self.client, N=self.solutions, Gate=str(self.gate)
        )

    def finish(self) -> None:
        self.gate.touch()
        self.join(240)
        assert self.found == self.solutions and self.found.complete and self.found.parts == self.solutions


def test_counts_of_queens(cluster: Cluster, queens: ferz.Program) -> None:
    for size, expected in [(8, 92), (10, 724), (12, 14200)]:
        found = ferz.dask.count(queens, "solve(N, QP)", client=cluster.client, N=size)
        assert found == expected and found.complete and found.parts >= 48
    assert ferz.dask.count(queens, "solve(3, QP)") == 0
    assert ferz.dask.count(queens, "solve(8, QP)", split=1).parts == 1
    by_goal = ferz.dask.count(queens, "solve(8, [V], QP)", split="between(0, 7, V)")
    assert by_goal == 92 and by_goal.parts == 8


def test_what_a_batch_has_left_is_sent_again(
    cluster: Cluster, queens: ferz.Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ferz.dask, "SLICE", 0)
    found = ferz.dask.count(queens, "solve(9, QP)", client=cluster.client)
    assert found == 352 and found.complete and found.parts >= 48


def test_the_program_is_loaded_once(cluster: Cluster, queens: ferz.Program) -> None:
    def programs() -> Any:
        import ferz.dask

        return {key: id(program) for key, program in ferz.dask._PROGRAMS.items()}

    def keys(loaded: Any) -> Any:
        return {key for programs in loaded.values() for key in programs}

    ferz.dask.count(queens, "solve(6, QP)", client=cluster.client)
    before = cluster.client.run(programs)
    ferz.dask.count(queens, "solve(7, QP)", client=cluster.client)
    after = cluster.client.run(programs)
    assert keys(before) == keys(after)
    assert all(before[worker].items() <= after[worker].items() for worker in before)


def test_map_keeps_order_and_faults(cluster: Cluster) -> None:
    program = ferz.Program("p(1). p(2). slow :- repeat, fail.")
    goals: list[Any] = ["p(X)", "atom_length(_, X)", "slow", "p(", ("X = Y", {"Y": [1, ferz.Atom("a")]}), "fail",
                        ferz.Term("p", [ferz.Var("X")]), "throw(my(1))"]
    results = ferz.dask.map(program, goals, client=cluster.client, limits={"time": 2}, batch=1)
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


def test_results_that_cannot_travel_are_errors(cluster: Cluster) -> None:
    program = ferz.Program(predicates=[awkward])
    goals = ["X = 1", 'awkward("answer", X)', "X = 2", 'awkward("exception", X)', "X = 3"]
    results = ferz.dask.map(program, goals, client=cluster.client, batch=5)
    assert [result.ok for result in results] == [True, False, True, False, True]
    assert results[4].answers == [{"X": 3}]


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
    found = ferz.dask.count(program, "t(X)", client=cluster.client, limits={"time": 2})
    assert found == 2 and [error.error.limit for error in found.errors] == ["time"]


def test_search_stops_the_rest(cluster: Cluster, queens: ferz.Program) -> None:
    answer = ferz.dask.search(queens, "solve(N, QP)", client=cluster.client, N=10)
    assert answer is not None and sorted(answer["QP"]) == list(range(10))
    assert queens.engine().succeeds("solve(10, QP)", QP=answer["QP"])
    assert ferz.dask.search(queens, "solve(3, QP)") is None
    program = ferz.Program("s(1). s(2). s(3). s(4). go(X) :- s(X), t(X). t(1) :- repeat, fail. "
                           "t(2) :- fail. t(3) :- fail. t(4).")
    assert ferz.dask.search(program, "go(X)", client=cluster.client) == {"X": 4}
    wait_for(cluster.client, 0)
    with pytest.raises(ferz.PrologError, match="a/0|evaluable"):
        ferz.dask.search(program, "s(X), Y is a + X, Y > 3")


def test_a_worker_that_is_killed_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    extra = cluster.add_worker()
    cluster.client.wait_for_workers(3, timeout=120)
    counting = Counting(cluster, tmp_path, 30)
    wait_for(cluster.client, 3)
    extra.kill()
    extra.wait()
    counting.finish()


@pytest.mark.parametrize("inline", [ferz.dask.INLINE, 0])
def test_all_workers_of_a_program_are_lost(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inline: int
) -> None:
    """The program is sent again, or made again from the task that has it."""
    monkeypatch.setattr(ferz.dask, "INLINE", inline)
    counting = Counting(cluster, tmp_path, 3)
    wait_for(cluster.client, 2)
    for worker in cluster.workers:
        worker.kill()
        worker.wait()
    cluster.workers = [cluster.add_worker(), cluster.add_worker()]
    counting.finish()
