from __future__ import annotations

import gc
import io
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import ferz
from ferz import Atom, Term, Var


def test_answers_are_dicts(queens: ferz.Program) -> None:
    engine = queens.engine()
    rows = [row["QP"] for row in engine.query("solve(N, QP)", N=8)]
    assert len(rows) == 92 and rows[0] == [3, 1, 6, 2, 5, 7, 4, 0]
    assert engine.once("solve(3, QP)") is None
    assert engine.once("solve(4, QP)") == {"QP": [2, 0, 3, 1]}
    assert engine.count("solve(6, _)") == 4
    assert engine.succeeds("solve(5, _)") and not engine.succeeds("solve(2, _)")


def test_an_answer_knows_whether_it_is_the_last(engine: ferz.Engine) -> None:
    assert [row.last for row in engine.query("member(X, [1, 2])")] == [False, True]
    answers = engine.all("between(1, inf, X)", most=3)
    assert [row["X"] for row in answers] == [1, 2, 3] and not answers.complete
    assert engine.all("member(X, [1, 2])", most=2).complete


def test_residual_goals(engine: ferz.Engine) -> None:
    answer = engine.once("dif(X, a), dif(Y, X)")
    assert answer is not None
    assert {goal.name for goal in answer.residual} == {"dif"}
    names = {str(goal) for goal in answer.residual}
    assert "dif(_0, a)" in names or any("a)" in name for name in names)


def test_queries_nest_and_close(engine: ferz.Engine) -> None:
    outer = engine.query("member(X, [1, 2])")
    assert next(outer)["X"] == 1
    inner = engine.query("member(Y, [a, b])")
    assert next(inner) == {"Y": "a"}
    with pytest.raises(ferz.BusyError, match="later|after"):
        next(outer)
    with pytest.raises(ferz.BusyError):
        engine.consult("p.")
    assert engine.once("Z = 1") == {"Z": 1}
    inner.close()
    assert next(outer)["X"] == 2
    assert list(outer) == [] and list(inner) == []
    engine.consult("p.")
    assert engine.succeeds("p")


def test_queries_may_be_forgotten_in_any_order(engine: ferz.Engine) -> None:
    outer = engine.query("member(X, [1, 2, 3])")
    next(outer)
    inner = engine.query("member(X, [1, 2, 3])")
    next(inner)
    del outer
    gc.collect()
    assert next(inner)["X"] == 2
    del inner
    gc.collect()
    engine.consult("q(1).")
    assert engine.once("q(X)") == {"X": 1}


def test_cleanup_goals_run_when_a_query_is_closed(engine: ferz.Engine) -> None:
    engine.consult(":- dynamic(done/1).")
    with engine.query("setup_call_cleanup(true, member(X, [1, 2]), assertz(done(X)))") as query:
        next(query)
    assert engine.succeeds("done(_)")


def test_goals_as_terms(engine: ferz.Engine) -> None:
    goal = Term("member", [Var("X"), [1, 2, Var("Y")]])
    rows = engine.all(goal)
    assert [row["X"] for row in rows[:2]] == [1, 2]
    assert rows[2]["X"] == rows[2]["Y"] and isinstance(rows[2]["X"], Var)
    assert engine.succeeds(Atom("true")) and not engine.succeeds(Atom("fail"))
    conjunction = Term(",", [Term("=", [Var("A"), 1]), Term("is", [Var("B"), Term("+", [Var("A"), 1])])])
    # The variables are the same by their names only if they are the same object.
    a = Var("A")
    same = Term(",", [Term("=", [a, 1]), Term("is", [Var("B"), Term("+", [a, 1])])])
    assert engine.once(same) == {"A": 1, "B": 2}
    with pytest.raises(ferz.PrologError):
        engine.once(conjunction)
    with pytest.raises(TypeError):
        engine.once(17)
    with pytest.raises(TypeError):
        engine.once(goal, X=1)


def test_values_for_variables(engine: ferz.Engine) -> None:
    shared = Var()
    answer = engine.once("X = f(Z), Y = g(Z)", X=Term("f", [shared]), Y=Term("g", [shared]))
    assert answer is not None
    assert answer["X"][0] == answer["Y"][0] == answer["Z"]
    with pytest.raises(TypeError, match="capital"):
        engine.once("X = 1", x=1)
    with pytest.raises(ferz.PrologSyntaxError, match="no variable"):
        engine.once("X = 1", Y=1)


def test_consult_and_assert(engine: ferz.Engine, tmp_path: Path) -> None:
    with pytest.warns(ferz.PrologWarning, match="Singleton"):
        found = engine.consult("p(X).", name="rules.pl")
    assert [(one.severity, one.code, one.file, one.line) for one in found] == [("warning", "singletons", "rules.pl", 1)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [one.code for one in engine.consult("t(X).", name="more.pl", warn=False)] == ["singletons"]
    path = tmp_path / "facts.pl"
    path.write_text("q(1).\nq(2).\n")
    assert engine.consult_file(path) == []
    engine.assertz("r(X) :- q(X), X > 1")
    engine.assertz(Term("s", [[1, "a"]]))
    engine.asserta("s(0)")
    assert engine.all("r(X)") == [{"X": 2}] and engine.all("s(X)") == [{"X": 0}, {"X": [1, "a"]}]
    assert engine.facts("edge", [(1, 2), (2, Atom("a"))]) == 2
    assert engine.facts("node", ["a", 5]) == 2
    assert engine.all("edge(2, X)") == [{"X": "a"}] and engine.count("node(_)") == 2
    assert engine.defines("edge", 2) and not engine.defines("edge", 3)
    engine.reset()
    assert not engine.defines("edge", 2)


def test_programs_are_shared_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "more.pl"
    path.write_text("p(3).\n")
    program = ferz.Program(":- dynamic(p/1).\np(1). p(2).", files=[], flags={"unknown": "fail"})
    one, other = program.engine(), program.engine()
    one.assertz("p(4)")
    assert one.count("p(_)") == 3 and other.count("p(_)") == 2 and not other.succeeds("nothing")
    assert ferz.Program(files=[path]).engine().once("p(X)") == {"X": 3}
    with pytest.raises(ferz.LoadError) as caught:
        ferz.Program("p(1).\np(2.\n")
    assert caught.value.diagnostics[0].line == 2 and "Syntax error" in str(caught.value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert ferz.Program("p(X).").warnings[0].code == "singletons"
    with pytest.raises(ferz.FileError):
        ferz.Engine().consult_file(tmp_path / "missing.pl")


def test_output(engine: ferz.Engine, capsys: pytest.CaptureFixture[str]) -> None:
    engine.once("write(hällo), nl")
    assert capsys.readouterr().out == "hällo\n"
    with engine.captured() as output:
        engine.once("write('→'), print_message(error, format(\"oh\", []))")
    assert output.text == "→" and "oh" in capsys.readouterr().err
    texts: list[str] = []
    told = ferz.Engine(output=texts.append)
    told.once("forall(between(1, 3, X), (write(X), nl))")
    assert "".join(texts) == "1\n2\n3\n"
    stream = io.StringIO()
    ferz.Program().engine(output=stream).once("write(x)")
    assert stream.getvalue() == "x"
    ferz.Engine(output=None).once("write(x)")
    assert capsys.readouterr().out == ""
    ferz.Program(":- write(loading).")
    assert capsys.readouterr().out == "loading"


def test_exceptions_of_output_arrive(engine: ferz.Engine) -> None:
    def full(text: str) -> None:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        ferz.Engine(output=full).once("write(x), flush_output")


def test_input() -> None:
    engine = ferz.Engine(input="f(1, a).\n")
    assert str(engine.once("read(T)")["T"]) == "f(1, a)"
    assert ferz.Engine(input=io.StringIO("g(2).\n")).once("read(T)")["T"].name == "g"
    assert ferz.Engine().once("read(T)") == {"T": "end_of_file"}


def test_rights_are_granted(engine: ferz.Engine, tmp_path: Path) -> None:
    with pytest.raises(ferz.PrologError):
        engine.once("get_time(_)")
    engine.grant("clock")
    assert engine.succeeds("get_time(T), T > 0")
    (tmp_path / "data").write_text("fact(1).\n")
    goal = "open(File, read, S), read(S, T), close(S)"
    with pytest.raises(ferz.PrologError):
        engine.once(goal, File=Atom(tmp_path / "data"))
    engine.grant_files(tmp_path)
    assert str(engine.once(goal, File=Atom(tmp_path / "data"))["T"]) == "fact(1)"
    with pytest.raises(ValueError):
        engine.grant("everything")


def test_engines_end_and_fork(engine: ferz.Engine) -> None:
    engine.consult(":- dynamic(p/1). p(1).")
    fork = engine.fork()
    fork.assertz("p(2)")
    assert engine.count("p(_)") == 1 and fork.count("p(_)") == 2
    with ferz.Engine("q.") as other:
        assert other.succeeds("q")
        query = other.query("member(X, [1, 2])")
        next(query)
    with pytest.raises(ferz.ClosedError):
        other.succeeds("q")
    with pytest.raises(ferz.ClosedError):
        next(query)
    other.close()


def test_completions_and_flags(engine: ferz.Engine) -> None:
    start, found = engine.completions("atom_le")
    assert start == 0 and "atom_length" in "".join(found)
    assert engine.flag("bounded") == "false"
    engine.set_flag("double_quotes", "codes")
    assert engine.once('X = "a"') == {"X": [97]}
    assert engine.variables("p(X, _Y, Z, X)") == ["X", "_Y", "Z"]


def test_the_module_runs(tmp_path: Path) -> None:
    def run(*args: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([sys.executable, "-m", "ferz", *args], capture_output=True, text=True)

    done = run("member(X, [a, \"b\", [1]])")
    assert done.stdout == 'X = a\nX = "b"\nX = [1]\n' and done.returncode == 0
    assert run("fail").returncode == 1
    assert run("atom_length(_, _)").returncode == 2


def test_what_is_wrong_in_the_program_is_told() -> None:
    with ferz.Engine("permit(X) :- memebr(X, [ann, bob]).") as engine:
        (found,) = engine.check()
        assert (found.code, found.line) == ("undefined_call", 1)
        engine.consult("memebr(X, L) :- member(X, L).")
        assert engine.check() == []


@pytest.mark.parametrize(
    "library", ["chr", "clpb", "clpfd", "clpq", "clpr", "simplex", "crypto", "pcre", "sgml", "yaml", "zlib"]
)
def test_all_libraries_are_there(engine: ferz.Engine, library: str) -> None:
    assert engine.consult(f":- use_module(library({library})).") == []


def test_a_solver_of_the_libraries(engine: ferz.Engine) -> None:
    engine.consult(":- use_module(library(clpr)).")
    answer = engine.once("{X = 2*Y + 1, Y = 3}")
    assert answer is not None and answer["X"] == 7.0
