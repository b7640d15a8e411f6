from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ferz

FOLDER = Path(__file__).parent


def mypy(*args: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "mypy", *args], cwd=FOLDER.parent, capture_output=True, text=True)


def test_the_package_and_its_use_are_typed() -> None:
    done = mypy()
    assert done.returncode == 0, done.stdout


def test_wrong_uses_are_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import ferz\nferz.Engine().once('p').append(1)\nx: int = ferz.Term('f', [1]).name\nferz.Nothing\n")
    done = mypy("--no-incremental", str(wrong))
    assert done.returncode == 1 and all(f"wrong.py:{line}:" in done.stdout for line in (2, 3, 4)), done.stdout


def test_the_stubs_name_what_there_is() -> None:
    text = (Path(ferz.__file__).parent / "_ferz.pyi").read_text()
    for kind in (ferz._ferz.Core, ferz._ferz.Program, ferz.Term, ferz.Var):
        for name in vars(kind):
            assert name.startswith("_") or f"def {name}(" in text, name
    assert (Path(ferz.__file__).parent / "py.typed").exists()
