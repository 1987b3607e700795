"""Runs on a single size: the first one, the ratio of times with its interval, and what is decided."""

import math

import numpy as np
import pytest

from tests.reports.conftest import CUT_OFF
from tilings.reports.data.campaign import tidy
from tilings.reports.reach.one_size import FASTEST, FEWER, OPEN, SLOWER, of_one_size, tasks
from tilings.reports.reach.solver_by_model import sentences, tables

MADE = {"cpsat/a": "CP-SAT", "gecode/b": "CP", "clingo/c": "ASP", "dlx/own": "native search"}
CRASH = {"answer": "none", "check": "unchecked", "ended": "crash", "wall_s": 0.1}


@pytest.fixture
def records(base):
    """Runs given as lists of cases by configuration: seconds, one for each seed; None, columns, or "-" for no run."""

    def made(*parts):
        found = []
        for (name, paradigm), cases in zip(MADE.items(), parts, strict=False):
            solver, _, formulation = name.partition("/")
            run = base._replace(solver=solver, formulation=formulation, paradigm=paradigm)
            for number, seeds in enumerate(cases):
                for seed, time_s in enumerate(seeds if isinstance(seeds, tuple) else (seeds,)):
                    took = time_s if isinstance(time_s, dict) else {"wall_s": time_s} if time_s else CUT_OFF
                    place = {"instance": f"i{number}", "seed": seed, "run_id": f"{len(found):016x}"}
                    found += [] if time_s == "-" else [run._replace(**place, **took)]
        return tuple(found)

    return made


@pytest.fixture
def task(records):
    def made(*parts):
        (found,) = tasks(tidy(records(*parts), {}))
        return found

    return made


def said(task):
    return list(sentences([task]))


def test_a_constant_factor_is_the_ratio_and_decides(task):
    found = task([1, 2, 3, 4, 5, 6], [3, 6, 9, 12, 15, 18])
    first, second = found.entries
    assert (found.name, found.cases, first.configuration) == ("squares, one solution", 6, "cpsat/a")
    assert [first.verdict, second.verdict, second.both] == [FASTEST, SLOWER, 6]
    assert [second.ratio.value, second.ratio.low, second.ratio.high] == pytest.approx([3, 3, 3])
    assert (first.median_s, first.share) == (3.5, "6 of 6")
    assert said(found) == [
        "cpsat/a is the fastest on squares, one solution.",
        "Squares, one solution: cpsat/a solves 6 of 6 cases, in a median of 3.5 s; gecode/b 6 of 6 in 3.0 (3.0–3.0) "
        "times the time.",
    ]


def test_a_difference_that_other_cases_would_turn_is_not_decided(task):
    found = task([1] * 8, [0.4, 3.0] * 4)
    assert [each.verdict for each in found.ranked] == [OPEN, OPEN]
    assert said(found)[0] == "Too close to call who is the fastest on squares, one solution."


@pytest.mark.parametrize(("spread", "verdict"), [(0.01, SLOWER), (1.0, OPEN)])
def test_a_difference_within_the_spread_of_seeds_is_not_decided(task, spread, verdict):
    rng = np.random.default_rng(4)
    slower = [tuple(1.2 * np.exp(rng.normal(0, spread, 3))) for _ in range(10)]
    found = task([1.0] * 10, slower).entries[1]
    mean = math.exp(np.log(slower).mean())
    assert mean in (pytest.approx(found.ratio.value), pytest.approx(1 / found.ratio.value)), "geometric, over the seeds"
    assert found.verdict == verdict


def test_unsolved_seeds_are_left_out_of_the_ratio(task):
    assert task([1.0] * 6, [(2.0, None, 2.0)] * 6).entries[1].ratio.value == pytest.approx(2)


@pytest.mark.parametrize(("unsolved", "verdict"), [(6, FEWER), (5, OPEN)])
def test_solving_more_decides_where_a_sign_test_rejects_chance(task, unsolved, verdict):
    first, second = task([1] * 8, [1] * (8 - unsolved) + [None] * unsolved).entries
    assert (second.share, second.ratio, second.verdict) == (f"{8 - unsolved} of 8", None, verdict)
    assert first.verdict == (FASTEST if verdict == FEWER else OPEN)


def test_who_solves_more_but_is_slower_on_the_common_cases_is_not_the_fastest(task):
    for unsolved, verdict in ((1, OPEN), (7, FEWER)):
        first, second = task([2] * 16, [1] * (16 - unsolved) + [None] * unsolved).entries
        assert first.configuration == "cpsat/a" and second.ratio.high < 1
        assert (first.verdict, second.verdict) == (OPEN, verdict)


def test_with_too_few_cases_there_is_no_interval(task):
    found = task([1] * 5, [9] * 5)
    assert found.entries[1].ratio is None
    assert said(found)[0] == "Too few cases to say who is the fastest on squares, one solution."
    assert "(too few cases to say)" in said(found)[1]


def test_a_native_search_is_a_reference(task):
    found = task([2] * 6, [4] * 6, [6] * 6, [1] * 6)
    assert [each.verdict for each in found.entries] == [FASTEST, SLOWER, SLOWER, ""]
    assert found.entries[-1].ratio.value == pytest.approx(0.5)
    assert said(found)[1].endswith(
        "The reference, dlx/own, outside the comparison, solves 6 of 6 in 0.50 (0.50–0.50) times the time."
    )
    (table, _) = tables([found])
    assert table.rows[-1] == ["dlx/own", "native search", "reference", "6 of 6", "1.0", "0.50 (0.50–0.50)"]


def test_who_crashes_or_is_wrong_too_often_is_not_ranked_and_rare_faults_are_named(task):
    wrong = {"check": "invalid", "message": "two squares overlap"}
    found = task([2] * 12, [1] * 9 + [CRASH, CRASH, wrong], [3] * 11 + [CRASH])
    rows = {row[0]: row[2:4] for row in tables([found])[0].rows}
    assert rows["gecode/b"] == ["not ranked; 1 wrong answer, 2 runs failed (crash)", "9 of 12"]
    assert rows["clingo/c"] == ["slower; 1 run failed (crash)", "11 of 12"]
    assert [each.configuration for each in found.entries] == ["cpsat/a", "clingo/c", "gecode/b"]


def test_a_configuration_that_ran_on_some_cases_is_compared_on_these(task):
    second = task([1] * 12, [2] * 7 + ["-"] * 5).entries[1]
    assert (second.share, second.verdict) == ("7 of 7", SLOWER)


def test_where_one_alone_ran_or_nothing_is_solved_nothing_is_compared(task):
    alone = task([1, 2])
    assert said(alone) == [
        "Nothing can be compared on squares, one solution.",
        "Squares, one solution: cpsat/a solves 2 of 2 cases, in a median of 1.5 s; nothing else was run.",
    ]
    assert said(task([None, None], [None, None]))[1] == "Squares, one solution: of 2 cases none is solved."
    assert list(sentences([])) == tables([]) == []


def test_the_first_sentence_counts_the_tasks(records):
    runs = tidy(records([1] * 6, [3] * 6), {})
    other = tidy(records([3] * 6, [1] * 6), {}).assign(family="covers")
    even = runs.assign(goal="count", time_s=1.0, charged_s=1.0)
    three = [found for part in (runs, other, even) for found in tasks(part)]
    assert next(sentences(three)) == ("cpsat/a is the fastest in 1 of 3 tasks and gecode/b in 1; 1 is undecided.")


def test_runs_are_of_one_size_without_a_ladder_or_on_one_of_a_single_rung(base):
    on = [base._replace(ladder="hn", rung=float(size), instance=f"i{size}") for size in (4, 5)]
    single = [base._replace(ladder="one", rung=7.0, instance=f"i{number}") for number in range(3)]
    runs = tidy((*on, *single, base), {})
    assert of_one_size(runs).tolist() == [False, False, True, True, True, True]
    assert of_one_size(runs[:0]).tolist() == []


def test_a_long_table_is_cut_in_the_document_and_whole_beside_it(base):
    records = tuple(base._replace(formulation=f"cp_{number:02}", wall_s=1 + number) for number in range(31))
    whole, shown, _ = tables(tasks(tidy(records, {})))
    assert (len(whole.rows), whole.beside, len(shown.rows), shown.beside) == (31, True, 30, None)
    assert shown.caption == "Squares, one solution: 1 case, limit 60 s. The first 30 of 31."
