"""Runs suites and reads their records."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.problem import UserError
from tilings.models.terminal.ansi import plain
from tilings.models.terminal.arguments import RESULTS
from tilings.models.terminal.command import BAD_INPUT, WRONG_ANSWER
from tilings.runners.solve import isolated

if TYPE_CHECKING:
    from pandas import DataFrame


def results(folder: str | Path) -> DataFrame:
    """The runs of a campaign, one row each, with the columns that docs/record.md and docs/data.md describe.

    Times are seconds, memory is MB of 10^6 bytes. Raises UserError for a folder without a campaign and for a damaged
    file.

    Documentation: docs/python.md
    """
    from tilings.reports.data import load

    return load(folder)


def run_suite(
    suite: str | Path,
    folder: str | Path | None = None,
    *,
    family: str | Sequence[str] = (),
    instance: str | Sequence[str] = (),
    formulation: str | Sequence[str] = (),
    solver: str | Sequence[str] = (),
    goal: str | Sequence[str] = (),
    timeout: float | None = None,
    memory: int | None = None,
    jobs: int | None = None,
) -> DataFrame:
    """Runs or resumes a suite as ``python -m runners.all`` does, and returns `results`.

    suite: its name, or the path of a .toml file (docs/suites.md).
    folder: the folder for the records; by default ``results/SUITE`` in the current folder.
    family, instance, formulation, solver, goal: names or patterns such as ``h0*``; only runs that match are made.
    timeout: the wall-clock limit of a run, in seconds; by default the suite's.
    memory: the memory limit of a run, in MB; by default the suite's.
    jobs: the number of runs at a time; by default the number of cores.

    Progress goes to standard error. Raises UserError for an unknown suite or name, and RuntimeError for a wrong answer.

    Documentation: docs/python.md
    """
    home = Path(folder) if folder else RESULTS / Path(suite).stem
    words = ["--suite", str(suite), "--results", str(home)]
    names = {"family": family, "instance": instance, "formulation": formulation, "solver": solver, "goal": goal}
    for option, wanted in names.items():
        words += [f"--{option}={name}" for name in ([wanted] if isinstance(wanted, str) else wanted)]
    limits = {"timeout": timeout, "memory": memory, "jobs": jobs}
    words += [f"--{option}={value}" for option, value in limits.items() if value is not None]
    code, last = _run_command("tilings.runners.all", *words)
    if code == BAD_INPUT:
        raise UserError(last.removeprefix("error: "))
    if code == WRONG_ANSWER:
        raise RuntimeError(f"an answer in {home} is wrong: {last}")
    if code not in (0, 1):
        raise RuntimeError(f"the suite's process ended with status {code}: {last}")
    return results(home)


def _run_command(module: str, *words: str) -> tuple[int, str]:
    """Runs a command and forwards its standard error, except an error that the caller raises.

    Returns the exit code and the last line of standard error.
    """
    last = error = ""
    with isolated.started(module, *words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr or ():
            last = plain(line).strip() or last
            if last.startswith("error: "):
                error += line
            else:
                sys.stderr.write(line)
        code = process.wait()
        if code != BAD_INPUT:
            sys.stderr.write(error)
        return code, last
