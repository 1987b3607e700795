"""Detects solvers that were upgraded since the runs of a session were planned.

A run's identity is read once, when a session starts: after an upgrade, further runs would be recorded as runs of the
earlier version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.runners.install.programs import program
from tilings.runners.solvers.interface import solver

if TYPE_CHECKING:
    from tilings.runners.plan.run import Run


class Installed:
    """The present files of these runs' solvers: programs, metadata of packages, engines, adapters and formulations."""

    def __init__(self, runs: Iterable[Run]) -> None:
        one_each = {(run.solver, run.formulation.path): run for run in runs if run.version}
        self._stamps = {kind: {path: _stamp(path) for path in _files(run)} for kind, run in one_each.items()}

    def changed(self, run: Run) -> Path | None:
        """A file of the run's solver that has changed since, or None."""
        stamps = self._stamps.get((run.solver, run.formulation.path), {})
        return next((path for path, stamp in stamps.items() if _stamp(path) != stamp), None)


def _files(run: Run) -> Iterator[Path]:
    name, language = run.solver, run.formulation.language
    yield run.formulation.path
    if place := solver.places().get(name):
        yield place.path
    if run.formulation.engines and (engine := find_spec("tilings.runners.native._engine")):
        yield Path(engine.origin or "")
    yield from _metadata(getattr(run.adapter, "package", ""))
    programs: tuple[str, ...] = (name,) if language in ("sat", "mip") else ()
    if language == "cp" or (language == "cpmpy" and program(f"fzn-{name}")):
        programs = "minizinc", f"fzn-{name}"
    yield from (Path(path).resolve() for path in map(program, programs) if path)


@cache
def _metadata(package: str) -> list[Path]:
    """The file with a package's version, in a folder whose name also has the version."""
    try:
        files = metadata.distribution(package).files or [] if package else []
    except metadata.PackageNotFoundError:
        return []
    return [Path(str(file.locate())) for file in files if file.match("*.dist-info/METADATA")]


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_ino, state.st_size, state.st_mtime_ns
