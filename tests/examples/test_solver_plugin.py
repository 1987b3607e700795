"""The worked example of a solver plug-in: examples/solver-plugin/README.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.called import typed
from tests.plugged import Make
from tilings.models.terminal.command import ROOT
from tilings.runners.record.schema import RunRecord, read_runs

EXAMPLE = ROOT / "examples" / "solver-plugin"
FILE = EXAMPLE / "solvers" / "algorithm_x.py"


def test_it_is_one_file_of_at_most_forty_lines() -> None:
    assert [path.name for path in EXAMPLE.rglob("*.py")] == [FILE.name]
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 40


@pytest.mark.parametrize(
    ("instance", "goal", "cell", "value"),
    [("dominoes4x4", "count", "solutions", 36), ("h04", "optimum", "objective", 4)],
)
def test_it_finds_the_known_answer_and_counts_its_effort(instance: str, goal: str, cell: str, value: int) -> None:
    words = [instance, "--solver", "algorithm_x", "--goal", goal, "--json"]  # no formulation for a native engine
    done = typed("tilings.runners.solve", *words, "--plugins", EXAMPLE)
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    assert (record[cell], record["check"], record["effort_unit"]) == (value, "valid", "nodes")
    assert record["formulation"] == "dlx_cover"
    assert record["effort"] > 1 and record["paradigm"] == "exact cover"


def test_what_it_does_not_take_is_said() -> None:
    done = typed("tilings.runners.solve", "assignment7", "--solver", "algorithm_x", "--plugins", EXAMPLE)
    assert (done.returncode, done.stdout) == (2, "")
    assert "plain exact covers only" in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_campaign_runs_it_and_makes_it_again_when_its_source_has_changed(plug_in: Make, tmp_path: Path) -> None:
    # It prints half a line when it is imported, which must not spoil the lines of its events.
    text = FILE.read_text(encoding="utf-8").replace("algorithm_x", "loud") + "print('{', end='', flush=True)\n"
    folder = plug_in({"solvers/loud.py": text})

    def rows(start: str) -> list[RunRecord]:
        words = ["--suite", "smoke", "--instance", "dominoes4x4", "--formulation", "dlx_cover", "--goal", "count"]
        words += ["--solver", "loud", "--attempts", 1, "--start", start, "--results", tmp_path / "results"]
        done = typed("tilings.runners.all", *words)
        assert done.returncode == 0, done.stderr
        return read_runs(tmp_path / "results" / "runs-1of1.csv")

    (first,) = rows("cold")
    assert (first.answer, first.solutions, first.check) == ("counted", 36, "valid")
    assert len(rows("warm")) == 1
    (folder / "solvers/loud.py").write_text(text.replace('effort["nodes"] += 1', 'effort["nodes"] += 2'))
    _, again = rows("warm")
    assert again.adapter_sha256 != first.adapter_sha256 and again.effort == 2 * (first.effort or 0)
    assert json.loads((tmp_path / "results" / "machine.json").read_text())["colours"] == {"loud": "#7A5195"}
