"""The examples of the README, and of the documentation of the package."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_readme() -> None:
    # Blocks end with an empty line before their fence.
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > 25


@pytest.mark.parametrize("name", ["ferz", "ferz.dask"])
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
