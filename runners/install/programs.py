"""Where a solver's program lies."""

from __future__ import annotations

import shutil

from models.terminal.command import ROOT

PROGRAMS = ROOT / ".solvers" / "bin"


def program(name: str) -> str | None:
    """The program that ``make setup`` installed, else the one on the path; None where there is neither."""
    return shutil.which(name, path=PROGRAMS) or shutil.which(name)
