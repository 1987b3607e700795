"""From a solver's output to the record: the answer, its check, and its cost.

Four checks may decide the record's `check`, in this order:

- the family's checker, for every solution; for a user's own model it is the checker of the model's format;
- a second program, where that format has no checker;
- the user's checker, for solutions of the user's own model;
- the proof checker, for the proof of a refutation.

The column checked_by names which of the first two it was. Later runners.campaign.cross_check compares the answer with
the known one and with those of other runs.
"""

from __future__ import annotations

from pathlib import Path
from signal import Signals
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from tilings.models.problem import Solution
from tilings.models.terminal.phrases import digits
from tilings.runners.confine import Usage
from tilings.runners.execute import second_check
from tilings.runners.execute.second_check import slack
from tilings.runners.execute.solution_checks import SolutionChecks
from tilings.runners.execute.transcript import BEFORE_SEARCH, Transcript, plain
from tilings.runners.record import support
from tilings.runners.record.schema import REFUTED, SOUND, RunRecord
from tilings.runners.solvers.interface.solver import Job

if TYPE_CHECKING:
    from tilings.models.own.instance import OwnInstance
    from tilings.runners.proofs.context import CheckContext

_COSTS = ("exit_code", "signal", "wall_s", "cpu_s", "peak_mb", "stalled_s")
NOT_TRUSTED_S = 0.5  # a solver that reports out of time before this share of its limit counts as crashed


def judge(
    record: RunRecord,
    said: Transcript,
    job: Job,
    usage: Usage,
    context: CheckContext,
    writes_proofs: bool,
    proofs: Path | None,
    checks: SolutionChecks | None,
) -> tuple[RunRecord, Solution | None]:
    """The record of a run whose solver has ended, and the last solution, if any.

    context: the context of the user's checker and of the checkers of proofs.
    writes_proofs: whether the solver writes a proof that there is no solution.
    proofs: the folder in which proofs are kept (None: they are only checked).
    checks: the checks of the solutions, if the solutions were checked as they came.
    """
    checks = checks or SolutionChecks.of(job.problem, job.instance, job.goal, said)
    columns, last = RunVerdict(checks, said).columns(usage, job.wall_s)
    if last is not None and columns["check"] == "unchecked":
        columns |= second_check.columns(job, said, columns, context, record.solver)
    if job.problem.files and columns["check"] in SOUND:
        from tilings.runners.execute import own_limits

        limited = own_limits.columns(job, columns, context, record.solver)
        columns |= limited | {"message": joined(columns["message"], limited.get("message", ""))}
    if job.problem.files and last is not None and columns["check"] in SOUND:
        more, last = _checked_by_user(columns, said, job, last, context)
        columns |= more
    if writes_proofs and columns["answer"] in ("unsat", "optimal") and columns["check"] not in REFUTED:
        columns |= _checked_proof(columns, said, job, context, proofs, record.run_id)
    if usage.distortion:
        columns |= {"disturbed": True, "message": joined(columns["message"], usage.distortion)}
    return record._replace(**columns), last


def joined(*words: str) -> str:
    """Several messages as one."""
    return plain("; ".join(filter(None, words)))


def _checked_by_user(
    columns: dict[str, Any], said: Transcript, job: Job, last: Solution, context: CheckContext
) -> tuple[dict[str, Any], Solution]:
    """The columns that follow from the user's checker, and the solution that it refuses or else the last one."""
    from tilings.runners.execute import user_check

    solutions = ((job.problem.decode(job.instance, atoms), claimed) for atoms, claimed in said.solutions())
    result, last = user_check.checked(cast("OwnInstance", job.instance), solutions, last, context)
    result["message"] = joined(columns["message"], result.get("message", ""))
    if result.get("check") == "invalid":
        result |= {"objective": None} | ({"bound": None} if columns["answer"] == "optimal" else {})
    return result, last


def _checked_proof(
    columns: dict[str, Any], said: Transcript, job: Job, context: CheckContext, proofs: Path | None, run_id: str
) -> dict[str, Any]:
    """Check and keep the proof of a refutation; returns its columns."""
    from tilings.runners.proofs import checkers, keep

    proof = said.proof
    if proof is None or not all(Path(path).exists() for path in (proof.formula, proof.path)):
        return {"proof": "none"}
    if not proof.whole:
        return {"proof": "too_large", "proof_bytes": proof.bytes}
    unreached = checkers.unreached(columns.get("objective"), job.problem.sense)
    refutation = checkers.Refutation(Path(proof.formula), Path(proof.path), proof.form, job.path, unreached)
    check = checkers.check(refutation, context)
    if proofs is not None:
        keep.store(refutation, proofs, run_id)
    result: dict[str, Any] = {"proof": check.state, "proof_bytes": proof.bytes, "proof_check_s": check.seconds}
    result["proof_sha256"] = keep.digest(refutation.formula, refutation.proof)
    if check.state == checkers.REFUTED:
        result["check"] = "invalid"
    if check.disturbed:
        result["disturbed"] = True
    return result | ({"message": check.message} if check.message else {})


class RunVerdict(NamedTuple):
    """Turns the transcript of a run and the checks of its solutions into the record's columns."""

    checked: SolutionChecks
    said: Transcript

    def columns(self, usage: Usage, limit_s: float) -> tuple[dict[str, Any], Solution | None]:
        """The record's columns that follow from the events and the usage; the last solution, if any.

        limit_s: the solver's own limit.
        """
        said = self.said
        result: dict[str, Any] = dict(said.measured)
        if "encode_s" in result and "solve_s" not in result:
            result["solve_s"] = max(0.0, usage.wall_s - sum(result.get(name, 0.0) for name in BEFORE_SEARCH))
        result |= {"bound": said.bound, "first_s": said.first_s, "best_s": said.best_s}
        checked = self.checked
        wrong = checked.wrong or self._inconsistent()
        result |= self._verdict(wrong)
        ending = self._ending(usage, limit_s, result["answer"])
        if checked.unclassified:
            ending |= {"ended": "memory", "message": checked.unclassified}
        result |= ending if not wrong else {key: value for key, value in ending.items() if key != "message"}
        result["message"] = plain(result["message"])
        return result | {name: getattr(usage, name) for name in _COSTS}, checked.last

    def _inconsistent(self) -> str:
        """A contradiction within the solver's output although each solution is valid, or empty."""
        said, found = self.said, self.checked
        if said.contradiction:
            return said.contradiction
        if said.complete and said.malformed:
            return f"malformed: the output with the answer has the line '{said.malformed.text}'"
        if said.complete and said.complete.count is not None and said.complete.count < len(found.different):
            reported = f"the solver reports {digits(said.complete.count)}"
            return f"count: {reported}, but printed {len(found.different)} different solutions"
        if found.objective is None or found.best is None:
            return ""
        if said.complete and found.objective != found.best:
            return f"objective: the last solution has {found.objective}, an earlier one {found.best}"
        claimed = found.claimed
        if said.complete and claimed is not None and abs(found.objective - claimed) >= slack(found.objective, claimed):
            return found.misstated
        if said.bound is not None and found.gain(found.best, said.bound) > 1e-3 + 1e-6 * abs(said.bound):
            return f"bound: the solver reports {said.bound:g}, a solution has {found.best}"
        return ""

    def _verdict(self, wrong: str) -> dict[str, Any]:
        """The columns answer, check, solutions, objective and bound."""
        found, end = self.checked, self.said.complete
        checker = found.problem.checker(found.instance)
        by = checker if found.last is not None else ""
        result: dict[str, Any] = {"check": "valid" if by else "unchecked", "checked_by": by, "message": wrong}
        if wrong:
            result["check"] = "invalid"
        if found.goal == "count":
            different = len(found.different)
            counted = end is not None and not found.unclassified
            number = self._count(different)
            result |= {"answer": "counted" if counted else "none", "solutions": number}
            if not wrong and (counted or number):
                result["count_check"] = support.ENUMERATED if number == different and checker else support.TOLD
                if end and end.computed:
                    result["count_check"] = support.COMPUTED
        elif found.goal == "optimum":
            result["sense"] = found.problem.sense
            if self.said.unbounded and not wrong:
                return result | {"answer": "unbounded", "bound": None}
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
        """The number of solutions: the solver's, which may report only some of them; else those reported."""
        end, cut_off = self.said.complete, self.said.out_of_time
        if end:
            return different if end.count is None else end.count
        return max(different, (cut_off and cut_off.solutions) or 0)

    def _ending(self, usage: Usage, limit_s: float, answer: str) -> dict[str, Any]:
        """The columns ended, phase and message."""
        said = self.said
        if said.refused:
            return {"ended": "not_applicable", "message": said.refused.message}
        # A failure after we stopped it, or after it was refused a process, is not its own.
        stopped = usage.ended == "processes" or (usage.ended != "finished" and said.failed_s >= usage.wall_s)
        if said.failed and not stopped:
            # At its own limit the adapter may end a program in the middle of its output.
            late = said.failed.ended == "crash" and said.failed_s >= limit_s
            ended = "wall" if late else said.failed.ended
            return {"ended": ended, "phase": said.failed.phase, "message": said.failed.message}
        result: dict[str, Any] = {"ended": usage.ended}
        if usage.ended == "finished" and usage.exit_code != 0:  # also by another program's signal
            result["ended"] = "crash"
        elif usage.ended == "finished" and answer in ("none", "feasible"):
            enough = NOT_TRUSTED_S if said.out_of_time else 0.9
            result["ended"] = "wall" if usage.wall_s >= enough * limit_s else "crash"
        if result["ended"] != "finished":
            result["phase"] = "solve" if "encode_s" in said.measured else "encode"
        if result["ended"] == "crash":
            result["message"] = usage.shortage or usage.complaint or self._why(usage)
        elif usage.shortage:
            result["message"] = usage.shortage
        elif said.overdue_s:
            result["message"] = f"it answered after {said.overdue_s:.2f} s, too late to count"
        return result

    def _why(self, usage: Usage) -> str:
        """The message of a crash without output on standard error."""
        if usage.signal is not None:
            return f"the solver died by signal {usage.signal} ({Signals(usage.signal).name})"
        if usage.exit_code:
            return f"the solver ended with exit code {usage.exit_code}"
        if self.said.silent:
            return "the solver ended without an answer: it printed nothing that its adapter can read"
        malformed = f"; unreadable: {self.said.malformed.text}" if self.said.malformed else ""
        return f"the solver ended without an answer{malformed}"
