"""CBC, which PuLP calls as a command: the installed ``cbc``, or else the older one in PuLP.

MiniZinc has it built in as COIN-BC.
"""

import math
import os
import re
from pathlib import Path
from typing import Any

from tilings.runners.confine import deferred_signals
from tilings.runners.install.programs import printed, program
from tilings.runners.solvers.interface.child_process import Task
from tilings.runners.solvers.interface.minizinc import MiniZincMip
from tilings.runners.solvers.interface.mip import Ending, MipSolver, unbounded
from tilings.runners.solvers.interface.presets import Preset
from tilings.runners.solvers.interface.solver import Job


class CbcSolver(MipSolver):
    """An adapter for the ``cbc`` executable, which PuLP calls."""

    def solver_version(self) -> str | None:
        """The version that the executable prints."""
        path = executable() if super().solver_version() else None
        version = re.search(r"Version:\s*(\S+)", printed(path, "-quit")) if path else None
        return version[1] if version else None


class MiniZincCbc(MiniZincMip):
    """An adapter for MiniZinc's COIN-BC, which has no option for its seed."""

    def settings(self, job: Job) -> list[str]:
        """Its seeds, as CBC's own arguments."""
        return ["--cbc-flags", f"-randomSeed {job.seed} -randomCbcSeed {job.seed}"]


def executable() -> str | None:
    """The path of cbc; None if there is none."""
    if path := program("cbc"):
        return path
    with deferred_signals():  # importing PuLP swallows exceptions, also of Ctrl-C
        import pulp

    bundled = pulp.PULP_CBC_CMD().path
    return bundled if Path(bundled).exists() else None


def run(task: Task, model: Any) -> Ending:
    """Run CBC and read its bound and node count from its log."""
    import pulp

    log = task.job.work / "cbc.log"
    command = pulp.COIN_CMD(
        path=executable(), msg=False, logPath=str(log), timeLimit=round(task.remaining_s(), 1),
        threads=task.job.threads if task.job.threads > 1 else None, gapRel=0,
        options=[f"randomSeed {task.job.seed}", f"randomCbcSeed {task.job.seed}", *task.job.settings],
    )  # fmt: skip
    command.tmpDir = os.curdir  # the work folder; PuLP cuts its path, which may have a blank, into words
    model.solve(command)
    text = log.read_text(encoding="utf-8", errors="replace")
    print(text)
    if model.status == pulp.LpStatusUnbounded:
        unbounded()
    optimal = model.sol_status == pulp.LpSolutionOptimal
    infeasible = model.status == pulp.LpStatusInfeasible
    solution = optimal or model.sol_status == pulp.LpSolutionIntegerFeasible
    return _ending(text, proven=optimal or infeasible, solution=solution)


def _ending(log: str, proven: bool, solution: bool) -> Ending:
    """The ending of the search, with the bound and the counts of the log."""
    return Ending(
        proven=proven,
        solution=solution,
        bound=_number(r"(?:Lower|Upper) bound:\s+(\S+)", log),
        nodes=int(_number(r"Enumerated nodes:\s+(\d+)", log) or 0),
        iterations=_number(r"Total iterations:\s+(\d+)", log),
        out_of_time="Stopped on time limit" in log,
    )


def _number(pattern: str, text: str) -> float | None:
    """The finite number that a pattern finds, if any."""
    match = re.search(pattern, text)
    try:
        number = float(match[1]) if match else None
    except ValueError:
        return None
    return number if number is not None and math.isfinite(number) else None


_HELP = "cbc, then: NAME??"
PRESETS = {
    "no-presolve": Preset("Whether to presolve problem; whether to use integer preprocessing", _HELP,
                          ("presolve off", "preprocess off")),
    "no-cuts": Preset("Switches all cut generators on or off", _HELP, ("cuts off",)),
    "no-heuristics": Preset("Switches most primal heuristics on or off", _HELP, ("heuristics off",)),
}  # fmt: skip
MIP = CbcSolver("cbc", package="PuLP", run=run, presets=PRESETS)
CP = MiniZincCbc("cbc", tag="coin-bc")
