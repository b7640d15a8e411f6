"""Goals beside an event loop."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
import weakref
from typing import Any, AsyncIterator, Coroutine, List

import pytest

import ferz


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, 60))


def test_answers_are_awaited(engine: ferz.Engine) -> None:
    async def main() -> None:
        assert await engine.aonce("X = V, V = 1") == {"X": 1, "V": 1}
        assert await engine.aonce("fail") is None
        assert await engine.aall("member(X, [1, 2, 3])", most=2) == [{"X": 1}, {"X": 2}]
        assert [answer["X"] async for answer in engine.aquery("member(X, L)", L=[1, 2, 3])] == [1, 2, 3]
        assert await ferz.in_thread(engine.consult, "p(7).") == []
        assert await ferz.in_thread(engine.count, "p(_)", most=5) == 1

    run(main())


def test_errors_are_raised(engine: ferz.Engine) -> None:
    async def main() -> None:
        with pytest.raises(ferz.PrologError, match="foo"):
            await engine.aonce("X is foo")
        with pytest.raises(ferz.PrologSyntaxError):
            async for _ in engine.aquery("X = "):
                raise AssertionError
        query = engine.aquery("member(X, [1, a]), Y is X + 1")
        assert (await query.__anext__())["Y"] == 2
        with pytest.raises(ferz.PrologError):
            await query.__anext__()
        with pytest.raises(StopAsyncIteration):
            await query.__anext__()
        with pytest.raises(ferz.LimitError):
            await engine.aonce("repeat, fail", limits={"inferences": 1000})
        assert await engine.aonce("true") == {}

    run(main())


def test_the_loop_goes_on(engine: ferz.Engine) -> None:
    begun = threading.Event()

    @engine.test
    def begins() -> bool:
        begun.set()
        return True

    async def main() -> None:
        goal = asyncio.ensure_future(engine.aonce("begins, repeat, fail"))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        assert not goal.done()
        with pytest.raises(ferz.BusyError):
            await engine.aonce("true")
        goal.cancel()
        with pytest.raises(asyncio.CancelledError):
            await goal
        # The goal has ended: the engine is free, and nothing is left that would stop the next one.
        assert await engine.aonce("X = 1") == {"X": 1}

    run(main())


def test_a_time_that_is_over_stops_the_goal(engine: ferz.Engine) -> None:
    async def main() -> None:
        for goal in ("repeat, fail", "repeat, catch(fail, _, true)", "numlist(1, 1000, L), repeat, msort(L, _), fail"):
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.aonce(goal), 0.02)
            assert await engine.aonce("X = 1") == {"X": 1}

    run(main())


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 4])
def test_cancelled_before_it_has_begun(engine: ferz.Engine, turns: int) -> None:
    async def main() -> None:
        goal = asyncio.ensure_future(engine.aonce("repeat, fail"))
        for _ in range(turns):
            await asyncio.sleep(0)
        goal.cancel()
        with pytest.raises(asyncio.CancelledError):
            await goal
        assert engine.succeeds("true")

    run(main())


def test_a_goal_that_ends_as_it_is_cancelled(engine: ferz.Engine) -> None:
    async def main() -> None:
        for _ in range(200):
            goal = asyncio.ensure_future(engine.aonce("true"))
            await asyncio.sleep(0)
            goal.cancel()
            await asyncio.wait([goal])
            assert engine.succeeds("between(1, 200, X), X >= 200")

    run(main())


def test_loops_over_answers_end_early(engine: ferz.Engine) -> None:
    async def main() -> None:
        async for answer in engine.aquery("between(1, inf, X)"):
            if answer["X"] == 3:
                break
        async with engine.aquery("repeat, X = 1") as query:
            await query.__anext__()
            assert engine.once("Y = 2") == {"Y": 2}
        with pytest.raises(StopAsyncIteration):
            await query.__anext__()

        async def endless() -> None:
            async for _ in engine.aquery("repeat, X = 1"):
                pass

        task = asyncio.ensure_future(endless())
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        engine.reset()  # No query is open.

    run(main())


def test_a_thread_holds_nothing_of_a_call_that_has_ended() -> None:
    # A query that is dropped ends there and then, and not in the thread while the next one is opened.
    class Counter:
        def one(self) -> int:
            return 1

    async def main() -> int:
        held = 0
        for _ in range(2000):
            counter = Counter()
            dropped = weakref.ref(counter)
            assert await ferz.in_thread(counter.one) == 1
            del counter
            held += dropped() is not None
        return held

    assert run(main()) == 0


def test_many_engines_at_once() -> None:
    program = ferz.Program("p(X) :- between(1, 2000, X), X >= 2000.")

    async def main() -> None:
        engines = [program.engine() for _ in range(30)]
        found = await asyncio.gather(*(engine.aonce("p(X)") for engine in engines))
        assert found == [{"X": 2000}] * 30

    run(main())


def test_asynchronous_predicates(engine: ferz.Engine) -> None:
    here = threading.get_ident()
    closed: List[str] = []

    @engine.det
    async def fetch(key: str) -> str:
        assert threading.get_ident() == here
        await asyncio.sleep(0.001)
        if key == "bad":
            raise KeyError(key)
        return key.upper()

    @engine.nondet
    async def pages(count: int) -> AsyncIterator[int]:
        try:
            for page in range(count):
                await asyncio.sleep(0)
                yield page
        finally:
            closed.append("closed")

    @engine.test
    async def ready() -> bool:
        return True

    @engine.semidet
    async def find(key: str) -> Any:
        return None

    async def main() -> None:
        assert await engine.aonce('fetch("a", X), ready') == {"X": "A"}
        assert await engine.aonce('find("a", _)') is None
        assert await engine.aall("pages(3, P)") == [{"P": 0}, {"P": 1}, {"P": 2}]
        assert await engine.aonce("once(pages(3, P))") == {"P": 0}
        assert closed == ["closed", "closed"]
        assert [answer["P"] async for answer in engine.aquery("pages(2, P)")] == [0, 1]
        with pytest.raises(KeyError):
            await engine.aonce('fetch("bad", _)')
        # Predicates may use other engines meanwhile.
        other = ferz.Engine()

        @engine.det
        async def ask(goal: str) -> Any:
            answer = await other.aonce(goal)
            return answer and answer["X"]

        assert await engine.aonce('ask("X = 7", Y)') == {"Y": 7}

    run(main())
    with pytest.raises(RuntimeError, match="aonce"):
        engine.once('fetch("a", X)')
    with pytest.raises(RuntimeError, match="aonce"):
        engine.once("pages(2, X)")


def test_what_is_awaited_is_cancelled(engine: ferz.Engine) -> None:
    cancelled: List[str] = []
    begun = threading.Event()

    @engine.det
    async def wait() -> int:
        try:
            begun.set()
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            cancelled.append("wait")
            raise
        return 1

    async def main() -> None:
        goal = asyncio.ensure_future(engine.aonce("catch(wait(X), _, true), repeat, fail"))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        goal.cancel()
        with pytest.raises(asyncio.CancelledError):
            await goal
        assert cancelled == ["wait"]
        assert await engine.aonce("true") == {}

    run(main())


def test_kinds_of_asynchronous_functions(engine: ferz.Engine) -> None:
    async def one() -> int:
        return 1

    async def many() -> AsyncIterator[int]:
        yield 1

    with pytest.raises(TypeError, match="nondet"):
        engine.nondet(one)
    with pytest.raises(TypeError, match="nondet"):
        engine.det(many)


def test_context_variables_are_seen(engine: ferz.Engine) -> None:
    import contextvars

    user: "contextvars.ContextVar[str]" = contextvars.ContextVar("user")

    @engine.det
    def who() -> str:
        return user.get()

    async def main() -> None:
        user.set("ann")
        assert await engine.aonce("who(X)") == {"X": "ann"}

    run(main())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_after_a_fork(engine: ferz.Engine) -> None:
    run(engine.aonce("true"))  # There is a thread.
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if run(ferz.Engine().aonce("X = 1")) == {"X": 1} else 1
        finally:
            os._exit(code)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert os.waitstatus_to_exitcode(status) == 0 if sys.version_info >= (3, 9) else status == 0
            return
        time.sleep(0.01)
    raise AssertionError("the child hangs")


def test_an_engine_is_not_pickled(engine: ferz.Engine) -> None:
    import copy
    import pickle

    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="fork"):
            attempt(engine)
