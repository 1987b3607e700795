"""Folders of plug-ins that tests write and put in force."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tilings.models import plugins

Make = Callable[..., Path]
# A solver that says of every packing that it has seven solutions.
LIAR = """
from tilings.runners.solvers.interface.child_process import ChildSolver, emit
from tilings.runners.solvers.interface.events import SearchComplete

def solve(task):
    task.encoded(variables=1, constraints=1)
    emit(SearchComplete(7))

DLX = ChildSolver("liar", "dlx", package="pytest", solve=solve)
"""
# The solver dlx, but for each run it waits for a file `go…` beside it, and removes it: without one it never answers,
# however fast the machine is.
ENDLESS = """
import contextlib, time
from pathlib import Path
from tilings.runners.solvers import dlx
from tilings.runners.solvers.interface.child_process import ChildSolver

def solve(task):
    while True:
        for go in Path(__file__).parent.glob("go*"):
            with contextlib.suppress(FileNotFoundError):
                go.unlink()
                return dlx.solve(task)
        time.sleep(0.05)

DLX = ChildSolver("endless", "dlx", package="pytest", solve=solve)
"""


def answers(plugged: Path, runs: int) -> None:
    """Lets the solver `endless` of a folder of plug-ins answer so many further runs."""
    for number in range(runs):
        (plugged / "solvers" / f"go{number}").touch()


def write(folder: Path, files: dict[str, str]) -> Path:
    """Writes texts into files of a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@contextmanager
def made(home: Path) -> Iterator[Make]:
    """Gives a function that writes a folder of plug-ins and puts it in force; forgets its modules afterwards."""
    plugins._read.cache_clear()
    with pytest.MonkeyPatch.context() as patch:

        def make(files: dict[str, str], name: str = "mine") -> Path:
            folder = write(home / name, files)
            before = os.environ.get(plugins.VARIABLE)
            patch.setenv(plugins.VARIABLE, f"{before}{os.pathsep}{folder}" if before else str(folder))
            return folder

        yield make
    plugins._read.cache_clear()
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(home)):
            del sys.modules[name]
