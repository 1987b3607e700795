"""A full or read-only disk stops the harness with one clear line; records stay, and the campaign can be resumed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tilings.runners.record.schema import read_runs, read_traces
from tilings.runners.record.stored_solutions import StoredSolutions
from tools.soak import _harness

RUNS = 6
MORE_PAGES = (8, 9, 10, 12)
Mounted = Callable[[str], Path]


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Mounted]:
    """Mounts a small disk, and again with other options."""
    home = tmp_path / "disk"
    home.mkdir()
    came = []

    def mount(options: str) -> Path:
        again = "remount," if came else ""
        command = ["mount", "-t", "tmpfs", "-o", again + options, "tmpfs", str(home)]
        if os.getuid() or subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("only root mounts a small disk")
        came.append(options)
        return home

    yield mount
    if came:
        subprocess.run(["umount", "--lazy", str(home)], check=True)


def make(suite: Path, results: Path) -> tuple[int, str]:
    """The exit code and the last line of a harness that makes the suite's runs."""
    harness = _harness.start(suite, results, 1)
    _, complaint = harness.communicate(timeout=60)
    assert b"Traceback" not in complaint, complaint.decode()
    return harness.returncode, complaint.decode().strip().splitlines()[-1]


@pytest.mark.parametrize("pages", [3, 11, *(pytest.param(pages, marks=pytest.mark.nightly) for pages in MORE_PAGES)])
def test_a_campaign_on_a_full_disk_stops_in_one_line_and_can_be_resumed(
    tmp_path: Path, mounted: Mounted, pages: int
) -> None:
    suite = _harness.write_suite(tmp_path, RUNS)
    home = mounted(f"size={pages * 4}k")
    code, said = make(suite, home / "results")
    assert code == 2, "the disk was large enough"
    assert said.startswith("error: ") and "No space left on device" in said
    table = home / "results" / "runs-1of1.csv"
    before = read_runs(table) if table.exists() else []
    assert all(found.ended == "finished" for found in before), "a full disk is not the solver's failure"
    mounted("size=10m")
    assert make(suite, home / "results")[0] == 0
    after = read_runs(table)
    assert after[: len(before)] == before
    assert len({found.run_id for found in after}) == len(after) == RUNS
    assert len(read_traces(home / "results" / "trace-1of1.csv")) == RUNS * _harness.TRACE_ROWS
    solutions = StoredSolutions(home / "results")
    assert len(solutions.run_ids) == RUNS and not solutions.faults


def test_a_campaign_on_a_read_only_disk_stops_in_one_line(tmp_path: Path, mounted: Mounted) -> None:
    suite = _harness.write_suite(tmp_path, 1)
    home = mounted("size=10m")
    assert make(suite, home / "results")[0] == 0
    mounted("ro")
    code, said = make(suite, home / "results")
    assert code == 2 and "Read-only file system" in said
    assert len(read_runs(home / "results" / "runs-1of1.csv")) == 1
