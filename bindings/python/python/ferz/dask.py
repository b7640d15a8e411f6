"""Goals on a Dask cluster: ``pip install 'ferz[dask]'``.

>>> import distributed, ferz, ferz.dask                                     # doctest: +SKIP
>>> with distributed.Client() as client:                                    # doctest: +SKIP
...     ferz.dask.count(ferz.Program(queens), "solve(8, Queens)")
92

A goal is split at the choices of its first levels: see `split`. The program travels as bytes, and each worker loads it
once for all jobs. What goes wrong with a goal, a limit that is met too, is a part of the result.
"""

from __future__ import annotations

import itertools
import math
import threading
import time
import uuid
import zlib
from collections import OrderedDict
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from importlib.resources import files
from typing import Any, Callable, Dict, Generator, Iterable, List, Mapping, Optional, Sequence, Set, Tuple, Union

import cloudpickle
from distributed import Client, Future, as_completed, get_client, wait

from ._engine import Engine, Limits, Program
from ._ferz import Term
from ._types import Answer, Answers, Atom, PrologError

__all__ = ["Count", "Part", "Result", "count", "map", "search", "split"]

PARTS_OF_WORKER = 24
"""The parts of a goal for each thread of a worker: so many that none waits long for the last ones."""

SLICE = 0.2
"""The seconds after which a batch of parts begins no other one: what is left of it is sent again, part by part."""

INLINE = 4_000_000
"""The bytes of a program times the tasks of a job from which on the program is not sent with each task."""


@dataclass
class Result:
    """What has become of a goal: its answers, or why there are none."""

    goal: Any
    answers: Optional[Answers] = None
    error: Optional[BaseException] = None

    @property
    def ok(self) -> bool:
        return self.error is None


class Count(int):
    """A number of solutions."""

    parts: int
    """The parts that the goal was split into."""
    errors: List[Result]
    """The parts that have ended with an error, whose solutions are not counted."""

    @property
    def complete(self) -> bool:
        """Whether all parts are counted."""
        return not self.errors


@dataclass(frozen=True)
class Part:
    """A part of a goal: ``Values-Goal`` with the values of its variables so far, and the goal that is left."""

    names: Tuple[str, ...]
    term: Any
    share: float = 1.0
    """The share of the work that the part is taken for: as if the branches of each choice were alike."""

    @property
    def text(self) -> str:
        """The goal that finds the solutions; the part is the value of its variable ``_Part``."""
        return f"_Part = {_variables(self.names)}-_Goal, call(_Goal)"


def _variables(names: Sequence[str]) -> str:
    return f"v({', '.join(names)})" if names else "v"


Goal = Union[str, Atom, Term, Tuple[str, Mapping[str, Any]]]


# Splitting


def split(program: Program, goal: str, wanted: int, /, *, seconds: float = 30, **values: Any) -> List[Part]:
    """Splits a goal into at least ``wanted`` parts, if it has so many, which have the same solutions together in the
    same order.

    The leftmost goal is unfolded again and again: a predicate of the program by its clauses, a disjunction by its
    branches, and ``member/2``, ``between/3`` and other built-in predicates without effects by their solutions. A cut
    behind tests, as in ``p(X) :- X > 0, !, q(X)``, commits to its clause. What is not known to be safe is not split:
    other cuts, negations and ``findall/3`` of predicates of the program, predicates with effects, constraints, tabled
    predicates, predicates in Python. If it takes longer than ``seconds``, the goal is one part.
    """
    with program.engine(output=None, error=None) as engine:
        names = tuple(name for name in engine.variables(goal) if not name.startswith("_"))
        variables = _variables(names)
        whole = engine.once(f"Ferz_part = {variables}-({goal}\n)", **values)
        engine.consult(_splitter(), name="ferz_split")
        found: Optional[Answer] = None
        if wanted > 1:
            text = f"ferz_split_goal(({goal}\n), {variables}, Ferz_wanted, Ferz_parts, Ferz_shares)"
            try:
                found = engine.once(text, limits={"time": seconds}, Ferz_wanted=wanted, **values)
            except PrologError:
                found = None
        if found is not None:
            return [Part(names, *each) for each in zip(found["Ferz_parts"], found["Ferz_shares"])]
        return [] if whole is None else [Part(names, whole["Ferz_part"])]


def _splitter() -> str:
    return files("ferz").joinpath("split.pl").read_text(encoding="utf-8")


def _parts_by(program: Program, goal: str, choices: str, values: Mapping[str, Any]) -> List[Part]:
    """Splits a goal by the solutions of another one, which has variables in common with it."""
    with program.engine(output=None, error=None) as engine:
        names = tuple(name for name in engine.variables(goal) if not name.startswith("_"))
        text = f"findall({_variables(names)}-({goal}\n), ({choices}\n), Ferz_parts)"
        found = engine.once(text, **values)
        return [] if found is None else [Part(names, term) for term in found["Ferz_parts"]]


# On the workers

_PROGRAMS: "OrderedDict[str, Program]" = OrderedDict()
_KEPT = 8
_LOCK = threading.Lock()
_RUNNING: Dict[str, Set[Engine]] = {}
_STOPPED: "OrderedDict[str, None]" = OrderedDict()


def _program(key: str, data: bytes) -> Program:
    """Returns the program of these bytes; a process makes it once."""
    with _LOCK:
        program = _PROGRAMS.get(key)
        if program is None:
            program = cloudpickle.loads(zlib.decompress(data))
            _PROGRAMS[key] = program
            while len(_PROGRAMS) > _KEPT:
                _PROGRAMS.popitem(last=False)
        _PROGRAMS.move_to_end(key)
        return program


def _same(data: bytes) -> bytes:
    return data


def _stop(job: str) -> None:
    """Stops the goals of a job in this process, and those that would begin."""
    with _LOCK:
        _STOPPED[job] = None
        while len(_STOPPED) > 100:
            _STOPPED.popitem(last=False)
        for engine in _RUNNING.get(job, ()):
            engine.interrupt(next=True)


class _Stoppable:
    """An engine of a job: it is stopped with the job."""

    def __init__(self, program: Program, job: str) -> None:
        self.engine = program.engine(output=None, error=None)
        self.job = job

    def __enter__(self) -> Optional[Engine]:
        with _LOCK:
            if self.job in _STOPPED:
                return None
            _RUNNING.setdefault(self.job, set()).add(self.engine)
        return self.engine

    def __exit__(self, *_: Any) -> None:
        with _LOCK:
            running = _RUNNING.get(self.job, set())
            running.discard(self.engine)
            if not running:
                _RUNNING.pop(self.job, None)
        self.engine.close()


Outcome = Tuple[Any, Optional[BaseException]]
"""What a goal has returned, or what was raised."""


def _outcomes(data: bytes, key: str, job: str, batch: bytes) -> bytes:
    """Returns what has become of the goals of a batch: of the first of them, when its time is over."""
    program = _program(key, data)
    run, goals, seconds = cloudpickle.loads(batch)
    end = time.monotonic() + seconds
    found: List[Outcome] = []
    for goal in goals:
        with _Stoppable(program, job) as engine:
            if engine is None:
                break
            try:
                found.append((run(engine, goal), None))
            except Exception as error:
                found.append((None, error))
        if time.monotonic() >= end:
            break
    sent: bytes = cloudpickle.dumps(found)
    return sent


def _count(engine: Engine, part: Part, limits: Optional[Limits]) -> int:
    found: int = engine.count(part.text, limits=limits, _Part=part.term)
    return found


def _once(engine: Engine, part: Part, limits: Optional[Limits]) -> Optional[Answer]:
    return engine.once(part.text, limits=limits, _Part=part.term)


def _all(engine: Engine, goal: Goal, most: Optional[int], limits: Optional[Limits]) -> Answers:
    text, values = goal if isinstance(goal, tuple) else (goal, {})
    return engine.all(text, most=most, limits=limits, **values)


# On the client


class _Job:
    """A program at a cluster, and the tasks that run its goals."""

    def __init__(self, client: Optional[Client], program: Program) -> None:
        self.client: Client = client if client is not None else get_client()
        self.program = program
        self.data = zlib.compress(cloudpickle.dumps(program))
        self.key = sha256(self.data).hexdigest()[:32]
        self.id = uuid.uuid4().hex
        self.numbers = itertools.count()

    @cached_property
    def threads(self) -> int:
        """The threads of all workers."""
        threads: Mapping[str, int] = self.client.nthreads()
        return max(1, sum(threads.values()))

    def parts(self, goal: str, how: Union[int, str, None], values: Any) -> List[Part]:
        if isinstance(how, str):
            return _parts_by(self.program, goal, how, values)
        return split(self.program, goal, PARTS_OF_WORKER * self.threads if how is None else how, **values)

    def outcomes(
        self, run: Callable[..., Any], goals: Sequence[Any], batches: Sequence[Sequence[int]], seconds: float = math.inf
    ) -> Generator[Tuple[int, Any, Optional[BaseException]], None, None]:
        """Runs goals on the workers, in batches of their numbers; yields the number of each, what it has returned, and
        what was raised. Stops what still runs if it is closed before its end."""
        data: Union[bytes, Future] = self.data
        if len(self.data) * len(batches) > INLINE:
            data = self._sent()
        running: Dict[Any, Tuple[Future, Sequence[int]]] = {}
        finished = as_completed(loop=self.client.loop)

        def start(batches: Sequence[Sequence[int]], priority: int = 0) -> None:
            # As bytes, so that nobody on the way looks into them; the results too.
            sent = [cloudpickle.dumps((run, [goals[number] for number in batch], seconds)) for batch in batches]
            keys = [(f"ferz-{self.id}", next(self.numbers)) for _ in batches]
            same = ([each] * len(batches) for each in (data, self.key, self.id))
            futures = self.client.map(_outcomes, *same, sent, key=keys, pure=False, priority=priority, batch_size=1000)
            running.update((future.key, (future, batch)) for future, batch in zip(futures, batches))
            finished.update(futures)

        try:
            start(batches)
            for done in finished.batches():
                if len(running) > len(done) + 2 * self.threads:
                    # For few messages while there is work.
                    time.sleep(SLICE / 10)
                    done += finished.next_batch(block=False)
                returned = self.client.gather(dict(enumerate(done)), errors="skip")
                left: List[Sequence[int]] = []
                for place, future in enumerate(done):
                    _, batch = running.pop(future.key)
                    found = _received(future, returned[place], len(batch))
                    left.extend([number] for number in batch[len(found) :])
                    for number, outcome in zip(batch, found):
                        yield (number, *outcome)
                if left:
                    start(left, priority=1)
        finally:
            if running:
                self.client.cancel([future for future, _ in running.values()], force=True)
                self.client.run(_stop, self.id, on_error="ignore")

    def _sent(self) -> Future:
        """Sends the program to all workers."""
        # As a task, so that it is made again if the worker that has it is lost. The task is of this job alone: one of the
        # job before could be released at the scheduler while this job relies on it.
        data = self.client.submit(_same, self.data, key=f"ferz-program-{self.id}", pure=False)
        # To all: else they would prefer the one that has it, and a part could wait there behind an endless one.
        wait(data)
        self.client.replicate([data])
        return data


def _received(future: Future, data: Optional[bytes], size: int) -> List[Outcome]:
    """Returns what has become of the goals of a batch. If that is lost, one of them may be the cause: then nothing, so
    that they are sent again one by one."""
    error: Optional[BaseException]
    if data is not None:
        try:
            found: List[Outcome] = cloudpickle.loads(data)
            return found
        except Exception as fault:
            error = fault
    elif future.status == "cancelled":
        error = RuntimeError("the part was cancelled")
    else:
        error = future.exception() or RuntimeError("the part is lost")
    return [(None, error)] if size == 1 else []


def _even(count: int, size: int) -> List[Sequence[int]]:
    """Batches of the numbers below ``count``."""
    return [range(start, min(start + size, count)) for start in range(0, count, size)]


def _guided(shares: Sequence[float], threads: int) -> List[Sequence[int]]:
    """Batches of the numbers of parts for few tasks and a short end: the large parts first, in each batch half of what
    is left for a thread, but no less than a thirtieth of all that it has."""
    whole = left = sum(shares)
    batches: List[Sequence[int]] = []
    batch: List[int] = []
    size = 0.0
    for number in sorted(range(len(shares)), key=lambda number: -shares[number]):
        batch.append(number)
        size += shares[number]
        if size * threads >= max(left / 2, whole / 30):
            batches.append(batch)
            left -= size
            batch, size = [], 0.0
    return batches + [batch] if batch else batches


def count(
    program: Program,
    goal: str,
    /,
    *,
    split: Union[int, str, None] = None,
    client: Optional[Client] = None,
    limits: Optional[Limits] = None,
    **values: Any,
) -> Count:
    """Counts the solutions of a goal.

    ``split`` is the number of parts; or the text of a goal that has variables in common with this one: each of its
    solutions is a part. ``limits`` hold for each part.
    """
    job = _Job(client, program)
    parts = job.parts(goal, split, values)
    batches = _guided([part.share for part in parts], job.threads)
    total = 0
    errors: Dict[int, Result] = {}
    with closing(job.outcomes(partial(_count, limits=limits), parts, batches, SLICE)) as outcomes:
        for number, found, error in outcomes:
            if error is None:
                total += found
            else:
                errors[number] = Result(parts[number], error=error)
    made = Count(total)
    made.parts = len(parts)
    made.errors = [errors[number] for number in sorted(errors)]
    return made


def search(
    program: Program,
    goal: str,
    /,
    *,
    split: Union[int, str, None] = None,
    client: Optional[Client] = None,
    limits: Optional[Limits] = None,
    **values: Any,
) -> Optional[Answer]:
    """Returns the solution of a goal that is found first, and stops the search for others; ``None`` if there is none.

    Raises the error of a part if no other part has a solution.
    """
    job = _Job(client, program)
    parts = job.parts(goal, split, values)
    fault: Optional[BaseException] = None
    # One by one: a part may be endless.
    with closing(job.outcomes(partial(_once, limits=limits), parts, _even(len(parts), 1))) as outcomes:
        for _, answer, error in outcomes:
            if answer is not None:
                found: Answer = answer
                return found
            fault = fault or error
    if fault is not None:
        raise fault
    return None


def map(
    program: Program,
    goals: Iterable[Goal],
    /,
    *,
    most: Optional[int] = None,
    client: Optional[Client] = None,
    limits: Optional[Limits] = None,
    batch: Optional[int] = None,
) -> List[Result]:
    """Returns the answers of goals, in their order, each as a `Result`.

    A goal is a text, a term, or a pair of a text and values for its variables. ``most`` is the most answers of each,
    ``batch`` the number of goals that are sent together.
    """
    job = _Job(client, program)
    results = [Result(goal) for goal in goals]
    if batch is None:
        batch = max(1, len(results) // (PARTS_OF_WORKER * job.threads))
    run = partial(_all, most=most, limits=limits)
    wanted = [result.goal for result in results]
    with closing(job.outcomes(run, wanted, _even(len(wanted), batch))) as outcomes:
        for number, answers, error in outcomes:
            results[number].answers, results[number].error = answers, error
    return results
