"""Withdraws the answers of MiniZinc's solvers that hold only within bounds of their own, not in the user's model.

A solver puts bounds of its own on a number without any, and its search for an optimum, a count or the absence of a
solution ends at them. A MIP solver may report an unbounded objective without a solution, which the model needs, too.
"""

from __future__ import annotations

import re
from contextlib import closing
from typing import Any, cast

from tilings.models.own import flat_bounds, lexis
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import UserError
from tilings.runners.execute.minizinc_calls import Calls, Stopped, others
from tilings.runners.proofs.context import CheckContext
from tilings.runners.record.schema import OWN_LIMIT
from tilings.runners.solvers.interface import minizinc
from tilings.runners.solvers.interface.events import Found, SearchComplete
from tilings.runners.solvers.interface.minizinc import MiniZincSolver
from tilings.runners.solvers.interface.solver import Job, find

_NUMBERS = re.compile(r"\bvar\b[^;:]*\b(?:int|float)\b|\b(?:tuple|record)\b")
_WITHDRAWN = {
    "optimal": ("feasible", "optimum"),
    "unsat": ("none", "absence of a solution"),
    "counted": ("none", "count"),
}


def columns(job: Job, answer: dict[str, Any], context: CheckContext, solver: str) -> dict[str, Any]:
    """The columns that change, given those so far; none where the answer stands, or the format is not MiniZinc's.

    Where the bounds cannot be found within the limits, the answer stands, and the message says so.
    """
    if getattr(job.instance, "format", "") not in ("mzn", "fzn"):
        return {}
    result: dict[str, Any] = {}
    try:
        if answer["answer"] == "unbounded":
            result = {
                "answer": "none",
                "message": f"{solver} reports that there is no solution, or no bound on the objective",
            }
            result = result if not _solvable(Calls(job, context, "the objective"), solver) else {}
        elif answer["answer"] in _WITHDRAWN and (names := _unlimited(job, answer, context, solver)):
            left, claim = _WITHDRAWN[answer["answer"]]
            most = cast("MiniZincSolver", find(solver, "cp")).largest or 0
            words = f"{_shown(names)} no bounds in the model, and {solver} searches only from {-most} to {most}: "
            result = {"answer": left, "count_check": "", "message": f"{words}the {claim} is not proved; state bounds"}
    except (UserError, Stopped):
        return {"message": "not checked: whether the bounds of its numbers are the model's or the solver's"}
    return result | ({"ended": OWN_LIMIT, "phase": "solve", "bound": None} if result else {})


def _solvable(calls: Calls, solver: str) -> bool:
    """Whether another solver finds a solution."""
    for other in others(solver):
        with closing(calls.events(other, "first")) as events:
            for event in events:
                if isinstance(event, Found | SearchComplete):
                    return isinstance(event, Found)
    return False


def _unlimited(job: Job, answer: dict[str, Any], context: CheckContext, solver: str) -> list[str]:
    """The variables on which the solver puts bounds of its own that matter for its answer."""
    instance = cast("OwnInstance", job.instance)
    adapter = find(solver, "cp")
    limit: int | None = getattr(adapter, "largest", None)
    texts = [text for name, text in instance.files if name.endswith((".mzn", ".fzn"))]
    if limit is None or not any(_NUMBERS.search(lexis.bare(instance.format, text)) for text in texts):
        return []
    if instance.format == "fzn":
        flat = dict(instance.files)[instance.model]
    else:
        calls = Calls(job, context, "the bounds")
        assert job.problem.files is not None
        path = calls.work / "flat.fzn"
        for _ in calls.lines(
            minizinc.flattened(cast("MiniZincSolver", adapter), job.problem.files(instance, calls.work), path)
        ):
            pass
        flat = path.read_text(encoding="utf-8") if path.exists() else ""
    return flat_bounds.unlimited(flat, limit, answer.get("sense", ""), answer.get("objective"))


def _shown(names: list[str]) -> str:
    """The names of some variables with their verb; those that MiniZinc has made are counted."""
    known = [name for name in names if not name.startswith("X_INTRODUCED_")]
    if not known:
        return f"{len(names)} of its numbers have" if len(names) > 1 else "one of its numbers has"
    return f"{known[0]} has" if len(names) == 1 else f"{known[0]} and {len(names) - 1} more have"
