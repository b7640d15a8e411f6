"""``python -m ferz GOAL [FILE...]``: the answers of a goal, in the programs of files."""

from __future__ import annotations

import sys

from . import Program, PrologError
from ._types import text


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    goal, files = sys.argv[1], sys.argv[2:]
    try:
        with Program(files=files).engine() as engine, engine.query(goal) as query:
            count = 0
            for answer in query:
                count += 1
                shown = [f"{name} = {text(value)}" for name, value in answer.items()]
                shown += [text(goal) for goal in answer.residual]
                print(", ".join(shown) or "true")
    except PrologError as error:
        print(error, file=sys.stderr)
        return 2
    if count == 0:
        print("false")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
