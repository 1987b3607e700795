"""The table for notebooks: its documented columns are those that it has, and the documented lines run."""

from __future__ import annotations

import importlib
import re
import warnings

import pytest

from tilings.models.terminal.command import ROOT
from tilings.reports.data import load
from tilings.reports.plot.style import context
from tilings.runners.record.schema import COLUMNS

DOCUMENT = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "reports" / "figures").glob("*.py")}
FIGURES = sorted({name for name, text in SOURCES.items() if "\ndef draw(runs: DataFrame" in text})


def test_every_derived_column_is_described(folder_of, base):
    cells = re.findall(r"^\| (`.+?`) \|", DOCUMENT, re.MULTILINE)
    described = set(re.findall(r"`(\w+)`", " ".join(cells)))
    assert described == set(load(folder_of(base)).columns) - set(COLUMNS)


def test_the_documented_lines_draw_a_figure(tmp_path, monkeypatch):
    (lines,) = re.findall(r"```python\n(.+?)```", DOCUMENT, re.DOTALL)
    (tmp_path / "results").symlink_to(ROOT / "results")
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(lines, names)
    assert "<svg" in (tmp_path / "squares.svg").read_text()
    assert 0 < len(names["ranked"]) < len(names["runs"])


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_takes_the_table_and_any_selection_of_its_rows(all_families, name):
    runs = load(all_families)
    figure = importlib.import_module(f"tilings.reports.figures.{name}")
    squares = runs["family"] == "squares"
    for part in (runs, runs[squares], runs[squares & ~runs["solved"]], runs[:1], runs[:0]):
        with warnings.catch_warnings(), context():
            warnings.simplefilter("error")
            drawing = figure.draw(part)
        assert drawing.figure is None or (drawing.title and drawing.sentence)
