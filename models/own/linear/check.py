"""Checks a solution against an MPS or LP file: bounds, integrality, rows and the objective, in exact numbers.

A row whose columns are all integer holds exactly, as do the bounds of integer columns. With continuous columns, whose
values a solver has in floating point, a row or a bound holds within TOLERANCE times its side, or TOLERANCE for sides
below 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tilings.models.own.instance import OwnInstance
from tilings.models.own.linear import lp, mps
from tilings.models.own.linear.model import LinearModel, Number, Terms, shown, size
from tilings.models.problem import NotApplicable, Violation

TOLERANCE = Fraction(1, 10**6)


def model(instance: OwnInstance) -> LinearModel:
    """The model of the instance's file; raises NotApplicable with the line and the reason if it is not understood."""
    try:
        return _read(instance.format, dict(instance.files)[instance.model])
    except NotApplicable as fault:
        raise NotApplicable(f"{instance.model}: {fault}") from None


@lru_cache(maxsize=4)
def _read(form: str, text: str) -> LinearModel:
    return (mps if form == "mps" else lp).read(text)


def notes(instance: OwnInstance) -> list[str]:
    """How the file is read where it leaves that open."""
    return model(instance).notes


def violations(instance: OwnInstance, values: Mapping[str, Any]) -> list[Violation]:
    """The broken rules of the file."""
    stated = model(instance)
    if values.keys() != stated.columns.keys():
        strange = sorted(values.keys() ^ stated.columns.keys())[0]
        return [Violation("variables", f"{strange} is not in both the file and the solution")]
    numbers: dict[str, Number] = {}
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return [Violation("value", f"{name} = {value} is not a number")]
        numbers[name] = int(value) if value == int(value) else Fraction(value)
    broken = [Violation("integrality", f"{name} = {values[name]}")
              for name, column in stated.columns.items()
              if column.integer and not isinstance(numbers[name], int)]  # fmt: skip
    for name, column in stated.columns.items():
        broken += _outside("bound", name, numbers[name], column.lower, column.upper, column.integer)
    for row in stated.rows:
        exact = all(stated.columns[name].integer for name in row.terms)
        broken += _outside("row", row.name, _total(row.terms, numbers), row.lower, row.upper, exact)
    return broken


def objective(instance: OwnInstance, values: Mapping[str, Any]) -> int | float | None:
    """The objective of the values: a whole number where it is one, up to the rounding of continuous values."""
    stated = model(instance)
    numbers = {name: int(value) if value == int(value) else Fraction(value) for name, value in values.items()}
    total = stated.constant + _total(stated.objective, numbers)
    if total == int(total):
        return int(total)
    exact = all(stated.columns[name].integer for name in stated.objective)
    meant = not exact and size(total - round(total)) <= min(1e-6, 1e-9 * max(1.0, float(size(total))))
    return round(total) if meant else float(total)


def _total(terms: Terms, numbers: Mapping[str, Number]) -> Number:
    return sum((value * numbers[name] for name, value in terms.items()), 0)


def _outside(
    rule: str, name: str, value: Number, lower: Number | None, upper: Number | None, exact: bool
) -> list[Violation]:
    """The violation of a value outside of its limits, by more than they tolerate."""
    for limit, missed, sign in ((lower, -1, ">="), (upper, 1, "<=")):
        if limit is None:
            continue
        beyond = missed * (value - limit)
        if beyond > (0 if exact else TOLERANCE * max(1, size(limit))):
            return [Violation(rule, f"{name} is {shown(value)}, not {sign} {shown(limit)}: by {float(beyond):.3g}")]
    return []


def checker(instance: OwnInstance) -> str:
    """For the record, the part of the file that was evaluated; empty for a file that is refused."""
    try:
        exact = all(column.integer for column in model(instance).columns.values())
    except NotApplicable:
        return ""
    return "rows of the file, exactly" if exact else "rows of the file, those with continuous columns within 1e-6"
