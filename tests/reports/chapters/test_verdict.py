"""The report's three sentences, on made-up campaigns of which the truth is known."""

from dataclasses import replace

import pytest

from tests.reports.conftest import CUT_OFF
from tilings.reports.chapters.verdict import sentences, who
from tilings.reports.data.campaign import read_results

CP, ASP, MIP, NATIVE = "gecode/cp_made", "clingo/asp_made", "highs/mip_made", "dlx/dlx_bits"


@pytest.fixture
def told(folder_of, base):
    """The sentences on a campaign: by task (family, goal) and configuration its seconds, None where it was cut off."""

    def made(tasks):
        records = []
        for (family, goal), rows in tasks.items():
            for name, row in rows.items():
                solver, _, formulation = name.partition("/")
                run = replace(base, family=family, goal=goal, solver=solver, formulation=formulation,
                              paradigm="native search" if name == NATIVE else "")  # fmt: skip
                for number, time_s in enumerate(row):
                    took = CUT_OFF if time_s is None else {"wall_s": time_s, "encode_s": 0.0, "solve_s": time_s}
                    records.append(replace(run, instance=f"i{number}", run_id=f"{len(records)}", **took))
        return sentences(read_results(folder_of(*records)))

    return made


def times(factor, most=12):
    return [factor * (1 + number / 7) for number in range(most)]


def test_one_that_is_twice_as_fast_everywhere_wins(told):
    rows = {CP: times(1), ASP: times(2), NATIVE: times(0.01)}
    first, second = told({("squares", "first"): rows, ("squares", "optimum"): rows})
    assert first == "CP wins: it is first in each of 2 tasks (a family with a goal each, 24 cases in all)."
    assert "the next takes 2.0 (ASP behind CP on squares, goal first) to 2.0 times as long" in second
    assert "solves every case" in second


def test_the_sentences_turn_with_the_times(told):
    (first, _) = told({("squares", "first"): {CP: times(2), ASP: times(1)}})
    assert first == "ASP wins: it is first in the goal first on squares (12 cases)."


def test_a_lead_that_could_be_chance_is_undecided(told):
    noisy = [time_s * (1.6 if number % 2 else 0.6) for number, time_s in enumerate(times(1))]
    first, *_ = told({("squares", "first"): {CP: times(1), ASP: noisy}})
    assert first == (
        "No paradigm wins: in the goal first on squares (12 cases) CP (gecode) is ahead by PAR2, 12 of 12 solved "
        "against 12 by ASP (clingo), which takes 0.98 times as long; no more than chance."
    )


def test_the_one_ahead_is_named_with_the_counts_where_it_is_undecided(told):
    few = {CP: times(1, 4), ASP: [*times(1, 2), None, None]}
    first, *_ = told({("squares", "first"): few})
    assert first.endswith(
        "CP (gecode) is ahead by PAR2, 4 of 4 solved against 2 by ASP (clingo); too few cases to be sure."
    )
    first, *_ = told({("squares", "first"): few, ("squares", "count"): {CP: times(1), ASP: times(3)}})
    assert first.endswith(
        "Ahead by PAR2 where it is undecided: squares, goal first: CP (gecode), 4 of 4 solved against 2 by ASP (clingo)"
        "; too few cases to be sure."
    )


def test_of_one_paradigm_the_solver_ahead_is_named(told):
    _, ahead, *_ = told({("squares", "first"): {CP: times(1, 3), "chuffed/cp_made": [1.0, None, None]}})
    assert ahead == ("Ahead by PAR2: squares, goal first: gecode/cp_made, 3 of 3 solved against 1 by chuffed/cp_made.")


def test_a_split_task_is_undecided_and_names_both(told):
    rows = {CP: [1.0] * 12, ASP: [0.1] * 11 + [30.0]}
    first, *_ = told({("squares", "first"): rows})
    assert first == "No paradigm wins: in the goal first on squares (12 cases) CP leads by PAR2, ASP by ratio."
    first, *_ = told({("squares", "first"): rows, ("squares", "count"): {CP: times(1), ASP: times(2)}})
    assert first.endswith("CP is first in 1 and 1 is undecided (1 split: CP by PAR2, ASP by ratio).")


def test_firsts_of_several_paradigms_are_counted(told):
    won, lost = {CP: times(1), ASP: times(3)}, {CP: times(3), ASP: times(1)}
    tasks = {("squares", "first"): won, ("squares", "optimum"): won, ("squares", "count"): lost}
    first, second = told(tasks)
    assert first == (
        "CP wins most often: of 3 tasks (a family with a goal each, 36 cases in all) CP is first in 2 and ASP in 1."
    )
    assert "3.0 times as long" in second


def test_who_solves_the_fewest_is_named_only_if_it_stands_out(told):
    cut = [*times(1)[:4], *[None] * 8]
    _, second = told({("squares", "first"): {CP: times(1), ASP: times(2), MIP: cut}})
    assert "MIP fails most: its best models leave 8 of 12 cases unsolved." in second
    _, second = told(
        {("squares", "first"): {CP: times(1), ASP: [*times(2)[:8], *[None] * 4], MIP: [*cut[:7], *[None] * 5]}}
    )
    assert "fails most" not in second


def test_campaigns_that_tell_nothing_say_so(told, folder_of, base):
    assert told({("squares", "first"): {CP: times(1)}})[0] == (
        "No two paradigms can be compared on the 12 cases of this campaign."
    )
    absent = replace(base, answer="none", check="unchecked", ended="not_installed")
    assert sentences(read_results(folder_of(absent))) == ["None of 1 planned run took place: nothing can be compared."]
    assert told({("squares", "first"): {CP: [None] * 12, ASP: [None] * 12}})[0].startswith("No two paradigms")
    assert who([], 1) == "No two paradigms can be compared on the 1 case of this campaign."
