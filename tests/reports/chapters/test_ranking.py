"""The chapter on who wins, and the definitions of the scores that a campaign has."""

import csv
import warnings
from dataclasses import replace

import pytest

from tests.reports.conftest import CUT_OFF
from tilings.reports.chapters import ranking
from tilings.reports.chapters.chapter import set_in
from tilings.reports.chapters.ranking import ON_PAGES, definitions
from tilings.reports.data.campaign import read_results
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.style import context
from tilings.reports.scores import DEFINITIONS, table

GIVEN_UP = {"answer": "none", "check": "unchecked", "ended": "given_up", "wall_s": None, "solve_s": None}


@pytest.fixture
def results(folder_of, base):
    """The campaign of configurations, solver/formulation (paradigm), each given by its cases: seconds, or changes."""

    def made(goal="first", **rows):
        runs = []
        for name, (paradigm, *cases) in rows.items():
            for number, case in enumerate(cases):
                took = case if isinstance(case, dict) else {"wall_s": case, "solve_s": case / 2}
                about = {"paradigm": paradigm, "instance": f"i{number}", "goal": goal, "run_id": f"{name}{number}"}
                runs.append(replace(base, solver=name, **about | took))
        return read_results(folder_of(*runs))

    return made


def test_a_cell_has_the_cases_the_ratio_to_the_leader_and_both_clocks(results):
    found = ranking.best_table(
        results(
            cpsat=("CP-SAT", *[1.0] * 8),
            gecode=("CP", *[3.0] * 8),
            chuffed=("CP", *[4.0] * 8),
            clingo=("ASP", *[0.4, 3.2] * 4),
            dlx=("native search", *[0.5] * 8),
        )
    )
    assert list(found.header) == ["task", "CP", "CP-SAT", "ASP", "native search (reference)"]
    ((task, cp, cpsat, asp, native),) = found.rows
    assert task == "squares,\nfirst"
    assert cp == "gecode/cp_made\n8/8, × 3.0\n3.0 s (1.5)"
    assert cpsat == "cpsat/cp_made\n8/8, first\n1.0 s (0.50)"
    assert "8/8, ≈ 1.1\n" in asp
    assert native == "dlx/cp_made\n8/8, × 0.50\n0.50 s (0.25)"


def test_a_split_lead_and_one_over_fewer_cases_are_marked(results):
    found = ranking.best_table(
        results(
            cpsat=("CP-SAT", *[1.0] * 8), gecode=("CP", *[0.1] * 7, 9.0), clingo=("ASP", *[2.0] * 7, CUT_OFF),
        )
    )  # fmt: skip
    ((_, cp, _, asp),) = found.rows
    assert "8/8, ‡ 0.18\n" in cp and "7/8, × ≥ 2.0\n" in asp


def test_what_was_given_up_or_not_run_everywhere_is_marked(results):
    found = ranking.best_table(
        results(cpsat=("CP-SAT", 1.0, 1.0, GIVEN_UP), gecode=("CP", 1.0), clingo=("ASP", 2, 2, 2))
    )
    ((_, cp, cpsat, asp),) = found.rows
    assert "gecode/cp_made †\n1/1\n" in cp and "2/3 §" in cpsat and "3/3, first" in asp


def test_all_scores_stand_in_a_file_beside_the_report(results, tmp_path):
    feasible = CUT_OFF | {"answer": "feasible", "check": "valid", "objective": 5, "sense": "min"}
    best = {"answer": "optimal", "objective": 4, "sense": "min", "wall_s": 2.0}
    campaign = results("optimum", cpsat=("CP-SAT", best, best), gecode=("CP", best, feasible), clingo=("ASP", best))
    with context():
        made = set_in(ranking.chapter(campaign), tmp_path, "ranking")
    assert made["blocks"][-1]["text"].startswith("`tables/scores.csv` (3 rows): every score")
    with (tmp_path / "tables" / "scores.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["configuration"] for row in rows] == ["cpsat/cp_made", "gecode/cp_made", "clingo/cp_made"]
    for row, own in zip(rows, table(campaign.median).itertuples(), strict=True):
        assert (row["solved"], row["fastest on"], row["complete"]) == (
            str(own.solved),
            str(own.first),
            str(own.complete),
        )
        assert float(row["PAR2 (s)"]) == pytest.approx(own.par2, rel=1e-3)
    assert [row["only"] for row in rows] == ["1", "0", "0"]
    assert rows[0]["low (s)"] == "", "two cases are too few for an interval"


POOR = [
    {},
    {"gecode": ("CP", 1.0)},
    {"gecode": ("CP", CUT_OFF), "cpsat": ("CP-SAT", CUT_OFF)},
    {"gecode": ("CP", GIVEN_UP)},
    {"dlx": ("native search", 1.0, 2.0)},
    {"gecode": ("CP", {"wall_s": 0.0, "solve_s": None}), "cpsat": ("CP-SAT", 0.0)},
]


@pytest.mark.parametrize("rows", POOR)
def test_whatever_is_missing_the_chapter_gets_smaller(results, tmp_path, rows):
    with warnings.catch_warnings(), context():
        warnings.simplefilter("error")
        found = ranking.chapter(results(**rows))
        set_in(found, tmp_path, "ranking")
    assert not any(
        isinstance(block, Drawing) and block.figure and "Every case" in block.title for block in found.blocks
    )


def test_every_score_on_a_page_is_defined_and_every_other_one_has_its_source(folder_of, base):
    _, formulas, rest = definitions(read_results(folder_of(base))).blocks
    assert [definition.name for definition in formulas.definitions] == list(ON_PAGES)
    for name in (definition.name for definition in DEFINITIONS):
        assert (f" {name} [@" in rest.text) == (name not in ON_PAGES), name
