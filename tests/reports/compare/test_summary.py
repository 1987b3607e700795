"""Mean ratios with their intervals, regressions, and properties that hold for any two campaigns."""

import math
import random

import pytest

from models.terminal.command import ROOT
from reports.compare.ratios import geometric
from reports.compare.summary import compare

FLOOR_S, BOUND = 0.05, 1.2
PUBLISHED = ROOT / "results" / "published"


@pytest.fixture
def compared(folders):
    """The comparison of the records of A and B, at the bound of 1.2."""
    return lambda a, b, **more: compare(*folders(a, b), BOUND, FLOOR_S, **more)


@pytest.fixture
def series(made):
    """One run for each of these times in seconds, on instances named by their number."""
    return lambda *times, **changes: [made(str(at), time, **changes) for at, time in enumerate(times)]


def group(found, kind, name):
    (only,) = (one for one in found.groups if (one.kind, one.name) == (kind, name))
    return only


def test_the_geometric_mean_and_its_interval_equal_those_by_hand():
    found = geometric([2.0] * 6)
    assert (found.mean, found.low, found.high, found.number) == (
        pytest.approx(2),
        pytest.approx(2),
        pytest.approx(2),
        6,
    )
    assert geometric([1.0, 4.0]).mean == pytest.approx(2)
    assert not geometric([1.0, 4.0, 4.0, 4.0, 4.0]).known
    assert geometric([]) is None


def test_the_interval_holds_the_true_mean_about_as_often_as_it_says():
    rng = random.Random(1)
    held = 0
    for _ in range(200):
        found = geometric([math.exp(rng.gauss(0.3, 0.5)) for _ in range(30)])
        held += found.low <= math.exp(0.3) <= found.high
    assert 180 <= held <= 198  # of 200, at 95 %


def test_the_interval_is_that_of_the_mean_of_logarithms():
    ratios = [1 + 0.1 * number for number in range(50)]
    logs = [math.log(ratio) for ratio in ratios]
    mean = sum(logs) / 50
    error = math.sqrt(sum((log - mean) ** 2 for log in logs) / 49 / 50)
    found, student = geometric(ratios), 2.01  # the 97.5th percentile with 49 degrees of freedom
    assert math.log(found.low) == pytest.approx(mean - student * error, abs=0.15 * error)
    assert math.log(found.high) == pytest.approx(mean + student * error, abs=0.15 * error)


def test_cases_below_the_floor_and_unsolved_ones_are_not_in_the_mean(compared, series):
    found = group(compared(series(1.0, 0.01, 1.0, None), series(2.0, 0.04, None, 1.0)), "all", "all")
    assert (found.time.mean, found.time.number, found.nodes.number) == (pytest.approx(2), 1, 2)
    assert found.bounded.bound == "≷"


def test_a_formulation_has_a_group_only_where_several_solvers_take_it(compared, series):
    both = series(1.0) + series(1.0, solver="chuffed") + series(1.0, solver="clingo", formulation="asp_made")
    found = compared(both, both)
    assert [one.name for one in found.groups if one.kind == "formulation"] == ["cp_made"]
    assert len([one for one in found.groups if one.kind == "configuration"]) == 3


def test_a_campaign_does_not_differ_from_itself(compared, series):
    runs = series(0.01, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, None)
    found = compared(runs, runs)
    assert not found.of("faster", "slower", "new", "lost") and not found.regressions and not found.clashes
    for one in found.groups:
        assert one.time == one.nodes._replace(number=6) == (1.0, 1.0, 1.0, 6)
        assert not one.changed


@pytest.mark.parametrize("folder", ["", "squares", "triominoes", "triominoes-ablation"])
def test_no_published_campaign_differs_from_itself(folder):
    found = compare(PUBLISHED / folder, PUBLISHED / folder, 1.0, FLOOR_S)
    assert len(found.verdicts) > 200
    assert not found.of("faster", "slower", "new", "lost") and not found.regressions
    assert not any(one.changed for one in found.groups)


def test_comparing_b_with_a_gives_the_reciprocal_ratios(compared, made):
    rng = random.Random(2)
    times = [[rng.choice([None, 0.01, *(rng.uniform(0.1, 50) for _ in range(6))]) for _ in range(60)] for _ in "AB"]
    a, b = ([made(str(at), time) for at, time in enumerate(side)] for side in times)
    there, back = compared(a, b), compared(b, a)
    other = {"faster": "slower", "slower": "faster", "new": "lost", "lost": "new"}
    assert [other.get(v.word, v.word) for v in there.verdicts] == [v.word for v in back.verdicts]
    for one, reverse in zip(there.groups, back.groups, strict=True):
        for ratio, turned in ((one.time, reverse.time), (one.nodes, reverse.nodes)):
            assert ratio.mean * turned.mean == pytest.approx(1)
            assert ratio.low * turned.high == pytest.approx(1) == pytest.approx(ratio.high * turned.low)
        assert one.bounded.mean * reverse.bounded.mean == pytest.approx(1)


@pytest.mark.parametrize(
    ("b", "told"),
    [
        ((1.3, 1.3, 1.3, 1.3, 1.3, 1.3), ["seconds of all: 1.30 times", "seconds of squares gecode/cp_made"]),
        ((1.1, 1.1, 1.1, 1.1, 1.1, 1.1), []),
        ((0.5, 0.5, 2.0, 2.0, 4.0, 4.0), []),  # the mean is beyond the bound, its interval is not
    ],
)
def test_a_mean_ratio_beyond_the_bound_is_a_regression(compared, series, b, told):
    found = compared(series(*[1.0] * 6), series(*b)).regressions
    assert len(found) == len(told)
    assert all(words.startswith(start) for words, start in zip(found, told, strict=True))


def test_five_cases_are_too_few_for_a_regression(compared, series):
    assert not compared(series(*[1.0] * 5), series(*[9.0] * 5)).regressions


@pytest.mark.parametrize(
    ("seconds", "changes", "regression"),
    [
        (20.0, {}, True),
        (55.0, {}, False),  # B had less than 1.2 times that
        (55.0, {"ended": "memory"}, True),
        (55.0, {"ended": "crash"}, True),
        (55.0, {"ended": "not_installed"}, True),
        (None, {}, False),
    ],
)
def test_a_lost_case_is_a_regression_unless_b_had_hardly_more_time(compared, made, seconds, changes, regression):
    found = compared([made("i", seconds)], [made("i", None, **changes)])
    assert bool(found.regressions) == regression


@pytest.mark.parametrize(("first", "regression"), [("B", True), ("A", False)])
def test_a_refuted_answer_of_b_is_a_regression(compared, made, first, regression):
    right, wrong = [made("i", None)], [made("i", 1.0, check="invalid")]
    found = compared(right, wrong) if first == "B" else compared(wrong, right)
    assert bool(found.regressions) == regression


def test_between_machines_nodes_are_judged_and_seconds_are_not(compared, series):
    a = series(*[1.0] * 6, nodes=100)
    slow = series(*[9.0] * 6, nodes=100, cpu_model="Other CPU")
    wide = series(*[1.0] * 6, nodes=150, cpu_model="Other CPU")
    found = compared(a, slow)
    assert not found.judged and not found.regressions
    assert group(found, "all", "all").time.mean == pytest.approx(9)
    assert {verdict.word for verdict in found.verdicts} == {"solved"}
    assert compared(a, slow, across_machines=True).regressions
    assert compared(a, wide).regressions[0].startswith("nodes of all: 1.50 times")
