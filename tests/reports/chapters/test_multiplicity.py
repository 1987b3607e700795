"""Bounds on h(n): what a run proves, which k a table shows, and how undecided runs are marked."""

from dataclasses import replace

import pytest

from reports.chapters import multiplicity
from reports.chapters.multiplicity import Bracket
from reports.data.campaign import read_results
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
        return multiplicity.boards(read_results(folder))

    return made


def by_lead(found):
    return {table["lead"]: table for table in found}


@pytest.mark.parametrize(
    ("run", "proven"),
    [
        ((9, 3, "sat"), "≤ 3"),
        ((9, 2, "unsat"), "≥ 3"),
        ((9, 2, "none", OUT), "–"),
        ((9, 2, "unsat", {"check": "contradicts_known"}), "–"),
        ((9, None, "optimal", {"objective": 3}), "3"),
        ((9, None, "feasible", {"objective": 4, "bound": 1.2, "ended": "wall"}), "2–4"),
        ((9, None, "feasible", {"objective": 4, "ended": "wall"}), "≤ 4"),
    ],
)
def test_a_run_proves_an_upper_bound_by_a_tiling_and_a_lower_bound_by_a_refutation(rows, run, proven):
    table = multiplicity.tables(rows(run))[0]
    assert table["rows"][0] == ["cp_made on gecode", proven]


def test_equal_bounds_from_both_sides_prove_the_value():
    assert Bracket(3) | Bracket(None, 3) == Bracket(3, 3)
    assert str(Bracket(2) | Bracket(None, 4)) == "2–4"


def test_refuting_and_finding_have_separate_tables_of_seconds(rows):
    other = {"solver": "chuffed"}
    found = rows(
        (9, 2, "unsat"), (9, 3, "sat", {"wall_s": 0.5}), (9, 2, "none", OUT | other), (10, 3, "unsat"),
        (10, 4, "none", {"ended": "memory", **other}),
    )  # fmt: skip
    tables = by_lead(multiplicity.tables(found))
    assert tables["U: seconds to refute"]["header"] == ["", "9\n2", "10\n3"]
    assert tables["U: seconds to refute"]["rows"] == [
        ["cp_made on chuffed", "time", "·"], ["cp_made on gecode", "2.0", "2.0"],
    ]  # fmt: skip
    assert tables["S: seconds to find"]["header"] == ["", "9\n3", "10\n4"]
    assert tables["S: seconds to find"]["rows"] == [
        ["cp_made on chuffed", "·", "mem"],
        ["cp_made on gecode", "0.50", "·"],
    ]
    assert tables["What is proven of h(n)"]["rows"][-1] == ["all together", "3", "≥ 4"]
    said = multiplicity.sentence(found)
    assert said.startswith("Of 2 boards h(n) is settled for 1 by all together, for 1 by cp_made on gecode.")
    assert said.endswith("The limit was 60 s of wall time.")


def test_of_several_settings_the_best_of_those_that_ran_on_most_boards_is_shown(rows):
    none, x = {"options": "symmetry=none"}, {"options": "symmetry=x"}
    found = rows(
        (9, 2, "none", OUT), (9, 3, "sat"),
        (9, 2, "unsat", x), (9, 3, "sat", x),
        (9, 3, "sat", none | {"wall_s": 0.1}),
    )  # fmt: skip
    assert set(found["configuration"]) == {"gecode/cp_made [symmetry=x]"}


def test_a_table_of_many_sizes_is_split(rows):
    tables = multiplicity.tables(rows(*((n, 2, "sat") for n in range(3, 30))))
    assert [len(table["header"]) - 1 for table in tables] == [16, 11, 16, 11]
    assert tables[1]["words"].endswith("(part 2 of 2)")


def test_boards_that_are_not_square_and_other_goals_are_left_out(folder_of, base):
    folder = folder_of(replace(base, instance="r"), replace(base, instance="s", goal="count"))
    for name, height in (("r", 3), ("s", 4)):
        data = {"family": "squares", "name": name, "width": 4, "height": height, "max_copies": 4}
        dump(folder / "instances" / "squares" / f"{name}.json", data)
    assert multiplicity.boards(read_results(folder)).empty
