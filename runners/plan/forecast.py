"""Summarises a plan before it is run: what is recorded already, and how long the rest can and is expected to take.

The results folder is only read, neither made nor locked.
"""

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
from tilings.runners.solvers.interface.solver import bringing


def lines(runs: list[Run], jobs: int, recorded: Recorded, known: Estimator) -> Iterator[str]:
    """The plan as text: how many runs of each kind, then totals.

    recorded: the rows that count of the runs that are made already; known: how long such runs took.
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
    """How many runs are made already and how many are left, and how long these can take at most, in a line."""
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
    """What a plan leaves out because something is not installed: a line for each command that installs it."""
    found: dict[str, Counter[str]] = {}
    for run in runs:
        if not run.version and not run.refusal:
            pair = f"{run.solver}/{run.formulation.name} ({run.family})"
            found.setdefault(bringing(run.adapter, run.formulation), Counter())[pair] += 1
    return [
        f"left out, not installed: {counted(pairs.total(), 'run')} of {', '.join(sorted(pairs))}; to install: {bring}"
        for bring, pairs in sorted(found.items())
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
    """Seconds of wall time in which runs end that take so long and are started in this order, `jobs` at a time.

    Runs that end sooner only make the whole end sooner: they do not wait for each other.
    """
    every = list(walls_s)
    slots = [0.0] * max(1, min(jobs, len(every)))
    for wall_s in every:
        heapq.heapreplace(slots, slots[0] + wall_s)
    return max(slots)


def _ladders(runs: list[Run], recorded: Recorded) -> str:
    """How many runs may be given up at most, and how many never are, in words."""
    results = {run_id: ladders.result(row) for run_id, row in recorded.items() if row.ended != GIVEN_UP}
    given_up: set[str] = set()
    for climb in ladders.climbs(runs).values():
        while due := climb.decide(results)[0]:
            results |= {run.run_id: Result(_costs(run), solved=False) for run in due}
        given_up |= climb.decide(results)[1].keys()
    on_none = sum(not run.ladder for run in runs)
    counts = f"up to {len(given_up)} of them may be given up, after {_rungs(runs)} with nothing solved"
    return counts + (f"; {on_none} are of instances on no ladder and are all run" if on_none else "")


def _rungs(runs: list[Run]) -> str:
    numbers = sorted({run.give_up for run in runs if run.give_up})
    return f"{' or '.join(map(str, numbers))} {'rung' if numbers == [1] else 'rungs'} in a row"


def _expected(runs: list[Run], costly: list[Run], jobs: int, recorded: Recorded, known: Estimator) -> str:
    seconds = known.of_plan(runs, recorded)
    due = [(run, seconds[run.run_id]) for run in costly if run.run_id in seconds]
    unknown = sum(known.of_run(run) is None for run, _ in due)
    words = f"expected: {len(due)} runs, {_time(due, jobs)}"
    told = f"{len(due) - unknown} like recorded ones take as long as those" if unknown < len(due) else ""
    assumed = f"{unknown} use up their limits and solve nothing" if unknown else ""
    return f"{words}, if {' and '.join(filter(None, (told, assumed)))}"


def _time(runs: list[tuple[Run, float]], jobs: int) -> str:
    """Core-hours and hours of runs that take so many seconds each."""
    cost = _cost(runs, jobs)
    minutes = math.ceil(cost["seconds"] / 60)
    return f"{cost['core_hours']:.3g} core-hours, {minutes // 60} h {minutes % 60} min with --jobs {jobs}"


def _cost(runs: list[tuple[Run, float]], jobs: int) -> dict[str, float]:
    core_hours = sum(wall_s * run.threads for run, wall_s in runs) / 3600
    return {"core_hours": core_hours, "seconds": longest_s((wall_s for _, wall_s in runs), jobs)}


def warnings(runs: list[Run], jobs: int, recorded: Recorded) -> Iterator[str]:
    """Warnings about memory or cores that so many pending runs at a time exceed on this machine."""
    costly = [run for run in ladders.left(runs, recorded) if _costs(run)]
    most = sum(heapq.nlargest(jobs, (run.limits.memory_mb for run in costly)))
    there = machine.memory()["memory_mb"]
    if isinstance(there, int) and most > there:
        yield f"the limits of {jobs} runs at a time allow {most} MB, and this machine has {there} MB"
    threads, cores = sum(heapq.nlargest(jobs, (run.threads for run in costly))), len(os.sched_getaffinity(0))
    if threads > cores:
        yield f"{jobs} runs at a time have up to {threads} threads, and this process may use {cores} cores"


def _kind(run: Run) -> tuple[str, ...]:
    return run.family, run.formulation.name, run.solver, run.paradigm, run.goal


def _costs(run: Run) -> bool:
    return bool(run.version) and not run.refusal
