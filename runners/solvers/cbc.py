"""CBC, a command that reads PuLP's model from a file: the installed ``cbc``, or else the older one in PuLP.

MiniZinc has it built in as COIN-BC.
"""

import math
import re
import struct
import subprocess
from pathlib import Path
from typing import Any

from tilings.runners.confine import deferred_signals
from tilings.runners.install.programs import printed, program
from tilings.runners.solvers.interface import mps_file
from tilings.runners.solvers.interface.child_process import Task, fail
from tilings.runners.solvers.interface.minizinc import MiniZincMip
from tilings.runners.solvers.interface.mip import Ending, MipSolver
from tilings.runners.solvers.interface.presets import Preset
from tilings.runners.solvers.interface.solver import Job


class CbcSolver(MipSolver):
    """An adapter for the ``cbc`` executable."""

    def own_version(self) -> str | None:
        """The version that the executable prints."""
        path = executable() if super().own_version() else None
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
    """Run CBC on a file with all digits, and read its solution from the file that has all digits, too."""
    import pulp

    work = task.job.work
    variables = mps_file.write(model, work / "model.mps")
    maximised = model.sense == pulp.LpMaximize
    settings = ["sec", f"{task.remaining_s():.3f}", "randomSeed", task.job.seed, "randomCbcSeed", task.job.seed]
    settings += [word for setting in task.job.settings for word in setting.split()]
    settings += ["threads", task.job.threads] if task.job.threads > 1 else []
    settings += ["ratio", 0, "timeMode", "elapsed"]
    log, status, values = (work / name for name in ("cbc.log", "solution.txt", "solution.bin"))
    command = [executable(), work / "model.mps", *(["-max"] if maximised else []), *_options(settings)]
    command += ["-solve", "-solution", status, "-saveSolution", values]
    with log.open("w", encoding="utf-8") as file:
        done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=file, stderr=file, check=False)
    text = log.read_text(encoding="utf-8", errors="replace")
    print(text)
    if done.returncode or not status.exists():
        fail(f"cbc ended with exit code {done.returncode} and no solution file: {text.strip()[-200:]}")
    ending = _ending(text, status.read_text(encoding="utf-8").partition("\n")[0])
    if ending.solution:
        for variable, value in zip(variables, _values(values.read_bytes()), strict=True):
            variable.varValue = value
    return ending


def _options(words: list[Any]) -> list[str]:
    """Names and values as arguments; a name gets a dash."""
    return [str(word) if place % 2 else f"-{word}" for place, word in enumerate(words)]


_STATUS = re.compile(r"Optimal|Infeasible|Integer infeasible|Unbounded|Stopped")
# CBC prints this about the relaxation before the search; version 2.10 prints it about some unbounded models, too.
_RELAXED = "Problem is infeasible"


def _ending(log: str, status: str) -> Ending:
    """The ending of the search, from the log. status: the first line of the solution's file."""
    match = _STATUS.match(status)
    word = match[0] if match else ""
    found = word == "Optimal" or (word == "Stopped" and "no integer solution" not in status)
    return Ending(
        proven=word in ("Optimal", "Infeasible", "Integer infeasible"),
        solution=found,
        objective=_number(r"objective value\s+(\S+)", status) if found else None,
        bound=_number(r"(?:Lower|Upper) bound:\s+(\S+)", log),
        nodes=int(_number(r"Enumerated nodes:\s+(\d+)", log) or 0),
        iterations=_number(r"Total iterations:\s+(\d+)", log),
        out_of_time="Stopped on time limit" in log,
        unbounded=word == "Unbounded" or (word == "Infeasible" and _RELAXED in log),
    )


def _values(content: bytes) -> tuple[float, ...]:
    """The values of the columns in CBC's binary file. The file has the numbers of rows and columns, the objective, then
    the rows' values and duals, and the columns' values and duals."""
    rows, columns = struct.unpack_from("ii", content)
    return struct.unpack_from(f"{columns}d", content, 8 + 8 * (1 + 2 * rows))


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
