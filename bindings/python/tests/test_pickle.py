from __future__ import annotations

import pickle
import subprocess
import sys

import ferz


@ferz.det
def shout(text: str) -> str:
    return text.upper()


def test_programs_are_pickled(queens: ferz.Program) -> None:
    again = pickle.loads(pickle.dumps(queens))
    assert again.engine().count("solve(6, _)") == 4
    assert ferz.Program.from_bytes(queens.to_bytes()).engine().count("solve(6, _)") == 4


def test_their_settings_and_functions_too() -> None:
    program = ferz.Program("loud(X, Y) :- shout(X, Y).", predicates=[shout], limits={"inferences": 1000}, str_as="atom")
    again = pickle.loads(pickle.dumps(program)).engine()
    assert again.once("loud(hey, X)") == {"X": "HEY"}
    assert again.limits["inferences"] == 1000
    bytes_ = ferz.Program("loud(X, Y) :- shout(X, Y).", predicates=[shout]).to_bytes()
    assert ferz.Program.from_bytes(bytes_, predicates=[shout]).engine().once('loud("hey", X)') == {"X": "HEY"}
    try:
        ferz.Program.from_bytes(bytes_)
    except ferz.LoadError as error:
        assert "shout/2" in str(error)
    else:
        raise AssertionError("a function is missing")


def test_damaged_bytes_are_refused(queens: ferz.Program) -> None:
    data = queens.to_bytes()
    for bad in (b"", data[:-1], data[1:], b"x" + data[1:]):
        try:
            ferz.Program.from_bytes(bad)
        except ferz.LoadError:
            continue
        raise AssertionError("the bytes are damaged")


def test_in_another_process(queens: ferz.Program) -> None:
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).engine().count('solve(6, _)'))"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(queens), capture_output=True, timeout=120)
    assert done.stdout.strip() == b"4", done.stderr.decode()
