"""Writes PuLP's models as MPS with all digits of their numbers: PuLP writes 13, which changes large ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_KINDS = {-1: "L", 0: "E", 1: "G"}


def write(model: Any, path: Path) -> list[Any]:
    """Write the model in free MPS, with new names and without the constant of its objective and its direction.

    Returns the variables in the order of the columns.
    """
    variables = model.variables()
    with path.open("w", encoding="ascii") as file:
        file.writelines(f"{line}\n" for line in _lines(model, variables))
    return list(variables)


def _lines(model: Any, variables: list[Any]) -> Iterator[str]:
    constraints = list(model.constraints.values())
    yield "NAME model FREE"
    yield "ROWS"
    yield " N cost"
    yield from (f" {_KINDS[constraint.sense]} r{place}" for place, constraint in enumerate(constraints))
    yield "COLUMNS"
    entries = defaultdict(list)
    for place, constraint in enumerate(constraints):
        for variable, value in constraint.items():
            entries[variable].append((f"r{place}", value))
    costs = {} if model.objective is None else model.objective
    integer = False
    for place, variable in enumerate(variables):
        if integer != (variable.cat == "Integer"):
            integer = not integer
            yield f" m{place} 'MARKER' '{'INTORG' if integer else 'INTEND'}'"
        for row, value in [("cost", costs.get(variable, 0)), *entries[variable]]:
            yield f" x{place} {row} {_number(value)}"
    if integer:
        yield " m 'MARKER' 'INTEND'"
    yield "RHS"
    for place, constraint in enumerate(constraints):
        if constraint.constant:
            yield f" side r{place} {_number(-constraint.constant)}"
    yield "BOUNDS"
    for place, variable in enumerate(variables):
        yield from (f" {kind} limit x{place} {value}" for kind, value in _bounds(variable.lowBound, variable.upBound))
    yield "ENDATA"


def _bounds(lower: float | None, upper: float | None) -> Iterator[tuple[str, str]]:
    """Both bounds of a column, since readers differ in those that are left out."""
    if lower is None and upper is None:
        yield "FR", ""
    elif lower is not None and lower == upper:
        yield "FX", _number(lower)
    else:
        yield ("MI", "") if lower is None else ("LO", _number(lower))
        yield ("PL", "") if upper is None else ("UP", _number(upper))


def _number(value: float) -> str:
    """All digits of a number."""
    return str(int(value)) if value == int(value) and abs(value) < 2**63 else repr(float(value))
