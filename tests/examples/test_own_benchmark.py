"""The worked example of a benchmark of one's own: examples/own-benchmark/README.md."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.called import typed
from tests.models.solving import installed
from tilings.models.own import dzn
from tilings.models.terminal.command import ROOT
from tilings.runners.record.schema import read_runs

EXAMPLE = ROOT / "examples" / "own-benchmark"
DATA = sorted((EXAMPLE / "data").glob("*.dzn"))


def module(name: str) -> ModuleType:
    """A Python file of the example."""
    spec = importlib.util.spec_from_file_location(f"own_benchmark_{name}", EXAMPLE / f"{name}.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_data_is_what_the_generator_writes() -> None:
    generate = module("generate")
    named = [(path.stem, path.read_text(encoding="utf-8")) for path in DATA]
    assert len(named) == 10
    for name, text in named:
        assert text == generate.instance(*map(int, re.findall(r"\d+", name))), name


@pytest.mark.parametrize(
    ("start", "makespan", "wrong"),
    [
        ([[0, 2], [3, 7]], 9, None),
        ([[0, 1], [3, 7]], 9, "a step of job 1 starts at 1, before 2"),
        ([[0, 4], [3, 7]], 9, "machine 2 starts a step at 4, before 7"),
        ([[0, 2], [3, 7]], 8, "job 2 ends at 9, after 8"),
    ],
)
def test_the_checker_finds_what_is_wrong(start: Any, makespan: int, wrong: str | None) -> None:
    data = dzn.read("machine = [| 1, 2 | 2, 1 |]; time = [| 2, 1 | 4, 2 |];")
    assert module("check").check({"data": data}, {"start": start, "makespan": makespan}) == wrong


def test_the_suite_compares_four_solvers_and_makes_a_report(tmp_path: Path) -> None:
    installed("minizinc")
    words = ["--suite", EXAMPLE / "suite.toml", "--instance", "jobshop-3x3-*", "--results", tmp_path / "results"]
    done = typed("tilings.runners.all", *words, "--timeout", "60", "--attempts", "1")
    rows = [row for path in (tmp_path / "results").glob("runs-*.csv") for row in read_runs(path)]
    assert len(rows) == 8, done.stderr
    assert {(row.answer, row.check, row.sense) for row in rows} == {("optimal", "valid", "min")}
    assert len({(row.instance, row.objective) for row in rows}) == 2, "the solvers agree"
    done = typed("tilings.runners.verify", tmp_path / "results")
    assert done.returncode == 0, done.stdout
    done = typed("tilings.reports.build", "--results", tmp_path / "results", "--out", tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF"), done.stderr
