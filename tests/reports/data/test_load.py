"""The table for notebooks: its documented columns are those that it has, and the documented lines run."""

from __future__ import annotations

import re

from tilings.models.terminal.command import ROOT
from tilings.reports.data import load
from tilings.runners.record.schema import COLUMNS

DOCUMENT = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")


def test_every_derived_column_is_described(folder_of, base):
    of_runs, *_ = DOCUMENT.partition("## A table of your own")
    cells = re.findall(r"^\| (`.+?`) \|", of_runs, re.MULTILINE)
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
