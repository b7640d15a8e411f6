"""A Dask cluster of processes on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, List

from distributed import Client

# One program for scheduler and workers; the folder of tests is on the path of workers, for functions by reference.
RUN = "from distributed.cli.{0} import main; main()"


class Cluster:
    """A scheduler and workers, each a process with one thread."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.file = folder / "scheduler.json"
        self.processes: List["subprocess.Popen[bytes]"] = []
        self._log = open(folder / "cluster.log", "wb")
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show",
                    "--scheduler-file", str(self.file))
        end = time.monotonic() + 120
        while not self.file.exists() or not self.file.read_text().strip().endswith("}"):
            if time.monotonic() > end:
                raise TimeoutError("the scheduler has not started")
            time.sleep(0.05)
        self.workers = [self.add_worker() for _ in range(workers)]
        self.client = Client(json.loads(self.file.read_text())["address"])
        self.client.wait_for_workers(workers, timeout=120)

    def _start(self, program: str, *args: str) -> "subprocess.Popen[bytes]":
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(Path(__file__).parent), *sys.path]))
        command = [sys.executable, "-c", RUN.format(program), *args]
        process = subprocess.Popen(command, env=environment, stdout=self._log, stderr=self._log)
        self.processes.append(process)
        return process

    def add_worker(self) -> "subprocess.Popen[bytes]":
        return self._start("dask_worker", "--scheduler-file", str(self.file), "--nthreads", "1", "--no-nanny",
                           "--no-dashboard", "--host", "127.0.0.1", "--memory-limit", "0")

    def close(self) -> None:
        self.client.close()
        # The scheduler last: a worker that has just begun looks for it before it ends.
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._log.close()

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
