"""Solvers that misbehave: a shell script stands in the place of a solver."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models import registry
from tilings.models.plugins import ModulePath
from tilings.models.problem import GOALS
from tilings.runners.plan import manifest
from tilings.runners.plan.run import Run, limits
from tilings.runners.record.schema import RunRecord
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import ChildSolver

if TYPE_CHECKING:
    import pytest

INSTANCE = {"family": "squares", "name": "tiny", "width": 2, "height": 2, "max_copies": 4}
OPTIMUM = INSTANCE | {"max_copies": None}
_SQUARES = ", ".join(f'["square", [{x},{y},1]]' for y in (0, 1) for x in (0, 1))
TILING = f'{{"event": "Found", "atoms": [{_SQUARES}], "objective": null}}'
WRONG = TILING.replace("[1,1,1]", "[0,0,1]")
EXHAUSTED = '{"event": "SearchComplete", "count": null}'
CRASHED = ("none", "crash", "unchecked", "encode")
PLACES = {"fake": ModulePath("tilings.runners.solvers.fake", Path("fake.py"))}
NOTHING = "the solver ended without an answer"
Runs = Callable[..., RunRecord]  # of a fixture that makes a run of what it is given
SILENT = f"{NOTHING}: it printed nothing that its adapter can read"


def counted(count: str) -> str:
    """The event of a complete count with this number of solutions."""
    return EXHAUSTED.replace("null", count)


def worth(objective: str, tiling: str = TILING) -> str:
    """The event of a solution with an objective that the solver claims for it; that of TILING is 4."""
    return tiling.replace("null", objective)


class FakeSolver(ChildSolver):
    """Runs a shell script; its output is read as a child's events. It has no limit of its own."""

    install_command = "nothing brings it"
    unlimited = GOALS

    def __init__(self, script: str, installed: bool = True) -> None:
        super().__init__("fake", "cpsat", "no-package", lambda _: None)
        self._script, self._installed = script, installed

    def version(self, formulation: registry.Formulation | None = None) -> str | None:
        return "1" if self._installed else None

    def command(self, job: solver.Job) -> list[str]:
        return ["sh", "-c", self._script]


def install(monkeypatch: pytest.MonkeyPatch, script: str, installed: bool = True) -> None:
    """Put a fake solver that runs a script into the place of the adapter ``fake``."""
    put(monkeypatch, FakeSolver(script, installed))


def put(monkeypatch: pytest.MonkeyPatch, adapter: ChildSolver) -> None:
    """Put an adapter into the place of the adapter ``fake``."""
    module = types.ModuleType("tilings.runners.solvers.fake")
    module.CPSAT = adapter  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tilings.runners.solvers.fake", module)
    monkeypatch.setattr(solver, "places", lambda: PLACES)


def says(*lines: str) -> str:
    """A script that prints these lines."""
    return "\n".join(f"echo '{line}'" for line in lines)


def run(folder: Path, goal: str = "first", wall_s: float = 60.0, seed: int = 1, **changed: int) -> Run:
    """A run of the fake solver on a 2 x 2 board; changed: fields of confine.Limits."""
    path = folder / "tiny.json"
    path.write_text(json.dumps(OPTIMUM if goal == "optimum" else INSTANCE), encoding="utf-8")
    formulation = registry.formulation("squares", "cpsat_cover")
    held = limits(wall_s, 500, 1)._replace(**changed)
    return Run(
        "squares", "tiny", manifest.read_instance(path), formulation, formulation.settings({}), "fake",
        solver.find("fake", "cpsat").version() or "", goal, seed, 1, 1, held,
    )  # fmt: skip


def axes(record: RunRecord) -> tuple[str, str, str]:
    """The three axes of the record: answer, ending and check."""
    return record.answer, record.ended, record.check


def how(record: RunRecord) -> tuple[str, str, str, str, int | None, int | None, str]:
    """All columns on the outcome of a run: the axes, phase, exit code, signal and message."""
    return *axes(record), record.phase, record.exit_code, record.signal, record.message
