"""Tables, and values of other libraries, go in as their users expect, or are refused."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any, Iterator, List, Tuple
from uuid import UUID

import pytest

import ferz


def rows(engine: ferz.Engine, goal: str = "r(A, B)") -> List[Tuple[Any, ...]]:
    return [tuple(answer.values()) for answer in engine.all(goal)]


class Pandas:
    """What `facts` asks of a table of pandas, which gives its columns if it is iterated."""

    def __iter__(self) -> Iterator[str]:
        return iter(["id", "name"])

    def itertuples(self, index: bool, name: Any) -> Iterator[Tuple[int, str]]:
        assert index is False and name is None
        return iter([(1, "a"), (2, "b")])


class Polars:
    def iter_rows(self) -> Iterator[Tuple[int, str]]:
        return iter([(1, "a"), (2, "b")])


class Arrow:
    def to_pylist(self) -> List[Any]:
        return [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]


@pytest.mark.parametrize(
    "table",
    [
        [{"id": 1, "name": "a"}, {"name": "b", "id": 2}],
        [(1, "a"), [2, "b"]],
        Pandas(),
        Polars(),
        Arrow(),
    ],
)
def test_tables_are_rows(engine: ferz.Engine, table: Any) -> None:
    assert engine.facts("r", table) == 2
    assert rows(engine) == [(1, "a"), (2, "b")]


@pytest.mark.parametrize(
    "table",
    [
        [(1, 2), (3,)],
        [{"a": 1}, {"b": 1}],
        [{"a": 1}, {"a": 1, "b": 2}],
        [{"a": 1, "b": 2}, {"a": 1}],
        [()],
    ],
)
def test_rows_that_differ_are_refused(engine: ferz.Engine, table: Any) -> None:
    with pytest.raises(ValueError):
        engine.facts("r", table)
    assert not engine.defines("r", 1) and not engine.defines("r", 2)


class Columns:
    def __dataframe__(self) -> None: ...

    def __iter__(self) -> Iterator[str]:
        return iter(["a"])


@pytest.mark.parametrize("table", ["abc", b"abc", {"a": [1, 2]}, [{1, 2}], [frozenset([1])], Columns(), 7, None])
def test_what_has_no_rows_is_refused(engine: ferz.Engine, table: Any) -> None:
    with pytest.raises(TypeError):
        engine.facts("r", table)


def test_real_tables(engine: ferz.Engine) -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"id": [1, 2], "on": [datetime(2024, 2, 29), datetime(2024, 3, 1, 12, 30, 15, 500_000)]})
    assert engine.facts("r", table) == 2
    assert engine.succeeds("r(1, date(2024, 2, 29, 0, 0, 0.0, 0, -, -)), r(2, date(2024, 3, 1, 12, 30, 15.5, 0, _, _))")
    assert engine.facts("one", table["id"]) == 2
    assert engine.facts("s", table.to_dict("records")) == 2
    assert engine.count("s(_, _), one(_)") == 4
    assert engine.succeeds("V == null", V=pandas.NaT)


def test_arrays(engine: ferz.Engine) -> None:
    numpy = pytest.importorskip("numpy")
    for value, term in [
        (numpy.array([1, 2, 3]), "[1,2,3]"),
        (numpy.array([[1.5], [2]]), "[[1.5],[2.0]]"),
        (numpy.array(7), "7"),
        (numpy.int64(7), "7"),
        (numpy.float32(0.5), "0.5"),
        (numpy.bool_(True), "true"),
        (numpy.array([True, False]), "[true,false]"),
        (numpy.array(["2024-02-29"], dtype="datetime64[ns]"), "[date(2024,2,29,0,0,0.0,0,-,-)]"),
        (numpy.datetime64("2024-02-29", "ns"), "date(2024,2,29,0,0,0.0,0,-,-)"),
    ]:
        assert engine.succeeds(f"V == {term}", V=value), term


@pytest.mark.parametrize(
    "value, term",
    [
        (date(2024, 2, 29), "date(2024,2,29)"),
        (datetime(2024, 2, 29, 1, 2, 3, 500_000), "date(2024,2,29,1,2,3.5,0,-,-)"),
        (datetime(2024, 2, 29, 1, 2, 3, tzinfo=timezone(timedelta(hours=2))), "date(2024,2,29,1,2,3.0,-7200,-,-)"),
        (Decimal("0.1"), "1r10"),
        (Decimal("100"), "100"),
        (Fraction(1, 3), "1r3"),
        (UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
        (memoryview(b"ab"), "[97,98]"),
    ],
)
def test_values_of_the_standard_library(engine: ferz.Engine, value: Any, term: str) -> None:
    assert engine.succeeds(f"V == {term}", V=value)
    assert engine.succeeds(f"V == [{term}]", V=[value])


def test_a_time_is_the_same_moment(engine: ferz.Engine) -> None:
    moment = datetime(2024, 2, 29, 1, 2, 3, tzinfo=timezone(timedelta(hours=-5)))
    answer = engine.once("date_time_stamp(D, S)", D=moment)
    assert answer is not None and answer["S"] == moment.timestamp()


@pytest.mark.parametrize("value", [time(1), timedelta(1), object(), 1j, type, len, Decimal("NaN"), Decimal("Infinity")])
def test_other_values_are_refused(engine: ferz.Engine, value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        engine.once("true, V = V", V=value)


def test_many_dicts_take_linear_time(engine: ferz.Engine) -> None:
    # They would take minutes if each looked for its variable among all others.
    value = [{"a": 1} for _ in range(200_000)]
    assert engine.succeeds("length(V, 200000)", V=value, limits={"time": 60})


def test_outputs_nest_and_are_kept(engine: ferz.Engine) -> None:
    told: List[str] = []
    engine = ferz.Engine(output=told.append, error=None)
    with engine.captured() as outer:
        engine.once("write(a)")
        with engine.captured() as inner:
            engine.once("write(b)")
        engine.once("write(c)")
    engine.once("write(d)")
    assert (outer.text, inner.text, "".join(told)) == ("ac", "b", "d")


def test_a_fork_writes_where_its_original_does(capfd: pytest.CaptureFixture[str]) -> None:
    told: List[str] = []
    engine = ferz.Engine(output=told.append, error=None)
    engine.fork().once("format(user_error, 'LEAKED~n', []), write(kept)")
    engine.fork().fork().once("format(user_error, 'LEAKED~n', []), write(kept)")
    assert "".join(told) == "keptkept"
    assert capfd.readouterr().err == ""


def test_texts_add_or_replace(engine: ferz.Engine) -> None:
    engine.consult("p(1).")
    assert engine.consult("p(2).") == []
    assert [answer["X"] for answer in engine.all("p(X)")] == [1, 2]
    for text in ["q(1).", "q(2)."]:
        assert engine.consult(text, name="a") == []
    assert [answer["X"] for answer in engine.all("q(X)")] == [2]
    with pytest.warns(ferz.PrologWarning, match="redefined"):
        assert len(engine.consult("q(3).", name="b")) == 1
    assert ferz.Program("p(1).", "p(2).").engine().count("p(_)") == 2
