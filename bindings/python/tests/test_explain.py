"""Explanations, changes, and facts that are removed."""

from __future__ import annotations

from typing import List

import pytest

import ferz
from ferz import Atom, Change, Term, Var

RULES = """
:- dynamic role/2.
may(User, Action) :- role(User, Role), allows(Role, Action).
allows(admin, _).
allows(guest, read).
"""


def test_a_proof_has_steps_and_places(engine: ferz.Engine) -> None:
    engine.consult(RULES, name="rules")
    engine.facts("role", [(Atom("ann"), Atom("guest")), (Atom("bob"), Atom("admin"))])
    proof = engine.explain("may(User, write)")
    assert proof and proof.answer == {"User": Atom("bob")} and not proof.cut and proof.failed == []
    (rule,) = proof.steps
    assert (rule.kind, rule.file, rule.line) == ("rule", "rules", 3)
    assert rule.goal == Term("may", [Atom("bob"), Atom("write")])
    assert [(step.kind, step.line) for step in rule.steps] == [("fact", None), ("fact", 4)]
    assert str(proof).splitlines()[0] == str(rule) == "may(bob, write)   rules:3"
    assert engine.explain("may(U, read)", answer=2).answer == {"U": Atom("bob")}
    short = engine.explain("may(User, write)", steps=1)
    assert short.cut and len(short.steps) == 1


def test_a_failure_has_goals(engine: ferz.Engine) -> None:
    engine.consult(RULES, name="rules")
    engine.facts("role", [(Atom("ann"), Atom("guest"))])
    failure = engine.explain("may(User, write)", User=Atom("ann"))
    assert not failure and failure.answer is None and failure.steps == []
    assert Term("allows", [Atom("guest"), Atom("write")]) in [goal.goal for goal in failure.failed]
    assert all(goal.file == "rules" and goal.line == 3 for goal in failure.failed)
    assert "allows(guest, write)" in str(failure) or "allows(guest,write)" in str(failure)


def test_rows_are_removed(engine: ferz.Engine) -> None:
    engine.facts("role", [("ann", 1), ("bob", 2), ("ann", 3)])
    assert engine.remove("role", [("ann", 3), ("cid", 3)]) == 1
    assert engine.remove("role", [("ann", Var())]) == 1
    assert engine.all("role(X, Y)") == [{"X": "bob", "Y": 2}]


def test_changes_are_told(engine: ferz.Engine) -> None:
    told: List[Change] = []
    with engine.watch("role/2", told.append):
        engine.facts("role", [("ann", 1)])
        engine.once("retract(role(_, _)), assertz(role(bob, 2))")
        engine.once("\\+ transaction((retractall(role(_, _)), fail))")
    engine.facts("role", [("cid", 3)])
    assert told == [
        Change(True, Term("role", ["ann", 1])),
        Change(False, Term("role", ["ann", 1])),
        Change(True, Term("role", [Atom("bob"), 2])),
    ]
    with pytest.raises(ferz.PrologError):
        engine.watch("atom_length/2", told.append)


def test_an_exception_of_who_is_told_arrives(engine: ferz.Engine) -> None:
    def refuse(change: Change) -> None:
        raise KeyError("no")

    watch = engine.watch("p/1", refuse)
    with pytest.raises(KeyError):
        engine.once("assertz(p(1))")
    watch.close()
    assert engine.once("p(X)") == {"X": 1}
