"""Checks that the clauses of a formula follow from the problem's rules, and that its symmetry breaking is sound."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, Protocol

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.binding import symmetry
from tilings.runners.binding.counting import UNCLEAR, Rule, unproven
from tilings.runners.binding.dimacs import Clause, Name, NamedFormula, read, shown


class Rules(Protocol):
    """A family's rules for one instance and the variables of one formula.

    The module of a family in ``families`` has a class such as SquaresRules with these methods, and documents the
    meaning of its variables in a solution.
    """

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        """Read the instance's JSON; raises KeyError, TypeError or ValueError if it is malformed.

        goal: first, count or optimum.
        value: the objective that each considered solution reaches; None for any solution.
        variables: the names of the formula's variables, and their numbers.
        """

    def rule(self, constraint: Name) -> Rule | None:
        """The rule that a constraint states about every solution; None for one without a rule."""

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no solution makes all of these literals true; False where that is not known."""

    def automorphism(self, name: Name) -> symmetry.Image | None:
        """The images under a named automorphism of the instance; None if the name denotes none."""


FAMILIES = sorted(path.stem for path in (Path(__file__).parent / "families").glob("[!_]*.py"))
MOST_FAULTS = 100  # a wrong encoding may be wrong in every clause


@dataclass(frozen=True)
class Finding:
    """The result of checking a formula.

    faults: a line for each clause that does not follow from the rule of its constraint, the first hundred.
    unknown: a line for each constraint without a rule here, or in an unknown encoding, which may be valid.
    unbroken: a line for each symmetry breaking whose clauses are not shown to hold together.
    clauses: the number of checked clauses.

    If `faults`, `unknown` and `unbroken` are empty, the instance has a solution with the claimed objective only if the
    formula has a model. If only `unbroken` has lines, each such solution satisfies all clauses except those of that
    symmetry breaking.
    """

    faults: list[str]
    unknown: list[str]
    unbroken: list[str]
    clauses: int


def check(
    instance: Path | Mapping[str, Any], formula: str | Iterable[str], goal: str, value: int | None = None
) -> Finding:
    """Check a formula, given as DIMACS text or its lines, against an instance, given as its JSON or the file's path.

    goal: first, count or optimum.
    value: the formula asks for this objective or a better one; None if it asks for any solution.

    Raises UserError if the instance or the formula is malformed.
    """
    data = _load(instance) if isinstance(instance, Path) else instance
    parsed = read(formula.removesuffix("\n").split("\n") if isinstance(formula, str) else formula)
    rules = _rules(data, goal, value, {name: number for number, name in parsed.names.items()})
    unknown: dict[Name, str] = {}
    faults = list(islice(chain(_shared(parsed), _unproven(parsed, rules, unknown)), MOST_FAULTS))
    needless = any(() in clauses for clauses in parsed.constraints.values())  # the constraints alone have no model
    unbroken = {} if needless else _unbroken(parsed, rules)
    groups = chain(parsed.constraints.items(), parsed.symmetries.items())
    clauses = sum(len(group) for name, group in groups if name not in unknown and name not in unbroken)
    return Finding(faults, list(unknown.values()), list(unbroken.values()), clauses)


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
    module = importlib.import_module(f"tilings.runners.binding.families.{family}")
    try:
        rules: Rules = getattr(module, f"{family.capitalize()}Rules")(data, goal, value, variables)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise UserError(f"the instance is not one of the family {family}: {type(error).__name__} {error}") from None
    return rules


def _unproven(formula: NamedFormula, rules: Rules, unknown: dict[Name, str]) -> Iterator[str]:
    """The clauses that do not follow from their rules; constraints that cannot be checked are added to `unknown`."""
    for constraint, clauses in formula.constraints.items():
        rule = rules.rule(constraint)
        if rule:
            pairs = list(islice(unproven(clauses, rule, formula.names), MOST_FAULTS))
            lines = [f"{shown(constraint)}: {reason}: {_text(clause, formula)}" for clause, reason in pairs]
            unclear = next((line for line, (_, reason) in zip(lines, pairs, strict=True) if reason in UNCLEAR), None)
            if unclear is None:
                yield from lines
            else:
                unknown[constraint] = unclear
        elif constraint[0] == "objective":
            yield f"{shown(constraint)}: no objective is claimed"
        else:
            unknown[constraint] = f"{shown(constraint)}: there is no rule for this constraint"


def _unbroken(formula: NamedFormula, rules: Rules) -> dict[Name, str]:
    """A line for each symmetry breaking whose clauses do not all follow from its lex-leader constraint."""
    variables = {name: number for number, name in formula.names.items()}
    found = {}
    for name, clauses in formula.symmetries.items():
        image = rules.automorphism(name)
        if image is None:
            found[name] = f"{shown(name)}: not the name of an automorphism of the instance"
            continue
        leader = symmetry.Leader(formula.order, image, rules.excludes, variables)
        for clause, reason in islice(symmetry.unproven(clauses, leader, formula.names), 1):
            found[name] = f"{shown(name)}: {reason}: {_text(clause, formula)}"
    return found


def _shared(formula: NamedFormula) -> Iterator[str]:
    """The auxiliary variables that occur in the clauses of more than one constraint."""
    home: dict[int, str] = {}
    groups = [(f"symmetry {shown(name)}", clauses) for name, clauses in formula.symmetries.items()]
    groups += [(shown(name), clauses) for name, clauses in formula.constraints.items()]
    for name, clauses in groups:
        for variable in {abs(literal) for clause in clauses for literal in clause} - formula.names.keys():
            if home.setdefault(variable, name) != name:
                yield f"the auxiliary variable {variable} of {home[variable]} is also one of {name}"


def _text(clause: Clause, formula: NamedFormula) -> str:
    """A clause as in the file, and with the names of its variables."""
    numbers = [*map(str, clause[:20]), *(["…"] if len(clause) > 20 else [])]
    names = []
    for literal in clause[:8]:
        name = formula.names.get(abs(literal))
        names.append(("-" if literal < 0 else "") + (shown(name) if name else str(abs(literal))))
    if len(clause) > 8:
        names.append("…")
    return f"{' '.join(numbers)} 0 ({', '.join(names)})"
