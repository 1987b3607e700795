"""The verdict on each case, the ratios with their intervals, and what is a regression: on campaigns made by hand."""

import math
import random

import pytest

from tests.reports.conftest import dump
from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.reports.compare.cases import VERDICTS, compare

PUBLISHED = ROOT / "results" / "published"
GIVEN_UP = {"ended": "given_up", "wall_s": None}


@pytest.fixture
def compared(folders):
    """The comparison of the records of A and B, at the bound of 1.2."""
    return lambda a, b, **more: compare(*folders(a, b), 1.2, **more)


@pytest.fixture
def series(made):
    """One run for each of these times in seconds, on instances named by their number."""
    return lambda *times, **changes: [made(str(at), time, **changes) for at, time in enumerate(times)]


@pytest.fixture
def seeds(made):
    """Runs of one case with these times, a seed each."""
    return lambda *times: [made("i", time, seed=seed) for seed, time in enumerate(times, 1)]


@pytest.fixture
def verdict(compared, made):
    """The row of one case, from its seconds (or runs) in A and in B."""

    def of(*sides):
        found = compared(*(side if isinstance(side, list) else [made("i", side)] for side in sides))
        (row,) = found.cases.itertuples(index=False)
        return row

    return of


@pytest.mark.parametrize(
    ("a", "b", "word", "ratio", "bound"),
    [
        (1.0, 0.5, "faster", 0.5, ""),
        (1.0, 2.0, "slower", 2, ""),
        (1.0, 1.09, "alike", 1.09, ""),  # less than a tenth
        (0.06, 0.1, "alike", 0.1 / 0.06, ""),  # less than the floor
        (0.04, 0.01, "alike", 1, ""),
        (0.01, 0.5, "slower", 10, ""),  # short times count as the floor
        (None, 30.0, "new", 30 / 60, "≤"),
        (30.0, None, "lost", 60 / 30, "≥"),
        (None, None, "unsolved", math.nan, ""),
    ],
)
def test_each_pair_of_times_has_its_verdict_and_its_ratio_b_over_a(verdict, a, b, word, ratio, bound):
    found = verdict(a, b)
    assert (found.verdict, found.ratio, found.bound) == (word, pytest.approx(ratio, nan_ok=True), bound)
    assert word in VERDICTS


def test_a_run_that_one_side_skipped_is_no_run_of_it(compared, made):
    skipped = made("i", None, ended="skipped", wall_s=None)
    found = compared([made("i", 1.0), made("j", 1.0)], [skipped, made("j", 1.0)])
    assert list(found.cases["verdict"]) == ["alike", "only A"] and found.regressions == []


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [({"ended": "crash", "wall_s": 1.0}, "failed"), ({"ended": "not_installed", "wall_s": None}, "absent")],
)
def test_a_run_that_no_limit_ended_gives_no_ratio(verdict, made, changes, outcome):
    found = verdict(2.0, [made("i", None, **changes)])
    assert (found.verdict, found.outcome_b, found.bound) == ("lost", outcome, "") and math.isnan(found.ratio)


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
    assert verdict([a], [b]).verdict == word


def test_the_smaller_limit_is_the_bound_of_what_was_solved_beyond_it(verdict, made):
    found = verdict([made("i", 20.0)], [made("i", 5.0, wall_limit_s=10.0)])
    assert (found.verdict, found.outcome_a, found.ratio, found.bound) == ("new", "timeout", pytest.approx(0.5), "≤")


def test_the_median_run_of_several_seeds_counts(verdict, seeds):
    found = verdict(seeds(1.0, 8.0, 2.0), seeds(5.0, 4.0, None))
    assert (found.verdict, found.time_s_a, found.time_s_b) == ("slower", 2.0, 5.0)
    assert found.ratio == pytest.approx(math.sqrt(5 * 0.5)), "of the seeds that both solved"
    assert verdict(seeds(1.0, 1.0, 1.0), seeds(1.0, None, None)).verdict == "lost"


def test_seeds_that_disagree_are_alike(verdict, seeds):
    one_way, both_ways = (1.3, 1.4, 1.2, 1.5, 1.6, 1.4), (0.5, 0.5, 1.4, 1.5, 1.6, 1.4)
    slower, alike = (verdict(seeds(*[1] * 6), seeds(*times)) for times in (one_way, both_ways))
    assert slower.verdict == "slower" and 1.2 < slower.low < slower.ratio < slower.high < 1.6
    assert alike.verdict == "alike" and alike.low < 1 < alike.high


@pytest.mark.parametrize(
    "change",
    [
        {"instance": "other"}, {"goal": "count"}, {"solver": "clingo"}, {"formulation": "cp_other"},
        {"options": "symmetry=none"}, {"threads": 2}, {"seed": 2}, {"repetition": 2},
    ],
)  # fmt: skip
def test_runs_that_differ_in_one_requested_thing_are_no_pair(compared, made, change):
    found = compared(
        [made("both", 1.0), made("i", 1.0)], [made("both", 1.0), made(**{"instance": "i", "seconds": 1.0} | change)]
    ).cases
    told = dict(zip(found["instance"] + found["configuration"] + found["goal"], found["verdict"], strict=True))
    assert sorted(told.values()) == ["alike", "only A", *["only B"] * (len(told) == 3)]
    assert (len(told) == 2) == ({"seed", "repetition"} >= change.keys())


def test_another_instance_of_the_same_name_and_interrupted_runs_are_not_compared(compared, made):
    a = [made(name, 1.0) for name in ("same", "i", "j")]
    b = [made("same", 1.0), made("i", 1.0, instance_sha256="f" * 64), made("j", None, ended="interrupted")]
    found = compared(a, b).cases.set_index("instance")["verdict"]
    assert found.to_dict() == {"same": "alike", "i": "other instance", "j": "only A"}


@pytest.mark.parametrize(("b", "words"), [(["j"], "no run in common"), ([], "holds no runs")])
def test_campaigns_without_a_common_run_are_refused(compared, made, b, words):
    with pytest.raises(UserError, match=words):
        compared([made("i", 1.0)], [made(name, 1.0) for name in b])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"solver_version": "6.4.0"}, "solver_version: gecode 6.3.0 → 6.4.0"),
        ({"formulation_sha256": "2" * 64}, "formulation_sha256: squares"),
        ({"wall_limit_s": 30.0}, "wall_limit_s: 60.0 → 30.0"),
        ({"host": "beta"}, "host: alpha → beta"),
    ],
)
def test_differences_of_limits_versions_and_machines_are_reported(compared, made, changes, words):
    assert compared([made("i", 1.0)], [made("i", 1.0, **changes)]).notes[2:] == [f"Differing {words}."]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [({}, {}, True), ({"memory_mb": 8000}, {"memory_mb": 16000}, False), ({"memory_mb": 8000}, {}, True)],
)
def test_machines_differ_if_their_hardware_differs(folders, made, one, other, same):
    a, b = folders([made("i", 1.0, machine="aa")], [made("i", 1.0, machine="bb")])
    dump(a / "machines" / "aa.json", one)
    dump(b / "machines" / "bb.json", other)
    assert (compare(a, b, 1.2).measure == "seconds") == same


def test_between_machines_nodes_are_judged_and_seconds_are_not(compared, series):
    a = series(*[1.0] * 6, nodes=100)
    slow = series(*[9.0] * 6, nodes=100, cpu_model="Other CPU")
    wide = series(*[1.0] * 6, nodes=150, cpu_model="Other CPU")
    found = compared(a, slow)
    assert (found.measure, found.regressions, set(found.cases["verdict"])) == ("nodes", [], {"solved"})
    assert compared(a, slow, across_machines=True).regressions
    assert compared(a, wide).regressions[0].startswith("nodes of all: 1.50 times")
    assert compared(a, series(*[1.0] * 6, cpu_model="")).measure == "seconds", "nothing that is known differs"


@pytest.mark.parametrize("folder", ["", "squares", "triominoes"])
def test_no_published_campaign_differs_from_itself(folder):
    found = compare(PUBLISHED / folder, PUBLISHED / folder, 1.0)
    assert set(found.cases["verdict"]) <= {"alike", "unsolved"} and not found.regressions
    assert found.ratios["ratio"].dropna().to_numpy() == pytest.approx(1)


def test_comparing_b_with_a_gives_the_reciprocal_ratios(compared, made):
    rng = random.Random(2)
    times = [[rng.choice([None, 0.01, *(rng.uniform(0.1, 50) for _ in range(6))]) for _ in range(60)] for _ in "AB"]
    a, b = ([made(str(at), time) for at, time in enumerate(side)] for side in times)
    there, back = compared(a, b), compared(b, a)
    other = {"faster": "slower", "slower": "faster", "new": "lost", "lost": "new"}
    assert [other.get(word, word) for word in there.cases["verdict"]] == list(back.cases["verdict"])
    assert (there.ratios["ratio"] * back.ratios["ratio"]).to_numpy() == pytest.approx(1)
    assert (there.ratios["low"] * back.ratios["high"]).to_numpy() == pytest.approx(1)


def test_short_cases_and_unsolved_ones_are_not_in_the_mean(compared, series):
    found = compared(series(1.0, 0.01, 1.0, None), series(2.0, 0.04, None, 1.0)).ratios.iloc[0]
    assert (found["name"], found["pairs"], found["ratio"]) == ("all", 1, pytest.approx(2))


@pytest.mark.parametrize(
    ("b", "told"),
    [
        ([1.3] * 6, ["seconds of all: 1.30 times", "seconds of squares gecode/cp_made"]),
        ([1.1] * 6, []),
        ([0.5, 0.5, 2.0, 2.0, 4.0, 4.0], []),  # the mean is beyond the bound, its interval is not
    ],
)
def test_a_mean_ratio_beyond_the_bound_is_a_regression(compared, series, b, told):
    found = compared(series(*[1.0] * 6), series(*b)).regressions
    assert len(found) == len(told)
    assert all(words.startswith(start) for words, start in zip(found, told, strict=True))


@pytest.mark.parametrize(
    ("seconds", "changes", "regression"),
    [(30.0, {}, True), (55.0, {}, False), (55.0, {"ended": "crash"}, True), (55.0, GIVEN_UP, False)],
)
def test_a_lost_case_is_a_regression_unless_b_had_hardly_more_time(compared, made, seconds, changes, regression):
    assert bool(compared([made("i", seconds)], [made("i", None, **changes)]).regressions) == regression


@pytest.mark.parametrize("first", [True, False])
def test_a_refuted_answer_is_a_contradiction_and_one_of_b_a_regression(compared, made, first):
    sides = [made("i", None)], [made("i", 1.0, check="invalid", message="tile 3 overlaps tile 1")]
    found = compared(*sides) if first else compared(*reversed(sides))
    assert found.contradictions == [
        f"{'B' if first else 'A'}: squares/i first gecode/cp_made: invalid tile 3 overlaps tile 1"
    ]
    assert bool(found.regressions) == first


@pytest.mark.parametrize(
    ("a", "b", "regression"),
    [
        ([(8, {})], [(9, {})], True),
        ([(9, {}), (8, {"solver": "clingo"})], [(8, {})], False),
        ([(8, {}), (8, {"solver": "clingo"})], [(8, {}), (9, {"solver": "clingo"})], True),
        ([(8, {}), (9, {"solver": "clingo"})], [(8, {}), (9, {"solver": "clingo"})], False),
    ],
)
def test_answers_that_exclude_each_other(compared, made, a, b, regression):
    sides = [
        [
            made("i", 1.0, **changes)._replace(goal="count", answer="counted", solutions=number)
            for number, changes in side
        ]
        for side in (a, b)
    ]  # fmt: skip
    found = compared(*sides)
    assert all("counted 8" in words and "counted 9" in words for words in found.contradictions)
    assert found.contradictions and bool(found.regressions) == regression
