"""The formats of exported models, their writers by the formulation's language, and the choice of a formulation."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.formulation import STEPWISE_OPTION
from tilings.models.problem import GOALS, Problem, UserError
from tilings.models.registry import Formulation
from tilings.runners.export import knuth, writers, xcsp3
from tilings.runners.export.writers import Statement


@dataclass(frozen=True)
class Format:
    """A format, by the ending of its files.

    writers: for each language of formulations, a function that returns the text of each file by its ending, the
        model's file first.
    goals: the goals that the format can state.
    engines: if any are named, only formulations for one of these engines are written.
    """

    writers: Mapping[str, Callable[[Statement], dict[str, str]]]
    goals: tuple[str, ...] = GOALS
    engines: tuple[str, ...] = ()

    def states(self, formulation: Formulation, goal: str) -> bool:
        """Whether a formulation is written in this format, with the goal in one model."""
        several = goal == "optimum" and formulation.options.get(STEPWISE_OPTION) == ("levels",)
        engines = not self.engines or set(formulation.engines) <= set(self.engines)
        return formulation.language in self.writers and engines and not several


FORMATS = {
    "mzn": Format({"cp": writers.minizinc}),
    "fzn": Format({"cp": writers.flatzinc}),
    "cnf": Format({"sat": writers.sat_cnf, "cpmpy": writers.cpmpy_cnf}, ("first", "count")),
    "wcnf": Format({"sat": writers.sat_wcnf, "cpmpy": writers.cpmpy_cnf}, ("optimum",)),
    "opb": Format({"cpmpy": writers.cpmpy_opb}),
    "xml": Format({"cpmpy": xcsp3.xml}),
    "mps": Format({"mip": writers.mip_mps}, ("first", "optimum")),
    "lp": Format({"mip": writers.mip_lp}, ("first", "optimum")),
    "asp": Format({"asp": writers.asp}),
    "dlx": Format({"dlx": knuth.dlx}, engines=("dlx", "general")),
}


def stated(problem: Problem, instance: Any, name: str | None, ending: str, goal: str) -> Formulation:
    """The formulation of this name, or the preferred one for the format; raises UserError if there is none."""
    if problem.files and ending != "fzn":
        raise UserError(f"a model of your own is written as .fzn only, not as .{ending}")
    stating = [
        formulation
        for formulation in registry.formulations(problem.family).values()
        if FORMATS[ending].states(formulation, goal) and not formulation.refusal(goal, instance)
    ]
    if name is None:
        if not stating:
            raise UserError(f"{problem.family} has no formulation that is written as .{ending} with the goal '{goal}'")
        return min(stating, key=lambda formulation: _rank(problem, formulation, ending))
    named = registry.formulation(problem.family, name)
    if not FORMATS[ending].states(named, goal):
        able = ", ".join(formulation.name for formulation in stating) or "no formulation"
        others = ", ".join(f".{key}" for key, other in FORMATS.items() if other.states(named, goal))
        raise UserError(
            f".{ending} is written from {able} (goal {goal}), and {name} can be written as {others or 'no format'}"
        )
    if reason := named.refusal(goal, instance):
        raise UserError(f"{name}: {reason}")
    return named


def _rank(problem: Problem, formulation: Formulation, ending: str) -> tuple[int, bool, bool, str]:
    """A key for the order of preference. An exact cover has a Boolean for each atom, which the file can name."""
    language, name = list(FORMATS[ending].writers).index(formulation.language), formulation.name
    return language, name not in problem.preferred, "cover" not in name, name


def _goal(problem: Problem, instance: Any, wanted: str | None, ending: str) -> str:
    """The goal `wanted`, or else the optimum or a first solution; raises UserError if the format cannot state it."""
    goals, stated = problem.goals(instance), FORMATS[ending].goals
    if wanted is not None and wanted not in goals:
        raise UserError(f"this instance has no goal '{wanted}'; its goals are {', '.join(goals)}")
    preferred = ("optimum", "first", "count") if wanted is None else (wanted,)
    goal = next((goal for goal in preferred if goal in goals and goal in stated), None)
    if goal is None:
        fitting = [other for other in goals if other in stated]
        able = ", ".join(f".{key}" for key, other in FORMATS.items() if (wanted or goals[0]) in other.goals)
        remedy = f"pass the goal {' or '.join(fitting)}, or write" if fitting else "write"
        raise UserError(f".{ending} cannot state the goal {wanted or goals[0]}: {remedy} one of {able}")
    return goal


def texts(
    problem: Problem,
    instance: Any,
    ending: str,
    formulation: str | None = None,
    goal: str | None = None,
    options: Mapping[str, str] | None = None,
    library: str = "",
) -> dict[str, str]:
    """The endings of a model's files and the text of each, the model's own first.

    ending: one of FORMATS.
    formulation, goal: None for the preferred one that the format can state.
    library: see Statement.

    Raises UserError if the format cannot state the model.
    """
    if ending not in FORMATS:
        raise UserError(f"a model is written as a file in {', '.join(f'.{key}' for key in FORMATS)}, not '.{ending}'")
    goal = _goal(problem, instance, goal, ending)
    chosen = stated(problem, instance, formulation, ending, goal)
    settings = chosen.settings(options or {})
    if chosen.stepwise(goal, settings):
        raise UserError(
            "optimum=levels asks for several models, one after the other; --option optimum=model states one"
        )
    model = Statement(problem, instance, chosen, goal, chosen.own(settings), library)
    # PuLP warns of its next version, and CPMpy of an objective's constant, which is in the file's head.
    with warnings.catch_warnings(action="ignore"):
        return FORMATS[ending].writers[chosen.language](model)


def store(texts: Mapping[str, str], out: Path) -> list[Path]:
    """Writes the first text into `out`, and the others beside it with their own endings; returns the paths."""
    paths = [out.with_suffix(suffix) if number else out for number, suffix in enumerate(texts)]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths
