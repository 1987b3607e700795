"""Where a solver's program lies, and what it says of itself."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache

from tilings.models.terminal.command import ROOT

PROGRAMS = ROOT / ".solvers" / "bin"
TRIES = 3  # a program that is killed while it is asked for its version is not missing, and is asked again
_ANSWERS_S = 20


def program(name: str) -> str | None:
    """The program that ``make setup`` installed, else the one on the path; None where there is neither."""
    return shutil.which(name, path=PROGRAMS) or shutil.which(name)


@cache
def printed(*command: str) -> str:
    """What a command prints when it is asked for its version; nothing where it cannot run."""
    for _ in range(TRIES):
        try:
            done = subprocess.run(command, capture_output=True, timeout=_ANSWERS_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return ""
        if done.returncode >= 0:
            return done.stdout.decode(errors="replace")
    return ""
