"""Many short runs while the harness is killed with SIGKILL again and again: none is lost, duplicated or left behind."""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tilings.models import registry
from tilings.models.problem import solution_from_json
from tilings.runners.confine import process_table
from tilings.runners.plan import manifest
from tilings.runners.record.stored_solutions import StoredSolutions
from tools.soak import _harness
from tools.soak.figure import Figure

_SETTLED_S = 1.0
_START_S, _MOMENT_S = 1.0, 0.1  # the longest wait before a kill
_ROW_BYTES = 600


@dataclass
class _Observed:
    """Observations before each kill."""

    kills: int = 0
    rows: int = 0
    rewritten: int = 0
    orphans: list[int] = field(default_factory=list)


def measure(quick: bool) -> Iterator[Figure]:
    """Counts over all runs, after a last harness that is not killed."""
    runs, kills = (300, 5) if quick else (10_000, 100)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        suite, results = _harness.write_suite(Path(folder), runs), Path(folder) / "results"
        started = time.monotonic()
        observed = _killed(suite, results, runs, kills)
        complaint = _finish(suite, results)
        passed = time.monotonic() - started
        planned = {run.run_id for run in _harness.planned(suite)}
        yield Figure("runs", len(planned))
        yield Figure("kills of the harness, half of them with its whole group", observed.kills)
        yield Figure("rows before the last kill", observed.rows)
        yield Figure("time", passed, "s")
        rows = Counter(row["run_id"] for row in _cells(results, "runs"))
        yield Figure("rows lost", len(planned - set(rows)), most=0)
        yield Figure("recorded rows changed by a later harness", observed.rewritten, most=0)
        yield Figure("rows doubled", sum(rows.values()) - len(rows), most=0)
        traced = Counter(row["run_id"] for row in _cells(results, "trace"))
        wrong = [run for run in planned if traced[run] != _harness.TRACE_ROWS]
        yield Figure("runs whose trace has lost or doubled rows", len(wrong) + len(set(traced) - planned), most=0)
        stored = StoredSolutions(results)
        wrong = [run for run in planned if not _is_valid(stored, run)]
        yield Figure("solutions torn, missing or wrong", len(wrong) + len(stored.faults), most=0)
        yield Figure("files half written", len(list(results.rglob("*.new*"))), most=0)
        yield Figure("processes left behind by dead harnesses", len({*observed.orphans, *_orphans()}), most=0)
        if complaint:
            raise RuntimeError(f"the last harness failed: {complaint}")


def _killed(suite: Path, results: Path, runs: int, kills: int) -> _Observed:
    """Start a harness the given number of times and kill it at a random moment, at its start or after some runs."""
    chance, observed, recorded = random.Random(1), _Observed(), b""
    table = results / "runs-1of1.csv"
    for number in range(kills):
        harness = _harness.start(suite, results, 2, _harness.STRAYING)
        share = max(0, chance.randrange(-runs // kills // 4, 7 * runs // kills // 4))
        _grown(table, len(recorded) + share * _ROW_BYTES, harness)
        try:
            _, complaint = harness.communicate(timeout=chance.uniform(0.0, _MOMENT_S if share else _START_S))
        except subprocess.TimeoutExpired:
            if share:  # it has swept left-over processes at its start
                observed.orphans += _orphans()
            kill = os.killpg if number % 2 else os.kill
            kill(harness.pid, signal.SIGKILL)
            harness.communicate()
            observed.kills += 1
        else:
            if harness.returncode == 0:
                break
            raise RuntimeError(f"a harness failed: {complaint.decode()}")
        content = table.read_bytes() if table.exists() else b""
        observed.rewritten += not content.startswith(recorded)
        recorded = content[: content.rfind(b"\n") + 1]
    observed.rows = recorded.count(b"\n") - 1
    return observed


def _grown(path: Path, size: int, harness: subprocess.Popen[bytes]) -> None:
    """Wait until a file has that size."""
    while harness.poll() is None and (not path.exists() or path.stat().st_size < size):
        time.sleep(0.005)


def _finish(suite: Path, results: Path) -> str:
    """Let a harness make the remaining runs; returns its error message, empty if it succeeds."""
    harness = _harness.start(suite, results, 2, _harness.STRAYING)
    _, complaint = harness.communicate()
    time.sleep(_SETTLED_S)
    return complaint.decode() if harness.returncode else ""


def _cells(results: Path, kind: str) -> list[dict[str, str]]:
    with (results / f"{kind}-1of1.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _is_valid(stored: StoredSolutions, run_id: str) -> bool:
    """Whether a run's solution is stored and is valid."""
    if run_id not in stored.run_ids:
        return False
    problem, instance = registry.load_instance(manifest.entry("squares", "h02").path)
    return not problem.check(instance, solution_from_json(stored.content(run_id)["solution"]), "optimum")


def _orphans() -> list[int]:
    """The processes whose environment names a run whose worker is dead."""
    mark, orphans = f"{process_table.MARKER}=".encode(), []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "environ").read_bytes().split(b"\0") if entry.name.isdecimal() else []
        except OSError:  # the process has ended or belongs to another user
            continue
        orphans += [
            int(entry.name)
            for word in words
            if word.startswith(mark) and process_table.is_dead(word[len(mark) :].decode())
        ]
    return orphans
