"""The MiniZinc Challenge's Borda count: values by hand, properties, and the points that the Challenge itself gave."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.scores import borda, duels, median_runs
from tests.reports.scores.conftest import ABSENT, few, made, name, named, tables

ORIGINAL = Path(__file__).parent / "original" / "minizinc-challenge-2015.csv"


def against(runs, one, other):
    """The points of two configurations against each other."""
    points = duels(median_runs(runs))
    return points.loc[name(one), name(other)], points.loc[name(other), name(one)]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (4.0, None, (1, 0)),  # solved beats unsolved
        (None, None, (0, 0)),  # an unsolved run gets nothing, even against an unsolved one
        (4.0, 12.0, (0.75, 0.25)),  # 12 / (4 + 12)
        (4.9, 12.1, (0.75, 0.25)),  # the same, times being rounded down to seconds
        (0.2, 0.9, (0.5, 0.5)),  # "0.5 if both finished in 0s"
        (0.9, 1.0, (1, 0)),  # 1 / (0 + 1)
        (7.0, ABSENT, None),
    ],
)
def test_without_an_objective_only_solving_and_time_count(one, other, expected):
    runs = made(a=[one, 5.0], b=[other, ABSENT])  # only a ran on the second case, which gives nobody a point
    if expected is None:
        assert name("b") not in duels(median_runs(runs))
    else:
        assert against(runs, "a", "b") == pytest.approx(expected)


@pytest.mark.parametrize("sense", ["min", "max"])
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((4.0, 5), (12.0, 5), (0.75, 0.25)),  # both proved it: by time
        ((4.0, 5), (None, 5), (1, 0)),  # the same objective, proved by one
        ((None, 5), (None, 6), (1, 0)),  # better by sense, as below
        ((None, 5), (None, 5), (0.5, 0.5)),  # both used up the limit
        ((None, 5), (None, None), (1, 0)),  # a solution beats none
        ((3.0, None), (None, None), (1, 0)),  # so does a proof that there is none
        ((3.0, None), (1.0, None), (0.25, 0.75)),
        ((None, None), (None, None), (0, 0)),
        ((4.0, 6), (None, 5), (1, 0)),  # a contradiction: the proof counts
    ],
)
def test_with_an_objective_proof_then_quality_then_time_count(sense, one, other, expected):
    if sense == "max":
        one, other = ((time, None if value is None else -value) for time, value in (one, other))
    runs = made(goal="optimum", sense=sense, a=[one], b=[other])
    assert against(runs, "a", "b") == pytest.approx(expected)


def test_a_refuted_answer_is_not_solved():
    runs = made(goal="optimum", a=[(1.0, 3)], b=[(None, 5)])
    runs.loc[runs["solver"] == "a", ["solved", "outcome"]] = [False, "wrong"]
    assert against(runs, "a", "b") == (0, 1)


def test_a_solved_run_of_unknown_time_counts_its_limit():
    runs = made(a=[20.0], b=[1.0])
    runs.loc[runs["solver"] == "b", ["time_s", "charged_s"]] = float("nan")
    assert against(runs, "a", "b") == pytest.approx((0.75, 0.25))


def test_the_borda_count_is_the_sum_over_opponents_and_cases(monkeypatch):
    """Case 0: a beats b and c (2 points); b against c 6 s to 2 s: 0.25 and 0.75. Case 1: only c solves it: 2 points."""
    monkeypatch.setattr(borda, "QUANTUM_S", 1e-3)
    found = duels(median_runs(made(a=[1.0, None], b=[6.0, None], c=[2.0, None])))
    assert named(found.sum(axis=1)) == pytest.approx({"a": 6 / 7 + 2 / 3, "b": 1 / 7 + 0.25, "c": 1 / 3 + 0.75})


objectives = st.one_of(st.none(), st.integers(0, 3))
optima = st.lists(
    st.lists(st.tuples(st.one_of(st.none(), st.floats(0.0, 59.0)), objectives), min_size=3, max_size=3),
    min_size=2, max_size=4,
).map(lambda rows: made(goal="optimum", **dict(zip("abcd", rows, strict=False))))  # fmt: skip


@few
@given(st.one_of(tables, optima))
def test_a_pair_shares_one_point_on_each_case_that_either_solved_and_none_elsewhere(runs):
    median = median_runs(runs)
    points = duels(median)
    answered = median[median["outcome"].isin(["solved", "incumbent"])].groupby("configuration")["instance"].agg(set)
    for one in points.index:
        for other in points.index.drop(one):
            either = set().union(*(answered.get(each, set()) for each in (one, other)))
            assert points.loc[one, other] + points.loc[other, one] == pytest.approx(len(either))


@few
@given(tables)
def test_the_points_of_a_pair_depend_on_no_third(runs):
    points = duels(median_runs(runs))
    for one in points.index:
        for other in points.index.drop(one):
            pair = median_runs(runs[runs["configuration"].isin([one, other])])
            assert duels(pair).loc[one, other] == pytest.approx(points.loc[one, other])


@pytest.mark.parametrize("opponent", ["MZN/CPLEX-free", "chuffed-free"])
def test_points_are_those_of_the_challenge_itself(monkeypatch, opponent):
    """original/minizinc-challenge-2015.csv: status, time and objective of three entrants in the Challenge of 2015 on
    all its 100 instances, and the points of Choco-free against the other two, as minizinc.org publishes them
    (MiniZinc/minizinc.github.io, public/challenge/2015/results.json, commit 340a8b4; rows 0, 3 and 7 of its arrays).

    Status: S a solution, C the search was complete, UNK neither. Those times were shared in milliseconds, not seconds.
    """
    monkeypatch.setattr(borda, "QUANTUM_S", 1e-3)
    with ORIGINAL.open() as file:
        rows = list(csv.DictReader(file))
    wrong = []
    for kind in ("SAT", "MIN", "MAX"):
        mine, its = (
            [row for row in points_of(rows, solver) if row["kind"] == kind] for solver in ("Choco-free", opponent)
        )
        cells = {"a": [cell(row) for row in mine], "b": [cell(row) for row in its]}
        goal = "first" if kind == "SAT" else "optimum"
        median = median_runs(made(limit=1200.0, goal=goal, sense=kind.lower(), **cells))
        for case, row in enumerate(its):
            points = duels(median[median["instance"] == f"i{case}"]).loc[name("a"), name("b")]
            if abs(points - float(row["choco_free_scores"])) > 2e-6:
                wrong.append((mine[case], row, points))
    assert not wrong


def points_of(rows, solver):
    return [row for row in rows if row["solver"] == solver]


def cell(row):
    """The run as `made` takes it."""
    complete = "C" in row["status"] or (row["kind"] == "SAT" and "S" in row["status"])
    time_s = float(row["time_ms"]) / 1000 if complete else None
    objective = int(row["objective"]) if row["objective"] and "S" in row["status"] else None
    return time_s if row["kind"] == "SAT" else (time_s, objective)
