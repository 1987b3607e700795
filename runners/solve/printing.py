"""Writes the pieces of a solution as STL files for a printer (``--stl``)."""

from __future__ import annotations

import argparse
from typing import Any

from tilings.models import registry
from tilings.models.problem import Solution, UserError
from tilings.runners.solve.solution_writers import NO_SOLUTION, say_written


def check(given: argparse.Namespace, family: str, instance: Any) -> None:
    """Raises UserError, before the search, unless the files of ``--stl`` can be written."""
    if not given.stl:
        return
    module = registry.module_of(family, "stl")
    if module is None or not getattr(module, "takes", lambda _: True)(instance):
        raise UserError(f"--stl writes the pieces of polyomino and polycube puzzles; this one is of family {family}")
    if 2 * given.gap >= given.edge:
        raise UserError(f"--gap {given.gap:g} leaves nothing of a cell of --edge {given.edge:g}: take less than half")
    if not given.stl.parent.is_dir() or (given.stl.exists() and not given.stl.is_dir()):
        raise UserError(f"--stl takes a folder, or a new one in a folder that exists, not {given.stl}")


def write(given: argparse.Namespace, instance: Any, family: str, solution: Solution | None) -> None:
    """Write a file for each piece and one for the whole solution, and print how often each is to be printed."""
    if solution is None:
        say_written(given.stl, NO_SOLUTION)
        return
    module: Any = registry.module_of(family, "stl")
    given.stl.mkdir(exist_ok=True)
    written = []
    for name, times, content in module.files(instance, solution, given.edge, given.gap):
        (given.stl / name).write_bytes(content)
        written.append(f"{name} ({times} times)" if times > 1 else name)
    say_written(f"{given.stl}: {', '.join(written)}")
