"""From rows to rungs: which are held, the reach that they show, and what speaks against it."""

import math
from dataclasses import replace

import pytest

from tests.reports.reach.conftest import SIZES, growing
from tilings.reports.data.campaign import tidy
from tilings.reports.reach.climbs import by_ladder, climbs

OUT = {"answer": "none", "check": "unchecked", "ended": "wall"}


@pytest.fixture
def rungs(base):
    """The climb of one configuration, given by (size, case, seconds or an ending, further fields)."""

    def made(*rows):
        records = []
        for number, (size, case, took, *rest) in enumerate(rows):
            run = replace(base, run_id=str(number), ladder="hn", rung=float(size), instance=f"n{size}-{case}",
                          wall_limit_s=5.0, wall_s=took, **(rest[0] if rest else {}))  # fmt: skip
            if isinstance(took, str):
                run = replace(run, **OUT | {"ended": took, "wall_s": 5.0 if took == "wall" else None})
            records.append(run)
        (found,) = climbs(tidy(tuple(records), {}))
        return found

    return made


@pytest.mark.parametrize(("reach", "first"), [(30, 30.0), (31, 30.0), (6.5, 6.0)])
def test_the_reach_is_the_largest_size_held_if_the_next_two_are_not(climb, reach, first):
    (found,) = climbs(climb({("a", "CP"): growing(reach)}))
    assert (found.reach, found.open, found.holes) == (first, False, [])
    assert len([rung for rung in found.tried if not rung.held]) == 2


def test_a_contestant_that_holds_the_last_rung_tried_has_a_lower_bound(climb):
    (found,) = climbs(climb({("a", "CP"): growing(1000)}))
    assert (found.reach, found.open) == (SIZES[-1], True)


def test_one_that_holds_nothing_has_no_reach(climb):
    (found,) = climbs(climb({("a", "CP"): growing(2)}))
    assert found.reach is None and not found.open and found.rungs[0].size == SIZES[0]


def test_a_rung_not_held_below_the_reach_is_a_hole(rungs):
    found = rungs((10, 0, 1.0), (11, 0, "wall"), (12, 0, 2.0), (13, 0, "wall"), (14, 0, "wall"))
    assert (found.reach, found.holes, found.open) == (12, [11], False)


@pytest.mark.parametrize(("third", "held"), [(3.0, True), ("wall", False)])
def test_a_rung_is_held_with_more_than_half_of_its_cases(rungs, third, held):
    found = rungs((10, 0, 1.0), (10, 1, "wall"), (10, 2, third))
    assert found.rungs[0].held is held
    assert found.rungs[0].time_s == 3.0 if held else math.isnan(found.rungs[0].time_s)


@pytest.mark.parametrize(("seeds", "held"), [((1.0, "wall", 2.0), True), ((1.0, "wall", "wall"), False)])
def test_of_the_seeds_of_a_case_the_median_counts(rungs, seeds, held):
    (rung,) = rungs(*((10, 0, took, {"seed": seed}) for seed, took in enumerate(seeds))).rungs
    assert rung.held is held and len(rung.cases) == 1
    assert rung.cases[0].time_s == (2.0 if held else 5.0)


@pytest.mark.parametrize(
    ("seeds", "median"),
    [((1.0, 2.0), 1.0), ((1.0, "wall"), 1.0), ((3.0, 1.0, 4.0, 2.0), 2.0), ((1.0, *["wall"] * 3), 5.0)],
)
def test_of_an_even_number_of_seeds_the_lower_median_counts(rungs, seeds, median):
    (rung,) = rungs(*((10, 0, took, {"seed": seed}) for seed, took in enumerate(seeds))).rungs
    assert [case.time_s for case in rung.cases] == [median] and rung.held is (median < 5.0)


def test_crashes_and_wrong_answers_are_unsolved_and_named(rungs):
    solved = [(10, case, 1.0) for case in range(18)]
    found = rungs(*solved, (12, 0, "crash"), (14, 0, 1.0, {"check": "invalid"}))
    assert [rung.held for rung in found.rungs] == [True, False, False]
    assert found.faults == ["n12-0: crash", "n14-0: wrong answer"]


def test_a_rung_is_not_assumed_to_be_held_where_the_answers_above_it_are_refuted(rungs):
    solved = [(10, case, 1.0) for case in range(18)]
    wrong = {"check": "contradicts_known"}
    found = rungs(*solved, (12, 0, "skipped"), (14, 0, 1.0, wrong), (14, 1, 1.0, wrong), (14, 2, "skipped"))
    assert [rung.held for rung in found.rungs] == [True, False, False] and found.reach == 10


def test_a_configuration_that_is_not_ranked_has_no_climb(base):
    runs = [replace(base, ladder="hn", rung=10.0, run_id=str(at), instance=f"n{at}") for at in range(10)]
    assert climbs(tidy(tuple(runs), {}))
    wrong = [replace(run, check="invalid") for run in runs[:2]]
    assert climbs(tidy((*wrong, *runs[2:]), {})) == []


def test_skipped_rungs_are_held_and_given_up_ones_are_not_and_neither_was_tried(rungs):
    found = rungs((10, 0, "skipped"), (12, 0, 1.0), (14, 0, "wall"), (16, 0, "wall"), (18, 0, "given_up"))
    assert [(rung.held, rung.tried) for rung in found.rungs] == [
        (True, False), (True, True), (False, True), (False, True), (False, False),
    ]  # fmt: skip
    assert found.reach == 12 and not found.open


def test_runs_that_could_not_take_place_say_nothing(rungs):
    found = rungs((10, 0, 1.0), (12, 0, "not_installed"), (14, 0, "interrupted"))
    assert [rung.size for rung in found.rungs] == [10]


def test_limits_and_kinds_of_machine_make_ladders_of_their_own(climb):
    runs = climb({("a", "CP"): growing(30)})
    again = runs.assign(kind="another machine")
    import pandas as pd

    both = by_ladder(climbs(pd.concat([runs, again, runs.assign(wall_limit_s=60.0)], ignore_index=True)))
    assert len(both) == 3


def test_under_a_shorter_limit_longer_runs_are_unsolved(climb):
    (found,) = climbs(climb({("a", "CP"): growing(30)}))
    short = found.within(0.5)
    assert short.reach == 24, "4.97 * 1.5 ** (24 - 30) + 0.03 is 0.47 s"
    assert all(case.time_s <= 0.5 for rung in short.tried for case in rung.cases)
    with pytest.raises(ValueError, match="longer than the limit"):
        found.within(6.0)


def test_ladders_whose_rungs_are_texts_are_read_and_other_texts_are_none(climb):
    runs = climb({("a", "CP"): growing(30)})
    texts = runs.assign(rung=runs["rung"].astype(str))
    assert climbs(texts) == climbs(runs)
    assert climbs(runs.assign(rung="large")) == climbs(runs[:0]) == []
