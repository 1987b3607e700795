"""Checks solutions of the user's own formulas in CNF and WCNF, by a reading of the file of its own.

The solvers are given the formula that models.own.dimacs reads; this module uses nothing of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Violation

_Clauses = tuple[tuple[str, tuple[int, ...]], ...]  # each with its weight, h for a hard one


def checker(_: OwnInstance) -> str:
    return "clauses of the file"


def violations(instance: OwnInstance, values: Mapping[str, Any]) -> Iterator[Violation]:
    """The variables without a truth value, then the hard clauses that are false."""
    variables, clauses = _read(dict(instance.files)[instance.model], instance.format == "wcnf")
    lacking = [f"x{number}" for number in range(1, variables + 1) if values.get(f"x{number}") not in (0, 1)]
    yield from (Violation("value", f"{name} is {values.get(name)!r}, neither true nor false") for name in lacking)
    if not lacking:
        true = _true(variables, values)
        for weight, clause in clauses:
            if weight == "h" and true.isdisjoint(clause):
                yield Violation("clause", f"{' '.join(map(str, clause))} 0 is false")


def objective(instance: OwnInstance, values: Mapping[str, Any]) -> int | None:
    """The sum of the weights of the soft clauses that are false; None in CNF."""
    if instance.format == "cnf":
        return None
    variables, clauses = _read(dict(instance.files)[instance.model], True)
    true = _true(variables, values)
    return sum(int(weight) for weight, clause in clauses if weight != "h" and true.isdisjoint(clause))


def _true(variables: int, values: Mapping[str, Any]) -> set[int]:
    """The true literals."""
    return {number if values[f"x{number}"] else -number for number in range(1, variables + 1)}


@lru_cache(maxsize=1)  # all solutions of a run are of one file
def _read(text: str, weighted: bool) -> tuple[int, _Clauses]:
    """The number of variables, and the clauses."""
    header, words = ["p"], list[str]()
    for line in text.splitlines():
        first, *rest = line.split() or ["c"]
        if first.startswith("%"):
            break
        if first == "p":
            header = [first, *rest]
        elif not first.startswith("c"):
            words += [first, *rest]
    top = int(header[4]) if weighted and len(header) == 5 else None
    clauses = tuple(_clauses(words, weighted, top))
    if len(header) > 2:
        return int(header[2]), clauses
    return max((abs(literal) for _, clause in clauses for literal in clause), default=0), clauses


def _clauses(words: Iterable[str], weighted: bool, top: int | None) -> Iterator[tuple[str, tuple[int, ...]]]:
    clause: list[str] = []
    for word in words:
        if word != "0" or (weighted and not clause):
            clause.append(word)
            continue
        weight, *literals = clause if weighted else ["h", *clause]
        hard = weight == "h" or (top is not None and int(weight) >= top)
        yield "h" if hard else weight, tuple(map(int, literals))
        clause = []
