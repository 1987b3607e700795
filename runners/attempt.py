"""One run in this process: call the solver under its limits, read what it says, check it, fill the record."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from typing import Any, Protocol

from models import parts, registry
from models.command import ROOT
from models.problem import Problem, Solution, UserError
from runners import confine, levels, machine, solver
from runners.answer import Answer
from runners.disk import DiskWatch
from runners.events import Event, Garbled
from runners.levels import See
from runners.load import Load
from runners.plan import Run
from runners.record import COLUMNS, RunRecord
from runners.scratch import remove
from runners.solver import Job, Wishes
from runners.transcript import plain

LOG_BYTES = 1_000_000


@dataclass(frozen=True)
class Outcome:
    """What a run leaves: its record, the trace of improvements, and the last solution (None: there is none)."""

    record: RunRecord
    trace: list[tuple[Any, ...]]
    solution: Solution | None


@dataclass(frozen=True)
class Place:
    """Where a run is made: the cores that it is pinned to (none: to none), what holds its limits (None: the best
    backend there is), the load beside it, where it is known, and the folder for its files (None: the system's)."""

    cores: tuple[int, ...] = ()
    backend: confine.Backend | None = None
    load: Load | None = None
    scratch: Path | None = None


class Observer(Protocol):
    """Watches a run in its worker process.

    wishes: what the solver is asked to tell; see: called with what it said, and when, as it comes; close: called when
    nothing more will come, with how the run ended (confine.Usage.ended).
    """

    wishes: Wishes

    def see(self, time_s: float, events: list[Event]) -> None: ...
    def close(self, ended: str) -> None: ...


def make(
    run: Run,
    log: Path,
    place: Place | None = None,
    stop: confine.Stop | None = None,
    observer: Observer | None = None,
) -> Outcome:
    """Make one run. This process must have no other children, and be the child subreaper (confine.adopt_orphans).

    log: the file for the solver's output (its first LOG_BYTES).
    """
    place = place or Place()
    record = asdict(blank(run, place))
    if run.refusal or not run.version:
        record["ended"] = "not_applicable" if run.refusal else "not_installed"
        record["message"] = run.refusal or f"to install: {solver.find(run.solver).bring}"
        return Outcome(RunRecord(**record), [], None)
    problem, instance = registry.load_instance(run.path)
    answer = Answer(problem, instance, run.goal)
    work = Path(tempfile.mkdtemp(prefix="run-", dir=place.scratch))
    kept = _Log(log)
    commands: list[str] = []
    try:
        job = Job(
            run.path, run.formulation, run.formulation.own(run.options), run.goal, problem.sense, run.seed, run.threads,
            run.limits.wall_s, run.limits.memory_mb, work, Wishes() if observer is None else observer.wishes,
            parts.of_options(run.options),
        )  # fmt: skip
        see = answer.add if observer is None else _both(answer.add, observer.see)
        disk = DiskWatch(work, run.limits.output_mb * 1_000_000, stop)
        usage = _confined(run, problem, instance, job, kept, see, place, disk, commands)
        if disk.full:
            usage = replace(usage, ended="output")
        record["command"] = " ; ".join(commands)
        if observer is not None:
            observer.close(usage.ended)
        if usage.ended == "interrupted":  # nobody waits for the answer
            return Outcome(RunRecord(**record | {"ended": usage.ended}), [], None)
        if stop is not None:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)  # only checking is left, which may take long
        found = answer.columns(usage, job.soft_limit_s)
        solution = found.pop("solution")
        record |= {key: value for key, value in found.items() if key in COLUMNS} | {
            "exit_code": usage.exit_code, "signal": usage.signal, "wall_s": usage.wall_s, "cpu_s": usage.cpu_s,
            "peak_mb": usage.peak_mb, "log": "" if kept.refused else f"logs/{log.name}",
        }  # fmt: skip
        full = f"the files in its work folder took more than {run.limits.output_mb} MB" if disk.full else ""
        record["message"] = full or record["message"] or kept.refused
        return Outcome(RunRecord(**record), list(answer.trace()), solution)
    except UserError as error:
        failed = {"ended": "crash", "phase": "encode", "message": str(error)}
        return Outcome(RunRecord(**record | failed), [], None)
    finally:
        kept.close()
        remove(work)


def _confined(
    run: Run, problem: Problem, instance: Any, job: Job, kept: _Log, see: See, place: Place,
    stop: confine.Asking, commands: list[str],
) -> confine.Usage:  # fmt: skip
    """Call the solver: once, or once for each level of the optimum. commands: gets the command line of each call."""
    adapter = solver.find(run.solver)
    backend = place.backend or confine.choose()
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(job.work)}

    def call(job: Job, limits: confine.Limits, see: See) -> confine.Usage:
        command = adapter.command(job)
        commands.append(shlex.join(command))
        kept.write(f"$ {commands[-1]}\n".encode(errors="replace"))

        def on_line(time_s: float, line: str) -> None:
            see(time_s, _parsed(adapter, line))

        return confine.run(command, limits, on_line, kept, job.work, environment, place.cores, stop, backend)

    if run.goal == "optimum" and run.options.get(registry.STEPPING) == "levels":
        return levels.optimise(problem, instance, job, run.limits, see, call)
    return call(job, run.limits, see)


def _both(first: See, second: See) -> See:
    def see(time_s: float, events: list[Event]) -> None:
        first(time_s, events)
        second(time_s, events)

    return see


def _parsed(adapter: solver.Solver, line: str) -> list[Event]:
    try:
        return adapter.parse(line)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return [Garbled(plain(line))]


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


def blank(run: Run, place: Place) -> RunRecord:
    """The record of a run before anything has happened."""
    where = machine.describe()
    backend = place.backend or confine.choose()
    return RunRecord(
        run_id=run.run_id, campaign="", family=run.family, instance=run.instance,
        instance_sha256=run.instance_sha256, formulation=run.formulation.name,
        formulation_sha256=run.formulation.sha256(), solver=run.solver, solver_version=run.version,
        options=run.option_text, goal=run.goal, seed=run.seed, repetition=run.repetition, threads=run.threads,
        wall_limit_s=run.limits.wall_s, cpu_limit_s=run.limits.cpu_s, mem_limit_mb=run.limits.memory_mb,
        limit_backend=backend.name, mem_method=backend.mem_method, host=where["host"],
        cpu_model=where["cpu_model"], cores=" ".join(map(str, place.cores)), load_start=os.getloadavg()[0],
        foreign_start=place.load.foreign if place.load else None,
        disturbed=place.load is not None and place.load.disturbing,
        started_at=datetime.now(UTC).isoformat(timespec="seconds"), git_commit=where["git_commit"],
        dirty=where["dirty"],
    )  # fmt: skip
