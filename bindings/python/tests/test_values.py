from __future__ import annotations

import copy
import enum
import pickle
from collections import namedtuple
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

import ferz
from ferz import Atom, Opaque, String, Term, Var


def back(value: Any, **options: Any) -> Any:
    """The value that comes back."""
    answer = ferz.Engine(**options).once("X = Y", Y=value)
    assert answer is not None
    return answer["X"]


@pytest.mark.parametrize(
    "value",
    [0, 1, -1, 2**62, 2**63 - 1, -(2**63), 2**63, 2**64, -(2**64), 10**400, -(3**5000), 256**8, -(256**8), -(256**9)],
)
def test_integers_of_any_size(value: int) -> None:
    assert back(value) == value and type(back(value)) is int
    assert back(Term("f", [value]))[0] == value


def test_very_long_integers() -> None:
    big = 7**20_000
    assert back(big) == big
    assert ferz.Engine().once("X is 7 ** 20000") == {"X": big}


@pytest.mark.parametrize("value", [Fraction(1, 3), Fraction(-7, 10**30), Fraction(2**80, 3)])
def test_fractions(value: Fraction) -> None:
    assert back(value) == value and type(back(value)) is Fraction
    assert back(Fraction(4, 2)) == 2


@pytest.mark.parametrize("value", [0.0, -0.0, 1.5, -1e300, 5e-324])
def test_floats(value: float) -> None:
    assert repr(back(value)) == repr(value)


@pytest.mark.parametrize("text", ["", "a", "Ähm → 🦀", "a\nb", "it's", "[]", "nul\0"])
def test_texts(text: str) -> None:
    assert back(text) == text and type(back(text)) is str
    if text != "[]":
        assert back(Atom(text)) == text and type(back(Atom(text))) is Atom
    assert type(back(text, str_as="atom")) is (str if text != "[]" else list)
    assert type(back(String(text), str_as="atom")) is String
    assert type(back(String(text))) is str


def test_text_the_other_way() -> None:
    engine = ferz.Program("likes(mary, \"wine\").").engine(str_as="atom")
    answer = engine.once("likes(Who, What)", Who="mary")
    assert answer == {"Who": "mary", "What": "wine"} and type(answer["What"]) is String and type(answer["Who"]) is str
    assert ferz.Engine("p(a).").succeeds("p(X)", X="a") is False
    with pytest.raises(ValueError):
        ferz.Engine(str_as="bytes")


def test_containers() -> None:
    assert back([1, [2, []], "a"]) == [1, [2, []], "a"]
    assert back(range(3)) == [0, 1, 2] and back(b"ab") == [97, 98] and back(i for i in "ab") == ["a", "b"]
    assert str(back((1, 2, 3))) == "1-2-3" and back((1,)) == 1 and back(()) == []
    assert back({"b": [1], "a": {"x": 2}, 7: 8}) == {7: 8, "a": {"x": 2}, "b": [1]}
    engine = ferz.Engine()
    assert engine.once("X = D.a", D={"a": 1, "c": 2}) == {"D": {"a": 1, "c": 2}, "X": 1}
    with pytest.raises(TypeError):
        back({1.5: 1})


def test_names() -> None:
    assert [back(True), back(False), back(None)] == ["true", "false", "null"]

    class Color(enum.Enum):
        DARK_RED = 1

    assert back(Color.DARK_RED) == "dark_red"


@dataclass
class LineTo:
    x: int
    label: str


@dataclass
class Marker:
    pass


Pair = namedtuple("Pair", "left right")


class Named:
    __prolog_name__ = "other"

    def __prolog__(self) -> Any:
        return Term("made", [1])


class Endless:
    def __prolog__(self) -> Any:
        return self


def test_classes() -> None:
    assert str(back(LineTo(1, "a"))) == 'line_to(1, "a")'
    assert back(Marker()) == "marker"
    assert str(back(Pair(1, [LineTo(2, "b")]))) == 'pair(1, [line_to(2, "b")])'
    assert str(back(Named())) == "made(1)"
    with pytest.raises(TypeError):
        back(Endless())
    with pytest.raises(TypeError, match="object has no form"):
        back(object())
    value = object()
    assert back(Opaque(value)) is value
    assert ferz.Engine().once("X = f(Y)", Y=Opaque(value))["X"][0] is value


def test_terms() -> None:
    term = Term("f", [1, "a", Atom("b"), [2], Term("g", [Var()])])
    assert (term.name, term.arity, len(term)) == ("f", 5, 5)
    assert term.args[:4] == (1, "a", "b", [2]) and term[-1].name == "g" and list(term)[0] == 1
    assert back(term) == back(term) == Term("f", [1, "a", Atom("b"), [2], Term("g", [Var()])])
    assert Term("f", [1]) != Term("f", [1.0]) and Term("f", [1]) != "f(1)" and Term("f", ["a"]) != Term("f", [Atom("a")])
    assert len({Term("f", [1]), Term("f", [1]), Term("f", [2])}) == 2
    many: Any = Atom("z")
    for _ in range(100_000):
        many = Term("s", [many])
    assert ferz.Engine().succeeds("X = s(s(Y)), compound(Y)", X=many)
    del many
    assert str(Term("+", [1, Term("*", [2, 3])])) == "1+2*3"
    assert Term("+", [1, Atom("A b")]).canonical() == "+(1,'A b')"
    assert Term("p", ["a"], str_as="atom") == Term("p", [Atom("a")])
    with pytest.raises(IndexError):
        term[5]
    with pytest.raises(ValueError):
        Term("f", [])
    partial = ferz.Engine().once("X = [1, 2|T]")["X"]
    assert (partial.name, partial[0], partial[1].name) == ("[|]", 1, "[|]")


def test_variables() -> None:
    answer = ferz.Engine().once("X = f(A, B, A), L = [A, B, A]")
    a, b, c = answer["L"]
    assert a == c != b and a is c and len({a, b, c}) == 2 and answer["X"][0] == a
    assert Var() != Var() and Var("X").name == "X"
    var = Var()
    answer = ferz.Engine().once("P = f(X, Y)", P=Term("f", [var, var]))
    assert answer["X"] == answer["Y"]


def test_cyclic_terms() -> None:
    answer = ferz.Engine().once("X = f(X), L = [L, 1], M = [a|M], D = _{me: D}, N = [[N|T], T]")
    assert answer["X"][0][0] == answer["X"] and hash(answer["X"]) == hash(answer["X"][0])
    assert answer["L"][0] is answer["L"] and answer["L"][1] == 1
    assert answer["M"].name == "[|]" and answer["M"][1] == answer["M"]
    assert answer["D"]["me"] is answer["D"]
    assert "S_1" in str(answer["X"])
    assert back(answer["X"]) == answer["X"]
    for value in (answer["L"], answer["D"]):
        with pytest.raises(ValueError, match="contains itself"):
            back(value)
    shared = [1]
    assert back([shared, shared]) == [[1], [1]]


def test_shared_parts_cost_nothing() -> None:
    engine = ferz.Engine("grow(0, X, X). grow(N, X, Y) :- N > 0, M is N - 1, grow(M, [X, X], Y).")
    value = engine.once("grow(60, [], X)")["X"]
    assert value[0] is value[1]


def test_big_terms() -> None:
    engine = ferz.Engine("deep(0, z). deep(N, s(X)) :- N > 0, M is N - 1, deep(M, X).")
    deep = engine.once("deep(200000, X)")["X"]
    assert deep[0][0].name == "s" and back(deep) == deep
    assert engine.once("numlist(1, 200000, L)")["L"] == list(range(1, 200_001))
    nested: Any = []
    for _ in range(50_000):
        nested = [nested]
    answer = engine.once("X = Y", Y=nested)
    assert answer is not None
    found, depth = answer["X"], 0
    while found:
        found, depth = found[0], depth + 1
    assert depth == 50_000


@pytest.mark.parametrize(
    "goal",
    [
        "X = f(a, \"s\", 1, -5, 1.5, 2r3, [1, 2|T], U, T)",
        "Y is 2 ** 200, X = f(Y, Y)",
        "X = f(X)",
        "X = [a|X], true",
        "Y = g(Z, Z), X = f(Y, Y, h(X))",
        "X = f([])",
        "X = 'a b'(_{k: 1})",
    ],
)
def test_pickled_terms(goal: str) -> None:
    term = ferz.Engine().once(goal)["X"]
    again = pickle.loads(pickle.dumps(term))
    assert again == term and str(again) == str(term)
    assert copy.deepcopy(term) == term


def test_pickled_terms_share_and_are_checked() -> None:
    engine = ferz.Engine("grow(0, X, X). grow(N, X, Y) :- N > 0, M is N - 1, grow(M, f(X, X), Y).")
    term = engine.once("grow(64, a, X)")["X"]
    assert pickle.loads(pickle.dumps(term)) == term
    load, (data, flag) = Term("f", [1, [2, 3], "abc", 2**90]).__reduce__()
    for end in range(len(data)):
        with pytest.raises(ValueError):
            load(data[:end], flag)
    for place in range(len(data)):
        for byte in (0, 1, 7, 8, 255):
            try:
                str(load(data[:place] + bytes([byte]) + data[place + 1 :], flag))
            except ValueError:
                pass
    with pytest.raises(TypeError):
        pickle.dumps(Term("f", [Opaque(1)]))


def test_pickled_answers() -> None:
    answer = ferz.Engine().once("X = [A, b, \"c\"], Y = A")
    again = pickle.loads(pickle.dumps(answer))
    assert isinstance(again, ferz.Answer) and again["X"][0] == again["Y"] and type(again["X"][1]) is Atom


def test_terms_are_parsed_ordered_and_matched(engine: ferz.Engine) -> None:
    parsed = ferz.Term.parse("point(1, X, 'A b', [X|\"c\"])")
    assert isinstance(parsed, ferz.Term) and parsed.name == "point" and parsed[1] == parsed[3][0]
    assert ferz.Term.parse("[1, a]") == [1, ferz.Atom("a")] and ferz.Term.parse("- 7.") == -7
    assert ferz.Term.parse("f(a)", str_as="atom")[0] == "a"
    with pytest.raises(ferz.PrologSyntaxError):
        ferz.Term.parse("f(")
    terms = [ferz.Term("f", [1, 2]), ferz.Term("g", [1]), ferz.Term("f", [2]), ferz.Term("f", [1])]
    answer = engine.once("msort(Ts, S)", Ts=terms)
    assert answer is not None and sorted(terms) == answer["S"]
    assert ferz.Term("f", [1]) <= ferz.Term("f", [1]) and not ferz.Term("f", [1]) > ferz.Term("f", [1])
    assert ferz.Term("f", [2]) >= ferz.Term("f", [1])
    assert ferz.Term.__match_args__ == ("name", "args")
    with pytest.raises(TypeError, match=r"list: Term\('f', \[1, 2\]\)"):
        ferz.Term("f", 1, 2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="list"):
        ferz.Term("f", 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        sorted([ferz.Term("f", [1]), 1])  # type: ignore[list-item]
