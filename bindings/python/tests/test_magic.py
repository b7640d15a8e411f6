from __future__ import annotations

from typing import Any, Iterator

import pytest

pytest.importorskip("IPython")

from IPython.testing.globalipapp import start_ipython  # noqa: E402
from ferz.magic import split  # noqa: E402


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    shell = start_ipython()
    shell.run_line_magic("load_ext", "ferz")
    yield shell


@pytest.fixture
def shell(session: Any) -> Any:
    session.run_line_magic("prolog_reset", "")
    return session


def test_cells(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    answers = shell.run_cell_magic("prolog", "", "parent(ann, bob).\nparent(bob, cid).\n?- parent(X, Y).\n")
    assert answers == [{"X": "ann", "Y": "bob"}, {"X": "bob", "Y": "cid"}]
    html = answers._repr_html_()
    assert "<th>X</th>" in html and html.count("<tr>") == 3 and "<code>cid</code>" in html
    # The program stays; what a cell defines again is replaced.
    shell.run_cell_magic("prolog", "", "grand(X, Z) :- parent(X, Y), parent(Y, Z).")
    assert shell.run_line_magic("prolog", "grand(X, Z)") == [{"X": "ann", "Z": "cid"}]
    two = shell.run_cell_magic("prolog", "", "?- X = 1.\n?- member(Y,\n  [a, b]).\n")
    assert two == [{"Y": "a"}, {"Y": "b"}] and "1" in capsys.readouterr().out


def test_options_and_variables(shell: Any) -> None:
    shell.user_ns["numbers"] = [3, 1, 2]
    answers = shell.run_line_magic("prolog", "-n 2 -o rows member(X, $numbers)")
    assert answers == [{"X": 3}, {"X": 1}] and not answers.complete and shell.user_ns["rows"] is answers
    assert "more answers" in answers._repr_html_()
    assert shell.run_line_magic("prolog", "X = '$missing'") == [{"X": "$missing"}]


def test_truth_and_errors(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run_line_magic("prolog", "1 < 2")._repr_html_() == "<code>true</code>"
    assert shell.run_line_magic("prolog", "1 > 2")._repr_html_() == "<code>false</code>"
    assert shell.run_line_magic("prolog", "atom_length(_, _)") is None
    assert "instantiated" in capsys.readouterr().out
    assert shell.run_cell_magic("prolog", "", "p(1).\nq(.\n") is None
    assert "cell:2" in capsys.readouterr().out
    assert shell.run_line_magic("prolog", "-t 0.1 repeat, fail") is None
    assert "ime limit" in capsys.readouterr().out
    assert "&lt;b&gt;" in shell.run_line_magic("prolog", "X = \"<b>\"")._repr_html_()


def test_cells_are_split() -> None:
    program, queries = split("p(1).\n?- p(X),\n   X > 0.\nq(2).\n?- q(X)")
    assert program == "p(1).\n\n\nq(2).\n" and queries == ["?- p(X),\n   X > 0.", "?- q(X)"]
