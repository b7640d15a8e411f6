"""Functions of Python as predicates."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Optional, TypeVar, Union, overload

F = TypeVar("F", bound=Callable[..., Any])

KINDS = ("det", "semidet", "nondet", "test")


@dataclass(frozen=True)
class Predicate:
    """A function with the name and the manner of a predicate. It can still be called as the function."""

    function: Callable[..., Any]
    name: str
    inputs: int
    """The number of arguments of the function."""
    kind: str
    """``det``, ``semidet``, ``nondet`` or ``test``."""

    @property
    def arity(self) -> int:
        """The number of arguments of the predicate: those of the function, and the result unless it is a test."""
        return self.inputs + (self.kind != "test")

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.function(*args, **named)

    def _row(self) -> "tuple[str, int, str, Callable[..., Any]]":
        return (self.name, self.inputs, self.kind, self.function)


def _count(function: Callable[..., Any]) -> int:
    """Counts the arguments that a predicate passes."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError) as fault:
        raise TypeError("the number of arguments of the function is not known: pass inputs=") from fault
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        raise TypeError("the function takes any number of arguments: pass inputs=")
    return sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters)


def make(kind: str, function: Callable[..., Any], name: Optional[str], inputs: Optional[int]) -> Predicate:
    if isinstance(function, Predicate):
        function = function.function
    if kind != "nondet" and inspect.isgeneratorfunction(function):
        raise TypeError(f"a generator is a nondet predicate, not a {kind} one")
    if name is None:
        name = getattr(function, "__name__", None)
        if name is None or name == "<lambda>":
            raise TypeError("the function has no name: pass name=")
    return Predicate(function, name, _count(function) if inputs is None else inputs, kind)


def _decorator(kind: str, doc: str) -> Any:
    def decorate(
        function: Optional[Callable[..., Any]] = None, *, name: Optional[str] = None, inputs: Optional[int] = None
    ) -> Union[Predicate, Callable[[Callable[..., Any]], Predicate]]:
        if function is None:
            return lambda function: make(kind, function, name, inputs)
        return make(kind, function, name, inputs)

    decorate.__name__ = kind
    decorate.__doc__ = doc
    return decorate


det = _decorator("det", "Makes a predicate whose last argument is the result of the function.")
semidet = _decorator("semidet", "As ``det``; the goal fails if the result is ``None``.")
nondet = _decorator("nondet", "Makes a predicate whose last argument is each value of a generator in turn.")
test = _decorator("test", "Makes a predicate that succeeds if the result of the function is true.")
