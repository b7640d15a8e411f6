from __future__ import annotations

import gc
import weakref
from typing import Any, Iterator

import pytest

import ferz
from ferz import Atom, Term, Var


def test_kinds(engine: ferz.Engine) -> None:
    engine.det(lambda a, b: a + b, name="add")
    engine.semidet({"a": 1}.get, name="look", inputs=1)
    engine.nondet(range, name="upto", inputs=1)
    engine.test(str.isupper, name="loud", inputs=1)
    assert engine.once("add(1, 2, X)") == {"X": 3}
    assert engine.once('look("a", X)') == {"X": 1} and engine.once('look("b", X)') is None
    assert [row["X"] for row in engine.query("upto(3, X)")] == [0, 1, 2]
    assert engine.succeeds('loud("A")') and not engine.succeeds('loud("a")')
    assert engine.succeeds("add(1, 2, 3)") and not engine.succeeds("add(1, 2, 4)")


def test_decorators(engine: ferz.Engine) -> None:
    @engine.det
    def twice(n: int) -> int:
        return 2 * n

    @engine.nondet(name="letter")
    def letters(text: str) -> Iterator[str]:
        yield from text

    assert twice(4) == 8 and twice.arity == 2 and letters.name == "letter"
    assert engine.once('letter("xy", L), twice(4, N)') == {"L": "x", "N": 8}

    @ferz.det
    def seven() -> int:
        return 7

    program = ferz.Program("p(X) :- seven(X).", predicates=[seven])
    assert program.engine().once("p(X)") == {"X": 7} and program.engine().once("p(X)") == {"X": 7}
    engine.register(seven)
    assert engine.once("seven(X)") == {"X": 7}
    with pytest.raises(TypeError):
        engine.det(letters.function)
    with pytest.raises(TypeError):
        engine.det(lambda: 1)
    with pytest.raises(TypeError):
        engine.det(max)
    with pytest.raises(ferz.PrologError):
        engine.det(lambda a: a, name="atom_length")


def test_arguments_are_values(engine: ferz.Engine) -> None:
    seen: list[Any] = []
    engine.test(lambda x: seen.append(x) or True, name="see")
    engine.once('see(1), see("a"), see(a), see([b, [1.5]]), see(f(X)), see(_), see(_{k: 2}), Y is 2 ** 70, see(Y)')
    assert seen[:4] == [1, "a", "a", ["b", [1.5]]] and type(seen[2]) is Atom
    assert str(seen[4]) == "f(_0)" and isinstance(seen[5], Var) and seen[6] == {"k": 2} and seen[7] == 2**70


def test_generators_are_closed_when_they_are_cut(engine: ferz.Engine) -> None:
    log: list[str] = []

    @engine.nondet
    def item() -> Iterator[int]:
        try:
            for n in range(10):
                log.append(f"make {n}")
                yield n
        finally:
            log.append("closed")

    assert engine.once("item(X), X > 1, !, Y = X") == {"X": 2, "Y": 2}
    assert log == ["make 0", "make 1", "make 2", "closed"]
    log.clear()
    query = engine.query("item(X)")
    next(query)
    assert "closed" not in log
    query.close()
    assert log[-1] == "closed"
    log.clear()
    with pytest.raises(ferz.PrologError):
        engine.once("item(X), X > 0, throw(oops)")
    assert log[-1] == "closed"
    log.clear()
    assert engine.count("item(_)") == 10 and log.count("closed") == 1


def test_endless_generators(engine: ferz.Engine) -> None:
    @engine.nondet
    def natural() -> Iterator[int]:
        n = 0
        while True:
            yield n
            n += 1

    assert engine.once("natural(X), X * X > 50") == {"X": 8}
    assert engine.once("findall(X, limit(3, natural(X)), L)")["L"] == [0, 1, 2]


def test_exceptions_of_python_pass_through(engine: ferz.Engine) -> None:
    error = KeyError("k")

    @engine.det
    def bad(kind: str) -> None:
        raise error if kind == "key" else ValueError("v")

    engine.consult("go(X) :- bad(X, Y), atom_length(Y, _).")
    with pytest.raises(KeyError) as caught:
        engine.once("go(key)")
    assert caught.value is error
    frames = error.prolog_backtrace  # type: ignore[attr-defined]
    assert any(frame.predicate == "go/1" for frame in frames)
    answer = engine.once("catch(go(other), error(python_error(Class, Message, Object), _), true)")
    assert (answer["Class"], answer["Message"]) == ("ValueError", "v") and isinstance(answer["Object"], ValueError)
    # It is thrown again.
    with pytest.raises(KeyError) as caught:
        engine.once("catch(go(key), E, throw(E))")
    assert caught.value is error
    assert engine.succeeds("catch(go(key), error(python_error(_, _, _), _), true)")


def test_exceptions_of_generators_and_conversions(engine: ferz.Engine) -> None:
    @engine.nondet
    def some() -> Iterator[Any]:
        yield 1
        raise LookupError("end")

    @engine.det
    def odd() -> Any:
        return object()

    assert engine.once("some(X)") == {"X": 1}
    with pytest.raises(LookupError):
        engine.all("some(X)")
    with pytest.raises(TypeError, match="no form"):
        engine.once("odd(_)")


def test_python_throws_terms(engine: ferz.Engine) -> None:
    @engine.det
    def refuse(x: Any) -> None:
        raise ferz.PrologError(term=Term("refused", [x]))

    assert str(engine.once("catch(refuse(f(1), _), E, true)")["E"]) == "refused(f(1))"
    with pytest.raises(ferz.PrologError) as caught:
        engine.once("refuse(a, _)")
    assert str(caught.value.term) == "refused(a)"


def test_errors_of_prolog_pass_through_python(engine: ferz.Engine) -> None:
    other = ferz.Engine("fail_at(X) :- atom_length(X, _).")

    @engine.test
    def nested() -> bool:
        return other.succeeds("fail_at(_)")

    answer = engine.once("catch(nested, error(E, _), true)")
    assert answer == {"E": "instantiation_error"}
    with pytest.raises(ferz.PrologError) as caught:
        engine.once("nested")
    assert caught.value.formal == "instantiation_error"


def test_some_exceptions_cannot_be_caught(engine: ferz.Engine) -> None:
    @engine.test
    def leave() -> bool:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        engine.once("catch(leave, _, true)")
    assert engine.succeeds("true")

    @engine.nondet
    def stop() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.all("catch(stop(_), _, true)")
    assert engine.succeeds("true")


def test_a_function_cannot_use_its_engine(engine: ferz.Engine) -> None:
    @engine.test
    def inner() -> bool:
        return engine.succeeds("true")

    with pytest.raises(ferz.BusyError):
        engine.once("inner")
    assert engine.succeeds("true")


def test_directives_call_functions() -> None:
    seen: list[int] = []

    @ferz.test
    def note(n: int) -> bool:
        seen.append(n)
        return True

    ferz.Program(":- note(1), note(2).", predicates=[note])
    assert seen == [1, 2]


class Thing:
    pass


def test_objects_are_given_up(engine: ferz.Engine) -> None:
    thing = Thing()
    gone = weakref.ref(thing)
    engine.once("X = Y", Y=ferz.Opaque(thing))
    del thing
    engine.once("garbage_collect_atoms")
    engine.close()
    gc.collect()
    assert gone() is None
