"""MiniZinc's MIP back ends give the right answers to models that were written for constraint programming."""

from __future__ import annotations

import json

import pytest

from runners.solvers.interface import solver
from tests.called import called

BACK_ENDS = ("cbc", "highs", "scip")
# An instance, a formulation, a goal, and its answer with the objective.
KNOWN = [
    ("h05k3", "cp_diffn", "first", "unsat", None),
    ("h04", "cp_disjunctive", "optimum", "optimal", 4),
    ("h04", "cp_cover", "optimum", "optimal", 4),
    ("tetrominoes4x5", "cp_channel", "first", "unsat", None),
    ("dominoes4x4", "cp_cover", "first", "sat", None),
    ("assignment7", "cp_cover", "optimum", "optimal", 113),
    ("b0-1-easy", "cp_cell", "optimum", "optimal", 3),
]


@pytest.mark.parametrize("name", BACK_ENDS)
@pytest.mark.parametrize(("instance", "formulation", "goal", "answer", "objective"), KNOWN)
def test_the_answer_is_the_known_one_and_a_proof(
    name: str, instance: str, formulation: str, goal: str, answer: str, objective: int | None
) -> None:
    if solver.find(name, "cp").version() is None:
        pytest.skip(f"{name} is not installed for MiniZinc (python -m runners.doctor)")
    words = (instance, "--solver", name, "--formulation", formulation, "--goal", goal, "--timeout", "60", "--json")
    found = json.loads(called("runners.solve", *words).stdout)
    assert (found["answer"], found["objective"], found["check"]) == (answer, objective, "valid")
    assert found["paradigm"] == "MIP" and found["variables"] > 0 and found["nodes"] is not None
    if goal == "optimum":
        assert found["bound"] == objective


@pytest.mark.parametrize("name", BACK_ENDS)
def test_a_count_is_refused(name: str) -> None:
    adapter = solver.find(name, "cp")
    assert solver.refusal(adapter, "count", 1) == f"{name} cannot enumerate solutions"
