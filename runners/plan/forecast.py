"""Summarises a plan before it is run: its recorded runs, and the longest and the expected time of the pending ones."""

import heapq
import math
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tilings.models.terminal.phrases import counted
from tilings.runners.plan import ladders
from tilings.runners.plan.estimate import Estimator
from tilings.runners.plan.ladders import Recorded, Result
from tilings.runners.plan.run import Run
from tilings.runners.record import machine
from tilings.runners.record.schema import GIVEN_UP
from tilings.runners.solvers.interface.solver import installation


def lines(runs: list[Run], jobs: int, recorded: Recorded, known: Estimator) -> Iterator[str]:
    """The plan as text: how many runs of each kind, then totals.

    recorded: the selected rows of made runs; known: the times of measured runs.
    """
    pending = ladders.left(runs, recorded)
    left = {run.run_id for run in pending}
    yield f"{'runs':>6} {'done':>6} {'free':>6}  {'family':12} {'formulation':18} {'solver':8} {'paradigm':13} goal"
    kinds = Counter(map(_kind, runs))
    made = Counter(_kind(run) for run in runs if run.run_id not in left)
    free = Counter(_kind(run) for run in pending if not _costs(run))
    for kind, count in sorted(kinds.items()):
        family, formulation, solver, paradigm, goal = kind
        counts = f"{count:6} {made[kind]:6} {free[kind]:6}"
        yield f"{counts}  {family:12} {formulation:18} {solver:8} {paradigm:13} {goal}"
    yield totals(runs, jobs, recorded)
    yield from left_out(pending)
    if any(run.give_up for run in runs):
        yield _ladders(runs, recorded)
    if costly := [run for run in pending if _costs(run)]:
        yield _expected(runs, costly, jobs, recorded, known)


def totals(runs: list[Run], jobs: int, recorded: Recorded) -> str:
    """A line with the numbers of made and pending runs, and the longest time of the pending ones."""
    pending = ladders.left(runs, recorded)
    costly = [run for run in pending if _costs(run)]
    refused = sum(bool(run.refusal) for run in pending)
    missing = len(pending) - len(costly) - refused
    parts = [f"{len(runs) - len(pending)} done", f"{len(costly)} to run"]
    if refused:
        parts.append(f"{refused} not applicable")
    if missing:
        parts.append(f"{missing} without their solver")
    bound = _time([(run, run.limits.wall_s) for run in costly], jobs)
    return f"{len(runs)} runs ({', '.join(parts)}): at most {bound}"


def left_out(runs: list[Run]) -> list[str]:
    """The runs whose solver is not installed: a line for each command that installs one."""
    missing: dict[str, Counter[str]] = {}
    for run in runs:
        if not run.version and not run.refusal:
            pair = f"{run.solver}/{run.formulation.name} ({run.family})"
            missing.setdefault(installation(run.adapter, run.formulation), Counter())[pair] += 1
    return [
        f"left out, not installed: {counted(pairs.total(), 'run')} of {', '.join(sorted(pairs))}; to install: {command}"
        for command, pairs in sorted(missing.items())
    ]


def values(runs: list[Run], jobs: int, recorded: Recorded, known: Estimator) -> dict[str, Any]:
    """The plan as data: the numbers of ``lines``, times in seconds, core-hours of all threads."""
    pending = ladders.left(runs, recorded)
    costly = [run for run in pending if _costs(run)]
    seconds = known.of_plan(runs, recorded)
    due = [(run, seconds[run.run_id]) for run in costly if run.run_id in seconds]
    left = Counter(map(_kind, pending))
    kinds = ("family", "formulation", "solver", "paradigm", "goal")
    return {
        "runs": len(runs),
        "done": len(runs) - len(pending),
        "to_run": len(costly),
        "refused": sum(bool(run.refusal) for run in pending),
        "at_most": _cost([(run, run.limits.wall_s) for run in costly], jobs),
        "expected": _cost(due, jobs) | {"runs": len(due)},
        "kinds": [
            dict(zip(kinds, kind, strict=True)) | {"runs": count, "done": count - left[kind]}
            for kind, count in sorted(Counter(map(_kind, runs)).items())
        ],
    }


def longest_s(walls_s: Iterable[float], jobs: int) -> float:
    """The wall seconds of runs with these times, started in this order, `jobs` at a time."""
    times = list(walls_s)
    slots = [0.0] * max(1, min(jobs, len(times)))
    for wall_s in times:
        heapq.heapreplace(slots, slots[0] + wall_s)
    return max(slots)


def _ladders(runs: list[Run], recorded: Recorded) -> str:
    """A sentence on the largest number of runs that may be given up, and on those that never are."""
    results = {run_id: ladders.result(row) for run_id, row in recorded.items() if row.ended != GIVEN_UP}
    given_up: set[str] = set()
    for climb in ladders.climbs(runs).values():
        while due := climb.decide(results)[0]:
            results |= {run.run_id: Result(_costs(run), solved=False) for run in due}
        given_up |= climb.decide(results)[1].keys()
    numbers = sorted({run.give_up for run in runs if run.give_up})
    rungs = f"{' or '.join(map(str, numbers))} {'rung' if numbers == [1] else 'rungs'} in a row"
    counts = f"up to {len(given_up)} of them may be given up, after {rungs} with nothing solved"
    on_none = sum(not run.ladder for run in runs)
    return counts + (f"; {on_none} are of instances on no ladder and are all run" if on_none else "")


def _expected(runs: list[Run], costly: list[Run], jobs: int, recorded: Recorded, known: Estimator) -> str:
    seconds = known.of_plan(runs, recorded)
    due = [(run, seconds[run.run_id]) for run in costly if run.run_id in seconds]
    unknown = sum(known.of_run(run) is None for run, _ in due)
    assumptions = []
    if unknown < len(due):
        assumptions.append(f"{len(due) - unknown} like recorded ones take as long as those")
    if unknown:
        assumptions.append(f"{unknown} use up their limits and solve nothing")
    return f"expected: {len(due)} runs, {_time(due, jobs)}, if {' and '.join(assumptions)}"


def _time(runs: list[tuple[Run, float]], jobs: int) -> str:
    """Core-hours and hours of runs with their seconds."""
    cost = _cost(runs, jobs)
    minutes = math.ceil(cost["seconds"] / 60)
    return f"{cost['core_hours']:.3g} core-hours, {minutes // 60} h {minutes % 60} min with --jobs {jobs}"


def _cost(runs: list[tuple[Run, float]], jobs: int) -> dict[str, float]:
    core_hours = sum(wall_s * run.threads for run, wall_s in runs) / 3600
    return {"core_hours": core_hours, "seconds": longest_s((wall_s for _, wall_s in runs), jobs)}


def warnings(runs: list[Run], jobs: int, recorded: Recorded) -> Iterator[str]:
    """Warnings if `jobs` pending runs at a time may exceed the memory or the cores of this machine."""
    costly = [run for run in ladders.left(runs, recorded) if _costs(run)]
    most = sum(heapq.nlargest(jobs, (run.limits.memory_mb for run in costly)))
    memory_mb = machine.memory()["memory_mb"]
    if isinstance(memory_mb, int) and most > memory_mb:
        yield f"the limits of {jobs} runs at a time allow {most} MB, and this machine has {memory_mb} MB"
    threads, cores = sum(heapq.nlargest(jobs, (run.threads for run in costly))), len(os.sched_getaffinity(0))
    if threads > cores:
        yield f"{jobs} runs at a time have up to {threads} threads, and this process may use {cores} cores"


def _kind(run: Run) -> tuple[str, ...]:
    return run.family, run.formulation.name, run.solver, run.paradigm, run.goal


def _costs(run: Run) -> bool:
    return bool(run.version) and not run.refusal
