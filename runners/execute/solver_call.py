"""Calls a run's solver under its limits, once or level by level, and checks and keeps the proof that it leaves."""

import errno
import functools
import os
import shlex
import signal
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

from models import parts
from models.terminal.command import ROOT
from runners import confine
from runners.execute import stepwise_optimum
from runners.execute.context import ExecutionContext
from runners.execute.disk_quota import DiskWatch
from runners.execute.solver_log import SolverLog
from runners.execute.stepwise_optimum import TimedEvents
from runners.execute.transcript import plain
from runners.plan.run import Run
from runners.record.schema import REFUTED
from runners.solvers.interface.child_process import ChildSolver
from runners.solvers.interface.events import Event, MalformedLine, Proof
from runners.solvers.interface.solver import Job, OutputRequests, Solver, proof_mb


class SolverCall:
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
        confined = confine.Command(
            command, limits, self._log, job.work, environment, self._context.cores, self._disk, call
        )
        execution = confine.run(confined, self._context.backend)
        for time_s, line in execution:
            yield time_s, parsed(self._adapter, line)
        return execution.usage


def parsed(adapter: Solver, line: str) -> list[Event]:
    """What a line of a solver says; that it is malformed, if the adapter cannot read it."""
    try:
        return adapter.parse(line)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return [MalformedLine(plain(line))]
