"""Tables go in and out by Arrow's C data interface: those of pyarrow, polars, pandas and DuckDB."""

from __future__ import annotations

import ctypes
import gc
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any, Dict, List

import pytest

import ferz

pa = pytest.importorskip("pyarrow")


class Stream:
    """A table whose rows can be had by its columns only."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.table.__arrow_c_stream__()


class Array:
    def __init__(self, array: Any) -> None:
        self.array = array

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.array.__arrow_c_array__()


DAY = date(1969, 12, 31)
MOMENT = datetime(2024, 2, 29, 23, 59, 58, 500_000)


@pytest.mark.parametrize(
    "values, kind, terms",
    [
        ([1, None, -(2**63)], pa.int64(), "[1,null,-9223372036854775808]"),
        ([1, 2], pa.int8(), "[1,2]"),
        ([1, 2], pa.uint32(), "[1,2]"),
        ([1, 2**64 - 1], pa.uint64(), "[1,18446744073709551615]"),
        ([1.5, None, 0.1], pa.float64(), "[1.5,null,0.1]"),
        ([1.5], pa.float32(), "[1.5]"),
        ([0.5], pa.float16(), "[0.5]"),
        ([True, False, None], pa.bool_(), "[true,false,null]"),
        ([None, None], pa.null(), "[null,null]"),
        (["a", "", None, "žluť"], pa.string(), '["a","",null,"žluť"]'),
        (["a", "b"], pa.large_string(), '["a","b"]'),
        (["a", "longer than twelve bytes"], pa.string_view(), '["a","longer than twelve bytes"]'),
        ([b"ab", b""], pa.binary(), "[[97,98],[]]"),
        ([b"ab"], pa.large_binary(), "[[97,98]]"),
        ([b"ab"], pa.binary_view(), "[[97,98]]"),
        ([b"ab"], pa.binary(2), "[[97,98]]"),
        (["b", "a", None, "b"], pa.dictionary(pa.int32(), pa.string()), "[b,a,null,b]"),
        (["b", "[]"], pa.dictionary(pa.uint8(), pa.string()), "[b,[]]"),
        ([7, None], pa.dictionary(pa.int8(), pa.int64()), "[7,null]"),
        ([Decimal("1.10"), None, Decimal("-2")], pa.decimal128(5, 2), "[11r10,null,-2]"),
        ([Decimal("1E+3")], pa.decimal128(5, -3), "[1000]"),
        ([Decimal("0.5")], pa.decimal256(60, 1), "[1r2]"),
        ([DAY, date(2024, 2, 29)], pa.date32(), "[date(1969,12,31),date(2024,2,29)]"),
        ([DAY], pa.date64(), "[date(1969,12,31)]"),
        ([MOMENT], pa.timestamp("us"), "[date(2024,2,29,23,59,58.5,0,-,-)]"),
        ([MOMENT], pa.timestamp("ns"), "[date(2024,2,29,23,59,58.5,0,-,-)]"),
        ([MOMENT], pa.timestamp("ms", "Europe/Prague"), "[date(2024,2,29,23,59,58.5,0,'UTC',-)]"),
        ([datetime(1900, 1, 1)], pa.timestamp("s"), "[date(1900,1,1,0,0,0.0,0,-,-)]"),
        ([[1, None], None, []], pa.list_(pa.int64()), "[[1,null],null,[]]"),
        ([["a"], []], pa.large_list(pa.string()), '[["a"],[]]'),
        ([[1, 2], [3, 4]], pa.list_(pa.int64(), 2), "[[1,2],[3,4]]"),
        ([[("a", 1)], []], pa.map_(pa.string(), pa.int64()), '[["a"-1],[]]'),
    ],
)
def test_every_type_goes_in(engine: ferz.Engine, values: List[Any], kind: Any, terms: str) -> None:
    array = pa.array(values, kind)
    for number, table in enumerate(
        [
            pa.table({"v": array}),
            Stream(pa.table({"v": array})),
            Stream(pa.table({"v": pa.chunked_array([array, array])}).slice(len(values))),
            Array(array),
            Array(pa.record_batch({"v": pa.concat_arrays([array, array]).slice(len(values))})),
            Stream(pa.chunked_array([array])),
        ]
    ):
        assert engine.facts(f"f{number}", table) == len(values)
        assert engine.succeeds(f"findall(V, f{number}(V), Vs), Vs == {terms}"), (number, engine.once("f0(V)"))


def test_rows_have_columns(engine: ferz.Engine) -> None:
    table = pa.table({"id": [1, 2], "name": ["a", "b"], "at": pa.array([{"y": 1, "x": "p"}, None])})
    assert engine.facts("r", Stream(table)) == 2
    assert engine.all("r(Id, Name, At)") == [
        {"Id": 1, "Name": "a", "At": {"x": "p", "y": 1}},
        {"Id": 2, "Name": "b", "At": ferz.Atom("null")},
    ]
    assert engine.facts("r", Stream(table.slice(2))) == 0
    atoms = ferz.Program().engine(str_as="atom")
    atoms.facts("r", Stream(table))
    assert atoms.succeeds("r(2, b, null), r(1, a, _{x: p, y: 1})")
    if hasattr(pa, "uuid"):
        engine.facts("u", Stream(pa.table({"u": pa.array([bytes(range(16)), None], pa.uuid())})))
        assert engine.succeeds('u("00010203-0405-0607-0809-0a0b0c0d0e0f"), u(null)')
    empty = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), pa.array([], pa.string()))
    assert engine.facts("d", Array(empty)) == 2 and engine.succeeds("d(null)")


@pytest.mark.parametrize(
    "array, kind",
    [
        (pa.array([time(1)]), "Time64"),
        (pa.array([timedelta(1)]), "Duration"),
        (pa.array([pa.MonthDayNano([1, 2, 3])]), "Interval"),
        (pa.array([[time(1)]]), "Time64"),
        (pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])]), "Union"),
    ],
)
def test_other_types_are_refused(engine: ferz.Engine, array: Any, kind: str) -> None:
    with pytest.raises(TypeError, match=f"the column t is of the type {kind}"):
        engine.facts("r", Stream(pa.table({"ok": pa.array([1]), "t": array})))
    with pytest.raises(TypeError, match=f"the column t is of the type {kind}"):
        engine.facts("r", Stream(pa.table({"ok": pa.array([], pa.int8()), "t": array.slice(0, 0)})))
    assert not engine.defines("r", 2)


def test_what_is_no_table_is_refused(engine: ferz.Engine) -> None:
    with pytest.raises(TypeError, match="no columns"):
        engine.facts("r", Stream(pa.table({})))
    with pytest.raises(TypeError, match="null"):
        engine.facts("r", Array(pa.array([{"a": 1}, None])))
    table = pa.table({"a": [1]})
    capsule = table.__arrow_c_stream__()

    class Once:
        def __arrow_c_stream__(self) -> Any:
            return capsule

    assert engine.facts("r", Once()) == 1
    with pytest.raises(ValueError):
        engine.facts("r", Once())

    class Wrong:
        def __arrow_c_stream__(self) -> Any:
            return table.schema.__arrow_c_schema__()

    with pytest.raises(ValueError):
        engine.facts("r", Wrong())

    class Nothing:
        def __arrow_c_stream__(self) -> Any:
            return 7

    with pytest.raises(TypeError):
        engine.facts("r", Nothing())


def test_damaged_memory_is_refused(engine: ferz.Engine) -> None:
    text = pa.py_buffer(b"\xff\xfe")
    offsets = pa.py_buffer((ctypes.c_int32 * 2)(0, 2))
    with pytest.raises(ValueError):
        engine.facts("r", Array(pa.Array.from_buffers(pa.string(), 1, [None, offsets, text])))
    beyond = pa.py_buffer((ctypes.c_int32 * 3)(0, 2, 1))
    with pytest.raises(ValueError):
        engine.facts("r", Array(pa.Array.from_buffers(pa.string(), 2, [None, beyond, text])))
    keys = pa.DictionaryArray.from_arrays(pa.array([9], pa.int8()), pa.array(["a"]), safe=False)
    with pytest.raises(ValueError):
        engine.facts("r", Array(keys))
    assert not engine.defines("r", 1)


def test_an_error_of_the_stream_adds_nothing(engine: ferz.Engine) -> None:
    schema = pa.schema({"a": pa.int64()})

    def batches() -> Any:
        yield pa.record_batch({"a": [1]})
        raise RuntimeError("no more")

    with pytest.raises(ValueError, match="no more"):
        engine.facts("r", pa.RecordBatchReader.from_batches(schema, batches()))
    assert not engine.defines("r", 1)


def test_limits_hold(engine: ferz.Engine) -> None:
    table = pa.table({"a": pa.array(range(300_000))})
    with engine.limited(program=100_000), pytest.raises(ferz.PrologError):
        engine.facts("r", table)


def out(table: Any) -> Any:
    return pa.table(table).to_pydict()


def test_a_column_has_the_type_of_its_values(engine: ferz.Engine) -> None:
    engine.consult(
        """
        r(1, 1.5, "s", a, true, date(2024,2,29), date(2024,2,29,23,59,58.5,0,-,-), date(2024,2,29,1,0,0,-3600,-,-), [1]).
        r(_, null, _, _, _, _, _, _, _).
        r(2, 2, "t", b, false, date(1,1,1), date(1969,12,31,0,0,0,0,-,-), date(2024,1,1,0,0,1.5,0,'UTC',-), []).
        """
    )
    table = engine.table("r(I, F, S, A, B, D, T, U, L), _Hidden = 1")
    assert table.types == {
        "I": "int64",
        "F": "float64",
        "S": "string",
        "A": "atom",
        "B": "bool",
        "D": "date",
        "T": "timestamp",
        "U": "timestamp[UTC]",
        "L": "list[int64]",
    }
    assert len(table) == 3 and table.complete
    assert repr(table).startswith("<Table of 3 rows: I: int64, F: float64,")
    assert pa.schema(table) == pa.table(table).schema
    assert pa.table(table).schema.field("A").type == pa.dictionary(pa.int32(), pa.string())
    assert out(table) == {
        "I": [1, None, 2],
        "F": [1.5, None, 2.0],
        "S": ["s", None, "t"],
        "A": ["a", None, "b"],
        "B": [True, None, False],
        "D": [date(2024, 2, 29), None, date(1, 1, 1)],
        "T": [MOMENT, None, datetime(1969, 12, 31)],
        "U": [
            datetime(2024, 2, 29, tzinfo=timezone.utc),
            None,
            datetime(2024, 1, 1, 0, 0, 1, 500_000, tzinfo=timezone.utc),
        ],
        "L": [[1], None, []],
    }


@pytest.mark.parametrize(
    "values, kind, column",
    [
        ("[]", "null", []),
        ("[_, null]", "null", [None, None]),
        ("[null, 1, 2.5]", "float64", [None, 1.0, 2.5]),
        ("[2.5, 9007199254740992]", "float64", [2.5, 9007199254740992.0]),
        ("[true, a, false]", "atom", ["true", "a", "false"]),
        ("[a, true]", "atom", ["a", "true"]),
        ('[a, _, "b", c, false]', "string", ["a", None, "b", "c", "false"]),
        ('[true, "b"]', "string", ["true", "b"]),
        ('["b", true]', "string", ["b", "true"]),
        ("[1, _, 18446744073709551616]", "decimal", [Decimal(1), None, Decimal(2**64)]),
        ("[1r2, -7, 5r4, 0]", "decimal", [Decimal("0.50"), Decimal(-7), Decimal("1.25"), Decimal(0)]),
        ("[99999999999999999999999999999999999999]", "decimal", [Decimal("99999999999999999999999999999999999999")]),
        ("[1r100000]", "decimal", [Decimal("0.00001")]),
        ("[[], _, [1], [2.5]]", "list[float64]", [[], None, [1.0], [2.5]]),
        ("[[[a]], [[], [b, _]]]", "list[list[atom]]", [[["a"]], [[], ["b", None]]]),
    ],
)
def test_types_become_wider(engine: ferz.Engine, values: str, kind: str, column: List[Any]) -> None:
    table = engine.table(f"member(X, {values})")
    assert table.types == {"X": kind}
    assert out(table) == {"X": column}


@pytest.mark.parametrize(
    "values, why",
    [
        ("[1, a]", r"X = a in answer 2: the column is of the type int64"),
        ("[9007199254740993, 0.5]", "int64"),
        ("[0.5, 9007199254740993]", "float64"),
        ("[f(a)]", "term_string/2"),
        ("[1000000000000000000000000000000000000000]", "38"),
        ("[1r3]", "float/1"),
        ("[1r1180591620717411303424]", "38|float/1"),
        ("[0.5, 18446744073709551616]", "float64"),
        ("[100000000000000000000000000000000000000, 1r2]", "38"),
        ("[[a|_]]", "proper"),
        ("[date(2023,2,29)]", "calendar"),
        ("[date(2023,2,1,24,0,0,0,-,-)]", "calendar"),
        ("[[1], 1]", r"list\[int64\]"),
        ("[[1], [a]]", "int64"),
        ("[" + "[" * 40 + "]" * 40 + "]", "deeper"),
        ("[_{a: 1}]", "compounds"),
    ],
)
def test_what_no_column_has_is_refused(engine: ferz.Engine, values: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        engine.table(f"member(X, {values})")
    assert engine.succeeds("true")


def test_types_can_be_told(engine: ferz.Engine) -> None:
    def typed(goal: str, kind: str) -> Dict[str, Any]:
        table = engine.table(goal, types={"X": kind})
        assert table.types == {"X": kind}
        return out(table)  # type: ignore[no-any-return]

    for kind in ("bool", "int64", "float64", "decimal", "string", "atom", "date", "timestamp", "timestamp[UTC]", "list[list[int64]]"):
        assert typed("fail, X = 1", kind) == {"X": []}
        assert typed("X = _", kind) == {"X": [None]}
    assert typed("member(X, [1, 2.5, 9007199254740993])", "float64") == {"X": [1.0, 2.5, 9007199254740992.0]}
    assert typed('member(X, [a, "b", true])', "string") == {"X": ["a", "b", "true"]}
    assert typed('member(X, [a, "b", true])', "atom") == {"X": ["a", "b", "true"]}
    assert typed("X = [1]", "list[float64]") == {"X": [[1.0]]}
    with pytest.raises(ValueError, match="int64"):
        typed("X = 1.5", "int64")
    for types in ({"X": "int"}, {"X": "list[" * 40 + "int64" + "]" * 40}, {"Y": "int64"}):
        with pytest.raises(ValueError, match="there is no"):
            engine.table("X = 1", types=types)


def test_a_table_is_of_a_goal(engine: ferz.Engine) -> None:
    table = engine.table("between(1, inf, X)", most=3)
    assert out(table) == {"X": [1, 2, 3]} and not table.complete
    assert out(engine.table("X = V, V = W", W="a", V="a")) == {"X": ["a"], "V": ["a"], "W": ["a"]}
    with pytest.raises(ferz.LimitError):
        engine.table("repeat, X = 1", limits={"inferences": 1000})
    with pytest.raises(ferz.PrologError):
        engine.table("X is foo")
    with pytest.raises(ferz.PrologSyntaxError):
        engine.table("X = ")
    with engine.query("member(Y, [1, 2])") as query:
        next(query)
        with pytest.raises(ferz.BusyError):
            engine.table("X = 1")
    assert len(engine.table("true ; true")) == 2
    # It may be asked more than once, and outlives its engine.
    table = engine.table("member(X, [1, 2])")
    engine.close()
    assert out(table) == out(table) == {"X": [1, 2]}
    reader = pa.RecordBatchReader.from_stream(table)
    del table
    gc.collect()
    assert reader.read_all().to_pydict() == {"X": [1, 2]}


def test_from_engine_to_engine(engine: ferz.Engine) -> None:
    other = ferz.Engine("p(1, a). p(2, b).")
    assert engine.facts("q", other.table("p(X, Y)")) == 2
    assert engine.succeeds("q(1, a), q(2, b)")


def test_every_day_of_the_calendar(engine: ferz.Engine) -> None:
    # Ten years around each turn that matters, and the ends of what Python knows.
    first = date(1970, 1, 1)
    days = {(date.min - first).days, (date.max - first).days}
    for year in (1, 1600, 1900, 1970, 2000, 2100, 9990):
        start = (date(year, 1, 1) - first).days
        days.update(range(start, start + 3652))
    column = pa.array(sorted(days), pa.int32()).cast(pa.date32())
    assert engine.facts("d", pa.table({"d": column})) == len(days)
    assert out(engine.table("d(D)")) == {"D": column.to_pylist()}
    # Years that Python does not know.
    beyond = pa.array([-800_000, -719_469, 10_000_000], pa.int32()).cast(pa.date32())
    engine.facts("b", pa.table({"d": beyond}))
    assert engine.all("b(date(Y, M, D))") == [
        {"Y": -221, "M": 9, "D": 4},
        {"Y": 0, "M": 2, "D": 29},
        {"Y": 29349, "M": 1, "D": 26},
    ]
    assert pa.table(engine.table("b(D)"))["D"].cast(pa.int32()).to_pylist() == [-800_000, -719_469, 10_000_000]
    for day in ("date(2023,2,29)", "date(2024,4,31)", "date(2024,0,1)", "date(2024,13,1)", "date(2024,1,0)", "date(1.0,1,1)"):
        with pytest.raises(ValueError, match="calendar"):
            engine.table(f"X = {day}")


def test_moments_of_all_units(engine: ferz.Engine) -> None:
    for unit, parts in (("s", 1), ("ms", 10**3), ("us", 10**6), ("ns", 10**9)):
        values = [-parts, 0, parts * 86_399, parts * 1_700_000_000]
        engine.facts(unit, pa.table({"t": pa.array(values).cast(pa.timestamp(unit))}))
        table = pa.table(engine.table(f"{unit}(T)"))
        assert table["T"].cast(pa.int64()).to_pylist() == [value // parts * 10**6 for value in values]
    engine.facts("e", pa.table({"t": pa.array([-(2**63), 2**63 - 1]).cast(pa.timestamp("s"))}))
    assert engine.count("e(_)") == 2


def test_decimals_come_back(engine: ferz.Engine) -> None:
    prices = pa.array([Decimal("1.10"), None, Decimal("-20.25")], pa.decimal128(10, 2))
    engine.facts("price", pa.table({"p": prices}))
    assert out(engine.table("price(P)")) == {"P": prices.to_pylist()}
    assert out(engine.table("aggregate_all(sum(P), (price(P), P \\== null), Sum)"))["Sum"] == [Decimal("-19.15")]


def test_polars(engine: ferz.Engine) -> None:
    pl = pytest.importorskip("polars")
    table = pl.DataFrame(
        {"id": [1, 2, None], "name": ["a", "b", "a longer name"], "kind": pl.Series(["x", "y", "x"], dtype=pl.Categorical)}
    )
    assert engine.facts("r", table) == 3
    assert engine.succeeds('r(1, "a", x), r(2, "b", y), r(null, "a longer name", x)')
    assert engine.facts("s", table["name"]) == 3 and engine.succeeds('s("b")')
    found = pl.DataFrame(engine.table("r(Id, Name, Kind), Id \\== null"))
    assert found.rows() == [(1, "a", "x"), (2, "b", "y")]
    nan = pl.DataFrame({"x": [float("nan")], "t": [time(1)]})
    assert engine.facts("n", nan.select("x")) == 1 and engine.succeeds("n(X), X =\\= X")
    with pytest.raises(TypeError, match="the column t"):
        engine.facts("t", nan)
    objects = pl.DataFrame({"o": pl.Series([ferz.Atom("a")], dtype=pl.Object)})
    assert engine.facts("o", objects) == 1 and engine.succeeds("o(a)")
    assert engine.facts("p", objects["o"]) == 1 and engine.succeeds("p(a)")


def test_pandas(engine: ferz.Engine) -> None:
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"id": [1, 2], "x": [0.5, float("nan")], "name": ["a", None]}, index=["p", "q"])
    table["kind"] = pd.Categorical(["k", "l"])
    assert engine.facts("r", table) == 2
    assert engine.succeeds('r(1, 0.5, "a", _), r(2, null, null, _)')
    assert engine.facts("s", table["x"]) == 2 and engine.succeeds("s(null)")
    found = pd.DataFrame.from_arrow(engine.table("r(Id, _, _, _)")) if hasattr(pd.DataFrame, "from_arrow") else None
    assert found is None or list(found["Id"]) == [1, 2]
    # Values of Python remain what they are.
    mixed = pd.DataFrame({"v": [1, "a", ferz.Atom("b"), {"k": 1}, None], "n": [1.0, 2.0, 3.0, 4.0, float("nan")]})
    assert engine.facts("m", mixed) == 5
    assert engine.succeeds('m(1, _), m("a", _), m(b, _), m(D, 4.0), D = _{k: 1}, m(null, null)')
    with pytest.raises(TypeError, match="period"):
        engine.facts("p", pd.DataFrame({"p": pd.period_range("2024-01", periods=2, freq="M")}))
    twice = pd.DataFrame([[1, 2]], columns=["a", "a"])
    assert engine.facts("t", twice) == 1 and engine.succeeds("t(1, 2)")


def test_duckdb(engine: ferz.Engine) -> None:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    assert engine.facts("r", connection.sql("select range as n, 'v' || range as s from range(5000)")) == 5000
    assert engine.succeeds('r(4999, "v4999")')
    found = engine.table("r(N, S), N mod 1000 =:= 0")
    assert connection.sql("select sum(N), max(S) from found").fetchall() == [(10_000, "v4000")]


def test_cells_are_no_values_of_python(engine: ferz.Engine) -> None:
    # A value of Python takes at least 24 bytes; what is allocated for them would be seen.
    import tracemalloc

    table = pa.table({"a": pa.array(range(1000, 101_000)), "b": pa.array(["text"] * 100_000)})
    tracemalloc.start()
    engine.facts("r", table)
    found = engine.table("r(A, B)")
    assert tracemalloc.get_traced_memory()[1] < 500_000
    tracemalloc.stop()
    assert pa.table(found)["A"].to_pylist()[-1] == 100_999
