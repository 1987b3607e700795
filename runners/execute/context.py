"""Where a run is made, and its record before anything has happened."""

import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from runners import confine
from runners.execute.background_load import Load
from runners.plan.run import Run
from runners.record.schema import RunRecord


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
