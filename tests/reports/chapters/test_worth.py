"""The chapter on what a constraint is worth: its table, and what it says of pairs that count nowhere."""

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from reports.analysis import ablation
from reports.build import build
from reports.chapters import worth
from reports.data.campaign import tidy
from reports.figures import worth as figures
from tests.reports.analysis.test_ablation import OUT, made

__all__ = ["made"]


def test_pairs_without_a_ratio_are_counted_by_their_reason(made):
    records = (
        made("", 60, **OUT), made("symmetry=none", 60, **OUT),
        made("", 1, seed=2), made("symmetry=none", 2, seed=2, answer="none", ended="crash"),
        made("", 0.01, seed=3), made("symmetry=none", 0.02, seed=3),
    )  # fmt: skip
    found = ablation.worths(tidy(records, {}))
    assert worth.table(found)["rows"][0][3:] == ["2.0", "1 −2", "–"]
    said = worth.reservations(found)
    assert said.startswith("There are 3 pairs. In 1 pair both runs reached a limit")
    assert "In 1 pair a run failed" in said
    assert "In 1 pair both runs took less than 0.1 s" in said


def test_pairs_at_their_limits_on_an_undecided_instance_are_counted(made):
    found = ablation.worths(tidy((made("", 60, **OUT), made("symmetry=none", 60, **OUT)), {}))
    assert "(1 of them on instances that no run decided)" in worth.reservations(found)
    assert figures.draw(found).figure is None
    assert figures.draw(found).sentence


def test_the_table_is_over_all_solvers_and_the_figure_of_each(made):
    records = [
        replace(made(options, time_s), solver=solver)
        for solver, slow in (("cpsat", 2), ("clingo", 8))
        for options, time_s in (("", 1), ("symmetry=none", slow))
    ]
    found = ablation.worths(tidy(tuple(records), {}))
    assert worth.table(found)["rows"] == [["symmetry", "all", "none", "4.0 (2.0–8.0)", "2", "–"]]
    axes = figures.draw(found).figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "clingo/cpsat_nooverlap",
        "cpsat/cpsat_nooverlap",
    ]
    assert [text.get_text() for text in axes.texts] == ["8.0", "2.0", "symmetry"]


@pytest.mark.usefixtures("undrawn")
def test_the_report_has_the_chapter(folder_of, made, tmp_path):
    pages = PdfReader(io.BytesIO(build(folder_of(made("", 1), made("symmetry=none", 3)), tmp_path))).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert "What a constraint is worth" in text
    assert "symmetry all none 3.0 1" in text
