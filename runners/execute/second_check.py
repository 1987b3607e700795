"""Checks solutions of the user's own models by a second program, for the formats that models.own.check does not know.

FORMATS of models.own.instance names a format's module. Its function ``checked`` gets the job, the solutions with their
claimed objectives, the context of its processes, and the solver's name; it returns a Checked.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models.problem import Solution
from tilings.runners.execute.transcript import Transcript
from tilings.runners.proofs.context import CheckContext
from tilings.runners.record import support
from tilings.runners.solvers.interface.solver import Job


class Checked(NamedTuple):
    """The result on the solutions of a run.

    by: the column checked_by; empty if nothing could check the solutions.
    wrong: the error in a solution; empty if there is none.
    remark: a text for the record's message.
    number: the number of solutions that the check found, if it counts them.
    objective: the last solution's objective, if the check computes it.
    """

    by: str = ""
    wrong: str = ""
    remark: str = ""
    number: int | None = None
    objective: float | None = None


def columns(
    job: Job, said: Transcript, answer: Mapping[str, Any], context: CheckContext, solver: str
) -> dict[str, Any]:
    """The columns that follow from the check of a run's solutions; none where their format has no second program.

    answer: the columns so far.
    """
    if not job.problem.files:  # a family's instance, not a user's own model
        return {}
    from tilings.models.own.instance import FORMATS

    module = FORMATS.get(getattr(job.instance, "format", ""), "")
    if not Path(__file__).with_name(f"{module}.py").exists():
        return {}
    solutions: Iterable[tuple[Solution, float | None]] = (
        (job.problem.decode(job.instance, atoms), claimed) for atoms, claimed in said.solutions()
    )
    result: Checked = import_module(f"tilings.runners.execute.{module}").checked(job, solutions, context, solver)
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
    """The error in the objective that the solver reports; empty without one. A claim that is not proved may be too
    modest."""
    if claimed is None or computed is None:
        return ""
    gain, tolerance = (claimed - computed) * (1 if sense == "max" else -1), slack(computed, claimed)
    if gain <= tolerance and (gain >= -tolerance or not proved):
        return ""
    return f"objective: the solver reports {claimed}, the check of the solution finds {computed}"


def slack(objective: float, claimed: float) -> float:
    """The tolerance of a solver's claim, a floating-point number; a whole objective differs by less than 1/2."""
    tolerance = 1e-5 * max(1.0, abs(claimed))
    return min(tolerance, 0.49) if isinstance(objective, int) else tolerance
