"""Checks solutions of the user's own models against their files, by code that shares nothing with a solver's reader.

FORMATS of models.own.instance names a format's module. It has these members:

- ``violations(instance, values)``: the rules of the file that a solution breaks. values: the solution's, by name.
- ``objective(instance, values)``: the exact value of its objective; None without an objective.
- ``checker(instance)``: for the record, the part of the file that was evaluated, such as "clauses of the file".
- ``notes(instance)``, optional: lines to print before the file is solved.

Formats without a module here are checked by a second program (runners.execute.second_check).
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tilings.models.own.instance import FORMATS, OwnInstance
from tilings.models.problem import Solution, Violation


def checker(instance: OwnInstance) -> str:
    """What checks a solution; empty where this module cannot."""
    module = _module(instance.format)
    return str(module.checker(instance)) if module else ""


def notes(instance: OwnInstance) -> list[str]:
    """Lines on the meaning of the file, to print before it is solved; raises NotApplicable for a wrong file."""
    return list(getattr(_module(instance.format), "notes", lambda _: [])(instance))


def check(instance: OwnInstance, solution: Solution, goal: str) -> list[Violation]:
    """The rules of the file that the solution breaks; none where the format has no module."""
    module = _module(instance.format)
    return list(module.violations(instance, dict(solution))) if module else []


def objective(instance: OwnInstance, solution: Solution) -> int | float | None:
    """The objective of the solution, computed from the file; None where the format has no module."""
    module = _module(instance.format)
    value: int | float | None = module.objective(instance, dict(solution)) if module else None
    return value


@cache
def _module(form: str) -> Any:
    name = f"tilings.models.own.{FORMATS[form]}"
    return import_module(name) if find_spec(name) else None
