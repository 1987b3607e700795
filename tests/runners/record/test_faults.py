"""Runs that ended by a fault are told in a sentence, and a configuration with too many of them is not ranked."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tilings.runners.record import faults

LACKING = "Package 'pindakaas' is unavailable. Install it with 'pip install python-sat[pb]'"


@pytest.mark.parametrize(
    ("faulty", "of", "ranked"), [(1, 20, True), (2, 20, True), (3, 20, False), (20, 20, False), (0, 20, True)]
)
def test_more_than_one_fault_in_ten_runs_takes_a_configuration_out_of_the_ranking(
    faulty: int, of: int, ranked: bool
) -> None:
    for fault in ({"ended": "crash"}, {"check": "contradicts_known"}):
        runs = [_run("h4", **fault if number < faulty else {}) for number in range(of)]
        assert (faults.unranked(runs) == set()) == ranked


def test_a_goal_of_which_every_run_crashed_is_not_ranked_although_the_family_is() -> None:
    runs = [_run("h4", "crash", goal="optimum")] * 2 + [_run("h4", "wall")] * 40
    assert faults.unranked(runs) == {("squares", "optimum", "gecode/cp_diffn")}


def test_a_family_of_which_many_runs_crashed_is_not_ranked_in_any_goal() -> None:
    runs = [_run("h4", "output", goal="optimum", threads=2)] * 9 + [_run("h4", threads=2)] * 40
    name = "gecode/cp_diffn ×2"
    assert faults.unranked(runs) == {("squares", "optimum", name), ("squares", "first", name)}


def test_the_sentence_counts_the_runs_and_names_the_configurations_the_first_message_and_the_command() -> None:
    crashed = [(f"a{number}", _run(f"h{number}", ended="crash", message=LACKING)) for number in range(3)]
    said, unranked = faults.sentences([*crashed, ("b", _run("h9"))], Path("results/mine"))
    assert said.startswith("3 of 4 runs ended by a fault")
    assert "3 of 4 of gecode/cp_diffn on squares" in said and LACKING in said
    assert "not compared" in said and unranked.endswith(
        "ended by a fault or with a wrong answer: gecode/cp_diffn on squares."
    )
    assert said.endswith("tilings verify results/mine --how a0")


def _run(instance: str, ended: str = "finished", **columns: object) -> SimpleNamespace:
    given = {"goal": "first", "check": "unchecked", "threads": 1, "message": ""} | columns
    return SimpleNamespace(
        family="squares", instance=instance, solver="gecode", formulation="cp_diffn", options="", preset="",
        ended=ended, **given,
    )  # fmt: skip
