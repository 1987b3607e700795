"""The worked example of a benchmark of one's own: examples/own-benchmark/README.md."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.called import called
from tests.documents import executed
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


def test_the_commands_of_its_page_compare_four_solvers_and_make_a_report(repository: Path, tmp_path: Path) -> None:
    installed("minizinc")
    results = executed(EXAMPLE / "README.md", repository, tmp_path) / "results" / "jobshop"
    rows = [row for path in results.glob("runs-*.csv") for row in read_runs(path)]
    assert len({row.solver for row in rows}) == len(rows) == 4
    assert {(row.answer, row.check, row.sense) for row in rows} == {("optimal", "valid", "min")}
    assert len({row.objective for row in rows}) == 1, "the solvers agree"
    done = called("tilings.runners.verify", results)
    assert done.returncode == 0, done.stdout
    assert (results / "report.pdf").read_bytes().startswith(b"%PDF")
