"""Says which solvers are there, in which versions, and the command that brings what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.command import ANSWERED, UNANSWERED, Parser, run

if TYPE_CHECKING:
    from runners.solvers.interface.solver import Solver


def main() -> int:
    """The command ``python -m runners.doctor``; exit code 1 where a solver is missing."""
    from runners import confine
    from runners.record import machine
    from runners.solvers.interface import solver
    from runners.solvers.interface.minizinc import MiniZincSolver
    from runners.solvers.interface.minizinc_listed import listed_solvers

    parser().parse_args()
    where = machine.describe()
    print("{cpu_model}, {core_count} cores, {memory_mb} MB, {os}, Python {python}".format(**where))
    complete = True
    for adapter in solver.adapters():
        complete = complete and adapter.version() is not None
        print(_line(adapter))
    known = {adapter.tag for adapter in solver.adapters() if isinstance(adapter, MiniZincSolver)}
    for tag in sorted(listed_solvers().keys() - known):
        print(_line(solver.find("mzn-" + tag, "cp")))
    taken = confine.choose().name
    for backend, missing in confine.usable():
        able = f"can hold the limits of runs{' (taken by default)' if backend == taken else ''}"
        print(f"{backend:9} {f'cannot hold limits here: {missing}' if missing else able}")
    return ANSWERED if complete else UNANSWERED


def parser() -> Parser:
    """The command's arguments."""
    return Parser(
        "python -m runners.doctor",
        "Say which solvers are there, in which versions, and the command that brings what is missing.",
        ["", "--plugins my-solvers"],
        "docs/commands.md",
        {ANSWERED: "all solvers are there", UNANSWERED: "some are missing"},
    )


def _line(adapter: Solver) -> str:
    from runners.solvers.interface import solver
    from runners.solvers.interface.bringing import bringing

    state = adapter.version() or f"MISSING; to install: {bringing(adapter)}"
    if not solver.shipped(adapter.name):
        state += f" (plug-in {solver.places()[adapter.name].path})"
    return f"{adapter.name:10} {adapter.paradigm:11} takes {adapter.accepts:6} {state}"


if __name__ == "__main__":
    run(main)
