"""The path and the version of a solver's program."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache

from tilings.models.terminal.command import ROOT

PROGRAMS = ROOT / ".solvers" / "bin"
TRIES = 3  # a program that is killed while it prints its version is called again: it is not missing
_TIMEOUT_S = 20


def program(name: str) -> str | None:
    """The program that ``make setup`` installed, or else the one on the path, if any."""
    return shutil.which(name, path=PROGRAMS) or shutil.which(name)


@cache
def printed(*command: str) -> str:
    """The output of a command that prints a version; empty if it cannot run."""
    for _ in range(TRIES):
        try:
            done = subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return ""
        if done.returncode >= 0:
            return done.stdout.decode(errors="replace")
    return ""
