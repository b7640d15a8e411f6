from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable

import pytest

import ferz

SPIN = "repeat, fail"


@pytest.mark.parametrize(
    "limits, goal, limit",
    [
        ({"time": 0.05}, SPIN, "time"),
        ({"inferences": 1000}, "numlist(1, 100000, _)", "inferences"),
        ({"memory": 1_000_000}, "length(L, 1000000)", "memory"),
        ({"answers": 3}, "member(X, [1, 2, 3, 4])", "answers"),
    ],
)
def test_limits(engine: ferz.Engine, limits: "dict[str, float]", goal: str, limit: str) -> None:
    with pytest.raises(ferz.LimitError) as caught:
        engine.all(goal, limits=limits)
    assert caught.value.limit == limit
    with engine.limited(**limits), pytest.raises(ferz.LimitError):
        list(engine.query(goal))
    with pytest.raises(ferz.LimitError):
        ferz.Engine(limits=limits).all(goal)
    assert engine.succeeds("numlist(1, 100000, _)")
    assert engine.limits["inferences"] is None
    with pytest.raises(TypeError):
        engine.once("true", limits={"speed": 1})
    with pytest.raises(ValueError):
        engine.limits = {"time": -1.0}


def test_programs_are_loaded_under_limits() -> None:
    with pytest.raises(ferz.LoadError, match="(?i)time"):
        ferz.Program(f":- {SPIN}.", limits={"time": 0.2})
    program = ferz.Program("p.", limits={"inferences": 100})
    with pytest.raises(ferz.LimitError):
        program.engine().once("numlist(1, 100000, _)")


def test_a_limit_cannot_be_caught(engine: ferz.Engine) -> None:
    with pytest.raises(ferz.LimitError):
        engine.once(f"catch(({SPIN}), _, true)", limits={"inferences": 1000})


def beginning(engine: ferz.Engine, seconds: float, action: Callable[..., Any], *args: Any) -> threading.Timer:
    """Makes the predicate ``begin``: some seconds after it is called, something is done. So the goal runs by then."""
    timer = threading.Timer(seconds, action, args)
    engine.test(lambda: timer.start() is None, name="begin")
    return timer


def test_interrupt_from_another_thread(engine: ferz.Engine) -> None:
    timer = beginning(engine, 0.1, engine.interrupt)
    with pytest.raises(ferz.Interrupted):
        engine.once(f"begin, {SPIN}")
    timer.join()
    engine.interrupt()
    assert engine.succeeds("true")
    engine.interrupt(next=True)
    with pytest.raises(ferz.Interrupted):
        engine.succeeds("numlist(1, 10, _)")
    assert engine.succeeds("true")


@pytest.mark.parametrize(
    "goal",
    [
        SPIN,
        "findall(X, (repeat, fail), _)",
        f"catch(({SPIN}), _, true)",
        "length(L, 10), predsort([O, A, B]>>(repeat, fail), L, _)",
        "between(1, inf, X), X < 0",
        "forall(repeat, true)",
        "loop(0)",
    ],
)
def test_control_c(goal: str) -> None:
    engine = ferz.Engine("loop(N) :- M is N + 1, loop(M).")
    timer = beginning(engine, 0.2, os.kill, os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        engine.once(f"begin, {goal}", limits={"time": 20})
    timer.join()
    assert engine.succeeds("true")


def test_control_c_while_loading_and_in_functions(engine: ferz.Engine) -> None:
    def control_c() -> threading.Timer:
        return beginning(engine, 0.2, os.kill, os.getpid(), signal.SIGINT)

    timer = control_c()
    with pytest.raises(KeyboardInterrupt):
        engine.consult(f":- begin, {SPIN}.")
    timer.join()
    timer = control_c()
    begin = ferz.test(lambda: timer.start() is None, name="begin")
    with pytest.raises(KeyboardInterrupt):
        ferz.Program(f":- begin, {SPIN}.", predicates=[begin])
    timer.join()
    engine.test(lambda: time.sleep(60) is None, name="wait")
    engine.grant("sleep")
    for goal in ["catch(wait, _, true)", "sleep(60)"]:
        timer = control_c()
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            engine.once(f"begin, {goal}")
        timer.join()
        assert time.monotonic() - start < 30


def test_other_handlers_of_signals_run() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, _: seen.append(number))
    try:
        engine = ferz.Engine()
        beginning(engine, 0.1, os.kill, os.getpid(), signal.SIGUSR1)
        engine.test(lambda: bool(seen), name="heard")
        # The handler runs while the goal does: so it ends.
        engine.once("begin, repeat, heard", limits={"time": 60})
        assert seen == [signal.SIGUSR1]
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_one_thread_at_a_time(engine: ferz.Engine) -> None:
    started = threading.Event()
    engine.test(lambda: started.set() or True, name="started")
    faults: list[BaseException] = []

    def run() -> None:
        try:
            engine.once(f"started, {SPIN}")
        except BaseException as fault:
            faults.append(fault)

    thread = threading.Thread(target=run)
    thread.start()
    assert started.wait(60)
    with pytest.raises(ferz.BusyError, match="one thing at a time"):
        engine.once("true")
    engine.interrupt()
    thread.join(60)
    assert isinstance(faults[0], ferz.Interrupted)
    assert engine.succeeds("true")


def test_threads_run_at_once(queens: ferz.Program) -> None:
    def work(number: int) -> int:
        return queens.engine().count("solve(7, _)")

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(20))) == [40] * 20
    # The lock is free while a goal runs.
    engine = ferz.Engine()
    started = threading.Event()
    engine.test(lambda: started.set() is None, name="started")
    thread = threading.Thread(target=lambda: pytest.raises(ferz.Interrupted, engine.once, f"started, {SPIN}"))
    thread.start()
    assert started.wait(60)
    time.sleep(0.05)
    engine.interrupt()
    thread.join(60)
    assert not thread.is_alive()


def test_an_engine_moves_between_threads(engine: ferz.Engine) -> None:
    query = engine.query("member(X, [1, 2, 3])")
    found = []
    for _ in range(3):
        thread = threading.Thread(target=lambda: found.append(next(query)["X"]))
        thread.start()
        thread.join()
    assert found == [1, 2, 3]


def _in_child(pipe: "multiprocessing.connection.Connection") -> None:
    try:
        ferz.Engine().once(SPIN, limits={"inferences": 100_000})
    except ferz.LimitError as error:
        pipe.send(error.limit)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_forked_processes() -> None:
    ferz.Engine().once("true", limits={"time": 1.0})
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    child = context.Process(target=_in_child, args=(there,))
    child.start()
    assert here.poll(120) and here.recv() == "inferences"
    child.join(20)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_forks_do_not_wait_for_threads_of_their_parents() -> None:
    """Each process forks another just after its threads for signals and time limits have begun."""
    code = """
    import os, ferz
    for _ in range(100):
        ferz.Engine().once("true", limits={"time": 60})
        child = os.fork()
        if child:
            os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    os._exit(7 if ferz.Engine().succeeds("true", limits={"time": 60}) else 1)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], start_new_session=True) as process:
        try:
            assert process.wait(120) == 7
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_control_c_in_a_forked_process() -> None:
    code = """
    import os, signal, threading, ferz
    ferz.Engine().once("true")
    child = os.fork()
    if child == 0:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        begin = ferz.test(lambda: timer.start() is None, name="begin")
        try:
            ferz.Program(predicates=[begin]).engine().once("begin, repeat, fail")
        except KeyboardInterrupt:
            os._exit(7)
        os._exit(1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "7", done.stderr


def test_generators_at_the_end_of_the_process() -> None:
    code = """
    import ferz
    engine = ferz.Engine()
    @engine.nondet
    def some():
        yield 1
        yield 2
    query = engine.query("some(X)")
    print(next(query))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "{'X': 1}" and done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "limits, error",
    [
        ({"inferences": 1.5}, "whole"),
        ({"inferences": -1}, "at least 0"),
        ({"memory": float("inf")}, "whole"),
        ({"answers": "7"}, "whole"),
        ({"time": -1}, "seconds"),
        ({"time": float("nan")}, "seconds"),
        ({"time": "1"}, "seconds"),
        ({"times": 1}, "there is no limit times"),
    ],
)
def test_limits_that_are_none_are_refused(engine: ferz.Engine, limits: Any, error: str) -> None:
    with pytest.raises((TypeError, ValueError), match=error):
        engine.once("true", limits=limits)


def test_whole_floats_are_limits(engine: ferz.Engine) -> None:
    with pytest.raises(ferz.LimitError):
        engine.once("repeat, fail", limits={"inferences": 1e4, "time": 60, "memory": None})
