"""Answers for other programs: as JSON, as text, in notebooks."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import ferz


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        [1, 2.5, "text", True, None, {"a": [False]}],
        {"a": {"b": {"c": []}}, "d": 2**70},
    ],
)
def test_json_survives(engine: ferz.Engine, value: Any) -> None:
    answer = engine.once("X = V", V=value)
    assert answer is not None
    assert json.loads(json.dumps(answer.plain())) == {"X": value, "V": value}


def test_what_json_has_not_is_told(engine: ferz.Engine) -> None:
    answers = engine.all('X = f(a, Y, "s", 1r3, [b]), Z is inf, dif(Y, c), O = V', V=ferz.Opaque(object))
    assert json.loads(json.dumps(answers.plain())) == [
        {
            "X": {"functor": "f", "args": ["a", {"variable": "_0"}, "s", "1r3", ["b"]]},
            "Y": {"variable": "_0"},
            "Z": "inf",
            "O": str(object),
            "V": str(object),
            "goals": ["dif(_0, c)"],
        }
    ]
    assert ferz.plain(ferz.Atom("a")) == "a" and type(ferz.plain(ferz.Atom("a"))) is str
    with pytest.raises(RecursionError):
        cyclic = engine.once("X = [a|X]")
        assert cyclic is not None
        cyclic.plain()


def test_goals_that_wait_are_shown(engine: ferz.Engine) -> None:
    answers = engine.all("dif(X, a), Y = f(X, Z)")
    shown = answers._repr_html_()
    assert "<th>where</th>" in shown and "<code>dif(_0, a)</code>" in shown
    assert "<td><code>_0</code></td><td><code>f(_0, _1)</code></td><td><code>_1</code></td>" in shown
    assert "where" not in engine.all("X = 1")._repr_html_()
    assert "dif" in engine.all("dif(_X, a)")._repr_html_()
    done = subprocess.run([sys.executable, "-m", "ferz", "dif(X, Y)"], capture_output=True, text=True, timeout=60)
    assert done.stdout == "X = _0, Y = _1, dif(_0, _1)\n", done.stderr


def test_classes_have_the_name_of_the_package() -> None:
    for name in ferz.__all__:
        value = getattr(ferz, name)
        if isinstance(value, type) and issubclass(value, (Exception, str, list, dict)):
            assert value.__module__ == "ferz", name
