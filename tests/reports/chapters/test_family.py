"""A family's chapter has the figures that its runs allow, and they show the best configurations."""

from dataclasses import replace

import pytest

from reports.chapters import family
from reports.data.load import load, tidy
from reports.plot.style import context
from tests.reports.conftest import task

SOLVERS = ("gecode", "chuffed", "clingo")


@pytest.fixture
def goal(folder_of, tmp_path):
    """The part of the chapter on the single goal of some records."""

    def made(*records):
        results = load(folder_of(*records))
        (tmp_path / "figures").mkdir()
        with context():
            (found,) = family.chapter(results, "squares", tmp_path / "figures")["goals"]
        return found

    return made


def test_all_figures_that_are_missing_are_explained_in_one_paragraph(goal, base):
    found = goal(base, replace(base, solver="clingo"))
    assert [figure["title"] for figure in found["figures"]] == [
        "Outcome of every instance and configuration", "Instances solved within a time", "Performance profile",
    ]  # fmt: skip
    (said,) = found["missing"]
    assert said.startswith("No scatter of pairs") and "No figure of time by difficulty" in said


def test_with_too_many_configurations_only_the_best_settings_are_drawn(goal, base, monkeypatch):
    monkeypatch.setattr(family, "MOST_DRAWN", 2)
    slow = {"options": "symmetry=none", "wall_s": 9.0}
    found = goal(*(replace(base, solver=solver, **changes) for solver in SOLVERS[:2] for changes in ({}, slow)))
    assert found["drawn"].startswith("Of 4 configurations the figures show 2: ")


def test_with_too_many_formulations_every_solver_keeps_its_best(goal, base, monkeypatch):
    monkeypatch.setattr(family, "MOST_DRAWN", 3)
    records = [
        replace(base, solver=solver, formulation=f"cp_{number}", wall_s=1.0 + 9 * place + number)
        for place, solver in enumerate(SOLVERS) for number in range(3)
    ]  # fmt: skip
    best = family.selected(task(tidy(tuple(records), {}))).runs
    assert set(best["configuration"]) == {f"{solver}/cp_0" for solver in SOLVERS}, (
        "not the three formulations of gecode"
    )
    found = goal(*records)
    assert "Of 9 configurations the figures show 3: the best of each solver" in found["drawn"]
    assert len(found["scores"]["rows"]) == 10, "the table has all, and the virtual best"
