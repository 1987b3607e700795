"""The harness's cost for each run beside the solver's process, and how it and the start grow with recorded rows."""

from __future__ import annotations

import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from runners.record import csv_log
from runners.record.schema import COLUMNS
from tools.soak import _harness
from tools.soak.figure import Figure

_TARGET_MS = 30.0
_RESUME_S = 3.0


@dataclass
class _Cost:
    """Seconds: by the clock, and of the CPU."""

    wall: float = 0.0
    cpu: float = 0.0


def measure(quick: bool) -> Iterator[Figure]:
    """The cost of a run, one at a time, and of a start until the first run, for each number of recorded rows.

    The rows are copies of one that was made; both costs come from a harness that makes one run and one that makes many.
    """
    runs, sizes = (20, (100, 10_000)) if quick else (200, (100, 10_000, 100_000))
    bare = _bare(runs)
    yield Figure("the solver's own process, bare", 1000 * bare.wall, "ms")
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="soak-") as folder:
            _record(Path(folder), size)
            one, many = (_cost(Path(folder), planned) for planned in (size + 1, size + 1 + runs))
        wall, cpu = (many.wall - one.wall) / runs, (many.cpu - one.cpu) / runs
        for what, value in (("by the clock", wall - bare.wall), ("CPU", cpu - bare.cpu)):
            yield Figure(f"{size:,} rows: overhead a run, {what}", 1000 * value, "ms", _TARGET_MS)
        yield Figure(f"{size:,} rows: until the first run starts, by the clock", one.wall - wall, "s", _RESUME_S)
        yield Figure(f"{size:,} rows: until the first run starts, CPU", one.cpu - cpu, "s")


def _bare(runs: int) -> _Cost:
    """The solver's command without a harness."""
    with _measured() as cost:
        for _ in range(runs):
            subprocess.run(["sh", "-c", _harness.ANSWER], check=True, stdout=subprocess.DEVNULL)
    return _Cost(cost.wall / runs, cost.cpu / runs)


def _record(folder: Path, size: int) -> None:
    """A campaign with the given number of recorded runs."""
    _cost(folder, 1)
    path = folder / "results" / "runs-1of1.csv"
    _, (row, *_) = csv_log.read(path, COLUMNS)
    own = [COLUMNS.index(name) for name in ("run_id", "seed", "repetition")]

    def rows() -> Iterator[list[str]]:
        for run in _harness.planned(_harness.write_suite(folder, size)):
            for at, value in zip(own, (run.run_id, run.seed, run.repetition), strict=True):
                row[at] = str(value)
            yield row

    csv_log.rewrite(path, COLUMNS, rows())


def _cost(folder: Path, planned: int) -> _Cost:
    """The cost of a harness that makes the remaining runs of a plan."""
    suite = _harness.write_suite(folder, planned)
    with _measured() as cost:
        harness = _harness.start(suite, folder / "results", jobs=1)
        _, complaint = harness.communicate()
    if harness.returncode:
        raise RuntimeError(complaint.decode())
    return cost


@contextmanager
def _measured() -> Iterator[_Cost]:
    cost, start, before = _Cost(), time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    yield cost
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cost.wall = time.monotonic() - start
    cost.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
