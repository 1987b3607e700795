"""Reads what the solvers' own commands print, for the tests that call them as a user does by hand."""

import re


def minizinc(printed: str, goal: str) -> str:
    """The answer to a goal, as the manifest writes it, that the ``minizinc`` command printed."""
    lines = printed.splitlines()
    refuted = "=====UNSATISFIABLE=====" in lines
    assert refuted or "----------" in lines, printed
    if goal == "first":
        return "unsat" if refuted else "sat"
    assert refuted or "==========" in lines, "the search is not complete"
    return str(lines.count("----------")) if goal == "count" else _last(r"^objective\((-?\d+)\)$", printed)


def clingo(printed: str, goal: str) -> str:
    """The answer to a goal, as the manifest writes it, that the ``clingo`` command printed."""
    refuted = "UNSATISFIABLE" in printed.splitlines()
    assert refuted or "SATISFIABLE" in printed.splitlines() or "OPTIMUM FOUND" in printed.splitlines(), printed
    if goal == "first":
        return "unsat" if refuted else "sat"
    return _last(r"^Models +: (\d+)$", printed) if goal == "count" else _last(r"^Optimization : -?(\d+)$", printed)


def cbc(printed: str) -> float | None:
    """The least value of the objective that the ``cbc`` command printed; None where there is no solution."""
    if "infeasible" in printed and "Optimal" not in printed:
        return None
    return float(_last(r"^(?:Objective value:|Optimal - objective value) +(\S+)$", printed))


def _last(pattern: str, printed: str) -> str:
    found = re.findall(pattern, printed, re.MULTILINE)
    assert found, printed
    return str(found[-1])
