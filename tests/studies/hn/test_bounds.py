"""Decisions on square tilings: which runs the study takes, and how their time grows."""

import pytest

from tests.reports.conftest import dump
from tilings.reports.data.campaign import read_results
from tilings.reports.reach.reach import reaches
from tilings.studies.hn import bounds

OUT = {"answer": "none", "check": "unchecked", "ended": "wall"}


@pytest.fixture
def rows(folder_of, base):
    """The boards of runs that are given as (n, copies or None, answer, further fields)."""

    def made(*runs):
        records, folder = [], None
        for n, copies, answer, *rest in runs:
            goal = "optimum" if copies is None else "first"
            changes = {
                "instance": f"h{n}k{copies}",
                "instance_sha256": f"{n} {copies}",
                "goal": goal,
                "answer": answer,
                "wall_s": 2.0,
            }
            records.append(base._replace(**(changes | (rest[0] if rest else {}))))
        folder = folder_of(*records)
        for n, copies, *_ in runs:
            data = {"family": "squares", "name": f"h{n}k{copies}", "width": n, "height": n, "max_copies": copies}
            dump(folder / "instances" / "squares" / f"h{n}k{copies}.json", data)
        results = read_results(folder)
        return results, bounds.boards(results)

    return made


def test_refuting_and_finding_are_separate_tasks(rows):
    other = {"solver": "chuffed"}
    _, found = rows(
        (9, 2, "unsat"), (9, 3, "sat"), (9, 2, "none", OUT | other), (10, 3, "unsat"),
        (10, 4, "none", {"ended": "memory", **other}),
    )  # fmt: skip
    assert set(found["ladder"]) == {"find 3 copies", "refute 2 copies", "refute 3 copies", "find 4 copies"}
    assert bounds.table(found, {}).rows == [["chuffed/cp_made", "0/1", "0/1"], ["gecode/cp_made", "1/1", "2/2"]]


def test_the_reach_of_each_task_is_told_over_the_boards_of_one_number_of_copies(rows):
    results, found = rows(
        *((n, 2, "unsat", {"wall_s": 0.1 * 2 ** (n - 9)}) for n in range(9, 17)),
        *((n, 2, "none", OUT) for n in (17, 18)),
        *((n, 3, "sat", {"wall_s": 20.0}) for n in (17, 18)),
        *((n, 3, "sat", {"wall_s": 0.1 * 1.5 ** (n - 9)}) for n in range(9, 17)),
        *((n, 4, "sat") for n in range(5, 9)),
    )
    table = bounds.table(found, reaches(bounds.on_ladders(results, found)))
    assert table.header[3:] == ["find 3 copies", "find 4 copies", "refute 2 copies"]
    [[_, solved, refuted, find, *_, refute]] = table.rows
    assert (solved, refuted) == ("14/14", "8/10")
    assert (find, refute) == ("≥ 18", "16")


def test_of_several_settings_the_best_of_those_that_ran_on_most_boards_is_shown(rows):
    none, x = {"options": "symmetry=none"}, {"options": "symmetry=x"}
    _, found = rows(
        (9, 2, "none", OUT), (9, 3, "sat"),
        (9, 2, "unsat", x), (9, 3, "sat", x),
        (9, 3, "sat", none | {"wall_s": 0.1}),
    )  # fmt: skip
    assert set(found["configuration"]) == {"gecode/cp_made [symmetry=x]"}


def test_boards_that_are_not_square_and_other_goals_are_left_out(folder_of, base):
    folder = folder_of(base._replace(instance="r"), base._replace(instance="s", goal="count"))
    for name, height in (("r", 3), ("s", 4)):
        data = {"family": "squares", "name": name, "width": 4, "height": height, "max_copies": 4}
        dump(folder / "instances" / "squares" / f"{name}.json", data)
    assert bounds.boards(read_results(folder)).empty
