"""The soak reports missed targets, its faults do what they say, and the documents quote its published figures."""

from __future__ import annotations

import csv
import importlib
import math
import shutil
import struct
import subprocess
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tools.soak import __main__ as soak
from tools.soak import _faults, faults
from tools.soak.figure import CannotRun, Figure


def soaked(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit code of the command with these arguments."""
    monkeypatch.setattr(sys, "argv", ["soak", *words])
    return soak.main()


def section(monkeypatch: pytest.MonkeyPatch, *figures: Figure | BaseException) -> None:
    """Replace all sections by one, ``fake``, that yields figures and raises exceptions."""

    def measure(quick: bool) -> Iterator[Figure]:
        for figure in figures:
            if isinstance(figure, BaseException):
                raise figure
            yield figure

    module = types.ModuleType("tools.soak.fake", "A title.\n\nMore.")
    module.measure = measure  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tools.soak.fake", module)
    monkeypatch.setattr(soak, "names", lambda: ["fake"])


def test_files_are_sections_unless_they_are_helpers() -> None:
    assert {"overshoot", "cpu", "memory", "calls"} <= set(soak.names())
    assert not {"figure", "_executors", "__main__"} & set(soak.names())


@pytest.mark.parametrize("name", soak.names())
def test_a_section_has_a_title_and_measures(name: str) -> None:
    module = importlib.import_module(f"tools.soak.{name}")
    assert module.__doc__ and callable(module.measure)


@pytest.mark.parametrize(("value", "met"), [(1.0, True), (2.0, True), (2.1, False), (math.nan, False)])
def test_the_exit_code_says_whether_a_target_was_missed(
    monkeypatch: pytest.MonkeyPatch, value: float, met: bool
) -> None:
    section(monkeypatch, Figure("x", value, "s", 2.0), Figure("y", 99.0))
    assert soaked(monkeypatch) == (0 if met else 1)


def test_figures_are_shown_and_written_with_the_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    section(monkeypatch, Figure("rows lost", 0, "", 0), Figure("median", 0.25, "s"), Figure("slow", 3.0, "s", 2.0))
    path = tmp_path / "new" / "soak.csv"
    assert soaked(monkeypatch, "--quick", "--out", str(path), "fake") == 1
    shown = capsys.readouterr().out
    assert "fake: A title." in shown and "1 missed" in shown
    assert [line.split()[-1] for line in shown.splitlines() if "at most" in line] == ["met", "MISSED"]
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    assert [(row["section"], row["what"], row["value"], row["met"]) for row in rows] == [
        ("fake", "rows lost", "0", "True"), ("fake", "median", "0.25", ""), ("fake", "slow", "3.0", "False"),
    ]  # fmt: skip
    assert all(row["cpu_model"] and row["load_start"] and row["quick"] == "True" for row in rows)


@pytest.mark.parametrize(
    ("end", "code", "words"),
    [(CannotRun("no Slurm here"), 0, "skipped: no Slurm here"), (ValueError("a bug"), 1, "a bug")],
)
def test_a_section_that_cannot_run_is_skipped_with_its_reason_and_one_that_fails_counts_as_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], end: Exception, code: int, words: str
) -> None:
    section(monkeypatch, Figure("x", 1), end)
    assert soaked(monkeypatch) == code
    assert words in "".join(capsys.readouterr())


def test_an_interruption_keeps_the_figures_measured_so_far(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    section(monkeypatch, Figure("x", 1), KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        soaked(monkeypatch, "--out", str(tmp_path / "soak.csv"))
    assert ",x,1," in (tmp_path / "soak.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["nonsense"], ["--out", "/proc/no/where.csv"], ["--out", "/"]])
def test_bad_arguments_are_refused(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    section(monkeypatch)
    with pytest.raises(UserError):
        soaked(monkeypatch, *words)


@pytest.mark.machine
def test_one_section_really_measures() -> None:
    command = [sys.executable, "-m", "tools.soak", "--quick", "memory"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert "not stopped for its memory" in done.stdout, done.stderr
    assert "failed" not in done.stdout


UNDISTURBED = ("optimal", "4", "", "valid", "verified")


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
def test_an_answer_is_compared_with_the_undisturbed_one(cells: dict[str, str], like: bool, wrong: bool) -> None:
    row = {"answer": "optimal", "objective": "4", "solutions": "", "check": "valid", "proof": "verified"} | cells
    assert (_faults.answer(row) == UNDISTURBED, _faults.contradicts(row, UNDISTURBED)) == (like, wrong)


def test_every_fault_has_its_column() -> None:
    assert set(_faults.FAULTS) < set(faults.COLUMNS)
    assert all(hasattr(_faults.FaultInjector, f"_{name}") for name in _faults.FAULTS)


def test_the_figures_of_the_docs_are_those_of_the_published_rows() -> None:
    with (ROOT / "results" / "published" / "faults.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == faults.COLUMNS
    sums = {name: sum(float(row[name]) for row in rows) for name in faults.COLUMNS[3:-1]}
    found = {name for name in faults._NOTHING if sums[name]}
    assert found == {"unanswered_silent", "unexplained"}
    summary = (
        f"In {sums['seconds'] / 60:.0f} minutes, on two cores that the tests used as well: {len(rows)} campaigns, "
        f"{sum(sums[name] for name in _faults.FAULTS):.0f} faults, {sums['starts']:.0f} starts, "
        f"{sums['runs']:,.0f} runs, {sums['rows']:,.0f} rows"
    )
    text = " ".join((ROOT / "docs" / "harness.md").read_text(encoding="utf-8").split())
    assert summary in text and f"{sums['unanswered_said']:.0f} runs have no answer" in text
    assert (
        f"{sums['unanswered_silent']:.0f} runs were recorded as not installed, and {sums['unexplained']:.0f} start"
        in text
    )


# Rows of the docs' table of runs: their name, and what the figures call it.
PER_RUN = {
    "wall time": ("wall time", "s"),
    "CPU time a run without its solver's process": ("CPU time a run beyond it", "ms"),
    "memory of the harness's own process": ("memory of the harness's own process, most", "MB"),
}


def test_the_tables_of_loads_in_the_docs_are_those_of_the_published_figures() -> None:
    with (ROOT / "results" / "published" / "loads.csv").open(encoding="utf-8", newline="") as file:
        found = {row["what"]: float(row["value"]) for row in csv.DictReader(file) if row["unit"]}
    lines = (ROOT / "docs" / "harness.md").read_text(encoding="utf-8").splitlines()
    for name, (what, unit) in PER_RUN.items():
        cells = [f"{found[f'{number} runs: {what}']:.0f} {unit}" for number in ("1,000", "10,000", "100,000")]
        assert f"| {name} | {' | '.join(cells)} |" in lines
    for what in ("resume", "status", "verify", "report", "page"):
        cells = []
        for number in ("10,000", "100,000"):
            cpu, memory = (found.get(f"{number} rows: {what}, {name}") for name in ("CPU time", "memory"))
            cells.append("–" if cpu is None or memory is None else f"{cpu:.{cpu < 10:d}f} s, {memory:.0f} MB")
        assert f"| {what} | {' | '.join(cells)} |" in lines
