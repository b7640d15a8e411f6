"""An embedded Prolog engine.

>>> import ferz
>>> engine = ferz.Program("parent(ann, bob). parent(bob, cid).").engine()
>>> [row["X"] for row in engine.query("parent(ann, X)")]
[Atom('bob')]
"""

from ._async import AsyncQuery, in_thread
from ._engine import Captured, Engine, Program, Query
from ._ferz import Table, Term, Var, Watch
from ._predicates import Predicate, det, nondet, semidet, test
from ._types import (
    Answer,
    Answers,
    Atom,
    BusyError,
    Change,
    ClosedError,
    Diagnostic,
    Explanation,
    FailedGoal,
    FileError,
    Frame,
    Halt,
    Interrupted,
    LimitError,
    LoadError,
    Opaque,
    PrologError,
    PrologSyntaxError,
    PrologWarning,
    Step,
    String,
    plain,
)

__all__ = [
    "Answer",
    "Answers",
    "AsyncQuery",
    "Atom",
    "BusyError",
    "Captured",
    "Change",
    "ClosedError",
    "Diagnostic",
    "Engine",
    "Explanation",
    "FailedGoal",
    "FileError",
    "Frame",
    "Halt",
    "Interrupted",
    "LimitError",
    "LoadError",
    "Opaque",
    "Predicate",
    "Program",
    "PrologError",
    "PrologSyntaxError",
    "PrologWarning",
    "Query",
    "Step",
    "String",
    "Table",
    "Term",
    "Var",
    "Watch",
    "det",
    "in_thread",
    "nondet",
    "plain",
    "semidet",
    "test",
]


def load_ipython_extension(ipython: object) -> None:
    """Adds the magics ``%prolog`` and ``%%prolog``: ``%load_ext ferz``."""
    from .magic import load_ipython_extension as load

    load(ipython)
