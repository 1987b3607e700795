"""Notices that a solver is another one than when its runs were planned.

A run's identity is read once, when a session starts. Where a solver is upgraded while the session lasts, its further
runs would be recorded as runs of the earlier one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from runners.install.programs import program
from runners.solvers.interface import solver

if TYPE_CHECKING:
    from runners.plan.run import Run

_Kind = tuple[str, str, str, str]
_Stamp = tuple[int, int, int] | None


class Installed:
    """The files of the solvers of these runs as they are now: programs, what tells a package's version, the engines,
    the adapters and formulations themselves."""

    def __init__(self, runs: Iterable[Run]) -> None:
        self._files: dict[_Kind, list[Path]] = {}
        for run in runs:
            if run.version and _kind(run) not in self._files:
                self._files[_kind(run)] = list(_files(run))
        self._stamps = {path: _stamp(path) for paths in self._files.values() for path in paths}

    def changed(self, run: Run) -> Path | None:
        """A file of the run's solver that is another one now; None where there is none."""
        files = self._files.get(_kind(run), [])
        return next((path for path in files if _stamp(path) != self._stamps[path]), None)


def _kind(run: Run) -> _Kind:
    return run.solver, run.formulation.language, run.family, run.formulation.name


def _files(run: Run) -> Iterator[Path]:
    yield run.formulation.path
    if place := solver.places().get(run.solver):
        yield place.path
    if run.formulation.engines and (engine := find_spec("runners.native._engine")):
        yield Path(engine.origin or "")
    if package := getattr(run.adapter, "package", ""):
        yield from _about(package)
    for name in _programs(run.solver, run.formulation.language):
        if found := program(name):
            yield Path(found).resolve()


@cache
def _about(package: str) -> list[Path]:
    """The file that tells a package's version, in a folder whose name tells it, too."""
    try:
        files = metadata.distribution(package).files or []
    except metadata.PackageNotFoundError:
        return []
    return [Path(str(each.locate())) for each in files if each.match("*.dist-info/METADATA")]


def _programs(name: str, language: str) -> tuple[str, ...]:
    if language == "cp" or (language == "cpmpy" and program(f"fzn-{name}")):
        return "minizinc", f"fzn-{name}"
    return (name,) if language in ("sat", "mip") else ()


def _stamp(path: Path) -> _Stamp:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_ino, state.st_size, state.st_mtime_ns
