"""The examples of the README, and of the documentation of the package."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
CLUSTER = README.parent / "docs" / "cluster.md"


def test_readme() -> None:
    # Blocks end with an empty line before their fence.
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > 25


@pytest.mark.parametrize("name", ["ferz", "ferz.dask"])
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_script_for_a_cluster(tmp_path: Path) -> None:
    blocks = re.findall(r"```(\w+)\n(.*?)```", CLUSTER.read_text(), re.DOTALL)
    place = next(place for place, (kind, _) in enumerate(blocks) if kind == "python")
    script = tmp_path / "script.py"
    script.write_text(blocks[place][1])
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout == blocks[place + 1][1]
