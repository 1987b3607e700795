"""The share of a node that is gone is made elsewhere, and a campaign is divided anew: no row is lost or doubled."""

from __future__ import annotations

import csv
import os
import signal
from collections import Counter
from pathlib import Path

import pytest

from tests.waiting import until
from tilings.runners.solvers.interface import solver
from tools.soak import _harness

RUNS = 30


def rows(results: Path) -> Counter[str]:
    """How many rows each run has, in the files of all divisions."""
    found: Counter[str] = Counter()
    for path in results.glob("runs-*.csv"):
        # The whole text at once, as the divisions still write.
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        found.update(row["run_id"] for row in csv.DictReader(lines))
    return found


def make(suite: Path, results: Path, number: int, count: int) -> None:
    harness = _harness.start(suite, results, 1, shard=f"{number}/{count}")
    _, complaint = harness.communicate(timeout=120)
    assert harness.returncode == 0, complaint.decode()


def test_a_lost_share_is_made_elsewhere_and_the_rest_by_another_division(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(solver, "places", solver.places)  # `planned` changes it for the whole process
    suite, results = _harness.write_suite(tmp_path, RUNS), tmp_path / "results"
    twice = f"if mkdir {tmp_path}/1 || mkdir {tmp_path}/2; then {_harness.ANSWER}\nelse exec sleep 600; fi"
    lost = _harness.start(suite, results, 1, twice, shard="1/2")
    assert until(lambda: rows(results).total() == 2)
    os.killpg(lost.pid, signal.SIGKILL)
    lost.communicate()
    begun = rows(results)
    assert begun.total() == 2
    make(suite, results, 1, 2)  # elsewhere
    share = rows(results)
    assert begun.keys() < share.keys() and set(share.values()) == {1}
    planned = {run.run_id for run in _harness.planned(suite)}
    assert share.keys() < planned
    for number in range(1, 4):
        make(suite, results, number, 3)
    assert rows(results) == Counter(planned)
    sizes = {path.name: path.stat().st_size for path in results.glob("runs-*.csv")}
    make(suite, results, 2, 2)  # all of it is made
    assert sizes.items() <= {path.name: path.stat().st_size for path in results.glob("runs-*.csv")}.items()
    assert rows(results) == Counter(planned)
