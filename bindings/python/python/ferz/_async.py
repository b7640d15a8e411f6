"""Goals beside an event loop: in threads, stopped when their tasks are cancelled."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import os
import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Coroutine, Iterator, Optional, TypeVar

from ._ferz import Job as Core
from ._types import Answer

if TYPE_CHECKING:
    from ._engine import Query

T = TypeVar("T")

MOST = 256
"""How many goals run at once; others wait."""

_pool: Optional[ThreadPoolExecutor] = None
_thread = threading.local()


def _threads() -> ThreadPoolExecutor:
    # Those of the loop are few, and a goal may wait for a coroutine that runs another goal.
    global _pool
    if _pool is None:
        _pool = ThreadPoolExecutor(MOST, "ferz")
    return _pool


def _forget() -> None:
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class _Job:
    """A call in a thread, and what it waits for."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.core = Core()
        self.lock = threading.Lock()
        self.is_cancelled = False
        self.awaited: "Optional[Future[Any]]" = None

    def run(self, take: Callable[[], Callable[[], T]]) -> T:
        """Calls what ``take`` gives, and does not hold it afterwards: an object that the caller then drops, such as a query,
        ends in the caller's thread."""
        if self.is_cancelled:
            raise CancelledError
        before = getattr(_thread, "job", None)
        _thread.job = self
        try:
            return self.core.run(take())
        finally:
            _thread.job = before

    def wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine in the loop, and waits for it in this thread."""
        with self.lock:
            if self.is_cancelled:
                coroutine.close()
                raise CancelledError
            future = asyncio.run_coroutine_threadsafe(coroutine, self.loop)
            self.awaited = future
        try:
            return future.result()
        finally:
            self.awaited = None

    def cancel(self) -> None:
        with self.lock:
            self.is_cancelled = True
            awaited = self.awaited
        self.core.cancel()
        if awaited is not None:
            awaited.cancel()


async def in_thread(function: Callable[..., T], /, *args: Any, **named: Any) -> T:
    """Calls a function, such as a method of an engine, in a thread: ``await in_thread(engine.consult, text)``. If the
    task is cancelled, the goals that the function runs are stopped, and it is waited for."""
    loop = asyncio.get_running_loop()
    job = _Job(loop)
    context = contextvars.copy_context()
    calls = [partial(function, *args, **named)]
    future = loop.run_in_executor(_threads(), context.run, job.run, calls.pop)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        job.cancel()
        await asyncio.wait([future])
        if not future.cancelled():
            # Why it has ended is known.
            future.exception()
        raise


class AsyncQuery:
    """A query whose answers are awaited: ``async for answer in engine.aquery(goal)``. It ends when it is exhausted,
    closed, cancelled, or forgotten."""

    def __init__(self, open: "Callable[[], Query]") -> None:
        self._open = open
        self._query: "Optional[Query]" = None
        self._has_ended = False

    def __aiter__(self) -> "AsyncQuery":
        return self

    async def __anext__(self) -> Answer:
        if self._has_ended:
            raise StopAsyncIteration
        try:
            answer = await in_thread(self._next)
        except BaseException:
            self._has_ended = True
            if self._query is not None:
                self._query.close()
            raise
        if answer is None:
            self._has_ended = True
            raise StopAsyncIteration
        return answer

    def _next(self) -> Optional[Answer]:
        if self._query is None:
            self._query = self._open()
        return next(self._query, None)

    async def aclose(self) -> None:
        """Gives up the remaining answers."""
        self._has_ended = True
        if self._query is not None:
            await in_thread(self._query.close)

    async def __aenter__(self) -> "AsyncQuery":
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.aclose()


def waiting(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a function that can be called in the thread of a goal: one that waits, if this one is asynchronous."""
    if inspect.iscoroutinefunction(function):
        return lambda *args: _job(function).wait(function(*args))
    if inspect.isasyncgenfunction(function):
        return partial(_values, function)
    return function


def _job(function: Callable[..., Any]) -> _Job:
    job: Optional[_Job] = getattr(_thread, "job", None)
    if job is None:
        name = getattr(function, "__name__", "the function")
        raise RuntimeError(f"{name} is asynchronous: goals that call it run by aonce, aall, aquery or in_thread")
    return job


def _values(function: Callable[..., Any], *args: Any) -> Iterator[Any]:
    """The values of an asynchronous generator."""
    _job(function)
    values: AsyncIterator[Any] = function(*args)

    async def step() -> Any:
        return await values.__anext__()

    async def close() -> None:
        await values.aclose()  # type: ignore[attr-defined]

    try:
        while True:
            try:
                value = _job(function).wait(step())
            except StopAsyncIteration:
                return
            yield value
    finally:
        job: Optional[_Job] = getattr(_thread, "job", None)
        # Without a job, or after its end, the loop closes the generator when it is forgotten.
        if job is not None and not job.is_cancelled:
            job.wait(close())
