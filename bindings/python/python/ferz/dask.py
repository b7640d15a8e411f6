"""Goals on a Dask cluster: ``pip install 'ferz[dask]'``.

>>> import distributed, ferz, ferz.dask                                     # doctest: +SKIP
>>> with distributed.Client() as client:                                    # doctest: +SKIP
...     ferz.dask.count(ferz.Program(queens), "solve(8, Queens)")
92

A goal is split at the choices of its first levels: see `split`. The program travels to each worker once for a job, as
bytes, and is loaded there once for all jobs. What goes wrong with a goal, a limit that is met too, is a part of the
result.
"""

from __future__ import annotations

import threading
import uuid
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Set, Tuple, Union

import cloudpickle
from distributed import Client, Future, as_completed, get_client, wait

from ._engine import Engine, Limits, Program
from ._ferz import Term
from ._types import Answer, Answers, Atom, PrologError

__all__ = ["Count", "Part", "Result", "count", "map", "search", "split"]

PARTS_OF_WORKER = 24
"""The parts of a goal for each thread of a worker: so many that none waits long for the last ones."""


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
            text = f"ferz_split_goal(({goal}\n), {variables}, Ferz_wanted, Ferz_parts)"
            try:
                found = engine.once(text, limits={"time": seconds}, Ferz_wanted=wanted, **values)
            except PrologError:
                found = None
        if found is not None:
            return [Part(names, term) for term in found["Ferz_parts"]]
        return [] if whole is None else [Part(names, whole["Ferz_part"])]


def _splitter() -> str:
    return files("ferz").joinpath("split.pl").read_text(encoding="utf-8")


def _parts(program: Program, goal: str, how: Union[int, str, None], client: Client, values: Any) -> List[Part]:
    if isinstance(how, str):
        return _parts_by(program, goal, how, values)
    wanted: int = PARTS_OF_WORKER * max(1, sum(client.nthreads().values())) if how is None else how
    return split(program, goal, wanted, **values)


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


def _received(data: bytes) -> bytes:
    return data


def _stop(job: str) -> None:
    """Stops the goals of a job in this process, and those that would begin."""
    with _LOCK:
        _STOPPED[job] = None
        while len(_STOPPED) > 100:
            _STOPPED.popitem(last=False)
        for engine in _RUNNING.get(job, ()):
            engine.interrupt(next=True)


class _Job:
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


def _counted(
    data: bytes, key: str, job: str, parts: Sequence[Part], limits: Optional[Limits]
) -> Tuple[int, List[Tuple[int, BaseException]]]:
    """Counts the solutions of parts; returns the errors with the numbers of their parts."""
    program = _program(key, data)
    total = 0
    errors: List[Tuple[int, BaseException]] = []
    for number, part in enumerate(parts):
        with _Job(program, job) as engine:
            if engine is None:
                break
            try:
                total += engine.count(part.text, limits=limits, _Part=part.term)
            except Exception as error:
                errors.append((number, error))
    return total, errors


def _first(
    data: bytes, key: str, job: str, parts: Sequence[Part], limits: Optional[Limits]
) -> Tuple[Optional[Answer], Optional[BaseException]]:
    """Returns the first solution of parts, and the first error before it."""
    program = _program(key, data)
    fault: Optional[BaseException] = None
    for part in parts:
        with _Job(program, job) as engine:
            if engine is None:
                break
            try:
                answer = engine.once(part.text, limits=limits, _Part=part.term)
            except Exception as error:
                fault = fault or error
                continue
            if answer is not None:
                return answer, None
    return None, fault


def _answered(
    data: bytes, key: str, job: str, goals: Sequence[Goal], most: Optional[int], limits: Optional[Limits]
) -> List[Result]:
    program = _program(key, data)
    results = []
    for goal in goals:
        with _Job(program, job) as engine:
            if engine is None:
                break
            text, values = goal if isinstance(goal, tuple) else (goal, {})
            try:
                results.append(Result(goal, answers=engine.all(text, most=most, limits=limits, **values)))
            except Exception as error:
                results.append(Result(goal, error=error))
    return results


# On the client


class _Sent:
    """A program at the cluster, and the tasks of a job."""

    def __init__(self, client: Optional[Client], program: Program) -> None:
        self.client: Client = client if client is not None else get_client()
        data = zlib.compress(cloudpickle.dumps(program))
        self.key = sha256(data).hexdigest()[:32]
        self.job = uuid.uuid4().hex
        # As a task, so that it is made again if the worker that has it is lost. The task is of this job alone: one of the
        # job before could be released at the scheduler while this job relies on it.
        self.data = self.client.submit(_received, data, key=f"ferz-program-{self.job}", pure=False)
        # To all workers: else they would prefer the one that has it, and a part could wait there behind an endless one.
        wait(self.data)
        self.client.replicate([self.data])
        self.futures: List[Future] = []

    def start(self, function: Any, batches: Sequence[Any], *more: Any) -> List[Future]:
        self.futures = [
            self.client.submit(
                function, self.data, self.key, self.job, batch, *more, key=f"ferz-{self.job}-{number}", pure=False
            )
            for number, batch in enumerate(batches)
        ]
        return self.futures

    def stop(self) -> None:
        """Cancels what has not begun, and stops what runs."""
        self.client.cancel(self.futures, force=True)
        self.client.run(_stop, self.job, on_error="ignore")


def _batches(items: Sequence[Any], size: int) -> List[Sequence[Any]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


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
    sent = _Sent(client, program)
    parts = _parts(program, goal, split, sent.client, values)
    batches = _batches(parts, 1)
    futures = sent.start(_counted, batches, limits)
    places = {future.key: number for number, future in enumerate(futures)}
    total = 0
    errors: List[Result] = []
    try:
        for future, found in as_completed(futures, with_results=True, raise_errors=False):
            batch = batches[places[future.key]]
            if future.status != "finished":
                errors.extend(Result(part, error=_exception(future)) for part in batch)
                continue
            total += found[0]
            errors.extend(Result(batch[number], error=error) for number, error in found[1])
    except BaseException:
        sent.stop()
        raise
    made = Count(total)
    made.parts = len(parts)
    made.errors = errors
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
    sent = _Sent(client, program)
    parts = _parts(program, goal, split, sent.client, values)
    futures = sent.start(_first, _batches(parts, 1), limits)
    fault: Optional[BaseException] = None
    answer: Optional[Answer] = None
    try:
        for future, found in as_completed(futures, with_results=True, raise_errors=False):
            if future.status != "finished":
                fault = fault or _exception(future)
                continue
            answer, error = found
            if answer is not None:
                break
            fault = fault or error
    finally:
        if answer is not None or any(not future.done() for future in futures):
            sent.stop()
    if answer is None and fault is not None:
        raise fault
    return answer


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
    sent = _Sent(client, program)
    wanted = list(goals)
    if batch is None:
        threads = max(1, sum(sent.client.nthreads().values()))
        batch = max(1, len(wanted) // (PARTS_OF_WORKER * threads))
    batches = _batches(wanted, batch)
    futures = sent.start(_answered, batches, most, limits)
    results: List[Result] = []
    try:
        for future, part in zip(futures, batches):
            try:
                results.extend(future.result())
            except Exception as error:
                results.extend(Result(goal, error=error) for goal in part)
    except BaseException:
        sent.stop()
        raise
    return results


def _exception(future: Future) -> BaseException:
    """Returns why a task has no result."""
    if future.status == "cancelled":
        return RuntimeError("the part was cancelled")
    error: Optional[BaseException] = future.exception()
    return error if error is not None else RuntimeError("the part is lost")
