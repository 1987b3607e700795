"""Checks solutions of the user's own models by a second program, for the formats that models.own.check does not know.

A format's module is named in _MODULES. Its function ``checked`` gets the job, the solutions with their claimed
objectives, the place for its processes, and the name of the solver; it returns a Checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilings.models.problem import Solution
from tilings.runners.execute.transcript import Transcript
from tilings.runners.solvers.interface.solver import Job

if TYPE_CHECKING:
    from tilings.runners.proofs.checkers import Place

_MODULES: dict[str, str] = {}  # of a format, in this package


@dataclass(frozen=True)
class Checked:
    """The result on the solutions of a run.

    by: for the column checked_by, empty where nothing could check them; wrong: the error in a solution, empty if there
    is none; remark: for the record's message.
    """

    by: str = ""
    wrong: str = ""
    remark: str = ""


def columns(job: Job, said: Transcript, last: Solution, place: Place, solver: str) -> dict[str, Any]:
    """The columns that follow from the check of a run's solutions; none where their format has no second program."""
    name = _MODULES.get(getattr(job.instance, "format", ""))
    if not name:
        return {}
    solutions: Iterable[tuple[Solution, float | None]] = (
        (job.problem.decode(job.instance, atoms), claimed) for atoms, claimed in said.solutions()
    )
    result: Checked = import_module(f"tilings.runners.execute.{name}").checked(job, solutions, place, solver)
    if result.wrong:
        return {"check": "invalid", "checked_by": result.by, "message": result.wrong, "objective": None}
    return {"check": "valid" if result.by else "unchecked", "checked_by": result.by, "message": result.remark}
