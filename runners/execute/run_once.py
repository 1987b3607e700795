"""One run in this process: call the solver under its limits, read what it says, check it, fill the record."""

import contextlib
import signal
import tempfile
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from models.problem import Solution, UserError
from runners import confine
from runners.execute.context import ExecutionContext, initial_record
from runners.execute.scratch_dirs import remove
from runners.execute.solver_call import SolverCall
from runners.execute.solver_log import SolverLog
from runners.execute.stepwise_optimum import TimedEvents
from runners.execute.transcript import Improvement, Transcript, plain
from runners.execute.verdict import RunVerdict
from runners.plan.run import Run
from runners.record.schema import RunRecord
from runners.solvers.interface.events import Event
from runners.solvers.interface.solver import Job, OutputRequests, bringing

if TYPE_CHECKING:
    from models.own.instance import OwnInstance


@dataclass(frozen=True)
class Outcome:
    """What a run leaves: its record, the trace of improvements, and the last solution (None: there is none).

    halt: why no further run can be made, nor this one; empty if they can.
    """

    record: RunRecord
    trace: list[Improvement]
    solution: Solution | None
    halt: str = ""


class Observer(Protocol):
    """Watches a run in its worker process.

    requests: optional output that the solver is asked for; see: called with what a line said, and when, as it comes;
    close: called when nothing more will come, with how the run ended (confine.Usage.ended).
    """

    requests: OutputRequests

    def see(self, time_s: float, events: list[Event]) -> None: ...
    def close(self, ended: str) -> None: ...


def run_once(
    run: Run,
    log: Path | None,
    context: ExecutionContext | None = None,
    stop: confine.Stop | None = None,
    observer: Observer | None = None,
) -> Outcome:
    """Make one run. This process must have no other children, and be the child subreaper (confine.adopt_orphans).

    log: the file for the solver's output (its beginning); None: it is not kept.
    """
    context = context or ExecutionContext()
    initial = initial_record(run, context)
    transcript, solution = Transcript(), None
    columns: dict[str, Any]
    if run.refusal:
        columns = {"ended": "not_applicable", "message": run.refusal}
    elif not run.version:
        columns = {"ended": "not_installed", "message": f"to install: {bringing(run.adapter, run.formulation)}"}
    else:
        columns, solution = _solved(run, log, context, stop, observer, transcript)
    return Outcome(replace(initial, **columns), transcript.trace, solution)


def _solved(
    run: Run,
    log: Path | None,
    context: ExecutionContext,
    stop: confine.Stop | None,
    observer: Observer | None,
    transcript: Transcript,
) -> tuple[dict[str, Any], Solution | None]:
    """Call the solver; the columns of the record that tell how it went, and the last solution."""
    requests = OutputRequests() if observer is None else observer.requests
    start = "warm" if context.warm else "cold"
    columns: dict[str, Any] = {"ended": "interrupted"}
    solution = None
    with SolverLog(log) as kept, _work_folder(context.scratch) as work:
        call = SolverCall(run, context, work, requests, kept, stop)
        try:
            usage = _heard(call.events(), transcript, observer)
            if usage.ended != "interrupted":  # then nobody waits for the answer
                if stop is not None:
                    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # only checking is left, which may take long
                verdict = RunVerdict(call.job.problem, call.job.instance, run.goal, transcript)
                columns, solution = verdict.columns(usage, call.job.soft_limit_s)
                if call.job.problem.files and solution is not None and columns["check"] == "unchecked":
                    columns |= _checked_by_user(call.job, transcript, solution, kept, run.limits, context, columns)
                columns["message"] = call.excess or columns["message"] or kept.refused
                columns |= call.settled(transcript.proof, columns)
                if usage.upset:
                    columns |= {"disturbed": True, "message": _joined(columns["message"], usage.upset)}
                call.require_space()
        except UserError as error:
            columns = {"ended": "crash", "phase": "encode", "message": str(error)}
        written = f"logs/{log.name}" if log and not kept.refused else ""
        return columns | {"start": start, "command": call.commands, "log": written}, solution


def _joined(*words: str) -> str:
    return plain("; ".join(filter(None, words)))


def _checked_by_user(
    job: Job,
    transcript: Transcript,
    last: Solution,
    log: SolverLog,
    limits: confine.Limits,
    context: ExecutionContext,
    columns: dict[str, Any],
) -> dict[str, Any]:
    """The columns that change where the user's own checker has seen the solutions of a user's own model."""
    from runners.execute import user_check

    solutions = (job.problem.decode(job.instance, atoms) for atoms, _ in transcript.solutions())
    own = cast("OwnInstance", job.instance)
    found = user_check.checked(own, solutions, last, job.work, limits, log, context.backend)
    found["message"] = _joined(columns["message"], found.get("message", ""))
    if found.get("check") == "invalid":
        found |= {"objective": None} | ({"bound": None} if columns["answer"] == "optimal" else {})
    return found


def _heard(
    events: Generator[TimedEvents, None, confine.Usage], transcript: Transcript, observer: Observer | None
) -> confine.Usage:
    """Pass the events on as they come; what the solver used in all."""
    execution = confine.Execution(events)
    with contextlib.closing(iter(execution)) as said:
        for time_s, found in said:
            transcript.add(time_s, found)
            if observer is not None:
                observer.see(time_s, found)
    if observer is not None:
        observer.close(execution.usage.ended)
    return execution.usage


@contextlib.contextmanager
def _work_folder(parent: Path | None) -> Iterator[Path]:
    """An empty folder that is removed at the end, with whatever the solver has put into it."""
    folder = Path(tempfile.mkdtemp(prefix="run-", dir=parent))
    try:
        yield folder
    finally:
        remove(folder)
