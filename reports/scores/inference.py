"""How far scores depend on chance: intervals over cases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

FEW = 6  # cases: with fewer there is no interval, as so few say nothing of others
LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """A number with its interval, whose ends may be infinite."""

    value: float
    low: float
    high: float

    def overlaps(self, other: Estimate) -> bool:
        return self.low <= other.high and other.low <= self.high


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Student's interval of the mean of two or more numbers, one a case, which it takes to be normal.

    Source: Student, The probable error of a mean, Biometrika 6, 1908.
    """
    from scipy.special import stdtrit

    half = float(stdtrit(len(values) - 1, (1 + LEVEL) / 2)) * stdev(values) / len(values) ** 0.5
    return fmean(values) - half, fmean(values) + half


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
