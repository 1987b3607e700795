"""The chapter on where the time goes: its parts, and the campaign whose seeds it shows."""

from dataclasses import replace

import pytest

from reports.chapters import why
from reports.data.load import load
from reports.plot.style import context


@pytest.fixture
def chapter(tmp_path):
    def make(results, repeated=None):
        with context():
            return why.chapter(results, repeated, tmp_path)

    return make


def parts(content):
    return [
        *(content[name] for name in ("phases", "sizes", "effort", "anytime", "formulations")),
        content["seeds"]["figures"],
    ]


def test_every_part_has_a_written_figure_or_the_reason_for_none(chapter, all_families, tmp_path):
    content = chapter(load(all_families))
    for figures in parts(content):
        assert figures
        for each in figures:
            assert each["sentence"].startswith("No figure") == (not each["file"])
            assert not each["file"] or (tmp_path / each["file"]).exists()
    assert content["phases"][0]["file"]


def test_without_a_run_every_part_gives_a_reason(chapter, folder_of, base):
    content = chapter(load(folder_of(replace(base, answer="none", check="unchecked", ended="not_installed"))))
    assert all(not each["file"] and each["sentence"] for figures in parts(content) for each in figures)
    assert content["counted"]["rows"] == content["rates"]["rows"] == []


def test_the_units_of_effort_are_explained_for_the_solvers_that_counted(chapter, folder_of, base):
    counted = replace(base, solver="clingo", formulation="asp_made", variables=9)
    rows = chapter(load(folder_of(base, counted)))["counted"]["rows"]
    assert [row[0] for row in rows] == ["clingo"]


def seeded(base, **changes):
    return [replace(base, seed=seed, wall_s=float(seed), **changes) for seed in (1, 2)]


def test_seeds_of_another_campaign_stand_in_where_the_campaign_has_none(chapter, folder_of, base, tmp_path):
    results = load(folder_of(base))
    (tmp_path / "results").rename(tmp_path / "own")
    other = load(folder_of(*seeded(base)))
    (tmp_path / "results").rename(tmp_path / "seeds")
    found = chapter(results, other)["seeds"]
    assert found["figures"][0]["file"] and found["elsewhere"].endswith("/results")
    assert chapter(other, results)["seeds"]["elsewhere"] == ""
    strange = load(folder_of(*seeded(base, family="polycubes")))
    assert chapter(results, strange)["seeds"] == {"figures": chapter(results)["seeds"]["figures"], "elsewhere": ""}
