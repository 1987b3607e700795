"""Checks solutions of the user's own models against their files, by code that shares nothing with a solver's reader.

A format's module is named in _MODULES. It has two functions of the instance and a solution's values by name:
``violations``, the broken rules of the file, and ``objective``, the exact value of its objective, None without one; and
``CHECKER``, the words of the record on what was evaluated, such as "clauses of the file", or ``checker``, a function of
the instance that returns them. ``notes``, another function of the instance, may return lines to print first.
Formats without a module are checked by a second program, if there is one (runners.execute.second_check).
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Solution, Violation

_MODULES = {
    "cnf": "check_clauses", "wcnf": "check_clauses", "opb": "check_sums", "mps": "linear.check", "lp": "linear.check",
}  # fmt: skip


def checker(instance: OwnInstance) -> str:
    """What checks a solution; empty where this module cannot."""
    module = _module(instance)
    if module and hasattr(module, "checker"):
        return str(module.checker(instance))
    return str(module.CHECKER) if module else ""


def notes(instance: OwnInstance) -> list[str]:
    """Lines on the meaning of the file, to print before it is solved; raises NotApplicable for one that is wrong."""
    return list(getattr(_module(instance), "notes", lambda _: [])(instance))


def check(instance: OwnInstance, solution: Solution, goal: str) -> list[Violation]:
    """The rules of the file that the solution breaks; none where the format has no module."""
    module = _module(instance)
    return list(module.violations(instance, _values(solution))) if module else []


def objective(instance: OwnInstance, solution: Solution) -> int | float | None:
    """The objective of the solution, computed from the file; None where the format has no module."""
    if module := _module(instance):
        value: int | float | None = module.objective(instance, _values(solution))
        return value
    return None


def _module(instance: OwnInstance) -> Any:
    name = _MODULES.get(instance.format)
    return import_module(f"tilings.models.own.{name}") if name else None


def _values(solution: Solution) -> Mapping[str, Any]:
    return dict(solution)
