"""The hardness study: bounds on a board's optimum, the density where half are full, and the peak of effort."""

import pytest

from tilings.reports.data.campaign import tidy
from tilings.studies.tam import hardness


@pytest.fixture
def runs(base):
    """Runs given as (board, answer, objective, changes); one second each."""

    def made(*rows):
        records = []
        for name, answer, objective, *rest in rows:
            changes = {
                "family": "triominoes", "goal": "optimum", "instance": name, "answer": answer, "objective": objective,
                "wall_s": 1.0, "formulation": "cpsat_cell", "solver": "cpsat", "sense": "max",
            }  # fmt: skip
            records.append(base._replace(**(changes | (rest[0] if rest else {}))))
        return hardness.select(tidy(tuple(records), {}))

    return made


def known(found, name):
    board = hardness.boards(found).loc[name]
    return board["least"], board["most"]


def test_only_boards_of_the_hardness_study_count(runs):
    found = runs(("grid6-m08-k4-s1", "optimal", 8), ("b0-1-easy", "optimal", 3))
    assert list(found["instance"]) == ["grid6-m08-k4-s1"]
    row = found.iloc[0]
    assert (row["side"], row["tiles"], row["values"], row["seed"]) == (6, 8, 4, 1)
    assert row["density"] == pytest.approx(24 / 36)


@pytest.mark.parametrize(
    ("rows", "bracket", "fits"),
    [
        ([("optimal", 7)], (7, 7), 0),
        ([("feasible", 8, {"ended": "wall"})], (8, 8), 1),
        ([("feasible", 6, {"bound": 7.0})], (6, 7), 0),
        ([("feasible", 6, {"bound": 9.4})], (6, 8), None),
        ([("none", None)], (0, 8), None),
        ([("feasible", 6, {"bound": 8.0}), ("none", None, {"bound": 6.0, "solver": "highs"})], (6, 6), 0),
        ([("optimal", 8, {"check": "contradicts_known"})], (0, 8), None),
    ],
)
def test_the_bounds_on_a_board_combine_all_its_valid_runs(runs, rows, bracket, fits):
    found = runs(*(("grid6-m08-k4-s1", *row) for row in rows))
    board = hardness.boards(found).iloc[0]
    assert (board["least"], board["most"]) == bracket
    assert board["settled"] == (bracket[0] == bracket[1])
    assert board["share"] == pytest.approx(bracket[0] / 8)
    assert board["fits"] == fits if fits is not None else board["fits"] != board["fits"]


def test_curves_are_means_over_the_boards_of_a_density(runs):
    found = runs(
        ("grid6-m04-k2-s1", "optimal", 4), ("grid6-m04-k2-s2", "optimal", 3),
        ("grid6-m12-k2-s1", "optimal", 9), ("grid6-m12-k3-s1", "optimal", 6),
    )  # fmt: skip
    share = hardness.curves(hardness.boards(found), "share")
    assert set(share) == {(6, 2), (6, 3)}
    assert dict(share[6, 2]) == pytest.approx({12 / 36: 0.875, 1.0: 0.75})


@pytest.fixture
def study(runs):
    """k = 4 on 6 x 6: 4 tiles fit, 8 on one of two boards, 12 do not; the middle takes longest. One board is open."""
    slow = {"wall_s": 9.0, "nodes": 900}
    native = {"solver": "dlx", "formulation": "dlx_budget", "nodes": 90}
    rows = [
        ("grid6-m04-k4-s1", "optimal", 4), ("grid6-m08-k4-s1", "optimal", 8, slow),
        ("grid6-m08-k4-s2", "optimal", 7, slow), ("grid6-m12-k4-s1", "optimal", 9),
        ("grid6-m12-k4-s2", "feasible", 9, {"ended": "wall", "bound": 12.0}),
    ]  # fmt: skip
    own = [(name, answer, value, native | (rest[0] if rest else {})) for name, answer, value, *rest in rows]
    return runs(*rows, *own)


def test_the_title_has_the_density_at_which_half_of_the_boards_are_full(study):
    drawn = hardness.draw(study)
    assert drawn.title == "Half of the 6 × 6 boards take all their tiles at a density of 0.67 with 4 values", (
        "1/2 at 24/36"
    )
    assert drawn.figure is not None
    assert drawn.sentence.endswith("Undecided, and left out above: 1 of 5 boards.")


def test_the_peak_of_effort_is_compared_with_that_density(study):
    said = hardness.draw(study).sentence
    assert (
        "Seconds, cpsat/cpsat_cell, peak on average 0.33 above that, in 1 of 1 lines at the greatest density that was "
        "tried (1 unsolved board counted as the limit)."
    ) in said
    assert "Nodes, dlx/dlx_budget, peak on average there." in said


def test_without_boards_of_two_densities_there_is_no_figure(runs):
    for found in (runs(), runs(("grid6-m04-k2-s1", "optimal", 4)), runs(("grid6-m04-k2-s1", "none", None))):
        assert hardness.draw(found).figure is None
