"""One run in this process: call the solver under its limits, read what it says, check it, fill the record."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from typing import Any, Protocol

from models import parts, registry
from models.command import ROOT
from models.problem import Problem, Solution, UserError
from runners import confine
from runners.execute import stepwise_optimum
from runners.execute.background_load import Load
from runners.execute.disk_quota import DiskWatch
from runners.execute.scratch_dirs import remove
from runners.execute.stepwise_optimum import EventSink
from runners.execute.transcript import plain
from runners.execute.verdict import RunVerdict
from runners.plan.matrix import Run
from runners.record import machine
from runners.record.schema import RunRecord
from runners.solvers.interface import solver
from runners.solvers.interface.events import Event, MalformedLine
from runners.solvers.interface.solver import Job, OutputRequests

LOG_BYTES = 1_000_000


@dataclass(frozen=True)
class Outcome:
    """What a run leaves: its record, the trace of improvements, and the last solution (None: there is none)."""

    record: RunRecord
    trace: list[tuple[Any, ...]]
    solution: Solution | None


@dataclass(frozen=True)
class ExecutionContext:
    """Where a run is made: the cores that it is pinned to (none: to none), what holds its limits (None: the best
    backend there is), the load beside it, where it is known, and the folder for its files (None: the system's)."""

    cores: tuple[int, ...] = ()
    backend: confine.Backend | None = None
    load: Load | None = None
    scratch: Path | None = None


class Observer(Protocol):
    """Watches a run in its worker process.

    requests: what the solver is asked to tell; see: called with what it said, and when, as it comes; close: called when
    nothing more will come, with how the run ended (confine.Usage.ended).
    """

    requests: OutputRequests

    def see(self, time_s: float, events: list[Event]) -> None: ...
    def close(self, ended: str) -> None: ...


def run_once(
    run: Run,
    log: Path,
    context: ExecutionContext | None = None,
    stop: confine.Stop | None = None,
    observer: Observer | None = None,
) -> Outcome:
    """Make one run. This process must have no other children, and be the child subreaper (confine.adopt_orphans).

    log: the file for the solver's output (its first LOG_BYTES).
    """
    context = context or ExecutionContext()
    record = initial_record(run, context)
    if run.refusal:
        return Outcome(replace(record, ended="not_applicable", message=run.refusal), [], None)
    if not run.version:
        missing = f"to install: {solver.find(run.solver).bring}"
        return Outcome(replace(record, ended="not_installed", message=missing), [], None)
    problem, instance = run.source.problem, run.source.instance
    verdict = RunVerdict(problem, instance, run.goal)
    work = Path(tempfile.mkdtemp(prefix="run-", dir=context.scratch))
    kept = _Log(log)
    try:
        job = Job(
            run.source.path, problem, instance, run.formulation, run.formulation.own(run.options), run.goal, run.seed,
            run.threads, run.limits.wall_s, run.limits.memory_mb, work,
            OutputRequests() if observer is None else observer.requests, parts.of_options(run.options),
        )  # fmt: skip
        calls = _Calls(run, context, job, kept, stop)
        usage = calls.make(problem, instance, verdict.add if observer is None else _both(verdict.add, observer.see))
        record = replace(record, command=calls.commands, log="" if kept.refused else f"logs/{log.name}")
        if observer is not None:
            observer.close(usage.ended)
        if usage.ended == "interrupted":  # nobody waits for the answer
            return Outcome(replace(record, ended="interrupted"), [], None)
        if stop is not None:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)  # only checking is left, which may take long
        return _checked(record, verdict, usage, job.soft_limit_s, (calls.excess, kept.refused))
    except UserError as error:
        return Outcome(replace(record, ended="crash", phase="encode", message=str(error)), [], None)
    finally:
        kept.close()
        remove(work)


def _checked(
    record: RunRecord, verdict: RunVerdict, usage: confine.Usage, soft_limit_s: float, notes: tuple[str, str]
) -> Outcome:
    """What was found and what it cost. notes: what else there is to say, before and after what the answer says."""
    found = verdict.columns(usage, soft_limit_s)
    solution, message = found.pop("solution"), found.pop("message")
    cost = {name: getattr(usage, name) for name in ("exit_code", "signal", "wall_s", "cpu_s", "peak_mb")}
    first, last = notes
    return Outcome(replace(record, **found | cost, message=first or message or last), list(verdict.trace()), solution)


class _Calls:
    """Calls a run's solver, within the run's limits."""

    def __init__(self, run: Run, context: ExecutionContext, job: Job, log: _Log, stop: confine.Stop | None) -> None:
        self._run, self._context, self._job, self._log = run, context, job, log
        self._adapter = solver.find(run.solver)
        self._backend = context.backend or confine.choose()
        self._disk = DiskWatch(job.work, run.limits.output_mb * 1_000_000, stop)
        self._lines: list[str] = []
        self.excess = ""

    @property
    def commands(self) -> str:
        """The command lines that were called."""
        return " ; ".join(self._lines)

    def make(self, problem: Problem, instance: Any, see: EventSink) -> confine.Usage:
        """Call it: once, or once for each level of the optimum. `excess` says what it wrote too much of, if it did."""
        if self._run.goal == "optimum" and self._run.options.get(registry.STEPWISE_OPTION) == "levels":
            usage = stepwise_optimum.optimise(problem, instance, self._job, self._run.limits, see, self._call)
        else:
            usage = self._call(self._job, self._run.limits, see)
        if self._disk.full:
            self.excess = f"the files in its work folder took more than {self._run.limits.output_mb} MB"
        elif usage.ended == "finished" and usage.signal == signal.SIGXFSZ:
            self.excess = f"it wrote a file of more than {self._run.limits.file_mb} MB"
        return replace(usage, ended="output") if self.excess else usage

    def _call(self, job: Job, limits: confine.Limits, see: EventSink) -> confine.Usage:
        command = self._adapter.command(job)
        self._lines.append(shlex.join(command))
        self._log.write(f"$ {self._lines[-1]}\n".encode(errors="replace"))
        environment = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(job.work)}

        def on_line(time_s: float, line: str) -> None:
            see(time_s, _parsed(self._adapter, line))

        return confine.run(
            command, limits, on_line, self._log, job.work, environment, self._context.cores, self._disk, self._backend
        )


def _both(first: EventSink, second: EventSink) -> EventSink:
    def see(time_s: float, events: list[Event]) -> None:
        first(time_s, events)
        second(time_s, events)

    return see


def _parsed(adapter: solver.Solver, line: str) -> list[Event]:
    try:
        return adapter.parse(line)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return [MalformedLine(plain(line))]


class _Log:
    """The first LOG_BYTES of a run's output. refused: why the disk took no more, which is not the solver's failure."""

    def __init__(self, path: Path) -> None:
        self.refused = ""
        self._left = LOG_BYTES
        self._file: FileIO | None = None
        with self._refusing():
            self._file = path.open("wb", buffering=0)

    def write(self, data: bytes, /) -> None:
        if self._left > 0 and len(data) > self._left:
            data = data[: self._left] + b"\n[cut here]\n"
        wanted, self._left = self._left > 0, self._left - len(data)
        with self._refusing():
            while wanted and data and self._file and not self.refused:
                data = data[self._file.write(data) :]

    def close(self) -> None:
        if self._file:
            self._file.close()

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.refused = f"its log could not be written: {error.strerror}"


def initial_record(run: Run, context: ExecutionContext) -> RunRecord:
    """The record of a run before anything has happened."""
    where = machine.describe()
    backend = context.backend or confine.choose()
    return RunRecord(
        run_id=run.run_id, campaign="", family=run.family, instance=run.instance,
        instance_sha256=run.source.sha256, formulation=run.formulation.name,
        formulation_sha256=run.formulation.sha256(), solver=run.solver, solver_version=run.version,
        options=run.option_text, goal=run.goal, seed=run.seed, repetition=run.repetition, threads=run.threads,
        wall_limit_s=run.limits.wall_s, cpu_limit_s=run.limits.cpu_s, mem_limit_mb=run.limits.memory_mb,
        limit_backend=backend.name, mem_method=backend.mem_method, host=where["host"],
        cpu_model=where["cpu_model"], cores=" ".join(map(str, context.cores)), load_start=os.getloadavg()[0],
        foreign_start=context.load.foreign if context.load else None,
        disturbed=context.load is not None and context.load.disturbing,
        started_at=datetime.now(UTC).isoformat(timespec="seconds"), git_commit=where["git_commit"],
        dirty=where["dirty"],
    )  # fmt: skip
