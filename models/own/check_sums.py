"""Checks solutions of the user's own pseudo-Boolean formulas in OPB, by a reading of the file of its own.

The solvers are given the formula that models.own.opb reads; this module uses nothing of it.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Violation

# Each weight with its literals: a name, and whether the variable is to be true.
_Terms = tuple[tuple[int, tuple[tuple[str, bool], ...]], ...]
_TERM = re.compile(r"([+-]?)\s*([0-9]+)((?:\s+~?[^\W\d]\S*)+)")
_HOLDS = {">=": int.__ge__, "<=": int.__le__, "=": int.__eq__}


def checker(_: OwnInstance) -> str:
    return "constraints of the file"


def violations(instance: OwnInstance, values: Mapping[str, Any]) -> Iterator[Violation]:
    """The variables without a truth value, then the constraints that do not hold."""
    names, _, rows = _read(dict(instance.files)[instance.model])
    lacking = sorted(name for name in names if values.get(name) not in (0, 1))
    yield from (Violation("value", f"{name} is {values.get(name)!r}, neither 0 nor 1") for name in lacking)
    for text, terms, sign, bound in rows if not lacking else ():
        if not _HOLDS[sign](total := _total(terms, values), bound):
            yield Violation("constraint", f"{text[:80]}: the sum is {total}")


def objective(instance: OwnInstance, values: Mapping[str, Any]) -> int | None:
    """The exact value of the objective; None without one."""
    _, costs, _ = _read(dict(instance.files)[instance.model])
    return None if costs is None else _total(costs, values)


def _total(terms: _Terms, values: Mapping[str, Any]) -> int:
    return sum(weight for weight, literals in terms if all(values[name] == true for name, true in literals))


@lru_cache(maxsize=1)  # all solutions of a run are of one file
def _read(text: str) -> tuple[frozenset[str], _Terms | None, list[tuple[str, _Terms, str, int]]]:
    """The names of the variables, the objective, and of each constraint its text, terms, sign and bound."""
    lines = text.splitlines()
    costs, rows = None, []
    for statement in " ".join(line for line in lines if not line.startswith("*")).split(";"):
        if re.match(r"\s*m(in|ax)\s*:", statement):
            costs = _terms(statement.partition(":")[2])
        elif relation := re.search(r">=|<=|=", statement):
            bound = int("".join(statement[relation.end() :].split()))
            rows.append((" ".join(statement.split()), _terms(statement[: relation.start()]), relation[0], bound))
    sums = [costs or (), *(terms for _, terms, _, _ in rows)]
    used = {name for terms in sums for _, literals in terms for name, _ in literals}
    stated = next((re.search(r"#variable=\s*(\d+)", line) for line in lines if line.startswith("*")), None)
    declared = {f"x{number}" for number in range(1, int(stated[1]) + 1)} if stated else set()
    return frozenset(used | declared if used <= declared else used), costs, rows


def _terms(text: str) -> _Terms:
    return tuple(
        (int(sign + number), tuple((name.lstrip("~"), not name.startswith("~")) for name in names.split()))
        for sign, number, names in _TERM.findall(text)
    )
