"""The MIP solvers that MiniZinc calls as libraries, after it has made linear constraints of all others."""

import importlib.metadata
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

from runners.solvers.interface.minizinc import LINEAR, MiniZincSolver, flat_sizes


class MiniZincMip(MiniZincSolver):
    """An adapter for one of them. It looks for one solution and cannot count; its sizes are the linear model's."""

    enumerates = False
    flags = LINEAR

    def __init__(self, name: str, tag: str = "") -> None:
        super().__init__(name, parallel=True, paradigm="MIP", tag=tag)

    def measured(self, statistics: dict[str, Any]) -> dict[str, Any]:
        """As of any solver; MiniZinc alone tells the sizes."""
        return super().measured(statistics) | flat_sizes(statistics)


@cache
def shared_library(package: str, pattern: str) -> Path | None:
    """The file of a Python package whose name matches a pattern; None where there is none."""
    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((Path(str(file.locate())) for file in files if fnmatch(file.name, pattern)), None)
