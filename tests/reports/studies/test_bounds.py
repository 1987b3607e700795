"""Decisions on square tilings: which runs a study takes, and how many boards are settled."""

from dataclasses import replace

import pytest

from reports.data.campaign import read_results
from reports.studies import bounds
from tests.reports.conftest import dump

OUT = {"answer": "none", "check": "unchecked", "ended": "wall"}


@pytest.fixture
def rows(folder_of, base):
    """The boards of runs that are given as (n, copies or None, answer, further fields)."""

    def made(*runs):
        records, folder = [], None
        for n, copies, answer, *rest in runs:
            goal = "optimum" if copies is None else "first"
            changes = {"instance": f"h{n}k{copies}", "goal": goal, "answer": answer, "wall_s": 2.0}
            records.append(replace(base, **(changes | (rest[0] if rest else {}))))
        folder = folder_of(*records)
        for n, copies, *_ in runs:
            data = {"family": "squares", "name": f"h{n}k{copies}", "width": n, "height": n, "max_copies": copies}
            dump(folder / "instances" / "squares" / f"h{n}k{copies}.json", data)
        return bounds.boards(read_results(folder))

    return made


def test_refuting_and_finding_are_separate_tasks(rows):
    other = {"solver": "chuffed"}
    found = rows(
        (9, 2, "unsat"), (9, 3, "sat", {"wall_s": 0.5}), (9, 2, "none", OUT | other), (10, 3, "unsat"),
        (10, 4, "none", {"ended": "memory", **other}),
    )  # fmt: skip
    assert [row[:5] for row in bounds.table(found).rows] == [
        ["chuffed/cp_made", "find", "10", "4", "mem"],
        ["chuffed/cp_made", "refute", "9", "2", "time"],
        ["gecode/cp_made", "find", "9", "3", "0.50"],
        ["gecode/cp_made", "refute", "9", "2", "2.0"],
        ["gecode/cp_made", "refute", "10", "3", "2.0"],
    ]
    assert bounds.settled(found) == "Of 2 boards with both tasks 1 are settled by gecode/cp_made."


def test_without_a_board_that_is_settled_the_sentence_says_so(rows):
    found = rows((9, 2, "none", OUT), (9, 3, "sat"))
    assert bounds.settled(found) == "No configuration solved both tasks of one of 1 board."


def test_of_several_settings_the_best_of_those_that_ran_on_most_boards_is_shown(rows):
    none, x = {"options": "symmetry=none"}, {"options": "symmetry=x"}
    found = rows(
        (9, 2, "none", OUT), (9, 3, "sat"),
        (9, 2, "unsat", x), (9, 3, "sat", x),
        (9, 3, "sat", none | {"wall_s": 0.1}),
    )  # fmt: skip
    assert set(found["configuration"]) == {"gecode/cp_made [symmetry=x]"}


def test_boards_that_are_not_square_and_other_goals_are_left_out(folder_of, base):
    folder = folder_of(replace(base, instance="r"), replace(base, instance="s", goal="count"))
    for name, height in (("r", 3), ("s", 4)):
        data = {"family": "squares", "name": name, "width": 4, "height": height, "max_copies": 4}
        dump(folder / "instances" / "squares" / f"{name}.json", data)
    assert bounds.boards(read_results(folder)).empty
