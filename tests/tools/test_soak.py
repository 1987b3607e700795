"""The soak's command finds its sections and reports missed targets, and one section really measures."""

from __future__ import annotations

import csv
import importlib
import math
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.problem import UserError
from models.terminal.command import ROOT
from tools.soak import __main__ as soak
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
    assert not {"figure", "_ways", "__main__"} & set(soak.names())


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


def test_a_section_that_cannot_run_is_skipped_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    section(monkeypatch, Figure("x", 1), CannotRun("no Slurm here"))
    assert soaked(monkeypatch) == 0
    assert "skipped: no Slurm here" in capsys.readouterr().out


def test_a_section_that_fails_counts_as_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    section(monkeypatch, ValueError("a bug"))
    assert soaked(monkeypatch) == 1
    assert "a bug" in capsys.readouterr().err


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
