"""How often the intervals of reach hold the true reach: `python -m tools.reach_coverage` simulates climbs of ladders.

A simulated configuration has a curve of either kind, whose time grows 1.35- to 7.4-fold with each rung, a start of 10
to 400 ms, and a true reach somewhere on the first twenty rungs. Its times are lognormal about the curve. The ladder is
climbed by the rule of the runner, and only what was run is fitted: a rung is skipped far below the limit, a time above
the limit is censored, a third case is run only where the first two disagree. The table states of each kind of curve,
spread and number of cases the share of climbs whose interval holds the true reach, at the limit and at twelve and sixty
times the limit, and the share of those that hold the true time at the highest rung solved.

Below these rows are those of ratios of paired times (`reports.scores.mean_ratio`): two configurations on the
same cases, whose times vary with the case tenfold up and down, and beside that by sigma each; one is 1.3 times as slow.
Cases that either does not solve within the limit are left out of both the estimate and the true ratio.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from tilings.reports.scores import mean_ratio
from tilings.runners.record.curves import EXPONENTIAL, KINDS, fitted

LIMIT_S, SKIPS, CASES = 5.0, 100, 3
RUNGS, SEED = 60, 20261123
SPREADS, NUMBERS = (0.1, 0.3, 0.7), (1, CASES)
PAIRED, LEAST = (4, 8, 20), 3  # cases of paired times; the least of them that both solve
HEADER = ["curve", "sigma", "cases", "quantity", "trials", "held", "above", "below", "width in rungs"]
Point = tuple[float, float, bool]  # size, seconds (at most the limit), whether it is solved


def climbed(rungs: int, run: Callable[[int], tuple[bool, float]], limit_s: float) -> None:
    """Climb the rungs 0, 1, … as `runners.plan.climb` does; `run` returns whether one is held, and its seconds.

    While a rung takes less than a hundredth of the limit, the step doubles; after a slower one it is one. Between the
    first one that is not held and the last held one rungs are run by halves.
    """
    held, missed, step = -1, rungs, 1
    while missed - held > 1:
        rung = min(held + step, missed - 1) if missed == rungs else (held + missed) // 2
        solved, seconds = run(rung)
        if solved:
            step = 2 * step if seconds < limit_s / SKIPS and held >= 0 else 1
            held = rung
        else:
            missed = rung


def rung_of(points: list[Point]) -> tuple[bool, float]:
    """Whether more than half of a rung's cases are solved, and the time of its middle one."""
    times = sorted(seconds if solved else math.inf for _, seconds, solved in points)
    middle = times[len(times) // 2]
    return 2 * sum(solved for *_, solved in points) > len(points), middle


def points_of(time: Callable[[float], float], sizes: list[float], cases: int, limit_s: float) -> list[Point]:
    """The cases that a climb runs; time: the seconds of one more run of a size."""
    points: list[Point] = []

    def tried(rung: int) -> tuple[bool, float]:
        own: list[Point] = []
        while len(own) < cases and not (len(own) == CASES - 1 and own[0][2] == own[1][2]):
            seconds = time(sizes[rung])
            own.append((sizes[rung], min(seconds, limit_s), seconds <= limit_s))
        points.extend(own)
        return rung_of(own)

    climbed(len(sizes), tried, limit_s)
    return points


def truth(
    rng: np.random.Generator, kind: str
) -> tuple[list[float], Callable[[float], float], Callable[[float], float]]:
    """The sizes of a ladder, the true seconds at a size, and the true size at a time."""
    start, growth, rungs = rng.uniform(0.01, 0.4), rng.uniform(0.3, 2.0), rng.uniform(0, 20)
    if kind == EXPONENTIAL:
        sizes, reach = [8.0 + 2 * rung for rung in range(RUNGS)], 8 + 2 * rungs
        return (
            sizes,
            lambda size: start + (LIMIT_S - start) * math.exp(growth / 2 * (size - reach)),
            lambda seconds: reach + 2 / growth * math.log((seconds - start) / (LIMIT_S - start)),
        )
    sizes, reach = [8 * 1.15**rung for rung in range(RUNGS)], 8 * 1.15**rungs
    power = growth / math.log(1.15)
    return (
        sizes,
        lambda size: start + (LIMIT_S - start) * (size / reach) ** power,
        lambda seconds: reach * ((seconds - start) / (LIMIT_S - start)) ** (1 / power),
    )


def simulated(kind: str, sigma: float, cases: int, climbs: int) -> Iterator[list[Any]]:
    """The rows of one setting."""
    rng = np.random.default_rng(SEED)
    found: dict[str, list[tuple[bool, bool, float]]] = {}
    for _ in range(climbs):
        sizes, seconds, size = truth(rng, kind)
        points = points_of(lambda at, true=seconds: true(at) * math.exp(rng.normal(0, sigma)), sizes, cases, LIMIT_S)  # type: ignore[misc]
        fit = fitted(points, LIMIT_S)
        if fit is None:  # nothing was solved
            continue
        rungs = range(RUNGS)
        for times in (1, 12, 60):
            true, estimate = size(times * LIMIT_S), fit.reach(times * LIMIT_S)
            low, high = np.interp([estimate.low, estimate.high], sizes, rungs)
            name = f"reach at {times} × limit" if times > 1 else "reach at the limit"
            found.setdefault(name, []).append((true > estimate.high, true < estimate.low, high - low))
        if top := max((at for at, _, solved in points if solved), default=0):
            true, estimate = seconds(top), fit.seconds(top)
            found.setdefault("seconds at the top", []).append((true > estimate.high, true < estimate.low, math.nan))
    for name, rows in found.items():
        above, below, widths = np.array(rows, dtype=float).T
        shares = [1 - above.mean() - below.mean(), above.mean(), below.mean()]
        width = "" if math.isnan(widths[0]) else f"{np.median(widths):.2f}"
        yield [kind, sigma, cases, name, len(rows), *(f"{share:.3f}" for share in shares), width]


def paired(sigma: float, cases: int, trials: int) -> list[Any]:
    """The row of ratios of paired times."""
    rng = np.random.default_rng(SEED)

    def logs(number: int) -> Any:
        hard = rng.normal(math.log(LIMIT_S / 10), math.log(10), number)
        both = hard[:, None] + [0, math.log(1.3)] + rng.normal(0, sigma, (number, 2))
        return (both[:, 1] - both[:, 0])[(both < math.log(LIMIT_S)).all(axis=1)]

    true = math.exp(logs(200_000).mean())
    found = []
    for _ in range(trials):
        while len(own := logs(cases)) < LEAST:
            pass
        estimate = mean_ratio(own)
        found.append((true > estimate.high, true < estimate.low))
    above, below = np.array(found, dtype=float).mean(axis=0)
    shares = (f"{share:.3f}" for share in (1 - above - below, above, below))
    return ["", sigma, cases, "ratio of paired times", trials, *shares, ""]


def main(climbs: int = 400) -> None:
    """Print the table as CSV."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(HEADER)
    for kind, sigma, cases in product(KINDS, SPREADS, NUMBERS):
        writer.writerows(simulated(kind, sigma, cases, climbs))
        sys.stdout.flush()
    writer.writerows(paired(sigma, cases, 10 * climbs) for sigma, cases in product(SPREADS, PAIRED))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
