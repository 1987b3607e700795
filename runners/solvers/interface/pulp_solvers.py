"""PuLP's interfaces to MIP solvers that have no file here, by PuLP's names: pulp-GUROBI, pulp-CPLEX_PY, pulp-XPRESS_PY.

The user brings the solver. Some packages on PyPI solve small models only; on a larger one a run is not applicable, with
the solver's own words.
"""

from __future__ import annotations

import inspect
import os
import re
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

from tilings.models.problem import NotApplicable, UserError
from tilings.runners.install.packages import package_version
from tilings.runners.solvers.interface.child_process import Task
from tilings.runners.solvers.interface.mip import Ending, MipSolver
from tilings.runners.solvers.interface.solver import Job

PREFIX = "pulp-"


class _Known(NamedTuple):
    """A solver that PuLP calls."""

    package: str  # its name on PyPI
    limit: str  # the limit of the package's licence
    settings: Callable[[Job], dict[str, Any]]  # seed and threads, as arguments of PuLP's interface


KNOWN = {
    "GUROBI": _Known(
        "gurobipy", "at most 2,000 variables and 2,000 constraints",
        lambda job: {"Seed": job.seed, "Threads": job.threads},
    ),
    "CPLEX_PY": _Known(
        "cplex", "at most 1,000 variables and 1,000 constraints", lambda job: {"threads": job.threads}
    ),
    "XPRESS_PY": _Known(
        "xpress", "at most 5,000 variables and constraints together",
        lambda job: {"options": [f"RANDOMSEED={job.seed}", f"THREADS={job.threads}"]},
    ),
}  # fmt: skip
_TOO_LARGE = re.compile(r"size-limited license|size limits exceeded|too many rows and columns", re.IGNORECASE)
_NEARLY = 0.9


class ListedInterface(MipSolver):
    """An adapter for one of PuLP's interfaces; raises UserError if PuLP does not list it.

    licence: the limit of its package on PyPI, if it has one.
    """

    def __init__(self, name: str) -> None:
        self.interface = name.removeprefix(PREFIX)
        if package_version("PuLP") and self.interface not in interfaces():
            raise UserError(f"unknown solver '{name}'; PuLP has {', '.join(PREFIX + each for each in interfaces())}")
        known = KNOWN.get(self.interface)
        super().__init__(name, known.package if known else "", partial(run, self.interface))
        self.licence = f"without a licence of your own {known.limit}" if known else ""
        self.install_command = (
            f"pip install {known.package}" if known else f"the solver that PuLP's {self.interface} calls"
        )

    def own_version(self) -> str | None:
        """The version of its package. PuLP reports only whether an interface without a package can be called."""
        if self.package:
            return package_version(self.package)
        return "unversioned" if _available(self.interface) else None


@cache
def interfaces() -> list[str]:
    """The names of PuLP's interfaces."""
    import pulp

    return sorted(set(pulp.listSolvers()))


def installed() -> list[str]:
    """The interfaces whose package is installed."""
    return [name for name, known in KNOWN.items() if package_version(known.package)]


@cache
def _available(interface: str) -> bool:
    import pulp

    return bool(pulp.getSolver(interface, msg=False).available())


def run(interface: str, task: Task, model: Any) -> Ending:
    """Call the interface with our gap, time limit, seed and number of threads, as far as it takes them.

    At their time limit some interfaces report a model as infeasible (CPLEX_PY of PuLP 3.3.2 does so without an
    incumbent), so that an answer at the limit is no proof.
    """
    import pulp

    limit_s, called = task.remaining_s(), time.monotonic()
    settings: dict[str, Any] = {"msg": False, "timeLimit": limit_s, "gapRel": 0.0}
    if interface in KNOWN:
        settings |= KNOWN[interface].settings(task.job)
    else:
        taken = inspect.signature(getattr(pulp, interface).__init__).parameters
        settings = {key: value for key, value in (settings | {"threads": task.job.threads}).items() if key in taken}
    command = pulp.getSolver(interface, **settings)
    command.tmpDir = os.curdir  # as in runners.solvers.cbc
    try:
        model.solve(command)
    except Exception as error:
        if _TOO_LARGE.search(str(error)):
            raise NotApplicable(str(error)) from None
        raise
    late = time.monotonic() - called >= _NEARLY * limit_s
    optimal = model.sol_status == pulp.LpSolutionOptimal
    infeasible = model.status == pulp.LpStatusInfeasible
    solution = optimal or model.sol_status == pulp.LpSolutionIntegerFeasible
    return Ending(
        proven=(optimal or infeasible) and not late,
        solution=solution,
        objective=model.objective.value() - model.objective.constant if solution else None,
        out_of_time=late,
        unbounded=model.status == pulp.LpStatusUnbounded,
    )
