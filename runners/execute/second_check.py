"""Checks solutions of the user's own models by a second program, for the formats that models.own.check does not know.

A format's module is named in _MODULES. Its function ``checked`` gets the job, the solutions with their claimed
objectives, the place for its processes, and the name of the solver; it returns a Checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilings.models.problem import Solution
from tilings.runners.execute.transcript import Transcript
from tilings.runners.record import support
from tilings.runners.solvers.interface.solver import Job

if TYPE_CHECKING:
    from tilings.runners.proofs.checkers import Place

_MODULES = {  # of a format, in this package
    "asp": "check_asp", "mzn": "check_minizinc", "fzn": "check_minizinc", "xml": "check_xcsp3",
}  # fmt: skip
_SLACK = 1e-5  # of objectives that are not whole, relative if they exceed 1


@dataclass(frozen=True)
class Checked:
    """The result on the solutions of a run.

    by: for the column checked_by, empty where nothing could check them; wrong: the error in a solution, empty if there
    is none; remark: for the record's message. number: of the solutions that the check itself found where it counts
    them; objective: that of the last solution, if the check computes it.
    """

    by: str = ""
    wrong: str = ""
    remark: str = ""
    number: int | None = None
    objective: float | None = None


def columns(job: Job, said: Transcript, answer: Mapping[str, Any], place: Place, solver: str) -> dict[str, Any]:
    """The columns that follow from the check of a run's solutions; none where their format has no second program.

    answer: the columns so far.
    """
    name = _MODULES.get(getattr(job.instance, "format", ""))
    if not name:
        return {}
    solutions: Iterable[tuple[Solution, float | None]] = (
        (job.problem.decode(job.instance, atoms), claimed) for atoms, claimed in said.solutions()
    )
    result: Checked = import_module(f"tilings.runners.execute.{name}").checked(job, solutions, place, solver)
    end = said.complete
    wrong = result.wrong
    if end and end.count is not None and result.number is not None and end.count < result.number:
        wrong = wrong or f"count: the solver reports {end.count}, the check of its solutions finds {result.number}"
    if wrong := wrong or _misstated(answer.get("objective"), result.objective, job.problem.sense, bool(end)):
        return {"check": "invalid", "checked_by": result.by, "message": wrong, "objective": None, "bound": None}
    columns = {
        "check": "valid" if result.by else "unchecked",
        "checked_by": result.by,
        "message": result.remark or answer["message"],
    }
    counted = end is not None and result.number is not None and end.count in (None, result.number)
    return columns | ({"count_check": support.ENUMERATED} if counted and job.goal == "count" else {})


def _misstated(claimed: float | None, computed: float | None, sense: str, proved: bool) -> str:
    """The error in the objective that the solver reports, or empty; only one that is not proved may be too modest."""
    if claimed is None or computed is None:
        return ""
    whole = isinstance(claimed, int) and isinstance(computed, int)
    gain = (claimed - computed) * (1 if sense == "max" else -1)
    slack = 0.0 if whole else _SLACK * max(1.0, abs(computed))
    if gain <= slack and (gain >= -slack or not proved):
        return ""
    return f"objective: the solver reports {claimed}, the check of the solution finds {computed}"
