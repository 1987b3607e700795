"""The conclusions of the published report are judged by ratios and orders of times from one machine."""

import pytest

from tilings.reports.data.campaign import tidy
from tilings.studies.tam import claims, figures
from tilings.studies.tam.ladder import ladder


@pytest.fixture
def runs(base):
    """Runs of the ladder, from (class, tiles, solver, options, seconds or None for a run at the limit)."""

    def made(*rows):
        records = []
        for number, (name, _, solver, options, time_s) in enumerate(rows):
            language = "asp" if solver == "clingo" else "cp"
            run = base._replace(family="triominoes", instance=f"{name}-{number}", goal="optimum", answer="optimal",
                          solver=solver, formulation=f"{language}_pairwise", options=options)  # fmt: skip
            late = {"answer": "none", "ended": "wall", "encode_s": None, "solve_s": None, "wall_s": 60.0}
            records.append(run._replace(**late) if time_s is None else run._replace(wall_s=time_s))
        tiles = [float(row[1]) for row in rows]
        table = tidy(tuple(records), {})
        return ladder(table.assign(difficulty=[row[0] for row in rows], tiles=tiles, size=[each**2 for each in tiles]))

    return made


def row(start, published, here, extreme=None):
    table = claims.claims(published, published[:0] if extreme is None else extreme, here)
    return next(row[1:] for row in table.rows if row[0].startswith(start))


def test_a_model_counts_as_slow_from_ten_times_its_own_easy_runs(runs):
    early = [("easy", 4, "clingo", "", 0.1), ("medium", 7, "clingo", "", 1.1)]
    late = [("easy", 4, "gecode", "", 1.0), ("medium", 7, "gecode", "", 9.0), ("hard", 16, "gecode", "", 11.0)]
    here = [("easy", 4, "gecode", "", 1.0), ("medium", 6, "gecode", "", 11.0)]
    found = row("Clingo, inserted and position are slow with", runs(*early, *late), runs(*early, *here))
    assert found == ["clingo 7; basic 16", "yes", "clingo 7; basic 6", "no"]


@pytest.mark.parametrize(
    ("there", "here", "found"),
    [
        ((1.0, 2.0, 1.0, 30.0), (1.0, 2.0, 1.0, 1.5), [
            "hard takes 2.0 times easy; next clingo, 30 times", "yes",
            "hard takes 2.0 times easy; next clingo, 1.5 times", "no",
        ]),
        # a growth that ends at the limit is a lower bound
        ((1.0, 2.0, 1.0, None), (2.0, None, 1.0, None), [
            "hard takes 2.0 times easy; next clingo, ≥ 60 times", "yes",
            "hard takes ≥ 30 times easy; next clingo, ≥ 60 times", "no",
        ]),
    ],
)  # fmt: skip
def test_the_claim_on_chuffed_holds_if_its_times_grow_least(runs, there, here, found):
    cells = [
        ("easy", 4, "chuffed", ""),
        ("hard", 16, "chuffed", ""),
        ("easy", 4, "clingo", ""),
        ("hard", 16, "clingo", ""),
    ]
    sides = (runs(*((*cell, time_s) for cell, time_s in zip(cells, times, strict=True))) for times in (there, here))
    assert row("Chuffed stays fast", *sides) == found


def test_a_claim_without_runs_is_not_judged(runs):
    none = runs(("easy", 4, "chuffed", "", 1.0))[:0]
    assert row("Chuffed reaches", none, none) == ["–", "open", "–", "open"]


def test_the_claim_that_harder_classes_take_longer_is_judged_up_to_the_first_without_a_solved_run(runs):
    rising = runs(("easy", 4, "chuffed", "", 1.0), ("medium", 7, "chuffed", "", 2.0))
    falling = runs(("easy", 4, "chuffed", "", 2.0), ("medium", 7, "chuffed", "", 1.0))
    assert row("Harder", rising, falling) == ["1 of 1 models", "yes", "0 of 1 models", "no"]
    stuck = runs(("easy", 4, "clingo", "", 1.0), ("medium", 7, "clingo", "", None), ("hard", 9, "clingo", "", None))
    assert row("Harder", stuck, stuck)[:2] == ["1 of 1 models", "yes"]


def test_conclusions_that_hold_are_counted_where_both_are_judged(runs):
    rising = runs(("easy", 4, "chuffed", "", 1.0), ("medium", 7, "chuffed", "", 2.0))
    falling = runs(("easy", 4, "chuffed", "", 2.0), ("medium", 7, "chuffed", "", 1.0))
    judged = claims.claims(rising, rising[:0], falling)
    assert claims.holding(judged) == (2, 1, 2), "harder classes take longer; chuffed is the best of one"
    late = runs(("easy", 4, "chuffed", "", None), ("medium", 7, "chuffed", "", None))
    assert claims.holding(claims.claims(rising, rising[:0], late)) == (0, 0, 0), (
        "where nothing is solved, nothing is shown"
    )


def test_the_figure_of_classes_states_the_growth_but_not_of_medians_at_the_limit(runs):
    steady = runs(("easy", 4, "chuffed", "", 1.0), ("hard", 16, "chuffed", "", 3.0))
    late = runs(("easy", 4, "clingo", "", 1.0), ("hard", 16, "clingo", "", None))
    drawn = figures.class_times({"one": steady, "two": late})
    assert drawn.title == "From easy to hard boards the median time grows 3.0 times with one"
    assert figures.class_times({"two": late}).title == "Times by class"
    assert drawn.figure is not None
    assert figures.class_times({"one": steady[:1]}).figure is None
