"""Values, answers and errors: what the engine makes and takes besides the types of Python."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from html import escape
from math import isfinite
from typing import Any, Dict, Generic, List, NamedTuple, Optional, Sequence, TypeVar
from uuid import UUID

T = TypeVar("T")


class Atom(str):
    """An atom. It equals the text of its name, and is passed to the engine as an atom, whatever ``str_as`` says."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Atom({str.__repr__(self)})"


class String(str):
    """A string of Prolog, where ``str`` stands for atoms (``str_as="atom"``)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"String({str.__repr__(self)})"


class Opaque(Generic[T]):
    """Passes any value of Python as an object that programs cannot look into; it comes back as the value itself."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Opaque({self.value!r})"


class Answer(Dict[str, Any]):
    """A solution: the values of the query's variables by name, without those that begin with ``_``."""

    last: bool = False
    """Whether it is certain that no other answer follows."""

    residual: Sequence[Any] = ()
    """Goals on variables that are still unbound, such as ``dif(X, a)``."""

    def plain(self) -> Dict[str, Any]:
        """The answer in values that JSON has, as `plain` makes them; residual goals as texts, under ``goals``."""
        made = {name: plain(value) for name, value in self.items()}
        if self.residual:
            made["goals"] = [text(goal) for goal in self.residual]
        return made

    def _repr_html_(self) -> str:
        return Answers([self])._repr_html_()


class Answers(List[Answer]):
    """A list of answers, which a notebook shows as a table."""

    complete: bool = True
    """Whether these are all answers."""

    def plain(self) -> List[Dict[str, Any]]:
        """The answers in values that JSON has: ``json.dumps(answers.plain())``."""
        return [answer.plain() for answer in self]

    def _repr_html_(self) -> str:
        names: List[str] = []
        for answer in self:
            names.extend(name for name in answer if name not in names)
        has_goals = any(answer.residual for answer in self)
        if not names and not has_goals:
            return f"<code>{'true' if self else 'false'}</code>"
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        if has_goals:
            head += "<th>where</th>"
        rows = ""
        for answer in self:
            cells = [text(answer[name]) if name in answer else "" for name in names]
            if has_goals:
                cells.append(", ".join(text(goal) for goal in answer.residual))
            rows += "<tr>" + "".join(f"<td><code>{escape(cell)}</code></td>" for cell in cells) + "</tr>"
        rest = "" if self.complete else "<p>There are more answers.</p>"
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{rest}"


def text(value: Any) -> str:
    """Returns a value as a reader of Prolog expects it: atoms without quotes of Python, terms as their text."""
    if isinstance(value, list):
        try:
            return "[" + ", ".join(text(item) for item in value) + "]"
        except RecursionError:
            return repr(value)
    if isinstance(value, Atom):
        return str(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def plain(value: Any) -> Any:
    """Returns a value of the engine in values that JSON has. The atoms ``true``, ``false`` and ``null`` are ``True``,
    ``False`` and ``None``, other atoms and strings are strings; a compound is ``{"functor": name, "args": [...]}``, a
    variable ``{"variable": "_1"}``; rational numbers, infinite floats and values of other classes are their texts.

    Raises ``RecursionError`` for a value that is cyclic, or deeper than Python's stack."""
    from . import _ferz

    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, Atom):
        return _CONSTANTS.get(value, str(value))
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, _ferz.Term):
        return {"functor": str(value.name), "args": [plain(arg) for arg in value.args]}
    if isinstance(value, _ferz.Var):
        return {"variable": str(value)}
    if isinstance(value, Fraction):
        return f"{value.numerator}r{value.denominator}"
    return str(value)


_CONSTANTS: Dict[str, Any] = {"true": True, "false": False, "null": None}


class Frame(NamedTuple):
    """A goal that was running when an exception was raised."""

    predicate: str
    goal: str
    file: Optional[str]
    line: Optional[int]
    column: Optional[int]

    def __str__(self) -> str:
        if self.file is None:
            return self.goal
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place}: {self.goal}"


@dataclass(frozen=True)
class Diagnostic:
    """An error or a warning of loading a text."""

    severity: str
    """``error`` or ``warning``."""
    message: str
    shown: str
    """The message with its place, and the line of the source."""
    code: Optional[str]
    """The kind, such as ``syntax_error`` or ``singletons``."""
    file: Optional[str]
    line: Optional[int]
    column: Optional[int]

    def __str__(self) -> str:
        return self.shown


@dataclass(frozen=True)
class Change:
    """A clause that was added or removed: see `Engine.watch`."""

    added: bool
    """Whether it was added; else it was removed."""
    clause: Any
    """A fact, or a rule."""


@dataclass(frozen=True)
class Step:
    """A step of a proof."""

    goal: Any
    """The goal that holds."""
    kind: str
    """How: ``rule``, ``fact``, ``builtin``, ``host``, ``tabled``, ``called``, ``not``, ``if``, ``else``, ``or`` or
    ``caught``."""
    file: Optional[str]
    line: Optional[int]
    """Where the clause is, of a rule or a fact that was loaded."""
    cut: bool
    """Whether steps below were left out."""
    text: str
    """The step in a line."""
    number: Optional[int] = None
    """The alternative of a disjunction, from 1."""
    steps: List["Step"] = field(default_factory=list)
    """The steps by which it holds."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class FailedGoal:
    """A goal that has no solution."""

    goal: Any
    head: Any
    """The goal whose clause calls it; ``None`` if it stands in the goal that was asked about."""
    file: Optional[str]
    line: Optional[int]
    column: Optional[int]


@dataclass(frozen=True)
class Explanation:
    """Why a goal has an answer, or none: see `Engine.explain`. It is true if there is an answer."""

    answer: Optional[Answer]
    steps: List[Step]
    """The steps of the proof at the top."""
    failed: List[FailedGoal]
    """Without an answer: the goals that have no solution, as far as they were found."""
    cut: bool
    """Whether steps were left out."""
    text: str

    def __bool__(self) -> bool:
        return self.answer is not None

    def __str__(self) -> str:
        return self.text

    @classmethod
    def _of(cls, answer: Optional[Answer], rows: List[Dict[str, Any]], cut: bool, text: str) -> "Explanation":
        if answer is None:
            return cls(None, [], [FailedGoal(**row) for row in rows], cut, text)
        top: List[Step] = []
        # The steps to which those of each level are added.
        levels = [top]
        for row in rows:
            level = row.pop("level")
            step = Step(**row)
            del levels[level + 1 :]
            levels[level].append(step)
            levels.append(step.steps)
        return cls(answer, top, [], cut, text)


class PrologWarning(UserWarning):
    """A warning of loading a text."""


class PrologError(Exception):
    """An exception of Prolog, or another reason why a goal or a load has failed with an error.

    A predicate in Python raises ``PrologError(term=...)`` to throw this term.
    """

    kind: str = "exception"
    """``exception``, ``syntax``, ``load``, ``file``, ``limit``, ``interrupted`` or ``halt``."""

    def __init__(self, message: Optional[str] = None, *, term: Any = None) -> None:
        super().__init__(message if message is not None else f"Unhandled exception: {text(term)}")
        self.message: str = str(self.args[0])
        """The message, of one or more lines."""
        self.term: Any = term
        """The term that was thrown."""
        self.formal: Any = None
        """``Formal``, if ``error(Formal, Context)`` was thrown: the error term of the standard."""
        self.file: Optional[str] = None
        """The file, or the name of the text, of the innermost goal of ``backtrace`` that has a place."""
        self.line: Optional[int] = None
        """Its line, or that of its clause; the one in the query for a `PrologSyntaxError`."""
        self.column: Optional[int] = None
        self.backtrace: List[Frame] = []
        """The goals that were running, the innermost first."""
        self.diagnostics: List[Diagnostic] = []
        """What loading has reported, if this is the error of a load."""

    @staticmethod
    def _note(exception: BaseException, backtrace: List[Frame]) -> None:
        """Adds the goals of Prolog that an exception of Python has passed through."""
        try:
            exception.prolog_backtrace = backtrace  # type: ignore[attr-defined]
        except AttributeError:
            return
        note = getattr(exception, "add_note", None)
        if note is not None and backtrace:
            note("Goals of Prolog, the innermost first:\n" + "\n".join(f"  {frame}" for frame in backtrace))

    def __reduce__(self) -> Any:
        return (_remade, (type(self), self.args, self.__dict__))


def _remade(kind: Any, args: Any, state: Dict[str, Any]) -> PrologError:
    made: PrologError = kind(*args)
    made.__dict__.update(state)
    return made


class PrologSyntaxError(PrologError):
    """A query that cannot be read; ``line`` and ``column`` tell where."""

    kind = "syntax"
    reason: str = ""


class LoadError(PrologError):
    """A text or file with errors; ``diagnostics`` tells which. All valid clauses are loaded."""

    kind = "load"


class FileError(PrologError):
    """A file that cannot be read."""

    kind = "file"


class LimitError(PrologError):
    """A limit was met."""

    kind = "limit"
    limit: str = ""
    """``time``, ``inferences``, ``memory``, ``program``, ``output``, ``answers`` or ``depth``."""


class Interrupted(PrologError):
    """The goal was stopped by ``Engine.interrupt``."""

    kind = "interrupted"


class Halt(PrologError):
    """The program has called ``halt/0,1``."""

    kind = "halt"
    status: int = 0


class BusyError(RuntimeError):
    """The engine does something else: in another thread, or for a query that was opened later."""


class ClosedError(RuntimeError):
    """The engine is closed."""


_KINDS = {
    "syntax": PrologSyntaxError,
    "load": LoadError,
    "file": FileError,
    "limit": LimitError,
    "interrupted": Interrupted,
    "halt": Halt,
}


for _class in (
    Atom,
    String,
    Opaque,
    Answer,
    Answers,
    Frame,
    Diagnostic,
    PrologWarning,
    PrologError,
    PrologSyntaxError,
    LoadError,
    FileError,
    LimitError,
    Interrupted,
    Halt,
    BusyError,
    ClosedError,
    plain,
):
    # The name by which users know it.
    _class.__module__ = "ferz"
del _class


def _make_error(kind: str, message: str, details: Dict[str, Any]) -> PrologError:
    error = _KINDS.get(kind, PrologError)(message)
    for name, value in details.items():
        setattr(error, name, value)
    return error


def _warn(found: Sequence[Diagnostic], stacklevel: int) -> None:
    for one in found:
        warnings.warn(PrologWarning(one.shown), stacklevel=stacklevel + 1)


def _int_from_bytes(data: bytes, order: Any) -> int:
    return int.from_bytes(data, order, signed=True)


def _plain(value: Any) -> Any:
    """Returns what a value of another library is as a term: dates as SWI-Prolog has them, numbers, texts, lists."""
    from . import _ferz

    if isinstance(value, datetime):
        if value != value:
            # The missing date of pandas.
            return None
        offset = value.utcoffset()
        west = 0 if offset is None else -int(offset.total_seconds())
        seconds = value.second + value.microsecond / 1e6
        parts = [value.year, value.month, value.day, value.hour, value.minute, seconds, west, Atom("-"), Atom("-")]
        return _ferz.Term("date", parts)
    if isinstance(value, date):
        return _ferz.Term("date", [value.year, value.month, value.day])
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is no rational number")
        return Fraction(value)
    if isinstance(value, UUID):
        return str(value)
    if callable(getattr(value, "tolist", None)):
        # Arrays of numpy and their like; the dates in them would be integers.
        if getattr(getattr(value, "dtype", None), "kind", None) == "M" and hasattr(value, "astype"):
            value = value.astype("datetime64[us]")
        return value.tolist()
    name = type(value).__qualname__
    raise TypeError(f"{name} has no form as a term; ferz.Opaque(value) passes any value")


def _int_to_bytes(value: Any) -> bytes:
    number = int(value)
    return number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)
