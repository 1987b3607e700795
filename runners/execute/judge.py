"""From a solver's output to the record: what was proven, whether the answer was checked, what it cost.

Three checks may settle the record's `check`, in this order: the family's checker, of every solution; the user's own, of
the solutions of the user's own model; and that of the proof of a refutation. The answers of other runs and the known
one are compared later, by runners.campaign.cross_check.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from signal import Signals
from typing import TYPE_CHECKING, Any, cast

from tilings.models.classes import Classes, TooManyImages
from tilings.models.problem import Problem, Solution, UserError
from tilings.runners.confine import Usage
from tilings.runners.execute.transcript import BEFORE_SEARCH, Transcript, plain
from tilings.runners.record import support
from tilings.runners.record.schema import REFUTED, RunRecord
from tilings.runners.solvers.interface.events import SearchComplete
from tilings.runners.solvers.interface.solver import Job

if TYPE_CHECKING:
    from tilings.models.own.instance import OwnInstance
    from tilings.runners.proofs.checkers import Place

_COSTS = ("exit_code", "signal", "wall_s", "cpu_s", "peak_mb", "stalled_s")
NOT_TRUSTED_S = 0.5  # a solver that says it is out of time before this share of its limit counts as crashed


def judge(
    record: RunRecord, said: Transcript, job: Job, usage: Usage, place: Place, writes_proofs: bool, proofs: Path | None
) -> tuple[RunRecord, Solution | None]:
    """The record of a run whose solver has ended, and the last solution, if there is one.

    place: where the user's checker and the checkers of proofs are run. writes_proofs: whether the solver is to prove
    that there is no solution; proofs: the folder in which proofs are kept (None: they are only checked).
    """
    columns, last = RunVerdict(job.problem, job.instance, job.goal, said).columns(usage, job.soft_limit_s)
    if job.problem.files and last is not None and columns["check"] == "unchecked":
        columns |= _checked_by_user(columns, said, job, last, place)
    if writes_proofs and columns["answer"] in ("unsat", "optimal") and columns["check"] not in REFUTED:
        columns |= _checked_proof(columns, said, job, place, proofs, record.run_id)
    if usage.upset:
        columns |= {"disturbed": True, "message": joined(columns["message"], usage.upset)}
    return replace(record, **columns), last


def joined(*words: str) -> str:
    """Several messages as one."""
    return plain("; ".join(filter(None, words)))


def _checked_by_user(
    columns: dict[str, Any], said: Transcript, job: Job, last: Solution, place: Place
) -> dict[str, Any]:
    """The columns that change where the user's own checker has seen the solutions of the user's own model."""
    from tilings.runners.execute import user_check

    solutions = (job.problem.decode(job.instance, atoms) for atoms, _ in said.solutions())
    result = user_check.checked(cast("OwnInstance", job.instance), solutions, last, place)
    result["message"] = joined(columns["message"], result.get("message", ""))
    if result.get("check") == "invalid":
        result |= {"objective": None} | ({"bound": None} if columns["answer"] == "optimal" else {})
    return result


def _checked_proof(
    columns: dict[str, Any], said: Transcript, job: Job, place: Place, proofs: Path | None, run_id: str
) -> dict[str, Any]:
    """The columns on the proof of a refutation, which is checked and kept here."""
    from tilings.runners.proofs import checkers, keep

    proof = said.proof
    if proof is None or not all(Path(path).exists() for path in (proof.formula, proof.path)):
        return {"proof": "none"}
    if not proof.whole:
        return {"proof": "too_large", "proof_bytes": proof.bytes}
    unreached = checkers.unreached(columns.get("objective"), job.problem.sense)
    refutation = checkers.Refutation(Path(proof.formula), Path(proof.path), proof.form, job.path, unreached)
    check = checkers.check(refutation, place)
    if proofs is not None:
        keep.store(refutation, proofs, run_id)
    result: dict[str, Any] = {"proof": check.state, "proof_bytes": proof.bytes, "proof_check_s": check.seconds}
    result["proof_sha256"] = keep.digest(refutation.formula, refutation.proof)
    if check.state == checkers.REFUTED:
        result["check"] = "invalid"
    if check.upset:
        result["disturbed"] = True
    return result | ({"message": check.message} if check.message else {})


@dataclass
class RunVerdict:
    """Turns the transcript of a run into the record's columns.

    Every solution goes through the family's checker. For goal count, solutions are counted up to the instance's
    symmetries and without repetition, whatever the solver printed.
    """

    problem: Problem
    instance: Any
    goal: str
    said: Transcript

    def columns(self, usage: Usage, soft_limit_s: float) -> tuple[dict[str, Any], Solution | None]:
        """The record's columns that follow from the events and from what the solver used; the last solution, if any."""
        said = self.said
        result: dict[str, Any] = dict(said.measured)
        if "encode_s" in result and "solve_s" not in result:
            result["solve_s"] = max(0.0, usage.wall_s - sum(result.get(name, 0.0) for name in BEFORE_SEARCH))
        result |= {"bound": said.bound, "first_s": said.first_s, "best_s": said.best_s}
        checked = self._checked()
        wrong = checked.wrong or self._inconsistent(checked)
        result |= self._verdict(checked, wrong)
        ending = self._ending(usage, soft_limit_s, result["answer"])
        if checked.unclassified:
            ending |= {"ended": "memory", "message": checked.unclassified}
        result |= ending if not wrong else {key: value for key, value in ending.items() if key != "message"}
        result["message"] = plain(result["message"])
        return result | {name: getattr(usage, name) for name in _COSTS}, checked.last

    def _checked(self) -> _Checked:
        """Decode and check the solutions in turn, up to the first wrong one."""
        found = _Checked()
        classes = Classes(self.problem.symmetries(self.instance) if self.goal == "count" else ())
        for atoms, found.claimed in self.said.solutions():
            try:
                solution = self.problem.decode(self.instance, atoms)
            except UserError as error:
                found.wrong = f"undecodable: {error}"
                return found
            found.last = solution
            broken = self.problem.check(self.instance, solution, self.goal)
            if broken:
                found.wrong = str(broken[0])
                return found
            if self.goal == "count" and not found.unclassified:
                try:
                    found.different.add(classes.of(solution))
                except TooManyImages as error:
                    found.unclassified = str(error)
            if self.goal == "optimum":
                found.wrong = self._worth(found, solution)
                if found.wrong:
                    return found
        return found

    def _worth(self, found: _Checked, solution: Solution) -> str:
        """Note the objective of a valid solution; what is wrong with what the solver says of it.

        The solution may be better: a model's objective variable need only be a bound on it, except in the optimal
        solution (see `_inconsistent`).
        """
        own = self.problem.objective(self.instance, solution)
        found.objective = _whole(found.claimed) if own is None else own
        if found.objective is None:
            return ""
        found.best = found.objective if found.best is None else self._better(found.objective, found.best)
        if found.claimed is None or self._gain(found.objective, found.claimed) >= -1e-6:
            return ""
        return _misstated(found)

    def _inconsistent(self, found: _Checked) -> str:
        """What is wrong with what was said in all, though each solution is right."""
        said = self.said
        if said.contradiction:
            return said.contradiction
        if said.complete and said.malformed:
            return f"malformed: among what led to the answer is '{said.malformed.text}'"
        if said.complete and said.complete.count is not None and said.complete.count < len(found.different):
            return f"count: the solver says {said.complete.count}, {len(found.different)} different solutions came"
        if found.objective is None or found.best is None:
            return ""
        if said.complete and found.objective != found.best:
            return f"objective: the last solution has {found.objective}, one before it {found.best}"
        if said.complete and found.claimed is not None and abs(found.objective - found.claimed) >= 1e-6:
            return _misstated(found)
        if said.bound is not None and self._gain(found.best, said.bound) > 1e-3 + 1e-6 * abs(said.bound):
            return f"bound: the solver says {said.bound:g}, a solution has {found.best}"
        return ""

    def _gain(self, one: float, other: float) -> float:
        """By how much one objective is better than another."""
        return (one - other) * (1 if self.problem.sense == "max" else -1)

    def _better(self, one: float, other: float) -> float:
        return one if self._gain(one, other) > 0 else other

    def _verdict(self, found: _Checked, wrong: str) -> dict[str, Any]:
        """The columns answer, check, solutions, objective and bound."""
        end = self.said.complete
        checked = found.last is not None and not self.problem.files
        result: dict[str, Any] = {"check": "valid" if checked else "unchecked", "message": wrong}
        if wrong:
            result["check"] = "invalid"
        if self.goal == "count":
            count = self._count(len(found.different))
            counted = end is not None and not found.unclassified
            result |= {"answer": "counted" if counted else "none", "solutions": count}
            if end and counted and not wrong:
                result["count_check"] = self._count_check(end, len(found.different))
        elif self.goal == "optimum":
            result["sense"] = self.problem.sense
            if not wrong and found.objective is not None:
                result["objective"] = found.objective
            if found.last is not None and end:
                result |= {"answer": "optimal", "bound": result.get("objective")}
            else:
                result["answer"] = "feasible" if found.last is not None else "unsat" if end else "none"
        else:
            result["answer"] = "sat" if found.last is not None else "unsat" if end else "none"
        return result

    def _count(self, different: int) -> int:
        """The number of solutions: what the solver says, as it may send out only some; else those that came."""
        end, cut_off = self.said.complete, self.said.out_of_time
        if end:
            return different if end.count is None else end.count
        return max(different, (cut_off and cut_off.solutions) or 0)

    def _count_check(self, end: SearchComplete, different: int) -> str:
        """How the count is known; different: how many solutions were sent out and checked, those alike counted once."""
        if end.computed:
            return support.COMPUTED
        return support.ENUMERATED if end.count in (None, different) and not self.problem.files else support.TOLD

    def _ending(self, usage: Usage, soft_limit_s: float, answer: str) -> dict[str, Any]:
        """The columns ended, phase and message, where they say more than how the process ended."""
        said = self.said
        if said.refused:
            return {"ended": "not_applicable", "message": said.refused.message}
        # It fails because we have stopped it, or because it was refused a process.
        stopped = usage.ended == "processes" or (usage.ended != "finished" and said.failed_s >= usage.wall_s)
        if said.failed and not stopped:
            return {"ended": said.failed.ended, "phase": said.failed.phase, "message": said.failed.message}
        result: dict[str, Any] = {"ended": usage.ended}
        if usage.ended == "finished" and usage.exit_code != 0:  # also by a signal that is not ours
            result["ended"] = "crash"
        elif usage.ended == "finished" and answer in ("none", "feasible"):
            enough = NOT_TRUSTED_S if said.out_of_time else 0.9
            result["ended"] = "wall" if usage.wall_s >= enough * soft_limit_s else "crash"
        if result["ended"] != "finished":
            result["phase"] = "solve" if "encode_s" in said.measured else "encode"
        if result["ended"] == "crash":
            result["message"] = usage.lacked or usage.complaint or self._why(usage)
        elif usage.lacked:
            result["message"] = usage.lacked
        return result

    def _why(self, usage: Usage) -> str:
        """What there is to say of a crash without a complaint."""
        if usage.signal is not None:
            return f"the solver died by signal {usage.signal} ({Signals(usage.signal).name})"
        if usage.exit_code:
            return f"the solver ended with exit code {usage.exit_code}"
        if self.said.silent:
            return "the solver ended without an answer: it printed nothing that its adapter understands"
        malformed = f"; not understood: {self.said.malformed.text}" if self.said.malformed else ""
        return f"the solver ended without an answer{malformed}"


@dataclass
class _Checked:
    """What the checker found: the last solution (the wrong one, if one is), what is wrong with it, digests of those
    that differ, and why not all were compared; for goal optimum the last objective, what the solver claims it to be,
    and the best."""

    last: Solution | None = None
    wrong: str = ""
    different: set[bytes] = field(default_factory=set)
    unclassified: str = ""
    objective: float | None = None
    claimed: float | None = None
    best: float | None = None


def _whole(value: float | None) -> float | None:
    """A number that is whole but for a solver's tolerance as an int."""
    return round(value) if value is not None and math.isfinite(value) and abs(value - round(value)) < 1e-6 else value


def _misstated(found: _Checked) -> str:
    return f"objective: the solver says {found.claimed:g}, the solution has {found.objective}"
