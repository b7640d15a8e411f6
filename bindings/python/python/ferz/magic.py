"""Magics for notebooks: ``%load_ext ferz``, then ``%prolog Goal`` and ``%%prolog``.

A cell ``%%prolog`` is a program; lines that begin with ``?-`` are queries, which run after it is loaded. The engine
is kept from cell to cell; ``%prolog_reset`` makes a new one.
"""

from __future__ import annotations

import argparse
import re
from typing import Any, List, Optional, Tuple

from ._engine import Engine
from ._types import Answers, PrologError

MOST = 100
"""The answers that are shown unless ``-n`` says otherwise."""


def split(cell: str) -> Tuple[str, List[str]]:
    """Splits a cell into the text of a program and the queries in it. Lines of queries become empty, so that messages
    have the right lines."""
    program: List[str] = []
    queries: List[str] = []
    current: Optional[List[str]] = None
    for line in cell.splitlines():
        if current is None and line.lstrip().startswith("?-"):
            current = []
        if current is None:
            program.append(line)
            continue
        program.append("")
        current.append(line)
        if Engine.is_complete("\n".join(current)):
            queries.append("\n".join(current))
            current = None
    if current is not None:
        queries.append("\n".join(current))
    return "\n".join(program), queries


class Session:
    """The engine of a notebook."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.engine = Engine(grants=("clock", "randomness", "sleep"))
        self.parser = argparse.ArgumentParser(prog="%prolog", add_help=False, exit_on_error=False)
        self.parser.add_argument("-n", dest="most", type=int, default=MOST, help="the most answers")
        self.parser.add_argument("-t", dest="time", type=float, default=None, help="the most seconds")
        self.parser.add_argument("-o", dest="into", default=None, help="the variable of Python for the answers")

    def ask(self, goal: str, most: int, time: Optional[float], into: Optional[str]) -> Optional[Answers]:
        """Runs a query. ``$name`` in it is the value of a variable of Python."""
        values = {}

        def value(match: "re.Match[str]") -> str:
            name = match.group(1)
            if name not in self.shell.user_ns:
                return match.group(0)
            values[f"_Python_{name}"] = self.shell.user_ns[name]
            return f"_Python_{name}"

        text = re.sub(r"\$([A-Za-z_]\w*)", value, goal)
        try:
            answers = self.engine.all(text, most=most, limits=None if time is None else {"time": time}, **values)
        except PrologError as error:
            self.report(error)
            return None
        if into:
            self.shell.user_ns[into] = answers
        return answers

    def report(self, error: PrologError) -> None:
        print(error)
        for frame in error.backtrace:
            print(f"  {frame}")

    def line(self, line: str) -> Optional[Answers]:
        """``%prolog [-n MOST] [-t SECONDS] [-o NAME] Goal``: the answers of a goal."""
        options, goal = self.options(line)
        return self.ask(goal, options.most, options.time, options.into)

    def options(self, line: str) -> Tuple[argparse.Namespace, str]:
        """Returns the options at the beginning of a line, and the rest of it."""
        words: List[str] = []
        rest = line.strip()
        while re.match(r"-[nto]\s", rest):
            option, value, rest = (rest.split(None, 2) + ["", ""])[:3]
            words += [option, value]
        return self.parser.parse_args(words), rest

    def cell(self, line: str, cell: str) -> Optional[Answers]:
        """``%%prolog``: loads a program, and runs its queries; the answers of the last one are the result."""
        from IPython.display import display

        options, _ = self.options(line)
        program, queries = split(cell)
        if program.strip():
            try:
                self.engine.consult(program, name="cell")
            except PrologError as error:
                self.report(error)
                return None
        answers: Optional[Answers] = None
        for number, query in enumerate(queries):
            answers = self.ask(query, options.most, options.time, options.into)
            if answers is None:
                return None
            if number + 1 < len(queries):
                display(answers)
        return answers

    def reset(self, _: str) -> None:
        """``%prolog_reset``: forgets all programs."""
        self.engine.close()
        self.engine = Engine(grants=("clock", "randomness", "sleep"))


def load_ipython_extension(ipython: Any) -> None:
    """Adds the magics to a notebook."""
    session = Session(ipython)
    ipython.register_magic_function(session.line, "line", "prolog")
    ipython.register_magic_function(session.cell, "cell", "prolog")
    ipython.register_magic_function(session.reset, "line", "prolog_reset")
