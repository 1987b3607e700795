"""Makes an attempt of a run in this process: calls the solver under its limits, reads its output, and judges it."""

import contextlib
import functools
import os
import shlex
import signal
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from tilings.models import search_parts
from tilings.models.problem import Solution, UserError
from tilings.runners import confine
from tilings.runners.execute import stepwise_optimum
from tilings.runners.execute.cores import Counts, Load, Slot
from tilings.runners.execute.judge import joined, judge
from tilings.runners.execute.run_files import DiskWatch, RunLog, work_folder
from tilings.runners.execute.solution_checks import SolutionChecks
from tilings.runners.execute.stepwise_optimum import TimedEvents
from tilings.runners.execute.transcript import Improvement, Transcript, parsed
from tilings.runners.plan.run import Run, grace_s
from tilings.runners.proofs.context import CheckContext
from tilings.runners.record.schema import RunRecord
from tilings.runners.solvers.interface import presets
from tilings.runners.solvers.interface.child_process import ChildSolver
from tilings.runners.solvers.interface.events import Event, Found
from tilings.runners.solvers.interface.solver import Job, OutputRequests, installation, proof_mb

_LEAST_SHARE = 0.5  # of the rest of a wall limit: the solver has at least so much, however long the command takes
_SHORTEST_S = 0.02  # the solver's limit if the command has used up the whole


class Session(NamedTuple):
    """The settings of all attempts of a session.

    logs: the folder for the solvers' output (None: it is not kept).
    proofs: the folder for proofs (None: they are only checked).
    campaign, machine: their names for the records.
    backend: enforces the limits (None: the best usable one).
    start: cold, warm or light (see runners.execute.scheduler.WarmStarts).
    provenance: whether the records name the run, the sources and the machine, which takes longer than a small search.
    frame_s: None, as in campaigns: the limits of a run are the solver's alone, and checks follow; the solver's own
        limit is the whole wall limit, and it is ended a grace later. Else the wall limit holds for solver and checks
        together, less these seconds for the command around them, and the solver's own limit is a little shorter; and
        solutions are checked while the solver searches for others.
    before_s: the seconds of the limit that the command has taken already.
    """

    logs: Path | None = None
    proofs: Path | None = None
    campaign: str = ""
    machine: str = ""
    backend: confine.Backend | None = None
    start: str = "cold"
    provenance: bool = True
    frame_s: float | None = None
    before_s: float = 0.0


class Outcome(NamedTuple):
    """The result of an attempt: its record, the trace of improvements, and the last solution (None: there is none).

    halt: why neither this run nor a further one can be made; empty if they can.
    """

    record: RunRecord
    trace: Sequence[Improvement] = ()
    solution: Solution | None = None
    halt: str = ""


class Observer(Protocol):
    """Watches an attempt in its worker process.

    requests: the optional output that the solver is asked for.
    see: called for each line with its time and events.
    close: called at the solver's end with confine.Usage.ended.
    checking: called with a phrase when a check begins that may take long.
    """

    requests: OutputRequests

    def see(self, time_s: float, events: list[Event]) -> None: ...
    def close(self, ended: str) -> None: ...
    def checking(self, words: str) -> None: ...


class Attempt:
    """One execution of a run, which the scheduler prepares and a worker process makes.

    number: the attempt's number, from 1 (None: the run is not made).
    slot: the reserved cores.
    load: the load by other programs just before the attempt (None: unknown).
    before: the kernel's counts at its start.
    scratch: the folder for its files (None: the system's).
    warm: whether this process has loaded the solver, which is then forked.
    """

    def __init__(
        self, run: Run, session: Session | None = None, number: int | None = 1, slot: Slot | None = None,
        load: Load | None = None, before: Counts | None = None, scratch: Path | None = None,
    ) -> None:  # fmt: skip
        self.run, self.session, self.number, self.slot = run, session or Session(), number, slot or Slot()
        self.load, self.before, self.scratch, self.warm = load, before, scratch, False
        self._commands: list[str] = []

    @property
    def log(self) -> Path | None:
        """The file for the solver's output, one for each attempt; None where it is not kept."""
        again = f"-{self.number}" if (self.number or 1) > 1 else ""
        return self.session.logs and self.session.logs / f"{self.run.run_id}{again}.log"

    def record(self) -> RunRecord:
        """The record before anything has happened."""
        run, load, session = self.run, self.load, self.session
        backend = session.backend or confine.choose()
        record = RunRecord(
            run_id="", campaign=session.campaign, family=run.family, instance=run.instance,
            instance_sha256=run.source.sha256, formulation=run.formulation.name,
            formulation_sha256="", solver=run.solver, solver_version=run.version,
            options=run.option_text, goal=run.goal, seed=run.seed, repetition=run.repetition, threads=run.threads,
            wall_limit_s=run.limits.wall_s, cpu_limit_s=run.limits.cpu_s, mem_limit_mb=run.limits.memory_mb,
            limit_backend=backend.name, mem_method=backend.mem_method, cores=" ".join(map(str, self.slot.cores)),
            load_start=os.getloadavg()[0], foreign_start=load.foreign if load else None,
            disturbed=load is not None and load.disturbing,
            started_at=time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime()), machine=session.machine,
            defaults=run.default_text, paradigm=run.paradigm, ladder=run.ladder, rung=run.rung, attempt=self.number,
            preset=run.preset, pair=run.pair,
        )  # fmt: skip
        if not session.provenance:
            return record
        from tilings.runners.record import machine

        where = machine.describe()
        return record._replace(
            run_id=run.run_id, formulation_sha256=run.formulation.sha256(), adapter_sha256=run.adapter_sha256,
            **{column: where[column] for column in ("host", "cpu_model", "git_commit", "dirty")},
        )  # fmt: skip

    def make(self, stop: confine.Stop | None = None, observer: Observer | None = None) -> Outcome:
        """Execute it. This process must have no other children, and be the child subreaper (confine.adopt_orphans)."""
        run, record = self.run, self.record()
        if run.refusal:
            return Outcome(record._replace(ended="not_applicable", message=run.refusal))
        if not run.version:
            message = f"to install: {installation(run.adapter, run.formulation)}"
            return Outcome(record._replace(ended="not_installed", message=message))
        solution, began, campaign = None, time.monotonic(), self.session.frame_s is None
        transcript = Transcript(run.limits.wall_s, run.goal == "optimum") if campaign else Transcript()
        with RunLog(self.log) as log, work_folder(self.scratch) as work:
            try:
                job = self._job(work, OutputRequests() if observer is None else observer.requests)
                disk = DiskWatch(work, self._limits.output_mb * 1_000_000, stop)
                checks = None if campaign else SolutionChecks(job.problem, job.instance, job.goal)
                usage = _collect(self._events(job, disk, log), transcript, checks, observer)
                if usage is None or usage.ended == "interrupted":  # the answer is not needed
                    record = record._replace(ended="interrupted")
                else:
                    if stop is not None:
                        # Checking may take long, and the solver has ended: a request to stop ends this process.
                        signal.signal(signal.SIGTERM, signal.SIG_DFL)
                    context = CheckContext(
                        run.limits, work, log, self.slot.cores, self.session.backend,
                        until=None if campaign else began + self._limits.wall_s,
                        tell=observer.checking if observer else lambda _: None,
                    )  # fmt: skip
                    proving, proofs = proof_mb(run.adapter) > 0, self.session.proofs
                    record, solution = judge(record, transcript, job, usage, context, proving, proofs, checks)
                    disk.require_space()
            except UserError as error:
                record = record._replace(ended="crash", phase="encode", message=str(error))
            record = record._replace(start="warm" if self.warm else "cold", command=" ; ".join(self._commands),
                log=f"logs/{self.log.name}" if self.log and not log.refused else "",
                message=joined(record.message, log.refused),
            )  # fmt: skip
        # Once the package is installed, the run is made again under the same number, and leaves its own trace.
        return Outcome(record, () if record.ended == "not_installed" else transcript.trace, solution)

    @property
    def _limits(self) -> confine.Limits:
        """The limits at which the harness ends the solver; its output may include a proof."""
        run, limits, session = self.run, self.run.limits, self.session
        if session.frame_s is None:
            wall_s = limits.wall_s + (grace_s(limits.wall_s) if self._stops else 0.0)
        else:
            left_s = max(limits.wall_s - session.before_s, _SHORTEST_S)
            wall_s = max(left_s - session.frame_s, _LEAST_SHARE * left_s)
        return limits._replace(wall_s=wall_s, output_mb=limits.output_mb + proof_mb(run.adapter))

    @property
    def _stops(self) -> bool:
        """Whether the solver has a limit of its own."""
        stepwise = self.run.formulation.stepwise(self.run.goal, self.run.options)
        return ("first" if stepwise else self.run.goal) not in getattr(self.run.adapter, "unlimited", ())

    @property
    def _own_limit_s(self) -> float:
        """The solver's own limit: in a campaign the run's, else just below that of the harness, so that the solver
        reports its incumbent within it."""
        end_s = self._limits.wall_s
        return self.run.limits.wall_s if self.session.frame_s is None else max(0.9 * end_s, end_s - 1.0)

    def _job(self, work: Path, requests: OutputRequests) -> Job:
        run, source = self.run, self.run.source
        seed = run.seed + source.instance.presentation
        return Job(
            source.path, source.problem, source.instance, run.formulation, run.formulation.own(run.options), run.goal,
            seed, run.threads, self._own_limit_s, run.limits.memory_mb, work, requests,
            search_parts.of_options(run.options), presets.settings(run.adapter, run.preset),
        )  # fmt: skip

    def _events(self, job: Job, disk: DiskWatch, log: RunLog) -> Generator[TimedEvents, None, confine.Usage]:
        """Call the solver: once, or once for each level of the optimum."""
        limits, call = self._limits, functools.partial(self._call, disk, log)
        if self.run.formulation.stepwise(self.run.goal, self.run.options):
            usage = yield from stepwise_optimum.optimise(job, limits, call)
        else:
            usage = yield from call(job, limits)
        excess = ""
        if disk.full:
            excess = f"the files in its work folder took more than {limits.output_mb} MB"
        elif usage.ended == "finished" and usage.signal == signal.SIGXFSZ:
            excess = f"it wrote a file of more than {limits.file_mb} MB"
        return usage._replace(ended="output", shortage=excess) if excess else usage

    def _call(
        self, disk: DiskWatch, log: RunLog, job: Job, limits: confine.Limits
    ) -> Generator[TimedEvents, None, confine.Usage]:
        adapter = self.run.adapter
        command = adapter.command(job)
        self._commands.append(shlex.join(command))
        log.write(f"$ {self._commands[-1]}\n".encode(errors="replace"))
        environment = os.environ | {"TMPDIR": str(job.work)}
        start = functools.partial(adapter.start, job) if isinstance(adapter, ChildSolver) and self.warm else None
        confined = confine.Command(command, limits, log, job.work, environment, self.slot.cores, disk, start)
        execution = confine.run(confined, self.session.backend)
        for time_s, line in execution:
            yield time_s, parsed(adapter, line)
        return execution.usage


def _collect(
    events: Generator[TimedEvents, None, confine.Usage],
    transcript: Transcript,
    checks: SolutionChecks | None,
    observer: Observer | None,
) -> confine.Usage | None:
    """Pass the events to transcript, checks and observer as they come; returns the solver's usage, or None where the
    observer's reader, such as ``| head``, closed the pipe."""
    execution = confine.Execution(events)
    try:
        with contextlib.closing(iter(execution)) as lines:
            for time_s, parsed_events in lines:
                transcript.add(time_s, parsed_events)
                for event in parsed_events if checks else ():
                    if checks and isinstance(event, Found):
                        checks.add(event.atoms, event.objective)
                if observer is not None:
                    observer.see(time_s, parsed_events)
        if observer is not None:
            observer.close(execution.usage.ended)
    except BrokenPipeError:
        return None
    return execution.usage
