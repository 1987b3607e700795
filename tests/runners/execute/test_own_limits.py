"""What a solver of MiniZinc's states of numbers without bounds is proved only if their bounds follow from the model."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.called import called

GROWING = "var int: x; var 0..1: y; constraint x >= 3;"


def solved(folder: Path, text: str, *words: str, name: str = "m.mzn") -> dict[str, Any]:
    """The record of a search."""
    (folder / name).write_text(text, encoding="utf-8")
    record: dict[str, Any] = json.loads(called("tilings.runners.solve", folder / name, "--json", *words).stdout)
    return record


@pytest.mark.parametrize(("solver", "largest"), [("gecode", 2147483646), ("chuffed", 500000000)])
def test_the_end_of_a_search_at_a_bound_of_the_solver_proves_nothing(tmp_path: Path, solver: str, largest: int) -> None:
    record = solved(tmp_path, f"{GROWING} solve maximize x;", "--solver", solver)
    assert (record["answer"], record["ended"], record["objective"]) == ("feasible", "own_limit", largest)
    assert record["message"].startswith(f"x has no bounds in the model, and {solver} searches only from -{largest} to ")
    assert solved(tmp_path, f"{GROWING} solve minimize x + y;", "--solver", solver)["answer"] == "optimal"


def test_an_absence_of_solutions_and_a_count_need_bounds(tmp_path: Path) -> None:
    far = "var int: x; var bool: b; constraint x * x = 16 /\\ (b -> x > 5) /\\ (b \\/ x > 5);"
    record = solved(tmp_path, far, "--solver", "gecode")
    assert (record["answer"], record["ended"]) == ("none", "own_limit")
    assert solved(tmp_path, "var int: x; constraint x >= 3 /\\ x < 2;", "--solver", "gecode")["answer"] == "unsat"
    whole = "var int: x; var int: y; constraint x >= 3 /\\ y > x /\\ y < 7;"
    record = solved(tmp_path, whole, "--solver", "gecode", "--count")
    assert (record["answer"], record["solutions"]) == ("counted", 6)
    some = solved(tmp_path, "var int: x; var int: y; constraint x * y = 6;", "--solver", "chuffed", "--count")
    assert (some["answer"], some["solutions"], some["count_check"]) == ("none", 8, "")


def test_flatzinc_needs_bounds_too(tmp_path: Path) -> None:
    text = "var int: x :: output_var;\nconstraint int_le(3, x);\nsolve maximize x;"
    assert solved(tmp_path, text, "--solver", "gecode", name="m.fzn")["answer"] == "feasible"


@pytest.mark.parametrize("solver", ["cbc", "highs"])
def test_an_unbounded_objective_needs_a_solution(tmp_path: Path, solver: str) -> None:
    assert solved(tmp_path, f"{GROWING} solve maximize x;", "--solver", solver)["answer"] == "unbounded"
    odd = "var 0..9: x; var 0..9: y; var int: z; constraint 2 * x - 2 * y = 1; solve maximize z;"
    assert solved(tmp_path, odd, "--solver", solver)["answer"] in ("none", "unsat"), "no integers are solutions"
