"""Who wins: the table of the best and that of all scores hold what the runs say, whatever is missing in them."""

import warnings
from dataclasses import replace

import pytest

from reports.chapters import ranking
from reports.chapters.chapter import set_in
from reports.data.campaign import read_results
from reports.figures.drawing import Drawing
from reports.plot.style import context
from reports.scores import table
from tests.reports.conftest import CUT_OFF

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
    assert cp == "gecode/cp_made\n8/8, × 3.0 (3.0–3.0)\n3.0 s (1.5)"
    assert cpsat == "cpsat/cp_made\n8/8, first\n1.0 s (0.50)"
    assert "8/8, ≈ 1.1 (" in asp
    assert native == "dlx/cp_made\n8/8, × 0.50\n0.50 s (0.25)"


def test_what_was_given_up_or_not_run_everywhere_is_marked(results):
    found = ranking.best_table(
        results(cpsat=("CP-SAT", 1.0, 1.0, GIVEN_UP), gecode=("CP", 1.0), clingo=("ASP", 2, 2, 2))
    )
    ((_, cp, cpsat, asp),) = found.rows
    assert "gecode/cp_made †\n1/1\n" in cp and "2/3 §" in cpsat and "3/3, first" in asp


def test_all_scores_stand_in_one_table_beside_the_report_where_it_is_long(results, tmp_path):
    rows = {f"solver{number:02}": ("CP", 1.0 + number, 2.0) for number in range(31)}
    campaign = results(**rows)
    found = ranking.score_table(campaign)
    assert found.rows[0][:4] == ["squares, first", "solver00/cp_made", "2/2", "1.5"]
    assert "area (s)" not in found.header and all(len(row) == len(found.header) for row in found.rows)
    with context():
        set_in(ranking.chapter(campaign), tmp_path, "ranking")
    assert len((tmp_path / "tables" / "scores.csv").read_text().splitlines()) == 32


def test_scores_are_those_of_the_functions_and_bounds_are_marked(results):
    feasible = CUT_OFF | {"answer": "feasible", "check": "valid", "objective": 5, "sense": "min"}
    best = {"answer": "optimal", "objective": 4, "sense": "min", "wall_s": 2.0}
    campaign = results("optimum", cpsat=("CP-SAT", best, best), gecode=("CP", best, feasible))
    found = ranking.score_table(campaign)
    scores = table(campaign.median).set_index("configuration")
    for row in found.rows:
        own, cells = scores.loc[row[1]], dict(zip(found.header, row, strict=True))
        assert (cells["solved"], cells["fastest on"]) == (f"{own['solved']}/{own['cases']}", str(own["first"] or "·"))
        assert cells["area (s)"].endswith(" ‡"), "no trace is recorded"
    assert [row[1] for row in found.rows] == ["cpsat/cp_made", "gecode/cp_made"]


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
