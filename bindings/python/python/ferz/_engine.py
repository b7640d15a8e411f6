"""`Program`, `Engine` and `Query`."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from functools import partial
from typing import Any, Callable, Dict, Iterable, Iterator, List, Literal, Mapping, Optional, Sequence, TextIO, Tuple, Union

from . import _ferz, _predicates, _tables
from ._async import AsyncQuery, in_thread
from ._predicates import Decorator, Predicate
from ._types import Answer, Answers, Atom, Change, Diagnostic, Explanation, PrologError, _warn

Limits = Mapping[str, Any]
Sink = Union[Callable[[str], Any], TextIO, Literal["console"], None]
"""Where text goes: a function, a file that is open for text, ``sys.stdout`` or ``sys.stderr`` as they are then, nowhere."""
Source = Union[Callable[[], str], TextIO, str, None]

CONSOLE: Literal["console"] = "console"
_MANY = sys.maxsize


def _goal(goal: Any, values: Dict[str, Any]) -> Tuple[str, Optional[Dict[str, Any]]]:
    """Returns the text of a goal, and the values of its variables."""
    for name in values:
        if not (name[:1].isupper() or name[:1] == "_"):
            raise TypeError(f"{name} is no variable of Prolog: these begin with a capital or with _")
    if isinstance(goal, str) and not isinstance(goal, Atom):
        return goal, values or None
    if isinstance(goal, (Atom, _ferz.Term)):
        if values:
            raise TypeError("a goal that is a term has no variables to be given values")
        variables = {} if isinstance(goal, Atom) else goal.variables
        pairs = " , ".join(f"{name} = {name}" for name in variables)
        text = f"{pairs} , call(_Goal)" if pairs else "call(_Goal)"
        return text, {"_Goal": goal, **variables}
    raise TypeError("a goal is a text or a term")


def _writer(sink: Sink, stream: str) -> Callable[[str], Any]:
    if sink == CONSOLE:
        # The stream may be replaced while the engine lives.
        return lambda text: getattr(sys, stream).write(text)
    if sink is None:
        return lambda text: None
    write = getattr(sink, "write", sink)
    if not callable(write):
        raise TypeError("output goes to a function, to a file that is open for text, to 'console', or to None")
    function: Callable[[str], Any] = write
    return function


def _reader(source: Source) -> Callable[[], str]:
    if source is None:
        return lambda: ""
    if isinstance(source, str):
        texts = [source]
        return lambda: texts.pop() if texts else ""
    read = getattr(source, "readline", source)
    if not callable(read):
        raise TypeError("input comes from a text, a function, or a file that is open for text")
    function: Callable[[], str] = read
    return function


def _checked(limits: Optional[Limits]) -> Optional[Dict[str, Any]]:
    return None if limits is None else dict(limits)


class Captured:
    """What an engine has written: see `Engine.captured`."""

    def __init__(self) -> None:
        self._parts: List[str] = []

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def __str__(self) -> str:
        return self.text


class Program:
    """A program that is loaded once and shared by any number of engines, in any threads.

    ``texts`` are sources; ``files`` are paths; ``predicates`` are functions (`ferz.det` and its like).
    """

    def __init__(
        self,
        *texts: str,
        files: Iterable[Union[str, "os.PathLike[str]"]] = (),
        predicates: Iterable[Predicate] = (),
        limits: Optional[Limits] = None,
        flags: Optional[Mapping[str, str]] = None,
        read: Iterable[Union[str, "os.PathLike[str]"]] = (),
        write: Iterable[Union[str, "os.PathLike[str]"]] = (),
        output: Sink = CONSOLE,
        str_as: str = "string",
    ) -> None:
        sources = [("file", os.fspath(path), b"") for path in files]
        sources += [("text", "user", text.encode()) for text in texts]
        folders = [(os.fspath(path), False) for path in read] + [(os.fspath(path), True) for path in write]
        self._build(sources, tuple(predicates), limits, flags, folders, str_as, output)
        _warn(self.warnings, 2)

    def _build(
        self,
        sources: Sequence[Tuple[str, str, bytes]],
        predicates: Tuple[Predicate, ...],
        limits: Optional[Limits],
        flags: Optional[Mapping[str, str]],
        folders: List[Tuple[str, bool]],
        str_as: str,
        output: Sink = None,
    ) -> None:
        rows = [one._row() for one in predicates]
        given = _checked(limits)
        flag_list = list((flags or {}).items())
        self._core = _ferz.Program(sources, rows, given, flag_list, folders, _writer(output, "stdout"), str_as)
        self._settings = (predicates, given, folders, str_as)

    @property
    def warnings(self) -> List[Diagnostic]:
        """What loading has warned of."""
        return self._core.warnings

    def engine(
        self,
        *,
        output: Sink = CONSOLE,
        error: Sink = CONSOLE,
        input: Source = None,
        limits: Optional[Limits] = None,
        grants: Iterable[str] = (),
        str_as: Optional[str] = None,
    ) -> "Engine":
        """Makes an engine. It takes some microseconds, and can only compute, unless it is granted more."""
        made: Engine = object.__new__(Engine)
        made._begin(self._core.engine(str_as or self._settings[3]), output, error, input, limits, grants)
        return made

    def to_bytes(self) -> bytes:
        """Returns the program as bytes, without the functions of Python."""
        return self._core.to_bytes()

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        predicates: Iterable[Predicate] = (),
        limits: Optional[Limits] = None,
        str_as: str = "string",
    ) -> "Program":
        """Makes the program that `to_bytes` has written; ``predicates`` are the functions that it needs."""
        made = cls.__new__(cls)
        made._build([("bytes", "", data)], tuple(predicates), limits, None, [], str_as)
        return made

    def __reduce__(self) -> Any:
        return (_program, (self.to_bytes(), *self._settings))


def _program(
    data: bytes,
    predicates: Tuple[Predicate, ...],
    limits: Optional[Limits],
    folders: List[Tuple[str, bool]],
    str_as: str,
) -> Program:
    made = Program.__new__(Program)
    made._build([("bytes", "", data)], predicates, limits, None, folders, str_as)
    return made


class Engine:
    """A Prolog system of its own. It does one thing at a time; any thread may use it when it is free."""

    def __init__(
        self,
        text: str = "",
        *,
        output: Sink = CONSOLE,
        error: Sink = CONSOLE,
        input: Source = None,
        limits: Optional[Limits] = None,
        grants: Iterable[str] = (),
        str_as: str = "string",
    ) -> None:
        self._begin(_empty()._core.engine(str_as), output, error, input, limits, grants)
        if text:
            _warn(self._core.consult("user", text), 2)

    def _begin(
        self,
        core: _ferz.Core,
        output: Sink,
        error: Sink,
        input: Source,
        limits: Optional[Limits],
        grants: Iterable[str],
    ) -> None:
        self._core = core
        self._output = output
        self._error = error
        self._write = _writer(output, "stdout")
        core.set_stream("output", self._write)
        core.set_stream("error", _writer(error, "stderr"))
        if input is not None:
            core.set_stream("input", _reader(input))
        if limits is not None:
            core.set_limits(dict(limits))
        for grant in grants:
            core.grant(grant)

    # Goals

    def query(self, goal: Any, /, **values: Any) -> "Query":
        """Opens a query: an iterator over its answers. ``values`` are values for variables of the goal."""
        text, given = _goal(goal, values)
        return Query(self._core, self._core.open(text, given))

    def once(self, goal: Any, /, *, limits: Optional[Limits] = None, **values: Any) -> Optional[Answer]:
        """Returns the first answer, or ``None`` if there is none."""
        text, given = _goal(goal, values)
        found = self._core.answers(text, given, 1, _checked(limits))
        return found[0] if found else None

    def all(
        self, goal: Any, /, *, most: Optional[int] = None, limits: Optional[Limits] = None, **values: Any
    ) -> Answers:
        """Returns all answers, or the first ``most``."""
        text, given = _goal(goal, values)
        answers = Answers(self._core.answers(text, given, _MANY if most is None else most, _checked(limits)))
        answers.complete = most is None or len(answers) < most or answers[-1].last
        return answers

    def aquery(self, goal: Any, /, **values: Any) -> AsyncQuery:
        """As `query`, beside an event loop: ``async for answer in engine.aquery(goal)``."""
        return AsyncQuery(partial(self.query, goal, **values))

    async def aonce(self, goal: Any, /, *, limits: Optional[Limits] = None, **values: Any) -> Optional[Answer]:
        """As `once`, beside an event loop. The goal runs in a thread, and is stopped if the task is cancelled."""
        return await in_thread(self.once, goal, limits=limits, **values)

    async def aall(
        self, goal: Any, /, *, most: Optional[int] = None, limits: Optional[Limits] = None, **values: Any
    ) -> Answers:
        """As `all`, beside an event loop."""
        return await in_thread(self.all, goal, most=most, limits=limits, **values)

    def succeeds(self, goal: Any, /, *, limits: Optional[Limits] = None, **values: Any) -> bool:
        """Whether there is an answer."""
        text, given = _goal(goal, values)
        return self._core.count(text, given, 1, _checked(limits)) == 1

    def count(
        self, goal: Any, /, *, most: Optional[int] = None, limits: Optional[Limits] = None, **values: Any
    ) -> int:
        """Counts the answers, up to ``most``, without making them."""
        text, given = _goal(goal, values)
        return self._core.count(text, given, _MANY if most is None else most, _checked(limits))

    def table(
        self,
        goal: Any,
        /,
        *,
        most: Optional[int] = None,
        types: Optional[Mapping[str, str]] = None,
        limits: Optional[Limits] = None,
        **values: Any,
    ) -> _ferz.Table:
        """Returns the answers, or the first ``most``, in columns of Arrow: ``polars.DataFrame(engine.table(...))``.

        A column has the type of its values: ``bool``, ``int64``, ``float64``, ``decimal``, ``string``, ``atom``
        (texts in a dictionary), ``date``, ``timestamp``, ``timestamp[UTC]``, ``list[T]``. ``types`` tells it beforehand
        for some. A variable that is unbound is missing, and so is the atom ``null``."""
        text, given = _goal(goal, values)
        kinds = list((types or {}).items())
        return self._core.table(text, given, _MANY if most is None else most, kinds, _checked(limits))

    # The program

    def consult(self, text: str, *, name: str = "user", warn: bool = True) -> List[Diagnostic]:
        """Loads a text, which messages call ``name``; returns its warnings, which are Python's, too, if ``warn`` is
        set. A text that was loaded under the same name is replaced, predicate by predicate; one without a name adds its
        clauses to those that are there."""
        found = self._core.consult(name, text)
        if warn:
            _warn(found, 2)
        return found

    def consult_file(self, path: Union[str, "os.PathLike[str]"], *, warn: bool = True) -> List[Diagnostic]:
        """Loads a file; as ``consult``."""
        found = self._core.consult_file(os.fspath(path))
        if warn:
            _warn(found, 2)
        return found

    def check(self) -> List[Diagnostic]:
        """What is wrong in the program that is loaded, such as calls of predicates that are not defined."""
        return self._core.check()

    def assertz(self, clause: Any) -> None:
        """Adds a clause at the end of its predicate: a text without full stop, or a term."""
        self._assert("assertz", clause)

    def asserta(self, clause: Any) -> None:
        """Adds a clause at the beginning of its predicate."""
        self._assert("asserta", clause)

    def _assert(self, name: str, clause: Any) -> None:
        if isinstance(clause, str) and not isinstance(clause, Atom):
            self._core.count(f"{name}(({clause}\n))", None, 1, None)
        else:
            self._core.count(f"{name}(Clause)", {"Clause": clause}, 1, None)

    def facts(self, name: str, rows: _tables.Table) -> int:
        """Adds a fact for each row at the end of a dynamic predicate; returns how many. A row is a tuple, a list, a
        dict, whose values are the arguments in the order of the first row's keys, or the only argument. All rows have
        the same length. A table of pandas, polars, DuckDB, or of anything else that hands over columns of Arrow, is
        taken without its index; what is missing in it is ``null``."""
        capsules = _tables.capsules(rows)
        if capsules is not None:
            return self._core.insert_arrow(name, *capsules)
        return self._core.insert(name, _tables.rows(rows))

    def remove(self, name: str, rows: Iterable[Any]) -> int:
        """Removes for each row the first fact of a dynamic predicate that unifies with it; returns how many. Rows are as those
        of `facts`; a `ferz.Var` in one stands for any value."""
        return self._core.remove(name, _tables.rows(rows))

    def watch(self, predicate: str, function: Callable[[Change], Any]) -> _ferz.Watch:
        """Tells a function of the changes of a predicate, ``name/arity``: of each clause that was added or removed, when a goal
        or a load gives control back, and of transactions when they have ended. The function cannot use the engine; its
        exception is that of the call that was about to return. It ends with ``close()`` of what is returned, which is a
        context manager, too, or when that is forgotten."""
        return self._core.watch(predicate, lambda added, clause: function(Change(added, clause)))

    def explain(
        self, goal: Any, /, *, depth: int = 30, steps: int = 1000, answer: int = 1, **values: Any
    ) -> Explanation:
        """Says why a goal has an answer, by the clauses and facts that prove it, or which goals fail if it has none.
        ``depth`` are the levels of clauses that are followed, ``steps`` those of the proof that are kept, ``answer`` is the
        number of the answer that is explained."""
        text, given = _goal(goal, values)
        return Explanation._of(*self._core.explain(text, given, (depth, steps, answer)))

    def register(self, *predicates: Predicate) -> None:
        """Adds functions as predicates."""
        for one in predicates:
            self._core.register(*one._row())

    @property
    def det(self) -> Decorator:
        """Adds a function whose result is the value of the predicate's last argument. A decorator, too."""
        return _predicates.decorator("det", self.register, _predicates.DET)

    @property
    def semidet(self) -> Decorator:
        """As `det`; the goal fails if the result is ``None``."""
        return _predicates.decorator("semidet", self.register, _predicates.SEMIDET)

    @property
    def nondet(self) -> Decorator:
        """Adds a generator; each of its values is a solution. It is closed when no more are wanted."""
        return _predicates.decorator("nondet", self.register, _predicates.NONDET)

    @property
    def test(self) -> Decorator:
        """Adds a function by whose result the predicate succeeds or fails."""
        return _predicates.decorator("test", self.register, _predicates.TEST)

    def defines(self, name: str, arity: int) -> bool:
        """Whether the program defines this predicate."""
        return self._core.defines(name, arity)

    def predicates(self) -> List[str]:
        """Returns the names of all predicates that can be called."""
        return self._core.predicate_names()

    # What it may use and do

    @property
    def limits(self) -> Dict[str, Any]:
        """The limits of each query and load. Those that are set replace the former ones of the same name."""
        return self._core.limits()

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self._core.set_limits(dict(limits))

    @contextmanager
    def limited(self, **limits: Any) -> Iterator["Engine"]:
        """Sets limits for the block."""
        before = self._core.limits()
        self._core.set_limits(limits)
        try:
            yield self
        finally:
            self._core.set_limits(before)

    def grant(self, *grants: str) -> None:
        """Lets programs do more than compute: ``files``, ``environment``, ``processes``, ``clock``, ``randomness``,
        ``sleep``, ``threads``."""
        for grant in grants:
            self._core.grant(grant)

    def grant_files(self, folder: Union[str, "os.PathLike[str]"], *, write: bool = False) -> None:
        """Lets programs read, or also write, the files of a folder."""
        self._core.grant_files(os.fspath(folder), write)

    def set_directory(self, folder: Union[str, "os.PathLike[str]"]) -> None:
        """Makes the names of files relative to a folder; this grants no access."""
        self._core.set_directory(os.fspath(folder))

    def flag(self, name: str) -> Any:
        """Returns the value of a flag of Prolog."""
        return self._core.flag(name)

    def set_flag(self, name: str, value: str) -> None:
        """Sets a flag of Prolog whose values are atoms."""
        self._core.set_flag(name, value)

    @contextmanager
    def captured(self) -> Iterator[Captured]:
        """Captures the standard output of the block."""
        captured, before = Captured(), self._write
        self._redirect(captured._parts.append)
        try:
            yield captured
        finally:
            self._redirect(before)

    def _redirect(self, write: Callable[[str], Any]) -> None:
        self._write = write
        self._core.set_stream("output", write)

    def interrupt(self, *, next: bool = False) -> None:
        """Stops the goal that runs, from another thread: it ends with `Interrupted`. If none runs it does nothing, or
        stops the next one."""
        self._core.interrupt(next)

    def variables(self, goal: str) -> List[str]:
        """Returns the names of the variables of a goal, in the order of the text."""
        return self._core.names(goal)

    @staticmethod
    def is_complete(text: str) -> bool:
        """Whether a text has the end of a clause or of a query."""
        return _ferz.Core.is_complete(text)

    def completions(self, text: str) -> Tuple[int, List[str]]:
        """Returns what may follow at the end of a text, and where in it that begins."""
        return self._core.completions(text)

    # Its life

    def reset(self) -> None:
        """Puts everything back that programs and queries have changed. What the host has set stays."""
        self._core.reset()

    def fork(self) -> "Engine":
        """Makes an engine in the state of this one, which writes where this one does. It has no input."""
        made: Engine = object.__new__(Engine)
        made._begin(self._core.fork(), self._output, self._error, None, None, ())
        return made

    def close(self) -> None:
        """Ends the engine, with its queries."""
        self._core.close()

    def __reduce__(self) -> Any:
        raise TypeError("an engine cannot be pickled or copied: pickle its Program, or fork() it")

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Query:
    """An open query: an iterator over its answers. It ends when it is exhausted, closed, or forgotten.

    Another query may be opened before it goes on; until that is closed, this one waits.
    """

    def __init__(self, core: _ferz.Core, number: int) -> None:
        self._core = core
        self._number: Optional[int] = number

    def __iter__(self) -> "Query":
        return self

    def __next__(self) -> Answer:
        if self._number is None:
            raise StopIteration
        try:
            answer = self._core.next(self._number)
        except PrologError:
            self._number = None
            raise
        if answer is None:
            self._number = None
            raise StopIteration
        return answer

    def close(self) -> None:
        """Gives up the remaining answers."""
        if self._number is not None:
            number, self._number = self._number, None
            self._core.close_query(number)

    def __enter__(self) -> "Query":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_number", None) is not None and not sys.is_finalizing():
            try:
                self.close()
            except Exception:
                # The engine is closed, or runs; then it closes the query when it is free.
                pass


_EMPTY: Optional[Program] = None


def _empty() -> Program:
    global _EMPTY
    if _EMPTY is None:
        _EMPTY = Program()
    return _EMPTY
