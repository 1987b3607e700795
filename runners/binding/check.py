"""Checks that each clause of a formula outside its symmetry breaking follows from the rules of the problem."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, Protocol

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.binding.counting import UNCLEAR, Rule, unproven
from tilings.runners.binding.dimacs import Clause, Formula, Name, read, shown


class Rules(Protocol):
    """A family's rules for one instance and the variables of one formula.

    A module of a family has a class with these methods. It states what its variables mean in a solution.
    """

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        """Read the instance's JSON; raises KeyError, TypeError or ValueError where it is none.

        goal: first, count or optimum. variables: by their names.
        value: the objective that each solution spoken of reaches; None: any solution.
        """

    def rule(self, constraint: Name) -> Rule | None:
        """What a constraint says of every solution; None for one without a rule."""


FAMILIES = ("covers", "own", "polycubes", "squares", "triominoes")
MOST_FAULTS = 100  # a wrong encoding may be wrong in every clause


@dataclass(frozen=True)
class Finding:
    """The result of checking a formula.

    faults: a line for each clause that does not follow from the rule of its constraint, the first hundred.
    unknown: a line for each constraint without a rule here, or in an encoding that is not understood: it may be right.
    Neither means that each solution of the instance with the objective claimed satisfies all clauses but those of the
    symmetry breaking.
    clauses: how many were checked. symmetries: for each kind of symmetry breaking, how many were not.
    """

    faults: list[str]
    unknown: list[str]
    clauses: int
    symmetries: dict[str, int]


def check(
    instance: Path | Mapping[str, Any], formula: str | Iterable[str], goal: str, value: int | None = None
) -> Finding:
    """Check a formula, given as DIMACS text or its lines, against an instance, given as its JSON or the file's path.

    goal: first, count or optimum. value: the objective that the formula asks for, or a better one; None: any solution.
    Raises UserError if the instance or the formula is malformed.
    """
    data = _load(instance) if isinstance(instance, Path) else instance
    parsed = read(formula.removesuffix("\n").split("\n") if isinstance(formula, str) else formula)
    rules = _rules(data, goal, value, {name: number for number, name in parsed.names.items()})
    unknown: dict[Name, str] = {}
    faults = list(islice(chain(_shared(parsed), _unproven(parsed, rules, unknown)), MOST_FAULTS))
    return Finding(
        faults,
        list(unknown.values()),
        sum(len(parsed.constraints[name]) for name in parsed.constraints.keys() - unknown.keys()),
        {shown(name): len(clauses) for name, clauses in parsed.symmetries.items()},
    )


def _load(path: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(files.text(path))
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise UserError(f"{path} does not hold a JSON object")
    return data


def _rules(data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> Rules:
    family = data.get("family")
    if family not in FAMILIES:
        raise UserError(f"the instance's family is {family!r}, not one of {', '.join(FAMILIES)}")
    module = importlib.import_module(f"tilings.runners.binding.{family}")
    try:
        rules: Rules = module.Rules(data, goal, value, variables)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise UserError(f"the instance is not one of the family {family}: {type(error).__name__} {error}") from None
    return rules


def _unproven(formula: Formula, rules: Rules, unknown: dict[Name, str]) -> Iterator[str]:
    """The clauses that do not follow from their rules; the constraints that cannot be checked become unknown ones."""
    for constraint, clauses in formula.constraints.items():
        rule = rules.rule(constraint)
        if rule:
            found = list(islice(unproven(clauses, rule, formula.names), MOST_FAULTS))
            lines = [f"{shown(constraint)}: {why}: {_text(clause, formula)}" for clause, why in found]
            unclear = next((line for line, (_, why) in zip(lines, found, strict=True) if why in UNCLEAR), None)
            if unclear is None:
                yield from lines
            else:
                unknown[constraint] = unclear
        elif constraint[0] == "objective":
            yield f"{shown(constraint)}: no objective is claimed"
        else:
            unknown[constraint] = f"{shown(constraint)}: there is no rule for this constraint"


def _shared(formula: Formula) -> Iterator[str]:
    """The auxiliary variables that occur in the clauses of more than one constraint."""
    home: dict[int, str] = {}
    groups = [(f"symmetry {shown(name)}", clauses) for name, clauses in formula.symmetries.items()]
    groups += [(shown(name), clauses) for name, clauses in formula.constraints.items()]
    for name, clauses in groups:
        for variable in {abs(literal) for clause in clauses for literal in clause} - formula.names.keys():
            if home.setdefault(variable, name) != name:
                yield f"the auxiliary variable {variable} of {home[variable]} is also one of {name}"


def _text(clause: Clause, formula: Formula) -> str:
    """A clause as it stands in the file, and with the names of its variables."""
    numbers = " ".join(map(str, clause[:20])) + " …" * (len(clause) > 20)
    named = [f"-{_variable(-lit, formula)}" if lit < 0 else _variable(lit, formula) for lit in clause[:8]]
    return f"{numbers} 0 ({', '.join(named)}{', …' * (len(clause) > 8)})"


def _variable(number: int, formula: Formula) -> str:
    return shown(formula.names[number]) if number in formula.names else str(number)
