from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import ferz


def test_exceptions_of_prolog() -> None:
    engine = ferz.Engine("total([], 0).\ntotal([X|Xs], T) :- total(Xs, T0), T is T0 + X.\n")
    with pytest.raises(ferz.PrologError) as caught:
        engine.once("total([1, a], T)")
    error = caught.value
    assert error.kind == "exception" and error.term.name == "error" and str(error.formal) == "type_error(evaluable, a/0)"
    assert [frame.goal for frame in error.backtrace] == ["total([a|_],_)", "total([1|_],_)"]
    assert error.backtrace[0].line == 2 and "total" in str(error.backtrace[0])
    assert error.message == str(error)
    with pytest.raises(ferz.PrologError) as caught:
        engine.once("throw(my(1))")
    assert str(caught.value.term) == "my(1)" and caught.value.formal is None


def test_syntax_errors() -> None:
    with pytest.raises(ferz.PrologSyntaxError) as caught:
        ferz.Engine().once("p(a b)")
    assert (caught.value.line, caught.value.column) == (1, 5) and "^" in str(caught.value)
    assert "operator" in caught.value.reason


def test_loads() -> None:
    engine = ferz.Engine()
    with pytest.raises(ferz.LoadError) as caught:
        engine.consult("p(1).\nq(.\n:- foo.\n", name="t.pl")
    places = [(one.file, one.line, one.severity) for one in caught.value.diagnostics]
    assert places == [("t.pl", 2, "error"), ("t.pl", 3, "error")] and engine.succeeds("p(1)")
    with pytest.raises(ferz.PrologError, match="file|File"):
        ferz.Program(files=["/nowhere/at all.pl"])


def test_halt() -> None:
    engine = ferz.Engine()
    with pytest.raises(ferz.Halt) as caught:
        engine.once("halt(3)")
    assert caught.value.status == 3 and engine.succeeds("true")


@pytest.mark.parametrize("goal", ["throw(f(X))", "p(", "halt", "atom_length(_, _)"])
def test_errors_are_pickled(goal: str) -> None:
    with pytest.raises(ferz.PrologError) as caught:
        ferz.Engine().once(goal)
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value) and str(again) == str(caught.value)
    assert str(again.term) == str(caught.value.term) and again.backtrace == caught.value.backtrace


def test_all_errors_have_one_class() -> None:
    for kind in (ferz.PrologSyntaxError, ferz.LoadError, ferz.FileError, ferz.LimitError, ferz.Interrupted, ferz.Halt):
        assert issubclass(kind, ferz.PrologError)
    assert ferz.PrologError(term=ferz.Term("f", [1])).message == "Unhandled exception: f(1)"


def test_the_place_of_an_error(engine: ferz.Engine, tmp_path: Path) -> None:
    text = "r(1).\np(X) :-\n    Y is X + 1,\n    q(Y).\nq(_).\n"
    engine.consult(text, name="rules.pl")
    with pytest.raises(ferz.PrologError) as caught:
        engine.once("p(a)")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("rules.pl", 3, 5)
    file = tmp_path / "rules.pl"
    file.write_text(text)
    other = ferz.Engine()
    other.consult_file(file)
    with pytest.raises(ferz.PrologError) as caught:
        other.once("p(a)")
    assert caught.value.file == str(file) and caught.value.line == 3
    with pytest.raises(ferz.PrologError) as caught:
        engine.once("X is foo")
    assert (caught.value.file, caught.value.line) == (None, None)
