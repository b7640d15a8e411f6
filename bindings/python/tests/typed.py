"""What mypy is to accept: the interface as programs use it."""

from __future__ import annotations

from typing import Dict, Iterator, List, Optional

import ferz

program: ferz.Program = ferz.Program("p(1).", files=["a.pl"], limits={"time": 1.0})
engine: ferz.Engine = program.engine(output=print, grants=["clock"])
rows: List[ferz.Answer] = engine.all("p(X)", most=3)
row: Optional[ferz.Answer] = engine.once("p(X)", X=1)
for answer in engine.query("p(X)"):
    names: Dict[str, object] = answer
    last: bool = answer.last
count: int = engine.count("p(X)")
term: ferz.Term = ferz.Term("f", [1, ferz.Var("X"), ferz.Atom("a")])
name: ferz.Atom = term.name


@ferz.det
def double(n: int) -> int:
    return 2 * n


@engine.nondet(name="up")
def upto(n: int) -> Iterator[int]:
    yield from range(n)


predicate: ferz.Predicate = double
named: ferz.Predicate = upto
engine.register(double)
with engine.limited(time=1), engine.captured() as output:
    text: str = output.text
try:
    engine.consult("p(")
except ferz.LoadError as error:
    line: Optional[int] = error.diagnostics[0].line

table: ferz.Table = engine.table("p(X)", types={"X": "int64"})
added: int = engine.facts("q", table)


async def awaited() -> None:
    first: Optional[ferz.Answer] = await engine.aonce("p(X)", X=1)
    every: ferz.Answers = await engine.aall("p(X)")
    async for answer in engine.aquery("p(X)"):
        value: object = answer["X"]
    async with engine.aquery("p(X)") as query:
        await query.aclose()
    counted: int = await ferz.in_thread(engine.count, "p(X)", most=3)
