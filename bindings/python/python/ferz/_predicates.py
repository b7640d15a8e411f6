"""Functions of Python as predicates."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass
from typing import Any, Callable, Optional, Protocol, overload

from ._async import waiting


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

    def __reduce__(self) -> Any:
        # A function that a decorator has replaced cannot be found by its own name.
        module = getattr(self.function, "__module__", None) or "__main__"
        name = getattr(self.function, "__qualname__", "")
        if module != "__main__" and _found(module, name) is self:
            return (_found, (module, name))
        return (Predicate, (self.function, self.name, self.inputs, self.kind))

    def _row(self) -> "tuple[str, int, str, Callable[..., Any]]":
        return (self.name, self.inputs, self.kind, waiting(self.function))


def _found(module: str, name: str) -> Any:
    """Returns the value of a name of a module."""
    try:
        value: Any = importlib.import_module(module)
        for part in name.split("."):
            value = getattr(value, part)
    except (AttributeError, ImportError):
        return None
    return value


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
    if kind != "nondet" and (inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)):
        raise TypeError(f"a generator is a nondet predicate, not a {kind} one")
    if kind == "nondet" and inspect.iscoroutinefunction(function):
        raise TypeError("an asynchronous function is a det, semidet or test predicate; an asynchronous generator is nondet")
    if name is None:
        name = getattr(function, "__name__", None)
        if name is None or name == "<lambda>":
            raise TypeError("the function has no name: pass name=")
    return Predicate(function, name, _count(function) if inputs is None else inputs, kind)


class Decorator(Protocol):
    """Makes a predicate of a function: ``@det`` or ``@det(name="other")``."""

    @overload
    def __call__(
        self, function: Callable[..., Any], /, *, name: Optional[str] = None, inputs: Optional[int] = None
    ) -> Predicate: ...

    @overload
    def __call__(
        self, *, name: Optional[str] = None, inputs: Optional[int] = None
    ) -> Callable[[Callable[..., Any]], Predicate]: ...


def decorator(kind: str, use: Callable[[Predicate], Any], doc: str) -> Decorator:
    """Returns the decorator of a kind; ``use`` is called with each predicate."""

    def decorate(
        function: Optional[Callable[..., Any]] = None,
        /,
        *,
        name: Optional[str] = None,
        inputs: Optional[int] = None,
    ) -> Any:
        if function is None:
            return lambda function: decorate(function, name=name, inputs=inputs)
        made = make(kind, function, name, inputs)
        use(made)
        return made

    decorate.__name__ = kind
    decorate.__doc__ = doc
    return decorate


def _nothing(_: Predicate) -> None:
    pass


DET = "Makes a predicate whose last argument is the result of the function."
SEMIDET = "As ``det``; the goal fails if the result is ``None``."
NONDET = "Makes a predicate whose last argument is each value of a generator in turn; it is closed when it is cut."
TEST = "Makes a predicate that succeeds if the result of the function is true."

det = decorator("det", _nothing, DET)
semidet = decorator("semidet", _nothing, SEMIDET)
nondet = decorator("nondet", _nothing, NONDET)
test = decorator("test", _nothing, TEST)
