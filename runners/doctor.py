"""Says which solvers are there, with which formulations, how to install the others, and what can hold limits."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from tilings.models.terminal.command import ANSWERED, UNANSWERED, Parser, run, show

if TYPE_CHECKING:
    from tilings.runners.solvers.interface.solver import Solver


def main() -> int:
    """The command ``python -m runners.doctor``; exit code 1 where a solver is missing."""
    from tilings.runners import confine
    from tilings.runners.record import machine
    from tilings.runners.solvers.interface import solver
    from tilings.runners.solvers.interface.minizinc import MiniZincSolver, listed_solvers

    given = parser().parse_args()
    where = machine.describe()
    ours = [_described(adapter) for adapter in solver.adapters()]
    known = {adapter.tag for adapter in solver.adapters() if isinstance(adapter, MiniZincSolver)}
    others = [_described(solver.find("mzn-" + tag, "cp")) for tag in sorted(listed_solvers().keys() - known)]
    taken = confine.choose().name
    backends = [
        {
            "name": trial.name, "usable": trial.backend is not None, "missing": trial.reason,
            "default": trial.name == taken, "holds": trial.backend.holds if trial.backend else "",
        }
        for trial in confine.tried()
    ]  # fmt: skip
    allowed = confine.allowed()
    head = "{cpu_model}, {core_count} cores, {memory_mb} MB, {os}, Python {python}".format(**where)
    text = "\n".join(
        [head, *chain.from_iterable(map(_lines, ours + others)), *map(_limits, backends), *_around(allowed)]
    )
    show(given, {"machine": where, "solvers": ours + others, "limits": backends, "allowed": allowed}, text)
    complete = all(found["version"] and all(pair["version"] for pair in found["formulations"]) for found in ours)
    return ANSWERED if complete else UNANSWERED


def parser() -> Parser:
    """The command's arguments."""
    return Parser(
        "python -m runners.doctor",
        "Say which solvers are there, in which versions and with which formulations, and how to install the others.",
        ["", "--plugins my-solvers"],
        "docs/commands.md",
        {ANSWERED: "all solvers are there", UNANSWERED: "some are missing"},
    )


def _described(adapter: Solver) -> dict[str, Any]:
    """What there is to say of a solver; version: None where it is missing, plugin: the file of a plug-in's."""
    from tilings.runners.solvers.interface import solver

    return {
        "name": adapter.name, "paradigm": adapter.paradigm, "takes": adapter.accepts,
        "version": solver.version(adapter), "bring": solver.bringing(adapter), "formulations": _pairs(adapter),
        "plugin": None if solver.shipped(adapter.name) else str(solver.places()[adapter.name].path),
    }  # fmt: skip


def _pairs(adapter: Solver) -> list[dict[str, Any]]:
    """Each formulation that a solver takes, with the goals that both have and the version of what solves it."""
    from tilings.models import registry
    from tilings.runners.solvers.interface import solver

    return [
        {
            "family": family, "formulation": each.name, "goals": goals, "version": solver.version(adapter, each),
            "lacks": ", ".join(solver.lacking(adapter, each)), "bring": solver.bringing(adapter, each),
        }
        for family in registry.families()
        for each in registry.formulations(family).values()
        if each.language == adapter.accepts
        and (goals := [goal for goal in each.goals if not solver.refusal(adapter, goal, threads=1)])
    ]  # fmt: skip


def _lines(found: dict[str, Any]) -> list[str]:
    """A line on the solver, one of the formulations that it solves, and one of each that lacks something."""
    state = found["version"] or f"MISSING; to install: {found['bring']}"
    if found["plugin"]:
        state += f" (plug-in {found['plugin']})"
    lines = [f"{found['name']:10} {found['paradigm']:11} takes {found['takes']:6} {state}"]
    if not found["version"]:
        return lines
    by_family: dict[str, list[str]] = {}
    for pair in found["formulations"]:
        if pair["version"]:
            by_family.setdefault(pair["family"], []).append(pair["formulation"].partition("_")[2])
        else:
            name = f"{pair['family']}/{pair['formulation']}"
            lines.append(f"{'':10} {name} MISSING {pair['lacks']}; to install: {pair['bring']}")
    lines.append(f"{'':10} " + "; ".join(f"{family} {', '.join(names)}" for family, names in by_family.items()))
    return lines


def _limits(backend: dict[str, Any]) -> str:
    if not backend["usable"]:
        return f"{backend['name']:9} cannot hold limits here: {backend['missing']}"
    default = " (taken by default)" if backend["default"] else ""
    return f"{backend['name']:9} can hold the limits of runs{default}: {backend['holds']}"


def _around(allowed: dict[str, float]) -> list[str]:
    """What the cgroup that this is in, as that of a container, leaves to all runs."""
    units = {"memory_mb": "MB of memory", "processors": "processors", "processes": "processes"}
    words = [f"{allowed[name]:,.10g} {unit}" for name, unit in units.items() if name in allowed]
    return [f"The cgroup that this is in allows all runs together {', '.join(words)}."] if words else []


if __name__ == "__main__":
    run(main)
