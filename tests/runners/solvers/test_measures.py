"""Every adapter reports effort, times and sizes above zero for a real search, and prints them as statistics."""

import json

import pytest

from tests.called import typed
from tilings.runners.solvers.interface import solver

COUNTERS = ["ganak"]  # they have no goal but count
EXACT_COVERS = ["exact_cover", "pyxcc", "xcover"]  # they take no boards of squares
SILENT = [name for name in solver.names() if solver.languages(name) == ("cpmpy",)] + ["miniexact"]


def solved(name: str, instance: str) -> dict:
    """The record of a search by the solver's default formulation, checked and with variables and times above zero."""
    if all(solver.find(name, language).version() is None for language in solver.languages(name)):
        pytest.skip(f"{name} is not installed (tilings doctor)")
    done = typed("tilings.runners.solve", instance, "--solver", name, "--goal", "first", "--statistics", "--json")
    found = json.loads(done.stdout)
    for column in ("nodes", "failures", "variables", "constraints"):
        assert found[column] is None or f"{found[column]:,} {column}" in done.stderr
    assert f"{found['solve_s']:.2f} s of search" in done.stderr
    assert (found["answer"], found["ended"], found["check"]) == ("unsat", "finished", "valid")
    assert found["variables"] > 0
    assert 0 < found["encode_s"] < found["wall_s"] and 0 < found["solve_s"] < found["wall_s"]
    assert found["cpu_s"] > 0 and found["peak_mb"] > 1
    return found


@pytest.mark.parametrize("name", [name for name in solver.names() if name not in [*SILENT, *COUNTERS, *EXACT_COVERS]])
def test_every_solver_reports_its_sizes_effort_and_times(name: str) -> None:
    found = solved(name, "h10k3")
    for column in ("constraints", "nodes"):
        assert found[column], f"{name} reports no {column}: emit them in its events, or list it here as SILENT"


@pytest.mark.parametrize("name", SILENT)
def test_a_solver_that_tells_no_effort_reports_its_variables_and_times(name: str) -> None:
    solved(name, "h05k3")  # some tell neither constraints nor nodes, and some take minutes for h10k3


def test_highs_finds_a_tiling_that_its_symmetry_detection_loses() -> None:
    if solver.find("highs", "mip").version() is None:
        pytest.skip("highs is not installed (tilings doctor)")
    words = ["h13k3", "--solver", "highs", "--formulation", "mip_placement", "--option", "board=none"]
    done = typed("tilings.runners.solve", *words, "--seed", "1", "--json")
    assert json.loads(done.stdout)["answer"] == "sat"
