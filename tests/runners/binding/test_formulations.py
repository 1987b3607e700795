"""Every formulation in the language sat is bound to its instances, with each of its options and for each goal."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilings.models import registry
from tilings.models.problem import UserError
from tilings.runners.binding.check import check
from tilings.runners.plan import manifest

ROOT = Path(__file__).parents[3]
# A few small instances of each family, and for goal optimum the objective that is to be reached.
CASES: dict[str, list[tuple[str, int | None]]] = {
    "covers": [("queens8", None), ("de-bruijn16", None), ("knuth-dlx3", None), ("assignment5", 100)],
    "polycubes": [("dominoes4x4", None), ("tetrominoes4x5", None)],
    "triominoes": [("b1-2-easy", 3), ("connected-4", None), ("dense-4-v4", 6)],
    "squares": [("h07k3", None), ("h07k2", None), ("h08", 3), ("h08", 2), ("h07x06k2", None)],
}


def formulas() -> Iterator[tuple[str, str, str, str, int | None, str, str]]:
    """Family, formulation, instance, goal, objective, and one of the other values of an option.

    The options are varied on the first instance of a family; "" stands for all at their defaults.
    """
    for family in registry.families():
        for name, formulation in registry.formulations(family).items():
            if formulation.language != "sat":
                continue
            own = formulation.own(formulation.settings({}))
            chosen = [("", "")] + [(key, value) for key in own for value in formulation.options[key][1:]]
            for number, (instance, objective) in enumerate(CASES.get(family, [])):
                goals = ("first", "count") if objective is None else ("optimum",)
                for goal in goals:
                    for option, value in chosen if number == 0 else chosen[:1]:
                        yield family, name, instance, goal, objective, option, value


@pytest.mark.parametrize(("family", "name", "instance", "goal", "objective", "option", "value"), list(formulas()))
def test_all_clauses_follow(
    family: str, name: str, instance: str, goal: str, objective: int | None, option: str, value: str
) -> None:
    formulation = registry.formulation(family, name)
    path = manifest.entry(family, instance).path
    data = json.loads(path.read_text(encoding="utf-8"))
    problem = registry.problem(family)
    given = problem.parse({key: part for key, part in data.items() if key != "family"})
    settings = formulation.own(formulation.settings({option: value} if option else {}))
    try:
        formula = formulation.module().build(given, goal, **settings)
    except UserError as refusal:
        pytest.skip(str(refusal))
    if objective is not None:
        formula.limit(objective)
    found = check(path, formula.dimacs(), goal, objective)
    assert not found.faults
    assert not found.unknown
    assert bool(found.unbroken) == (option == "board" and value in ("mass", "piece")), "no lex-leader constraints"
    assert found.clauses


def test_each_family_with_such_a_formulation_has_cases() -> None:
    written = {
        family
        for family in registry.families()
        if any(formulation.language == "sat" for formulation in registry.formulations(family).values())
    }
    missing = written - {"own"} - {family for family, *_ in formulas()}  # test_own.py has the cases of the user's files
    assert not missing, "add instances of each family with a sat_*.py to CASES, and its rules to runners/binding"
