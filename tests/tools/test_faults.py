"""The soak's faults do what they say, and what they find is counted."""

from __future__ import annotations

import csv
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from models.terminal.command import ROOT
from tools.soak import _faults, faults

QUIET = ("optimal", "4", "", "valid", "verified")


@pytest.mark.skipif(shutil.which("cc") is None, reason="no compiler")
def test_the_clock_of_the_day_is_set_while_a_program_runs_and_no_other_clock_is(tmp_path: Path) -> None:
    library, clock = _faults.build_clock(tmp_path / "clock.so"), tmp_path / "clock"
    clock.write_bytes(struct.pack("d", 86400.0))
    code = """
import datetime, struct, sys, time
print(time.time(), datetime.datetime.now().timestamp(), time.monotonic())
open(sys.argv[1], "r+b").write(struct.pack("d", -3600.0))
print(time.time())
"""
    before, began = time.time(), time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code, str(clock)], capture_output=True, text=True, check=True,
        env={"LD_PRELOAD": str(library), "FAULTY_CLOCK": str(clock)},
    )  # fmt: skip
    first, second, steady, later = map(float, done.stdout.split())
    assert 0 <= first - before - 86400 < 600 and 0 <= second - before - 86400 < 600
    assert 0 <= steady - began < 600
    assert 0 <= later - before + 3600 < 600


@pytest.mark.parametrize(
    ("cells", "like", "wrong"),
    [
        ({}, True, False),
        ({"objective": "5"}, False, True),
        ({"answer": "unsat"}, False, True),
        ({"answer": "none", "objective": ""}, False, False),
        ({"proof": "kept"}, False, False),
    ],
)
def test_an_answer_is_compared_with_that_of_a_quiet_campaign(cells: dict[str, str], like: bool, wrong: bool) -> None:
    row = {"answer": "optimal", "objective": "4", "solutions": "", "check": "valid", "proof": "verified"} | cells
    assert (_faults.answer(row) == QUIET, _faults.contradicts(row, QUIET)) == (like, wrong)


def test_every_fault_has_its_column() -> None:
    assert set(_faults.FAULTS) < set(faults.COLUMNS)
    assert all(hasattr(_faults.Tormentor, f"_{name}") for name in _faults.FAULTS)


def test_the_figures_of_the_docs_are_those_of_the_published_rows() -> None:
    with (ROOT / "results" / "published" / "faults.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == faults.COLUMNS
    sums = {name: sum(float(row[name]) for row in rows) for name in faults.COLUMNS[3:-1]}
    found = {name for name in faults._NOTHING if sums[name]}
    assert found == {"unanswered_silent", "unexplained"}
    told = (
        f"In {sums['seconds'] / 60:.0f} minutes, on two cores that the tests used as well: {len(rows)} campaigns, "
        f"{sum(sums[name] for name in _faults.FAULTS):.0f} faults, {sums['starts']:.0f} starts, "
        f"{sums['runs']:,.0f} runs, {sums['rows']:,.0f} rows"
    )
    text = " ".join((ROOT / "docs" / "harness.md").read_text(encoding="utf-8").split())
    assert told in text and f"{sums['unanswered_said']:.0f} runs were left without their answer" in text
    assert (
        f"{sums['unanswered_silent']:.0f} runs were recorded as not installed, and {sums['unexplained']:.0f} start"
        in text
    )
