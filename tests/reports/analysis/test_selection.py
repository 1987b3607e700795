"""Who wins, whether a tree knows it, and what choosing by the tree gains: on made-up cases whose truth is known."""

import math
from dataclasses import replace

import pandas as pd
import pytest

from reports.analysis.choosing import choices
from reports.analysis.features import NAMES
from reports.analysis.selection import interval, prediction, telling, winners
from reports.data.campaign import tidy
from reports.scores import median_runs
from tests.reports.conftest import CUT_OFF

NOTHING = pd.DataFrame(columns=list(NAMES), index=pd.MultiIndex.from_tuples([], names=["family", "instance"]))


@pytest.fixture
def runs(base):
    """The table of runs given as (paradigm, instance, seconds or None where it was cut off, changes)."""

    def made(*rows):
        records = []
        for number, (paradigm, instance, time_s, *changes) in enumerate(rows):
            took = CUT_OFF if time_s is None else {"wall_s": time_s}
            own = {"paradigm": paradigm, "solver": paradigm.lower(), "instance": instance, "run_id": str(number)}
            records.append(replace(base, **{**own, **took, **(changes[0] if changes else {})}))
        return tidy(tuple(records), {})

    return made


def won(table):
    return winners(table, median_runs(table), NOTHING)


def cases(rule, ladders=6, rungs=6, family="squares"):
    """Cases on ladders of growing size, each of another density, with the winner that a rule of both names."""
    rows = []
    for ladder in range(ladders):
        for rung in range(rungs):
            features = dict.fromkeys(NAMES, 1.0) | {"cells": 10.0 + rung, "density": 0.5 + 0.1 * ladder}
            rows.append({"family": family, "instance": f"{ladder}-{rung}", "goal": "first", "ladder": str(ladder),
                         "paradigm": rule(features, ladder), "decided": True, **features})  # fmt: skip
    return pd.DataFrame(rows)


def dense(features, _):
    return "CP-SAT" if features["density"] > 0.75 else "exact cover"


def test_the_fastest_wins_by_the_time_of_the_next_paradigm(runs):
    table = runs(("CP", "a", 2.0), ("CP", "a", 1.0, {"options": "x=1"}), ("ASP", "a", 3.0), ("SAT", "a", None))
    row = won(table).iloc[0]
    assert (row["paradigm"], row["second"], row["configuration"]) == ("CP", "ASP", "cp/cp_made [x=1]")
    assert row["lead"] == pytest.approx(3) and math.isnan(row["noise"]) and row["decided"]


def test_an_unsolved_next_paradigm_counts_its_limit_and_native_searches_do_not_count(runs):
    table = runs(("CP", "a", 2.0), ("native search", "a", 1.0), ("SAT", "a", None), ("CP", "alone", 1.0),
                 ("CP", "hard", None), ("SAT", "hard", None))  # fmt: skip
    found = won(table)
    assert found["instance"].tolist() == ["a"] and found["lead"].tolist() == [30]


@pytest.mark.parametrize(("next_s", "decided"), [(6.0, False), (8.0, True)])
def test_a_lead_within_the_spread_of_seeds_is_undecided(runs, next_s, decided):
    # The logs of 1 and e have the variance 1/2: one run of each differs by e ** 1.96, about 7, by the seed alone.
    seeds = [("CP", "a", time_s, {"seed": seed}) for seed, time_s in ((1, 1.0), (2, math.e))]
    spread = [("ASP", "a", next_s * time_s, {"seed": seed}) for seed, time_s in ((1, 1.0), (2, math.e))]
    row = won(runs(*seeds, *spread)).iloc[0]
    assert row["lead"] == pytest.approx(next_s) and row["noise"] == pytest.approx(math.exp(1.96))
    assert row["decided"] == decided


def test_both_sides_are_one_ladder_and_a_case_of_no_class_is_of_its_like(runs):
    rungs = [("h07k2", "hn/unsat"), ("h08k2", "hn/sat"), ("h03k2", ""), ("queens8", "")]
    table = runs(*((who, name, 1.0, {"ladder": ladder}) for name, ladder in rungs for who in ("CP", "ASP")))
    ladders = won(table).set_index("instance")["ladder"].to_dict()
    assert ladders.pop("queens8") == "squares first queens#" and set(ladders.values()) == {"squares first hn"}


def test_a_rule_of_the_features_is_found_and_said_in_words():
    found = prediction(cases(dense))
    assert found.accuracy == 1 and found.usual < 0.5
    assert found.gain[0] > 0
    said = [(answer.which, answer.paradigm, answer.cases, answer.right) for answer in found.answers]
    assert said == [("density up to 0.7", "exact cover", 18, 18), ("density at least 0.8", "CP-SAT", 18, 18)]


def test_what_only_the_ladder_tells_is_not_known_beforehand():
    found = prediction(cases(lambda _, ladder: "CP" if ladder % 2 else "ASP"))
    assert found.accuracy == 0 and found.gain[1] <= 0


def test_the_same_instances_with_another_goal_are_not_seen_either():
    own = cases(lambda _, ladder: "CP" if ladder % 2 else "ASP")
    again = own.assign(goal="count", ladder=own["ladder"] + " count")
    assert prediction(pd.concat([own, again], ignore_index=True)).accuracy == 0


def test_undecided_cases_teach_nothing_and_do_not_count():
    own = cases(dense)
    lucky = cases(lambda *_: "MIP").assign(decided=False, instance="lucky")
    found = prediction(pd.concat([own, lucky], ignore_index=True))
    assert found.accuracy == 1 and {answer.paradigm for answer in found.answers} == {"CP-SAT", "exact cover"}
    assert "MIP" not in set(found.cases["named"])


def test_families_and_goals_are_named_and_a_number_that_none_has():
    one = cases(lambda *_: "ASP", 3).assign(family="triominoes")
    other = cases(lambda *_: "CP", 3, family="squares").assign(ladder=lambda rows: rows["ladder"] + "s")
    (first, second) = sorted(prediction(pd.concat([one, other], ignore_index=True)).answers, key=lambda own: own.which)
    assert (first.which, first.paradigm, second.which, second.paradigm) == ("squares", "CP", "triominoes", "ASP")
    own = cases(lambda features, _: "CP" if features["values"] else "ASP")
    values = own.assign(values=[3.0 * (number % 2) for number in range(len(own))])
    values["paradigm"] = values["values"].map({0.0: "ASP", 3.0: "CP"})
    assert {answer.which for answer in prediction(values).answers} == {"no values", "at least 3 values"}


def test_too_few_cases_ladders_or_winners_make_no_tree():
    assert prediction(cases(dense, 3, 4)) is None, "twelve cases"
    assert prediction(cases(lambda *_: "CP")) is None
    assert prediction(cases(lambda features, ladder: "ASP" if (ladder, features["cells"]) == (0, 10) else "CP")) is None
    assert prediction(cases(dense).assign(ladder="one")) is None
    assert prediction(cases(dense).assign(cells=math.nan)) is None
    assert prediction(cases(dense).iloc[:0]) is None


def test_the_second_feature_tells_something_else_than_the_first():
    own = cases(dense).assign(placements=lambda rows: 2 * rows["density"])
    assert set(telling(own)) <= {"density", "placements", "cells"} and "cells" in telling(own)
    assert telling(own.assign(cells=1.0))[1:] == []


def test_choosing_by_a_tree_that_is_right_is_as_good_as_the_best_of_each_case(base):
    own = cases(dense)
    records = []
    for case in own.itertuples():
        for paradigm in ("CP-SAT", "exact cover"):
            took = 1.0 if paradigm == case.paradigm else 4.0
            records.append(replace(base, instance=case.instance, solver=paradigm, paradigm=paradigm, wall_s=took))
    ways = choices(median_runs(tidy(tuple(records), {})), prediction(own))
    always, task, tree, _ = ways
    assert always.name == "always CP-SAT" and [way.solved for way in ways] == [36] * 4
    assert [way.par2_s for way in ways] == pytest.approx([2.5, 2.5, 1, 1])
    assert [way.mean_s for way in ways] == pytest.approx([2, 2, 1, 1])
    assert [way.ratio for way in ways] == pytest.approx([1, 1, 0.5, 0.5])
    assert task.low == task.high == 1 and tree.low < 0.5 < tree.high <= 1


def test_a_paradigm_that_cannot_be_chosen_gives_way_to_the_best_configuration(base):
    own = cases(dense)
    records = [
        replace(base, instance=case.instance, solver=paradigm, paradigm=paradigm, wall_s=took)
        for case in own.itertuples()
        for paradigm, took in (("CP-SAT", 1.0), ("exact cover", 2.0))
        if paradigm == "CP-SAT" or case.paradigm == "exact cover"
    ]
    _, task, tree, _ = choices(median_runs(tidy(tuple(records), {})), prediction(own))
    assert tree.par2_s == task.par2_s == 1


def test_a_task_of_which_no_configuration_ran_on_all_cases_is_left_out(base):
    again = cases(dense).assign(goal="count", ladder="count", instance=lambda rows: "count" + rows["instance"])
    own = pd.concat([cases(dense), again], ignore_index=True)
    found = prediction(own)
    records = [
        replace(base, instance=case.instance, solver=case.paradigm, paradigm=case.paradigm, goal=case.goal, wall_s=2.0)
        for case in own.itertuples()
    ]
    assert choices(median_runs(tidy(tuple(records), {})), found) == []
    records += [replace(record, solver="CP-SAT", paradigm="CP-SAT") for record in records if record.goal == "first"]
    ways = choices(median_runs(tidy(tuple(records), {})), found)
    assert [way.cases for way in ways] == [36] * 4 and {way.par2_s for way in ways} == {2}


def test_the_interval_draws_whole_ladders():
    values, ladders = pd.Series([0.0] * 6 + [1.0] * 6), pd.Series(list("abcdef") * 2)
    low, high = interval(values, ladders)
    assert low == pytest.approx(0.5) and high == pytest.approx(0.5), "each ladder has as many of both"
    assert math.isnan(interval(values[:2], ladders[:2])[0])
