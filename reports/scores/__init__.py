"""The median run of each case, times by two clocks, and means of ratios with their intervals.

In: the table of runs of `reports.data.campaign`. Out: a table of median runs, and plain values. A *case* is a family,
an instance and a goal; a *configuration* a solver with a formulation, options and threads. The two clocks: wall, from
the call to the answer, and search, which runs once the model stands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from tilings.runners.record.curves import Estimate
from tilings.runners.record.results import FLOOR_S, Result, middle

if TYPE_CHECKING:
    from pandas import DataFrame, Series

CASE = ["family", "instance", "goal"]
CLOCKS = WALL, SEARCH = "wall", "search"
FEW = 6  # cases: with fewer there is no interval, as so few say nothing of others
LEVEL = 0.95


def median_runs(runs: DataFrame) -> DataFrame:
    """One run for each configuration and case (family, instance, goal), the one that stands for its seeds and
    repetitions (`runners.record.results.case`).

    Runs that never took place (not installed, not applicable, interrupted, harness errors) are left out; those that
    were given up count as unsolved.
    """
    own = runs[runs["counts"]]
    groups: dict[tuple[str, ...], list[tuple[Result, int]]] = {}
    columns = (own[column] for column in (*CASE, "configuration", "solved", "time_s"))
    for at, (*group, solved, time_s) in enumerate(zip(*columns, strict=True)):
        groups.setdefault(tuple(group), []).append((Result(True, bool(solved), time_s), at))
    return own.iloc[[middle(groups[group])[1] for group in sorted(groups)]].reset_index(drop=True)


def floored(times: Any) -> Any:
    """Times of which those below FLOOR_S count as FLOOR_S."""
    return times.astype(float).clip(lower=FLOOR_S)


def times(runs: DataFrame, clock: str) -> Series:
    """Seconds by a clock; by that of the search the wall time, which is no less, where a run recorded none."""
    wall = runs["time_s"].astype(float)
    return wall if clock == WALL else runs["solve_s"].astype(float).fillna(wall)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Student's interval of the mean of two or more numbers, one a case, which it takes to be normal.

    Source: Student, The probable error of a mean, Biometrika 6, 1908.
    """
    from scipy.special import stdtrit

    half = float(stdtrit(len(values) - 1, (1 + LEVEL) / 2)) * stdev(values) / len(values) ** 0.5
    return fmean(values) - half, fmean(values) + half


def share_interval(number: int, of: int) -> tuple[float, float]:
    """The interval of the share that so many of a number of cases show, which it takes to be independent.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22, 1927.

    >>> [round(end, 2) for end in share_interval(3, 3)]
    [0.44, 1.0]
    """
    from scipy.special import ndtri

    z, share = float(ndtri((1 + LEVEL) / 2)), number / of
    middle, half = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, (middle - half) / (1 + z * z / of)), min(1.0, (middle + half) / (1 + z * z / of))


def mean_ratio(logs: Sequence[float]) -> Estimate:
    """The geometric mean of two or more ratios, by their logarithms, with the interval of these (`mean_interval`).

    `tools.reach_coverage` states how often it holds the ratio of paired times.

    >>> mean_ratio([0.0, 0.0])
    Estimate(value=1.0, low=1.0, high=1.0)
    """
    low, high = mean_interval(logs)
    return Estimate(math.exp(fmean(logs)), math.exp(low), math.exp(high))


def ratio(mine: Sequence[Any], its: Sequence[Any]) -> tuple[float, float, float]:
    """The geometric mean of the ratios of its times to mine, and its interval; NaN where there is none.

    Both are the logarithms of the times, case by case; a case counts by the mean of its own. Fewer than FEW cases have
    no interval.
    """
    logs = [fmean(other) - fmean(own) for own, other in zip(mine, its, strict=True)]
    if not logs:
        return (math.nan,) * 3
    if len(logs) < FEW:
        return math.exp(fmean(logs)), math.nan, math.nan
    found = mean_ratio(logs)
    return found.value, found.low, found.high
