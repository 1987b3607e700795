"""The table for notebooks: its documented columns are those that it has, and the documented lines run."""

from __future__ import annotations

import importlib
import re
import warnings
from dataclasses import replace
from itertools import product

import pytest

from tests.reports.conftest import CUT_OFF
from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.reports.data import load
from tilings.reports.data.campaign import tidy
from tilings.reports.plot.style import context
from tilings.reports.scores import median_runs
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
    assert "<svg" in (tmp_path / "covers.svg").read_text()
    assert 0 < len(names["covers"]) < len(names["runs"])


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


def test_a_folder_without_a_campaign_is_refused_in_one_line(tmp_path):
    with pytest.raises(UserError, match="no such folder"):
        load(tmp_path / "none")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ["failing", "phases"])
def test_raw_runs_and_their_medians_have_one_title(base, name):
    """Of each case two seeds agree, and a third one, which is no median, would tell of another growth and phase."""
    records = []
    for solver, paradigm, growth in (("gecode", "CP", 1.6), ("clingo", "ASP", 2.4)):
        for rung, seed in product(range(20), (1, 2, 3)):
            took = growth**rung / 100 if seed < 3 else growth ** (2 * rung) / 100
            early = 0.1 if seed < 3 else 1
            run = replace(base, solver=solver, paradigm=paradigm, instance=f"i{rung}", ladder="l", rung=rung, seed=seed,
                          wall_s=took, encode_s=early * took, solve_s=(1 - early) * took, startup_s=0.0, load_s=0.0,
                          flatten_s=0.0, presolve_s=0.0, nodes=9)  # fmt: skip
            records.append(run if took < base.wall_limit_s else replace(run, **CUT_OFF))
    runs = tidy(tuple(records), {})
    draw = importlib.import_module(f"tilings.reports.figures.{name}").draw
    with context():
        raw, medians = draw(runs), draw(median_runs(runs))
    assert raw.title == medians.title != ""
    assert (raw.sentence, raw.figure is None) == (medians.sentence, False)
