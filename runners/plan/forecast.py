"""Summarises a plan before it is run: its recorded runs, and the longest and the expected time of the pending ones."""

import heapq
import math
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from tilings.models.terminal.phrases import counted
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.plan.estimate import LIMITS, Estimator, Expected, costs
from tilings.runners.plan.plan import Plan, results
from tilings.runners.plan.run import Run
from tilings.runners.record import machine
from tilings.runners.record.results import Result
from tilings.runners.record.rows import Recorded
from tilings.runners.solvers.interface.solver import installation, refusal

_LINE = "{runs:>6} {done:>6} {climbs:>6}  {family:12} {formulation:18} {solver:8} {paradigm:13} {goal}"


def lines(plan: Plan, jobs: int, recorded: Recorded, known: Estimator) -> Iterator[str]:
    """The plan as text: how many runs and climbs of each kind, then totals.

    recorded: the selected rows of made runs; known: the times of measured runs.
    """
    titles = "runs", "done", "climbs", "family", "formulation", "solver", "paradigm", "goal"
    yield _LINE.format_map(dict(zip(titles, titles, strict=True)))
    yield from (_LINE.format_map(kind) for kind in _kinds(plan, _pending(plan, recorded)))
    yield from totals(plan, jobs, recorded)
    yield from left_out(plan.examples)
    yield _expected(known.of_plan(plan, recorded), jobs)


def totals(plan: Plan, jobs: int, recorded: Recorded) -> Iterator[str]:
    """Lines with the numbers of made and pending runs and of climbs, and what they cover and cost."""
    if plan.open:
        climbs = [climb for climb in plan.ladders if not climb.runs and climb.likely and costs(climb.first)]
        made = results(recorded)
        ended = sum(_ended(climb, made) for climb in climbs)
        ladders = len({climb.group(climb.first) for climb in climbs})
        solvers = len({climb.first.solver for climb in climbs})
        limits = [f"{wall_s:g}" for wall_s in sorted({climb.first.limits.wall_s for climb in climbs})]
        cost = _spread(Expected(open=[*climbs, *plan.finals]), jobs)
        with_finals = f", {counted(len(plan.finals), 'final')}" if plan.finals else ""
        yield (
            f"{counted(len(climbs), 'climb')} ({ended} done) of {counted(solvers, 'solver')} on "
            f"{counted(ladders, 'ladder')}{with_finals}, {' or '.join(limits)} s a run: usually {cost}"
        )
    if plan.runs:
        pending = _pending(plan, recorded)
        known = _known(plan, pending)
        parts = [f"{known['done']} done", f"{known['to_run']} to run"]
        parts += [f"{known['refused']} not applicable"] if known["refused"] else []
        parts += [f"{known['missing']} without their solver"] if known["missing"] else []
        yield f"{counted(known['runs'], 'run')} ({', '.join(parts)}): at most {_time(_limits(pending), jobs)}"


def _ended(climb: PlannedClimb, made: Mapping[str, Result]) -> bool:
    """Whether a climb makes no further run. A climb that waits for its round has not ended."""
    decision = climb.decide(made)
    return not (decision.due or decision.waits)


def _pending(plan: Plan, recorded: Recorded) -> list[Run]:
    """The runs that are known beforehand and not made, or to be repeated."""
    return Plan(tuple(climb for climb in plan.climbs if climb.runs)).due(recorded)


def _known(plan: Plan, pending: list[Run]) -> dict[str, int]:
    """The numbers of the runs that are known beforehand."""
    runs = len(plan.runs)
    to_run, refused = sum(map(costs, pending)), sum(bool(run.refusal) for run in pending)
    missing = len(pending) - to_run - refused
    return {"runs": runs, "done": runs - len(pending), "to_run": to_run, "refused": refused, "missing": missing}


def _limits(pending: list[Run]) -> list[tuple[float, int]]:
    """The limits and threads of pending runs."""
    return [(run.limits.wall_s, run.threads) for run in pending if costs(run)]


def _kinds(plan: Plan, pending: list[Run]) -> list[dict[str, Any]]:
    """The numbers of runs and climbs of each kind."""
    runs, climbs = (
        Counter(map(_kind, plan.runs)),
        Counter(_kind(climb.first) for climb in plan.ladders if climb.likely and not climb.runs),
    )
    left = Counter(map(_kind, pending))
    return [
        {
            "family": run.family, "formulation": run.formulation.name, "solver": run.solver, "paradigm": run.paradigm,
            "goal": run.goal, "runs": runs[kind], "done": runs[kind] - left[kind], "climbs": climbs[kind],
        }
        for kind, run in sorted({_kind(run): run for run in plan.examples}.items(), key=itemgetter(0))
    ]  # fmt: skip


def left_out(runs: Iterable[Run]) -> list[str]:
    """The runs whose solver cannot reach their goal, and those whose solver is not installed: a line for each reason,
    and for each command that installs a solver."""
    missing: dict[str, Counter[str]] = {}
    refused = Counter[str]()
    for run in runs:
        if run.refusal and run.refusal == refusal(run.adapter, run.goal, run.threads, run.formulation):
            refused[run.refusal] += 1
        if not run.version and not run.refusal:
            pair = f"{run.solver}/{run.formulation.name} ({run.family})"
            missing.setdefault(installation(run.adapter, run.formulation), Counter())[pair] += 1
    return [f"left out: {reason} ({counted(number, 'run')})" for reason, number in sorted(refused.items())] + [
        f"left out, not installed: {counted(pairs.total(), 'run')} of {', '.join(sorted(pairs))}; to install: {command}"
        for command, pairs in sorted(missing.items())
    ]


def values(plan: Plan, jobs: int, recorded: Recorded, known: Estimator) -> dict[str, Any]:
    """The plan as data: the numbers of ``lines``, times in seconds, core-hours of all threads."""
    expected, pending = known.of_plan(plan, recorded), _pending(plan, recorded)
    least, most = (_cost(expected.seconds(limits), jobs) for limits in LIMITS)
    measured = {"runs": len(expected.measured) + len(expected.others), "open_climbs": len(expected.open)}
    return {
        **_known(plan, pending),
        "climbs": sum(not climb.runs for climb in plan.ladders),
        "finals": len(plan.finals),
        "at_most": _cost(_limits(pending), jobs),
        "expected": {"least": least, "most": most, **measured},
        "kinds": _kinds(plan, pending),
    }


def longest_s(walls_s: Iterable[float], jobs: int) -> float:
    """The wall seconds of runs with these times, started in this order, `jobs` at a time."""
    times = list(walls_s)
    slots = [0.0] * max(1, min(jobs, len(times)))
    for wall_s in times:
        heapq.heapreplace(slots, slots[0] + wall_s)
    return max(slots)


def _expected(expected: Expected, jobs: int) -> str:
    """The expected time: of climbs that are not known to their end its spread."""
    assumptions, measured, others = [], len(expected.measured), len(expected.others)
    if measured:
        assumptions.append(f"{counted(measured, 'run')} timed from earlier ones")
    if others:
        assumptions.append(f"{f'the other {others}' if measured else counted(others, 'run')} assumed to time out")
    if expected.open:
        assumptions.append(f"{counted(len(expected.open), 'climb')} with {LIMITS[0]:g} to {LIMITS[1]:g} limits a run")
    return f"estimate: {_spread(expected, jobs)}" + (f": {'; '.join(assumptions)}" if assumptions else "")


def _spread(expected: Expected, jobs: int) -> str:
    """The least and the greatest expected time."""
    least, most = (_time(expected.seconds(limits), jobs) for limits in LIMITS)
    return least if least == most else f"{least} to {most}"


def _time(seconds: list[tuple[float, int]], jobs: int) -> str:
    """Core-hours and hours of runs with their seconds and threads."""
    cost = _cost(seconds, jobs)
    minutes, hours = math.ceil(cost["seconds"] / 60), cost["core_hours"]
    digits = f"{hours:.2g}" if hours < 100 else f"{hours:.0f}"
    return f"{digits} core-hours ({minutes // 60} h {minutes % 60} min with --jobs {jobs})"


def _cost(seconds: list[tuple[float, int]], jobs: int) -> dict[str, float]:
    core_hours = sum(wall_s * threads for wall_s, threads in seconds) / 3600
    return {"core_hours": core_hours, "seconds": longest_s((wall_s for wall_s, _ in seconds), jobs)}


def warnings(plan: Plan, jobs: int, recorded: Recorded) -> Iterator[str]:
    """Warnings if `jobs` pending runs at a time may exceed the memory or the cores of this machine."""
    costly = [run for run in plan.due(recorded) if costs(run)]
    most = sum(heapq.nlargest(jobs, (run.limits.memory_mb for run in costly)))
    memory_mb = machine.memory()["memory_mb"]
    if isinstance(memory_mb, int) and most > memory_mb:
        yield f"the limits of {jobs} runs at a time allow {most} MB, and this machine has {memory_mb} MB"
    threads, cores = sum(heapq.nlargest(jobs, (run.threads for run in costly))), len(os.sched_getaffinity(0))
    if threads > cores:
        yield f"{jobs} runs at a time have up to {threads} threads, and this process may use {cores} cores"


def _kind(run: Run) -> tuple[str, ...]:
    return run.family, run.formulation.name, run.solver, run.goal
