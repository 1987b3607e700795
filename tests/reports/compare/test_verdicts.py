"""The verdict on a case from A to B, on campaigns made by hand in which each verdict occurs."""

from dataclasses import replace

import pytest

from reports.compare.pairing import opened
from reports.compare.summary import compare
from reports.compare.verdicts import VERDICTS, clashes

FLOOR_S = 0.05
WRONG = {"check": "invalid", "message": "tile 3 overlaps tile 1"}


@pytest.fixture
def verdict(folders, made):
    """The verdict on one case, from its seconds (or runs) in A and in B."""

    def of(a, b, bound=1.2):
        runs = [side if isinstance(side, list) else [made("i", side)] for side in (a, b)]
        (found,) = compare(*folders(*runs), bound, FLOOR_S).verdicts
        return found

    return of


@pytest.mark.parametrize(
    ("a", "b", "word"),
    [
        (1.0, 0.5, "faster"),
        (1.0, 2.0, "slower"),
        (1.0, 1.09, "alike"),  # less than a tenth
        (0.06, 0.1, "alike"),  # less than the floor
        (0.04, 0.01, "brief"),
        (None, 30.0, "new"),
        (30.0, None, "lost"),
        (None, None, "unsolved"),
    ],
)
def test_each_pair_of_times_has_its_verdict(verdict, a, b, word):
    assert verdict(a, b).word == word
    assert word in VERDICTS


def test_a_ratio_is_b_over_a_and_short_times_count_as_the_floor(verdict):
    assert verdict(1.0, 2.0).time == 2.0
    assert verdict(0.01, 0.5).time == pytest.approx(10)


@pytest.mark.parametrize(("a", "b", "time", "bound"), [(None, 30.0, 30 / 60, "≤"), (20.0, None, 60 / 20, "≥")])
def test_a_case_that_only_one_solved_bounds_the_ratio_of_wall_times(verdict, a, b, time, bound):
    found = verdict(a, b)
    assert (found.time, found.bound, found.nodes) == (pytest.approx(time), bound, None)


def test_a_failed_run_gives_no_ratio(verdict, made):
    crashed = made("i", None, ended="crash", wall_s=1.0)
    found = verdict(2.0, [crashed])
    assert (found.word, found.time, found.b.why) == ("lost", None, "crash")


@pytest.mark.parametrize(("ended", "state"), [("not_installed", "absent"), ("memory", "memory"), ("crash", "failed")])
def test_a_lost_case_names_how_the_run_of_b_ended(verdict, made, ended, state):
    found = verdict(2.0, [made("i", None, ended=ended)])
    assert (found.word, found.b.state) == ("lost", state)


def test_a_refuted_answer_is_not_solved(verdict, made):
    found = verdict(2.0, [made("i", 1.0, **WRONG)])
    assert (found.word, found.b.state, found.b.why) == ("lost", "wrong", "invalid")


@pytest.mark.parametrize(
    ("limits", "word"),
    [
        ({"wall_limit_s": 10.0}, "unsolved"),
        ({"wall_limit_s": 40.0}, "lost"),
        ({"cpu_limit_s": 10.0}, "unsolved"),
        ({"mem_limit_mb": 100}, "unsolved"),
    ],
)
def test_pairs_with_different_limits_are_judged_at_the_smaller_one(verdict, made, limits, word):
    a = made("i", 20.0, cpu_s=20.0, peak_mb=500.0)
    b = made("i", None, wall_s=limits.get("wall_limit_s", 60.0), **limits)
    assert verdict([a], [b]).word == word


def test_a_run_just_beyond_the_smaller_limit_is_unsolved_whichever_limit_it_had(verdict, made):
    found = verdict([made("i", 10.2)], [made("i", 10.2, wall_limit_s=10.0)])
    assert (found.a.state, found.b.state, found.word) == ("out", "out", "unsolved")


def test_the_smaller_limit_is_the_bound_of_what_was_solved_beyond_it(verdict, made):
    found = verdict([made("i", 20.0)], [made("i", 5.0, wall_limit_s=10.0)])
    assert (found.word, found.a.state, found.a.why) == ("new", "out", "beyond the limit")
    assert (found.time, found.bound) == (pytest.approx(5 / 10), "≤")


def test_the_median_run_of_several_seeds_counts(verdict, made):
    def seeds(*times):
        return [made("i", time, seed=seed) for seed, time in enumerate(times, 1)]

    found = verdict(seeds(1.0, 8.0, 2.0), seeds(5.0, 4.0, None))
    assert (found.runs, found.word, found.a.nodes, found.b.nodes) == (3, "slower", 200, 500)
    assert found.time == pytest.approx(5 / 2)
    assert verdict(seeds(1.0, 1.0, 1.0), seeds(1.0, None, None)).word == "lost"


def test_seeds_that_disagree_are_alike(verdict, made):
    def seeds(*times):
        return [made("i", time, seed=seed) for seed, time in enumerate(times, 1)]

    one_way, both_ways = (1.3, 1.4, 1.2, 1.5, 1.6, 1.4), (0.5, 0.5, 1.4, 1.5, 1.6, 1.4)
    assert verdict(seeds(*[1] * 6), seeds(*one_way)).word == "slower"
    assert verdict(seeds(*[1] * 6), seeds(*both_ways)).word == "alike"


def test_wall_times_are_compared_whatever_the_parts(verdict, made):
    found = verdict([made("i", 1.0)], [made("i", 2.0, solve_s=0.1)])
    assert found.time == pytest.approx(2)


def test_a_run_that_was_given_up_is_taken_for_one_at_its_limit(verdict, made):
    given_up = made("i", None, ended="given_up", wall_s=None)
    found = verdict([made("i", 30.0)], [given_up])
    assert (found.word, found.time, found.bound, found.b.why) == ("lost", pytest.approx(2), "≥", "given up")


def of_count(run, number, **changes):
    return replace(run, goal="count", answer="counted", solutions=number, **changes)


@pytest.mark.parametrize(
    ("a", "b", "where"),
    [
        ([(8, {})], [(9, {})], ["A and B"]),
        ([(9, {}), (8, {"solver": "clingo"})], [(8, {})], ["A"]),
        ([(8, {}), (8, {"solver": "clingo"})], [(8, {}), (9, {"solver": "clingo"})], ["A and B"]),
    ],
)
def test_answers_that_exclude_each_other(folders, made, a, b, where):
    sides = [[of_count(made("i", 1.0), number, **changes) for number, changes in side] for side in (a, b)]
    found = clashes(*map(opened, folders(*sides)))
    assert [clash.where for clash in found] == where
    assert all("says counted 8" in str(clash) and "says counted 9" in str(clash) for clash in found)


def test_a_contradiction_within_b_alone_is_found(folders, made):
    run = made("only here", 1.0, instance_sha256="2" * 64)
    b = [made("i", 1.0), of_count(run, 8), of_count(run, 9, solver="clingo")]
    (clash,) = clashes(*map(opened, folders([made("i", 1.0)], b)))
    assert str(clash).startswith("within B: squares/only here count: B: clingo/cp_made says counted 9, but B: gecode")


def test_a_refuted_answer_is_reported_with_the_result_of_its_check(folders, made):
    (clash,) = clashes(*map(opened, folders([made("i", 1.0)], [made("i", 1.0, **WRONG)])))
    assert str(clash) == "within B: squares/i first gecode/cp_made: invalid tile 3 overlaps tile 1"
