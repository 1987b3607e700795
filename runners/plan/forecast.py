"""Summarises a plan before it is run: what is recorded already, and the longest time that the rest can take.

The results folder is only read, neither made nor locked.
"""

import heapq
import math
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from runners.plan.matrix import Run
from runners.record import hardware
from runners.record.schema import RETRIED_ENDINGS, read_summaries


def recorded(home: Path) -> set[str]:
    """The ids of the runs that a results folder holds and that would not be made again."""
    found = (summary for path in sorted(home.glob("runs-*.csv")) for summary in read_summaries(path))
    return {run_id for run_id, summary in found if summary.ended not in RETRIED_ENDINGS}


def lines(runs: list[Run], jobs: int, done: set[str]) -> Iterator[str]:
    """The plan as text: how many runs of each kind, then totals. done: the ids of those made already."""
    yield f"{'runs':>6} {'done':>6} {'free':>6}  {'family':12} {'formulation':18} {'solver':8} {'paradigm':13} goal"
    kinds = Counter(map(_kind, runs))
    made = Counter(_kind(run) for run in runs if run.run_id in done)
    free = Counter(_kind(run) for run in runs if run.run_id not in done and not _costs(run))
    for kind, count in sorted(kinds.items()):
        family, formulation, solver, paradigm, goal = kind
        counts = f"{count:6} {made[kind]:6} {free[kind]:6}"
        yield f"{counts}  {family:12} {formulation:18} {solver:8} {paradigm:13} {goal}"
    pending = [run for run in runs if run.run_id not in done]
    costly = [run for run in pending if _costs(run)]
    refused = sum(bool(run.refusal) for run in pending)
    missing = len(pending) - len(costly) - refused
    parts = [f"{len(runs) - len(pending)} done", f"{len(costly)} to run"]
    parts += [f"{refused} not applicable"] * bool(refused) + [f"{missing} without their solver"] * bool(missing)
    cores = sum(run.limits.cpu_s for run in costly) / 3600
    minutes = math.ceil(longest_s(costly, jobs) / 60)
    bound = f"at most {cores:.3g} core-hours, {minutes // 60} h {minutes % 60} min with --jobs {jobs}"
    yield f"{len(runs)} runs ({', '.join(parts)}): {bound}"


def longest_s(runs: list[Run], jobs: int) -> float:
    """Seconds of wall time in which the runs end in this order, `jobs` at a time, if each uses up its limit.

    Runs that end sooner only make the whole end sooner: they do not wait for each other.
    """
    slots = [0.0] * max(1, min(jobs, len(runs)))
    for run in runs:
        heapq.heapreplace(slots, slots[0] + run.limits.wall_s)
    return max(slots)


def warnings(runs: list[Run], jobs: int, done: set[str]) -> Iterator[str]:
    """Warnings about memory or cores that so many pending runs at a time exceed on this machine."""
    costly = [run for run in runs if run.run_id not in done and _costs(run)]
    most = sum(heapq.nlargest(jobs, (run.limits.memory_mb for run in costly)))
    there = hardware.memory()["memory_mb"]
    if isinstance(there, int) and most > there:
        yield f"the limits of {jobs} runs at a time allow {most} MB, and this machine has {there} MB"
    threads, cores = sum(heapq.nlargest(jobs, (run.threads for run in costly))), len(os.sched_getaffinity(0))
    if threads > cores:
        yield f"{jobs} runs at a time have up to {threads} threads, and this process may use {cores} cores"


def _kind(run: Run) -> tuple[str, ...]:
    return run.family, run.formulation.name, run.solver, run.paradigm, run.goal


def _costs(run: Run) -> bool:
    return bool(run.version) and not run.refusal
