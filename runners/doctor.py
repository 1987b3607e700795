"""Lists the installed solvers with their formulations, how to install the others, and the backends for limits."""

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
    from tilings.runners.solvers.interface import pulp_solvers, solver
    from tilings.runners.solvers.interface.minizinc import MiniZincSolver, listed_solvers

    given = parser().parse_args()
    host = machine.describe()
    ours = [_described(adapter) for adapter in solver.adapters()]
    known = {adapter.tag for adapter in solver.adapters() if isinstance(adapter, MiniZincSolver)}
    others = [_described(solver.find("mzn-" + tag, "cp")) for tag in sorted(listed_solvers().keys() - known)]
    others += [_described(solver.find("pulp-" + name, "mip")) for name in pulp_solvers.installed()]
    default = confine.choose().name
    backends = [
        {
            "name": trial.name, "usable": trial.backend is not None, "missing": trial.reason,
            "default": trial.name == default, "holds": trial.backend.holds if trial.backend else "",
        }
        for trial in confine.tried()
    ]  # fmt: skip
    allowed = confine.allowed()
    head = "{cpu_model}, {core_count} cores, {memory_mb} MB, {os}, Python {python}".format(**host)
    text = "\n".join(
        [head, *chain.from_iterable(map(_lines, ours + others)), *map(_limits, backends), *_enclosing_limits(allowed)]
    )
    show(given, {"machine": host, "solvers": ours + others, "limits": backends, "allowed": allowed}, text)
    complete = all(entry["version"] and all(pair["version"] for pair in entry["formulations"]) for entry in ours)
    return ANSWERED if complete else UNANSWERED


def parser() -> Parser:
    """The command's arguments."""
    return Parser(
        "python -m runners.doctor",
        "List the installed solvers with their versions and formulations, and how to install the others.",
        ["", "--plugins my-solvers"],
        "docs/commands.md",
        {ANSWERED: "all solvers are installed", UNANSWERED: "some are missing"},
    )


def _described(adapter: Solver) -> dict[str, Any]:
    """A solver as JSON: its version is None if it is missing, and `plugin` is the file of a plug-in's solver."""
    from tilings.runners.solvers.interface import presets, solver

    return {
        "name": adapter.name, "paradigm": adapter.paradigm, "takes": adapter.accepts,
        "version": solver.version(adapter), "bring": solver.installation(adapter), "formulations": _pairs(adapter),
        "licence": getattr(adapter, "licence", ""),
        "presets": {name: preset._asdict() for name, preset in presets.of(adapter).items()},
        "plugin": None if solver.shipped(adapter.name) else str(solver.places()[adapter.name].path),
    }  # fmt: skip


def _pairs(adapter: Solver) -> list[dict[str, Any]]:
    """The formulations that a solver takes, each with the goals of both and the installed version."""
    from tilings.models import registry
    from tilings.runners.solvers.interface import solver

    return [
        {
            "family": family, "formulation": each.name, "goals": goals, "version": solver.version(adapter, each),
            "lacks": ", ".join(solver.lacking(adapter, each)), "bring": solver.installation(adapter, each),
        }
        for family in registry.families()
        for each in registry.formulations(family).values()
        if solver.takes(adapter, each)
        and (goals := [goal for goal in each.goals if not solver.refusal(adapter, goal, 1, each)])
    ]  # fmt: skip


def _lines(entry: dict[str, Any]) -> list[str]:
    """A line on the solver, one on its formulations, and one on each formulation that lacks a package."""
    state = entry["version"] or f"MISSING; to install: {entry['bring']}"
    if entry["plugin"]:
        state += f" (plug-in {entry['plugin']})"
    state += f", {entry['licence']}" if entry["licence"] else ""
    lines = [f"{entry['name']:10} {entry['paradigm']:11} takes {entry['takes']:6} {state}"]
    if not entry["version"]:
        return lines
    by_family: dict[str, list[str]] = {}
    for pair in entry["formulations"]:
        if pair["version"]:
            by_family.setdefault(pair["family"], []).append(pair["formulation"].partition("_")[2])
        else:
            name = f"{pair['family']}/{pair['formulation']}"
            lines.append(f"{'':10} {name} MISSING {pair['lacks']}; to install: {pair['bring']}")
    if entry["presets"]:
        lines.append(f"{'':10} --preset {', '.join(entry['presets'])}")
    lines.append(f"{'':10} " + "; ".join(f"{family} {', '.join(names)}" for family, names in by_family.items()))
    return lines


def _limits(backend: dict[str, Any]) -> str:
    if not backend["usable"]:
        return f"{backend['name']:9} cannot enforce limits on this machine: {backend['missing']}"
    default = " (default)" if backend["default"] else ""
    return f"{backend['name']:9} can enforce the limits of runs{default}: {backend['holds']}"


def _enclosing_limits(allowed: dict[str, float]) -> list[str]:
    """The limits that the enclosing cgroup, such as a container's, imposes on all runs together."""
    units = {"memory_mb": "MB of memory", "processors": "processors", "processes": "processes"}
    words = [f"{allowed[name]:,.10g} {unit}" for name, unit in units.items() if name in allowed]
    return [f"The enclosing cgroup allows all runs together {', '.join(words)}."] if words else []


if __name__ == "__main__":
    run(main)
