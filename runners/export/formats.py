"""Exports a model: the formats, the writers of each by the formulation's language, and the choice of a formulation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.problem import GOALS, Problem, UserError
from tilings.models.registry import Formulation
from tilings.runners.export import writers, xcsp3
from tilings.runners.export.writers import Statement


@dataclass(frozen=True)
class Format:
    """A format, by the ending of its files.

    writers: for each language of formulations the function that gives the text of each file by its ending, the model's
    first; goals: those that it can state.
    """

    writers: Mapping[str, Callable[[Statement], dict[str, str]]]
    goals: tuple[str, ...] = GOALS


FORMATS = {
    "fzn": Format({"cp": writers.flatzinc}),
    "cnf": Format({"sat": writers.sat_cnf, "cpmpy": writers.cpmpy_cnf}, ("first", "count")),
    "wcnf": Format({"sat": writers.sat_wcnf, "cpmpy": writers.cpmpy_wcnf}, ("optimum",)),
    "opb": Format({"cpmpy": writers.cpmpy_opb}),
    "xml": Format({"cpmpy": xcsp3.xml}),
    "mps": Format({"mip": writers.mip_mps}, ("first", "optimum")),
    "lp": Format({"mip": writers.mip_lp}, ("first", "optimum")),
}


def _formulation(problem: Problem, instance: Any, name: str | None, ending: str, goal: str) -> Formulation:
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


def _goal(problem: Problem, instance: Any, wanted: str | None, ending: str) -> str:
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


def texts(
    problem: Problem,
    instance: Any,
    ending: str,
    formulation: str | None = None,
    goal: str | None = None,
    options: Mapping[str, str] | None = None,
    library: str = "",
) -> dict[str, str]:
    """The text of each file of a model by its ending, the model's first.

    ending: one of FORMATS. formulation, goal: None for the preferred one that the format can state. library: see
    Statement. Raises UserError for what cannot be written so.
    """
    if ending not in FORMATS:
        raise UserError(f"a model is written as a file in {', '.join(f'.{each}' for each in FORMATS)}, not '.{ending}'")
    goal = _goal(problem, instance, goal, ending)
    stated = _formulation(problem, instance, formulation, ending, goal)
    settings = stated.settings(options or {})
    if stated.stepwise(goal, settings):
        raise UserError(
            "optimum=levels asks for several models, one after the other; --option optimum=model states one"
        )
    model = Statement(problem, instance, stated, goal, stated.own(settings), library)
    return FORMATS[ending].writers[stated.language](model)


def store(texts: Mapping[str, str], out: Path) -> list[Path]:
    """Writes the first text into a file, and the others beside it, with their own endings; the files' paths."""
    paths = [out.with_suffix(own) if number else out for number, own in enumerate(texts)]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths
