"""Geometric means of paired ratios, with their bootstrap intervals."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from reports.scores import mean_interval


class Ratio(NamedTuple):
    """The geometric mean of `number` ratios and the interval that holds it; NaN where there are too few."""

    mean: float
    low: float
    high: float
    number: int

    @property
    def known(self) -> bool:
        """Whether there is an interval."""
        return self.low == self.low

    def clear(self, least: float = 1.0) -> bool:
        """Whether the interval excludes 1, and the mean is `least` times more or less than 1."""
        return (self.low > 1 and self.mean >= least) or (self.high < 1 and self.mean <= 1 / least)


def geometric(ratios: Sequence[float]) -> Ratio | None:
    """The geometric mean with its bootstrap interval (reports.scores.intervals); None for no ratios."""
    if not ratios:
        return None
    logs = [math.log(ratio) for ratio in ratios]
    low, high = mean_interval(logs) or (math.nan, math.nan)
    return Ratio(math.exp(math.fsum(logs) / len(logs)), math.exp(low), math.exp(high), len(logs))
