"""What the docs say of many runs and rows is what the published figures say."""

import csv

import pytest

from models.terminal.command import ROOT

RUNS = {
    "wall time": ("wall time", "s"),
    "CPU time a run beyond its solver's process": ("CPU time a run beyond it", "ms"),
    "memory of the harness's own process": ("memory of the harness's own process, most", "MB"),
}
ROWS = ("resume", "status", "verify", "report", "page")


def figures() -> dict[str, float]:
    with (ROOT / "results" / "published" / "loads.csv").open(encoding="utf-8", newline="") as file:
        return {row["what"]: float(row["value"]) for row in csv.DictReader(file) if row["unit"]}


def line(what: str, found: dict[str, float]) -> str:
    """The row of the docs' table for a command: CPU time and memory of each number of rows that was measured."""
    cells = []
    for number in ("10,000", "100,000"):
        cpu, memory = (found.get(f"{number} rows: {what}, {name}") for name in ("CPU time", "memory"))
        cells.append("–" if cpu is None or memory is None else f"{cpu:.{cpu < 10:d}f} s, {memory:.0f} MB")
    return f"| {what} | {' | '.join(cells)} |"


@pytest.mark.parametrize("what", ROWS)
def test_the_table_of_rows_in_the_docs_is_that_of_the_published_figures(what: str) -> None:
    text = (ROOT / "docs" / "harness.md").read_text(encoding="utf-8")
    assert line(what, figures()) in text.splitlines()


@pytest.mark.parametrize("name", RUNS)
def test_the_table_of_runs_in_the_docs_is_that_of_the_published_figures(name: str) -> None:
    found, (what, unit) = figures(), RUNS[name]
    cells = [f"{found[f'{number} runs: {what}']:.0f} {unit}" for number in ("1,000", "10,000", "100,000")]
    text = (ROOT / "docs" / "harness.md").read_text(encoding="utf-8")
    assert f"| {name} | {' | '.join(cells)} |" in text.splitlines()
