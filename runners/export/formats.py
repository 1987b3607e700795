"""The formats, and for each the writer of each language of formulations that a library writes it from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from models import registry
from models.problem import GOALS, Problem, UserError
from models.registry import Formulation
from runners.export import boolean, clauses, flatzinc, linear, xcsp3
from runners.export.statement import Statement


@dataclass(frozen=True)
class Format:
    """A format, by the ending of its files.

    writers: by the formulation's language, what gives the text of each file by its ending, the model's first; goals:
    those that it can state.
    """

    writers: Mapping[str, Callable[[Statement], dict[str, str]]]
    goals: tuple[str, ...] = GOALS


FORMATS = {
    "fzn": Format({"cp": flatzinc.flatzinc}),
    "cnf": Format({"sat": clauses.cnf, "cpmpy": boolean.cnf}, ("first", "count")),
    "wcnf": Format({"sat": clauses.wcnf, "cpmpy": boolean.wcnf}, ("optimum",)),
    "opb": Format({"cpmpy": boolean.opb}),
    "xml": Format({"cpmpy": xcsp3.xml}),
    "mps": Format({"mip": linear.mps}, ("first", "optimum")),
    "lp": Format({"mip": linear.lp}, ("first", "optimum")),
}


def formulation(problem: Problem, instance: Any, name: str | None, ending: str, goal: str) -> Formulation:
    """The formulation of this name, or the preferred one that the format is written from; raises UserError for none."""
    if problem.files and ending != "fzn":
        raise UserError(f"a model of your own is written as .fzn only, not as .{ending}")
    stating = [
        found
        for found in registry.formulations(problem.family).values()
        if found.language in FORMATS[ending].writers and not found.refusal(goal, instance)
    ]
    if name is None:
        if not stating:
            raise UserError(f"{problem.family} has no formulation that is written as .{ending} with the goal '{goal}'")
        return min(stating, key=lambda each: _rank(problem, each, ending))
    found = registry.formulation(problem.family, name)
    if found.language not in FORMATS[ending].writers:
        able = ", ".join(each.name for each in stating) or "no formulation"
        others = ", ".join(f".{key}" for key, each in FORMATS.items() if found.language in each.writers) or "no format"
        raise UserError(f".{ending} is written from {able} (goal {goal}), and {name} can be written as {others}")
    if reason := found.refusal(goal, instance):
        raise UserError(f"{name}: {reason}")
    return found


def _rank(problem: Problem, found: Formulation, ending: str) -> tuple[int, bool, bool, str]:
    """The least comes first. An exact cover has a Boolean for each atom, which the file can name."""
    language = list(FORMATS[ending].writers).index(found.language)
    return language, found.name not in problem.preferred, "cover" not in found.name, found.name


def goal(problem: Problem, instance: Any, wanted: str | None, ending: str) -> str:
    """The goal wanted, or the optimum where there is one, or a first solution; raises UserError for none.

    The format must be able to state it.
    """
    goals, stated = problem.goals(instance), FORMATS[ending].goals
    if wanted is not None and wanted not in goals:
        raise UserError(f"this instance has no goal '{wanted}'; its goals are {', '.join(goals)}")
    preferred = ("optimum", "first", "count") if wanted is None else (wanted,)
    found = next((each for each in preferred if each in goals and each in stated), None)
    if found is None:
        able = ", ".join(f".{key}" for key, each in FORMATS.items() if (wanted or goals[0]) in each.goals)
        raise UserError(f".{ending} states the goal {' or '.join(stated)}; the goal {wanted or goals[0]} fits {able}")
    return found
