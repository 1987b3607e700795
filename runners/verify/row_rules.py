"""Rules that every row and trace must satisfy, whatever the instance."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from tilings.models import fields as reading
from tilings.models import registry
from tilings.models.formulation import EXACT_COVER, NATIVE, PARADIGMS, REFERENCE
from tilings.models.problem import GOALS, Problem, UserError
from tilings.runners.plan.run import grace_s
from tilings.runners.record.schema import (
    ANSWERS,
    ASSUMED,
    CHECKS,
    ENDINGS,
    IMPORTED,
    NOT_TRIED,
    PROOFS,
    WITH_PROOF,
    RunRecord,
)
from tilings.runners.record.support import COUNT_CHECKS
from tilings.runners.solvers.interface import solver

WITH_SOLUTION = ("sat", "optimal", "feasible")
_OF_GOAL = {
    "first": ("sat", "unsat", "none"),
    "count": ("counted", "none"),
    "optimum": ("optimal", "feasible", "unsat", "unbounded", "none"),
}
_AXES = {"goal": GOALS, "answer": ANSWERS, "ended": ENDINGS, "check": CHECKS, "count_check": COUNT_CHECKS}
_SIGNED = ("bound", "objective")
_KINDS = RunRecord.__annotations__.items()
_AMOUNTS = tuple(name for name, kind in _KINDS if "float" in str(kind) and name not in _SIGNED)
_RUN_ID = re.compile(r"[0-9a-f]{16}")
_SLACK = 1e-6  # of objectives, which solvers print as floating-point numbers
_LATE_S = 1.0  # a line may be read after the run's wall time was taken
_EARLY = 0.4  # of a limit: execute/judge.py does not accept an earlier report of a timeout
_OVER, _OVER_S, _OVER_MB = 1.05, 0.5, 50  # the excess of a limit before a run is stopped


class Point(NamedTuple):
    """A row of a trace as text, and its line in the file."""

    line: int
    t_s: str
    objective: str
    bound: str


def of_schema(record: RunRecord) -> Iterator[str]:
    """Values that the schema does not allow. The other rules need a row without any."""
    if not _RUN_ID.fullmatch(record.run_id):
        yield "run_id is not a hash of 16 digits"
    for axis, known in _AXES.items():
        if getattr(record, axis) not in known:
            yield f"{axis} is '{getattr(record, axis)}', not one of {', '.join(known)}"
    if record.family not in registry.families() and record.limit_backend != IMPORTED:
        yield f"there is no family '{record.family}' (for a plug-in's: --plugins FOLDER)"
    try:
        reading.name(record.instance)
    except UserError as error:
        yield str(error)
    for name in _AMOUNTS:
        amount = getattr(record, name)
        if amount is not None and not (math.isfinite(amount) and amount >= 0):
            yield f"{name} is {amount:g}"


def claims_solution(record: RunRecord) -> bool:
    """Whether a run's answer or count claims a solution."""
    return record.answer in WITH_SOLUTION or (record.goal == "count" and bool(record.solutions))


def of_row(record: RunRecord, problem: Problem) -> Iterator[str]:
    """Contradictions within a row."""
    answer, objective, bound = record.answer, record.objective, record.bound
    if answer not in _OF_GOAL[record.goal]:
        yield f"goal {record.goal} has no answer '{answer}'"
    if answer != "none" and record.ended in NOT_TRIED:
        yield f"it ended {record.ended}, and has the answer '{answer}'"
    if record.ended in ASSUMED and (record.wall_s is not None or not record.ladder):
        yield "it was not made, and " + ("has a wall time" if record.ladder else "is on no ladder")
    if answer in WITH_SOLUTION and record.check == "unchecked" and not problem.files:
        yield f"the answer '{answer}' was not checked"
    if answer == "counted" and record.solutions is None:
        yield "a count without a number"
    if record.count_check and record.solutions is None:
        yield f"count_check is '{record.count_check}', and there is no count"
    if record.solutions is not None and record.solutions < 0:
        yield f"a count of {record.solutions}"
    sense = problem.sense or record.sense  # that of a user's own model
    if record.goal == "optimum" and record.sense != sense and (record.sense or answer != "none"):
        yield f"sense is '{record.sense}', that of {record.family} is '{sense}'"
    if answer in ("optimal", "feasible") and objective is None and record.check != "invalid":
        yield f"the answer '{answer}' without an objective"
    if answer not in ("optimal", "feasible") and objective is not None:
        yield f"an objective with the answer '{answer}'"
    yield from _of_paradigm(record)
    yield from _of_proof(record)
    yield from _of_ending(record)
    if objective is None or bound is None:
        return
    if answer == "optimal" and abs(bound - objective) > _SLACK:
        yield f"the optimum is {objective}, and its bound {bound:g}"
    elif _better(objective, bound, sense):
        yield f"the objective {objective} is better than the bound {bound:g}"


def _of_paradigm(record: RunRecord) -> Iterator[str]:
    """A paradigm other than the formulation's, or impossible for a solver. Older rows have none."""
    own = NATIVE if record.solver == REFERENCE else registry.own_paradigm(record.family, record.formulation)
    allowed = [own] if own else [name for name in PARADIGMS if name not in (EXACT_COVER, NATIVE)]
    if record.paradigm not in PARADIGMS and not solver.shipped(record.solver):
        return  # the paradigm of a plug-in's adapter
    if record.paradigm and record.paradigm not in allowed:
        yield f"the paradigm is '{record.paradigm}', that of {record.formulation} is {' or '.join(allowed)}"


def _of_proof(record: RunRecord) -> Iterator[str]:
    """Contradictions between a row's proof and its answer."""
    if record.proof not in ("", *PROOFS):
        yield f"proof is '{record.proof}', not one of {', '.join(PROOFS)}"
    if record.proof and record.answer not in ("unsat", "optimal"):
        yield f"a proof with the answer '{record.answer}'"
    if record.proof in WITH_PROOF and not record.proof_sha256:
        yield f"its proof is {record.proof}, and has no hash"
    if record.proof == "refuted" and record.check != "invalid":
        yield f"its proof is refuted, and check is '{record.check}'"


def _of_ending(record: RunRecord) -> Iterator[str]:
    """Contradictions between a row and the run's ending or times."""
    if record.ended == "finished" and record.answer in ("none", "feasible"):
        yield f"it finished by itself, and has the answer '{record.answer}'"
    limits = {"wall": (record.wall_s, record.wall_limit_s), "cpu": (record.cpu_s, record.cpu_limit_s)}
    spent, limit = limits.get(record.ended, (None, 0.0))
    if spent is not None and spent < _EARLY * limit:
        yield f"it ended by its limit of {limit:g} s ({record.ended}) after {spent:g} s"
    if record.first_s is None:
        return
    if record.check != "invalid" and record.answer != "unbounded" and not claims_solution(record):
        yield f"its first solution came at {record.first_s:g} s, and it has none"
    if record.best_s is not None and record.best_s < record.first_s:
        yield f"its last solution came at {record.best_s:g} s, its first at {record.first_s:g} s"
    if record.wall_s is not None and (record.best_s or record.first_s) > record.wall_s * 1.01 + _LATE_S:
        yield f"its last solution came at {record.best_s or record.first_s:g} s, and the run took {record.wall_s:g} s"


def of_trace(record: RunRecord, trace: list[Point], sense: str) -> Iterator[tuple[int, str]]:
    """Faults of a run's trace, each with its line in the file."""
    latest, last = 0.0, None
    may_have_solutions = claims_solution(record) or record.answer == "unbounded" or record.check == "invalid"
    for line, *cells in trace:
        try:
            time_s, objective, bound = (float(cell) if cell else None for cell in cells)
        except ValueError:
            yield line, f"not numbers: {', '.join(cells)}"
            continue
        if time_s is None or not math.isfinite(time_s) or time_s < 0 or (objective is None and bound is None):
            yield line, "a trace's row has a time from 0, and an objective or a bound"
            continue
        if record.wall_s is not None and time_s > record.wall_s * 1.01 + _LATE_S:
            yield line, f"at {time_s:g} s, and the run took {record.wall_s:g} s"
        if time_s < latest:
            yield line, f"at {time_s:g} s, after {latest:g} s"
        if objective is not None and last is not None and _better(last, objective, sense):
            yield line, f"the objective goes from {last:g} to {objective:g}"
        if objective is not None and not may_have_solutions:
            yield line, f"a solution of {objective:g}, and the run has none"
        latest = max(latest, time_s)
        last = last if objective is None else objective
    yield from _end_of_trace(record, trace, last, sense)


def _end_of_trace(record: RunRecord, trace: list[Point], last: float | None, sense: str) -> Iterator[tuple[int, str]]:
    """The last objective must be that of an optimal run; that of another run may be better."""
    if last is None or record.objective is None or record.goal != "optimum" or record.check == "invalid":
        return
    apart = abs(last - record.objective) > _SLACK
    if apart and (record.answer == "optimal" or _better(last, record.objective, sense)):
        yield trace[-1].line, f"the last objective is {last:g}, that of the run {record.objective}"


def beyond_limits(record: RunRecord) -> Iterator[str]:
    """Limits that a run exceeded although its row says that it finished by itself."""
    if record.ended != "finished":
        return
    used = {
        "wall_s": (record.wall_s, record.wall_limit_s + grace_s(record.wall_limit_s) + _OVER_S),
        "cpu_s": (record.cpu_s, record.cpu_limit_s * _OVER + _OVER_S),
        "peak_mb": (record.peak_mb, record.mem_limit_mb * _OVER + _OVER_MB),
    }
    for name, (amount, most) in used.items():
        if amount is not None and amount > most:
            yield f"finished with {name} {amount:g}, beyond its limit"
    most = (record.wall_s or 0.0) * len(record.cores.split()) * _OVER + _OVER_S
    if record.cores and record.cpu_s is not None and record.cpu_s > most:
        yield f"cpu_s {record.cpu_s:g} is more than its cores ({record.cores}) give in {record.wall_s or 0.0:g} s"


def _better(one: float, other: float, sense: str) -> bool:
    return (one - other if sense == "max" else other - one) > _SLACK
