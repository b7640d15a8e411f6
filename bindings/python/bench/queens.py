"""Figures of `ferz.dask` on this machine: counts of queens, throughput, bytes. `python bench/queens.py [N...]`.

The throughput of two workers is compared with that of two processes that count halves of the same parts without Dask,
as if the halves had taken both the same time: so that an uneven split does not flatter the workers.
"""

from __future__ import annotations

import multiprocessing
import pickle
import sys
import tempfile
import time
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import cloudpickle  # noqa: E402
from cluster import Cluster  # noqa: E402
from conftest import QUEENS  # noqa: E402

import ferz  # noqa: E402
import ferz.dask  # noqa: E402

KNOWN = {8: 92, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596}


def half(program: ferz.Program, parts: "list[ferz.dask.Part]", results: "multiprocessing.Queue[tuple[int, float]]", start: "object") -> None:
    start.wait()  # type: ignore[attr-defined]
    engine = program.engine()
    begin = time.perf_counter()
    total = sum(engine.count(part.text, _Part=part.term) for part in parts)
    results.put((total, time.perf_counter() - begin))


def independent(program: ferz.Program, parts: "list[ferz.dask.Part]") -> "tuple[float, int]":
    """Returns the seconds that two processes take at the mean, and the count."""
    context = multiprocessing.get_context("spawn")
    results: "multiprocessing.Queue[tuple[int, float]]" = context.Queue()
    start = context.Barrier(3)
    halves = [context.Process(target=half, args=(program, parts[place::2], results, start)) for place in range(2)]
    for process in halves:
        process.start()
    start.wait()
    counts, seconds = zip(*[results.get() for _ in halves])
    for process in halves:
        process.join()
    return sum(seconds) / len(halves), sum(counts)


def main() -> None:
    sizes = [int(size) for size in sys.argv[1:]] or [12, 13]
    program = ferz.Program(QUEENS)
    print(f"program: {len(zlib.compress(cloudpickle.dumps(program)))} bytes")
    with tempfile.TemporaryDirectory() as folder, Cluster(Path(folder), 2) as cluster:
        client = cluster.client
        ferz.dask.count(program, "solve(N, QP)", client=client, N=8)
        for size in sizes:
            begin = time.perf_counter()
            parts = ferz.dask.split(program, "solve(N, QP)", 48, N=size)
            splitting = time.perf_counter() - begin
            sent = [len(pickle.dumps(part)) for part in parts]
            apart, total = independent(program, parts)
            begin = time.perf_counter()
            found = ferz.dask.count(program, "solve(N, QP)", client=client, N=size)
            together = time.perf_counter() - begin
            right = found == total == KNOWN[size]
            print(
                f"N = {size}: {int(found)} {'right' if right else 'WRONG'}; {len(parts)} parts of "
                f"{sum(sent) // len(sent)} bytes, split in {splitting:.2f} s; two processes {apart:.2f} s, "
                f"two workers {together:.2f} s: {apart / together:.2f}"
            )
        # Tasks that do nothing: what the cluster takes for one.
        goals = ["true"] * 2000
        begin = time.perf_counter()
        ferz.dask.map(program, goals, client=client, batch=1)
        print(f"a task that does nothing: {(time.perf_counter() - begin) / len(goals) * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
