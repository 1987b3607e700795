"""One run in this process: call the solver under its limits, read what it says, check it, fill the record."""

import contextlib
import errno
import functools
import os
import shlex
import signal
import tempfile
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from models import parts
from models.problem import Solution, UserError
from models.terminal.command import ROOT
from runners import confine
from runners.confine.scratch_dirs import remove
from runners.execute import stepwise_optimum
from runners.execute.background_load import Load
from runners.execute.disk_quota import DiskWatch
from runners.execute.solver_log import SolverLog
from runners.execute.stepwise_optimum import TimedEvents
from runners.execute.transcript import Improvement, Transcript, plain
from runners.execute.verdict import RunVerdict
from runners.plan.run import Run
from runners.record.schema import REFUTED, RunRecord
from runners.solvers.interface.bringing import bringing
from runners.solvers.interface.child_process import ChildSolver
from runners.solvers.interface.events import Event, MalformedLine, Proof
from runners.solvers.interface.solver import Job, OutputRequests, Solver, proof_mb

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


@dataclass(frozen=True)
class ExecutionContext:
    """Where a run is made.

    cores: those that it is pinned to, empty for none; backend: what holds its limits (None: the best one there is);
    load: what other programs took just before it, None where that is not known; scratch: the folder for its files
    (None: the system's); proofs: the folder in which proofs are kept (None: they are only checked); campaign, machine:
    their names for the record; attempt: the number of the try, from 1; warm: whether this process has loaded the
    solver, so that it can be forked; provenance: whether the record names the run, the sources and the machine.
    """

    cores: tuple[int, ...] = ()
    backend: confine.Backend | None = None
    load: Load | None = None
    scratch: Path | None = None
    proofs: Path | None = None
    campaign: str = ""
    machine: str = ""
    attempt: int | None = 1
    warm: bool = False
    provenance: bool = True


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
        columns = {"ended": "not_installed", "message": f"to install: {bringing(run.adapter)}"}
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
        call = _SolverCall(run, context, work, requests, kept, stop)
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


class _SolverCall:
    """Calls a run's solver, within the run's limits. excess: what it wrote too much of, where it did."""

    def __init__(
        self,
        run: Run,
        context: ExecutionContext,
        work: Path,
        requests: OutputRequests,
        log: SolverLog,
        stop: confine.Stop | None,
    ) -> None:
        self.job = Job(
            run.source.path, run.source.problem, run.source.instance, run.formulation,
            run.formulation.own(run.options), run.goal, run.seed, run.threads, run.limits.wall_s, run.limits.memory_mb,
            work, requests, parts.of_options(run.options),
        )  # fmt: skip
        self._run, self._context, self._log = run, context, log
        self._adapter = run.adapter
        self._proof_mb = proof_mb(run.adapter)
        self._limits = replace(run.limits, output_mb=run.limits.output_mb + self._proof_mb)
        self._disk = DiskWatch(work, self._limits.output_mb * 1_000_000, stop)
        self._lines: list[str] = []
        self.excess = ""

    @property
    def commands(self) -> str:
        """The command lines that were called."""
        return " ; ".join(self._lines)

    def events(self) -> Generator[TimedEvents, None, confine.Usage]:
        """Call it: once, or once for each level of the optimum."""
        limits = self._limits
        if self._run.formulation.stepwise(self._run.goal, self._run.options):
            usage = yield from stepwise_optimum.optimise(self.job, limits, self._call)
        else:
            usage = yield from self._call(self.job, limits)
        if self._disk.full:
            self.excess = f"the files in its work folder took more than {limits.output_mb} MB"
        elif usage.ended == "finished" and usage.signal == signal.SIGXFSZ:
            self.excess = f"it wrote a file of more than {limits.file_mb} MB"
        return replace(usage, ended="output") if self.excess else usage

    def require_space(self) -> None:
        """Raises OSError where the disk of the work folder was full: what a solver then says is not its own."""
        if self._disk.short():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.job.work.parent))

    def settled(self, proof: Proof | None, columns: dict[str, Any]) -> dict[str, Any]:
        """The columns that tell of the proof of a refutation, which is checked here and kept."""
        if not self._proof_mb or columns["answer"] not in ("unsat", "optimal") or columns["check"] in REFUTED:
            return {}
        if proof is None or not all(Path(path).exists() for path in (proof.formula, proof.path)):
            return {"proof": "none"}
        from runners.proofs import checkers, keep
        from runners.proofs.checkers import Place, Refutation

        unreached = checkers.unreached(columns.get("objective"), self.job.problem.sense)
        refutation = Refutation(Path(proof.formula), Path(proof.path), proof.form, self.job.path, unreached)
        if not proof.whole:
            return {"proof": "too_large", "proof_bytes": proof.bytes}
        context = self._context
        place = Place(self._run.limits, self.job.work, self._log, context.cores, context.backend)
        found = checkers.check(refutation, place)
        if context.proofs is not None:
            keep.store(refutation, context.proofs, self._run.run_id)
        result = {"proof": found.state, "proof_bytes": proof.bytes, "proof_check_s": found.seconds}
        result["proof_sha256"] = keep.digest(refutation.formula, refutation.proof)
        if found.state == checkers.REFUTED:
            result["check"] = "invalid"
        if found.upset:
            result["disturbed"] = True
        return result | ({"message": found.message} if found.message else {})

    def _call(self, job: Job, limits: confine.Limits) -> Generator[TimedEvents, None, confine.Usage]:
        command = self._adapter.command(job)
        self._lines.append(shlex.join(command))
        self._log.write(f"$ {self._lines[-1]}\n".encode(errors="replace"))
        paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "TMPDIR": str(job.work)}
        adapter = self._adapter
        call = (
            functools.partial(adapter.start, job) if isinstance(adapter, ChildSolver) and self._context.warm else None
        )
        task = confine.Task(command, limits, self._log, job.work, environment, self._context.cores, self._disk, call)
        execution = confine.run(task, self._context.backend)
        for time_s, line in execution:
            yield time_s, _parsed(self._adapter, line)
        return execution.usage


def _parsed(adapter: Solver, line: str) -> list[Event]:
    try:
        return adapter.parse(line)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return [MalformedLine(plain(line))]


def initial_record(run: Run, context: ExecutionContext) -> RunRecord:
    """The record of a run before anything has happened."""
    backend = context.backend or confine.choose()
    record = RunRecord(
        run_id="", campaign=context.campaign, family=run.family, instance=run.instance,
        instance_sha256=run.source.sha256, formulation=run.formulation.name,
        formulation_sha256="", solver=run.solver, solver_version=run.version,
        options=run.option_text, goal=run.goal, seed=run.seed, repetition=run.repetition, threads=run.threads,
        wall_limit_s=run.limits.wall_s, cpu_limit_s=run.limits.cpu_s, mem_limit_mb=run.limits.memory_mb,
        limit_backend=backend.name, mem_method=backend.mem_method, cores=" ".join(map(str, context.cores)),
        load_start=os.getloadavg()[0],
        foreign_start=context.load.foreign if context.load else None,
        disturbed=context.load is not None and context.load.disturbing,
        started_at=datetime.now(UTC).isoformat(timespec="seconds"), machine=context.machine,
        defaults=run.default_text, paradigm=run.paradigm, ladder=run.ladder, rung=run.rung, attempt=context.attempt,
    )  # fmt: skip
    return _traceable(record, run) if context.provenance else record


def _traceable(record: RunRecord, run: Run) -> RunRecord:
    """The record with what names the run, the sources and the machine; reading these takes longer than a small run."""
    from runners.record import machine

    where = machine.describe()
    return replace(
        record, run_id=run.run_id, formulation_sha256=run.formulation.sha256(), adapter_sha256=run.adapter_sha256,
        **{column: where[column] for column in ("host", "cpu_model", "git_commit", "dirty")},
    )  # fmt: skip
